"""How blocks tile the object: their order, shape and mixture."""

from collections.abc import Iterator, Sequence

from goldenwire_reference.cases import (
    Accept,
    Case,
    Feature,
)
from goldenwire_reference.daphne.catalogue.words import (
    block,
    csr,
    dense,
    frame,
    matrix,
)

Place = tuple[int, int, int, int]


GRID = dense("int16", *([10 * r + c + 1 for c in range(4)] for r in range(4)))


QUARTERS = ((0, 0, 2, 2), (0, 2, 2, 2), (2, 0, 2, 2), (2, 2, 2, 2))


def _tiled(name: str, summary: str, places: Sequence[Place], *requirements: str) -> Case:
    return Accept(
        name=name,
        summary=summary,
        requirements=requirements,
        needs=["many-blocks"],
        value=GRID,
        plan=[block(place, "dense", "int16") for place in places],
    )


def _tilings() -> Iterator[Case]:
    yield _tiled("quarters", "a grid of 2 x 2 blocks in row-major order", QUARTERS, "DAPHNE-BODY-01", "DAPHNE-PART-01")
    yield _tiled(
        "quarters-reversed", "the same grid from the last block to the first", QUARTERS[::-1], "DAPHNE-PART-06"
    )
    column_major = (QUARTERS[0], QUARTERS[2], QUARTERS[1], QUARTERS[3])
    yield _tiled("quarters-column-major", "the same grid column by column", column_major, "DAPHNE-PART-06")
    shuffled = (QUARTERS[1], QUARTERS[3], QUARTERS[0], QUARTERS[2])
    yield _tiled("quarters-shuffled", "the same grid in no order", shuffled, "DAPHNE-PART-06", "DAPHNE-BODY-04")
    rows = tuple((r, 0, 1, 4) for r in range(4))
    yield _tiled("rows", "one block a row", rows, "DAPHNE-BODY-04", "DAPHNE-PART-07")
    columns = tuple((0, c, 4, 1) for c in range(4))
    yield _tiled("columns", "one block a column", columns, "DAPHNE-BODY-04", "DAPHNE-PART-07")
    cells = tuple((r, c, 1, 1) for r in range(4) for c in range(4))
    yield _tiled("cells", "one block a cell", cells, "DAPHNE-PART-07")
    uneven = ((0, 0, 1, 3), (0, 3, 3, 1), (1, 0, 3, 3), (3, 3, 1, 1))
    yield _tiled("uneven", "blocks of four sizes", uneven, "DAPHNE-PART-07")
    pinwheel = ((0, 0, 1, 3), (0, 3, 3, 1), (3, 1, 1, 3), (1, 0, 3, 1), (1, 1, 2, 2))
    yield _tiled(
        "pinwheel", "a pinwheel, which no row or column of the object cuts through", pinwheel, "DAPHNE-PART-07"
    )
    l_shape = ((2, 2, 2, 2), (0, 0, 2, 4), (2, 0, 2, 2))
    yield _tiled("lower-right-first", "the first block is not at (0, 0)", l_shape, "DAPHNE-PART-06", "DAPHNE-DEC-05")


def _mixed() -> Iterator[Case]:
    value = dense("int16", [1, 2, 0, 0], [3, 4, 0, 0], [0, 5, 0, 0], [0, 0, 0, 6])
    kinds = ("dense", "empty", "csr", "coo")
    yield Accept(
        name="four-block-types",
        summary="one block of each type in one object",
        requirements=["DAPHNE-PART-08"],
        needs=["many-blocks"],
        value=value,
        plan=[
            block(place, kind, None if kind == "empty" else "int16")
            for place, kind in zip(QUARTERS, kinds, strict=True)
        ],
    )
    types = ("int8", "uint64", "float", "double")
    yield Accept(
        name="four-value-types",
        summary="each block has a value type of its own",
        requirements=["DAPHNE-PART-09"],
        needs=["many-blocks"],
        value=GRID,
        plan=[block(place, "dense", name) for place, name in zip(QUARTERS, types, strict=True)],
    )
    sparse = csr("uint8", [0, 1, 0], [2, 0, 0], [0, 0, 3], [0, 4, 0])
    yield Accept(
        name="rows-of-coo",
        summary="two ultra-sparse blocks, one above the other",
        requirements=["DAPHNE-BLK-07", "DAPHNE-COO-06"],
        needs=["many-blocks"],
        value=sparse,
        plan=[block((0, 0, 2, 3), "coo", "uint8"), block((2, 0, 2, 3), "coo", "uint8")],
    )
    big = matrix("DenseMatrix", 1024, 1024, "uint8", {(1023, 1023): 1, (513, 300): 2})
    far = [block((0, 0, 513, 1024), "empty"), block((513, 0, 511, 1024), "csr", "uint8")]
    yield Accept(
        name="far-position",
        summary="a block at row 513: its position takes more than a byte",
        requirements=["DAPHNE-BODY-04"],
        needs=["many-blocks"],
        value=big,
        plan=far,
    )
    many = matrix("CSRMatrix", 64, 64, "uint8", {})
    yield Accept(
        name="many-blocks",
        summary="2^12 blocks, as many as every decoder takes",
        requirements=["DAPHNE-LIM-02", "DAPHNE-BODY-03"],
        needs=["many-blocks"],
        value=many,
        plan=[block((r, c, 1, 1), "empty") for r in range(64) for c in range(64)],
    )
    columns = frame([("a", "uint8"), ("b", "double"), ("c", "int32")], [1, 0.5, -1], [2, 1.5, -2])
    yield Accept(
        name="frame-runs",
        summary="a frame in a block of one column and a block of two, the latter first",
        requirements=["DAPHNE-PART-13", "DAPHNE-PART-06"],
        needs=["many-blocks"],
        value=columns,
        plan=[block((0, 1, 2, 2), "dense", "double"), block((0, 0, 2, 1), "dense", "uint8")],
    )
    yield Accept(
        name="frame-by-rows",
        summary="a frame row by row: each block crosses columns of three types",
        requirements=["DAPHNE-PART-13", "DAPHNE-VTX-07"],
        needs=["many-blocks"],
        value=columns,
        plan=[block((0, 0, 1, 3), "dense", "float"), block((1, 0, 1, 3), "dense", "float")],
    )


def features() -> Iterator[Feature]:
    two_empty = dense("uint8", [0, 0])
    yield Feature(
        "partition",
        "Tilings",
        [
            *_tilings(),
            *_mixed(),
            Accept(
                name="two-empty",
                summary="two empty blocks side by side",
                requirements=["DAPHNE-BODY-01", "DAPHNE-EMP-01"],
                needs=["many-blocks"],
                value=two_empty,
                plan=[block((0, 0, 1, 1), "empty"), block((0, 1, 1, 1), "empty")],
            ),
        ],
    )
