"""The guide to DAPHNE files of unknown origin, those that DAPHNE's own runtime writes among them.

The runtime numbers value types otherwise than the specification does, and lays out CSR blocks otherwise. In its frames,
labels are memory of its strings, and the values follow the position row by row, without a block header.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from goldenwire_reference.daphne.tables import DATA_TYPE_NAMES, VALUE_TYPES, VERSION, BlockType
from goldenwire_reference.format import Json
from goldenwire_reference.wording import plural
from goldenwire_suite.daphne.rules import RULES
from goldenwire_suite.guides import (
    Attempt,
    Branch,
    Evidence,
    Guide,
    Remark,
    Tree,
    grid,
    lines,
    number,
    quoted,
    shortest,
)

ROWS, COLUMNS = 12, 8  # of a matrix, that are shown
HEADER = struct.Struct("<BBQQB")  # version, data type, rows, columns, value type
BLOCK = struct.Struct("<QQIIBB")  # row, column, rows, columns, block type, value type
NUMBER_OF_ENTRIES = struct.Struct("<Q")
OBJECT = struct.Struct("<BBQQ")  # the header without a value type
LENGTH = struct.Struct("<H")  # of a label
POSITION = struct.Struct("<QQ")  # of a block
SCALAR = 4  # a data type of the runtime's own
FRAME = next(code for code, name in DATA_TYPE_NAMES.items() if name == "Frame")


class RuntimeType(NamedTuple):
    """A value type of the runtime: its name in C++, and its form for struct."""

    name: str
    form: str

    @property
    def size(self) -> int:
        return struct.calcsize(self.form)


RUNTIME_TYPES = {
    0: RuntimeType("int8_t", "b"),
    1: RuntimeType("int32_t", "i"),
    2: RuntimeType("int64_t", "q"),
    3: RuntimeType("uint8_t", "B"),
    4: RuntimeType("uint32_t", "I"),
    5: RuntimeType("uint64_t", "Q"),
    6: RuntimeType("float", "f"),
    7: RuntimeType("double", "d"),
}


def attempts(data: bytes) -> Iterable[Attempt]:
    """Return the one way to read a file; it is marked if it begins as an object of fewer than 2^32 rows and columns."""
    yield Attempt(evidence=Evidence.MARKED if _begins(data) else Evidence.PLAIN)


def _begins(data: bytes) -> bool:
    if len(data) < HEADER.size:
        return False
    version, kind, rows, columns, _ = HEADER.unpack_from(data)
    return version == VERSION and kind in {*DATA_TYPE_NAMES, SCALAR} and max(rows, columns) < 2**32


def show(value: Json, context: Json) -> Tree:
    """Return an object as a table."""
    rows, columns = int(value["rows"]), int(value["columns"])
    cells = {(int(row), int(column)): number(cell) for row, column, cell in value["cells"]}
    types = value.get("types", [value.get("type")] * min(columns, COLUMNS))
    zeros = ["0.0" if type in {"float", "double"} else "0" for type in types]
    shown = [
        [cells.get((row, column), zeros[column]) for column in range(min(columns, COLUMNS))]
        for row in range(min(rows, ROWS))
    ]
    title = f"{value['kind']} of {rows:,} x {columns:,} {value.get('type', '')}".rstrip()
    if "labels" in value:
        heads = [f"{_label(label)}: {type}" for label, type in zip(value["labels"], types, strict=True)][:COLUMNS]
        shown = [heads, *shown]
    return _table(title, shown, rows, columns)


def _label(label: Json) -> str:
    return quoted(label) if isinstance(label, str) else f"not UTF-8 ({label['utf8']})"


def _table(title: str, shown: Sequence[Sequence[str]], rows: int, columns: int) -> Branch:
    more = f"({rows:,} x {columns:,} in all)" if rows > ROWS or columns > COLUMNS else ""
    return grid(shown, more)._replace(opening=title) if shown and shown[0] else Branch(title, [], "")


def remarks(data: bytes, context: Json) -> Iterator[Remark]:
    """Yield what tells a file of the runtime: its length is exactly that of the runtime's numbering and layout."""
    yield from _frame_remarks(data)
    if len(data) < HEADER.size + BLOCK.size:
        return
    version, kind, rows, columns, code = HEADER.unpack_from(data)
    *_, block_rows, block_columns, block, block_code = BLOCK.unpack_from(data, HEADER.size)
    type = RUNTIME_TYPES.get(code)
    if (version, block_code, block_rows, block_columns) != (VERSION, code, rows, columns) or type is None:
        return
    if kind == SCALAR:
        yield Remark("data type 4 is the scalar of DAPHNE's own runtime, which the format does not have")
        return
    if not rows * columns or len(data) != _runtime_length(data, block, rows, columns, type):
        return
    yield Remark(
        f"DAPHNE's own runtime wrote this: its length, {len(data)} bytes, is exactly that of {rows} x {columns} "
        f"{type.name} in the runtime's numbering ({code} is {_specified(code)} in the specification)"
        + (", and in the runtime's layout of CSR blocks" if block == BlockType.csr else ""),
        tuple(lines(_runtime_table(data, rows, columns, type))) if block == BlockType.dense else (),
    )


def _frame_remarks(data: bytes) -> Iterator[Remark]:
    """Yield what tells a frame of the runtime."""
    if len(data) < OBJECT.size or data[:2] != bytes([VERSION, FRAME]):
        return
    _, _, rows, columns = OBJECT.unpack_from(data)
    codes = data[OBJECT.size : OBJECT.size + min(columns, len(data))]
    types = [RUNTIME_TYPES[code] for code in codes if code in RUNTIME_TYPES]
    start = _frame_start(data, columns)
    size = sum(type.size for type in types)
    if start is None or len(types) < columns or not rows * columns or len(data) != start + rows * size:
        return
    if any(data[start - POSITION.size : start]) or data[start:].startswith(struct.pack("<II", rows % 2**32, columns)):
        return  # one block of several, or a block as the specification has it
    names = ", ".join(type.name for type in types[:COLUMNS]) + ", ..." * (columns > COLUMNS)
    yield Remark(
        f"DAPHNE's own runtime wrote this: its length, {len(data)} bytes, is exactly that of {plural(rows, 'row')} of "
        f"{names} in the runtime's numbering, without a block header; where a label is due, the runtime writes memory "
        "of its own",
        tuple(lines(_frame_table(data, start, rows, types))),
    )


def _frame_start(data: bytes, columns: int) -> int | None:
    """Return the offset of the values in a frame of the runtime; None if there are fewer labels than columns."""
    at = OBJECT.size + columns
    for _ in range(columns):
        if at + LENGTH.size > len(data):
            return None
        at += LENGTH.size + LENGTH.unpack_from(data, at)[0]
    return at + POSITION.size


def _frame_table(data: bytes, start: int, rows: int, types: Sequence[RuntimeType]) -> Branch:
    """Return the values of a frame as the runtime means them, below the types of the columns."""
    row_size, forms = sum(type.size for type in types), "".join(type.form for type in types)
    shown = [[type.name for type in types[:COLUMNS]]]
    for row in range(min(rows, ROWS)):
        values = struct.unpack_from(f"<{forms}", data, start + row * row_size)
        shown.append([_text(value, type) for value, type in zip(values, types[:COLUMNS], strict=False)])
    return _table(f"Frame of {rows:,} x {len(types):,}, as the runtime means it", shown, rows, len(types))


def _text(value: float, type: RuntimeType) -> str:
    return shortest(value, type.size) if isinstance(value, float) else str(value)


def _runtime_length(data: bytes, block: int, rows: int, columns: int, type: RuntimeType) -> int | None:
    """Return the length that a file of the runtime with this header has."""
    start = HEADER.size + BLOCK.size
    if block == BlockType.dense:
        return start + rows * columns * type.size
    if block != BlockType.csr or len(data) < start + NUMBER_OF_ENTRIES.size:
        return None
    entries: int = NUMBER_OF_ENTRIES.unpack_from(data, start)[0]
    offsets, places, values = 8 * (rows + 1), 8 * entries, type.size * entries
    return start + NUMBER_OF_ENTRIES.size + offsets + places + values


def _specified(code: int) -> str:
    return VALUE_TYPES[code].name if code in VALUE_TYPES else "reserved"


def _runtime_table(data: bytes, rows: int, columns: int, type: RuntimeType) -> Branch:
    """Return the values of a dense block as the runtime means them."""
    start = HEADER.size + BLOCK.size
    shown = []
    for row in range(min(rows, ROWS)):
        at = start + row * columns * type.size
        values = struct.unpack_from(f"<{min(columns, COLUMNS)}{type.form}", data, at)
        shown.append([_text(value, type) for value in values])
    kind = f"{DATA_TYPE_NAMES.get(data[1], '')} of {rows:,} x {columns:,} {type.name}, as the runtime means it"
    return _table(kind, shown, rows, columns)


GUIDE = Guide(attempts=attempts, show=show, remarks=remarks, rules=RULES)
