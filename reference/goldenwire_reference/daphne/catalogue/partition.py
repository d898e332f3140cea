"""How blocks tile the object: order, shape, mixture; overlaps, gaps and blocks that reach beyond it."""

from collections.abc import Iterator, Sequence

from goldenwire_reference.cases import Accept, Case, Feature, Reject, append, put, remove
from goldenwire_reference.daphne.catalogue.words import block, csr, dense, frame, matrix, u32, u64

Place = tuple[int, int, int, int]

GRID = dense("int16", *([10 * r + c + 1 for c in range(4)] for r in range(4)))
QUARTERS = ((0, 0, 2, 2), (0, 2, 2, 2), (2, 0, 2, 2), (2, 2, 2, 2))


def _tiled(name: str, summary: str, places: Sequence[Place], *requirements: str) -> Case:
    return Accept(
        name=name, summary=summary, requirements=requirements, needs=["many-blocks"], value=GRID,
        plan=[block(place, "dense", "int16") for place in places],
    )  # fmt: skip


def _tilings() -> Iterator[Case]:
    yield _tiled("quarters", "a grid of 2 x 2 blocks in row-major order", QUARTERS, "DAPHNE-BODY-01", "DAPHNE-PART-01")
    yield _tiled("quarters-reversed", "the same grid from the last block to the first", QUARTERS[::-1], "DAPHNE-PART-06")
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
    yield _tiled("pinwheel", "a pinwheel, which no row or column of the object cuts through", pinwheel, "DAPHNE-PART-07")
    l_shape = ((2, 2, 2, 2), (0, 0, 2, 4), (2, 0, 2, 2))
    yield _tiled("lower-right-first", "the first block is not at (0, 0)", l_shape, "DAPHNE-PART-06", "DAPHNE-DEC-05")


def _mixed() -> Iterator[Case]:
    value = dense("int16", [1, 2, 0, 0], [3, 4, 0, 0], [0, 5, 0, 0], [0, 0, 0, 6])
    kinds = ("dense", "empty", "csr", "coo")
    yield Accept(
        name="four-block-types", summary="one block of each type in one object", requirements=["DAPHNE-PART-08"],
        needs=["many-blocks"], value=value,
        plan=[block(place, kind, None if kind == "empty" else "int16") for place, kind in zip(QUARTERS, kinds, strict=True)],
    )  # fmt: skip
    types = ("int8", "uint64", "float", "double")
    yield Accept(
        name="four-value-types", summary="each block has a value type of its own", requirements=["DAPHNE-PART-09"],
        needs=["many-blocks"], value=GRID,
        plan=[block(place, "dense", name) for place, name in zip(QUARTERS, types, strict=True)],
    )  # fmt: skip
    sparse = csr("uint8", [0, 1, 0], [2, 0, 0], [0, 0, 3], [0, 4, 0])
    yield Accept(
        name="rows-of-coo", summary="two ultra-sparse blocks, one above the other", requirements=["DAPHNE-BLK-07", "DAPHNE-COO-06"],
        needs=["many-blocks"], value=sparse,
        plan=[block((0, 0, 2, 3), "coo", "uint8"), block((2, 0, 2, 3), "coo", "uint8")],
    )  # fmt: skip
    big = matrix("DenseMatrix", 1024, 1024, "uint8", {(1023, 1023): 1, (513, 300): 2})
    far = [block((0, 0, 513, 1024), "empty"), block((513, 0, 511, 1024), "csr", "uint8")]
    yield Accept(
        name="far-position", summary="a block at row 513: its position takes more than a byte", requirements=["DAPHNE-BODY-04"],
        needs=["many-blocks"], value=big, plan=far,
    )  # fmt: skip
    many = matrix("CSRMatrix", 64, 64, "uint8", {})
    yield Accept(
        name="many-blocks", summary="2^12 blocks, as many as every decoder takes", requirements=["DAPHNE-LIM-02", "DAPHNE-BODY-03"],
        needs=["many-blocks"], value=many, plan=[block((r, c, 1, 1), "empty") for r in range(64) for c in range(64)],
    )  # fmt: skip
    columns = frame([("a", "uint8"), ("b", "double"), ("c", "int32")], [1, 0.5, -1], [2, 1.5, -2])
    yield Accept(
        name="frame-runs", summary="a frame in a block of one column and a block of two, the latter first",
        requirements=["DAPHNE-PART-13", "DAPHNE-PART-06"], needs=["many-blocks"], value=columns,
        plan=[block((0, 1, 2, 2), "dense", "double"), block((0, 0, 2, 1), "dense", "uint8")],
    )  # fmt: skip
    yield Accept(
        name="frame-by-rows", summary="a frame row by row: each block crosses columns of three types",
        requirements=["DAPHNE-PART-13", "DAPHNE-VTX-07"], needs=["many-blocks"], value=columns,
        plan=[block((0, 0, 1, 3), "dense", "float"), block((1, 0, 1, 3), "dense", "float")],
    )  # fmt: skip


def _bounds() -> Iterator[Case]:
    one, two = "daphne/dense/int32-2x3", "daphne/partition/quarters"
    yield Reject(
        name="rows-beyond", summary="the only block has a row more than the object", requirements=["DAPHNE-PART-02"],
        base=one, edits=[put("rows", 1)], checks={"block.bounds.rows": None},
    )  # fmt: skip
    yield Reject(
        name="columns-beyond", summary="the only block has a column more than the object", requirements=["DAPHNE-PART-02"],
        base=one, edits=[put("columns", 2)], checks={"block.bounds.columns": None},
    )  # fmt: skip
    yield Reject(
        name="transposed", summary="the block's rows and columns are exchanged, its area is right",
        requirements=["DAPHNE-PART-02", "DAPHNE-BLK-01", "DAPHNE-BLK-02"], base=one,
        edits=[put("block[0].rows", 3), put("block[0].columns", 2)], checks={"block.bounds.rows": None},
    )  # fmt: skip
    for axis, names in (("row", ("rx", "rows")), ("column", ("cx", "columns"))):
        base = "daphne/partition/rows" if axis == "row" else "daphne/partition/columns"
        for value, why in ((4, "4"), (2**32 + 3, "2^32 + 3"), (2**63, "2^63"), (2**64 - 1, "2^64 - 1")):
            yield Reject(
                name=f"{axis}-position-{value}", summary=f"the last block's {axis} position is {why}; the areas still add up",
                requirements=["DAPHNE-PART-02", "DAPHNE-GEN-07", "DAPHNE-HDR-07"], base=base, edits=[put(f"block[3].{names[0]}", value)],
                checks={f"block.bounds.{names[1]}": None}, needs=["many-blocks"],
            )  # fmt: skip
    yield Reject(
        name="end-wraps-around", summary="position + rows is 2^64 + 4, which wraps around to a legal end",
        requirements=["DAPHNE-GEN-07"], base="daphne/empty/million-cells",
        edits=[put("rows", 4), put("columns", 4), put("block[0].rx", 2**64 - 4), put("block[0].rows", 8), put("block[0].columns", 2)],
        checks={"block.bounds.rows": None},
    )  # fmt: skip
    yield Reject(
        name="position-of-the-grid", summary="positions that count blocks instead of cells overlap",
        requirements=["DAPHNE-BODY-04"], base=two,
        edits=[put("block[1].cx", 1), put("block[2].rx", 1), put("block[3].rx", 1), put("block[3].cx", 1)],
        checks={"block.overlap": None}, needs=["many-blocks"],
    )  # fmt: skip


def _overlaps() -> Iterator[Case]:
    quarters = "daphne/partition/quarters"
    for name, edits, why in (
        ("same-place", [put("block[1].cx", 0)], "the second block lies where the first does"),
        ("by-a-column", [put("block[1].cx", 1)], "two blocks share a column"),
        ("by-a-row", [put("block[2].rx", 1)], "two blocks share a row"),
        ("corner", [put("block[3].rx", 1), put("block[3].cx", 1)], "four blocks meet in one cell that is in all of them"),
        ("last-on-first", [put("block[3].rx", 0), put("block[3].cx", 0)], "the last block lies where the first does"),
    ):  # fmt: skip
        yield Reject(
            name=f"overlap-{name}", summary=f"{why}, and the areas add up", requirements=["DAPHNE-PART-03"],
            base=quarters, edits=edits, checks={"block.overlap": None}, needs=["many-blocks"],
        )  # fmt: skip
    yield Reject(
        name="overlap-inside", summary="a block of one cell lies inside an earlier, larger one",
        requirements=["DAPHNE-PART-03"], base="daphne/partition/uneven",
        edits=[put("block[3].rx", 2), put("block[3].cx", 1)], checks={"block.overlap": None}, needs=["many-blocks"],
    )  # fmt: skip
    yield Reject(
        name="overlap-of-equal-content", summary="two empty blocks on one cell: that both say zero is no excuse",
        requirements=["DAPHNE-PART-03"], base="daphne/partition/two-empty", edits=[put("block[1].cx", 0)],
        checks={"block.overlap": None}, needs=["many-blocks"],
    )  # fmt: skip
    yield Reject(
        name="overlap-pinwheel", summary="the centre of a pinwheel lies a row too low, on one of its arms", requirements=["DAPHNE-PART-03"],
        base="daphne/partition/pinwheel",
        edits=[put("block[4].rx", 2)], checks={"block.overlap": None}, needs=["many-blocks"],
    )  # fmt: skip


def _gaps() -> Iterator[Case]:
    for name, base, last in (("quarter", "quarters", 3), ("row", "rows", 3), ("cell", "uneven", 3), ("centre", "pinwheel", 4)):
        yield Reject(
            name=f"gap-{name}", summary=f"the last block of {base} is missing: a gap does not mean zeros",
            requirements=["DAPHNE-PART-04"], base=f"daphne/partition/{base}",
            edits=[remove(f"block[{last}].rx", _last_field(base, last))],
            checks={"body.incomplete": None}, also=["TRUNCATED"], needs=["many-blocks"],
        )  # fmt: skip
    yield Reject(
        name="smaller-block", summary="the only block has a row less than the object, and nothing follows",
        requirements=["DAPHNE-PART-04", "DAPHNE-DEC-05"], base="daphne/empty/million-cells", edits=[put("block[0].rows", 1023)],
        checks={"body.incomplete": None}, also=["TRUNCATED"],
    )  # fmt: skip
    yield Reject(
        name="larger-header", summary="the header has a column more than the only block", requirements=["DAPHNE-PART-04", "DAPHNE-DEC-05"],
        base="daphne/dense/int32-2x3", edits=[put("columns", 4)], checks={"body.incomplete": None}, also=["TRUNCATED"],
    )  # fmt: skip
    yield Reject(
        name="area-wraps-around", summary="2^32 x 2^32 cells are 2^64, which wraps around to none: one cell does not cover them",
        requirements=["DAPHNE-GEN-07", "DAPHNE-PART-12"], base="daphne/empty/one-cell", edits=[put("rows", 2**32), put("columns", 2**32)],
        checks={"body.incomplete": None}, also=["TRUNCATED", "LIMIT"],
    )  # fmt: skip
    yield Reject(
        name="no-block", summary="an object with cells and no block at all", requirements=["DAPHNE-PART-04", "DAPHNE-BODY-05"],
        base="daphne/empty/one-cell", edits=[remove("block[0].rx", "block[0].type")], checks={"body.incomplete": None}, also=["TRUNCATED"],
    )  # fmt: skip


def _last_field(base: str, last: int) -> str:
    return {"quarters": "block[3].value[1,1]", "rows": "block[3].value[0,3]", "uneven": "block[3].value[0,0]",
            "pinwheel": "block[4].value[1,1]"}[base]  # fmt: skip


def _degenerate() -> Iterator[Case]:
    for name, dimension in (("rows", "rows"), ("columns", "columns")):
        yield Reject(
            name=f"block-without-{name}", summary=f"a block with no {name} in an object that has cells",
            requirements=["DAPHNE-PART-10"], base="daphne/partition/two-empty",
            edits=[put("columns", 1), put(f"block[0].{dimension}", 0), put("block[1].cx", 0)],
            checks={"block.degenerate": None}, needs=["many-blocks"],
        )  # fmt: skip
    empty_first = u64(0) + u64(0) + u32(0) + u32(0) + b"\0"
    yield Reject(
        name="block-of-nothing-first", summary="a block of no cells at all before the only one that counts",
        requirements=["DAPHNE-PART-10"], base="daphne/empty/one-cell", edits=[put("block[0].rx", empty_first + u64(0))],
        checks={"block.degenerate": None},
    )  # fmt: skip
    yield Reject(
        name="block-of-nothing-last", summary="a block of no cells after the object is covered trails",
        requirements=["DAPHNE-GEN-06"], base="daphne/empty/one-cell", edits=[append(empty_first)], checks={"body.trailing": None},
    )  # fmt: skip


def features() -> Iterator[Feature]:
    two_empty = dense("uint8", [0, 0])
    yield Feature("partition", "Tilings", [
        *_tilings(), *_mixed(),
        Accept(
            name="two-empty", summary="two empty blocks side by side", requirements=["DAPHNE-BODY-01", "DAPHNE-EMP-01"],
            needs=["many-blocks"], value=two_empty, plan=[block((0, 0, 1, 1), "empty"), block((0, 1, 1, 1), "empty")],
        ),
    ])  # fmt: skip


def rejects() -> Iterator[Feature]:
    yield Feature("partition-rejects", "Blocks that do not tile the object", [
        *_bounds(), *_overlaps(), *_gaps(), *_degenerate(),
    ])  # fmt: skip
