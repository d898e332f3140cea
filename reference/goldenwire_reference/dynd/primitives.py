"""The types without parts. `str()` of a type is its canonical type string."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

DType = np.dtype[Any]

# numpy's limit on the bytes of one item.
MAX_ITEM_SIZE = 2**31 - 1


@dataclass(frozen=True)
class Type:
    """A concrete type."""

    @property
    def parts(self) -> "tuple[Type, ...]":
        """The types that it is made of."""
        return ()

    @cached_property
    def depth(self) -> int:
        """The depth: 1 for a type without parts, one more for every constructor around it (DYND-LIM-01)."""
        return 1 + max((part.depth for part in self.parts), default=0)

    @cached_property
    def min_size(self) -> int:
        """The fewest bytes that a value can have; 0 only for types whose values never have bytes."""
        raise NotImplementedError

    @cached_property
    def dtype(self) -> DType | None:
        """The numpy dtype of its serialization, if every byte string of that length is valid; otherwise None."""
        return None


@dataclass(frozen=True)
class Primitive(Type):
    """A type whose string is a single word."""

    name: str

    def __str__(self) -> str:
        return self.name

    @cached_property
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
    @cached_property
    def min_size(self) -> int:
        return 0


@dataclass(frozen=True)
class Number(Primitive):
    """A number of a fixed size in bytes."""

    size: int
    code: str

    @cached_property
    def min_size(self) -> int:
        return self.size

    @cached_property
    def dtype(self) -> DType:
        """numpy's number of that kind, or opaque bytes if it has none."""
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

    @cached_property
    def min_size(self) -> int:
        return self.size

    @cached_property
    def dtype(self) -> DType | None:
        return np.dtype(f"V{self.size}") if self.size <= MAX_ITEM_SIZE else None
