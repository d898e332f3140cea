"""Readers of a block's content: dense values, CSR rows, COO entries -> parts of the object.

The mirror image of encode_block.py.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from goldenwire_reference.daphne.convert import convert
from goldenwire_reference.daphne.model import DaphneObject, DensePart, Part, SparsePart, bits_of
from goldenwire_reference.daphne.notation import describe
from goldenwire_reference.daphne.plan import BlockPlan, Order
from goldenwire_reference.daphne.tables import BlockType, ValueType
from goldenwire_reference.reader import Reader

Array = npt.NDArray[Any]

# A trace names single values and entries up to this many in a block, and the whole run beyond.
TRACED = 256


def _read_dense(
    reader: Reader, header: DaphneObject, place: BlockPlan, value_type: ValueType
) -> tuple[Order, list[Part]]:
    at = reader.position
    values = reader.array(value_type.dtype, place.area, "values").reshape(place.rows, place.columns)
    _trace_dense(reader, at, values, value_type)
    parts: list[Part] = []
    lost: list[tuple[int, int, str]] = []
    for start, width, target in header.type_runs(place.cx, place.columns) if place.area else ():
        left = start - place.cx
        converted, inexact = convert(values[:, left : left + width], value_type, target)
        parts.append(DensePart(place.rx, start, converted))
        if inexact is not None and inexact.any():
            row, column = map(int, np.argwhere(inexact)[0])
            lost.append((row, left + column, target.name))
    if lost:
        row, column, name = min(lost)
        offset = at + (row * place.columns + column) * value_type.size
        found = describe(values[row, column], value_type)
        reader.refuse("dense.value", offset, f"a value that {name} holds exactly", found)
    return "asc", parts


def _trace_dense(reader: Reader, at: int, values: Array, value_type: ValueType) -> None:
    if reader.trace is None:
        return
    if values.size > TRACED:
        reader.note(at, values.nbytes, "values", f"{values.size} values, row-major")
        return
    for place, value in enumerate(values.reshape(-1)):
        row, column = divmod(place, values.shape[1])
        offset = at + place * value_type.size
        reader.note(offset, value_type.size, f"value[{row},{column}]", describe(value, value_type))


@dataclass
class _Entries:
    """The stored entries of a sparse block in the order of the stream, all arrays 1-D and of one length.

    `rows` and `columns` are relative to the block; `at`, `at_column` and `at_value` are byte offsets of each entry's
    first field, column index and value.
    """

    family: str
    rows: Array
    columns: Array
    values: Array
    at: Array
    at_column: Array
    at_value: Array


def _read_csr(
    reader: Reader, header: DaphneObject, place: BlockPlan, value_type: ValueType
) -> tuple[Order, list[Part]]:
    at_total = reader.position
    total = reader.uint(8, "nzb")
    if total > place.area:
        reader.refuse("csr.count.total", at_total, f"at most {place.area} non-zeros in the block", total)
    entry = np.dtype([("column", "<u4"), ("value", value_type.dtype)])
    start = reader.position
    reader.need(4 * place.rows + total * entry.itemsize, "row")
    counts = _walk_rows(reader, place, total, entry.itemsize, at_total)
    octets = np.frombuffer(reader.data[start : reader.position], "u1")
    is_entry = np.ones(len(octets), bool)
    at_count = 4 * np.arange(place.rows) + entry.itemsize * (np.cumsum(counts) - counts)
    for octet in range(4):
        is_entry[at_count + octet] = False
    stored = octets[is_entry].view(entry)
    rows = np.repeat(np.arange(place.rows), counts)
    at = start + 4 * (rows + 1) + entry.itemsize * np.arange(len(stored))
    columns = stored["column"].astype("<u8")
    if reader.trace is not None:
        _trace_rows(reader, start, counts, stored, value_type)
    entries = _Entries("csr", rows.astype("<u8"), columns, stored["value"], at, at, at + 4)
    return _finish(reader, header, place, value_type, entries)


def _walk_rows(reader: Reader, place: BlockPlan, total: int, entry_size: int, at_total: int) -> Array:
    """Return the number of entries of each row, and move the reader to the end of the block.

    The reader has checked that `total` entries fit into the input.
    """
    counts = np.zeros(place.rows, "<i8")
    read = struct.Struct("<I").unpack_from
    at, so_far = reader.position, 0
    for row in range(place.rows):
        (count,) = read(reader.data, at)
        left = total - so_far
        if count > place.columns or count > left:
            check, most = ("csr.count.over", left) if count <= place.columns else ("csr.count.row", place.columns)
            reader.refuse(check, at, f"at most {most} non-zeros in the row", count)
            # With the check off, the room that was checked may no longer suffice.
            reader.position = at
            reader.need(4 * (place.rows - row) + count * entry_size, "row")
        counts[row] = count
        so_far += count
        at += 4 + count * entry_size
    if so_far < total:
        reader.refuse("csr.count.under", at_total, f"the sum of the rows' non-zeros, {so_far}", total)
    reader.position = at
    return counts


def _trace_rows(reader: Reader, at: int, counts: Array, stored: Array, value_type: ValueType) -> None:
    if len(counts) + len(stored) > TRACED:
        reader.note(at, reader.position - at, "row[..]", f"{len(counts)} rows with {len(stored)} entries")
        return
    first = 0
    for row, count in enumerate(map(int, counts)):
        reader.note(at, 4, f"row[{row}].nzr", str(count))
        _trace_entries(reader, at + 4, stored[first : first + count], value_type, f"row[{row}].")
        at += 4 + count * stored.itemsize
        first += count


def _read_coo(
    reader: Reader, header: DaphneObject, place: BlockPlan, value_type: ValueType
) -> tuple[Order, list[Part]]:
    at_total = reader.position
    total = reader.uint(4, "nzb")
    if total > place.area:
        reader.refuse("coo.count.total", at_total, f"at most {place.area} non-zeros in the block", total)
    narrow = place.columns == 1  # entries without a column index (DAPHNE-COO-02 to -04)
    indices = [("row", "<u4")] if narrow else [("row", "<u4"), ("column", "<u4")]
    entry = np.dtype([*indices, ("value", value_type.dtype)])
    start = reader.position
    stored = reader.array(entry, total, "entry")
    if reader.trace is not None:
        if total <= TRACED:
            _trace_entries(reader, start, stored, value_type, "")
        else:
            reader.note(start, stored.nbytes, "entries", f"{total} entries")
    rows = stored["row"].astype("<u8")
    columns = np.zeros(total, "<u8") if narrow else stored["column"].astype("<u8")
    at = start + entry.itemsize * np.arange(total)
    entries = _Entries("coo", rows, columns, stored["value"], at, at + 4, at + 4 * len(indices))
    return _finish(reader, header, place, value_type, entries)


def _trace_entries(reader: Reader, at: int, stored: Array, value_type: ValueType, scope: str) -> None:
    names = stored.dtype.names or ()
    for number, entry in enumerate(stored):
        for name in names[:-1]:
            reader.note(at, 4, f"{scope}entry[{number}].{name}", str(int(entry[name])))
            at += 4
        reader.note(at, value_type.size, f"{scope}entry[{number}].value", describe(entry["value"], value_type))
        at += value_type.size


def _finish(
    reader: Reader, header: DaphneObject, place: BlockPlan, value_type: ValueType, entries: _Entries
) -> tuple[Order, list[Part]]:
    """Check the entries one by one; return their order and the parts that they make."""
    keys = entries.rows * np.uint64(place.columns) + entries.columns
    order = _order(entries, keys, place)
    parts, inexact = _parts(header, place, value_type, entries)
    found = [*_beyond(place, entries), *_repeated(entries, keys, order), *_zeros(entries), *inexact]
    # Entries are checked one by one: the first wrong one is refused, by the first check that it fails (ERR-02).
    for wrong in sorted(found, key=lambda wrong: wrong.entry):
        reader.refuse(f"{entries.family}.{wrong.check}", wrong.offset, wrong.expected, wrong.found)
    return order, parts


class _Wrong(NamedTuple):
    """The first entry that fails a check: its place in the stored order, and the parts of the message."""

    entry: int
    check: str
    offset: int
    expected: str
    found: object


def _beyond(place: BlockPlan, entries: _Entries) -> Iterator[_Wrong]:
    if entries.family == "coo":
        yield from _from(entries.rows, place.rows, "index.row", entries.at)
    check = "index" if entries.family == "csr" else "index.column"
    yield from _from(entries.columns, place.columns, check, entries.at_column)


def _from(indices: Array, end: int, check: str, at: Array) -> Iterator[_Wrong]:
    """Yield the first index that is `end` or more."""
    if (indices >= end).any():
        first = int(np.argmax(indices >= end))
        yield _Wrong(first, check, int(at[first]), f"an index below {end}", int(indices[first]))


def _repeated(entries: _Entries, keys: Array, order: Order) -> Iterator[_Wrong]:
    if isinstance(order, tuple):
        _, firsts = np.unique(keys, return_index=True)
        if len(firsts) < len(keys):
            repeated = int(np.setdiff1d(np.arange(len(keys)), firsts)[0])
            found = f"({entries.rows[repeated]}, {entries.columns[repeated]}) again"
            yield _Wrong(repeated, "duplicate", int(entries.at[repeated]), "each position once", found)


def _zeros(entries: _Entries) -> Iterator[_Wrong]:
    is_zero = bits_of(entries.values) == 0
    if is_zero.any():
        first = int(np.argmax(is_zero))
        at_zero = int(entries.at_value[first])
        yield _Wrong(first, "zero", at_zero, "no stored zero", "a value whose bits are all zero")


def _order(entries: _Entries, keys: Array, place: BlockPlan) -> Order:
    """Return the plan's name for the order of the entries, or the rank of each in ascending row-major order."""
    if _ascends(keys):
        return "asc"
    if entries.family == "csr":
        if _ascends(entries.rows * np.uint64(place.columns) + (np.uint64(place.columns - 1) - entries.columns)):
            return "desc"
    else:
        if _ascends(keys[::-1]):
            return "desc"
        if _ascends(entries.columns * np.uint64(place.rows) + entries.rows):
            return "colmajor"
    ranks = np.empty(len(keys), int)
    ranks[np.argsort(keys, kind="stable")] = np.arange(len(keys))
    return tuple(ranks.tolist())


def _ascends(keys: Array) -> bool:
    return bool((keys[1:] > keys[:-1]).all())


def _parts(
    header: DaphneObject, place: BlockPlan, value_type: ValueType, entries: _Entries
) -> tuple[list[Part], list[_Wrong]]:
    """Return one part for each run of columns of one type, and the first value of each that the type cannot hold."""
    parts: list[Part] = []
    lost: list[_Wrong] = []
    by_column = np.argsort(entries.columns, kind="stable")
    numbers = np.arange(len(entries.values))
    for start, width, target in header.type_runs(place.cx, place.columns) if len(entries.values) else ():
        left = start - place.cx
        inside: slice | Array = slice(None)
        if width < place.columns:
            ends = np.array([left, left + width], "<u8")
            inside = np.sort(by_column[slice(*np.searchsorted(entries.columns, ends, sorter=by_column))])
        values, inexact = convert(entries.values[inside], value_type, target)
        if inexact is not None and inexact.any():
            first = int(numbers[inside][int(np.argmax(inexact))])
            found = describe(entries.values[first], value_type)
            expected = f"a value that {target.name} holds exactly"
            lost.append(_Wrong(first, "value", int(entries.at_value[first]), expected, found))
        if len(values):
            columns = entries.columns[inside] - np.uint64(left)
            parts.append(SparsePart(place.rx, start, place.rows, width, entries.rows[inside], columns, values))
    return parts, lost


READERS: dict[BlockType, Callable[[Reader, DaphneObject, BlockPlan, ValueType], tuple[Order, list[Part]]]] = {
    BlockType.dense: _read_dense,
    BlockType.csr: _read_csr,
    BlockType.coo: _read_coo,
}
