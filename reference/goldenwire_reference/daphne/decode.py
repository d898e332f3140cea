"""Bytes -> (object, plan). The mirror image of encode.py; every condition is named in tables.CHECKS.

The order of checks is DAPHNE-ERR-02: version, data type, the rest of the header; then a block at a time in the order
of the stream; then what is missing or left over.
"""

from collections.abc import Mapping
from typing import Any

from goldenwire_reference.daphne.decode_block import READERS
from goldenwire_reference.daphne.model import DaphneObject, Part
from goldenwire_reference.daphne.plan import BlockPlan, Plan, Tiling
from goldenwire_reference.daphne.tables import (
    BLOCK_TYPE_NAMES,
    CHECKS,
    DATA_TYPE_NAMES,
    MAX_UINT32,
    VALUE_TYPE_NAMES,
    VALUE_TYPES,
    VERSION,
    BlockType,
    DataType,
    ValueType,
)
from goldenwire_reference.reader import Buffer, Field, Reader
from goldenwire_reference.wording import plural


def decode(
    data: Buffer, *, off: Mapping[str, Any] | None = None, trace: list[Field] | None = None
) -> tuple[DaphneObject, Plan]:
    """Return the object that `data` represents, and the plan that produces these bytes.

    Dense values are views of `data`. `off` names the checks to skip; `trace` receives every field that is read. Raises
    DecodeError (DAPHNE-DEC-02).
    """
    reader = Reader(data, CHECKS, off=off, trace=trace)
    obj, plan = read_object(reader)
    if reader.remaining:
        reader.refuse("body.trailing", reader.position, "the end of the input", plural(reader.remaining, "more byte"))
    return obj, plan


def read_object(reader: Reader) -> tuple[DaphneObject, Plan]:
    """Read an object and its plan from the front of the input, up to where blocks first cover it (DAPHNE-GEN-06)."""
    header = _read_header(reader)
    if header.rows * header.columns > MAX_UINT32:
        reader.refuse("object.huge", 2, "fewer than 2^32 cells", f"{header.rows} x {header.columns}")
    parts, plan = _read_body(reader, header)
    return DaphneObject(header.kind, header.rows, header.columns, header.types, header.labels, parts), plan


def _read_header(reader: Reader) -> DaphneObject:
    version = reader.uint(1, "version")
    if version != VERSION:
        reader.refuse("header.version", 0, f"version {VERSION}", version)
    code = reader.uint(1, "data-type", DATA_TYPE_NAMES)
    if code not in DATA_TYPE_NAMES:
        check = "header.data-type.unassigned" if code else "header.data-type.reserved"
        code = reader.refuse(check, 1, "a data type from 1 to 3", code)
    kind = DataType(code)
    rows, columns = reader.uint(8, "rows"), reader.uint(8, "columns")
    if kind is not DataType.Frame:
        return DaphneObject(kind, rows, columns, (_read_value_type(reader, "matrix", "value-type"),), (), ())
    reader.need(columns, "value-type")
    types = tuple(_read_value_type(reader, "frame", f"value-type[{column}]") for column in range(columns))
    reader.need(2 * columns, "label.length")
    labels: list[str | bytes] = []
    seen: set[str | bytes] = set()
    for column in range(columns):
        reader.scope = f"label[{column}]."
        labels.append(_read_label(reader, seen))
    reader.scope = ""
    return DaphneObject(kind, rows, columns, types, tuple(labels), ())


def _read_value_type(reader: Reader, place: str, name: str) -> ValueType:
    at = reader.position
    code = reader.uint(1, name, VALUE_TYPE_NAMES)
    if code not in VALUE_TYPES:
        check = f"{place}.value-type.{'unassigned' if code else 'reserved'}"
        code = reader.refuse(check, at, f"a value type from 1 to {max(VALUE_TYPES)}", code)
    return VALUE_TYPES[code]


def _read_label(reader: Reader, seen: set[str | bytes]) -> str | bytes:
    length = reader.uint(2, "length")
    at = reader.position
    octets = bytes(reader.take(length, "text"))
    label: str | bytes
    try:
        label = octets.decode("utf-8")
    except UnicodeDecodeError as error:
        reader.refuse("frame.label.encoding", at, "well-formed UTF-8", f"{octets.hex(' ')} ({error.reason})")
        label = octets
    if label in seen:
        reader.refuse("frame.label.duplicate", at, "labels that do not repeat", repr(label))
    seen.add(label)
    if length:
        reader.note(at, length, "text", ascii(label))
    return label


def _read_body(reader: Reader, header: DaphneObject) -> tuple[tuple[Part, ...], Plan]:
    parts: list[Part] = []
    plan: list[BlockPlan] = []
    tiling = Tiling()
    uncovered = header.rows * header.columns
    while uncovered > 0 or not plan:
        if not reader.remaining:
            reader.refuse(_missing_block(header), reader.position, "a block", f"the end, {uncovered} cells uncovered")
            break
        reader.scope = f"block[{len(plan)}]."
        block, found_parts = _read_block(reader, header, tiling)
        plan.append(block)
        parts += found_parts
        uncovered -= block.area
    reader.scope = ""
    return tuple(parts), tuple(plan)


def _missing_block(header: DaphneObject) -> str:
    """Return the check that fails when the input has no further block.

    `body.empty` depends on a policy; `body.empty.too-large` does not, since no block can hold such an object.
    """
    if header.has_cells:
        return "body.incomplete"
    return "body.empty" if max(header.rows, header.columns) <= MAX_UINT32 else "body.empty.too-large"


def _read_block(reader: Reader, header: DaphneObject, tiling: Tiling) -> tuple[BlockPlan, list[Part]]:
    at = reader.position
    rx, cx = reader.uint(8, "rx"), reader.uint(8, "cx")
    rows, columns = reader.uint(4, "rows"), reader.uint(4, "columns")
    _check_place(reader, header, at, (rx, cx, rows, columns))
    at_type = reader.position
    code = reader.uint(1, "type", BLOCK_TYPE_NAMES)
    if code not in BLOCK_TYPE_NAMES:
        code = reader.refuse("block.type", at_type, "a block type from 0 to 3", code)
    if header.has_cells and tiling.overlaps(rx, cx, rows, columns):
        reader.refuse("block.overlap", at, "a block apart from the earlier ones", "one that shares cells with them")
    place = BlockPlan(rx, cx, rows, columns, BlockType(code))
    if place.block is BlockType.empty:
        return place, []
    value_type = _read_value_type(reader, "block", "value-type")
    order, parts = READERS[place.block](reader, header, place, value_type)
    return BlockPlan(rx, cx, rows, columns, place.block, value_type, order), parts


def _check_place(reader: Reader, header: DaphneObject, at: int, place: tuple[int, int, int, int]) -> None:
    rx, cx, rows, columns = place
    found = f"{rows} x {columns} cells at ({rx}, {cx}) in an object of {header.rows} x {header.columns}"
    if header.has_cells and not (rows and columns):
        reader.refuse("block.degenerate", at, "a block with cells", found)
    if rx + rows > header.rows:
        reader.refuse("block.bounds.rows", at, "rows within the object", found)
    if cx + columns > header.columns:
        reader.refuse("block.bounds.columns", at, "columns within the object", found)
    if not header.has_cells and place != (0, 0, header.rows, header.columns):
        reader.refuse("block.not-whole", at, "the whole object in one block, as it has no cells", found)
