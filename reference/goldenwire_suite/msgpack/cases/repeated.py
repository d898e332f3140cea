"""Maps with a repeated key."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.model import Ext, Map
from goldenwire_suite.cases import Case, Feature, add_at, replace_at
from goldenwire_suite.msgpack.cases.builders import NAN, Json, either, either_encode, node

# A key in two forms (hex), and a description.
_TWICE = {
    "string": ("a161", "a161", "a string"),
    "empty-string": ("a0", "a0", "an empty string"),
    "integer": ("05", "05", "an integer"),
    "negative": ("ff", "ff", "a negative integer"),
    "nil": ("c0", "c0", "nil"),
    "true": ("c3", "c3", "true"),
    "float": ("cb3fb999999999999a", "cb3fb999999999999a", "a float"),
    "binary": ("c40161", "c40161", "binary"),
    "array": ("920102", "920102", "an array"),
    "map": ("81a16101", "81a16101", "a map"),
    "extension": ("d40501", "d40501", "an extension"),
    "long-string": ("d928" + "6b" * 40, "d928" + "6b" * 40, "a string of 40 octets"),
    "string-str8": ("a161", "d90161", "a string as fixstr, then as str 8"),
    "str16-string": ("da000161", "a161", "a string as str 16, then as fixstr"),
    "str32-str8": ("db0000000161", "d90161", "a string as str 32, then as str 8"),
    "integer-uint8": ("05", "cc05", "an integer as positive fixint, then as uint 8"),
    "integer-int64": ("05", "d30000000000000005", "an integer as positive fixint, then as int 64"),
    "uint64-int16": ("cf0000000000000005", "d10005", "an integer as uint 64, then as int 16"),
    "negative-int8": ("ff", "d0ff", "an integer as negative fixint, then as int 8"),
    "negative-int64": ("d3ffffffffffffffff", "ff", "an integer as int 64, then as negative fixint"),
    "uint8-uint16": ("ccc8", "cd00c8", "an integer as uint 8, then as uint 16"),
    "float-widths": ("ca3fc00000", "cb3ff8000000000000", "a float as float 32, then as float 64"),
    "zeros": ("ca80000000", "cb8000000000000000", "-0.0 as float 32, then as float 64"),
    "nans": ("cb7ff8000000000000", "cb7ff8000000000001", "NaN, then a NaN with other bits"),
    "nan-widths": ("ca7fc00000", "cb7ff8000000000000", "NaN as float 32, then as float 64"),
    "nan-signs": ("cb7ff8000000000000", "cbfff8000000000000", "NaN without its sign bit, then with it"),
    "bin-forms": ("c40161", "c5000161", "binary as bin 8, then as bin 16"),
    "array-forms": ("9101", "dc000101", "an array as fixarray, then as array 16"),
    "array-item-forms": ("9101", "91cc01", "an array, then the same with its item in a longer form"),
    "map-forms": ("8101c0", "de000101c0", "a map as fixmap, then as map 16"),
    "map-orders": ("8201c002c0", "8202c001c0", "a map, then the same with its pairs in another order"),
    "extension-forms": ("d40501", "c7010501", "an extension as fixext 1, then as ext 8"),
    "extension-16": ("c70305010203", "c8000305010203", "an extension as ext 8, then as ext 16"),
    "false": ("c2", "c2", "false"),
    "large": ("cf8000000000000000", "cf8000000000000000", "2^63"),
    "negative-forms": ("d0df", "d1ffdf", "a negative integer as int 8, then as int 16"),
    "longer-string": ("da012c" + "6b" * 300, "da012c" + "6b" * 300, "a string of 300 octets"),
    "string-forms": ("d928" + "6b" * 40, "da0028" + "6b" * 40, "a string of 40 octets as str 8, then as str 16"),
    "inner-float-widths": (
        "91ca3fc00000", "91cb3ff8000000000000", "an array of a float as float 32, then the same as float 64",
    ),
    "inner-nans": ("91cb7ff8000000000000", "91cb7ff8000000000001", "an array of NaN, then of a NaN with other bits"),
    "inner-strings": ("91a161", "91d90161", "an array of a string as fixstr, then the same as str 8"),
    "inner-arrays": ("919101", "91dc000101", "an array of an array as fixarray, then the same as array 16"),
    "inner-map-orders": (
        "918201c002c0", "918202c001c0", "an array of a map, then the same with the map's pairs in another order",
    ),
    "map-value-forms": ("81a16101", "81a161cc01", "a map, then the same with its value in a longer form"),
    "map-key-forms": ("8101c0", "81cc01c0", "a map, then the same with its key in a longer form"),
}  # fmt: skip

# Keys with a NaN, for which any may be delivered.
_NANS = dict.fromkeys(("nans", "nan-widths", "nan-signs"), NAN) | {"inner-nans": {"array": [NAN]}}

# Maps with more than two pairs: each pair's key (hex) and value, and a description.
_PAIRS: dict[str, tuple[list[tuple[str, int]], str]] = {
    "apart": ([("a161", 1), ("a162", 2), ("a161", 3)], "a key twice, with another in between"),
    "three": ([("a161", 1), ("a161", 2), ("a161", 3)], "a key three times"),
    "two-keys": ([("a161", 1), ("a162", 2), ("a161", 3), ("a162", 4)], "each of two keys twice"),
    "last-two": ([("a161", 1), ("a162", 2), ("a162", 3)], "the second of two keys twice"),
    "descending": ([("a162", 1), ("a161", 2), ("a162", 3)], "a key twice, with a lesser one in between"),
    "kinds": ([("01", 1), ("a131", 2), ("01", 3)], "the key 1 twice, with the string of its digit in between"),
}

_WRITTEN: dict[str, tuple[str, Any, Any, str]] = {
    "string": ("maps/one", "a", "a", "a string"),
    "integer": ("key-kinds/integer", 5, 5, "an integer"),
    "nil": ("key-kinds/nil", None, None, "nil"),
    "float": ("key-kinds/float", 0.1, 0.1, "a float"),
    "binary": ("key-kinds/binary", b"a", b"a", "binary"),
    "array": ("key-kinds/array", [1, 2], [1, 2], "an array"),
    "map": ("key-kinds/map", Map([("a", 1)]), Map([("a", 1)]), "a map"),
    "extension": ("key-kinds/extension", Ext(5, b"\1"), Ext(5, b"\1"), "an extension"),
    "true": ("key-kinds/true", True, True, "true"),
    "empty-binary": ("key-kinds/empty-binary", b"", b"", "binary of no octets"),
    "large": ("key-kinds/large", 2**64 - 1, 2**64 - 1, "2^64 - 1"),
    "least": ("key-kinds/least", -(2**63), -(2**63), "-2^63"),
    "empty-array": ("key-kinds/empty-array", [], [], "an empty array"),
}
# Requests with a repeated key: the base, the path of the map in it, the key, and a description.
_WRITTEN_AT: dict[str, tuple[str, str, Any, str]] = {
    "nan": ("maps/one", "/value", float("nan"), "NaN"),
    "in-array": ("arrays/one", "/value/array/0", "a", "a string, in a map in an array"),
    "in-value": ("maps/one", "/value/map/0/1", "a", "a string, in a map in a map"),
    "in-key": ("maps/one", "/value/map/0/0", "a", "a string, in a map that is a key"),
}


def _read() -> Iterator[Case]:
    for name, (first, second, what) in _TWICE.items():
        equal = " MAP-04" if first != second else ""
        yield either(
            name,
            "duplicate-keys",
            f"82{first}01{second}02",
            f"a key twice: {what}",
            f"MAP-05{equal}",
            numbers=(8, 16, 32, 64, 40, 63, 2, 300),
            values=_of_nan(_NANS[name]) if name in _NANS else {},
        )
    for name, (pairs, what) in _PAIRS.items():
        octets = f"{0x80 + len(pairs):02x}" + "".join(f"{key}{value:02x}" for key, value in pairs)
        yield either(name, "duplicate-keys", octets, what, "MAP-05")
    yield either(
        "inner", "duplicate-keys", "9281a16b82a16101a16102c0", "a key twice, in a map in a map in an array", "MAP-05"
    )
    yield either("in-key", "duplicate-keys", "8182a16101a16102c0", "a key twice, in a map that is a key", "MAP-05")
    yield either("map16", "duplicate-keys", "de0002a16101a16102", "a key twice, in map 16", "MAP-05", numbers=(16,))
    yield either("map32", "duplicate-keys", "df00000002a16101a16102", "a key twice, in map 32", "MAP-05", numbers=(32,))
    what = "a key three times, the first two with the same value"
    yield either("equal-pairs", "duplicate-keys", "83a16101a16101a16102", what, "MAP-05")
    containers = "84a1619101a16281a16103a1619102a16281a16104"
    what = "each of two keys twice, with arrays and with maps as values"
    yield either("containers", "duplicate-keys", containers, what, "MAP-05")
    by_turns = "".join(f"{key}{number:02x}" for number in range(20) for key in ("a162", "a161"))
    what = "two keys by turns, each of them 20 times"
    yield either("by-turns", "duplicate-keys", f"de0028{by_turns}", what, "MAP-05", numbers=(20,))
    many = "".join(pack(number).hex() + "c0" for number in range(4999))
    what = "the first of 4,999 keys, and the same key again after all of them"
    yield either("far-4999", "duplicate-keys", f"de1388{many}00c3", what, "MAP-05", numbers=(4999,))
    far = "".join(pack(number).hex() + "c0" for number in range(299))
    what = "the first of 299 keys, and the same key again after all of them"
    yield either("far", "duplicate-keys", f"de012c{far}00c3", what, "MAP-05", numbers=(299,))


def _of_nan(key: Json) -> dict[str, Json]:
    """Return the map of a key with a NaN to 1, and then to 2, under each choice; any NaN may be delivered."""
    pairs = [[key, {"int": "1"}], [key, {"int": "2"}]]
    return {"keep": {"map": pairs}, "last": {"map": pairs[1:]}, "first": {"map": pairs[:1]}}


def _written() -> Iterator[Case]:
    for name, (base, path, key, what) in _WRITTEN_AT.items():
        yield either_encode(
            f"write-{name}",
            "duplicate-keys",
            base,
            replace_at(path, {"map": [[node(key), {"int": "1"}], [node(key), {"int": "2"}]]}),
            "DUPLICATE_KEY",
            f"to be written: a key twice: {what}",
            "MAP-05",
            refused_by=["reject", "last", "first"],
        )
    yield either_encode(
        "write-third",
        "duplicate-keys",
        "maps/two",
        add_at("/value/map/-", [node("b"), {"int": "3"}]),
        "DUPLICATE_KEY",
        "to be written: a key twice: the last of three pairs has the key of the second",
        "MAP-05",
        refused_by=["reject", "last", "first"],
    )
    for name, (base, _, key, what) in _WRITTEN.items():
        yield either_encode(
            f"write-{name}",
            "duplicate-keys",
            base,
            add_at("/value/map/-", [node(key), {"int": "2"}]),
            "DUPLICATE_KEY",
            f"to be written: a key twice: {what}",
            "MAP-05" + (" ENC-03" if name == "string" else ""),
            refused_by=["reject", "last", "first"],
            numbers=(2,),
        )


def features() -> Iterator[Feature]:
    """Features of policy-dependent cases."""
    yield Feature("repeated-keys", "Maps that have a key twice", [*_read(), *_written()])
