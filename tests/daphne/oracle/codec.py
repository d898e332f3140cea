"""A second decoder of the DAPHNE format, which confirms the vectors. It must not share code with the reference.

Kaitai Struct reads the structure, numpy and scipy.sparse place the cells, and Python's fractions convert them between
value types. Clarity comes before speed.
"""

import functools
import itertools
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from daphne.oracle.structure import OracleReject, parse, read_whole, start
from kit.exact import atom, meaning, number, pattern, quieted

KINDS = {"dense_matrix": "DenseMatrix", "csr_matrix": "CSRMatrix", "frame": "Frame"}

# The default choices: those of the reference. Size limits are outside the grammar, so huge objects
# are accepted.
POLICIES = {
    "daphne.stored-zero": "reject",
    "daphne.label-encoding": "reject",
    "daphne.duplicate-label": "keep",
    "daphne.empty-body": "reject",
    "daphne.signalling-nan": "keep",
    "daphne.huge-object": "accept",
}


Rectangle = tuple[int, int, int, int]  # row, column, rows, columns


class Entries(NamedTuple):
    """The stored values of a block in stored order: place within the block, bits, offset of the value's first byte.

    `again` is the first entry that repeats the place of an earlier one, and the offset at which it begins.
    """

    rows: Any
    columns: Any
    bits: Any
    offsets: Any
    again: tuple[int, int] | None = None


def decode(data: bytes, policies: Mapping[str, str] = POLICIES) -> dict[str, Any]:
    """Return the value that `data` holds, in neutral notation. Raises OracleReject if the data do not conform.

    `policies` overrides choices of POLICIES.
    """
    policies = {**POLICIES, **policies}
    parsed, failure = parse(data)
    if failure and policies["daphne.empty-body"] == "accept" and _lacks_only_its_block(parsed, failure):
        parsed, failure = parse(data + struct.pack("<QQIIB", 0, 0, parsed.num_rows, parsed.num_columns, 0))
    # Complete fields are judged before the failure that ended the reading is raised: their defects come first.
    labels = _labels(read_whole(parsed, "labels"), policies)
    if failure and not hasattr(parsed, "blocks"):
        raise failure
    value = _header(parsed, labels)
    later = first_overlap([shape for block in parsed.blocks if (shape := _rectangle(block))])
    blocks = [*read_whole(parsed, "blocks"), *_cut_at_an_index(parsed, failure)][:later]
    cells = [cell for block in blocks for cell in _cells(block, value, policies)]
    if later is not None:
        raise OracleReject("OVERLAP", start(parsed.blocks[later], "row"), "the block lies on an earlier one")
    if failure:
        raise failure
    value["cells"] = [[str(row), str(column), text] for row, column, text in sorted(cells)]
    return value


def _header(parsed: Any, labels: Sequence[Any]) -> dict[str, Any]:
    value: dict[str, Any] = {
        "kind": KINDS[parsed.data_type.name],
        "rows": str(parsed.num_rows),
        "columns": str(parsed.num_columns),
    }
    if parsed.is_frame:
        value["types"] = [column.code.name for column in parsed.value_types]
        value["labels"] = labels
    else:
        value["type"] = parsed.value_type.code.name
    return value


def _cut_at_an_index(parsed: Any, failure: OracleReject | None) -> Sequence[Any]:
    """Return the block in which an index ended the reading, if any: defects in its earlier entries come first."""
    return parsed.blocks[-1:] if failure and failure.code == "INDEX" else ()


def _lacks_only_its_block(parsed: Any, failure: OracleReject) -> bool:
    if failure.code != "INCOMPLETE" or parsed.num_cells > 0:
        return False
    return bool(max(parsed.num_rows, parsed.num_columns) < 2**32)  # larger objects have no representation


def _labels(labels: Sequence[Any], policies: Mapping[str, str]) -> list[Any]:
    seen: set[bytes] = set()
    found = []
    for label in labels:
        found.append(_label(label, policies))
        if label.octets in seen and policies["daphne.duplicate-label"] == "reject":
            raise OracleReject("LABEL", start(label, "octets"), "an earlier column has this label")
        seen.add(label.octets)
    return found


def _label(label: Any, policies: Mapping[str, str]) -> Any:
    try:
        return label.text
    except UnicodeDecodeError as error:
        if policies["daphne.label-encoding"] == "opaque":
            return {"utf8": label.octets.hex()}
        raise OracleReject("LABEL", start(label, "octets"), str(error)) from None


def _rectangle(block: Any) -> Rectangle | None:
    """Return the rectangle of the block, if enough of it was read to check for overlaps."""
    if "no_overlap" not in block._debug:
        return None
    return block.row, block.column, block.num_rows, block.num_columns


def first_overlap(rectangles: Sequence[Rectangle]) -> int | None:
    """Return the index of the first rectangle that overlaps an earlier one, if any.

    The grid is made of the rectangles' own edges, so it is small, however large the object is.
    """
    row_of = _ranks(edge for row, _, rows, _ in rectangles for edge in (row, row + rows))
    column_of = _ranks(edge for _, column, _, columns in rectangles for edge in (column, column + columns))
    taken = np.zeros((len(row_of), len(column_of)), np.bool_)
    for index, (row, column, rows, columns) in enumerate(rectangles):
        area = np.s_[row_of[row] : row_of[row + rows], column_of[column] : column_of[column + columns]]
        if taken[area].any():
            return index
        taken[area] = True
    return None


def _ranks(edges: Iterator[int]) -> dict[int, int]:
    return {edge: rank for rank, edge in enumerate(sorted(set(edges)))}


def _cells(block: Any, value: Mapping[str, Any], policies: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    """Yield the block's nonzero cells: row and column in the object, and the value in the type of its column."""
    kind = block.block_type.name
    if kind == "empty":
        return
    stored_type = block.body.value_type.code.name
    *stored, again = PLACED[kind](block)
    for entry, (i, j, bits, offset) in enumerate(zip(*stored, strict=True)):
        row, column = block.row + int(i), block.column + int(j)
        if again and entry == again[0]:
            raise OracleReject("DUPLICATE", again[1], f"an earlier entry names cell ({row}, {column})")
        if bits == 0:
            if policies["daphne.stored-zero"] == "reject":
                raise OracleReject("ZERO", int(offset), f"the entry for cell ({row}, {column}) stores a zero")
            continue
        wanted = value["types"][column] if "types" in value else value["type"]
        converted = _converted(int(bits), stored_type, wanted)
        if converted is None:
            raise OracleReject("VALUE", int(offset), f"{stored_type} {number(int(bits), stored_type)} is no {wanted}")
        quiet = policies["daphne.signalling-nan"] == "quiet"
        yield row, column, atom(quieted(converted, wanted) if quiet else converted, wanted)


@functools.cache
def _converted(bits: int, stored: str, wanted: str) -> int | None:
    return bits if stored == wanted else pattern(number(bits, stored), wanted)


def _dense(block: Any) -> Entries:
    """Return only the nonzero values of a dense block: a zero is exact in every type."""
    size = block.body.value_type.size
    bits = _bits(block.body.cells.octets, size).reshape(block.num_rows, block.num_columns)
    rows, columns = np.nonzero(bits)
    places = (rows * block.num_columns + columns) * size
    return Entries(rows, columns, bits[rows, columns], start(block.body, "cells") + places)


def _csr(block: Any) -> Entries:
    rows = [read_whole(row, "entries") for row in block.body.rows]
    rows += [[]] * (block.num_rows - len(rows))
    entries = [entry for row in rows for entry in row]
    starts = np.cumsum([0, *map(len, rows)])
    columns = np.array([entry.column for entry in entries], np.int64)
    shape = (block.num_rows, block.num_columns)
    return _placed(entries, scipy.sparse.csr_matrix((_values(block, entries), columns, starts), shape=shape))


def _coo(block: Any) -> Entries:
    entries = read_whole(block.body, "entries")
    rows = np.array([entry.row for entry in entries], np.int64)
    columns = np.array([0 if block.body.is_narrow else entry.column for entry in entries], np.int64)
    shape = (block.num_rows, block.num_columns)
    return _placed(entries, scipy.sparse.coo_matrix((_values(block, entries), (rows, columns)), shape=shape))


PLACED = {"dense": _dense, "csr": _csr, "coo": _coo}


def _values(block: Any, entries: Sequence[Any]) -> NDArray[Any]:
    return _bits(b"".join(entry.value.octets for entry in entries), block.body.value_type.size)


def _bits(octets: bytes, size: int) -> NDArray[Any]:
    return np.frombuffer(octets, np.dtype(f"<u{size}"))


def _placed(entries: Sequence[Any], matrix: Any) -> Entries:
    """Return the stored entries as scipy places them, with stored zeros, and the first that repeats a place."""
    places, summed = matrix.tocoo(copy=True), matrix.copy()
    summed.sum_duplicates()
    again = None
    if summed.nnz < len(entries):
        pairs = list(zip(places.row.tolist(), places.col.tolist(), strict=True))
        later = next(number for number, pair in enumerate(pairs) if pair in pairs[:number])
        again = later, start(entries[later], entries[later].SEQ_FIELDS[0])
    return Entries(places.row, places.col, places.data, [start(entry, "value") for entry in entries], again)


def comparable(found: Any, expected: Any) -> Any:
    """Return the value found, with any NaN in place of a NaN wherever any NaN of its width is expected."""
    pairs = itertools.zip_longest(found["cells"], expected["cells"])
    cells = [_comparable_cell(cell, twin) if cell and twin else cell for cell, twin in pairs]
    return {**found, "cells": [cell for cell in cells if cell is not None]}


def _comparable_cell(cell: list[Any], twin: list[Any]) -> list[Any]:
    if not isinstance(twin[2], dict):
        return cell
    name = {"8": "float", "16": "double"}[twin[2]["nan"]]
    is_nan = len(cell[2]) == 2 + int(twin[2]["nan"]) and meaning(cell[2], name) == "nan"
    return [*cell[:2], twin[2] if is_nan else cell[2]]
