"""The DataSetPack oracle on random schemas, values and bytes: its libraries and its arithmetic must agree."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import construct as cs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dspack.oracle import rows as dspack_rows
from dspack.oracle.asked import PLAIN, SCHEMA, row
from dspack.oracle.atoms import comparable
from dspack.oracle.codec import POLICIES, decode, encode, places
from dspack.oracle.items import Row, items
from dspack.oracle.schema import FLAGS, SCALARS, STRINGS, OracleReject, Schema, parse

Strategy = st.SearchStrategy[Any]

# struct does the same; construct's own Pascal strings, those with a prefix, refuse.
CLAMP = {**POLICIES, "dspack.pascal-overrun": "clamp"}


class Typed(NamedTuple):
    """A field's text, and a strategy for its values under flags of standard sizes or under "@"."""

    text: str
    values: Mapping[bool, Strategy]


def _integers(letter: str, size: int) -> Strategy:
    bits = 8 * size
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if letter.islower() else (0, (1 << bits) - 1)
    return st.integers(least, most).map(str)


def _octets(least: int, most: int) -> Strategy:
    return st.binary(min_size=least, max_size=most).map(bytes.hex)


def _floats(width: int) -> Strategy:
    return st.integers(0, (1 << width) - 1).map(lambda bits: f"0x{bits:0{width // 4}x}").filter(_is_number)


def _is_number(text: str) -> bool:
    return bool(not isinstance(comparable(text, {"nan": str(len(text) - 2)}), dict))


def _scalar(letter: str, native: bool) -> Strategy:
    others = {"c": _octets(1, 1), "?": st.booleans(), "f": _floats(32), "d": _floats(64)}
    return others[letter] if letter in others else _integers(letter, Schema("@" if native else "!", ()).size(letter))


def _strings(letter: str, length: str) -> Strategy:
    fixed = not length.endswith("~")
    most = int(length or "1") - (letter == "p") if fixed else 5
    if letter == "S":
        return st.binary(max_size=most).map(lambda octets: octets.rstrip(b"\0").hex())
    return _octets(most if letter == "s" and fixed else 0, most)


@st.composite
def fields(draw: st.DrawFn) -> Typed:
    letter = draw(st.sampled_from(STRINGS + SCALARS))
    length = draw(st.sampled_from(["", "1", "3", "~", "2~", "8~"])) if letter in STRINGS else ""
    single = {
        native: _strings(letter, length) if letter in STRINGS else _scalar(letter, native) for native in (False, True)
    }
    count = draw(st.sampled_from(["", "", ":", "~:", "3~:", "1:", "3:"]))
    if not count:
        return Typed(length + letter, single)
    size = int(count[0]) if count in ("1:", "3:") else None
    values = {native: st.lists(each, min_size=size or 0, max_size=size or 4) for native, each in single.items()}
    return Typed(f"{count} {length}{letter}", values)


@st.composite
def rows(draw: st.DrawFn) -> tuple[str, list[Any]]:
    """Draw a schema and the values of a row."""
    flag = draw(st.sampled_from(FLAGS))
    found = draw(st.lists(fields() | st.just(Typed("x", {})), min_size=1, max_size=6))
    found = [Typed("x", {}) if field.text.endswith("P") and flag != "@" else field for field in found]
    return flag + " ".join(field.text for field in found), [
        draw(field.values[flag == "@"]) for field in found if field.values
    ]


@given(rows())
def test_a_row_that_was_written_is_read_back(case: tuple[str, list[Any]]) -> None:
    schema, values = case
    data = encode(values, row(schema))
    assert decode(data, row(schema)) == values
    assert [data[start:end] for start, end in places(data, row(schema))] != []
    assert b"".join(data[start:end] for start, end in places(data, row(schema))) == data


@given(rows())
def test_a_first_part_is_the_beginning_of_all(case: tuple[str, list[Any]]) -> None:
    schema, values = case
    first = decode(encode(values, row(schema)), row(schema, mode="partial"))
    assert first == values[: len(first)]


@given(rows())
def test_every_cut_of_a_row_is_refused(case: tuple[str, list[Any]]) -> None:
    schema, values = case
    data = encode(values, row(schema))
    for size in range(len(data)):
        with pytest.raises(OracleReject):
            decode(data[:size], row(schema))


@pytest.mark.slow
@given(rows(), st.data())
def test_struct_and_construct_agree_on_fixed_fields(case: tuple[str, list[Any]], data: st.DataObject) -> None:
    schema = parse(case[0], POLICIES)
    assume(dspack_rows.suits_struct(schema, schema.fields))
    octets = encode(case[1], row(case[0]))
    octets = data.draw(st.binary(min_size=len(octets), max_size=len(octets)))
    found = dspack_rows.unpacked_by_struct(schema, schema.fields, octets)
    assert repr(dspack_rows.unpacked_by_construct(schema, schema.fields, octets)) == repr(found)
    assert dspack_rows.packed_by_construct(schema, found) == dspack_rows.packed_by_struct(schema, found)


@pytest.mark.slow
@given(rows(), st.data())
def test_arithmetic_finds_fault_with_the_rows_that_construct_cannot_read(
    case: tuple[str, list[Any]], data: st.DataObject
) -> None:
    schema = parse(case[0], POLICIES)
    octets = bytearray(encode(case[1], row(case[0])))
    for at in data.draw(st.lists(st.integers(0, len(octets) - 1), max_size=2)):
        octets[at] = data.draw(st.integers(0, 3))
    assert _construct_reads(schema, bytes(octets)) == _is_whole(schema, bytes(octets))


def _construct_reads(schema: Schema, octets: bytes) -> bool:
    everything = cs.Sequence(dspack_rows.sequence(schema.flag, schema.fields), cs.Terminated)
    try:
        everything.parse(octets)
    except cs.ConstructError:
        return False
    return True


def _is_whole(schema: Schema, octets: bytes) -> bool:
    try:
        list(items(Row(octets, schema, CLAMP), partial=False))
    except OracleReject:
        return False
    return True


# --- inputs ---------------------------------------------------------------------------------------

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
ATOMS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1).map(lambda number: {"int": str(number)})
    | _floats(64).map(lambda bits: {"float": bits})
    | TEXT.map(lambda text: {"str": text})
    | _octets(0, 40).map(lambda octets: {"bin": octets})
)
TREES = st.recursive(
    ATOMS,
    lambda tree: (
        st.lists(tree, max_size=20).map(lambda items: {"array": items})
        | st.dictionaries(TEXT, tree, max_size=20).map(lambda members: {"map": members})
    ),
    max_leaves=40,
)
USER_META = st.dictionaries(TEXT, TREES, max_size=20).map(lambda members: {"map": members})


@pytest.mark.slow
@given(st.lists(st.tuples(rows(), TEXT, USER_META, st.integers(0, 2)), min_size=1, max_size=3))
def test_an_input_that_was_written_is_read_back(case: list[tuple[tuple[str, list[Any]], str, Any, int]]) -> None:
    value = [
        {"schema": schema, "description": text, "meta": tree, "rows": [values] * number}
        for (schema, values), text, tree, number in case
    ]
    data = encode(value)
    found = decode(data)
    assert [{key: each[key] for key in value[0]} for each in found] == value
    assert encode(found) == data
    assert b"".join(data[start:end] for start, end in places(data, {})) == data


@given(st.binary(max_size=60), st.integers(0, len(PLAIN)), st.integers(0, 8))
def test_bytes_of_any_kind_are_read_or_refused(octets: bytes, at: int, removed: int) -> None:
    data = PLAIN[:at] + octets + PLAIN[at + removed :]
    _refused_or_again_the_same(data, {})
    for policy, choice in (("duplicate-meta-key", "last"), ("meta-utf8", "keep")):
        _refused(data, {}, {f"dspack.{policy}": choice})


@given(rows(), st.binary(max_size=30))
def test_a_row_of_any_octets_is_read_or_refused(case: tuple[str, list[Any]], octets: bytes) -> None:
    _refused_or_again_the_same(octets, row(case[0]))


def _refused_or_again_the_same(data: bytes, context: dict[str, str]) -> None:
    """Assert that bytes are refused or have a value whose encoding has the same value."""
    if _refused(data, context, {}):
        return
    value = decode(data, context)
    assert decode(encode(value, context), context) == value


def _refused(data: bytes, context: dict[str, str], policies: Mapping[str, str]) -> bool:
    try:
        decode(data, context, policies)
    except OracleReject as defect:
        offset = defect.offset
    else:
        return False
    assert offset in range(len(data) + 1)
    return True


@settings(max_examples=500)
@given(st.text(st.sampled_from("!@ \n12309~:sSpBQxP(a b)f-\x0b"), max_size=12))
def test_a_text_of_any_kind_is_a_schema_or_refused(text: str) -> None:
    _refused(("!" + text).encode(), SCHEMA, {})
