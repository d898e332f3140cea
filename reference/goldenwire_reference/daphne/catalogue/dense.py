"""Dense and empty blocks."""

from collections.abc import Iterator

from goldenwire_reference.cases import Accept, Case, Feature, Reject, put
from goldenwire_reference.daphne.catalogue.words import INTEGERS, TYPES, block, csr, dense, frame, matrix, whole

FLOAT_VALUES = {
    "float": {
        "infinities": ["0x7f800000", "0xff800000"],
        "zeros": ["0x00000000", "0x80000000"],
        "subnormals": ["0x00000001", "0x807fffff"],
        "largest": ["0x7f7fffff", "0xff7fffff"],
        "quiet-nans": ["0x7fc00000", "0xffc00001", "0x7fffffff"],
    },
    "double": {
        "infinities": ["0x7ff0000000000000", "0xfff0000000000000"],
        "zeros": ["0x0000000000000000", "0x8000000000000000"],
        "subnormals": ["0x0000000000000001", "0x800fffffffffffff"],
        "largest": ["0x7fefffffffffffff", "0xffefffffffffffff"],
        "quiet-nans": ["0x7ff8000000000000", "0xfff8000000000001", "0x7fffffffffffffff"],
    },
}
ASYMMETRIC = {"float": 1.2345678806304932, "double": -1.2345678901234567e-89}


def _types() -> Iterator[Case]:
    for code, name in enumerate(TYPES, 1):
        low, high = INTEGERS.get(name, (-2.5, 1024.0))
        middle = ASYMMETRIC.get(name) or int.from_bytes(range(1, high.bit_length() // 8 + 2), "big") % (high + 1)  # type: ignore[union-attr]
        yield Accept(
            name=f"{name}-extremes",
            summary=f"{name}: its extremes, zero, and a value whose bytes all differ",
            requirements=[f"DAPHNE-VT-{code:02}", "DAPHNE-DEN-02"]
            + (["DAPHNE-VT-13"] if low < 0 else ["DAPHNE-GEN-02"]),
            value=dense(name, [low, 0], [high, middle]),
        )
    for name, groups in FLOAT_VALUES.items():
        for group, atoms in groups.items():
            requirements = ["DAPHNE-VT-14", "DAPHNE-CAN-05"] + (["DAPHNE-VTX-08"] if "nan" in group else [])
            yield Accept(
                name=f"{name}-{group}",
                summary=f"{name}: {group.replace('-', ' ')}, bit for bit",
                requirements=requirements,
                value=dense(name, atoms),
            )


def _shapes() -> Iterator[Case]:
    yield Accept(
        name="int32-2x3",
        summary="row-major order: two rows of three columns",
        requirements=["DAPHNE-DEN-02"],
        value=dense("int32", [1, -2, 3], [4, 5, -6]),
    )
    yield Accept(
        name="int32-3x2",
        summary="the same six numbers as three rows of two columns",
        requirements=["DAPHNE-DEN-02", "DAPHNE-DEN-04"],
        value=dense("int32", [1, -2], [3, 4], [5, -6]),
    )
    yield Accept(
        name="one-row",
        summary="a single row of five columns, three bytes short of alignment",
        requirements=["DAPHNE-DEN-03", "DAPHNE-PART-05", "DAPHNE-BODY-02"],
        value=dense("uint8", [1, 2, 3, 4, 5]),
    )
    yield Accept(
        name="one-column",
        summary="a single column of five rows",
        requirements=["DAPHNE-DEN-03", "DAPHNE-BLK-01"],
        value=dense("int16", [1], [-2], [3], [-4], [5]),
    )
    yield Accept(
        name="all-zero",
        summary="zeros are stored in a dense block like any value",
        requirements=["DAPHNE-CAN-02", "DAPHNE-ENC-03"],
        value=dense("int64", [0, 0], [0, 0]),
    )
    yield Accept(
        name="block-300x1",
        summary="300 rows: the block's dimensions take more than a byte",
        requirements=["DAPHNE-BLK-01", "DAPHNE-BLK-02"],
        value=matrix("DenseMatrix", 300, 1, "uint8", {(r, 0): r % 251 for r in range(300)}),
    )


def _mixtures() -> Iterator[Case]:
    """Any block type under any data type."""
    values = {
        "dense": dense("int16", [0, 300], [-1, 0]),
        "csr": csr("int16", [0, 300], [-1, 0]),
        "frame": frame([("x", "int16"), ("y", "int16")], [0, 300], [-1, 0]),
    }
    for kind, value in values.items():
        for stored in ("dense", "csr", "coo"):
            plan = whole(value, stored, "int16")
            yield Accept(
                name=f"{kind}-as-{stored}",
                summary=f"a {value['kind']} in one {stored} block keeps its data type",
                requirements=["DAPHNE-DT-06", "DAPHNE-DT-07", "DAPHNE-BLK-03", "DAPHNE-BLK-06"]
                + (["DAPHNE-PART-13"] if kind == "frame" else []),
                value=value,
                plan=plan,
            )
        zero = {**value, "cells": []}
        yield Accept(
            name=f"{kind}-as-empty",
            summary=f"a {value['kind']} of zeros in one empty block keeps its data type",
            requirements=["DAPHNE-DT-06", "DAPHNE-EMP-01", "DAPHNE-EMP-02"],
            value=zero,
            plan=whole(zero, "empty"),
        )


def _dense_rejects() -> Iterator[Case]:
    base = "daphne/dense/int32-2x3"
    for code in (0, 11, 255):
        state = "unassigned" if code else "reserved"
        yield Reject(
            name=f"value-type-{code}",
            summary=f"value type {code} in a block is {state}",
            requirements=["DAPHNE-DEN-01", "DAPHNE-BLK-05"],
            base=base,
            edits=[put("block[0].value-type", code)],
            checks={f"block.value-type.{state}": 7},
        )
    for code, edited in ((0, "csr/int8"), (11, "csr/int8"), (0, "coo/int8-wide"), (11, "coo/int8-wide")):
        state = "unassigned" if code else "reserved"
        kind = edited[:3]
        yield Reject(
            name=f"value-type-{code}-{kind}",
            summary=f"value type {code} in a {kind} block is {state}",
            requirements=["DAPHNE-BLK-05"],
            base=f"daphne/{edited}",
            edits=[put("block[0].value-type", code)],
            checks={f"block.value-type.{state}": 5},
        )
    yield Reject(
        name="value-type-11-of-8-bytes",
        summary="value type 11 over content that fits values of 8 bytes",
        requirements=["DAPHNE-DEN-01"],
        base="daphne/dense/double-extremes",
        edits=[put("block[0].value-type", 11)],
        checks={"block.value-type.unassigned": 10},
    )
    for code, edited, neighbour in (
        (4, base, 1),
        (4, "daphne/empty/one-cell", 0),
        (4, "daphne/csr/int8", 2),
        (4, "daphne/coo/int8-wide", 3),
        (129, base, 1),
        (255, base, 1),
    ):
        follows = {0: "empty", 1: "dense", 2: "csr", 3: "coo"}[neighbour]
        yield Reject(
            name=f"block-type-{code}-{follows}",
            summary=f"block type {code} is unassigned, over a {follows} block's content",
            requirements=["DAPHNE-BLK-03"],
            base=edited,
            edits=[put("block[0].type", code)],
            checks={"block.type": neighbour},
        )


def _empty() -> Iterator[Case]:
    one = dense("int32", [0])
    yield Accept(
        name="one-cell",
        summary="the smallest empty block: nine bytes and no value type",
        requirements=["DAPHNE-EMP-01", "DAPHNE-EMP-02"],
        value=one,
        plan=whole(one, "empty"),
    )
    for name in ("float", "double"):
        zeros = dense(name, [0.0, 0.0])
        yield Accept(
            name=f"{name}-is-positive-zero",
            summary=f"the cells of an empty block of {name} are +0.0",
            requirements=["DAPHNE-EMP-03", "DAPHNE-EMP-04"],
            value=zeros,
            plan=whole(zeros, "empty"),
        )
    mixed = frame([("i", "int8"), ("d", "double"), ("u", "uint64")], [0, 0.0, 0], [0, 0.0, 0])
    yield Accept(
        name="frame-columns-of-any-type",
        summary="one empty block over columns of different types",
        requirements=["DAPHNE-EMP-04", "DAPHNE-VTX-07", "DAPHNE-PART-13"],
        value=mixed,
        plan=whole(mixed, "empty"),
    )
    million = matrix("CSRMatrix", 1024, 1024, "uint8", {})
    yield Accept(
        name="million-cells",
        summary="2^20 cells, as many as every decoder takes, in 44 bytes",
        requirements=["DAPHNE-LIM-02", "DAPHNE-EMP-01"],
        value=million,
        plan=whole(million, "empty"),
    )
    beside = dense("uint8", [0, 0, 9], [0, 0, 8])
    yield Accept(
        name="beside-dense",
        summary="an empty block is followed by the next block's position at once",
        requirements=["DAPHNE-EMP-01", "DAPHNE-BODY-03"],
        needs=["many-blocks"],
        value=beside,
        plan=[block((0, 0, 2, 2), "empty"), block((0, 2, 2, 1), "dense", "uint8")],
    )


def features() -> Iterator[Feature]:
    yield Feature("empty", "Empty blocks", list(_empty()))
    yield Feature("dense", "Dense blocks, and the value types", [*_types(), *_shapes(), *_mixtures()])


def rejects() -> Iterator[Feature]:
    """Cases whose bases lie in several features."""
    yield Feature("block-header", "The block header", list(_dense_rejects()))
