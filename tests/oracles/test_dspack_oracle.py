"""The oracle itself, on the specification's examples and on bytes written by hand: it has to be right to confirm."""

import ast
import re
import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from oracles import dspack_spec
from oracles.dspack_atoms import comparable
from oracles.dspack_meta import KEYS
from oracles.dspack_oracle import decode, encode, places
from oracles.dspack_schema import OracleReject

HERE = Path(__file__).parent

Context = dict[str, str]
SCHEMA: Context = {"scope": "schema"}


def row(schema: str, **more: str) -> Context:
    return {"scope": "row", "schema": schema, **more}


# --- the worked examples of the specification -----------------------------------------------------


def examples(*verdicts: str) -> list[Any]:
    return [
        pytest.param(data, outcome, id=name)
        for name, (data, outcome) in dspack_spec.examples().items()
        if outcome["verdict"] in verdicts
    ]


def test_every_example_of_the_specification_was_found() -> None:
    assert len(dspack_spec.examples()) == dspack_spec.text().count("\n### Example ")
    assert len(dspack_spec.origins()) == dspack_spec.text().count("\n- **DSPACK-")


@pytest.mark.parametrize(("data", "outcome"), examples("accept"))
def test_an_example_has_its_value(data: bytes, outcome: dict[str, Any]) -> None:
    assert comparable(decode(data, outcome["context"]), outcome["value"]) == outcome["value"]


@pytest.mark.parametrize(("data", "outcome"), [e for e in examples("accept") if "canonical" in e.values[1]])
def test_an_example_is_written_canonically_or_not(data: bytes, outcome: dict[str, Any]) -> None:
    written = encode(outcome["value"], outcome["context"])
    assert (written == data) == outcome["canonical"]
    assert decode(written, outcome["context"]) == outcome["value"]


@pytest.mark.parametrize(("data", "outcome"), [e for e in examples("accept") if e.values[1]["context"] != SCHEMA])
def test_items_tile_an_example(data: bytes, outcome: dict[str, Any]) -> None:
    end = 0
    for start, following in places(data, outcome["context"]):
        assert (start, following > start) == (end, True)
        end = following
    assert end == len(data) or outcome["context"].get("mode") == "partial"


@pytest.mark.parametrize(("data", "outcome"), examples("reject"))
def test_an_example_is_refused(data: bytes, outcome: dict[str, Any]) -> None:
    refusal = reject(data, outcome["context"])
    found = ([refusal.code], refusal.offset, refusal.requirement)
    assert found == (outcome["code"], outcome["offset"], outcome["requirement"])


def outcomes() -> list[Any]:
    return [
        pytest.param(*param.values, choice, id=f"{param.id}={choice}")
        for param in examples("either")
        for choice in param.values[1]["outcomes"]
    ]


@pytest.mark.parametrize(("data", "outcome", "choice"), outcomes())
def test_an_example_is_judged_by_policy(data: bytes, outcome: dict[str, Any], choice: str) -> None:
    expected, policies = outcome["outcomes"][choice], {outcome["policy"]: choice}
    if "code" in expected:
        refusal = reject(data, outcome["context"], policies)
        assert ([refusal.code], refusal.offset) == (expected["code"], expected["offset"])
    else:
        assert decode(data, outcome["context"], policies) == expected["value"]


def reject(data: bytes, context: Context | None = None, policies: Mapping[str, str] | None = None) -> OracleReject:
    with pytest.raises(OracleReject) as caught:
        decode(data, context, policies or {})
    return caught.value


# --- schemas --------------------------------------------------------------------------------------

# Text, offset, requirement: the table of the specification's section 12, line by line.
ILLEGAL = [
    ("", 0, "SCHEMA-02"),
    (" \t\r\n", 4, "SCHEMA-02"),
    ("\x0b!", 0, "SCHEMA-02"),
    (" B", 1, "SCHEMA-02"),
    ("\ufeff!B", 0, "SCHEMA-02"),
    ("!01s", 1, "SCHEMA-09"),
    ("!0~s", 1, "SCHEMA-09"),
    ("!1 0s", 3, "SCHEMA-09"),
    ("! 2147483648s", 2, "SCHEMA-09"),
    ("!99999999999~:B", 1, "SCHEMA-09"),
    ("!" + "9" * 5000, 1, "SCHEMA-09"),
    ("!10~s", 1, "SCHEMA-10"),
    ("! 9 ~ :B", 2, "SCHEMA-10"),
    ("!2:9~s", 3, "SCHEMA-10"),
    ("!~9~s", 2, "SCHEMA-10"),
    ("!12 3s", 4, "SCHEMA-23"),
    ("!~2s", 2, "SCHEMA-23"),
    ("!2~ 2s", 4, "SCHEMA-23"),
    ("!2~ ~s", 4, "SCHEMA-23"),
    ("!+1s", 1, "SCHEMA-23"),
    ("!1:-1s", 3, "SCHEMA-23"),
    ("!::B", 2, "SCHEMA-04"),
    ("!2 : ~ : s", 7, "SCHEMA-04"),
    ("!10B", 3, "SCHEMA-06"),
    ("!~ Q", 3, "SCHEMA-06"),
    ("!2P", 2, "SCHEMA-06"),
    ("!3:3x", 4, "SCHEMA-06"),
    ("!:x", 2, "TYPE-22"),
    ("=:P", 2, "TYPE-20"),
    ("!P", 1, "TYPE-20"),
    ("!B@", 2, "SCHEMA-21"),
    ("@@", 1, "SCHEMA-21"),
    ("!B( a)", 3, "SCHEMA-25"),
    ("!B()", 3, "SCHEMA-25"),
    ("!B(1)", 3, "SCHEMA-25"),
    ("!B(a\tb)", 4, "SCHEMA-25"),
    ("!B(a-b)", 4, "SCHEMA-25"),
    ("!(a)", 1, "SCHEMA-03"),
    ("!:(a)", 2, "SCHEMA-03"),
    ("!B(a) (b)", 6, "SCHEMA-03"),
    ("!B)", 2, "SCHEMA-03"),
    ("!B(ä b)B\xa0", 3, "SCHEMA-25"),
    ("!B(a ä)\xa0", 8, "SCHEMA-24"),
    ("!\u2003B", 1, "SCHEMA-24"),
    ("!B\x0c", 2, "SCHEMA-24"),
    ("!z", 1, "SCHEMA-18"),
    ("!<B", 1, "SCHEMA-18"),
    ("!\ufeffB", 1, "SCHEMA-18"),
    ("!2", 2, "SCHEMA-05"),
    ("!~ ", 3, "SCHEMA-05"),
    ("!2:", 3, "SCHEMA-05"),
    ("!B(", 3, "SCHEMA-14"),
    ("!B(a", 4, "SCHEMA-14"),
    ("!B(a (", 6, "SCHEMA-14"),
    ("!B(a) 2:H(a)", 10, "SCHEMA-26"),
    ("!H(f2) 2 ~ : B", 7, "SCHEMA-26"),
    ("!B x(f1)", 5, "SCHEMA-26"),
    ("!B(a) B(a) z", 11, "SCHEMA-18"),
]


@pytest.mark.parametrize(("text", "offset", "requirement"), ILLEGAL, ids=[repr(line[0][:12]) for line in ILLEGAL])
def test_an_illegal_schema_is_refused_where_it_is_illegal(text: str, offset: int, requirement: str) -> None:
    refusal = reject(text.encode(), SCHEMA)
    assert (refusal.code, refusal.offset, refusal.requirement) == ("SCHEMA", offset, f"DSPACK-{requirement}")


@pytest.mark.parametrize(
    ("octets", "offset"), [(b"!B(a \xff)", 5), (b"\xed\xa0\x80", 0), (b"!z\xc3", 2), (b"!B(a \xf4\x90\x80\x80)", 5)]
)
def test_a_schema_is_utf_8(octets: bytes, offset: int) -> None:
    refusal = reject(octets, SCHEMA)
    assert (refusal.code, refusal.offset, refusal.requirement) == ("SCHEMA", offset, "DSPACK-SCHEMA-27")


# Text, and of each field: count, length, type, name, note.
LEGAL = {
    "!": "",
    "\n@\tP": "- - P f1 -",
    "=s S p": "- 1 s f1 -, - 1 S f2 -, - 1 p f3 -",
    "!~s 8~p 2147483647S": "- 1~ s f1 -, - 8~ p f2 -, - 2147483647 S f3 -",
    "!:B~:B1~:B": "1~ - B f1 -, 1~ - B f2 -, 1~ - B f3 -",
    "!2:3s2:~s2:2~s:3s:~s:2~s": "2 3 s f1 -, 2 1~ s f2 -, 2 2~ s f3 -, 1~ 3 s f4 -, 1~ 1~ s f5 -, 1~ 2~ s f6 -",
    "!B\r(a)x(_b9 \t)x": "- - B a -, - - x _b9 -, - - x - -",
    "!B(f2)x": "- - B f2 -, - - x - -",
    "!B(a)B(A)": "- - B a -, - - B A -",
    "!c1:c": "- - c f1 -, 1 - c f2 -",
    "!B(a @:(2~)": "- - B a @:(2~",
}


@pytest.mark.parametrize(("text", "fields"), LEGAL.items(), ids=map(repr, LEGAL))
def test_a_legal_schema_is_described(text: str, fields: str) -> None:
    keys = ("count", "length", "type", "name", "note")
    found = [" ".join(field[key] or "-" for key in keys) for field in decode(text.encode(), SCHEMA)["fields"]]
    assert ", ".join(found) == fields


# --- meta blocks ----------------------------------------------------------------------------------

VERSION, TEXT, DESCRIPTION, META = (bytes([0xA0 + len(key)]) + key.encode() for key in KEYS)
B = b"\xa2!B"


def meta(*pairs: bytes | str) -> bytes:
    """A framed meta block of keys and values, values that are text in hexadecimal."""
    octets = b"".join(bytes.fromhex(part) if isinstance(part, str) else part for part in pairs)
    return struct.pack(">HB", len(octets) + 1, 0x80 + len(pairs) // 2) + octets


def user(tree: str) -> bytes:
    """The same with this user meta, which begins at 40."""
    return meta(VERSION, "01", TEXT, B, DESCRIPTION, "a0", META, tree)


PLAIN = user("80")
REPEATED = meta(VERSION, "01", TEXT, B, VERSION, "02", DESCRIPTION, "a0", META, "80")

# Of what follows the first byte is at 2; of "!B" the first octet is at 19.
BAD_META = {
    "nothing": (b"", "TRUNCATED", 0, "SET-05"),
    "one-byte": (b"\0", "TRUNCATED", 0, "SET-05"),
    "escape-alone": (b"\xff\xff", "TRUNCATED", 2, "SET-05"),
    "no-octets": (b"\0\0", "META", 0, "META-04"),
    "no-block": (b"\0\1", "TRUNCATED", 2, "SET-05"),
    "nil": (b"\0\1\xc0", "META", 2, "META-12"),
    "c1": (b"\0\1\xc1", "META", 2, "META-12"),
    "str-cut": (b"\0\1\xd9", "META", 2, "META-12"),
    "map-16-cut": (b"\0\2\xde\0", "META", 2, "META-07"),
    "map-without-its-pair": (b"\0\1\x81", "META", 3, "META-07"),
    "map-of-2^32-1": (b"\0\5\xdf\xff\xff\xff\xff", "META", 7, "META-07"),
    "c1-inside": (user("81a16bc1"), "META", 43, "META-07"),
    "c1-as-a-key": (user("81c101"), "META", 41, "META-07"),
    "str-32-of-2^32-1": (user("81a16bdbffffffff61"), "META", 43, "META-07"),
    "bin-cut": (user("81a16bc40201"), "META", 43, "META-07"),
    "array-cut-in-its-count": (user("81a16bdc00"), "META", 43, "META-07"),
    "array-of-too-few": (user("81a16b9201"), "META", 45, "META-07"),
    "ext-cut": (user("81a16bc70200ff"), "META", 43, "META-07"),
    "float-cut": (user("81a16bcb00"), "META", 43, "META-07"),
    "integer-cut": (user("81a16bcd00"), "META", 43, "META-07"),
    "deep-and-cut": (user("91" * 60_000), "META", 60_040, "META-07"),
    "octets-after": (user("8000"), "META", 41, "META-07"),
    "empty-map": (b"\0\1\x80", "META", 2, "META-12"),
    "no-version": (meta(TEXT, B, DESCRIPTION, "a0", META, "80"), "META", 2, "META-12"),
    "version-as-bin": (meta(b"\xc4\7version", "01", TEXT, B, DESCRIPTION, "a0", META, "80"), "META", 2, "META-12"),
    "version-1.0": (meta(VERSION, "cb3ff0000000000000"), "META", 11, "META-08"),
    "version-ext": (meta(VERSION, "d4ff00"), "META", 11, "META-08"),
    "version-minus-1": (meta(VERSION, "ff", "c0", "c0"), "VERSION", 11, "META-08"),
    "version-256": (meta(VERSION, "cd0100"), "VERSION", 11, "META-08"),
    "version-before-keys": (meta("c0", "c0", VERSION, "02"), "VERSION", 13, "META-08"),
    "version-repeated-and-wrong": (REPEATED, "VERSION", 30, "META-08"),
    "octets-after-before-the-version": (meta(VERSION, "02c0"), "META", 12, "META-07"),
    "key-nil": (meta(VERSION, "01", "c0", "c0"), "META", 12, "META-07"),
    "key-bin": (meta(VERSION, "01", b"\xc4\6schema", B), "META", 12, "META-07"),
    "key-map": (meta(VERSION, "01", "8100c0", "c0"), "META", 12, "META-07"),
    "key-ext": (user("81d4000001"), "META", 41, "META-07"),
    "key-not-utf-8": (user("82a16100a2c08001"), "META", 44, "META-07"),
    "key-unknown": (meta("a178", "c7", VERSION, "01"), "META", 5, "META-07"),
    "key-unknown-with-a-value": (meta("a178", "d4ff00", VERSION, "01"), "META", 3, "META-12"),
    "key-repeated": (meta(VERSION, "01", VERSION, "01"), "META", 12, "META-13"),
    "key-repeated-deep": (user("81a16b9182a16101a16101"), "META", 48, "META-13"),
    "schema-bin": (meta(VERSION, "01", TEXT, "c4022142"), "META", 19, "META-12"),
    "schema-ext": (meta(VERSION, "01", TEXT, "d40000"), "META", 19, "META-12"),
    "schema-not-utf-8": (meta(VERSION, "01", TEXT, "a1ff"), "META", 19, "META-07"),
    "description-nil": (meta(VERSION, "01", DESCRIPTION, "c0"), "META", 24, "META-12"),
    "meta-nil": (meta(VERSION, "01", META, "c0"), "META", 17, "META-12"),
    "meta-array": (meta(VERSION, "01", META, "90"), "META", 17, "META-12"),
    "description-surrogate": (meta(VERSION, "01", DESCRIPTION, "a3eda080"), "META", 24, "META-14"),
    "value-not-utf-8": (user("81a16192c0a180"), "META", 45, "META-14"),
    "ext-deep": (user("81a16192c0d40000"), "META", 45, "META-07"),
    "timestamp-96-that-is-none": (user("81a161c70cffffffffff0000000000000000"), "META", 43, "META-07"),
    "level-17": (user("81a161" + "91" * 17 + "00"), "META", 58, "META-15"),
    "level-17-of-maps": (user("81a161" * 17 + "00"), "META", 88, "META-15"),
    "level-17-before-what-is-in-it": (user("81a161" + "91" * 16 + "d40000"), "META", 58, "META-15"),
    "no-schema": (meta(VERSION, "01", DESCRIPTION, "a0", META, "80"), "META", 2, "META-12"),
    "no-meta": (meta(VERSION, "01", TEXT, "a0", DESCRIPTION, "a0"), "META", 2, "META-12"),
    "schema-after-the-meta-block": (meta(VERSION, "01", TEXT, "a122", DESCRIPTION, "a0"), "META", 2, "META-12"),
    "schema-in-str-32": (
        meta(VERSION, "01", TEXT, "db000000042142207a", DESCRIPTION, "a0", META, "80"),
        "SCHEMA",
        27,
        "SCHEMA-18",
    ),
}


@pytest.mark.parametrize(("data", "code", "offset", "requirement"), BAD_META.values(), ids=BAD_META.keys())
def test_a_meta_block_is_refused_where_it_is_at_fault(data: bytes, code: str, offset: int, requirement: str) -> None:
    refusal = reject(data)
    assert (refusal.code, refusal.offset, refusal.requirement) == (code, offset, f"DSPACK-{requirement}")


GOOD_META = {
    "every-form-of-1": (
        "89 a130 01 a131 cc01 a132 cd0001 a133 ce00000001 a134 cf0000000000000001 a135 d001 a136 d10001"
        "a137 d200000001 a138 d30000000000000001",
        {str(n): {"int": "1"} for n in range(9)},
    ),
    "least-and-greatest": (
        "82 a161 d38000000000000000 a162 cfffffffffffffffff",
        {"a": {"int": str(-(2**63))}, "b": {"int": str(2**64 - 1)}},
    ),
    "floats": (
        "84 a161 ca00000001 a162 cb8000000000000000 a163 caff800000 a164 cb0000000000000001",
        {
            "a": {"float": "0x36a0000000000000"},
            "b": {"float": "0x8000000000000000"},
            "c": {"float": "0xfff0000000000000"},
            "d": {"float": "0x0000000000000001"},
        },
    ),
    "nan": ("81 a161 ca7f800001", {"a": {"float": "nan"}}),
    "long-forms": (
        "de0003 d90161 dc0001c2 da000162 dd00000001c3 db0000000163 df00000000",
        {"a": {"array": [False]}, "b": {"array": [True]}, "c": {"map": {}}},
    ),
    "bins": (
        "83 a161 c400 a162 c5000100 a163 c6000000010a",
        {"a": {"bin": ""}, "b": {"bin": "00"}, "c": {"bin": "0a"}},
    ),
    "nul-and-bom-are-text": ("81 a100 a3efbbbf", {"\0": {"str": "\ufeff"}}),
}


@pytest.mark.parametrize(("tree", "members"), GOOD_META.values(), ids=GOOD_META.keys())
def test_user_meta_is_read_in_any_form(tree: str, members: dict[str, Any]) -> None:
    [data_set] = decode(user(tree))
    assert comparable(data_set["meta"], {"map": members}) == {"map": members}


def test_keys_are_written_by_their_octets_whatever_the_order_given() -> None:
    # U+FFFF is three octets from ef on, U+10000 four from f0 on: UTF-16 would have them the other way round.
    keys = ["ä", "\U00010000", "\uffff", "b", "ab", "a", ""]
    value = {"schema": "!", "description": "", "meta": {"map": dict.fromkeys(keys)}, "rows": []}
    ascending = bytes.fromhex("87 a0c0 a161c0 a26162c0 a162c0 a2c3a4c0 a3efbfbfc0 a4f0908080c0")
    assert encode([value]).endswith(ascending)


FORMS = {
    "0": "00",
    "127": "7f",
    "128": "cc80",
    "255": "ccff",
    "256": "cd0100",
    "65535": "cdffff",
    "65536": "ce00010000",
    "4294967295": "ceffffffff",
    "4294967296": "cf0000000100000000",
    "-1": "ff",
    "-32": "e0",
    "-33": "d0df",
    "-128": "d080",
    "-129": "d1ff7f",
    "-32768": "d18000",
    "-32769": "d2ffff7fff",
    "-2147483648": "d280000000",
    "-2147483649": "d3ffffffff7fffffff",
}


@pytest.mark.parametrize(("number", "octets"), FORMS.items())
def test_an_integer_is_written_in_its_shortest_form(number: str, octets: str) -> None:
    value = {"schema": "!", "description": "", "meta": {"map": {"": {"int": number}}}, "rows": []}
    assert encode([value]).endswith(bytes.fromhex("81a0" + octets))


LENGTHS = [
    (0, "a0"),
    (31, "bf"),
    (32, "d920"),
    (255, "d9ff"),
    (256, "da0100"),
    (65535, "daffff"),
    (65536, "db00010000"),
]


@pytest.mark.parametrize(("size", "head"), LENGTHS)
def test_a_str_is_written_in_its_shortest_form(size: int, head: str) -> None:
    value = {"schema": "!", "description": "a" * size, "meta": {"map": {}}, "rows": []}
    data = encode([value])
    assert data[-6 - size - len(head) // 2 : -6 - size].hex() == head
    assert decode(data)[0]["description"] == "a" * size


@pytest.mark.parametrize(
    ("size", "head"),
    [(65534, "fffe"), (65535, "ffff0000"), (65536, "ffff0001"), (131070, "ffffffff")],
)
def test_a_long_meta_block_has_one_length(size: int, head: str) -> None:
    value = {"version": "1", "schema": "!", "fields": [], "meta": {"map": {}}, "rows": []}
    empty = len(encode([{**value, "description": ""}])) - 2
    overhead = 2 if size < 65536 + empty else 4  # of the description's length beside that of the empty one
    value["description"] = "a" * (size - empty - overhead)
    data = encode([value])
    assert (data[: len(head) // 2].hex(), len(data) - len(head) // 2) == (head, size)
    assert decode(data) == [value]


# --- rows and their frames ------------------------------------------------------------------------

BAD_ROWS = {
    "no-row": ("!B", "", "ROW", 0, "ROW-04"),
    "no-fields": ("!", "", "ROW", 0, "SCHEMA-19"),
    "no-fields-but-octets": ("@ ", "00", "ROW", 0, "SCHEMA-19"),
    "pad-cut": ("!Bx", "01", "ROW", 1, "ROW-04"),
    "fixed-string-cut": ("!B3s", "016162", "ROW", 1, "ROW-04"),
    "fixed-p-cut-before-its-length-octet": ("!4p", "ff0000", "ROW", 0, "ROW-04"),
    "prefix-cut": ("!B3~s", "010000", "ROW", 1, "ROW-04"),
    "content-cut": ("!2~s", "000261", "ROW", 2, "ROW-04"),
    "content-of-2^64-1": ("<8~s", "ffffffffffffffff61", "ROW", 8, "ROW-04"),
    "content-absent": ("!~s", "01", "ROW", 1, "ROW-04"),
    "prefix-of-a-list-cut": ("!2~:B", "00", "ROW", 0, "ROW-04"),
    "list-cut": ("!2:H", "000100", "ROW", 0, "ROW-04"),
    "list-of-strings-cut-by-least-sizes": ("!2:2~s", "000061", "ROW", 0, "ROW-04"),
    "second-string-of-a-list-cut": ("!2:2~s", "0001610001", "ROW", 5, "ROW-04"),
    "second-prefix-of-a-list-cut": ("!2:2~s", "00016100", "ROW", 3, "ROW-04"),
    "wrapping-product": ("!8~:Q", "2000000000000001" + "00" * 8, "ROW", 8, "ROW-04"),
    "alignment-cut": ("@BQ", "07000000", "ROW", 1, "ROW-04"),
    "aligned-scalar-cut": ("@Bh", "070000", "ROW", 2, "ROW-04"),
    "aligned-list-cut-by-its-items": ("@B2:h", "07000100", "ROW", 1, "ROW-04"),
    "aligned-list-cut-by-its-alignment": ("@B2:h", "0700010002", "ROW", 4, "ROW-04"),
    "aligned-list-cut-at-its-alignment": ("@:h", "01aabb", "ROW", 2, "ROW-04"),
    "left-over": ("<:B", "010203", "ROW", 2, "ROW-04"),
    "left-over-alignment": ("@IB", "0000000001000000", "ROW", 5, "ROW-04"),
    "p-of-1-with-an-octet": ("!1p", "01", "FIELD", 0, "STR-10"),
    "p-in-a-list": ("!2:2p", "01610261", "FIELD", 2, "STR-10"),
    "p-without-a-buffer": (">2~p", "0000", "FIELD", 0, "STR-08"),
    "p-without-a-buffer-in-a-list": ("!:~p", "02010000", "FIELD", 3, "STR-08"),
    "p-beyond-its-buffer": ("!B~p", "07010161", "FIELD", 2, "STR-08"),
    "field-before-left-over": ("!2p", "ff0000", "FIELD", 0, "STR-10"),
    "cut-before-field": ("!2pB", "ff00", "FIELD", 0, "STR-10"),
    "list-cut-before-field": ("!2:2p", "ff0000", "ROW", 0, "ROW-04"),
}


@pytest.mark.parametrize(("schema", "octets", "code", "offset", "requirement"), BAD_ROWS.values(), ids=BAD_ROWS.keys())
def test_a_row_is_refused_where_it_is_at_fault(
    schema: str, octets: str, code: str, offset: int, requirement: str
) -> None:
    refusal = reject(bytes.fromhex(octets), row(schema))
    assert (refusal.code, refusal.offset, refusal.requirement) == (code, offset, f"DSPACK-{requirement}")


GOOD_ROWS: dict[str, tuple[str, str, list[Any]]] = {
    "big-endian": ("!hI", "0001 00000002", ["1", "2"]),
    "little-endian": ("<hI", "0100 02000000", ["1", "2"]),
    "native-is-little-endian": ("=hI", "0100 02000000", ["1", "2"]),
    "native-has-standard-sizes": ("=lL", "ffffffff ffffffff", ["-1", str(2**32 - 1)]),
    "lp64": ("@lLP", "ff" * 24, ["-1", str(2**64 - 1), str(2**64 - 1)]),
    "aligned-after-a-prefix": ("@:~sd", "00" * 8 + "000000000000f03f", [[], "0x3ff0000000000000"]),
    "list-of-aligned": ("@B:i", "01 02 0000 01000000 ffffffff", ["1", ["1", "-1"]]),
    "aligned-after-a-string": ("@~sH", "02 6162 00 0100", ["6162", "1"]),
    "prefix-of-5-octets": ("<5~s", "0100000000 61", ["61"]),
    "prefix-of-7-octets": (">7~:c", "00000000000002 6162", [["61", "62"]]),
    "booleans": ("!4:?", "00 01 80 ff", [[False, True, True, True]]),
    "trimmed-inside-only": ("!4S ~S", "61006200 03 006100", ["610062", "0061"]),
    "trimmed-to-nothing": ("!2S :2~S", "0000 01 0002 0000", ["", [""]]),
    "p-with-slack": ("!4p ~p", "01 61 ffff 03 01 61 ff", ["61", "61"]),
    "p-of-1": ("!p 2:1p", "00 0000", ["", ["", ""]]),
    "p-of-300": ("!300p", "ff" + "61" * 255 + "00" * 44, ["61" * 255]),
    "list-of-p": ("!:~p", "02 01 00 02 01 61", [["", "61"]]),
    "pad-between": ("!xBx(a)", "ff 01 ff", ["1"]),
    "only-pads": ("!xx", "0000", []),
}


@pytest.mark.parametrize(("schema", "octets", "values"), GOOD_ROWS.values(), ids=GOOD_ROWS.keys())
def test_a_row_has_its_values(schema: str, octets: str, values: list[Any]) -> None:
    assert decode(bytes.fromhex(octets), row(schema)) == values


PARTIAL = {
    "before-the-first-dynamic": ("!B2:hx:BH", "01 0002 0003 00 ff", ["1", ["2", "3"]]),
    "before-a-list-of-dynamic-strings": ("!B2:~s", "01", ["1"]),
    "no-octets-and-no-values": ("!~s", "", []),
    "a-defect-after-it": ("!B~p", "01 00", ["1"]),
}


@pytest.mark.parametrize(("schema", "octets", "values"), PARTIAL.values(), ids=PARTIAL.keys())
def test_a_first_part_has_its_values(schema: str, octets: str, values: list[Any]) -> None:
    assert decode(bytes.fromhex(octets), row(schema, mode="partial")) == values


def test_a_first_part_is_judged_as_ever() -> None:
    assert reject(b"\5\0", row("!2p~s", mode="partial")).code == "FIELD"
    assert reject(b"\1\0", row("!BH~s", mode="partial")).offset == 1
    assert reject(b"", row("!", mode="partial")).requirement == "DSPACK-SCHEMA-19"


BAD_FRAMES = {
    "marker-then-a-byte": (PLAIN + bytes(5), "TRUNCATED", 45, "SET-05"),
    "marker-then-a-marker": (PLAIN + bytes(8), "META", 45, "META-04"),
    "inputs-end-to-end": (PLAIN + PLAIN, "TRUNCATED", 45, "SET-05"),
    "row-length-with-bit-31-before-room": (PLAIN + b"\x80\0\0\0", "ROW", 41, "ROW-02"),
    "row-absent": (PLAIN + b"\0\0\0\1", "TRUNCATED", 45, "SET-05"),
    "row-cut-before-its-fields": (PLAIN + b"\0\0\0\3\1\2", "TRUNCATED", 45, "SET-05"),
    "row-left-over": (PLAIN + b"\0\0\0\2\1\2", "ROW", 46, "ROW-04"),
    "second-row": (PLAIN + b"\0\0\0\1\1\0\0\0\2\1\2", "ROW", 51, "ROW-04"),
    "second-data-set": (PLAIN + bytes(4) + PLAIN + b"\0\0\0\2\1\2", "ROW", 91, "ROW-04"),
}


@pytest.mark.parametrize(("data", "code", "offset", "requirement"), BAD_FRAMES.values(), ids=BAD_FRAMES.keys())
def test_a_frame_is_refused_where_it_is_at_fault(data: bytes, code: str, offset: int, requirement: str) -> None:
    refusal = reject(data)
    assert (refusal.code, refusal.offset, refusal.requirement) == (code, offset, f"DSPACK-{requirement}")


@pytest.mark.parametrize("mode", [{}, {"mode": "partial"}], ids=["full", "partial"])
def test_data_sets_are_apart_and_a_last_marker_says_nothing(mode: Context) -> None:
    one = b"\0\0\0\1\7"
    found = decode(PLAIN + one + one + bytes(4) + PLAIN + one + bytes(4), {"scope": "file", **mode})
    assert [data_set["rows"] for data_set in found] == [[["7"], ["7"]], [["7"]]]


# --- what an encoder refuses ----------------------------------------------------------------------

NO_VALUES = {
    "too-great": ("!B", ["256"], "VALUE", "TYPE-21"),
    "too-small": ("!b", ["-129"], "VALUE", "TYPE-21"),
    "l-of-4-bytes": ("=l", ["2147483648"], "VALUE", "TYPE-21"),
    "null": ("!B", [None], "VALUE", "TYPE-21"),
    "leading-zero": ("!B", ["01"], "VALUE", "TYPE-21"),
    "list-for-a-single": ("!B", [["1"]], "VALUE", "TYPE-21"),
    "single-for-a-list": ("!:B", ["1"], "VALUE", "TYPE-21"),
    "integer-for-a-boolean": ("!?", ["1"], "VALUE", "TYPE-21"),
    "boolean-for-octets": ("!s", [True], "VALUE", "TYPE-21"),
    "f-for-d": ("!d", ["0x3f800000"], "VALUE", "TYPE-21"),
    "boolean-for-a-float": ("!f", [True], "VALUE", "TYPE-21"),
    "half-an-octet": ("!s", ["6"], "VALUE", "TYPE-21"),
    "overflow": ("!f", ["0x47efffffffffffff"], "VALUE", "TYPE-24"),
    "too-long": ("!2s", ["616263"], "LENGTH", "STR-06"),
    "too-long-text": ("!s", [{"text": "ä"}], "LENGTH", "STR-06"),
    "too-long-when-trimmed": ("!2S", ["61006200"], "LENGTH", "STR-06"),
    "too-long-for-its-prefix": ("!~s", ["00" * 256], "LENGTH", "STR-05"),
    "c-of-none": ("!c", [""], "LENGTH", "ENC-04"),
    "c-of-two": ("!2:c", [["61", "6162"]], "LENGTH", "ENC-04"),
    "p-of-4": ("!4p", ["61616161"], "LENGTH", "ENC-04"),
    "p-of-300": ("!300p", ["61" * 256], "LENGTH", "ENC-04"),
    "p-with-a-prefix-of-1": ("!~p", ["61" * 255], "LENGTH", "ENC-04"),
    "p-with-a-prefix-of-2": ("!2~p", ["61" * 256], "LENGTH", "ENC-04"),
    "list-of-too-many": ("!2:B", [["1", "2", "3"]], "LENGTH", "LIST-09"),
    "list-of-too-few": ("!2147483647:Q", [["1"]], "LENGTH", "LIST-09"),
    "list-too-long-for-its-prefix": ("!:B", [["1"] * 256], "LENGTH", "LIST-05"),
    "row-too-long": ("!2147483647s B", ["", "1"], "LENGTH", "ENC-06"),
    "row-too-long-by-alignment": ("@2147483644s I", ["", "1"], "LENGTH", "ENC-06"),
    "too-few": ("!Bx", [], "ARITY", "API-04"),
    "too-many": ("!Bx", ["1", "2"], "ARITY", "API-04"),
    "name-missing": ("!B(a)B(b)", {"a": "1"}, "ARITY", "API-04"),
    "name-unknown": ("!B(a)x(b)", {"a": "1", "b": "1"}, "ARITY", "API-04"),
    "no-fields": ("!", [], "ARITY", "SCHEMA-19"),
    "no-schema": ("!!", [], "SCHEMA", "SCHEMA-18"),
}


@pytest.mark.parametrize(("schema", "value", "code", "requirement"), NO_VALUES.values(), ids=NO_VALUES.keys())
def test_a_row_that_cannot_be_is_not_written(schema: str, value: Any, code: str, requirement: str) -> None:
    with pytest.raises(OracleReject) as caught:
        encode(value, row(schema))
    assert (caught.value.code, caught.value.requirement) == (code, f"DSPACK-{requirement}")
    assert caught.value.offset is None


ROWS_WRITTEN: dict[str, tuple[str, Any, str]] = {
    "by-name": ("!x(p)B(b)H", {"f3": "2", "b": "1"}, "00 01 0002"),
    "text": ("!~s 3S c", [{"text": "ß"}, {"text": "a\0"}, {"text": "c"}], "02c39f 610000 63"),
    "rounded-to-even": ("!2:f", [["0x3ff0000010000000", "0x3ff0000030000000"]], "3f800000 3f800002"),
    "greatest-f": ("!f", ["0x47efffffefffffff"], "7f7fffff"),
    "rounded-to-zero": ("<f", ["0xb690000000000000"], "00000080"),
    "infinity": ("!f", ["0xfff0000000000000"], "ff800000"),
    "nan": ("!fd", ["0x7ff8000000000000", "0x7ff8000000000000"], "7fc00000 7ff8000000000000"),
    "c-is-00": ("!c", ["00"], "00"),
    "p-of-the-greatest-buffer": ("!~p", ["61" * 254], "ff fe" + "61" * 254),
    "s-of-the-greatest-prefix": ("!~S", ["61" * 255 + "00"], "ff" + "61" * 255),
}


@pytest.mark.parametrize(("schema", "value", "octets"), ROWS_WRITTEN.values(), ids=ROWS_WRITTEN.keys())
def test_a_row_is_written(schema: str, value: Any, octets: str) -> None:
    assert encode(value, row(schema)) == bytes.fromhex(octets)


EMPTY: dict[str, Any] = {"schema": "!", "description": "", "meta": {"map": {}}, "rows": []}
NO_INPUTS: dict[str, tuple[list[Any], str, str]] = {
    "no-data-set": ([], "ARITY", "ENC-05"),
    "meta-too-long": ([{**EMPTY, "description": "a" * 131070}], "LENGTH", "META-04"),
    "meta-no-map": ([{**EMPTY, "meta": None}], "VALUE", "ENC-06"),
    "integer-too-great": ([{**EMPTY, "meta": {"map": {"a": {"int": str(2**64)}}}}], "VALUE", "ENC-06"),
    "integer-too-small": ([{**EMPTY, "meta": {"map": {"a": {"int": str(-(2**63) - 1)}}}}], "VALUE", "ENC-06"),
    "str-not-utf-8": ([{**EMPTY, "meta": {"map": {"a": {"utf8": "ff"}}}}], "VALUE", "ENC-06"),
    "description-not-utf-8": ([{**EMPTY, "description": {"utf8": "ff"}}], "VALUE", "ENC-06"),
    "unknown-kind": ([{**EMPTY, "meta": {"map": {"a": {"ext": "00"}}}}], "VALUE", "ENC-06"),
    "bare-text": ([{**EMPTY, "meta": {"map": {"a": "b"}}}], "VALUE", "ENC-06"),
    "half-a-float": ([{**EMPTY, "meta": {"map": {"a": {"float": "0x00000000"}}}}], "VALUE", "ENC-06"),
    "schema": ([{**EMPTY, "schema": "B"}], "SCHEMA", "SCHEMA-02"),
    "second-data-set": ([EMPTY, {**EMPTY, "rows": [[]]}], "ARITY", "SCHEMA-19"),
}


@pytest.mark.parametrize(("value", "code", "requirement"), NO_INPUTS.values(), ids=NO_INPUTS.keys())
def test_an_input_that_cannot_be_is_not_written(value: list[Any], code: str, requirement: str) -> None:
    with pytest.raises(OracleReject) as caught:
        encode(value)
    assert (caught.value.code, caught.value.requirement) == (code, f"DSPACK-{requirement}")


# --- policies -------------------------------------------------------------------------------------


def test_the_last_of_repeated_keys_counts() -> None:
    policies = {"dspack.duplicate-meta-key": "last"}
    repeated = meta(VERSION, "02", TEXT, "a121", DESCRIPTION, "a161", META, "82a16101a16102", VERSION, "01", TEXT, B)
    assert decode(repeated, None, policies) == [
        {
            "version": "1",
            "schema": "!B",
            "fields": [{"name": "f1", "note": None}],
            "description": "a",
            "meta": {"map": {"a": {"int": "2"}}},
            "rows": [],
        }
    ]
    untyped = meta(VERSION, "01", DESCRIPTION, "c0", TEXT, B, DESCRIPTION, "a0", META, "80")
    assert reject(untyped, None, policies).requirement == "DSPACK-META-12"


def test_octets_that_are_no_text_are_kept() -> None:
    [found] = decode(user("81a16192a2c080a3eda080"), None, {"dspack.meta-utf8": "keep"})
    assert found["meta"] == {"map": {"a": {"array": [{"utf8": "c080"}, {"utf8": "eda080"}]}}}


def test_keys_that_are_no_text_are_refused_whatever_the_policy() -> None:
    assert reject(user("81a1ff00"), None, {"dspack.meta-utf8": "keep"}).requirement == "DSPACK-META-07"


def test_user_meta_of_128_levels_is_read() -> None:
    [found] = decode(user("81a0" * 128 + "c0"), None, {"dspack.meta-depth": "accept"})
    assert str(found["meta"]).count("map") == 128


@pytest.mark.parametrize("schema", ["!4p", "!4p:B"])
def test_a_length_octet_is_clamped(schema: str) -> None:
    octets = b"\xffabc" + bytes(":" in schema)
    assert decode(octets, row(schema), {"dspack.pascal-overrun": "clamp"})[0] == "616263"
    assert decode(octets, row(schema, mode="partial"), {"dspack.pascal-overrun": "clamp"}) == ["616263"]


def test_a_repeated_name_is_kept_but_not_for_rows_by_name() -> None:
    policies = {"dspack.duplicate-names": "keep"}
    assert decode(b"\1\2", row("!B(a)B(a)"), policies) == ["1", "2"]
    assert encode(["1", "2"], row("!B(a)B(a)"), policies) == b"\1\2"
    with pytest.raises(OracleReject) as caught:
        encode({"a": "1"}, row("!B(a)B(a)"), policies)
    assert caught.value.code == "ARITY"


# --- independence ---------------------------------------------------------------------------------

SOURCES = sorted(HERE.glob("dspack_*.py"))


@pytest.mark.parametrize("source", SOURCES, ids=[source.name for source in SOURCES])
def test_requirements_that_the_oracle_names_exist(source: Path) -> None:
    strings = [node.value for node in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(node, ast.Constant)]
    named = {text for text in strings if isinstance(text, str) and re.fullmatch(r"[A-Z]+-\d\d", text)}
    assert {f"DSPACK-{text}" for text in named} - dspack_spec.origins().keys() == set()


def test_the_oracle_imports_nothing_of_the_project() -> None:
    names = "import sys, oracles.dspack_oracle; print(*(name for name in sys.modules if name.startswith('goldenwire')))"
    done = subprocess.run(
        [sys.executable, "-c", names], cwd=HERE.parent, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == []
