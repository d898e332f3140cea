"""Plans in a few words: tiles, block types, narrowest value types, frames by column or by run.

A convenience of this package, not of the format: `expand` turns a preset into the explicit plan that a codec takes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from goldenwire_reference.daphne.encode_block import WRITERS, Gatherer
from goldenwire_reference.daphne.model import DaphneObject
from goldenwire_reference.daphne.plan import BlockPlan, Plan, canonical, first_type, grid
from goldenwire_reference.daphne.tables import BY_NAME, MAX_UINT32, VALUE_TYPES, BlockType, DataType
from goldenwire_reference.errors import EncodeError
from goldenwire_reference.writer import Writer


@dataclass(frozen=True, slots=True)
class Preset:
    """A short description of a plan.

    `tile` is (rows, columns) of a tile; `block` a block type, or "auto" for the smallest; `type` "header", "narrowest"
    (the fewest bytes) or the name of a value type; ties go to the lowest code. `frame` cuts a frame by columns, by runs
    of equal types, or not at all.
    """

    tile: tuple[int, int] = (MAX_UINT32, MAX_UINT32)
    block: Literal["empty", "dense", "csr", "coo", "auto"] = "dense"
    type: str = "header"
    block_order: Literal["rowmajor", "colmajor", "reverse"] = "rowmajor"
    frame: Literal["per-column", "runs", "single"] = "single"


def expand(obj: DaphneObject, preset: Preset) -> Plan:
    """Return the explicit plan of a preset; EncodeError VALUE if no allowed block holds a tile's cells."""
    if not obj.has_cells:
        return canonical(obj)
    tiles = list(_tiles(obj, preset))
    if preset.block_order == "colmajor":
        tiles.sort(key=lambda tile: (tile[1], tile[0]))
    elif preset.block_order == "reverse":
        tiles.reverse()
    gatherer = Gatherer(obj)
    return tuple(_choose(gatherer, tile, preset) for tile in tiles)


def _tiles(obj: DaphneObject, preset: Preset) -> Iterator[tuple[int, int, int, int]]:
    height, width = preset.tile
    if obj.kind is not DataType.Frame or preset.frame == "single":
        yield from grid(obj, height, width)
        return
    runs = [(column, 1) for column in range(obj.columns)]
    if preset.frame == "runs":
        runs = [(start, length) for start, length, _ in obj.type_runs(0, obj.columns)]
    for rx in range(0, obj.rows, height):
        for start, length in runs:
            for cx in range(start, start + length, width):
                yield rx, cx, min(height, obj.rows - rx), min(width, start + length - cx)


def _choose(gatherer: Gatherer, tile: tuple[int, int, int, int], preset: Preset) -> BlockPlan:
    """Return the smallest block over the tile that the preset allows; ties go to the lowest code."""
    header_type = first_type(gatherer.obj, tile[1])
    kinds = list(BlockType) if preset.block == "auto" else [BlockType[preset.block]]
    types = list(VALUE_TYPES.values()) if preset.type == "narrowest" else [BY_NAME.get(preset.type, header_type)]
    sized: list[tuple[int, int, int, BlockPlan]] = []
    refusals: list[EncodeError] = []
    for kind in kinds:
        place = BlockPlan(*tile, block=kind)
        for block in [place] if kind is BlockType.empty else [replace(place, type=value_type) for value_type in types]:
            try:
                size = _size(gatherer, block)
            except EncodeError as error:
                refusals.append(error)
            else:
                sized.append((size, kind, block.type.code if block.type else 0, block))
    if not sized:
        raise refusals[0]
    return min(sized, key=lambda choice: choice[:3])[3]


def _size(gatherer: Gatherer, block: BlockPlan) -> int:
    """Return the size of the block's content in bytes. Raises EncodeError if the block cannot hold the cells."""
    writer = Writer()
    WRITERS[block.block](writer, gatherer, block)
    return writer.size + (block.block is not BlockType.empty)
