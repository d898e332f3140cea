"""Keys of every kind, and distinct keys that a language may treat as equal."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.msgpack.encode import pack
from goldenwire_reference.msgpack.model import Ext, Map
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.colliding_names import COLLIDING, TOLD
from goldenwire_suite.msgpack.cases.builders import NAN, given, node, read, write
from goldenwire_suite.msgpack.cases.strings import content

_KINDS: dict[str, tuple[Any, str]] = {
    "nil": (None, "nil"),
    "false": (False, "false"),
    "true": (True, "true"),
    "zero": (0, "0"),
    "integer": (5, "5"),
    "negative": (-1, "-1"),
    "large": (2**64 - 1, "2^64 - 1"),
    "least": (-(2**63), "-2^63"),
    "float": (0.1, "a float"),
    "word": ("key", "a string"),
    "content-33": (content(33), "a string of 33 octets, with U+FEFF and U+0000 in front"),
    "content-257": (content(257), "a string of 257 octets, with U+FEFF and U+0000 in front"),
    "binary": (b"a", "binary"),
    "empty-binary": (b"", "binary of no octets"),
    "array": ([1, 2], "an array"),
    "empty-array": ([], "an empty array"),
    "map": (Map([("a", 1)]), "a map"),
    "empty-map": (Map([]), "an empty map"),
    "extension": (Ext(5, b"\1"), "an extension"),
    "nested": ([[1], "a"], "an array with an array in it"),
}

# Pairs of distinct keys, in the order of their octets, with a description.
_APART: dict[str, tuple[Any, Any, str]] = {
    "integer-string": (1, "1", "1 and the string 1"),
    "integer-true": (1, True, "1 and true"),
    "zero-false": (0, False, "0 and false"),
    "nil-false": (None, False, "nil and false"),
    "zero-nil": (0, None, "0 and nil"),
    "empty-nil": ("", None, "an empty string and nil"),
    "nil-word": ("null", None, "the string null and nil"),
    "true-word": ("true", True, "the string true and true"),
    "string-binary": ("a", b"a", "a string and the binary of its octets"),
    "empty-string-binary": ("", b"", "an empty string and binary of no octets"),
    "arrays": ([1], [2], "the arrays [1] and [2]"),
    "array-string": ([], "[]", "an empty array and the string []"),
    "array-map": (Map([]), [], "an empty map and an empty array"),
    "maps": (Map([("a", 1)]), Map([("a", 2)]), "maps that differ in a value"),
    "array-item": (1, [1], "1 and the array [1]"),
    "extension-types": (Ext(5, b"\1"), Ext(6, b"\1"), "extensions that differ in their types"),
    "extension-octets": (Ext(5, b"\1"), Ext(5, b"\2"), "extensions that differ in their octets"),
    "extension-binary": (b"\1", Ext(5, b"\1"), "binary and an extension of the same octet"),
    "minus": (1, -1, "1 and -1"),
    "case": ("A", "a", "a letter in upper and in lower case"),
    "space": ("a", "a ", "a letter, and the same with a space"),
    "composed": ("é", "e\u0301", "a letter, composed and not"),
    "nul": ("a", "a\0", "a letter, and the same with U+0000"),
    "far": (2**53, 2**53 + 1, "integers that become the same double"),
    "far-unsigned": (2**64 - 1, -1, "2^64 - 1 and -1, whose bits are the same"),
    "byte-unsigned": (255, -1, "255 and -1, whose bits are the same"),
    "byte-signed": (200, -56, "200 and -56, whose bits are the same"),
    "word-unsigned": (2**16 - 1, -1, "2^16 - 1 and -1, whose bits are the same"),
    "long-unsigned": (2**32 - 1, -1, "2^32 - 1 and -1, whose bits are the same"),
    "byte-cut": (5, 261, "5 and 261, whose last octets are the same"),
    "word-cut": (5, 2**16 + 5, "5 and 2^16 + 5, whose last octets are the same"),
    "long-cut": (5, 2**32 + 5, "5 and 2^32 + 5, whose last octets are the same"),
    "minus-string": ("-1", -1, "the string -1 and -1"),
    "commas": ([1, 2], "1,2", "an array and the string that JavaScript makes of it"),
    "object": (Map([(1, 2)]), "[object Object]", "a map and the string that JavaScript makes of it"),
    "map-pairs": (Map([(1, 2)]), [1, 2], "a map and the array of its key and its value"),
    "maps-keys": (Map([("a", 1)]), Map([("b", 1)]), "maps that differ in a key"),
    "grouped": ([1, [2]], [[1], 2], "the arrays [1, [2]] and [[1], 2]"),
    "inner-integer-true": ([1], [True], "the arrays [1] and [true]"),
    "inner-zero-false": ([0], [False], "the arrays [0] and [false]"),
    "inner-nil-false": ([None], [False], "the arrays [nil] and [false]"),
    "inner-empty-nil": ([[]], [None], "the arrays [[]] and [nil]"),
    "inner-string-binary": (["a"], [b"a"], "an array of a string and an array of the binary of its octets"),
    "inner-map-value": (Map([("a", 1)]), Map([("a", True)]), "maps of the same key to 1 and to true"),
    "extension-string": ("a", Ext(5, b"a"), "a string and an extension of its octets"),
    "extension-types-long": (
        Ext(5, b"abc"), Ext(6, b"abc"), "extensions of three octets each that differ in their types",
    ),
    "last-of-40": ("k" * 40, "k" * 39 + "l", "strings of 40 octets that differ in the last"),
    "last-of-300": ("k" * 300, "k" * 299 + "l", "strings of 300 octets that differ in the last"),
    "last-of-300-binary": (b"k" * 300, b"k" * 299 + b"l", "binaries of 300 octets that differ in the last"),
    "last-of-40-extension": (
        Ext(5, b"k" * 40), Ext(5, b"k" * 39 + b"l"), "extensions of 40 octets that differ in the last",
    ),
    "length-cut-string": ("k", "k" * 257, "strings of 1 and 257 octets, whose lengths have the same last octet"),
    "length-cut-binary": (b"k", b"k" * 257, "binaries of 1 and 257 octets, whose lengths have the same last octet"),
    "length-cut-extension": (
        Ext(5, b"kkk"), Ext(5, b"k" * 259), "extensions of 3 and 259 octets, whose lengths have the same last octet",
    ),
    "halves": (0, 2**32 + 1, "0 and 2^32 + 1, each of which has two equal halves of 32 bits"),
    "arrays-middle": ([1, 2, 3], [1, 5, 3], "the arrays [1, 2, 3] and [1, 5, 3]"),
    "maps-nil": (Map([(1, None)]), Map([(2, None)]), "maps whose keys differ and whose values are nil"),
    "middle-of-300": ("k" * 300, "k" * 149 + "l" + "k" * 150, "strings of 300 octets that differ in the middle"),
}  # fmt: skip
_FLOATS_APART: dict[str, tuple[Any, Any, str]] = {
    "integer-float": (1, 1.0, "1 and 1.0"),
    "zero-float": (0, 0.0, "0 and 0.0"),
    "zeros": (0.0, -0.0, "0.0 and -0.0"),
    "infinities": (float("inf"), float("-inf"), "infinity and minus infinity"),
    "infinity-string": ("Infinity", float("inf"), "the string Infinity and infinity"),
    "float-string": ("1.5", 1.5, "the string 1.5 and 1.5"),
    "next-float": (0.1, 0.1 + 2**-56, "a tenth and the next double"),
    "exact-float": (2.0**53, 2**53, "the double 2^53 and the integer 2^53"),
    "inner-integer-float": ([1], [1.0], "the arrays [1] and [1.0]"),
    "inner-zeros": ([0.0], [-0.0], "the arrays [0.0] and [-0.0]"),
}
# Cases of two keys whose order or number depends on a requirement outside the draft.
# Keys that differ, and that look alike once their parts are joined to a text.
_ALIKE: dict[str, tuple[list[Any], str]] = {
    "strings": ([["a", "b"], ['a","b'], ["a,b"]], "arrays of strings"),
    "nests": ([[[1], 2], [1, [2]], [[1, 2]], [1, 2]], "arrays that differ in their brackets"),
    "spellings": ([None, "nil", "null", True, "true", 1, "1", b"1", [1], "[1]"], "values that are spelled alike"),
    "pairs": ([["a", 1], [["a", 1]], 'a":1'], "arrays and a string that look like a pair"),
}
_ORDERED = {
    "lengths": ("b", "aa", "b and aa, as the shorter string comes first"),
    "signed": ("aa", "é", "aa and é, as octets are compared without a sign"),
    "integers": (5, 128, "5 and 128"),
    "negative": (127, -1, "127 and -1"),
    "octets": (128, -1, "128 and -1, though the form of -1 is shorter"),
    "units": ("\uffffa", "😀", "two strings whose UTF-16 code units are in the other order"),
}


def _pair(first: Any, second: Any) -> Any:
    """Return the notation of the map of the keys to 1 and 2."""
    return {"map": [[node(first), {"int": "1"}], [node(second), {"int": "2"}]]}


def _kinds() -> Iterator[Case]:
    for name, (key, what) in _KINDS.items():
        requirements = "MAP-01 STR-03" if name.startswith("content") else "MAP-01" if name == "word" else "MAP-02"
        yield write(
            name,
            Map([(key, 1)]),
            f"a map whose key is {what}",
            requirements,
            catches="string-keys-only" if requirements == "MAP-02" else "",
            numbers=(0xFEFF, 0) if name.startswith("content") else (),
        )
    value = {"map": [[NAN, {"int": "1"}]]}
    for name, octets, what in (("", "cb7ff8000000000000", ""), ("-single", "ca7fc00000", " in float 32")):
        yield read(
            f"nan{name}", f"81{octets}01", value, f"a map whose key is NaN{what}", "MAP-02 FLOAT-05", numbers=(32,)
        )
    nan = Map([(float("nan"), 1)])
    yield given("nan-written", nan, "to be written: a map whose key is NaN", "CANON-07")


def _apart() -> Iterator[Case]:
    for name, (first, second, what) in (_APART | _FLOATS_APART).items():
        yield write(
            name,
            _pair(first, second),
            f"a map with two keys: {what}",
            "MAP-04" + (" CANON-07" if name == "integer-float" else ""),
            numbers=(53, 2, 1, 3, 5, 16, 32, 40, 257, 259, 261, 300),
        )
    for name, (keys, what) in _ALIKE.items():
        members = [[node(key), {"int": str(number)}] for number, key in enumerate(sorted(keys, key=pack), 1)]
        summary = f"a map with keys that look alike once they are text: {what}"
        yield write(f"alike-{name}", {"map": members}, summary, "MAP-02 MAP-04")
    names = {"map": [[node(key), {"int": str(number)}] for number, key in enumerate(sorted(COLLIDING, key=pack), 1)]}
    yield write("equal-hashes", names, f"a map whose keys are strings that {TOLD}", "MAP-04")
    nan = {"map": [[node(0.1), {"int": "1"}], [NAN, {"int": "2"}]]}
    octets = "82cb3fb999999999999a01cb7ff800000000000002"
    yield read("float-nan", octets, nan, "a map with two keys: a tenth and NaN", "MAP-04 FLOAT-05")
    nan = {"map": [[node("NaN"), {"int": "1"}], [NAN, {"int": "2"}]]}
    octets = "82a34e614e01cb7ff800000000000002"
    yield read("nan-string", octets, nan, "a map with two keys: the string NaN and NaN", "MAP-04 FLOAT-05")
    for name, (first, second, what) in _ORDERED.items():
        yield write(f"order-{name}", _pair(first, second), f"a map with two keys in order: {what}", "MAP-01 CANON-08")


def features() -> Iterator[Feature]:
    """Features of cases that are read and written."""
    yield Feature("key-kinds", "Keys of every kind", list(_kinds()))
    yield Feature("key-equality", "Keys that differ", list(_apart()))
