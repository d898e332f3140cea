"""Ultra-sparse blocks (COO) in both layouts."""

from collections.abc import Iterator

from goldenwire_reference.cases import (
    Accept,
    Case,
    Feature,
    Reject,
    insert,
    put,
    remove,
)
from goldenwire_reference.daphne.catalogue.csr import extremes
from goldenwire_reference.daphne.catalogue.words import (
    TYPES,
    block,
    csr,
    dense,
    matrix,
    u32,
    whole,
)


def _accepts() -> Iterator[Case]:
    for name in TYPES:
        low, high = extremes(name)
        wide = csr(name, [0, high, 0], [0, 0, 0], [low or 1, 0, 1])
        yield Accept(
            name=f"{name}-wide",
            summary=f"{name}: entries of row, column and value",
            requirements=["DAPHNE-COO-01", "DAPHNE-COO-03", "DAPHNE-COO-11"],
            value=wide,
            plan=whole(wide, "coo", name),
        )
        narrow = csr(name, [0], [high], [0], [low or 1])
        yield Accept(
            name=f"{name}-narrow",
            summary=f"{name}: one column, entries of row and value",
            requirements=["DAPHNE-COO-02", "DAPHNE-COO-04"],
            value=narrow,
            plan=whole(narrow, "coo", name),
        )
    none = csr("int8", [0, 0], [0, 0])
    yield Accept(
        name="no-non-zeros",
        summary="#nzb is 0 and nothing follows",
        requirements=["DAPHNE-COO-10"],
        value=none,
        plan=whole(none, "coo", "int8"),
    )
    full = dense("uint8", [1, 2], [3, 4])
    yield Accept(
        name="full",
        summary="an ultra-sparse block may hold every cell",
        requirements=["DAPHNE-COO-13"],
        value=full,
        plan=whole(full, "coo", "uint8"),
    )
    two = csr("int16", [0, 5], [0, 0], [6, 0])
    yield Accept(
        name="two-columns",
        summary="two columns are more than one: column indices are written",
        requirements=["DAPHNE-COO-03", "DAPHNE-COO-06"],
        value=two,
        plan=whole(two, "coo", "int16"),
    )
    columns = csr("int16", [5, 1], [0, 2])
    yield Accept(
        name="narrow-blocks-of-a-wide-object",
        summary="the layout follows the block's columns, not the object's",
        requirements=["DAPHNE-COO-04"],
        needs=["many-blocks"],
        value=columns,
        plan=[block((0, 0, 2, 1), "coo", "int16"), block((0, 1, 2, 1), "coo", "int16")],
    )
    signs = csr("float", [0.0, "0x80000000", "0xffc00001"])
    yield Accept(
        name="negative-zero-and-nan",
        summary="-0.0 and NaN are non-zeros and are stored",
        requirements=["DAPHNE-COO-09", "DAPHNE-COO-14"],
        value=signs,
        plan=whole(signs, "coo", "float"),
    )
    corner = matrix("DenseMatrix", 1000, 1000, "uint16", {(999, 999): 515, (0, 300): 1})
    yield Accept(
        name="far-corner",
        summary="the greatest indices are #r - 1 and #c - 1",
        requirements=["DAPHNE-COO-06"],
        value=corner,
        plan=whole(corner, "coo", "uint16"),
    )
    grid = csr("int8", [0, 1, 2], [3, 0, 0], [0, 4, 0])
    for name, order in (("descending", "desc"), ("column-major", "colmajor"), ("any-order", [1, 3, 0, 2])):
        yield Accept(
            name=f"entries-{name}",
            summary=f"entries in {name.replace('-', ' ')} order".replace("order order", "order"),
            requirements=["DAPHNE-COO-08", "DAPHNE-ENC-06"],
            value=grid,
            plan=whole(grid, "coo", "int8", order),
        )
    column = csr("int8", [1], [0], [2], [3])
    yield Accept(
        name="narrow-in-any-order",
        summary="one column, rows in no order",
        requirements=["DAPHNE-COO-08", "DAPHNE-COO-02"],
        value=column,
        plan=whole(column, "coo", "int8", [1, 2, 0]),
    )


def _single() -> Iterator[Case]:
    for name, value in (
        ("uint8-one-entry", csr("uint8", [0], [9])),
        ("uint8-one-entry-wide", csr("uint8", [0, 0], [0, 9])),
    ):
        yield Accept(
            name=name,
            summary=f"one entry in a block of {value['columns']} column(s)",
            requirements=["DAPHNE-COO-02" if value["columns"] == "1" else "DAPHNE-COO-03"],
            value=value,
            plan=whole(value, "coo", "uint8"),
        )


def _rejects() -> Iterator[Case]:
    wide, narrow = "daphne/coo/int16-wide", "daphne/coo/int16-narrow"
    for base, rows in ((wide, 3), (narrow, 4)):
        layout = base.rpartition("-")[2]
        for index in (rows, 2**31, 2**32 - 1):
            yield Reject(
                name=f"row-{index}-{layout}",
                summary=f"row index {index} in an {layout} block of {rows} rows",
                requirements=["DAPHNE-COO-06"],
                base=base,
                edits=[put("block[0].entry[1].row", index)],
                checks={"coo.index.row": None},
            )
        last = "a position" if layout == "wide" else "a row"
        edits = [put("block[0].entry[1].row", 0 if layout == "wide" else 1)]
        if layout == "wide":
            edits.append(put("block[0].entry[1].column", 1))
        yield Reject(
            name=f"duplicate-{layout}",
            summary=f"{last} repeats in the {layout} layout",
            requirements=["DAPHNE-COO-07"],
            base=base,
            edits=edits,
            checks={"coo.duplicate": None},
        )
    for index in (3, 2**31, 2**32 - 1):
        yield Reject(
            name=f"column-{index}",
            summary=f"column index {index} in a block of three columns",
            requirements=["DAPHNE-COO-06"],
            base=wide,
            edits=[put("block[0].entry[1].column", index)],
            checks={"coo.index.column": None},
        )
    yield Reject(
        name="duplicate-apart",
        summary="a position repeats with another in between",
        requirements=["DAPHNE-COO-07"],
        base=wide,
        edits=[put("block[0].entry[2].row", 0), put("block[0].entry[2].column", 1)],
        checks={"coo.duplicate": None},
    )
    yield Reject(
        name="index-of-the-object",
        summary="indices count within the block, not within the object",
        requirements=["DAPHNE-BLK-07"],
        base="daphne/partition/rows-of-coo",
        edits=[put("block[1].entry[0].row", 2)],
        checks={"coo.index.row": None},
        needs=["many-blocks"],
    )
    yield Reject(
        name="count-too-small",
        summary="#nzb is one less than the entries there are",
        requirements=["DAPHNE-COO-03"],
        base=wide,
        edits=[put("block[0].nzb", 2)],
        checks={"body.trailing": None},
        also=["COUNT", "TRUNCATED"],
    )
    yield Reject(
        name="count-too-large",
        summary="#nzb is one more than the entries there are",
        requirements=["DAPHNE-COO-03"],
        base=wide,
        edits=[put("block[0].nzb", 4)],
        checks={"truncated.block.entry": None},
        also=["COUNT"],
    )
    yield Reject(
        name="count-over-cells",
        summary="#nzb is one more than the block has cells, and as many entries follow",
        requirements=["DAPHNE-COO-07"],
        base="daphne/coo/full",
        edits=[put("block[0].nzb", 5), insert("block[0].entry[3].row", u32(0) + u32(0) + b"\x09")],
        checks={"coo.count.total": None, "coo.duplicate": None},
        also=["TRUNCATED", "INDEX"],
    )
    yield Reject(
        name="count-2-to-the-32",
        summary="#nzb is 2^32 - 1 in a block of four cells",
        requirements=["DAPHNE-COO-07", "DAPHNE-GEN-08"],
        base="daphne/coo/full",
        edits=[put("block[0].nzb", 2**32 - 1)],
        checks={"coo.count.total": None},
        also=["TRUNCATED", "INDEX", "DUPLICATE"],
        then="TRUNCATED",
    )
    yield Reject(
        name="count-as-uint64",
        summary="#nzb in eight bytes, as in a sparse block",
        requirements=["DAPHNE-COO-01"],
        base="daphne/coo/no-non-zeros",
        edits=[insert("block[0].nzb", u32(0))],
        checks={"body.trailing": None},
    )
    yield Reject(
        name="narrow-with-column-indices",
        summary="column indices in a block of one column: the bytes left over trail",
        requirements=["DAPHNE-COO-02"],
        base="daphne/coo/uint8-one-entry",
        edits=[insert("block[0].entry[0].value", u32(0))],
        checks={"coo.zero": None, "body.trailing": None},
    )
    yield Reject(
        name="wide-without-column-indices",
        summary="no column index in a block of two columns",
        requirements=["DAPHNE-COO-03"],
        base="daphne/coo/uint8-one-entry-wide",
        edits=[remove("block[0].entry[0].column")],
        checks={"truncated.block.entry": None},
    )


def features() -> Iterator[Feature]:
    yield Feature("coo", "Ultra-sparse blocks (COO)", [*_accepts(), *_single()])


def rejects() -> Iterator[Feature]:
    """Cases whose bases lie in several features."""
    yield Feature("coo-rejects", "Ultra-sparse blocks that are wrong", list(_rejects()))
