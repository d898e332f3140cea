"""Objects and plans <-> the neutral notation (spec.md, Notation); requests to an encoder."""

from typing import Any

import numpy as np
import numpy.typing as npt

from goldenwire_reference.daphne.model import DaphneObject, Part, SparsePart
from goldenwire_reference.daphne.plan import BlockPlan, Order, Plan
from goldenwire_reference.daphne.tables import BY_NAME, MAX_UINT64, BlockType, DataType, ValueType
from goldenwire_reference.errors import EncodeError, NotationError
from goldenwire_reference.notation import (
    Json,
    bits,
    integer,
    items,
    members,
    parse_bits,
    parse_text,
    size,
    text_atom,
)

Array = npt.NDArray[Any]


def value_to_json(obj: DaphneObject) -> Json:
    """The neutral notation of an object: header first, then the cells with non-zero bits, row-major."""
    head: dict[str, Json] = {"kind": obj.kind.name, "rows": str(obj.rows), "columns": str(obj.columns)}
    if obj.kind is DataType.Frame:
        head["types"] = [value_type.name for value_type in obj.types]
        head["labels"] = [text_atom(label) for label in obj.labels]
    else:
        head["type"] = obj.types[0].name
    rows, columns, patterns = (array.tolist() for array in obj.cells())
    head["cells"] = [
        [str(row), str(column), _atom(pattern, obj.type_of(column))]
        for row, column, pattern in zip(rows, columns, patterns, strict=True)
    ]
    return head


def request_from_json(value: Json, plan: Json) -> tuple[DaphneObject, Plan | None]:
    """Return the object and the plan of a request to encode.

    Raises EncodeError, VALUE or PLAN, if it is not in the notation (DAPHNE-ENC-08).
    """
    try:
        obj = value_from_json(value)
    except NotationError as error:
        raise EncodeError("VALUE", "DAPHNE-ENC-08", str(error)) from None
    try:
        return obj, None if plan is None else plan_from_json(plan)
    except NotationError as error:
        raise EncodeError("PLAN", "DAPHNE-ENC-08", str(error)) from None


def value_from_json(value: Json) -> DaphneObject:
    """Return the object that the notation describes.

    Raises NotationError if it is malformed, EncodeError VALUE for a cell that its type does not have.
    """
    kind_name = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind_name, str) or kind_name not in DataType.__members__:
        raise NotationError(f"kind: expected one of {', '.join(DataType.__members__)}, found {kind_name!r}")
    kind = DataType[kind_name]
    typed = ("types", "labels") if kind is DataType.Frame else ("type",)
    members(value, ("kind", "rows", "columns", *typed, "cells"))
    rows = _dimension(value["rows"], "rows", "DAPHNE-HDR-04")
    columns = _dimension(value["columns"], "columns", "DAPHNE-HDR-05")
    if kind is DataType.Frame:
        types = tuple(_type(name) for name in items(value["types"], "types", columns))
        labels = tuple(parse_text(label, "label") for label in items(value["labels"], "labels", columns))
    else:
        types, labels = (_type(value["type"]),), ()
    header = DaphneObject(kind, rows, columns, types, labels, ())
    parts = tuple(_parts(header, items(value["cells"], "cells")))
    return DaphneObject(kind, rows, columns, types, labels, parts)


def _parts(header: DaphneObject, cells: list[Json]) -> list[Part]:
    """One sparse part for a matrix; for a frame, one per column with cells."""
    groups: dict[int, list[tuple[int, int, int]]] = {}
    seen: set[tuple[int, int]] = set()
    for cell in cells:
        row_atom, column_atom, value = items(cell, "cell", 3)
        row, column = size(row_atom, "row of a cell"), size(column_atom, "column of a cell")
        if row >= header.rows or column >= header.columns or (row, column) in seen:
            raise NotationError(f"cell ({row}, {column}): expected each position of the object at most once")
        seen.add((row, column))
        group = column if header.kind is DataType.Frame else 0
        groups.setdefault(group, []).append((row, column - group, _pattern(value, header.type_of(column))))
    parts: list[Part] = []
    for group, members_ in groups.items():
        value_type = header.type_of(group)
        rows, columns, patterns = (np.array(array, "<u8") for array in zip(*members_, strict=True))
        width = 1 if header.kind is DataType.Frame else header.columns
        values = patterns.astype(value_type.bits).view(value_type.dtype)
        parts.append(SparsePart(0, group, header.rows, width, rows, columns, values))
    return parts


def _dimension(atom: Json, what: str, requirement: str) -> int:
    value = size(atom, what)
    if value > MAX_UINT64:
        raise EncodeError("LIMIT", requirement, f"{what}: {value} is over 2^64-1")
    return value


def _type(name: Json) -> ValueType:
    if not isinstance(name, str) or name not in BY_NAME:
        raise NotationError(f"type: expected one of {', '.join(BY_NAME)}, found {name!r}")
    return BY_NAME[name]


def _atom(pattern: int, value_type: ValueType) -> str:
    """The atom of a cell whose bits are `pattern`."""
    if value_type.is_float:
        return bits(pattern, value_type.size)
    if value_type.kind == "i" and pattern >> (8 * value_type.size - 1):
        return str(pattern - (1 << 8 * value_type.size))
    return str(pattern)


def _pattern(atom: Json, value_type: ValueType) -> int:
    if value_type.is_float:
        return parse_bits(atom, value_type.size)
    value = integer(atom, "cell")
    limits = np.iinfo(value_type.dtype)  # type: ignore[type-var]
    if not limits.min <= value <= limits.max:
        raise EncodeError("VALUE", "DAPHNE-ENC-02", f"{value} is not a value of {value_type.name}")
    return value % (1 << 8 * value_type.size)


def describe(value: np.generic, value_type: ValueType) -> str:
    """Return a cell's value for messages; floats also with their bits."""
    if not value_type.is_float:
        return str(value)
    pattern = int(np.asarray(value, value_type.dtype).view(value_type.bits))
    return f"{float(value):.9g} ({bits(pattern, value_type.size)})"


def plan_to_json(plan: Plan) -> Json:
    """The neutral notation of a plan."""
    return [_block_to_json(block) for block in plan]


def _block_to_json(block: BlockPlan) -> Json:
    notation: dict[str, Json] = {
        "rx": str(block.rx), "cx": str(block.cx), "rows": str(block.rows), "columns": str(block.columns),
        "block": block.block.name,
    }  # fmt: skip
    if block.type is not None:
        notation["type"] = block.type.name
    if block.order != "asc":
        notation["order"] = block.order if isinstance(block.order, str) else [str(rank) for rank in block.order]
    return notation


def plan_from_json(plan: Json) -> Plan:
    """Return the plan that the notation describes.

    Raises NotationError if it is malformed, EncodeError PLAN for a code that does not exist.
    """
    return tuple(_block_from_json(block) for block in items(plan, "plan"))


def _block_from_json(value: Json) -> BlockPlan:
    members(value, ("rx", "cx", "rows", "columns", "block"), ("type", "order"), "block of a plan")
    place = {name: size(value[name], name) for name in ("rx", "cx", "rows", "columns")}
    if _word(value, "block") not in BlockType.__members__:
        raise EncodeError("PLAN", "DAPHNE-BLK-04", f"there is no block type {value['block']!r}")
    block = BlockType[value["block"]]
    value_type = None
    if "type" in value:
        if block is BlockType.empty:
            raise EncodeError("PLAN", "DAPHNE-ENC-05", "an empty block has no value type")
        if _word(value, "type") not in BY_NAME:
            raise EncodeError("PLAN", "DAPHNE-VT-12", f"there is no value type {value['type']!r}")
        value_type = BY_NAME[value["type"]]
    order = _order_from_json(value["order"], block) if "order" in value else "asc"
    return BlockPlan(**place, block=block, type=value_type, order=order)


def _word(value: dict[str, Json], name: str) -> str:
    word = value[name]
    if not isinstance(word, str):
        raise NotationError(f"{name}: expected a string, found {word!r}")
    return word


_ORDERS = {BlockType.csr: ("asc", "desc"), BlockType.coo: ("asc", "desc", "colmajor")}


def _order_from_json(order: Json, block: BlockType) -> Order:
    if isinstance(order, list) and block in _ORDERS:
        return tuple(size(rank, "rank in an order") for rank in order)
    if not isinstance(order, str) or order not in _ORDERS.get(block, ()):
        raise EncodeError("PLAN", "DAPHNE-ENC-05", f"a {block.name} block has no order {order!r}")
    return order  # type: ignore[return-value]
