"""The common header: version, data type, dimensions, a matrix's value type; and extra bytes after the last block."""

from collections.abc import Iterator

from goldenwire_suite.cases import Case, Feature, Reject, Splice, append, insert, put
from goldenwire_suite.daphne.cases.builders import UNASSIGNED, accept, block, csr, dense, frame, ids, matrix, u64, whole

MATRIX = "daphne/header/dense-matrix"
CSR = "daphne/header/csr-matrix"
FRAME = "daphne/header/frame"


def _accepts() -> Iterator[Case]:
    yield accept(
        "dense-matrix",
        "the smallest DenseMatrix with a cell: data type 1",
        "GEN-01 HDR-01 DT-01 DT-04 MAT-01 BODY-02",
        dense("uint8", [7]),
    )
    yield accept(
        "csr-matrix",
        "the smallest CSRMatrix with a cell: data type 2",
        "HDR-03 DT-02 MAT-01",
        csr("uint8", [7]),
    )
    yield accept(
        "frame",
        "the smallest frame with a cell: data type 3, and no value type but the column's",
        "DT-03 FRM-04 FRM-07 HDR-06",
        frame([("a", "uint8")], [7]),
    )
    yield accept(
        "dimensions-little-endian",
        "258 x 772 cells: each dimension has two bytes, all of them different",
        "HDR-04 HDR-05 GEN-02 GEN-03",
        matrix("DenseMatrix", 258, 772, "uint16", {}),
        [block((0, 0, 258, 772), "empty")],
    )
    tall = matrix("DenseMatrix", 2**20, 1, "int16", {(2**20 - 1, 0): 2})
    yield accept(
        "million-rows",
        "2^20 rows, as many as every codec takes, and a value in the last",
        "HDR-04 LIM-02",
        tall,
        whole(tall, "coo", "int16"),
    )
    yield accept(
        "many-columns",
        "2^12 columns, as many as every codec takes, and a value in the last",
        "HDR-05 LIM-02",
        matrix("CSRMatrix", 1, 4096, "double", {(0, 4095): 0.5}),
    )


def _versions() -> Iterator[Case]:
    for version, catches in ((0, "older-versions-taken"), (2, "newer-versions-taken"), (255, "any-version-taken")):
        yield Reject(
            name=f"version-{version}",
            summary=f"version {version}, though the rest is a matrix of version 1",
            requirements=[],
            base=MATRIX,
            edits=[put("version", version)],
            checks={"header.version": None},
            catches=[catches],
        )
    yield Reject(
        name="magic",
        summary="the four letters DPHN before the version",
        requirements=ids("GEN-09"),
        base=MATRIX,
        edits=[insert("version", b"DPHN")],
        checks={"header.version": None},
        then="DATATYPE",
        catches=["magic-number-taken"],
    )


def _data_types() -> Iterator[Case]:
    for name, base, right, follows in (
        ("data-type-0", MATRIX, 1, "a DenseMatrix"),
        ("data-type-0-frame", FRAME, 3, "a frame"),
    ):
        yield Reject(
            name=name,
            summary=f"data type 0, which is reserved; the rest is that of {follows}",
            requirements=[],
            base=base,
            edits=[put("data-type", 0)],
            checks={"header.data-type.reserved": right},
            catches=["data-type-0-as-dense"] if right == 1 else ["data-type-0-as-frame"],
        )
    for code, base, right in (
        (4, FRAME, 3),
        (4, MATRIX, 1),
        (5, MATRIX, 1),
        (17, MATRIX, 1),
        (129, MATRIX, 1),
        (128, MATRIX, 1),
        (255, FRAME, 3),
    ):
        follows = "frame" if base == FRAME else "matrix"
        yield Reject(
            name=f"data-type-{code}-{follows}",
            summary=f"data type {code}, which is unassigned; the rest is that of a {follows}",
            requirements=ids("GEN-04") if (code, right) == (4, 1) else [],
            base=base,
            edits=[put("data-type", code)],
            checks={"header.data-type.unassigned": right},
            catches=["scalar-as-one-cell"] if (code, right) == (4, 1) else [],
        )


def _value_types() -> Iterator[Case]:
    for kind, base in (("dense", MATRIX), ("csr", CSR)):
        for code in (0, UNASSIGNED, 17, 129, 255):
            state = "unassigned" if code else "reserved"
            yield Reject(
                name=f"value-type-{code}-{kind}",
                summary=f"value type {code}, which is {state}, in the header of a "
                + ("DenseMatrix" if kind == "dense" else "CSRMatrix"),
                requirements=[],
                base=base,
                edits=[put("value-type", code)],
                checks={f"matrix.value-type.{state}": 1},
                catches=[f"value-type-{state}-in-matrices-taken"] if code in (0, UNASSIGNED) else [],
            )
    yield Reject(
        name="value-type-0-without-cells",
        summary="value type 0, which is reserved, in the header of a matrix without cells",
        requirements=ids("VT-16"),
        base="daphne/no-cells/dense-0x3",
        edits=[put("value-type", 0)],
        checks={"matrix.value-type.reserved": 1},
        catches=["unused-value-type-unchecked"],
    )


def _dimensions() -> Iterator[Case]:
    for dimension in ("rows", "columns"):
        yield Reject(
            name=f"{dimension}-2-to-the-63",
            summary=f"the header says 2^63 {dimension}, a negative number if it were signed; a block has one of them",
            requirements=ids("HDR-07 DEC-04"),
            base="daphne/empty/one-cell",
            edits=[put(dimension, 2**63)],
            checks={"body.incomplete": None},
            also_here=["TRUNCATED"],
            also=["LIMIT"],
        )


def _trailing() -> Iterator[Case]:
    second = u64(0) + u64(0) + bytes.fromhex("010000000100000000")
    for name, base, extra, summary, catches in (
        ("one-byte", MATRIX, b"\0", "a zero byte after the last block", "zeros-at-the-end-ignored"),
        ("newline", CSR, b"\n", "a line feed after the last block", "white-space-at-the-end-ignored"),
        ("checksum", CSR, bytes.fromhex("8d1f6a02"), "four bytes of a checksum after the last block", "checksum-taken"),
        ("again-a-block", MATRIX, second, "an empty block for a cell that an earlier block has", "rest-ignored"),
        (
            "after-frame",
            FRAME,
            bytes(8),
            "eight zero bytes after the last block of a frame",
            "zeros-at-the-end-ignored",
        ),
        ("after-empty-block", "daphne/empty/one-cell", b"\xff", "a byte after an empty block", "rest-ignored"),
        *(
            (
                f"after-{name}",
                f"daphne/no-cells/{base}",
                b"\xff",
                f"a byte after the one block of {told}",
                "rest-ignored",
            )
            for name, base, told in (
                ("frame-without-rows", "frame-0x3", "a frame without rows"),
                ("frame-without-columns", "frame-5x0", "a frame without columns"),
                ("matrix-without-rows", "dense-0x3", "a DenseMatrix without rows"),
                ("matrix-without-columns", "csr-3x0", "a CSRMatrix without columns"),
            )
        ),
    ):
        cited = {"checksum": "GEN-09", "again-a-block": "GEN-06 PART-15"}.get(name, "")
        yield Reject(
            name=f"trailing-{name}",
            summary=summary,
            requirements=ids(cited),
            base=base,
            edits=[append(extra)],
            checks={"body.trailing": None},
            catches=[catches],
        )
    yield Reject(
        name="trailing-object",
        summary="a whole second object after the first",
        requirements=[],
        base=MATRIX,
        edits=[lambda base: Splice(len(base.data), b"", base.data)],
        checks={"body.trailing": None},
    )
    yield Reject(
        name="padded-header",
        summary="five bytes of padding, to a multiple of eight, between the header and the body",
        requirements=ids("GEN-01"),
        base="daphne/empty/one-cell",
        edits=[insert("block[0].rx", bytes(5))],
        checks={"block.degenerate": None, "block.bounds.columns": None},
        then="TRUNCATED",
        needs=["order"],
        catches=["body-aligned"],
        numbers=[8],
    )


def features() -> Iterator[Feature]:
    yield Feature(
        "header",
        "The common header and the end of the input",
        [*_accepts(), *_versions(), *_data_types(), *_value_types(), *_dimensions(), *_trailing()],
    )
