#!/usr/bin/env python3
"""A miniature codec that reads and writes dense and CSR matrices as the deployed DAPHNE runtime does.

It shows what the kit says about a program that follows the runtime instead of the document; README.md lists the
differences. It needs nothing but Python's standard library and shares no code with the reference.
"""

import json
import struct
import sys
from bisect import bisect_left

# The runtime's value types by code; there are none of 16 bits. The letters are those of the struct module.
TYPES = [("int8", "b"), ("int32", "i"), ("int64", "q"), ("uint8", "B"), ("uint32", "I"), ("uint64", "Q"),
         ("float", "f"), ("double", "d")]  # fmt: skip
CODES = {name: code for code, (name, _) in enumerate(TYPES)}
KINDS = {1: "DenseMatrix", 2: "CSRMatrix"}

HEADER = struct.Struct("<BBQQB")
POSITION = struct.Struct("<QQ")
BLOCK = struct.Struct("<IIBB")
COUNT = struct.Struct("<Q")
START = HEADER.size + POSITION.size + BLOCK.size


class Rejected(Exception):
    """The runtime throws here."""


class Unsupported(Exception):
    """The runtime has no such thing."""


def decode(data):
    """The value the runtime takes from the bytes: the type is the header's, the dimensions are the first block's."""
    if len(data) < START - 1:
        raise Rejected(f"{len(data)} bytes are fewer than the headers have")
    _, kind, _, _, code = HEADER.unpack_from(data)
    if kind not in KINDS:
        raise Unsupported("frames and scalars are not read")
    if code >= len(TYPES):
        raise Rejected(f"value type {code} is unknown")
    name, letter = TYPES[code]
    rows, columns, block_type = struct.unpack_from("<IIB", data, HEADER.size + POSITION.size)
    if block_type == 0:
        rows = columns = 0
    elif block_type != kind:
        raise Rejected(f"a block of type {block_type} is not read into a {KINDS[kind]}")
    if rows * columns > 1 << 24:
        raise Unsupported("more cells than this miniature holds")
    read = read_dense if kind == 1 else read_csr
    cells = read(data, rows, columns, letter) if rows and columns else []
    head = {"kind": KINDS[kind], "rows": str(rows), "columns": str(columns), "type": name}
    return {**head, "cells": [[str(r), str(c), atom(v, letter)] for r, c, v in cells]}


def array(data, at, count, letter):
    """`count` numbers from byte `at` on; what is missing is zero, where the runtime leaves memory as it was."""
    form = struct.Struct(f"<{count}{bits_letter(letter)}")
    return form.unpack((data[at : at + form.size]).ljust(form.size, b"\0"))


def bits_letter(letter):
    """Floats travel as their bits."""
    return {"f": "I", "d": "Q"}.get(letter, letter)


def read_dense(data, rows, columns, letter):
    values = array(data, START, rows * columns, letter)
    return [(place // columns, place % columns, value) for place, value in enumerate(values) if value]


def read_csr(data, rows, columns, letter):
    """Three arrays behind the count: row offsets, column indices, values."""
    (count,) = COUNT.unpack(data[START : START + 8].ljust(8, b"\0"))
    if count > rows * columns:
        raise Rejected(f"{count} non-zeros in {rows * columns} cells")
    at = START + COUNT.size
    offsets = array(data, at, rows + 1, "Q")
    indices = array(data, at + 8 * (rows + 1), count, "Q")
    values = array(data, at + 8 * (rows + 1 + count), count, letter)
    cells = {}
    for row in range(rows):
        for place in range(min(offsets[row], count), min(offsets[row + 1], count)):
            if indices[place] < columns:
                cells[row, indices[place]] = values[place]
    return [(row, column, value) for (row, column), value in sorted(cells.items()) if value]


def atom(value, letter):
    digits = {"f": 8, "d": 16}.get(letter)
    return f"0x{value:0{digits}x}" if digits else str(value)


def encode(value):
    """The bytes the runtime writes: one block, at most 2^32 - 1 rows, the rest cut off by a cast."""
    if value["kind"] == "Frame":
        raise Unsupported("the labels of the runtime's frames are addresses in its memory")
    if value["type"] not in CODES:
        raise Unsupported(f"the runtime has no {value['type']}")
    kind = 1 if value["kind"] == "DenseMatrix" else 2
    rows, columns, code = int(value["rows"]), int(value["columns"]), CODES[value["type"]]
    if rows * columns > 1 << 24:
        raise Unsupported("more cells than this miniature holds")
    letter = TYPES[code][1]
    cells = {(int(r), int(c)): int(v, 16 if letter in "fd" else 10) for r, c, v in value["cells"]}
    head = HEADER.pack(1, kind, rows, columns, code) + POSITION.pack(0, 0)
    head += BLOCK.pack(rows % 2**32, columns % 2**32, kind, code)
    try:
        body = write_dense(cells, rows, columns, letter) if kind == 1 else write_csr(cells, rows, letter)
    except struct.error as error:
        raise Rejected(str(error)) from None
    return head + body


def write_dense(cells, rows, columns, letter):
    values = [cells.get((row, column), 0) for row in range(rows) for column in range(columns)]
    return struct.pack(f"<{len(values)}{bits_letter(letter)}", *values)


def write_csr(cells, rows, letter):
    places = sorted(cells)
    offsets = [bisect_left(places, (end, 0)) for end in range(rows + 1)]
    body = COUNT.pack(len(places)) + struct.pack(f"<{rows + 1}Q", *offsets)
    body += struct.pack(f"<{len(places)}Q", *(column for _, column in places))
    return body + struct.pack(f"<{len(places)}{bits_letter(letter)}", *(cells[place] for place in places))


HELLO = {
    "protocol": 1,
    "codec": {"name": "daphne-dialect", "version": "0.1.0", "language": "Python"},
    "formats": {"daphne": {"operations": ["decode", "encode"], "features": [], "policies": {}}},
}


def answer(request):
    if request["op"] == "hello":
        return HELLO
    try:
        if request["op"] == "decode":
            return {"id": request["id"], "value": decode(bytes.fromhex(request["bytes"]))}
        return {"id": request["id"], "bytes": encode(request["value"]).hex()}
    except Rejected as error:
        return {"id": request["id"], "rejected": {"message": str(error)}}
    except Unsupported as error:
        return {"id": request["id"], "unsupported": str(error)}


def main():
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
