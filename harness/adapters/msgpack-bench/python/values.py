"""From Python objects to the notation of msgpack, and back: what the drivers of all packages share.

Only the classes of Python are known here; each driver says how its package's own are shown and made.
"""

import importlib
import struct
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from smallest import smallest  # beside this file, as protocol is once it is built

protocol: Any = importlib.import_module("protocol")
Json = Any

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Driver(NamedTuple):
    """A package: its two functions, what it raises to refuse, and the objects that are its own."""

    read: Callable[[bytes], object]
    write: Callable[[object], bytes]
    refusals: tuple[type[Exception], ...]
    shown: Mapping[type, Callable[[Any], Json]]  # the notation of an object of the class
    extension: Callable[[int, bytes], object]
    timestamp: Callable[[int, int], object]  # seconds and nanoseconds


def describe(value: object, driver: Driver) -> Json:
    """The notation of what a package returned. Raises TypeError for an object that has none."""
    kind = type(value)
    if kind in driver.shown:
        return driver.shown[kind](value)
    if kind in SCALARS:
        return SCALARS[kind](value)
    if isinstance(value, list | tuple):
        return {"array": [describe(item, driver) for item in value]}
    if isinstance(value, dict):
        pairs = [[describe(key, driver), describe(item, driver)] for key, item in value.items()]
        return {"map": sorted(pairs, key=lambda pair: smallest(pair[0]))}
    raise TypeError(f"the package returned a {kind.__name__}, which is no value of the format")


def show_text(text: str) -> Json:
    """The notation of a string; one with surrogates for octets has those."""
    try:
        return {"str": protocol.text_of(text.encode())}
    except UnicodeEncodeError:
        return {"utf8": protocol.octets_of(text.encode(errors="surrogateescape"))}


def show_moment(moment: datetime) -> Json:
    """The notation of a time that knows its zone; one that knows none is shown as UTC."""
    since = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - EPOCH
    return {"timestamp": [str(since.days * 86_400 + since.seconds), str(since.microseconds * 1_000)]}


def show_extension(kind: int, data: bytes) -> Json:
    return {"ext": {"type": protocol.integer_of(kind), "data": protocol.octets_of(data)}}


SCALARS: Mapping[type, Callable[[Any], Json]] = {
    type(None): lambda value: value,
    bool: lambda value: value,
    int: lambda value: {"int": protocol.integer_of(value)},
    float: lambda value: {"float": "0x" + struct.pack(">d", value).hex()},
    str: show_text,
    bytes: lambda value: {"bin": protocol.octets_of(value)},
    bytearray: lambda value: {"bin": protocol.octets_of(value)},
    datetime: show_moment,
}


def build(value: Json, driver: Driver) -> object:
    """The object of the notation, as a user has it in hand. Raises Rejected, and Unsupported where Python has none."""
    if value is None or isinstance(value, bool):
        return value
    [(tag, content)] = value.items()
    if tag == "array":
        return [build(item, driver) for item in content]
    if tag == "map":
        return build_map(content, driver)
    if tag == "ext":
        return driver.extension(int(content["type"]), protocol.octets(content["data"]))
    if tag == "timestamp":
        return driver.timestamp(*map(int, content))
    return ATOMS[tag](content)


def build_map(pairs: list[list[Json]], driver: Driver) -> dict[object, object]:
    """A dict of the pairs; arrays among the keys are tuples. Raises Unsupported for what no dict can hold."""
    made = {}
    for key, item in pairs:
        try:
            made[frozen(build(key, driver))] = build(item, driver)
        except TypeError:
            raise protocol.Unsupported("a dict has no key of this kind") from None
    if len(made) < len(pairs):
        raise protocol.Unsupported("a dict has no two keys that are equal")
    return made


def frozen(key: object) -> object:
    return tuple(map(frozen, key)) if isinstance(key, list) else key


def no_text(_: str) -> str:
    raise protocol.Unsupported("a str has no octets that are not UTF-8")


ATOMS: Mapping[str, Callable[[Any], object]] = {
    "int": int,
    "float": lambda atom: struct.unpack(">d", protocol.bits(atom, 8).to_bytes(8, "big"))[0],
    "str": lambda atom: protocol.text(atom).decode(),
    "utf8": no_text,
    "bin": protocol.octets,
}


def moment(seconds: int, nanoseconds: int) -> datetime:
    """The time, for packages that have Python's own. Raises Unsupported for what a datetime cannot be."""
    if nanoseconds % 1_000 or not 0 <= nanoseconds <= 999_999_999:
        raise protocol.Unsupported("a datetime has 0 to 999,999 microseconds")
    try:
        return EPOCH + timedelta(seconds=seconds, microseconds=nanoseconds // 1_000)
    except OverflowError:
        raise protocol.Unsupported("a datetime has the years 1 to 9999") from None
