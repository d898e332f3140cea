"""Invalid MessagePack: the carrier pass, and the key that only JSON has."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature, append, cut_end
from goldenwire_suite.sciserialize.cases.builders import FeatureBuilder
from goldenwire_suite.sciserialize.cases.unfinished import HEADS
from goldenwire_suite.sciserialize.cases.values import ordered, tagged, wire

_WORDS = FeatureBuilder("msgpack-rejects")
_WIDTHS = (1, 2, 4, 8, 16, 32, 64, 96)  # numbers in the names of forms
_ARRAY, _ONE, _MAP = (f"containers/{name}-msgpack" for name in ("array-empty", "array-one", "map-one"))

# The base, the number of octets cut off its end, and a description of the rest.
_CUT = {
    "uint8": ("msgpack-forms/int-uint8", 1, "a uint 8 after its first octet"),
    "uint16-head": ("msgpack-forms/int-uint16", 2, "a uint 16 after its first octet"),
    "uint16": ("msgpack-forms/int-uint16", 1, "a uint 16 before its last octet"),
    "uint32": ("msgpack-forms/int-uint32", 1, "a uint 32 before its last octet"),
    "uint64": ("msgpack-forms/int-uint64", 1, "a uint 64 before its last octet"),
    "int8": ("msgpack-forms/int-int8", 1, "an int 8 after its first octet"),
    "int16": ("msgpack-forms/int-int16", 1, "an int 16 before its last octet"),
    "int32": ("msgpack-forms/int-int32", 1, "an int 32 before its last octet"),
    "int64": ("msgpack-forms/int-int64", 1, "an int 64 before its last octet"),
    "float32": ("msgpack-forms/float32-one", 1, "a float 32 before its last octet"),
    "float64": ("numbers/double-one-msgpack", 1, "a float 64 before its last octet"),
    "float64-head": ("numbers/double-one-msgpack", 8, "a float 64 after its first octet"),
    "fixstr": ("strings/hello-msgpack", 1, "a fixstr before its last octet"),
    "fixstr-head": ("strings/hello-msgpack", 5, "a fixstr after its head"),
    "str8-head": ("msgpack-forms/str8", 2, "a str 8 before its length"),
    "str8": ("msgpack-forms/str8", 1, "a str 8 after its length"),
    "str16-head": ("msgpack-forms/str16", 2, "a str 16 in its length"),
    "str16": ("msgpack-forms/str16", 1, "a str 16 after its length"),
    "str32-head": ("msgpack-forms/str32", 2, "a str 32 in its length"),
    "str32": ("msgpack-forms/str32", 1, "a str 32 after its length"),
    "bin8-head": ("binary/one-msgpack", 2, "a bin 8 before its length"),
    "bin8": ("binary/one-msgpack", 1, "a bin 8 after its length"),
    "bin16-head": ("msgpack-forms/bin16", 2, "a bin 16 in its length"),
    "bin16": ("msgpack-forms/bin16", 1, "a bin 16 after its length"),
    "bin32-head": ("msgpack-forms/bin32", 2, "a bin 32 in its length"),
    "bin32": ("msgpack-forms/bin32", 1, "a bin 32 after its length"),
    "fixarray": ("containers/array-two-msgpack", 1, "an array of two items after the first"),
    "array16-head": ("msgpack-forms/array16", 2, "an array 16 in its count"),
    "array16": ("msgpack-forms/array16", 1, "an array 16 before its only item"),
    "array32-head": ("msgpack-forms/array32", 2, "an array 32 in its count"),
    "array32": ("msgpack-forms/array32", 1, "an array 32 before its only item"),
    "fixmap": ("containers/map-one-msgpack", 3, "a map of one pair before the pair"),
    "map-value": ("containers/map-one-msgpack", 1, "a map of one pair after the key"),
    "map-second": ("containers/map-two-msgpack", 3, "a map of two pairs after the first"),
    "map-second-value": ("containers/map-two-msgpack", 1, "a map of two pairs after the second key"),
    "map16-head": ("msgpack-forms/map16", 4, "a map 16 in its count"),
    "map16": ("msgpack-forms/map16", 3, "a map 16 before its only pair"),
    "map32-head": ("msgpack-forms/map32", 4, "a map 32 in its count"),
    "map32": ("msgpack-forms/map32", 3, "a map 32 before its only pair"),
    "nested": ("containers/arrays-msgpack", 1, "an array in an array, before the last item of the inner one"),
    "key": ("containers/map-one-msgpack", 2, "a key of one octet, after its head"),
    "datetime": ("datetime/whole-msgpack", 1, "a date-time before the last octet of its isostr"),
}  # fmt: skip

# Replacements of an array with a length or count that no input of this size can hold: the item that announces its
# parts, the number announced, and the number that follow.
_THERE = "and only one follows"
_CLAIMS = {
    "str32": ("dbffffffff61", "a str 32", "2^32 - 1 octets", _THERE),
    "bin32": ("c6ffffffff00", "a bin 32", "2^32 - 1 octets", _THERE),
    "array32": ("ddffffffffc0", "an array 32", "2^32 - 1 items", _THERE),
    "map32": ("dfffffffffa161c0", "a map 32", "2^32 - 1 pairs", _THERE),
    "array-in-array": ("ddfffffffeddffffffffddffffffff", "each of three arrays in one another",
                       "2^32 - 2 items or more", "and the innermost is empty"),
    "bin16": ("c5ffff00", "a bin 16", "65,535 octets", _THERE),
    "str16": ("daffff61", "a str 16", "65,535 octets", _THERE),
    "array16": ("dcffffc0", "an array 16", "65,535 items", _THERE),
    "map16": ("deffffa161c0", "a map 16", "65,535 pairs", _THERE),
    "str32-signed": ("db8000000061", "a str 32", "2^31 octets", _THERE),
    "bin32-signed": ("c68000000000", "a bin 32", "2^31 octets", _THERE),
    "array32-signed": ("dd80000000c0", "an array 32", "2^31 items", _THERE),
    "map32-signed": ("df80000000a161c0", "a map 32", "2^31 pairs", _THERE),
    "array32-half": ("dd7fffffffc0", "an array 32", "2^31 - 1 items", _THERE),
    "map32-half": ("df7fffffffa161c0", "a map 32", "2^31 - 1 pairs", _THERE),
    "map32-empty": ("df80000000", "a map 32", "2^31 pairs", "and none follows"),
    "map32-most-empty": ("dfffffffff", "a map 32", "2^32 - 1 pairs", "and none follows"),
    "array32-empty": ("dd80000000", "an array 32", "2^31 items", "and none follows"),
    "map32-inside": ("81a161df80000000a161c0", "a map 32 in a map", "2^31 pairs", _THERE),
    "array-of-maps": ("9fdfffffffffa161ddffffffff", "an array in a map in an array", "2^32 - 1 items",
                      "and none follows"),
}  # fmt: skip

# Parts that are cut off, in an array or map that announces more of them than there are octets: the form, the count, the
# octets before that part and those of it that are there, and its name.
_PARTS = {
    "array16": (3, "", "a261", "a fixstr of two octets"), "array32": (2**32 - 1, "c0", "cd01", "a uint 16"),
    "map16": (0xFFFF, "a161c0", "a361", "a key of three octets"), "fixmap": (15, "a161", "cb3ff0", "a float 64"),
}  # fmt: skip

# Strs and keys that are not text, and the reason.
_UTF8 = {
    "stray": ("a180", "a continuation octet alone"),
    "cut": ("a361e697", "a character without its last octet"),
    "overlong": ("a2c0af", "a slash with an octet more than it takes"),
    "overlong-3": ("a3e080af", "a slash with two octets more than it takes"),
    "overlong-4": ("a4f08080af", "a slash with many octets more than it takes"),
    "surrogate": ("a3eda080", "the octets of a surrogate"),
    "cesu": ("a6eda0bdedb880", "a pair of surrogates, each as if it were a character"),
    "swapped": ("a6edb880eda0bd", "the halves of a surrogate pair in the wrong order, each as if it were a character"),
    "key-low": ("81a4edb08061c0", "a key that is the octets of the second half of a surrogate pair, and a letter"),
    "latin-1": ("a64772f6dfe520", "letters in Latin-1"), "beyond": ("a4f4908080", "a code point beyond the last"),
    "never": ("a1ff", "the octet ff"), "str8": ("d901fe", "the octet fe, in a str 8"),
    "str16": ("da0001c3", "the first octet of a character alone, in a str 16"),
    "str32": ("db0000000180", "a continuation octet alone, in a str 32"),
    "in-array": ("9201a1ff", "the octet ff, in the second item of an array"),
    "key": ("81a1ffc0", "the octet ff, in a key"),
    "key-str8": ("81d901ffc0", "the octet ff, in a key that is a str 8"),
    "second-key": ("82a161c0a2c328c0",
                   "the first octet of a character, and after it a parenthesis, in the second key"),
    "raw": ("a780024b0128712e", "the octets of a pickle"),
    "heads": ("da044c" + "91" * 1100, "1,100 octets, each of which is the head of an array of one item"),
}  # fmt: skip

_EXTS = {
    "fixext1": ("d40500", "a fixext 1"), "fixext2": ("d5050000", "a fixext 2"),
    "fixext4": ("d60500000000", "a fixext 4"), "fixext8": ("d7050000000000000000", "a fixext 8"),
    "fixext16": ("d805" + "00" * 16, "a fixext 16"), "ext8": ("c7010500", "an ext 8"),
    "ext8-empty": ("c70005", "an ext 8 of no octets"),
    "ext16": ("c800010500", "an ext 16"), "ext32": ("c9000000010500", "an ext 32"),
    "timestamp-32": ("d6ff54e5d0c7", "a timestamp 32"), "timestamp-64": ("d7ff0000000054e5d0c7", "a timestamp 64"),
    "timestamp-96": ("c70cff00000000" + "00" * 8, "a timestamp 96"),
    "in-array": ("9201d40500", "a fixext 1 in an array"), "member": ("81a161d40500", "a fixext 1 in a map"),
    "cut": ("d8", "a fixext 16, of which only the first octet is there"),
    "huge": ("c9ffffffff05", "an ext 32 that says that it has 2^32 - 1 octets, and none follows"),
}  # fmt: skip

# Keys in place of a str, in a map.
_KEYS = {
    "integer": ("8101c0", "an integer"), "nil": ("81c0c0", "nil"), "boolean": ("81c3c0", "true"),
    "float": ("81cb3ff0000000000000c0", "a float"), "bin": ("81c40161c0", "a bin"), "array": ("819101c0", "an array"),
    "map": ("8180c0", "a map"), "negative": ("81ffc0", "a negative integer"),
    "second": ("82a161c005c0", "an integer as the second key"),
    "uint64": ("81cf0000000000000001c0", "a uint 64"),
    "bin32": ("81c60000000161c0", "a bin 32"),
    "nested": ("9181a1618101c0", "an integer as a key of a map in a map"),
    "array16": ("81dc0000c0", "an array 16"),
}  # fmt: skip

_DUPLICATES = {
    "same": (_MAP, "82a161c0a161c0", "a key twice"),
    "str8": (_MAP, "82a161c0d90161c0", "a key twice: as fixstr, then as str 8"),
    "str32": (_MAP, "82db0000000161c0a161c0", "a key twice: as str 32, then as fixstr"),
    "apart": ("containers/map-three-msgpack", "83a16101a16202a16103", "a key twice, with another in between"),
    "empty": ("containers/key-empty-msgpack", "82a0c0a0c0", "the empty key twice"),
    "nested": ("containers/maps-msgpack", "9181a17882a161c0a161c0", "a key twice, of a map in a map in an array"),
    "tag": ("datetime/whole-msgpack",
            "83a85f5f747970655f5fa86461746574696d65a85f5f747970655f5fa86461746574696d65a669736f737472"
            "b3323031352d30322d31385432313a34303a3233", "the tag twice"),
}  # fmt: skip

_REST = {
    "nil": (_ARRAY, "c0", "nil after an array"), "array": (_ARRAY, "90", "an array after an array"),
    "nul": (_ONE, "00", "the integer 0 after an array"), "c1": (_ARRAY, "c1", "the octet c1 after an array"),
    "cut": (_ARRAY, "cd", "the first octet of a uint 16 after an array"),
    "lines": (_ONE, "0a", "a line feed after an array"),
    "str": ("strings/hello-msgpack", "21", "an octet more than the length of its str says"),
    "map": (_MAP, "a16202", "a pair more than the count of its map says"),
}  # fmt: skip


def _carrier() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    yield reject("cut-empty", "msgpack", _ARRAY, cut_end(1), "mp.truncated", "an empty input")
    for name, (base, missing, summary) in _CUT.items():
        yield reject(f"cut-{name}", "msgpack", base, cut_end(missing), "mp.truncated", f"the input ends in {summary}",
                     numbers=_WIDTHS)  # fmt: skip
    for name, (octets, what, count, there) in _CLAIMS.items():
        yield reject(f"claim-{name}", "msgpack", _ARRAY, bytes.fromhex(octets), "mp.truncated",
                     f"{what} says that it has {count}, {there}", "" if name == "array-of-maps" else "LIM-02",
                     numbers=(2**31, 2**32 - 1, 2**32 - 2, 65535, 3, *_WIDTHS))  # fmt: skip
    for form, (number, before, part, summary) in _PARTS.items():
        head, called = HEADS[form]
        power = "2^32 - 1" if number == 2**32 - 1 else f"{number:,}"
        yield reject(f"cut-in-{form}", "msgpack", _ARRAY, head(number) + bytes.fromhex(before + part), "mp.truncated",
                     f"the input ends in {summary}, in {called} that announces {power} "
                     f"{'pairs' if 'map' in form else 'items'}, more than octets follow", "ERR-03",
                     numbers=(number, 3, *_WIDTHS))  # fmt: skip
    for name, (octets, summary) in {"top": ("c1", "by itself"), "item": ("9201c1", "as an item of an array"),
                                    "member": ("81a161c1", "as a value of a map"),
                                    "after-key": ("82a161c0a162c1",
                                                  "as the second value of a map")}.items():  # fmt: skip
        yield reject(f"c1-{name}", "msgpack", _ARRAY, bytes.fromhex(octets), "mp.c1", f"the octet c1 {summary}")
    for name, (base, octets, summary) in _REST.items():
        yield reject(
            f"rest-{name}", "msgpack", base, append(bytes.fromhex(octets)), "mp.rest", summary, numbers=_WIDTHS
        )


def _items() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    for name, (octets, summary) in _UTF8.items():
        yield reject(
            f"utf8-{name}", "msgpack", "strings/empty-msgpack", bytes.fromhex(octets), "mp.utf8",
            f"a str that is not text: {summary}", numbers=(1100, *_WIDTHS),
        )  # fmt: skip
    for name, (octets, summary) in _EXTS.items():
        then = {"cut": "SYNTAX", "huge": "SYNTAX"}.get(name)  # the class if the ext itself is not rejected
        yield reject(f"ext-{name}", "msgpack", _ARRAY, bytes.fromhex(octets), "mp.ext", summary, then=then,
                     needs=["order"] if then else (), numbers=(2**32 - 1, *_WIDTHS))  # fmt: skip
    for name, (octets, summary) in _KEYS.items():
        as_key = summary if " as " in summary else f"{summary} as a key"
        yield reject(f"key-{name}", "msgpack", _MAP, bytes.fromhex(octets), "mp.key.type", as_key,
                     instead="k", numbers=_WIDTHS)  # fmt: skip
    for name, (base, octets, summary) in _DUPLICATES.items():
        yield reject(f"duplicate-{name}", "msgpack", base, bytes.fromhex(octets), "mp.key.duplicate", summary,
                     numbers=_WIDTHS)  # fmt: skip
    python2 = bytes.fromhex("81c4065f5f61626364c0")
    yield reject("key-bin-python", "msgpack", _MAP, python2, "mp.key.type",
                 "a bin of six octets as a key, as Python 2 packed strings", instead="k", numbers=(2, 6))  # fmt: skip


def _meaning() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    trees: dict[str, tuple[Any, str]] = {
        "text": ({"__base64__": "AQ=="}, "and base64"), "bin": ({"__base64__": b"\1"}, "and a bin"),
        "beside": ({"__base64__": "AQ==", "a": 1}, "and another key"),
        "deep": ([1, {"a": [{"__base64__": ""}]}], "and an empty str, deep in a document"),
        "tag": ({"__base64__": "AQ==", "__type__": "datetime"}, "and a tag"),
        "null": ({"__base64__": None}, "and nil"),
        "tag-number": ({"__base64__": "", "__type__": 1}, "and a tag that is a number"),
    }  # fmt: skip
    for name, (tree, summary) in trees.items():
        yield reject(f"base64-{name}", "msgpack", "containers/map-empty-msgpack", wire("msgpack", tree), "mp.base64",
                     f"a map with the key __base64__ {summary}")  # fmt: skip
    many = tagged("datetime", isostr="2015-02-18T21:40:23") | dict.fromkeys("abcdefghijklmno", 1)
    heads: dict[str, tuple[bytes, Any, str, str]] = {
        "map16-tag": (b"\xde\0\1", {"__type__": 1}, "tag.string", "a map 16 whose tag is a number"),
        "map32-base64": (b"\xdf\0\0\0\1", {"__base64__": ""}, "mp.base64", "a map 32 with the key __base64__"),
        "map32-missing": (b"\xdf\0\0\0\1", tagged("timedelta"), "tag.missing",
                          "a duration in a map 32, with its tag and no other member"),
        "map16-extra": (b"\xde\0\x11", many, "tag.extra", "a date-time in a map 16, with 15 members too many"),
    }  # fmt: skip
    for name, (head, tree, check, summary) in heads.items():
        pairs = b"".join(wire("msgpack", key) + wire("msgpack", member) for key, member in tree.items())
        yield reject(f"place-{name}", "msgpack", "containers/array-empty-msgpack", b"\x92\1" + head + pairs, check,
                     f"{summary}, as the second item of an array", "ERR-03", numbers=(15, *_WIDTHS))  # fmt: skip
    array = ordered(tagged("ndarray", shape=[1], dtype="int8", bytes={"__base64__": "AQ=="}))
    yield reject("base64-ndarray", "msgpack", "ndarray/int8-one-msgpack", wire("msgpack", array), "mp.base64",
                 "a map with the key __base64__ as the bytes of an ndarray", instead=b"\1")  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of rejected cases."""
    yield Feature("msgpack-rejects", "MessagePack that is refused", [*_carrier(), *_items(), *_meaning()])
