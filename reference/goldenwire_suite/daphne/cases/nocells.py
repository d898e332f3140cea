"""Objects without cells: no rows, no columns, or neither."""

from collections.abc import Iterator

from goldenwire_suite.cases import (
    Case,
    Feature,
    Refusal,
    Reject,
    add_at,
    append,
    put,
    remove,
    remove_at,
    replace_at,
)
from goldenwire_suite.daphne.cases.builders import UNASSIGNED, accept, frame, ids, matrix, u16, u32, u64, whole

SHAPES = ((0, 3), (3, 0), (0, 0))
MAX32 = 2**32 - 1


def _shapes() -> Iterator[Case]:
    for rows, columns in SHAPES:
        for kind, name in (("DenseMatrix", "dense"), ("CSRMatrix", "csr")):
            yield accept(
                f"{name}-{rows}x{columns}",
                f"a {kind} of {rows} x {columns}: its value type, and one block of its own dimensions",
                "HDR-08 PART-11 BODY-05 MAT-02" + (" CSR-15" if rows and name == "csr" else ""),
                matrix(kind, rows, columns, "double", {}),
            )
        empty = matrix("DenseMatrix", rows, columns, "int16", {})
        for stored, told in (
            ("empty", "an empty block"),
            ("csr", "a CSR block, with a count for each row"),
            ("coo", "a COO block, whose number of entries is 0"),
        ):
            yield accept(
                f"dense-{rows}x{columns}-as-{stored}",
                f"a DenseMatrix of {rows} x {columns} in {told}",
                "PART-11 DT-06" + {"csr": " CSR-15", "coo": " COO-05 COO-10"}.get(stored, "") * (rows > 0),
                empty,
                whole(empty, stored, None if stored == "empty" else "int16"),
            )


def _accepts() -> Iterator[Case]:
    yield accept(
        "frame-0x3",
        "a frame of three columns and no rows: types, labels, and one block of the first column's type",
        "PART-11 FRM-01 CAN-01 CAN-03",
        frame([("a", "uint8"), ("", "uint16"), ("b", "uint32")], height=0),
    )
    yield accept(
        "frame-0x2",
        "a frame of columns of double and uint8, and no rows: its one block is of type double",
        "PART-11 CAN-01 CAN-03",
        frame([("a", "double"), ("b", "uint8")], height=0),
    )
    yield accept(
        "frame-5x0",
        "a frame of five rows and no columns: neither types nor labels, and a block of type uint8",
        "FRM-05 CAN-03",
        frame([], height=5),
    )
    yield accept("frame-0x0", "a frame of no rows and no columns", "FRM-05 PART-11", frame([], height=0))
    other = frame([("a", "uint8")], height=0)
    yield accept(
        "frame-block-of-another-type",
        "a block without values may have any value type: double, where the column is uint8",
        "VT-16",
        other,
        whole(other, "dense", "double"),
    )
    yield accept(
        "million-rows",
        "2^20 rows and no columns",
        "PART-11 LIM-02",
        matrix("DenseMatrix", 2**20, 0, "uint8", {}),
    )
    for rows, columns in ((0, MAX32), (MAX32, 0)):
        yield accept(
            f"dense-{rows}x{columns}",
            f"{'2^32 - 1' if rows else 'no'} rows and {'2^32 - 1' if columns else 'no'} columns: "
            "the most that the one block of an object without cells can have",
            f"PART-11 LIM-02 {'HDR-04 BLK-01' if rows else 'HDR-05 BLK-02'}",
            matrix("DenseMatrix", rows, columns, "int8", {}),
        )


WIDE, TALL, NOTHING = "daphne/no-cells/dense-0x3", "daphne/no-cells/dense-3x0", "daphne/no-cells/dense-0x0"


def _not_whole() -> Iterator[Case]:
    for name, base, edits, summary in (
        (
            "block-too-narrow",
            WIDE,
            [put("block[0].columns", 2)],
            "an object of 0 x 3 and a block of 0 x 2",
        ),
        (
            "block-too-short",
            TALL,
            [put("block[0].rows", 2)],
            "an object of 3 x 0 and a block of 2 x 0",
        ),
        ("block-of-nothing", WIDE, [put("block[0].columns", 0)], "an object of 0 x 3 and a block of 0 x 0"),
        (
            "block-from-second-column",
            WIDE,
            [put("block[0].cx", 1), put("block[0].columns", 2)],
            "an object of 0 x 3 and a block of 0 x 2 at column 1: inside, but not all of it",
        ),
        (
            "block-from-last-row",
            TALL,
            [put("block[0].rx", 3), put("block[0].rows", 0)],
            "an object of 3 x 0 and a block of 0 x 0 at row 3: inside, but not all of it",
        ),
    ):
        yield Reject(
            name=name,
            summary=summary,
            requirements=[],
            base=base,
            edits=edits,
            checks={"block.not-whole": None},
            also=["INCOMPLETE"],
            catches=["empty-object-with-any-block"],
        )


def _beyond() -> Iterator[Case]:
    for name, base, edits, check, summary in (
        ("row-in-block", WIDE, [put("block[0].rows", 1), append(bytes(24))], "rows", "of 0 x 3 and a block of 1 x 3"),
        (
            "column-in-block",
            TALL,
            [put("block[0].columns", 1), append(bytes(24))],
            "columns",
            "of 3 x 0 and a block of 3 x 1",
        ),
        ("position-behind-rows", WIDE, [put("block[0].rx", 1)], "rows", "of 0 x 3 and a block of 0 x 3 at row 1"),
        (
            "position-behind-columns",
            TALL,
            [put("block[0].cx", 1)],
            "columns",
            "of 3 x 0 and a block of 3 x 0 at column 1",
        ),
        (
            "position-behind-nothing",
            NOTHING,
            [put("block[0].rx", 2**64 - 1)],
            "rows",
            "of 0 x 0 and a block of 0 x 0 at row 2^64 - 1",
        ),
    ):
        yield Reject(
            name=name,
            summary=f"an object {summary}: beyond the object",
            requirements=ids("PART-11"),
            base=base,
            edits=edits,
            checks={f"block.bounds.{check}": None},
            then="DEGENERATE",
            catches=["empty-object-with-any-block-anywhere"],
        )


def _rejects() -> Iterator[Case]:
    yield Reject(
        name="second-block",
        summary="a second block of 0 x 0 after the one block of an object of 0 x 0",
        requirements=ids("PART-15"),
        base=NOTHING,
        edits=[append(u64(0) + u64(0) + u32(0) + u32(0) + b"\0")],
        checks={"body.trailing": None},
    )
    yield Reject(
        name="columns-2-to-the-32",
        summary="an object of 0 x 2^32, and a block of 0 x (2^32 - 1), the widest there can be",
        requirements=ids("PART-14"),
        base="daphne/no-cells/dense-0x4294967295",
        edits=[put("columns", 2**32)],
        checks={"block.not-whole": None},
        also=["BOUNDS", "INCOMPLETE", "TRUNCATED", "LIMIT"],
        catches=["empty-object-too-large-taken"],
    )
    for dimension, shape in (("rows", "2^32 x 0"), ("columns", "0 x 2^32")):
        yield Reject(
            name=f"{dimension}-2-to-the-32-and-block-of-nothing",
            summary=f"an object of {shape}, and a block of 0 x 0, which is the same in 32 bits",
            requirements=ids("PART-14"),
            base=NOTHING,
            edits=[put(dimension, 2**32)],
            checks={"block.not-whole": None},
            also=["BOUNDS", "INCOMPLETE", "TRUNCATED", "LIMIT"],
            catches=["empty-object-compared-in-32-bits"],
            numbers=[32],
        )
    for name, base, dimension in (
        ("0-by-2-to-the-32", "dense-0x4294967295", "columns"),
        ("2-to-the-32-by-0", "dense-4294967295x0", "rows"),
    ):
        yield Reject(
            name=f"no-block-of-{name}",
            summary=f"an object of {name.replace('2-to-the-32', '2^32').replace('-by-', ' x ')} and no block: "
            f"as no block has 2^32 {dimension}, the policy daphne.empty-body does not excuse it",
            requirements=ids("DEC-04"),
            base=f"daphne/no-cells/{base}",
            edits=[put(dimension, 2**32), remove("block[0].rx", "block[0].value-type")],
            checks={"body.empty.too-large": None},
            also_here=["TRUNCATED"],
            also=["BOUNDS", "DEGENERATE", "LIMIT"],
        )
    yield from _counts()
    yield Reject(
        name=f"value-type-{UNASSIGNED}-without-values",
        summary=f"value type {UNASSIGNED}, which is unassigned, in a block of 0 x 3",
        requirements=ids("VT-16"),
        base=WIDE,
        edits=[put("block[0].value-type", UNASSIGNED)],
        checks={"block.value-type.unassigned": 10},
        catches=["unused-value-type-unchecked"],
    )


def _counts() -> Iterator[Case]:
    """Sparse blocks without columns: their row counts are present, and zero."""
    yield Reject(
        name="row-counts-missing",
        summary="a CSR block of three rows and no columns lacks the three counts of its rows",
        requirements=ids("CSR-15"),
        base="daphne/no-cells/dense-3x0-as-csr",
        edits=[remove("block[0].row[0].nzr", "block[0].row[2].nzr")],
        checks={"truncated.block.row": None},
        catches=["csr-without-columns-without-counts"],
    )
    for name, base, check, run, summary in (
        ("csr-total-1", "dense-3x0-as-csr", "csr.count.total", "row", "the total of a CSR block of 3 x 0 is 1"),
        (
            "coo-count-1",
            "dense-3x0-as-coo",
            "coo.count.total",
            "entry",
            "the number of entries of a COO block of 3 x 0 is 1",
        ),
    ):
        yield Reject(
            name=name,
            summary=summary,
            requirements=ids("PART-11" + " COO-05" * check.startswith("coo")),
            base=f"daphne/no-cells/{base}",
            edits=[put("block[0].nzb", 1)],
            checks={check: None, f"truncated.block.{run}": None},
            then="COUNT" if run == "row" else "INDEX",
        )
    for count, told in (
        (1, "1, and one entry follows, of"),
        (3, "3, the number of its rows, and three entries follow, each of"),
    ):
        yield Reject(
            name=f"coo-count-{count}-and-row-indices",
            summary=f"the number of entries of a COO block of 3 x 0 is {told} "
            "a row index and a value as in a block of one column",
            requirements=ids("COO-05"),
            base="daphne/no-cells/dense-3x0-as-coo",
            edits=[put("block[0].nzb", count), append(b"".join(u32(row) + u16(5) for row in range(count)))],
            checks={"coo.count.total": None, "truncated.block.entry": None},
            then="INDEX",
            catches=["coo-without-columns-like-one-column"],
        )
    yield Reject(
        name="csr-row-count-1",
        summary="the count of the last row of a CSR block of 3 x 0 is 1",
        requirements=ids("PART-11"),
        base="daphne/no-cells/dense-3x0-as-csr",
        edits=[put("block[0].row[2].nzr", 1)],
        checks={"csr.count.row": None, "truncated.block.row": None},
        then="INDEX",
    )


def _refusals() -> Iterator[Case]:
    for name, base, dimension in (
        ("0-by-2-to-the-32", "dense-0x4294967295", "columns"),
        ("2-to-the-32-by-0", "dense-4294967295x0", "rows"),
    ):
        yield Refusal(
            name=f"encode-{name}",
            summary=f"an object of {name.replace('2-to-the-32', '2^32').replace('-by-', ' x ')}: "
            "it would need one block with a dimension of 2^32",
            requirements=ids("ENC-04 ENC-10"),
            base=f"daphne/no-cells/{base}",
            edits=[replace_at(f"/value/{dimension}", str(2**32))],
            code="LIMIT",
            catches=["empty-object-too-large-written"],
        )
    planned = "daphne/no-cells/dense-0x3-as-empty"
    yield Refusal(
        name="encode-two-blocks",
        summary="a plan of two blocks for an object of 0 x 3",
        requirements=ids("ENC-04"),
        base=planned,
        edits=[add_at("/plan/1", whole(matrix("DenseMatrix", 0, 3, "int16", {}), "empty")[0])],
        code="PLAN",
    )
    yield Refusal(
        name="encode-no-block",
        summary="a plan of no block for an object of 0 x 3",
        requirements=ids("BODY-05 ENC-04"),
        base=planned,
        edits=[remove_at("/plan/0")],
        code="PLAN",
    )
    yield Refusal(
        name="encode-block-too-narrow",
        summary="a plan whose block is of 0 x 2 for an object of 0 x 3",
        requirements=ids("ENC-04"),
        base=planned,
        edits=[replace_at("/plan/0/columns", "2")],
        code="PLAN",
    )


def features() -> Iterator[Feature]:
    yield Feature("no-cells", "Objects without cells", [*_shapes(), *_accepts()])


def rejects() -> Iterator[Feature]:
    yield Feature(
        "no-cells-rejects",
        "Objects without cells that are wrong",
        [*_not_whole(), *_beyond(), *_rejects(), *_refusals()],
    )
