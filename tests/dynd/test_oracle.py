"""Tests of the oracle itself, on the specification's examples and on hand-written bytes."""

import re
from typing import Any

import pytest

from dynd.oracle import spec as dynd_spec
from dynd.oracle.codec import decode, encode
from dynd.oracle.leaves import VARINT
from dynd.oracle.types import SENTINELS, OracleReject, parse_type
from kit.each import each


def reject(context: dict[str, str], data: bytes, **policies: str) -> OracleReject:
    with pytest.raises(OracleReject) as caught:
        decode(context, data, {f"dynd.{key.replace('_', '-')}": choice for key, choice in policies.items()})
    return caught.value


def core(text: str) -> dict[str, str]:
    return {"type": text}


def cbor(text: str) -> dict[str, str]:
    return {"type": text, "profile": "cbor"}


def storage(text: str) -> dict[str, str]:
    return {"type": text, "profile": "storage"}


# --- the specification's own examples -------------------------------------------------------------


def examples(verdict: str) -> list[Any]:
    chosen = {title: pair for title, pair in dynd_spec.examples().items() if pair[1]["verdict"] == verdict}
    return [pytest.param(data, outcome, id=title) for title, (data, outcome) in chosen.items()]


def test_every_example_is_read() -> None:
    assert len(dynd_spec.examples()) == len(re.findall("^### Example ", dynd_spec.text(), re.M)) > 50


@each(("data", "outcome"), examples("accept"))
def test_an_example_has_its_value(data: bytes, outcome: dict[str, Any]) -> None:
    assert decode(outcome["context"], data) == outcome["value"]
    assert encode(outcome["context"], outcome["value"]) == data


@pytest.mark.parametrize(("data", "outcome"), examples("reject"))
def test_an_example_is_refused(data: bytes, outcome: dict[str, Any]) -> None:
    refusal = reject(outcome["context"], data)
    assert ([refusal.code], refusal.offset) == (outcome["code"], outcome["offset"]), refusal


@pytest.mark.parametrize(("data", "outcome"), examples("either"))
def test_an_example_depends_on_a_policy(data: bytes, outcome: dict[str, Any]) -> None:
    (accepting,) = outcome["outcomes"].keys() - {"reject"}
    refusal, expected = reject(outcome["context"], data), outcome["outcomes"]["reject"]
    assert ([refusal.code], refusal.offset) == (expected["code"], expected["offset"]), refusal
    policies = {outcome["policy"]: accepting}
    value = outcome["outcomes"][accepting]["value"]
    assert decode(outcome["context"], data, policies) == value
    assert encode(outcome["context"], value, policies) == data


def test_the_sentinels_are_those_of_the_table() -> None:
    rows = {row[0]: row[1] for row in dynd_spec.table("T | sentinel (bytes as stored)")}
    assert rows.keys() == SENTINELS.keys()
    assert rows.pop("int128") == "fifteen bytes `00`, then `80"
    assert {kind: bytes.fromhex(dump) for kind, dump in rows.items()}.items() <= SENTINELS.items()


# --- hand-written bytes ---------------------------------------------------------------------------

ESCAPED = r"""{'\u0000\u007f\uffff\U0010ffff\'\\\n"/': ()}"""
NESTED = "(" * 64 + ")" * 64
LONGEST = "{" + "a" * (65535 - len("{: int8}")) + ": int8}"


def text(string: str) -> str:
    """Return a size and the text, in hexadecimal."""
    return bytes(VARINT.build(len(string.encode())) + string.encode()).hex()


def held(depth: int) -> str:
    """Return nested arrays around a bool."""
    return text("array[Any]") * (depth - 1) + text("bool") + "01"


# Type, bytes, value.
ACCEPTED = {
    "least-int128": ("int128", "00" * 15 + "80", str(-(2**127))),
    "greatest-uint128": ("uint128", "ff" * 16, str(2**128 - 1)),
    "binary128": ("float128", "01" + "00" * 14 + "80", "0x8000000000000000000000000000" + "0001"),
    "size-of-two-bytes": ("bytes", "8001" + "ab" * 128, "ab" * 128),
    "byte-order-mark-and-nul": ("string", "04efbbbf00", "\ufeff\0"),
    "first-and-last-characters": (
        "4 * char",
        "ed9fbf ee8080 f0908080 f48fbfbf",
        ["\ud7ff", "\ue000", "\U00010000", "\U0010ffff"],
    ),
    "no-rows": ("0 * var * string", "", []),
    "rows-without-bytes": ("3 * 0 * string", "", [[], [], []]),
    "rows-of-complex": (
        "1 * 2 * complex[float32]",
        "0000803f000000c0 0000003f00004040",
        [[["0x3f800000", "0xc0000000"], ["0x3f000000", "0x40400000"]]],
    ),
    "rows-of-bool": ("2 * 2 * bool", "00010100", [[False, True], [True, False]]),
    "option-of-rows": ("?2 * int8", "01 0102", [["1", "2"]]),
    "option-of-uint64": ("?uint64", "01" + "ff" * 8, [str(2**64 - 1)]),
    "option-of-float16": ("?float16", "01 007e", ["0x7e00"]),
    "option-of-complex-nan": ("?complex[float64]", "ff" * 16, [["0x" + "f" * 16] * 2]),
    "option-of-char": ("?char", "01 c3a9", ["é"]),
    "option-of-bytes": ("2 * ?bytes[2]", "00 01 8000", [None, ["8000"]]),
    "pointer-to-pointer": ("pointer[pointer[int8]]", "05", "5"),
    "escaped-names": ("type", text(ESCAPED), ESCAPED),
    "words-as-names": ("type", text("{var: bool, Any: bool, type: type}"), "{var: bool, Any: bool, type: type}"),
    "greatest-dimension": ("type", text(f"{2**63 - 1} * int8"), f"{2**63 - 1} * int8"),
    "greatest-of-nothing": ("0 * 9223372036854775807 * int128", "", []),
    "64-levels": ("type", text(NESTED), NESTED),
    "longest-type-string": ("type", text(LONGEST), LONGEST),
    "array-in-a-row": (
        "var * array[Any]",
        "02" + text("int8") + "05" + text("()"),
        [{"type": "int8", "value": "5"}, {"type": "()", "value": []}],
    ),
}


@pytest.mark.parametrize(("string", "dump", "value"), ACCEPTED.values(), ids=ACCEPTED.keys())
def test_conforming_bytes_have_their_value(string: str, dump: str, value: Any) -> None:
    data = bytes.fromhex(dump)
    assert decode(core(string), data) == value
    assert encode(core(string), value) == data


# Context, bytes, class, offset.
REJECTED = {
    "bool-in-an-option": (core("?bool"), "03", "BOOL_INVALID", 0),
    "bool-in-rows": (core("2 * 2 * bool"), "00010002", "BOOL_INVALID", 3),
    "varint-cut": (core("(int8, bytes)"), "0080", "TRUNCATED", 1),
    "varint-of-ten-bytes-cut": (core("bytes"), "ff" * 9, "TRUNCATED", 0),
    "varint-overflow-that-goes-on": (core("bytes"), "80" * 9 + "81", "VARINT_OVERFLOW", 0),
    "varint-ten-bytes-nonminimal": (core("bytes"), "80" * 9 + "00", "VARINT_NONMINIMAL", 0),
    "greatest-size": (core("bytes"), "ff" * 9 + "01", "TRUNCATED", 10),
    "greatest-count": (core("var * int8"), "ff" * 9 + "01", "TRUNCATED", 10),
    "count-of-what-may-be-empty": (core("var * string"), "03" + "0000", "TRUNCATED", 1),
    "product-beyond-64-bits": (core("4294967296 * 4294967296 * int8"), "00", "TRUNCATED", 0),
    "inner-row-without-room": (core("2 * var * int8"), "01 05 02 05", "TRUNCATED", 3),
    "number-cut": (core("(int32, int32, int32)"), "00" * 8, "TRUNCATED", 8),
    "rows-cut": (core("3 * int32"), "00" * 8, "TRUNCATED", 0),
    "complex-cut": (core("(bool, complex[float64])"), "01" + "00" * 15, "TRUNCATED", 1),
    "fixed-bytes-cut": (core("(bool, bytes[9223372036854775807])"), "0101", "TRUNCATED", 1),
    "option-cut-in-its-tag": (core("(bool, ?string)"), "01", "TRUNCATED", 1),
    "option-cut-in-its-sentinel": (core("?int32"), "000000", "TRUNCATED", 0),
    "text-cut-within-a-character": (core("string"), "02c3", "TRUNCATED", 1),
    "text-ends-within-a-character": (core("string"), "02 61c3", "UTF8_INVALID", 1),
    "char-surrogate-cut": (core("char"), "eda0", "UTF8_INVALID", 0),
    "char-too-great-cut": (core("char"), "f490", "UTF8_INVALID", 0),
    "char-overlong-cut": (core("char"), "e080", "UTF8_INVALID", 0),
    "char-continuation": (core("char"), "80", "UTF8_INVALID", 0),
    "char-cut": (core("(bool, char)"), "01f09f98", "TRUNCATED", 1),
    "nan-in-rows-of-options": (core("2 * ?float64"), "00" * 8 + "010000000000f8ff", "NA_NONCANONICAL", 8),
    "type-not-utf-8": (core("type"), "02c328", "UTF8_INVALID", 1),
    "type-cut": (core("(bool, type)"), "0105626f6f", "TRUNCATED", 2),
    "type-too-long": (core("(bool, type)"), "01 808004", "LIMIT_TYPE_LENGTH", 1),
    "type-size-varint-first": (core("type"), "80808000", "VARINT_NONMINIMAL", 0),
    "type-65-levels": (core("(bool, type)"), "01" + text(f"({NESTED})"), "LIMIT_DEPTH", 3),
    "type-too-deep-before-a-range": (core("type"), text("(" * 65 + f"{2**63} * int8"), "LIMIT_DEPTH", 1),
    "type-range-of-bytes": (core("type"), text(f"bytes[{2**63}]"), "TYPE_RANGE", 1),
    "type-range-of-many-digits": (core("type"), text("9" * 5000 + " * int8"), "TYPE_RANGE", 2),
    "type-range-before-syntax": (core("type"), text(f"({2**63} * int8"), "TYPE_RANGE", 1),
    "type-name-after-escapes-twice": (core("type"), text(r"{'\'': int8, '\'': int8}"), "TYPE_DUP_FIELD", 1),
    "array-mismatch-before-its-content": (core("array[int8]"), text("bool") + "07", "ARRAY_TYPE_MISMATCH", 1),
    "array-of-any-holds-no-any": (core("array[Any]"), text("Any"), "TYPE_SYNTAX", 1),
    "64-arrays": (core("array[Any]"), held(64), "LIMIT_DEPTH", 11 * 63 + 1),
    "array-within-a-type": (core("((array[Any]))"), text("(" * 62 + ")" * 62), "LIMIT_DEPTH", 1),
    "too-many-rows-of-nothing": (core("1048577 * void"), "", "LIMIT_ELEMENTS", 0),
    "too-many-in-var": (core("(bool, var * ())"), "01 818040", "LIMIT_ELEMENTS", 4),
    "too-many-in-all": (core("(1048575 * void, bool, void)"), "00", "LIMIT_ELEMENTS", 1),
    "rows-of-rows-of-nothing": (core("1024 * 1024 * void"), "", "LIMIT_ELEMENTS", 0),
    "nothing-in-options": (core("var * ?1048575 * void"), "02 01 01", "LIMIT_ELEMENTS", 3),
    "trailing-after-nothing": (core("void"), "00", "TRAILING_BYTES", 0),
    "destination-depth": (core(f"({NESTED})"), "", "LIMIT_DEPTH", 0),
    "destination-range": (core(f"{2**63} * int8"), "", "TYPE_RANGE", 0),
    "destination-field-twice": (core("{x: int8, x: int8}"), "0102", "TYPE_DUP_FIELD", 0),
    "destination-too-long": (core(LONGEST.replace("a:", "aa:")), "01", "LIMIT_TYPE_LENGTH", 0),
    "storage-room": (storage("storage[2 * 3 * int16, axis=[1, 0]]"), "00" * 11, "TRUNCATED", 0),
    "storage-counts-as-its-array": (storage("storage[1024 * 1024 * void, axis=[1, 0]]"), "", "LIMIT_ELEMENTS", 0),
    "cbor-nothing": (cbor("array[Any]"), "", "TRUNCATED", 0),
    "cbor-reserved-info": (cbor("array[Any]"), "1c", "CBOR_SYNTAX", 0),
    "cbor-break": (cbor("array[Any]"), "ff", "CBOR_SYNTAX", 0),
    "cbor-indefinite-integer": (cbor("array[Any]"), "1f", "CBOR_SYNTAX", 0),
    "cbor-indefinite-text": (cbor("array[Any]"), "7f", "CBOR_NONCANONICAL", 0),
    "cbor-map": (cbor("array[Any]"), "a0", "CBOR_SYNTAX", 0),
    "cbor-half-cut": (cbor("array[Any]"), "f9", "CBOR_NONCANONICAL", 0),
    "cbor-double-cut": (cbor("array[Any]"), "fb3ff8", "TRUNCATED", 0),
    "cbor-argument-cut": (cbor("array[Any]"), "1900", "TRUNCATED", 0),
    "cbor-argument-too-long": (cbor("array[Any]"), "1817", "CBOR_NONCANONICAL", 0),
    "cbor-beyond-int64": (cbor("array[bool]"), "1b8000000000000000", "CBOR_NONCANONICAL", 0),
    "cbor-mismatch-before-payload": (cbor("array[bool]"), "6461", "ARRAY_TYPE_MISMATCH", 0),
    "cbor-payload-cut": (cbor("array[Any]"), "6461", "TRUNCATED", 1),
    "cbor-text-not-utf-8": (cbor("array[Any]"), "61ff", "UTF8_INVALID", 1),
    "cbor-trailing": (cbor("array[Any]"), "f5f5", "TRAILING_BYTES", 1),
    "cbor-other-tag": (cbor("array[Any]"), "c1 82", "CBOR_SYNTAX", 0),
    "cbor-three-items": (cbor("array[Any]"), "da44794e44 83", "CBOR_SYNTAX", 5),
    "cbor-type-as-bytes": (cbor("array[Any]"), "da44794e44 82 44696e7438 4105", "CBOR_SYNTAX", 6),
    "cbor-type-too-long": (cbor("array[Any]"), "da44794e44 82 7a00010000", "LIMIT_TYPE_LENGTH", 6),
    "cbor-tag-over-simple": (cbor("array[Any]"), "da44794e44 82 64626f6f6c 4101", "CBOR_NONCANONICAL", 0),
    "cbor-tag-over-simple-mismatch": (cbor("array[int8]"), "da44794e44 82 64626f6f6c 4101", "ARRAY_TYPE_MISMATCH", 7),
    "cbor-64-levels": (cbor("array[Any]"), "da44794e44 82 7880" + NESTED.encode().hex() + "40", "LIMIT_DEPTH", 8),
    "cbor-data-as-text": (cbor("array[Any]"), "da44794e44 82 64696e7438 6105", "CBOR_SYNTAX", 11),
    "cbor-data-cut": (cbor("array[Any]"), "da44794e44 82 64696e7438 4205", "TRUNCATED", 12),
    "cbor-data-too-short": (cbor("array[Any]"), "da44794e44 82 65696e743136 4105 00", "TRUNCATED", 13),
    "cbor-data-too-long": (cbor("array[Any]"), "da44794e44 82 64696e7438 420506", "TRAILING_BYTES", 13),
}


@each(("context", "dump", "code", "offset"), REJECTED.values(), ids=REJECTED.keys())
def test_a_defect_is_refused_where_it_is(context: dict[str, str], dump: str, code: str, offset: int) -> None:
    refusal = reject(context, bytes.fromhex(dump))
    assert (refusal.code, refusal.offset) == (code, offset), refusal


NO_TYPES = [
    "", " int8", "int8 ", "int", "int24", "uint", "real", "float80", "complex", "complex128", "complex[int8]", "intptr",
    "Any", "T", "3 * Any", "Fixed * int8", "N * int8", "int32 float64", "any", "option[int8]", "??int8", "? int8",
    "3*int8", "3  * int8", "-1 * int8", "03 * int8", "00 * int8", "fixed[3] * int8", "var*int8", "var * ", "3 * ",
    "bytes[]", "bytes[01]", "bytes[4, align=4]", "bytes[-1]", "fixed_bytes[4]", "pointer", "pointer[]", "pointer[Any]",
    "array", "array[]", "array[3 * Any]", "array[any]", "merkle[int8]", "(int8,)", "(int8,int8)", "( int8)", "(int8",
    "int8)", "{x: int8,}", "{x:int8}", "{x : int8}", "{x: int8", "{: int8}", "{x}", "{1x: int8}", "{é: int8}",
    "{'x': int8}", '{"a b": int8}', "{'a: int8}", r"{'\a': int8}", r"{'\"': int8}", r"{'\/': int8}",
    r"{'\u0041': int8}", r"{'\u000a': int8}", r"{'\u00E9': int8}", r"{'\ud800': int8}", r"{'\U0000ffff': int8}",
    r"{'\U00110000': int8}", r"{'\x41 ': int8}", "{'\n': int8}", "{'\x7f': int8}", "int8 # a byte", "(...)",
    "(int8...)", "storage[2 * 3 * int8, axis=[1, 0]]",
]  # fmt: skip
NO_STORAGE = [
    "storage[2 * 3 * int8]", "storage[2 * 3 * int8, order='F']", "storage[2 * 3 * int8, axis=[0, 1]]",
    "storage[2 * int8, axis=[0]]", "storage[var * 3 * int8, axis=[1, 0]]", "storage[2 * 3 * var * int8, axis=[1, 0]]",
    "storage[2 * 3 * int8, axis=[1,0]]", "storage[2 * 3 * int8, axis=[1, 1]]", "storage[2 * 3 * int8, axis=[2, 1]]",
    "storage[2 * 3 * int8, axis=[1, 2]]", "storage[2 * 3 * int8, axis=[1, 0, 2]]",
    "storage[2 * 3 * int8, axis=[01, 0]]", "storage[2 * 3 * Any, axis=[1, 0]]", "storage[int8, axis=[]]",
    "storage[2 * 3 * int8, axis=(1, 0)]",
]  # fmt: skip


@each("string", NO_TYPES)
def test_another_spelling_is_no_type(string: str) -> None:
    with pytest.raises(OracleReject) as caught:
        parse_type(string)
    assert caught.value.code == "TYPE_SYNTAX"


@pytest.mark.parametrize("string", NO_STORAGE)
def test_storage_has_one_form(string: str) -> None:
    with pytest.raises(OracleReject) as caught:
        parse_type(string, storage=True)
    assert caught.value.code == "TYPE_SYNTAX"


# Context, value, class.
UNWRITABLE = {
    "text-for-a-number": (core("int8"), "x", "VALUE_INVALID"),
    "number-out-of-range": (core("uint8"), "256", "VALUE_INVALID"),
    "number-for-a-bool": (core("bool"), "1", "VALUE_INVALID"),
    "float-of-another-width": (core("float32"), "0x3ff8000000000000", "VALUE_INVALID"),
    "no-pair": (core("complex[float32]"), ["0x3f800000"], "VALUE_INVALID"),
    "row-too-long": (core("2 * string"), ["", "", ""], "VALUE_INVALID"),
    "ragged-rows": (core("2 * 2 * int8"), [["1", "2"], ["3"]], "VALUE_INVALID"),
    "field-missing": (core("(int8, bool)"), ["1"], "VALUE_INVALID"),
    "no-list": (core("var * int8"), "1", "VALUE_INVALID"),
    "option-without-list": (core("?string"), "a", "VALUE_INVALID"),
    "option-of-two": (core("?int8"), ["1", "2"], "VALUE_INVALID"),
    "bytes-too-few": (core("bytes[2]"), "00", "VALUE_INVALID"),
    "two-characters": (core("char"), "ab", "VALUE_INVALID"),
    "no-character": (core("char"), "", "VALUE_INVALID"),
    "surrogate": (core("char"), {"utf8": "eda080"}, "UTF8_INVALID"),
    "text-not-utf-8": (core("string"), {"utf8": "ff"}, "UTF8_INVALID"),
    "type-not-utf-8": (core("type"), {"utf8": "ff"}, "UTF8_INVALID"),
    "array-without-type": (core("array[Any]"), ["1"], "VALUE_INVALID"),
    "available-sentinel": (core("?int16"), ["-32768"], "SENTINEL_COLLISION"),
    "available-nan-of-r": (core("?float64"), ["0x7ff00000000007a2"], "SENTINEL_COLLISION"),
    "available-pair-of-nan": (core("?complex[float32]"), [["0x7f8007a2", "0x7f8007a2"]], "SENTINEL_COLLISION"),
    "another-nan": (core("?float32"), ["0x7fc00000"], "NA_NONCANONICAL"),
    "no-type": (core("type"), "int", "TYPE_SYNTAX"),
    "another-type": (core("array[int8]"), {"type": "int16", "value": "1"}, "ARRAY_TYPE_MISMATCH"),
    "too-many-of-nothing": (core("var * 0 * int8"), [[]] * (2**20 + 1), "LIMIT_ELEMENTS"),
    "too-deep": (core("(array[Any])"), [{"type": NESTED[1:-1], "value": None}], "LIMIT_DEPTH"),
    "type-too-long": (core("type"), LONGEST.replace("a:", "aa:"), "LIMIT_TYPE_LENGTH"),
    "storage-of-another-shape": (storage("storage[1 * 2 * int8, axis=[1, 0]]"), [["1"]], "VALUE_INVALID"),
    "cbor-out-of-range": (cbor("array[Any]"), {"type": "int64", "value": str(2**63)}, "VALUE_INVALID"),
}


@pytest.mark.parametrize(("context", "value", "code"), UNWRITABLE.values(), ids=UNWRITABLE.keys())
def test_a_value_without_bytes_is_refused(context: dict[str, str], value: Any, code: str) -> None:
    with pytest.raises(OracleReject) as caught:
        encode(context, value)
    assert (caught.value.code, caught.value.offset) == (code, None), caught.value


@pytest.mark.parametrize(
    ("string", "dump"),
    {
        "array[Any]": held(65),
        "type": text("(" * 128 + ")" * 128),
        "1048577 * void": "",
        "(bool, var * array[Any])": "0101" + text(LONGEST.replace("a:", "aa:")) + "01",
    }.items(),
)
def test_a_codec_without_limits_goes_on(string: str, dump: str) -> None:
    data, policies = bytes.fromhex(dump), {"dynd.limits": "accept"}
    assert encode(core(string), decode(core(string), data, policies), policies) == data


# --- characters -----------------------------------------------------------------------------------


def admitted(cell: str) -> list[int]:
    """Return the bytes that a cell of the specification's table names, such as "e1..ec, ee, ef"."""
    ends = [part.strip().split("..") for part in cell.split(",") if part.strip()]
    return [byte for end in ends for byte in range(int(end[0], 16), int(end[-1], 16) + 1)]


def outcome_by_the_table(first: int, second: int) -> str:
    row = next((row for row in dynd_spec.table("first byte") if first in admitted(row[0])), None)
    if row is None or (row[1] and second not in admitted(row[1])):
        return "UTF8_INVALID"
    if not row[1]:
        return "TRAILING_BYTES"
    return "TRUNCATED" if row[2] else "accepted"


def outcome(string: str, data: bytes) -> str:
    try:
        decode(core(string), data)
    except OracleReject as refusal:
        return refusal.code
    return "accepted"


# One in sixteen, with the first and the last of each row of the table; the others are long.
QUICK = {*range(0, 256, 17), 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEF, 0xF0, 0xF4, 0xF5}
FIRSTS = [pytest.param(n, id=f"{n:02x}", marks=[] if n in QUICK else pytest.mark.slow) for n in range(256)]


@pytest.mark.parametrize("first", FIRSTS)
def test_a_char_goes_as_far_as_the_table_allows(first: int) -> None:
    expected = [outcome_by_the_table(first, second) for second in range(256)]
    assert [outcome("char", bytes([first, second])) for second in range(256)] == expected
