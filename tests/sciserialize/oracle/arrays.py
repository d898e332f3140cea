"""Arrays of SciSerialize, by numpy, and data frames, by pandas, with checks before numpy infers or converts."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from sciserialize.oracle.call import Call, OracleReject

BASICS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64")
# Little-endian on every host.
DTYPES = {name: np.dtype(name).newbyteorder("<") for name in ("bool", *BASICS, "complex64", "complex128")}
SHORT = {dtype.str: name for name, dtype in DTYPES.items()}
SHORT |= {short[1:]: name for short, name in SHORT.items()}

MOST_DIMENSIONS = 32
LARGEST = (1 << 31) - 1


def may_be_objects(call: Call, tag: str, name: str) -> bool:
    """Return True if this is the dtype of objects and is allowed: a masked array has none."""
    return name == "object" and "object" in call.extensions and tag != "maskedarray"


def named(call: Call, tag: str, name: str, *, reading: bool = True) -> str:
    """Return the full name of a dtype in an array of this tag. Raises OracleReject."""
    if name in DTYPES or may_be_objects(call, tag, name):
        return name
    if not reading or name not in SHORT or call.chooses("dtype-alias", "reject"):
        raise OracleReject("DTYPE", None, f"no dtype: {name!r}")
    return SHORT[name]


def check_shape(call: Call, shape: Sequence[int]) -> None:
    """Refuse a negative dimension, and a large shape if the policy limits it."""
    if any(dimension < 0 for dimension in shape):
        raise OracleReject("SHAPE", None, f"a negative dimension in {shape}")
    large = len(shape) > MOST_DIMENSIONS or (0 in shape and max(shape) > LARGEST)
    if large and call.chooses("large-shape", "limit"):
        raise OracleReject("LIMIT", None, f"a large shape, {shape}")


def need(found: Any, expected: Any, what: str) -> None:
    """Refuse a value that does not match the shape."""
    if found != expected:
        raise OracleReject("SHAPE", None, f"{what}: {found}, not {expected}")


# --- octets and elements --------------------------------------------------------------------------


def check_size(data: bytes, name: str, shape: Sequence[int]) -> None:
    """Refuse octets that do not match the shape; numpy would infer or reject them in its own way."""
    need(len(data), math.prod(shape) * DTYPES[name].itemsize, "octets")


def check_booleans(data: bytes) -> None:
    """Refuse an octet that numpy would read as true."""
    if data.strip(b"\0\1"):
        raise OracleReject("VALUE", None, "an octet that is neither 00 nor 01")


def elements(data: bytes, name: str) -> list[Any]:
    """Return the elements that octets hold, in neutral notation."""
    found = np.frombuffer(data, DTYPES[name])
    if found.dtype.kind == "c":
        parts = _bits(found.view(f"<f{found.itemsize // 2}"))
        return [list(pair) for pair in zip(parts[::2], parts[1::2], strict=True)]
    if found.dtype.kind == "f":
        return _bits(found)
    return [each if name == "bool" else str(each) for each in found.tolist()]


def _bits(found: Any) -> list[str]:
    size = found.itemsize
    return [f"0x{bits:0{2 * size}x}" for bits in found.view(f"<u{size}").tolist()]


def octets(given: Sequence[Any], name: str) -> bytes:
    """Return the octets of elements in neutral notation. Raises OracleReject."""
    dtype = DTYPES[name]
    parts = [part for pair in given for part in _pair(pair)] if dtype.kind == "c" else given
    size = dtype.itemsize // 2 if dtype.kind == "c" else dtype.itemsize
    numbers = [ELEMENT[dtype.kind](part, size) for part in parts]
    return np.array(numbers, dtype if dtype.kind in "biu" else f"<u{size}").tobytes()


def _pair(element: Any) -> list[Any]:
    if not isinstance(element, list) or len(element) != 2:
        raise OracleReject("VALUE", None, f"{element!r} is no pair")
    return element


def _integer(least: Callable[[int], int], most: Callable[[int], int]) -> Callable[[Any, int], int]:
    def number(element: Any, size: int) -> int:
        found = int(element) if isinstance(element, str) and element.lstrip("-").isdecimal() else None
        if found is None or not least(8 * size) <= found <= most(8 * size):
            raise OracleReject("VALUE", None, f"{element!r} is no integer or out of range")
        return found

    return number


def _float(element: Any, size: int) -> int:
    if not isinstance(element, str) or len(element) != 2 + 2 * size or not element.startswith("0x"):
        raise OracleReject("VALUE", None, f"{element!r} has not {size} octets")
    return int(element, 16)


def _boolean(element: Any, _: int) -> bool:
    if not isinstance(element, bool):
        raise OracleReject("VALUE", None, f"{element!r} is no boolean")
    return element


# By the kind that numpy gives a dtype: the number that an element in neutral notation is, or that its bits are.
ELEMENT: dict[str, Callable[[Any, int], Any]] = {
    "b": _boolean,
    "i": _integer(lambda bits: -(1 << bits - 1), lambda bits: (1 << bits - 1) - 1),
    "u": _integer(lambda bits: 0, lambda bits: (1 << bits) - 1),
    "f": _float,
    "c": _float,
}


# --- objects --------------------------------------------------------------------------------------

NESTED = 1 << 22  # empty arrays, the number at which an encoder may stop


def flat(nest: Any, shape: Sequence[int]) -> list[Any]:
    """Return the elements of nested arrays, as deep as there are dimensions; deeper arrays are elements."""
    if not shape:
        return [nest]
    need(len(nest) if isinstance(nest, list) else None, shape[0], "items of an array")
    return [element for item in nest for element in flat(item, shape[1:])]


def nested(given: Sequence[Any], shape: Sequence[int]) -> Any:
    """Nest the elements in this shape, which has as many. Raises OracleReject."""
    if not shape:
        return given[0]
    if 0 in shape and math.prod(shape[: shape.index(0)]) > NESTED:
        raise OracleReject("LIMIT", None, "more empty arrays than anybody writes")
    size = math.prod(shape[1:])
    return [nested(given[place * size : (place + 1) * size], shape[1:]) for place in range(shape[0])]


# --- data frames ----------------------------------------------------------------------------------


def frame(rows: Sequence[Any], columns: Sequence[Any], given: Sequence[Any]) -> dict[str, list[Any]]:
    """Return rows, columns and elements as in a data frame of pandas: labels of their kinds, elements in C order."""
    cells = np.empty(len(given), object)
    for place, element in enumerate(given):  # one at a time, since numpy would make an array of equally long lists
        cells[place] = element
    shape = (len(rows), len(columns))
    found = pd.DataFrame(cells.reshape(shape), index=_labels(rows), columns=_labels(columns))
    return {
        "columns": found.columns.tolist(),
        "rows": found.index.tolist(),
        "elements": found.to_numpy().ravel().tolist(),
    }


def _labels(given: Sequence[Any]) -> Any:
    return pd.Index(given, dtype=object)
