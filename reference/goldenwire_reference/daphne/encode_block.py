"""Writers of a block's content: parts of the object -> dense values, CSR rows, COO entries.

The mirror image of decode_block.py.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from goldenwire_reference.daphne.convert import convert
from goldenwire_reference.daphne.model import DaphneObject, DensePart, Part, SparsePart
from goldenwire_reference.daphne.plan import BlockPlan
from goldenwire_reference.daphne.tables import MAX_FIXED_BYTES, MAX_UINT32, MAX_UINT64, BlockType, ValueType
from goldenwire_reference.errors import EncodeError
from goldenwire_reference.writer import Writer

Array = npt.NDArray[Any]


class Gatherer:
    """Finds the cells of a rectangle among the object's parts.

    The parts are sorted by their first row or column, whichever separates more of them. Beside each stands the furthest
    end so far, so two binary searches leave only a few parts to inspect.
    """

    def __init__(self, obj: DaphneObject) -> None:
        self.obj = obj
        bounds = [
            (p.row, p.column, min(p.row + p.rows, MAX_UINT64), min(p.column + p.columns, MAX_UINT64)) for p in obj.parts
        ]
        unsorted = np.array(bounds, "<u8").reshape(-1, 4)
        self._axis = max((0, 1), key=lambda axis: len(set(unsorted[:, axis].tolist())))
        self._order = np.argsort(unsorted[:, self._axis], kind="stable")
        self._bounds = unsorted[self._order]
        self._reach = np.maximum.accumulate(self._bounds[:, self._axis + 2])

    def parts(self, block: BlockPlan) -> Iterator[Part]:
        """Yield the parts that share a cell with the block."""
        near = np.array((block.rx, block.cx), "<u8")
        far = np.array([min(end, MAX_UINT64) for end in (block.rx + block.rows, block.cx + block.columns)], "<u8")
        first = np.searchsorted(self._reach, near[self._axis], "right")
        last = np.searchsorted(self._bounds[:, self._axis], far[self._axis], "left")
        some = self._bounds[first:last]
        meets = (some[:, :2] < far).all(1) & (some[:, 2:] > near).all(1)
        return (self.obj.parts[index] for index in np.sort(self._order[first:last][meets]))

    def triples(self, block: BlockPlan) -> tuple[Array, Array, Array]:
        """The non-zero cells in the block, row-major: rows and columns relative to it, values in the block's type."""
        found = [self._stored_cells(part, block) for part in self.parts(block)]
        if len(found) == 1:
            rows, columns, values = found[0]
        else:
            rows, columns, values = (np.concatenate(a) for a in zip(_no_cells(block), *found, strict=True))
        keys = rows * np.uint64(block.columns) + columns
        if (keys[1:] > keys[:-1]).all():
            return rows, columns, values
        order = np.argsort(keys)
        return rows[order], columns[order], values[order]

    def _stored_cells(self, part: Part, block: BlockPlan) -> tuple[Array, Array, Array]:
        rows, columns, values = cells_inside(part, block)
        return rows, columns, self.stored(part, values, block)

    def stored(self, part: Part, values: Array, block: BlockPlan) -> Array:
        """Return values of a part in the block's type; EncodeError VALUE if one has no exact equal there."""
        target = _type_of(block)
        converted, inexact = convert(values, self.obj.type_of(part.column), target)
        if inexact is not None and inexact.any():
            raise _lossy(values[inexact].reshape(-1)[0], target)
        return converted


def _lossy(value: np.generic, target: ValueType) -> EncodeError:
    """Return the refusal of a value that is inexact or out of range; no integer type has -0.0 or NaN."""
    number = value.item()
    if target.is_float:
        in_range = abs(number) <= float(np.finfo(target.dtype).max)  # type: ignore[type-var]
    else:
        limits = np.iinfo(target.dtype)  # type: ignore[type-var]
        in_range = number != 0 and limits.min <= number <= limits.max
    requirement = "DAPHNE-VTX-09" if in_range else "DAPHNE-VTX-02"
    return EncodeError("VALUE", requirement, f"{number} has no exact equal in {target.name}")


def _type_of(block: BlockPlan) -> ValueType:
    assert block.type is not None, "the plan is normalised before its blocks are written"
    return block.type


def cells_inside(part: Part, block: BlockPlan) -> tuple[Array, Array, Array]:
    """The non-zero cells of the part that lie in the block: rows and columns relative to the block, and values."""
    rows, columns, values = part.nonzero()
    if _same_place(part, block):
        return rows, columns, values
    rows, columns = rows + np.uint64(part.row), columns + np.uint64(part.column)
    first_row, first_column = np.uint64(block.rx), np.uint64(block.cx)
    inside = (rows >= first_row) & (rows <= np.uint64(block.rx + block.rows - 1))
    inside &= (columns >= first_column) & (columns <= np.uint64(block.cx + block.columns - 1))
    if not inside.all():
        rows, columns, values = rows[inside], columns[inside], values[inside]
    return rows - first_row, columns - first_column, values


def check_size(plan: Iterable[BlockPlan], parts: Iterable[Part]) -> None:
    """Raise EncodeError LIMIT if the blocks take too many bytes for the number of cells given.

    The bytes that count are those that do not depend on the cells: dense values and row counts.
    """
    rows = {BlockType.dense: lambda b: b.area * _type_of(b).size, BlockType.csr: lambda b: 4 * b.rows}
    size = sum(rows[block.block](block) for block in plan if block.block in rows)
    if size > max(MAX_FIXED_BYTES, 16 * sum(part.values.size for part in parts)):
        sentence = f"{size} bytes of dense values and row counts are more than this encoder builds"
        raise EncodeError("LIMIT", "DAPHNE-LIM-01", sentence)


def _write_empty(writer: Writer, gatherer: Gatherer, block: BlockPlan) -> None:
    if block.area and any(len(cells_inside(part, block)[0]) for part in gatherer.parts(block)):
        raise EncodeError("VALUE", "DAPHNE-EMP-03", "an empty block over a cell whose bits are not zero")


def _write_dense(writer: Writer, gatherer: Gatherer, block: BlockPlan) -> None:
    value_type = _type_of(block)
    parts = list(gatherer.parts(block)) if block.area else []
    if len(parts) == 1 and isinstance(parts[0], DensePart) and _same_place(parts[0], block):
        writer.array(gatherer.stored(parts[0], parts[0].values, block))
        return
    values = np.zeros((block.rows, block.columns), value_type.dtype)
    for part in parts:
        if isinstance(part, SparsePart):
            rows, columns, cells = cells_inside(part, block)
            values[rows, columns] = gatherer.stored(part, cells, block)
        else:
            inside, target = _intersection(part, block)
            values[target] = gatherer.stored(part, part.values[inside], block)
    writer.array(values)


def _same_place(part: Part, block: BlockPlan) -> bool:
    return (part.row, part.column, part.rows, part.columns) == (block.rx, block.cx, block.rows, block.columns)


def _intersection(part: DensePart, block: BlockPlan) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """The cells that part and block share, as slices of the part and of the block."""
    top, bottom = max(part.row, block.rx), min(part.row + part.rows, block.rx + block.rows)
    left, right = max(part.column, block.cx), min(part.column + part.columns, block.cx + block.columns)
    in_part = slice(top - part.row, bottom - part.row), slice(left - part.column, right - part.column)
    return in_part, (slice(top - block.rx, bottom - block.rx), slice(left - block.cx, right - block.cx))


def _write_csr(writer: Writer, gatherer: Gatherer, block: BlockPlan) -> None:
    rows, columns, values = gatherer.triples(block) if block.area else _no_cells(block)
    order = _permutation(block, rows, columns)
    if (rows[order] != rows).any():
        raise EncodeError("PLAN", "DAPHNE-CSR-02", "the order moves an entry to another row")
    entry = np.dtype([("column", "<u4"), ("value", _type_of(block).dtype)])
    entries = np.empty(len(values), entry)
    entries["column"], entries["value"] = columns[order], values[order]
    counts = np.bincount(rows.astype("<i8"), minlength=block.rows)
    writer.uint(len(values), 8)
    size = 4 * block.rows + entries.nbytes
    is_entry = np.ones(size, bool)
    at_count = 4 * np.arange(block.rows) + entry.itemsize * (np.cumsum(counts) - counts)
    for octet in range(4):
        is_entry[at_count + octet] = False
    octets = np.empty(size, "u1")
    octets[is_entry] = entries.view("u1")
    octets[~is_entry] = counts.astype("<u4").view("u1")
    writer.array(octets)


def _write_coo(writer: Writer, gatherer: Gatherer, block: BlockPlan) -> None:
    rows, columns, values = gatherer.triples(block) if block.area else _no_cells(block)
    if len(values) > MAX_UINT32:
        raise EncodeError("LIMIT", "DAPHNE-COO-12", f"{len(values)} non-zeros are too many for an ultra-sparse block")
    order = _permutation(block, rows, columns)
    narrow = block.columns == 1
    indices = [("row", "<u4")] if narrow else [("row", "<u4"), ("column", "<u4")]
    entries = np.empty(len(values), np.dtype([*indices, ("value", _type_of(block).dtype)]))
    entries["row"], entries["value"] = rows[order], values[order]
    if not narrow:
        entries["column"] = columns[order]
    writer.uint(len(values), 4)
    writer.array(entries)


def _no_cells(block: BlockPlan) -> tuple[Array, Array, Array]:
    return np.empty(0, "<u8"), np.empty(0, "<u8"), np.empty(0, _type_of(block).dtype)


def _permutation(block: BlockPlan, rows: Array, columns: Array) -> Array | slice:
    """Return an index of the entries in stored order; EncodeError PLAN if the plan's list is not a permutation."""
    if not isinstance(block.order, str):
        if sorted(block.order) != list(range(len(rows))):
            raise EncodeError("PLAN", "DAPHNE-ENC-05", f"the order is no permutation of the {len(rows)} entries")
        return np.array(block.order, "<i8")
    if block.order == "asc":
        return slice(None)
    if block.order == "colmajor":
        return np.lexsort((rows, columns))
    if block.block is BlockType.coo:
        return slice(None, None, -1)
    return np.lexsort((np.uint64(MAX_UINT32) - columns, rows))


WRITERS: dict[BlockType, Callable[[Writer, Gatherer, BlockPlan], None]] = {
    BlockType.empty: _write_empty,
    BlockType.dense: _write_dense,
    BlockType.csr: _write_csr,
    BlockType.coo: _write_coo,
}
