"""Mutations of sparse blocks (CSR)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from goldenwire_reference.daphne.model import DensePart
from goldenwire_reference.daphne.plan import Order
from goldenwire_suite.daphne.cases.builders import mutation
from goldenwire_suite.mutations import Disabled, Edit, Replaced

_CSR = "decode_block._read_csr"
_WALK = "decode_block._walk_rows"
_REPEATED = "decode_block._repeated"
_STORED_ZEROS = "decode_block._zeros"
_WRITE_CSR = "encode_block._write_csr"
_BEYOND = "decode_block._beyond"


def refusing(family: str, is_wrong: Callable[[Order], bool]) -> Replaced:
    """A decoder that refuses sparse blocks of the family for the order of their entries."""

    def finish(original: Any, reader: Any, *rest: Any) -> Any:
        order, parts = original(reader, *rest)
        if rest[-1].family == family and is_wrong(order):
            reader.refuse(f"{family}.duplicate", 0, "sorted entries", order)
        return order, parts

    return Replaced("decode_block._finish", finish)


def unnamed(family: str, value: Callable[[Any], Any]) -> Replaced:
    """A decoder for which the cells that a sparse block does not list have a value made of those that it lists."""

    def filled(part: Any) -> DensePart:
        cells = np.full((part.rows, part.columns), value(part.values), part.values.dtype)
        cells[part.at_rows, part.at_columns] = part.values
        return DensePart(part.row, part.column, cells)

    def parts(original: Any, header: Any, place: Any, value_type: Any, entries: Any) -> Any:
        found, lost = original(header, place, value_type, entries)
        return [*map(filled, found)] if entries.family == family and place.area < 99 else found, lost

    return Replaced("decode_block._parts", parts)


MUTATIONS = (
    # CSR
    mutation("csr-total-in-four-bytes", "CSR-01", "it reads the total of a CSR block from four bytes",
        Edit(_CSR, "reader.uint(8, 'nzb') -> reader.uint(4, 'nzb')")),
    mutation("csr-total-written-in-32-bits", "CSR-01", "it writes the total of a CSR block in four bytes",
        Edit(_WRITE_CSR, "writer.uint(len(values), 8) -> writer.uint(len(values), 4)")),
    mutation("csr-counts-first", "CSR-02", "it expects the counts of all rows before the first entry",
        Edit(_WALK, "read(reader.data, at) -> read(reader.data, reader.position + 4 * row)")),
    mutation("csr-rows-from-the-last", "CSR-02", "it reads the rows of a CSR block from the last to the first",
        Edit(_CSR, "np.repeat(np.arange(place.rows), counts) -> "
                   "place.rows - 1 - np.repeat(np.arange(place.rows), counts)")),
    mutation("csr-written-value-first", "CSR-02", "it writes the value of a CSR entry before its column index",
        Edit(_WRITE_CSR, "[('column', '<u4'), ('value', _type_of(block).dtype)] -> "
                         "[('value', _type_of(block).dtype), ('column', '<u4')]")),
    mutation("csr-with-a-count-too-many", "CSR-03", "it expects a count of 0 after the last row of a CSR block",
        Edit(_CSR, "_finish(reader, header, place, value_type, entries) -> "
                   "reader.take(4, 'end') and _finish(reader, header, place, value_type, entries)")),
    mutation("csr-written-padded", "CSR-03", "it pads a CSR block to a multiple of eight bytes",
        Edit(_WRITE_CSR, "writer.array(octets) -> writer.array(np.pad(octets, (0, -len(octets) % 8)))")),
    mutation("csr-rows-without-entries-left-out", "CSR-04", "it writes no count for a row without entries",
        Edit(_WRITE_CSR, "writer.array(octets) -> "
                         "writer.array(np.delete(octets, at_count[counts == 0, None] + np.arange(4)))")),
    mutation("csr-rows-without-entries-not-counted", "CSR-04",
        "it counts only the rows of a CSR block that have entries",
        Edit(_CSR, "np.repeat(np.arange(place.rows), counts) -> "
                   "np.repeat(np.arange(np.count_nonzero(counts)), counts[counts > 0])")),
    mutation("csr-without-entries-without-rows", "CSR-05", "it expects no counts in a CSR block without entries",
        Replaced(_CSR, lambda original, reader, header, place, type: original(
            reader, header, place if any(reader.data[reader.position :][:8]) else replace(place, rows=0), type))),
    mutation("csr-written-without-entries-without-rows", "CSR-05",
        "it writes no counts in a CSR block without entries",
        Edit(_WRITE_CSR, "writer.array(octets) -> "
                         "writer.array(octets if len(values) or not block.columns else octets[:0])")),
    mutation("csr-total-ignored", "CSR-06", "it ignores the total of a CSR block and goes by the rows",
        Disabled("csr.count.over"), Disabled("csr.count.under")),
    mutation("csr-total-too-great-taken", "CSR-06",
        "it takes a total that is greater than the sum of the rows' counts",
        Edit(_WALK, "so_far < total -> False")),
    mutation("csr-index-up-to-the-columns", "CSR-07",
        "it takes an index that is the number of columns for the last column",
        Edit(_CSR, "stored['column'].astype('<u8') -> "
                   "(stored['column'] - (stored['column'] == place.columns)).astype('<u8')")),
    mutation("csr-last-column-refused", "CSR-07", "it refuses the last column of a block",
        Edit(_BEYOND, "place.columns -> place.columns if entries.family == 'coo' else max(place.columns - 1, 1)")),
    mutation("csr-duplicates-of-neighbours-only", "CSR-08", "it compares an entry of a row with the one before only",
        Edit(_REPEATED, "len(firsts) < len(keys) -> "
                        "len(firsts) < len(keys) and (entries.family == 'coo' or (keys[1:] == keys[:-1]).any())")),
    mutation("csr-duplicates-of-equal-value-taken", "CSR-08",
        "it takes a second entry for a cell if it has the same value",
        Edit(_REPEATED, "len(firsts) < len(keys) -> "
                        "len(firsts) < len(set(zip(keys.tolist(), bits_of(entries.values).tolist())))")),
    mutation("csr-duplicates-last-wins", "CSR-08", "it does not look whether another CSR entry has the same cell",
        Disabled("csr.duplicate")),
    mutation("csr-columns-ascend", "CSR-09", "it refuses entries of a row whose columns do not ascend",
        refusing("csr", lambda order: order != "asc")),
    mutation("csr-columns-monotonic", "CSR-09",
        "it refuses a CSR block whose columns neither ascend in all rows nor descend in all",
        refusing("csr", lambda order: isinstance(order, tuple))),
    mutation("csr-minus-zero-not-stored", "CSR-10 CAN-04", "it does not store -0.0 in a CSR block",
        Edit(_WRITE_CSR, "gatherer.triples(block) -> "
                         "[each[gatherer.triples(block)[2] != 0] for each in gatherer.triples(block)]")),
    mutation("csr-zeros-stored", "CSR-10 ENC-09", "it stores a zero in a CSR block if the request lists it",
        Edit("model.SparsePart.nonzero", "stored.all() -> True")),
    mutation("csr-unnamed-cells-repeat", "CSR-11 CSR-13",
        "it takes the last value of a CSR block for the cells that it does not name",
        unnamed("csr", lambda values: values[-1])),
    mutation("csr-unnamed-cells-minus-zero", "CSR-13",
        "it takes -0.0 for the cells of floats that a CSR block does not name",
        unnamed("csr", lambda values: -0.0)),
    mutation("csr-counts-unchecked", "CSR-12", "it does not compare the counts of a CSR block with its cells",
        Edit(_CSR, "total > place.area -> False"),
        Edit(_WALK, "count > place.columns or count > left -> count > left")),
    mutation("csr-full-refused", "CSR-12", "it refuses a CSR block with as many entries as cells",
        Edit(_CSR, "total > place.area -> total >= place.area > 0")),
    mutation("csr-full-row-refused", "CSR-12", "it refuses a row with as many entries as columns",
        Edit(_WALK, "count > place.columns -> count >= place.columns > 0")),
    mutation("csr-zero-as-a-value", "CSR-14", "it reports a stored zero where its entry begins",
        Edit(_STORED_ZEROS, "entries.at_value -> entries.at")),
    mutation("csr-zero-in-integers-only", "CSR-14 BLK-08", "it takes zeros of floats in sparse blocks",
        Edit(_STORED_ZEROS, "bits_of(entries.values) == 0 -> "
                            "(bits_of(entries.values) == 0) & (entries.values.dtype.kind != 'f')")),
    mutation("csr-without-columns-without-counts", "CSR-15", "it expects no counts in a CSR block without columns",
        Replaced(_CSR, lambda original, reader, header, place, type: original(
            reader, header, place if place.columns else replace(place, rows=0), type))),
    mutation("csr-written-without-columns-without-counts", "CSR-15",
        "it writes no counts in a CSR block without columns",
        Edit(_WRITE_CSR, "writer.array(octets) -> writer.array(octets if block.columns else octets[:0])")),
)
