"""Rectangles cut into rectangles: grids, guillotine cuts, pinwheels, in any order."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from goldenwire_suite.strategies import WIDEST, Choose, shuffled

SMALL = 16  # up to this length every position counts
# Positions in longer ones where an index of one, two or four bytes, or a sign, may go wrong.
MARKS = (0, 1, 127, 128, 255, 256, 4095, 32_767, 32_768, 65_535, 65_536, *(2**31 + n for n in (-1, 0)),
         *(2**32 + n for n in (-2, -1, 0)))  # fmt: skip
STRIPS = 3  # the most strips into which a grid cuts a side
CUTS = 4  # each may make many parts
MOST = 9  # parts; with more, no further cut is made


class Rectangle(NamedTuple):
    """Position and size."""

    row: int
    column: int
    rows: int
    columns: int

    def holds(self, row: int, column: int) -> bool:
        """Return whether a cell lies in it."""
        return 0 <= row - self.row < self.rows and 0 <= column - self.column < self.columns


def choose_tiling(choose: Choose, whole: Rectangle, side: int) -> list[Rectangle]:
    """Cut a rectangle into parts, no side longer than `side`, in some order; the fewest parts are the simplest.

    Every cut takes the same number of choices, however much there is to cut, so that a failure in a large rectangle
    shrinks to a small one.
    """
    parts = tiles(whole, side, side)
    for _ in range(CUTS):
        way = choose(len(WAYS) + 1)
        if not way:
            break
        at, first, second = choose(WIDEST) % len(parts), choose(WIDEST), choose(WIDEST)
        if len(parts) < MOST:
            parts[at : at + 1] = WAYS[way - 1](parts[at], first, second)
    order = choose(3) if len(parts) > 1 else 0
    return shuffled(choose, parts) if order == 2 else parts[::-1] if order == 1 else parts


@lru_cache
def marks(length: int) -> tuple[int, ...]:
    """Return positions from 0 to less than `length`: all of a short one, those that matter of a long one."""
    if length <= SMALL:
        return tuple(range(length))
    return tuple(sorted({*(mark for mark in MARKS if mark < length), length // 2, length - 1}))


def tiles(whole: Rectangle, height: int, width: int) -> list[Rectangle]:
    """Return tiles of one size, smaller at the edges, row by row; the rectangle must have cells."""
    return _grid(whole, range(0, whole.rows, height), range(0, whole.columns, width))


def columns_of(whole: Rectangle) -> list[Rectangle]:
    """Return each column as a rectangle."""
    return _grid(whole, range(1), range(whole.columns))


def is_ascending(parts: Sequence[Rectangle]) -> bool:
    """Return whether the parts are sorted by row, then by column."""
    return all(one[:2] < other[:2] for one, other in pairwise(parts))


def _grid(whole: Rectangle, rows: range | tuple[int, ...], columns: range | tuple[int, ...]) -> list[Rectangle]:
    """Return the parts that begin at these rows and columns of the rectangle, both ascending from 0."""
    heights, widths = (
        [(start, end - start) for start, end in zip(starts, [*starts[1:], length], strict=True)]
        for starts, length in ((rows, whole.rows), (columns, whole.columns))
    )
    return [
        Rectangle(whole.row + row, whole.column + column, height, width)
        for row, height in heights
        for column, width in widths
    ]


# Ways to cut a rectangle, each controlled by two numbers; a rectangle that cannot be cut stays whole.


def _across_rows(whole: Rectangle, first: int, _: int) -> list[Rectangle]:
    return _grid(whole, _line(whole.rows, first), (0,))


def _across_columns(whole: Rectangle, first: int, _: int) -> list[Rectangle]:
    return _grid(whole, (0,), _line(whole.columns, first))


def _line(length: int, number: int) -> tuple[int, ...]:
    lines = marks(length)[1:]
    return (0, lines[number % len(lines)]) if lines else (0,)


def _into_tiles(whole: Rectangle, first: int, second: int) -> list[Rectangle]:
    """Cut into tiles of one size, smaller at the edges."""
    height, width = (
        -(-length // (1 + number % STRIPS)) for length, number in ((whole.rows, first), (whole.columns, second))
    )
    return tiles(whole, height, width)


def _as_pinwheel(whole: Rectangle, first: int, second: int) -> list[Rectangle]:
    """Cut into four arms around a middle: the smallest tiling that straight cuts cannot make."""
    row, column, rows, columns = whole
    if min(rows, columns) < 3:
        return [whole]
    (top, bottom), (left, right) = _two_lines(rows, first), _two_lines(columns, second)
    return [
        Rectangle(row, column, top, right),
        Rectangle(row, column + right, bottom, columns - right),
        Rectangle(row + top, column, rows - top, left),
        Rectangle(row + top, column + left, bottom - top, right - left),
        Rectangle(row + bottom, column + left, rows - bottom, columns - left),
    ]


def _two_lines(length: int, number: int) -> tuple[int, int]:
    lines = marks(length)[1:]
    above, below = divmod(number, len(lines) - 1)
    first = above % (len(lines) - 1)
    return lines[first], lines[first + 1 + below % (len(lines) - first - 1)]


WAYS: tuple[Callable[[Rectangle, int, int], list[Rectangle]], ...] = (
    _across_rows, _across_columns, _into_tiles, _as_pinwheel,
)  # fmt: skip
