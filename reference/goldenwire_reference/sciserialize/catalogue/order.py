"""Two defects at once: the one that is reported tells the order of a decoder's checks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldenwire_reference.cases import Case, Feature, Reject
from goldenwire_reference.sciserialize.catalogue.values import ordered, tagged, wire
from goldenwire_reference.sciserialize.catalogue.words import Words, becomes
from goldenwire_reference.sciserialize.tables import CARRIERS, Carrier

_ORDER = Words("order")
_BASE = "containers/array-one"
_SHORT = tagged("timedelta", days=1, seconds=2)
_NINE = tagged("ndarray", bytes=b"\1", dtype="int9", shape=[1])

# name -> (the defect found first, the other one, the items of an array, the two checks)
TREES: dict[str, tuple[str, str, Sequence[Any], Mapping[str, Any]]] = {
    "items": (
        "an ndarray of the dtype 'int9'", "a timedelta without microsec after it",
        [_NINE, _SHORT], {"dtype": "int8", "tag.missing": None},
    ),
    "items-backwards": (
        "a timedelta without microsec", "an ndarray of the dtype 'int9' after it",
        [_SHORT, _NINE], {"tag.missing": None, "dtype": "int8"},
    ),
    "inner-first": (
        "an ndarray of the dtype 'int9' in a member too many of a timedelta", "that member",
        [tagged("timedelta", days=1, microsec=3, more=_NINE, seconds=2)], {"dtype": "int8", "tag.extra": None},
    ),
    "members-dtype": (
        "a member too many", "the dtype 'int9', in one ndarray", [{**_NINE, "more": 1}],
        {"tag.extra": None, "dtype": "int8"},
    ),
    "dtype-shape": (
        "the dtype 'int9'", "a negative dimension, in one ndarray", [{**_NINE, "shape": [-1]}],
        {"dtype": "int8", "shape.negative": None},
    ),
}  # fmt: skip

# name -> (carrier, the defect found first, the other one, the bytes, the two checks)
BYTES: dict[str, tuple[Carrier, str, str, bytes, Mapping[str, Any]]] = {
    "comma-meaning": (
        "json", "a comma before the end of an array", "a timedelta without its members in it",
        b'[{"__type__":"timedelta"},]', {"json.comma": None, "tag.missing": None},
    ),
    "overflow-meaning": (
        "json", "a number beyond the range of doubles", "a timedelta without its members before it",
        b'[{"__type__":"timedelta"},1e999]', {"json.overflow": 0, "tag.missing": None},
    ),
    "rest-meaning": (
        "json", "a letter after the value", "a timedelta without its members in it",
        b'[{"__type__":"timedelta"}]x', {"json.rest": None, "tag.missing": None},
    ),
    "utf8-duplicate": (
        "json", "a half of a surrogate pair in a string", "a key twice after it",
        b'["\\ud800",{"a":1,"a":2}]', {"json.utf8": None, "json.key.duplicate": None},
    ),
    "duplicate-overflow": (
        "json", "a key twice", "a number beyond the range of doubles as its second value",
        b'[{"a":1,"a":1e999}]', {"json.key.duplicate": None, "json.overflow": 0},
    ),
    "overflow-rest": (
        "json", "a number beyond the range of doubles", "a second value after it", b"[1e999]2",
        {"json.overflow": 0, "json.rest": None},
    ),
    "ext-key": (
        "msgpack", "an ext", "that it stands for a key", bytes.fromhex("9181d40102c0"),
        {"mp.ext": None, "mp.key.type": "k"},
    ),
    "key-utf8": (
        "msgpack", "an integer as a key", "its value, a str that is not UTF-8", bytes.fromhex("918105a1ff"),
        {"mp.key.type": "k", "mp.utf8": None},
    ),
    "str-duplicate": (
        "msgpack", "a str that is not UTF-8", "a key twice after it", bytes.fromhex("92a1ff82a161c0a161c0"),
        {"mp.utf8": None, "mp.key.duplicate": None},
    ),
    "duplicate-ext": (
        "msgpack", "a key twice", "an ext as its second value", bytes.fromhex("9182a161c0a161d40102"),
        {"mp.key.duplicate": None, "mp.ext": None},
    ),
    "ext-rest": (
        "msgpack", "an ext", "a byte after the value", bytes.fromhex("91d40102c0"), {"mp.ext": None, "mp.rest": None},
    ),
    "ext-meaning": (
        "msgpack", "an ext", "a timedelta without its members before it",
        b"\x92" + wire("msgpack", {"__type__": "timedelta"}) + bytes.fromhex("d40102"),
        {"mp.ext": None, "tag.missing": None},
    ),
}  # fmt: skip


def _pairs() -> Iterator[Case]:
    for name, (first, second, items, checks) in TREES.items():
        for carrier, common in _ORDER.over(CARRIERS, name, f"{first}, and {second}", ""):
            yield _pair(carrier, wire(carrier, ordered(list(items))), checks, common)
    for name, (carrier, first, second, data, checks) in BYTES.items():
        yield _pair(carrier, data, checks, _ORDER.common(name, carrier, f"{first}, and {second}", ""))


def _pair(carrier: Carrier, data: bytes, checks: Mapping[str, Any], common: dict[str, Any]) -> Case:
    base = _ORDER.base(_BASE, carrier)
    return Reject(base=base, edits=[becomes(data)], checks=checks, in_order="SCISERIALIZE-ERR-02", **common)


def features() -> Iterator[Feature]:
    yield Feature("order", "Two defects at once, of which the first in the order of checks is reported", list(_pairs()))
