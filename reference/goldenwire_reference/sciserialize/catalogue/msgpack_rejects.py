"""MessagePack that is refused: the carrier pass."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.sciserialize.catalogue.words import Words, tagged, wire

_WORDS = Words("msgpack-rejects")

_CUT = {
    "empty": "", "uint8": "cc", "uint16": "cd01", "uint32": "ce010203", "uint64": "cf01020304050607", "int8": "d0",
    "int16": "d1ff", "int32": "d2ff", "int64": "d3ffffffffffffff", "float32": "ca3f80", "float64": "cb3ff00000000000",
    "fixstr": "a3c3a9", "str8-head": "d9", "str8": "d90261", "str16-head": "da00", "str16": "da000261",
    "str32-head": "db000000", "str32": "db0000000261", "bin8-head": "c4", "bin8": "c402aa", "bin16-head": "c500",
    "bin16": "c50002aa", "bin32": "c600000002aa", "fixarray": "9201", "array16-head": "dc00", "array16": "dc000201",
    "array32-head": "dd000000", "array32": "dd0000000201", "fixmap": "81", "map-value": "81a161",
    "map-second": "82a16101", "map16-head": "de00", "map16": "de0001", "map32-head": "df000000", "map32": "df00000001",
    "nested": "92909191", "key": "81a2",
}  # fmt: skip

# Lengths and counts that no input of this size can hold.
_CLAIMS = {
    "str32": "dbffffffff61", "bin32": "c6ffffffff00", "array32": "ddffffffffc0", "map32": "dfffffffffa161c0",
    "array-in-array": "ddfffffffeddffffffffddffffffff", "bin16": "c5ffff00", "str16": "daffff61",
}  # fmt: skip

_UTF8 = {
    "stray": "a180", "cut": "a361e697", "overlong": "a2c0af", "overlong-4": "a4f08080af", "surrogate": "a3eda080",
    "cesu": "a6eda0bdedb880", "latin-1": "a64772f6dfe520", "beyond": "a4f4908080", "never": "a1ff", "str8": "d901fe",
    "str16": "da0001c3", "in-array": "9201a1ff", "key": "81a1ffc0", "second-key": "82a161c0a2c328c0",
    "raw": "a780024b0128712e",
}  # fmt: skip

_EXTS = {
    "fixext1": "d40500", "fixext2": "d5050000", "fixext4": "d60500000000", "fixext8": "d7050000000000000000",
    "fixext16": "d805" + "00" * 16, "ext8": "c7010500", "ext8-empty": "c70005", "ext16": "c800010500",
    "ext32": "c9000000010500", "timestamp-32": "d6ff54e5d0c7", "timestamp-64": "d7ff0000000054e5d0c7",
    "timestamp-96": "c70cff00000000" + "00" * 8, "in-array": "9201d40500", "member": "81a161d40500",
}  # fmt: skip

_KEYS = {
    "integer": "8101c0", "nil": "81c0c0", "boolean": "81c3c0", "float": "81cb3ff0000000000000c0", "bin": "81c40161c0",
    "array": "819101c0", "map": "8180c0", "negative": "81ffc0", "second": "82a161c005c0",
    "uint64": "81cf0000000000000001c0",
    "nested": "9181a1618101c0",
}  # fmt: skip

_DUPLICATES = {
    "same": "82a161c0a161c0", "str8": "82a161c0d90161c0", "str32": "82db0000000161c0a161c0",
    "apart": "83a16101a16202a16103",
    "empty": "82a0c0a0c0", "nested": "9181a17882a161c0a161c0",
    "tag": "83a85f5f747970655f5fa86461746574696d65a85f5f747970655f5fa86461746574696d65a669736f737472"
           "b3323031352d30322d31385432313a34303a3233",
}  # fmt: skip


def _cases() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    base = "containers/array-empty-msgpack"
    for name, octets in _CUT.items():
        summary = "nothing at all" if name == "empty" else f"the input ends in the {name}"
        yield reject(f"cut-{name}", "msgpack", base, bytes.fromhex(octets), "mp.truncated", summary, "MP-11")
    for name, octets in _CLAIMS.items():
        yield reject(f"claim-{name}", "msgpack", base, bytes.fromhex(octets), "mp.truncated",
                     "a length or count that the input cannot hold", "LIM-02 MP-11")  # fmt: skip
    for name, octets in {"top": "c1", "item": "9201c1", "member": "81a161c1"}.items():
        yield reject(f"c1-{name}", "msgpack", base, bytes.fromhex(octets), "mp.c1", "the octet c1", "MP-11")
    for name, octets in {"nil": "c0c0", "array": "9090", "nul": "0100", "c1": "c0c1", "cut": "01cd"}.items():
        yield reject(
            f"rest-{name}", "msgpack", base, bytes.fromhex(octets), "mp.rest", "more after the value", "GEN-09"
        )
    for name, octets in _UTF8.items():
        yield reject(
            f"utf8-{name}", "msgpack", base, bytes.fromhex(octets), "mp.utf8", "a str that is no text", "MP-06"
        )
    for name, octets in _EXTS.items():
        yield reject(f"ext-{name}", "msgpack", base, bytes.fromhex(octets), "mp.ext", "an ext", "MP-07")
    for name, octets in _KEYS.items():
        yield reject(f"key-{name}", "msgpack", base, bytes.fromhex(octets), "mp.key.type", f"a key: {name}", "MP-08",
                     instead="k")  # fmt: skip
    for name, octets in _DUPLICATES.items():
        yield reject(f"duplicate-{name}", "msgpack", base, bytes.fromhex(octets), "mp.key.duplicate", "a key twice",
                     "MP-09")  # fmt: skip


def _meaning() -> Iterator[Case]:
    reject = _WORDS.reject_bytes
    base = "binary/one-msgpack"
    for name, tree in {
        "text": {"__base64__": "AQ=="}, "bin": {"__base64__": b"\1"}, "beside": {"a": 1, "__base64__": "AQ=="},
        "deep": [1, {"a": [{"__base64__": ""}]}], "tag": tagged("datetime", __base64__="AQ=="),
    }.items():  # fmt: skip
        yield reject(
            f"base64-{name}", "msgpack", base, wire("msgpack", tree), "mp.base64", "the key __base64__", "MP-10"
        )
    bytes_base64 = tagged("ndarray", shape=[1], dtype="int8", bytes={"__base64__": "AQ=="})
    yield reject("base64-ndarray", "msgpack", "ndarray/int8-msgpack", wire("msgpack", bytes_base64), "mp.base64",
                 "base64 in an ndarray", "MP-10", instead=b"\1")  # fmt: skip
    python2 = bytes.fromhex("81c4075f5f61626364c0")
    yield reject("key-bin-python-2", "msgpack", base, python2, "mp.key.type", "a key as Python 2 packs it",
                 "MP-08 MP-02",
                 instead="k", then="SYNTAX")  # fmt: skip


def features() -> Iterator[Feature]:
    """What is refused."""
    yield Feature("msgpack-rejects", "MessagePack that is refused", [*_cases(), *_meaning()])
