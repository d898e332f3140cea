"""Limits: what every codec takes, what a policy decides one beyond, and sizes that no input can hold."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, put
from goldenwire_reference.dynd.catalogue.composites import array
from goldenwire_reference.dynd.catalogue.words import Words, nested, sized, varint
from goldenwire_reference.dynd.tables import DEPTH, ELEMENTS, TYPE_LENGTH

_DEPTH, _LENGTH, _ELEMENTS, _SIZE = map(Words, ("limit-depth", "limit-type-length", "limit-elements", "declared-size"))

POLICY = "dynd.limits"

# Ways to nest: name -> (what is repeated, what is inside, what closes), so that n of them around it are n + 1 levels.
NESTS = {
    "pointers": ("pointer[", "int8", "]"), "arrays": ("array[", "int8", "]"), "arrays-of-any": ("array[", "array[Any]", "]"),
    "fixed": ("1 * ", "int8", ""), "var": ("var * ", "int8", ""), "tuples": ("(", "()", ")"), "structs": ("{a: ", "{}", "}"),
    "tuples-after": ("(int8, ", "int8", ")"),
}  # fmt: skip


def _depths() -> Iterator[Case]:
    for name, nest in NESTS.items():
        deep = nested(*nest[:2], DEPTH.most - 1, nest[2])
        yield _DEPTH.accept(f"type-{name}-64", "type", deep, "a type of 64 levels", "LIM-01")
        beyond = nested(*nest[:2], DEPTH.most, nest[2]).encode()
        yield _DEPTH.either(
            f"type-{name}-65", "type", POLICY, "a type of 65 levels", "LIM-05", "LIM-01", base="type/int32",
            edits=sized("value", "text", beyond),
        )  # fmt: skip
    options = nested("?pointer[", "int8", 31, "]")
    yield _DEPTH.accept("type-options-64", "type", f"pointer[{options}]", "options count as levels", "LIM-01")
    yield _DEPTH.either(
        "type-options-65", "type", POLICY, "options count as levels: 65 of them", "LIM-05", "LIM-01", base="type/int32",
        edits=sized("value", "text", f"?pointer[{options}]".encode()),
    )  # fmt: skip
    yield from _destinations()
    yield from _contents()


def _destinations() -> Iterator[Case]:
    """Destination types; beyond the limit they are refused before any data."""
    levels = DEPTH.most - 1
    row: Any = "5"
    for _ in range(levels):
        row = [row]
    for name, nest, value, data in (
        ("pointers", NESTS["pointers"], "5", b"\5"), ("fixed", NESTS["fixed"], row, b"\5"),
        ("var", NESTS["var"], row, bytes([1] * levels + [5])),
    ):  # fmt: skip
        yield _DEPTH.accept(
            f"{name}-64", nested(*nest[:2], levels, nest[2]), value, "data of a type of 64 levels", "LIM-01", "NEST-01"
        )
        deeper = nested(*nest[:2], levels + 1, nest[2])
        yield _DEPTH.either(
            f"{name}-65", deeper, POLICY, "a destination type of 65 levels", "LIM-05", "LIM-01",
            data=bytes([1]) + data if name == "var" else data,
        )  # fmt: skip
        yield _DEPTH.either_encode(
            f"encode-{name}-65", deeper, POLICY, value if name == "pointers" else [value], "LIMIT_DEPTH", f"{name}-64",
            "one level more", "a value of a type of 65 levels", "LIM-06", "LIM-01",
        )  # fmt: skip


def arrays(levels: int) -> Any:
    """An int8 within that many arrays of any type."""
    value = array("int8", "5")
    for _ in range(levels - 1):
        value = array("array[Any]", value)
    return value


def _contents() -> Iterator[Case]:
    """What an array carries goes on at the level where the array stands."""
    inner = b"\x0aarray[Any]"
    yield _DEPTH.accept("content-64", "array[Any]", arrays(63), "63 arrays, and a number at level 64", "LIM-01", "ARR-04")
    yield _DEPTH.either(
        "content-65", "array[Any]", POLICY, "64 arrays, and a number at level 65", "LIM-05", "LIM-01",
        data=inner * 63 + b"\4int8\5",
    )  # fmt: skip
    yield _DEPTH.either_encode(
        "encode-content-65", "array[Any]", POLICY, arrays(64), "LIMIT_DEPTH", "content-64", "one array more",
        "64 arrays, and a number at level 65", "LIM-06", "LIM-01",
    )  # fmt: skip
    for name, type, levels, wrap in (("deep", "array[Any]", 63, False), ("deep-in-tuple", "(array[Any])", 62, True)):
        for more, what in ((0, "64"), (1, "65")):
            text = nested("pointer[", "int8", levels - 1 + more, "]")
            summary = f"an array at level {1 + wrap} with a type that goes down to level {what}"
            if not more:
                value: Any = array(text, "5")
                yield _DEPTH.accept(f"{name}-64", type, [value] if wrap else value, summary, "LIM-01", "ARR-01")
            else:
                data = varint(len(text)) + text.encode() + b"\5"
                yield _DEPTH.either(f"{name}-65", type, POLICY, summary, "LIM-05", "LIM-01", data=data)


def _lengths() -> Iterator[Case]:
    def long(size: int) -> str:
        return f"{{{'x' * (size - 8)}: void}}"

    yield _LENGTH.accept("type-65535", "type", long(TYPE_LENGTH.most), "a type string of 65535 bytes", "LIM-02")
    yield _LENGTH.either(
        "type-65536", "type", POLICY, "a type string of 65536 bytes", "LIM-05", "LIM-02", base="type-65535",
        edits=sized("value", "text", long(TYPE_LENGTH.most + 1).encode()),
    )  # fmt: skip
    yield _LENGTH.either_encode(
        "encode-type-65536", "type", POLICY, long(TYPE_LENGTH.most + 1), "LIMIT_TYPE_LENGTH", "type-65535",
        "one byte more", "a type string of 65536 bytes", "LIM-06", "LIM-02",
    )  # fmt: skip
    many = f"({', '.join(['int8'] * 1000)})"
    yield _LENGTH.accept("many-fields", "type", many, "a type of a thousand fields", "LIM-02", "NEST-01")
    yield _LENGTH.accept(
        "array-65535", "array[Any]", array(long(TYPE_LENGTH.most), [None]), "the type of an array in 65535 bytes", "LIM-02"
    )
    yield _LENGTH.either(
        "array-65536", "array[Any]", POLICY, "the type of an array in 65536 bytes", "LIM-05", "LIM-02", base="array-65535",
        edits=sized("value.type", "text", long(TYPE_LENGTH.most + 1).encode()),
    )  # fmt: skip
    for size in (2**16, 2**32, 2**63, 2**64 - 1):
        yield _LENGTH.reject(
            f"size-{size}", "type", "type/int32", [put("value.size", varint(size))], {"type.length": None},
            f"a type string that claims {size} bytes", "VARINT-04", "LIM-05", also=["TRUNCATED"],
            then="TRUNCATED" if size <= TYPE_LENGTH.ceiling else "LIMIT_TYPE_LENGTH",
        )  # fmt: skip


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
        "counted-one-more", _COUNTED, POLICY, "2^20 + 1 values without bytes, of all kinds", "LIM-05", "LIM-04",
        base="counted-2-to-the-20", edits=[put("value.1.count", few + 1)],
    )  # fmt: skip
    over = [value[0], [None] * (few + 1), *value[2:]]
    yield _ELEMENTS.either_encode(
        "encode-counted-one-more", _COUNTED, POLICY, over, "LIMIT_ELEMENTS", "counted-2-to-the-20", "one element more",
        "2^20 + 1 values without bytes, of all kinds", "LIM-06", "LIM-04",
    )  # fmt: skip
    yield _ELEMENTS.accept("1000-voids", "1000 * void", [None] * 1000, "a thousand values without bytes", "LIM-04", "DIM-01")
    for count in (2**32, 2**40, 2**63 - 1, 2**63, 2**64 - 1):
        yield _ELEMENTS.reject(
            f"var-{count}", "var * void", "void/var", [put("value.count", varint(count))], {"elements": None},
            f"{count} elements that cost nothing", "LIM-05", "LIM-04", then="LIMIT_ELEMENTS",
        )  # fmt: skip
    fields = ", ".join(["void"] * 1000)
    for name, type in (
        ("fixed", f"{2**63 - 1} * void"), ("of-empty", f"{2**63 - 1} * 0 * int64"), ("of-tuples", f"{2**40} * ()"),
        ("product", "1024 * 1024 * 1024 * void"), ("wrapping-product", f"{2**32} * {2**32} * void"),
        ("fields", f"1048576 * ({fields})"), ("structs", f"{2**40} * {{a: void, b: ()}}"),
        ("pointers", f"{2**40} * pointer[void]"),
    ):  # fmt: skip
        yield _ELEMENTS.reject(
            f"bomb-{name}", type, "void/void", [], {"elements": None}, "a type whose values cost nothing and have no end",
            "LIM-05", "LIM-07", then="LIMIT_ELEMENTS",
        )  # fmt: skip


def _sizes() -> Iterator[Case]:
    """Sizes and counts beyond the input, some of which wrap around to what it holds."""
    yield _SIZE.accept("int64-row", "var * int64", ["1"], "one number of eight bytes", "VAR-01")
    yield _SIZE.accept("triple-row", "var * bytes[3]", ["000102"], "one string of three bytes", "VAR-01", "FB-01")
    yield _SIZE.accept("string-row", "var * string", ["a"], "one text", "VAR-01")
    for name, type, base, field, size in (
        ("bytes-4", "bytes", "varint/size-1", "value.size", 2), ("bytes-2-to-the-31", "bytes", "varint/size-1", "value.size", 2**31),
        ("bytes-2-to-the-32", "bytes", "varint/size-1", "value.size", 2**32), ("bytes-2-to-the-63", "bytes", "varint/size-1", "value.size", 2**63),
        ("bytes-2-to-the-64", "bytes", "varint/size-1", "value.size", 2**64 - 1), ("string-one-more", "string", "string/ascii", "value.size", 5),
        ("string-2-to-the-63", "string", "string/ascii", "value.size", 2**63), ("string-2-to-the-64", "string", "string/ascii", "value.size", 2**64 - 1),
        ("var-2-to-the-31", "var * int64", "int64-row", "value.count", 2**31), ("var-2-to-the-61", "var * int64", "int64-row", "value.count", 2**61),
        ("var-2-to-the-61-and-1", "var * int64", "int64-row", "value.count", 2**61 + 1), ("var-2-to-the-63", "var * int64", "int64-row", "value.count", 2**63),
        ("var-2-to-the-64", "var * int64", "int64-row", "value.count", 2**64 - 1),
        ("triples-wrapping", "var * bytes[3]", "triple-row", "value.count", (2**64 + 2) // 3),
        ("strings-2-to-the-40", "var * string", "string-row", "value.count", 2**40),
    ):  # fmt: skip
        yield _SIZE.reject(
            name, type, base, [put(field, varint(size))], "truncated", f"a {field[6:]} of {size}, beyond the input",
            "VARINT-04", "LIM-07",
        )  # fmt: skip
    for name, type in (
        ("fixed-greatest", f"{2**63 - 1} * int8"), ("fixed-wrapping", f"{2**61} * int64"), ("product-wrapping", f"{2**32} * {2**32} * int8"),
        ("bytes-greatest", f"bytes[{2**63 - 1}]"), ("product-of-63-bits", f"{2**63 - 1} * {2**63 - 1} * int128"),
        ("options", f"{2**62} * ?int32"), ("complex", f"{2**60} * complex[float64]"),
        ("structs", f"{2**61} * {{a: int32, b: int32}}"),
    ):  # fmt: skip
        yield _SIZE.reject(
            name, type, "void/void", [], "truncated", f"no input for {type}", "LIM-07", "LIM-03"
        )  # fmt: skip
    yield _SIZE.accept("rows-of-rows", "2 * var * string", [["a"], ["b"]], "two rows of texts", "VAR-03", "STR-01")
    yield _SIZE.reject(
        "second-count", "2 * var * string", "rows-of-rows", [put("value[1].count", varint(2**62))], "truncated",
        "the count of the second row is beyond the input", "VARINT-04",
    )  # fmt: skip
    yield _SIZE.accept("bools", "var * bool", [False, True], "two bools", "VAR-01", "BOOL-01")
    yield _SIZE.reject(
        "room-before-elements", "var * bool", "bools", [put("value.count", 3), put("value[0]", 2)],
        {"truncated": None, "bool": None}, "too few elements, one of which is bad: either is a reason", "DES-03", "BOOL-02",
    )  # fmt: skip


def features() -> Iterator[Feature]:
    yield Feature("limit-depth", "64 levels of types", list(_depths()))
    yield Feature("limit-type-length", "65535 bytes of a type string", list(_lengths()))
    yield Feature("limit-elements", "2^20 values without bytes", list(_elements()))
    yield Feature("declared-size", "Sizes and counts beyond the input", list(_sizes()))
