"""Widely used libraries agree with every accepted case of level draft, except for those in a table here.

They accept more than the specification does, and have policies of their own; so only undisputed cases are asked.
"""

import datetime as dt
import re
import struct
from collections.abc import Callable, Mapping
from typing import Any

import msgpack
import msgspec
import ormsgpack
import pytest
import umsgpack

from kit import golden
from kit.each import each
from kit.golden import Case, cases_of, octets
from msgpack_format.oracle.codec import comparable
from msgpack_format.oracle.writing import octets_of

Json = Any


class Pairs(list[Any]):
    """The pairs of a map, distinct from the items of an array."""


class Ext(tuple[Any, ...]):
    """An extension, distinct from an array: its type and its octets."""


def notation(value: Any) -> Json:  # noqa: PLR0911  a table of kinds
    """Return the notation of a library's value."""
    match value:
        case None | bool():
            return value
        case int():
            return {"int": str(value)}
        case float():
            return {"float": f"0x{struct.pack('>d', value).hex()}"}
        case str():
            return {"str": value}
        case bytes():
            return {"bin": value.hex()}
        case Pairs() | dict():
            pairs = value.items() if isinstance(value, dict) else value
            written = [[notation(key), notation(item)] for key, item in pairs]
            return {"map": sorted(written, key=lambda pair: octets_of(pair[0]))}
        case msgpack.Timestamp():
            return {"timestamp": [str(value.seconds), str(value.nanoseconds)]}
        case dt.datetime():
            since = value - dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
            return {"timestamp": [str(since // dt.timedelta(seconds=1)), str(since.microseconds * 1000)]}
        case Ext():
            return {"ext": {"type": str(value[0]), "data": bytes(value[1]).hex()}}
        case list() | tuple():
            return {"array": [notation(item) for item in value]}
    raise TypeError(f"a library delivers {value!r:.60}")


def by_msgpack(data: bytes) -> Any:
    return msgpack.unpackb(
        data, raw=False, strict_map_key=False, object_pairs_hook=Pairs, ext_hook=lambda *found: Ext(found)
    )


def by_msgspec(data: bytes) -> Any:
    return msgspec.msgpack.decode(data, ext_hook=lambda type_, octets: Ext((type_, bytes(octets))))


def by_ormsgpack(data: bytes) -> Any:
    return ormsgpack.unpackb(data, ext_hook=lambda *found: Ext(found), option=ormsgpack.OPT_NON_STR_KEYS)


def by_umsgpack(data: bytes) -> Any:
    return umsgpack.unpackb(data, ext_handlers={type_: _extension(type_) for type_ in range(128)})


def _extension(type_: int) -> Callable[[Any], Ext]:
    return lambda found: Ext((type_, found.data))


LIBRARIES: Mapping[str, Callable[[bytes], Any]] = {
    "msgpack": by_msgpack, "msgspec": by_msgspec, "ormsgpack": by_ormsgpack, "u-msgpack-python": by_umsgpack,
}  # fmt: skip

# Values that a library cannot represent, and why.
_MAPS_AS_KEYS = dict.fromkeys(
    ("depth/keys-12", "key-kinds/map", "key-kinds/empty-map"), "a dict of Python has no dict among its keys"
)
UNABLE: Mapping[str, Mapping[str, str]] = {
    "msgpack": {},
    "msgspec": _MAPS_AS_KEYS,
    "ormsgpack": _MAPS_AS_KEYS | {"key-kinds/extension": "it reads no extension as a key"},
    "u-msgpack-python": _MAPS_AS_KEYS,
}


def draft_cases(verdict: str) -> list[Any]:
    return [
        pytest.param(case, id=case["id"], marks=golden.marks(case))
        for case in cases_of("msgpack").values()
        if (case["verdict"], case["level"]) == (verdict, "draft") and "decode" in case["operations"]
    ]


@pytest.mark.parametrize("library", LIBRARIES)
@each("case", draft_cases("accept"))
def test_a_library_reads_what_the_draft_says(case: Case, library: str) -> None:
    try:
        found = notation(LIBRARIES[library](octets(case)))
    except (ValueError, umsgpack.UnpackException) as error:
        found = f"{type(error).__name__}: {error}"
    agrees = comparable(found, case["value"]) == case["value"]
    assert agrees != (case["id"].removeprefix("msgpack/") in UNABLE[library]), f"{found!r:.200}"


@each("case", [case for case in draft_cases("either") if case.values[0]["policy"] == "msgpack.timestamp"])
def test_two_libraries_read_timestamps(case: Case) -> None:
    due = case["outcomes"]["value"]["value"]
    assert notation(by_msgpack(octets(case))) == due
    if all(-62_135_596_800 <= seconds < 253_402_300_800 for seconds in seconds_of(due)):  # the years 1 to 9999
        assert notation(by_umsgpack(octets(case))) == in_microseconds(due)


def seconds_of(value: Json) -> list[int]:
    """Return the seconds of each timestamp in the value."""
    return [int(digits) for digits in re.findall(r"'timestamp': \['(-?\d+)'", str(value))]


def in_microseconds(value: Json) -> Json:
    """Return the value with its timestamps as datetime represents them."""
    if isinstance(value, list):
        return [in_microseconds(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "timestamp" in value:
        seconds, ns = map(int, value["timestamp"])
        return {"timestamp": [str(seconds), str(ns // 1000 * 1000)]}
    return {name: in_microseconds(member) for name, member in value.items()}
