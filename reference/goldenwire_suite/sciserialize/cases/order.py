"""Two defects at once: the reported one reveals the order of a decoder's checks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldenwire_reference.sciserialize.meaning import READ_ON
from goldenwire_reference.sciserialize.tables import CARRIERS, DEPTH, Carrier
from goldenwire_suite.cases import Case, Feature, Reject
from goldenwire_suite.sciserialize.cases import unfinished
from goldenwire_suite.sciserialize.cases.builders import CALLED, FeatureBuilder, becomes
from goldenwire_suite.sciserialize.cases.extensions import BOOLEANS
from goldenwire_suite.sciserialize.cases.frames import MOMENTS
from goldenwire_suite.sciserialize.cases.values import Stored, ordered, tagged, wire

_ORDER, _MASKED, _FRAME = (
    FeatureBuilder("order"),
    FeatureBuilder("order", "maskedarray"),
    FeatureBuilder("order", needs=["dataframe"]),
)
_BASE = "containers/array-one"
_BOOLEANS = Stored("boolean-array/matrix", tagged("ndarray", shape=[2, 2], dtype="bool", bytes=b"\1\0\0\1"))
_SHORT = tagged("timedelta", days=1, seconds=2)
_NINE = tagged("ndarray", bytes=b"\1", dtype="int9", shape=[1])

# name -> (the defect found first, the other, the items of an array, the two checks)
TREES: dict[str, tuple[str, str, Sequence[Any], Mapping[str, Any]]] = {
    "items": (
        "an ndarray of the dtype 'int9'", "after it a duration without microsec",
        [_NINE, _SHORT], {"dtype": "int8", "tag.missing": None},
    ),
    "items-backwards": (
        "a duration without microsec", "after it an ndarray of the dtype 'int9'",
        [_SHORT, _NINE], {"tag.missing": None, "dtype": "int8"},
    ),
    "inner-first": (
        "an ndarray of the dtype 'int9'", "it is the further member of a duration",
        [tagged("timedelta", days=1, microsec=3, more=_NINE, seconds=2)], {"dtype": "int8", "tag.extra": None},
    ),
    "members-dtype": (
        "an ndarray with a further member", "its dtype is 'int9'", [{**_NINE, "more": 1}],
        {"tag.extra": None, "dtype": "int8"},
    ),
    "dtype-shape": (
        "an ndarray of the dtype 'int9'", "its dimension is -1", [{**_NINE, "shape": [-1]}],
        {"dtype": "int8", "shape.negative": None},
    ),
    "tag-inner": (
        "a duration without its members", "it stands in place of a tag",
        [{"__type__": tagged("timedelta")}], {"tag.missing": None, "tag.string": None},
    ),
}  # fmt: skip

# name -> (words, the defect found first, the other, the accepted case, the invalid members, the two checks)
MEMBERS: dict[str, tuple[FeatureBuilder, str, str, Stored, Mapping[str, Any], Mapping[str, Any]]] = {
    "mask-octet": (
        _MASKED, "a masked array of booleans with an empty mask", "one of its elements is 02", BOOLEANS,
        {"bytes": b"\1\2", "mask_bytes": b""}, {"mask.size": READ_ON, "bool": None},
    ),
    "size-octet": (
        _ORDER, "an array of booleans with an octet too many", "one of its elements is 02", _BOOLEANS,
        {"bytes": b"\1\2\1\0\0"}, {"shape.size": READ_ON, "bool": None},
    ),
    "labels-octet": (
        _FRAME, "a data frame of booleans with a row without a label", "one of its elements is 02", MOMENTS,
        {"bytes": b"\1\2", "rows": [1]}, {"frame.labels": READ_ON, "bool": None},
    ),
}  # fmt: skip

# name -> (carrier, the defect found first, the other, the bytes, the two checks)
BYTES: dict[str, tuple[Carrier, str, str, bytes, Mapping[str, Any]]] = {
    "comma-meaning": (
        "json", "a comma before the end of an array", "in the array a duration without its members",
        b'[{"__type__":"timedelta"},]', {"json.comma": None, "tag.missing": None},
    ),
    "overflow-meaning": (
        "json", "a number beyond the range of doubles", "before it a duration without its members",
        b'[{"__type__":"timedelta"},1e999]', {"json.overflow": 0, "tag.missing": None},
    ),
    "rest-meaning": (
        "json", "a letter after an array", "in the array a duration without its members",
        b'[{"__type__":"timedelta"}]x', {"json.rest": None, "tag.missing": None},
    ),
    "utf8-duplicate": (
        "json", "half a surrogate pair in a string", "after it an object with a key twice",
        b'["\\ud800",{"a":1,"a":2}]', {"json.utf8": None, "json.key.duplicate": None},
    ),
    "escape-utf8": (
        "json", "a backslash before an x", "before it in the string the octet ff", b'["\xff\\x"]',
        {"json.syntax": b'["\xff"]', "json.utf8": None},
    ),
    "escape-utf8-key": (
        "json", "a backslash before an x in a key", "before it in the key the octet ff", b'{"\xff\\x":1}',
        {"json.syntax": b'{"\xff":1}', "json.utf8": None},
    ),
    "escape-surrogate": (
        "json", "a backslash before an x", "before it in the string half a surrogate pair", b'["\\udc00\\x"]',
        {"json.syntax": b'["\\udc00"]', "json.utf8": None},
    ),
    "control-utf8": (
        "json", "a line feed in a string", "before it in the string the octet ff", b'["\xff\n"]',
        {"json.syntax": b'["\xff"]', "json.utf8": None},
    ),
    "end-utf8": (
        "json", "the end of the input in a string", "before it in the string the octet ff", b'["\xff',
        {"json.syntax": b'["\xff"]', "json.utf8": None},
    ),
    "binary-inner": (
        "json", "a duration without its members", "it stands in place of base64",
        b'[{"__base64__":{"__type__":"timedelta"}}]', {"tag.missing": None, "base64.alone": None},
    ),
    "binary-beside": (
        "json", "a duration without its members", "it is the further member of a binary object",
        b'[{"__base64__":"AA==","x":{"__type__":"timedelta"}}]', {"tag.missing": None, "base64.alone": None},
    ),
    "duplicate-overflow": (
        "json", "a key twice", "its second value is a number beyond the range of doubles",
        b'[{"a":1,"a":1e999}]', {"json.key.duplicate": None, "json.overflow": 0},
    ),
    "overflow-rest": (
        "json", "a number beyond the range of doubles in an array", "after the array a number", b"[1e999]2",
        {"json.overflow": 0, "json.rest": None},
    ),
    "overflow-syntax": (
        "json", "a number beyond the range of doubles", "right after it a letter", b"[1e999x]",
        {"json.overflow": 0, "json.syntax": b"[1e999]"},
    ),
    "ext-key": (
        "msgpack", "an ext", "it stands in place of a key", bytes.fromhex("9181d40102c0"),
        {"mp.ext": None, "mp.key.type": "k"},
    ),
    "c1-key": (
        "msgpack", "the octet c1", "it stands in place of a key", bytes.fromhex("9181c1c0"),
        {"mp.c1": None, "mp.key.type": "k"},
    ),
    "key-cut": (
        "msgpack", "an integer as a key", "the input ends in it", bytes.fromhex("9181cd01"),
        {"mp.key.type": "k", "mp.truncated": b"\xc0"},
    ),
    "key-array": (
        "msgpack", "an array as a key", "the second of its two items is missing", bytes.fromhex("91819201"),
        {"mp.key.type": "k", "mp.truncated": b"\xc0"},
    ),
    "key-array-utf8": (
        "msgpack", "an array as a key", "in it a str that is not UTF-8", bytes.fromhex("918191a1ff01"),
        {"mp.key.type": "k", "mp.utf8": None},
    ),
    "key-map-duplicate": (
        "msgpack", "a map as a key", "in it a key twice", bytes.fromhex("918182a161c0a161c0c0"),
        {"mp.key.type": "k", "mp.key.duplicate": None},
    ),
    "key-utf8": (
        "msgpack", "an integer as a key", "as its value a str that is not UTF-8", bytes.fromhex("918105a1ff"),
        {"mp.key.type": "k", "mp.utf8": None},
    ),
    "str-duplicate": (
        "msgpack", "a str that is not UTF-8", "after it a map with a key twice", bytes.fromhex("92a1ff82a161c0a161c0"),
        {"mp.utf8": None, "mp.key.duplicate": None},
    ),
    "duplicate-ext": (
        "msgpack", "a key twice", "its second value is an ext", bytes.fromhex("9182a161c0a161d40102"),
        {"mp.key.duplicate": None, "mp.ext": None},
    ),
    "base64-inner": (
        "msgpack", "a duration without its members", "it is the value of the key __base64__",
        b"\x91" + wire("msgpack", {"__base64__": {"__type__": "timedelta"}}), {"tag.missing": None, "mp.base64": None},
    ),
    "cut-depth": (
        "msgpack", "an array whose count is cut after the first of its two octets", f"its level is {DEPTH + 1}",
        b"\x91" * DEPTH + b"\xdc\x00", {"mp.truncated": b"\x91" * DEPTH + b"\xdc\x00\x00", "depth": None},
    ),
    "ext-rest": (
        "msgpack", "an ext in an array", "after the array nil", bytes.fromhex("91d40102c0"),
        {"mp.ext": None, "mp.rest": None},
    ),
    "ext-meaning": (
        "msgpack", "an ext", "before it a duration without its members",
        b"\x92" + wire("msgpack", {"__type__": "timedelta"}) + bytes.fromhex("d40102"),
        {"mp.ext": None, "tag.missing": None},
    ),
}  # fmt: skip


def _pairs() -> Iterator[Case]:
    for name, (first, second, items, checks) in TREES.items():
        for carrier, common in _ORDER.over(CARRIERS, name, f"{first}, and {second}", "", numbers=(-1,)):
            yield _pair(_BASE, carrier, wire(carrier, ordered(list(items))), checks, common)
    for name, (words, first, second, base, members, checks) in MEMBERS.items():
        for carrier, common in words.over(CARRIERS, name, f"{first}, and {second}", ""):
            yield _pair(base.case, carrier, wire(carrier, ordered(base.but(**members))), checks, common)
    for name, (carrier, first, second, data, checks) in BYTES.items():
        common = _ORDER.common(name, carrier, f"{first}, and {second}", "", numbers=(DEPTH + 1,))
        yield _pair(_BASE, carrier, data, checks, common)


# Objects in an array, as trees and in their stored order, in which members whose keys are digits stand behind others:
# the defect found first, the other, and the two checks.
_DIGITS: dict[str, tuple[str, str, dict[str, Any], Mapping[str, Any]]] = {
    "digits-last": (
        "an object whose tag is a number, with the key b", "after it a duration without its members, with the key 1",
        {"b": {"__type__": 1}, "1": {"__type__": "timedelta"}}, {"tag.string": None, "tag.missing": None},
    ),
    "digits-descending": (
        "a duration without its members, with the key 10", "after it an object whose tag is a number, with the key 9",
        {"10": {"__type__": "timedelta"}, "9": {"__type__": 1}}, {"tag.missing": None, "tag.string": None},
    ),
}  # fmt: skip


def _digits() -> Iterator[Case]:
    """Members that hosts put in front, in order of their numbers."""
    for name, (first, second, tree, checks) in _DIGITS.items():
        for carrier, common in _ORDER.over(CARRIERS, name, f"{first}, and {second}", ""):
            yield _pair(_BASE, carrier, wire(carrier, tree), checks, common)


# Objects with two keys again, of which the later one is the lesser, in JSON and in MessagePack (hex).
_AGAIN = {
    "crossed": (b'[{"b":1,"a":2,"b":3,"a":4}]', "9184a16201a16102a16203a16104",
                "four keys: the third repeats the first, the fourth the second, which sorts before it"),
    "nested": (b'[{"a":1,"b":2,"b":3,"a":4}]', "9184a16101a16202a16203a16104",
               "four keys: the third repeats the second, the fourth the first, which sorts before it"),
    "inner": (b'[{"a":{"b":1,"b":2},"a":3}]', "9182a16182a16201a16202a16103",
              "a key twice in an object in an object, and after it the outer one's key again"),
    "objects": (b'[{"b":1,"b":2},{"a":1,"a":2}]', "9282a16201a1620282a16101a16102",
                "two objects, each with a key twice, the lesser key in the second"),
}  # fmt: skip


def _again() -> Iterator[Case]:
    """Lists of keys of which two are there again: one class, and two offsets."""
    words = FeatureBuilder("order", needs=["order"])
    for name, (json, octets, summary) in _AGAIN.items():
        found: dict[Carrier, bytes] = {"json": json, "msgpack": bytes.fromhex(octets)}
        for carrier, data in found.items():
            check = "json.key.duplicate" if carrier == "json" else "mp.key.duplicate"
            yield words.reject_bytes(f"again-{name}-{carrier}", carrier, f"{_BASE}-{carrier}", data, check,
                                     f"{summary}, in {CALLED[carrier]}")  # fmt: skip


def _pair(case: str, carrier: Carrier, data: bytes, checks: Mapping[str, Any], common: dict[str, Any]) -> Case:
    base = _ORDER.base(case, carrier)
    return Reject(base=base, edits=[becomes(data)], checks=checks, in_order="SCISERIALIZE-ERR-02", **common)


def features() -> Iterator[Feature]:
    title = "Two defects at once, of which the first in the order of checks is reported"
    yield Feature("order", title, [*_pairs(), *_digits(), *_again(), *unfinished.cases()])
