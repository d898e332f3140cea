"""The constructs of DyND serialization that repeat or nest, for `goldenwire scale`."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.dynd.tables import DEPTH
from goldenwire_suite.suite import MANY, Construct

TEXT = 1 << 20  # bytes of a string
Json = Any


def _of(type: str, **profile: str) -> Callable[[int], Json]:
    """Return the context of a type, in which {n} stands for the number."""
    return lambda n: {"type": type.replace("{n}", str(n)), **profile}


def _fields(first: str, field: str, last: str) -> Callable[[int], Json]:
    """Return the context of a tuple or struct of n fields, in each of which {i} stands for its place."""
    return lambda n: {"type": first + ", ".join(field.replace("{i}", str(i)) for i in range(n)) + last}


def _nest(before: str, after: str = "", inside: str = "int8") -> Callable[[int], Json]:
    """Return the context of a type of n levels, the innermost included."""
    return lambda n: {"type": before * (n - 1) + inside + after * (n - 1)}


def _lists(n: int) -> Json:
    """Return an integer in n - 1 lists."""
    value: Json = "7"
    for _ in range(n - 1):
        value = [value]
    return value


def _numbers(n: int) -> Json:
    return [str(i) for i in range(n)]


def _transposed(n: int) -> Json:
    return [_numbers(n)] * 2


def _size(n: int) -> bytes:
    """Return the varint that stands before n elements."""
    return bytes((n,)) if n < 0x80 else bytes((n & 0x7F | 0x80,)) + _size(n >> 7)


CONSTRUCTS = (
    Construct("var", "elements of a var dimension", ("DYND-VAR-01",), _numbers, context=_of("var * int32")),
    Construct("fixed", "elements of a fixed dimension", ("DYND-DIM-01",), _numbers, context=_of("{n} * int32")),
    Construct(
        "rows",
        "rows of a var dimension in another one",
        ("DYND-VAR-03",),
        lambda n: [["7"]] * n,
        context=_of("var * var * int8"),
    ),
    Construct(
        "many-elements",
        "elements of one byte",
        ("DYND-VAR-01",),
        lambda n: ["7"] * n,
        data=lambda n: _size(n) + b"\x07" * n,
        context=_of("var * int8"),
        is_canonical=True,
        checked=MANY,
    ),
    Construct(
        "many-rows",
        "rows of one byte",
        ("DYND-VAR-03",),
        lambda n: [["7"]] * n,
        data=lambda n: _size(n) + b"\x01\x07" * n,
        context=_of("var * var * int8"),
        is_canonical=True,
        checked=MANY,
    ),
    Construct(
        "strings",
        "strings in a dimension",
        ("DYND-STR-01",),
        lambda n: [f"{i:x}" for i in range(n)],
        context=_of("var * string"),
    ),
    Construct(
        "options",
        "options with a sentinel, every other one missing",
        ("DYND-OPT-01",),
        lambda n: [["7"], None] * (n // 2) + [None] * (n % 2),
        context=_of("var * ?int32"),
    ),
    Construct(
        "tagged-options",
        "options with a tag, every other one missing",
        ("DYND-OPT-03",),
        lambda n: [["a"], None] * (n // 2) + [None] * (n % 2),
        context=_of("var * ?string"),
    ),
    Construct(
        "zero-width", "elements without bytes", ("DYND-LIM-04",), lambda n: [None] * n, context=_of("var * void")
    ),
    Construct(
        "arrays",
        "arrays that carry their type",
        ("DYND-ARR-01",),
        lambda n: [{"type": "int8", "value": "7"}] * n,
        context=_of("var * array[Any]"),
        most=50_000,
    ),
    Construct(
        "bytes", "bytes of a bytes", ("DYND-BYT-01",), lambda n: "c1" * n, context=_of("bytes"), most=TEXT, is_text=True
    ),
    Construct(
        "many-bytes",
        "bytes of a bytes: of these sizes 2^21 is the first that takes four bytes",
        ("DYND-VARINT-01", "DYND-BYT-01"),
        lambda n: "c1" * n,
        context=_of("bytes"),
        most=1 << 21,
        checked=1 << 21,
    ),
    Construct(
        "string",
        "characters of three bytes each in a string",
        ("DYND-STR-01",),
        lambda n: "€" * n,
        context=_of("string"),
        most=TEXT,  # whose size takes four bytes
        is_text=True,
    ),
    Construct(
        "tuple",
        "fields of a tuple",
        ("DYND-TUP-01", "DYND-LIM-02"),
        lambda n: ["7"] * n,
        context=_fields("(", "int8", ")"),
        most=10_900,
    ),
    Construct(
        "rows-of-tuples",
        "fields of a tuple, and as many dimensions of no such tuples",
        ("DYND-VAR-03", "DYND-TUP-01"),
        lambda n: [[]] * n,
        context=_fields("var * var * (", "int8", ")"),
        most=10_000,
    ),
    Construct(
        "struct",
        "fields of a struct",
        ("DYND-STRUCT-01", "DYND-LIM-02"),
        lambda n: ["7"] * n,
        context=_fields("{", "f{i}: int8", "}"),
        most=5_000,
    ),
    Construct(
        "type",
        "characters of a name in a type",
        ("DYND-TYPE-01", "DYND-LIM-02"),
        lambda n: "{" + "x" * n + ": int8}",
        context=_of("type"),
        most=65_500,
        is_text=True,
    ),
    Construct(
        "nested-dimensions",
        "levels of a type of dimensions",
        ("DYND-LIM-01",),
        _lists,
        context=_nest("var * "),
        most=DEPTH.most,
    ),
    Construct(
        "nested-pointers",
        "levels of a type of pointers",
        ("DYND-LIM-01",),
        lambda n: "7",
        context=_nest("pointer[", "]"),
        most=DEPTH.most,
    ),
    Construct(
        "deep-dimensions",
        "levels of a type, and no data",
        ("DYND-LIM-05", "DYND-LIM-08"),
        data=lambda n: b"",
        codes=("LIMIT_DEPTH", "TRUNCATED"),
        context=_nest("var * "),
        most=10_900,
    ),
    Construct(
        "deep-pointers",
        "levels of a type with brackets, and no data",
        ("DYND-LIM-05", "DYND-LIM-08"),
        data=lambda n: b"",
        codes=("LIMIT_DEPTH", "TRUNCATED"),
        context=_nest("pointer[", "]"),
        most=7_200,
    ),
    Construct(
        "claimed-rows",
        "bytes, which each of 63 counts before them claims for itself",
        ("DYND-DEC-02", "DYND-VARINT-04"),
        data=lambda n: _size(n) * (DEPTH.most - 1) + bytes(n),
        codes=("TRUNCATED",),
        operations=("decode",),
        context=lambda n: {"type": "var * " * (DEPTH.most - 1) + "int8"},
        most=400_000,
        checked=400_000,
    ),
    Construct(
        "storage",
        "columns of an array in another order",
        ("DYND-STORAGE-01",),
        _transposed,
        context=_of("storage[2 * {n} * int32, axis=[1, 0]]", profile="storage"),
        needs=("storage",),
        most=50_000,
    ),
    Construct(
        "cbor",
        "elements in a tag of CBOR",
        ("DYND-CBOR-03",),
        lambda n: {"type": "var * int32", "value": _numbers(n)},
        context=_of("array[Any]", profile="cbor"),
        needs=("cbor",),
    ),
    Construct(
        "cbor-text",
        "characters of a text in CBOR",
        ("DYND-CBOR-01",),
        lambda n: {"type": "string", "value": "a" * n},
        context=_of("array[Any]", profile="cbor"),
        needs=("cbor",),
        most=TEXT,
        is_text=True,
    ),
)
