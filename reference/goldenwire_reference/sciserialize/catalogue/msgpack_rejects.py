"""MessagePack that is refused: the carrier pass, and the key that JSON alone has."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, append, cut_end
from goldenwire_reference.sciserialize.catalogue.values import ordered, tagged, wire
from goldenwire_reference.sciserialize.catalogue.words import Words

_WORDS = Words("msgpack-rejects")
_ARRAY, _ONE, _MAP = (f"containers/{name}-msgpack" for name in ("array-empty", "array-one", "map-one"))

# The base, how many octets its end lacks, and what that leaves.
_CUT = {
    "uint8": ("msgpack-forms/int-uint8", 1, "cc, the first octet of an integer"),
    "uint16-head": ("msgpack-forms/int-uint16", 2, "cd, the first octet of an integer"),
    "uint16": ("msgpack-forms/int-uint16", 1, "an integer that begins with cd, without its last octet"),
    "uint32": ("msgpack-forms/int-uint32", 1, "an integer that begins with ce, without its last octet"),
    "uint64": ("msgpack-forms/int-uint64", 1, "an integer that begins with cf, without its last octet"),
    "int8": ("msgpack-forms/int-int8", 1, "d0, the first octet of an integer"),
    "int16": ("msgpack-forms/int-int16", 1, "an integer that begins with d1, without its last octet"),
    "int32": ("msgpack-forms/int-int32", 1, "an integer that begins with d2, without its last octet"),
    "int64": ("msgpack-forms/int-int64", 1, "an integer that begins with d3, without its last octet"),
    "float32": ("msgpack-forms/float32-one", 1, "a float that begins with ca, without its last octet"),
    "float64": ("numbers/double-one-msgpack", 1, "a float that begins with cb, without its last octet"),
    "float64-head": ("numbers/double-one-msgpack", 8, "cb, the first octet of a float"),
    "fixstr": ("strings/hello-msgpack", 1, "a str that begins with a5, without its last octet"),
    "fixstr-head": ("strings/hello-msgpack", 5, "a5, the head of a str"),
    "str8-head": ("msgpack-forms/str8", 2, "d9, the first octet of a str"),
    "str8": ("msgpack-forms/str8", 1, "a str that begins with d9, without its octet"),
    "str16-head": ("msgpack-forms/str16", 2, "a str that begins with da, without half of its length"),
    "str16": ("msgpack-forms/str16", 1, "a str that begins with da, without its octet"),
    "str32-head": ("msgpack-forms/str32", 2, "a str that begins with db, without the end of its length"),
    "str32": ("msgpack-forms/str32", 1, "a str that begins with db, without its octet"),
    "bin8-head": ("binary/one-msgpack", 2, "c4, the first octet of a bin"),
    "bin8": ("binary/one-msgpack", 1, "a bin that begins with c4, without its octet"),
    "bin16-head": ("msgpack-forms/bin16", 2, "a bin that begins with c5, without half of its length"),
    "bin16": ("msgpack-forms/bin16", 1, "a bin that begins with c5, without its octet"),
    "bin32-head": ("msgpack-forms/bin32", 2, "a bin that begins with c6, without the end of its length"),
    "bin32": ("msgpack-forms/bin32", 1, "a bin that begins with c6, without its octet"),
    "fixarray": ("containers/array-two-msgpack", 1, "an array of two items, without the second"),
    "array16-head": ("msgpack-forms/array16", 2, "an array that begins with dc, without half of its count"),
    "array16": ("msgpack-forms/array16", 1, "an array that begins with dc, without its item"),
    "array32-head": ("msgpack-forms/array32", 2, "an array that begins with dd, without the end of its count"),
    "array32": ("msgpack-forms/array32", 1, "an array that begins with dd, without its item"),
    "fixmap": ("containers/map-one-msgpack", 3, "a map of one pair, without the pair"),
    "map-value": ("containers/map-one-msgpack", 1, "a map of one pair, without the value of its key"),
    "map-second": ("containers/map-two-msgpack", 3, "a map of two pairs, without the second"),
    "map-second-value": ("containers/map-two-msgpack", 1, "a map of two pairs, without the last value"),
    "map16-head": ("msgpack-forms/map16", 4, "a map that begins with de, without half of its count"),
    "map16": ("msgpack-forms/map16", 3, "a map that begins with de, without its pair"),
    "map32-head": ("msgpack-forms/map32", 4, "a map that begins with df, without the end of its count"),
    "map32": ("msgpack-forms/map32", 3, "a map that begins with df, without its pair"),
    "nested": ("containers/arrays-msgpack", 1, "an array in an array, without its last item"),
    "key": ("containers/map-one-msgpack", 2, "a key of one octet, without that"),
    "datetime": ("datetime/whole-msgpack", 1, "a date-time, without the last octet of its isostr"),
}  # fmt: skip

# What stands in an array's place: a length or count that no input of this size can hold.
_CLAIMS = {
    "str32": ("dbffffffff61", "a str"), "bin32": ("c6ffffffff00", "a bin"), "array32": ("ddffffffffc0", "an array"),
    "map32": ("dfffffffffa161c0", "a map"),
    "array-in-array": ("ddfffffffeddffffffffddffffffff", "arrays in one another"),
    "bin16": ("c5ffff00", "a bin of 65,535 octets"), "str16": ("daffff61", "a str of 65,535 octets"),
    "array16": ("dcffffc0", "an array of 65,535 items"), "map16": ("deffffa161c0", "a map of 65,535 pairs"),
    "str32-signed": ("db8000000061", "a str of 2^31 octets"), "bin32-signed": ("c68000000000", "a bin of 2^31 octets"),
    "array32-signed": ("dd80000000c0", "an array of 2^31 items"),
    "map32-signed": ("df80000000a161c0", "a map of 2^31 pairs"),
    "array-of-maps": ("9fdfffffffffa161ddffffffff", "a map in an array, and an array in that"),
}  # fmt: skip

# Strs and keys that are not text, and why.
_UTF8 = {
    "stray": ("a180", "a continuation octet that nothing begins"),
    "cut": ("a361e697", "a character without its last octet"),
    "overlong": ("a2c0af", "a slash with an octet more than it takes"),
    "overlong-3": ("a3e080af", "a slash with two octets more than it takes"),
    "overlong-4": ("a4f08080af", "a slash with many octets more than it takes"),
    "surrogate": ("a3eda080", "the octets of a surrogate"),
    "cesu": ("a6eda0bdedb880", "a pair of surrogates, each as if it were a character"),
    "latin-1": ("a64772f6dfe520", "letters in Latin-1"), "beyond": ("a4f4908080", "a code point beyond the last"),
    "never": ("a1ff", "the octet ff"), "str8": ("d901fe", "the octet fe, in a str that begins with d9"),
    "str16": ("da0001c3", "an octet that begins a character, in a str that begins with da"),
    "str32": ("db0000000180", "a continuation octet, in a str that begins with db"),
    "in-array": ("9201a1ff", "the octet ff, in the second item of an array"),
    "key": ("81a1ffc0", "the octet ff, in a key"),
    "key-str8": ("81d901ffc0", "the octet ff, in a key that begins with d9"),
    "second-key": ("82a161c0a2c328c0", "an octet that begins a character, then a bracket, in the second key"),
    "raw": ("a780024b0128712e", "octets of a pickle"),
}  # fmt: skip

_EXTS = {
    "fixext1": ("d40500", "one that begins with d4"), "fixext2": ("d5050000", "one that begins with d5"),
    "fixext4": ("d60500000000", "one that begins with d6"),
    "fixext8": ("d7050000000000000000", "one that begins with d7"),
    "fixext16": ("d805" + "00" * 16, "one that begins with d8"),
    "ext8": ("c7010500", "one that begins with c7"),
    "ext8-empty": ("c70005", "one that begins with c7, without octets"),
    "ext16": ("c800010500", "one that begins with c8"), "ext32": ("c9000000010500", "one that begins with c9"),
    "timestamp-32": ("d6ff54e5d0c7", "a timestamp in seconds"),
    "timestamp-64": ("d7ff0000000054e5d0c7", "a timestamp in nanoseconds"),
    "timestamp-96": ("c70cff00000000" + "00" * 8, "a timestamp of all times"),
    "in-array": ("9201d40500", "in an array"), "member": ("81a161d40500", "in a map"),
    "cut": ("d8", "d8, with nothing after it"),
    "huge": ("c9ffffffff05", "one that begins with c9, cut after the greatest length"),
}  # fmt: skip

# Keys in place of a str, in a map.
_KEYS = {
    "integer": ("8101c0", "an integer"), "nil": ("81c0c0", "nil"), "boolean": ("81c3c0", "true"),
    "float": ("81cb3ff0000000000000c0", "a float"), "bin": ("81c40161c0", "a bin"), "array": ("819101c0", "an array"),
    "map": ("8180c0", "a map"), "negative": ("81ffc0", "a negative integer"),
    "second": ("82a161c005c0", "an integer, the second key"),
    "uint64": ("81cf0000000000000001c0", "an integer that begins with cf"),
    "bin32": ("81c60000000161c0", "a bin that begins with c6"),
    "nested": ("9181a1618101c0", "an integer, in a map in a map"),
    "array16": ("81dc0000c0", "an array that begins with dc"),
}  # fmt: skip

_DUPLICATES = {
    "same": (_MAP, "82a161c0a161c0", "a key"), "str8": (_MAP, "82a161c0d90161c0", "a key, then in a longer form"),
    "str32": (_MAP, "82db0000000161c0a161c0", "a key, before in a longer form"),
    "apart": ("containers/map-three-msgpack", "83a16101a16202a16103", "a key, with another in between"),
    "empty": ("containers/key-empty-msgpack", "82a0c0a0c0", "the empty key"),
    "nested": ("containers/maps-msgpack", "9181a17882a161c0a161c0", "a key of a map in a map"),
    "tag": ("datetime/whole-msgpack",
            "83a85f5f747970655f5fa86461746574696d65a85f5f747970655f5fa86461746574696d65a669736f737472"
            "b3323031352d30322d31385432313a34303a3233", "the tag"),
}  # fmt: skip

_REST = {
    "nil": (_ARRAY, "c0", "nil"), "array": (_ARRAY, "90", "another array"), "nul": (_ONE, "00", "a zero"),
    "c1": (_ARRAY, "c1", "the octet c1"), "cut": (_ARRAY, "cd", "the first octet of an integer"),
    "lines": (_ONE, "0a", "a line feed"), "str": ("strings/hello-msgpack", "21", "a further character"),
    "map": (_MAP, "a16202", "a further pair"),
}  # fmt: skip


def _carrier() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    yield reject("cut-empty", "msgpack", _ARRAY, cut_end(1), "mp.truncated", "no octets at all")
    for name, (base, missing, summary) in _CUT.items():
        yield reject(f"cut-{name}", "msgpack", base, cut_end(missing), "mp.truncated", f"cut short: {summary}")
    for name, (octets, summary) in _CLAIMS.items():
        yield reject(f"claim-{name}", "msgpack", _ARRAY, bytes.fromhex(octets), "mp.truncated",
                     f"longer than the input: {summary}", "" if name == "array-of-maps" else "LIM-02",
                     numbers=(2**31, 65535))  # fmt: skip
    for name, (octets, summary) in {"top": ("c1", "by itself"), "item": ("9201c1", "as item of an array"),
                                    "member": ("81a161c1", "as value of a member"),
                                    "after-key": ("82a161c0a162c1",
                                                  "as value of the second member")}.items():  # fmt: skip
        yield reject(f"c1-{name}", "msgpack", _ARRAY, bytes.fromhex(octets), "mp.c1", f"the octet c1 {summary}")
    for name, (base, octets, summary) in _REST.items():
        yield reject(
            f"rest-{name}", "msgpack", base, append(bytes.fromhex(octets)), "mp.rest", f"after the value: {summary}"
        )


def _items() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    for name, (octets, summary) in _UTF8.items():
        yield reject(
            f"utf8-{name}", "msgpack", "strings/empty-msgpack", bytes.fromhex(octets), "mp.utf8", f"not text: {summary}"
        )
    for name, (octets, summary) in _EXTS.items():
        then = {"cut": "SYNTAX", "huge": "SYNTAX"}.get(name)  # what is not there is missed when the ext is not refused
        yield reject(f"ext-{name}", "msgpack", _ARRAY, bytes.fromhex(octets), "mp.ext", f"an ext: {summary}", then=then)
    for name, (octets, summary) in _KEYS.items():
        yield reject(
            f"key-{name}", "msgpack", _MAP, bytes.fromhex(octets), "mp.key.type", f"as key: {summary}", instead="k"
        )
    for name, (base, octets, summary) in _DUPLICATES.items():
        yield reject(
            f"duplicate-{name}", "msgpack", base, bytes.fromhex(octets), "mp.key.duplicate", f"twice: {summary}"
        )
    python2 = bytes.fromhex("81c4065f5f61626364c0")
    yield reject("key-bin-python", "msgpack", _MAP, python2, "mp.key.type", "as key: a bin, as an old program packs it",
                 instead="k")  # fmt: skip


def _meaning() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    trees: dict[str, tuple[Any, str]] = {
        "text": ({"__base64__": "AQ=="}, "with base64"), "bin": ({"__base64__": b"\1"}, "with a bin"),
        "beside": ({"__base64__": "AQ==", "a": 1}, "beside another"),
        "deep": ([1, {"a": [{"__base64__": ""}]}], "deep in a document"),
        "tag": ({"__base64__": "AQ==", "__type__": "datetime"}, "beside a tag"),
        "null": ({"__base64__": None}, "with nil"),
        "tag-number": ({"__base64__": "", "__type__": 1}, "beside a tag that is a number"),
    }  # fmt: skip
    for name, (tree, summary) in trees.items():
        yield reject(f"base64-{name}", "msgpack", "containers/map-empty-msgpack", wire("msgpack", tree), "mp.base64",
                     f"the key __base64__ {summary}")  # fmt: skip
    array = ordered(tagged("ndarray", shape=[1], dtype="int8", bytes={"__base64__": "AQ=="}))
    yield reject("base64-ndarray", "msgpack", "ndarray/int8-one-msgpack", wire("msgpack", array), "mp.base64",
                 "the key __base64__ in the bytes of an array", instead=b"\1")  # fmt: skip


def features() -> Iterator[Feature]:
    """What is refused."""
    yield Feature("msgpack-rejects", "MessagePack that is refused", [*_carrier(), *_items(), *_meaning()])
