"""Destination types that are none."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.dynd.catalogue.words import Words

_DESTINATION = Words("destination")

# Destination types that are none: (name, type string, the case whose bytes are read, the check, its type).
DESTINATIONS = (
    ("any", "Any", "integer/int8-one", "syntax", "int8"),
    ("variable", "T", "integer/int8-one", "syntax", "int8"),
    ("pattern-row", "3 * T", "dimension/one", "syntax", "1 * int8"),
    ("pattern-fixed", "Fixed * int8", "dimension/one", "syntax", "1 * int8"),
    ("pattern-dimension", "N * int8", "dimension/one", "syntax", "1 * int8"),
    ("ellipsis", "... * int8", "dimension/one", "syntax", "1 * int8"),
    ("pattern-array", "array[3 * Any]", "array/any-int8", "syntax", "array[Any]"),
    ("pattern-scalar", "Scalar", "integer/int8-one", "syntax", "int8"),
    ("option-twice", "??int8", "sentinel/int8-neighbour", "syntax", "?int8"),
    ("empty", "", "void/void", "syntax", "void"),
    ("merkle", "merkle[int8]", "integer/int8-one", "syntax", "int8"),
    ("storage", "storage[2 * 3 * int16, axis=[1, 0]]", "dimension/two-by-three", "syntax", "2 * 3 * int16"),
    ("callable", "(int8) -> int8", "integer/int8-one", "syntax", "int8"),
    ("complex-int", "complex[int32]", "complex/float32-parts", "syntax", "complex[float32]"),
    ("dimension-2-to-the-63", f"{2**63} * void", "void/void", "dimension", "void"),
    ("dimension-2-to-the-64", f"{2**64} * int8", "void/void", "dimension", "void"),
    ("bytes-2-to-the-63", f"bytes[{2**63}]", "bytes/fixed-1", "bytes", "bytes[1]"),
    ("bytes-2-to-the-64-and-1", f"bytes[{2**64 + 1}]", "bytes/fixed-1", "bytes", "bytes[1]"),
    ("duplicate", "{x: int8, x: int8}", "struct/case", "duplicate", "{x: int8, X: int8}"),
    ("duplicate-inner", "var * {y: int8, y: int8}", "void/void", "duplicate", "void"),
)
_CODES = {"syntax": "TYPE_SYNTAX", "dimension": "TYPE_RANGE", "bytes": "TYPE_RANGE", "duplicate": "TYPE_DUP_FIELD"}
_EXTRA = {
    "option-twice": ["OPT-07"],
    "merkle": ["CAS-03"],
    "storage": ["STORAGE-04"],
    "complex-int": ["CPLX-02"],
    "pattern-array": ["ARR-05"],
}


def _destinations() -> Iterator[Case]:
    for name, type, base, kind, meant in DESTINATIONS:
        yield _DESTINATION.reject(
            name,
            type,
            base,
            [],
            {f"destination.{kind}": meant},
            f"{type!r} is no type to read by",
            "DES-04",
            *_EXTRA.get(name, ()),
        )
    for name in (
        "any",
        "pattern-row",
        "dimension-2-to-the-63",
        "bytes-2-to-the-63",
        "duplicate",
        "option-twice",
        "merkle",
    ):
        _, type, base, kind, _ = next(row for row in DESTINATIONS if row[0] == name)
        value = (
            ["1"]
            if "row" in name
            else []
            if "dimension" in name
            else "00"
            if "bytes" in name
            else ["1", "2"]
            if name == "duplicate"
            else "1"
        )
        yield _DESTINATION.refusal(
            f"encode-{name}", type, value, _CODES[kind], base, "the type", f"{type!r} is no type to write by", "DES-04"
        )


def features() -> Iterator[Feature]:
    yield Feature("destination", "Destination types that are none", list(_destinations()))
