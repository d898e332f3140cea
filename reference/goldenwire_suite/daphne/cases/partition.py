"""Blocks that do not tile the object: beyond its bounds, overlapping, leaving gaps, or without cells."""

from collections.abc import Iterator

from goldenwire_suite.cases import Case, Feature, Reject, append, insert, put, remove
from goldenwire_suite.daphne.cases.builders import ids, say, u32, u64
from goldenwire_suite.daphne.cases.tiling import MANY_ORDERS

ONE = "daphne/dense/int32-2x3"
QUARTERS = "daphne/partition/quarters"


def _one_block() -> Iterator[Case]:
    yield Reject(
        name="rows-beyond",
        summary="a block of 2 x 3 in an object of 1 x 3",
        requirements=ids("HDR-04 DEC-05"),
        base=ONE,
        edits=[put("rows", 1)],
        checks={"block.bounds.rows": None},
        catches=["dimensions-of-the-first-block"],
    )
    yield Reject(
        name="columns-beyond",
        summary="a block of 2 x 3 in an object of 2 x 2",
        requirements=ids("HDR-05 DEC-05"),
        base=ONE,
        edits=[put("columns", 2)],
        checks={"block.bounds.columns": None},
        catches=["dimensions-of-the-first-block"],
    )
    yield Reject(
        name="transposed",
        summary="a block of 3 x 2 in an object of 2 x 3, whose area is right",
        requirements=ids("BLK-01 BLK-02"),
        base=ONE,
        edits=[put("block[0].rows", 3), put("block[0].columns", 2)],
        checks={"block.bounds.rows": None},
        catches=["block-rows-and-columns-exchanged"],
    )


def _positions() -> Iterator[Case]:
    for axis, (position, base) in {"row": ("rx", "rows"), "column": ("cx", "columns")}.items():
        for value in (4, 2**32 + 3, 2**63, 2**64 - 1):
            cited = "BODY-04 " + {4: "", 2**32 + 3: "BODY-01", 2**63: "BODY-01", 2**64 - 1: "BODY-01 GEN-07"}[value]
            catches = {
                2**32 + 3: [f"{position}-of-32-bits"],
                2**63: [f"{position}-signed"],
                2**64 - 1: ["block-end-wraps-around"],
            }.get(value, [])
            yield Reject(
                name=f"{axis}-position-{value}",
                summary=f"the last of four blocks lies at {axis} {say(value)} of an object of 4; "
                "the areas add up to the object's",
                requirements=ids(cited),
                base=f"daphne/partition/{base}",
                edits=[put(f"block[3].{position}", value)],
                checks={f"block.bounds.{base}": None},
                needs=["many-blocks"],
                catches=catches,
            )
    yield Reject(
        name="end-wraps-around",
        summary="a block of 7 rows at row 2^64 - 4 of 8: its end, row 2^64 + 3, is row 3 in 64 bits",
        requirements=ids("GEN-07 BODY-01"),
        base="daphne/partition/one-row-and-seven",
        edits=[put("block[1].rx", 2**64 - 4)],
        checks={"block.bounds.rows": None},
        needs=["many-blocks"],
        catches=["block-end-wraps-around"],
        numbers=[2**64 - 4 + 7, 3, 64],
    )


def _overlaps_of_many() -> Iterator[Case]:
    """One of 36 blocks is moved by a row or a column: it overlaps a block that came before it, or one yet to come."""
    for name, (told, places) in MANY_ORDERS.items():
        for which, number in {"first": 0, "last": len(places) - 1}.items():
            rx, cx, *_ = places[number]
            field, to = ("cx", cx - 1) if cx else ("rx", rx - 1) if rx else ("cx", 1)
            line = "column" if field == "cx" else "row"
            yield Reject(
                name=f"many-{name}-{which}",
                summary=f"the {which} of {len(places)} blocks, which come {told}, is one {line} off, on another",
                requirements=ids("PART-07"),
                base=f"daphne/partition/many-{name}",
                edits=[put(f"block[{number}].{field}", to)],
                checks={"block.overlap": None},
                needs=["many-blocks"],
                numbers=[len(places)],
            )


def _overlaps() -> Iterator[Case]:
    places = [("rx", 1), ("cx", 1)]
    yield Reject(
        name="position-of-the-grid",
        summary="four blocks of 2 x 2 at (0, 0), (0, 1), (1, 0) and (1, 1), as if positions counted blocks",
        requirements=ids("BODY-04"),
        base=QUARTERS,
        edits=[put("block[1].cx", 1), put("block[2].rx", 1), *(put(f"block[3].{name}", at) for name, at in places)],
        checks={"block.overlap": None},
        needs=["many-blocks", "order"],
        catches=["positions-count-blocks"],
    )
    for name, base, edits, summary, catches in (
        ("same-place", QUARTERS, [put("block[1].cx", 0)], "the second of four blocks lies on the first", ()),
        ("by-a-column", "daphne/partition/halves", [put("block[1].cx", 1)], "two blocks of 4 x 2 share a column", ()),
        (
            "by-a-row",
            QUARTERS,
            [put("block[2].rx", 1)],
            "the third of four blocks shares a row with the two before",
            (),
        ),
        (
            "corner",
            QUARTERS,
            [put("block[3].rx", 1), put("block[3].cx", 1)],
            "the last of four blocks shares a cell with each of the others",
            ("covered-by-areas-alone",),
        ),
        (
            "last-on-first",
            QUARTERS,
            [put("block[3].rx", 0), put("block[3].cx", 0)],
            "the last of four blocks lies on the first",
            ("overlap-with-the-block-before-only",),
        ),
    ):
        yield Reject(
            name=f"overlap-{name}",
            summary=summary + "; the areas add up to the object's",
            requirements=ids("PART-06" if name == "same-place" else "BODY-04" + " DEC-03" * (name == "last-on-first")),
            base=base,
            edits=edits,
            checks={"block.overlap": None},
            needs=["many-blocks"],
            catches=catches,
        )
    yield Reject(
        name="overlap-on-the-second-before-one-on-the-first",
        summary="the third of four blocks lies on the second, and then the last on the first",
        requirements=ids("BODY-04"),
        base=QUARTERS,
        edits=[put("block[2].rx", 0), put("block[2].cx", 2), *(put(f"block[3].{name}", 0) for name in ("rx", "cx"))],
        checks={"block.overlap": None},
        needs=["many-blocks", "order"],
    )
    for way, field, at in (("up", "rx", 0), ("left", "cx", 0), ("down", "rx", 1), ("right", "cx", 1)):
        line = "row" if field == "rx" else "column"
        yield Reject(
            name=f"overlap-reaching-{way}",
            summary=f"the last block lies one {line} too far {way}, on the first, with another one between them",
            requirements=ids("BODY-04"),
            base=f"daphne/partition/reaching-{way}",
            edits=[put(f"block[2].{field}", at)],
            checks={"block.overlap": None},
            needs=["many-blocks"],
        )
    for name, base, told in (
        ("corner-above", "quarters-reversed", "bottom right cell of the second block is the top left"),
        ("corner-below", "quarters-shuffled", "top right cell of the second block is the bottom left"),
    ):
        yield Reject(
            name=f"overlap-{name}",
            summary=f"the {told} one of the first",
            requirements=ids("BODY-04"),
            base=f"daphne/partition/{base}",
            edits=[put("block[1].rx", 1), put("block[1].cx", 1)],
            checks={"block.overlap": None},
            needs=["many-blocks", "order"],
        )
    for way, field, line in (("across", "cx", "column"), ("down", "rx", "row")):
        yield Reject(
            name=f"overlap-pairs-{way}",
            summary=f"the last of nine blocks lies at {line} 4, on the end of the third",
            requirements=ids("BODY-04"),
            base=f"daphne/partition/pairs-{way}",
            edits=[put(f"block[8].{field}", 4)],
            checks={"block.overlap": None},
            needs=["many-blocks"],
            catches=["overlap-where-blocks-begin"],
        )
    yield Reject(
        name="overlap-cross",
        summary="three blocks of 1 x 4, which are rows 1 to 3 of a 4 x 4 matrix, and a block of 4 x 1 across them",
        requirements=[],
        base="daphne/partition/rows",
        edits=[
            put("block[0].rx", 1),
            put("block[1].rx", 0),
            put("block[1].cx", 1),
            put("block[1].rows", 4),
            put("block[1].columns", 1),
        ],
        checks={"block.overlap": None},
        needs=["many-blocks", "order"],
    )
    for way, base, field in (("below", "rows", "rx"), ("beside", "columns", "cx")):
        yield Reject(
            name=f"overlap-{way}-the-one-before",
            summary=f"the third of four blocks lies right {way} the second, and on the first",
            requirements=ids("BODY-04"),
            base=f"daphne/partition/{base}",
            edits=[put(f"block[0].{field}", 1), put(f"block[1].{field}", 0), put(f"block[2].{field}", 1)],
            checks={"block.overlap": None},
            needs=["many-blocks"],
            catches=["overlap-with-neighbours-unseen"],
        )
    yield Reject(
        name="overlap-by-a-long-block",
        summary="an empty block of 300 cells lies at column 1, and its end on the one that came before it",
        requirements=ids("BODY-04"),
        base="daphne/partition/cell-before-a-long-block",
        edits=[put("block[1].cx", 1)],
        checks={"block.overlap": None},
        needs=["many-blocks"],
    )
    yield Reject(
        name="overlap-inside",
        summary="a block of one cell in the middle of an earlier one",
        requirements=ids("BODY-04"),
        base="daphne/partition/uneven",
        edits=[put("block[3].rx", 2), put("block[3].cx", 1)],
        checks={"block.overlap": None},
        needs=["many-blocks"],
        catches=["overlap-by-corners"],
    )
    yield Reject(
        name="overlap-of-equal-content",
        summary="two empty blocks for the same cell: both say that it is zero",
        requirements=ids("PART-06"),
        base="daphne/partition/two-empty",
        edits=[put("block[1].cx", 0)],
        checks={"block.overlap": None},
        needs=["many-blocks"],
        catches=["overlap-of-empty-blocks-taken"],
    )
    yield Reject(
        name="overlap-pinwheel",
        summary="the centre of a pinwheel lies a row too low, on one of its arms",
        requirements=ids("BODY-04"),
        base="daphne/partition/pinwheel",
        edits=[put("block[4].rx", 2)],
        checks={"block.overlap": None},
        needs=["many-blocks"],
    )


def _gaps() -> Iterator[Case]:
    for name, base, last, field, summary in (
        ("quarter", "quarters", 3, "value[1,1]", "the last of four blocks is missing"),
        ("row", "rows", 3, "value[0,3]", "the block of the last row is missing"),
        ("cell", "uneven", 3, "value[0,0]", "the block of the last cell is missing"),
        ("centre", "pinwheel", 4, "value[1,1]", "the centre of a pinwheel is missing"),
    ):
        yield Reject(
            name=f"gap-{name}",
            summary=f"{summary}, and the input ends before it",
            requirements=ids("BODY-04 DEC-04"),
            base=f"daphne/partition/{base}",
            edits=[remove(f"block[{last}].rx", f"block[{last}].{field}")],
            checks={"body.incomplete": None},
            also_here=["TRUNCATED"],
            needs=["many-blocks"],
            catches=["gaps-are-zeros"],
        )
    yield Reject(
        name="smaller-block",
        summary="a block of 1,023 rows in an object of 1,024, and the end of the input",
        requirements=ids("DEC-04 DEC-05 HDR-04"),
        base="daphne/empty/million-cells",
        edits=[put("block[0].rows", 1023)],
        checks={"body.incomplete": None},
        also_here=["TRUNCATED"],
        needs=["many-blocks"],
        catches=["dimensions-of-the-first-block"],
    )
    yield Reject(
        name="larger-header",
        summary="a block of 2 x 3 in an object of 2 x 4, and the end of the input",
        requirements=ids("DEC-04 DEC-05 HDR-05"),
        base=ONE,
        edits=[put("columns", 4)],
        checks={"body.incomplete": None},
        also_here=["TRUNCATED"],
        needs=["many-blocks"],
        catches=["dimensions-of-the-first-block"],
    )
    yield Reject(
        name="area-wraps-around",
        summary="an object of 2^32 x 2^32 cells, which are 0 in 64 bits, and a block of one",
        requirements=ids("GEN-07 DEC-04"),
        base="daphne/empty/one-cell",
        edits=[put("rows", 2**32), put("columns", 2**32)],
        checks={"body.incomplete": None},
        also_here=["TRUNCATED"],
        also=["LIMIT"],
        catches=["cells-of-the-object-wrap-around"],
        numbers=[2**32 * 2**32, 64],
    )
    yield Reject(
        name="no-block",
        summary="an object of one cell without any block",
        requirements=ids("DEC-04"),
        base="daphne/empty/one-cell",
        edits=[remove("block[0].rx", "block[0].type")],
        checks={"body.incomplete": None},
        also_here=["TRUNCATED"],
        catches=["gaps-are-zeros"],
    )


def _far() -> Iterator[Case]:
    """Positions that only unsigned 64-bit numbers hold, in objects of 2^64 - 1 rows or columns."""
    for name, field, line in (("rows", "rx", "row"), ("columns", "cx", "column")):
        object_ = put(name, 2**64 - 1)
        told = f"in an object of 2^64 - 1 {name}"
        for where, at in (("at-2-to-the-63", 2**63), ("at-the-end", 2**64 - 2)):
            last = ", the last" * (where == "at-the-end")
            yield Reject(
                name=f"far-{line}-{where}",
                summary=f"a block of one cell in {line} {say(at)}{last}, {told}; then the input ends",
                requirements=ids("BODY-01 HDR-07 DEC-04"),
                base="daphne/empty/one-cell",
                edits=[object_, put(f"block[0].{field}", at)],
                checks={"body.incomplete": None},
                also_here=["TRUNCATED"],
                also=["LIMIT"],
            )
        yield Reject(
            name=f"far-{line}-twice",
            summary=f"two blocks of one cell in {line} 2^63 {told}",
            requirements=ids("BODY-01" + " PART-06" * (field == "cx")),
            base="daphne/empty/one-cell",
            edits=[
                object_,
                put(f"block[0].{field}", 2**63),
                append(u64(2**63 * (field == "rx")) + u64(2**63 * (field == "cx")) + u32(1) + u32(1) + b"\0"),
            ],
            checks={"block.overlap": None},
            also=["LIMIT"],
            then="INCOMPLETE",
            needs=["many-blocks", "order"],
        )


def _across() -> Iterator[Case]:
    """Blocks of two rows or columns that lie across one where signed or narrower numbers end."""
    for name, power in (("rows", 31), ("columns", 32)):
        edge = 2**power
        pair = _line(name, edge - 1, 2) + _line(name, edge, 1)
        yield Reject(
            name=f"overlap-across-{name[:-1]}-2-to-the-{power}",
            summary=f"behind a block of the first 2^{power} - 1 {name} one of the next 2, and one of {name[:-1]} "
            f"2^{power}: three blocks whose areas add up to the object's",
            requirements=ids("BODY-01 BODY-04"),
            base="daphne/empty/one-cell",
            edits=[
                put(name, edge + 2),
                put(f"block[0].{name}", edge - 1),
                append(pair),
            ],
            checks={"block.overlap": None},
            also=["LIMIT"],
            needs=["many-blocks"],
            numbers=[2, 3],
        )
    for name in ("rows", "columns"):
        line, edge, field = name[:-1], 2**63, "rx" if name == "rows" else "cx"
        told = f"in an object of 2^63 + 8 {name}; then the input ends"
        long = edge - 1, 2, f"a block of {line}s 2^63 - 1 and 2^63"
        same, next_ = ((at, 1, f"a block of {line} {say(at)}") for at in (edge, edge + 1))
        for case, first, second, check in (
            (f"overlap-across-{line}-2-to-the-63", long, same, "block.overlap"),
            (f"overlap-across-{line}-2-to-the-63-reversed", same, long, "block.overlap"),
            (f"far-{line}-across-2-to-the-63", long, next_, "body.incomplete"),
        ):
            overlaps = check == "block.overlap"
            at, size, words = first
            yield Reject(
                name=case,
                summary=f"{words}, and {second[2].replace('a block', 'one')}, {told}",
                requirements=ids("BODY-01 BODY-04 HDR-07" + " DEC-04" * (not overlaps)),
                base="daphne/empty/one-cell",
                edits=[
                    put(name, edge + 8),
                    put(f"block[0].{field}", at),
                    *([put(f"block[0].{name}", size)] if size > 1 else []),
                    append(_line(name, *second[:2])),
                ],
                checks={check: None},
                also_here=[] if overlaps else ["TRUNCATED"],
                also=["LIMIT"],
                then="INCOMPLETE" if overlaps else None,
                needs=["many-blocks", "order"] if overlaps else ["many-blocks"],
                numbers=[edge - 1, edge],
            )


def _line(name: str, at: int, size: int) -> bytes:
    """Return an empty block of so many rows or columns, from one on, of an object of one column or row."""
    down = name == "rows"
    position, shape = (u64(at), u64(0)), (u32(size), u32(1))
    return b"".join((*position, *shape) if down else (*position[::-1], *shape[::-1])) + b"\0"


def _degenerate() -> Iterator[Case]:
    for name, dimension in (("rows", "columns"), ("columns", "rows")):
        yield Reject(
            name=f"block-without-{name}",
            summary=f"a block with a {dimension[:-1]} but no {name} before the one that has the object's one cell",
            requirements=[],
            base="daphne/partition/two-empty",
            edits=[put("columns", 1), put(f"block[0].{name}", 0), put("block[1].cx", 0)],
            checks={"block.degenerate": None},
            needs=["many-blocks"],
        )
    nothing = u64(0) + u64(0) + u32(0) + u32(0) + b"\0"
    yield Reject(
        name="block-of-nothing-first",
        summary="a block of 0 x 0 before the one that has the object's one cell",
        requirements=[],
        base="daphne/empty/one-cell",
        edits=[insert("block[0].rx", nothing)],
        checks={"block.degenerate": None},
        needs=["many-blocks"],
    )
    yield Reject(
        name="block-of-nothing-last",
        summary="a block of 0 x 0 after the one that has the object's one cell",
        requirements=ids("GEN-06 PART-15"),
        base="daphne/empty/one-cell",
        edits=[append(nothing)],
        checks={"body.trailing": None},
    )


def rejects() -> Iterator[Feature]:
    yield Feature(
        "partition-rejects",
        "Blocks that do not tile the object",
        [
            *_one_block(),
            *_positions(),
            *_overlaps(),
            *_overlaps_of_many(),
            *_gaps(),
            *_far(),
            *_across(),
            *_degenerate(),
        ],
    )
