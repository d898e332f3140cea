"""Ultra-sparse blocks (COO) in both layouts."""

from collections.abc import Iterator

from goldenwire_suite.cases import Case, Feature, Reject, append, insert, put, remove
from goldenwire_suite.daphne.cases.builders import (
    FLOATS,
    TYPES,
    accept,
    block,
    csr,
    dense,
    ids,
    is_signed,
    matrix,
    say,
    u32,
    whole,
)
from goldenwire_suite.daphne.cases.csr import FAR, LONG_ROWS, MANY, extremes, far, moved


def _types() -> Iterator[Case]:
    for name in TYPES:
        low, high = extremes(name)
        cited = (" VT-13" if is_signed(name) else "") + (" COO-09" if name in FLOATS else "")
        wide = csr(name, [0, high, 0], [0, 0, 0], [low, 0, 5])
        yield accept(
            f"{name}-wide",
            f"{name}, three columns: entries of row, column and value, with the values {say(high)}, {say(low)} and 5",
            "COO-01 COO-03 COO-06 COO-11 DT-06 DT-07 BLK-06" + cited,
            wide,
            whole(wide, "coo", name),
        )
        narrow = csr(name, [0], [high], [0], [low])
        yield accept(
            f"{name}-narrow",
            f"{name}, one column: entries of row and value, with the values {say(high)} and {say(low)}",
            "COO-02" + cited,
            narrow,
            whole(narrow, "coo", name),
        )


def _accepts() -> Iterator[Case]:
    none = csr("int8", [0, 0], [0, 0])
    yield accept(
        "no-non-zeros", "no entries: their number, 0, and nothing after it", "COO-10", none, whole(none, "coo", "int8")
    )
    orders: tuple[tuple[str, str, str | list[int]], ...] = (
        ("ascending", "by row, then by column", "asc"),
        ("column-major", "by column, then by row", "colmajor"),
        ("shuffled", "in no order", [rank * 17 % 1100 for rank in range(1100)]),
    )
    for name, told, order in orders:
        requirements = f"COO-01 {'COO-03' if name == 'ascending' else 'COO-08'}"
        yield accept(f"many-entries-{name}", f"1,100 entries, {told}", requirements, MANY,
                     whole(MANY, "coo", "uint16", order))  # fmt: skip
    for width, (row, told) in LONG_ROWS.items():
        yield accept(f"row-of-{width}", told, "COO-03", row, whole(row, "coo", "uint8"))
    full = dense("uint8", [1, 2], [3, 4])
    four = csr("uint8", [1], [2], [3], [4])
    yield accept("four-narrow", "four rows of one column, and an entry for each", "COO-02 COO-13", four,
                 whole(four, "coo", "uint8"))  # fmt: skip
    yield accept("full", "all four cells are entries", "COO-13", full, whole(full, "coo", "uint8"))
    two = csr("int16", [0, 5], [0, 0], [6, 0])
    yield accept(
        "two-columns",
        "two columns are more than one: entries have a column index",
        "COO-03 COO-06",
        two,
        whole(two, "coo", "int16"),
    )
    columns = csr("int16", [5, 1], [0, 2])
    yield accept(
        "narrow-blocks-of-a-wide-object",
        "blocks of one column in an object of two: the block decides, and entries have no column index",
        "COO-04",
        columns,
        [block((0, 0, 2, 1), "coo", "int16"), block((0, 1, 2, 1), "coo", "int16")],
    )
    signs = csr("float", [0.0, "0x80000000", "0xffc00001"])
    yield accept(
        "negative-zero-and-nan",
        "-0.0 and a NaN are stored, as they are no zeros; the cell before them is 0.0",
        "COO-09 COO-14",
        signs,
        whole(signs, "coo", "float"),
    )
    long = matrix("DenseMatrix", 302, 220, "uint8", {(300, 1): 5, (301, 1): 6})
    yield accept(
        "behind-a-long-block",
        "a dense block of 300 x 220 zeros, and below it a COO block of two entries",
        "COO-03 PART-08 BLK-07",
        long,
        [block((0, 0, 300, 220), "dense", "uint8"), block((300, 0, 2, 220), "coo", "uint8")],
    )
    corner = matrix("DenseMatrix", 1000, 1000, "uint16", {(999, 999): 515, (0, 300): 1})
    yield accept(
        "300-entries",
        "300 entries: their number takes two bytes",
        "COO-01",
        long := matrix("CSRMatrix", 300, 2, "uint8", {(r, r % 2): 7 for r in range(300)}),
        whole(long, "coo", "uint8"),
    )
    yield accept(
        "far-corner",
        "1,000 x 1,000 cells: indices of two bytes, and 999, the greatest in both directions",
        "COO-06",
        corner,
        whole(corner, "coo", "uint16"),
    )
    grid = csr("int8", [0, 1, 2], [3, 0, 0], [0, 4, 0])
    for name, told, order in (
        ("descending", "the entries descend by row, then by column", "desc"),
        ("column-major", "the entries ascend by column, then by row", "colmajor"),
        ("any-order", "the entries stand in no order of rows or columns", [1, 3, 0, 2]),
    ):
        yield accept(f"entries-{name}", told, "COO-08", grid, whole(grid, "coo", "int8", order))
    column = csr("int8", [1], [0], [2], [3])
    yield accept(
        "narrow-in-any-order",
        "one column, whose entries stand in no order of rows",
        "COO-08 COO-02",
        column,
        whole(column, "coo", "int8", [1, 2, 0]),
    )


def _single() -> Iterator[Case]:
    for name, told, value, cited in (
        ("uint8-one-entry", "one entry in a block of one column", csr("uint8", [0], [9]), "COO-02"),
        ("uint8-one-entry-wide", "one entry in a block of two columns", csr("uint8", [0, 9], [0, 0]), "COO-03"),
    ):
        yield accept(name, told, cited, value, whole(value, "coo", "uint8"))


WIDE, NARROW = "daphne/coo/int16-wide", "daphne/coo/int16-narrow"


def _indices() -> Iterator[Case]:
    for base, rows in ((WIDE, 3), (NARROW, 4)):
        layout = base.rpartition("-")[2]
        for index in (rows, 2**31, 2**32 - 1):
            yield Reject(
                name=f"row-{index}-{layout}",
                summary=f"row index {say(index)} in a block of {rows} rows, "
                + ("one column" if layout == "narrow" else "three columns"),
                requirements=[],
                base=base,
                edits=[put("block[0].entry[1].row", index)],
                checks={"coo.index.row": None},
                catches=["coo-row-up-to-the-rows"] if index == rows else [],
            )
    for index in (3, 2**31, 2**32 - 1):
        yield Reject(
            name=f"column-{index}",
            summary=f"column index {say(index)} in a block of three columns",
            requirements=[],
            base=WIDE,
            edits=[put("block[0].entry[0].column", index)],
            checks={"coo.index.column": None},
            catches=["coo-column-up-to-the-columns"] if index == 3 else [],
        )
    yield Reject(
        name="index-of-the-object",
        summary="row index 2 in a block of two rows that begins at row 2: it was counted in the object",
        requirements=ids("BLK-07 BODY-04"),
        base="daphne/partition/rows-of-coo",
        edits=[put("block[1].entry[0].row", 2)],
        checks={"coo.index.row": None},
        needs=["many-blocks"],
        catches=["coo-row-counts-in-the-object"],
    )


def _duplicates() -> Iterator[Case]:
    for name, summary, base, edits, catches in (
        (
            "wide",
            "two entries for one cell, one after the other, in a block of three columns",
            "daphne/coo/two-in-a-row",
            [put("block[0].entry[1].column", 1)],
            (),
        ),
        (
            "narrow",
            "two entries for one row, one after the other, in a block of one column",
            NARROW,
            [put("block[0].entry[1].row", 1)],
            (),
        ),
        (
            "apart",
            "the third entry is for the cell of the first",
            "daphne/coo/entries-any-order",
            [put("block[0].entry[2].column", 2)],
            ("coo-duplicates-of-neighbours-only",),
        ),
        *(
            (
                f"in-column-{column}",
                f"two entries for column {column}",
                f"daphne/coo/row-of-{width}",
                [put("block[0].entry[1].column", column)],
                (),
            )
            for width, column in ((64, 33), (72, 65))
        ),
    ):
        yield Reject(
            name=f"duplicate-{name}",
            summary=summary,
            requirements=[],
            base=base,
            edits=edits,
            checks={"coo.duplicate": None},
            catches=catches,
        )
    for layout, base, edit in (
        ("wide", "daphne/coo/two-in-a-row", put("block[0].entry[1].column", 1)),
        ("narrow", NARROW, put("block[0].entry[1].row", 1)),
    ):
        yield Reject(
            name=f"duplicate-of-a-zero-{layout}",
            summary="two entries for one cell, the second of them with the value 0, in a block of "
            + ("three columns" if layout == "wide" else "one column"),
            requirements=ids("BLK-09"),
            base=base,
            edits=[edit, put("block[0].entry[1].value", 0)],
            checks={"coo.duplicate": None},
            then="ZERO",
            needs=["order"],
        )


def _behind() -> Iterator[Case]:
    for name, told, field, index, check in (
        ("duplicate", "for the cell of the first", "row", 0, "duplicate"),
        ("row", "for row 2 of two", "row", 2, "index.row"),
    ):
        yield Reject(
            name=f"behind-a-long-block-{name}",
            summary=f"the last of two entries beyond byte 65,536 is {told}",
            requirements=ids("BODY-04"),
            base="daphne/coo/behind-a-long-block",
            edits=[put(f"block[1].entry[1].{field}", index)],
            checks={f"coo.{check}": None},
            needs=["many-blocks"],
            numbers=[2**16],
        )


def _far() -> Iterator[Case]:
    """A repeated cell, and others between, in other rows of one column, of two, or in other columns of one row."""
    last = 2**32 - 1
    entry = "block[0].entry[3]"
    for layout, base, field, rows, columns, was, others, told in (
        ("narrow", "four-narrow", "row", last, None, (0, 1, 2, 3), (), "in a block of 2^32 - 1 rows and one column"),
        (
            "wide-rows",
            "full",
            "row",
            last,
            None,
            (0, 0, 1, 1),
            (0, 1, 0, 1),
            "in column 0 of a block of 2^32 - 1 rows and two columns",
        ),
        (
            "wide-columns",
            "full",
            "column",
            1,
            last,
            (0, 1, 0, 1),
            (0, 0, 1, 1),
            "in a block of one row and 2^32 - 1 columns",
        ),
    ):
        for name, indices in FAR.items():
            count = len(indices)
            other = {"row": "column", "column": "row"}[field]
            yield Reject(
                name=f"duplicate-{name}-{layout}",
                summary=f"entries for {field}s {far(indices)}, {told}",
                requirements=[],
                base=f"daphne/coo/{base}",
                edits=[
                    put("rows", rows),
                    put("block[0].rows", rows),
                    *([put("columns", columns), put("block[0].columns", columns)] if columns else []),
                    *moved("block[0]", field, was, indices),
                    *moved("block[0]", other, others, [0] * count),
                    *([put("block[0].nzb", 3), remove(f"{entry}.row", f"{entry}.value")] if count == 3 else []),
                ],
                checks={"coo.duplicate": None},
                also=["LIMIT"],
                catches=["index-differences-signed"],
            )


def _counts() -> Iterator[Case]:
    yield Reject(
        name="count-too-small",
        summary="the number of entries is 2, and 3 are there: the last is left over",
        requirements=[],
        base=WIDE,
        edits=[put("block[0].nzb", 2)],
        checks={"body.trailing": None},
    )
    yield Reject(
        name="count-too-large",
        summary="the number of entries is 4, and 3 are there",
        requirements=[],
        base=WIDE,
        edits=[put("block[0].nzb", 4)],
        checks={"truncated.block.entry": None},
    )
    yield Reject(
        name="count-over-cells",
        summary="5 entries in a block of four cells, the fourth for the cell of the first",
        requirements=[],
        base="daphne/coo/full",
        edits=[put("block[0].nzb", 5), insert("block[0].entry[3].row", u32(0) + u32(0) + b"\x09")],
        checks={"coo.count.total": None, "coo.duplicate": None},
    )
    yield Reject(
        name="count-over-cells-and-row-2",
        summary="5 entries in a block of four cells, the last in row 2 of two",
        requirements=[],
        base="daphne/coo/full",
        edits=[put("block[0].nzb", 5), append(u32(2) + u32(0) + b"\x09")],
        checks={"coo.count.total": None, "coo.index.row": None},
    )
    yield Reject(
        name="count-4294967295",
        summary="the number of entries is 2^32 - 1 in a block of four cells, and four entries are there",
        requirements=[],
        base="daphne/coo/full",
        edits=[put("block[0].nzb", 2**32 - 1)],
        checks={"coo.count.total": None, "truncated.block.entry": None},
        then="LIMIT",
    )
    yield Reject(
        name="count-as-uint64",
        summary="the number of entries, 0, takes eight bytes as in a CSR block, and not four",
        requirements=ids("COO-01"),
        base="daphne/coo/no-non-zeros",
        edits=[insert("block[0].nzb", u32(0))],
        checks={"body.trailing": None},
        catches=["coo-total-of-64-bits"],
    )
    yield Reject(
        name="narrow-with-column-indices",
        summary="one column, but the entry has a column index: four bytes are left over",
        requirements=ids("COO-02"),
        base="daphne/coo/uint8-one-entry",
        edits=[insert("block[0].entry[0].value", u32(0))],
        checks={"coo.zero": None, "body.trailing": None},
        catches=["coo-always-with-columns"],
    )
    yield Reject(
        name="wide-without-column-indices",
        summary="two columns, but the entry has no column index: four bytes are missing",
        requirements=ids("COO-03"),
        base="daphne/coo/uint8-one-entry-wide",
        edits=[remove("block[0].entry[0].column")],
        checks={"truncated.block.entry": None},
        catches=["coo-never-with-columns"],
    )


def features() -> Iterator[Feature]:
    pair = csr("int16", [0, 6, 7], [0, 0, 0])
    two = accept("two-in-a-row", "two entries in a row, one column apart", "COO-03", pair, whole(pair, "coo", "int16"))
    yield Feature("coo", "Ultra-sparse blocks (COO)", [*_types(), *_accepts(), two, *_single()])


def rejects() -> Iterator[Feature]:
    """Cases whose bases lie in several features."""
    yield Feature(
        "coo-rejects",
        "Ultra-sparse blocks that are wrong",
        [*_indices(), *_duplicates(), *_counts(), *_behind(), *_far()],
    )
