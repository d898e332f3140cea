"""The equality of values (spec.md, Comparison): numbers by value, zeros also by sign, everything else exactly."""

import datetime as dt
import math
import struct
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from goldenwire_reference.sciserialize.model import DataFrame, MaskedArray, NDArray, Rounded, UniqueSet, Unknown


def identity(value: Any) -> Hashable:
    """Return a key that is equal for equal values and only for them (SCISERIALIZE-EXT-08)."""
    kind = type(value)
    return (_SHARED.get(kind, kind.__name__), _IDENTITIES[kind](value) if kind in _IDENTITIES else value)


def _each(values: Iterable[Any]) -> tuple[Hashable, ...]:
    return tuple(identity(value) for value in values)


def _number(value: float) -> Hashable:
    """Return an integral float as that integer, except -0.0; all NaNs as one; any other float by its bits."""
    if math.isnan(value):
        return "nan"
    bits = struct.pack(">d", value)
    return int(value) if value.is_integer() and (value or not bits[0]) else bits


def _array(value: NDArray) -> Hashable:
    data = _each(value.data) if isinstance(value.data, tuple) else value.data
    return value.dtype, value.shape, data


_SHARED = {int: "number", float: "number", Rounded: "number"}
_IDENTITIES: dict[type, Callable[[Any], Hashable]] = {
    float: _number,
    Rounded: _number,
    dt.datetime: dt.datetime.isoformat,
    list: _each,
    dict: lambda value: frozenset((key, identity(member)) for key, member in value.items()),
    NDArray: _array,
    DataFrame: lambda value: (_array(value.array), _each(value.columns), _each(value.rows)),
    MaskedArray: lambda value: (_array(value.array), value.mask, identity(value.fill)),
    UniqueSet: lambda value: frozenset(_each(value.elements)),
    Unknown: lambda value: identity(value.members),
}
