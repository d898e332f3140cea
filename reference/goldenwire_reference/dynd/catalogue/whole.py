"""The input as a whole: its ends, its destination type, and that it is the one serialization of its value."""

import re
from collections.abc import Iterator

from goldenwire_reference.cases import Case, Edit, Feature, append, cut, cut_end, put
from goldenwire_reference.dynd.catalogue.composites import array
from goldenwire_reference.dynd.catalogue.options import TAGGED
from goldenwire_reference.dynd.catalogue.words import INTEGERS, Words, sized, slug
from goldenwire_reference.dynd.tables import SENTINELS

_TRUNCATION, _TRAILING, _DESTINATION, _UNIQUE, _CONTENT = map(
    Words, ("truncation", "trailing", "destination", "uniqueness", "content-addressing")
)

# Bases, their types, and the fields of which at least a byte is missing: (field, bytes of it that are there).
CUTS = {
    "var/three-int32": ("var * int32", (("value.count", 0), ("value[0]", 0), ("value[2]", 0), ("value[2]", 3))),
    "var/count-of-strings": ("var * string", (("value[0].size", 0), ("value[0].text", 1), ("value[2].size", 0), ("value[2].text", 0))),
    "var/nested": ("var * var * int8", (("value[0][1]", 0), ("value[1].count", 0), ("value[2].count", 0), ("value[2][0]", 0))),
    "varint/size-300": ("bytes", (("value.size", 0), ("value.size", 1), ("value.bytes", 0), ("value.bytes", 299))),
    "string/two-byte": ("string", (("value.size", 0), ("value.text", 0), ("value.text", 3))),
    "type/var": ("type", (("value.size", 0), ("value.text", 0), ("value.text", 5))),
    "tuple/mixed": ("(bool, string, var * int8, bytes[2])", (("value.0", 0), ("value.1.size", 0), ("value.2.count", 0), ("value.2[1]", 0), ("value.3", 1))),
    "struct/three-fields": ("{a: int32, b: string, c: float64}", (("value.a", 3), ("value.b.size", 0), ("value.b.text", 0), ("value.c", 0), ("value.c", 7))),
    "array/any-row": ("array[Any]", (("value.type.size", 0), ("value.type.text", 0), ("value.type.text", 5), ("value.value[0]", 0), ("value.value[1]", 1))),
    "array/any-any": ("array[Any]", (("value.value.type.size", 0), ("value.value.type.text", 2), ("value.value.value", 0))),
    "tag/string-available": ("?string", (("value.tag", 0), ("value.size", 0))),
    "tag/uint64-available": ("?uint64", (("value", 0), ("value", 7))),
    "sentinel/row-int16": ("4 * ?int16", (("value[0]", 0), ("value[1]", 1), ("value[3]", 1))),
    "sentinel/complex-float64-missing": ("?complex[float64]", (("value", 0), ("value", 8), ("value", 15))),
    "complex/float32-parts": ("complex[float32]", (("value.re", 0), ("value.im", 0), ("value.im", 3))),
    "pointer/fields": ("(pointer[string], pointer[string])", (("value.1.size", 0), ("value.1.text", 0))),
    "dimension/two-by-three": ("2 * 3 * int16", (("value[0][0]", 0), ("value[1][0]", 0), ("value[1][2]", 1))),
    "dimension/of-strings": ("2 * string", (("value[1].size", 0), ("value[1].text", 1))),
    "char/fixed": ("5 * char", (("value[4]", 0),)),
    "bytes/fixed-4": ("bytes[4]", (("value", 0), ("value", 3))),
    "bool/true": ("bool", (("value", 0),)),
}  # fmt: skip


def _truncations() -> Iterator[Case]:
    for base, (type, places) in CUTS.items():
        for field, kept in places:
            within = f"{kept} bytes into" if kept else "before"
            name = f"{slug(base)}-{'in' if kept else 'before'}-{slug(field)}{f'-{kept}' if kept else ''}"
            yield _TRUNCATION.reject(
                name, type, base, [cut(field, kept)], "truncated", f"the input ends {within} {field}", "DES-03"
            )
    for type in INTEGERS:
        base = f"integer/{type}-{'one' if type.endswith('int8') else 'rising'}"
        yield _TRUNCATION.reject(type, type, base, [cut_end()], "truncated", f"the last byte of {type} is missing", "DES-03")
    for type in ("float16", "float32", "float64", "float128"):
        base = f"float/{type}-one-and-a-half"
        yield _TRUNCATION.reject(type, type, base, [cut_end()], "truncated", f"the last byte of a {type} is missing", "DES-03")
    for octets, size in (("80", 1), ("8080", 2), ("808080808080808080", 9)):
        yield _TRUNCATION.reject(
            f"varint-of-{size}", "bytes", "varint/size-1", [put("value.size", bytes.fromhex(octets)), put("value.bytes", b"")],
            "truncated", f"the input ends after {size} byte{'s' * (size > 1)} of a varint", "DES-03", "VARINT-01",
        )  # fmt: skip


def _trailings() -> Iterator[Case]:
    for base, type in (
        ("bool/true", "bool"), ("integer/int32-one", "int32"), ("float/float64-one-and-a-half", "float64"),
        ("complex/float32-parts", "complex[float32]"), ("void/void", "void"), ("bytes/fixed-4", "bytes[4]"), ("bytes/any", "bytes"),
        ("string/ascii", "string"), ("type/int32", "type"), ("dimension/five-int32", "5 * int32"), ("dimension/zero", "0 * int64"),
        ("var/three-int32", "var * int32"), ("var/empty", "var * int32"), ("tuple/empty", "()"), ("tuple/one", "(int8)"),
        ("struct/order", "{z: int8, a: int8, m: int8}"), ("struct/empty", "{}"), ("sentinel/int32-missing", "?int32"),
        ("tag/string-missing", "?string"), ("tag/string-available", "?string"), ("pointer/int32", "pointer[int32]"),
        ("array/concrete", "array[int8]"), ("array/any-void", "array[Any]"),
    ):  # fmt: skip
        rest = b"\1" if base.endswith("ing") else b"\0"
        yield _TRAILING.reject(
            slug(base), type, base, [append(rest)], "trailing", f"a byte after a value of {type}", "DES-02", "UNIQ-02"
        )
    yield _TRAILING.reject(
        "second-value", "int32", "integer/int32-one", [append(b"\2\0\0\0")], "trailing", "a second value", "DES-02", "SCOPE-01"
    )


# Destination types that are none: (name, type string, the case whose bytes are read, the check, its type).
DESTINATIONS = (
    ("any", "Any", "integer/int8-one", "syntax", "int8"), ("variable", "T", "integer/int8-one", "syntax", "int8"),
    ("pattern-row", "3 * T", "dimension/one", "syntax", "1 * int8"), ("pattern-fixed", "Fixed * int8", "dimension/one", "syntax", "1 * int8"),
    ("pattern-dimension", "N * int8", "dimension/one", "syntax", "1 * int8"), ("ellipsis", "... * int8", "dimension/one", "syntax", "1 * int8"),
    ("pattern-array", "array[3 * Any]", "array/any-int8", "syntax", "array[Any]"), ("pattern-scalar", "Scalar", "integer/int8-one", "syntax", "int8"),
    ("option-twice", "??int8", "sentinel/int8-neighbour", "syntax", "?int8"), ("empty", "", "void/void", "syntax", "void"),
    ("merkle", "merkle[int8]", "integer/int8-one", "syntax", "int8"), ("storage", "storage[2 * 3 * int16, axis=[1, 0]]", "dimension/two-by-three", "syntax", "2 * 3 * int16"),
    ("callable", "(int8) -> int8", "integer/int8-one", "syntax", "int8"), ("complex-int", "complex[int32]", "complex/float32-parts", "syntax", "complex[float32]"),
    ("dimension-2-to-the-63", f"{2**63} * void", "void/void", "dimension", "void"), ("dimension-2-to-the-64", f"{2**64} * int8", "void/void", "dimension", "void"),
    ("bytes-2-to-the-63", f"bytes[{2**63}]", "bytes/fixed-1", "bytes", "bytes[1]"), ("bytes-2-to-the-64-and-1", f"bytes[{2**64 + 1}]", "bytes/fixed-1", "bytes", "bytes[1]"),
    ("duplicate", "{x: int8, x: int8}", "struct/case", "duplicate", "{x: int8, X: int8}"),
    ("duplicate-inner", "var * {y: int8, y: int8}", "void/void", "duplicate", "void"),
)  # fmt: skip
_CODES = {"syntax": "TYPE_SYNTAX", "dimension": "TYPE_RANGE", "bytes": "TYPE_RANGE", "duplicate": "TYPE_DUP_FIELD"}
_EXTRA = {"option-twice": ["OPT-07"], "merkle": ["CAS-03"], "storage": ["STORAGE-04"], "complex-int": ["CPLX-02"],
          "pattern-array": ["ARR-05"]}  # fmt: skip


def _destinations() -> Iterator[Case]:
    for name, type, base, kind, meant in DESTINATIONS:
        yield _DESTINATION.reject(
            name, type, base, [], {f"destination.{kind}": meant}, f"{type!r} is no type to read by", "DES-04",
            *_EXTRA.get(name, ()),
        )  # fmt: skip
    for name in ("any", "pattern-row", "dimension-2-to-the-63", "bytes-2-to-the-63", "duplicate", "option-twice", "merkle"):
        _, type, base, kind, _ = next(row for row in DESTINATIONS if row[0] == name)
        value = ["1"] if "row" in name else [] if "dimension" in name else "00" if "bytes" in name else ["1", "2"] if name == "duplicate" else "1"
        yield _DESTINATION.refusal(
            f"encode-{name}", type, value, _CODES[kind], base, "the type", f"{type!r} is no type to write by", "DES-04"
        )


_MIXED = "{flag: bool, row: var * int8, note: ?string, of: type, mark: char, maybe: ?bool, any: array[Any]}"


def _uniques() -> Iterator[Case]:
    """One value, its serialization, and every other byte string that could be taken for it."""
    value = [True, ["1", "2"], ["ok"], "?int8", "\u00e9", None, array("int8", "5")]
    yield _UNIQUE.accept("mixed", _MIXED, value, "a value with every kind of prefix, and its only bytes", "UNIQ-01", "NEST-01", "TYPE-02", "OPT-02")
    edits: tuple[tuple[str, list[Edit], str, object, str], ...] = (
        ("true-as-ff", [put("value.flag", 0xFF)], "bool", True, "true as ff"),
        ("count-in-two-bytes", [put("value.row.count", b"\x82\x00")], "varint.nonminimal", None, "a count in two bytes"),
        ("size-in-three-bytes", [put("value.note.size", b"\x82\x80\x00")], "varint.nonminimal", None, "a size in three bytes"),
        ("tag-ff", [put("value.note.tag", 0xFF)], "option.tag", 1, "available as ff"),
        ("overlong-text", [put("value.note.size", 3), put("value.note.text", b"\xc1\xafk")], "string.utf8", "ok", "o in two bytes"),
        ("spelling-of-a-type", sized("value.of", "text", b"option[int8]"), "type.syntax", "?int8", "the type in another spelling"),
        ("space-in-a-type", sized("value.of", "text", b"? int8"), "type.syntax", "?int8", "the type with a space"),
        ("overlong-char", [put("value.mark", b"\xe0\x83\xa9")], "char.utf8", "\u00e9", "é in three bytes"),
        ("missing-as-ff", [put("value.maybe", 0xFF)], "bool", False, "missing as ff"),
        ("type-of-an-array", sized("value.any.type", "text", b"int8 "), "type.syntax", "int8", "the type of an array with a space"),
        ("rest", [append(b"\0")], "trailing", None, "a byte at the end"),
    )  # fmt: skip
    for name, change, check, substitute, what in edits:
        then = "BOOL_INVALID" if check == "char.utf8" else None
        yield _UNIQUE.reject(f"mixed-{name}", _MIXED, "mixed", change, {check: substitute}, f"{what}: a second serialization", "UNIQ-02", then=then)
    pairs = "(float64, float32, string, ?string)"
    zero, minus, nan, other = "0x0000000000000000", "0x80000000", "0x7fc00000", "0x7fc00001"
    for name, given, what in (
        ("zero", [zero, "0x00000000", "e\u0301", [""]], "0.0, a decomposed letter, an empty text"),
        ("negative-zero", ["0x8000000000000000", minus, "\u00e9", None], "-0.0, a composed letter, no text"),
        ("nan", ["0x7ff8000000000000", nan, "\u212b", ["\0"]], "a NaN, the ångström sign, U+0000"),
        ("other-nan", ["0xfff8000000000000", other, "\u00c5", ["0"]], "another NaN, the letter it looks like, a digit"),
    ):  # fmt: skip
        yield _UNIQUE.accept(f"unequal-{name}", pairs, given, f"values that differ have bytes that differ: {what}", "UNIQ-01", "FLT-02", "STR-03", "OPT-02")


def _contents() -> Iterator[Case]:
    """Blocks: the hash is over the serialization and nothing else, and means something only with the type."""
    triple = (("string", "", "the empty text"), ("bool", False, "false"), ("int8", "0", "0"))
    for type, value, what in triple:
        yield _CONTENT.accept(type, type, value, f"{what} is the block 00, as other values of other types are", "CAS-01", "CAS-02")
    for type, value, what in triple:
        yield _CONTENT.accept(
            f"typed-{type}", "array[Any]", array(type, value), f"{what} with its type is a block of its own", "CAS-02", "ARR-01", "SER-03"
        )
    for name, type, value, what in (
        ("row", "var * float64", [], "the empty row"), ("bytes-1", "bytes[1]", "00", "a zero byte"),
        ("fields", "(void, bool)", [None, False], "nothing and false"), ("missing", "?var * bool", None, "a missing row"),
    ):  # fmt: skip
        ids = ["CAS-01", "CAS-02", *(["OPT-02"] if name == "missing" else [])]
        yield _CONTENT.accept(name, type, value, f"{what} is the block 00 as well", *ids)
    yield _CONTENT.accept("record", "{id: uint32, tags: var * string}", ["7", ["a", "b"]], "a block without header, length or type", "CAS-01", "SER-01")
    yield _CONTENT.accept("record-of-a-tuple", "(uint32, var * string)", ["7", ["a", "b"]], "the same block under another type", "CAS-02", "STRUCT-03")


def features() -> Iterator[Feature]:
    yield Feature("content-addressing", "Blocks and their identity", list(_contents()))
    yield Feature("uniqueness", "One serialization a value", list(_uniques()))
    yield Feature("truncation", "Inputs that end early", list(_truncations()))
    yield Feature("trailing", "Inputs that go on", list(_trailings()))
    yield Feature("destination", "Destination types that are none", list(_destinations()))
