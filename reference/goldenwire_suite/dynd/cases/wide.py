"""Sizes and counts that equal the true ones when truncated to 32 bits or fewer."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature, put, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, sized, varint
from goldenwire_suite.dynd.cases.cbor_tags import typed
from goldenwire_suite.dynd.cases.limits import TOO_LONG, then_of

_WIDE, _STORED, _CBOR = (
    RowBuilder("cut-size"),
    RowBuilder("cut-size-storage", "storage"),
    RowBuilder("cut-size-cbor", "cbor"),
)

_WIDTHS = (8, 16, 32)

# Values with a number in front that is truncated: (name, type, value, field, the number, the content after it).
_SIZED: Any = (
    ("bytes", "bytes", "000102", "value.size", "size", "three bytes"),
    ("string", "string", "abc", "value.size", "size", "a text of three bytes"),
    ("bools", "var * bool", [False, True, True], "value.count", "count", "three bools"),
    ("numbers", "var * int64", ["1", "2", "3"], "value.count", "count", "three numbers"),
    ("texts", "var * string", ["a", "", "b"], "value.count", "count", "three texts"),
    ("inner", "(int8, 2 * var * char)", ["7", [["a", "b", "c"], ["d"]]], "value.1[0].count", "count",
     "three chars in a row of a tuple"),
)  # fmt: skip


def _counts() -> Iterator[Case]:
    for name, type, value, field, number, what in _SIZED:
        yield _WIDE.accept(name, type, value, f"{what}, and a {number} of 3 in one byte", "VARINT-01", "varints-zigzag")
        for bits in _WIDTHS:
            beyond = 2**bits + 3
            summary = f"{what}, and a {number} of {beyond:,}: its low {bits} bits alone would be 3"
            row: Any = (f"{name}-{bits}", type, name, put(field, varint(beyond)), "truncated", summary)
            yield _WIDE.reject(*row, "VARINT-04 VARINT-01", f"sizes-of-{bits}-bits", numbers=[3, beyond, bits])
    summary = "a type string of 4 bytes, and its size in one byte"
    yield _WIDE.accept("type", "array[Any]", array("char", "z"), summary, "ARR-01")
    for bits in (16, 32):
        beyond = 2**bits + 4
        row = (f"type-{bits}", "array[Any]", "type", put("value.type.size", varint(beyond)), TOO_LONG)
        summary = f"a type string of 4 bytes, and a size of {beyond:,}: its low {bits} bits alone would be 4"
        catches = f"sizes-of-{bits}-bits"
        yield _WIDE.reject(*row, summary, "VARINT-01", catches, then=then_of(beyond), numbers=[4, beyond, bits])


# Types whose numbers are truncated: (name, type of the base, its value, the larger type, description of the value).
_TYPES: Any = (
    ("fixed", "3 * int8", ["4", "5", "6"], "{} * int8", "three numbers"),
    ("fixed-texts", "3 * string", ["a", "", "b"], "{} * string", "three texts"),
    ("fixed-bytes", "bytes[3]", "000102", "bytes[{}]", "three bytes"),
    ("fixed-rows", "2 * 3 * bool", [[True] * 3] * 2, "2 * {} * bool", "two rows of three bools"),
    ("fixed-pointers", "pointer[3 * char]", ["a", "b", "c"], "pointer[{} * char]", "a pointer to three chars"),
)


def _types() -> Iterator[Case]:
    """Numbers in type strings that equal the true ones when truncated, as destination and in the data."""
    for name, type, value, form, what in _TYPES:
        yield _WIDE.accept(name, f"({type})", [value], f"{what}, read as {type}", "TUP-01")
        summary = f"{what}, with the type {type} in front"
        yield _WIDE.accept(f"{name}-named", "array[Any]", array(type, value), summary, "ARR-01 TYPE-02")
        for bits in _WIDTHS:
            beyond, catches = form.format(2**bits + 3), f"numerals-cut-to-{bits}-bits"
            why = f"the data ends early, though the low {bits} bits of the number would be 3"
            row: Any = (f"{name}-{bits}", f"({beyond})", name, [], "truncated", f"{what}, read as {beyond}: {why}")
            yield _WIDE.reject(*row, "LIM-03", catches, numbers=[3, bits])
            row = (f"{name}-named-{bits}", "array[Any]", f"{name}-named", sized("value.type", "text", beyond.encode()))
            row = (*row, "truncated", f"{what}, with the type {beyond} in front: {why}")
            yield _WIDE.reject(*row, "LIM-03", catches, numbers=[3, bits])


def _encoded() -> Iterator[Case]:
    """Lists that are too short for the number of a dimension, and as long as its low bits say."""
    for bits in _WIDTHS:
        number = 2**bits + 3
        summary = f"an encoder refuses three numbers where {number:,} are due: the low {bits} bits alone would be 3"
        row: Any = (f"encode-fixed-{bits}", "fixed", replace_at("/context/type", f"({number} * int8)"))
        row = (*row, "VALUE_INVALID", summary, "LIM-03 DIM-01", f"numerals-cut-to-{bits}-bits")
        yield _WIDE.refusal(*row, numbers=[3, number, bits])
    number = 2**32
    row = ("encode-empty-32", "dimension/zero", replace_at("/context/type", f"{number} * int64"), "VALUE_INVALID")
    summary = f"an encoder refuses an empty list where {number:,} numbers are due: the low 32 bits alone would be 0"
    yield _WIDE.refusal(*row, summary, "LIM-03 DIM-01", "numerals-cut-to-32-bits", numbers=[number, 32, 0])


def _stored() -> Iterator[Case]:
    type, what = "storage[{} * 3 * string, axis=[1, 0]]", "two rows of three texts, stored column by column"
    rows = [["a", "", "b"], ["", "c", ""]]
    yield _STORED.accept("rows", type.format(2), rows, what, "STORAGE-02")
    for bits in _WIDTHS:
        number = 2**bits + 2
        row: Any = (f"rows-{bits}", type.format(number), "rows", [], "truncated")
        summary = f"{what}, read as {number:,} rows: the data ends early, though the low {bits} bits would be 2"
        yield _STORED.reject(*row, summary, "LIM-03", f"numerals-cut-to-{bits}-bits", numbers=[3, bits])


# Lengths of CBOR strings: (name, value, field of the head, major type, description).
_LENGTHS: Any = (
    ("text", array("string", "abc"), "value.head", 3, "a CBOR text string of three bytes"),
    ("bytes", array("bytes", "000102"), "value.head", 2, "a CBOR byte string of three bytes"),
    ("data", array("3 * int8", ["1", "2", "3"]), "value.value.head", 2, "three bytes of data in the DyND tag"),
)


def _cbor() -> Iterator[Case]:
    for name, value, field, major, what in _LENGTHS:
        yield _CBOR.accept(name, "array[Any]", value, f"{what}, and a head that says 3", "CBOR-04")
        for info, bits in ((25, 8), (26, 16), (27, 32)):
            number = 2**bits + 3
            head = bytes([major << 5 | info]) + number.to_bytes(1 << info - 24, "big")
            row: Any = (f"{name}-{bits}", "array[Any]", name, put(field, head), "truncated")
            row = (*row, f"{what}, and a head that says {number:,}: its low {bits} bits alone would be 3")
            yield _CBOR.reject(*row, "VARINT-04 CBOR-04", f"cbor-sizes-of-{bits}-bits", numbers=[3, number, bits])
    for bits in _WIDTHS:
        beyond, why = (
            f"{2**bits + 3} * int8",
            f"the data ends early, though the low {bits} bits of the number would be 3",
        )
        row = (f"dimension-{bits}", "array[Any]", "data", typed(beyond.encode()), "truncated")
        row = (*row, f"three numbers in the DyND tag, with the type {beyond}: {why}")
        yield _CBOR.reject(*row, "LIM-03", f"numerals-cut-to-{bits}-bits", numbers=[3, bits])


def features() -> Iterator[Feature]:
    yield Feature("cut-size", "Sizes that are cut to fewer bits", [*_counts(), *_types(), *_encoded()])
    yield Feature("cut-size-storage", "Profile storage: sizes that are cut to fewer bits", list(_stored()))
    yield Feature("cut-size-cbor", "Profile cbor: sizes that are cut to fewer bits", list(_cbor()))
