"""Tuples, structs and pointers."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, insert
from goldenwire_reference.dynd.catalogue.words import Words

_TUPLE, _STRUCT, _POINTER = map(Words, ("tuple", "struct", "pointer"))

HALF = "0x3fe0000000000000"


def _tuples() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _TUPLE.accept(name, type, value, summary, *requirements)

    yield accept("empty", "()", [], "a tuple without fields has no bytes", "TUP-01")
    yield accept("one", "(int8)", ["5"], "a tuple of one field is the field", "TUP-01")
    yield accept(
        "padded-in-memory", "(int8, int64, int16)", ["1", "2", "3"], "no padding between fields", "TUP-01 SCOPE-02"
    )
    yield accept(
        "order",
        "(uint16, uint8, uint32)",
        ["258", "3", "67438087"],
        "fields in order, the bytes 2 1 3 7 6 5 4",
        "TUP-01",
    )
    yield accept(
        "mixed",
        "(bool, string, var * int8, bytes[2])",
        [True, "\u00e9", ["1", "2"], "ffee"],
        "fields of all kinds",
        "TUP-01 SER-02",
    )
    yield accept(
        "nested",
        "(int8, (int8, ()), (int8))",
        ["1", ["2", []], ["3"]],
        "tuples in tuples leave no trace",
        "TUP-01 NEST-01",
    )
    yield accept(
        "three-fields",
        "(int32, string, float64)",
        ["7", "x", HALF],
        "the tuple that a struct is alike",
        "TUP-01 STRUCT-03",
    )
    for name, value, edit in (
        ("short", ["1", "2"], "two fields"),
        ("long", ["1", "2", "3", "4"], "four fields"),
        ("swapped", ["1", "2", "40000"], "a field out of range"),
        ("number", "1", "a number"),
    ):
        yield _TUPLE.refusal(
            f"encode-{name}",
            "(int8, int64, int16)",
            value,
            "VALUE_INVALID",
            "padded-in-memory",
            edit,
            f"{edit}: no such tuple",
            "SER-04",
        )
    yield _TUPLE.refusal("encode-filled", "()", ["1"], "VALUE_INVALID", "empty", "a field", "() has no field", "SER-04")
    yield _TUPLE.reject(
        "padding",
        "(int8, int64, int16)",
        "padded-in-memory",
        [insert("value.1", bytes(7))],
        "trailing",
        "seven bytes of padding",
        "TUP-01 SCOPE-02",
    )


def _structs() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _STRUCT.accept(name, type, value, summary, *requirements)

    yield accept("empty", "{}", [], "a struct without fields has no bytes", "STRUCT-01")
    yield accept(
        "three-fields",
        "{a: int32, b: string, c: float64}",
        ["7", "x", HALF],
        "the bytes of the tuple of these fields",
        "STRUCT-01 STRUCT-03",
    )
    yield accept(
        "order",
        "{z: int8, a: int8, m: int8}",
        ["1", "2", "3"],
        "fields in their order, not sorted by name",
        "STRUCT-02",
    )
    yield accept(
        "order-of-sizes",
        "{small: int8, large: int64}",
        ["1", "2"],
        "fields in their order, not sorted by size",
        "STRUCT-02",
    )
    yield accept(
        "order-otherwise", "{a: int8, m: int8, z: int8}", ["2", "3", "1"], "another order is another type", "STRUCT-02"
    )
    yield accept(
        "names",
        r"{'': int8, 'a b': int8, type: int8, '\u00e9': int8}",
        list("1234"),
        "names are not written",
        "STRUCT-01 TYPE-04",
    )
    yield accept(
        "verbose",
        "{x: int32, y: int16, 'Verbose Field!': float32}",
        ["1", "2", "0x3f800000"],
        "a struct out of DyND's tests",
        "STRUCT-01",
    )
    yield accept(
        "nested",
        "{x: 7 * {a: int32, b: int8}, y: var * 4 * uint8}",
        [[[str(n), str(-n)] for n in range(7)], [["1", "2", "3", "4"]]],
        "dimensions and structs within one another",
        "STRUCT-01 NEST-01",
    )
    yield accept(
        "var-and-option",
        "{name: string, samples: var * {t: int64, v: ?float64}, note: ?string}",
        ["probe", [["1", [HALF]], ["2", None]], ["ok"]],
        "a record with a row of optional values",
        "STRUCT-01 OPT-01 OPT-02 OPT-03",
    )
    yield accept("case", "{x: int8, X: int8}", ["1", "2"], "names that differ in case are two names", "STRUCT-04")
    yield _STRUCT.reject(
        "names-written",
        "{z: int8, a: int8, m: int8}",
        "order",
        [insert("value.a", b"\1a")],
        "trailing",
        "a name before a field",
        "STRUCT-01",
    )
    for name, value, edit in (
        ("short", ["1", "2"], "two fields"),
        ("long", list("1234"), "four fields"),
        ("missing", None, "null"),
        ("field", ["1", "2", "x"], "a text in a number's field"),
    ):
        yield _STRUCT.refusal(
            f"encode-{name}",
            "{z: int8, a: int8, m: int8}",
            value,
            "VALUE_INVALID",
            "order",
            edit,
            f"{edit}: no such struct",
            "SER-04",
        )


def _pointers() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _POINTER.accept(name, type, value, summary, *requirements)

    yield accept("int32", "pointer[int32]", "5", "a pointer is its target", "PTR-01 UNIQ-03")
    yield accept("string", "pointer[string]", "abc", "a pointer is its target", "PTR-01")
    yield accept("twice", "pointer[pointer[int16]]", "258", "two pointers are their target", "PTR-01")
    yield accept("row", "3 * pointer[int8]", ["1", "1", "1"], "a shared target is written for each pointer", "PTR-02")
    yield accept("to-row", "pointer[3 * int8]", ["1", "2", "3"], "a pointer to a row", "PTR-01")
    yield accept("fields", "(pointer[string], pointer[string])", ["x", "x"], "a shared text is written twice", "PTR-02")
    yield accept(
        "to-var", "pointer[var * pointer[int8]]", ["1", "2"], "a pointer to a row of pointers", "PTR-01 VAR-01"
    )
    yield accept("to-void", "pointer[void]", None, "a pointer to nothing is no bytes", "PTR-01 VOID-01")
    yield _POINTER.refusal(
        "encode-null", "pointer[int32]", None, "VALUE_INVALID", "int32", "null", "null is no int32", "SER-04"
    )
    yield _POINTER.refusal(
        "encode-list",
        "pointer[int32]",
        ["5"],
        "VALUE_INVALID",
        "int32",
        "a list of one",
        "a pointer is written as its target, without a list",
        "SER-04",
    )


def features() -> Iterator[Feature]:
    yield Feature("tuple", "Tuples", list(_tuples()))
    yield Feature("struct", "Structs", list(_structs()))
    yield Feature("pointer", "Pointers", list(_pointers()))
