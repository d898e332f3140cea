"""The values of SciSerialize: Python's own if it has the kind, and a class for each other kind.

A value is None, a bool, int, float, str, bytes, list of values, dict of str to values, datetime, timedelta, or an
instance of a class below. A datetime is naive or has a fixed offset; a str with lone surrogates is not text, and no
encoder accepts it.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Any, TypeAlias, Union

Value: TypeAlias = Union[
    bool, int, float, str, bytes, list[Any], dict[str, Any], dt.datetime, dt.timedelta,
    "NDArray", "DataFrame", "MaskedArray", "UniqueSet", "Unknown", None,
]  # fmt: skip


class Rounded(float):
    """The double to which a decoder was told to round an integer; still the integer where a type has one (JSON-08)."""


@dataclass(frozen=True, slots=True)
class NDArray:
    """An array: its dtype, its dimensions, outermost first, and its elements in C order.

    `data` is the octets of the elements, little-endian; with the dtype object (an extension) a tuple of values.
    """

    dtype: str
    shape: tuple[int, ...]
    data: bytes | tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class DataFrame:
    """A table: a two-dimensional array and the labels of its columns and rows, each a str, int or datetime."""

    array: NDArray
    columns: tuple[Any, ...]
    rows: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class MaskedArray:
    """An array, the octets of its mask in C order (01 where an element is masked), and the masked elements' fill."""

    array: NDArray
    mask: bytes
    fill: bool | int | float


@dataclass(frozen=True, slots=True)
class UniqueSet:
    """Distinct values, in no order."""

    elements: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """An object whose tag is not known or not on, with all its members, kept if the policy says so."""

    members: dict[str, Any]
