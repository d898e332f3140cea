"""Tilings of the object: the order, shape and mixture of blocks."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from goldenwire_suite.cases import Accept, Case, Feature
from goldenwire_suite.daphne.cases.builders import accept, block, csr, dense, frame, ids, matrix, needs

Place = tuple[int, int, int, int]

GRID = dense("int16", *([10 * r + c + 1 for c in range(4)] for r in range(4)))
QUARTERS = ((0, 0, 2, 2), (0, 2, 2, 2), (2, 0, 2, 2), (2, 2, 2, 2))
ROWS = tuple((r, 0, 1, 4) for r in range(4))
COLUMNS = tuple((0, c, 4, 1) for c in range(4))
UNEVEN = ((0, 0, 1, 3), (0, 3, 3, 1), (1, 0, 3, 3), (3, 3, 1, 1))
PINWHEEL = ((0, 0, 1, 3), (0, 3, 3, 1), (3, 1, 1, 3), (1, 0, 3, 1), (1, 1, 2, 2))

TILINGS: dict[str, tuple[str, Sequence[Place], str]] = {
    "quarters": ("four blocks of 2 x 2, row by row", QUARTERS, "BODY-01 BODY-03 PART-01"),
    "quarters-reversed": ("four blocks of 2 x 2, from the last to the first", QUARTERS[::-1], "PART-06"),
    "quarters-column-major": (
        "four blocks of 2 x 2, column by column",
        (QUARTERS[0], QUARTERS[2], QUARTERS[1], QUARTERS[3]),
        "PART-06",
    ),
    "quarters-shuffled": (
        "four blocks of 2 x 2, in no order",
        (QUARTERS[1], QUARTERS[3], QUARTERS[0], QUARTERS[2]),
        "PART-06",
    ),
    "halves": ("two blocks of 4 x 2, side by side", ((0, 0, 4, 2), (0, 2, 4, 2)), ""),
    "bands": ("two blocks of 2 x 4, one above the other", ((0, 0, 2, 4), (2, 0, 2, 4)), ""),
    "reaching-up": (
        "a block of the first row, and below it two of three rows",
        ((0, 0, 1, 4), (1, 0, 3, 2), (1, 2, 3, 2)),
        "PART-07",
    ),
    "reaching-left": (
        "a block of the first column, and beside it two of three columns",
        ((0, 0, 4, 1), (0, 1, 2, 3), (2, 1, 2, 3)),
        "PART-07",
    ),
    "reaching-down": (
        "a block of the last row, and above it two of three rows",
        ((3, 0, 1, 4), (0, 2, 3, 2), (0, 0, 3, 2)),
        "PART-06 PART-07",
    ),
    "reaching-right": (
        "a block of the last column, and beside it two of three columns",
        ((0, 3, 4, 1), (2, 0, 2, 3), (0, 0, 2, 3)),
        "PART-06 PART-07",
    ),
    "rows": ("a block for each of four rows", ROWS, ""),
    "columns": ("a block for each of four columns", COLUMNS, ""),
    "cells": (
        "a block for each of 16 cells",
        tuple((r, c, 1, 1) for r in range(4) for c in range(4)),
        "BODY-03",
    ),
    "uneven": ("blocks of 1 x 3, 3 x 1, 3 x 3 and 1 x 1", UNEVEN, "PART-07"),
    "pinwheel": ("five blocks as a pinwheel: no cut from side to side parts them", PINWHEEL, "PART-07"),
    "lower-right-first": (
        "the first block lies at (2, 2), and is smaller than the next",
        ((2, 2, 2, 2), (0, 0, 2, 4), (2, 0, 2, 2)),
        "PART-06 DEC-05 HDR-04",
    ),
}


def _tilings() -> Iterator[Case]:
    for name, (told, places, cited) in TILINGS.items():
        yield accept(name, told, f"{cited}", GRID, [block(place, "dense", "int16") for place in places])


def _pairs() -> Iterator[Case]:
    """Nine blocks in a line: seven of two cells, and one of one cell at each end."""
    spans = [(0, 1), *((start, 2) for start in range(1, 15, 2)), (15, 1)]
    numbers = list(range(1, 17))
    across, down = dense("int16", numbers), dense("int16", *([number] for number in numbers))
    for way, value, places, told in (
        ("across", across, [(0, at, 1, size) for at, size in spans], "1 x 16 cells in blocks of 1 x 2"),
        ("down", down, [(at, 0, size, 1) for at, size in spans], "16 x 1 cells in blocks of 2 x 1"),
    ):
        summary = f"{told}, and one of one cell at each end"
        yield accept(f"pairs-{way}", summary, "PART-01", value, [block(place, "dense", "int16") for place in places])


# A grid of 36 rectangles of many sizes.
_DOWN, _ACROSS = (0, 1, 3, 6, 7, 10, 12), (0, 2, 3, 5, 9, 10, 12)
_MANY = tuple(
    (rx, cx, below - rx, beyond - cx)
    for rx, below in pairwise(_DOWN)
    for cx, beyond in pairwise(_ACROSS)
)  # fmt: skip

# Orders in which a codec meets them.
MANY_ORDERS: dict[str, tuple[str, Sequence[Place]]] = {
    "rows": ("row by row", _MANY),
    "reversed": ("from the last to the first", _MANY[::-1]),
    "columns": ("column by column", sorted(_MANY, key=lambda place: (place[1], place[0]))),
    "shuffled": ("in no order", [_MANY[number * 17 % 37 - 1] for number in range(1, 37)]),
    "sizes": ("from the largest to the smallest", sorted(_MANY, key=lambda place: -place[2] * place[3])),
}


def _many() -> Iterator[Case]:
    value = dense("uint8", *([12 * r + c + 1 for c in range(12)] for r in range(12)))
    for name, (told, places) in MANY_ORDERS.items():
        summary = f"{len(places)} blocks of many sizes, {told}"
        yield accept(f"many-{name}", summary, "PART-01" if name == "rows" else "PART-06", value,
                     [block(place, "dense", "uint8") for place in places])  # fmt: skip


def _mixed() -> Iterator[Case]:
    value = dense("int16", [1, 2, 0, 0], [3, 4, 0, 0], [0, 5, 0, 0], [0, 0, 0, 6])
    kinds = ("dense", "empty", "csr", "coo")
    yield accept(
        "four-block-types",
        "a dense, an empty, a CSR and a COO block in one object",
        "PART-08",
        value,
        [block(place, kind, None if kind == "empty" else "int16") for place, kind in zip(QUARTERS, kinds, strict=True)],
    )
    types = ("int8", "uint64", "float", "double")
    yield accept(
        "four-value-types",
        "an int16 matrix in blocks of int8, uint64, float and double",
        "PART-09 VTX-03 VTX-04",
        GRID,
        [block(place, "dense", name) for place, name in zip(QUARTERS, types, strict=True)],
    )
    sparse = csr("uint8", [0, 1, 0], [2, 0, 0], [0, 0, 3], [0, 0, 0])
    yield accept(
        "rows-of-coo",
        "two COO blocks, one above the other: in each the row indices count from 0",
        "BLK-07",
        sparse,
        [block((0, 0, 2, 3), "coo", "uint8"), block((2, 0, 2, 3), "coo", "uint8")],
    )
    big = matrix("DenseMatrix", 1024, 1024, "uint8", {(1023, 1023): 1, (513, 300): 2})
    yield accept(
        "far-position",
        "a block at row 513: its position takes two bytes",
        "BODY-01",
        big,
        [block((0, 0, 513, 1024), "empty"), block((513, 0, 511, 1024), "csr", "uint8")],
    )
    many = matrix("CSRMatrix", 64, 64, "uint8", {})
    plan = [block((r, c, 1, 1), "empty") for r in range(64) for c in range(64)]
    yield Accept(
        name="many-blocks",
        summary="2^12 blocks of one cell, as many as every codec takes",
        requirements=ids("LIM-02"),
        needs=needs(many, plan),
        value=many,
        plan=plan,
    )
    columns = frame([("a", "uint8"), ("b", "double"), ("c", "int32")], [1, 0.5, -1], [2, 1.5, -2])
    yield accept(
        "frame-runs",
        "a frame of three columns: first a block of the last two, then one of the first",
        "PART-13 PART-06 VTX-07",
        columns,
        [block((0, 1, 2, 2), "dense", "double"), block((0, 0, 2, 1), "dense", "uint8")],
    )
    yield accept(
        "frame-by-rows",
        "a frame row by row: each block of float crosses columns of uint8, double and int32",
        "PART-13 VTX-07",
        columns,
        [block((0, 0, 1, 3), "dense", "float"), block((1, 0, 1, 3), "dense", "float")],
    )


def _empty() -> Iterator[Case]:
    yield accept(
        "two-empty",
        "two empty blocks of one cell, side by side",
        "BODY-01 EMP-01",
        dense("uint8", [0, 0]),
        [block((0, 0, 1, 1), "empty"), block((0, 1, 1, 1), "empty")],
    )
    yield accept(
        "one-row-and-seven",
        "two empty blocks, of one row and of 7",
        "",
        matrix("DenseMatrix", 8, 1, "uint8", {}),
        [block((0, 0, 1, 1), "empty"), block((1, 0, 7, 1), "empty")],
    )
    yield accept(
        "cell-before-a-long-block",
        "an empty block of the last cell of 1 x 301, and then one of the 300 before it",
        "PART-06",
        matrix("DenseMatrix", 1, 301, "uint8", {}),
        [block((0, 300, 1, 1), "empty"), block((0, 0, 1, 300), "empty")],
    )


# Empty blocks of one cell and of two, in a line, and a dense block beside each of the shorter ones.
_EMPTY, _BESIDE = ((0, 0, 1, 1), (1, 0, 1, 2), (2, 0, 1, 1)), ((0, 1, 1, 1), (2, 1, 1, 1))


def _unlike() -> Iterator[Case]:
    """Empty blocks that adjoin, begin in one line and end in different ones, so that they make no rectangle."""
    for way, told in (("below", "empty blocks of one, two and one cells below one another"),
                      ("beside", "empty blocks of one, two and one cells beside one another")):  # fmt: skip
        turn = way == "beside"
        empty, beside = ([(b, a, d, c) if turn else (a, b, c, d) for a, b, c, d in all_] for all_ in (_EMPTY, _BESIDE))
        rows = [[0, 0, 0], [7, 0, 8]] if turn else [[0, 7], [0, 0], [0, 8]]
        for name, order, step in (
            ("", "which come last", 1),
            ("-reversed", "all in the reverse order, so that the dense ones come first", -1),
        ):
            blocks = [*(block(each, "empty") for each in empty), *(block(each, "dense", "uint8") for each in beside)]
            summary = (
                f"{told}, all from {'row' if turn else 'column'} 0, and dense blocks of the two other cells, {order}"
            )
            yield accept(f"empty-{way}{name}", summary, "PART-07 EMP-01", dense("uint8", *rows), blocks[::step])


def features() -> Iterator[Feature]:
    yield Feature("partition", "Tilings", [*_tilings(), *_pairs(), *_many(), *_mixed(), *_empty(), *_unlike()])
