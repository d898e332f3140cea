"""Shapes: their size in octets, and conversion between arrays of objects and nested lists."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

# An array of objects without elements may still be a nest of up to this many empty arrays.
NEST_LIMIT = 1 << 22


def array_size(shape: Sequence[int], itemsize: int, most: int) -> int | None:
    """Return the octets of an array, computed exactly (SCISERIALIZE-LIM-01); None if they are more than `most`."""
    size = itemsize if 0 not in shape else 0
    for dimension in shape if size else ():
        size *= dimension
        if size > most:
            return None
    return size


def flatten(nest: Any, shape: Sequence[int]) -> list[Any] | None:
    """Return the elements of an array of objects; None if the nest has another shape (SCISERIALIZE-EXT-03)."""
    level = [nest]
    for dimension in shape:
        if not all(isinstance(items, list) and len(items) == dimension for items in level):
            return None
        level = list(chain.from_iterable(level))
    return level


def nest(elements: Sequence[Any], shape: Sequence[int]) -> Any:
    """Return the elements of an array of objects in arrays nested as deep as it has dimensions."""
    level = list(elements)
    for axis in reversed(range(len(shape))):
        count = array_size(shape[:axis], 1, NEST_LIMIT) or 0
        level = [level[index * shape[axis] : (index + 1) * shape[axis]] for index in range(count)]
    return level[0]
