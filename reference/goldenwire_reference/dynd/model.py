"""The types of DyND and what their values are in Python. `str()` of a type is its one canonical type string.

| type | value |
| --- | --- |
| bool, intN, uintN | `bool`, `int` |
| floatN, complex[T] | the bits as an `int`; a pair of them, real part first |
| bytes[N], bytes; string, char | `bytes`; `str` |
| type, void | `Type`, `None` |
| N * T, var * T | a numpy array where T has a `dtype`, a list otherwise; encoders take any sequence and any strides |
| (T, ...), {name: T, ...} | a tuple |
| ?T | `None` for missing, `Some(value)` |
| pointer[T], array[T], storage[...] | the value of T; `Typed(type, value)`; the value of the array, in its logical order |
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

DType = np.dtype[Any]

# numpy's own bounds: bytes of one item, and dimensions (of numpy 1.26) less one for the array that holds the items.
_MAX_ITEM_SIZE = 2**31 - 1
_MAX_DIMENSIONS = 31


class Some(NamedTuple):
    """An available value of an option."""

    value: Any


class Typed(NamedTuple):
    """A value of an array[T], which carries its own type."""

    type: "Type"
    value: Any


@dataclass(frozen=True)
class Type:
    """A concrete type."""

    @property
    def parts(self) -> "tuple[Type, ...]":
        """The types that it is made of."""
        return ()

    @cached_property
    def depth(self) -> int:
        """1 for a type without parts, one more for every constructor around it (DYND-LIM-01)."""
        return 1 + max((part.depth for part in self.parts), default=0)

    @property
    def min_size(self) -> int:
        """The fewest bytes that a value can have; 0 only for types whose every value has no bytes."""
        raise NotImplementedError

    @property
    def dtype(self) -> DType | None:
        """The numpy dtype of its serialization, if every byte string of that length is legal; None otherwise."""
        return None


@dataclass(frozen=True)
class Primitive(Type):
    """A type that is a single word."""

    name: str

    def __str__(self) -> str:
        return self.name

    @property
    def min_size(self) -> int:
        return 1


class Bool(Primitive):
    pass


class Char(Primitive):
    pass


class String(Primitive):
    pass


class Bytes(Primitive):
    pass


class TypeType(Primitive):
    """`type`, the type of types."""


class Void(Primitive):
    @property
    def min_size(self) -> int:
        return 0


@dataclass(frozen=True)
class Number(Primitive):
    """A number of a fixed size in bytes."""

    size: int
    code: str

    @property
    def min_size(self) -> int:
        return self.size

    @cached_property
    def dtype(self) -> DType:
        """numpy's number of that kind, or opaque bytes where it has none."""
        return np.dtype(f"<{self.code}{self.size}" if self.code != "V" else f"V{self.size}")


@dataclass(frozen=True)
class Integer(Number):
    signed: bool


class Float(Number):
    pass


@dataclass(frozen=True)
class Complex(Number):
    part: Float


def _primitives() -> "dict[str, Primitive]":
    integers = [
        Integer(f"{prefix}int{8 * size}", size, "V" if size > 8 else code, signed)
        for prefix, code, signed in (("", "i", True), ("u", "u", False))
        for size in (1, 2, 4, 8, 16)
    ]
    floats = [Float(f"float{8 * size}", size, "V" if size > 8 else "f") for size in (2, 4, 8, 16)]
    complexes = [Complex(f"complex[{part}]", 2 * part.size, "c", part) for part in floats[1:3]]
    others = [Void("void"), Bool("bool"), Char("char"), String("string"), Bytes("bytes"), TypeType("type")]
    return {primitive.name: primitive for primitive in (*others, *integers, *floats, *complexes)}


PRIMITIVES = _primitives()


@dataclass(frozen=True)
class FixedBytes(Type):
    size: int

    def __str__(self) -> str:
        return f"bytes[{self.size}]"

    @property
    def min_size(self) -> int:
        return self.size

    @property
    def dtype(self) -> DType | None:
        return np.dtype(f"V{self.size}") if self.size <= _MAX_ITEM_SIZE else None


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
        if of is None or not 0 < self.min_size <= _MAX_ITEM_SIZE or shape_of(of)[_MAX_DIMENSIONS - 1 :]:
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

    @property
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

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields; here their numbers."""
        return tuple(map(str, range(len(self.fields))))

    @cached_property
    def min_size(self) -> int:
        return sum(field.min_size for field in self.fields)

    @cached_property
    def dtype(self) -> DType | None:
        of = [field.dtype for field in self.fields]
        if None in of or not all(self.names) or not 0 < self.min_size <= _MAX_ITEM_SIZE:
            return None
        return np.dtype(list(zip(self.names, of, strict=True)))


@dataclass(frozen=True)
class Struct(Tuple):
    """A tuple whose fields have names (DYND-STRUCT-03)."""

    labels: tuple[str, ...]

    def __str__(self) -> str:
        return f"{{{', '.join(f'{quote(name)}: {field}' for name, field in zip(self.labels, self.fields, strict=True))}}}"

    @property
    def names(self) -> tuple[str, ...]:
        return self.labels


@dataclass(frozen=True)
class Option(Type):
    """`?T`; `sentinel` is the serialization of missing where T has one, None where a tag tells."""

    target: Type
    sentinel: bytes | None

    def __str__(self) -> str:
        return f"?{self.target}"

    @property
    def parts(self) -> tuple[Type, ...]:
        return (self.target,)

    @property
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

    @property
    def min_size(self) -> int:
        return self.target.min_size

    @property
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

    @property
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

    @property
    def min_size(self) -> int:
        return self.array.min_size

    @property
    def levels(self) -> tuple[Fixed, ...]:
        """The array and the arrays that are its elements, one a dimension."""
        return levels_of(self.array)

    @property
    def element(self) -> Type:
        return self.levels[-1].element


def levels_of(array: Type) -> tuple[Fixed, ...]:
    """The fixed dimensions that the type begins with, outermost first."""
    levels = []
    while isinstance(array, Fixed):
        levels.append(array)
        array = array.element
    return tuple(levels)


def shape_of(dtype: DType) -> tuple[int, ...]:
    """The dimensions of an item of that dtype."""
    shape: tuple[int, ...] = ()
    while dtype.subdtype is not None:
        shape += dtype.shape
        dtype = dtype.subdtype[0]
    return shape


_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ESCAPES = {"\\": r"\\", "'": r"\'", "\b": r"\b", "\f": r"\f", "\n": r"\n", "\r": r"\r", "\t": r"\t"}


def quote(name: str) -> str:
    """The name as a type string has it: bare where it can be, else in quotes and ASCII (DYND-TYPE-04)."""
    return name if _BARE.fullmatch(name) else f"'{''.join(map(_escape, name))}'"


def _escape(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if " " <= char <= "~":
        return char
    return f"\\u{ord(char):04x}" if char <= "\uffff" else f"\\U{ord(char):08x}"
