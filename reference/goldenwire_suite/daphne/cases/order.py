"""Two defects at once: the reported one reveals the order of a decoder's checks."""

from collections.abc import Iterator, Mapping
from typing import Any

from goldenwire_suite.cases import Case, Edit, Either, Feature, Reject, append, cut, cut_end, insert, put
from goldenwire_suite.daphne.cases.builders import (
    UNASSIGNED,
    accept,
    block,
    csr,
    frame,
    ids,
    needs,
    u32,
    u64,
    whole,
    wire,
)
from goldenwire_suite.daphne.cases.later import STACK, VALUE

MATRIX, FRAME, BLOCKS = "daphne/header/dense-matrix", "daphne/later/three-columns", "daphne/later/three-blocks"
TOO_LARGE = wire(32768, "int32")

# In the order of checks: name -> (base, the defect found first, the other, edits, checks, the class with both off)
PAIRS: dict[str, tuple[str, str, str, list[Edit], Mapping[str, Any], str | None]] = {
    "version-data-type": (
        MATRIX, "version 2", "data type 0", [put("version", 2), put("data-type", 0)],
        {"header.version": None, "header.data-type.reserved": 1}, None,
    ),
    "version-header-cut": (
        MATRIX, "version 2", "an input that ends inside the columns", [put("version", 2), cut("columns", 7)],
        {"header.version": None, "truncated.columns": None}, "TRUNCATED",
    ),
    "data-type-header-cut": (
        MATRIX, "data type 4", "an input that ends before the rows", [put("data-type", 4), cut("rows")],
        {"header.data-type.unassigned": 1, "truncated.rows": None}, "TRUNCATED",
    ),
    "data-type-value-type": (
        MATRIX, "data type 4", f"value type {UNASSIGNED}", [put("data-type", 4), put("value-type", UNASSIGNED)],
        {"header.data-type.unassigned": 1, "matrix.value-type.unassigned": 1}, None,
    ),
    "value-type-block-type": (
        MATRIX, "value type 0 of the matrix", "block type 4", [put("value-type", 0), put("block[0].type", 4)],
        {"matrix.value-type.reserved": 1, "block.type": 1}, None,
    ),
    "value-types-cut-value-type": (
        FRAME, "an input that ends inside the value types of the columns",
        f"value type {UNASSIGNED} of the first of them",
        [put("value-type[0]", UNASSIGNED), cut("value-type[2]")],
        {"truncated.value-type": None, "frame.value-type.unassigned": 5}, "VALUETYPE",
    ),
    "value-type-labels-cut": (
        FRAME, f"value type {UNASSIGNED} of the first column", "an input that ends before the text of the last label",
        [put("value-type[0]", UNASSIGNED), cut("label[2].text")],
        {"frame.value-type.unassigned": 5, "truncated.label.text": None}, "INCOMPLETE",
    ),
    "value-type-0-labels-cut": (
        FRAME, "value type 0 of the last column", "an input that ends inside the length of the first label",
        [put("value-type[2]", 0), cut("label[0].length", 1)],
        {"frame.value-type.reserved": 5, "truncated.label.length": None}, "INCOMPLETE",
    ),
    "value-type-labels-missing": (
        FRAME, f"value type {UNASSIGNED} of the second column", "an input that ends after the value types",
        [put("value-type[1]", UNASSIGNED), cut("label[0].length")],
        {"frame.value-type.unassigned": 5, "truncated.label.length": None}, "INCOMPLETE",
    ),
    "block-cut-bounds": (
        MATRIX, "an input that ends inside the columns of a block", "a block that lies a row too low",
        [put("block[0].rx", 1), cut("block[0].columns", 3)],
        {"truncated.block.columns": None, "block.bounds.rows": None}, "TRUNCATED",
    ),
    "degenerate-bounds": (
        BLOCKS, "a block of no rows before the last", "its position behind the last column",
        [insert("block[2].rx", u64(0) + u64(5) + u32(0) + u32(4) + b"\0")],
        {"block.degenerate": None, "block.bounds.columns": None}, None,
    ),
    "bounds-block-type": (
        BLOCKS, "the last block a row too low", "block type 4 of it", [put("block[2].rx", 5), put("block[2].type", 4)],
        {"block.bounds.rows": None, "block.type": 3}, None,
    ),
    "bounds-cut": (
        BLOCKS, "the last block a column too far right", "an input that ends before its block type",
        [put("block[2].cx", 1), cut("block[2].type")],
        {"block.bounds.columns": None, "truncated.block.type": None}, None,
    ),
    "block-type-overlap": (
        BLOCKS, "block type 255 of the last block", "its first row in an earlier block",
        [put("block[2].type", 255), put("block[2].rx", 3)],
        {"block.type": 3, "block.overlap": None}, None,
    ),
    "overlap-value-type": (
        BLOCKS, "the last block a row too high", f"value type {UNASSIGNED} of it",
        [put("block[2].rx", 3), put("block[2].value-type", UNASSIGNED)],
        {"block.overlap": None, "block.value-type.unassigned": 7}, None,
    ),
    "value-type-value": (
        MATRIX, "value type 0 of the block", "an input that ends before the value",
        [put("block[0].value-type", 0), cut("block[0].value[0,0]")],
        {"block.value-type.reserved": 1, "truncated.block.values": None}, None,
    ),
    "values-cut-value": (
        BLOCKS, "an input that ends inside the values of the first block", "32,768 as the first of them",
        [put("block[0].value[0,0]", TOO_LARGE), cut("block[0].value[1,3]", 3)],
        {"truncated.block.values": None, "dense.value": None}, "INCOMPLETE",
    ),
    "count-index": (
        BLOCKS, "a total of 3 where the rows of the CSR block count 4", "column index 4 in its last row",
        [put("block[1].nzb", 3), put("block[1].row[1].entry[1].column", 4)],
        {"csr.count.over": None, "csr.index": None}, None,
    ),
    "count-earlier-index": (
        BLOCKS, "a total of 3 where the two rows of the CSR block count 4", "column index 5 in the first of them",
        [put("block[1].nzb", 3), put("block[1].row[0].entry[0].column", 5)],
        {"csr.count.over": None, "csr.index": None}, None,
    ),
    "entries-cut-index": (
        BLOCKS, "an input that ends inside the last entry of the COO block", "row index 2 in its first entry",
        [put("block[2].entry[0].row", 2), cut_end()],
        {"truncated.block.entry": None, "coo.index.row": None}, None,
    ),
    "row-column": (
        BLOCKS, "row index 2 of the first entry of the COO block", "column index 4 of the same entry",
        [put("block[2].entry[0].row", 2), put("block[2].entry[0].column", 4)],
        {"coo.index.row": None, "coo.index.column": None}, None,
    ),
    "index-value": (
        BLOCKS, "column index 4 of an entry of the CSR block", "32,768 as its value",
        [put("block[1].row[1].entry[1].column", 4), put("block[1].row[1].entry[1].value", TOO_LARGE)],
        {"csr.index": None, "csr.value": None}, None,
    ),
    "duplicate-value": (
        BLOCKS, "a COO entry for the cell of the one before", "32,768 as its value",
        [put("block[2].entry[1].column", 1), put("block[2].entry[1].value", TOO_LARGE)],
        {"coo.duplicate": None, "coo.value": None}, None,
    ),
    "value-later-index": (
        BLOCKS, "32,768 in the first entry of the COO block", "column index 5 in the second",
        [put("block[2].entry[0].value", TOO_LARGE), put("block[2].entry[1].column", 5)],
        {"coo.value": None, "coo.index.column": None}, None,
    ),
    "value-later-index-csr": (
        BLOCKS, "32,768 in the first row of the CSR block", "column index 4 in the last",
        [put("block[1].row[0].entry[0].value", TOO_LARGE), put("block[1].row[1].entry[1].column", 4)],
        {"csr.value": None, "csr.index": None}, None,
    ),
    "value-later-duplicate": (
        BLOCKS, "32,768 in the first entry of the CSR block", "its column again in the second",
        [put("block[1].row[0].entry[0].value", TOO_LARGE), put("block[1].row[0].entry[1].column", 1)],
        {"csr.value": None, "csr.duplicate": None}, None,
    ),
    "duplicate-later-index": (
        BLOCKS, "a second entry of the COO block for the cell of the first", "row index 2 in the third",
        [put("block[2].entry[1].column", 1), put("block[2].entry[2].row", 2)],
        {"coo.duplicate": None, "coo.index.row": None}, None,
    ),
    "value-bounds": (
        BLOCKS, "32,768 in the first block", "the last one a row too low",
        [put("block[0].value[1,3]", TOO_LARGE), put("block[2].rx", 5)],
        {"dense.value": None, "block.bounds.rows": None}, None,
    ),
    "value-incomplete": (
        BLOCKS, "32,768 in the second block", "an input that ends where the last should begin",
        [put("block[1].row[1].entry[1].value", TOO_LARGE), cut("block[2].rx")],
        {"csr.value": None, "body.incomplete": None}, None,
    ),
    "value-trailing": (
        BLOCKS, "32,768 in the last block", "a byte after it",
        [put("block[2].entry[3].value", TOO_LARGE), append(b"\0")],
        {"coo.value": None, "body.trailing": None}, None,
    ),
}  # fmt: skip


_OF_ONE_CLASS = {"row-column"}  # pairs that nobody can tell apart who does not declare `order`


def _pairs() -> Iterator[Case]:
    several = needs(VALUE, STACK)
    for name, (base, first, second, edits, checks, then) in PAIRS.items():
        yield Reject(
            name=name,
            summary=f"{first}, and {second}",
            requirements=[],
            base=base,
            edits=edits,
            checks=checks,
            then=then,
            needs=[*(several if base == BLOCKS else ()), *(["order"] if name in _OF_ONE_CLASS else ())],
            in_order="DAPHNE-ERR-02",
        )


def _by_policy() -> Iterator[Case]:
    """Two defects of which a policy decides the first; only codecs that promise the order are asked."""
    yield Either(
        name="label-encoding-labels-cut",
        summary="a byte that UTF-8 never has in the first label, and an input that ends inside the last",
        requirements=ids("LBL-08 DEC-04"),
        policy="daphne.label-encoding",
        base=FRAME,
        edits=[put("label[0].text", b"\xff"), cut("label[2].text")],
        needs=["order"],
    )
    for family, first, second in (
        ("csr", "block[1].row[0].entry[0].value", "block[1].row[0].entry[1].column"),
        ("coo", "block[2].entry[0].value", "block[2].entry[1].column"),
    ):
        yield Either(
            name=f"stored-zero-later-duplicate-{family}",
            summary=f"the first entry of the {family.upper()} block stores a zero, and the second is for the same cell",
            requirements=ids({"csr": "CSR-08 CSR-14", "coo": "COO-07 COO-15"}[family] + " BLK-09"),
            policy="daphne.stored-zero",
            base=BLOCKS,
            edits=[put(first, 0), put(second, 1)],
            needs=["many-blocks", "order"],
        )


# Entries of which two name a cell again: by name, the cell of each.
_AGAIN = {
    "crossed": "baba", "nested": "abba", "crossed-ascending": "abab", "nested-descending": "baab",
    "pairs-ascending": "aabb", "pairs-descending": "bbaa",
}  # fmt: skip
_TWO_CELLS = {"a": (0, 1), "b": (1, 2)}

# Entries of which three name a cell again.
_THREE = {"ascending": "abcabc", "descending": "cbacba", "nested": "cabbac"}
_THREE_CELLS = {"a": (0, 2), "b": (1, 1), "c": (2, 0)}  # ascending by row, descending by column


def _twice() -> Iterator[Case]:
    """Lists in which several things are there again, in several orders."""
    row = csr("uint8", [1, 2, 3, 4], [5, 6, 7, 8])
    yield accept("two-full-rows", "two rows of four cells, none of them zero", "CSR-01", row, whole(row, "csr"))
    for name, order in _AGAIN.items():
        cells, told = (
            [_TWO_CELLS[cell] for cell in order],
            f"for the cells {', '.join(order)}, where a precedes b in row-major order",
        )
        yield Reject(
            name=f"coo-{name}", summary=f"four entries of a COO block, {told}", requirements=[], base=BLOCKS,
            edits=[edit for number, (r, c) in enumerate(cells) for edit in _moved(number, r, c)],
            checks={"coo.duplicate": None}, needs=[*needs(VALUE, STACK), "order"],
        )  # fmt: skip
        yield Reject(
            name=f"csr-{name}", summary=f"four entries of a row, {told}", requirements=[],
            base="daphne/order/two-full-rows",
            edits=[
                put(f"block[0].row[0].entry[{n}].column", cell[1]) for n, cell in enumerate(cells) if cell[1] != n
            ],
            checks={"csr.duplicate": None}, needs=["order"],
        )  # fmt: skip
    yield from _three()
    for name, labels, told in (
        ("crossed", ("c1", "c0", "c1", "c0"), "the third is that of the first, the fourth that of the second"),
        ("nested", ("c0", "c1", "c1", "c0"), "the third is that of the second, the fourth that of the first"),
    ):
        yield Either(
            name=f"labels-{name}", summary=f"ten labels: {told}, which would come first in a dictionary",
            requirements=ids("LBL-09"), policy="daphne.duplicate-label", base="daphne/frame/all-value-types",
            edits=[put(f"label[{n}].text", label.encode()) for n, label in enumerate(labels) if label != f"c{n}"],
            needs=["many-blocks", "order"],
        )  # fmt: skip


def _three() -> Iterator[Case]:
    """Sparse blocks in which three cells are there again."""
    row, grid = csr("uint8", [1, 2, 3, 4, 5, 6]), csr("uint8", [1, 2, 0], [3, 0, 4], [0, 5, 6])
    yield accept("full-row", "a row of six cells, none of them zero", "CSR-01", row, whole(row, "csr"))
    yield accept("six-entries", "three rows of two entries each", "COO-03", grid, whole(grid, "coo"))
    here = [(int(r), int(c)) for r, c, _ in grid["cells"]]
    for name, order in _THREE.items():
        cells = [_THREE_CELLS[cell] for cell in order]
        told = f"for the cells {', '.join(order)}, where a precedes b and b precedes c in row-major order"
        yield Reject(
            name=f"coo-three-{name}", summary=f"six entries, {told}", requirements=[], base="daphne/order/six-entries",
            edits=[
                put(f"block[0].entry[{n}].{part}", cell[place]) for n, cell in enumerate(cells)
                for place, part in enumerate(("row", "column")) if cell[place] != here[n][place]
            ],
            checks={"coo.duplicate": None}, needs=["order"],
        )  # fmt: skip
        yield Reject(
            name=f"csr-three-{name}", summary=f"six entries of a row, {told}", requirements=[],
            base="daphne/order/full-row",
            edits=[
                put(f"block[0].row[0].entry[{n}].column", r + 1) for n, (r, _) in enumerate(cells) if r + 1 != n
            ],
            checks={"csr.duplicate": None}, needs=["order"],
        )  # fmt: skip


def _by_row() -> Iterator[Case]:
    """Two values in a frame, the later of them in an earlier column."""
    value = frame([("a", "int8"), ("b", "int16")], [1, 300], [2, 400], [3, 500], [4, 600])
    plan = [block((row, 0, 2, 2), kind, "int32") for row, kind in ((0, "csr"), (2, "coo"))]
    yield accept(
        "sparse-columns",
        "a frame of columns of int8 and int16 in a CSR and a COO block of int32, none of whose cells is zero",
        "VTX-07", value, plan,
    )  # fmt: skip
    sparse = "daphne/order/sparse-columns"
    for name, base, earlier, later in (
        ("dense", FRAME, "value[0,1]", "value[1,0]"),
        ("csr", sparse, "row[0].entry[1].value", "row[1].entry[0].value"),
        ("coo", sparse, "entry[1].value", "entry[2].value"),
    ):
        at = f"block[{int(name == 'coo')}]."
        yield Reject(
            name=f"frame-{name}-by-row",
            summary=f"a {'dense' if name == 'dense' else name.upper()} block over columns of a frame: 32,768 for int16 "
            "in the first row, and in the second row 128 for int8, in the column to its left",
            requirements=[], base=base,
            edits=[put(at + earlier, wire(32768, "int32")), put(at + later, wire(128, "int32"))],
            checks={f"{name}.value": None}, needs=[*(needs(value, plan) if base == sparse else ()), "order"],
        )  # fmt: skip


def _moved(number: int, row: int, column: int) -> Iterator[Edit]:
    """Yield the edits that move an entry of the COO block, whose cells are (0, 1), (0, 3), (1, 0) and (1, 2)."""
    old = ((0, 1), (0, 3), (1, 0), (1, 2))[number]
    for name, value, was in (("row", row, old[0]), ("column", column, old[1])):
        if value != was:
            yield put(f"block[2].entry[{number}].{name}", value)


def rejects() -> Iterator[Feature]:
    told = "Two defects at once, of which the first in the order of checks is reported"
    yield Feature("order", told, [*_pairs(), *_by_policy(), *_twice(), *_by_row()])
