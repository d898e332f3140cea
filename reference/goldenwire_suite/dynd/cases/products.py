"""Every constructor around every kind of type: rules that hold alone must also hold within one another."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.dynd.cases.builders import RowBuilder, array

_CORE = RowBuilder("product")
_STORED = RowBuilder("product-storage", "storage")
_CBOR = RowBuilder("product-cbor", "cbor")


class Inner(NamedTuple):
    """A kind of type, two of its values, and the requirements that its bytes exercise."""

    name: str
    type: str
    one: Any
    two: Any
    cited: str = ""


INNERS = (
    Inner("bool", "bool", True, False),
    Inner("int16", "int16", "258", "-2"),
    Inner("float32", "float32", "0x7f800001", "0xffc00002", "FLT-02"),
    Inner("complex", "complex[float32]", ["0x3f800000", "0x80000000"], ["0x7fc00001", "0x00000000"], "FLT-02"),
    Inner("void", "void", None, None),
    Inner("bytes", "bytes", "00ff", ""),
    Inner("fixed-bytes", "bytes[3]", "a0b1c2", "0d0a00"),
    Inner("string", "string", "a\u00df", ""),
    Inner("char", "char", "\u20ac", "z"),
    Inner("type", "type", "?int8", "void", "TYPE-02"),
    Inner("row", "2 * int16", ["1", "2"], ["3", "-4"]),
    Inner("bools", "2 * bool", [True, False], [False, False]),
    Inner("var", "var * string", ["a", ""], []),
    Inner("empty", "()", [], []),
    Inner("tuple", "(int8, bool)", ["5", True], ["-5", False]),
    Inner("struct", "{x: int16, y: string}", ["1", "b"], ["2", ""]),
    Inner("option", "?bool", [True], None, "OPT-01 OPT-02"),
    Inner("tagged", "?uint16", None, ["65535"], "OPT-02 OPT-03"),
    Inner("pointer", "pointer[int16]", "1", "-1"),
    Inner("array", "array[Any]", array("bool", True), array("()", [])),
    Inner("known", "array[int8]", array("int8", "1"), array("int8", "-1"), "ARR-02"),
)

# Numbers that few languages support, in rows.
_WIDE = (
    Inner("int128", "int128", str(-(2**127)), str(2**64), "INT-04"),
    Inner("uint128", "uint128", str(2**128 - 1), str(2**127), "INT-05"),
    Inner("float16", "float16", "0x3e00", "0xfc00", "FLT-04"),
    Inner("float128", "float128", "0x3fff8000000000000000000000000001", "0x8000" + "0" * 28, "FLT-04"),
    Inner(
        "complex-double",
        "complex[float64]",
        ["0x7ff0000000000000", "0x8000000000000000"],
        ["0x0000000000000001"] * 2,
        "FLT-02",
    ),
)

_Value = Callable[[Inner], Any]

# Constructors: name -> (type around `{}`, its value from two values, description, requirements).
OUTERS: dict[str, tuple[str, _Value, str, str]] = {
    "row": ("2 * {}", lambda of: [of.one, of.two], "two values of {}, one directly after the other", "DIM-01"),
    "var": ("var * {}", lambda of: [of.one, of.two, of.two], "a count of 3, then three values of {}", "VAR-01"),
    "tuple": ("(int8, {0}, {0})", lambda of: ["7", of.one, of.two],
              "a tuple of a number and two values of {}, with nothing between the fields", "TUP-01"),
    "tuples": ("2 * ({}, int8)", lambda of: [[of.one, "7"], [of.two, "8"]],
               "two tuples of a value of {} and a number, with nothing between them", "TUP-01 DIM-01"),
    "struct": ("{{a: {0}, b: {0}}}", lambda of: [of.two, of.one],
               "a struct with two fields of {}, whose names are not in the bytes", "STRUCT-01"),
    "option": ("?({}, int8)", lambda of: [[of.one, "7"]],
               "an available tuple: the tag 01, then a value of {} and a number", "OPT-02 OPT-03"),
    "pointer": ("(pointer[{0}], {0})", lambda of: [of.one, of.two],
                "a pointer to a value of {}, then a value without a pointer: the pointer adds no bytes", "PTR-01"),
    "any": ("2 * array[Any]", lambda of: [array(of.type, of.two), array(of.type, of.one)],
            "two values of {}, each with this type in front", "ARR-01"),
    "known": ("array[{}]", lambda of: array(of.type, of.two),
              "array[{0}], with the type given: it is written all the same", "ARR-02"),
}  # fmt: skip


def _core() -> Iterator[Case]:
    for outer, (form, value, what, requirements) in OUTERS.items():
        for inner in (*INNERS, *(_WIDE if outer in ("row", "tuples") else ())):
            type = form.format(inner.type)
            named = " TYPE-02" if outer == "any" and not inner.type.isalnum() else ""
            row: Any = (f"{outer}-of-{inner.name}", type, value(inner), what.format(inner.type))
            yield _CORE.accept(*row, f"{requirements} {inner.cited}{named}")


def _stored() -> Iterator[Case]:
    """Stored arrays of every kind of element that is not a dimension."""
    for inner in INNERS:
        if inner.name not in ("row", "bools", "var", "void", "empty"):
            type = f"storage[2 * 2 * {inner.type}, axis=[1, 0]]"
            row: Any = (f"stored-{inner.name}", type, [[inner.one, inner.one], [inner.two, inner.two]])
            summary = f"two rows of two values of {inner.type}, stored column by column"
            yield _STORED.accept(*row, summary, f"STORAGE-02 {inner.cited}")


# Types with an item of their own.
_SIMPLE = ("bool", "bytes", "string")


def _cbor() -> Iterator[Case]:
    for inner in INNERS:
        held = array(inner.type, inner.two if inner.name in ("array", "string") else inner.one)
        form, how = "CBOR-03", f"the DyND tag, with the type {inner.type} though it is given"
        if inner.name in _SIMPLE:
            form, how = "CBOR-02", f"a value of {inner.type} is a CBOR item of its own"
        row: Any = (f"known-{inner.name}", f"array[{inner.type}]", held, f"array[{inner.type}] as CBOR: {how}")
        yield _CBOR.accept(*row, f"CBOR-06 {form} {inner.cited}")


def features() -> Iterator[Feature]:
    yield Feature("product", "Constructors around types of every kind", list(_core()))
    yield Feature("product-storage", "Profile storage: elements of every kind", list(_stored()))
    yield Feature("product-cbor", "Profile cbor: contents of every known kind", list(_cbor()))
