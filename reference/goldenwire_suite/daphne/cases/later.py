"""Defects that come late, after much valid input: in the last block, the last row, the last entry."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Edit, Either, Feature, Reject, cut, cut_end, insert, put
from goldenwire_suite.daphne.cases.builders import UNASSIGNED, accept, block, dense, frame, ids, u32, whole, wire

# Six rows of four columns, two rows in each of a dense, a CSR and a COO block, whose values are wider than the cells.
VALUE = dense("int16", [1, 2, 3, 4], [5, 6, 7, 8], [0, 9, 0, 10], [11, 0, 12, 0], [0, 13, 0, 14], [15, 0, 16, 0])
STACK = [block((row, 0, 2, 4), kind, "int32") for row, kind in ((0, "dense"), (2, "csr"), (4, "coo"))]
COLUMNS = frame([("a", "int8"), ("b", "int16"), ("c", "int32")], [1, 300, 70000], [-4, 5, 6])
BASE, FRAME, SPARSE = "daphne/later/three-blocks", "daphne/later/three-columns", "daphne/later/wide-coo"


def _accepts() -> Iterator[Case]:
    yield accept(
        "three-blocks",
        "an int16 matrix in a dense, a CSR and a COO block of int32, one below the other",
        "PART-08 VTX-03 VTX-04",
        VALUE,
        STACK,
    )
    yield accept(
        "three-columns",
        "a frame of columns of int8, int16 and int32 in one dense block of int32",
        "VTX-07 PART-13",
        COLUMNS,
        whole(COLUMNS, "dense", "int32"),
    )
    wide = dense("uint8", [0, 0, 0, 7, 0], [0, 8, 0, 0, 9])
    yield accept(
        "wide-coo",
        "a COO block of 2 x 5 cells, with entries beyond the second column",
        "COO-06",
        wide,
        whole(wide, "coo"),
    )
    yield accept(
        "wide-csr", "a CSR block of 2 x 5 cells, with entries beyond the second column", "CSR-07 BLK-06", wide,
        whole(wide, "csr"),
    )  # fmt: skip


# name -> (summary, edits, check, the reference's value to continue with, other classes)
IN_BLOCKS: dict[str, tuple[str, list[Edit], str, Any, list[str]]] = {
    "dense-value": (
        "32,768, too great for the matrix's int16, as the last but one value of a dense block",
        [put("block[0].value[1,2]", wire(32768, "int32"))],
        "dense.value", None, [],
    ),
    "csr-value": (
        "32,768, too great for the matrix's int16, in the last row of a CSR block",
        [put("block[1].row[1].entry[0].value", wire(32768, "int32"))],
        "csr.value", None, [],
    ),
    "coo-value": (
        "-32,769, too small for the matrix's int16, in the third of four entries of a COO block",
        [put("block[2].entry[2].value", wire(-32769, "int32"))],
        "coo.value", None, [],
    ),
    "csr-index": (
        "column index 4 in the last row of a CSR block of four columns",
        [put("block[1].row[1].entry[1].column", 4)],
        "csr.index", None, [],
    ),
    "coo-row": (
        "row index 2 in the last entry of a COO block of two rows",
        [put("block[2].entry[3].row", 2)],
        "coo.index.row", None, [],
    ),
    "coo-column": (
        "column index 4 in the last entry of a COO block of four columns",
        [put("block[2].entry[3].column", 4)],
        "coo.index.column", None, [],
    ),
    "csr-duplicate": (
        "two entries for one column in the last row of a CSR block",
        [put("block[1].row[1].entry[1].column", 0)],
        "csr.duplicate", None, [],
    ),
    "coo-duplicate": (
        "the last entry of a COO block is for the cell of the second",
        [put("block[2].entry[3].row", 0), put("block[2].entry[3].column", 3)],
        "coo.duplicate", None, [],
    ),
    "csr-total-too-small": (
        "the total of a CSR block is 3, and its rows count four entries",
        [put("block[1].nzb", 3)],
        "csr.count.over", None, [],
    ),
    "csr-total-too-great": (
        "the total of a CSR block, which is not the last block, is 5, and its rows count four entries",
        [put("block[1].nzb", 5)],
        "csr.count.under", None, [],
    ),
    "block-type": (
        "block type 4, which is unassigned, in the last block", [put("block[2].type", 4)], "block.type", 3, []
    ),
    "value-type": (
        f"value type {UNASSIGNED}, which is unassigned, in the last block",
        [put("block[2].value-type", UNASSIGNED)],
        "block.value-type.unassigned", 7, [],
    ),
    "value-type-reserved": (
        "value type 0, which is reserved, in the second of three blocks",
        [put("block[1].value-type", 0)],
        "block.value-type.reserved", 7, [],
    ),
    "bounds": (
        "the last block lies a row too low, beyond the object",
        [put("block[2].rx", 5)],
        "block.bounds.rows", None, [],
    ),
    "overlap": (
        "the last block lies a row too high, on the one before",
        [put("block[2].rx", 3)],
        "block.overlap", None, [],
    ),
    "block-without-cells": (
        "a block of 0 x 4 between the second and the third",
        [insert("block[2].rx", bytes(16) + u32(0) + u32(4) + b"\0")],
        "block.degenerate", None, [],
    ),
    "missing-value": ("the input ends inside the last value", [cut_end()], "truncated.block.entry", None, []),
    "missing-total": (
        "the input ends inside the number of entries of the last block",
        [cut("block[2].nzb", 3)],
        "truncated.block.nzb", None, [],
    ),
    "missing-block": (
        "the input ends where the last block should begin", [cut("block[2].rx")], "body.incomplete", None, ["TRUNCATED"]
    ),
}  # fmt: skip


# The defect of the first block depends on no position; some show that no later block goes unchecked.
CITED = {
    "dense-value": "", "csr-value": "BODY-04 DEC-03", "coo-value": "BODY-04 DEC-03", "missing-block": "BODY-04 DEC-04",
}  # fmt: skip


def _in_blocks() -> Iterator[Case]:
    for name, (summary, edits, check, goes_on, also_here) in IN_BLOCKS.items():
        yield Reject(
            name=name,
            summary=summary,
            requirements=ids(CITED.get(name, "BODY-04")),
            base=BASE,
            edits=edits,
            checks={check: goes_on},
            also_here=also_here,
            needs=["many-blocks"],
        )
    for family, entry in (("csr", "block[1].row[1].entry[0]"), ("coo", "block[2].entry[1]")):
        yield Either(
            name=f"{family}-zero",
            summary=f"a zero in a {family.upper()} block of int32, which is not the first block",
            requirements=ids({"csr": "CSR-14", "coo": "COO-15"}[family]),
            policy="daphne.stored-zero",
            base=BASE,
            edits=[put(f"{entry}.value", 0)],
            needs=["many-blocks"],
        )


def _others() -> Iterator[Case]:
    for column, number, where in ((0, 128, "[1,0]"), (1, 32768, "[1,1]")):
        kind = COLUMNS["types"][column]
        yield Reject(
            name=f"frame-value-in-column-{column}",
            summary=f"{number:,} for a column of {kind}, in the last row of a dense block of int32 over three columns",
            requirements=ids("VTX-07"),
            base=FRAME,
            edits=[put(f"block[0].value{where}", wire(number, "int32"))],
            checks={"dense.value": None},
        )
    for name, base, field, check in (
        ("wide-coo-column", SPARSE, "block[0].entry[2].column", "coo.index.column"),
        ("wide-csr-index", "daphne/later/wide-csr", "block[0].row[1].entry[1].column", "csr.index"),
    ):
        yield Reject(
            name=name,
            summary=f"column index 5 in a {name[5:8].upper()} block of 2 x 5 cells, after an entry in column 3",
            requirements=[],
            base=base,
            edits=[put(field, 5)],
            checks={check: None},
        )
    labels = "daphne/frame/label-empty"
    yield Reject(
        name="label-cut",
        summary="the input ends before the text of the last of three labels",
        requirements=ids("LBL-06"),
        base=labels,
        edits=[cut("label[2].text")],
        checks={"truncated.label.text": None},
    )
    yield Either(
        name="label-ill-formed",
        summary="a byte that UTF-8 never has, in the last of three labels",
        requirements=ids("LBL-08 ENC-07"),
        policy="daphne.label-encoding",
        base=labels,
        edits=[put("label[2].text", b"\xff")],
        needs=["many-blocks"],
    )


def features() -> Iterator[Feature]:
    yield Feature("later", "Several blocks and columns, from which later defects are made", list(_accepts()))


def rejects() -> Iterator[Feature]:
    yield Feature("later-rejects", "Defects that come late", [*_in_blocks(), *_others()])
