"""The objects that no codec may refuse for their size, and the refusals whose class is not the only right one."""

from goldenwire_suite.strategies import Json

# The floors of limits (DAPHNE-LIM-02); those of a DenseMatrix without cells are as high as a block.
CELLS, ROWS, COLUMNS, SIDE = 1 << 20, 1 << 20, 1 << 12, 2**32 - 1
DENSE = 1
# Beside these, section 14 admits others: where a block should begin, and in objects without cells.
SEVERAL = frozenset(("INCOMPLETE", "DEGENERATE"))


def is_within_limits(value: Json) -> bool:
    """Return whether an object is within the floors of limits; what is no object is."""
    try:
        return _fits(value["kind"] == "DenseMatrix", int(value["rows"]), int(value["columns"]))
    except (KeyError, TypeError, ValueError):
        return True


def are_within_limits(data: bytes) -> bool:
    """Return whether bytes begin an object within the floors of limits; so does what is no header."""
    rows, columns = (int.from_bytes(data[at : at + 8], "little") for at in (2, 10))
    return _fits(data[1:2] == bytes([DENSE]), rows, columns)


def admits_others(code: str, data: bytes) -> bool:
    """Return whether a decoder may refuse bytes with another class, such as that of its limits."""
    return code in SEVERAL or not are_within_limits(data)


def _fits(is_dense: bool, rows: int, columns: int) -> bool:
    if is_dense and not rows * columns:
        return max(rows, columns) <= SIDE
    return rows <= ROWS and columns <= COLUMNS and rows * columns <= CELLS
