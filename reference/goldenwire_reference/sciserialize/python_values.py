"""Values of Python, numpy and pandas <-> values of the model, without implicit conversions."""

import datetime as dt
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.sciserialize.encode import refusal
from goldenwire_reference.sciserialize.model import DataFrame, MaskedArray, NDArray, Rounded, UniqueSet, Unknown
from goldenwire_reference.sciserialize.tables import CHECKS, DEPTH_CEILING, DTYPES, OBJECT

_MODEL = (NDArray, DataFrame, MaskedArray, UniqueSet, Unknown)
_NUMPY = {name: np.dtype(dtype.code) for name, dtype in DTYPES.items()}

# ---- Python -> model -------------------------------------------------------------------------------------------------


def from_python(value: Any, level: int = 1) -> Any:
    """Return the model's value of a Python value. Raises EncodeError for a value without one."""
    if value is None or isinstance(value, (bool, str, bytes, *_MODEL)):
        return value
    if level > DEPTH_CEILING:
        raise refusal("LIMIT", "GEN-10", f"more than {DEPTH_CEILING} levels, or a value that holds itself")
    for kinds, convert in _FROM_PYTHON:
        if isinstance(value, kinds):
            return convert(value, level + 1)
    return _typed(value, level)


def _all(values: Iterable[Any], level: int) -> list[Any]:
    return [from_python(value, level) for value in values]


# numpy's float64 is a float; its other numbers have no type here.
_FROM_PYTHON: tuple[tuple[tuple[type, ...], Callable[[Any, int], Any]], ...] = (
    ((int,), lambda value, level: int(value)),
    ((float,), lambda value, level: float(value)),
    ((bytearray, memoryview), lambda value, level: bytes(value)),
    ((list, tuple), _all),
    ((dict,), lambda value, level: {key: from_python(member, level) for key, member in value.items()}),
    ((set, frozenset), lambda value, level: UniqueSet(tuple(_all(value, level)))),
)


def _typed(value: Any, level: int) -> Any:
    if isinstance(value, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(value).tobytes()
        return MaskedArray(_array(value.data, level), mask, np.asarray(value.fill_value, value.dtype).item())
    if isinstance(value, np.ndarray):
        return _array(value, level)
    if _is_pandas(value, "DataFrame"):
        columns, rows = (tuple(_label(label) for label in labels) for labels in (value.columns, value.index))
        return DataFrame(_array(value.to_numpy(), level), columns, rows)
    if _is_pandas(value, "NaTType"):
        raise refusal("VALUE", "EXT-06", "NaT is no date-time")
    if isinstance(value, dt.datetime | dt.timedelta):
        return _moment(value)
    raise refusal("VALUE", "EXT-06", f"there is no type for {type(value).__name__}; convert it first")


def _array(array: Any, level: int) -> NDArray:
    """Return the array in C order, little-endian, whatever its layout in memory (SCISERIALIZE-ND-11, -16)."""
    if array.dtype == object:
        return NDArray(OBJECT, array.shape, tuple(from_python(item, level + 1) for item in array.ravel().tolist()))
    name = array.dtype.newbyteorder("=").name
    if name not in DTYPES or array.dtype.fields:
        raise refusal("DTYPE", "ND-05", f"{array.dtype} is none of the dtypes {', '.join(DTYPES)}")
    return NDArray(name, array.shape, np.asarray(array, _NUMPY[name]).tobytes())


def _label(label: Any) -> Any:
    """Return a label of a frame; the integers of an index are numpy's."""
    return int(label) if isinstance(label, np.integer) else from_python(label)


def _moment(value: dt.datetime | dt.timedelta) -> dt.datetime | dt.timedelta:
    """Return a date-time or duration of the datetime module; nanoseconds of pandas are not dropped."""
    if getattr(value, "nanosecond", 0) or getattr(value, "nanoseconds", 0):
        requirement = "DT-03" if isinstance(value, dt.datetime) else "TD-02"
        raise refusal("VALUE", requirement, f"{value} has nanoseconds")
    for convert in ("to_pydatetime", "to_pytimedelta"):
        if hasattr(value, convert):
            converted: dt.datetime | dt.timedelta = getattr(value, convert)()
            return converted
    if isinstance(value, dt.datetime) and isinstance(value.tzinfo, dt.tzinfo):
        offset = value.utcoffset()
        return value.replace(tzinfo=None if offset is None else dt.timezone(offset), fold=0)
    return value


def _is_pandas(value: Any, name: str) -> bool:
    """Return whether the value is of that class of pandas, without importing pandas."""
    return type(value).__module__.startswith("pandas") and type(value).__name__ == name and "pandas" in sys.modules


# ---- model -> Python -------------------------------------------------------------------------------------------------


def to_python(value: Any) -> Any:
    """Return the Python value of a value of the model; arrays share the memory of the decoded bytes.

    A data frame is one of pandas if that is installed. Raises DecodeError LIMIT for a shape that numpy does not
    support.
    """
    convert = _TO_PYTHON.get(type(value))
    return convert(value) if convert else value


def _each(values: Iterable[Any]) -> list[Any]:
    return [to_python(value) for value in values]


def _members(members: dict[str, Any]) -> dict[str, Any]:
    return {key: to_python(member) for key, member in members.items()}


def _ndarray(value: NDArray) -> Any:
    try:
        if isinstance(value.data, tuple):
            array = np.empty(len(value.data), object)
            for place, item in enumerate(value.data):
                array[place] = to_python(item)
            return array.reshape(value.shape)
        return np.frombuffer(value.data, _NUMPY[value.dtype]).reshape(value.shape)
    except ValueError as error:
        rule = CHECKS["shape.large"]
        raise DecodeError(rule.code, rule.requirement, 0, f"an array that numpy does not have: {error}") from None


def _masked(value: MaskedArray) -> Any:
    array = _ndarray(value.array)
    return np.ma.MaskedArray(array, np.frombuffer(value.mask, bool).reshape(array.shape), fill_value=value.fill)


def _frame(value: DataFrame) -> Any:
    if not find_spec("pandas"):
        return value
    pandas = import_module("pandas")
    columns, rows = (pandas.Index(list(labels), dtype=_label_dtype(labels)) for labels in (value.columns, value.rows))
    return pandas.DataFrame(_ndarray(value.array), columns=columns, index=rows)


def _label_dtype(labels: tuple[Any, ...]) -> Any:
    """Return int64 for integers; anything else keeps its type, which pandas would convert."""
    return "int64" if labels and all(isinstance(label, int) for label in labels) else object


def _set(elements: list[Any]) -> Any:
    """Return a set; elements that Python cannot hash, or considers equal, stay in a UniqueSet."""
    try:
        found = set(elements)
    except TypeError:
        return UniqueSet(tuple(elements))
    return found if len(found) == len(elements) else UniqueSet(tuple(elements))


_TO_PYTHON: dict[type, Callable[[Any], Any]] = {
    Rounded: float,
    list: _each,
    dict: _members,
    NDArray: _ndarray,
    MaskedArray: _masked,
    DataFrame: _frame,
    UniqueSet: lambda value: _set(_each(value.elements)),
    Unknown: lambda value: Unknown(_members(value.members)),
}
