"""Contexts and values <-> the neutral notation: a tree with tags (spec.md, Notation)."""

import datetime as dt
import math
import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from goldenwire_reference.errors import NotationError
from goldenwire_reference.notation import Json, bits, integer, items, members, octets, parse_bits
from goldenwire_reference.sciserialize import isostr
from goldenwire_reference.sciserialize.arrays import array_size
from goldenwire_reference.sciserialize.encode import in_order, refusal
from goldenwire_reference.sciserialize.model import DataFrame, MaskedArray, NDArray, Rounded, UniqueSet, Unknown
from goldenwire_reference.sciserialize.tables import (
    CARRIERS,
    DAY,
    DAYS,
    DEPTH_CEILING,
    DTYPES,
    EXTENSIONS,
    GREATEST_INTEGER,
    LEAST_INTEGER,
    OBJECT,
    SECOND,
    Carrier,
    DType,
)


def context(content: Json) -> tuple[Carrier, tuple[str, ...]]:
    """Return the carrier, and the extensions that are on. Raises NotationError (SCISERIALIZE-CTX-01, -02)."""
    found = members({"carrier": "json"} if content is None else content, ("carrier",), ("extensions",), "context")
    extensions = found.get("extensions", ["none"])
    known = [name for name in EXTENSIONS if isinstance(extensions, list) and name in extensions]
    if found["carrier"] not in CARRIERS or ("extensions" in found and (not known or known != extensions)):
        expected = f"a carrier, {' or '.join(CARRIERS)}, and perhaps extensions, of {', '.join(EXTENSIONS)}"
        raise NotationError(f"context: expected {expected}, in this order, found {content!r:.200}")
    return found["carrier"], tuple(known)


# ---- values -> JSON --------------------------------------------------------------------------------------------------


def to_json(value: Any) -> Json:
    """Return the notation of a value."""
    if value is None or isinstance(value, bool):
        return value
    tag, notation = _TO_JSON[type(value)]
    return {tag: notation(value)}


def _float_bits(value: float) -> str:
    return bits(0x7FF8 << 48 if math.isnan(value) else struct.unpack(">Q", struct.pack(">d", value))[0], 8)


def _all_to_json(values: Sequence[Any]) -> Json:
    return [to_json(value) for value in values]


def _pairs_to_json(found: dict[str, Any]) -> Json:
    return [[key, to_json(found[key])] for key in sorted(found)]


def _array_to_json(array: NDArray) -> dict[str, Json]:
    shape = [str(dimension) for dimension in array.shape]
    return {"dtype": array.dtype, "shape": shape, "elements": _elements_to_json(array)}


def _elements_to_json(array: NDArray) -> Json:
    if isinstance(array.data, tuple):
        return _all_to_json(array.data)
    dtype = DTYPES[array.dtype]
    if array.dtype == "bool":
        return [octet == 1 for octet in array.data]
    if dtype.is_integer:
        return [str(element) for element in np.frombuffer(array.data, dtype.code).tolist()]
    width = int(dtype.words[2:])
    atoms = [bits(word, width) for word in np.frombuffer(array.data, dtype.words).tolist()]
    return atoms if width == dtype.size else [list(pair) for pair in zip(atoms[::2], atoms[1::2], strict=True)]


def _timedelta_to_json(value: dt.timedelta) -> Json:
    return [str(part) for part in (value.days, value.seconds, value.microseconds)]


def _dataframe_to_json(value: DataFrame) -> Json:
    labels = {"columns": _all_to_json(value.columns), "rows": _all_to_json(value.rows)}
    return {"dtype": value.array.dtype, **labels, "elements": _elements_to_json(value.array)}


def _maskedarray_to_json(value: MaskedArray) -> Json:
    mask = [octet == 1 for octet in value.mask]
    return {**_array_to_json(value.array), "mask": mask, "fill": to_json(value.fill)}


_TO_JSON: dict[type, tuple[str, Callable[[Any], Json]]] = {
    int: ("number", str),
    float: ("number", _float_bits),
    Rounded: ("number", _float_bits),
    str: ("str", str),
    bytes: ("bin", bytes.hex),
    list: ("array", _all_to_json),
    dict: ("map", _pairs_to_json),
    dt.datetime: ("datetime", dt.datetime.isoformat),
    dt.timedelta: ("timedelta", _timedelta_to_json),
    NDArray: ("ndarray", _array_to_json),
    DataFrame: ("dataframe", _dataframe_to_json),
    MaskedArray: ("maskedarray", _maskedarray_to_json),
    UniqueSet: ("unique_set", lambda value: _all_to_json(in_order(value.elements))),
    Unknown: ("unknown", lambda value: _pairs_to_json(value.members)),
}


# ---- JSON -> values --------------------------------------------------------------------------------------------------


def from_json(value: Json, level: int = 1) -> Any:
    """Return the value of a notation.

    Raises NotationError if it is malformed, EncodeError for a value without an encoding.
    """
    if value is None or isinstance(value, bool):
        return value
    if level > DEPTH_CEILING:
        raise refusal("LIMIT", "GEN-10", f"more than {DEPTH_CEILING} levels")
    if isinstance(value, dict) and len(value) == 1:
        ((tag, content),) = value.items()
        if tag in _FROM_JSON:
            return _FROM_JSON[tag](content, level + 1)
    raise NotationError(f"expected null, a boolean or one of {', '.join(_FROM_JSON)}, found {value!r:.60}")


def _number(content: Json, level: int) -> int | float:
    if isinstance(content, str) and content.startswith("0x"):
        (number,) = struct.unpack(">d", parse_bits(content, 8).to_bytes(8, "big"))
        return float(number)
    # No integer of more digits has an encoding, and int() refuses those of thousands.
    if isinstance(content, str) and len(content) > 100 and content.removeprefix("-").isdecimal():
        content = content[:100]
    return integer(content, "number")


def _str(content: Json) -> str:
    if not isinstance(content, str):
        raise NotationError(f"str: expected a text, found {content!r:.60}")
    return content


def _utf8(content: Json) -> str:
    """Return octets that are not UTF-8 as lone surrogates (PEP 383), which no encoder accepts.

    Raises EncodeError for others (SCISERIALIZE-ENC-04).
    """
    given = octets(content, "utf8")
    if _is_text(given):
        raise refusal("UTF8", "ENC-04", "a text that is given by its octets")
    return given.decode("utf-8", "surrogateescape")


def _is_text(given: bytes) -> bool:
    try:
        given.decode()
    except UnicodeDecodeError:
        return False
    return True


def _key(content: Json) -> str:
    return _utf8(members(content, ("utf8",), (), "key")["utf8"]) if isinstance(content, dict) else _str(content)


def _all_from_json(content: Json, what: str, level: int) -> list[Any]:
    return [from_json(item, level) for item in items(content, what)]


def _map(content: Json, level: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in items(content, "map"):
        name, member = items(pair, "a pair of a map", 2)
        key = _key(name)
        if key in found:
            raise refusal("DUPLICATE_KEY", "ENC-03", f"the key {key!a} is there twice")
        found[key] = from_json(member, level)
    return found


def _datetime(content: Json, level: int) -> dt.datetime:
    if not isinstance(content, str):
        raise NotationError(f"datetime: expected a string, found {content!r:.60}")
    moment = isostr.parse(content)
    if moment is None:
        raise refusal("VALUE", "DT-07", f"{content[:60]!a} is no date-time")
    return moment


def _timedelta(content: Json, level: int) -> dt.timedelta:
    parts = [integer(part, "timedelta") for part in items(content, "timedelta", 3)]
    if not all(LEAST_INTEGER <= part <= GREATEST_INTEGER for part in parts):
        raise refusal("NUMBER", "TD-06", "a member of a duration is out of the range -2^63 .. 2^64 - 1")
    days, seconds, microsec = parts
    days, rest = divmod(days * DAY + seconds * SECOND + microsec, DAY)
    if abs(days) > DAYS:
        raise refusal("VALUE", "TD-05", f"a duration of more than {DAYS} days")
    return dt.timedelta(days, microseconds=rest)


def _ndarray(content: Json, level: int) -> NDArray:
    found = members(content, ("dtype", "shape", "elements"), (), "ndarray")
    return _array(found, tuple(integer(size, "shape") for size in items(found["shape"], "shape")), level)


def _array(found: dict[str, Json], shape: tuple[int, ...], level: int) -> NDArray:
    """Return the array of a dtype, a shape and elements, which must be consistent (SCISERIALIZE-ENC-02)."""
    dtype, elements = found["dtype"], items(found["elements"], "elements")
    if not isinstance(dtype, str):
        raise NotationError(f"dtype: expected a string, found {dtype!r:.60}")
    if min(shape, default=0) < 0:
        raise refusal("SHAPE", "ND-06", f"a negative dimension in the shape {shape!r:.60}")
    if array_size(shape, 1, len(elements)) != len(elements):
        raise refusal("SHAPE", "ENC-02", f"{len(elements)} elements in the shape {shape!r:.60}")
    if dtype == OBJECT:
        return NDArray(dtype, shape, tuple(_all_from_json(elements, "elements", level)))
    # An array without a known dtype has no octets, and is refused when it is reduced.
    return NDArray(dtype, shape, _octets(DTYPES[dtype], elements) if dtype in DTYPES else b"")


def _octets(dtype: DType, elements: Json) -> bytes:
    """Return the octets of elements. Raises EncodeError for one that the dtype does not have (SCISERIALIZE-ENC-02)."""
    try:
        return _packed(dtype, elements)
    except NotationError as error:
        raise refusal("VALUE", "ENC-02", str(error)) from None


def _packed(dtype: DType, elements: list[Json]) -> bytes:
    if dtype.code == "|b1":
        return bytes(_bools(elements))
    if dtype.is_integer:
        least, greatest = dtype.limits
        numbers = [integer(element, "an element") for element in elements]
        if not all(least <= number <= greatest for number in numbers):
            raise NotationError(f"an element is not in the range {least} .. {greatest}")
        return np.array(numbers, dtype.code).tobytes()
    width = int(dtype.words[2:])
    if width < dtype.size:
        elements = [part for element in elements for part in items(element, "a complex element", 2)]
    return np.array([parse_bits(element, width) for element in elements], dtype.words).tobytes()


def _bools(elements: list[Json]) -> list[bool]:
    if not all(isinstance(element, bool) for element in elements):
        raise NotationError("expected true and false alone")
    return elements


def _dataframe(content: Json, level: int) -> DataFrame:
    found = members(content, ("dtype", "columns", "rows", "elements"), (), "dataframe")
    columns, rows = (tuple(_all_from_json(found[name], name, level)) for name in ("columns", "rows"))
    return DataFrame(_array(found, (len(rows), len(columns)), level), columns, rows)


def _maskedarray(content: Json, level: int) -> MaskedArray:
    found = members(content, ("dtype", "shape", "elements", "mask", "fill"), (), "maskedarray")
    array = _ndarray({name: found[name] for name in ("dtype", "shape", "elements")}, level)
    mask = _octets(DTYPES["bool"], items(found["mask"], "mask"))
    if len(mask) != len(found["elements"]):
        raise refusal("SHAPE", "ENC-02", f"{len(mask)} values of mask for {len(found['elements'])} elements")
    return MaskedArray(array, mask, from_json(found["fill"], level))


_FROM_JSON: dict[str, Callable[[Json, int], Any]] = {
    "number": _number,
    "str": lambda content, level: _str(content),
    "utf8": lambda content, level: _utf8(content),
    "bin": lambda content, level: octets(content, "bin"),
    "array": lambda content, level: _all_from_json(content, "array", level),
    "map": _map,
    "datetime": _datetime,
    "timedelta": _timedelta,
    "ndarray": _ndarray,
    "dataframe": _dataframe,
    "maskedarray": _maskedarray,
    "unique_set": lambda content, level: UniqueSet(tuple(_all_from_json(content, "unique_set", level))),
    "unknown": lambda content, level: Unknown(_map(content, level)),
}
