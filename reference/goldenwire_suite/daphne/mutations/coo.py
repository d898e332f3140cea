"""Mutations of ultra-sparse blocks (COO), and of the rules that both kinds of sparse blocks share."""

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.daphne.mutations.csr import unnamed
from goldenwire_suite.mutations import Edit, Rewrite

_COO = "decode_block._read_coo"
_FINISH = "decode_block._finish"
_DONE = "return order, parts"
_BEYOND = "decode_block._beyond"
_REPEATED = "decode_block._repeated"
_STORED_ZEROS = "decode_block._zeros"
_AT = "at = start + entry.itemsize"
_WRITE_COO = "encode_block._write_coo"
_START = "start = reader.position"
_DUPLICATES = "if len(firsts) < len(keys):"
_TRIPLES = "rows, columns, values = gatherer.triples(block) if block.area else _no_cells(block)"

TABLE = (
    # COO
    mutation("coo-total-of-64-bits", "COO-01", "it reads the number of COO entries from eight bytes",
        Edit(_COO, "reader.uint(4, 'nzb') -> reader.uint(8, 'nzb')")),
    mutation("coo-total-written-in-64-bits", "COO-01", "it writes the number of COO entries in eight bytes",
        Edit(_WRITE_COO, "writer.uint(len(values), 4) -> writer.uint(len(values), 8)")),
    mutation("coo-always-with-columns", "COO-02", "it expects a column index in a COO block of one column",
        Edit(_COO, "place.columns == 1 -> False")),
    mutation("coo-always-written-with-columns", "COO-02", "it writes a column index in a COO block of one column",
        Edit(_WRITE_COO, "block.columns == 1 -> False")),
    mutation("coo-never-with-columns", "COO-03", "it expects no column index in a COO block of two columns",
        Edit(_COO, "place.columns == 1 -> place.columns in (1, 2)")),
    mutation("coo-column-first", "COO-03", "it reads the column index of a COO entry before the row index",
        Edit(_COO, "[('row', '<u4'), ('column', '<u4')] -> [('column', '<u4'), ('row', '<u4')]")),
    mutation("coo-written-column-first", "COO-03", "it writes the column index of a COO entry before the row index",
        Edit(_WRITE_COO, "[('row', '<u4'), ('column', '<u4')] -> [('column', '<u4'), ('row', '<u4')]")),
    mutation("coo-layout-by-the-object", "COO-04", "it expects column indices where the object has several columns",
        Edit(_COO, "place.columns -> header.columns")),
    mutation("coo-layout-written-by-the-object", "COO-04",
        "it writes column indices where the object has several columns",
        Edit(_WRITE_COO, "block.columns -> gatherer.obj.columns")),
    mutation("coo-without-columns-with-a-count", "COO-05",
        "it takes the number of rows for that of the entries where there are no columns",
        Edit(_COO, "reader.uint(4, 'nzb') -> reader.uint(4, 'nzb') + (0 if place.columns else place.rows)")),
    mutation("coo-without-columns-takes-any-count", "COO-05",
        "it does not compare the number of entries with the cells where there are no columns",
        Edit(_COO, "total > place.area -> total > place.area and place.columns")),
    mutation(
        "coo-row-up-to-the-rows",
        "COO-06",
        "it takes a row index that is the number of rows for the last row",
        Rewrite(
            _COO,
            _AT,
            f"rows = np.where(rows == place.rows, np.uint64(place.rows - 1), rows)\n    {_AT}",
        ),
    ),
    mutation(
        "coo-column-up-to-the-columns",
        "COO-06",
        "it takes a column index that is the number of columns for the last column",
        Rewrite(
            _COO,
            _AT,
            f"columns = np.where(columns == place.columns, np.uint64(place.columns - 1), columns)\n    {_AT}",
        ),
    ),
    mutation("coo-last-row-refused", "COO-06", "it refuses the last row of a COO block",
        Edit(_BEYOND, "place.rows -> max(place.rows - 1, 1)")),
    mutation("coo-last-column-refused", "COO-06", "it refuses the last column of a COO block",
        Edit(_BEYOND, "place.columns -> place.columns if entries.family == 'csr' else max(place.columns - 1, 1)")),
    mutation(
        "coo-duplicates-of-neighbours-only",
        "COO-07",
        "it compares a COO entry with the one before only",
        Rewrite(
            _REPEATED,
            _DUPLICATES,
            """if entries.family == "coo" and not (keys[1:] == keys[:-1]).any():
            pass
        elif len(firsts) < len(keys):""",
        ),
    ),
    mutation(
        "coo-duplicates-add-up",
        "COO-07",
        "it adds up the values of COO entries for one cell",
        Rewrite(
            _REPEATED,
            _DUPLICATES,
            'if entries.family == "coo":\n            pass\n        elif len(firsts) < len(keys):',
        ),
    ),
    mutation("duplicates-told-in-32-bits", "COO-07 CSR-08",
        "it tells the cells of a sparse block apart by their numbers, of which it keeps 32 bits",
        Edit(_FINISH,
             "entries.rows * np.uint64(place.columns) + entries.columns -> "
             "(entries.rows * np.uint64(place.columns) + entries.columns) % np.uint64(2 ** 32)"),
        Edit(_REPEATED, "isinstance(order, tuple) -> len(keys)")),
    mutation("coo-full-refused", "COO-07 COO-13", "it refuses a COO block with as many entries as cells",
        Edit(_COO, "total > place.area -> total >= place.area > 1")),
    mutation(
        "coo-entries-ascend",
        "COO-08",
        "it refuses COO entries that do not ascend by row and column",
        Rewrite(
            _FINISH,
            _DONE,
            f"""if entries.family == "coo" and order != "asc":
        reader.refuse("coo.index.row", 0, "ascending entries", "others")
    {_DONE}""",
        ),
    ),
    mutation(
        "coo-entries-in-a-known-order",
        "COO-08",
        "it refuses COO entries that are not sorted by row or column",
        Rewrite(
            _FINISH,
            _DONE,
            f"""if entries.family == "coo" and isinstance(order, tuple):
        reader.refuse("coo.index.row", 0, "sorted entries", "others")
    {_DONE}""",
        ),
    ),
    mutation(
        "coo-minus-zero-not-stored",
        "COO-09",
        "it does not store -0.0 in a COO block",
        Rewrite(
            _WRITE_COO,
            _TRIPLES,
            f"""{_TRIPLES}
    stored = values != 0
    rows, columns, values = rows[stored], columns[stored], values[stored]""",
        ),
    ),
    mutation(
        "coo-without-entries-refused",
        "COO-10",
        "it refuses a COO block without entries",
        Rewrite(
            _COO,
            _START,
            f"""if not total:
        reader.refuse("coo.count.total", at_total, "entries", "none")
    {_START}""",
        ),
    ),
    mutation(
        "coo-unnamed-cells-repeat",
        "COO-11",
        "it takes the last value of a COO block for the cells that it does not name",
        unnamed("coo", "entries.values[-1] if len(entries.values) else 0"),
    ),
    mutation(
        "coo-dense-refused",
        "COO-13",
        "it refuses a COO block with more entries than half of its cells",
        Rewrite(
            _COO,
            _START,
            f"""if 2 * total > place.area > 3:
        reader.refuse("coo.count.total", at_total, "few entries", total)
    {_START}""",
        ),
    ),
    mutation(
        "coo-unnamed-cells-minus-zero",
        "COO-14",
        "it takes -0.0 for the cells of floats that a COO block does not name",
        unnamed("coo", "-0.0", "value_type.is_float"),
    ),
    mutation("coo-zero-where-its-entry-begins", "COO-15", "it reports a stored zero where its entry begins",
        Edit(_STORED_ZEROS, "entries.at_value -> entries.at")),
    # Both
    mutation("minus-zero-as-stored-zero", "BLK-08 CSR-10 COO-09", "it takes a stored -0.0 for a stored zero",
        Edit(_STORED_ZEROS, "bits_of(entries.values) -> entries.values")),
    mutation(
        "duplicates-with-a-zero-taken",
        "BLK-09",
        "it takes two entries for a cell if one of them is a zero that it keeps",
        Rewrite(
            _REPEATED,
            _DUPLICATES,
            """if (bits_of(entries.values) == 0).any():
            pass
        elif len(firsts) < len(keys):""",
        ),
    ),
)
