"""Objects without cells: no rows, no columns, or neither."""

from collections.abc import Iterator

from goldenwire_reference.cases import Accept, Case, Feature, Refusal, Reject, append, put, remove
from goldenwire_reference.daphne.catalogue.words import block, frame, matrix, u32, u64, whole

SHAPES = ((0, 3), (3, 0), (0, 0))


def _accepts() -> Iterator[Case]:
    for rows, columns in SHAPES:
        for kind, name in (("DenseMatrix", "dense"), ("CSRMatrix", "csr")):
            yield Accept(
                name=f"{name}-{rows}x{columns}",
                summary=f"a {kind} of {rows} x {columns}: one block of the object's dimensions",
                requirements=["DAPHNE-HDR-08", "DAPHNE-PART-11", "DAPHNE-BODY-05", "DAPHNE-MAT-02"]
                + (["DAPHNE-CSR-15"] if rows and name == "csr" else []),
                value=matrix(kind, rows, columns, "double", {}),
            )
        empty = matrix("DenseMatrix", rows, columns, "int16", {})
        for stored in ("empty", "csr", "coo"):
            yield Accept(
                name=f"dense-{rows}x{columns}-as-{stored}",
                summary=f"{rows} x {columns} cells in a block of type {stored}",
                requirements=[
                    "DAPHNE-PART-11",
                    "DAPHNE-DT-06",
                    *{"csr": ["DAPHNE-CSR-15"], "coo": ["DAPHNE-COO-05"]}.get(stored, []),
                ],
                value=empty,
                plan=whole(empty, stored, None if stored == "empty" else "int16"),
            )
    yield Accept(
        name="frame-0x3",
        summary="a frame of no rows still has its types and labels; its block takes the first type",
        requirements=["DAPHNE-PART-11", "DAPHNE-FRM-01", "DAPHNE-CAN-03"],
        value=frame([("a", "uint8"), ("", "uint16"), ("b", "uint32")], height=0),
    )
    yield Accept(
        name="frame-5x0",
        summary="a frame of no columns has neither types nor labels",
        requirements=["DAPHNE-FRM-05", "DAPHNE-CAN-03"],
        value=frame([], height=5),
    )
    yield Accept(
        name="frame-0x0",
        summary="a frame of nothing",
        requirements=["DAPHNE-FRM-05", "DAPHNE-PART-11"],
        value=frame([], height=0),
    )
    other = frame([("a", "uint8")], height=0)
    yield Accept(
        name="frame-block-of-another-type",
        summary="the value type of a block without values is free",
        requirements=["DAPHNE-VT-16"],
        value=other,
        plan=whole(other, "dense", "double"),
    )
    tall = matrix("DenseMatrix", 2**20, 0, "uint8", {})
    yield Accept(
        name="million-rows",
        summary="2^20 rows of no columns",
        requirements=["DAPHNE-PART-11", "DAPHNE-LIM-02"],
        value=tall,
    )


def _rejects() -> Iterator[Case]:
    wide, tall, nothing = "daphne/no-cells/dense-0x3", "daphne/no-cells/dense-3x0", "daphne/no-cells/dense-0x0"
    for name, base, edits, why in (
        ("block-too-narrow", wide, [put("block[0].columns", 2)], "the block has a column less than the object"),
        ("block-too-short", tall, [put("block[0].rows", 2)], "the block has a row less than the object"),
        ("block-of-nothing", wide, [put("block[0].columns", 0)], "the block has neither rows nor columns"),
        (
            "block-from-second-column",
            wide,
            [put("block[0].cx", 1), put("block[0].columns", 2)],
            "the block starts in column 1",
        ),
        (
            "block-from-last-row",
            tall,
            [put("block[0].rx", 3), put("block[0].rows", 0)],
            "the block lies at the object's end",
        ),
    ):
        yield Reject(
            name=name,
            summary=f"{why}, which has no cells",
            requirements=["DAPHNE-PART-11"],
            base=base,
            edits=edits,
            checks={"block.not-whole": None},
            also=["INCOMPLETE"],
        )
    for name, base, edits, check, why in (
        (
            "row-in-block",
            wide,
            [put("block[0].rows", 1), append(bytes(24))],
            "rows",
            "the block has a row, the object none",
        ),
        (
            "column-in-block",
            tall,
            [put("block[0].columns", 1), append(bytes(24))],
            "columns",
            "the block has a column, the object none",
        ),
        ("position-behind-rows", wide, [put("block[0].rx", 1)], "rows", "the block lies in row 1, the object has none"),
        (
            "position-behind-columns",
            tall,
            [put("block[0].cx", 1)],
            "columns",
            "the block lies in column 1, the object has none",
        ),
        (
            "position-behind-nothing",
            nothing,
            [put("block[0].rx", 2**64 - 1)],
            "rows",
            "the block lies in row 2^64 - 1 of none",
        ),
    ):
        yield Reject(
            name=name,
            summary=why,
            requirements=["DAPHNE-PART-11", "DAPHNE-PART-02"],
            base=base,
            edits=edits,
            checks={f"block.bounds.{check}": None, "block.not-whole": None},
        )
    yield Reject(
        name="second-block",
        summary="a second block of an object without cells trails",
        requirements=["DAPHNE-PART-11"],
        base=nothing,
        edits=[append(u64(0) + u64(0) + u32(0) + u32(0) + b"\0")],
        checks={"body.trailing": None},
    )
    yield Reject(
        name="columns-2-to-the-32",
        summary="0 x 2^32 cannot be: a block has at most 2^32 - 1 columns",
        requirements=["DAPHNE-PART-14"],
        base="daphne/no-cells/dense-0x3-as-empty",
        edits=[put("columns", 2**32), put("block[0].columns", 2**32 - 1)],
        checks={"block.not-whole": None},
        also=["BOUNDS", "INCOMPLETE", "LIMIT"],
    )
    for name, base, dimension in (
        ("0-by-2-to-the-32", "dense-0x3-as-empty", "columns"),
        ("2-to-the-32-by-0", "dense-3x0-as-empty", "rows"),
    ):
        yield Reject(
            name=f"no-block-of-{name}",
            summary="no block follows, and none could: no policy excuses it",
            requirements=["DAPHNE-PART-14", "DAPHNE-BODY-06"],
            base=f"daphne/no-cells/{base}",
            edits=[put(dimension, 2**32), remove("block[0].rx", "block[0].type")],
            checks={"body.empty.too-large": None},
            also=["TRUNCATED", "LIMIT"],
        )
    yield Reject(
        name="row-counts-missing",
        summary="a sparse block of three rows and no columns still has three counts",
        requirements=["DAPHNE-CSR-15"],
        base="daphne/no-cells/dense-3x0-as-csr",
        edits=[remove("block[0].row[0].nzr", "block[0].row[2].nzr")],
        checks={"truncated.block.row": None},
        also=["COUNT"],
    )
    yield Reject(
        name="value-type-11-without-values",
        summary="a block's value type must be legal though it has no values",
        requirements=["DAPHNE-VT-16"],
        base=wide,
        edits=[put("block[0].value-type", 11)],
        checks={"block.value-type.unassigned": 10},
    )


def _refusals() -> Iterator[Case]:
    for name, rows, columns in (("0-by-2-to-the-32", 0, 2**32), ("2-to-the-32-by-0", 2**32, 0)):
        yield Refusal(
            name=f"encode-{name}",
            summary=f"{rows} x {columns} has no encoding: one block must span it",
            requirements=["DAPHNE-PART-14", "DAPHNE-ENC-04"],
            value=matrix("DenseMatrix", rows, columns, "int8", {}),
            code="LIMIT",
            base="daphne/no-cells/dense-0x3",
            edit="a dimension of 2^32",
        )
    value = matrix("DenseMatrix", 0, 3, "double", {})
    yield Refusal(
        name="encode-two-blocks",
        summary="an object without cells takes exactly one block",
        requirements=["DAPHNE-PART-11", "DAPHNE-ENC-04"],
        value=value,
        plan=[block((0, 0, 0, 1), "dense", "double"), block((0, 1, 0, 2), "dense", "double")],
        code="PLAN",
        base="daphne/no-cells/dense-0x3",
        edit="the block is cut in two",
    )
    yield Refusal(
        name="encode-no-block",
        summary="an object without cells takes one block, not none",
        requirements=["DAPHNE-BODY-05", "DAPHNE-ENC-04"],
        value=value,
        plan=[],
        code="PLAN",
        base="daphne/no-cells/dense-0x3",
        edit="a plan of no block",
    )


def features() -> Iterator[Feature]:
    yield Feature("no-cells", "Objects without cells", list(_accepts()))


def rejects() -> Iterator[Feature]:
    yield Feature("no-cells-rejects", "Objects without cells that are wrong", [*_rejects(), *_refusals()])
