"""Inputs that end too early, behind an earlier defect: what is wrong with the parts that are there comes first."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from goldenwire_reference.sciserialize.tables import DEPTH, Carrier
from goldenwire_suite.cases import Case, Reject
from goldenwire_suite.sciserialize.cases.builders import NULL, FeatureBuilder, becomes
from goldenwire_suite.sciserialize.cases.values import tagged, wire

_WORDS, _ORDER = FeatureBuilder("order"), FeatureBuilder("order", needs=["order"])
_BASE = "containers/array-one"
_MOST = 2**32 - 1
_WIDTHS = (8, 16, 32, 64)

# The head of an array or map with a count, and its name.
Head = tuple[Callable[[int], bytes], str]
HEADS: Mapping[str, Head] = {
    "fixarray": (lambda count: bytes([0x90 + count]), "a fixarray"),
    "array16": (lambda count: b"\xdc" + count.to_bytes(2, "big"), "an array 16"),
    "array32": (lambda count: b"\xdd" + count.to_bytes(4, "big"), "an array 32"),
    "fixmap": (lambda count: bytes([0x80 + count]), "a fixmap"),
    "map16": (lambda count: b"\xde" + count.to_bytes(2, "big"), "a map 16"),
    "map32": (lambda count: b"\xdf" + count.to_bytes(4, "big"), "a map 32"),
}

# Defects of the parts that are there: in an array, in a map, the check, and a description.
_DEFECTS: Mapping[str, tuple[str, str, str, Any, str]] = {
    "ext": ("01d40102", "a161d40102", "mp.ext", None, "an ext"),
    "c1": ("c1", "a161c1", "mp.c1", None, "the octet c1"),
    "utf8": ("01a1ff", "a161a1ff", "mp.utf8", None, "a str that is not UTF-8"),
    "key": ("8101c0", "01c0", "mp.key.type", "k", "an integer as a key"),
    "duplicate": ("82a161c0a161c0", "a161c0a161c0", "mp.key.duplicate", None, "a key twice in a map"),
}  # fmt: skip

# The form, the count that it announces, and the defect.
_COUNTS = (
    ("array16", 5, "ext"), ("array32", 5, "c1"), ("array32", 2**31, "duplicate"), ("fixarray", 15, "utf8"),
    ("map16", 3, "key"), ("map32", _MOST, "duplicate"), ("fixmap", 15, "ext"),
)  # fmt: skip

# name -> (carrier, the defect found first, the other, the bytes, the two checks)
_CUT: Mapping[str, tuple[Carrier, str, str, bytes, Mapping[str, Any]]] = {
    "count-pairs": (
        "msgpack", "an integer as the first key of a fixmap of four pairs",
        "behind the head of the map five octets follow, enough for as many items and not for as many pairs",
        bytes.fromhex("8405c0a161c0"),
        {"mp.key.type": "k", "mp.truncated": NULL["msgpack"]},
    ),
    "count-meaning": (
        "msgpack", "the end of the input in an array 16 that announces 65,535 items",
        "before it a duration without its members",
        HEADS["array16"][0](0xFFFF) + wire("msgpack", tagged("timedelta")),
        {"mp.truncated": b"\x91" + wire("msgpack", tagged("timedelta")), "tag.missing": None},
    ),
    "length-utf8": (
        "msgpack", "a str 16 that announces 300 octets, of which two are there", "the first of them is ff",
        bytes.fromhex("91da012cff61"), {"mp.truncated": bytes.fromhex("91a1ff"), "mp.utf8": None},
    ),
    "length-key": (
        "msgpack", "a bin 32 as a key", "it announces 2^32 - 1 octets, of which one is there",
        bytes.fromhex("9181c6ffffffff61"), {"mp.key.type": "k", "mp.truncated": NULL["msgpack"]},
    ),
    "open-overflow": (
        "json", "a number beyond the range of doubles", "the array around it is not closed", b"[1e999,1",
        {"json.overflow": 0, "json.syntax": b"[1e999]"},
    ),
    "open-duplicate": (
        "json", "a key twice in an object", "the array around the object is not closed", b'[{"a":1,"a":2}',
        {"json.key.duplicate": None, "json.syntax": b'{"a":1,"a":2}'},
    ),
    "open-utf8": (
        "json", "half a surrogate pair in a key", "the object around it is not closed", b'{"\\ud800":1',
        {"json.utf8": None, "json.syntax": b'{"\\ud800":1}'},
    ),
    "open-meaning": (
        "json", "the end of the input in an array", "in the array a duration without its members",
        b'[{"__type__":"timedelta"}', {"json.syntax": b'[{"__type__":"timedelta"}]', "tag.missing": None},
    ),
}  # fmt: skip


def _pair(data: bytes, checks: Mapping[str, Any], common: dict[str, Any]) -> Case:
    base = _WORDS.base(_BASE, common["context"]["carrier"])
    return Reject(base=base, edits=[becomes(data)], checks=checks, in_order="SCISERIALIZE-ERR-02", **common)


def _counted() -> Iterator[Case]:
    """Arrays and maps that announce more than there are octets."""
    for form, count, defect in _COUNTS:
        head, called = HEADS[form]
        parts = "pairs" if "map" in form else "items"
        in_array, in_map, check, instead, what = _DEFECTS[defect]
        data = head(count) + bytes.fromhex(in_map if parts == "pairs" else in_array)
        words = _ORDER if check == "mp.c1" else _WORDS  # both are SYNTAX
        power = {_MOST: "2^32 - 1", 2**31: "2^31"}.get(count, f"{count:,}")
        summary = f"{what} in {called}, and this announces {power} {parts}, more than octets follow"
        common = words.common(f"count-{form}-{defect}", "msgpack", summary, "", numbers=(count, *_WIDTHS))
        yield _pair(data, {check: instead, "mp.truncated": NULL["msgpack"]}, common)


# Policies whose defect stands in an array or map that announces too much: the policy, the bytes, their summary, and the
# requirement of the policy.
_CHOSEN: Mapping[str, tuple[Carrier, str, bytes, str, str]] = {
    "count-depth-array16": (
        "msgpack", "depth", b"\x91" * DEPTH + HEADS["array16"][0](1),
        f"an array 16 at level {DEPTH + 1}, and the one item that it announces is missing", "GEN-10",
    ),
    "count-depth-map32": (
        "msgpack", "depth", b"\x91" * DEPTH + HEADS["map32"][0](_MOST) + b"\xa1a\xc0",
        f"a map 32 at level {DEPTH + 1}, and it announces 2^32 - 1 pairs, of which one is there", "GEN-10",
    ),
    "count-nan": (
        "msgpack", "non-finite", HEADS["array16"][0](300) + bytes.fromhex("cb7ff8000000000000"),
        "NaN in an array 16, and this announces 300 items, of which one is there", "MP-13",
    ),
    "count-integer": (
        "msgpack", "big-integer", HEADS["map32"][0](2**31) + bytes.fromhex("a161cf0020000000000000"),
        f"the integer {2**53:,} in a map 32, and this announces 2^31 pairs, of which one is there", "JSON-08",
    ),
    "open-depth": (
        "json", "depth", b"[" * DEPTH + b"{",
        f"an object at level {DEPTH + 1}, right after whose brace the input ends", "GEN-10",
    ),
}  # fmt: skip


def cases() -> Iterator[Case]:
    """Two defects, of which one is that the input ends too early."""
    yield from _counted()
    for name, (carrier, first, second, data, checks) in _CUT.items():
        numbers = (4, 5, 300, 0xFFFF, _MOST, *_WIDTHS)
        yield _pair(data, checks, _WORDS.common(name, carrier, f"{first}, and {second}", "", numbers=numbers))
    for name, (carrier, policy, octets, summary, requirement) in _CHOSEN.items():
        yield _ORDER.either_bytes(name, carrier, policy, octets, summary, f"{requirement} ERR-02",
                                  numbers=(DEPTH + 1, 300, 2**31, _MOST, *_WIDTHS))  # fmt: skip
