"""Dimensions of fixed size as a whole: numbers in C order by numpy, other orders by steps along the axes."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from dynd.oracle.leaves import adapted, atom, need, number_of, octets, part_of_complex
from dynd.oracle.types import NUMBERS, Type


def shape_of(this: Type) -> tuple[list[int], Type]:
    """Return the sizes of a type's fixed dimensions, from the outermost in, and the type of the elements."""
    shape = []
    while this.kind == "N *":
        shape.append(this.size)
        (this,) = this.parts
    return shape, this


def placed(value: Any, shape: Sequence[int], steps: Sequence[int], start: int = 0) -> Iterator[tuple[int, Any]]:
    """Yield the stored position of each element, and the element, of nested lists of that shape.

    `steps` gives the distance of neighbours along each axis. Raises OracleReject if the lists have another shape.
    """
    if not shape:
        yield start, value
        return
    for at, element in enumerate(need(value, list, shape[0])):
        yield from placed(element, shape[1:], steps[1:], start + at * steps[0])


def steps_of(shape: Sequence[int], axes: Sequence[int]) -> list[int]:
    """Return the distance of neighbours along each axis, in elements; `axes` lists the axes from slow to fast."""
    return [math.prod(shape[axis] for axis in axes[axes.index(at) + 1 :]) for at in range(len(shape))]


# --- numbers --------------------------------------------------------------------------------------


def is_numeric(this: Type) -> bool:
    """Return True if a dimension consists of at least one number of a type that numpy has."""
    kind = shape_of(this)[1].kind
    return this.width > 0 and kind in NUMBERS and kind != "bool" and not kind.endswith("128")


def numeric_array(this: Type) -> Any:
    """Return the description of a dimension of numbers. Floats are handled as bits, so that numpy changes no NaN."""
    shape, element = shape_of(this)
    kind = element.kind
    if kind.startswith("complex"):
        shape, kind = [*shape, 2], part_of_complex(kind)
    dtype = np.dtype(f"<{'i' if kind.startswith('int') else 'u'}{NUMBERS[kind]}")

    def decode(data: bytes) -> Any:
        atoms = [atom(kind, number) for number in np.frombuffer(data, dtype).tolist()]
        return np.array(atoms, object).reshape(shape).tolist()

    def encode(value: Any) -> bytes:
        numbers = [number_of(kind, element) for _, element in placed(value, shape, steps_of(shape, range(len(shape))))]
        return np.array(numbers, dtype).reshape(shape).tobytes(order="C")

    return adapted(octets(this.width), decode, encode)


# --- storage in another order ---------------------------------------------------------------------


def gathered(elements: Sequence[Any], shape: Sequence[int], steps: Sequence[int], start: int = 0) -> Any:
    """Return stored elements as lists in C order."""
    if not shape:
        return elements[start]
    return [gathered(elements, shape[1:], steps[1:], start + at * steps[0]) for at in range(shape[0])]


def scattered(value: Any, shape: Sequence[int], steps: Sequence[int]) -> list[Any]:
    """Return the elements of lists in C order as they are stored, the inverse of gathered(). Raises OracleReject."""
    return [element for _, element in sorted(placed(value, shape, steps), key=lambda pair: pair[0])]


def elements_without_bytes(this: Type) -> int:
    """Count the rows and elements of fixed dimensions that have no bytes."""
    total, rows = 0, 1
    while this.kind == "N *":
        rows *= this.size
        (this,) = this.parts
        total += 0 if this.width else rows
    return total
