"""Builders of values and plans in neutral notation, for the modules of the catalogue."""

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from goldenwire_reference.daphne import tables
from goldenwire_suite.cases import Accept
from goldenwire_suite.mutations import Replaced, of_format

mutation = of_format("DAPHNE")

Json = Any

# The least and the greatest value of each integer type; the formats of each float type and of its bits, and its digits.
INTEGERS = {
    name: (0, 2 ** (8 * one.size) - 1) if one.kind == "u" else (-(2 ** (8 * one.size - 1)), 2 ** (8 * one.size - 1) - 1)
    for name, one in tables.BY_NAME.items()
    if not one.is_float
}
FLOATS = {
    name: {4: ("<f", "<I", 8), 8: ("<d", "<Q", 16)}[one.size] for name, one in tables.BY_NAME.items() if one.is_float
}
TYPES = tuple(tables.BY_NAME)
UNASSIGNED = max(tables.VALUE_TYPES) + 1  # the first value type without a meaning

Cells = Mapping[tuple[int, int], Json]


def defining(type_name: str) -> str:
    """Return the requirement that defines a value type, without the format's name."""
    return tables.BY_NAME[type_name].requirement.removeprefix("DAPHNE-")


def is_signed(type_name: str) -> bool:
    return tables.BY_NAME[type_name].kind != "u"


def atom(value: Json, type_name: str) -> Json:
    """Return a cell's atom: a number is converted to the type's notation, an atom is returned unchanged."""
    if not isinstance(value, int | float):
        return value
    if type_name in INTEGERS:
        return str(value)
    pack, unpack, digits = FLOATS[type_name]
    (bits,) = struct.unpack(unpack, struct.pack(pack, value))
    return f"0x{bits:0{digits}x}"


def wire(value: int | float | str, type_name: str) -> bytes:
    """A value's bytes on the wire: a number, or the bits of a float."""
    text = atom(value, type_name)
    if type_name in FLOATS:
        return int(text, 16).to_bytes(FLOATS[type_name][2] // 2, "little")
    low, high = INTEGERS[type_name]
    return int(text).to_bytes((high - low).bit_length() // 8, "little", signed=low < 0)


def _is_zero(atom: Json) -> bool:
    return isinstance(atom, str) and int(atom, 0) == 0


def matrix(kind: str, rows: int, columns: int, type_name: str, cells: Cells) -> Json:
    """A matrix; cells that are zero may be passed and are omitted."""
    listed = [[str(r), str(c), atom(v, type_name)] for (r, c), v in sorted(cells.items())]
    head = {"kind": kind, "rows": str(rows), "columns": str(columns), "type": type_name}
    return {**head, "cells": [cell for cell in listed if not _is_zero(cell[2])]}


def dense(type_name: str, *rows: Sequence[Json]) -> Json:
    """A DenseMatrix, row by row."""
    return matrix("DenseMatrix", len(rows), len(rows[0]), type_name, cells_of(rows))


def csr(type_name: str, *rows: Sequence[Json]) -> Json:
    """A CSRMatrix, row by row."""
    return matrix("CSRMatrix", len(rows), len(rows[0]), type_name, cells_of(rows))


def cells_of(rows: Sequence[Sequence[Json]]) -> dict[tuple[int, int], Json]:
    return {(r, c): value for r, row in enumerate(rows) for c, value in enumerate(row)}


def frame(columns: Sequence[tuple[Any, str]], *rows: Sequence[Json], height: int | None = None) -> Json:
    """A frame of (label, value type) columns, row by row; `height` is used if no row is passed."""
    cells = [[str(r), str(c), atom(value, columns[c][1])] for (r, c), value in sorted(cells_of(rows).items())]
    return {
        "kind": "Frame",
        "rows": str(len(rows) if height is None else height),
        "columns": str(len(columns)),
        "types": [type_name for _, type_name in columns],
        "labels": [label for label, _ in columns],
        "cells": [cell for cell in cells if not _is_zero(cell[2])],
    }


def block(
    place: tuple[int, int, int, int], kind: str, type_name: str | None = None, order: str | Sequence[int] | None = None
) -> Json:
    """A block of a plan; `place` is (rx, cx, rows, columns)."""
    notation: dict[str, Json] = dict(zip(("rx", "cx", "rows", "columns"), map(str, place), strict=True))
    notation["block"] = kind
    if type_name is not None:
        notation["type"] = type_name
    if order is not None:
        notation["order"] = order if isinstance(order, str) else [str(rank) for rank in order]
    return notation


def whole(value: Json, kind: str, type_name: str | None = None, order: str | Sequence[int] | None = None) -> Json:
    """A plan of one block over the whole object."""
    return [block((0, 0, int(value["rows"]), int(value["columns"])), kind, type_name, order)]


def needs(value: Json, plan: Json = None) -> tuple[str, ...]:
    """Return the features that a case of this value and plan requires: `many-blocks` if it has several blocks."""
    in_columns = value["kind"] == "Frame" and int(value["rows"]) > 0
    blocks = (int(value["columns"]) if in_columns else 1) if plan is None else len(plan)
    return ("many-blocks",) if blocks > 1 else ()


def accept(name: str, summary: str, requirements: str, value: Json, plan: Json = None) -> Accept:
    """Return an accepted case; the requirements are named without the format's name: "DEN-02 CSR-01".

    A case with a plan also cites ENC-06, one with several blocks BODY-04.
    """
    several = needs(value, plan)
    cited = [*requirements.split(), *(["ENC-06"] if plan else []), *(["BODY-04"] if several else [])]
    return Accept(name=name, summary=summary, requirements=ids(" ".join(cited)), needs=several, value=value, plan=plan)


def ids(requirements: str) -> list[str]:
    """Return the ids of requirements that are named without the format's name."""
    return [f"DAPHNE-{short}" for short in requirements.split()]


def refusing(function: str, check: str, when: Callable[..., Any]) -> Replaced:
    """Let a reading function refuse its input if `when` says so of its result and its arguments, a reader first."""

    def by(original: Callable[..., Any], *arguments: Any) -> Any:
        found = original(*arguments)
        if when(found, *arguments):
            arguments[0].refuse(check, arguments[0].position, "another input", "this")
        return found

    return Replaced(function, by)


def valued(function: str, change: Callable[[Any], Any]) -> Replaced:
    """Let a function that reads parts of the object return them with other values, which `change` computes."""

    def by(original: Callable[..., Any], *arguments: Any) -> Any:
        order, parts = original(*arguments)
        return order, [replace(part, values=change(part.values).astype(part.values.dtype)) for part in parts]

    return Replaced(function, by)


def article(type_name: str) -> str:
    """The type with its article: "an int8", "a uint8"."""
    return f"{'an' if type_name.startswith('int') else 'a'} {type_name}"


def value_type_id(name: str) -> str:
    """Return the requirement that defines a value type, as `cited` takes it: VT-03 for uint32."""
    return tables.BY_NAME[name].requirement.removeprefix("DAPHNE-")


def say(number: int | float) -> str:
    """Return a number as people write it: 255, 65,536, 2^63 - 1, -0.5."""
    if isinstance(number, float) and (not number.is_integer() or str(number) == "-0.0"):
        return f"{number:.1f}" if number == 0 else f"{number:g}"
    whole = int(number)
    if abs(whole) < 10**6:
        return f"{whole:,}"
    power = abs(whole).bit_length()
    nearest = min((2**power, 2 ** (power - 1)), key=lambda corner: abs(corner - abs(whole)))
    more = (abs(whole) - nearest) * (1 if whole > 0 else -1)
    told = f"{'-' if whole < 0 else ''}2^{nearest.bit_length() - 1}"
    return told if not more else f"{told} {'+' if more > 0 else '-'} {abs(more):,}"


def u16(value: int) -> bytes:
    return value.to_bytes(2, "little")


def u32(value: int) -> bytes:
    return value.to_bytes(4, "little")


def u64(value: int) -> bytes:
    return value.to_bytes(8, "little")
