"""Every form, limit, policy and check of MessagePack, once."""

from collections.abc import Iterator
from typing import NamedTuple

from goldenwire_reference.format import Policy
from goldenwire_reference.reader import Check


class ItemForm(NamedTuple):
    """The head of an item: its kind, the number of octets of number, length or count after the first, their meaning.

    `fixed` is the value, length or count that the first octet alone represents.
    """

    kind: str
    size: int = 0
    fixed: int | None = None


def _forms() -> Iterator[ItemForm]:
    """Yield the form of every first octet, from 00 to ff."""
    yield from (ItemForm("fixint", fixed=value) for value in range(0x80))
    yield from (ItemForm("map", fixed=count) for count in range(16))
    yield from (ItemForm("array", fixed=count) for count in range(16))
    yield from (ItemForm("str", fixed=length) for length in range(32))
    yield from (ItemForm("nil"), ItemForm("never used"), ItemForm("false"), ItemForm("true"))
    yield from (ItemForm(kind, size) for kind in ("bin", "ext") for size in (1, 2, 4))
    yield from (ItemForm("float", size) for size in (4, 8))
    yield from (ItemForm(kind, size) for kind in ("uint", "int") for size in (1, 2, 4, 8))
    yield from (ItemForm("ext", fixed=length) for length in (1, 2, 4, 8, 16))
    yield from (ItemForm("str", size) for size in (1, 2, 4))
    yield from (ItemForm(kind, size) for kind in ("array", "map") for size in (2, 4))
    yield from (ItemForm("fixint", fixed=value) for value in range(-32, 0))


# By first octet (spec.md, The forms).
FORMS = dict(enumerate(_forms()))


class Width(NamedTuple):
    """A form in which an encoder writes a number: the greatest it holds, its first octet, the number of octets after.

    If there are none, the number is added to the first octet.
    """

    most: int
    first: int
    size: int


# For each kind its forms, shortest first (MSGPACK-CANON-02 to -05). For "negative" the number is the distance below -1.
HEADS = {
    "uint": [Width(0x7F, 0x00, 0), Width(0xFF, 0xCC, 1), Width(0xFFFF, 0xCD, 2), Width(2**32 - 1, 0xCE, 4),
             Width(2**64 - 1, 0xCF, 8)],
    "negative": [Width(0x1F, 0xE0, 0), Width(0x7F, 0xD0, 1), Width(0x7FFF, 0xD1, 2), Width(2**31 - 1, 0xD2, 4),
                 Width(2**63 - 1, 0xD3, 8)],
    "str": [Width(31, 0xA0, 0), Width(0xFF, 0xD9, 1), Width(0xFFFF, 0xDA, 2), Width(2**32 - 1, 0xDB, 4)],
    "bin": [Width(0xFF, 0xC4, 1), Width(0xFFFF, 0xC5, 2), Width(2**32 - 1, 0xC6, 4)],
    "array": [Width(15, 0x90, 0), Width(0xFFFF, 0xDC, 2), Width(2**32 - 1, 0xDD, 4)],
    "map": [Width(15, 0x80, 0), Width(0xFFFF, 0xDE, 2), Width(2**32 - 1, 0xDF, 4)],
    "ext": [Width(0xFF, 0xC7, 1), Width(0xFFFF, 0xC8, 2), Width(2**32 - 1, 0xC9, 4)],
}  # fmt: skip
FIXEXT = {1: 0xD4, 2: 0xD5, 4: 0xD6, 8: 0xD7, 16: 0xD8}
NIL, FALSE, TRUE, FLOAT_64, NAN = b"\xc0", b"\xc2", b"\xc3", b"\xcb", bytes.fromhex("7ff8000000000000")

LEAST_INTEGER, GREATEST_INTEGER = -(2**63), 2**64 - 1
LEAST_TYPE, GREATEST_TYPE = -128, 127

TIMESTAMP = -1  # the type; those below it are reserved
TIMESTAMP_LENGTHS = [4, 8, 12]
LEAST_SECOND, GREATEST_SECOND = -(2**63), 2**63 - 1
GREATEST_NS = 999_999_999
SECONDS_32, SECONDS_34 = 2**32, 2**34  # what a timestamp 32 and a timestamp 64 do not hold any more

# The levels that every codec accepts, and this one by default (MSGPACK-LIM-01); the level that the kit asks of codecs
# that accept more; and the limit of this one then, below the recursion limit.
DEPTH, DEEP, DEPTH_CEILING = 24, 96, 128

CODES = (
    "TRUNCATED", "NEVER_USED", "LIMIT", "EXT_TYPE", "TIMESTAMP", "UTF8", "DUPLICATE_KEY", "TRAILING", "RANGE",
)  # fmt: skip

CHECKS = {
    name: Check(code, f"MSGPACK-{requirement}")
    for name, (code, requirement) in {
        "cut": ("TRUNCATED", "GEN-05"),
        "never-used": ("NEVER_USED", "GEN-06"),
        "depth": ("LIMIT", "LIM-01"),
        "ext.reserved": ("EXT_TYPE", "EXT-05"),
        "timestamp": ("TIMESTAMP", "TIME-08"),
        "timestamp.length": ("TIMESTAMP", "TIME-07"),
        "timestamp.range": ("TIMESTAMP", "TIME-06"),
        "utf8": ("UTF8", "STR-04"),
        "utf8.replaced": ("UTF8", "STR-04"),
        "key.repeated": ("DUPLICATE_KEY", "MAP-05"),
        "key.last": ("DUPLICATE_KEY", "MAP-05"),
        "key.first": ("DUPLICATE_KEY", "MAP-05"),
        "trailing": ("TRAILING", "GEN-04"),
    }.items()
}

FEATURES = {
    "canonical": "encode writes exactly the canonical bytes",
    "timestamps": "it has timestamps as values",
    "codes": "a rejection names its error class",
    "offsets": "a rejection of bytes names its byte offset",
    "order": "of several defects, a rejection names the one that comes first in the order of checks",
}

POLICIES = {
    f"msgpack.{name}": policy
    for name, policy in {
        "invalid-utf8": Policy(
            ("reject", "keep", "replace"), "reject",
            "a str that is not UTF-8 is refused, or handed on as its octets, or read with U+FFFD where ill-formed",
            {"reject": ("utf8",), "replace": ("utf8.replaced",)}, writes=("keep",),
        ),
        "duplicate-keys": Policy(
            ("reject", "keep", "last", "first"), "reject",
            "a map that has a key twice is refused, or read and written with all its pairs, or read with the last or "
            "the first of the key",
            {"reject": ("key.repeated",), "last": ("key.last",), "first": ("key.first",)}, writes=("keep",),
        ),
        "reserved-ext": Policy(
            ("ext", "reject"), "ext", "an extension of type -128 to -2 is handed on and written, or refused",
            {"reject": ("ext.reserved",)},
        ),
        "timestamp": Policy(
            ("value", "ext"), "value",
            "an extension of type -1 is a timestamp, or handed on and written as an extension",
            {"value": ("timestamp",)}, writes=("ext",),
            entails={"ext": {"msgpack.timestamp-range": "ext", "msgpack.timestamp-length": "ext"}},
        ),
        "timestamp-range": Policy(
            ("reject", "ext"), "reject",
            "an extension of type -1 with more than 999999999 ns is refused, or handed on and written",
            {"reject": ("timestamp.range",)}, writes=("ext",),
        ),
        "timestamp-length": Policy(
            ("reject", "ext"), "reject",
            "an extension of type -1 of neither 4, 8 nor 12 octets is refused, or handed on and written",
            {"reject": ("timestamp.length",)}, writes=("ext",),
        ),
        "depth": Policy(
            ("limit", "accept"), "limit", "what nests to level 96 is refused, or read and written",
            {"limit": ("depth",)}, writes=("accept",), own_limit=("limit",),
        ),
    }.items()
}  # fmt: skip
