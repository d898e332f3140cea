"""Mutations of ultra-sparse blocks (COO), and of the rules that both kinds of sparse blocks share."""

from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.daphne.mutations.csr import refusing, unnamed
from goldenwire_suite.mutations import Disabled, Edit, Replaced

_COO = "decode_block._read_coo"
_BEYOND = "decode_block._beyond"
_REPEATED = "decode_block._repeated"
_STORED_ZEROS = "decode_block._zeros"
_WRITE_COO = "encode_block._write_coo"


def _by_differences(original: Any, entries: Any, *rest: Any) -> Any:
    """Look for a repeated cell among neighbours in an order that is circular."""

    def difference(one: int, other: int) -> int:
        return (one - other + 2**31) % 2**32 - 2**31

    def compare(one: tuple[int, int], other: tuple[int, int]) -> int:
        return difference(one[0], other[0]) or difference(one[1], other[1])

    cells = sorted(zip(entries.rows.tolist(), entries.columns.tolist(), strict=True), key=cmp_to_key(compare))
    yield from original(entries, *rest) if any(one == other for one, other in pairwise(cells)) else ()


MUTATIONS = (
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
    mutation("coo-without-columns-like-one-column", "COO-05",
        "it reads a COO block of no columns like one of one column, with up to as many entries as rows",
        Edit(_COO, "place.columns == 1 -> place.columns <= 1"),
        Edit(_COO, "total > place.area -> total > place.rows * max(place.columns, 1)"),
        Edit(_BEYOND, "place.columns -> max(place.columns, 1)")),
    mutation("coo-row-up-to-the-rows", "COO-06",
        "it takes a row index that is the number of rows for the last row",
        Edit(_COO, "stored['row'].astype('<u8') -> (stored['row'] - (stored['row'] == place.rows)).astype('<u8')")),
    mutation("coo-column-up-to-the-columns", "COO-06",
        "it takes a column index that is the number of columns for the last column",
        Edit(_COO, "stored['column'].astype('<u8') -> "
                   "(stored['column'] - (stored['column'] == place.columns)).astype('<u8')")),
    mutation("coo-last-row-refused", "COO-06", "it refuses the last row of a COO block",
        Edit(_BEYOND, "place.rows -> max(place.rows - 1, 1)")),
    mutation("coo-last-column-refused", "COO-06", "it refuses the last column of a COO block",
        Edit(_BEYOND, "place.columns -> place.columns if entries.family == 'csr' else max(place.columns - 1, 1)")),
    mutation("coo-duplicates-of-neighbours-only", "COO-07", "it compares a COO entry with the one before only",
        Edit(_REPEATED, "len(firsts) < len(keys) -> "
                        "len(firsts) < len(keys) and (entries.family == 'csr' or (keys[1:] == keys[:-1]).any())")),
    mutation("coo-duplicates-add-up", "COO-07", "it does not look whether another COO entry has the same cell",
        Disabled("coo.duplicate")),
    mutation("duplicates-told-in-32-bits", "COO-07 CSR-08",
        "it tells the cells of a sparse block apart by their numbers, of which it keeps 32 bits",
        Edit("decode_block._finish",
             "entries.rows * np.uint64(place.columns) + entries.columns -> "
             "(entries.rows * np.uint64(place.columns) + entries.columns) % np.uint64(2 ** 32)"),
        Edit(_REPEATED, "isinstance(order, tuple) -> len(keys)")),
    mutation("index-differences-signed", "COO-07 CSR-08",
        "it sorts entries by the sign of their indices' differences in 32 bits, and compares neighbours",
        Replaced(_REPEATED, _by_differences)),
    mutation("coo-full-refused", "COO-07 COO-13", "it refuses a COO block with as many entries as cells",
        Edit(_COO, "total > place.area -> total >= place.area > 1")),
    mutation("coo-entries-ascend", "COO-08", "it refuses COO entries that do not ascend by row and column",
        refusing("coo", lambda order: order != "asc")),
    mutation("coo-entries-in-a-known-order", "COO-08", "it refuses COO entries that are not sorted by row or column",
        refusing("coo", lambda order: isinstance(order, tuple))),
    mutation("coo-minus-zero-not-stored", "COO-09", "it does not store -0.0 in a COO block",
        Edit(_WRITE_COO, "gatherer.triples(block) -> "
                         "[each[gatherer.triples(block)[2] != 0] for each in gatherer.triples(block)]")),
    mutation("coo-without-entries-refused", "COO-10", "it refuses a COO block without entries",
        Edit(_COO, "total > place.area -> total > place.area or not total")),
    mutation("coo-unnamed-cells-repeat", "COO-11 COO-14",
        "it takes the last value of a COO block for the cells that it does not name",
        unnamed("coo", lambda values: values[-1])),
    mutation("coo-dense-refused", "COO-13", "it refuses a COO block with more entries than half of its cells",
        Edit(_COO, "total > place.area -> 2 * total > place.area")),
    mutation("coo-unnamed-cells-minus-zero", "COO-14",
        "it takes -0.0 for the cells of floats that a COO block does not name",
        unnamed("coo", lambda values: -0.0)),
    mutation("coo-zero-where-its-entry-begins", "COO-15", "it reports a stored zero where its entry begins",
        Edit(_STORED_ZEROS, "entries.at_value -> entries.at")),
    # Both
    mutation("minus-zero-as-stored-zero", "BLK-08 CSR-10 COO-09", "it takes a stored -0.0 for a stored zero",
        Edit(_STORED_ZEROS, "bits_of(entries.values) -> entries.values")),
    mutation("duplicates-with-a-zero-taken", "BLK-09",
        "it takes two entries for a cell if an entry of the block is a zero that it keeps",
        Edit(_REPEATED, "len(firsts) < len(keys) -> len(firsts) < len(keys) and bits_of(entries.values).all()")),
)
