"""Inputs that end early, and inputs with extra bytes."""

import re
from collections.abc import Iterator
from typing import Any

from goldenwire_reference.wording import plural
from goldenwire_suite.cases import Case, Feature, append, cut, cut_end, put
from goldenwire_suite.dynd.cases.builders import INTEGERS, RowBuilder, slug

_TRUNCATION, _TRAILING = map(RowBuilder, ("truncation", "trailing"))

# Bases, their types, other requirements, and fields that lack a byte: (field, bytes that are present).
CUTS = (
    ("var/three-int32", "var * int32", "", (("value.count", 0), ("value[0]", 0), ("value[2]", 0), ("value[2]", 3))),
    ("var/count-of-strings", "var * string", "",
     (("value[0].size", 0), ("value[0].text", 1), ("value[2].size", 0), ("value[2].text", 0))),
    ("var/nested", "var * var * int8", "",
     (("value[0][1]", 0), ("value[1].count", 0), ("value[2].count", 0), ("value[2][0]", 0))),
    ("varint/size-300", "bytes", "", (("value.size", 0), ("value.size", 1), ("value.bytes", 0), ("value.bytes", 299))),
    ("string/two-byte", "string", "", (("value.size", 0), ("value.text", 0), ("value.text", 3))),
    ("type/var", "type", "", (("value.size", 0), ("value.text", 0), ("value.text", 5))),
    ("tuple/mixed", "(bool, string, var * int8, bytes[2])", "",
     (("value.0", 0), ("value.1.size", 0), ("value.2.count", 0), ("value.2[1]", 0), ("value.3", 1))),
    ("struct/three-fields", "{a: int32, b: string, c: float64}", "",
     (("value.a", 3), ("value.b.size", 0), ("value.b.text", 0), ("value.c", 0), ("value.c", 7))),
    ("array/any-row", "array[Any]", "",
     (("value.type.size", 0), ("value.type.text", 0), ("value.type.text", 5), ("value.value[0]", 0),
      ("value.value[1]", 1))),
    ("array/any-any", "array[Any]", "ARR-04",
     (("value.value.type.size", 0), ("value.value.type.text", 2), ("value.value.value", 0))),
    ("tag/string-available", "?string", "", (("value.tag", 0), ("value.size", 0))),
    ("tag/uint64-available", "?uint64", "OPT-02", (("value", 0), ("value", 7))),
    ("sentinel/row-int16", "4 * ?int16", "", (("value[0]", 0), ("value[1]", 1))),
    ("sentinel/row-int16", "4 * ?int16", "OPT-02", (("value[3]", 1),)),
    ("sentinel/complex-float64-missing", "?complex[float64]", "", (("value", 0),)),
    ("sentinel/complex-float64-missing", "?complex[float64]", "OPT-02", (("value", 8), ("value", 15))),
    ("complex/float32-parts", "complex[float32]", "", (("value.re", 0), ("value.im", 0), ("value.im", 3))),
    ("pointer/fields", "(pointer[string], pointer[string])", "", (("value.1.size", 0), ("value.1.text", 0))),
    ("dimension/two-by-three", "2 * 3 * int16", "", (("value[0][0]", 0), ("value[1][0]", 0), ("value[1][2]", 1))),
    ("dimension/of-strings", "2 * string", "", (("value[1].size", 0), ("value[1].text", 1))),
    ("char/fixed", "5 * char", "", (("value[4]", 0),)),
    ("bytes/fixed-4", "bytes[4]", "", (("value", 0), ("value", 3))),
    ("tag/both", "?2 * ?int8", "OPT-08", (("value.tag", 0), ("value[0]", 0), ("value[1]", 0))),
    ("pointer/twice", "pointer[pointer[int16]]", "", (("value", 0), ("value", 1))),
    ("float/float128-third", "float128", "FLT-04", (("value", 10),)),
    ("bool/true", "bool", "", (("value", 0),)),
)  # fmt: skip


# Numbers that the draft does not name: a resolution defines their widths.
_WIDTHS = {"int128": "INT-04", "uint128": "INT-05", "float16": "FLT-04", "float128": "FLT-04"}


# The content of the truncated arrays.
_ARRAYS = {"array/any-any": "an array in an array", "array/any-row": "an array of a row of numbers"}


def _in(field: str, kept: int) -> list[int]:
    """Return the numbers that describe where an input ends."""
    return [kept, *map(int, re.findall(r"\d+", field))]


def _truncations() -> Iterator[Case]:
    for base, type, cited, places in CUTS:
        for field, kept in places:
            name = f"{slug(base)}-{'in' if kept else 'before'}-{slug(field)}{f'-{kept}' if kept else ''}"
            where = f"{plural(kept, 'byte')} into" if kept else "before"
            what = f"a missing {type}" if base.endswith("-missing") else _ARRAYS.get(base, type)
            summary = f"{what}: the input ends {where} {field}"
            yield _TRUNCATION.reject(
                name, type, base, cut(field, kept), "truncated", summary, cited, numbers=_in(field, kept)
            )
    for type in (*INTEGERS, "float16", "float32", "float64", "float128"):
        base = f"integer/{type}-{'one' if type.endswith('int8') else 'all-bytes-differ'}"
        base = f"float/{type}-one-and-a-half" if "float" in type else base
        summary = f"the last byte of {'an' if type.startswith('i') else 'a'} {type} is missing"
        cited = _WIDTHS.get(type, "")
        yield _TRUNCATION.reject(type, type, base, cut_end(), "truncated", summary, cited)
    for size in (1, 2, 9):
        change, summary = [put("value.size", b"\x80" * size), put("value.bytes", b"")], ""
        summary = f"the input ends inside a size, after {plural(size, 'byte')} of it that say that another follows"
        row: Any = (f"varint-of-{size}", "bytes", "varint/size-1", change, "truncated", summary)
        yield _TRUNCATION.reject(*row, "VARINT-01" if size == 9 else "", numbers=[size])


# A value of each kind, followed by an extra byte: (base, type, other requirements, mutation that accepts it).
_WHOLE: Any = (
    ("bool/true", "bool", "", ""),
    ("integer/int32-one", "int32", "", ""),
    ("float/float64-one-and-a-half", "float64", "", ""),
    ("complex/float32-parts", "complex[float32]", "", ""),
    ("void/void", "void", "VOID-01", "void-is-a-byte"),
    ("bytes/fixed-4", "bytes[4]", "", ""),
    ("bytes/any", "bytes", "", ""),
    ("string/ascii", "string", "", "text-with-a-nul"),
    ("type/int32", "type", "", ""),
    ("dimension/five-int32", "5 * int32", "", ""),
    ("dimension/zero", "0 * int64", "DIM-03", "nothing-is-a-zero"),
    ("var/three-int32", "var * int32", "", ""),
    ("var/empty", "var * int32", "", ""),
    ("tuple/empty", "()", "TUP-01", "nothing-is-a-zero"),
    ("tuple/one", "(int8)", "", ""),
    ("struct/order", "{z: int8, a: int8, m: int8}", "", ""),
    ("struct/empty", "{}", "STRUCT-01", "nothing-is-a-zero"),
    ("sentinel/int32-missing", "?int32", "", ""),
    ("tag/string-available", "?string", "", "text-with-a-nul"),
    ("pointer/int32", "pointer[int32]", "", ""),
    ("array/concrete", "array[int8]", "", ""),
    ("array/any-void", "array[Any]", "", "void-is-a-byte"),
)  # fmt: skip


def _trailings() -> Iterator[Case]:
    for base, type, cited, catches in _WHOLE:
        state = {"var/empty": "an empty ", "sentinel/int32-missing": "a missing "}.get(base, "a value of ")
        row: Any = (
            slug(base),
            type,
            base,
            append(b"\0"),
            "trailing",
            f"a zero byte after {state}{type}",
            f"UNIQ-02 {cited}",
        )
        yield _TRAILING.reject(*row, catches)
    change, summary = append(b"\2\0\0\0"), "a second value of int32"
    row = ("second-value", "int32", "integer/int32-one", change, "trailing", summary, "SCOPE-01", "runs-of-values")
    yield _TRAILING.reject(*row)


def features() -> Iterator[Feature]:
    yield Feature("truncation", "Inputs that end early", list(_truncations()))
    yield Feature("trailing", "Inputs that go on", list(_trailings()))
