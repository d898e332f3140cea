"""Sparse blocks (CSR) and ultra-sparse blocks (COO) in both layouts."""

from collections.abc import Iterator

from goldenwire_reference.cases import Accept, Case, Feature, Reject, insert, put, remove
from goldenwire_reference.daphne.catalogue.words import (
    INTEGERS,
    TYPES,
    block,
    csr,
    dense,
    matrix,
    u32,
    whole,
    wire,
)


def _extremes(name: str) -> tuple[int | float, int | float]:
    return INTEGERS.get(name, (-0.0, 6.5))


def _csr_accepts() -> Iterator[Case]:
    for name in TYPES:
        low, high = _extremes(name)
        yield Accept(
            name=name, summary=f"{name}: rows of one, none and two entries, the extremes among them",
            requirements=["DAPHNE-CSR-01", "DAPHNE-CSR-02", "DAPHNE-CSR-03", "DAPHNE-CSR-11"],
            value=csr(name, [0, high, 0], [0, 0, 0], [low or 1, 0, 1]),
        )  # fmt: skip
    for where, rows in (
        ("first", [[0, 0], [1, 2], [3, 0]]), ("middle", [[1, 2], [0, 0], [0, 3]]), ("last", [[1, 0], [0, 2], [0, 0]]),
    ):  # fmt: skip
        yield Accept(
            name=f"empty-{where}-row", summary=f"the {where} row has no non-zeros and still writes its count",
            requirements=["DAPHNE-CSR-04"], value=csr("int16", *rows),
        )  # fmt: skip
    yield Accept(
        name="no-non-zeros", summary="#nzb is 0 and a zero count follows for each row",
        requirements=["DAPHNE-CSR-05"], value=csr("float", [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]),
    )  # fmt: skip
    yield Accept(
        name="full", summary="every cell is stored: #nzb is #r * #c and each #nzr is #c", requirements=["DAPHNE-CSR-12"],
        value=csr("uint16", [1, 2, 3], [4, 5, 6]),
    )  # fmt: skip
    yield Accept(
        name="last-column", summary="the greatest column index is #c - 1", requirements=["DAPHNE-CSR-07", "DAPHNE-BLK-07"],
        value=csr("int64", [0, 0, 0, -9]),
    )  # fmt: skip
    yield Accept(
        name="single-column", summary="a sparse block of one column still writes its column indices",
        requirements=["DAPHNE-CSR-02"], value=csr("int32", [5], [0], [-6]),
    )  # fmt: skip
    yield Accept(
        name="negative-zero-and-nan", summary="-0.0 and NaN are non-zeros and are stored",
        requirements=["DAPHNE-CSR-10", "DAPHNE-CSR-13"],
        value=csr("double", ["0x8000000000000000", 0.0, "0x7ff8000000000001"]),
    )  # fmt: skip
    yield Accept(
        name="row-count-of-many-bytes", summary="300 entries in a row: #nzr and the indices take more than a byte",
        requirements=["DAPHNE-CSR-02"],
        value=matrix("CSRMatrix", 2, 300, "uint8", {(0, c): c % 200 + 1 for c in range(300)}),
    )  # fmt: skip
    wide = csr("int16", [7, 0, -8, 9], [0, 0, 0, 0], [1, 2, 0, 3])
    yield Accept(
        name="columns-descending", summary="the entries of each row in descending order of their columns",
        requirements=["DAPHNE-CSR-09", "DAPHNE-ENC-06"], value=wide, plan=whole(wide, "csr", "int16", "desc"),
    )  # fmt: skip
    yield Accept(
        name="columns-in-any-order", summary="the entries of each row in an order of its own",
        requirements=["DAPHNE-CSR-09", "DAPHNE-ENC-05"], value=wide,
        plan=whole(wide, "csr", "int16", [1, 2, 0, 3, 5, 4]),
    )  # fmt: skip


def _csr_rejects() -> Iterator[Case]:
    base, split = "daphne/csr/int16", "daphne/csr/two-blocks"
    entry = "block[0].row[2].entry"
    for index, why in ((3, "#c"), (4, "#c + 1"), (2**31, "2^31"), (2**32 - 1, "2^32 - 1, which is no -1")):
        yield Reject(
            name=f"index-{index}", summary=f"a column index of {why} lies beyond the block",
            requirements=["DAPHNE-CSR-07"], base=base, edits=[put(f"{entry}[1].column", index)],
            checks={"csr.index": None},
        )  # fmt: skip
    yield Reject(
        name="index-of-the-object", summary="a column index counts within the block, not within the object",
        requirements=["DAPHNE-BLK-07"], base=split, edits=[put("block[1].row[0].entry[0].column", 2)],
        checks={"csr.index": None}, needs=["many-blocks"],
    )  # fmt: skip
    yield Reject(
        name="duplicate-adjacent", summary="a column index repeats right after itself", requirements=["DAPHNE-CSR-08"],
        base=base, edits=[put(f"{entry}[1].column", 0)], checks={"csr.duplicate": None},
    )  # fmt: skip
    yield Reject(
        name="duplicate-apart", summary="a column index repeats with another in between",
        requirements=["DAPHNE-CSR-08"], base="daphne/csr/full", edits=[put("block[0].row[1].entry[2].column", 0)],
        checks={"csr.duplicate": None},
    )  # fmt: skip
    yield Reject(
        name="duplicate-of-equal-value", summary="a repeated entry is refused though both values are equal",
        requirements=["DAPHNE-CSR-08"], base="daphne/csr/full",
        edits=[put("block[0].row[0].entry[1].column", 0), put("block[0].row[0].entry[1].value", 1)],
        checks={"csr.duplicate": None},
    )  # fmt: skip
    yield Reject(
        name="count-too-small", summary="#nzb is one less than the sum of the rows' counts",
        requirements=["DAPHNE-CSR-06"], base=base, edits=[put("block[0].nzb", 2)], checks={"csr.count.over": None},
        also=["TRUNCATED"],
    )  # fmt: skip
    yield Reject(
        name="count-zero", summary="#nzb is 0 though rows have entries", requirements=["DAPHNE-CSR-06"],
        base=base, edits=[put("block[0].nzb", 0)], checks={"csr.count.over": None}, also=["TRUNCATED"],
    )  # fmt: skip
    yield Reject(
        name="count-too-large", summary="#nzb is one more than the sum of the rows' counts, with bytes to spare",
        requirements=["DAPHNE-CSR-06"], base=split, edits=[put("block[0].nzb", 3)],
        checks={"csr.count.under": None}, also=["TRUNCATED"], needs=["many-blocks"],
    )  # fmt: skip
    yield Reject(
        name="count-too-large-at-the-end", summary="#nzb is one more than the sum, and the input ends with the rows",
        requirements=["DAPHNE-CSR-06"], base=base, edits=[put("block[0].nzb", 4)],
        checks={"truncated.block.row": None, "csr.count.under": None}, then="TRAILING",
    )  # fmt: skip
    yield Reject(
        name="count-as-uint32", summary="#nzb in four bytes, as in an ultra-sparse block", requirements=["DAPHNE-CSR-01"],
        base="daphne/csr/row-count-of-many-bytes", edits=[put("block[0].nzb", u32(300))],
        checks={"csr.count.total": None}, also=["TRUNCATED"], then="TRUNCATED",
    )  # fmt: skip
    for count in (7, 2**32, 2**63, 2**64 - 1):
        yield Reject(
            name=f"count-{count}", summary=f"#nzb is {count} in a block of six cells",
            requirements=["DAPHNE-CSR-12", "DAPHNE-GEN-08"], base="daphne/csr/full", edits=[put("block[0].nzb", count)],
            checks={"csr.count.total": None}, also=["TRUNCATED"], then="TRUNCATED",
        )  # fmt: skip
    yield Reject(
        name="row-count-over-columns", summary="a row counts more non-zeros than it has cells",
        requirements=["DAPHNE-CSR-12"], base="daphne/csr/full",
        edits=[put("block[0].row[0].nzr", 4), remove("block[0].row[1].nzr"),
               insert("block[0].row[1].entry[1].column", u32(2))],
        checks={"csr.count.row": None, "csr.duplicate": None}, also=["INDEX"],
    )  # fmt: skip
    yield Reject(
        name="row-count-2-to-the-32", summary="a row's count is 2^32 - 1", requirements=["DAPHNE-CSR-12", "DAPHNE-GEN-08"],
        base=base, edits=[put("block[0].row[1].nzr", 2**32 - 1)], checks={"csr.count.row": None}, also=["TRUNCATED"],
        then="TRUNCATED",
    )  # fmt: skip


def _csr_blocks() -> Iterator[Case]:
    value = csr("int16", [1, 2, 0, 3], [0, 0, 0, 4])
    yield Accept(
        name="two-blocks", summary="column indices begin at 0 in each block", requirements=["DAPHNE-BLK-07", "DAPHNE-CSR-06"],
        needs=["many-blocks"], value=value,
        plan=[block((0, 0, 2, 2), "csr", "int16"), block((0, 2, 2, 2), "csr", "int16")],
    )  # fmt: skip


def _coo_accepts() -> Iterator[Case]:
    for name in TYPES:
        low, high = _extremes(name)
        wide = csr(name, [0, high, 0], [0, 0, 0], [low or 1, 0, 1])
        yield Accept(
            name=f"{name}-wide", summary=f"{name}: entries of row, column and value",
            requirements=["DAPHNE-COO-01", "DAPHNE-COO-03", "DAPHNE-COO-11"], value=wide, plan=whole(wide, "coo", name),
        )  # fmt: skip
        narrow = csr(name, [0], [high], [0], [low or 1])
        yield Accept(
            name=f"{name}-narrow", summary=f"{name}: one column, entries of row and value",
            requirements=["DAPHNE-COO-02", "DAPHNE-COO-04"], value=narrow, plan=whole(narrow, "coo", name),
        )  # fmt: skip
    none = csr("int8", [0, 0], [0, 0])
    yield Accept(
        name="no-non-zeros", summary="#nzb is 0 and nothing follows", requirements=["DAPHNE-COO-10"], value=none,
        plan=whole(none, "coo", "int8"),
    )  # fmt: skip
    full = dense("uint8", [1, 2], [3, 4])
    yield Accept(
        name="full", summary="an ultra-sparse block may hold every cell", requirements=["DAPHNE-COO-13"], value=full,
        plan=whole(full, "coo", "uint8"),
    )  # fmt: skip
    two = csr("int16", [0, 5], [0, 0], [6, 0])
    yield Accept(
        name="two-columns", summary="two columns are more than one: column indices are written",
        requirements=["DAPHNE-COO-03", "DAPHNE-COO-06"], value=two, plan=whole(two, "coo", "int16"),
    )  # fmt: skip
    columns = csr("int16", [5, 1], [0, 2])
    yield Accept(
        name="narrow-blocks-of-a-wide-object", summary="the layout follows the block's columns, not the object's",
        requirements=["DAPHNE-COO-04"], needs=["many-blocks"], value=columns,
        plan=[block((0, 0, 2, 1), "coo", "int16"), block((0, 1, 2, 1), "coo", "int16")],
    )  # fmt: skip
    signs = csr("float", [0.0, "0x80000000", "0xffc00001"])
    yield Accept(
        name="negative-zero-and-nan", summary="-0.0 and NaN are non-zeros and are stored",
        requirements=["DAPHNE-COO-09", "DAPHNE-COO-14"], value=signs, plan=whole(signs, "coo", "float"),
    )  # fmt: skip
    corner = matrix("DenseMatrix", 1000, 1000, "uint16", {(999, 999): 515, (0, 300): 1})
    yield Accept(
        name="far-corner", summary="the greatest indices are #r - 1 and #c - 1", requirements=["DAPHNE-COO-06"],
        value=corner, plan=whole(corner, "coo", "uint16"),
    )  # fmt: skip
    grid = csr("int8", [0, 1, 2], [3, 0, 0], [0, 4, 0])
    for name, order in (("descending", "desc"), ("column-major", "colmajor"), ("any-order", [1, 3, 0, 2])):
        yield Accept(
            name=f"entries-{name}", summary=f"entries in {name.replace('-', ' ')} order".replace("order order", "order"),
            requirements=["DAPHNE-COO-08", "DAPHNE-ENC-06"], value=grid, plan=whole(grid, "coo", "int8", order),
        )  # fmt: skip
    column = csr("int8", [1], [0], [2], [3])
    yield Accept(
        name="narrow-in-any-order", summary="one column, rows in no order", requirements=["DAPHNE-COO-08", "DAPHNE-COO-02"],
        value=column, plan=whole(column, "coo", "int8", [1, 2, 0]),
    )  # fmt: skip


def _coo_rejects() -> Iterator[Case]:
    wide, narrow = "daphne/coo/int16-wide", "daphne/coo/int16-narrow"
    for base, rows in ((wide, 3), (narrow, 4)):
        layout = base.rpartition("-")[2]
        for index in (rows, 2**31, 2**32 - 1):
            yield Reject(
                name=f"row-{index}-{layout}", summary=f"row index {index} in an {layout} block of {rows} rows",
                requirements=["DAPHNE-COO-06"], base=base, edits=[put("block[0].entry[1].row", index)],
                checks={"coo.index.row": None},
            )  # fmt: skip
        last = "a position" if layout == "wide" else "a row"
        edits = [put("block[0].entry[1].row", 0 if layout == "wide" else 1)]
        if layout == "wide":
            edits.append(put("block[0].entry[1].column", 1))
        yield Reject(
            name=f"duplicate-{layout}", summary=f"{last} repeats in the {layout} layout", requirements=["DAPHNE-COO-07"],
            base=base, edits=edits, checks={"coo.duplicate": None},
        )  # fmt: skip
    for index in (3, 2**31, 2**32 - 1):
        yield Reject(
            name=f"column-{index}", summary=f"column index {index} in a block of three columns",
            requirements=["DAPHNE-COO-06"], base=wide, edits=[put("block[0].entry[1].column", index)],
            checks={"coo.index.column": None},
        )  # fmt: skip
    yield Reject(
        name="duplicate-apart", summary="a position repeats with another in between", requirements=["DAPHNE-COO-07"],
        base=wide, edits=[put("block[0].entry[2].row", 0), put("block[0].entry[2].column", 1)],
        checks={"coo.duplicate": None},
    )  # fmt: skip
    yield Reject(
        name="index-of-the-object", summary="indices count within the block, not within the object",
        requirements=["DAPHNE-BLK-07"], base="daphne/partition/rows-of-coo", edits=[put("block[1].entry[0].row", 2)],
        checks={"coo.index.row": None}, needs=["many-blocks"],
    )  # fmt: skip
    yield Reject(
        name="count-too-small", summary="#nzb is one less than the entries there are", requirements=["DAPHNE-COO-03"],
        base=wide, edits=[put("block[0].nzb", 2)], checks={"body.trailing": None}, also=["COUNT", "TRUNCATED"],
    )  # fmt: skip
    yield Reject(
        name="count-too-large", summary="#nzb is one more than the entries there are", requirements=["DAPHNE-COO-03"],
        base=wide, edits=[put("block[0].nzb", 4)], checks={"truncated.block.entry": None}, also=["COUNT"],
    )  # fmt: skip
    yield Reject(
        name="count-over-cells", summary="#nzb is one more than the block has cells, and as many entries follow",
        requirements=["DAPHNE-COO-07"], base="daphne/coo/full",
        edits=[put("block[0].nzb", 5), insert("block[0].entry[3].row", u32(0) + u32(0) + b"\x09")],
        checks={"coo.count.total": None, "coo.duplicate": None}, also=["TRUNCATED", "INDEX"],
    )  # fmt: skip
    yield Reject(
        name="count-2-to-the-32", summary="#nzb is 2^32 - 1 in a block of four cells",
        requirements=["DAPHNE-COO-07", "DAPHNE-GEN-08"], base="daphne/coo/full", edits=[put("block[0].nzb", 2**32 - 1)],
        checks={"coo.count.total": None}, also=["TRUNCATED", "INDEX", "DUPLICATE"], then="TRUNCATED",
    )  # fmt: skip
    yield Reject(
        name="count-as-uint64", summary="#nzb in eight bytes, as in a sparse block", requirements=["DAPHNE-COO-01"],
        base="daphne/coo/no-non-zeros", edits=[insert("block[0].nzb", u32(0))], checks={"body.trailing": None},
    )  # fmt: skip
    yield Reject(
        name="narrow-with-column-indices", summary="column indices in a block of one column: the bytes left over trail",
        requirements=["DAPHNE-COO-02"], base="daphne/coo/uint8-one-entry", edits=[insert("block[0].entry[0].value", u32(0))],
        checks={"coo.zero": None, "body.trailing": None},
    )  # fmt: skip
    yield Reject(
        name="wide-without-column-indices", summary="no column index in a block of two columns", requirements=["DAPHNE-COO-03"],
        base="daphne/coo/uint8-one-entry-wide", edits=[remove("block[0].entry[0].column")],
        checks={"truncated.block.entry": None},
    )  # fmt: skip


def _coo_single() -> Iterator[Case]:
    for name, value in (("uint8-one-entry", csr("uint8", [0], [9])), ("uint8-one-entry-wide", csr("uint8", [0, 0], [0, 9]))):
        yield Accept(
            name=name, summary=f"one entry in a block of {value['columns']} column(s)",
            requirements=["DAPHNE-COO-02" if value["columns"] == "1" else "DAPHNE-COO-03"], value=value,
            plan=whole(value, "coo", "uint8"),
        )  # fmt: skip


def features() -> Iterator[Feature]:
    yield Feature("csr", "Sparse blocks (CSR)", [*_csr_accepts(), *_csr_blocks()])
    yield Feature("coo", "Ultra-sparse blocks (COO)", [*_coo_accepts(), *_coo_single()])


def rejects() -> Iterator[Feature]:
    """Cases whose bases lie in several features."""
    yield Feature("csr-rejects", "Sparse blocks that are wrong", list(_csr_rejects()))
    yield Feature("coo-rejects", "Ultra-sparse blocks that are wrong", list(_coo_rejects()))
