"""Meanings of SciSerialize objects, judged in the order in which the libraries deliver them, inner before outer."""

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sciserialize.oracle import json as sciserialize_json
from sciserialize.oracle.arrays import (
    check_booleans,
    check_shape,
    check_size,
    elements,
    flat,
    frame,
    may_be_objects,
    named,
    need,
)
from sciserialize.oracle.call import INTEGERS, Call, OracleReject, reported_at
from sciserialize.oracle.notation import check_distinct, in_order, is_known, label, notation, rounded
from sciserialize.oracle.times import duration, moment

Members = Mapping[str, Any]


def meant(call: Call, at: int, pairs: list[tuple[str, Any]]) -> Any:
    """Return the meaning of an object with these members: bytes, or a value in notation. `at` is its first byte."""
    members = dict(pairs)
    with reported_at(at):
        if "__base64__" in members:
            return _binary(call, members)
        if "__type__" in members:
            return _tagged(call, members)
    return {"map": _in_notation(call, members)}


def _in_notation(call: Call, members: Members) -> list[list[Any]]:
    return [[key, notation(call, members[key])] for key in sorted(members)]


def _binary(call: Call, members: Members) -> bytes:
    text = members["__base64__"]
    if call.carrier != "json" or len(members) > 1 or not isinstance(text, str):
        raise OracleReject("RESERVED", None, f"__base64__ among {[*members]}")
    return sciserialize_json.octets(text)


def _tagged(call: Call, members: Members) -> dict[str, Any]:
    tag = members["__type__"]
    if not isinstance(tag, str):
        raise OracleReject("RESERVED", None, f"__type__ is {tag!r}")
    if not is_known(call, tag):
        if call.chooses("unknown-type", "reject"):
            raise OracleReject("UNKNOWN_TYPE", None, f"the tag {tag!r}")
        return {"unknown": _in_notation(call, members)}
    names, read = TAGS[tag]
    if members.keys() != {"__type__", *names}:
        raise OracleReject("MEMBER", None, f"{tag} with {[*members]}")
    return {tag: read(call, members)}


def _of(members: Members, name: str, kind: type) -> Any:
    if type(members[name]) is not kind:
        raise _kind(name, members[name])
    return members[name]


def _kind(what: str, value: Any) -> OracleReject:
    return OracleReject("MEMBER", None, f"{what} is of another kind: {value!r}")


def _integer(call: Call, value: Any) -> int:
    # A boolean is an int to Python.
    if type(value) is float and not (value.is_integer() and call.chooses("integral-float", "accept")):
        raise _kind("an integer", value)
    if type(value) not in (int, float) or int(rounded(call, value)) not in INTEGERS:
        raise _kind("an integer", value)
    return int(rounded(call, value))


# --- date-times, durations, sets ------------------------------------------------------------------


def _datetime(call: Call, members: Members) -> str:
    return moment(call, _of(members, "isostr", str)).isoformat()


def _timedelta(call: Call, members: Members) -> list[str]:
    given = [_integer(call, members[name]) for name in ("days", "seconds", "microsec")]
    return [str(part) for part in duration(given)]


def _set(call: Call, members: Members) -> list[Any]:
    found = [notation(call, element) for element in _of(members, "set", list)]
    check_distinct(found)
    return in_order(found)


# --- arrays ---------------------------------------------------------------------------------------


class Array(NamedTuple):
    """The tag, and the three members that all arrays have, of their kinds."""

    tag: str
    shape: list[int]
    dtype: str
    data: Any


def _array(call: Call, members: Members) -> Array:
    tag = members["__type__"]
    shape = [_integer(call, dimension) for dimension in _of(members, "shape", list)]
    dtype, data = _of(members, "dtype", str), members["bytes"]
    if not isinstance(data, bytes) and not may_be_objects(call, tag, dtype):
        raise _kind("bytes", data)
    return Array(tag, shape, dtype, data)


def _sized(call: Call, array: Array) -> Array:
    """Return the array with the full name of its dtype, after a check of its shape."""
    array = array._replace(dtype=named(call, array.tag, array.dtype))
    if array.tag == "dataframe":
        need(len(array.shape), 2, "dimensions of a data frame")
    check_shape(call, array.shape)
    if array.dtype == "object":
        return array._replace(data=flat(array.data, array.shape))
    check_size(array.data, array.dtype, array.shape)
    return array


def _elements(call: Call, array: Array) -> list[Any]:
    if array.dtype == "object":
        return [notation(call, element) for element in array.data]
    if array.dtype == "bool":
        check_booleans(array.data)
    return elements(array.data, array.dtype)


def _shaped(array: Array) -> dict[str, Any]:
    return {"dtype": array.dtype, "shape": [str(dimension) for dimension in array.shape]}


def _ndarray(call: Call, members: Members) -> dict[str, Any]:
    array = _sized(call, _array(call, members))
    return {**_shaped(array), "elements": _elements(call, array)}


def _maskedarray(call: Call, members: Members) -> dict[str, Any]:
    array = _array(call, members)
    mask, fill = _of(members, "mask_bytes", bytes), members["fill_value"]
    if type(fill) not in (int, float, bool):
        raise _kind("fill_value", fill)
    array = _sized(call, array)
    need(len(mask), math.prod(array.shape), "octets of the mask")
    found = _elements(call, array)
    check_booleans(mask)
    return {**_shaped(array), "elements": found, "mask": elements(mask, "bool"), "fill": notation(call, fill)}


def _dataframe(call: Call, members: Members) -> dict[str, Any]:
    array = _array(call, members)
    rows, columns = (_labels(call, _of(members, axis, list)) for axis in ("rows", "columns"))
    array = _sized(call, array)
    need(array.shape, [len(rows), len(columns)], "labels")
    found = frame(rows, columns, _elements(call, array))
    labels = {axis: [label(each) for each in found[axis]] for axis in ("columns", "rows")}
    return {"dtype": array.dtype, **labels, "elements": found["elements"]}


def _labels(call: Call, given: Sequence[Any]) -> list[str | int | datetime]:
    return [_label(call, each) for each in given]


def _label(call: Call, value: Any) -> str | int | datetime:
    if isinstance(value, dict) and "datetime" in value:
        return datetime.fromisoformat(value["datetime"])
    return value if isinstance(value, str) else _integer(call, value)


ARRAY = ("shape", "dtype", "bytes")
TAGS: Mapping[str, tuple[Sequence[str], Callable[[Call, Members], Any]]] = {
    "datetime": (("isostr",), _datetime),
    "timedelta": (("days", "seconds", "microsec"), _timedelta),
    "ndarray": (ARRAY, _ndarray),
    "dataframe": ((*ARRAY, "columns", "rows"), _dataframe),
    "maskedarray": ((*ARRAY, "mask_bytes", "fill_value"), _maskedarray),
    "unique_set": (("set",), _set),
}
