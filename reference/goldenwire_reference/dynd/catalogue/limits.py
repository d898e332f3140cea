"""Limits: what every codec takes, and what a policy decides beyond."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, append, insert, put
from goldenwire_reference.dynd.catalogue.words import Words, array, nested, sized, varint
from goldenwire_reference.dynd.tables import DEPTH, ELEMENTS, TYPE_LENGTH

_DEPTH, _LENGTH, _ELEMENTS = map(Words, ("limit-depth", "limit-type-length", "limit-elements"))

POLICY = "dynd.limits"

# Ways to nest: name -> (what is repeated, what is inside, what closes), so that n of them around it are n + 1 levels.
NESTS = {
    "pointers": ("pointer[", "int8", "]"),
    "arrays": ("array[", "int8", "]"),
    "arrays-of-any": ("array[", "array[Any]", "]"),
    "fixed": ("1 * ", "int8", ""),
    "var": ("var * ", "int8", ""),
    "tuples": ("(", "()", ")"),
    "structs": ("{a: ", "{}", "}"),
    "tuples-after": ("(int8, ", "int8", ")"),
}


def _depths() -> Iterator[Case]:
    for name, nest in NESTS.items():
        deep = nested(*nest[:2], DEPTH.most - 1, nest[2])
        yield _DEPTH.accept(f"type-{name}-64", "type", deep, "a type of 64 levels", "LIM-01")
        beyond = nested(*nest[:2], DEPTH.most, nest[2]).encode()
        yield _DEPTH.either(
            f"type-{name}-65",
            "type",
            POLICY,
            "a type of 65 levels",
            "LIM-05 LIM-01",
            base="type/int32",
            edits=sized("value", "text", beyond),
        )
    options = nested("?pointer[", "int8", 31, "]")
    yield _DEPTH.accept("type-options-64", "type", f"pointer[{options}]", "options count as levels", "LIM-01")
    yield _DEPTH.either(
        "type-options-65",
        "type",
        POLICY,
        "options count as levels: 65 of them",
        "LIM-05 LIM-01",
        base="type/int32",
        edits=sized("value", "text", f"?pointer[{options}]".encode()),
    )
    yield from _destinations()
    yield from _contents()


def _destinations() -> Iterator[Case]:
    """Destination types; beyond the limit they are refused before any data."""
    levels = DEPTH.most - 1
    row: Any = "5"
    for _ in range(levels):
        row = [row]
    for name, nest, value, data in (
        ("pointers", NESTS["pointers"], "5", b"\5"),
        ("fixed", NESTS["fixed"], row, b"\5"),
        ("var", NESTS["var"], row, bytes([1] * levels + [5])),
    ):
        yield _DEPTH.accept(
            f"{name}-64", nested(*nest[:2], levels, nest[2]), value, "data of a type of 64 levels", "LIM-01 NEST-01"
        )
        deeper = nested(*nest[:2], levels + 1, nest[2])
        yield _DEPTH.either(
            f"{name}-65",
            deeper,
            POLICY,
            "a destination type of 65 levels",
            "LIM-05 LIM-01",
            data=bytes([1]) + data if name == "var" else data,
        )
        yield _DEPTH.either_encode(
            f"encode-{name}-65",
            deeper,
            POLICY,
            value if name == "pointers" else [value],
            "LIMIT_DEPTH",
            f"{name}-64",
            "one level more",
            "a value of a type of 65 levels",
            "LIM-06 LIM-01",
        )


def arrays(levels: int) -> Any:
    """An int8 within that many arrays of any type."""
    value = array("int8", "5")
    for _ in range(levels - 1):
        value = array("array[Any]", value)
    return value


def _contents() -> Iterator[Case]:
    """What an array carries goes on at the level where the array stands."""
    inner = b"\x0aarray[Any]"
    yield _DEPTH.accept("content-64", "array[Any]", arrays(63), "63 arrays, and a number at level 64", "LIM-01 ARR-04")
    yield _DEPTH.either(
        "content-65",
        "array[Any]",
        POLICY,
        "64 arrays, and a number at level 65",
        "LIM-05 LIM-01",
        data=inner * 63 + b"\4int8\5",
    )
    yield _DEPTH.either_encode(
        "encode-content-65",
        "array[Any]",
        POLICY,
        arrays(64),
        "LIMIT_DEPTH",
        "content-64",
        "one array more",
        "64 arrays, and a number at level 65",
        "LIM-06 LIM-01",
    )
    for name, type, levels, wrap in (("deep", "array[Any]", 63, False), ("deep-in-tuple", "(array[Any])", 62, True)):
        for more, what in ((0, "64"), (1, "65")):
            text = nested("pointer[", "int8", levels - 1 + more, "]")
            summary = f"an array at level {1 + wrap} with a type that goes down to level {what}"
            if not more:
                value: Any = array(text, "5")
                yield _DEPTH.accept(f"{name}-64", type, [value] if wrap else value, summary, "LIM-01 ARR-01")
            else:
                data = varint(len(text)) + text.encode() + b"\5"
                yield _DEPTH.either(f"{name}-65", type, POLICY, summary, "LIM-05 LIM-01", data=data)


def _lengths() -> Iterator[Case]:
    longest = f"{{{'x' * (TYPE_LENGTH.most - 8)}: void}}"
    optional = [put("value.size", varint(TYPE_LENGTH.most + 1)), insert("value.text", b"?")]
    yield _LENGTH.accept("type-65535", "type", longest, "a type string of 65535 bytes", "LIM-02")
    yield _LENGTH.either(
        "type-65536", "type", POLICY, "a type string of 65536 bytes", "LIM-05 LIM-02", base="type-65535", edits=optional
    )
    yield _LENGTH.either_encode(
        "encode-type-65536",
        "type",
        POLICY,
        f"?{longest}",
        "LIMIT_TYPE_LENGTH",
        "type-65535",
        "one byte more",
        "a type string of 65536 bytes",
        "LIM-06 LIM-02",
    )
    many = f"({', '.join(['int8'] * 1000)})"
    yield _LENGTH.accept("many-fields", "type", many, "a type of a thousand fields", "LIM-02 NEST-01")
    yield _LENGTH.accept(
        "array-65535", "array[Any]", array(longest, [None]), "the type of an array in 65535 bytes", "LIM-02"
    )
    optional = [put("value.type.size", varint(TYPE_LENGTH.most + 1)), insert("value.type.text", b"?"), append(b"\0")]
    yield _LENGTH.either(
        "array-65536",
        "array[Any]",
        POLICY,
        "the type of an array in 65536 bytes",
        "LIM-05 LIM-02",
        base="array-65535",
        edits=optional,
    )
    for size in (2**16, 2**32, 2**63, 2**64 - 1):
        yield _LENGTH.reject(
            f"size-{size}",
            "type",
            "type/int32",
            [put("value.size", varint(size))],
            {"type.length": None},
            f"a type string that claims {size} bytes",
            "VARINT-04 LIM-05",
            also=["TRUNCATED"],
            then="TRUNCATED" if size <= TYPE_LENGTH.ceiling else "LIMIT_TYPE_LENGTH",
        )


# 62 zero-width values for every element: the element itself, and what 61 pointers lead to.
_POINTERS = nested("pointer[", "void", 61, "]")
_COUNTED = f"(var * {_POINTERS}, var * void, void, ?void, array[Any])"


def _elements() -> Iterator[Case]:
    """The counter adds up elements, fields, targets and contents of all kinds."""
    many = 16912
    few = ELEMENTS.most - 62 * many - 3
    value = [[None] * many, [None] * few, None, [None], array("void", None)]
    yield _ELEMENTS.accept("counted-2-to-the-20", _COUNTED, value, "2^20 values without bytes, of all kinds", "LIM-04")
    yield _ELEMENTS.either(
        "counted-one-more",
        _COUNTED,
        POLICY,
        "2^20 + 1 values without bytes, of all kinds",
        "LIM-05 LIM-04",
        base="counted-2-to-the-20",
        edits=[put("value.1.count", few + 1)],
    )
    over = [value[0], [None] * (few + 1), *value[2:]]
    yield _ELEMENTS.either_encode(
        "encode-counted-one-more",
        _COUNTED,
        POLICY,
        over,
        "LIMIT_ELEMENTS",
        "counted-2-to-the-20",
        "one element more",
        "2^20 + 1 values without bytes, of all kinds",
        "LIM-06 LIM-04",
    )
    rows = f"{many} * {nested('pointer[', 'void', 61, ']')}"
    yield _ELEMENTS.accept("fixed", rows, [None] * many, f"{many} elements and {61 * many} targets", "LIM-04")
    yield _ELEMENTS.either(
        "fixed-more",
        f"{many + 1} * pointer[{_POINTERS}]",
        POLICY,
        f"{many + 1} elements and {62 * (many + 1)} targets",
        "LIM-05 LIM-04",
        data=b"",
    )
    yield _ELEMENTS.accept(
        "1000-voids", "1000 * void", [None] * 1000, "a thousand values without bytes", "LIM-04 DIM-01"
    )
    for count in (2**32, 2**40, 2**63 - 1, 2**63, 2**64 - 1):
        yield _ELEMENTS.reject(
            f"var-{count}",
            "var * void",
            "void/var",
            [put("value.count", varint(count))],
            {"elements": None},
            f"{count} elements that cost nothing",
            "LIM-05 LIM-04",
            then="LIMIT_ELEMENTS",
        )
    fields = ", ".join(["void"] * 1000)
    for name, type in (
        ("fixed", f"{2**63 - 1} * void"),
        ("of-empty", f"{2**63 - 1} * 0 * int64"),
        ("of-tuples", f"{2**40} * ()"),
        ("product", "1024 * 1024 * 1024 * void"),
        ("wrapping-product", f"{2**32} * {2**32} * void"),
        ("fields", f"1048576 * ({fields})"),
        ("structs", f"{2**40} * {{a: void, b: ()}}"),
        ("pointers", f"{2**40} * pointer[void]"),
    ):
        yield _ELEMENTS.reject(
            f"bomb-{name}",
            type,
            "void/void",
            [],
            {"elements": None},
            "a type whose values cost nothing and have no end",
            "LIM-05 LIM-07",
            then="LIMIT_ELEMENTS",
        )


def features() -> Iterator[Feature]:
    yield Feature("limit-depth", "64 levels of types", list(_depths()))
    yield Feature("limit-type-length", "65535 bytes of a type string", list(_lengths()))
    yield Feature("limit-elements", "2^20 values without bytes", list(_elements()))
