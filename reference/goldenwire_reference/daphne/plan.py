"""The encoder's plan: the blocks that an object is written in, how each is stored, and their order.

Every valid byte string is `encode(object, plan)` for a single plan up to its notation (DAPHNE-ENC-05).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import numpy as np

from goldenwire_reference.daphne.model import DaphneObject
from goldenwire_reference.daphne.tables import (
    BY_NAME,
    MAX_STRIPS,
    MAX_UINT32,
    MAX_UINT64,
    BlockType,
    DataType,
    ValueType,
)
from goldenwire_reference.errors import EncodeError

Order = Literal["asc", "desc", "colmajor"] | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """One block: its place and size in the object, how it is stored, its value type, the order of its entries."""

    rx: int
    cx: int
    rows: int
    columns: int
    block: BlockType
    type: ValueType | None = None
    order: Order = "asc"

    @property
    def area(self) -> int:
        return self.rows * self.columns


Plan = tuple[BlockPlan, ...]


# Top, left, bottom and right of a rectangle; bottom and right are exclusive.
_Bounds = tuple[int, int, int, int]


# At most this many squares are searched; beyond, a rectangle is compared with all others at once.
MOST_SQUARES = 64


class Tiling:
    """The rectangles placed so far, indexed to find whether the next one overlaps them.

    A query takes constant time, in any order, if the rectangles have few sizes; otherwise time linear in their number.
    Rectangles of similar size are kept in a grid by their top left corners. The squares of the grid are larger than the
    rectangles. So whatever shares a cell with a rectangle begins in a square that the rectangle touches, or in the one
    above or to the left.
    """

    def __init__(self) -> None:
        self._grids: dict[tuple[int, int], dict[tuple[int, int], list[_Bounds]]] = {}
        self._placed = np.zeros((16, 4), "<u8")
        self._count = 0

    def overlaps(self, rx: int, cx: int, rows: int, columns: int) -> bool:
        """Place the rectangle and return whether it overlaps one placed before."""
        bounds = rx, cx, min(rx + rows, MAX_UINT64), min(cx + columns, MAX_UINT64)
        overlap = self._shares_a_cell(bounds)
        height, width = 1 << rows.bit_length(), 1 << columns.bit_length()
        self._grids.setdefault((height, width), {}).setdefault((rx // height, cx // width), []).append(bounds)
        if self._count == len(self._placed):
            self._placed = np.concatenate([self._placed, np.zeros_like(self._placed)])
        self._placed[self._count] = bounds
        self._count += 1
        return overlap

    def _shares_a_cell(self, bounds: _Bounds) -> bool:
        top, left, bottom, right = bounds
        looked = 0
        for (height, width), squares in self._grids.items():
            down = range(top // height - 1, -(-bottom // height))
            across = range(left // width - 1, -(-right // width))
            looked += len(down) * len(across)
            if looked > MOST_SQUARES:
                return bool(np.any(_share_a_cell(bounds, self._placed[: self._count].T)))
            if any(_share_a_cell(bounds, one) for place in product(down, across) for one in squares.get(place, ())):
                return True
        return False


def _share_a_cell(one: Any, other: Any) -> Any:
    """Return whether two rectangles overlap; `other` may be many, whose bounds are columns."""
    return (one[0] < other[2]) & (other[0] < one[2]) & (one[1] < other[3]) & (other[1] < one[3])


def canonical(obj: DaphneObject) -> Plan:
    """Return the canonical plan: one block, or one per frame column, in strips of 2^32-1 (DAPHNE-CAN-01 to -03)."""
    block = BlockType.csr if obj.kind is DataType.CSRMatrix else BlockType.dense
    if not obj.has_cells:
        return (BlockPlan(0, 0, obj.rows, obj.columns, block, first_type(obj, 0)),)
    width = 1 if obj.kind is DataType.Frame else MAX_UINT32
    count = math.ceil(Fraction(obj.rows, MAX_UINT32)) * math.ceil(Fraction(obj.columns, width))
    if count > max(MAX_STRIPS, len(obj.types)):
        raise EncodeError("LIMIT", "DAPHNE-LIM-01", f"{count} blocks are more than this encoder writes")
    return tuple(BlockPlan(rx, cx, rows, columns, block, first_type(obj, cx))
                 for rx, cx, rows, columns in grid(obj, MAX_UINT32, width))  # fmt: skip


def first_type(obj: DaphneObject, column: int) -> ValueType:
    """Return the value type of a block that begins in `column` if its plan names none; the column need not exist."""
    if obj.kind is DataType.Frame and column >= len(obj.types):
        return BY_NAME["uint8"]
    return obj.type_of(column)


def grid(obj: DaphneObject, height: int, width: int) -> Iterator[tuple[int, int, int, int]]:
    """The tiles of height x width cells (smaller at the edges), row-major: (rx, cx, rows, columns)."""
    for rx in range(0, obj.rows, height):
        for cx in range(0, obj.columns, width):
            yield rx, cx, min(height, obj.rows - rx), min(width, obj.columns - cx)


def check(obj: DaphneObject, plan: Plan) -> None:
    """Raise EncodeError PLAN or LIMIT unless the plan partitions the object into blocks that can be written."""
    if not obj.has_cells and max(obj.rows, obj.columns) > MAX_UINT32:
        raise EncodeError("LIMIT", "DAPHNE-PART-14", f"no block has the {obj.rows} x {obj.columns} of this object")
    for number, block in enumerate(plan):
        if block.rows > MAX_UINT32 or block.columns > MAX_UINT32:
            what = f"block {number} has {block.rows} x {block.columns} cells; a block's dimensions end at 2^32-1"
            raise EncodeError("LIMIT", "DAPHNE-PART-12", what)
    if not obj.has_cells:
        whole = [(0, 0, obj.rows, obj.columns)]
        if [(block.rx, block.cx, block.rows, block.columns) for block in plan] != whole:
            raise _refusal(
                "DAPHNE-PART-11", "an object without cells has exactly one block, at (0,0), of its dimensions"
            )
        return
    tiling = Tiling()
    for number, block in enumerate(plan):
        if not block.area:
            raise _refusal("DAPHNE-PART-10", f"block {number} has no cells")
        if block.rx + block.rows > obj.rows or block.cx + block.columns > obj.columns:
            raise _refusal("DAPHNE-PART-02", f"block {number} reaches beyond the object")
        if tiling.overlaps(block.rx, block.cx, block.rows, block.columns):
            raise _refusal("DAPHNE-PART-03", f"block {number} overlaps an earlier one")
    covered = sum(block.area for block in plan)
    if covered != obj.rows * obj.columns:
        raise _refusal("DAPHNE-PART-04", f"the blocks cover {covered} of {obj.rows * obj.columns} cells")


def _refusal(requirement: str, sentence: str) -> EncodeError:
    return EncodeError("PLAN", requirement, sentence)


def normalised(plan: Plan, obj: DaphneObject) -> Plan:
    """The plan with every omitted value type filled in."""
    return tuple(
        block if block.block is BlockType.empty or block.type else replace(block, type=first_type(obj, block.cx))
        for block in plan
    )
