"""The DyND oracle on random types and values: it reads what it writes, and accepts no other spelling."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dynd.oracle.codec import decode, encode
from dynd.oracle.types import OracleReject, parse_type, quoted

Strategy = st.SearchStrategy[Any]


class Typed(NamedTuple):
    """A type string and a strategy for the values of the type."""

    text: str
    values: Strategy


def _bits(width: int) -> Strategy:
    return st.integers(0, (1 << 8 * width) - 1).map(lambda bits: f"0x{bits:0{2 * width}x}")


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
LEAVES: Mapping[str, Strategy] = {
    "void": st.none(),
    "bool": st.booleans(),
    **{f"int{n}": st.integers(-(1 << n - 1), (1 << n - 1) - 1).map(str) for n in (8, 16, 32, 64, 128)},
    **{f"uint{n}": st.integers(0, (1 << n) - 1).map(str) for n in (8, 16, 32, 64, 128)},
    **{f"float{n}": _bits(n // 8) for n in (16, 32, 64, 128)},
    "complex[float32]": st.lists(_bits(4), min_size=2, max_size=2),
    "complex[float64]": st.lists(_bits(8), min_size=2, max_size=2),
    "bytes": st.binary(max_size=5).map(bytes.hex),
    "bytes[3]": st.binary(min_size=3, max_size=3).map(bytes.hex),
    "string": TEXT,
    "char": st.characters(exclude_categories=["Cs"]),
    "type": st.sampled_from(["int8", "{x: ?bool, 'a b': ()}", "array[Any]"]),
}


def _fixed(size: int, element: Typed) -> Typed:
    return Typed(f"{size} * {element.text}", st.lists(element.values, min_size=size, max_size=size))


def _var(element: Typed) -> Typed:
    return Typed(f"var * {element.text}", st.lists(element.values, max_size=3))


def _option(content: Typed) -> Typed:
    return Typed(f"?{content.text}", st.none() | content.values.map(lambda value: [value]))


def _array(content: Typed, pattern: str) -> Typed:
    values = content.values.map(lambda value: {"type": content.text, "value": value})
    return Typed(f"array[{pattern or content.text}]", values)


def _tuple(fields: list[Typed]) -> Typed:
    return Typed(f"({', '.join(field.text for field in fields)})", _all(fields))


def _struct(fields: dict[str, Typed]) -> Typed:
    texts = [f"{quoted(name)}: {field.text}" for name, field in fields.items()]
    return Typed(f"{{{', '.join(texts)}}}", _all(fields.values()))


def _all(fields: Iterable[Typed]) -> Strategy:
    return st.tuples(*(field.values for field in fields)).map(list)


def _composite(inner: Strategy) -> Strategy:
    return st.one_of(
        st.builds(_fixed, st.integers(0, 3), inner),
        inner.map(_var),
        inner.filter(lambda content: not content.text.startswith("?")).map(_option),
        inner.map(lambda target: Typed(f"pointer[{target.text}]", target.values)),
        st.builds(_array, inner, st.sampled_from(["Any", ""])),
        st.lists(inner, max_size=3).map(_tuple),
        st.dictionaries(TEXT, inner, max_size=3).map(_struct),
    )


TYPES = st.recursive(st.sampled_from([Typed(*item) for item in LEAVES.items()]), _composite, max_leaves=8)
TYPED_VALUES = TYPES.flatmap(lambda t: st.tuples(st.just(t.text), t.values))
SETTINGS = settings(max_examples=300, derandomize=True, database=None, deadline=None)


def encoded(text: str, value: Any) -> bytes:
    """Return the bytes of a value; values that an option cannot have are skipped."""
    try:
        return encode({"type": text}, value)
    except OracleReject as refusal:
        assume(refusal.code not in ("SENTINEL_COLLISION", "NA_NONCANONICAL"))
        raise


@pytest.mark.slow
@SETTINGS
@given(TYPED_VALUES)
def test_what_is_written_is_read_back(typed: tuple[str, Any]) -> None:
    text, value = typed
    data = encoded(text, value)
    assert decode({"type": text}, data) == value
    assert len(data) >= parse_type(text).width


@pytest.mark.slow
@SETTINGS
@given(TYPED_VALUES)
def test_no_cut_and_no_more_is_read(typed: tuple[str, Any]) -> None:
    text, value = typed
    data = encoded(text, value)
    assert {outcome(text, data[:size]) for size in range(len(data))} <= {"TRUNCATED"}
    assert outcome(text, data + b"\0") == "TRAILING_BYTES"


def outcome(text: str, data: bytes) -> str:
    """Return the class of a refusal, or "accepted" if the value read encodes to these bytes; otherwise the mistake."""
    try:
        value = decode({"type": text}, data)
    except OracleReject as refusal:
        return refusal.code if refusal.offset in range(len(data) + 1) else f"{refusal} is beyond the data"
    return "accepted" if encode({"type": text}, value) == data else f"{value} has other bytes"


CLASSES = {"accepted", "TRUNCATED", "TRAILING_BYTES", "BOOL_INVALID", "VARINT_NONMINIMAL", "VARINT_OVERFLOW"}
CLASSES |= {"UTF8_INVALID", "OPTION_TAG_INVALID", "NA_NONCANONICAL", "TYPE_SYNTAX", "TYPE_DUP_FIELD", "TYPE_RANGE"}
CLASSES |= {"ARRAY_TYPE_MISMATCH", "LIMIT_TYPE_LENGTH", "LIMIT_ELEMENTS"}


@pytest.mark.slow
@SETTINGS
@given(TYPED_VALUES, st.integers(0, 2**16), st.integers(1, 255))
def test_changed_bytes_are_another_value_or_none(typed: tuple[str, Any], place: int, change: int) -> None:
    text, value = typed
    data = bytearray(encoded(text, value))
    assume(data)
    data[place % len(data)] ^= change
    assert outcome(text, bytes(data)) in CLASSES
