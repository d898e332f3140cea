"""A value -> its canonical octets (spec.md, The canonical form)."""

import math
import struct
from collections.abc import Callable
from typing import Any

from goldenwire_reference.errors import EncodeError
from goldenwire_reference.msgpack.model import Ext, Map, NoText, Timestamp, Value
from goldenwire_reference.msgpack.tables import (
    DEPTH,
    FALSE,
    FIXEXT,
    FLOAT_64,
    GREATEST_INTEGER,
    GREATEST_NS,
    GREATEST_SECOND,
    GREATEST_TYPE,
    HEADS,
    LEAST_INTEGER,
    LEAST_SECOND,
    LEAST_TYPE,
    NAN,
    NIL,
    SECONDS_32,
    SECONDS_34,
    TIMESTAMP,
    TIMESTAMP_LENGTHS,
    TRUE,
    Width,
)


def encode(value: Value) -> bytes:
    """Return the canonical octets of a value. Raises EncodeError if it has no encoding."""
    check(value, 1)
    return pack(value)


def refusal(code: str, requirement: str, message: str) -> EncodeError:
    """Return an error of the requirement, whose id is given without the format's name."""
    return EncodeError(code, f"MSGPACK-{requirement}", message)


# ---- checks ----------------------------------------------------------------------------------------------------------


def check(value: Value, level: int) -> None:
    """Raise EncodeError unless the value has an encoding; `level` is that of a container."""
    if type(value) in _CHECKS:
        _CHECKS[type(value)](value, level)


def _check_int(value: int, _: int) -> None:
    if not LEAST_INTEGER <= value <= GREATEST_INTEGER:
        raise refusal("RANGE", "INT-06", f"{str(value)[:60]} is not within -2^63 to 2^64 - 1")


def _check_no_text(value: NoText, _: int) -> None:
    raise refusal("UTF8", "STR-04", f"the octets {value.octets[:30].hex()} are no text")


def _check_level(level: int) -> None:
    if level > DEPTH:
        raise refusal("LIMIT", "LIM-01", f"more than {DEPTH} levels")


def _check_list(value: list[Value], level: int) -> None:
    _check_level(level)
    for item in value:
        check(item, level + 1)


def _check_map(value: Map, level: int) -> None:
    _check_level(level)
    for pair in value.pairs:
        for item in pair:
            check(item, level + 1)
    if len({*pack_keys(value)}) < len(value.pairs):
        raise refusal("DUPLICATE_KEY", "MAP-05", "a map that has a key twice")


def _check_ext(value: Ext, _: int) -> None:
    if not LEAST_TYPE <= value.type <= GREATEST_TYPE:
        raise refusal("RANGE", "EXT-06", f"the type {value.type} is not within {LEAST_TYPE} to {GREATEST_TYPE}")
    if value.type != TIMESTAMP:
        return
    if len(value.data) not in TIMESTAMP_LENGTHS:
        raise refusal("TIMESTAMP", "TIME-07", f"no timestamp has {len(value.data)} octets")
    if _ns(value.data) > GREATEST_NS:
        raise refusal("TIMESTAMP", "TIME-06", f"no timestamp has more than {GREATEST_NS} ns")
    raise refusal("TIMESTAMP", "TIME-11", "an extension that would be read as a timestamp")


def _ns(octets: bytes) -> int:
    """Return the ns of a timestamp's octets."""
    return 0 if len(octets) == 4 else int.from_bytes(octets[:4], "big") >> (2 if len(octets) == 8 else 0)


def _check_timestamp(value: Timestamp, _: int) -> None:
    if not LEAST_SECOND <= value.seconds <= GREATEST_SECOND:
        raise refusal("TIMESTAMP", "TIME-09", f"{value.seconds} s are not within -2^63 to 2^63 - 1")
    if not 0 <= value.ns <= GREATEST_NS:
        raise refusal("TIMESTAMP", "TIME-09", f"{value.ns} ns are not within 0 to {GREATEST_NS}")


_CHECKS: dict[type, Callable[[Any, int], None]] = {
    int: _check_int,
    NoText: _check_no_text,
    list: _check_list,
    Map: _check_map,
    Ext: _check_ext,
    Timestamp: _check_timestamp,
}


# ---- writing ---------------------------------------------------------------------------------------------------------


def pack(value: Value) -> bytes:
    """Return the octets of a value, even of one that is only read by policy; they determine the equality of keys."""
    return _PACKED[type(value)](value)


def _int(value: int) -> bytes:
    if value >= 0:
        return _head("uint", value)
    form = _shortest("negative", -1 - value)
    return (bytes([form.first]) if form.size else b"") + value.to_bytes(form.size or 1, "big", signed=True)


def _head(kind: str, number: int) -> bytes:
    """Return the head of an item of that kind, with its value, length or count."""
    _, first, size = _shortest(kind, number)
    return bytes([first]) + number.to_bytes(size, "big") if size else bytes([first + number])


def _shortest(kind: str, number: int) -> Width:
    for form in HEADS[kind]:
        if number <= form.most:
            return form
    raise OverflowError(f"{number} is more than a head of the kind {kind} holds")


def _float(value: float) -> bytes:
    return FLOAT_64 + (NAN if math.isnan(value) else struct.pack(">d", value))


def _str(octets: bytes) -> bytes:
    return _head("str", len(octets)) + octets


def pack_keys(value: Map) -> list[bytes]:
    """Return the octets of a map's keys, cached for comparing, sorting and writing them."""
    if value.keys is None:
        value.keys = [pack(key) for key, _ in value.pairs]
    return value.keys


def _map(value: Map) -> bytes:
    items = (pack(item) for _, item in value.pairs)
    pairs = sorted(zip(pack_keys(value), items, strict=True), key=lambda pair: pair[0])
    return _head("map", len(pairs)) + b"".join(key + item for key, item in pairs)


def _map_once(value: Map) -> bytes:
    """Return the octets of a map, cached because every level asks for them if keys hold maps with such keys."""
    if value.octets is None:
        value.octets = _map(value)
    return value.octets


def _ext(value: Ext) -> bytes:
    length = len(value.data)
    head = bytes([FIXEXT[length]]) if length in FIXEXT else _head("ext", length)
    return head + value.type.to_bytes(1, "big", signed=True) + value.data


def _timestamp(value: Timestamp) -> bytes:
    """Return the shortest of timestamp 32, 64 and 96 (MSGPACK-CANON-06)."""
    if value.ns == 0 and 0 <= value.seconds < SECONDS_32:
        octets = value.seconds.to_bytes(4, "big")
    elif 0 <= value.seconds < SECONDS_34:
        octets = (value.ns * SECONDS_34 + value.seconds).to_bytes(8, "big")
    else:
        octets = value.ns.to_bytes(4, "big") + value.seconds.to_bytes(8, "big", signed=True)
    return _ext(Ext(TIMESTAMP, octets))


_PACKED: dict[type, Callable[[Any], bytes]] = {
    type(None): lambda value: NIL,
    bool: lambda value: TRUE if value else FALSE,
    int: _int,
    float: _float,
    str: lambda value: _str(value.encode()),
    NoText: lambda value: _str(value.octets),
    bytes: lambda value: _head("bin", len(value)) + value,
    list: lambda value: _head("array", len(value)) + b"".join(map(pack, value)),
    Map: _map_once,
    Ext: _ext,
    Timestamp: _timestamp,
}
