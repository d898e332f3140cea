"""Mutations of the partition (PART)."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from goldenwire_reference.daphne.plan import BlockPlan
from goldenwire_suite.daphne.cases.builders import mutation, refusing
from goldenwire_suite.mutations import Disabled, Edit, Replaced

_BLOCK = "decode._read_block"
_PLACE = "decode._check_place"
_WRITE = "encode._write_block"
_KNOWN = "code not in BLOCK_TYPE_NAMES"
_PLANNED = "plan.check"
_OVERLAPS = "plan.Tiling.overlaps"
_ROWS_AND_COLUMNS = "reader.uint(4, 'rows'), reader.uint(4, 'columns')"


def _planned(bits: int, *names: str) -> Replaced:
    """These members of a plan's block are kept in so many bits."""

    def by(original: Callable[..., BlockPlan], value: Any) -> BlockPlan:
        block = original(value)
        return replace(block, **{name: getattr(block, name) % 2**bits for name in names})

    return Replaced("notation._block_from_json", by)


def _with_last_alone(original: Callable[..., bool], tiling: Any, *place: int) -> bool:
    overlaps = original(tiling, *place)
    tiling.__init__()
    original(tiling, *place)
    return overlaps


def _with_last_1024(original: Callable[..., bool], tiling: Any, *place: int) -> bool:
    if not hasattr(tiling, "recent"):
        tiling.recent = deque(maxlen=1024)
    overlaps = original(tiling, *place) and any(_overlap(place, other) for other in tiling.recent)
    tiling.recent.append(place)
    return overlaps


def _overlap(one: Sequence[int], other: Sequence[int]) -> bool:
    return all(one[at] < other[at] + other[at + 2] and other[at] < one[at] + one[at + 2] for at in (0, 1))


def _unless_side_by_side(original: Callable[..., bool], tiling: Any, *place: int) -> bool:
    overlaps = original(tiling, *place)
    (top, left, height, width), (rx, cx, rows, columns) = getattr(tiling, "last", (0, 0, 0, 0)), place
    tiling.last = place
    below = (rx, cx, columns) == (top + height, left, width)
    return overlaps and not (below or (rx, cx, rows) == (top, left + width, height))


def _descends(original: Callable[..., bool], tiling: Any, rx: int, cx: int, *size: int) -> bool:
    last, tiling.last = getattr(tiling, "last", (0, 0)), (rx, cx)
    return original(tiling, rx, cx, *size) or (rx, cx) < last


def _leaves_grid(original: Callable[..., bool], tiling: Any, *place: int) -> bool:
    rx, cx, rows, columns = place
    height, width = tiling.size = getattr(tiling, "size", (rows, columns))
    is_apart = rx % height or cx % width or rows > height or columns > width
    return original(tiling, *place) or bool(is_apart)


def _wrapped(power: int, is_signed: bool) -> Replaced:
    """Rectangles are compared in numbers that end at that power of two, and begin at its negative or at 0."""
    size = 2 ** (power + is_signed)

    def wrapped(bounds: Any) -> Any:
        if isinstance(bounds, tuple):
            return tuple((bound + 2**power * is_signed) % size - 2**power * is_signed for bound in bounds)
        return [wrapped(tuple(column.tolist())) for column in bounds]

    def by(original: Callable[..., Any], one: Any, other: Any) -> Any:
        return original(wrapped(one), [np.array(column) for column in wrapped(other)])

    return Replaced("plan._share_a_cell", by)


MUTATIONS = (
    # PART
    mutation("blocks-are-square", "PART-01 BLK-01", "it takes a block to have as many rows as columns",
        Edit(_BLOCK, f"{_ROWS_AND_COLUMNS} -> ({_ROWS_AND_COLUMNS})[1:] * 2")),
    mutation("rows-may-leave-the-object", "PART-02", "it does not check a block's last row",
        Edit(_PLACE, "rx + rows > header.rows -> False")),
    mutation("columns-may-leave-the-object", "PART-02", "it does not check a block's last column",
        Edit(_PLACE, "cx + columns > header.columns -> False")),
    mutation("first-row-checked-only", "PART-02", "it checks a block's first row only",
        Edit(_PLACE, "rx + rows -> rx")),
    mutation("last-row-one-too-far", "PART-02", "it lets a block end one row beyond the object",
        Edit(_PLACE, "rx + rows > header.rows -> rx + rows > header.rows + 1")),
    mutation("last-column-one-too-far", "PART-02", "it lets a block end one column beyond the object",
        Edit(_PLACE, "cx + columns > header.columns -> cx + columns > header.columns + 1")),
    mutation("last-row-refused", "PART-02 PART-05", "it refuses a block that ends with the object's last row",
        Edit(_PLACE, "rx + rows > header.rows -> rx + rows >= header.rows > 0")),
    mutation("plan-may-leave-the-object", "PART-02", "it writes a plan whose blocks leave the object",
        Edit(_PLANNED, "block.rx + block.rows > obj.rows or block.cx + block.columns > obj.columns -> False")),
    mutation("plan-end-wraps-around", "PART-02", "it computes the end of a plan's block in 64 bits",
        Edit(_PLANNED, "block.rx + block.rows > obj.rows or block.cx + block.columns > obj.columns -> "
             "(block.rx + block.rows) % 2 ** 64 > obj.rows or (block.cx + block.columns) % 2 ** 64 > obj.columns")),
    *(
        mutation(f"plan-positions-of-{bits}-bits", "PART-02", f"it keeps the positions of a plan in {bits} bits",
            _planned(bits, "rx", "cx"))
        for bits in (32, 64)
    ),
    *(
        mutation(f"plan-dimensions-of-{bits}-bits", "PART-12",
            f"it keeps the dimensions of a plan's block in {bits} bits",
            _planned(bits, "rows", "columns"))
        for bits in (32, 64)
    ),
    mutation("covered-by-areas-alone", "PART-03",
        "it checks areas only, and takes the later of two values for a cell",
        Edit(_BLOCK, "header.has_cells and tiling.overlaps(rx, cx, rows, columns) -> False")),
    mutation("overlap-with-the-block-before-only", "PART-03", "it compares a block with the one before only",
        Replaced(_OVERLAPS, _with_last_alone)),
    mutation("overlap-with-the-last-1024-blocks-only", "PART-03", "it compares a block with the 1,024 before it only",
        Replaced(_OVERLAPS, _with_last_1024)),
    mutation("overlap-with-neighbours-unseen", "PART-03",
        "it compares a block with no other one if it lies right below or beside the one before, and is as wide or high",
        Replaced(_OVERLAPS, _unless_side_by_side)),
    mutation("overlap-by-corners", "PART-03",
        "it looks for corners of earlier blocks in a block, and not the reverse",
        Edit("plan._share_a_cell", "(one[0] < other[2]) & (other[0] < one[2]) & (one[1] < other[3]) -> "
             "(one[0] <= other[0]) & (other[0] < one[2]) & (one[1] <= other[1])")),
    mutation("overlap-where-blocks-begin", "PART-03",
        "it looks up blocks by where they begin, and takes none for near that begins a little before",
        Edit("plan.Tiling._shares_a_cell", "top // height - 1 -> top // height"),
        Edit("plan.Tiling._shares_a_cell", "left // width - 1 -> left // width")),
    *(
        mutation(f"overlaps-in-{name.replace(' ', '-')}", f"PART-03{' HDR-07' * (power == 63)}",
            f"it compares the ends of blocks as {name}", _wrapped(power, is_signed))
        for name, power, is_signed in (
            ("signed numbers of 32 bits", 31, True),
            ("numbers of 32 bits", 32, False),
            ("signed numbers of 64 bits", 63, True),
        )
    ),
    mutation("overlap-of-empty-blocks-taken", "PART-03", "it lets empty blocks overlap",
        Edit(_BLOCK, "header.has_cells and tiling.overlaps(rx, cx, rows, columns) -> "
             "code and header.has_cells and tiling.overlaps(rx, cx, rows, columns)")),
    mutation("neighbours-overlap", "PART-03 BODY-04", "it takes blocks that touch for blocks that overlap",
        Edit(_OVERLAPS, "rx + rows -> rx + rows + 1")),
    mutation("plan-may-overlap", "PART-03", "it writes a plan whose blocks overlap",
        Edit(_PLANNED, "tiling.overlaps(block.rx, block.cx, block.rows, block.columns) -> False")),
    mutation("plan-covers-at-least", "PART-03 PART-04", "it writes a plan that covers some cells twice",
        Edit(_PLANNED, "tiling.overlaps(block.rx, block.cx, block.rows, block.columns) -> False"),
        Edit(_PLANNED, "covered != obj.rows * obj.columns -> covered < obj.rows * obj.columns")),
    mutation("gaps-are-zeros", "PART-04", "it takes cells that no block has for zeros",
        Disabled("body.incomplete")),
    mutation("plan-may-have-gaps", "PART-04", "it writes a plan that leaves cells over",
        Edit(_PLANNED, "covered != obj.rows * obj.columns -> covered > obj.rows * obj.columns")),
    mutation("blocks-ascend", "PART-06", "it refuses a block that comes before an earlier one",
        Replaced(_OVERLAPS, _descends)),
    mutation("blocks-in-their-place-by-order", "PART-06",
        "it puts a block at the right of the one before, or at the left end, whatever its column position",
        Edit(_BLOCK, "at_type = reader.position -> "
                     "at_type, cx = reader.position, tiling._count * columns % (header.columns or 1)")),
    mutation("blocks-of-one-size", "PART-07",
        "it takes all blocks but those at the edges to be of the first one's size",
        Replaced(_OVERLAPS, _leaves_grid)),
    mutation("blocks-of-one-type", "PART-08", "it refuses a block of another block type than the first one",
        refusing(_BLOCK, "block.type", lambda found, reader, header, tiling:
                 tiling.__dict__.setdefault("block", found[0].block) != found[0].block)),
    mutation("blocks-of-one-value-type", "PART-09",
        "it refuses a block of a matrix of another value type than the first one",
        refusing(_BLOCK, "block.type", lambda found, reader, header, tiling:
                 not header.labels and tiling.__dict__.setdefault("type", found[0].type) != found[0].type)),
    mutation("blocks-without-cells-skipped", "PART-10", "it skips blocks without cells",
        Edit(_PLACE, "header.has_cells and (not (rows and columns)) -> False")),
    mutation("plan-may-have-blocks-without-cells", "PART-10", "it writes blocks without cells",
        Edit(_PLANNED, "not block.area -> False")),
    mutation("empty-object-with-any-block", "PART-11",
        "it takes any block inside an object without cells for all of it",
        Edit(_PLACE, "not header.has_cells and place != (0, 0, header.rows, header.columns) -> False")),
    mutation("empty-object-with-any-block-anywhere", "PART-11",
        "it does not look where a block of an object without cells lies",
        Replaced(_PLACE, lambda original, reader, header, at, place:
                 header.has_cells and original(reader, header, at, place))),
    mutation("empty-object-in-an-empty-block-only", "PART-11",
        "it refuses objects without cells in a block of another type than empty",
        Edit(_BLOCK, f"{_KNOWN} -> code not in (BLOCK_TYPE_NAMES if header.has_cells else (0,))")),
    mutation("empty-object-in-dense-blocks-only", "PART-11",
        "it refuses objects without cells in a block of another type than dense",
        Edit(_BLOCK, f"{_KNOWN} -> code not in (BLOCK_TYPE_NAMES if header.has_cells else (1,))")),
    mutation("empty-object-in-any-plan", "PART-11", "it writes any plan for an object without cells",
        Edit(_PLANNED, "[(block.rx, block.cx, block.rows, block.columns) for block in plan] != whole -> not plan")),
    mutation("block-dimensions-cut-to-32-bits", "PART-12", "it writes the lower 32 bits of a block's dimensions",
        Edit(_PLANNED, "block.rows > MAX_UINT32 or block.columns > MAX_UINT32 -> False"),
        Edit(_WRITE, "block.rows -> block.rows % 2 ** 32"),
        Edit(_WRITE, "block.columns -> block.columns % 2 ** 32")),
    mutation("frame-blocks-of-one-column", "PART-13", "it refuses a frame's blocks of several columns",
        Edit(_PLACE, "cx + columns > header.columns -> "
             "cx + columns > header.columns or (header.labels and columns > 1)")),
    mutation("frame-blocks-of-one-type", "PART-13", "it refuses a frame's blocks over columns of different types",
        Edit(_PLACE, "cx + columns > header.columns -> "
             "cx + columns > header.columns or (header.labels and len(set(header.types[cx:cx + columns])) > 1)")),
    mutation("empty-object-too-large-taken", "PART-14",
        "it takes a block of the greatest dimension for that of a larger object",
        Edit(_PLACE, "(0, 0, header.rows, header.columns) -> "
             "(0, 0, min(header.rows, MAX_UINT32), min(header.columns, MAX_UINT32))")),
    mutation("empty-object-compared-in-32-bits", "PART-14",
        "it compares the dimensions of an object without cells with those of its block in 32 bits",
        Edit(_PLACE, "(0, 0, header.rows, header.columns) -> (0, 0, header.rows % 2 ** 32, header.columns % 2 ** 32)")),
    mutation("empty-object-too-large-written", "PART-14",
        "it writes a block of the greatest dimension for an object without cells that has more",
        Replaced(_PLANNED, lambda original, obj, plan:
                 (not obj.has_cells and max(obj.rows, obj.columns) >= 2**32) or original(obj, plan)),
        Edit(_WRITE, "block.rows -> min(block.rows, 2 ** 32 - 1)"),
        Edit(_WRITE, "block.columns -> min(block.columns, 2 ** 32 - 1)")),
    mutation("further-blocks-read", "PART-15",
        "it reads on where the input has more, though the object is complete",
        Edit("decode._read_body", "uncovered > 0 or not plan -> uncovered > 0 or not plan or reader.remaining >= 25")),
)
