"""The ends of the DAPHNE format: cells that a plan's value type just does not hold, and what is simply broken."""

from functools import cache
from itertools import product

from goldenwire_reference.daphne.strategies.objects import KINDS, NAMES, TYPES, Cell, Object, to_json
from goldenwire_reference.daphne.strategies.plans import block_at
from goldenwire_reference.drawing import WIDEST, Example, Json, Pick
from goldenwire_reference.drawing.edited import Edited
from goldenwire_reference.drawing.numbers import (
    Number,
    atom,
    boundaries,
    float_kind,
    holds,
    is_nan_atom,
    of_value,
    value_of,
)
from goldenwire_reference.drawing.tilings import Rectangle

SIDES = 3
LAYOUTS = ("dense", "csr", "coo")


def pick_boundary(pick: Pick) -> Edited:
    """An object with a plan in which the type of a block does not hold one cell; before, it held another there."""
    kind, layout = KINDS[pick(len(KINDS))], LAYOUTS[pick(len(LAYOUTS))]
    rows, columns = 1 + pick(SIDES), 1 + pick(SIDES)
    cell = Cell(pick(rows), pick(columns), "")
    pairs = CONVERSIONS[pick(len(CONVERSIONS))]
    source, target = pairs[pick(WIDEST) % len(pairs)]
    groups = unheld(TYPES[source], TYPES[target])
    group = groups[pick(len(groups))]
    new = group[pick(WIDEST) % len(group)]
    plan = [{**block_at(Rectangle(0, 0, rows, columns), layout), "type": target}]
    is_frame = kind == "Frame"
    labels = [f"c{column}" for column in range(columns)] * is_frame
    obj = Object(kind, rows, columns, [source] * (columns if is_frame else 1), labels, [cell])
    before, after = (_planned(obj._replace(cells=[cell._replace(atom=each)]), plan) for each in (one(source), new))
    return Edited(after, f"the cell {one(source)} becomes {new}", before, certain=True)


def one(name: str) -> str:
    """The atom of 1."""
    number = TYPES[name]
    return "1" if number.kind != "f" else boundaries(number)[0]


def _planned(obj: Object, plan: list[Json]) -> Example:
    value = to_json(obj)
    return Example(value, plan, None, value, ())


def pick_small(pick: Pick) -> Example:
    """A small object in one block, the last cells of which are 1: in its bytes a field that is off shows by itself."""
    kind, layout = KINDS[pick(len(KINDS))], LAYOUTS[pick(len(LAYOUTS))]
    rows, columns = 1 + pick(SIDES), 1 + pick(SIDES)
    name = NAMES[pick(len(NAMES))]
    places = [(row, column) for row in range(rows) for column in range(columns)]
    cells = [Cell(row, column, one(name)) for row, column in places[len(places) - pick(len(places) + 1) :]]
    is_frame = kind == "Frame"
    labels = [f"c{column}" for column in range(columns)] * is_frame
    obj = Object(kind, rows, columns, [name] * (columns if is_frame else 1), labels, cells)
    return _planned(obj, [block_at(Rectangle(0, 0, rows, columns), layout)])


@cache
def unheld(source: Number, target: Number) -> tuple[tuple[str, ...], ...]:
    """Atoms of a type that another one does not hold, by what keeps it from that: each group as often as another.

    Among them is what is just beyond the ends of the other type. A NaN, of which a conversion may keep any, is held.
    """
    atoms = list(boundaries(source))
    ends = (target.least - 1, target.least + (1 << target.width)) if target.kind != "f" else ()
    if source.kind != "f":
        atoms += [atom(source, end) for end in ends if source.least <= end < source.least + (1 << source.width)]
    else:
        atoms += [of_value(source, float(end)) for end in ends]
    groups: dict[str, list[str]] = {}
    for text in atoms:
        if not holds(target, source, text) and not (target.kind == "f" and is_nan_atom(source, text)):
            groups.setdefault(_reason(source, target, text), []).append(text)
    return tuple(map(tuple, groups.values()))


def _reason(source: Number, target: Number, text: str) -> str:
    """What keeps an atom from being held: an integer's sign, what is special in a float, or where it lies."""
    if source.kind != "f":
        return "negative" if text.startswith("-") else "positive"
    real = value_of(source, text)
    if target.kind == "f" or float_kind(source, text) or not real.is_integer():
        return float_kind(source, text) or "fraction"
    return "end" if real in {target.least - 1, target.least + (1 << target.width)} else "beyond"


def _conversions(source: str, target: str) -> tuple[tuple[str, str], ...]:
    """The value types of one kind with those of another that do not hold all of their cells."""
    return tuple(
        (one, other)
        for one, other in product(NAMES, NAMES)
        if (TYPES[one].kind == "f", TYPES[other].kind == "f") == (source == "f", target == "f")
        and unheld(TYPES[one], TYPES[other])
    )


# Integers to integers, integers to floats, floats to integers, floats to floats; each as often as another.
CONVERSIONS = tuple(_conversions(source, target) for source, target in product("if", "if"))
