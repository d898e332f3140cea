"""The reference codec by its own interface: forms, choices, places and messages of refusals, the trace."""

from collections.abc import Callable
from typing import Any

import pytest

from goldenwire_reference.errors import DecodeError, EncodeError
from goldenwire_reference.formats import load
from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.model import Ext, Map, NoText, Timestamp
from goldenwire_reference.msgpack.notation import from_json, to_json
from goldenwire_reference.msgpack.tables import DEPTH, DEPTH_CEILING, FORMS, HEADS
from kit.each import each
from kit.golden import Case, has_bytes, octets, params

MSGPACK = load("msgpack")

# --- the tables -----------------------------------------------------------------------------------


def test_there_is_a_form_for_every_octet() -> None:
    assert list(FORMS) == list(range(256))
    assert [octet for octet, form in FORMS.items() if form.kind == "never used"] == [0xC1]


@pytest.mark.parametrize("kind", HEADS)
def test_what_an_encoder_writes_is_what_the_decoder_knows(kind: str) -> None:
    """Compare each head's size, and for heads without further octets the numbers that they contain."""
    name = {"uint": "fixint", "negative": "fixint"}.get(kind, kind)
    for head in HEADS[kind]:
        form = FORMS[head.first]
        assert form.size == head.size
        if head.size:
            assert form.kind == {"negative": "int"}.get(kind, kind)
        else:
            assert {FORMS[head.first + number].kind for number in range(head.most + 1)} == {name}


# --- without the notation -------------------------------------------------------------------------


def told(ask: Callable[[], bytes]) -> Any:
    """Return the bytes, or the class and the offset of the refusal."""
    try:
        return ask()
    except (DecodeError, EncodeError) as error:
        return type(error), error.code, getattr(error, "offset", None)


@each("case", params("msgpack", has_bytes))
def test_a_transcode_past_the_notation_is_one_through_it(case: Case) -> None:
    data = octets(case)
    through = told(lambda: MSGPACK.encode(MSGPACK.decode(data)))
    assert told(lambda: MSGPACK.transcode(data)) == through


# --- values ---------------------------------------------------------------------------------------

VALUES: dict[str, tuple[Any, str]] = {
    "nil": (None, "c0"),
    "true": (True, "c3"),
    "integer": (-200, "d1ff38"),
    "float": (-0.0, "cb8000000000000000"),
    "nan": (float("nan"), "cb7ff8000000000000"),
    "string": ("é", "a2c3a9"),
    "no-text": (NoText(b"\xff"), "a1ff"),
    "binary": (b"\xff", "c401ff"),
    "array": ([1, [2]], "92019102"),
    "map": (Map([("b", 1), ("a", 2), (1, 3)]), "830103a16102a16201"),
    "extension": (Ext(-2, b"\1\2\3"), "c703fe010203"),
    "timestamp-32": (Timestamp(2**32 - 1, 0), "d6ffffffffff"),
    "timestamp-64": (Timestamp(2**34 - 1, 999_999_999), "d7ffee6b27ffffffffff"),
    "timestamp-96": (Timestamp(-1, 1), "c70cff00000001ffffffffffffffff"),
}  # fmt: skip


@pytest.mark.parametrize(("value", "octets"), VALUES.values(), ids=VALUES.keys())
def test_a_value_has_its_octets_and_its_notation(value: Any, octets: str) -> None:
    assert pack(value).hex() == octets
    assert pack(from_json(to_json(value))).hex() == octets


# Keys read by policy, the octets of a map of two of them, and whether they are one key.
READ_KEYS = {
    "alike": ("82a1ff01a1fe02", "replace", True),
    "text": ("82a1ff01a3efbfbd02", "replace", True),
    "lengths": ("82a1ff01a2ffff02", "replace", False),
    "kept": ("82a1ff01a1fe02", "keep", False),
    "kept-twice": ("82a1ff01a1ff02", "keep", True),
}


@pytest.mark.parametrize(("octets", "choice", "is_one"), READ_KEYS.values(), ids=READ_KEYS.keys())
def test_keys_are_compared_as_what_they_are_read_as(octets: str, choice: str, is_one: bool) -> None:
    policies = {"msgpack.invalid-utf8": choice}
    if not is_one:
        assert len(MSGPACK.decode(bytes.fromhex(octets), policies=policies)["map"]) == 2
        return
    with pytest.raises(DecodeError) as caught:
        MSGPACK.decode(bytes.fromhex(octets), policies=policies)
    assert (caught.value.code, caught.value.offset) == ("DUPLICATE_KEY", 4)


def nested(levels: int) -> bytes:
    return b"\x91" * levels + b"\xc0"


@pytest.mark.parametrize(
    ("levels", "choice", "is_read"),
    [
        (DEPTH, "limit", True),
        (DEPTH + 1, "limit", False),
        (DEPTH_CEILING, "accept", True),
        (DEPTH_CEILING + 1, "accept", False),
    ],
)
def test_depth_ends_where_the_choice_has_it(levels: int, choice: str, is_read: bool) -> None:
    policies = {"msgpack.depth": choice}
    if is_read:
        assert MSGPACK.decode(nested(levels), policies=policies)
        return
    with pytest.raises(DecodeError) as caught:
        MSGPACK.decode(nested(levels), policies=policies)
    assert (caught.value.code, caught.value.offset) == ("LIMIT", levels - 1)


def test_a_notation_deeper_than_the_codec_goes_is_refused() -> None:
    value: Any = None
    for _ in range(DEPTH_CEILING + 1):
        value = {"array": [value]}
    with pytest.raises(EncodeError) as caught:
        MSGPACK.encode(value)
    assert caught.value.code == "LIMIT"


# --- refusals -------------------------------------------------------------------------------------

REFUSED = {
    "empty": ("", "TRUNCATED at byte 0: expected 1 more octet of an item, found 0 before the end of the input"),
    "cut": ("92c0a361", "TRUNCATED at byte 2: expected 3 more octets of an item, found 1 before the end of the input"),
    "never-used": ("91c1", "NEVER_USED at byte 1: expected an item, found the octet c1, which begins none"),
    "utf8": ("91a261ff", "UTF8 at byte 1: expected a str that is UTF-8, found ff in its octet 1"),
    "key": (
        "82a161c0a161c0",
        "DUPLICATE_KEY at byte 4: expected a key that the map has not yet, found one that it has",
    ),
    "length": ("d5ff0000", "TIMESTAMP at byte 0: expected a timestamp of 4, 8 or 12 octets, found one of 2"),
    "ns": ("d7ffffffffff00000000", "TIMESTAMP at byte 0: expected at most 999999999 ns, found 1073741823"),
    "trailing": ("c0c0", "TRAILING at byte 1: expected the end of the input, found 1 more octet"),
}


@pytest.mark.parametrize(("octets", "sentence"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_is_one_sentence_with_its_place(octets: str, sentence: str) -> None:
    with pytest.raises(DecodeError) as caught:
        MSGPACK.decode(bytes.fromhex(octets))
    assert str(caught.value).rpartition(" [")[0] == sentence


UNWRITTEN: dict[str, tuple[Any, str, str]] = {
    "integer": ({"int": str(2**64)}, "RANGE", "INT-06"),
    "type": ({"ext": {"type": "128", "data": ""}}, "RANGE", "EXT-06"),
    "ns": ({"timestamp": ["0", "1000000000"]}, "TIMESTAMP", "TIME-09"),
    "seconds": ({"timestamp": [str(2**63), "0"]}, "TIMESTAMP", "TIME-09"),
    "raw-timestamp": ({"ext": {"type": "-1", "data": "00000000"}}, "TIMESTAMP", "TIME-11"),
    "raw-length": ({"ext": {"type": "-1", "data": "00"}}, "TIMESTAMP", "TIME-07"),
    "raw-ns": ({"ext": {"type": "-1", "data": "ffffffff00000000"}}, "TIMESTAMP", "TIME-06"),
    "no-text": ({"array": [{"utf8": "ff"}]}, "UTF8", "STR-04"),
    "key": ({"map": [[None, None], [None, True]]}, "DUPLICATE_KEY", "MAP-05"),
}


@pytest.mark.parametrize(("value", "code", "requirement"), UNWRITTEN.values(), ids=UNWRITTEN.keys())
def test_what_has_no_encoding_is_refused(value: Any, code: str, requirement: str) -> None:
    with pytest.raises(EncodeError) as caught:
        MSGPACK.encode(value)
    assert (caught.value.code, caught.value.requirement) == (code, f"MSGPACK-{requirement}")
    assert not hasattr(caught.value, "offset")


def test_an_integer_of_many_digits_is_refused_without_all_of_them() -> None:
    with pytest.raises(EncodeError) as caught:
        MSGPACK.encode({"int": "9" * 900})
    assert len(str(caught.value)) < 200


# --- the trace ------------------------------------------------------------------------------------


def test_a_trace_names_every_item_in_order() -> None:
    found = MSGPACK.explain(bytes.fromhex("9281a1610501"))
    assert [(field.offset, field.size, field.name, field.meaning) for field in found.fields] == [
        (0, 1, "value", "array of 2"),
        (1, 1, "value[0]", "map of 1"),
        (2, 2, "value[0].key[0]", "str of 1"),
        (4, 1, "value[0].value[0]", "fixint 5"),
        (5, 1, "value[1]", "fixint 1"),
    ]
    assert found.error is None


def test_a_trace_ends_where_reading_does() -> None:
    found = MSGPACK.explain(bytes.fromhex("92c0c1"))
    assert [field.name for field in found.fields] == ["value", "value[0]"]
    assert found.error is not None
    assert found.error.code == "NEVER_USED"
