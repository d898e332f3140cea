"""Values <-> the neutral notation: a tree with tags (spec.md, Notation)."""

import math
import re
import struct
from collections.abc import Callable
from typing import Any

from goldenwire_reference.errors import NotationError
from goldenwire_reference.msgpack.encode import pack_keys, refusal
from goldenwire_reference.msgpack.model import Ext, Map, NoText, Timestamp, Value
from goldenwire_reference.msgpack.tables import DEPTH_CEILING, NAN
from goldenwire_reference.notation import Json, bits, integer, items, members, octets, parse_bits

# ---- values -> JSON --------------------------------------------------------------------------------------------------


def to_json(value: Value) -> Json:
    """Return the notation of a value."""
    if value is None or isinstance(value, bool):
        return value
    tag, notation = _TO_JSON[type(value)]
    return {tag: notation(value)}


def _float_to_json(value: float) -> Json:
    return bits(int.from_bytes(NAN if math.isnan(value) else struct.pack(">d", value), "big"), 8)


def _map_to_json(value: Map) -> Json:
    """Return the pairs in the order of their keys' canonical octets; pairs of one key in stored order."""
    if not value.pairs:
        return []
    pairs = sorted(zip(pack_keys(value), value.pairs, strict=True), key=lambda pair: pair[0])
    return [[to_json(key), to_json(item)] for _, (key, item) in pairs]


_TO_JSON: dict[type, tuple[str, Callable[[Any], Json]]] = {
    int: ("int", str),
    float: ("float", _float_to_json),
    str: ("str", str),
    NoText: ("utf8", lambda value: value.octets.hex()),
    bytes: ("bin", bytes.hex),
    list: ("array", lambda value: [to_json(item) for item in value]),
    Map: ("map", _map_to_json),
    Ext: ("ext", lambda value: {"type": str(value.type), "data": value.data.hex()}),
    Timestamp: ("timestamp", lambda value: [str(value.seconds), str(value.ns)]),
}


# ---- JSON -> values --------------------------------------------------------------------------------------------------


def from_json(value: Json, level: int = 1) -> Value:
    """Return the value of a notation.

    Raises NotationError if it is malformed, EncodeError if it nests too deep for this codec.
    """
    if value is None or isinstance(value, bool):
        return value
    if level > DEPTH_CEILING:
        raise refusal("LIMIT", "LIM-01", f"more than {DEPTH_CEILING} levels")
    if isinstance(value, dict) and len(value) == 1:
        ((tag, content),) = value.items()
        if tag in _FROM_JSON:
            return _FROM_JSON[tag](content, level + 1)
    raise NotationError(f"expected null, a boolean or one of {', '.join(_FROM_JSON)}, found {value!r:.60}")


def _float(content: Json, _: int) -> float:
    (value,) = struct.unpack(">d", parse_bits(content, 8).to_bytes(8, "big"))
    return float(value)


_SURROGATE = re.compile("[\ud800-\udfff]")


def _str(content: Json, _: int) -> str:
    if not isinstance(content, str) or _SURROGATE.search(content):
        raise NotationError(f"str: expected a text, found {content!r:.60}")
    return content


def _utf8(content: Json, _: int) -> NoText:
    found = octets(content, "utf8")
    try:
        found.decode()
    except UnicodeDecodeError:
        return NoText(found)
    raise NotationError(f"utf8: expected octets that are not UTF-8, found {content!r:.60}")


def _map(content: Json, level: int) -> Map:
    pairs = [items(pair, "a pair", 2) for pair in items(content, "map")]
    return Map([(from_json(key, level), from_json(item, level)) for key, item in pairs])


def _ext(content: Json, _: int) -> Ext:
    found = members(content, ("type", "data"), what="ext")
    return Ext(integer(found["type"], "type"), octets(found["data"], "data"))


def _timestamp(content: Json, _: int) -> Timestamp:
    seconds, ns = items(content, "timestamp", 2)
    return Timestamp(integer(seconds, "seconds"), integer(ns, "ns"))


_FROM_JSON: dict[str, Callable[[Json, int], Value]] = {
    "int": lambda content, level: integer(content, "int"),
    "float": _float,
    "str": _str,
    "utf8": _utf8,
    "bin": lambda content, level: octets(content, "bin"),
    "array": lambda content, level: [from_json(item, level) for item in items(content, "array")],
    "map": _map,
    "ext": _ext,
    "timestamp": _timestamp,
}
