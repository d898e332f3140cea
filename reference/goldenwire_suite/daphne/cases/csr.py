"""Sparse blocks (CSR)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from goldenwire_suite.cases import Case, Edit, Feature, Reject, Splice, insert, put, remove
from goldenwire_suite.daphne.cases.builders import (
    FLOATS,
    INTEGERS,
    TYPES,
    accept,
    atom,
    block,
    csr,
    ids,
    is_signed,
    matrix,
    say,
    u32,
    whole,
)


def extremes(name: str) -> tuple[int | float, int | float]:
    """Return the least and the greatest value of a type that a sparse block can store; -0.0 and 6.5 for floats."""
    low, high = INTEGERS.get(name, (-0.0, 6.5))
    return (low if name in FLOATS else low or 1), high


def _accepts() -> Iterator[Case]:
    for name in TYPES:
        low, high = extremes(name)
        yield accept(
            name,
            f"{name}: rows of one, no and two entries, with the values {say(high)}, {say(low)} and 5",
            "CSR-01 CSR-02 CSR-03 CSR-04 CSR-07 CSR-11 CAN-04" + (" VT-13" if is_signed(name) else "")
            + (" CSR-10" if name in FLOATS else ""),
            csr(name, [0, high, 0], [0, 0, 0], [low, 0, 5]),
        )  # fmt: skip
    for where, rows in (
        ("first", [[0, 0], [1, 2], [3, 0]]),
        ("middle", [[1, 2], [0, 0], [0, 3]]),
        ("last", [[1, 0], [0, 2], [0, 0]]),
    ):
        yield accept(
            f"empty-{where}-row",
            f"the {where} of three rows has no entries, and its count of 0 is there all the same",
            "CSR-04 CAN-04" if where != "last" else "CSR-04",
            csr("int16", *rows),
        )
    yield accept(
        "no-non-zeros",
        "no entries at all: the total is 0, and three rows count 0 each",
        "CSR-05 CAN-02",
        csr("uint16", [0, 0], [0, 0], [0, 0]),
    )
    yield accept(
        "full",
        "every cell is stored: the total of 6 is rows by columns, the count of each row is 3",
        "CSR-12 CAN-02 CAN-04",
        csr("uint16", [1, 2, 3], [4, 5, 6]),
    )
    yield accept(
        "last-column", "an entry in column 3, the last of four columns", "CSR-07 BLK-07", csr("int64", [0, 0, 0, 9])
    )
    yield accept(
        "single-column",
        "a CSR block of one column, whose entries have a column index all the same",
        "CSR-02",
        csr("int32", [5], [0], [6]),
    )
    yield accept(
        "negative-zero-and-nan",
        "-0.0 and a NaN are stored, as they are no zeros; the cell between them is 0.0",
        "CSR-10 CSR-13 CAN-04 BLK-08",
        csr("double", ["0x8000000000000000", 0.0, "0x7ff8000000000001"]),
    )
    yield accept(
        "row-count-of-many-bytes",
        "300 entries in a row: the count and the last indices take two bytes",
        "CSR-02 CAN-04",
        matrix("CSRMatrix", 2, 300, "uint8", {(0, c): c % 200 + 1 for c in range(300)}),
    )
    wide = csr("int16", [7, 0, -8, 9], [0, 0, 0, 0], [1, 2, 0, 3])
    yield accept(
        "columns-descending",
        "the entries of each row stand in descending order of their columns",
        "CSR-09",
        wide,
        whole(wide, "csr", "int16", "desc"),
    )
    for name, told, rows in (
        ("fewer-than-rows", "two entries in one of three rows", [[1, 0, 2], [0, 0, 0], [0, 0, 0]]),
        ("as-many-as-rows", "three entries in two of three rows", [[0, 0, 0], [3, 0, 4], [0, 5, 0]]),
        ("more-than-rows", "five entries in two of three rows", [[6, 0, 7], [0, 0, 0], [8, 9, 10]]),
    ):
        one = accept(
            f"descending-{name}",
            f"{told}, each row from its last column to its first",
            "CSR-09",
            few := csr("uint8", *rows),
            whole(few, "csr", "uint8", "desc"),
        )
        yield one if name.startswith("more") else replace(one, catches=["few-entries-taken-for-one-in-a-row"])
    yield accept(
        "columns-in-any-order",
        "the entries of each row stand in an order of their own, neither ascending nor descending",
        "CSR-09",
        wide,
        whole(wide, "csr", "int16", [1, 2, 0, 3, 5, 4]),
    )


# A matrix with more entries than the tests of most codecs have: 1,100 in 33 rows, of every row another number.
MANY = matrix("CSRMatrix", 33, 100, "uint16", {(n // 100, n % 100): 7 * n + 1 for n in range(0, 3300, 3)})


def _at_the_floors() -> Iterator[Case]:
    descending = whole(MANY, "csr", "uint16", "desc")
    yield accept("many-entries", "1,100 entries in 33 rows", "CSR-02 CAN-04", MANY)
    summary = "1,100 entries in 33 rows, each from its last column to its first"
    yield accept("many-entries-descending", summary, "CSR-09", MANY, descending)
    corners = {(0, 0): 1, (513, 300): -2, (1023, 1023): 3}
    yield accept(
        "million-cells",
        "1,024 x 1,024 cells, as many as every codec takes, three of which are not zero: a count for each row",
        "LIM-02 CSR-02",
        matrix("CSRMatrix", 1024, 1024, "int8", corners),
    )


def _blocks() -> Iterator[Case]:
    value = csr("int16", [1, 2, 0, 3], [0, 4, 0, 0])
    yield accept(
        "two-blocks",
        "two blocks side by side, in each of which column indices count from 0",
        "BLK-07",
        value,
        [block((0, 0, 2, 2), "csr", "int16"), block((0, 2, 2, 2), "csr", "int16")],
    )
    yield accept(
        "full-then-dense",
        "a block with an entry in each of its four cells, and a block of two values after it",
        "CSR-03 BODY-03",
        csr("uint8", [1, 2], [3, 4], [5, 6]),
        [block((0, 0, 2, 2), "csr", "uint8"), block((2, 0, 1, 2), "dense", "uint8")],
    )


LONG = 16_400  # rows, whose counts alone take more than 2^16 bytes


def _long() -> Iterator[Case]:
    last = LONG - 1
    value = matrix("CSRMatrix", LONG, 3, "uint8", {(0, 1): 5, (last, 0): 6, (last, 2): 7})
    yield accept(
        "long",
        f"{LONG:,} rows of three columns, int8 in a matrix of uint8: the first row has an entry, and the last has two",
        "CSR-02 VTX-01",
        value,
        whole(value, "csr", "int8"),
    )
    yield accept("four-in-a-row", "a row of four entries", "CSR-02 CAN-04", csr("uint8", [1, 2, 3, 4]))
    for width, (row, told) in LONG_ROWS.items():
        yield accept(f"row-of-{width}", told, "CSR-02 CAN-04", row)


# Rows of two entries beyond the bits of a word of 32 or of 64, by width.
LONG_ROWS = {
    width: (
        matrix("CSRMatrix", 1, width, "uint8", {(0, column): 1, (0, column + 1): 2}),
        f"a row of {width} cells, and entries in columns {column} and {column + 1}",
    )
    for width, column in ((64, 33), (72, 65))
}


def _at_the_end(back: int, size: int, octets: bytes) -> Edit:
    """Replace so many bytes, which begin `back` bytes before the end."""
    return lambda base: Splice(
        len(base.data) - back, base.data[len(base.data) - back : len(base.data) - back + size], octets
    )


def _behind() -> Iterator[Case]:
    """Defects of the last entry of a long block, each of whose entries has five bytes."""
    for name, told, check, edit in (
        ("duplicate", "is for the column of the one before", "duplicate", _at_the_end(5, 4, u32(0))),
        ("index", "is for column 3 of three", "index", _at_the_end(5, 4, u32(3))),
        ("value", "is -1 of int8 in a matrix of uint8", "value", _at_the_end(1, 1, b"\xff")),
    ):
        yield Reject(
            name=f"long-{name}",
            summary=f"the last entry of {LONG:,} rows, which lies beyond byte 65,536, {told}",
            requirements=[],
            base="daphne/csr/long",
            edits=[edit],
            checks={f"csr.{check}": None},
            numbers=[2**16],
        )


# A repeated index and others between: in steps of 3 * 2^29, less than 2^31, around a circle of 2^32, and 2^31 apart.
FAR: dict[str, tuple[int, ...]] = {
    "round": (0, 3 * 2**29, 3 * 2**30, 0),
    "round-descending": (3 * 2**30, 3 * 2**29, 0, 3 * 2**30),
    "half-apart": (0, 2**31, 0),
}


def far(indices: Sequence[int]) -> str:
    return ", ".join(f"{index:,}" for index in indices[:-1]) + f" and {indices[-1]:,} again"


def moved(scope: str, field: str, was: Sequence[int], to: Sequence[int]) -> list[Edit]:
    """Edits that give the entries of a block or of a row, which are at `was`, other rows or columns."""
    pairs = enumerate(zip(was, to, strict=False))
    return [put(f"{scope}.entry[{number}].{field}", index) for number, (old, index) in pairs if index != old]


def _far() -> Iterator[Case]:
    for name, indices in FAR.items():
        row, count = "block[0].row[0]", len(indices)
        last = f"{row}.entry[3]"
        yield Reject(
            name=f"duplicate-{name}",
            summary=f"a row of 2^32 - 1 columns, with entries for columns {far(indices)}",
            requirements=[],
            base="daphne/csr/four-in-a-row",
            edits=[
                put("columns", 2**32 - 1),
                put("block[0].columns", 2**32 - 1),
                *moved(row, "column", range(4), indices),
                *([put("block[0].nzb", 3), put(f"{row}.nzr", 3)] if count == 3 else []),
                *([remove(f"{last}.column", f"{last}.value")] if count == 3 else []),
            ],
            checks={"csr.duplicate": None},
            also=["LIMIT"],
            catches=["index-differences-signed"],
        )


def _indices() -> Iterator[Case]:
    for index, name in ((3, "3"), (4, "4"), (2**31, "2147483648"), (2**32 - 1, "4294967295")):
        yield Reject(
            name=f"index-{name}",
            summary=f"column index {say(index)} in a block of three columns"
            + (", whose last column is 2" if index == 3 else "")
            + (", not to be read as -1" if index == 2**32 - 1 else ""),
            requirements=[],
            base="daphne/csr/int16",
            edits=[put("block[0].row[2].entry[1].column", index)],
            checks={"csr.index": None},
            catches=["csr-index-up-to-the-columns"] if index == 3 else [],
        )
    yield Reject(
        name="index-of-the-object",
        summary="column index 3 in a block of two columns that begins at column 2: it was counted in the object",
        requirements=ids("BLK-07 BODY-04"),
        base="daphne/csr/two-blocks",
        edits=[put("block[1].row[0].entry[0].column", 3)],
        checks={"csr.index": None},
        needs=["many-blocks"],
        catches=["csr-index-counts-in-the-object"],
    )


def _duplicates() -> Iterator[Case]:
    full = "daphne/csr/full"
    for name, summary, base, edits, catches in (
        (
            "adjacent",
            "two entries of a row, one after the other, have the same column index",
            "daphne/csr/int16",
            [put("block[0].row[2].entry[1].column", 0)],
            (),
        ),
        (
            "apart",
            "the first and the last of three entries of a row have the same column index",
            full,
            [put("block[0].row[1].entry[2].column", 0)],
            ("csr-duplicates-of-neighbours-only",),
        ),
        (
            "of-equal-value",
            "two entries for one cell, with the same value",
            "daphne/csr/equal-values",
            [put("block[0].row[0].entry[1].column", 0)],
            ("csr-duplicates-of-equal-value-taken",),
        ),
        *(
            (
                f"in-column-{column}",
                f"two entries for column {column}",
                f"daphne/csr/row-of-{width}",
                [put("block[0].row[0].entry[1].column", column)],
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
            checks={"csr.duplicate": None},
            catches=catches,
        )
    yield Reject(
        name="duplicate-of-a-zero",
        summary="two entries for one cell, the second of them with the value 0",
        requirements=ids("BLK-09"),
        base="daphne/csr/equal-values",
        edits=[put("block[0].row[0].entry[1].column", 0), put("block[0].row[0].entry[1].value", 0)],
        checks={"csr.duplicate": None},
        then="ZERO",
        needs=["order"],
    )


def _totals() -> Iterator[Case]:
    base, full = "daphne/csr/int16", "daphne/csr/full"
    for name, of, nzb, told in (
        ("too-small", base, 2, "the rows count 3 entries"),
        ("zero", "daphne/csr/four-in-a-row", 0, "a row counts 4 entries"),
    ):
        yield Reject(
            name=f"count-{name}",
            summary=f"the total is {nzb}, and {told}",
            requirements=[],
            base=of,
            edits=[put("block[0].nzb", nzb)],
            checks={"csr.count.over": None},
        )
    yield Reject(
        name="count-too-large",
        summary="the total is 4, and the rows count 3 entries, in a block that is not the last",
        requirements=[],
        base="daphne/csr/two-blocks",
        edits=[put("block[0].nzb", 4)],
        checks={"csr.count.under": None},
        needs=["many-blocks"],
    )
    yield Reject(
        name="count-too-large-at-the-end",
        summary="the total is 4, and the rows count 3 entries; the input ends with them",
        requirements=[],
        base=base,
        edits=[put("block[0].nzb", 4)],
        checks={"truncated.block.row": None, "csr.count.under": None},
        then="TRAILING",
    )
    yield Reject(
        name="count-as-uint32",
        summary="the total, 300, takes four bytes as in a COO block, and not eight",
        requirements=ids("CSR-01"),
        base="daphne/csr/row-count-of-many-bytes",
        edits=[put("block[0].nzb", u32(300))],
        checks={"csr.count.total": None, "truncated.block.row": None},
        then="LIMIT",
        needs=["order"],
        catches=["csr-total-in-four-bytes"],
    )
    yield Reject(
        name="count-over-cells",
        summary="the total is 5 in a block of four cells; the bytes of a fifth entry are there, in the next block",
        requirements=[],
        base="daphne/csr/full-then-dense",
        edits=[put("block[0].nzb", 5)],
        checks={"csr.count.total": None, "csr.count.under": None},
        needs=["many-blocks"],
    )
    for count in (7, 2**32, 2**63, 2**64 - 1):
        yield Reject(
            name=f"count-{count}",
            summary=f"the total is {say(count)} in a block of six cells, and the input ends after six entries",
            requirements=[],
            base=full,
            edits=[put("block[0].nzb", count)],
            checks={"csr.count.total": None, "truncated.block.row": None},
            then="COUNT" if count == 7 else "LIMIT",
        )


def _row_counts() -> Iterator[Case]:
    yield Reject(
        name="row-count-over-columns",
        summary="a row of three columns counts 4 entries, which are there, one of them for the same column again",
        requirements=[],
        base="daphne/csr/full",
        edits=[
            put("block[0].row[0].nzr", 4),
            remove("block[0].row[1].nzr"),
            insert("block[0].row[1].entry[1].column", u32(2)),
        ],
        checks={"csr.count.row": None, "csr.duplicate": None},
    )
    yield Reject(
        name="row-count-over-columns-and-column-3",
        summary="a row of three columns counts 4 entries, which are there, the last of them for column 3",
        requirements=[],
        base="daphne/csr/full",
        edits=[
            put("block[0].row[0].nzr", 4),
            remove("block[0].row[1].nzr"),
            put("block[0].row[1].entry[0].column", 3),
            insert("block[0].row[1].entry[1].column", u32(2)),
        ],
        checks={"csr.count.row": None, "csr.index": None},
    )
    yield Reject(
        name="row-count-4294967295",
        summary="a row's count is 2^32 - 1 in a block of three columns",
        requirements=[],
        base="daphne/csr/int16",
        edits=[put("block[0].row[1].nzr", 2**32 - 1)],
        checks={"csr.count.row": None, "truncated.block.row": None},
        then="LIMIT",
    )


def _requests() -> Iterator[Case]:
    """Requests that are not sorted, or list zeros: the same bytes are written."""
    value = csr("int16", [7, 0, -8], [0, 0, 0], [1, 0, 0])
    cells = value["cells"]
    zeros = [["0", "1", "0"], ["2", "2", "0"]]
    yield replace(
        accept(
            "zeros-listed",
            "a request that lists two zeros among three values: no entry for them",
            "CSR-10 ENC-09",
            value,
        ),
        given={**value, "cells": [cells[0], zeros[0], *cells[1:], zeros[1]]},
    )
    for name in FLOATS:
        floats = csr(name, [0.0, 1.5])
        zero = ["0", "0", atom(0.0, name)]
        yield replace(
            accept(
                f"{name}-zero-listed",
                f"a request that lists 0.0 and 1.5 as cells of {name}: no entry for the first",
                "CSR-10 ENC-09",
                floats,
            ),
            given={**floats, "cells": [zero, *floats["cells"]]},
        )
    yield replace(
        accept("cells-shuffled", "a request whose cells stand in no order", "CAN-04 ENC-09", value),
        given={**value, "cells": [cells[1], cells[2], cells[0]]},
    )


def features() -> Iterator[Feature]:
    equal = accept(
        "equal-values",
        "a row of three entries with the same value",
        "CSR-02 CAN-04",
        csr("uint16", [4, 4, 4], [0, 0, 0]),
    )
    yield Feature(
        "csr", "Sparse blocks (CSR)", [*_accepts(), *_at_the_floors(), equal, *_blocks(), *_long(), *_requests()]
    )


def rejects() -> Iterator[Feature]:
    """Cases whose bases lie in several features."""
    yield Feature(
        "csr-rejects",
        "Sparse blocks that are wrong",
        [*_indices(), *_duplicates(), *_totals(), *_row_counts(), *_far(), *_behind()],
    )
