"""The constructs of DAPHNE binary that repeat, for `goldenwire scale`."""

import struct
from collections.abc import Callable, Iterable
from itertools import cycle, repeat
from typing import Any

from goldenwire_suite.suite import MANY, Construct

FLOOR, LIMIT = 4096, "LIMIT"  # columns and blocks up to which no codec may refuse an object (DAPHNE-LIM-02)
CELLS = 1 << 20  # cells, and rows, up to which none may
TYPES = "uint8", "uint16", "int32"  # of columns; three, so that columns 0 and 256 differ
OCTETS = bytes(range(1, 252))  # cells, which repeat after a prime number of them
COLUMNS, BLOCKS = 4 * FLOOR, 8 * FLOOR
LABEL = 65532  # bytes of a label
Json = Any


def _matrix(kind: str, rows: int, columns: int, cells: list[Json], type: str = "int32") -> Json:
    return {"kind": kind, "rows": str(rows), "columns": str(columns), "type": type, "cells": cells}


def _column(kind: str, n: int) -> Json:
    """Return a matrix of n rows and one column, in which no cell is zero."""
    return _matrix(kind, n, 1, [[str(row), "0", str(row + 1)] for row in range(n)])


def _diagonal(n: int) -> Json:
    """Return a sparse matrix of n rows and 100 columns, with one cell in each row."""
    return _matrix("CSRMatrix", n, 100, [[str(row), str(row % 100), "7"] for row in range(n)])


def _frame(rows: int, columns: int) -> Json:
    types = [TYPES[column % len(TYPES)] for column in range(columns)]
    labels = [f"c{column}" for column in range(columns)]
    cells = [[str(row), str(column), "7"] for row in range(rows) for column in range(columns)]
    return {
        "kind": "Frame",
        "rows": str(rows),
        "columns": str(columns),
        "types": types,
        "labels": labels,
        "cells": cells,
    }


def _octets(kind: str, columns: int) -> Callable[[int], Json]:
    """Return the uint8 matrix of n rows, in the last column of which no cell is zero; the others are empty."""
    last, cells = str(columns - 1), [str(octet) for octet in OCTETS]
    return lambda n: _matrix(
        kind, n, columns, [[str(row), last, cells[row % len(cells)]] for row in range(n)], type="uint8"
    )


def _in_one_block(kind: int, columns: int, block: int, body: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """Return the bytes of such a matrix, from the codes of its kind and of its block, and the body."""
    matrix, values = struct.Struct("<BBQQB"), struct.Struct("<QQIIBB")
    return lambda n: matrix.pack(1, kind, n, columns, 1) + values.pack(0, 0, n, columns, block, 1) + body(n)


def _entries(firsts: Iterable[int]) -> bytes:
    """Return an entry in the second column after each number, which is its row, or how many there are in its row."""
    return b"".join(struct.pack("<IIB", first, 1, octet) for first, octet in zip(firsts, cycle(OCTETS), strict=False))


def _label(n: int) -> Json:
    return {**_frame(1, 1), "labels": ["a" * n]}


def _block(kind: str, first: int, rows: int, columns: int) -> Json:
    return {"rx": str(first), "cx": "0", "rows": str(rows), "columns": str(columns), "block": kind, "type": "int32"}


def _rows_apart(n: int) -> Json:
    """Return a plan with a dense block for each of n rows, from the last to the first."""
    return [_block("dense", row, 1, 1) for row in reversed(range(n))]


CONSTRUCTS = (
    Construct(
        "dense", "cells of a dense block", ("DAPHNE-DEN-01", "DAPHNE-LIM-02"), lambda n: _column("DenseMatrix", n)
    ),
    Construct(
        "dense-columns",
        "columns of a dense block",
        ("DAPHNE-DEN-01", "DAPHNE-LIM-02"),
        lambda n: _matrix("DenseMatrix", 1, n, [["0", str(i), "7"] for i in range(n)]),
        most=COLUMNS,
        floor=FLOOR,
        limit=LIMIT,
    ),
    Construct("csr", "rows of a CSR block", ("DAPHNE-CSR-02", "DAPHNE-LIM-02"), _diagonal),
    Construct(
        "csr-row",
        "entries in a row of a CSR block",
        ("DAPHNE-CSR-02", "DAPHNE-LIM-02"),
        lambda n: _matrix("CSRMatrix", 1, n, [["0", str(i), "7"] for i in range(n)]),
        most=COLUMNS,
        floor=FLOOR,
        limit=LIMIT,
    ),
    Construct(
        "csr-empty-rows",
        "empty rows of a CSR block",
        ("DAPHNE-CSR-04", "DAPHNE-LIM-02"),
        lambda n: _matrix("CSRMatrix", n, 1, []),
    ),
    Construct(
        "coo",
        "entries of a COO block, the last one first",
        ("DAPHNE-COO-03", "DAPHNE-LIM-02"),
        _diagonal,
        plan=lambda n: [{**_block("coo", 0, n, 100), "order": "desc"}],
    ),
    Construct(
        "blocks",
        "blocks, the last one first",
        ("DAPHNE-PART-01", "DAPHNE-LIM-02"),
        lambda n: _column("DenseMatrix", n),
        plan=_rows_apart,
        needs=("many-blocks",),
        most=BLOCKS,
        floor=FLOOR,
        limit=LIMIT,
    ),
    Construct(
        "frame-rows",
        "rows of a frame of two columns",
        ("DAPHNE-FRM-01", "DAPHNE-LIM-02"),
        lambda n: _frame(n, 2),
        needs=("many-blocks",),
    ),
    Construct(
        "frame-columns",
        "columns of a frame",
        ("DAPHNE-FRM-02", "DAPHNE-LIM-02"),
        lambda n: _frame(1, n),
        needs=("many-blocks",),
        most=COLUMNS,
        floor=FLOOR,
        limit=LIMIT,
    ),
    Construct(
        "many-dense",
        "cells of a dense block of uint8",
        ("DAPHNE-DEN-01", "DAPHNE-LIM-02"),
        _octets("DenseMatrix", 1),
        data=_in_one_block(1, 1, 1, lambda n: (OCTETS * (n // len(OCTETS) + 1))[:n]),
        is_canonical=True,
        most=CELLS,
        checked=MANY,
    ),
    Construct(
        "many-csr",
        "rows of a CSR block of uint8, each with an entry in its second column",
        ("DAPHNE-CSR-02", "DAPHNE-LIM-02"),
        _octets("CSRMatrix", 2),
        data=_in_one_block(2, 2, 2, lambda n: n.to_bytes(8, "little") + _entries(repeat(1, n))),
        is_canonical=True,
        most=CELLS // 2,
        checked=MANY,
    ),
    Construct(
        "many-coo",
        "entries of a COO block of uint8, one in each row",
        ("DAPHNE-COO-03", "DAPHNE-LIM-02"),
        _octets("CSRMatrix", 2),
        data=_in_one_block(2, 2, 3, lambda n: n.to_bytes(4, "little") + _entries(range(n))),
        most=CELLS // 2,
        checked=MANY,
    ),
    Construct("label", "characters of a label", ("DAPHNE-LBL-03",), _label, most=LABEL, is_text=True),
)
