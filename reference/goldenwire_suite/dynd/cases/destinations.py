"""Invalid destination types."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder, told

_DESTINATION = RowBuilder("destination")

_HUGE, _WRAPPING = 2**63, 2**64

# Invalid destination types: (name, type string, the case whose bytes are read, the check, its type, description,
# another requirement, mutation that accepts it).
DESTINATIONS = (
    ("any", "Any", "integer/int8-one", "syntax", "int8", "the pattern of all types", "", ""),
    ("variable", "T", "integer/int8-one", "syntax", "int8", "a variable", "", ""),
    ("pattern-row", "1 * T", "dimension/one", "syntax", "1 * int8", "a row of a variable", "", ""),
    ("pattern-fixed", "Fixed * int8", "dimension/one", "syntax", "1 * int8", "a pattern of dimensions", "", ""),
    ("pattern-dimension", "N * int8", "dimension/one", "syntax", "1 * int8", "a variable as a dimension", "", ""),
    ("ellipsis", "... * int8", "integer/int8-one", "syntax", "int8", "any number of dimensions", "", ""),
    ("pattern-array", "array[3 * Any]", "array/any-int8", "syntax", "array[Any]", "a pattern in an array", "ARR-05",
     "arrays-of-patterns"),
    ("pattern-scalar", "Scalar", "integer/int8-one", "syntax", "int8", "a pattern of types", "", ""),
    ("option-twice", "??int8", "sentinel/int8-neighbour", "syntax", "?int8", "an option of an option", "OPT-07",
     "options-of-options"),
    ("empty", "", "void/void", "syntax", "void", "an empty text", "", ""),
    ("merkle", "merkle[int8]", "integer/int8-one", "syntax", "int8", "a link to another block", "CAS-03",
     "links-are-targets"),
    ("storage", "storage[2 * 3 * int16, axis=[1, 0]]", "dimension/two-by-three", "syntax", "2 * 3 * int16",
     "a storage type outside its profile", "STORAGE-04", "storage-without-profile"),
    ("callable", "(int8) -> int8", "integer/int8-one", "syntax", "int8", "a function", "", ""),
    ("complex-int", "complex[int32]", "complex/float32-parts", "syntax", "complex[float32]", "a complex integer",
     "CPLX-02", "complex-of-any-number"),
    ("dimension-2-to-the-63", f"{_HUGE} * void", "void/void", "dimension", "void", f"a dimension of {told(_HUGE)}", "",
     ""),
    ("dimension-2-to-the-64", f"{_WRAPPING} * int8", "void/void", "dimension", "void",
     f"a dimension of {told(_WRAPPING)}", "", "numerals-wrap"),
    ("dimension-under-zero", f"0 * {_HUGE} * int64", "dimension/zero", "dimension", "0 * int64",
     f"a dimension of {told(_HUGE)} under one of 0", "", "numerals-without-sign"),
    ("bytes-2-to-the-63", f"bytes[{_HUGE}]", "bytes/fixed-1", "bytes", "bytes[1]", f"a size of {told(_HUGE)} bytes", "",
     ""),
    ("bytes-2-to-the-64-and-1", f"bytes[{_WRAPPING + 1}]", "bytes/fixed-1", "bytes", "bytes[1]",
     f"a size of {told(_WRAPPING + 1)} bytes", "", "numerals-wrap"),
    ("duplicate", "{x: int8, x: int8}", "struct/case", "duplicate", "{x: int8, X: int8}", "a name twice", "STRUCT-04",
     "names-may-repeat"),
    ("duplicate-inner", "var * {y: string, y: string}", "var/nested-empty", "duplicate", "var * int8",
     "a name twice in a row of structs", "STRUCT-04", "names-may-repeat"),
)  # fmt: skip

# Requests with an invalid type: (name, type string, the case whose value is written, class, description, another
# requirement, mutation that accepts it).
_REFUSED: Any = (
    ("any", "Any", "integer/int8-one", "TYPE_SYNTAX", "the pattern of all types", "ENC-04", "patterns-written"),
    ("pattern-row", "1 * T", "dimension/one", "TYPE_SYNTAX", "a row of a variable", "", "patterns-written"),
    ("dimension-2-to-the-63", f"{_HUGE} * void", "void/void", "TYPE_RANGE", f"a dimension of {told(_HUGE)}", "",
     "types-unchecked"),
    ("bytes-2-to-the-63", f"bytes[{_HUGE}]", "void/void", "TYPE_RANGE", f"a size of {told(_HUGE)} bytes", "",
     "types-unchecked"),
    ("duplicate", "{x: int8, x: int8}", "struct/case", "TYPE_DUP_FIELD", "a name twice", "", "names-may-repeat"),
    ("option-twice", "??int8", "sentinel/int8-neighbour", "TYPE_SYNTAX", "an option of an option", "OPT-07",
     "options-of-options"),
    ("merkle", "merkle[int8]", "integer/int8-one", "TYPE_SYNTAX", "a link to another block", "CAS-03",
     "links-are-targets"),
    ("storage", "storage[2 * 3 * int16, axis=[1, 0]]", "dimension/two-by-three", "TYPE_SYNTAX",
     "a storage type outside its profile", "STORAGE-04", "storage-without-profile"),
)  # fmt: skip


def _destinations() -> Iterator[Case]:
    for name, type, base, kind, meant, what, requirement, catches in DESTINATIONS:
        check, summary = {f"destination.{kind}": meant}, f"no type to read by: {what}"
        yield _DESTINATION.reject(name, type, base, [], check, summary, requirement, catches)
    check, summary = {"destination.bytes": "bytes[1]"}, "no type to read by: a size of 0 bytes"
    yield _DESTINATION.reject("bytes-0", "bytes[0]", "bytes/fixed-1", [], check, summary, also=["TYPE_SYNTAX"])
    for name, type, base, code, what, requirement, catches in _REFUSED:
        change, summary = replace_at("/context/type", type), f"no type to write by: {what}"
        row: Any = (f"encode-{name}", base, change, code, summary, f"DES-04 {requirement}", catches)
        yield _DESTINATION.refusal(*row)


def features() -> Iterator[Feature]:
    yield Feature("destination", "Destination types that are none", list(_destinations()))
