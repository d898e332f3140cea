"""A codec that reads and writes dense and CSR matrices as the deployed DAPHNE runtime does, in miniature.

It shows what the kit says about a program that follows the runtime instead of the document; README.md lists the
differences. It needs nothing but Python's standard library and shares no code with the reference.
"""

import json
import re
import struct
import sys
from bisect import bisect_left
from itertools import pairwise
from typing import Any

Json = Any

# The runtime's value types by code, with their letters in the struct module; floats travel as their bits.
TYPES = [("int8", "b"), ("int32", "i"), ("int64", "q"), ("uint8", "B"), ("uint32", "I"), ("uint64", "Q"),
         ("float", "I"), ("double", "Q")]  # fmt: skip
CODES = {name: code for code, (name, _) in enumerate(TYPES)}
HEX_DIGITS = {"float": 8, "double": 16}
DATA_TYPES = {1: "DenseMatrix", 2: "CSRMatrix"}
KINDS = {name: code for code, name in DATA_TYPES.items()}
BLOCK_TYPES = {1: "dense", 2: "CSR"}

# Where the runtime looks: what it passes over (version, dimensions, position, a block's value type) has no name here.
DATA_TYPE_AT, VALUE_TYPE_AT, ROWS_AT, BLOCK_TYPE_AT, CONTENT_AT = 1, 18, 35, 43, 45
ARRAYS_AT = CONTENT_AT + 8
LEAST_SIZE = {1: CONTENT_AT, 2: ARRAYS_AT}
MOST_BYTES = 1 << 26

Cells = dict[tuple[int, int], int]

sys.set_int_max_str_digits(0)  # a number of any length is asked for, and refused


class RejectedError(Exception):
    """The runtime throws here."""


class MisfortuneError(Exception):
    """The runtime would crash here, or use memory that is not its own."""


class UnsupportedError(Exception):
    """The runtime has no such thing."""


class Memory:
    """The input as the runtime sees it, but that bytes beyond its end are 0, where there is anything at all."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def array(self, at: int, count: int, letter: str) -> list[int]:
        """The numbers from byte `at` on, as far as the input has at least a part of them."""
        size = struct.calcsize(letter)
        present = min(count, max(0, -((at - len(self.data)) // size)))
        octets = self.data[at : at + present * size].ljust(present * size, b"\0")
        return list(struct.unpack(f"<{present}{letter}", octets))

    def number(self, at: int, letter: str) -> int:
        return (self.array(at, 1, letter) or [0])[0]


def decode(data: bytes) -> Json:
    """The value the runtime takes from the bytes: the type is the header's, the dimensions are the first block's."""
    memory = Memory(data)
    code, value_type = memory.number(DATA_TYPE_AT, "B"), memory.number(VALUE_TYPE_AT, "B")
    if code in (3, 4):
        raise UnsupportedError("the runtime cannot read the frames it writes, and scalars are no part of the format")
    if code not in DATA_TYPES:
        raise RejectedError(f"no data type has code {code}")
    if len(data) < LEAST_SIZE[code]:
        raise RejectedError(f"the buffer has {len(data)} bytes, fewer than {LEAST_SIZE[code]}")
    if value_type >= len(TYPES):
        raise RejectedError(f"no type of numbers has code {value_type}")
    name, letter = TYPES[value_type]
    rows, columns = memory.number(ROWS_AT, "I"), memory.number(ROWS_AT + 4, "I")
    block_type = memory.number(BLOCK_TYPE_AT, "B")
    cells: Cells = {}
    if block_type == 0:
        rows = columns = 0
    elif block_type == code:
        cells = (read_dense if code == 1 else read_csr)(memory, rows, columns, letter)
    elif (code, block_type) == (2, 3):
        raise MisfortuneError("the runtime crashes on a COO block of a CSRMatrix")
    else:
        raise RejectedError(f"block type {block_type} is not supported for this matrix")
    listed = [[str(row), str(column), atom(cell, name)] for (row, column), cell in sorted(cells.items())]
    head = {"kind": DATA_TYPES[code], "rows": str(rows), "columns": str(columns), "type": name}
    return {**head, "cells": listed}


def read_dense(memory: Memory, rows: int, columns: int, letter: str) -> Cells:
    values = memory.array(CONTENT_AT, rows * columns, letter)
    return {divmod(place, columns): value for place, value in enumerate(values) if value}


def read_csr(memory: Memory, rows: int, columns: int, letter: str) -> Cells:
    """Row offsets, column indices and values, three arrays behind the total."""
    total = memory.number(CONTENT_AT, "Q")
    columns_at = ARRAYS_AT + 8 * (rows + 1)
    offsets = memory.array(ARRAYS_AT, rows + 1, "Q")
    indices = memory.array(columns_at, total, "Q")
    values = memory.array(columns_at + 8 * total, total, letter)
    cells: Cells = {}
    for row, (begin, end) in enumerate(pairwise(offsets)):
        if begin > end or end > total:
            raise MisfortuneError("a row offset leads out of the arrays; nothing checks it")
        for index, value in zip(indices[begin:end], values[begin:end], strict=False):
            if index >= columns:
                raise MisfortuneError("a column index leads out of the matrix; nothing checks it")
            if value:
                cells.setdefault((row, index), value)
    return cells


def atom(value: int, name: str) -> str:
    return f"0x{value:0{HEX_DIGITS[name]}x}" if name in HEX_DIGITS else str(value)


def check_notation(value: Json) -> None:
    """Raises RejectedError for what is no matrix in the notation: the runtime is handed objects, which always are."""
    name = value["type"]
    atom = f"0x[0-9a-f]{{{HEX_DIGITS[name]}}}" if name in HEX_DIGITS else "0|-?[1-9][0-9]*"
    sizes = [value.get("rows"), value.get("columns")]
    if set(value) != {"kind", "rows", "columns", "type", "cells"} or not isinstance(value["cells"], list):
        raise RejectedError("members are missing or unknown")
    for cell in value["cells"]:
        if (
            not isinstance(cell, list)
            or len(cell) != 3
            or not isinstance(cell[2], str)
            or not re.fullmatch(atom, cell[2])
        ):
            raise RejectedError(f"{cell} is no cell of {name}")
        sizes += cell[:2]
    if not all(isinstance(size, str) and re.fullmatch("0|[1-9][0-9]*", size) for size in sizes):
        raise RejectedError("a number is misspelt or negative")
    places = {(int(row), int(column)) for row, column, _ in value["cells"]}
    if len(places) < len(value["cells"]) or any(r >= int(sizes[0]) or c >= int(sizes[1]) for r, c in places):
        raise RejectedError("a cell is listed twice, or lies outside the matrix")


def encode(value: Json) -> bytes:
    """The bytes the runtime writes: a single block, its dimensions cut down to 32 bits."""
    if not isinstance(value, dict):
        raise RejectedError("the value is no object")
    if value.get("kind") == "Frame":
        raise UnsupportedError("the runtime's frames hold addresses and differ in each run")
    if value.get("kind") not in list(KINDS) or value.get("type") not in (*CODES, "uint16", "int16"):
        raise RejectedError("the kind or the type is none of the document's")
    name = value["type"]
    if name in ("uint16", "int16"):
        raise UnsupportedError(f"the runtime has no type {name}")
    check_notation(value)
    code, letter = CODES[name], TYPES[CODES[name]][1]
    kind = KINDS[value["kind"]]
    rows, columns = int(value["rows"]), int(value["columns"])
    count = rows * columns if kind == 1 else 8 * (rows + 1) + len(value["cells"])
    if count * struct.calcsize(letter) > MOST_BYTES or max(rows, columns) >= 2**64:
        raise UnsupportedError("more than the runtime's memory holds")
    listed = ((int(r), int(c), int(v, 16 if name in HEX_DIGITS else 10)) for r, c, v in value["cells"])
    cells = {(row, column): bits for row, column, bits in listed if bits}
    front = struct.pack("<BBQQB16xIIBB", 1, kind, rows, columns, code, rows % 2**32, columns % 2**32, kind, code)
    try:
        return front + (write_dense if kind == 1 else write_csr)(cells, rows, columns, letter)
    except struct.error as error:
        raise RejectedError(str(error)) from None


def write_dense(cells: Cells, rows: int, columns: int, letter: str) -> bytes:
    values = [0] * (rows * columns)
    for (row, column), value in cells.items():
        values[row * columns + column] = value
    return struct.pack(f"<{len(values)}{letter}", *values)


def write_csr(cells: Cells, rows: int, columns: int, letter: str) -> bytes:
    places = sorted(cells)
    offsets = [bisect_left(places, (end, 0)) for end in range(rows + 1)]
    arrays = struct.pack(f"<{rows + 2}Q", len(places), *offsets)
    arrays += struct.pack(f"<{len(places)}Q", *(column for _, column in places))
    return arrays + struct.pack(f"<{len(places)}{letter}", *(cells[place] for place in places))


HELLO = {
    "protocol": 1,
    "codec": {"name": "python-daphne-dialect", "version": "0.1.0", "language": "Python"},
    "formats": {"daphne": {"operations": ["decode", "encode"], "features": [], "policies": {}}},
}


def answer(operation: str, data: bytes, value: Json) -> Json:
    """The reply to one request, without its id."""
    try:
        if operation == "decode":
            return {"value": decode(data)}
        return {"bytes": encode(value).hex()}
    except RejectedError as error:
        return {"rejected": {"message": str(error)}}
    except UnsupportedError as error:
        return {"unsupported": str(error)}
    except MisfortuneError as error:
        return {"failed": str(error)}


def converse() -> None:
    """Answers requests, a line each, until the input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "hello":
            reply = HELLO
        else:
            data = bytes.fromhex(request.get("bytes", ""))
            reply = {"id": request["id"], **answer(request["op"], data, request.get("value"))}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


def answer_once(operation: str) -> None:
    """Answers what the command line asks, with the bytes or the request on standard input."""
    if operation == "hello":
        reply = HELLO
    else:
        data = sys.stdin.buffer.read()
        reply = answer(operation, data, json.loads(data)["value"] if operation == "encode" else None)
    sys.stdout.write(json.dumps(reply) + "\n")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        answer_once(sys.argv[1])
    else:
        converse()
