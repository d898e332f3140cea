"""Every dtype, tag, limit, policy and check of SciSerialize, once."""

import re
from collections.abc import Collection
from typing import Literal, NamedTuple

from goldenwire_reference.format import Policy
from goldenwire_reference.reader import Check

Carrier = Literal["json", "msgpack"]
CARRIERS: tuple[Carrier, ...] = ("json", "msgpack")

TYPE, BASE64 = "__type__", "__base64__"
RESERVED = frozenset({TYPE, BASE64})

# Beyond this, not every integer is a double (SCISERIALIZE-JSON-08).
EXACT = 2**53 - 1
LEAST_INTEGER, GREATEST_INTEGER = -(2**63), 2**64 - 1

# The levels that every codec accepts (SCISERIALIZE-GEN-10), and this one's limit, below that of recursion, if the
# policy is to accept more.
DEPTH, DEPTH_CEILING = 128, 200

# Limits of shapes that all libraries support (SCISERIALIZE-ND-12).
RANK, DIMENSION = 32, 2**31 - 1

DAYS = 999_999_999
DAY, SECOND = 86_400_000_000, 1_000_000

BOM = b"\xef\xbb\xbf"


class DType(NamedTuple):
    """The size of an element in octets and its form: its numpy code, and the code of its unsigned words."""

    size: int
    code: str
    words: str

    @property
    def is_integer(self) -> bool:
        return self.code[1] in "iu"

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest value of an integer dtype."""
        bits = 8 * self.size
        return (-(1 << bits - 1), (1 << bits - 1) - 1) if self.code[1] == "i" else (0, (1 << bits) - 1)


def _dtype(code: str) -> DType:
    size = int(code[2:])
    return DType(size, code, f"<u{size // 2 if code[1] == 'c' else size}")


# The table of dtypes (SCISERIALIZE-ND-05).
DTYPES = {
    name: _dtype(code)
    for name, code in {
        "bool": "|b1", "int8": "|i1", "int16": "<i2", "int32": "<i4", "int64": "<i8",
        "uint8": "|u1", "uint16": "<u2", "uint32": "<u4", "uint64": "<u8",
        "float16": "<f2", "float32": "<f4", "float64": "<f8", "complex64": "<c8", "complex128": "<c16",
    }.items()
}  # fmt: skip
DTYPE_ALIASES = {alias: name for name, dtype in DTYPES.items() for alias in (dtype.code, dtype.code[1:])}
OBJECT = "object"

# The requirement on each kind of invalid dtype; nothing else is inferred from the text.
DTYPE_FAULTS = {
    "dtype.order": re.compile(r">.*", re.DOTALL),
    "dtype.time": re.compile(r"(datetime64|timedelta64|[<=|]?[mM]8).*", re.DOTALL),
    "dtype.long": re.compile(r"float(96|128)|complex(192|256)|c?long(double|float)|longcomplex|[<=]?(f1[26]|c24|c32)"),
    "dtype.element": re.compile(
        r"object.*|[|]?O8?|str.*|bytes.*|void.*|unicode.*|[<=|]?[aSUV]\d*|.*[,(\[{].*", re.DOTALL
    ),
    "dtype": re.compile(r".*", re.DOTALL),
}  # fmt: skip


def dtype_fault(text: str) -> str:
    """Return the check that rejects a dtype that is not in the table (SCISERIALIZE-ND-05, -14, -16 to -20)."""
    if text in DTYPE_ALIASES:
        return "dtype.alias"
    return next(check for check, pattern in DTYPE_FAULTS.items() if pattern.fullmatch(text))


# The members of each type besides its tag.
ARRAY_MEMBERS = ("shape", "dtype", "bytes")
MEMBERS = {
    "datetime": ("isostr",),
    "timedelta": ("days", "seconds", "microsec"),
    "ndarray": ARRAY_MEMBERS,
    "dataframe": (*ARRAY_MEMBERS, "columns", "rows"),
    "unique_set": ("set",),
    "maskedarray": (*ARRAY_MEMBERS, "mask_bytes", "fill_value"),
}
EXTENSIONS = ("maskedarray", "object", "unique_set")


def is_known(tag: str, extensions: Collection[str]) -> bool:
    """Return whether a tag is one of a type that is on (SCISERIALIZE-TAG-04), given the `extensions` that are on."""
    return tag in MEMBERS and (tag not in EXTENSIONS or tag in extensions)


CODES = (
    "SYNTAX", "UTF8", "NUMBER", "LIMIT", "DUPLICATE_KEY", "KEY_TYPE", "CARRIER_TYPE",
    "RESERVED", "UNKNOWN_TYPE", "MEMBER", "DTYPE", "SHAPE", "VALUE", "BASE64",
)  # fmt: skip

CHECKS = {
    name: Check(code, f"SCISERIALIZE-{requirement}")
    for name, (code, requirement) in {
        # the carrier pass
        "json.bom": ("SYNTAX", "JSON-19"),
        "json.empty": ("SYNTAX", "JSON-16"),
        "json.comma": ("SYNTAX", "JSON-18"),
        "json.constant": ("SYNTAX", "JSON-06"),
        "json.rest": ("SYNTAX", "GEN-09"),
        "json.syntax": ("SYNTAX", "JSON-22"),
        "json.utf8": ("UTF8", "JSON-10"),
        "json.key.duplicate": ("DUPLICATE_KEY", "JSON-09"),
        "json.overflow": ("NUMBER", "JSON-07"),
        "json.minus-zero": ("NUMBER", "JSON-20"),
        "mp.truncated": ("SYNTAX", "MP-11"),
        "mp.c1": ("SYNTAX", "MP-11"),
        "mp.rest": ("SYNTAX", "GEN-09"),
        "mp.ext": ("CARRIER_TYPE", "MP-07"),
        "mp.key.type": ("KEY_TYPE", "MP-08"),
        "mp.key.duplicate": ("DUPLICATE_KEY", "MP-09"),
        "mp.utf8": ("UTF8", "MP-06"),
        "mp.finite": ("NUMBER", "MP-13"),
        "integer.big": ("NUMBER", "JSON-08"),
        "integer.range": ("NUMBER", "JSON-08"),
        "depth": ("LIMIT", "GEN-10"),
        # the meaning pass
        "base64.alone": ("RESERVED", "JSON-13"),
        "base64.text": ("BASE64", "JSON-12"),
        "mp.base64": ("RESERVED", "MP-10"),
        "tag.string": ("RESERVED", "TAG-03"),
        "tag.unknown": ("UNKNOWN_TYPE", "TAG-04"),
        "tag.missing": ("MEMBER", "TAG-06"),
        "tag.extra": ("MEMBER", "TAG-10"),
        "tag.kind": ("MEMBER", "TAG-11"),
        "tag.text": ("MEMBER", "ND-15"),
        "tag.label": ("MEMBER", "DF-03"),
        "tag.fill": ("MEMBER", "EXT-07"),
        "tag.integral": ("MEMBER", "TAG-12"),
        "isostr": ("VALUE", "DT-07"),
        "isostr.wide": ("VALUE", "DT-10"),
        "timedelta.range": ("VALUE", "TD-05"),
        "dtype": ("DTYPE", "ND-05"),
        "dtype.order": ("DTYPE", "ND-16"),
        "dtype.time": ("DTYPE", "ND-18"),
        "dtype.long": ("DTYPE", "ND-19"),
        "dtype.element": ("DTYPE", "ND-20"),
        "dtype.alias": ("DTYPE", "ND-14"),
        "shape.negative": ("SHAPE", "ND-06"),
        "frame.rank": ("SHAPE", "DF-02"),
        "shape.large": ("LIMIT", "ND-12"),
        "shape.size": ("SHAPE", "ND-06"),
        "object.nest": ("SHAPE", "EXT-03"),
        "frame.labels": ("SHAPE", "DF-06"),
        "mask.size": ("SHAPE", "EXT-07"),
        "bool": ("VALUE", "BA-02"),
        "mask.bool": ("VALUE", "EXT-07"),
        "set.duplicate": ("VALUE", "EXT-01"),
    }.items()
}

FEATURES = {
    "json": "the carrier JSON",
    "msgpack": "the carrier MessagePack",
    "dataframe": "data frames",
    "unique_set": "the extension for sets",
    "maskedarray": "the extension for masked arrays",
    "object": "the extension for arrays of objects",
    "canonical": "encode writes exactly the canonical bytes",
    "codes": "a rejection names its error class",
    "offsets": "a rejection of bytes names its byte offset",
    "order": "of several defects, a rejection names the one that comes first in the order of checks",
}

POLICIES = {
    f"sciserialize.{name}": policy
    for name, policy in {
        "unknown-type": Policy(
            ("reject", "keep"), "reject", "an object of unknown tag is refused, or read and written with its tag",
            {"reject": ("tag.unknown",)}, writes=("keep",),
        ),
        "big-integer": Policy(
            ("exact", "reject", "double"), "exact",
            "an integer beyond 2^53 - 1 is read and written exactly within 64 bits, or refused, or read as the nearest "
            "double and written if a double has its value",
            {"exact": ("integer.range",), "reject": ("integer.big",)},
        ),
        "minus-zero": Policy(
            ("integer", "float"), "integer", "the JSON token -0 is the integer 0, or the double -0.0",
            {"integer": ("json.minus-zero",)},
        ),
        "non-finite": Policy(
            ("reject", "keep"), "reject", "in MessagePack, a NaN or infinity by itself is refused, or read and written",
            {"reject": ("mp.finite",)}, writes=("keep",),
        ),
        "integral-float": Policy(
            ("reject", "accept"), "reject",
            "a double of integral value where a type has an integer is refused, or taken for the integer",
            {"reject": ("tag.integral",)},
        ),
        "isostr": Policy(
            ("profile", "wide"), "profile", "date-times of the wide grammar alone are refused, or read",
            {"profile": ("isostr.wide",)},
        ),
        "dtype-alias": Policy(
            ("reject", "accept"), "reject", "a short name of a dtype is refused, or read as the dtype",
            {"reject": ("dtype.alias",)},
        ),
        "bom": Policy(
            ("reject", "ignore"), "reject", "in JSON, a byte order mark in front is refused, or passed over",
            {"reject": ("json.bom",)},
        ),
        "depth": Policy(
            ("limit", "accept"), "limit", "what nests deeper than 128 levels is refused, or read and written",
            {"limit": ("depth",)}, writes=("accept",),
        ),
        "large-shape": Policy(
            ("accept", "limit"), "accept",
            "more than 32 dimensions, or one above 2147483647 in an array without elements, are read and written, or "
            "refused",
            {"limit": ("shape.large",)},
        ),
    }.items()
}  # fmt: skip

# In JSON an encoder may write a double as an integer token of any size; it counts as the nearest double, and is kept
# unchanged for the comparison (section 17).
INTEGERS_FOR_DOUBLES = {"carrier": "json"}
OFF_FOR_WRITTEN = {"integer.range": int}

# Content under these tags is compared by the numbers' values, and without regard to order (section 17).
COMPARISON = ("number", "unique_set")

# Words that name a type in summaries.
TYPE_NAMES = frozenset({*DTYPES, *MEMBERS})
