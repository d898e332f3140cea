"""Dense and empty blocks, and the value types."""

import struct
from collections.abc import Iterator

from goldenwire_reference.daphne import tables
from goldenwire_suite.cases import Case, Feature, Reject, put
from goldenwire_suite.daphne.cases.builders import (
    FLOATS,
    INTEGERS,
    UNASSIGNED,
    accept,
    block,
    csr,
    defining,
    dense,
    frame,
    ids,
    is_signed,
    matrix,
    whole,
)
from goldenwire_suite.integers import turns

# Bits of floats that are not ordinary numbers.
SPECIAL = {
    "float": {
        "infinities": ["0x7f800000", "0xff800000"],
        "zeros": ["0x00000000", "0x80000000"],
        "subnormals": ["0x00000001", "0x807fffff"],
        "quiet-nans": ["0x7fc00000", "0xffc00001", "0x7fffffff"],
    },
    "double": {
        "infinities": ["0x7ff0000000000000", "0xfff0000000000000"],
        "zeros": ["0x0000000000000000", "0x8000000000000000"],
        "subnormals": ["0x0000000000000001", "0x800fffffffffffff"],
        "quiet-nans": ["0x7ff8000000000000", "0xfff8000000000001", "0x7fffffffffffffff"],
    },
}
TOLD = {
    "infinities": "the two infinities",
    "zeros": "0.0, and -0.0, whose highest bit is set",
    "subnormals": "the least positive subnormal number, and the negative one of greatest magnitude",
    "quiet-nans": "quiet NaNs of different signs and payloads, which are kept",
}
ASYMMETRIC = {"float": 1.2345678806304932, "double": -1.2345678901234567e-89}


# Sizes of objects that end where the buffers of codecs do, in bytes; the bytes of an object's headers are among them.
CHUNKS = (4096, 32768, 65536)
HEADERS = 45


def _greatest(name: str) -> float:
    """The greatest finite number of a float type: only the lowest bit of its exponent is clear."""
    pack, unpack, digits = FLOATS[name]
    size = digits // 2
    bits = {4: 0x7F7FFFFF, 8: 0x7FEFFFFFFFFFFFFF}[size]
    (value,) = struct.unpack(pack, struct.pack(unpack, bits))
    assert isinstance(value, float)
    return value


def _types() -> Iterator[Case]:
    for name, one in tables.BY_NAME.items():
        if name in INTEGERS:
            low, high = INTEGERS[name]
            middle: int | float = int.from_bytes(range(1, high.bit_length() // 8 + 2), "big") % (high + 1)
            told = "the least and the greatest value, 0, and "
            told += str(middle) if one.size == 1 else "one whose bytes all differ"
        else:
            high = _greatest(name)
            low, middle = -high, ASYMMETRIC[name]
            told = "the least and the greatest finite number, 0.0, and one whose bytes all differ"
        cited = (
            defining(name)
            + (" VT-11" if name == "uint8" else "")
            + (" VT-13" if is_signed(name) else "")
            + (" GEN-02" if one.size > 1 else "")
        )
        yield accept(f"{name}-extremes", f"{name}: {told}", cited, dense(name, [low, 0], [high, middle]))
        if name in INTEGERS:
            numbers = turns(*INTEGERS[name])
            told = f"{name}: powers of two, each with its neighbours"
            yield accept(f"{name}-turns", told, cited, dense(name, numbers))
    for name, groups in SPECIAL.items():
        for group, atoms in groups.items():
            cited = "VT-14 CAN-05" + (" VTX-08" if "nan" in group else "")
            yield accept(f"{name}-{group}", f"{name}: {TOLD[group]}", cited, dense(name, atoms))


def _shapes() -> Iterator[Case]:
    yield accept(
        "int32-2x3",
        "six values, row by row: two rows of three columns",
        "DEN-02 GEN-03 VT-13",
        dense("int32", [1, -2, 3], [4, 5, -6]),
    )
    yield accept(
        "int32-3x2",
        "the same six values as three rows of two columns",
        "DEN-02 DEN-04 VT-13",
        dense("int32", [1, -2], [3, 4], [5, -6]),
    )
    yield accept(
        "one-row",
        "five values of one byte in a single row: nothing pads them to a multiple of four",
        "DEN-03 BLK-02 PART-05",
        dense("uint8", [1, 2, 3, 4, 5]),
    )
    yield accept(
        "one-column",
        "a single column of five rows",
        "BLK-01 VT-13",
        dense("int16", [1], [-2], [3], [-4], [5]),
    )
    yield accept(
        "mostly-zero",
        "a value among 99 zeros, stored like them",
        "CAN-02",
        matrix("DenseMatrix", 10, 10, "uint8", {(4, 7): 6}),
    )
    yield accept(
        "all-zero", "four zeros, stored like any other values", "CAN-02 ENC-03", dense("int64", [0, 0], [0, 0])
    )
    for size in CHUNKS:
        count = size - HEADERS
        yield accept(
            f"{size}-bytes",
            f"an object of {size:,} bytes: a row of {count:,} values of one byte, of which the last is 7",
            "BLK-02 DEN-03 CAN-02 ENC-03" + " LIM-02" * (count > 2**12),
            matrix("DenseMatrix", 1, count, "uint8", {(0, count - 1): 7}),
        )
    yield accept(
        "block-300x1",
        "300 rows: their number takes two bytes",
        "BLK-01",
        matrix("DenseMatrix", 300, 1, "uint8", {(r, 0): r % 251 for r in range(300)}),
    )


def _mixtures() -> Iterator[Case]:
    """Any block type under any data type."""
    values = {
        "dense": dense("int16", [0, 300], [-1, 0]),
        "csr": csr("int16", [0, 300], [-1, 0]),
        "frame": frame([("x", "int16"), ("y", "int16")], [0, 300], [-1, 0]),
    }
    for kind, value in values.items():
        usual = "csr" if kind == "csr" else "dense"
        for stored in ("dense", "csr", "coo"):
            cited = ["BLK-03 BLK-05 VT-13"]
            cited += ["PART-13 DT-07"] if kind == "frame" else []
            cited += ["DEN-01 DEN-02"] if stored == "dense" else []
            cited += ["DT-06 DT-07 BLK-06"] if stored != usual else []
            yield accept(
                f"{kind}-as-{stored}",
                f"a {value['kind']}, stored in one {stored.upper() if stored != 'dense' else stored} block",
                " ".join(cited),
                value,
                None if stored == kind else whole(value, stored, "int16"),
            )
        zero = {**value, "cells": []}
        yield accept(
            f"{kind}-as-empty",
            f"a {value['kind']} of zeros, stored in one empty block",
            "DT-06 DT-07 EMP-01 EMP-02 BLK-03" + (" PART-13" if kind == "frame" else ""),
            zero,
            whole(zero, "empty"),
        )


def _block_headers() -> Iterator[Case]:
    base = "daphne/dense/int32-2x3"
    values = {"dense": (base, 7), "csr": ("daphne/csr/int8", 5), "coo": ("daphne/coo/int8-wide", 5)}
    for code, kinds in (
        (0, ("dense", "csr", "coo")),
        (UNASSIGNED, ("dense", "csr", "coo")),
        (23, ("dense",)),
        (135, ("dense",)),
        (255, ("dense",)),
    ):
        state = "unassigned" if code else "reserved"
        for kind in kinds:
            edited, right = values[kind]
            yield Reject(
                name=f"value-type-{code}" + ("" if kind == "dense" else f"-{kind}"),
                summary=f"value type {code}, which is {state}, in a {kind.upper() if kind != 'dense' else kind} block",
                requirements=[],
                base=edited,
                edits=[put("block[0].value-type", code)],
                checks={f"block.value-type.{state}": right},
                catches=[f"value-type-{state}-in-blocks-taken"] if kind == "dense" and code in (0, UNASSIGNED) else [],
            )
    yield from _blocks_without_entries()
    yield Reject(
        name=f"value-type-{UNASSIGNED}-of-8-bytes",
        summary=f"value type {UNASSIGNED}, which is unassigned, over values that would fit a type of 8 bytes",
        requirements=[],
        base="daphne/dense/double-extremes",
        edits=[put("block[0].value-type", UNASSIGNED)],
        checks={"block.value-type.unassigned": 10},
        catches=["value-type-unassigned-as-double"],
    )
    for code, edited, neighbour in (
        (4, base, 1),
        (4, "daphne/empty/one-cell", 0),
        (4, "daphne/csr/int8", 2),
        (4, "daphne/coo/int8-wide", 3),
        (5, base, 1),
        (17, base, 1),
        (129, base, 1),
        (255, base, 1),
    ):
        follows = {0: "empty", 1: "dense", 2: "csr", 3: "coo"}[neighbour]
        yield Reject(
            name=f"block-type-{code}-{follows}",
            summary=f"block type {code}, which is unassigned; the rest is that of "
            + {0: "an empty", 1: "a dense", 2: "a CSR", 3: "a COO"}[neighbour]
            + " block",
            requirements=[],
            base=edited,
            edits=[put("block[0].type", code)],
            checks={"block.type": neighbour},
        )


def _blocks_without_entries() -> Iterator[Case]:
    """Blocks without values, whose value type matters nevertheless."""
    for kind, right in (("csr", 2), ("coo", 5)):
        for code in (0, UNASSIGNED):
            state = "unassigned" if code else "reserved"
            yield Reject(
                name=f"value-type-{code}-{kind}-without-entries",
                summary=f"value type {code}, which is {state}, in a {kind.upper()} block "
                "without entries, all of whose cells are zero",
                requirements=ids("VT-16"),
                base=f"daphne/{kind}/no-non-zeros",
                edits=[put("block[0].value-type", code)],
                checks={f"block.value-type.{state}": right},
                catches=["value-types-without-entries-unchecked"],
            )


def _empty() -> Iterator[Case]:
    one = dense("int32", [0])
    yield accept(
        "one-cell",
        "the smallest empty block, which ends with its type: no value type and no count follow",
        "EMP-01 EMP-02",
        one,
        whole(one, "empty"),
    )
    for name in FLOATS:
        zeros = dense(name, [0.0, 0.0])
        yield accept(
            f"{name}-is-positive-zero",
            f"the cells of an empty block of a {name} matrix are 0.0 and not -0.0",
            "EMP-04",
            zeros,
            whole(zeros, "empty"),
        )
    mixed = frame([("i", "int8"), ("d", "double"), ("u", "uint64")], [0, 0.0, 0], [0, 0.0, 0])
    yield accept(
        "frame-columns-of-any-type",
        "one empty block over a frame's columns of int8, double and uint64",
        "EMP-04 PART-13",
        mixed,
        whole(mixed, "empty"),
    )
    million = matrix("CSRMatrix", 1024, 1024, "uint8", {})
    yield accept(
        "million-cells",
        "1,024 x 1,024 zeros in an empty block: as many cells as every codec takes",
        "LIM-02 EMP-01",
        million,
        whole(million, "empty"),
    )
    beside = dense("uint8", [0, 0, 9], [0, 0, 8])
    yield accept(
        "beside-dense",
        "after the type of an empty block comes the next block's position",
        "EMP-01 BODY-03 PART-08",
        beside,
        [block((0, 0, 2, 2), "empty"), block((0, 2, 2, 1), "dense", "uint8")],
    )


def features() -> Iterator[Feature]:
    yield Feature("empty", "Empty blocks", list(_empty()))
    yield Feature("dense", "Dense blocks, and the value types", [*_types(), *_shapes(), *_mixtures()])


def rejects() -> Iterator[Feature]:
    """Cases whose bases lie in several features."""
    yield Feature("block-header", "The block header", list(_block_headers()))
