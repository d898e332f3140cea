"""Files as the deployed DAPHNE runtime writes them: its value type codes, its CSR layout, its frames.

Each must be rejected, not mistaken for another value. Most look well formed under another value type, and only their
length shows that they are wrong. Those that break two rules at once name both, and the build proves that each rule
alone suffices to reject them.
"""

from collections.abc import Iterator

from goldenwire_suite.cases import Base, Case, Feature, Reject, Splice, append, cut_end, put
from goldenwire_suite.daphne.cases.builders import (
    TYPES,
    accept,
    block,
    csr,
    dense,
    frame,
    ids,
    u32,
    u64,
    value_type_id,
    wire,
)

# The runtime's codes are 0 to 7; the types of 16 bits are missing.
RUNTIME_CODES = ("int8", "int32", "int64", "uint8", "uint32", "uint64", "float", "double")
VALUES = (1, 3)


def _as_read(name: str) -> tuple[str, list[int], bytes]:
    """The type and the values that a runtime's file appears to have, and the bytes of the values."""
    octets = b"".join(wire(value, name) for value in VALUES)
    seeming = TYPES[RUNTIME_CODES.index(name) - 1]
    size = len(wire(0, seeming))
    read = (octets + bytes(2 * size))[: 2 * size]
    signed = seeming.startswith("int")
    return seeming, [int.from_bytes(read[at : at + size], "little", signed=signed) for at in (0, size)], octets


def _dense_bases() -> Iterator[Case]:
    for name in RUNTIME_CODES[1:]:
        seeming, values, _ = _as_read(name)
        code = TYPES.index(seeming) + 1
        yield accept(
            f"{name}-as-{seeming}",
            f"a column of {seeming}, value type {code}, from which a file of the deployed runtime is made",
            value_type_id(seeming),
            dense(seeming, [values[0]], [values[1]]),
        )


def _dense() -> Iterator[Case]:
    yield Reject(
        name="dense-int8",
        summary="a matrix of int8 as the deployed runtime writes it: its code for that, in header and block, is 0",
        requirements=[],
        base="daphne/dense/int8-extremes",
        edits=[put("value-type", 0), put("block[0].value-type", 0)],
        checks={"matrix.value-type.reserved": 5, "block.value-type.reserved": 5},
    )
    for name in RUNTIME_CODES[1:]:
        seeming, _, octets = _as_read(name)
        code = TYPES.index(seeming) + 1
        surplus = len(octets) - 2 * len(wire(0, seeming))
        longer = surplus > 0
        yield Reject(
            name=f"dense-{name}",
            summary=f"a column of {name} as the deployed runtime writes it: its code for that, {code}, "
            f"means {seeming} here, so " + ("bytes are left over" if longer else "bytes are missing"),
            requirements=ids(value_type_id(seeming)),
            base=f"daphne/dialect/{name}-as-{seeming}",
            edits=[append(octets[-surplus:]) if longer else cut_end(-surplus)],
            checks={"body.trailing" if longer else "truncated.block.values": None},
            catches=["value-types-of-the-runtime"],
        )


def _csr() -> Iterator[Case]:
    # Row offsets (uint64), column indices (uint64) and values as three arrays behind the total.
    offsets, columns = b"".join(map(u64, (0, 1, 2, 3))), b"".join(map(u64, (1, 0, 3)))
    values = b"".join(wire(value, "double") for value in (1.5, -2.0, 3.25))
    arrays = offsets + columns + values
    # As rows: counts 0, 0 and 1 with one entry (column 0, value 2); the rest is left over.
    read = u32(0) + u32(0) + u32(1) + u32(0) + u32(2)
    assert arrays.startswith(read)
    yield Reject(
        name="csr-double",
        summary="a CSRMatrix as the deployed runtime writes it: row offsets, column indices and values in three arrays",
        requirements=[],
        base="daphne/dialect/csr-as-int32",
        edits=[put("block[0].nzb", 3), append(arrays[len(read) :])],
        checks={"csr.count.under": None, "body.trailing": None},
    )


def _frames() -> Iterator[Case]:
    # A frame's body is its position and then the values row by row, with no block header at all.
    values = bytes([1, 0, 0, 0, 1, 0, 0, 0, 0, 9, 9, 9])
    yield Reject(
        name="frame-without-block-header",
        summary="a frame as the deployed runtime writes it: twelve values follow the position, without a block header",
        requirements=[],
        base="daphne/dialect/frame-in-two-blocks",
        edits=[lambda base: _cut_at(base, values)],
        checks={"truncated.block.rx": None},
        needs=["many-blocks"],
    )


def _cut_at(base: Base, values: bytes) -> Splice:
    start = base.find("block[1].rx").offset
    return Splice(start, base.data[start:], values[9:])


def rejects() -> Iterator[Feature]:
    halves = frame([("a", "uint8")], *([0] for _ in range(12)))
    yield Feature(
        "dialect",
        "Files as the deployed runtime writes them",
        [
            *_dense_bases(),
            accept(
                "csr-as-int32",
                "a CSRMatrix of three rows with one entry, from which a file of the deployed runtime is made",
                "CSR-02",
                csr("int32", [0, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 0]),
            ),
            accept(
                "frame-in-two-blocks",
                "a frame of twelve rows in two empty blocks, from which a file of the deployed runtime is made",
                "BODY-04",
                halves,
                [block((0, 0, 1, 1), "empty"), block((1, 0, 11, 1), "empty")],
            ),
            *_dense(),
            *_csr(),
            *_frames(),
        ],
    )
