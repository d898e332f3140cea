"""Arrays, which carry their type."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, append, cut_end, remove
from goldenwire_reference.dynd.catalogue.words import Words, array, sized

_ARRAY = Words("array")


def _arrays() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _ARRAY.accept(name, type, value, summary, *requirements)

    yield accept("any-int8", "array[Any]", array("int8", "5"), "the type, then the data", "ARR-01 SER-03")
    yield accept("any-string", "array[Any]", array("string", "abc"), "a text with its type", "ARR-01")
    yield accept("any-void", "array[Any]", array("void", None), "a type, and no data", "ARR-01 VOID-01")
    yield accept(
        "any-row", "array[Any]", array("3 * int32", ["1", "2", "3"]), "a dimension is in the type", "ARR-01 ARR-03"
    )
    yield accept(
        "any-var", "array[Any]", array("var * int32", ["1", "2", "3"]), "the count is in the data", "ARR-01 VAR-01"
    )
    yield accept(
        "any-struct",
        "array[Any]",
        array("{x: int8, 'a b': ?bool}", ["1", None]),
        "names are in the type",
        "ARR-01 STRUCT-01 TYPE-04",
    )
    yield accept(
        "any-option", "array[Any]", array("?int32", None), "the type of a missing value", "ARR-01 OPT-01 OPT-02"
    )
    yield accept("any-type", "array[Any]", array("type", "type"), "a type whose value is itself", "ARR-01 TYPE-01")
    yield accept(
        "any-pointer", "array[Any]", array("pointer[int8]", "5"), "pointer[T] and T are two types", "ARR-01 PTR-01"
    )
    yield accept("any-empty-tuple", "array[Any]", array("()", []), "the tuple without fields", "ARR-01")
    yield accept("concrete", "array[int8]", array("int8", "5"), "the type is written though it is known", "ARR-02")
    yield accept(
        "concrete-struct", "array[{x: int8}]", array("{x: int8}", ["5"]), "a struct's type is written too", "ARR-02"
    )
    yield accept("any-any", "array[Any]", array("array[Any]", array("int8", "5")), "an array in an array", "ARR-04")
    yield accept(
        "any-concrete",
        "array[Any]",
        array("array[int8]", array("int8", "5")),
        "an array of a known type in an array",
        "ARR-04 ARR-02",
    )
    yield accept(
        "concrete-any",
        "array[array[Any]]",
        array("array[Any]", array("bool", True)),
        "an array of arrays of any type",
        "ARR-02 ARR-04",
    )
    yield accept(
        "row",
        "var * array[Any]",
        [array("int8", "1"), array("bool", True), array("string", "x")],
        "each element has its own type",
        "ARR-01 VAR-01",
    )
    yield accept(
        "optional-there", "?array[Any]", [array("int8", "1")], "an array that is there", "ARR-01 OPT-03 OPT-02"
    )
    for name, text, what in (
        ("wider", "int16", "a wider number"),
        ("unsigned", "uint8", "an unsigned number"),
        ("option", "?int8", "an option"),
        ("pointer", "pointer[int8]", "a pointer, whose bytes are alike"),
        ("tuple", "(int8)", "a tuple, whose bytes are alike"),
        ("row", "1 * int8", "a row, whose bytes are alike"),
        ("array", "array[int8]", "the type of the array itself"),
    ):
        yield _ARRAY.reject(
            f"mismatch-{name}",
            "array[int8]",
            "concrete",
            sized("value.type", "text", text.encode()),
            {"array.mismatch": None},
            f"{what} in array[int8]",
            "ARR-02",
            then=_THEN.get(name),
        )
    yield _ARRAY.reject(
        "mismatch-name",
        "array[{x: int8}]",
        "concrete-struct",
        sized("value.type", "text", b"{y: int8}"),
        {"array.mismatch": None},
        "a field of another name",
        "ARR-02",
    )
    yield _ARRAY.reject(
        "mismatch-inner",
        "array[array[Any]]",
        "concrete-any",
        sized("value.type", "text", b"array[bool]"),
        {"array.mismatch": None},
        "array[bool] is not array[Any]",
        "ARR-02 ARR-04",
    )
    yield _ARRAY.reject(
        "type-left-out",
        "array[int8]",
        "concrete",
        [remove("value.type.size", "value.type.text")],
        "truncated",
        "the data of a known type without the type",
        "ARR-02",
    )
    yield _ARRAY.reject(
        "data-left-out", "array[Any]", "any-int8", [cut_end()], "truncated", "a type, and no data", "ARR-01 DES-03"
    )
    yield _ARRAY.reject(
        "data-twice", "array[Any]", "any-int8", [append(b"\6")], "trailing", "a type, and data for two", "ARR-01 DES-02"
    )
    yield _ARRAY.reject(
        "any-written",
        "array[Any]",
        "any-int8",
        sized("value.type", "text", b"Any"),
        {"type.syntax": "int8"},
        "the pattern instead of the type",
        "ARR-03",
    )
    yield from _array_refusals()


_THEN = {"wider": "TRUNCATED", "array": "TRUNCATED"}


def _array_refusals() -> Iterator[Case]:
    for name, type, base, value, code, edit, requirement in (
        ("mismatch", "array[int8]", "concrete", array("int16", "5"), "ARRAY_TYPE_MISMATCH", "int16", "ARR-02"),
        (
            "mismatch-pointer",
            "array[int8]",
            "concrete",
            array("pointer[int8]", "5"),
            "ARRAY_TYPE_MISMATCH",
            "a pointer",
            "ARR-02",
        ),
        ("any", "array[Any]", "any-int8", array("Any", "5"), "TYPE_SYNTAX", "the type Any", "ARR-03"),
        ("alias", "array[Any]", "any-int8", array("int", "5"), "TYPE_SYNTAX", "the type int", "TYPE-03"),
        (
            "range",
            "array[Any]",
            "any-int8",
            array(f"{2**63} * void", []),
            "TYPE_RANGE",
            "a dimension of 2^63",
            "DIM-04",
        ),
        (
            "duplicate",
            "array[Any]",
            "any-struct",
            array("{x: int8, x: int8}", ["1", "2"]),
            "TYPE_DUP_FIELD",
            "a name twice",
            "STRUCT-04",
        ),
        ("content", "array[Any]", "any-int8", array("int8", "200"), "VALUE_INVALID", "a number out of range", "SER-04"),
        (
            "content-kind",
            "array[Any]",
            "any-string",
            array("string", True),
            "VALUE_INVALID",
            "a bool as a string",
            "SER-04",
        ),
        ("bare", "array[Any]", "any-int8", "5", "VALUE_INVALID", "a value without its type", "SER-04"),
        ("missing", "array[Any]", "any-int8", None, "VALUE_INVALID", "null", "SER-04"),
    ):
        yield _ARRAY.refusal(f"encode-{name}", type, value, code, base, edit, f"{edit}: no such array", requirement)


def features() -> Iterator[Feature]:
    yield Feature("array", "Arrays, which carry their type", list(_arrays()))
