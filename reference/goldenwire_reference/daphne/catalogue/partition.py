"""Blocks that do not tile the object: beyond its bounds, overlapping, leaving gaps, or without cells."""

from collections.abc import Iterator

from goldenwire_reference.cases import (
    Case,
    Feature,
    Reject,
    append,
    put,
    remove,
)
from goldenwire_reference.daphne.catalogue.words import (
    u32,
    u64,
)


def _bounds() -> Iterator[Case]:
    one, two = "daphne/dense/int32-2x3", "daphne/partition/quarters"
    yield Reject(
        name="rows-beyond",
        summary="the only block has a row more than the object",
        requirements=["DAPHNE-PART-02"],
        base=one,
        edits=[put("rows", 1)],
        checks={"block.bounds.rows": None},
    )
    yield Reject(
        name="columns-beyond",
        summary="the only block has a column more than the object",
        requirements=["DAPHNE-PART-02"],
        base=one,
        edits=[put("columns", 2)],
        checks={"block.bounds.columns": None},
    )
    yield Reject(
        name="transposed",
        summary="the block's rows and columns are exchanged, its area is right",
        requirements=["DAPHNE-PART-02", "DAPHNE-BLK-01", "DAPHNE-BLK-02"],
        base=one,
        edits=[put("block[0].rows", 3), put("block[0].columns", 2)],
        checks={"block.bounds.rows": None},
    )
    for axis, names in (("row", ("rx", "rows")), ("column", ("cx", "columns"))):
        base = "daphne/partition/rows" if axis == "row" else "daphne/partition/columns"
        for value, why in ((4, "4"), (2**32 + 3, "2^32 + 3"), (2**63, "2^63"), (2**64 - 1, "2^64 - 1")):
            yield Reject(
                name=f"{axis}-position-{value}",
                summary=f"the last block's {axis} position is {why}; the areas still add up",
                requirements=["DAPHNE-PART-02", "DAPHNE-GEN-07", "DAPHNE-HDR-07"],
                base=base,
                edits=[put(f"block[3].{names[0]}", value)],
                checks={f"block.bounds.{names[1]}": None},
                needs=["many-blocks"],
            )
    yield Reject(
        name="end-wraps-around",
        summary="position + rows is 2^64 + 4, which wraps around to a legal end",
        requirements=["DAPHNE-GEN-07"],
        base="daphne/empty/million-cells",
        edits=[
            put("rows", 4),
            put("columns", 4),
            put("block[0].rx", 2**64 - 4),
            put("block[0].rows", 8),
            put("block[0].columns", 2),
        ],
        checks={"block.bounds.rows": None},
    )
    yield Reject(
        name="position-of-the-grid",
        summary="positions that count blocks instead of cells overlap",
        requirements=["DAPHNE-BODY-04"],
        base=two,
        edits=[put("block[1].cx", 1), put("block[2].rx", 1), put("block[3].rx", 1), put("block[3].cx", 1)],
        checks={"block.overlap": None},
        needs=["many-blocks"],
    )


def _overlaps() -> Iterator[Case]:
    quarters = "daphne/partition/quarters"
    for name, edits, why in (
        ("same-place", [put("block[1].cx", 0)], "the second block lies where the first does"),
        ("by-a-column", [put("block[1].cx", 1)], "two blocks share a column"),
        ("by-a-row", [put("block[2].rx", 1)], "two blocks share a row"),
        (
            "corner",
            [put("block[3].rx", 1), put("block[3].cx", 1)],
            "four blocks meet in one cell that is in all of them",
        ),
        ("last-on-first", [put("block[3].rx", 0), put("block[3].cx", 0)], "the last block lies where the first does"),
    ):
        yield Reject(
            name=f"overlap-{name}",
            summary=f"{why}, and the areas add up",
            requirements=["DAPHNE-PART-03", *(["DAPHNE-DEC-03"] if name == "last-on-first" else [])],
            base=quarters,
            edits=edits,
            checks={"block.overlap": None},
            needs=["many-blocks"],
        )
    yield Reject(
        name="overlap-inside",
        summary="a block of one cell lies inside an earlier, larger one",
        requirements=["DAPHNE-PART-03"],
        base="daphne/partition/uneven",
        edits=[put("block[3].rx", 2), put("block[3].cx", 1)],
        checks={"block.overlap": None},
        needs=["many-blocks"],
    )
    yield Reject(
        name="overlap-of-equal-content",
        summary="two empty blocks on one cell: that both say zero is no excuse",
        requirements=["DAPHNE-PART-03"],
        base="daphne/partition/two-empty",
        edits=[put("block[1].cx", 0)],
        checks={"block.overlap": None},
        needs=["many-blocks"],
    )
    yield Reject(
        name="overlap-pinwheel",
        summary="the centre of a pinwheel lies a row too low, on one of its arms",
        requirements=["DAPHNE-PART-03"],
        base="daphne/partition/pinwheel",
        edits=[put("block[4].rx", 2)],
        checks={"block.overlap": None},
        needs=["many-blocks"],
    )


def _gaps() -> Iterator[Case]:
    for name, base, last in (
        ("quarter", "quarters", 3),
        ("row", "rows", 3),
        ("cell", "uneven", 3),
        ("centre", "pinwheel", 4),
    ):
        yield Reject(
            name=f"gap-{name}",
            summary=f"the last block of {base} is missing: a gap does not mean zeros",
            requirements=["DAPHNE-PART-04"],
            base=f"daphne/partition/{base}",
            edits=[remove(f"block[{last}].rx", _last_field(base, last))],
            checks={"body.incomplete": None},
            also=["TRUNCATED"],
            needs=["many-blocks"],
        )
    yield Reject(
        name="smaller-block",
        summary="the only block has a row less than the object, and nothing follows",
        requirements=["DAPHNE-PART-04", "DAPHNE-DEC-05"],
        base="daphne/empty/million-cells",
        edits=[put("block[0].rows", 1023)],
        checks={"body.incomplete": None},
        also=["TRUNCATED"],
    )
    yield Reject(
        name="larger-header",
        summary="the header has a column more than the only block",
        requirements=["DAPHNE-PART-04", "DAPHNE-DEC-05"],
        base="daphne/dense/int32-2x3",
        edits=[put("columns", 4)],
        checks={"body.incomplete": None},
        also=["TRUNCATED"],
    )
    yield Reject(
        name="area-wraps-around",
        summary="2^32 x 2^32 cells are 2^64, which wraps around to none: one cell does not cover them",
        requirements=["DAPHNE-GEN-07", "DAPHNE-PART-12"],
        base="daphne/empty/one-cell",
        edits=[put("rows", 2**32), put("columns", 2**32)],
        checks={"body.incomplete": None},
        also=["TRUNCATED", "LIMIT"],
    )
    yield Reject(
        name="no-block",
        summary="an object with cells and no block at all",
        requirements=["DAPHNE-PART-04", "DAPHNE-BODY-05"],
        base="daphne/empty/one-cell",
        edits=[remove("block[0].rx", "block[0].type")],
        checks={"body.incomplete": None},
        also=["TRUNCATED"],
    )


def _last_field(base: str, last: int) -> str:
    return {
        "quarters": "block[3].value[1,1]",
        "rows": "block[3].value[0,3]",
        "uneven": "block[3].value[0,0]",
        "pinwheel": "block[4].value[1,1]",
    }[base]


def _degenerate() -> Iterator[Case]:
    for name, dimension in (("rows", "rows"), ("columns", "columns")):
        yield Reject(
            name=f"block-without-{name}",
            summary=f"a block with no {name} in an object that has cells",
            requirements=["DAPHNE-PART-10"],
            base="daphne/partition/two-empty",
            edits=[put("columns", 1), put(f"block[0].{dimension}", 0), put("block[1].cx", 0)],
            checks={"block.degenerate": None},
            needs=["many-blocks"],
        )
    empty_first = u64(0) + u64(0) + u32(0) + u32(0) + b"\0"
    yield Reject(
        name="block-of-nothing-first",
        summary="a block of no cells at all before the only one that counts",
        requirements=["DAPHNE-PART-10"],
        base="daphne/empty/one-cell",
        edits=[put("block[0].rx", empty_first + u64(0))],
        checks={"block.degenerate": None},
    )
    yield Reject(
        name="block-of-nothing-last",
        summary="a block of no cells after the object is covered trails",
        requirements=["DAPHNE-GEN-06"],
        base="daphne/empty/one-cell",
        edits=[append(empty_first)],
        checks={"body.trailing": None},
    )


def rejects() -> Iterator[Feature]:
    yield Feature(
        "partition-rejects",
        "Blocks that do not tile the object",
        [
            *_bounds(),
            *_overlaps(),
            *_gaps(),
            *_degenerate(),
        ],
    )
