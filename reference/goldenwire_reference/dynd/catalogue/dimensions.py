"""Dimensions of a fixed and of any size."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, put, remove
from goldenwire_reference.dynd.catalogue.words import Words

_DIMENSION, _VAR = map(Words, ("dimension", "var"))

GRID = [["0", "1", "2"], ["3", "4", "5"]]
TALL = [["0", "1"], ["2", "3"], ["4", "5"]]
HALF, TWO = "0x3fe0000000000000", "0x4000000000000000"


def _dimensions() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _DIMENSION.accept(name, type, value, summary, *requirements)

    yield accept("five-int32", "5 * int32", list("01234"), "DyND's own test: 0 to 4", "DIM-01")
    yield accept("two-by-two", "2 * 2 * int32", [["0", "1"], ["2", "3"]], "DyND's own test: two rows", "DIM-01 DIM-02")
    yield accept("two-by-three", "2 * 3 * int16", GRID, "the last index runs fastest", "DIM-02")
    yield accept("three-by-two", "3 * 2 * int16", TALL, "other dimensions, the same bytes", "DIM-02")
    yield accept(
        "three-dimensions",
        "2 * 3 * 2 * int8",
        [[["0", "1"], ["2", "3"], ["4", "5"]], [["6", "7"], ["8", "9"], ["10", "11"]]],
        "three dimensions in C order",
        "DIM-02",
    )
    yield accept("one", "1 * int8", ["7"], "one element is the element", "DIM-01")
    yield accept("zero", "0 * int64", [], "no elements have no bytes", "DIM-03")
    yield accept("two-by-zero", "2 * 0 * int32", [[], []], "two rows without elements have no bytes", "DIM-03")
    yield accept("zero-by-two", "0 * 2 * int32", [], "no rows have no bytes", "DIM-03")
    yield accept("zero-of-var", "0 * var * int8", [], "no rows have no counts either", "DIM-03 VAR-03")
    yield accept(
        "zero-between", "(int8, 0 * string, int8)", ["1", [], "2"], "no elements between two fields", "DIM-03 TUP-01"
    )
    yield accept("of-strings", "2 * string", ["a", "bc"], "elements of different sizes", "DIM-01 NEST-01")
    yield accept(
        "of-tuples", "2 * (int8, int16)", [["1", "2"], ["3", "4"]], "no padding between elements", "DIM-01 SCOPE-02"
    )
    yield accept(
        "of-int24-pairs",
        "3 * (int8, int32)",
        [["1", "2"], ["3", "4"], ["5", "6"]],
        "elements of five bytes, unaligned",
        "SCOPE-02",
    )
    yield accept(
        "300-bytes", "300 * uint8", [str(n % 256) for n in range(300)], "a dimension of more than 255", "DIM-01"
    )
    yield accept(
        "300-strings", "300 * string", [chr(97 + n % 26) for n in range(300)], "300 texts, each with its size", "DIM-01"
    )
    yield accept(
        "float-row",
        "3 * float64",
        [HALF, "0x7ff8000000000001", "0x8000000000000000"],
        "NaN and -0.0 in an array",
        "FLT-02 DIM-01",
    )
    for name, value, edit in (
        ("short", list("0123"), "four elements"),
        ("long", list("012345"), "six elements"),
        ("empty", [], "no elements"),
        ("flat", "0", "a number"),
        ("missing", None, "null"),
    ):
        yield _DIMENSION.refusal(
            f"encode-{name}",
            "5 * int32",
            value,
            "VALUE_INVALID",
            "five-int32",
            edit,
            f"{edit}: not five elements",
            "SER-04 DIM-01",
        )
    for name, grid, edit in (
        ("transposed", TALL, "three rows of two"),
        ("flattened", list("012345"), "six elements in one row"),
        ("ragged", [["0", "1", "2"], ["3", "4"]], "a row that is too short"),
        ("deep", [GRID], "one dimension too many"),
        ("element", [["0", "1", "2"], ["3", "4", "40000"]], "an element out of range"),
    ):
        yield _DIMENSION.refusal(
            f"encode-{name}",
            "2 * 3 * int16",
            grid,
            "VALUE_INVALID",
            "two-by-three",
            edit,
            f"{edit}: not two rows of three",
            "SER-04 DIM-02",
        )


def _vars() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _VAR.accept(name, type, value, summary, *requirements)

    yield accept("three-int32", "var * int32", ["1", "2", "3"], "the count, then the elements", "VAR-01")
    yield accept("empty", "var * int32", [], "no elements are a count of 0", "VAR-01")
    yield accept("count-of-elements", "var * int64", ["1", "2"], "the count is 2, not 16", "VAR-02")
    yield accept("count-of-strings", "var * string", ["abc", "", "d"], "the count is of texts, not of bytes", "VAR-02")
    yield accept("rows", "2 * var * int16", [["1"], ["2", "3"]], "each row has its count", "VAR-03")
    yield accept("rows-empty", "2 * var * int16", [[], []], "each empty row has its count", "VAR-03")
    yield accept(
        "nested", "var * var * int8", [["1", "2"], [], ["3"]], "a count of rows, then one for each row", "VAR-03"
    )
    yield accept("nested-empty", "var * var * int8", [], "no rows, and so no further counts", "VAR-03")
    yield accept("three-levels", "var * var * var * int8", [[["1"], []], []], "counts at three levels", "VAR-03")
    yield accept(
        "of-fixed", "var * 3 * int8", [["1", "2", "3"], ["4", "5", "6"]], "the count is of rows", "VAR-02 DIM-01"
    )
    yield accept("of-empty", "var * 0 * int8", [[], [], []], "a count of 3, and no bytes", "VAR-02 DIM-03")
    yield accept("of-empty-tuples", "var * ()", [[], []], "a count of 2, and no bytes", "VAR-02")
    yield accept(
        "of-structs",
        "var * {x: int32, y: float64}",
        [["1", HALF], ["-2", TWO]],
        "structs of twelve bytes",
        "VAR-01 STRUCT-01",
    )
    yield accept("128-bytes", "var * uint8", [str(n) for n in range(128)], "a count of two bytes", "VAR-01 VARINT-01")
    for name, change, check, summary in (
        ("count-too-small", [put("value.count", 2)], "trailing", "the count is one less than the elements"),
        ("count-zero", [put("value.count", 0)], "trailing", "a count of 0, and elements"),
        ("count-too-large", [put("value.count", 4)], "truncated", "the count is one more than the elements"),
        (
            "no-count",
            [remove("value.count")],
            "trailing",
            "the elements without a count: the first byte of one is taken for it",
        ),
    ):
        base, type = ("three-int32", "var * int32")
        yield _VAR.reject(
            name, type, base, change, check, summary, "VAR-01", "DES-02" if check == "trailing" else "DES-03"
        )
    yield _VAR.reject(
        "count-of-bytes",
        "var * int64",
        "count-of-elements",
        [put("value.count", 16)],
        "truncated",
        "the count of the bytes instead of the elements",
        "VAR-02",
    )
    yield _VAR.reject(
        "count-per-array",
        "2 * var * int16",
        "rows",
        [remove("value[1].count"), put("value[0].count", 3)],
        "truncated",
        "one count for all rows",
        "VAR-03",
    )
    yield _VAR.reject(
        "count-in-four-bytes",
        "var * int32",
        "three-int32",
        [put("value.count", bytes([3, 0, 0, 0]))],
        "trailing",
        "a count in four bytes",
        "VARINT-01",
    )
    for name, value, edit in (
        ("text", "abc", "a text"),
        ("missing", None, "null"),
        ("element", ["1", True], "a bool inside"),
    ):
        yield _VAR.refusal(
            f"encode-{name}",
            "var * int32",
            value,
            "VALUE_INVALID",
            "three-int32",
            edit,
            f"{edit}: no row of numbers",
            "SER-04",
        )


def features() -> Iterator[Feature]:
    yield Feature("dimension", "Dimensions of a fixed size", list(_dimensions()))
    yield Feature("var", "Dimensions of any size", list(_vars()))
