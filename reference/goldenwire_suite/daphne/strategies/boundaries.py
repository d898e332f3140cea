"""Boundaries of the DAPHNE format: cells just outside the value type of their block, and small objects to corrupt."""

from functools import cache
from itertools import product

from goldenwire_suite.daphne.strategies.objects import KINDS, NAMES, TYPES, Cell, Object, to_json
from goldenwire_suite.daphne.strategies.plans import block_at
from goldenwire_suite.strategies import WIDEST, Choose, Example, Json
from goldenwire_suite.strategies.edited import Edited
from goldenwire_suite.strategies.numbers import (
    NumberType,
    atom,
    boundaries,
    float_kind,
    holds,
    is_nan_atom,
    of_value,
    value_of,
)
from goldenwire_suite.strategies.tilings import Rectangle

SIDES = 3
LAYOUTS = ("dense", "csr", "coo")


def choose_boundary(choose: Choose) -> Edited:
    """An object with a plan, edited so that the type of a block no longer holds one of its cells."""
    kind, layout = KINDS[choose(len(KINDS))], LAYOUTS[choose(len(LAYOUTS))]
    rows, columns = 1 + choose(SIDES), 1 + choose(SIDES)
    cell = Cell(choose(rows), choose(columns), "")
    pairs = CONVERSIONS[choose(len(CONVERSIONS))]
    source, target = pairs[choose(WIDEST) % len(pairs)]
    groups = unheld(TYPES[source], TYPES[target])
    group = groups[choose(len(groups))]
    new = group[choose(WIDEST) % len(group)]
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


def choose_small(choose: Choose) -> Example:
    """A small object in one block whose last cells are 1, so that a shifted field shows in its bytes."""
    kind, layout = KINDS[choose(len(KINDS))], LAYOUTS[choose(len(LAYOUTS))]
    rows, columns = 1 + choose(SIDES), 1 + choose(SIDES)
    name = NAMES[choose(len(NAMES))]
    places = [(row, column) for row in range(rows) for column in range(columns)]
    cells = [Cell(row, column, one(name)) for row, column in places[len(places) - choose(len(places) + 1) :]]
    is_frame = kind == "Frame"
    labels = [f"c{column}" for column in range(columns)] * is_frame
    obj = Object(kind, rows, columns, [name] * (columns if is_frame else 1), labels, cells)
    return _planned(obj, [block_at(Rectangle(0, 0, rows, columns), layout)])


@cache
def unheld(source: NumberType, target: NumberType) -> tuple[tuple[str, ...], ...]:
    """Return the atoms of one type that another does not hold, grouped by the reason; each group is equally likely.

    They include the values just beyond the ends of the other type. NaNs count as held, since a conversion may keep any
    NaN.
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


def _reason(source: NumberType, target: NumberType, text: str) -> str:
    """Return why an atom is not held: the sign of an integer, the kind of a special float, or the range it lies in."""
    if source.kind != "f":
        return "negative" if text.startswith("-") else "positive"
    real = value_of(source, text)
    if target.kind == "f" or float_kind(source, text) or not real.is_integer():
        return float_kind(source, text) or "fraction"
    return "end" if real in {target.least - 1, target.least + (1 << target.width)} else "beyond"


def _conversions(source: str, target: str) -> tuple[tuple[str, str], ...]:
    """The value types of one kind, paired with those of another that do not hold all of their values."""
    return tuple(
        (one, other)
        for one, other in product(NAMES, NAMES)
        if (TYPES[one].kind == "f", TYPES[other].kind == "f") == (source == "f", target == "f")
        and unheld(TYPES[one], TYPES[other])
    )


# Integers to integers, integers to floats, floats to integers, floats to floats; all equally likely.
CONVERSIONS = tuple(_conversions(source, target) for source, target in product("if", "if"))
