"""Every code, sentinel, limit and check of the DyND serialization, once."""

from typing import Literal, NamedTuple

from goldenwire_reference.format import Policy
from goldenwire_reference.reader import Check

# Encodings besides the default one, each used only if it is named.
Profile = Literal["storage", "cbor"]

# The sentinels of the types that have a value to spare (DYND-OPT-02); every other option has a tag.
SENTINELS = {
    name: bytes.fromhex(octets)
    for name, octets in {
        "bool": "02",
        "int8": "80",
        "int16": "0080",
        "int32": "00000080",
        "int64": "0000000000000080",
        "int128": "00000000000000000000000000000080",
        "uint32": "ffffffff",
        "float32": "a207807f",
        "float64": "a20700000000f07f",
        "complex[float32]": "a207807fa207807f",
        "complex[float64]": "a20700000000f07fa20700000000f07f",
    }.items()
}

# The tag of the options that have no sentinel (DYND-OPT-03).
MISSING, AVAILABLE = 0, 1
TAGS = {MISSING: "missing", AVAILABLE: "available"}
BOOLS = {0: "false", 1: "true"}

# Numbers in type strings (DYND-LIM-03), counts and sizes in varints (DYND-VARINT-03).
MAX_NUMERAL = 2**63 - 1
MAX_VARINT_SIZE = 10
MAX_UINT64 = 2**64 - 1


class Limit(NamedTuple):
    """A limit up to which every codec accepts; beyond it, the policy dynd.limits decides (DYND-LIM-05).

    `ceiling` is this codec's own limit, `end` that of all codecs.
    """

    most: int
    ceiling: int
    end: int


DEPTH = Limit(64, 128, 2**10)
TYPE_LENGTH = Limit(65535, 2**17, 2**20)
ELEMENTS = Limit(2**20, 2**22, 2**24)

# The CBOR profile: major types and initial bytes (RFC 8949), and the tag, which is "DyND" in ASCII (DYND-CBOR-03).
TAG = 0x44794E44

CODES = (
    "TRUNCATED", "TRAILING_BYTES", "BOOL_INVALID", "VARINT_NONMINIMAL", "VARINT_OVERFLOW", "UTF8_INVALID",
    "OPTION_TAG_INVALID", "NA_NONCANONICAL", "SENTINEL_COLLISION", "TYPE_SYNTAX", "TYPE_RANGE", "TYPE_DUP_FIELD",
    "ARRAY_TYPE_MISMATCH", "LIMIT_DEPTH", "LIMIT_ELEMENTS", "LIMIT_TYPE_LENGTH", "VALUE_INVALID",
    "CBOR_SYNTAX", "CBOR_NONCANONICAL",
)  # fmt: skip

CHECKS = {
    "truncated": Check("TRUNCATED", "DYND-DES-03"),
    "trailing": Check("TRAILING_BYTES", "DYND-DES-02"),
    "bool": Check("BOOL_INVALID", "DYND-BOOL-02"),
    "varint.overflow": Check("VARINT_OVERFLOW", "DYND-VARINT-03"),
    "varint.nonminimal": Check("VARINT_NONMINIMAL", "DYND-VARINT-05"),
    "string.utf8": Check("UTF8_INVALID", "DYND-STR-02"),
    "char.utf8": Check("UTF8_INVALID", "DYND-CHAR-03"),
    "type.utf8": Check("UTF8_INVALID", "DYND-STR-02"),
    "type.syntax": Check("TYPE_SYNTAX", "DYND-TYPE-03"),
    "type.dimension": Check("TYPE_RANGE", "DYND-DIM-04"),
    "type.bytes": Check("TYPE_RANGE", "DYND-FB-02"),
    "type.duplicate": Check("TYPE_DUP_FIELD", "DYND-STRUCT-04"),
    "type.length": Check("LIMIT_TYPE_LENGTH", "DYND-LIM-05"),
    "type.depth": Check("LIMIT_DEPTH", "DYND-LIM-05"),
    "destination.syntax": Check("TYPE_SYNTAX", "DYND-DES-04"),
    "destination.dimension": Check("TYPE_RANGE", "DYND-DES-04"),
    "destination.bytes": Check("TYPE_RANGE", "DYND-DES-04"),
    "destination.duplicate": Check("TYPE_DUP_FIELD", "DYND-DES-04"),
    "option.tag": Check("OPTION_TAG_INVALID", "DYND-OPT-04"),
    "option.nan": Check("NA_NONCANONICAL", "DYND-OPT-06"),
    "array.mismatch": Check("ARRAY_TYPE_MISMATCH", "DYND-ARR-02"),
    "array.depth": Check("LIMIT_DEPTH", "DYND-LIM-05"),
    "elements": Check("LIMIT_ELEMENTS", "DYND-LIM-05"),
    "cbor.reserved": Check("CBOR_SYNTAX", "DYND-CBOR-05"),
    "cbor.kind": Check("CBOR_SYNTAX", "DYND-CBOR-05"),
    "cbor.tag": Check("CBOR_SYNTAX", "DYND-CBOR-05"),
    "cbor.length": Check("CBOR_SYNTAX", "DYND-CBOR-05"),
    "cbor.indefinite": Check("CBOR_NONCANONICAL", "DYND-CBOR-04"),
    "cbor.short-float": Check("CBOR_NONCANONICAL", "DYND-CBOR-04"),
    "cbor.long-head": Check("CBOR_NONCANONICAL", "DYND-CBOR-04"),
    "cbor.integer": Check("CBOR_NONCANONICAL", "DYND-CBOR-04"),
    "cbor.tagged-simple": Check("CBOR_NONCANONICAL", "DYND-CBOR-04"),
}

# Type names that summaries may use only as such; others, such as bytes or string, are also English words.
TYPE_NAMES = frozenset(
    {f"{sign}int{8 * size}" for sign in ("", "u") for size in (1, 2, 4, 8, 16)}
    | {f"float{8 * size}" for size in (2, 4, 8, 16)}
    | {"bool", "void", "char", "var", "complex"}
)

FEATURES = {
    "codes": "a rejection names its error class",
    "offsets": "a rejection names its byte offset",
    "order": "of several defects, a rejection names the one that comes first in the order of checks",
    "storage": "the profile storage: types that store their array's dimensions in another order",
    "cbor": "the profile cbor: array[T] as a CBOR data item",
}

POLICIES = {
    "dynd.limits": Policy(
        ("reject", "accept"), "reject", "what is beyond the limits is refused, or accepted exactly",
        {"reject": ("type.length", "type.depth", "array.depth", "elements")},
        writes=("accept",),
    ),
    "dynd.option-nan": Policy(
        ("reject", "available"), "reject",
        "a NaN other than the missing one is refused in ?float32 and ?float64, or is an available value, bit for bit",
        {"reject": ("option.nan",)},
        writes=("available",),
    ),
}  # fmt: skip
