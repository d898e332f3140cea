"""Two defects at once: the one that is reported tells the order of a decoder's checks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldenwire_reference.cases import Case, Feature, Reject
from goldenwire_reference.sciserialize.catalogue.extensions import BOOLEANS
from goldenwire_reference.sciserialize.catalogue.frames import MOMENTS
from goldenwire_reference.sciserialize.catalogue.values import Stored, ordered, tagged, wire
from goldenwire_reference.sciserialize.catalogue.words import Words, becomes
from goldenwire_reference.sciserialize.meaning import READ_ON
from goldenwire_reference.sciserialize.tables import CARRIERS, Carrier

_ORDER, _MASKED, _FRAME = Words("order"), Words("order", "maskedarray"), Words("order", needs=["dataframe"])
_BASE = "containers/array-one"
_BOOLEANS = Stored("boolean-array/matrix", tagged("ndarray", shape=[2, 2], dtype="bool", bytes=b"\1\0\0\1"))
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
    "tag-inner": (
        "a timedelta without its members as tag", "that it is no string",
        [{"__type__": tagged("timedelta")}], {"tag.missing": None, "tag.string": None},
    ),
}  # fmt: skip

# name -> (words, the defect found first, the other one, the accepted case, the members that are wrong, the two checks)
MEMBERS: dict[str, tuple[Words, str, str, Stored, Mapping[str, Any], Mapping[str, Any]]] = {
    "mask-octet": (
        _MASKED, "a mask that is empty", "an element of 02 in a masked array of booleans", BOOLEANS,
        {"bytes": b"\1\2", "mask_bytes": b""}, {"mask.size": READ_ON, "bool": None},
    ),
    "size-octet": (
        _ORDER, "an octet too many", "an element of 02 in an array of booleans", _BOOLEANS,
        {"bytes": b"\1\2\1\0\0"}, {"shape.size": READ_ON, "bool": None},
    ),
    "labels-octet": (
        _FRAME, "a row without a label", "an element of 02 in a data frame of booleans", MOMENTS,
        {"bytes": b"\1\2", "rows": [1]}, {"frame.labels": READ_ON, "bool": None},
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
    "escape-utf8": (
        "json", "a backslash before an x", "an octet that is not UTF-8 before it in the string", b'["\xff\\x"]',
        {"json.syntax": b'["\xff"]', "json.utf8": None},
    ),
    "escape-utf8-key": (
        "json", "a backslash before an x in a key", "an octet that is not UTF-8 before it", b'{"\xff\\x":1}',
        {"json.syntax": b'{"\xff":1}', "json.utf8": None},
    ),
    "escape-surrogate": (
        "json", "a backslash before an x", "a half of a surrogate pair before it in the string", b'["\\udc00\\x"]',
        {"json.syntax": b'["\\udc00"]', "json.utf8": None},
    ),
    "control-utf8": (
        "json", "a line feed in a string", "an octet that is not UTF-8 before it", b'["\xff\n"]',
        {"json.syntax": b'["\xff"]', "json.utf8": None},
    ),
    "end-utf8": (
        "json", "the end of the input in a string", "an octet that is not UTF-8 before it", b'["\xff',
        {"json.syntax": b'["\xff"]', "json.utf8": None},
    ),
    "binary-inner": (
        "json", "a timedelta without its members as base64", "that it is no string",
        b'[{"__base64__":{"__type__":"timedelta"}}]', {"tag.missing": None, "base64.alone": None},
    ),
    "binary-beside": (
        "json", "a timedelta without its members", "that it stands beside base64",
        b'[{"__base64__":"AA==","x":{"__type__":"timedelta"}}]', {"tag.missing": None, "base64.alone": None},
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
    "c1-key": (
        "msgpack", "the byte c1", "that it stands for a key", bytes.fromhex("9181c1c0"),
        {"mp.c1": None, "mp.key.type": "k"},
    ),
    "key-cut": (
        "msgpack", "an integer as a key", "that the input ends in it", bytes.fromhex("9181cd01"),
        {"mp.key.type": "k", "mp.truncated": b"\xc0"},
    ),
    "key-array": (
        "msgpack", "an array as a key", "that one of its two items is missing", bytes.fromhex("91819201"),
        {"mp.key.type": "k", "mp.truncated": b"\xc0"},
    ),
    "key-array-utf8": (
        "msgpack", "an array as a key", "a str in it that is not UTF-8", bytes.fromhex("918191a1ff01"),
        {"mp.key.type": "k", "mp.utf8": None},
    ),
    "key-map-duplicate": (
        "msgpack", "a map as a key", "a key twice in it", bytes.fromhex("918182a161c0a161c0c0"),
        {"mp.key.type": "k", "mp.key.duplicate": None},
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
    "base64-inner": (
        "msgpack", "a timedelta without its members as base64", "that MessagePack has no base64",
        b"\x91" + wire("msgpack", {"__base64__": {"__type__": "timedelta"}}), {"tag.missing": None, "mp.base64": None},
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
            yield _pair(_BASE, carrier, wire(carrier, ordered(list(items))), checks, common)
    for name, (words, first, second, base, members, checks) in MEMBERS.items():
        for carrier, common in words.over(CARRIERS, name, f"{first}, and {second}", ""):
            yield _pair(base.case, carrier, wire(carrier, ordered(base.but(**members))), checks, common)
    for name, (carrier, first, second, data, checks) in BYTES.items():
        yield _pair(_BASE, carrier, data, checks, _ORDER.common(name, carrier, f"{first}, and {second}", ""))


def _pair(case: str, carrier: Carrier, data: bytes, checks: Mapping[str, Any], common: dict[str, Any]) -> Case:
    base = _ORDER.base(case, carrier)
    return Reject(base=base, edits=[becomes(data)], checks=checks, in_order="SCISERIALIZE-ERR-02", **common)


def features() -> Iterator[Feature]:
    yield Feature("order", "Two defects at once, of which the first in the order of checks is reported", list(_pairs()))
