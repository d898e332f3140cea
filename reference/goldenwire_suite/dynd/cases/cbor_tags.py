"""The profile cbor: defects in a tag, at the ends of an item, and in values."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.wording import plural
from goldenwire_suite.cases import (
    Base,
    Case,
    Edit,
    Splice,
    append,
    cut,
    insert,
    put,
    remove,
    replace_at,
)
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, instead

_TAG = RowBuilder("cbor", "cbor")
_ANY = "array[Any]"


def head(major: int, argument: int) -> bytes:
    """A head in its shortest form."""
    if argument < 24:
        return bytes([major << 5 | argument])
    width = next(width for width in range(4) if argument < 1 << (8 << width))
    return bytes([major << 5 | 24 + width]) + argument.to_bytes(1 << width, "big")


def typed(text: bytes) -> Edit:
    """Replace the type string in a tag, with its head."""

    def edit(base: Base) -> Splice:
        before, old = base.find("value.type.head"), base.find("value.type.text")
        new = head(3, len(text)) + text
        if base.data[before.offset : old.offset] == head(3, len(text)):
            return Splice(old.offset, base.data[old.offset : old.offset + old.size], text)
        return Splice(before.offset, base.data[before.offset : old.offset + old.size], new)

    return edit


def holding(octets: bytes, *, of: str = "value.value") -> Edit:
    """Replace everything after the type in a tag by another byte string, with its head."""

    def edit(base: Base) -> Splice:
        at = base.find(f"{of}.head").offset
        return Splice(at, base.data[at:], head(2, len(octets)) + octets)

    return edit


# Wrong tags: (name, octets, description).
_TAGS: Any = (
    ("date", "c0", "the CBOR tag of a date"),
    ("bignum", "c2", "the CBOR tag of a large integer"),
    ("self-described", "d9d9f7", "the tag that says that CBOR follows"),
    ("next", "da44794e45", "a tag whose number is one more than DyND's"),
    ("lower-case", "da64796e64", "the tag that spells dynd in small letters"),
)

# Defects in the tag form: (name, base, edits, check, description, then).
_SHAPES: Any = (
    ("pair-as-map", "tag-int8", put("value.array.head", 0xA1), {"cbor.kind": (4, 2)}, "the tag over a map", None),
    ("pair-left-out", "tag-int8", [put("value.array.head", b""), remove("value.value.head", "value.value")],
     {"cbor.kind": (4, 2)}, "the tag over a text string alone", "TRUNCATED"),
    ("type-as-bytes", "tag-int8", put("value.type.head", 0x44), {"cbor.kind": (3, 4)},
     "in the tag, the type as a byte string", None),
    ("data-as-text", "tag-int8", put("value.value.head", 0x61), {"cbor.kind": (2, 1)},
     "in the tag, the data as a text string", None),
    ("data-as-number", "tag-int8", put("value.value.head", b""), {"cbor.kind": (2, 0)},
     "in the tag, the data as an integer", "TRUNCATED"),
    ("tag-twice", "tag-int8", insert("value.array.head", bytes.fromhex("da44794e44")), {"cbor.kind": (4, 2)},
     "the tag over the tag", "TYPE_SYNTAX"),
    ("long-pair", "tag-int8", put("value.array.head", b"\x98\x02"), {"cbor.long-head": None},
     "the tag's array of two in a head of 2 bytes, where one would do", None),
    ("long-type", "tag-int8", put("value.type.head", b"\x78\x04"), {"cbor.long-head": None},
     "in the tag, a type of 4 bytes by a head of 2, where one would do", None),
    ("long-data", "tag-int8", put("value.value.head", b"\x58\x01"), {"cbor.long-head": None},
     "in the tag, a byte of data by a head of 2, where one would do", None),
    ("indefinite-type", "tag-int8", [insert("value.type.head", b"\x7f"), insert("value.value.head", b"\xff")],
     {"cbor.indefinite": 6}, "in the tag, a type of indefinite length: one chunk, and a break", "UTF8_INVALID"),
    ("indefinite-data", "tag-int8", [insert("value.value.head", b"\x5f"), append(b"\xff")],
     {"cbor.indefinite": 3}, "in the tag, data of indefinite length: one chunk, and a break", "TRAILING_BYTES"),
)  # fmt: skip

# Arrays of another length in the tag, each with that many items: (count, other edits, then).
_LENGTHS_OF_PAIRS: Any = (
    (0, [remove("value.type.head", "value.value")], "TRUNCATED"),
    (1, [remove("value.value.head", "value.value")], "TRUNCATED"),
    (3, [append(b"\0")], "TRAILING_BYTES"),
    (23, [append(bytes(21))], "TRAILING_BYTES"),
)

# Invalid type strings: (name, octets, check, description, requirements, mutation that accepts them).
_TYPES: Any = (
    ("alias", b"option[int8]", "type.syntax", "option[int8], a spelling for people", "CBOR-03", "spellings-for-people"),
    ("any", b"Any", "type.syntax", "Any, the pattern of all types", "CBOR-03", "patterns-written"),
    ("duplicate", b"{x: int8, x: int8}", "type.duplicate", "a struct with a name twice", "CBOR-03", ""),
    ("range", f"0 * {2**63} * void".encode(), "type.dimension", "a dimension of 2^63", "CBOR-03", ""),
    ("utf8", b"int8\xff", "type.utf8", "octets that are not UTF-8", "CBOR-03", ""),
    ("storage", b"storage[1 * 1 * int8, axis=[1, 0]]", "type.syntax", "a type of the profile storage", "STORAGE-04",
     "storage-without-profile"),
)  # fmt: skip

# The type that one of them is nearly, and its data. Of the others these are those of int8.
_NEARLY = {"duplicate": ("{x: int8, y: int8}", b"\5\6"), "range": ("0 * int8", b"")}

# Contents that are not of the known type: (name, its type, base, edit, description).
_MISMATCHES: Any = (
    ("tagged", "array[int8]", "concrete-int8", typed(b"uint8"), "a uint8 where array[int8] asks for an int8"),
    (
        "simple",
        "array[int64]",
        "concrete-int64",
        put("value.head", b"\xf5"),
        "true where array[int64] asks for an int64",
    ),
    (
        "text",
        "array[string]",
        "concrete-string",
        put("value.head", 0x42),
        "a CBOR byte string where array[string] asks for a text",
    ),
)


def _tags() -> Iterator[Case]:
    """Defects in the tag form."""
    for name, octets, what in _TAGS:
        change, number = put("value.head", bytes.fromhex(octets)), f"tag-number-{name}"
        summary = f"{what}, over an array of two items"
        yield _TAG.reject(number, _ANY, "tag-int8", change, {"cbor.tag": None}, summary, "CBOR-03", "any-tag")
    for count, more, then in _LENGTHS_OF_PAIRS:
        changes = [put("value.array.head", 0x80 | count), *more]
        row: Any = (f"pair-of-{count}", _ANY, "tag-int8", changes, {"cbor.length": None})
        row = (*row, f"the tag over an array of {plural(count, 'item')}")
        yield _TAG.reject(*row, then=then, numbers=[count])
    for name, base, change, check, what, then in _SHAPES:
        yield _TAG.reject(name, _ANY, base, change, check, what, then=then, numbers=[4])
    for simple, base in (
        ("bool", "tag-pointer-bool"),
        ("int64", "tag-pointer"),
        ("float64", "tag-pointer-float64"),
        ("string", "tag-pointer-string"),
        ("bytes", "tag-pointer-bytes"),
    ):
        change, summary = typed(simple.encode()), f"the tag over {simple}, whose values have a CBOR item of their own"
        row = (f"simple-{simple}", _ANY, base, change, {"cbor.tagged-simple": None}, summary)
        yield _TAG.reject(*row, "CBOR-02", "tags-over-anything")
    for name, text, check, what, cited, catches in _TYPES:
        nearly, octets = _NEARLY.get(name, ("int8", b"\5"))
        changes = [typed(text), *([holding(octets)] if name in _NEARLY else [])]
        row = (
            f"type-{name}",
            _ANY,
            "tag-int8",
            changes,
            {check: nearly},
            f"for the type in front of the data: {what}",
            cited,
        )
        yield _TAG.reject(*row, catches, numbers=[2**63])
    for name, type, base, change, what in _MISMATCHES:
        row = (f"mismatch-{name}", type, base, change, {"array.mismatch": None}, what, "CBOR-06")
        yield _TAG.reject(*row, "contents-of-any-type")
    summary = "in the tag, the content of an inner array as CBOR, where the core form is due"
    row = ("cbor-inside", _ANY, "tag-inner-array", holding(b"\x05"), "truncated", summary, "CBOR-07")
    yield _TAG.reject(*row, "cbor-within-cbor")
    summary = "type and data in the core form, where CBOR is due"
    row = ("core-form", _ANY, "tag-int8", instead(b"\4int8\5"), "trailing", summary, "CBOR-07", "core-form-in-profile")
    yield _TAG.reject(*row)


# Inputs that end early: (name, base, edit, where).
_ENDS: Any = (
    ("before-item", "int-5", cut("value.head"), "before there is an item"),
    ("in-head-of-int-24", "int-24", cut("value.head", 1), "after 1 byte of an integer's head of 2"),
    ("in-head-of-int-65536", "int-65536", cut("value.head", 3), "after 3 bytes of an integer's head of 5"),
    ("in-head-of-float-one-and-a-half", "float-one-and-a-half", cut("value.head", 8), "after 8 of a float's 9 bytes"),
    ("in-head-of-tag-int8", "tag-int8", cut("value.head", 4), "after 4 of the tag's 5 bytes"),
    ("in-head-of-text-256", "text-256", cut("value.head", 2), "after 2 bytes of a text's head of 3"),
    ("before-pair", "tag-int8", cut("value.array.head"), "after the tag"),
    ("before-type", "tag-int8", cut("value.type.head"), "after the head of the tag's array"),
    ("in-type", "tag-int8", cut("value.type.text", 2), "inside the type in front of the data"),
    ("before-data", "tag-int8", cut("value.value.head"), "after the type in the tag"),
    ("in-data", "tag-row", cut("value.value[2]"), "inside the data in the tag"),
    ("in-text", "text", cut("value.text", 3), "after 3 of a text's 6 bytes"),
    ("in-bytes", "bytes", cut("value.bytes", 1), "after 1 of a byte string's 2 bytes"),
)

# Lengths that do not match the content: (name, base, edit, check, description, requirements, mutation that accepts
# them).
_LENGTHS: Any = (
    ("text-greatest", "text", put("value.head", b"\x7b" + b"\xff" * 8), "truncated",
     "a text that claims 2^64 - 1 bytes", "VARINT-04", ""),
    ("bytes-2-to-the-63", "bytes", put("value.head", b"\x5b\x80" + bytes(7)), "truncated",
     "a byte string that claims 2^63 bytes", "VARINT-04", ""),
    ("data-too-short", "tag-row", put("value.value.head", 0x48), {"truncated": None, "trailing": None},
     "in the tag, a byte string of 8 bytes for data of 12, which goes on after it", "CBOR-03",
     "ends-of-data-ignored"),
    ("data-too-long", "tag-int8", holding(b"\5\0"), "trailing", "a byte string of 2 bytes for data of one",
     "CBOR-03", ""),
    ("trailing", "int-5", append(b"\0"), "trailing", "a byte after a CBOR integer", "SCOPE-01", "runs-of-values"),
    ("trailing-tagged", "tag-int8", append(b"\0"), "trailing", "a byte after the tag and what is in it", "", ""),
    ("second-item", "text", append(b"\x05"), "trailing", "a second CBOR item after a text", "", ""),
)  # fmt: skip


def _cbor_ends() -> Iterator[Case]:
    for name, base, change, what in _ENDS:
        cited = {"before-item": "", "in-text": "CBOR-02", "in-bytes": "CBOR-02"}.get(name, "CBOR-07")
        row: Any = (f"cut-{name}", _ANY, base, change, "truncated", f"the input ends {what}", cited)
        yield _TAG.reject(*row, numbers=range(10))
    for name, base, change, check, what, cited, catches in _LENGTHS:
        yield _TAG.reject(name, _ANY, base, change, check, what, cited, catches, numbers=[2**63, 2**64 - 1])
    for name, octets, what in (("overlong", "c080", "an overlong form"), ("surrogate", "eda080", "a surrogate")):
        content = bytes.fromhex(octets)
        row = (f"text-{name}", _ANY, "text", instead(head(3, len(content)) + content))
        yield _TAG.reject(*row, {"string.utf8": "a"}, f"a CBOR text string with {what}")
    for name, type in (("leaf", "int64"), ("row", "3 * array[Any]"), ("option", "?array[Any]"),
                       ("pointer", "pointer[array[int64]]")):  # fmt: skip
        row = (f"destination-{name}", type, "concrete-int64", [], {"destination.syntax": "array[int64]"})
        yield _TAG.reject(*row, f"{type} as the destination type, where an array is due", "CBOR-06")


# Requests with another value in place of an array: (name, base, the change, class, requirements, its description,
# mutation that writes it).
_REFUSED: Any = (
    ("mismatch", "concrete-int64", array("bool", True), "ARRAY_TYPE_MISMATCH", "CBOR-06 ENC-04",
     "true where array[int64] asks for an int64",
     "contents-of-any-type"),
    ("bare", "concrete-int64", "5", "VALUE_INVALID", "SER-04", "a number without its type", "arrays-without-type"),
    ("range", "int-greatest", replace_at("/value/value", str(2**63)), "VALUE_INVALID", "SER-04", "2^63 as an int64",
     "integers-wrap"),
    ("type", "tag-int8", replace_at("/value/type", "int"), "TYPE_SYNTAX", "", "int for a type", "spellings-written"),
    ("pointer", "concrete-int64", replace_at("/context/type", "pointer[array[int64]]"), "TYPE_SYNTAX", "CBOR-06 DES-04",
     "a destination type that is a pointer to an array", "any-type-as-an-array"),
    ("storage", "tag-type", replace_at("/value/value", "storage[2 * 3 * int8, axis=[1, 0]]"), "TYPE_SYNTAX",
     "STORAGE-04", "a type of the profile storage for a type", "storage-without-profile"),
    ("type-utf8", "tag-void", replace_at("/value/type", {"utf8": "ff"}), "UTF8_INVALID", "", "a type that is not UTF-8",
     "types-unchecked"),
    ("utf8", "text", replace_at("/value/value", {"utf8": "ff"}), "UTF8_INVALID", "", "a text that is not UTF-8",
     "octets-for-text"),
    ("tagged", "tag-int8", replace_at("/value/value", "200"), "VALUE_INVALID", "SER-04", "200 as an int8",
     "integers-wrap"),
)  # fmt: skip


def _refusals() -> Iterator[Case]:
    for name, base, change, code, cited, what, catches in _REFUSED:
        summary = f"an encoder refuses {what}"
        yield _TAG.refusal(f"encode-{name}", base, change, code, summary, cited, catches)


def cases() -> Iterator[Case]:
    """Cases of the feature cbor, after those that they are based on."""
    yield from _tags()
    yield from _cbor_ends()
    yield from _refusals()
