"""Fields of every width: numbers on both sides of 8, 15 and 16 bits, and numbers that a narrower codec accepts."""

from collections.abc import Iterator, Sequence

from goldenwire_suite.cases import Case, Feature, Reject, Splice, append, put
from goldenwire_suite.daphne.cases.builders import accept, block, csr, frame, ids, matrix, say, whole

# The greatest number of 8, 15 and 16 bits, and the next. There may be no more columns than 4,096.
NUMBERS = (255, 256, 32767, 32768, 65535, 65536)
FEW = (255, 256, 4095)
FAR = 65_600  # cells, more than 16 bits count


def _indices() -> Iterator[Case]:
    for index in NUMBERS:
        tall = matrix("DenseMatrix", index + 1, 1, "uint8", {(index, 0): 7})
        yield accept(
            f"row-{index}",
            f"{say(index + 1)} rows in a COO block of one column, and an entry in row {say(index)}",
            "HDR-04 BLK-01 COO-02",
            tall,
            whole(tall, "coo"),
        )
        yield accept(
            f"position-{index}",
            f"a block at row {say(index)}",
            "BODY-01",
            tall,
            [block((0, 0, index, 1), "empty"), block((index, 0, 1, 1), "dense")],
        )
    for index in (256, 65536):
        tall = matrix("DenseMatrix", index + 1, 2, "uint8", {(index, 1): 7})
        yield accept(
            f"row-{index}-of-two-columns",
            f"{say(index + 1)} rows in a COO block of two columns, and an entry in row {say(index)}",
            "HDR-04 BLK-01 COO-03",
            tall,
            whole(tall, "coo"),
        )
    for index in FEW:
        wide = matrix("CSRMatrix", 1, index + 1, "uint8", {(0, index): 7})
        told = f"{say(index + 1)} columns in a {{}} block, and an entry in column {say(index)}"
        yield accept(
            f"csr-column-{index}", told.format("CSR"), "HDR-05 BLK-02 CSR-02" + " LIM-02" * (index == 4095), wide
        )
        yield accept(f"coo-column-{index}", told.format("COO"), "HDR-05 BLK-02 COO-03", wide, whole(wide, "coo"))
        yield accept(
            f"column-position-{index}",
            f"a block at column {say(index)}",
            "BODY-01",
            wide,
            [block((0, 0, 1, index), "empty"), block((0, index, 1, 1), "dense")],
        )


def _counts() -> Iterator[Case]:
    for count in (255, 256):
        full = csr("uint8", [1] * count)
        yield accept(f"csr-row-of-{count}", f"a row of {count} entries", "CSR-01 CSR-02 CAN-04", full)
        yield accept(f"coo-of-{count}", f"{count} entries in a COO block", "COO-01", full, whole(full, "coo"))
        columns = frame([(f"{n:x}", "uint8") for n in range(count + 1)], [0] * count + [7])
        yield accept(
            f"frame-of-{count + 1}-columns",
            f"a frame of {count + 1} columns in one CSR block, and an entry in column {count}",
            "HDR-05 BLK-02 FRM-02",
            columns,
            whole(columns, "csr"),
        )
    halves = csr("uint8", [1] * 128, [1] * 128)
    yield accept("csr-of-256", "256 entries in a CSR block, 128 in each of two rows", "CSR-01 CAN-02 CAN-04", halves)
    far = matrix("DenseMatrix", FAR, 1, "uint8", {})
    yield accept("far", f"{say(FAR)} zeros of int8 in a dense block of a matrix of uint8", "HDR-04 BLK-01", far,
                 whole(far, "dense", "int8"))  # fmt: skip
    few = matrix("CSRMatrix", 20, 4000, "uint8", {(0, 1): 7, (1, 2): 8, (1, 3): 9})
    yield accept("csr-of-80000-cells", "3 entries in a CSR block of 20 x 4,000 cells", "CSR-01 CAN-04", few)
    yield accept("coo-of-80000-cells", "3 entries in a COO block of 20 x 4,000 cells", "COO-01", few, whole(few, "coo"))


ONE, WIDE, NARROW = "daphne/empty/one-cell", "daphne/coo/int16-wide", "daphne/coo/int16-narrow"
CSR, COO = "daphne/widths/csr-of-80000-cells", "daphne/widths/coo-of-80000-cells"

# mutation -> (base, field, its description, its true value, the check that finds it, widths)
FIELDS: dict[str, tuple[str, str, str, int, str, Sequence[int]]] = {
    "rows": (ONE, "rows", "the header says {} rows", 1, "body.incomplete", (8, 16, 32)),
    "columns": (ONE, "columns", "the header says {} columns", 1, "body.incomplete", (8, 16, 32)),
    "rx": (ONE, "block[0].rx", "the block's row position is {}", 0, "block.bounds.rows", (8, 16, 32)),
    "cx": (ONE, "block[0].cx", "the block's column position is {}", 0, "block.bounds.columns", (8, 16, 32)),
    "block-rows": (ONE, "block[0].rows", "the block says {} rows", 1, "block.bounds.rows", (8, 16)),
    "block-columns": (ONE, "block[0].columns", "the block says {} columns", 1, "block.bounds.columns", (8, 16)),
    "csr-total": (CSR, "block[0].nzb", "the CSR block says {} entries", 3, "truncated.block.row", (8, 16)),
    "row-count": (CSR, "block[0].row[0].nzr", "a row of a CSR block says {} entries", 1, "csr.count.over", (8, 16)),
    "csr-column": (
        "daphne/csr/int16", "block[0].row[0].entry[0].column", "the column index of a CSR entry is {}", 1, "csr.index",
        (8, 16),
    ),
    "coo-total": (COO, "block[0].nzb", "the COO block says {} entries", 3, "truncated.block.entry", (8, 16)),
    "coo-row": (WIDE, "block[0].entry[0].row", "the row index of a COO entry is {}", 0, "coo.index.row", (8, 16)),
    "coo-column": (
        WIDE, "block[0].entry[0].column", "the column index of a COO entry is {}", 1, "coo.index.column", (8, 16)
    ),
    "label-length": (
        "daphne/header/frame", "label[0].length", "the label's length is {}", 1, "truncated.label.text", (8,)
    ),
}  # fmt: skip

# The other check that the same number fails, and the class that remains with both off.
BESIDE = {"csr-total": ("csr.count.under", "TRAILING"), "row-count": ("truncated.block.row", "INDEX")}


def _beyond() -> Iterator[Case]:
    """Numbers that differ from the right one only in a bit beyond the width."""
    for name, (base, field, what, right, check, widths) in FIELDS.items():
        for bits in widths:
            value = right + 2**bits
            limit = name in ("rows", "columns") and value > {"rows": 2**20, "columns": 2**12}[name]
            over_the_row = name == "row-count" and value > 4000
            beside, then = BESIDE.get(name, ("", None))
            checks = ["csr.count.row" if over_the_row else check, *([beside] if beside else [])]
            at_the_end = check == "body.incomplete"
            yield Reject(
                name=f"{name}-2-to-the-{bits}-too-many",
                summary=f"{what.format(say(value))}; in {bits} bits that is {right}, which would be right",
                requirements=ids("DEC-04") if at_the_end else [],
                base=base,
                edits=[put(field, value)],
                checks=dict.fromkeys(checks),
                also_here=["TRUNCATED"] if at_the_end else [],
                needs=["many-blocks"] if at_the_end else [],
                also=["LIMIT"] if limit else [],
                then="COUNT" if over_the_row else then,
                catches=[f"{name}-of-{bits}-bits"],
                numbers=[bits],
            )
    far = "daphne/widths/far"
    yield Reject(
        name="far-value",
        summary=f"the last of {say(FAR)} cells of int8 is -1, which uint8 does not have",
        requirements=[],
        base=far,
        edits=[lambda base: Splice(len(base.data) - 1, b"\0", b"\xff")],
        checks={"dense.value": None},
        numbers=[FAR],
    )
    yield Reject(
        name="far-trailing",
        summary=f"a byte after a dense block of {say(FAR)} values of one byte",
        requirements=[],
        base=far,
        edits=[append(b"\0")],
        checks={"body.trailing": None},
        numbers=[FAR],
    )
    yield Reject(
        name="coo-narrow-row-2-to-the-8-too-many",
        summary="the row index of an entry of one column is 257; in 8 bits that is 1, which would be right",
        requirements=ids("COO-02"),
        base=NARROW,
        edits=[put("block[0].entry[0].row", 257)],
        checks={"coo.index.row": None},
        catches=["coo-row-of-8-bits"],
        numbers=[8],
    )


def features() -> Iterator[Feature]:
    yield Feature("widths", "Fields of every width", [*_indices(), *_counts()])


def rejects() -> Iterator[Feature]:
    yield Feature(
        "widths-rejects", "Numbers that are right but for bits that a field holds and a codec may lose", [*_beyond()]
    )
