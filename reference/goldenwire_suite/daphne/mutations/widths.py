"""Mutations of the width of a field: a codec keeps 8, 16 or 32 bits, and the rest is lost."""

from collections.abc import Iterator

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Mutation

_HEADER, _BLOCK = "decode._read_header", "decode._read_block"
_CSR, _WALK, _COO = "decode_block._read_csr", "decode_block._walk_rows", "decode_block._read_coo"
_WRITE_HEADER, _WRITE_BLOCK, _WRITE_LABEL = "encode._write_header", "encode._write_block", "encode._write_label"
_WRITE_CSR, _WRITE_COO = "encode_block._write_csr", "encode_block._write_coo"

# A field: its name, its requirements, its place in the reference, the expression whose bits are kept, or the change (in
# which {cut} stands for that), and the widths that are too small.
Kept = tuple[str, str, str, str, tuple[int, ...]]

READ: dict[str, Kept] = {
    "rows": ("the number of rows", "HDR-04", _HEADER, "reader.uint(8, 'rows')", (8, 16, 32)),
    "columns": ("the number of columns", "HDR-05", _HEADER, "reader.uint(8, 'columns')", (8, 16, 32)),
    "rx": ("the row position of a block", "BODY-01", _BLOCK, "reader.uint(8, 'rx')", (8, 16, 32)),
    "cx": ("the column position of a block", "BODY-01", _BLOCK, "reader.uint(8, 'cx')", (8, 16, 32)),
    "block-rows": ("the rows of a block", "BLK-01", _BLOCK, "reader.uint(4, 'rows')", (8, 16)),
    "block-columns": ("the columns of a block", "BLK-02", _BLOCK, "reader.uint(4, 'columns')", (8, 16)),
    "csr-total": ("the total of a CSR block", "CSR-01", _CSR, "reader.uint(8, 'nzb')", (8, 16, 32)),
    "row-count": ("the count of a row", "CSR-02", _WALK, "(count,) = read(reader.data, at) -> "
                  "count = read(reader.data, at)[0]{cut}", (8, 16)),
    "csr-column": ("a column index in a CSR block", "CSR-02", _CSR, "stored['column'].astype('<u8')", (8, 16)),
    "coo-total": ("the number of entries of a COO block", "COO-01", _COO, "reader.uint(4, 'nzb')", (8, 16)),
    "coo-row": ("a row index in a COO block", "COO-02 COO-03", _COO, "stored['row'].astype('<u8')", (8, 16)),
    "coo-column": ("a column index in a COO block", "COO-03", _COO, "stored['column'].astype('<u8')", (8, 16)),
    "label-length": ("a label's length", "FRM-02 LBL-01", "decode._read_label", "reader.uint(2, 'length')", (8,)),
}
WRITTEN: dict[str, Kept] = {
    "rows": ("the number of rows", "HDR-04", _WRITE_HEADER, "obj.rows", (8, 16)),
    "columns": ("the number of columns", "HDR-05", _WRITE_HEADER, "obj.columns", (8,)),
    "rx": ("the row position of a block", "BODY-01", _WRITE_BLOCK, "block.rx", (8, 16)),
    "cx": ("the column position of a block", "BODY-01", _WRITE_BLOCK, "block.cx", (8,)),
    "block-rows": ("the rows of a block", "BLK-01", _WRITE_BLOCK, "block.rows", (8, 16)),
    "block-columns": ("the columns of a block", "BLK-02", _WRITE_BLOCK, "block.columns", (8, 16)),
    "csr-total": ("the total of a CSR block", "CSR-01", _WRITE_CSR, "writer.uint(len(values), 8) -> "
                  "writer.uint(len(values){cut}, 8)", (8,)),
    "coo-total": ("the number of entries", "COO-01", _WRITE_COO, "writer.uint(len(values), 4) -> "
                  "writer.uint(len(values){cut}, 4)", (8,)),
    "row-count": ("the count of a row", "CSR-02", _WRITE_CSR, "counts.astype('<u4')", (8,)),
    "csr-column": ("a column index in a CSR block", "CSR-02", _WRITE_CSR, "columns[order]", (8,)),
    "coo-row": ("a row index in a COO block", "COO-02 COO-03", _WRITE_COO, "rows[order]", (8, 16)),
    "coo-column": ("a column index in a COO block", "COO-03", _WRITE_COO, "columns[order]", (8,)),
    "label-length": ("a label's length", "FRM-02 LBL-01", _WRITE_LABEL, "writer.uint(len(octets), 2) -> "
                     "writer.uint(len(octets){cut}, 2)", (8,)),
}  # fmt: skip


def _all() -> Iterator[Mutation]:
    for table, verb, infix in ((READ, "keeps", "of"), (WRITTEN, "writes", "written-of")):
        for name, (what, cited, function, change, widths) in table.items():
            for bits in widths:
                old_and_new = change if " -> " in change else f"{change} -> {change}{{cut}}"
                yield mutation(f"{name}-{infix}-{bits}-bits", cited, f"it {verb} {bits} bits of {what}",
                    Edit(function, old_and_new.format(cut=f" % 2 ** {bits}")))


MUTATIONS = tuple(_all())
