"""Files as the deployed DAPHNE runtime writes them: its value type codes, its CSR layout, its frames.

Each is refused, never misread. Most look well formed under another value type and show what is wrong only by their
length; those that breach two rules at once name both, and the forge proves that neither alone would do.
"""

from collections.abc import Iterator

from goldenwire_reference.cases import Accept, Base, Case, Feature, Reject, Splice, append, cut_end, put
from goldenwire_reference.daphne.catalogue.words import TYPES, block, csr, dense, frame, u32, u64, wire

# The runtime's codes are 0 to 7; the types of 16 bits are missing.
RUNTIME_CODES = ("int8", "int32", "int64", "uint8", "uint32", "uint64", "float", "double")
VALUES = (1, 3)


def _reading(name: str) -> tuple[str, bytes]:
    """The type that a file of the runtime seems to have, and its values' bytes."""
    code = RUNTIME_CODES.index(name)
    return TYPES[code - 1], b"".join(wire(value, name) for value in VALUES)


def _as_read(name: str) -> tuple[Accept, bytes]:
    """The conformant file that a dense file of the runtime begins with or is cut from, and its values' bytes."""
    seeming, octets = _reading(name)
    size = len(wire(0, seeming))
    octets_read = (octets + bytes(2 * size))[: 2 * size]
    signed = seeming.startswith("int")
    values = [int.from_bytes(octets_read[at : at + size], "little", signed=signed) for at in (0, size)]
    case = Accept(
        name=f"{name}-as-{seeming}",
        summary=f"what a column of {name} seems to be to a reader who takes the codes by the document",
        requirements=["DAPHNE-DEN-03"],
        value=dense(seeming, [values[0]], [values[1]]),
    )
    return case, octets


def _dense_bases() -> Iterator[Case]:
    for name in RUNTIME_CODES[1:]:
        yield _as_read(name)[0]


def _dense() -> Iterator[Case]:
    yield Reject(
        name="dense-int8",
        summary="int8 has code 0 in the runtime, which is reserved: in the header and in the block",
        requirements=["DAPHNE-VT-05"],
        base="daphne/dense/int8-extremes",
        edits=[put("value-type", 0), put("block[0].value-type", 0)],
        checks={"matrix.value-type.reserved": 5, "block.value-type.reserved": 5},
    )
    for name in RUNTIME_CODES[1:]:
        case, octets = _as_read(name)
        seeming = TYPES[RUNTIME_CODES.index(name) - 1]
        surplus = len(octets) - 2 * len(wire(0, seeming))
        longer = surplus > 0
        yield Reject(
            name=f"dense-{name}",
            summary=f"the runtime's code of {name} means {seeming} here: the length tells",
            requirements=["DAPHNE-DEN-03", "DAPHNE-DEC-05"],
            base=f"daphne/dialect/{case.name}",
            edits=[append(octets[-surplus:]) if longer else cut_end(-surplus)],
            checks={"body.trailing" if longer else "truncated.block.values": None},
        )


def _csr() -> Iterator[Case]:
    # Row offsets (uint64), column indices (uint64) and values as three arrays behind #nzb.
    offsets, columns = b"".join(map(u64, (0, 1, 2, 3))), b"".join(map(u64, (1, 0, 3)))
    values = b"".join(wire(value, "double") for value in (1.5, -2.0, 3.25))
    arrays = offsets + columns + values
    # As rows: counts 0, 0 and 1 with one entry (column 0, value 2); the rest is left over.
    read = u32(0) + u32(0) + u32(1) + u32(0) + u32(2)
    assert arrays.startswith(read)
    yield Reject(
        name="csr-double",
        summary="three arrays instead of rows, and the code of double, which means int32 here",
        requirements=["DAPHNE-CSR-02", "DAPHNE-CSR-06"],
        base="daphne/dialect/csr-as-int32",
        edits=[put("block[0].nzb", 3), append(arrays[len(read) :])],
        checks={"csr.count.under": None, "body.trailing": None},
        also=["TRUNCATED"],
    )


def _frames() -> Iterator[Case]:
    # A frame's body is its position and then the values row by row, with no block header at all.
    values = bytes([1, 0, 0, 0, 1, 0, 0, 0, 0, 9, 9, 9])
    yield Reject(
        name="frame-without-block-header",
        summary="twelve values of a column right after the position: the first nine read as a block",
        requirements=["DAPHNE-BLK-01", "DAPHNE-FRM-04"],
        base="daphne/dialect/frame-in-two-blocks",
        edits=[lambda base: _cut_at(base, values)],
        checks={"truncated.block.rx": None},
        needs=["many-blocks"],
    )


def _cut_at(base: Base, values: bytes) -> Splice:
    start = base.find("block[1].rx").offset
    return Splice(start, base.data[start:], values[9:])


def rejects() -> Iterator[Feature]:
    rows = [[0] for _ in range(12)]
    halves = frame([("a", "uint8")], *rows)
    yield Feature(
        "dialect",
        "Files as the deployed runtime writes them",
        [
            *_dense_bases(),
            Accept(
                name="csr-as-int32",
                summary="what the runtime's CSR arrays seem to be, if they ended after the third row",
                requirements=["DAPHNE-CSR-02"],
                value=csr("int32", [0, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 0]),
            ),
            Accept(
                name="frame-in-two-blocks",
                summary="a frame of one column whose first block is a single empty cell",
                requirements=["DAPHNE-PART-07"],
                needs=["many-blocks"],
                value=halves,
                plan=[block((0, 0, 1, 1), "empty"), block((1, 0, 11, 1), "empty")],
            ),
            *_dense(),
            *_csr(),
            *_frames(),
        ],
    )
