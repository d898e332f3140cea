"""Mistakes that few objects show: a column again 256 rows on, a value across a buffer's end, cells sorted by row."""

from collections.abc import Iterator
from dataclasses import replace

from goldenwire_suite.cases import Case, Either, Feature, Refusal, Reject, add_at, cut, put, remove_at, replace_at
from goldenwire_suite.daphne.cases.builders import (
    INTEGERS,
    TYPES,
    accept,
    article,
    atom,
    block,
    csr,
    dense,
    frame,
    ids,
    matrix,
    say,
    u32,
    u64,
    whole,
    wire,
)

BITS = "0x0123456789abcdef"  # a double of eight different bytes, none of them 0
BUFFERS = (4096, 8192, 16384, 32768, 65536)
FIRST = 45  # where the values of a matrix's one dense block begin
UTF8_BYTES = 2**15


def _apart() -> Iterator[Case]:
    for row in (0, 1):
        tall = matrix("CSRMatrix", 258, 2, "uint8", {(row, 0): 7, (row + 256, 0): 8})
        yield accept(
            f"csr-column-again-after-256-rows-from-{row}",
            f"a CSR block of 258 rows, with entries for column 0 in rows {row} and {row + 256}",
            "CSR-02",
            tall,
        )
    columns = [(f"{n:x}", TYPES[n % len(TYPES)]) for n in range(258)]
    wide = frame(columns, [7, *[0] * 254, 8, 70_000, -(2**31)])
    yield accept(
        "frame-of-258-types",
        "a frame of 258 columns in one CSR block of int32: those from column 256 have other types than the first ones",
        "VTX-07 FRM-01 PART-13",
        wide,
        whole(wide, "csr", "int32"),
    )
    column = matrix("CSRMatrix", 260, 2, "uint8", {(row, 0): row % 255 + 1 for row in range(256)})
    yield accept(
        "coo-column-of-256-entries",
        "a COO block of one column and 256 entries, in a matrix of two columns",
        "COO-02 COO-04",
        column,
        [block((0, 0, 260, 1), "coo", "uint8"), block((0, 1, 260, 1), "empty")],
    )


def _buffers() -> Iterator[Case]:
    """Doubles that begin before a multiple of a power of two and end behind it."""
    places = [(size - FIRST) // 8 for size in BUFFERS]
    assert all(0 < size - FIRST - 8 * place < 8 for size, place in zip(BUFFERS, places, strict=True))
    value = matrix("DenseMatrix", places[-1] + 2, 1, "double", {(place, 0): BITS for place in places})
    yield replace(
        accept(
            "doubles-across-buffers",
            f"{places[-1] + 2:,} doubles of a dense block, all zero but those that lie across bytes "
            f"{', '.join(f'{size:,}' for size in BUFFERS[:-1])} and {BUFFERS[-1]:,}",
            "DEN-02 VT-13 CAN-02",
            value,
        ),
        numbers=BUFFERS,
    )
    for kind, told in (("csr", "a CSR"), ("coo", "a COO")):
        full = csr("double", [f"0x{n:04x}56789abcdef1" for n in range(1, 701)])
        yield replace(
            accept(
                f"{kind}-doubles-across-buffers",
                f"700 doubles in {told} block, one of them across byte {BUFFERS[0]:,}",
                "CSR-02 VT-13 CAN-04 CAN-05" if kind == "csr" else "COO-03",
                full,
                None if kind == "csr" else whole(full, kind),
            ),
            numbers=BUFFERS[:1],
        )


def _requests() -> Iterator[Case]:
    value = csr("int16", [7, 0, -8], [0, 9, 0], [1, 0, 2])
    cells = value["cells"]
    for name, order, told in (
        ("in-rows", (1, 0, 2, 4, 3), "row by row, and in each row from the last column to the first"),
        ("by-columns", (0, 3, 2, 1, 4), "column by column"),
    ):
        yield replace(
            accept(f"cells-{name}", f"a request whose cells stand {told}", "CAN-04 ENC-09", value),
            given={**value, "cells": [cells[place] for place in order]},
        )
    label = "é" * (UTF8_BYTES // 2)
    named = frame([(label, "uint8")], [7])
    yield replace(
        accept(
            "label-of-65536-digits",
            f"a label of {UTF8_BYTES:,} bytes, which a request spells in {2 * UTF8_BYTES:,} digits",
            "LBL-03 LBL-04",
            named,
        ),
        given={**named, "labels": [{"utf8": label.encode().hex()}]},
        catches=["long-label-told-by-its-digits"],
    )


def _plans() -> Iterator[Case]:
    grid = csr("int16", [1, 2, 3], [4, 5, 6])
    yield accept("csr-ranks", "a CSR block of 2 x 3, whose ranks exchange entries of each row", "CSR-09", grid,
                 whole(grid, "csr", "int16", [0, 2, 1, 5, 4, 3]))  # fmt: skip
    wide = csr("uint8", range(1, 11), range(11, 21))
    yield accept(
        "csr-ranks-of-two-digits",
        "20 ranks of a CSR block of 2 x 10: the last of the first row is 9, and the first of the second is 10",
        "CSR-09",
        wide,
        whole(wide, "csr", "uint8", [1, 0, *range(2, 11), *range(19, 10, -1)]),
    )
    for first, second in (("desc", "asc"), ("asc", "desc"), ("desc", "desc")):
        yield accept(
            f"csr-{first}-then-{second}",
            f"two CSR blocks of 1 x 3, one below the other, with the orders {first} and {second}",
            "CSR-09",
            grid,
            [block((0, 0, 1, 3), "csr", "int16", first), block((1, 0, 1, 3), "csr", "int16", second)],
        )
    nine = dense("uint8", [1, 2, 3], [4, 5, 6], [7, 8, 9])
    yield accept("nine-cells", "a dense block of 3 x 3 in int16", "DEN-02 VTX-01", nine, whole(nine, "dense", "int16"))
    small = csr("double", [0, 0.5, 0], [-2.5, 0, 0])
    for kind in ("csr", "coo"):
        yield accept(
            f"{kind}-double-in-float",
            f"a double matrix in a {kind.upper()} block of float",
            "VTX-03",
            small,
            whole(small, kind, "float"),
        )


def features() -> Iterator[Feature]:
    yield Feature("rare", "What few objects show", [*_apart(), *_buffers(), *_requests(), *_plans()])


def _huge() -> Iterator[Case]:
    side = 2**16 + 1
    places = ((0, 2**16), (1, 0), (0, 1), (2**16, 0))
    entries = b"".join(u32(row) + u32(column) + bytes([n]) for n, (row, column) in enumerate(places, 1))
    yield Either(
        name="coo-entries-65536-columns-apart",
        summary=f"{say(side)} x {say(side)} cells in one COO block, and values in row 0, column 65,536 and the first "
        "cell of row 1, and the same with rows and columns exchanged",
        requirements=ids("LIM-03 COO-03 COO-07"),
        policy="daphne.huge-object",
        data=b"\1\1" + u64(side) * 2 + b"\1" + u64(0) * 2 + u32(side) * 2 + b"\3\1" + u32(4) + entries,
        decode_only=True,  # writing it may be beyond an encoder's limits
    )


# Integers that compare equal to a float if they are converted to it and back with saturation.
def _greatest() -> Iterator[Case]:
    for stored in ("int32", "uint32", "int64", "uint64"):
        greatest = INTEGERS[stored][1]
        yield Reject(
            name=f"float-from-{stored}-greatest",
            summary=f"{say(greatest)}, the greatest number of its block's type {stored}: a float matrix cannot hold it",
            requirements=ids("VTX-05"),
            base=f"daphne/conversion/float-from-{stored}",
            edits=[put("block[0].value[0,1]", wire(greatest, stored))],
            checks={"dense.value": None},
            catches=["greatest-integers-rounded-to-floats"],
        )
        yield Refusal(
            name=f"encode-{stored}-in-float-greatest",
            summary=f"{say(greatest)} in {article(stored)} matrix, to be stored in a block of float, "
            "which cannot hold it",
            requirements=ids("VTX-09 ENC-02 ENC-04"),
            base=f"daphne/conversion/{stored}-from-float",
            edits=[replace_at("/value/cells/0/2", str(greatest))],
            code="VALUE",
            catches=["greatest-integers-rounded-to-floats"],
        )


# Doubles between the greatest float and 2^128, by their bits.
ABOVE = {
    "next": ("0x47efffffe0000001", "the double next to the greatest float, and above it"),
    "halfway": ("0x47effffff0000000", "the double halfway between the greatest float and 2^128"),
    "below": ("0x47efffffffffffff", "the greatest double below 2^128"),
}


def _above() -> Iterator[Case]:
    for name, (bits, told) in ABOVE.items():
        yield Reject(
            name=f"float-from-double-{name}",
            summary=f"{told}, in a block of double: a float matrix cannot hold it",
            requirements=ids("VTX-05"),
            base="daphne/conversion/float-from-double",
            edits=[put("block[0].value[0,1]", wire(bits, "double"))],
            checks={"dense.value": None},
            catches=[] if name == "next" else ["doubles-below-2-to-the-128-overflow"],
            numbers=[2**128],
        )
        yield Refusal(
            name=f"encode-double-in-float-{name}",
            summary=f"{told}, in a double matrix, to be stored in a block of float, which cannot hold it",
            requirements=ids("VTX-02 ENC-02 ENC-04"),
            base="daphne/conversion/double-from-float",
            edits=[replace_at("/value/cells/1/2", bits)],
            code="VALUE",
            catches=[] if name == "next" else ["doubles-below-2-to-the-128-overflow"],
            numbers=[2**128],
        )


def _lost_entries() -> Iterator[Case]:
    """Cells that have no exact equal in a sparse block, and whose nearest equal is a zero."""
    for kind in ("csr", "coo"):
        for name, base, value, requirement, told in (
            ("minus-zero", f"conversion/{kind}-double-from-int32", -0.0, "VTX-02", "-0.0"),
            ("underflow", f"rare/{kind}-double-in-float", 2.0**-1074, "VTX-09", "the least positive double"),
        ):
            yield Refusal(
                name=f"encode-{name}-{kind}",
                summary=f"{told} in a double matrix, to be stored in a {kind.upper()} block of "
                f"{'float' if name == 'underflow' else 'int32'}, which cannot hold it",
                requirements=ids(f"{requirement} ENC-02 ENC-04"),
                base=f"daphne/{base}",
                edits=[replace_at("/value/cells/0/2", atom(value, "double"))],
                code="VALUE",
                catches=["entries-next-to-zero-dropped"],
            )


def _signalling() -> Iterator[Case]:
    for name, code, bits in (("float", 9, ("0x7f800001", "0x7fc00001")),
                             ("double", 10, ("0xfff4000000000abc", "0xfffc000000000abc"))):  # fmt: skip
        for kind, number, count in (("csr", 2, u64(1) + u32(1)), ("coo", 3, u32(1))):
            index = u32(1) if kind == "csr" else u32(0) + u32(1)
            yield Either(
                name=f"signalling-nan-{kind}-{name}",
                summary=f"a signalling NaN of {name} in a {kind.upper()} block, whose quiet bit may be set; all other "
                "bits are kept",
                requirements=ids("VTX-10"),
                policy="daphne.signalling-nan",
                data=b"\1\1" + u64(1) + u64(2) + bytes([code]) + u64(0) * 2 + u32(1) + u32(2) + bytes([number, code])
                + count + index + wire(bits[0], name),
                values={"quiet": dense(name, [0.0, bits[1]])},
            )  # fmt: skip


def _others() -> Iterator[Case]:
    yield Reject(
        name="overlap-after-4095-blocks",
        summary="the last of 4,096 blocks of one cell lies on the first",
        requirements=ids("PART-03 BODY-04"),
        base="daphne/partition/many-blocks",
        edits=[put("block[4095].rx", 0), put("block[4095].cx", 0)],
        checks={"block.overlap": None},
        needs=["many-blocks"],
        catches=["overlap-with-the-last-1024-blocks-only"],
        numbers=[4096],
    )
    for kept in (1, 8, 15):
        field, rest = ("rx", kept) if kept < 8 else ("cx", kept - 8)
        yield Reject(
            name=f"no-cells-and-{kept}-bytes",
            summary=f"a matrix of 0 x 3, whose body is cut after {kept} byte{'s' * (kept > 1)}",
            requirements=ids("DEC-04 HDR-08 PART-15"),
            base="daphne/no-cells/dense-0x3",
            edits=[cut(f"block[0].{field}", rest)],
            checks={f"truncated.block.{field}": None},
            numbers=[kept],
        )
    matrix_, ranks = "daphne/dense/int32-2x3", "daphne/rare/csr-ranks"
    yield Refusal(
        name="ranks-exchange-inner-entries",
        summary="ranks that exchange the second of three entries in each of two rows of a CSR block",
        requirements=ids("CSR-02 ENC-04"),
        base=ranks,
        edits=[replace_at("/plan/0/order", ["0", "4", "2", "3", "1", "5"])],
        code="PLAN",
        catches=["ranks-may-cross-rows"],
    )
    cross = ((1, 0, 1, 3), (0, 1, 3, 1), (0, 0, 1, 1), (0, 2, 1, 1), (2, 0, 1, 1))
    yield Refusal(
        name="plan-of-a-cross",
        summary="a plan whose first two blocks cross, with no corner of one in the other, and areas that add up",
        requirements=ids("PART-03 ENC-04"),
        base="daphne/rare/nine-cells",
        edits=[replace_at("/plan", [block(place, "dense", "uint8") for place in cross])],
        code="PLAN",
        catches=["plan-may-overlap"],
    )
    yield Refusal(
        name="member-in-capitals",
        summary="a matrix whose member rows is spelt Rows",
        requirements=ids("ENC-08 ENC-04"),
        base=matrix_,
        edits=[remove_at("/value/rows"), add_at("/value/Rows", "2")],
        code="VALUE",
        catches=["members-of-any-case"],
    )
    yield Refusal(
        name="cell-twice-apart",
        summary="a cell that is listed first and last, with different values",
        requirements=ids("ENC-08 ENC-04"),
        base=matrix_,
        edits=[add_at("/value/cells/-", ["0", "0", "9"])],
        code="VALUE",
        catches=["cells-twice-taken"],
    )
    for dimension in ("rows", "columns"):
        yield Refusal(
            name=f"{dimension}-below-minus-2-to-the-64",
            summary=f"a matrix of -(2^64 + 2) {dimension}, which is negative and no LIMIT",
            requirements=ids("ENC-08 ENC-04"),
            base="daphne/dense/all-zero",
            edits=[replace_at(f"/value/{dimension}", str(-(2**64) - 2))],
            code="VALUE",
            then="LIMIT",
        )
    for name in ("float32", "float64"):
        yield Refusal(
            name=f"type-{name}",
            summary=f"a matrix of {name}, a name that other formats have",
            requirements=ids("ENC-08 ENC-04"),
            base="daphne/dense/all-zero",
            edits=[replace_at("/value/type", name)],
            code="VALUE",
            catches=["unknown-types-as-int64", "type-names-of-other-formats"],
        )
        yield Refusal(
            name=f"plan-type-{name}",
            summary=f"a plan whose block has the value type {name}, a name that other formats have",
            requirements=ids("ENC-04"),
            base="daphne/dense/csr-as-coo",
            edits=[replace_at("/plan/0/type", name)],
            code="PLAN",
        )


def rejects() -> Iterator[Feature]:
    yield Feature(
        "rare-rejects",
        "Defects that few inputs and requests have",
        [*_huge(), *_greatest(), *_above(), *_lost_entries(), *_signalling(), *_others()],
    )
