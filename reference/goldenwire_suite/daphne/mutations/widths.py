"""Mutations of the width of a field: a codec keeps 8, 16 or 32 bits, and the rest is lost."""

from collections.abc import Iterator
from typing import NamedTuple

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Mutation, Rewrite


class Kept(NamedTuple):
    """A field: its name, its requirements, its place in the reference, and the widths that are too small for it."""

    what: str
    cited: str
    function: str
    old: str
    new: str  # replaces `old`; {cut} stands for the operation that keeps some bits
    bits: tuple[int, ...]


_HEADER, _BLOCK = "decode._read_header", "decode._read_block"
_CSR, _WALK, _COO = "decode_block._read_csr", "decode_block._walk_rows", "decode_block._read_coo"
_WRITE_HEADER, _WRITE_BLOCK, _WRITE_LABEL = "encode._write_header", "encode._write_block", "encode._write_label"
_WRITE_CSR, _WRITE_COO = "encode_block._write_csr", "encode_block._write_coo"


def _field(what: str, cited: str, function: str, text: str, *bits: int) -> Kept:
    return Kept(what, cited, function, text, text + "{cut}", bits)


READ = {
    "rows": _field("the number of rows", "HDR-04", _HEADER, 'reader.uint(8, "rows")', 8, 16, 32),
    "columns": _field("the number of columns", "HDR-05", _HEADER, 'reader.uint(8, "columns")', 8, 16, 32),
    "rx": _field("the row position of a block", "BODY-01", _BLOCK, 'reader.uint(8, "rx")', 8, 16, 32),
    "cx": _field("the column position of a block", "BODY-01", _BLOCK, 'reader.uint(8, "cx")', 8, 16, 32),
    "block-rows": _field("the rows of a block", "BLK-01", _BLOCK, 'reader.uint(4, "rows")', 8, 16),
    "block-columns": _field("the columns of a block", "BLK-02", _BLOCK, 'reader.uint(4, "columns")', 8, 16),
    "csr-total": _field("the total of a CSR block", "CSR-01", _CSR, 'reader.uint(8, "nzb")', 8, 16, 32),
    "row-count": Kept(
        "the count of a row", "CSR-02", _WALK, "left = total - so_far",
        "count = count{cut}\n        left = total - so_far", (8, 16),
    ),
    "csr-column": Kept(
        "a column index in a CSR block", "CSR-02", _CSR, 'columns = stored["column"].astype("<u8")',
        'columns = stored["column"].astype("<u8"){cut}', (8, 16),
    ),
    "coo-total": _field("the number of entries of a COO block", "COO-01", _COO, 'reader.uint(4, "nzb")', 8, 16),
    "coo-row": Kept(
        "a row index in a COO block", "COO-02 COO-03", _COO, 'rows = stored["row"].astype("<u8")',
        'rows = stored["row"].astype("<u8"){cut}', (8, 16),
    ),
    "coo-column": Kept(
        "a column index in a COO block", "COO-03", _COO, 'else stored["column"].astype("<u8")',
        'else stored["column"].astype("<u8"){cut}', (8, 16),
    ),
    "label-length": _field("a label's length", "FRM-02 LBL-01", "decode._read_label", 'reader.uint(2, "length")', 8),
}  # fmt: skip


def _written(what: str, cited: str, function: str, old: str, *bits: int) -> Kept:
    """A field that is written by `writer.uint(...)` in one place."""
    value, _, size = old.removeprefix("writer.uint(").rpartition(", ")
    return Kept(what, cited, function, old, f"writer.uint({value}{{cut}}, {size}", bits)


WRITTEN = {
    "rows": _written("the number of rows", "HDR-04", _WRITE_HEADER, "writer.uint(obj.rows, 8)", 8, 16),
    "columns": _written("the number of columns", "HDR-05", _WRITE_HEADER, "writer.uint(obj.columns, 8)", 8),
    "rx": _written("the row position of a block", "BODY-01", _WRITE_BLOCK, "writer.uint(block.rx, 8)", 8, 16),
    "cx": _written("the column position of a block", "BODY-01", _WRITE_BLOCK, "writer.uint(block.cx, 8)", 8),
    "block-rows": _written("the rows of a block", "BLK-01", _WRITE_BLOCK, "writer.uint(block.rows, 4)", 8, 16),
    "block-columns": _written("the columns of a block", "BLK-02", _WRITE_BLOCK, "writer.uint(block.columns, 4)", 8, 16),
    "csr-total": _written("the total of a CSR block", "CSR-01", _WRITE_CSR, "writer.uint(len(values), 8)", 8),
    "coo-total": _written("the number of entries", "COO-01", _WRITE_COO, "writer.uint(len(values), 4)", 8),
    "row-count": Kept(
        "the count of a row", "CSR-02", _WRITE_CSR, 'counts.astype("<u4")', '(counts{cut}).astype("<u4")', (8,)
    ),
    "csr-column": Kept(
        "a column index in a CSR block", "CSR-02", _WRITE_CSR, "columns[order], values", "columns[order]{cut}, values",
        (8,),
    ),
    "coo-row": Kept(
        "a row index in a COO block", "COO-02 COO-03", _WRITE_COO, "rows[order], values", "rows[order]{cut}, values",
        (8, 16),
    ),
    "coo-column": Kept(
        "a column index in a COO block", "COO-03", _WRITE_COO, 'columns[order]\n', 'columns[order]{cut}\n', (8,)
    ),
    "label-length": _written("a label's length", "FRM-02 LBL-01", _WRITE_LABEL, "writer.uint(len(octets), 2)", 8),
}  # fmt: skip


def _all() -> Iterator[Mutation]:
    for table, verb, infix in ((READ, "keeps", "of"), (WRITTEN, "writes", "written-of")):
        for name, field in table.items():
            for bits in field.bits:
                cut = (
                    f" % np.uint64(2**{bits})" if "[order]" in field.old or "stored[" in field.old else f" % 2**{bits}"
                )
                yield mutation(
                    f"{name}-{infix}-{bits}-bits",
                    field.cited,
                    f"it {verb} {bits} bits of {field.what}",
                    Rewrite(field.function, field.old, field.new.replace("{cut}", cut)),
                )


TABLE = tuple(_all())
