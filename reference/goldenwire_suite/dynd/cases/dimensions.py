"""Dimensions of a fixed and of a variable size."""

from collections.abc import Iterator
from itertools import starmap
from typing import Any

from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature, add_at, insert, put, remove, remove_at, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder

_DIMENSION, _VAR = map(RowBuilder, ("dimension", "var"))

GRID = [["0", "1", "2"], ["3", "4", "5"]]
TALL = [["0", "1"], ["2", "3"], ["4", "5"]]
CUBE = [[["0", "1"], ["2", "3"], ["4", "5"]], [["6", "7"], ["8", "9"], ["10", "11"]]]
HALF, TWO = "0x3fe0000000000000", "0x4000000000000000"

_FIXED: Any = (
    ("five-int32", "5 * int32", list("01234"), "DyND's own test: 5 numbers from 0 to 4", "DIM-01"),
    ("two-by-two", "2 * 2 * int32", [["0", "1"], ["2", "3"]], "DyND's own test: 2 rows", "DIM-01 DIM-02"),
    ("two-by-three", "2 * 3 * int16", GRID, "the last index runs fastest", "DIM-02", "first-index-fastest"),
    ("three-by-two", "3 * 2 * int16", TALL, "other dimensions of the same elements, the same bytes", "DIM-02",
     "first-index-fastest"),
    ("three-dimensions", "2 * 3 * 2 * int8", CUBE, "three dimensions in C order", "DIM-02", "first-index-fastest"),
    ("one", "1 * int8", ["7"], "a row of one element is the element", "DIM-01", "dimensions-counted"),
    ("zero", "0 * int64", [], "no elements have no bytes", "DIM-03", "nothing-is-a-zero"),
    ("two-by-zero", "2 * 0 * int32", [[], []], "2 rows without elements have no bytes", "DIM-03",
     "rows-of-nothing-dropped"),
    ("zero-by-two", "0 * 2 * int32", [], "no rows have no bytes", "DIM-03", "nothing-is-a-zero"),
    ("zero-of-var", "0 * var * int8", [], "no rows have no counts either", "DIM-03", "nothing-is-a-zero"),
    ("zero-between", "(int8, 0 * string, int8)", ["1", [], "2"], "no elements between two fields leave no trace",
     "DIM-03", "nothing-is-a-zero"),
    ("of-strings", "2 * string", ["a", "bc"], "elements of different sizes", "DIM-01 NEST-01", "rows-of-numbers-alone"),
    ("of-tuples", "2 * (int8, int16)", [["1", "2"], ["3", "4"]], "no padding between elements of three bytes",
     "DIM-01 SCOPE-02", "fields-aligned"),
    ("of-five-byte-tuples", "3 * (int8, int32)", [["1", "2"], ["3", "4"], ["5", "6"]],
     "elements of five bytes, most of them unaligned", "SCOPE-02", "fields-aligned"),
    ("300-bytes", "300 * uint8", [str(n % 256) for n in range(300)], "a dimension of 300, more than a byte counts",
     "DIM-01", "dimensions-of-a-byte"),
    ("300-strings", "300 * string", [chr(97 + n % 26) for n in range(300)], "300 texts, each with its size", "DIM-01",
     "dimensions-of-a-byte"),
    ("of-unnamed-fields", "2 * {'': int8, f0: int16}", [["1", "2"], ["3", "4"]],
     "structs of an empty name, and of one that a library makes up for it",
     "DIM-01 STRUCT-01 TYPE-04"),
    ("float-row", "3 * float64", [HALF, "0x7ff8000000000001", "0x8000000000000000"],
     "a NaN with a payload and a negative zero in a row", "FLT-02 DIM-01", "nans-alike zeros-alike"),
)  # fmt: skip

# Requests with another value in place of five int32: (name, the change, description, mutation that writes it).
_NOT_FIVE: Any = (
    ("short", remove_at("/value/4"), "4 elements where 5 are due", "short-rows-filled-up"),
    ("long", add_at("/value/-", "5"), "6 elements where 5 are due", "long-rows-cut"),
    ("empty", [], "an empty list where 5 elements are due", "short-rows-filled-up"),
    ("flat", "0", "a number where 5 are due", "numbers-repeated"),
    ("missing", None, "null where 5 elements are due", "null-is-zero"),
)
# The same in place of two rows of three.
_NO_GRID: Any = (
    ("transposed", TALL, "3 rows of 2 where 2 of 3 are due", "shapes-by-number"),
    ("flattened", list("012345"), "6 elements in one row where 2 rows of 3 are due", "shapes-by-number"),
    ("ragged", remove_at("/value/1/2"), "a row of 2 where 3 are due", "short-rows-filled-up"),
    ("deeper", [[[cell] for cell in row] for row in GRID], "lists of one where numbers are due", "lists-of-one"),
    ("element", replace_at("/value/1/2", "40000"), "an element of 40,000 where an int16 is due", "integers-wrap"),
)


def _dimensions() -> Iterator[Case]:
    yield from starmap(_DIMENSION.accept, _FIXED)
    for base, rows in (("five-int32", _NOT_FIVE), ("two-by-three", _NO_GRID)):
        for name, change, what, catches in rows:
            summary = f"an encoder refuses {what}"
            yield _DIMENSION.refusal(f"encode-{name}", base, change, "VALUE_INVALID", summary, "SER-04", catches)
    for name, size, given in (("2-to-the-32", 2**32, []), ("2-to-the-32-and-5", 2**32 + 5, list("56789"))):
        changes = replace_at("/context/type", f"{size} * int32"), replace_at("/value", given)
        summary = f"an encoder refuses {plural(len(given), 'element')} where {size:,} are due"
        row: Any = (f"encode-{name}", "five-int32", changes, "VALUE_INVALID", summary)
        yield _DIMENSION.refusal(*row, "SER-04", "fixed-sizes-in-32-bits", numbers=[size, len(given)])


_ANY: Any = (
    ("three-int32", "var * int32", ["1", "2", "3"], "the count, then the elements", "VAR-01"),
    ("empty", "var * int32", [], "no elements are a count of 0", "VAR-01", "no-elements-no-count"),
    ("count-of-elements", "var * int64", ["1", "2"], "the count is of elements, not of bytes", "VAR-02",
     "counts-in-bytes"),
    ("count-of-strings", "var * string", ["abc", "", "d"], "the count is of texts, not of bytes", "VAR-02",
     "counts-in-bytes"),
    ("rows", "2 * var * int16", [["1"], ["2", "3"]], "each of 2 rows has its count", "VAR-03", "inner-rows-uncounted"),
    ("rows-empty", "2 * var * int16", [[], []], "each of 2 empty rows has its count", "VAR-03", "inner-rows-uncounted"),
    ("nested", "var * var * int8", [["1", "2"], [], ["3"]], "a count of rows, then one for each row", "VAR-03",
     "inner-rows-uncounted"),
    ("nested-empty", "var * var * int8", [], "no rows, and so no further counts", "VAR-01"),
    ("three-levels", "var * var * var * int8", [[["1"], []], []], "counts at three levels", "VAR-03",
     "inner-rows-uncounted"),
    ("of-fixed", "var * 3 * int8", [["1", "2", "3"], ["4", "5", "6"]], "the count is 2, of rows of three", "VAR-02",
     "counts-of-numbers"),
    ("of-empty", "var * 0 * int8", [[], [], []], "a count of 3 rows without bytes", "VAR-02", "counts-in-bytes"),
    ("of-empty-tuples", "var * ()", [[], []], "a count of 2 tuples without bytes", "VAR-02", "counts-in-bytes"),
    ("of-structs", "var * {x: int32, y: float64}", [["1", HALF], ["-2", TWO]],
     "a count of structs, which are not padded",
     "VAR-01 STRUCT-01", "fields-by-columns"),
    ("128-bytes", "var * uint8", [str(n) for n in range(128)], "a count of 128 takes 2 bytes", "VAR-01 VARINT-01",
     "varints-big-endian"),
)  # fmt: skip

# Wrong counts: (name, type, base, edits, check, summary, requirements, mutation that accepts them).
_MISCOUNTED: Any = (
    ("count-too-small", "var * int32", "three-int32", put("value.count", 2), "trailing",
     "the count is one less than the elements", "VAR-01", "counts-of-the-last-index"),
    ("count-zero", "var * int32", "three-int32", put("value.count", 0), "trailing", "a count of 0, and elements",
     "VAR-01", "a-count-of-0-is-to-the-end"),
    ("count-too-large", "var * int32", "three-int32", put("value.count", 4), "truncated",
     "the count is one more than the elements", "VAR-01", "counts-with-the-count"),
    ("no-count", "var * int32", "three-int32", remove("value.count"), "trailing",
     "elements without a count, for which the first byte of one is taken", "VAR-01", "to-the-end-without-count"),
    ("count-of-bytes", "var * int64", "count-of-elements", put("value.count", 16), "truncated",
     "the count is that of the bytes, 16", "VAR-02", "counts-in-bytes"),
    ("count-per-array", "2 * var * int16", "rows", [remove("value[1].count"), put("value[0].count", 3)], "truncated",
     "one count for all rows", "VAR-03", "one-count-for-all-rows"),
    ("count-in-four-bytes", "var * int32", "three-int32", insert("value[0]", bytes(3)), "trailing",
     "a count in 4 bytes", "VARINT-01", "counts-in-four-bytes"),
)  # fmt: skip

# Requests with another value in place of a row of numbers: (name, the change, description, mutation that writes it).
_NO_ROW: Any = (
    ("text", "123", "a text of digits where a row is due", "text-is-a-row"),
    ("missing", None, "null where a row is due", "null-is-zero"),
    ("element", replace_at("/value/1", True), "true in a row of int32", "bools-are-numbers"),
)


def _vars() -> Iterator[Case]:
    yield from starmap(_VAR.accept, _ANY)
    yield from starmap(_VAR.reject, _MISCOUNTED)
    for name, change, what, catches in _NO_ROW:
        summary = f"an encoder refuses {what}"
        yield _VAR.refusal(f"encode-{name}", "three-int32", change, "VALUE_INVALID", summary, "SER-04", catches)


def features() -> Iterator[Feature]:
    yield Feature("dimension", "Dimensions of a fixed size", list(_dimensions()))
    yield Feature("var", "Dimensions of any size", list(_vars()))
