"""The DataSetPack oracle on hand-written meta blocks."""

from typing import Any

import pytest

from dspack.oracle.asked import DESCRIPTION, META, TEXT, VERSION, B, meta, reject, told, told_in_writing, user
from dspack.oracle.atoms import comparable
from dspack.oracle.codec import decode, encode
from kit.each import each

REPEATED = meta(VERSION, "01", TEXT, B, VERSION, "02", DESCRIPTION, "a0", META, "80")

# The first byte of the meta maps below is at 2; the first octet of "!B" is at 19.
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
    "ext-of-2^32-1": (user("81a16bc9ffffffff0100"), "META", 43, "META-07"),
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


@each(("data", "code", "offset", "requirement"), BAD_META.values(), ids=BAD_META.keys())
def test_a_meta_block_is_refused_where_it_is_at_fault(data: bytes, code: str, offset: int, requirement: str) -> None:
    assert told(reject(data)) == (code, offset, requirement)


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
    "nan": ("81 a161 ca7f800001", {"a": {"float": {"nan": "16"}}}),
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
    # U+FFFF takes three octets from ef on, U+10000 four from f0 on: in UTF-16 the order is the reverse.
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
    overhead = 2 if size < 65536 + empty else 4  # by which the length of the description exceeds that of ""
    value["description"] = "a" * (size - empty - overhead)
    data = encode([value])
    assert (data[: len(head) // 2].hex(), len(data) - len(head) // 2) == (head, size)
    assert decode(data) == [value]


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
    assert told_in_writing(value) == (code, requirement)
