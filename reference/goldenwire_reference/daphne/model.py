"""The values of the DAPHNE binary format: an object is a header and the parts that hold its cells.

The model is sparse: a cell in no part is zero, so an object of 5e9 rows costs nothing. A part of a dense block is a
view of the input.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from goldenwire_reference.daphne.tables import DataType, ValueType

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class DensePart:
    """Every cell of a rectangle: `values` has shape (rows, columns) and the dtype of the columns it lies in."""

    row: int
    column: int
    values: Array

    @property
    def rows(self) -> int:
        return int(self.values.shape[0])

    @property
    def columns(self) -> int:
        return int(self.values.shape[1])

    def nonzero(self) -> tuple[Array, Array, Array]:
        """Rows, columns (both relative to the part) and values of the cells with non-zero bits, row-major."""
        rows, columns = np.nonzero(bits_of(self.values))
        return rows.astype("<u8"), columns.astype("<u8"), self.values[rows, columns]


@dataclass(frozen=True, eq=False)
class SparsePart:
    """The non-zero cells of a rectangle: `at_rows`, `at_columns` (uint64, relative to it) and `values`, all 1-D."""

    row: int
    column: int
    rows: int
    columns: int
    at_rows: Array
    at_columns: Array
    values: Array

    def nonzero(self) -> tuple[Array, Array, Array]:
        """Rows, columns (both relative to the part) and values, in the order of the part."""
        stored = bits_of(self.values) != 0
        if stored.all():
            return self.at_rows, self.at_columns, self.values
        return self.at_rows[stored], self.at_columns[stored], self.values[stored]


Part = DensePart | SparsePart


def bits_of(values: Array) -> Array:
    """The bit patterns of the values, as unsigned integers of the same size."""
    return values.view(f"<u{values.dtype.itemsize}")


@dataclass(frozen=True, eq=False)
class DaphneObject:
    """A matrix or a frame: `types` has one value type for a matrix, one per column for a frame (as has `labels`).

    A label is text, or octets if a decoder was told to keep labels that are not UTF-8.
    """

    kind: DataType
    rows: int
    columns: int
    types: tuple[ValueType, ...]
    labels: tuple[str | bytes, ...]
    parts: tuple[Part, ...]

    @property
    def has_cells(self) -> bool:
        return self.rows > 0 and self.columns > 0

    def type_of(self, column: int) -> ValueType:
        """The value type of a column's cells."""
        return self.types[column] if self.kind is DataType.Frame else self.types[0]

    def type_runs(self, column: int, width: int) -> Iterator[tuple[int, int, ValueType]]:
        """The runs of columns of equal type among `width` columns from `column` on: (first column, width, type)."""
        if self.kind is not DataType.Frame:
            yield column, width, self.types[0]
            return
        start = column
        for at in range(column + 1, column + width + 1):
            if at == column + width or self.types[at] != self.types[start]:
                yield start, at - start, self.types[start]
                start = at

    def cells(self) -> tuple[Array, Array, Array]:
        """The cells with non-zero bits, row-major: rows, columns and bits, each uint64 and 1-D."""
        found = [
            (rows + np.uint64(part.row), columns + np.uint64(part.column), bits_of(values).astype("<u8"))
            for part in self.parts
            for rows, columns, values in (part.nonzero(),)
        ]
        rows, columns, bits = (
            (np.concatenate([np.empty(0, "<u8"), *arrays]) for arrays in zip(*found, strict=True))
            if (found)
            else (np.empty(0, "<u8"),) * 3
        )
        order = np.lexsort((columns, rows))
        return rows[order], columns[order], bits[order]

    def __eq__(self, other: object) -> bool:
        """Return True if both are the same object, however their cells are stored; floats are compared by bits."""
        if not isinstance(other, DaphneObject):
            return NotImplemented
        mine = (self.kind, self.rows, self.columns, self.types, self.labels)
        theirs = (other.kind, other.rows, other.columns, other.types, other.labels)
        return mine == theirs and all(map(np.array_equal, self.cells(), other.cells()))

    __hash__ = None  # type: ignore[assignment]
