"""The common header: version, data type, dimensions, a matrix's value type; and what follows the last block."""

from collections.abc import Iterator

from goldenwire_reference.cases import Accept, Case, Feature, Reject, Splice, append, insert, put
from goldenwire_reference.daphne.catalogue.words import block, csr, dense, frame, matrix, u64, whole

MATRIX = "daphne/header/dense-matrix"
FRAME = "daphne/header/frame"


def _accepts() -> Iterator[Case]:
    yield Accept(
        name="dense-matrix",
        summary="data type 1, the smallest matrix with a cell",
        requirements=["DAPHNE-GEN-01", "DAPHNE-HDR-01", "DAPHNE-DT-01", "DAPHNE-MAT-01"],
        value=dense("uint8", [7]),
    )
    yield Accept(
        name="csr-matrix",
        summary="data type 2, the smallest matrix with a cell",
        requirements=["DAPHNE-HDR-03", "DAPHNE-DT-02", "DAPHNE-MAT-01"],
        value=csr("uint8", [7]),
    )
    yield Accept(
        name="frame",
        summary="data type 3, the smallest frame with a cell",
        requirements=["DAPHNE-DT-03", "DAPHNE-FRM-04", "DAPHNE-FRM-07", "DAPHNE-HDR-06"],
        value=frame([("a", "uint8")], [7]),
    )
    yield Accept(
        name="dimensions-little-endian",
        summary="258 x 772: both dimensions and their bytes differ",
        requirements=["DAPHNE-HDR-04", "DAPHNE-HDR-05", "DAPHNE-GEN-02", "DAPHNE-GEN-03"],
        value=matrix("DenseMatrix", 258, 772, "uint16", {}),
        plan=[block((0, 0, 258, 772), "empty")],
    )
    tall = matrix("DenseMatrix", 2**20, 1, "int16", {(2**20 - 1, 0): -2})
    yield Accept(
        name="million-rows",
        summary="2^20 rows, as many as every decoder takes, with a cell in the last",
        requirements=["DAPHNE-HDR-04", "DAPHNE-LIM-02"],
        value=tall,
        plan=whole(tall, "coo", "int16"),
    )
    wide = matrix("CSRMatrix", 1, 4096, "double", {(0, 4095): 0.5})
    yield Accept(
        name="many-columns",
        summary="2^12 columns, as many as every decoder takes, with a cell in the last",
        requirements=["DAPHNE-HDR-05", "DAPHNE-LIM-02"],
        value=wide,
    )


def _versions() -> Iterator[Case]:
    for version in (0, 2, 255):
        yield Reject(
            name=f"version-{version}",
            summary=f"version {version} is not this format, whatever follows",
            requirements=["DAPHNE-HDR-01"],
            base=MATRIX,
            edits=[put("version", version)],
            checks={"header.version": None},
        )


def _data_types() -> Iterator[Case]:
    yield Reject(
        name="data-type-0",
        summary="data type 0 is reserved, though a matrix follows",
        requirements=["DAPHNE-DT-04"],
        base=MATRIX,
        edits=[put("data-type", 0)],
        checks={"header.data-type.reserved": 1},
    )
    yield Reject(
        name="data-type-0-frame",
        summary="data type 0 is reserved, though a frame follows",
        requirements=["DAPHNE-DT-04"],
        base=FRAME,
        edits=[put("data-type", 0)],
        checks={"header.data-type.reserved": 3},
    )
    for code, base, neighbour in ((4, FRAME, 3), (4, MATRIX, 1), (5, MATRIX, 1), (128, MATRIX, 1), (255, FRAME, 3)):
        follows = "a frame" if base == FRAME else "a matrix"
        yield Reject(
            name=f"data-type-{code}-{follows[2:]}",
            summary=f"data type {code} is unassigned, though {follows} follows",
            requirements=["DAPHNE-GEN-04"] if code == 4 else [],
            base=base,
            edits=[put("data-type", code)],
            checks={"header.data-type.unassigned": neighbour},
        )


def _value_types() -> Iterator[Case]:
    for kind, base in (("dense", MATRIX), ("csr", "daphne/header/csr-matrix")):
        for code in (0, 11, 255):
            state = "unassigned" if code else "reserved"
            yield Reject(
                name=f"value-type-{code}-{kind}",
                summary=f"value type {code} in the header of a {kind} matrix is {state}",
                requirements=["DAPHNE-MAT-01", *([] if code else ["DAPHNE-VT-11"])],
                base=base,
                edits=[put("value-type", code)],
                checks={f"matrix.value-type.{state}": 1},
            )
    yield Reject(
        name="value-type-0-without-cells",
        summary="the header's value type must be legal though there is no cell",
        requirements=["DAPHNE-VT-16", "DAPHNE-MAT-02"],
        base="daphne/no-cells/dense-0x3",
        edits=[put("value-type", 0)],
        checks={"matrix.value-type.reserved": 1},
    )


def _trailing() -> Iterator[Case]:
    second = u64(0) + u64(0) + bytes.fromhex("010000000100000000")
    for name, base, extra, why in (
        ("one-byte", MATRIX, b"\0", "a single zero byte after the last block"),
        ("newline", "daphne/header/csr-matrix", b"\n", "a newline after the last block"),
        ("checksum", "daphne/header/csr-matrix", bytes.fromhex("8d1f6a02"), "a checksum of four bytes"),
        ("again-a-block", MATRIX, second, "a further block where the object is already covered"),
        ("after-frame", FRAME, b"\0\0\0\0\0\0\0\0", "eight zero bytes after a frame"),
        ("after-empty-block", "daphne/empty/one-cell", b"\xff", "a byte after an empty block, which has no content"),
    ):
        yield Reject(
            name=f"trailing-{name}",
            summary=f"{why}: one input holds one object",
            requirements=["DAPHNE-GEN-06", *(["DAPHNE-GEN-09"] if name == "checksum" else [])],
            base=base,
            edits=[append(extra)],
            checks={"body.trailing": None},
        )
    yield Reject(
        name="trailing-object",
        summary="a second whole object after the first",
        requirements=["DAPHNE-GEN-06"],
        base=MATRIX,
        edits=[lambda base: Splice(len(base.data), b"", base.data)],
        checks={"body.trailing": None},
    )
    yield Reject(
        name="padded-header",
        summary="seven bytes of padding before the body: fields are packed",
        requirements=["DAPHNE-GEN-03"],
        base="daphne/empty/one-cell",
        edits=[insert("block[0].rx", bytes(7))],
        checks={"block.degenerate": None, "block.bounds.columns": None},
        then="TRUNCATED",
    )


def features() -> Iterator[Feature]:
    yield Feature(
        "header",
        "The common header and the end of the input",
        [
            *_accepts(),
            *_versions(),
            *_data_types(),
            *_value_types(),
            *_trailing(),
        ],
    )
