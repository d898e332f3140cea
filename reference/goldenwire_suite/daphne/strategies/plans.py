"""Generated plans of the DAPHNE binary format. Public as strategies in daphne.py."""

from collections.abc import Callable
from typing import NamedTuple

from goldenwire_suite.daphne.strategies.objects import LABELS, MOST, NAMES, SIDE, TYPES, Cell, Object, ObjectRules
from goldenwire_suite.strategies import WIDEST, Choose, Json, shuffled
from goldenwire_suite.strategies.numbers import NumberType, common_ends, holds, is_nan_atom, of_number
from goldenwire_suite.strategies.tilings import Rectangle, choose_tiling, columns_of

PLACE = ("rx", "cx", "rows", "columns")
ORDERS = {"coo": ("asc", "desc", "colmajor", "ranks"), "csr": ("asc", "desc", "ranks")}


class Part(NamedTuple):
    """A rectangle of an object, the cells in it, and the value types that hold them all."""

    place: Rectangle
    cells: list[Cell]
    types: list[str]


def block_at(place: Rectangle, layout: str) -> dict[str, Json]:
    """Return the notation of a block without its value type and order."""
    return dict(zip(PLACE, map(str, place), strict=True)) | {"block": layout}


def place_of(block: Json) -> Rectangle:
    """Return the rectangle that a block in notation covers."""
    return Rectangle(*(int(block[name]) for name in PLACE))


def cells_in(obj: Object, place: Rectangle) -> list[Cell]:
    """Return the non-zero cells in a part of the object."""
    return [cell for cell in obj.cells if place.holds(cell.row, cell.column)]


def end_conversions(*, frames: bool) -> list[list[tuple[Object, list[Json]]]]:
    """For each type of block, objects of other types, and plans that store what is at the ends of both types in it.

    The objects of a group are matrices of one number, then perhaps a frame whose columns have all other types.
    """
    return [_stored_as(name, number, frames=frames) for name, number in TYPES.items()]


def _stored_as(name: str, number: NumberType, *, frames: bool) -> list[tuple[Object, list[Json]]]:
    others = {
        other: [of_number(target, end) for end in common_ends(number, target)]
        for other, target in TYPES.items()
        if other != name
    }
    found = [
        Object("DenseMatrix", 1, 1, [other], [], [Cell(0, 0, atom)])
        for other, atoms in others.items()
        for atom in atoms
    ]
    if frames:
        columns = list(others.values())
        cells = [Cell(row, at, atom) for at, atoms in enumerate(columns) for row, atom in enumerate(atoms)]
        rows, labels = max(map(len, columns)), list(LABELS[: len(columns)])
        found.append(Object("Frame", rows, len(columns), list(others), labels, sorted(cells)))
    return [(obj, [block_at(Rectangle(0, 0, obj.rows, obj.columns), "dense") | {"type": name}]) for obj in found]


def choose_plan(choose: Choose, obj: Object, rules: ObjectRules) -> list[Json]:
    """A plan in neutral notation; of a single block if the rules say so, for an object `of_one_type`."""
    whole = Rectangle(0, 0, obj.rows, obj.columns)
    one_block = rules.single_block or not obj.rows * obj.columns
    parts = [whole] if one_block else choose_tiling(choose, whole, SIDE)
    return [_choose_block(choose, obj, part) for place in parts for part in _storable(obj, place, rules)]


def _storable(obj: Object, place: Rectangle, rules: ObjectRules) -> list[Part]:
    """Return the part, or its columns separately if no value type holds the cells of all of them."""
    cells = cells_in(obj, place)
    types = _types_that_hold(obj, cells, rules)
    if types:
        return [Part(place, cells, types)]
    return [part for column in columns_of(place) for part in _storable(obj, column, rules)]


def of_one_type(obj: Object, rules: ObjectRules) -> Object:
    """Return the object with as many of its cells, from the first on, as one value type holds."""
    kept: list[Cell] = []
    for cell in obj.cells:
        if _types_that_hold(obj, [*kept, cell], rules):
            kept.append(cell)
    return obj._replace(cells=kept)


def _types_that_hold(obj: Object, cells: list[Cell], rules: ObjectRules) -> list[str]:
    """Return the value types that hold the cells exactly; the rules decide on NaNs."""
    found = list(NAMES)
    for cell in cells:
        source = TYPES[obj.type_of(cell.column)]
        found = [name for name in found if _holds(TYPES[name], source, cell.atom, rules.converted_nans)]
    return found


def _holds(target: NumberType, source: NumberType, atom: str, any_nan: bool) -> bool:
    return holds(target, source, atom) or (any_nan and target.kind == "f" and is_nan_atom(source, atom))


def _choose_block(choose: Choose, obj: Object, part: Part) -> Json:
    place, cells, types = part
    dense, csr = place.rows * place.columns <= MOST[0], place.rows <= MOST[0]  # their size does not depend on cells
    layouts = ["coo", "csr" if csr else "coo", "dense" if dense else "coo"]
    understood = [""] if obj.type_of(place.column) in types else []  # the type may be omitted
    ways = [(layout, name) for name in (*understood, *types) for layout in layouts]
    if not cells:  # as likely as one layout of values over all types
        ways[len(layouts) : len(layouts)] = [("empty", "")] * len(types)
    layout, name = ways[choose(WIDEST) % len(ways)]
    block = block_at(place, layout)
    if name:
        block["type"] = name
    order = choose_order(choose, layout, cells) if layout in ORDERS else "asc"
    return block if order == "asc" else {**block, "order": order}


def choose_order(choose: Choose, layout: str, cells: list[Cell]) -> Json:
    """An order that the layout allows for a block of these cells."""
    order = ORDERS[layout][choose(len(ORDERS[layout]))]
    if order != "ranks":
        return order
    rows: dict[int, list[int]] = {}
    for rank, cell in enumerate(cells):
        rows.setdefault(cell.row if layout == "csr" else 0, []).append(rank)
    return [str(rank) for row in rows.values() for rank in shuffled(choose, row)]


def stored_order(order: Json, layout: str, cells: list[Cell]) -> list[int]:
    """Return the ranks of a block's entries in stored order."""
    if isinstance(order, list):
        return [int(rank) for rank in order]
    keys: dict[str, Callable[[int], tuple[int, ...]]] = {
        "asc": lambda rank: (rank,),
        "desc": lambda rank: (cells[rank].row if layout == "csr" else 0, -rank),
        "colmajor": lambda rank: (cells[rank].column, rank),
    }
    return sorted(range(len(cells)), key=keys[order])


def delivered(obj: Object, value: Json, plan: list[Json]) -> Json:
    """Return the value as a decoder delivers it: any NaN in place of one that a block of the other width held."""
    changed = {
        (str(cell.row), str(cell.column)): {"nan": str(len(cell.atom) - 2)}
        for cell in obj.cells
        if is_nan_atom(TYPES[obj.type_of(cell.column)], cell.atom)
        and _stored_type(obj, cell, plan) != obj.type_of(cell.column)
    }
    if not changed:
        return value
    cells = [[row, column, changed.get((row, column), atom)] for row, column, atom in value["cells"]]
    return {**value, "cells": cells}


def _stored_type(obj: Object, cell: Cell, plan: list[Json]) -> str:
    """The value type of the block that stores a cell; canonically that of its column."""
    for block in plan:
        place = place_of(block)
        if place.holds(cell.row, cell.column):
            return str(block.get("type") or obj.type_of(place.column))
    return obj.type_of(cell.column)
