"""One serialization per value, and its use as an identity."""

import hashlib
from collections.abc import Iterator
from itertools import starmap
from typing import Any

from goldenwire_suite.cases import Base, Case, Feature, Splice, append, insert, put
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, sized, varint

_UNIQUE, _CONTENT = map(RowBuilder, ("uniqueness", "content-addressing"))

_MIXED = "{flag: bool, row: var * int8, note: ?string, of: type, mark: char, maybe: ?bool, any: array[Any]}"
_VALUE = [True, ["1", "2"], ["ok"], "?int8", "\u00e9", None, array("int8", "5")]

# Other byte strings that could be mistaken for it: (name, edits, check, the value to continue with, description).
_SECOND: Any = (
    ("true-as-ff", put("value.flag", 0xFF), "bool", True, "true as ff"),
    ("count-in-two-bytes", put("value.row.count", b"\x82\x00"), "varint.nonminimal", None, "a count in 2 bytes"),
    ("size-in-three-bytes", put("value.note.size", b"\x82\x80\x00"), "varint.nonminimal", None, "a size in 3 bytes"),
    ("tag-ff", put("value.note.tag", 0xFF), "option.tag", 1, "the tag of an available text as ff"),
    ("overlong-text", sized("value.note", "text", b"\xc1\xafk"), "string.utf8", "ok", "a letter in 2 bytes"),
    ("spelling-of-a-type", sized("value.of", "text", b"option[int8]"), "type.syntax", "?int8",
     "the type in another spelling"),
    ("space-in-a-type", sized("value.of", "text", b"? int8"), "type.syntax", "?int8", "the type with a space"),
    ("overlong-char", put("value.mark", b"\xe0\x83\xa9"), "char.utf8", "\u00e9", "a char in 3 bytes"),
    ("missing-as-ff", put("value.maybe", 0xFF), "bool", False, "missing as ff"),
    ("type-of-an-array", sized("value.any.type", "text", b"int8 "), "type.syntax", "int8",
     "the type of an array with a space"),
    ("rest", append(b"\0"), "trailing", None, "a byte at the end"),
)  # fmt: skip

_PAIRS = "(float64, float32, string, ?string)"
_UNEQUAL: Any = (
    ("zero", ["0x0000000000000000", "0x00000000", "e\u0301", [""]], "zeros, a decomposed letter, an empty text",
     "text-composed"),
    ("negative-zero", ["0x8000000000000000", "0x80000000", "\u00e9", None],
     "negative zeros, a composed letter, no text",
     "zeros-alike"),
    ("nan", ["0x7ff8000000000000", "0x7fc00000", "\u212b", ["\0"]], "NaNs, the ångström sign, U+0000", "text-composed"),
    ("other-nan", ["0xfff8000000000000", "0x7fc00001", "\u00c5", ["0"]],
     "other NaNs, the letter that the ångström sign looks like, a digit", "nans-alike"),
)  # fmt: skip


def _uniques() -> Iterator[Case]:
    """One value, its serialization, and every other byte string that could be mistaken for it."""
    cited = "UNIQ-01 UNIQ-02 ENC-01 DEC-01 NEST-01 OPT-02 OPT-03 OPT-01 TYPE-02"
    yield _UNIQUE.accept("mixed", _MIXED, _VALUE, "a value with every kind of prefix, and its only bytes", cited)
    for name, change, check, substitute, what in _SECOND:
        then = "BOOL_INVALID" if check == "char.utf8" else None
        row: Any = (f"mixed-{name}", _MIXED, "mixed", change, {check: substitute}, f"{what}: a second serialization")
        yield _UNIQUE.reject(*row, "UNIQ-02", then=then)
    for name, value, what, catches in _UNEQUAL:
        cited = "UNIQ-01 STR-03 OPT-02 OPT-03" + " FLT-02" * (catches in ("zeros-alike", "nans-alike"))
        row = (f"unequal-{name}", _PAIRS, value, f"values that differ have bytes that differ: {what}")
        yield _UNIQUE.accept(*row, cited, catches)


# Other values of the block 00: (name, type, value, description, other requirements).
_BLOCKS: Any = (
    ("string", "string", "", "the empty text", ""),
    ("bool", "bool", False, "false", ""),
    ("int8", "int8", "0", "the number 0", ""),
    ("row", "var * float64", [], "the empty row", ""),
    ("bytes-1", "bytes[1]", "00", "a byte string of a zero", ""),
    ("fields", "(void, bool)", [None, False], "a void and false", ""),
    ("missing", "?var * bool", None, "a missing row", "OPT-02 OPT-03"),
)
_RECORD = "{id: uint32, tags: var * string}"
_RECORDS: Any = (
    ("record", _RECORD, ["7", ["a", "b"]], "a block without header, length or type", "CAS-01 SER-01", "type-in-front"),
    (
        "record-of-a-tuple",
        "(uint32, var * string)",
        ["7", ["a", "b"]],
        "the same block under another type",
        "CAS-02 DES-01",
    ),
)


def _hashed(base: Base) -> Splice:
    """Insert a hash of the block in front of it."""
    return Splice(0, b"", hashlib.sha256(base.data).digest())


# Prefixes that a store might add to a block: (name, edit, check, description, mutation that accepts it).
_FRONTS: Any = (
    ("length", insert("value.id", b"\x09"), "trailing", "its length", "blocks-sized"),
    ("type", insert("value.id", varint(len(_RECORD)) + _RECORD.encode()), "truncated", "its type", "type-in-front"),
    ("hash", _hashed, "truncated", "its SHA-256", "blocks-hashed"),
)


def _contents() -> Iterator[Case]:
    """Blocks: the hash covers the serialization and nothing else, and is meaningful only with the type."""
    for name, type, value, what, cited in _BLOCKS:
        row: Any = (
            name,
            type,
            value,
            f"{what} is the block 00, as values of other types are",
            f"CAS-01 CAS-02 {cited}",
        )
        yield _CONTENT.accept(*row)
    for name, type, value, what, _ in _BLOCKS[:3]:
        row = (f"typed-{name}", "array[Any]", array(type, value), f"{what}, with its type, is a block of its own")
        yield _CONTENT.accept(*row, "CAS-02 ARR-01 SER-03")
    yield from starmap(_CONTENT.accept, _RECORDS)
    for name, change, check, what, catches in _FRONTS:
        row = (f"block-with-{name}", _RECORD, "record", change, check, f"a block behind {what}", "CAS-01")
        yield _CONTENT.reject(*row, catches)


def features() -> Iterator[Feature]:
    yield Feature("content-addressing", "Blocks and their identity", list(_contents()))
    yield Feature("uniqueness", "One serialization a value", list(_uniques()))
