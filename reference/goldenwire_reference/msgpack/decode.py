"""Octets -> a value (spec.md): one item, with all of its content, from the front to the end of the input."""

import struct
from collections.abc import Callable, Mapping
from typing import Any

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.model import Ext, Map, NoText, Timestamp, Value
from goldenwire_reference.msgpack.tables import (
    CHECKS,
    DEPTH,
    DEPTH_CEILING,
    FORMS,
    GREATEST_NS,
    SECONDS_34,
    TIMESTAMP,
    TIMESTAMP_LENGTHS,
)
from goldenwire_reference.reader import Field, Reader
from goldenwire_reference.wording import plural

# A trace has at most this many fields.
TRACED = 256


class InsteadError(Exception):
    """Raised with the check `cut` off: the octets to continue with in place of the whole truncated input."""

    def __init__(self, octets: bytes) -> None:
        super().__init__(octets)
        self.octets = octets


class _Items(Reader):
    """A reader that reports a truncated item at the offset where the item begins."""

    start: int

    def need(self, size: int, name: str) -> None:
        """Check that the input holds `size` more octets of the item (MSGPACK-GEN-05, LIM-02)."""
        if size > self.remaining:
            expected = f"{plural(size, 'more octet')} of an item"
            found = f"{self.remaining} before the end of the input"
            raise InsteadError(self.refuse("cut", self.start, expected, found))


def decode(data: bytes, *, off: Mapping[str, Any], trace: list[Field] | None = None) -> Value:
    """Return the value that the octets represent. `off` names checks to skip. Raises DecodeError."""
    reader = _Items(data, CHECKS, off=off, trace=trace)
    try:
        value = _item(reader, "value", 1)
    except InsteadError as instead:
        return decode(instead.octets, off=off)
    if reader.remaining:
        reader.refuse("trailing", reader.position, "the end of the input", plural(reader.remaining, "more octet"))
    return value


def _item(reader: _Items, name: str, level: int) -> Value:
    """Read the next item with its content; `level` is that of a container here. Parts have names in a trace."""
    at = reader.start = reader.position
    first = reader.take(1, "")[0]
    kind, size, number = FORMS[first]
    if kind == "never used":
        value: Value = reader.refuse("never-used", at, "an item", "the octet c1, which begins none")
        return value
    head = bytes(reader.take(size, "")) if size else b""
    if kind in SCALARS:
        value = SCALARS[kind](head, number)
        if reader.trace is not None:
            _note(reader, at, name, kind if value is None or isinstance(value, bool) else f"{kind} {value!r}")
        return value
    count = int.from_bytes(head, "big") if number is None else number
    if kind in CONTAINERS:
        if reader.trace is not None:
            _note(reader, at, name, f"{kind} of {count}")
        _check_level(reader, at, level)
        return CONTAINERS[kind](reader, count, name, level + 1)
    type_ = int.from_bytes(reader.take(1, ""), "big", signed=True) if kind == "ext" else None
    octets = bytes(reader.take(count, ""))
    if reader.trace is not None:
        _note(reader, at, name, f"{kind} of {count}" + ("" if type_ is None else f", type {type_}"))
    if type_ is not None:
        return _ext(reader, at, type_, octets)
    return octets if kind == "bin" else _str(reader, at, octets)


def _note(reader: Reader, at: int, name: str, meaning: str) -> None:
    """Add the octets read since `at` to the trace, which ends when it is long."""
    reader.note(at, reader.position - at, name, meaning)
    if reader.trace is not None and len(reader.trace) == TRACED:
        reader.trace = None


def _float(octets: bytes, _: int | None) -> float:
    (value,) = struct.unpack(">f" if len(octets) == 4 else ">d", octets)
    return float(value)


# The value of the octets after the first one, or of that one alone.
SCALARS: dict[str, Callable[[bytes, int | None], Value]] = {
    "nil": lambda octets, number: None,
    "false": lambda octets, number: False,
    "true": lambda octets, number: True,
    "fixint": lambda octets, number: number,
    "uint": lambda octets, number: int.from_bytes(octets, "big"),
    "int": lambda octets, number: int.from_bytes(octets, "big", signed=True),
    "float": _float,
}


def _str(reader: Reader, at: int, octets: bytes) -> str | NoText:
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError as error:
        wrong = f"{octets[error.start : error.end].hex()} in its octet {error.start}"
    if "utf8.replaced" not in reader.off:
        return octets.decode("utf-8", "replace")
    reader.refuse("utf8", at, "a str that is UTF-8", wrong)
    return NoText(octets)


def _ext(reader: Reader, at: int, type_: int, octets: bytes) -> Ext | Timestamp:
    if type_ < TIMESTAMP:
        reader.refuse("ext.reserved", at, "a type of -1 or more", type_)
    if type_ != TIMESTAMP or "timestamp" in reader.off:
        return Ext(type_, octets)
    if len(octets) not in TIMESTAMP_LENGTHS:
        reader.refuse("timestamp.length", at, "a timestamp of 4, 8 or 12 octets", f"one of {len(octets)}")
        return Ext(type_, octets)
    found = read_timestamp(octets)
    if found.ns > GREATEST_NS:
        reader.refuse("timestamp.range", at, f"at most {GREATEST_NS} ns", found.ns)
        return Ext(type_, octets)
    return found


def read_timestamp(octets: bytes) -> Timestamp:
    """Return the timestamp of 4, 8 or 12 octets, even with too many ns (MSGPACK-TIME-01 to -03)."""
    if len(octets) == 4:
        return Timestamp(int.from_bytes(octets, "big"), 0)
    if len(octets) == 8:
        ns, seconds = divmod(int.from_bytes(octets, "big"), SECONDS_34)
        return Timestamp(seconds, ns)
    return Timestamp(int.from_bytes(octets[4:], "big", signed=True), int.from_bytes(octets[:4], "big"))


def _check_level(reader: Reader, at: int, level: int) -> None:
    """Check that a container may occur at that level (MSGPACK-LIM-01)."""
    if level > DEPTH:
        reader.refuse("depth", at, f"at most {DEPTH} levels", "one more")
    if level > DEPTH_CEILING:
        rule = CHECKS["depth"]
        raise DecodeError(rule.code, rule.requirement, at, f"more than {DEPTH_CEILING} levels")


def _array(reader: _Items, count: int, name: str, level: int) -> list[Value]:
    return [_item(reader, f"{name}[{place}]" if reader.trace is not None else "", level) for place in range(count)]


def _map(reader: _Items, count: int, name: str, level: int) -> Map:
    pairs: list[tuple[Value, Value]] = []
    places: dict[bytes, int] = {}  # by canonical octets of the key: keys are equal if these are (MSGPACK-MAP-04)
    takes_last, takes_first = "key.last" not in reader.off, "key.first" not in reader.off
    for number in range(count):
        at = reader.position
        key = _item(reader, f"{name}.key[{number}]" if reader.trace is not None else "", level)
        place = places.setdefault(pack(key), len(pairs))
        if place < len(pairs) and not (takes_last or takes_first):
            reader.refuse("key.repeated", at, "a key that the map has not yet", "one that it has")
        value = _item(reader, f"{name}.value[{number}]" if reader.trace is not None else "", level)
        if place == len(pairs) or not (takes_last or takes_first):
            pairs.append((key, value))
        elif takes_last:
            pairs[place] = key, value
    return Map(pairs, [*places] if len(places) == len(pairs) else None)


CONTAINERS: dict[str, Callable[[_Items, int, str, int], Value]] = {"array": _array, "map": _map}
