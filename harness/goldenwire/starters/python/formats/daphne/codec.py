"""A codec of the format daphne, at its beginning: dense matrices of integers, in one block.

Read `goldenwire spec daphne`, then go on, a part at a time:

1. decode: read field by field, and raise Rejected(code, offset, message) for what the text does not allow;
2. encode: the same fields the other way round; a value that has no encoding is refused without an offset;
3. what you have not come to raises Unsupported, which is honest and never passes;
4. declare in hello what the text lists as features and policies, once you keep what they promise.
"""

import struct

import protocol
from protocol import Rejected, Unsupported

# By code: the name of the type, its letter for `struct`, its least and its greatest value.
TYPES = {
    **{n + 1: (f"uint{8 << n}", "BHIQ"[n], 0, (1 << (8 << n)) - 1) for n in range(4)},
    **{n + 5: (f"int{8 << n}", "bhiq"[n], -1 << (8 << n) - 1, (1 << (8 << n) - 1) - 1) for n in range(4)},
}
CODES = {name: code for code, (name, *_) in TYPES.items()}
DENSE_MATRIX, DENSE_BLOCK = 1, 1
HEADER = struct.Struct("<BBQQB")  # version, data type, rows, columns, value type
BLOCK = struct.Struct("<QQIIBB")  # position, rows and columns, block type, value type
MEMBERS = ["cells", "columns", "kind", "rows", "type"]
MOST = 1 << 20  # cells, for now


class Codec:
    def hello(self):
        return {
            "codec": {"name": "my-codec", "version": "0.1", "language": "Python"},
            "formats": {
                "daphne": {
                    "operations": ["decode", "encode", "transcode"],
                    "features": [],
                    "policies": {},
                }
            },
        }

    def decode(self, format, data, context):
        start = HEADER.size + BLOCK.size
        if not data:
            raise Rejected("TRUNCATED", 0, "expected the version, found no bytes")
        if data[0] != 1:
            raise Rejected("VERSION", 0, f"expected version 1, found {data[0]}")
        if len(data) < start:
            raise Unsupported("an input that ends in a header: not written yet")
        _, kind, rows, columns, code = HEADER.unpack_from(data)
        if kind != DENSE_MATRIX or code not in TYPES or not rows or not columns:
            raise Unsupported("another object than a dense matrix of integers: not written yet")
        if BLOCK.unpack_from(data, HEADER.size) != (0, 0, rows, columns, DENSE_BLOCK, code):
            raise Unsupported("another block than one dense block: not written yet")
        name, letter, *_ = TYPES[code]
        end = start + rows * columns * struct.calcsize(letter)
        if len(data) < end:
            raise Rejected("TRUNCATED", start, f"expected {end - start} bytes of values, found {len(data) - start}")
        if len(data) > end:
            raise Rejected("TRAILING", end, f"expected the end of the input, which is {len(data)} bytes long")
        numbers = enumerate(struct.unpack_from(f"<{rows * columns}{letter}", data, start))
        cells = [[str(n // columns), str(n % columns), protocol.integer_of(number)] for n, number in numbers if number]
        return {"kind": "DenseMatrix", "rows": str(rows), "columns": str(columns), "type": name, "cells": cells}

    def encode(self, format, value, context, plan):
        if plan is not None or not isinstance(value, dict) or value.get("kind") != "DenseMatrix":
            raise Unsupported("another object than a dense matrix: not written yet")
        if sorted(value) != MEMBERS or not isinstance(value["type"], str) or not isinstance(value["cells"], list):
            raise Rejected("VALUE", None, f"expected the members {', '.join(MEMBERS)}")
        if value["type"] not in CODES:
            raise Unsupported(f"the type {value['type']}: not written yet")
        code = CODES[value["type"]]
        _, letter, low, high = TYPES[code]
        rows, columns = (protocol.integer(value[name], 0, (1 << 64) - 1, "VALUE") for name in ("rows", "columns"))
        if not 0 < rows * columns <= MOST:
            raise Unsupported(f"a matrix without cells, or of more than {MOST:,}: not written yet")
        numbers = {}
        for cell in value["cells"]:
            if not isinstance(cell, list) or len(cell) != 3:
                raise Rejected("VALUE", None, "expected cells of row, column and value")
            row, column = protocol.integer(cell[0], 0, rows - 1, "VALUE"), protocol.integer(cell[1], 0, columns - 1, "VALUE")
            if (row, column) in numbers:
                raise Rejected("VALUE", None, f"the cell {row}, {column} is listed twice")
            numbers[row, column] = protocol.integer(cell[2], low, high, "VALUE")
        numbers = [numbers.get((row, column), 0) for row in range(rows) for column in range(columns)]
        header = HEADER.pack(1, DENSE_MATRIX, rows, columns, code) + BLOCK.pack(0, 0, rows, columns, DENSE_BLOCK, code)
        return header + struct.pack(f"<{len(numbers)}{letter}", *numbers)

    def transcode(self, format, data, context):
        return self.encode(format, self.decode(format, data, context), context, None)


if __name__ == "__main__":
    protocol.serve(Codec())
