"""Values of SciSerialize in notation: from the libraries' values, for comparison, and reduced for the libraries."""

import json
import math
import struct
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from kit import exact
from sciserialize.oracle import json as sciserialize_json
from sciserialize.oracle.arrays import check_shape, frame, named, need, nested, octets
from sciserialize.oracle.call import EXACT, INTEGERS, POLICIES, Call, OracleReject
from sciserialize.oracle.times import duration, moment

RESERVED = ("__type__", "__base64__")
CORE_TAGS, EXTENSION_TAGS = ("datetime", "timedelta", "ndarray", "dataframe"), ("maskedarray", "unique_set")
ANY_NAN = {"nan": "16"}


# --- what was read --------------------------------------------------------------------------------


def rounded(call: Call, number: int) -> int | float:
    """Return an integer that was read, or the double for it under that choice."""
    return float(number) if abs(number) > EXACT and call.chooses("big-integer", "double") else number


def notation(call: Call, value: Any) -> Any:
    """Return the notation of a value that a library read; parts already in notation are dicts."""
    if isinstance(value, list):
        return {"array": [notation(call, item) for item in value]}
    if type(value) in (int, float):
        return _number(rounded(call, value))
    if isinstance(value, bytes):
        return {"bin": value.hex()}
    return {"str": value} if isinstance(value, str) else value


def _number(value: int | float) -> dict[str, Any]:
    if isinstance(value, int):
        return {"number": str(value)}
    return {"number": ANY_NAN if math.isnan(value) else "0x" + struct.pack(">d", value).hex()}


def label(value: str | int | datetime) -> dict[str, str]:
    """Return the notation of a label."""
    if isinstance(value, datetime):
        return {"datetime": value.isoformat()}
    return {"str": value} if isinstance(value, str) else {"number": str(value)}


def is_known(call: Call, tag: str) -> bool:
    """Return True if the tag's type is enabled."""
    return tag in CORE_TAGS or (tag in EXTENSION_TAGS and tag in call.extensions)


# --- equality -------------------------------------------------------------------------------------


def identity(value: Any) -> str:
    """Return a text that two values in notation share if and only if they are the same, number by number."""
    return json.dumps(_with_numbers(value))


def _with_numbers(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_numbers(item) for item in value]
    if isinstance(value, dict):
        return {key: UNLIKE_OTHERS.get(key, _with_numbers)(item) for key, item in value.items()}
    return value


def _without_order(elements: Sequence[Any]) -> list[str]:
    # Not the order of the canonical JSON, in which equal numbers may have different places.
    return sorted(identity(element) for element in elements)


def _meaning(number: Any) -> str:
    if number == ANY_NAN:
        return "nan"
    found: object = exact.meaning(number, "double" if number.startswith("0x") else "int64")
    return str(found)


UNLIKE_OTHERS: Mapping[str, Callable[[Any], Any]] = {"number": _meaning, "unique_set": _without_order}


def any_nan(value: Any) -> Any:
    """Return the value with "any NaN" for every NaN that is a number by itself, whose bits do not count."""
    if isinstance(value, dict):
        return {key: _any_nan(item) if key == "number" else any_nan(item) for key, item in value.items()}
    return [any_nan(item) for item in value] if isinstance(value, list) else value


def _any_nan(number: Any) -> Any:
    is_double = isinstance(number, str) and number.startswith("0x")
    return ANY_NAN if is_double and exact.meaning(number, "double") == "nan" else number


def in_order(elements: Sequence[Any]) -> list[Any]:
    """Return the elements of a set in the order of their canonical JSON."""
    return sorted(elements, key=lambda element: sciserialize_json.written(reduced(ANY, element)).encode())


# --- what is written ------------------------------------------------------------------------------


def reduced(call: Call, value: Any) -> Any:
    """Reduce a value in notation to a tree of JSON types and bytes. Raises OracleReject."""
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    return KINDS[kind](call, content)


def _reduced_number(call: Call, text: Any) -> int | float:
    if text != ANY_NAN and not text.startswith("0x"):
        number = int(text[:1000])  # as far out of range as all of a longer text
        call.check_written(number)
        return number
    double: float = math.nan if text == ANY_NAN else struct.unpack(">d", bytes.fromhex(text[2:]))[0]
    may_be_any = call.carrier == "msgpack" and call.chooses("non-finite", "keep")
    if not math.isfinite(double) and not may_be_any:
        raise OracleReject("NUMBER", None, f"the number {double}")
    return double


def _text(_: Call, text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise OracleReject("UTF8", None, str(error)) from None
    return text


def _not_text(_: Call, shown: str) -> str:
    raise OracleReject("UTF8", None, f"the octets {shown}")


def _members(call: Call, pairs: Sequence[tuple[Any, Any]]) -> dict[str, Any]:
    keys = [reduced(call, key if isinstance(key, dict) else {"str": key}) for key, _ in pairs]
    if len(set(keys)) < len(keys):
        raise OracleReject("DUPLICATE_KEY", None, f"{keys}")
    return {key: reduced(call, item) for key, (_, item) in zip(keys, pairs, strict=True)}


def _map(call: Call, pairs: Sequence[tuple[Any, Any]]) -> dict[str, Any]:
    if taken := {key for key, _ in pairs if key in RESERVED}:
        raise OracleReject("RESERVED", None, f"{taken}")
    return _members(call, pairs)


def _unknown(call: Call, pairs: Sequence[tuple[Any, Any]]) -> dict[str, Any]:
    given = {key: item for key, item in pairs if isinstance(key, str)}
    tag = given.get("__type__")
    is_tagged = isinstance(tag, dict) and "str" in tag and not is_known(call, tag["str"])
    if call is not ANY and (not is_tagged or "__base64__" in given):
        raise OracleReject("RESERVED", None, f"{pairs} is no object of unknown tag")
    if call.chooses("unknown-type", "reject"):
        raise OracleReject("UNKNOWN_TYPE", None, f"{pairs}")
    return _members(call, pairs)


def _datetime(call: Call, text: str) -> dict[str, Any]:
    return {"__type__": "datetime", "isostr": moment(call, text).isoformat()}


def _timedelta(_: Call, texts: Sequence[str]) -> dict[str, Any]:
    members = [int(text) for text in texts]
    if not all(member in INTEGERS for member in members):
        raise OracleReject("NUMBER", None, f"{texts}")
    days, seconds, micro = duration(members)
    return {"__type__": "timedelta", "days": days, "seconds": seconds, "microsec": micro}


def _array(call: Call, tag: str, given: Mapping[str, Any], dimensions: Sequence[str]) -> dict[str, Any]:
    shape = [int(_reduced_number(call, dimension)) for dimension in dimensions]
    name = named(call, tag, given["dtype"], reading=False)
    check_shape(call, shape)
    need(len(given["elements"]), math.prod(shape), "elements")
    if name == "object":
        data = nested([reduced(call, element) for element in given["elements"]], shape)
    else:
        data = octets(given["elements"], name)
    return {"__type__": tag, "shape": shape, "dtype": name, "bytes": data}


def _ndarray(call: Call, given: Mapping[str, Any]) -> dict[str, Any]:
    return _array(call, "ndarray", given, given["shape"])


def _dataframe(call: Call, given: Mapping[str, Any]) -> dict[str, Any]:
    labels = {axis: [_label(call, each) for each in given[axis]] for axis in ("columns", "rows")}
    tree = _array(call, "dataframe", given, [str(len(labels["rows"])), str(len(labels["columns"]))])
    found = frame(labels["rows"], labels["columns"], given["elements"])
    assert found["elements"] == given["elements"]
    return tree | {axis: [reduced(call, label(each)) for each in found[axis]] for axis in labels}


def _label(call: Call, given: Any) -> str | int | datetime:
    kind, content = next(iter(given.items())) if isinstance(given, dict) else ("", "")
    if kind == "datetime":
        return moment(call, content)
    if kind not in ("str", "utf8", "number") or (kind == "number" and "x" in content):
        raise OracleReject("MEMBER", None, f"the label {given}")
    found: str | int = reduced(call, given)
    return found


def _set(call: Call, elements: Sequence[Any]) -> dict[str, Any]:
    if "unique_set" not in call.extensions:
        raise OracleReject("UNKNOWN_TYPE", None, "a set")
    tree = [reduced(call, element) for element in in_order(elements)]
    check_distinct(elements)
    return {"__type__": "unique_set", "set": tree}


def check_distinct(elements: Sequence[Any]) -> None:
    """Refuse elements of a set, in notation, of which two are the same."""
    if len({identity(element) for element in elements}) < len(elements):
        raise OracleReject("VALUE", None, "equal elements in a set")


def _maskedarray(call: Call, given: Mapping[str, Any]) -> dict[str, Any]:
    if "maskedarray" not in call.extensions:
        raise OracleReject("UNKNOWN_TYPE", None, "a masked array")
    fill = given["fill"]
    if not isinstance(fill, bool) and not (isinstance(fill, dict) and "number" in fill):
        raise OracleReject("MEMBER", None, f"the fill value {fill}")
    tree = _array(call, "maskedarray", given, given["shape"])
    need(len(given["mask"]), len(given["elements"]), "mask values")
    return tree | {"mask_bytes": octets(given["mask"], "bool"), "fill_value": reduced(call, fill)}


KINDS: Mapping[str, Callable[[Call, Any], Any]] = {
    "number": _reduced_number,
    "str": _text,
    "utf8": _not_text,
    "bin": lambda _, shown: bytes.fromhex(shown),
    "array": lambda call, items: [reduced(call, item) for item in items],
    "map": _map,
    "datetime": _datetime,
    "timedelta": _timedelta,
    "ndarray": _ndarray,
    "dataframe": _dataframe,
    "unique_set": _set,
    "maskedarray": _maskedarray,
    "unknown": _unknown,
}

# A call under which every value that was read can be written; only its order is used.
ANY = Call(
    "msgpack",
    ("maskedarray", "object", "unique_set"),
    {**POLICIES, "sciserialize.unknown-type": "keep", "sciserialize.non-finite": "keep"},
)
