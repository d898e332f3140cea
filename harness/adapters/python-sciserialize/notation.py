"""From the Python objects that SciSerialize returned to the neutral notation: as they are, not as they should be."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import numpy as np
from objects import BITS, INTEGERS, Array, Json, pandas  # beside this file


class NoNotationError(Exception):
    """The codec returned something that the notation has no form for."""


def describe(value: Any) -> Json:
    """Returns the notation of an object; raises NoNotationError."""
    if value is None or isinstance(value, (bool, np.bool_)):
        return None if value is None else bool(value)
    for kind, form in FORMS:
        if isinstance(value, kind):
            return form(value)
    raise NoNotationError(f"the codec returned a {type(value).__name__}: {value!r:.80}")


def number(value: Any) -> Json:
    if isinstance(value, (float, np.floating)):
        return {"number": f"0x{struct.pack('>d', float(value)).hex()}"}
    return {"number": str(int(value))}


def text(value: str) -> Json:
    """Returns a string; one with surrogates as the octets that UTF-8 would have for them."""
    octets = value.encode("utf-8", "surrogatepass")
    return {"str": value} if octets.decode("utf-8", "replace") == value else {"utf8": octets.hex()}


def mapping(value: dict[Any, Any]) -> Json:
    """Returns a map, or an object of unknown tag if there is a tag among the keys."""
    for key in value:
        if not isinstance(key, str):
            raise NoNotationError(f"the codec returned a dict with the key {key!r:.80}")
    keys = sorted(value, key=lambda key: key.encode("utf-8", "surrogatepass"))
    pairs = [[text(key).get("str", text(key)), describe(value[key])] for key in keys]
    return {"unknown" if "__type__" in value else "map": pairs}


def date_time(value: datetime) -> Json:
    try:
        return {"datetime": value.isoformat()}
    except ValueError as error:
        raise NoNotationError(f"the codec returned a datetime that Python cannot show: {error}") from None


def duration(value: timedelta) -> Json:
    return {"timedelta": [str(value.days), str(value.seconds), str(value.microseconds)]}


def members(value: Array) -> dict[str, Json]:
    """Returns the three members of an array; elements of a dtype that the format lacks are the hex of their octets."""
    shape = [str(dimension) for dimension in value.shape]
    return {"dtype": str(value.dtype), "shape": shape, "elements": elements(value)}


def elements(value: Array) -> list[Json]:
    dtype, cells = str(value.dtype), np.ascontiguousarray(value).reshape(-1)
    if dtype == "object":
        return [describe(cell) for cell in cells]
    if dtype == "bool":
        return [bool(cell) for cell in cells]
    if dtype in INTEGERS:
        return [str(cell) for cell in cells.tolist()]
    if dtype not in BITS:
        return [cell.tobytes().hex() for cell in cells]
    width = np.dtype(BITS[dtype]).itemsize
    bits = [f"0x{part:0{2 * width}x}" for part in cells.view(BITS[dtype]).tolist()]
    return [list(pair) for pair in zip(bits[::2], bits[1::2], strict=True)] if dtype.startswith("complex") else bits


def masked_array(value: Any) -> Json:
    mask = np.ma.getmaskarray(value).reshape(-1).tolist()
    return {"maskedarray": {**members(np.asarray(value.data)), "mask": mask, "fill": describe(value.fill_value)}}


def data_frame(value: Any) -> Json:
    """Returns a data frame with the one dtype that numpy has for all its columns."""
    cells = value.to_numpy()
    columns, rows = ([describe(label) for label in axis] for axis in (value.columns, value.index))
    return {"dataframe": {"dtype": str(cells.dtype), "columns": columns, "rows": rows, "elements": elements(cells)}}


def unique_set(value: set[Any]) -> Json:
    found = [(canonical_json(element), describe(element)) for element in value]
    found.sort(key=lambda pair: (pair[0], str(pair[1])))  # NaNs read alike, and lie in a set by their addresses
    return {"unique_set": [description for _, description in found]}


def canonical_json(value: Any) -> bytes:
    """Returns the canonical JSON of what a set can hold."""
    if isinstance(value, bytes):
        value = {"__base64__": base64.b64encode(value).decode()}
    if isinstance(value, float):
        return canonical_double(value).encode()
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def canonical_double(value: float) -> str:
    """Returns a double as ECMAScript writes it, with a point where that has neither point nor exponent."""
    spelled = repr(value)
    if "e" not in spelled:
        return spelled if abs(value) >= 1e-6 or not value else f"{Decimal(spelled):f}"
    fraction, exponent = spelled.split("e")
    if 0 <= int(exponent) < 21:
        return f"{Decimal(spelled):f}.0"
    return f"{Decimal(spelled):f}" if -7 < int(exponent) < 0 else f"{fraction}e{int(exponent):+d}"


# The first kind that fits: a masked array is an array, too.
FORMS: tuple[tuple[type | tuple[type, ...], Callable[[Any], Json]], ...] = (
    ((int, float, np.integer, np.floating), number),
    (str, text),
    ((bytes, bytearray), lambda value: {"bin": value.hex()}),
    ((list, tuple), lambda value: {"array": [describe(item) for item in value]}),
    (dict, mapping),
    (datetime, date_time),
    (timedelta, duration),
    (np.ma.MaskedArray, masked_array),
    (np.ndarray, lambda value: {"ndarray": members(value)}),
    (pandas.DataFrame, data_frame),
    (set, unique_set),
)
