"""Declared sizes that the input cannot hold, and inputs that end early.

A decoder that computes a size in 32 or 64 bits is caught only if the truncated size is the size of the input. So some
declared sizes exceed the true one by 2^32 or 2^64.
"""

from collections.abc import Iterator, Sequence

from goldenwire_suite.cases import Case, Edit, Feature, Reject, put
from goldenwire_suite.daphne.cases.builders import ids, say

MAX32, MAX64 = 2**32 - 1, 2**64 - 1

# Rows and columns whose product is 2^61 + 4, so that as many doubles take 2^64 + 32 bytes.
WRAPPING = (3649452082, 631832658)
assert WRAPPING[0] * WRAPPING[1] == 2**61 + 4


def _shape(rows: int | None = None, columns: int | None = None) -> list[Edit]:
    """Edits that give the object and its one block other dimensions."""
    edits: list[Edit] = []
    for name, value in (("rows", rows), ("columns", columns)):
        if value is not None:
            edits += [put(name, value), put(f"block[0].{name}", value)]
    return edits


def _hostile(
    name: str,
    summary: str,
    base: str,
    site: str,
    edits: Sequence[Edit],
    *,
    cited: str = "",
    counted: str = "",
    catches: Sequence[str] = (),
    numbers: Sequence[int] = (),
) -> Case:
    return Reject(
        name=name,
        summary=summary,
        requirements=ids(f"GEN-08 {cited}"),
        base=f"daphne/{base}",
        edits=edits,
        checks={f"truncated.{site}": None, **({counted: None} if counted else {})},
        also=["LIMIT"],
        then="LIMIT" if counted else None,
        catches=catches,
        numbers=numbers,
    )


def _dense() -> Iterator[Case]:
    values = "block.values"
    yield _hostile(
        "dense-of-the-largest-block",
        "a dense block of (2^32 - 1) x (2^32 - 1) doubles: 2^67 - 68,719,476,728 bytes",
        "dense/double-extremes",
        values,
        _shape(MAX32, MAX32),
        numbers=[8 * MAX32**2],
    )
    yield _hostile(
        "dense-of-2-to-the-32-cells",
        "a dense block of 65,536 x 65,536 values of one byte: 2^32 bytes, which are 0 in 32 bits",
        "dense/uint8-extremes",
        values,
        _shape(2**16, 2**16),
        numbers=[2**32, 32],
    )
    yield _hostile(
        "dense-of-2-to-the-32-and-4-values",
        "a dense block of 4 x (2^30 + 1) values of one byte: 2^32 + 4 bytes, which in 32 bits are the 4 that are there",
        "dense/uint8-extremes",
        values,
        _shape(4, 2**30 + 1),
        cited="GEN-07",
        catches=["dense-count-of-32-bits"],
        numbers=[2**32 + 4, 32],
    )
    yield _hostile(
        "dense-of-2-to-the-64-bytes",
        "a dense block of 2^31 x 2^30 doubles: 2^64 bytes, which are 0 in 64 bits",
        "dense/double-extremes",
        values,
        _shape(2**31, 2**30),
        numbers=[2**64, 64],
    )
    rows, columns = WRAPPING
    yield _hostile(
        "dense-of-2-to-the-64-and-32-bytes",
        f"a dense block of {rows:,} x {columns:,} doubles: 2^64 + 32 bytes, which in 64 bits are the 32 that are there",
        "dense/double-extremes",
        values,
        _shape(rows, columns),
        cited="GEN-07",
        catches=["dense-size-of-64-bits"],
        numbers=[8 * rows * columns, 64],
    )


def _sparse() -> Iterator[Case]:
    rows, entries = "block.row", "block.entry"
    yield _hostile(
        "csr-of-4294967295-rows",
        "a CSR block of 2^32 - 1 rows, of which three are there",
        "csr/int8",
        rows,
        _shape(rows=MAX32),
    )
    yield _hostile(
        "csr-of-2-to-the-30-rows",
        "a CSR block of 2^30 rows, whose row counts take 2^32 bytes, a number that is 0 in 32 bits",
        "csr/int8",
        rows,
        _shape(rows=2**30),
        numbers=[32, 2**32],
    )
    yield _hostile(
        "csr-of-2-to-the-32-and-3-entries",
        "the total of a CSR block is 2^32 + 3, which in 32 bits is the 3 that are there",
        "csr/int8",
        rows,
        [*_shape(columns=MAX32), put("block[0].nzb", 2**32 + 3)],
        cited="CSR-01",
        counted="csr.count.under",
        catches=["csr-total-of-32-bits"],
        numbers=[32],
    )
    yield _hostile(
        "csr-of-2-to-the-62-entries",
        "the total of a CSR block of 2^31 x (2^32 - 1) cells is 2^62",
        "csr/int8",
        rows,
        [*_shape(2**31, MAX32), put("block[0].nzb", 2**62)],
        counted="csr.count.under",
    )
    height = 2**29 + 2
    total, rest = divmod(2**64 + 48 - 4 * height, 12)
    assert not rest
    yield _hostile(
        "csr-size-wraps-around",
        f"a CSR block of {height:,} rows and {total:,} doubles: 2^64 + 48 bytes, and 48 are there",
        "csr/double",
        rows,
        [*_shape(height, MAX32), put("block[0].nzb", total)],
        counted="csr.count.under",
        numbers=[4 * height + 12 * total, 48],
    )
    yield _hostile(
        "coo-of-4294967295-entries",
        "a COO block of (2^32 - 1) x (2^32 - 1) cells and 2^32 - 1 entries, of which three are there",
        "coo/int8-wide",
        entries,
        [*_shape(MAX32, MAX32), put("block[0].nzb", MAX32)],
    )
    yield _hostile(
        "coo-narrow-of-2-to-the-31-entries",
        "a COO block of one column and 2^31 entries, of which two are there",
        "coo/int8-narrow",
        entries,
        [*_shape(rows=MAX32), put("block[0].nzb", 2**31)],
    )
    for layout, base, size, there, shape in (
        ("wide", "double", 16, 3, _shape(2**16, 2**16)),
        ("narrow", "float", 8, 2, _shape(rows=2**30)),
    ):
        count = 2**32 // size + there
        yield _hostile(
            f"coo-{layout}-of-2-to-the-32-and-{size * there}-bytes",
            f"a COO block of {say(count)} entries: 2^32 + {size * there} bytes, "
            f"which in 32 bits are the {size * there} that are there",
            f"coo/{base}-{layout}",
            entries,
            [*shape, put("block[0].nzb", count)],
            cited="COO-01 GEN-07",
            catches=["coo-size-of-32-bits"],
            numbers=[size * count, size * there, 32],
        )


def _frames() -> Iterator[Case]:
    for columns in (2**32, 2**63, MAX64):
        yield _hostile(
            f"frame-of-{columns}-columns",
            f"a frame of {say(columns)} columns, of which two are there",
            "frame/two-columns",
            "value-type",
            [put("columns", columns)],
            cited="HDR-07" if columns >= 2**63 else "",
        )
    yield _hostile(
        "frame-of-2-to-the-32-and-2-columns",
        "a frame of 2^32 + 2 columns, which in 32 bits are the two that are there",
        "frame/two-columns",
        "value-type",
        [put("columns", 2**32 + 2)],
        cited="HDR-05",
        catches=["columns-of-32-bits"],
        numbers=[32],
    )
    yield Reject(
        name="frame-labels-that-cannot-fit",
        summary="a frame of 200 columns in an input that has 200 types but no room for 200 labels",
        requirements=ids("GEN-08"),
        base="daphne/frame/label-control-characters",
        edits=[put("columns", 200)],
        checks={"truncated.label.length": None},
    )


def rejects() -> Iterator[Feature]:
    yield Feature("hostile-sizes", "Declared sizes that the input cannot hold", [*_dense(), *_sparse(), *_frames()])
