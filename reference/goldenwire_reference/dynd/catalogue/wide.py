"""Sizes and counts that are the true ones once they are cut to 32 bits or fewer."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, put
from goldenwire_reference.dynd.catalogue.cbor_tags import typed
from goldenwire_reference.dynd.catalogue.words import Words, array, sized, told, varint

_WIDE, _STORED, _CBOR = Words("cut-size"), Words("cut-size-storage", "storage"), Words("cut-size-cbor", "cbor")

# What is added to the true number, so that the bits that a codec keeps are those of the true one.
_BEYOND = {8: "a byte", 16: "two bytes", 32: "four bytes"}

# What has a number in front that is cut: (name, type, value, field, the true number, what it is, misreading).
_SIZED: Any = (
    ("bytes", "bytes", "000102", "value.size", 3, "the size of three bytes"),
    ("string", "string", "abc", "value.size", 3, "the size of a text of 3"),
    ("bools", "var * bool", [False, True, True], "value.count", 3, "the count of three bools"),
    ("numbers", "var * int64", ["1", "2", "3"], "value.count", 3, "the count of three numbers"),
    ("texts", "var * string", ["a", "", "b"], "value.count", 3, "the count of three texts"),
    ("inner", "(int8, 2 * var * char)", ["7", [["a", "b", "c"], ["d"]]], "value.1[0].count", 3,
     "the count of a row of three chars"),
)  # fmt: skip


def _counts() -> Iterator[Case]:
    for name, type, value, field, true, what in _SIZED:
        yield _WIDE.accept(name, type, value, f"{what}, in a byte", "VARINT-01", "varints-zigzag")
        for bits, kept in _BEYOND.items():
            number, misread = 2**bits + true, f"sizes-of-{bits}-bits"
            summary = f"{what}, and {told(2**bits) if bits > 15 else 2**bits} more, which {kept} do not hold"
            row: Any = (f"{name}-{bits}", type, name, put(field, varint(number)), "truncated", summary)
            yield _WIDE.reject(*row, "VARINT-04 VARINT-01", misread, numbers=[number, 2**bits, bits // 8])
    yield _WIDE.accept("type", "array[Any]", array("char", "z"), "the size of a type string of 4, in a byte", "ARR-01")
    for bits in (16, 32):
        row = (f"type-{bits}", "array[Any]", "type", put("value.type.size", varint(2**bits + 4)), "type.length")
        summary = f"the size of a type string of 4, and {told(2**bits)} more"
        then = "TRUNCATED" if bits == 16 else "LIMIT_TYPE_LENGTH"
        yield _WIDE.reject(*row, summary, "VARINT-01", f"sizes-of-{bits}-bits", also=["TRUNCATED"], then=then,
                           numbers=[2**bits])  # fmt: skip


# Types whose numbers are cut: (name, type of the base, its value, the type beyond, what it is).
_TYPES: Any = (
    ("fixed", "3 * int8", ["4", "5", "6"], "{} * int8", 3, "a dimension"),
    ("fixed-texts", "3 * string", ["a", "", "b"], "{} * string", 3, "a dimension of texts"),
    ("fixed-bytes", "bytes[3]", "000102", "bytes[{}]", 3, "a size of bytes"),
    ("fixed-rows", "2 * 3 * bool", [[True] * 3] * 2, "2 * {} * bool", 3, "a dimension within another one"),
    ("fixed-pointers", "pointer[3 * char]", ["a", "b", "c"], "pointer[{} * char]", 3, "a dimension behind a pointer"),
)


def _types() -> Iterator[Case]:
    """Numbers in type strings that are the true ones once they are cut, as destination and in the data."""
    for name, type, value, form, true, what in _TYPES:
        yield _WIDE.accept(name, f"({type})", [value], f"{what} of {true}", "TUP-01")
        cited = "ARR-01" if name == "fixed-bytes" else "ARR-01 TYPE-02"
        summary = f"{what} of {true}, named in an array"
        yield _WIDE.accept(f"{name}-named", "array[Any]", array(type, value), summary, cited)
        for bits in _BEYOND:
            beyond, more = form.format(2**bits + true), told(2**bits) if bits > 15 else 2**bits
            summary, misread = f"{what} of {true}, and {more} more, which no data has", f"numerals-cut-to-{bits}-bits"
            row: Any = (f"{name}-{bits}", f"({beyond})", name, [], "truncated", summary, "LIM-03", misread)
            yield _WIDE.reject(*row, numbers=[true, 2**bits])
            row = (f"{name}-named-{bits}", "array[Any]", f"{name}-named", sized("value.type", "text", beyond.encode()))
            row = (*row, "truncated", f"{summary}, named in an array", "LIM-03", misread)
            yield _WIDE.reject(*row, numbers=[true, 2**bits])


def _stored() -> Iterator[Case]:
    type = "storage[{} * 3 * string, axis=[1, 0]]"
    rows = [["a", "", "b"], ["", "c", ""]]
    yield _STORED.accept("rows", type.format(2), rows, "by columns, 2 rows of three texts", "STORAGE-02")
    for bits in _BEYOND:
        beyond, more = type.format(2**bits + 2), told(2**bits) if bits > 15 else 2**bits
        row: Any = (f"rows-{bits}", beyond, "rows", [], "truncated", f"by columns, 2 rows of texts and {more} more")
        yield _STORED.reject(*row, "LIM-03", f"numerals-cut-to-{bits}-bits", numbers=[2, 2**bits])


# Lengths of CBOR strings: (name, value, field of the head, major type, the true length, what it is).
_LENGTHS: Any = (
    ("text", array("string", "abc"), "value.head", 3, 3, "a text of 3"),
    ("bytes", array("bytes", "000102"), "value.head", 2, 3, "a byte string of 3"),
    ("data", array("3 * int8", ["1", "2", "3"]), "value.value.head", 2, 3, "data of 3 bytes"),
)


def _cbor() -> Iterator[Case]:
    for name, value, field, major, true, what in _LENGTHS:
        yield _CBOR.accept(name, "array[Any]", value, f"{what}, whose head tells it", "CBOR-04")
        for info, bits in ((25, 8), (26, 16), (27, 32)):
            size = 1 << info - 24
            head = bytes([major << 5 | info]) + (2**bits + true).to_bytes(size, "big")
            row: Any = (f"{name}-{bits}", "array[Any]", name, put(field, head), "truncated")
            more = told(2**bits) if bits > 15 else 2**bits
            row = (*row, f"{what}, and {more} more in its head", "VARINT-04 CBOR-04", f"cbor-sizes-of-{bits}-bits")
            yield _CBOR.reject(*row, numbers=[true, 2**bits])
    for bits in (8, 16, 32):
        yield _CBOR.reject(f"dimension-{bits}", "array[Any]", "data", typed(f"{2**bits + 3} * int8".encode()),
                           "truncated", f"a dimension of 3, and {told(2**bits) if bits > 15 else 2**bits} more",
                           "LIM-03", f"numerals-cut-to-{bits}-bits", numbers=[3, 2**bits])  # fmt: skip


def features() -> Iterator[Feature]:
    yield Feature("cut-size", "Sizes that are cut to fewer bits", [*_counts(), *_types()])
    yield Feature("cut-size-storage", "Profile storage: sizes that are cut to fewer bits", list(_stored()))
    yield Feature("cut-size-cbor", "Profile cbor: sizes that are cut to fewer bits", list(_cbor()))
