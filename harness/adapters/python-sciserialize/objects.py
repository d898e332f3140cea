"""From the neutral notation to the Python objects that a user of SciSerialize would have in hand."""

from __future__ import annotations

import importlib
import math
import struct
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import numpy as np

pandas: Any = importlib.import_module("pandas")

Json = Any
Array = np.ndarray[Any, Any]

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
# Floats travel as their bits: the unsigned integer of the same width.
BITS = {"float16": "uint16", "float32": "uint32", "float64": "uint64", "complex64": "uint32", "complex128": "uint64"}
DTYPES = frozenset({"bool", *INTEGERS, *BITS})


class UnsupportedError(Exception):
    """No Python object is this value, so that the codec cannot be asked."""


def build(value: Json) -> Any:
    """Returns the Python object that a value in the notation stands for; raises UnsupportedError."""
    if value is None or isinstance(value, bool):
        return value
    ((kind, content),) = value.items()
    if kind not in BUILDERS:
        raise UnsupportedError(f"nothing in Python is a {kind}")
    return BUILDERS[kind](content)


def number(content: str) -> int | float:
    if content.startswith("0x"):
        double: float = struct.unpack(">d", bytes.fromhex(content[2:]))[0]
        return double
    return int(Decimal(content))  # int() by itself takes no more than 4,300 digits


def not_text(content: str) -> str:
    """Returns a string with surrogates in it, where these are all that is wrong."""
    octets = bytes.fromhex(content)
    try:
        text = octets.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise UnsupportedError("no string of Python has these octets") from None
    if octets == text.encode(errors="ignore"):
        raise UnsupportedError("a string of Python has no octets")
    return text


def mapping(content: list[list[Json]]) -> dict[str, Any]:
    pairs = [(key if isinstance(key, str) else not_text(key["utf8"]), build(item)) for key, item in content]
    built = dict(pairs)
    if len(built) < len(pairs):
        raise UnsupportedError("a dict has no key twice")
    return built


def unknown(content: list[list[Json]]) -> dict[str, Any]:
    """Returns a dict with a tag, which is what the codec has for an object of unknown tag."""
    built = mapping(content)
    if "__type__" not in built:
        raise UnsupportedError("a dict without a tag is a map")
    return built


def date_time(content: str) -> datetime:
    try:
        built = datetime.fromisoformat(content)
    except ValueError as error:
        raise UnsupportedError(f"no datetime is {content}: {error}") from None
    if built.isoformat() != content:
        raise UnsupportedError(f"no datetime is {content}")
    return built


def duration(content: list[str]) -> timedelta:
    days, seconds, microseconds = map(int, content)
    if not all(-(2**63) <= member < 2**64 for member in (days, seconds, microseconds)):
        raise UnsupportedError("a timedelta keeps the sum of its members, so that none is beyond 64 bits")
    try:
        return timedelta(days, seconds, microseconds)
    except OverflowError as error:
        raise UnsupportedError(f"no timedelta is that long: {error}") from None


def array(content: Json) -> Array:
    shape = [int(dimension) for dimension in content["shape"]]
    return shaped(flat(content["dtype"], content["elements"]), shape)


def flat(dtype: str, elements: list[Json]) -> Array:
    """Returns the elements as an array of one dimension."""
    if dtype == "object":
        objects = np.empty(len(elements), dtype=object)
        for place, element in enumerate(elements):
            objects[place] = build(element)
        return objects
    if dtype not in DTYPES:
        raise UnsupportedError(f"the adapter builds no arrays of dtype {dtype}")
    try:
        if dtype == "bool":
            return np.array([{True: True, False: False}[element] for element in elements], dtype=bool)
        if dtype in INTEGERS:
            return np.array([integer(element) for element in elements], dtype=dtype)
        parts = [part for pair in elements for part in pair] if dtype.startswith("complex") else elements
        width = np.dtype(BITS[dtype]).itemsize
        return np.array([bits(part, width) for part in parts], dtype=BITS[dtype]).view(dtype)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise UnsupportedError(f"no array of {dtype} has such an element: {error}") from None


def integer(element: Json) -> int:
    if not isinstance(element, str):
        raise TypeError(f"{element!r:.80} is no integer")
    return int(element)


def bits(element: Json, width: int) -> int:
    """Returns the bits of a float of so many octets."""
    if not isinstance(element, str) or len(element) != 2 + 2 * width or not element.startswith("0x"):
        raise TypeError(f"{element!r:.80} is no float of {width} octets")
    return int(element, 16)


def shaped(elements: Array, shape: list[int]) -> Array:
    if min(shape, default=0) < 0 or math.prod(shape) != len(elements):
        raise UnsupportedError(f"no array of shape {shape} has {len(elements)} elements")
    try:
        return elements.reshape(shape)
    except (ValueError, OverflowError) as error:
        raise UnsupportedError(f"numpy has no such shape: {error}") from None


def data_frame(content: Json) -> Any:
    """Returns a data frame whose labels keep their kinds."""
    rows, columns = (pandas.Index(labels(content[axis]), dtype=object) for axis in ("rows", "columns"))
    values = shaped(flat(content["dtype"], content["elements"]), [len(rows), len(columns)])
    return pandas.DataFrame(values, index=rows, columns=columns)


def labels(content: list[Json]) -> list[Any]:
    return [build(label) for label in content]


def unique_set(content: list[Json]) -> set[Any]:
    """Returns a set, arrays in it being tuples, since lists cannot be."""
    try:
        built = {hashable(build(element)) for element in content}
    except TypeError as error:
        raise UnsupportedError(f"no set has such an element: {error}") from None
    if len(built) < len(content):
        raise UnsupportedError("a set of Python takes two of these elements for one")
    return built


def hashable(item: Any) -> Any:
    return tuple(map(hashable, item)) if isinstance(item, list) else item


def masked_array(content: Json) -> Any:
    values = array(content)
    if len(content["mask"]) != values.size:
        raise UnsupportedError("a masked array has a mask of its own shape")
    if not all(isinstance(masked, bool) for masked in content["mask"]):
        raise UnsupportedError("a mask is of booleans")
    mask = np.array(content["mask"], dtype=bool).reshape(values.shape)
    try:
        return np.ma.masked_array(values, mask, fill_value=build(content["fill"]))
    except (TypeError, ValueError, OverflowError) as error:
        raise UnsupportedError(f"no masked array has this fill value: {error}") from None


BUILDERS: dict[str, Callable[[Any], Any]] = {
    "number": number,
    "str": str,
    "utf8": not_text,
    "bin": bytes.fromhex,
    "array": lambda items: [build(item) for item in items],
    "map": mapping,
    "unknown": unknown,
    "datetime": date_time,
    "timedelta": duration,
    "ndarray": array,
    "dataframe": data_frame,
    "unique_set": unique_set,
    "maskedarray": masked_array,
}
