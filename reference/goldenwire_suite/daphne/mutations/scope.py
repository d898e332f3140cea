"""Rules applied too narrowly or too widely: in one place and not in the other, or slightly beyond their scope."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Edit, Mutation, Rewrite

_KIND = "if kind is not DataType.Frame:"

HEADERS = (
    mutation(
        "scalar-as-sparse-matrix",
        "GEN-04",
        "it takes data type 4 for a further kind of sparse matrix",
        Rewrite(
            "decode._read_header",
            "if code not in DATA_TYPE_NAMES:",
            "code = 2 if code == 4 else code\n    if code not in DATA_TYPE_NAMES:",
        ),
    ),
    mutation(
        "type-header-a-byte-early",
        "HDR-06",
        "it looks for the type-specific header at offset 17",
        Rewrite("decode._read_header", _KIND, f"reader.position -= 1\n    {_KIND}"),
    ),
    mutation(
        "objects-without-columns-refused",
        "HDR-08",
        "it takes objects without rows, but none without columns",
        Rewrite(
            "decode._read_header",
            _KIND,
            f'if not columns:\n        reader.refuse("header.version", 10, "columns", "none")\n    {_KIND}',
        ),
    ),
    mutation("truncation-reported-at-the-end", "HDR-09 DEC-04",
        "it reports input that has been cut short where it ends, and not where the field begins",
        Edit("reader.Reader.need", "self.position -> len(self.data)")),
    mutation("dense-matrix-written-as-0", "DT-04", "it writes 0 for a DenseMatrix, as its own enumeration has it",
        Edit("encode._write_header", "writer.uint(obj.kind, 1) -> writer.uint(obj.kind if obj.kind > 1 else 0, 1)")),
    mutation(
        "frame-body-aligned",
        "FRM-04",
        "it looks for the body of a frame at the next multiple of eight",
        Rewrite(
            "decode._read_header",
            'reader.scope = ""',
            'reader.scope = ""\n    reader.take(-reader.position % 8, "padding")',
        ),
    ),
    mutation(
        "reserved-column-type-as-uint8",
        "FRM-06",
        "it takes value type 0 of a column for uint8",
        Rewrite(
            "decode._read_value_type",
            "if code not in VALUE_TYPES:",
            'code = code or 1 if place == "frame" else code\n    if code not in VALUE_TYPES:',
        ),
    ),
    mutation("duplicate-labels-numbered", "LBL-07", "it writes a number behind a label that an earlier column has",
        Edit("encode._write_header",
             "_write_label(writer, number, label) -> "
             "_write_label(writer, number, f'{label}{number}' if label in obj.labels[:number] else label)")),
)

PARTITIONS = (
    mutation(
        "whole-blocks-refused",
        "PART-05",
        "it takes a block of the object's own dimensions for a mistake",
        Rewrite(
            "decode._check_place",
            "if rx + rows > header.rows:",
            "if header.has_cells and (rows, columns) == (header.rows, header.columns):\n"
            '        reader.refuse("block.not-whole", at, "a part of the object", found)\n'
            "    if rx + rows > header.rows:",
        ),
    ),
    mutation(
        "strips-only",
        "PART-01 PART-07",
        "it takes only blocks that span all rows or all columns",
        Rewrite(
            "decode._check_place",
            "if rx + rows > header.rows:",
            "if rows != header.rows and columns != header.columns:\n"
            '        reader.refuse("block.not-whole", at, "a strip", found)\n'
            "    if rx + rows > header.rows:",
        ),
    ),
    mutation(
        "dense-beside-sparse-refused",
        "PART-08",
        "it takes blocks of several types, but no dense ones beside sparse ones",
        Rewrite(
            "decode._read_block",
            "if code not in BLOCK_TYPE_NAMES:",
            'if getattr(tiling, "is_dense", code == 1) != (code == 1):\n'
            '        reader.refuse("block.type", at_type, "what the first block is", code)\n'
            "    tiling.is_dense = code == 1\n"
            "    if code not in BLOCK_TYPE_NAMES:",
        ),
    ),
    mutation(
        "later-blocks-of-the-header-type",
        "PART-09",
        "it takes another value type than the header's in the first block alone",
        Rewrite(
            "decode._read_block",
            'value_type = _read_value_type(reader, "block", "value-type")',
            'value_type = _read_value_type(reader, "block", "value-type")\n'
            "    first = reader.scope == 'block[0].'\n"
            "    if header.kind is not DataType.Frame and not first and value_type != header.types[0]:\n"
            '        reader.refuse("block.type", at_type, "the value type of the header", value_type.name)',
        ),
    ),
    mutation("values-of-the-first-block-alone", "DEC-03", "it looks whether values fit in the first block alone",
        Edit("decode_block._finish",
             "[*_beyond(place, entries), *_repeated(entries, keys, order), *_zeros(entries), *inexact] -> "
             "[*_beyond(place, entries), *_repeated(entries, keys, order), *_zeros(entries), *(inexact if "
             "reader.scope == 'block[0].' else [])]")),
)


def _unnamed(family: str, condition: str, filled: str) -> Rewrite:
    """A decoder that fills the cells that a sparse block does not list with something other than zero."""
    return Rewrite(
        "decode_block._finish",
        "return order, parts",
        f'if entries.family == "{family}" and {condition} and len(entries.values) < place.area < 99:\n'
        "        named = set(keys.tolist())\n"
        "        other = [key for key in range(place.area) if key not in named]\n"
        '        entries.rows = np.append(entries.rows, np.array(other, "<u8") // np.uint64(place.columns))\n'
        '        entries.columns = np.append(entries.columns, np.array(other, "<u8") % np.uint64(place.columns))\n'
        f"        entries.values = np.append(entries.values, np.full(len(other), {filled}, value_type.dtype))\n"
        "        entries.at_value = np.append(entries.at_value, np.zeros(len(other), int))\n"
        "    return order, _parts(header, place, value_type, entries)[0]",
    )


BLOCKS = (
    mutation(
        "non-finite-entries-dropped",
        "VT-14",
        "it takes infinities and NaNs in sparse blocks for cells that have no value",
        Rewrite(
            "decode_block._parts",
            "values, inexact = convert(entries.values[inside], value_type, target)",
            "values, inexact = convert(entries.values[inside], value_type, target)\n"
            "        if target.is_float:\n"
            "            values = np.where(np.isfinite(values), values, 0).astype(target.dtype)",
        ),
    ),
    mutation(
        "empty-block-of-nans",
        "EMP-04",
        "it delivers the cells of an empty block of floats as NaN, as if they were missing",
        Rewrite(
            "decode._read_block",
            "return place, []",
            "from goldenwire_reference.daphne.model import DensePart\n"
            "        import numpy as np\n"
            "        return place, [\n"
            "            DensePart(rx, start, np.full((rows, width), np.nan, target.dtype))\n"
            "            for start, width, target in header.type_runs(cx, columns if rows * columns < 10**4 else 0)\n"
            "            if target.is_float\n"
            "        ]",
        ),
    ),
    mutation(
        "csr-unnamed-cells-are-one",
        "CSR-11",
        "it takes 1 for the cells that a CSR block does not name, as in a matrix of a pattern",
        _unnamed("csr", "len(entries.values)", "1"),
    ),
    mutation(
        "csr-unnamed-cells-nan",
        "CSR-13",
        "it takes NaN for the cells of floats that a CSR block does not name, as if they were missing",
        _unnamed("csr", "value_type.is_float", "np.nan"),
    ),
    mutation(
        "coo-unnamed-cells-are-one",
        "COO-11",
        "it takes 1 for the cells that a COO block does not name, as in a matrix of a pattern",
        _unnamed("coo", "len(entries.values)", "1"),
    ),
    mutation(
        "coo-unnamed-cells-nan",
        "COO-14",
        "it takes NaN for the cells of floats that a COO block does not name, as if they were missing",
        _unnamed("coo", "value_type.is_float", "np.nan"),
    ),
    mutation(
        "coo-of-at-least-one-entry",
        "COO-10",
        "it reads one entry before it looks at the count of a COO block",
        Rewrite("decode_block._read_coo", "narrow = place", "total = max(total, 1)\n    narrow = place"),
    ),
    mutation("coo-zero-as-value", "COO-15", "it refuses a stored zero of a COO block as a value that does not fit",
        Edit("decode_block._zeros",
             "_Wrong(first, 'zero', at_zero, 'no stored zero', 'a value whose bits are all zero') -> "
             "_Wrong(first, 'value' if entries.family == 'coo' else 'zero', at_zero, 'no stored zero', 'a "
             "value whose bits are all zero')")),
    mutation("duplicate-zeros-taken", "BLK-09",
        "it takes two entries for a cell if the later one is a zero that it keeps",
        Edit("decode_block._repeated",
             "len(firsts) < len(keys) -> "
             "len(firsts) < len(keys) and (not "
             "(bits_of(entries.values)[np.setdiff1d(np.arange(len(keys)), firsts)] == 0).any())")),
    mutation(
        "canonical-by-density",
        "ENC-03 CAN-02",
        "it writes a DenseMatrix of which fewer than half of the cells are not zero in CSR",
        Rewrite(
            "plan.canonical",
            "if not obj.has_cells:",
            "if 0 < 2 * len(obj.cells()[0]) < obj.rows * obj.columns and obj.kind is DataType.DenseMatrix:\n"
            "        block = BlockType.csr\n"
            "    if not obj.has_cells:",
        ),
    ),
)

TABLE: tuple[Mutation, ...] = (*HEADERS, *PARTITIONS, *BLOCKS)
