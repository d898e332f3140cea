"""The types that are made of others, and the Python values of all types.

| type | value |
| --- | --- |
| bool, intN, uintN | `bool`, `int` |
| floatN, complex[T] | the bits as an `int`; a pair of them, real part first |
| bytes[N], bytes; string, char | `bytes`; `str` |
| type, void | `Type`, `None` |
| N * T, var * T | a numpy array where T has a `dtype`, a list otherwise; encoders take any sequence and any strides |
| (T, ...), {name: T, ...} | a tuple |
| ?T | `None` for missing, `Some(value)` |
| pointer[T], array[T] | the value of T; `Typed(type, value)` |
| storage[...] | the value of its array, in logical order |
"""

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np

from goldenwire_reference.dynd.names import quote
from goldenwire_reference.dynd.primitives import MAX_ITEM_SIZE, DType, Primitive, Type
from goldenwire_reference.dynd.tables import SENTINELS

# numpy's bound on dimensions (that of numpy 1.26), less one for the array that holds the items.
_MAX_DIMENSIONS = 31


class Some(NamedTuple):
    """An available value of an option."""

    value: Any


class Typed(NamedTuple):
    """A value of an array[T], which carries its own type."""

    type: Type
    value: Any


@dataclass(frozen=True)
class Fixed(Type):
    """`N * T`."""

    count: int
    element: Type

    def __str__(self) -> str:
        return f"{self.count} * {self.element}"

    @property
    def parts(self) -> tuple[Type, ...]:
        return (self.element,)

    @cached_property
    def min_size(self) -> int:
        return self.count * self.element.min_size

    @cached_property
    def dtype(self) -> DType | None:
        of = self.element.dtype
        if of is None or not 0 < self.min_size <= MAX_ITEM_SIZE or shape_of(of)[_MAX_DIMENSIONS - 1 :]:
            return None
        return np.dtype((of, (self.count,)))


@dataclass(frozen=True)
class Var(Type):
    """`var * T`."""

    element: Type

    def __str__(self) -> str:
        return f"var * {self.element}"

    @property
    def parts(self) -> tuple[Type, ...]:
        return (self.element,)

    @cached_property
    def min_size(self) -> int:
        return 1


@dataclass(frozen=True)
class Tuple(Type):
    fields: tuple[Type, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.fields))})"

    @property
    def parts(self) -> tuple[Type, ...]:
        return self.fields

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the fields; for a tuple their numbers."""
        return tuple(map(str, range(len(self.fields))))

    @cached_property
    def traced(self) -> tuple[str, ...]:
        """The fields as a trace names them: by names that are ASCII identifiers, others by their numbers."""
        return tuple(
            name if name.isidentifier() and name.isascii() else str(number) for number, name in enumerate(self.names)
        )

    @cached_property
    def min_size(self) -> int:
        return sum(field.min_size for field in self.fields)

    @cached_property
    def dtype(self) -> DType | None:
        of = [field.dtype for field in self.fields]
        if any(one is None for one in of) or not all(self.names) or not 0 < self.min_size <= MAX_ITEM_SIZE:
            return None
        return np.dtype(list(zip(self.names, of, strict=True)))


@dataclass(frozen=True)
class Struct(Tuple):
    """A tuple whose fields have names (DYND-STRUCT-03)."""

    labels: tuple[str, ...]

    def __str__(self) -> str:
        fields = (f"{quote(name)}: {field}" for name, field in zip(self.labels, self.fields, strict=True))
        return f"{{{', '.join(fields)}}}"

    @cached_property
    def names(self) -> tuple[str, ...]:
        return self.labels


@dataclass(frozen=True)
class Option(Type):
    """`?T`."""

    target: Type

    def __str__(self) -> str:
        return f"?{self.target}"

    @property
    def parts(self) -> tuple[Type, ...]:
        return (self.target,)

    @cached_property
    def sentinel(self) -> bytes | None:
        """The serialization of missing, if T has one to spare; None if the option has a tag (DYND-OPT-02)."""
        return SENTINELS.get(self.target.name) if isinstance(self.target, Primitive) else None

    @cached_property
    def min_size(self) -> int:
        return 1 if self.sentinel is None else len(self.sentinel)


@dataclass(frozen=True)
class Pointer(Type):
    target: Type

    def __str__(self) -> str:
        return f"pointer[{self.target}]"

    @property
    def parts(self) -> tuple[Type, ...]:
        return (self.target,)

    @cached_property
    def min_size(self) -> int:
        return self.target.min_size

    @cached_property
    def dtype(self) -> DType | None:
        return self.target.dtype


@dataclass(frozen=True)
class Array(Type):
    """`array[T]`; the content is None for `array[Any]`."""

    content: Type | None

    def __str__(self) -> str:
        return f"array[{'Any' if self.content is None else self.content}]"

    @property
    def parts(self) -> tuple[Type, ...]:
        return () if self.content is None else (self.content,)

    @cached_property
    def min_size(self) -> int:
        return 1


@dataclass(frozen=True)
class Storage(Type):
    """`storage[array, axis=[...]]`: the dimensions `shape` of `element`s, stored with `axis[0]` slowest."""

    array: Fixed
    axis: tuple[int, ...]

    def __str__(self) -> str:
        return f"storage[{self.array}, axis={list(self.axis)}]"

    @property
    def parts(self) -> tuple[Type, ...]:
        return (self.array,)

    @cached_property
    def min_size(self) -> int:
        return self.array.min_size

    @cached_property
    def levels(self) -> tuple[Fixed, ...]:
        """The array and the arrays that are its elements, one per dimension."""
        return levels_of(self.array)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """Its logical dimensions."""
        return tuple(level.count for level in self.levels)

    @property
    def element(self) -> Type:
        """The element type of the innermost dimension."""
        return self.levels[-1].element

    def order(self) -> list[int]:
        """Return the logical position of each element, in stored order (DYND-STORAGE-02)."""
        places = [0] * (0 not in self.shape)
        for number in self.axis if places else ():
            if self.shape[number] == 1:  # of which there can be dozens
                continue
            stride = prod(self.shape[number + 1 :])
            places = [place + at * stride for place in places for at in range(self.shape[number])]
        return places


def levels_of(array: Type) -> tuple[Fixed, ...]:
    """Return the fixed dimensions that the type begins with, outermost first."""
    levels = []
    while isinstance(array, Fixed):
        levels.append(array)
        array = array.element
    return tuple(levels)


def shape_of(dtype: DType) -> tuple[int, ...]:
    """Return the dimensions of an item of that dtype."""
    shape: tuple[int, ...] = ()
    while dtype.subdtype is not None:
        shape += dtype.shape
        dtype = dtype.subdtype[0]
    return shape
