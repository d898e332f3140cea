"""Sizes and counts that no input can hold."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, put
from goldenwire_reference.dynd.catalogue.words import Words, varint

_SIZE = Words("declared-size")


def _sizes() -> Iterator[Case]:
    """Sizes and counts beyond the input, some of which wrap around to what it holds."""
    yield _SIZE.accept("int64-row", "var * int64", ["1"], "one number of eight bytes", "VAR-01")
    yield _SIZE.accept("triple-row", "var * bytes[3]", ["000102"], "one string of three bytes", "VAR-01 FB-01")
    yield _SIZE.accept("string-row", "var * string", ["a"], "one text", "VAR-01")
    for name, type, base, field, size in (
        ("bytes-4", "bytes", "varint/size-1", "value.size", 2),
        ("bytes-2-to-the-31", "bytes", "varint/size-1", "value.size", 2**31),
        ("bytes-2-to-the-32", "bytes", "varint/size-1", "value.size", 2**32),
        ("bytes-2-to-the-63", "bytes", "varint/size-1", "value.size", 2**63),
        ("bytes-2-to-the-64", "bytes", "varint/size-1", "value.size", 2**64 - 1),
        ("string-one-more", "string", "string/ascii", "value.size", 5),
        ("string-2-to-the-63", "string", "string/ascii", "value.size", 2**63),
        ("string-2-to-the-64", "string", "string/ascii", "value.size", 2**64 - 1),
        ("var-2-to-the-31", "var * int64", "int64-row", "value.count", 2**31),
        ("var-2-to-the-61", "var * int64", "int64-row", "value.count", 2**61),
        ("var-2-to-the-61-and-1", "var * int64", "int64-row", "value.count", 2**61 + 1),
        ("var-2-to-the-63", "var * int64", "int64-row", "value.count", 2**63),
        ("var-2-to-the-64", "var * int64", "int64-row", "value.count", 2**64 - 1),
        ("triples-wrapping", "var * bytes[3]", "triple-row", "value.count", (2**64 + 2) // 3),
        ("strings-2-to-the-40", "var * string", "string-row", "value.count", 2**40),
    ):
        yield _SIZE.reject(
            name,
            type,
            base,
            [put(field, varint(size))],
            "truncated",
            f"a {field[6:]} of {size}, beyond the input",
            "VARINT-04 LIM-07 DEC-02",
        )
    for name, type in (
        ("fixed-greatest", f"{2**63 - 1} * int8"),
        ("fixed-wrapping", f"{2**61} * int64"),
        ("product-wrapping", f"{2**32} * {2**32} * int8"),
        ("bytes-greatest", f"bytes[{2**63 - 1}]"),
        ("product-of-63-bits", f"{2**63 - 1} * {2**63 - 1} * int128"),
        ("options", f"{2**62} * ?int32"),
        ("complex", f"{2**60} * complex[float64]"),
        ("structs", f"{2**61} * {{a: int32, b: int32}}"),
    ):
        yield _SIZE.reject(name, type, "void/void", [], "truncated", f"no input for {type}", "LIM-07 LIM-03")
    yield _SIZE.accept("rows-of-rows", "2 * var * string", [["a"], ["b"]], "two rows of texts", "VAR-03 STR-01")
    yield _SIZE.reject(
        "second-count",
        "2 * var * string",
        "rows-of-rows",
        [put("value[1].count", varint(2**62))],
        "truncated",
        "the count of the second row is beyond the input",
        "VARINT-04",
    )
    yield _SIZE.accept("bools", "var * bool", [False, True], "two bools", "VAR-01 BOOL-01")
    yield _SIZE.reject(
        "room-before-elements",
        "var * bool",
        "bools",
        [put("value.count", 3), put("value[0]", 2)],
        {"truncated": None, "bool": None},
        "too few elements, one of which is bad: either is a reason",
        "DES-03 BOOL-02",
    )


def features() -> Iterator[Feature]:
    yield Feature("declared-size", "Sizes and counts beyond the input", list(_sizes()))
