"""Plans of the DAPHNE binary format that are not canonical, or differ from the canonical one only in order."""

from goldenwire_suite.daphne.strategies.objects import MOST, SIDE, Object, ObjectRules
from goldenwire_suite.daphne.strategies.plans import (
    block_at,
    cells_in,
    choose_order,
    choose_plan,
    place_of,
    stored_order,
)
from goldenwire_suite.strategies import Choose, Json, shuffled
from goldenwire_suite.strategies.tilings import Rectangle, choose_tiling, is_ascending, tiles

# A block without the order of its entries: its place, its layout, its value type ("" if it has none).
Stored = tuple[Rectangle, str, str]


def canonical(obj: Object) -> list[Stored]:
    """The blocks of the canonical encoding (DAPHNE-CAN-01 to -03)."""
    places = [Rectangle(0, 0, obj.rows, obj.columns)]
    if obj.rows * obj.columns:
        places = tiles(places[0], SIDE, 1 if obj.kind == "Frame" else SIDE)
    return [(place, _layout(obj), obj.type_of(place.column)) for place in places]


def is_canonical(obj: Object, plan: list[Json]) -> bool:
    """Return whether the plan produces the canonical encoding."""
    return [_stored(obj, block) for block in plan] == canonical(obj) and all(ascends(obj, block) for block in plan)


def ascends(obj: Object, block: Json) -> bool:
    """Return whether the entries of a block are sorted by row, then by column, whatever order the plan names."""
    order = block.get("order", "asc")
    if order == "asc":
        return True
    ranks = stored_order(order, block["block"], cells_in(obj, place_of(block)))
    return ranks == sorted(ranks)


def choose_other(choose: Choose, obj: Object, rules: ObjectRules) -> list[Json]:
    """A plan within the rules whose bytes are not canonical; some plans only reorder."""
    if choose(8) == 7 and not rules.single_block and 1 < obj.rows * obj.columns <= MOST[0]:
        return choose_reordered(choose, obj, rules)
    plan = choose_plan(choose, obj, rules)
    if not is_canonical(obj, plan):
        return plan
    first = {name: word for name, word in plan[0].items() if name != "order"}
    return [{**first, "block": "coo"}, *plan[1:]]


def choose_respelled(choose: Choose, obj: Object, rules: ObjectRules) -> list[Json]:
    """A plan within the rules whose bytes are not canonical, with blocks and entries in ascending order."""
    plan = in_order(choose_plan(choose, obj, rules))
    return [{**plan[0], "block": "coo"}, *plan[1:]] if is_canonical(obj, plan) else plan


def in_order(plan: list[Json]) -> list[Json]:
    """Return the plan with the same blocks in ascending order, and the entries of each in ascending order."""
    blocks = sorted(plan, key=lambda block: place_of(block)[:2])
    return [{name: word for name, word in block.items() if name != "order"} for block in blocks]


def choose_reordered(choose: Choose, obj: Object, rules: ObjectRules) -> list[Json]:
    """A plan whose blocks, or the entries in one, do not ascend.

    Most plans are made from the canonical blocks, some from any plan. If the canonical encoding is one block, the
    blocks may be those of a tiling, with its layout and value type. The object must have two cells.
    """
    if choose(6) == 5:
        plan = choose_plan(choose, obj, rules)
        if not is_ascending([place_of(block) for block in plan]) or not all(ascends(obj, block) for block in plan):
            return plan
    whole = Rectangle(0, 0, obj.rows, obj.columns)
    places = [place for place, _, _ in canonical(obj)]
    places = shuffled(choose, places) if len(places) > 1 else choose_tiling(choose, whole, SIDE)
    plan = [_choose_block(choose, obj, place) for place in places]
    if not is_ascending(places) or not all(ascends(obj, block) for block in plan):
        return plan
    if len(plan) == 1 and _layout(obj) == "csr":
        backwards = {**plan[0], "order": "desc"}
        if not ascends(obj, backwards):
            return [backwards]
    if len(plan) == 1:
        plan = [block_at(place, _layout(obj)) for place in _cut(whole)]
    return plan[::-1]


def _choose_block(choose: Choose, obj: Object, place: Rectangle) -> Json:
    """A canonical block, except for the order of its entries."""
    block = block_at(place, _layout(obj))
    order = choose_order(choose, "csr", cells_in(obj, place)) if _layout(obj) == "csr" else "asc"
    return block if order == "asc" else {**block, "order": order}


def _cut(whole: Rectangle) -> list[Rectangle]:
    """Two parts of an object of more than one cell."""
    if whole.rows > 1:
        return tiles(whole, whole.rows - 1, whole.columns)
    return tiles(whole, 1, whole.columns - 1)


def _layout(obj: Object) -> str:
    return "csr" if obj.kind == "CSRMatrix" else "dense"


def _stored(obj: Object, block: Json) -> Stored:
    place, layout = place_of(block), block["block"]
    return place, layout, "" if layout == "empty" else block.get("type") or obj.type_of(place.column)


# Objects that suit an encoding


def with_two_cells(obj: Object) -> Object:
    """Return the object, enlarged if necessary so that it can be split into two blocks."""
    if obj.rows * obj.columns > 1:
        return obj
    is_frame = obj.kind == "Frame"
    types, labels = obj.types or ["uint8"], obj.labels or ["a"] * is_frame
    return obj._replace(rows=max(2, obj.rows), columns=max(1, obj.columns), types=types, labels=labels)


def with_one_block(obj: Object) -> Object:
    """Return the object, or its first column if it is a frame whose canonical encoding has a block per column."""
    if obj.kind != "Frame" or not obj.rows:
        return obj
    cells = [cell for cell in obj.cells if not cell.column]
    return obj._replace(columns=min(1, obj.columns), types=obj.types[:1], labels=obj.labels[:1], cells=cells)


def without_columns(obj: Object) -> Object:
    """Return the object without its columns, no higher than every codec accepts: a shape that is rarely generated."""
    types = obj.types * (obj.kind != "Frame")
    return obj._replace(rows=min(obj.rows, MOST[1]), columns=0, types=types, labels=[], cells=[])
