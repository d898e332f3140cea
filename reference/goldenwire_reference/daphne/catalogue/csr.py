"""Sparse blocks (CSR)."""

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
from goldenwire_reference.daphne.catalogue.words import (
    INTEGERS,
    TYPES,
    block,
    csr,
    matrix,
    u32,
    whole,
)


def extremes(name: str) -> tuple[int | float, int | float]:
    """The least and a great value of a type; -0.0 for the floats, whose bits are not zero."""
    return INTEGERS.get(name, (-0.0, 6.5))


def _accepts() -> Iterator[Case]:
    for name in TYPES:
        low, high = extremes(name)
        yield Accept(
            name=name,
            summary=f"{name}: rows of one, none and two entries, the extremes among them",
            requirements=["DAPHNE-CSR-01", "DAPHNE-CSR-02", "DAPHNE-CSR-03", "DAPHNE-CSR-11"],
            value=csr(name, [0, high, 0], [0, 0, 0], [low or 1, 0, 1]),
        )
    for where, rows in (
        ("first", [[0, 0], [1, 2], [3, 0]]),
        ("middle", [[1, 2], [0, 0], [0, 3]]),
        ("last", [[1, 0], [0, 2], [0, 0]]),
    ):
        yield Accept(
            name=f"empty-{where}-row",
            summary=f"the {where} row has no non-zeros and still writes its count",
            requirements=["DAPHNE-CSR-04"],
            value=csr("int16", *rows),
        )
    yield Accept(
        name="no-non-zeros",
        summary="#nzb is 0 and a zero count follows for each row",
        requirements=["DAPHNE-CSR-05"],
        value=csr("float", [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]),
    )
    yield Accept(
        name="full",
        summary="every cell is stored: #nzb is #r * #c and each #nzr is #c",
        requirements=["DAPHNE-CSR-12"],
        value=csr("uint16", [1, 2, 3], [4, 5, 6]),
    )
    yield Accept(
        name="last-column",
        summary="the greatest column index is #c - 1",
        requirements=["DAPHNE-CSR-07", "DAPHNE-BLK-07"],
        value=csr("int64", [0, 0, 0, -9]),
    )
    yield Accept(
        name="single-column",
        summary="a sparse block of one column still writes its column indices",
        requirements=["DAPHNE-CSR-02"],
        value=csr("int32", [5], [0], [-6]),
    )
    yield Accept(
        name="negative-zero-and-nan",
        summary="-0.0 and NaN are non-zeros and are stored",
        requirements=["DAPHNE-CSR-10", "DAPHNE-CSR-13", "DAPHNE-CAN-04"],
        value=csr("double", ["0x8000000000000000", 0.0, "0x7ff8000000000001"]),
    )
    yield Accept(
        name="row-count-of-many-bytes",
        summary="300 entries in a row: #nzr and the indices take more than a byte",
        requirements=["DAPHNE-CSR-02"],
        value=matrix("CSRMatrix", 2, 300, "uint8", {(0, c): c % 200 + 1 for c in range(300)}),
    )
    wide = csr("int16", [7, 0, -8, 9], [0, 0, 0, 0], [1, 2, 0, 3])
    yield Accept(
        name="columns-descending",
        summary="the entries of each row in descending order of their columns",
        requirements=["DAPHNE-CSR-09", "DAPHNE-ENC-06"],
        value=wide,
        plan=whole(wide, "csr", "int16", "desc"),
    )
    yield Accept(
        name="columns-in-any-order",
        summary="the entries of each row in an order of its own",
        requirements=["DAPHNE-CSR-09", "DAPHNE-ENC-05"],
        value=wide,
        plan=whole(wide, "csr", "int16", [1, 2, 0, 3, 5, 4]),
    )


def _blocks() -> Iterator[Case]:
    value = csr("int16", [1, 2, 0, 3], [0, 0, 0, 4])
    yield Accept(
        name="two-blocks",
        summary="column indices begin at 0 in each block",
        requirements=["DAPHNE-BLK-07", "DAPHNE-CSR-06"],
        needs=["many-blocks"],
        value=value,
        plan=[block((0, 0, 2, 2), "csr", "int16"), block((0, 2, 2, 2), "csr", "int16")],
    )


def _rejects() -> Iterator[Case]:
    base, split = "daphne/csr/int16", "daphne/csr/two-blocks"
    entry = "block[0].row[2].entry"
    for index, why in ((3, "#c"), (4, "#c + 1"), (2**31, "2^31"), (2**32 - 1, "2^32 - 1, which is no -1")):
        yield Reject(
            name=f"index-{index}",
            summary=f"a column index of {why} lies beyond the block",
            requirements=["DAPHNE-CSR-07"],
            base=base,
            edits=[put(f"{entry}[1].column", index)],
            checks={"csr.index": None},
        )
    yield Reject(
        name="index-of-the-object",
        summary="a column index counts within the block, not within the object",
        requirements=["DAPHNE-BLK-07"],
        base=split,
        edits=[put("block[1].row[0].entry[0].column", 2)],
        checks={"csr.index": None},
        needs=["many-blocks"],
    )
    yield Reject(
        name="duplicate-adjacent",
        summary="a column index repeats right after itself",
        requirements=["DAPHNE-CSR-08"],
        base=base,
        edits=[put(f"{entry}[1].column", 0)],
        checks={"csr.duplicate": None},
    )
    yield Reject(
        name="duplicate-apart",
        summary="a column index repeats with another in between",
        requirements=["DAPHNE-CSR-08"],
        base="daphne/csr/full",
        edits=[put("block[0].row[1].entry[2].column", 0)],
        checks={"csr.duplicate": None},
    )
    yield Reject(
        name="duplicate-of-equal-value",
        summary="a repeated entry is refused though both values are equal",
        requirements=["DAPHNE-CSR-08"],
        base="daphne/csr/full",
        edits=[put("block[0].row[0].entry[1].column", 0), put("block[0].row[0].entry[1].value", 1)],
        checks={"csr.duplicate": None},
    )
    yield Reject(
        name="count-too-small",
        summary="#nzb is one less than the sum of the rows' counts",
        requirements=["DAPHNE-CSR-06"],
        base=base,
        edits=[put("block[0].nzb", 2)],
        checks={"csr.count.over": None},
        also=["TRUNCATED"],
    )
    yield Reject(
        name="count-zero",
        summary="#nzb is 0 though rows have entries",
        requirements=["DAPHNE-CSR-06"],
        base=base,
        edits=[put("block[0].nzb", 0)],
        checks={"csr.count.over": None},
        also=["TRUNCATED"],
    )
    yield Reject(
        name="count-too-large",
        summary="#nzb is one more than the sum of the rows' counts, with bytes to spare",
        requirements=["DAPHNE-CSR-06"],
        base=split,
        edits=[put("block[0].nzb", 3)],
        checks={"csr.count.under": None},
        also=["TRUNCATED"],
        needs=["many-blocks"],
    )
    yield Reject(
        name="count-too-large-at-the-end",
        summary="#nzb is one more than the sum, and the input ends with the rows",
        requirements=["DAPHNE-CSR-06"],
        base=base,
        edits=[put("block[0].nzb", 4)],
        checks={"truncated.block.row": None, "csr.count.under": None},
        then="TRAILING",
    )
    yield Reject(
        name="count-as-uint32",
        summary="#nzb in four bytes, as in an ultra-sparse block",
        requirements=["DAPHNE-CSR-01"],
        base="daphne/csr/row-count-of-many-bytes",
        edits=[put("block[0].nzb", u32(300))],
        checks={"csr.count.total": None},
        also=["TRUNCATED"],
        then="TRUNCATED",
    )
    for count in (7, 2**32, 2**63, 2**64 - 1):
        yield Reject(
            name=f"count-{count}",
            summary=f"#nzb is {count} in a block of six cells",
            requirements=["DAPHNE-CSR-12", "DAPHNE-GEN-08"],
            base="daphne/csr/full",
            edits=[put("block[0].nzb", count)],
            checks={"csr.count.total": None},
            also=["TRUNCATED"],
            then="TRUNCATED",
        )
    yield Reject(
        name="row-count-over-columns",
        summary="a row counts more non-zeros than it has cells",
        requirements=["DAPHNE-CSR-12"],
        base="daphne/csr/full",
        edits=[
            put("block[0].row[0].nzr", 4),
            remove("block[0].row[1].nzr"),
            insert("block[0].row[1].entry[1].column", u32(2)),
        ],
        checks={"csr.count.row": None, "csr.duplicate": None},
        also=["INDEX"],
    )
    yield Reject(
        name="row-count-2-to-the-32",
        summary="a row's count is 2^32 - 1",
        requirements=["DAPHNE-CSR-12", "DAPHNE-GEN-08"],
        base=base,
        edits=[put("block[0].row[1].nzr", 2**32 - 1)],
        checks={"csr.count.row": None},
        also=["TRUNCATED"],
        then="TRUNCATED",
    )


def features() -> Iterator[Feature]:
    yield Feature("csr", "Sparse blocks (CSR)", [*_accepts(), *_blocks()])


def rejects() -> Iterator[Feature]:
    """Cases whose bases lie in several features."""
    yield Feature("csr-rejects", "Sparse blocks that are wrong", list(_rejects()))
