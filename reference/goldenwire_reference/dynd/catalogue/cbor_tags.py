"""The profile cbor: what is wrong in a tag, at the ends of an item, and in values."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import (
    Base,
    Case,
    Edit,
    Splice,
    append,
    cut,
    insert,
    put,
    replace_at,
)
from goldenwire_reference.dynd.catalogue.words import Words, array, instead

_TAG = Words("cbor", "cbor")
_ANY = "array[Any]"


def head(major: int, argument: int) -> bytes:
    """A head in its shortest form."""
    if argument < 24:
        return bytes([major << 5 | argument])
    width = next(width for width in range(4) if argument < 1 << (8 << width))
    return bytes([major << 5 | 24 + width]) + argument.to_bytes(1 << width, "big")


def typed(text: bytes) -> Edit:
    """Another type string in a tag, with its head."""

    def edit(base: Base) -> Splice:
        before, old = base.find("value.type.head"), base.find("value.type.text")
        new = head(3, len(text)) + text
        if base.data[before.offset : old.offset] == head(3, len(text)):
            return Splice(old.offset, base.data[old.offset : old.offset + old.size], text)
        return Splice(before.offset, base.data[before.offset : old.offset + old.size], new)

    return edit


def holding(octets: bytes, *, of: str = "value.value") -> Edit:
    """Another byte string in a tag, with its head, in place of all that follows the type."""

    def edit(base: Base) -> Splice:
        at = base.find(f"{of}.head").offset
        return Splice(at, base.data[at:], head(2, len(octets)) + octets)

    return edit


# Tags that are not the one: (name, octets, what they are).
_TAGS: Any = (
    ("date", "c0", "the tag of a date"),
    ("bignum", "c2", "the tag of a large integer"),
    ("self-described", "d9d9f7", "the tag of CBOR itself"),
    ("next", "da44794e45", "the next tag"),
    ("lower-case", "da64796e64", "the tag that spells the name in small letters"),
)

# What is wrong in the tag form: (name, base, edit, check, what it is, then).
_SHAPES: Any = (
    ("pair-as-map", "tag-int8", put("value.array.head", 0xA1), {"cbor.kind": (4, 2)}, "a map in the tag", None),
    ("pair-left-out", "tag-int8", put("value.array.head", b""), {"cbor.kind": (4, 2)}, "a text in the tag",
     "TRUNCATED"),
    ("type-as-bytes", "tag-int8", put("value.type.head", 0x44), {"cbor.kind": (3, 4)}, "the type as a byte string",
     None),
    ("data-as-text", "tag-int8", put("value.value.head", 0x61), {"cbor.kind": (2, 1)}, "the data as a text string",
     None),
    ("data-as-number", "tag-int8", put("value.value.head", b""), {"cbor.kind": (2, 0)}, "the data as an integer",
     "TRUNCATED"),
    ("tag-twice", "tag-int8", insert("value.array.head", bytes.fromhex("da44794e44")), {"cbor.kind": (4, 2)},
     "a tag in the tag", "TYPE_SYNTAX"),
    ("long-pair", "tag-int8", put("value.array.head", b"\x98\x02"), {"cbor.long-head": None},
     "a pair by a head of 2 bytes",
     None),
    ("long-type", "tag-int8", put("value.type.head", b"\x78\x04"), {"cbor.long-head": None},
     "a short type by a head of 2 bytes", None),
    ("long-data", "tag-int8", put("value.value.head", b"\x58\x01"), {"cbor.long-head": None},
     "short data by a head of 2 bytes", None),
    ("indefinite-type", "tag-int8", put("value.type.head", 0x7F), {"cbor.indefinite": 4}, "a type without a length",
     None),
    ("indefinite-data", "tag-int8", put("value.value.head", 0x5F), {"cbor.indefinite": 1}, "data without a length",
     None),
)  # fmt: skip

# Type strings that are none: (name, octets, check, what they are, requirements, how a codec would come to take them).
_TYPES: Any = (
    ("alias", b"option[int8]", "type.syntax", "a word for the question mark", "CBOR-03", "spellings-for-people"),
    ("any", b"Any", "type.syntax", "the pattern of all types", "CBOR-03", "patterns-written"),
    ("duplicate", b"{x: int8, x: int8}", "type.duplicate", "a struct with a name twice", "CBOR-03", ""),
    ("range", f"{2**63} * void".encode(), "type.dimension", "a dimension of 2^63", "CBOR-03", ""),
    ("utf8", b"int8\xff", "type.utf8", "octets that are not UTF-8", "CBOR-03", ""),
    ("storage", b"storage[1 * 1 * int8, axis=[1, 0]]", "type.syntax", "the other profile", "STORAGE-04",
     "storage-without-profile"),
)  # fmt: skip

# Contents that are not of the known type: (name, its type, base, edit, what they are).
_MISMATCHES: Any = (
    ("tagged", "array[int8]", "concrete-int8", typed(b"uint8"), "a uint8"),
    ("simple", "array[int64]", "concrete-int64", put("value.head", b"\xf5"), "true"),
    ("text", "array[string]", "concrete-string", put("value.head", 0x42), "a byte string"),
)


def _tags() -> Iterator[Case]:
    """What is wrong in the tag form."""
    for name, octets, what in _TAGS:
        change, number = put("value.head", bytes.fromhex(octets)), f"tag-number-{name}"
        summary = f"{what}, with a type and data in it"
        yield _TAG.reject(number, _ANY, "tag-int8", change, {"cbor.tag": None}, summary, "CBOR-03", "any-tag")
    for count in (0, 1, 3, 23):
        change, summary = put("value.array.head", 0x80 | count), f"an array of {count} in the tag"
        row: Any = (f"pair-of-{count}", _ANY, "tag-int8", change, {"cbor.length": None}, summary)
        yield _TAG.reject(*row, numbers=[count])
    for name, base, change, check, what, then in _SHAPES:
        yield _TAG.reject(name, _ANY, base, change, check, what, then=then)
    for simple, base in (
        ("bool", "tag-pointer-bool"),
        ("int64", "tag-pointer"),
        ("float64", "tag-pointer-float64"),
        ("string", "tag-pointer-string"),
        ("bytes", "tag-pointer-bytes"),
    ):
        change, summary = typed(simple.encode()), f"a tag over {simple}, which has an item of its own"
        row = (f"simple-{simple}", _ANY, base, change, {"cbor.tagged-simple": None}, summary)
        yield _TAG.reject(*row, "CBOR-02", "tags-over-anything")
    for name, text, check, what, cited, misread in _TYPES:
        row = (f"type-{name}", _ANY, "tag-int8", typed(text), {check: "int8"}, f"{what}, for the type in a tag", cited)
        yield _TAG.reject(*row, misread, numbers=[2**63])
    for name, type, base, change, what in _MISMATCHES:
        row = (f"mismatch-{name}", type, base, change, {"array.mismatch": None}, f"{what} in {type}", "CBOR-06")
        yield _TAG.reject(*row, "contents-of-any-type")
    summary = "CBOR in the byte string, where the core form is due"
    row = ("cbor-inside", _ANY, "tag-inner-array", holding(b"\x05"), "truncated", summary, "CBOR-07")
    yield _TAG.reject(*row, "cbor-within-cbor")
    summary = "the core form where CBOR is due"
    row = ("core-form", _ANY, "tag-int8", instead(b"\4int8\5"), "trailing", summary, "CBOR-07", "core-form-in-profile")
    yield _TAG.reject(*row)


# Inputs that end early: (name, base, edit, what they end in).
_ENDS: Any = (
    ("before-item", "int-5", cut("value.head"), "no item at all"),
    ("in-head-of-int-24", "int-24", cut("value.head", 1), "1 byte of a head of 2"),
    ("in-head-of-int-65536", "int-65536", cut("value.head", 3), "3 bytes of a head of 5"),
    ("in-head-of-float-one-and-a-half", "float-one-and-a-half", cut("value.head", 8), "8 bytes of a float's 9"),
    ("in-head-of-tag-int8", "tag-int8", cut("value.head", 4), "4 bytes of the tag's 5"),
    ("in-head-of-text-256", "text-256", cut("value.head", 2), "2 bytes of a text's head of 3"),
    ("before-pair", "tag-int8", cut("value.array.head"), "a tag over nothing"),
    ("before-type", "tag-int8", cut("value.type.head"), "a tag over a pair of nothing"),
    ("in-type", "tag-int8", cut("value.type.text", 2), "a tag over a part of a type"),
    ("before-data", "tag-int8", cut("value.value.head"), "a tag over a type without data"),
    ("in-data", "tag-row", cut("value.value[2]"), "a tag over a part of the data"),
    ("in-text", "text", cut("value.text", 3), "3 bytes of a text of 6"),
    ("in-bytes", "bytes", cut("value.bytes", 1), "1 byte of a byte string of 2"),
)

# Lengths and contents that do not agree: (name, base, edit, check, what they are, requirements, how
# a codec would come to take them).
_LENGTHS: Any = (
    ("text-greatest", "text", put("value.head", b"\x7b" + b"\xff" * 8), "truncated", "a text of 2^64 - 1 bytes",
     "VARINT-04", ""),
    ("bytes-2-to-the-63", "bytes", put("value.head", b"\x5b\x80" + bytes(7)), "truncated",
     "a byte string of 2^63 bytes", "VARINT-04", ""),
    ("data-too-short", "tag-row", put("value.value.head", 0x48), "truncated",
     "a byte string that is shorter than the value, and the rest of it", "CBOR-03",
     "ends-of-data-ignored"),
    ("data-too-long", "tag-int8", holding(b"\5\0"), "trailing", "a byte string that is longer than the value",
     "CBOR-03", ""),
    ("trailing", "int-5", append(b"\0"), "trailing", "a byte after an item", "SCOPE-01", "runs-of-values"),
    ("trailing-tagged", "tag-int8", append(b"\0"), "trailing", "a byte after a tag and its item", "", ""),
    ("second-item", "text", append(b"\x05"), "trailing", "a second item", "", ""),
)  # fmt: skip


def _cbor_ends() -> Iterator[Case]:
    for name, base, change, what in _ENDS:
        cited = "" if name in ("before-item", "in-text", "in-bytes") else "CBOR-07"
        row: Any = (f"cut-{name}", _ANY, base, change, "truncated", f"the input is {what}", cited)
        yield _TAG.reject(*row, numbers=range(10))
    for name, base, change, check, what, cited, misread in _LENGTHS:
        yield _TAG.reject(name, _ANY, base, change, check, what, cited, misread, numbers=[2**63, 2**64 - 1])
    for name, octets, what in (("overlong", "c080", "an overlong form"), ("surrogate", "eda080", "a surrogate")):
        content = bytes.fromhex(octets)
        row = (f"text-{name}", _ANY, "text", instead(head(3, len(content)) + content))
        yield _TAG.reject(*row, {"string.utf8": "a"}, f"a text string with {what}")
    for name, type in (("leaf", "int64"), ("row", "3 * array[Any]"), ("option", "?array[Any]"),
                       ("pointer", "pointer[array[int64]]")):  # fmt: skip
        row = (f"destination-{name}", type, "concrete-int64", [], {"destination.syntax": "array[int64]"})
        yield _TAG.reject(*row, f"{type}, which is no array and so has no CBOR", "CBOR-06")


# What an encoder is given for an array: (name, base, the change, class, requirements, what it is, how it would come to
# write it).
_REFUSED: Any = (
    ("mismatch", "concrete-int64", array("bool", True), "ARRAY_TYPE_MISMATCH", "CBOR-06", "true in array[int64]",
     "contents-of-any-type"),
    ("bare", "concrete-int64", "5", "VALUE_INVALID", "SER-04", "an integer without its type", "arrays-without-type"),
    ("range", "int-greatest", replace_at("/value/value", str(2**63)), "VALUE_INVALID", "SER-04", "2^63 as an int64",
     "integers-wrap"),
    ("type", "tag-int8", replace_at("/value/type", "int"), "TYPE_SYNTAX", "", "int for a type", "spellings-written"),
    ("pointer", "concrete-int64", replace_at("/context/type", "pointer[array[int64]]"), "TYPE_SYNTAX", "CBOR-06 DES-04",
     "a pointer to an array, which is no array", "any-type-as-an-array"),
    ("storage", "tag-type", replace_at("/value/value", "storage[2 * 3 * int8, axis=[1, 0]]"), "TYPE_SYNTAX",
     "STORAGE-04", "a type of the other profile for a type", "storage-without-profile"),
    ("type-utf8", "tag-void", replace_at("/value/type", {"utf8": "ff"}), "UTF8_INVALID", "", "a type that is not UTF-8",
     "types-unchecked"),
    ("utf8", "text", replace_at("/value/value", {"utf8": "ff"}), "UTF8_INVALID", "", "a text that is not UTF-8",
     "octets-for-text"),
    ("tagged", "tag-int8", replace_at("/value/value", "200"), "VALUE_INVALID", "SER-04", "200 as an int8",
     "integers-wrap"),
)  # fmt: skip


def _refusals() -> Iterator[Case]:
    for name, base, change, code, cited, what, misread in _REFUSED:
        summary = f"an encoder refuses {what}"
        yield _TAG.refusal(f"encode-{name}", base, change, code, summary, cited, misread)


def cases() -> Iterator[Case]:
    """Cases of the feature cbor, after those that they are made of."""
    yield from _tags()
    yield from _cbor_ends()
    yield from _refusals()
