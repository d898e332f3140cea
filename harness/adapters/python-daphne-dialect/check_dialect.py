"""Checks the miniature of the deployed runtime: `check_dialect.py -- COMMAND`. Standard library only.

Files as the runtime writes them are decoded and encoded byte for byte; then what the runtime overlooks, and what it
refuses.
"""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

Json = Any

INT8 = bytes.fromhex(
    "01010200000000000000020000000000000000000000000000000000000000000000000200000002000000010001fe0380"
)
DOUBLE = bytes.fromhex(
    "0101020000000000000001000000000000000700000000000000000000000000000000"
    "02000000010000000107000000000000f03f00000000000004c0"
)
CSR = (
    struct.pack("<BBQQB", 1, 2, 3, 4, 7)
    + struct.pack("<QQIIBBQ", 0, 0, 3, 4, 2, 7, 3)
    + struct.pack("<4Q", 0, 2, 2, 3)
    + struct.pack("<3Q", 1, 3, 0)
    + struct.pack("<3d", 1.5, -2.0, 100.0)
)
NO_ROWS = struct.pack("<BBQQB", 1, 1, 0, 3, 7) + struct.pack("<QQIIBB", 0, 0, 0, 3, 1, 7)


def matrix(kind: str, rows: int, columns: int, value_type: str, *cells: tuple[int, int, str]) -> Json:
    """Returns a matrix in the notation."""
    listed = [[str(row), str(column), atom] for row, column, atom in cells]
    return {"kind": kind, "rows": str(rows), "columns": str(columns), "type": value_type, "cells": listed}


INT8_VALUE = matrix("DenseMatrix", 2, 2, "int8", (0, 0, "1"), (0, 1, "-2"), (1, 0, "3"), (1, 1, "-128"))
DOUBLE_VALUE = matrix("DenseMatrix", 2, 1, "double", (0, 0, "0x3ff0000000000000"), (1, 0, "0xc004000000000000"))
CSR_VALUE = matrix(
    "CSRMatrix", 3, 4, "double",
    (0, 1, "0x3ff8000000000000"), (0, 3, "0xc000000000000000"), (2, 0, "0x4059000000000000"),
)  # fmt: skip
FRAME_VALUE = {"kind": "Frame", "rows": "0", "columns": "1", "types": ["int8"], "labels": ["a"], "cells": []}


def with_bytes(data: bytes, *edits: tuple[int, bytes]) -> bytes:
    """Returns the data with bytes overwritten at offsets."""
    result = bytearray(data)
    for at, new in edits:
        result[at : at + len(new)] = new
    return bytes(result)


FILES = {
    "dense int8": (INT8, INT8_VALUE),
    "dense float64": (DOUBLE, DOUBLE_VALUE),
    "CSR": (CSR, CSR_VALUE),
    "no rows": (NO_ROWS, matrix("DenseMatrix", 0, 3, "double")),
}
OVERLOOKED = {
    "the version": (with_bytes(INT8, (0, b"\7")), INT8_VALUE),
    "the header's dimensions": (with_bytes(INT8, (2, bytes(16))), INT8_VALUE),
    "the block's position": (with_bytes(INT8, (19, bytes(range(16)))), INT8_VALUE),
    "the block's value type": (with_bytes(INT8, (44, b"\xff")), INT8_VALUE),
    "what follows the block": (INT8 + b"more", INT8_VALUE),
    "missing values": (INT8[:-2], {**INT8_VALUE, "cells": INT8_VALUE["cells"][:2]}),
    "an empty block": (with_bytes(INT8, (43, b"\0")), matrix("DenseMatrix", 0, 0, "int8")),
    "int64 for uint16": (with_bytes(INT8, (18, b"\2"), (35, b"\1\0\0\0\1")),
                         matrix("DenseMatrix", 1, 1, "int64", (0, 0, str(0x8003FE01)))),
}  # fmt: skip
NOT_DECODED = {
    "nothing": (b"", "rejected"),
    "a buffer below the least size": (INT8[:44], "rejected"),
    "a CSR buffer below the least size": (CSR[:52], "rejected"),
    "an unknown data type": (with_bytes(INT8, (1, b"\0")), "rejected"),
    "a string type": (with_bytes(INT8, (18, b"\x09")), "rejected"),
    "a COO block in a dense matrix": (with_bytes(INT8, (43, b"\3")), "rejected"),
    "a COO block in a CSR matrix": (with_bytes(CSR, (43, b"\3")), "failed"),
    "row offsets beyond the arrays": (with_bytes(CSR, (61, b"\x09")), "failed"),
    "a column beyond the matrix": (with_bytes(CSR, (85, b"\x09")), "failed"),
    "a frame": (with_bytes(INT8, (1, b"\3")), "unsupported"),
}
NOT_ENCODED = {
    "16 bits": matrix("DenseMatrix", 1, 1, "int16"),
    "a frame": FRAME_VALUE,
    "a matrix beyond the memory": matrix("DenseMatrix", 1 << 40, 1 << 40, "int8"),
}


def ask(command: list[str], operation: str, data: bytes) -> Json:
    """Returns the reply to one request, asked of a process of its own."""
    done = subprocess.run([*command, operation, "daphne"], input=data, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def answers(command: list[str]) -> Iterator[tuple[str, Json, Json]]:
    """Yields what was asked, the answer (or the name of its member), and the expected one."""
    for name, (data, value) in (FILES | OVERLOOKED).items():
        yield f"decode: {name}", ask(command, "decode", data), {"value": value}
    for name, (data, value) in FILES.items():
        request = json.dumps({"value": value}).encode()
        yield f"encode: {name}", ask(command, "encode", request), {"bytes": data.hex()}
    for name, (data, member) in NOT_DECODED.items():
        yield f"decode: {name}", list(ask(command, "decode", data)), [member]
    for name, value in NOT_ENCODED.items():
        request = json.dumps({"value": value}).encode()
        yield f"encode: {name}", list(ask(command, "encode", request)), ["unsupported"]


def main(arguments: list[str]) -> int:
    """Returns 0 if every answer is the expected one, 1 otherwise."""
    found = list(answers(arguments[1:] if arguments[:1] == ["--"] else arguments))
    problems = [
        f"{name}: expected {expected}, found {answer}\n" for name, answer, expected in found if answer != expected
    ]
    sys.stdout.write("".join(problems) + f"{len(found)} answers, {len(problems)} problem(s)\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
