"""Arrays and maps: their content, counts at the ends of each form, and longer forms."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.model import Ext, Map
from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.msgpack.cases.builders import read, shown, write

_ARRAYS: dict[str, tuple[list[Any], str, str, str]] = {
    "empty": ([], "an empty array", "ARRAY-01", "empty-array-is-nil"),
    "one": ([1], "an array of one item", "ARRAY-01", ""),
    "two": ([1, 2], "an array of two items", "ARRAY-01", "arrays-turned-round"),
    "kinds": (
        [None, True, 5, 0.1, "a", b"\0", [], Map([]), Ext(5, b"\1")],
        "an array of nine items, each of another kind",
        "ARRAY-01 GEN-01",
        "",
    ),
    "equal": (["a", "a", "a"], "an array of the same string three times", "ARRAY-01", "equal-items-once"),
    "inner-empty": ([[], [[]], []], "empty arrays in an array", "ARRAY-01", "empty-array-is-nil"),
    "inner": ([[1, 2], [3, [4]]], "arrays in an array", "ARRAY-01", "arrays-flattened"),
    "maps": ([Map([("a", 1)]), Map([("a", 2)])], "maps in an array", "ARRAY-01 MAP-01", ""),
    "pair": (["a", 1], "an array of a string and an integer, which is no pair of a map", "ARRAY-01 GEN-01",
             "pairs-are-maps"),
    "integers-up": ([0, 1, 2, 3], "an array of the integers 0 to 3", "ARRAY-01", ""),
}  # fmt: skip

_MAPS: dict[str, tuple[list[tuple[Any, Any]], str, str, str]] = {
    "empty": ([], "an empty map", "MAP-01 GEN-01", "empty-map-is-an-array"),
    "one": ([("a", 1)], "a map of one pair", "MAP-01", ""),
    "two": ([("a", 1), ("b", 2)], "a map of two pairs", "MAP-01", "count-of-keys-and-values"),
    "empty-key": ([("", 1)], "a map whose key is an empty string", "MAP-01", "empty-keys-dropped"),
    "nil-value": ([("a", None)], "a map whose value is nil", "MAP-01", "nil-values-dropped"),
    "inner": ([("a", Map([("b", Map([("c", 1)]))]))], "maps in a map", "MAP-01", ""),
    "arrays": ([("a", [1]), ("b", [])], "a map whose values are arrays", "MAP-01 ARRAY-01", ""),
    "proto": (
        [("__proto__", 1)],
        "a map whose key names the prototype of every object in JavaScript",
        "MAP-01",
        "private-keys-dropped",
    ),
    "proto-map": (
        [("__proto__", Map([("a", 1)]))],
        "a map whose key names the prototype of every object in JavaScript, and its value is a map",
        "MAP-01",
        "private-keys-dropped",
    ),
    "constructor": (
        [("constructor", 1), ("hasOwnProperty", 2)],
        "a map whose keys name two members of every object in JavaScript",
        "MAP-01",
        "",
    ),
    "equal-values": ([("a", 1), ("b", 1)], "a map of two keys with the same value", "MAP-01", ""),
    "long-key": ([("k" * 40, 1)], "a map whose key has 40 octets", "MAP-01", ""),
    "digits": ([("0", 1), ("1", 2)], "a map whose keys are digits", "MAP-01 GEN-01", "digits-are-integers"),
}

_MAP_COUNTS = (14, 15, 16, 17, 255, 256, 2**15, 65535, 65536)
_ARRAY_COUNTS = (*_MAP_COUNTS, 2**17 + 1)


def _counted(count: int) -> Map:
    """A map of that many integers to nil."""
    return Map([(number, None) for number in range(count)])


def _contents() -> Iterator[Feature]:
    arrays = [
        write(name, value, what, requirements, catches=catches)
        for name, (value, what, requirements, catches) in _ARRAYS.items()
    ]
    counts = [
        write(
            f"count-{count}",
            [None] * count,
            f"an array of {plural(count, 'item')}",
            "ARRAY-01" + (" CANON-04" if count < 2**16 else "") + (" LIM-03" if count > 2**17 else ""),
            numbers=(count,),
        )
        for count in _ARRAY_COUNTS
    ]
    yield Feature("arrays", "Arrays", [*arrays, *counts])
    maps = [
        write(name, Map(pairs), what, requirements, catches=catches)
        for name, (pairs, what, requirements, catches) in _MAPS.items()
    ]
    sixteen: list[Any] = [Map([(number, None) for number in range(16)]), [None] * 16, "s" * 32]
    inner = Map([(number, sixteen[number % 3]) for number in range(16)])
    what = "a map of 16 pairs, whose values are by turns a map of 16 pairs, an array of 16 items and a string of 32"
    maps.append(write("inner-sixteen", inner, f"{what} octets", "MAP-01 CANON-04 CANON-03", numbers=(16, 32)))
    sizes = [
        write(
            f"count-{count}",
            _counted(count),
            f"a map of {plural(count, 'pair')}",
            "MAP-01"
            + (" CANON-04" if count < 2**16 else "")
            + (" CANON-08" if count > 128 else "")
            + (" CANON-09" if count > 256 else ""),
            numbers=(count,),
        )
        for count in _MAP_COUNTS
    ]
    yield Feature("maps", "Maps", [*maps, *sizes])


# First octet and octets of the count, of each longer form, and the greatest count of the form before.
_FORMS = {"array16": (0xDC, 2, 15), "array32": (0xDD, 4, 65535), "map16": (0xDE, 2, 15), "map32": (0xDF, 4, 65535)}

_KINDS = {"array": ("an array", "item", "ARRAY-01"), "map": ("a map", "pair", "MAP-01")}


def _forms() -> Iterator[Case]:
    for form, (first, size, most) in _FORMS.items():
        kind = form.rstrip("0123456789")
        what, part, requirement = _KINDS[kind]
        for count in (0, 1, 5, 15, 16, 256) if size == 4 else (0, 1, 5, most):
            value = [None] * count if kind == "array" else _counted(count)
            inside = (
                b"".join(map(pack, value))
                if isinstance(value, list)
                else b"".join(pack(k) + b"\xc0" for k, _ in value.pairs)
            )
            octets = bytes([first]) + count.to_bytes(size, "big") + inside
            yield read(
                f"{form}-{count}",
                octets.hex(),
                value,
                f"{what} of {plural(count, part)} as {shown(octets)}",
                f"GEN-03 {requirement}",
                numbers=(count,),
            )


_ORDERS: dict[str, tuple[str, list[tuple[Any, Any]], str]] = {
    "strings": ("82a16202a16101", [("a", 1), ("b", 2)], "the string b before the string a"),
    "integers": ("8302c201c300c0", [(0, None), (1, True), (2, False)], "2 before 1 before 0"),
    "kinds": ("83c001a161c30192c2c3", [(1, [False, True]), ("a", True), (None, 1)], "nil before a string before 1"),
    "lengths": ("82a2616101a16202", [("b", 2), ("aa", 1)], "the string aa before the shorter string b"),
    "inner": (
        "810182a16202a16101", [(1, Map([("a", 1), ("b", 2)]))],
        "the string b before the string a, in a map in a map",
    ),
    "forms": ("82cd0005010102", [(1, 2), (5, 1)], "5 as uint 16 before 1"),
    "lesser-long": ("820501cd000102", [(1, 2), (5, 1)], "5 before 1 as uint 16"),
    "strings-long": ("82a16201d9016102", [("a", 2), ("b", 1)], "the string b before the string a as str 8"),
    "floats-long": ("82ca4000000001cb3ff800000000000002", [(1.5, 2), (2.0, 1)], "2.0 as float 32 before 1.5"),
    "arrays-long": ("82910501dc00010102", [([1], 2), ([5], 1)], "the array [5] before the array [1] as array 16"),
    "units": (
        "82a4f09f988001a4efbfbf6102",
        [("\uffffa", 2), ("😀", 1)],
        "two strings in the order of their UTF-16 code units",
    ),
    "long": (
        "82da04b0" + "6b" * 1199 + "6c01da04b0" + "6b" * 1200 + "02",
        [("k" * 1200, 2), ("k" * 1199 + "l", 1)],
        "two strings of 1,200 octets that differ in the last",
    ),
    "high": ("82a2c3a901a2616102", [("aa", 2), ("é", 1)], "the string é before the string aa"),
}  # fmt: skip
# Cases whose stored octets are already in ascending order.
_LONG_LAST = {"lesser-long", "strings-long", "arrays-long", "floats-long"}


def _orders() -> Iterator[Case]:
    for name, (octets, pairs, what) in _ORDERS.items():
        yield read(
            name,
            octets,
            Map(pairs),
            f"a map whose keys are not in canonical order: {what}",
            "MAP-03",
            transcode=False,
            catches="ascending-keys-only" if name not in _LONG_LAST else "order-of-storage",
            numbers=(8, 16, 32, 1, 5, 1200),
        )


def features() -> Iterator[Feature]:
    """Features of cases that are read and written, and of cases that are only read."""
    yield from _contents()
    yield Feature("container-forms", "Arrays and maps in longer forms", list(_forms()))
    yield Feature("map-order", "Pairs in any order", list(_orders()))
