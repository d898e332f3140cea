"""Every type, flag, limit and check of the DataSetPack format, once."""

import struct
from functools import cache
from typing import Literal, NamedTuple

from goldenwire_reference.format import Policy
from goldenwire_reference.reader import Check

VERSION = 1

# meta_length is two octets; all ones announce two more, which are added to it (DSPACK-META-02, -03, -11).
ESCAPE = 2**16 - 1
MAX_META = ESCAPE + 2**16 - 1

# row_length has its top bit clear (DSPACK-ROW-02, -07); so has a number in a schema (DSPACK-SCHEMA-09).
MAX_ROW = 2**31 - 1
MAX_INT = 2**31 - 1
MAX_WIDTH = 8

# The most octets of rows that the reference writes for a request; a few characters of a schema can ask for 2 GiB.
MOST_WRITTEN = 2**24

META_KEYS = ("version", "schema", "description", "meta")

# The maximum nesting of arrays and maps of the user meta, itself level 1 (DSPACK-LIM-03); if the policy is to accept
# more, this codec stops at the ceiling, before the recursion limit.
META_DEPTH = 16
META_CEILING = 128

INT_RANGE = (-(2**63), 2**64 - 1)


class Flag(NamedTuple):
    """The byte order of a row, and whether it uses the sizes and alignment of LP64 (DSPACK-FLAG-01 to -05)."""

    order: Literal["big", "little"]
    native: bool
    meaning: str


FLAGS = {
    "!": Flag("big", False, "big-endian"),
    "@": Flag("little", True, "little-endian, LP64 sizes and alignment"),
    "=": Flag("little", False, "little-endian"),
    "<": Flag("little", False, "little-endian"),
    ">": Flag("big", False, "big-endian"),
}


class Scalar(NamedTuple):
    """A type of fixed size: its struct codes without and with LP64 sizes, and its meaning."""

    standard: str
    native: str
    meaning: str

    def code(self, native: bool) -> str:
        return self.native if native else self.standard

    def size(self, native: bool) -> int:
        """Return the octets of one value, which are also its alignment."""
        return _size(self.code(native))

    def limits(self, native: bool) -> tuple[int, int]:
        """Return the least and the greatest value of an integer type."""
        return _limits(self.code(native))


@cache
def _size(code: str) -> int:
    return struct.calcsize(f"<{code}")


@cache
def _limits(code: str) -> tuple[int, int]:
    bits = 8 * _size(code)
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if code.islower() else (0, (1 << bits) - 1)


# The table of types (DSPACK-TYPE-01 to -20), except strings.
SCALARS = {
    "c": Scalar("c", "c", "an octet"),
    "b": Scalar("b", "b", "a signed integer of {} octets"),
    "B": Scalar("B", "B", "an unsigned integer of {} octets"),
    "?": Scalar("?", "?", "a boolean"),
    "h": Scalar("h", "h", "a signed integer of {} octets"),
    "H": Scalar("H", "H", "an unsigned integer of {} octets"),
    "i": Scalar("i", "i", "a signed integer of {} octets"),
    "I": Scalar("I", "I", "an unsigned integer of {} octets"),
    "l": Scalar("i", "q", "a signed integer of {} octets"),
    "L": Scalar("I", "Q", "an unsigned integer of {} octets"),
    "q": Scalar("q", "q", "a signed integer of {} octets"),
    "Q": Scalar("Q", "Q", "an unsigned integer of {} octets"),
    "f": Scalar("f", "f", "binary32"),
    "d": Scalar("d", "d", "binary64"),
    "P": Scalar("Q", "Q", "an unsigned integer of {} octets"),
}
INTEGERS = frozenset("bBhHiIlLqQP")
STRINGS = {"s": "octets", "p": "Pascal octets", "S": "octets without trailing zeros"}
PAD = "x"
LETTERS = frozenset((*SCALARS, *STRINGS, PAD))

# The most that a Pascal string's length octet can count (DSPACK-TYPE-19).
MAX_PASCAL = 255

# The bits with which NaNs are written and, whatever their bits, delivered (DSPACK-TYPE-16).
NAN = {"f": 0x7FC0_0000, "d": 0x7FF8_0000_0000_0000}

CODES = ("TRUNCATED", "META", "VERSION", "SCHEMA", "ROW", "FIELD", "VALUE", "LENGTH", "ARITY")

CHECKS = {
    "truncated": Check("TRUNCATED", "DSPACK-SET-05"),
    "meta.length.zero": Check("META", "DSPACK-META-04"),
    "meta.malformed": Check("META", "DSPACK-META-07"),
    "meta.top": Check("META", "DSPACK-META-12"),
    "meta.rest": Check("META", "DSPACK-META-07"),
    "meta.version.missing": Check("META", "DSPACK-META-12"),
    "meta.version.type": Check("META", "DSPACK-META-08"),
    "meta.version": Check("VERSION", "DSPACK-META-08"),
    "meta.key.type": Check("META", "DSPACK-META-07"),
    "meta.key.utf8": Check("META", "DSPACK-META-07"),
    "meta.key.unknown": Check("META", "DSPACK-META-12"),
    "meta.key.missing": Check("META", "DSPACK-META-12"),
    "meta.key.duplicate": Check("META", "DSPACK-META-13"),
    "meta.schema.type": Check("META", "DSPACK-META-12"),
    "meta.schema.utf8": Check("META", "DSPACK-META-07"),
    "meta.description.type": Check("META", "DSPACK-META-12"),
    "meta.type": Check("META", "DSPACK-META-12"),
    "meta.utf8": Check("META", "DSPACK-META-14"),
    "meta.ext": Check("META", "DSPACK-META-07"),
    "meta.depth": Check("META", "DSPACK-META-15"),
    "schema.utf8": Check("SCHEMA", "DSPACK-SCHEMA-27"),
    "schema.flag": Check("SCHEMA", "DSPACK-SCHEMA-02"),
    "schema.int.zero": Check("SCHEMA", "DSPACK-SCHEMA-09"),
    "schema.int.range": Check("SCHEMA", "DSPACK-SCHEMA-09"),
    "schema.width": Check("SCHEMA", "DSPACK-SCHEMA-10"),
    "schema.list": Check("SCHEMA", "DSPACK-SCHEMA-04"),
    "schema.number": Check("SCHEMA", "DSPACK-SCHEMA-06"),
    "schema.type": Check("SCHEMA", "DSPACK-SCHEMA-18"),
    "schema.pad": Check("SCHEMA", "DSPACK-TYPE-22"),
    "schema.pointer": Check("SCHEMA", "DSPACK-TYPE-20"),
    "schema.length": Check("SCHEMA", "DSPACK-SCHEMA-23"),
    "schema.desc.name": Check("SCHEMA", "DSPACK-SCHEMA-25"),
    "schema.desc.open": Check("SCHEMA", "DSPACK-SCHEMA-14"),
    "schema.desc": Check("SCHEMA", "DSPACK-SCHEMA-03"),
    "schema.end": Check("SCHEMA", "DSPACK-SCHEMA-05"),
    "schema.at": Check("SCHEMA", "DSPACK-SCHEMA-21"),
    "schema.spacing": Check("SCHEMA", "DSPACK-SCHEMA-24"),
    "schema.names.unique": Check("SCHEMA", "DSPACK-SCHEMA-26"),
    "row.length.reserved": Check("ROW", "DSPACK-ROW-02"),
    "row.empty-schema": Check("ROW", "DSPACK-SCHEMA-19"),
    "row.short": Check("ROW", "DSPACK-ROW-04"),
    "row.left": Check("ROW", "DSPACK-ROW-04"),
    "field.pascal": Check("FIELD", "DSPACK-STR-10"),
    "field.pascal.empty": Check("FIELD", "DSPACK-STR-08"),
    "field.pascal.over": Check("FIELD", "DSPACK-STR-08"),
}

FEATURES = {
    "canonical": "encode writes the canonical bytes",
    "codes": "a rejection names its error class",
    "offsets": "a rejection names its byte offset",
    "order": "of several defects, a rejection names the one that comes first in the order of checks",
    "rows-by-name": "encode takes a row as an object of values by field name",
    "text": 'encode takes a string as {"text": ...}, which is written in UTF-8',
}

POLICIES = {
    "dspack.duplicate-meta-key": Policy(
        ("reject", "last"), "reject", "a key that a map of the meta has already is refused, or its last value counts",
        {"reject": ("meta.key.duplicate",)},
    ),
    "dspack.meta-utf8": Policy(
        ("reject", "keep"), "reject",
        "a description or user string of the meta that is not UTF-8 is refused, or kept as octets",
        {"reject": ("meta.utf8",)},
    ),
    "dspack.meta-depth": Policy(
        ("reject", "accept"), "reject", "arrays and maps of the meta beyond level 16 are refused, or read",
        {"reject": ("meta.depth",)},
    ),
    "dspack.pascal-overrun": Policy(
        ("reject", "clamp"), "reject",
        "a length octet beyond a fixed Pascal string is refused, or read as the longest that fits",
        {"reject": ("field.pascal",)},
    ),
    "dspack.duplicate-names": Policy(
        ("reject", "keep"), "reject", "a schema in which a name repeats is refused, or its fields are told by position",
        {"reject": ("schema.names.unique",)},
    ),
}  # fmt: skip
