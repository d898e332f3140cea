"""Inputs that end early, and inputs that go on."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, append, cut, cut_end, put
from goldenwire_reference.dynd.catalogue.numbers import float_id, integer_id
from goldenwire_reference.dynd.catalogue.words import INTEGERS, Words, slug

_TRUNCATION, _TRAILING = map(Words, ("truncation", "trailing"))

# Bases, their types, what they show, and fields of which a byte is missing: (field, bytes of it that are there).
CUTS = {
    "var/three-int32": (
        "var * int32",
        "VAR-01",
        (("value.count", 0), ("value[0]", 0), ("value[2]", 0), ("value[2]", 3)),
    ),
    "var/count-of-strings": (
        "var * string",
        "VAR-02",
        (("value[0].size", 0), ("value[0].text", 1), ("value[2].size", 0), ("value[2].text", 0)),
    ),
    "var/nested": (
        "var * var * int8",
        "VAR-03",
        (("value[0][1]", 0), ("value[1].count", 0), ("value[2].count", 0), ("value[2][0]", 0)),
    ),
    "varint/size-300": (
        "bytes",
        "BYT-01",
        (("value.size", 0), ("value.size", 1), ("value.bytes", 0), ("value.bytes", 299)),
    ),
    "string/two-byte": ("string", "STR-01", (("value.size", 0), ("value.text", 0), ("value.text", 3))),
    "type/var": ("type", "TYPE-01", (("value.size", 0), ("value.text", 0), ("value.text", 5))),
    "tuple/mixed": (
        "(bool, string, var * int8, bytes[2])",
        "TUP-01",
        (("value.0", 0), ("value.1.size", 0), ("value.2.count", 0), ("value.2[1]", 0), ("value.3", 1)),
    ),
    "struct/three-fields": (
        "{a: int32, b: string, c: float64}",
        "STRUCT-01",
        (("value.a", 3), ("value.b.size", 0), ("value.b.text", 0), ("value.c", 0), ("value.c", 7)),
    ),
    "array/any-row": (
        "array[Any]",
        "ARR-01",
        (
            ("value.type.size", 0),
            ("value.type.text", 0),
            ("value.type.text", 5),
            ("value.value[0]", 0),
            ("value.value[1]", 1),
        ),
    ),
    "array/any-any": (
        "array[Any]",
        "ARR-04",
        (("value.value.type.size", 0), ("value.value.type.text", 2), ("value.value.value", 0)),
    ),
    "tag/string-available": ("?string", "OPT-03", (("value.tag", 0), ("value.size", 0))),
    "tag/uint64-available": ("?uint64", "OPT-03", (("value", 0), ("value", 7))),
    "sentinel/row-int16": ("4 * ?int16", "OPT-01", (("value[0]", 0), ("value[1]", 1), ("value[3]", 1))),
    "sentinel/complex-float64-missing": ("?complex[float64]", "OPT-02", (("value", 0), ("value", 8), ("value", 15))),
    "complex/float32-parts": ("complex[float32]", "CPLX-01", (("value.re", 0), ("value.im", 0), ("value.im", 3))),
    "pointer/fields": ("(pointer[string], pointer[string])", "PTR-02", (("value.1.size", 0), ("value.1.text", 0))),
    "dimension/two-by-three": ("2 * 3 * int16", "DIM-02", (("value[0][0]", 0), ("value[1][0]", 0), ("value[1][2]", 1))),
    "dimension/of-strings": ("2 * string", "DIM-01", (("value[1].size", 0), ("value[1].text", 1))),
    "char/fixed": ("5 * char", "CHAR-02", (("value[4]", 0),)),
    "bytes/fixed-4": ("bytes[4]", "FB-01", (("value", 0), ("value", 3))),
    "tag/both": ("?2 * ?int8", "OPT-08", (("value.tag", 0), ("value[0]", 0), ("value[1]", 0))),
    "pointer/twice": ("pointer[pointer[int16]]", "PTR-01", (("value", 0), ("value", 1))),
    "float/float128-third": ("float128", "FLT-03", (("value", 10),)),
    "bool/true": ("bool", "BOOL-01", (("value", 0),)),
}


def _truncations() -> Iterator[Case]:
    for base, (type, requirement, places) in CUTS.items():
        for field, kept in places:
            within = f"{kept} bytes into" if kept else "before"
            name = f"{slug(base)}-{'in' if kept else 'before'}-{slug(field)}{f'-{kept}' if kept else ''}"
            yield _TRUNCATION.reject(
                name,
                type,
                base,
                [cut(field, kept)],
                "truncated",
                f"the input ends {within} {field}",
                "DES-03",
                requirement,
            )
    for type in INTEGERS:
        base = f"integer/{type}-{'one' if type.endswith('int8') else 'rising'}"
        yield _TRUNCATION.reject(
            type,
            type,
            base,
            [cut_end()],
            "truncated",
            f"the last byte of {type} is missing",
            "DES-03",
            integer_id(type),
        )
    for type in ("float16", "float32", "float64", "float128"):
        base = f"float/{type}-one-and-a-half"
        yield _TRUNCATION.reject(
            type,
            type,
            base,
            [cut_end()],
            "truncated",
            f"the last byte of a {type} is missing",
            "DES-03",
            float_id(type),
        )
    for octets, size in (("80", 1), ("8080", 2), ("808080808080808080", 9)):
        yield _TRUNCATION.reject(
            f"varint-of-{size}",
            "bytes",
            "varint/size-1",
            [put("value.size", bytes.fromhex(octets)), put("value.bytes", b"")],
            "truncated",
            f"the input ends after {size} byte{'s' * (size > 1)} of a varint",
            "DES-03 VARINT-01",
        )


def _trailings() -> Iterator[Case]:
    for base, type in (
        ("bool/true", "bool"),
        ("integer/int32-one", "int32"),
        ("float/float64-one-and-a-half", "float64"),
        ("complex/float32-parts", "complex[float32]"),
        ("void/void", "void"),
        ("bytes/fixed-4", "bytes[4]"),
        ("bytes/any", "bytes"),
        ("string/ascii", "string"),
        ("type/int32", "type"),
        ("dimension/five-int32", "5 * int32"),
        ("dimension/zero", "0 * int64"),
        ("var/three-int32", "var * int32"),
        ("var/empty", "var * int32"),
        ("tuple/empty", "()"),
        ("tuple/one", "(int8)"),
        ("struct/order", "{z: int8, a: int8, m: int8}"),
        ("struct/empty", "{}"),
        ("sentinel/int32-missing", "?int32"),
        ("tag/string-missing", "?string"),
        ("tag/string-available", "?string"),
        ("pointer/int32", "pointer[int32]"),
        ("array/concrete", "array[int8]"),
        ("array/any-void", "array[Any]"),
    ):
        rest = b"\1" if base.endswith("ing") else b"\0"
        yield _TRAILING.reject(
            slug(base),
            type,
            base,
            [append(rest)],
            "trailing",
            f"a byte after a value of {type}",
            "DES-02 UNIQ-02",
            *_SHOWN.get(base, ()),
        )
    yield _TRAILING.reject(
        "second-value",
        "int32",
        "integer/int32-one",
        [append(b"\2\0\0\0")],
        "trailing",
        "a second value",
        "DES-02 SCOPE-01",
    )


# What a byte too many shows besides.
_SHOWN = {
    "void/void": ["VOID-01"],
    "dimension/zero": ["DIM-03"],
    "tuple/one": ["TUP-01"],
    "struct/order": ["STRUCT-01"],
}


def features() -> Iterator[Feature]:
    yield Feature("truncation", "Inputs that end early", list(_truncations()))
    yield Feature("trailing", "Inputs that go on", list(_trailings()))
