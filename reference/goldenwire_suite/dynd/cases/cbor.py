"""The profile cbor: arrays as CBOR, and items in other forms."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature, append, insert, put
from goldenwire_suite.dynd.cases import cbor_tags
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, told

_CBOR = RowBuilder("cbor", "cbor")

_INTEGERS = {
    **{f"int-{number}": number for number in (0, 5, 20, 21, 23, 24, 255, 256, 65535, 65536, 2**32 - 1, 2**32)},
    "int-greatest": 2**63 - 1,
    **{f"int-minus-{number}": -number for number in (1, 21, 24, 25, 256, 257)},
    "int-least": -(2**63),
}
# The items of values of simple types.
_ITEMS = {
    "bool": "a CBOR simple value",
    "int64": "a CBOR integer",
    "float64": "a CBOR float",
    "string": "a CBOR text string",
    "bytes": "a CBOR byte string",
}
_SIMPLE: Any = (
    ("false", "bool", False, "false"),
    ("true", "bool", True, "true"),
    *((name, "int64", str(number), told(number)) for name, number in _INTEGERS.items()),
    ("float-one-and-a-half", "float64", "0x3ff8000000000000", "one and a half, in 64 bits though 16 would do,"),
    ("float-zero", "float64", "0x0000000000000000", "zero"),
    ("float-negative-zero", "float64", "0x8000000000000000", "negative zero"),
    ("float-signalling-nan", "float64", "0x7ff0000000000001", "a signalling NaN"),
    ("float-nan", "float64", "0xfff8000000000001", "a negative NaN with a payload"),
    ("text-empty", "string", "", "an empty text"),
    ("text", "string", "na\u00efve", "a text of 6 bytes"),
    ("text-23", "string", "x" * 23, "a text of 23 bytes"),
    ("text-24", "string", "x" * 24, "a text of 24 bytes"),
    ("text-256", "string", "x" * 256, "a text of 256 bytes"),
    ("bytes-empty", "bytes", "", "no bytes"),
    ("bytes", "bytes", "00ff", "2 bytes"),
    ("bytes-24", "bytes", "5a" * 24, "24 bytes"),
    ("bytes-300", "bytes", "5a" * 300, "300 bytes"),
)
_TAGGED: Any = (
    ("int8", "int8", "5", "an int8"),
    ("row", "3 * int32", ["1", "2", "3"], "a row of numbers"),
    ("void", "void", None, "a void, whose byte string is empty"),
    ("float32", "float32", "0x3fc00000", "a float32"),
    ("uint64", "uint64", "5", "a uint64"),
    ("option", "?int64", ["5"], "an available int64"),
    ("option-missing", "?string", None, "a missing text"),
    ("pointer", "pointer[int64]", "5", "a pointer to an int64"),
    ("pointer-bool", "pointer[bool]", True, "a pointer to a bool"),
    ("pointer-float64", "pointer[float64]", "0x3ff8000000000000", "a pointer to a float64"),
    ("pointer-string", "pointer[string]", "a", "a pointer to a text"),
    ("pointer-bytes", "pointer[bytes]", "00", "a pointer to a byte string"),
    ("tuple", "(int64)", ["5"], "a tuple of one int64"),
    ("long-type", "{first: int8, second: string}", ["1", "a"], "a struct, whose type string takes a head of 2 bytes"),
    ("long-data", "300 * uint8", [str(n % 256) for n in range(300)],
     "300 numbers, whose byte string takes a head of 3 bytes"),
    ("inner-array", "array[Any]", array("int64", "5"), "an array in the array, in the core form"),
    ("inner-concrete", "array[string]", array("string", "a"),
     "an array of a known type in the array, in the core form"),
    ("row-of-arrays", "2 * array[Any]", [array("bool", True), array("float64", "0x3ff0000000000000")],
     "a row of arrays, in the core form"),
    ("type", "type", "?int8", "a type"),
    ("char", "char", "\u00e9", "a character"),
    ("fixed-bytes", "bytes[2]", "00ff", "bytes of a fixed number"),
)  # fmt: skip
# Arrays whose content has a known type: (name, type of the content, value, requirement, how it is written, mutation
# that it catches).
_KNOWN: Any = (
    ("concrete-int64", "int64", "5", "CBOR-02", "a CBOR integer, without the tag", "known-types-tagged"),
    ("concrete-string", "string", "ab", "CBOR-02", "a CBOR text string, without the tag", "known-types-tagged"),
    ("concrete-int8", "int8", "5", "CBOR-03", "the tag, with the type though it is given", "known-types-untagged"),
)


def _cbors() -> Iterator[Case]:
    for name, type, value, what in _SIMPLE:
        summary = f"{what} as {_ITEMS[type]}"
        catches = "floats-shortened" if name == "float-one-and-a-half" else ""
        row: Any = (name, "array[Any]", array(type, value), summary, "CBOR-01 CBOR-02 CBOR-04", catches)
        yield _CBOR.accept(*row, numbers=[16] if catches else [])
    for name, type, value, what in _TAGGED:
        cited = "CBOR-03 CBOR-07"
        yield _CBOR.accept(f"tag-{name}", "array[Any]", array(type, value), f"in the DyND tag: {what}", cited)
    for name, type, value, cited, how, catches in _KNOWN:
        row = (name, f"array[{type}]", array(type, value), f"array[{type}] as CBOR: {how}", f"CBOR-06 {cited}", catches)
        yield _CBOR.accept(*row)


# Heads that are longer than necessary: (name, base, octets, description).
_LONG: Any = (
    ("one", "int-5", "1805", "5"),
    ("23", "int-23", "1817", "23"),
    ("two", "int-24", "190018", "24"),
    ("255", "int-255", "1900ff", "255"),
    ("four", "int-256", "1a00000100", "256"),
    ("65535", "int-65535", "1a0000ffff", "65,535"),
    ("eight", "int-65536", "1b0000000000010000", "65,536"),
    ("4294967295", "int-4294967295", "1b00000000ffffffff", "2^32 - 1"),
    ("negative", "int-minus-1", "3800", "-1"),
    ("negative-24", "int-minus-24", "3817", "-24"),
    ("negative-256", "int-minus-256", "3900ff", "-256"),
    ("text", "text", "7806", "a text's length"),
    ("text-empty", "text-empty", "7800", "an empty text's length"),
    ("bytes", "bytes", "590002", "a byte string's length"),
    ("bytes-24", "bytes-24", "590018", "a byte string's length of 24"),
    ("tag", "tag-int8", "db0000000044794e44", "the tag"),
)
# Floats of fewer bits, and integers out of the range of int64: (name, octets, description).
_FLOATS: Any = (
    ("half-float", "f93e00", "one and a half"),
    ("half-nan", "f97e00", "a NaN"),
    ("single-float", "fa3fc00000", "one and a half"),
)
_WIDE: Any = (
    ("2-to-the-63", "1b8000000000000000", "2^63"),
    ("greatest", "1bffffffffffffffff", "2^64 - 1"),
    ("under", "3b8000000000000000", "-2^63 - 1"),
    ("least", "3bffffffffffffffff", "-2^64"),
)
# First bytes that CBOR does not define, and the reference's outcome without that check.
_RESERVED = {
    None: ("1c", "1d", "1e", "1f", "3c", "3f"),
    "TRUNCATED": ("5c", "7d"),
    "CBOR_SYNTAX": ("9e", "be", "dc", "df", "fc", "fe", "ff"),
}
# Items that represent no value: (name, octets, description).
_KINDS: Any = (
    ("null", "f6", "CBOR's null"),
    ("undefined", "f7", "CBOR's undefined"),
    ("simple-0", "e0", "CBOR's simple value 0"),
    ("simple-19", "f3", "CBOR's simple value 19"),
    ("simple-32", "f820", "CBOR's simple value 32"),
    ("map", "a0", "a map"),
    ("map-indefinite", "bfff", "a map of indefinite length"),
    ("array-empty", "80", "an empty array"),
    ("array-indefinite", "9fff", "an array of indefinite length"),
)


# Items of indefinite length, each well-formed CBOR, with a break at the end: (name, base, edit, the length with which
# the reference continues, description, how that ends).
_INDEFINITE: Any = (
    ("bytes", "bytes-empty", put("value.head", 0x5F), 1,
     "a CBOR byte string of indefinite length: no chunk, and a break", None),
    ("text", "text", insert("value.head", b"\x7f"), 8,
     "a CBOR text string of indefinite length: one chunk, and a break", "UTF8_INVALID"),
    ("bytes-in-chunks", "bytes", insert("value.head", b"\x5f"), 4,
     "a CBOR byte string of indefinite length: one chunk, and a break", None),
    ("array", "tag-int8", put("value.array.head", 0x9F), 2,
     "the tag's array of two has indefinite length and ends with a break", "TRAILING_BYTES"),
)  # fmt: skip


def _heads() -> Iterator[Case]:
    """Items in other forms, and items that represent no value."""

    def reject(name: str, base: str, octets: str, check: dict[str, Any], what: str, **more: Any) -> Case:
        return _CBOR.reject(name, "array[Any]", base, put("value.head", bytes.fromhex(octets)), check, what, **more)

    row: Any
    for name, base, octets, what in _LONG:
        size, argument = len(octets) // 2, int(octets[2:], 16)
        summary = f"{what} in a head of {size} bytes, where fewer would do"
        yield reject(f"long-{name}", base, octets, {"cbor.long-head": None}, summary, numbers=[argument, -1 - argument])
    for name, octets, what in _FLOATS:
        bits = 8 * (len(octets) // 2 - 1)
        summary = f"{what} as a CBOR float of {bits} bits, where 64 are due"
        row = (name, "float-one-and-a-half", octets, {"cbor.short-float": None}, summary)
        yield reject(*row, numbers=[bits, 64])
    for name, base, change, size, what, then in _INDEFINITE:
        row = (f"indefinite-{name}", "array[Any]", base, [change, append(b"\xff")], {"cbor.indefinite": size}, what)
        yield _CBOR.reject(*row, then=then)
    for name, octets, what in _WIDE:
        number = int(octets[2:], 16) if octets[0] == "1" else -1 - int(octets[2:], 16)
        summary = f"the integer {what}, which is out of range"
        yield reject(f"integer-{name}", "int-0", octets, {"cbor.integer": 0}, summary, numbers=[number])
    for then, group in _RESERVED.items():
        for octets in group:
            summary = f"a first byte {octets}, which begins no CBOR item"
            yield reject(f"reserved-{octets}", "int-0", octets, {"cbor.reserved": 5}, summary, then=then)
    for name, octets, what in _KINDS:
        then = "TRAILING_BYTES" if len(octets) > 2 else None
        summary, numbers = f"{what}, which stands for no value", [int(octets, 16) & 31, int(octets[2:] or "0", 16)]
        yield reject(f"kind-{name}", "int-0", octets, {"cbor.kind": (0, 5)}, summary, then=then, numbers=numbers)
    row = ("kind-untagged", "array[Any]", "tag-int8", put("value.head", b""), {"cbor.kind": (0, 5)})
    summary = "an array of two items as in the tag, but without the tag"
    yield _CBOR.reject(*row, summary, "CBOR-03", "pairs-without-tag", then="TRAILING_BYTES")


def features() -> Iterator[Feature]:
    yield Feature("cbor", "Profile cbor: arrays as CBOR", [*_cbors(), *_heads(), *cbor_tags.cases()])
