"""Plans that are almost right: blocks that overlap, leave gaps or exceed the object by a row, a column or a cell."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from goldenwire_suite.cases import Case, Change, Feature, Refusal, add_at, remove_at, replace_at
from goldenwire_suite.daphne.cases.builders import accept, block, dense, frame, ids, matrix, say, whole
from goldenwire_suite.daphne.cases.tiling import PINWHEEL

RING = dense("int16", *([0 if 1 <= r <= 2 and 1 <= c <= 2 else 10 * r + c + 1 for c in range(4)] for r in range(4)))
CENTRE = [*(block(place, "dense") for place in PINWHEEL[:4]), block(PINWHEEL[4], "empty")]
TYPED = frame([("a", "int8"), ("b", "double")], [1, 0.5], [2, 1.5])
QUARTERS, UNEVEN = "daphne/partition/quarters", "daphne/partition/uneven"
BANDS, HALVES, SEVEN = "daphne/partition/bands", "daphne/partition/halves", "daphne/partition/one-row-and-seven"
NOTHING, NO_COLUMNS = "daphne/no-cells/dense-0x3-as-empty", "daphne/no-cells/dense-3x0-as-csr"


def _accepts() -> Iterator[Case]:
    yield accept(
        "empty-centre",
        "a pinwheel of dense blocks around an empty one of four zeros",
        "PART-07 PART-08",
        RING,
        CENTRE,
    )
    yield accept(
        "types-omitted-in-a-frame",
        "a frame cell by cell, whose blocks name no value type: each has the type of its column",
        "PART-06",
        TYPED,
        [block((r, c, 1, 1), "dense") for r in (1, 0) for c in (0, 1)],
    )
    yield accept(
        "type-omitted-over-columns",
        "a frame of int8 and double whose one block names no value type: it has that of the first column",
        "VTX-07 PART-13",
        whole_numbers := frame([("a", "int8"), ("b", "double")], [1, 5.0], [2, 7.0]),
        whole(whole_numbers, "dense"),
    )
    typed = frame([("a", "int16"), ("b", "uint8"), ("c", "int16")], [-2, 5, 300])
    yield accept(
        "types-of-the-first-column",
        "a frame of int16, uint8 and int16 in two blocks of int16, of which the second begins at the column of uint8",
        "VTX-07 PART-13",
        typed,
        [block((0, 0, 1, 1), "dense", "int16"), block((0, 1, 1, 2), "dense", "int16")],
    )
    turned = dense("uint8", [1, 2], [3, 4])
    yield accept(
        "ranks-of-two-blocks",
        "two COO blocks, each with the ranks of its two entries",
        "ENC-06 COO-08",
        turned,
        [block((row, 0, 1, 2), "coo", "uint8", [1, 0]) for row in (0, 1)],
    )
    stacked, beside = dense("uint8", [1, 2, 3], [4, 5, 6]), dense("uint8", [1, 2, 3, 4], [5, 6, 7, 8])
    for name, order, named in (("desc", "desc", "the order desc"), ("ranks", [2, 0, 1], "ranks")):
        case = accept(
            f"{name}-of-the-first-block",
            f"two COO blocks of three entries, of which the first has {named}, and the second no order",
            "ENC-06 COO-08",
            stacked,
            [block((0, 0, 1, 3), "coo", "uint8", order), block((1, 0, 1, 3), "coo", "uint8")],
        )
        yield replace(case, catches=["orders-kept-from-the-block-before"])
    for name, told, one, blocks in (
        (
            "below",
            "two CSR blocks, one below the other, each with the ranks of its three entries",
            stacked,
            [block((0, 0, 1, 3), "csr", "uint8", [2, 0, 1]), block((1, 0, 1, 3), "csr", "uint8", [1, 2, 0])],
        ),
        (
            "beside",
            "two COO blocks of two columns, side by side, each with the ranks of its four entries",
            beside,
            [block((0, 0, 2, 2), "coo", "uint8", [3, 1, 0, 2]), block((0, 2, 2, 2), "coo", "uint8", [2, 0, 3, 1])],
        ),
    ):
        case = accept(f"ranks-of-blocks-{name}", told, "CSR-09" if name == "below" else "COO-08", one, blocks)
        yield replace(case, catches=["blocks-with-ranks-joined"])
    nothing = frame([], height=7)
    yield accept(
        "type-omitted-without-columns",
        "a frame without columns whose block names no value type: it has uint8",
        "CAN-03",
        nothing,
        whole(nothing, "dense"),
    )
    rowless = frame([("a", "double"), ("b", "uint8")], height=0)
    yield accept(
        "type-omitted-without-rows",
        "a frame of columns of double and uint8 without rows, whose COO block names no value type: it has double",
        "PART-11",
        rowless,
        whole(rowless, "coo"),
    )
    for kind in ("csr", "coo"):
        zero = dense("double", [0.0])
        yield accept(
            f"no-ranks-{kind}",
            f"a {kind.upper()} block without entries, whose order is a list of no ranks",
            "ENC-05",
            zero,
            whole(zero, kind, "double", []),
        )
    for name, rows, columns in (("wide", 0, 2**32 - 1), ("tall", 2**32 - 1, 0)):
        value = matrix("DenseMatrix", rows, columns, "int8", {})
        yield accept(
            f"nothing-so-{name}",
            f"an empty block of {say(rows)} rows and {say(columns)} columns",
            "PART-11",
            value,
            whole(value, "empty"),
        )


def _refused(
    name: str,
    summary: str,
    base: str,
    edits: Sequence[Change],
    catches: str = "",
    *,
    code: str = "PLAN",
    cited: str = "",
    then: str | None = None,
    also: Sequence[str] = (),
) -> Case:
    return Refusal(
        name=name,
        summary=summary,
        requirements=ids(f"ENC-04 {cited}"),
        base=base if base.startswith("daphne") else f"daphne/plans/{base}",
        edits=edits,
        code=code,
        also=also,
        catches=[catches] if catches else [],
        then=then,
    )


def _overlaps() -> Iterator[Case]:
    for name, summary, base, edits in (
        ("by-a-row", "the third of four blocks lies a row too high", QUARTERS, [replace_at("/plan/2/rx", "1")]),
        ("by-a-column", "the second of four blocks lies a column too far left", QUARTERS,
         [replace_at("/plan/1/cx", "1")]),
        (
            "inside",
            "a block of one cell lies in the middle of another",
            UNEVEN,
            [replace_at("/plan/3/rx", "2"), replace_at("/plan/3/cx", "1")],
        ),
        ("with-the-first", "the last block lies where the first does", QUARTERS,
         [replace_at("/plan/3/rx", "0"), replace_at("/plan/3/cx", "0")]),
    ):  # fmt: skip
        yield _refused(f"overlap-{name}", f"a plan in which {summary}", base, edits, "plan-may-overlap")
    yield _refused(
        "overlap-over-zeros",
        "a plan of two empty blocks that both lie on the first of two cells, in an object that has only zeros",
        "daphne/partition/two-empty",
        [replace_at("/plan/1/cx", "0")],
        "plan-may-overlap",
    )
    for way, axis in (("up", "rx"), ("left", "cx"), ("down", "rx"), ("right", "cx")):
        at = {"up": "0", "left": "0", "down": "1", "right": "1"}[way]
        yield _refused(
            f"overlap-reaching-{way}",
            f"a plan whose last block lies one {'row' if axis == 'rx' else 'column'} too far {way}, on the first",
            f"daphne/partition/reaching-{way}",
            [replace_at(f"/plan/2/{axis}", at)],
            "plan-may-overlap",
        )


def _gaps_and_ends() -> Iterator[Case]:
    yield _refused("gap-of-a-cell", "a plan that lacks the block of the last cell", UNEVEN, [remove_at("/plan/3")])
    yield _refused(
        "gap-in-the-centre", "a plan that lacks the centre of a pinwheel", "empty-centre", [remove_at("/plan/4")]
    )
    yield _refused(
        "beyond-by-a-row",
        "a plan whose last block of two rows lies a row too low",
        BANDS,
        [replace_at("/plan/1/rx", "3")],
        "plan-may-leave-the-object",
    )
    yield _refused(
        "beyond-by-a-column",
        "a plan whose last block of two columns lies a column too far right",
        HALVES,
        [replace_at("/plan/1/cx", "3")],
        "plan-may-leave-the-object",
    )
    yield from _large_numbers()
    yield from _blocks_of_nothing()
    yield from _objects_of_nothing()
    yield _refused(
        "rows-2-to-the-64-less-1",
        "a matrix of 2^64 - 1 rows, as many as the header can say, and a plan whose one block has one row",
        "daphne/empty/one-cell",
        [replace_at("/value/rows", str(2**64 - 1))],
        "plan-may-have-gaps",
        also=["LIMIT"],
    )
    yield _refused(
        "rows-2-to-the-64-and-1",
        "a matrix of 2^64 + 1 rows, more than the header can say, and a plan whose one block has one row",
        "daphne/empty/one-cell",
        [replace_at("/value/rows", str(2**64 + 1))],
        "dimension-wraps-around",
        code="LIMIT",
        also=["PLAN"],
    )


# Numbers of 32 or 64 bits and more whose lower bits are right: (name, base, number of the block, member of the plan,
# what is right, description, what the member is).
_LARGE = (
    ("first-row-2-to-the-{}", BANDS, 0, "rx", 0, "first block lies at row {}", "positions"),
    ("first-column-2-to-the-{}", HALVES, 0, "cx", 0, "first block lies at column {}", "positions"),
    ("columns-2-to-the-{}-and-2", HALVES, 1, "columns", 2, "second block has {} columns, in an object of 4",
     "dimensions"),
    ("no-rows-2-to-the-{}", NOTHING, 0, "rows", 0, "block has {} rows, in an object of 0 x 3", "dimensions"),
    ("no-columns-2-to-the-{}", NO_COLUMNS, 0, "columns", 0, "block has {} columns, in an object of 3 x 0",
     "dimensions"),
)  # fmt: skip


def _large_numbers() -> Iterator[Case]:
    """Positions and dimensions that look small to a codec that keeps only their lower bits."""
    for field in ("rows", "columns"):
        yield _refused(
            f"{field}-2-to-the-64-as-in-the-object",
            f"a matrix of 2^64 {field}, and a plan whose one block has as many",
            "daphne/empty/one-cell",
            [replace_at(f"{where}/{field}", str(2**64)) for where in ("/value", "/plan/0")],
            "numbers-of-requests-wrap-around",
            code="LIMIT",
            cited="HDR-04" if field == "rows" else "HDR-05",
        )
    for name, field, value, catches in (
        ("end-wraps-around", "rx", 2**64 - 4, "plan-end-wraps-around"),
        ("position-2-to-the-32-and-1", "rx", 2**32 + 1, "plan-positions-of-32-bits"),
        ("position-2-to-the-64-and-1", "rx", 2**64 + 1, "plan-positions-of-64-bits"),
        ("rows-2-to-the-32-and-7", "rows", 2**32 + 7, "plan-dimensions-of-32-bits"),
        ("rows-2-to-the-64-and-7", "rows", 2**64 + 7, "plan-dimensions-of-64-bits"),
    ):
        told, codes = {
            "rx": (f"of 7 rows lies at row {say(value)}", ["PLAN"]),
            "rows": (f"has {say(value)} rows, in an object of 8", ["LIMIT", "PLAN"]),
        }[field]
        edit = replace_at(f"/plan/1/{field}", str(value))
        yield _refused(name, f"a plan whose block {told}", SEVEN, [edit], catches, code=codes[0], also=codes[1:])
    for name, base, block_number, field, more, told, kind in _LARGE:
        for bits in (32, 64):
            value = 2**bits + more
            yield _refused(
                name.format(bits),
                f"a plan whose {told.format(say(value))}",
                base,
                [replace_at(f"/plan/{block_number}/{field}", str(value))],
                f"plan-{kind}-of-{bits}-bits",
                code="PLAN" if kind == "positions" else "LIMIT",
                also=[] if kind == "positions" else ["PLAN"],
            )


def _objects_of_nothing() -> Iterator[Case]:
    """Plans of objects without cells."""
    for name, field, told in (("row", "rx", "row 1"), ("column", "cx", "column 1")):
        yield _refused(
            f"nothing-at-{name}-1",
            f"a plan whose block of 0 x 3 lies at {told} of an object of 0 x 3",
            NOTHING,
            [replace_at(f"/plan/0/{field}", "1")],
            "empty-object-in-any-plan",
        )
    for name, field in (("wide", "columns"), ("tall", "rows")):
        yield _refused(
            f"nothing-too-{name}",
            f"an object without cells of 2^32 {field}, with a plan whose block has one less",
            f"nothing-so-{name}",
            [replace_at(f"/value/{field}", str(2**32))],
            code="LIMIT",
            also=["PLAN"],
        )


def _blocks_of_nothing() -> Iterator[Case]:
    """A block without cells beside one that covers the object."""
    for name, place, told in (
        ("below", (1, 0, 0, 1), "0 x 1 below it"),
        ("beside", (0, 1, 1, 0), "1 x 0 to its right"),
        ("within", (0, 0, 1, 0), "1 x 0 in the same place"),
    ):
        yield _refused(
            f"no-cells-{name}",
            f"a plan of an empty block of one cell, and one of {told}",
            "daphne/empty/one-cell",
            [add_at("/plan/-", block(place, "empty"))],
            cited="PART-10",
        )


def _empty_blocks() -> Iterator[Case]:
    for row, column in ((1, 1), (1, 2), (2, 1), (2, 2)):
        at = 5 + (row > 1) * 2
        yield _refused(
            f"empty-over-{row}-{column}",
            f"an empty block of rows and columns 1 and 2 over a value in row {row} and column {column}",
            "empty-centre",
            [add_at(f"/value/cells/{at}", [str(row), str(column), "7"])],
            "empty-over-anything",
            code="VALUE",
        )


def _orders() -> Iterator[Case]:
    for name, base, order, told in (
        ("ranks-of-a-dense-block", "daphne/dense/csr-as-dense", ["0", "1", "2", "3"], "a dense block with ranks"),
        ("ranks-of-an-empty-block", "daphne/empty/one-cell", [], "an empty block with a list of no ranks"),
        ("order-of-an-empty-block", "daphne/empty/one-cell", "asc", "an empty block with an order"),
    ):
        yield _refused(name, told, base, [add_at("/plan/0/order", order)], "orders-of-unsorted-blocks-ignored")
    ranks = "daphne/encoder/ranks-coo"
    yield _refused("order-unknown", "a COO block with the order random", ranks, [replace_at("/plan/0/order", "random")])
    yield _refused("order-null", "a COO block whose order is null", ranks, [replace_at("/plan/0/order", None)])
    yield _refused(
        "ranks-of-the-right-sum",
        "the ranks 0, 3, 3 and 0 for four entries: their sum is that of 0 to 3",
        ranks,
        [replace_at("/plan/0/order", ["0", "3", "3", "0"])],
        "ranks-judged-by-their-sum",
    )
    for bits in (32, 64):
        yield _refused(
            f"rank-2-to-the-{bits}-and-3",
            f"a rank of 2^{bits} + 3 among four entries",
            ranks,
            [replace_at("/plan/0/order/2", str(2**bits + 3))],
            f"ranks-of-{bits}-bits",
        )


def features() -> Iterator[Feature]:
    yield Feature("plans", "Plans with something omitted or empty", list(_accepts()))


def rejects() -> Iterator[Feature]:
    yield Feature(
        "plan-refusals",
        "Plans that are almost right",
        [*_overlaps(), *_gaps_and_ends(), *_empty_blocks(), *_orders()],
    )
