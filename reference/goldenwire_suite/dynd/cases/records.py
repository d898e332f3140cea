"""Tuples, structs and pointers."""

from collections.abc import Iterator
from itertools import starmap
from typing import Any

from goldenwire_suite.cases import Case, Feature, add_at, insert, remove_at, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder
from goldenwire_suite.dynd.words import CATCHES, WORDS, struct_of

_TUPLE, _STRUCT, _POINTER = map(RowBuilder, ("tuple", "struct", "pointer"))

HALF = "0x3fe0000000000000"

_TUPLES: Any = (
    ("empty", "()", [], "a tuple without fields has no bytes", "TUP-01", "nothing-is-a-zero"),
    ("one", "(int8)", ["5"], "a tuple of one field is the field", "TUP-01", "fields-counted"),
    ("padded-in-memory", "(int8, int64, int16)", ["1", "2", "3"], "no padding between fields that memory would pad",
     "TUP-01 SCOPE-02", "fields-aligned"),
    ("order", "(uint16, uint8, uint32)", ["258", "3", "67438087"], "fields in order, the bytes 02 01 03 07 06 05 04",
     "TUP-01", "fields-by-size"),
    ("mixed", "(bool, string, var * int8, bytes[2])", [True, "\u00df", ["1", "2"], "ffee"], "fields of all kinds",
     "TUP-01 SER-02", "parts-sized"),
    ("nested", "(int8, (int8, ()), (int8))", ["1", ["2", []], ["3"]], "tuples in tuples leave no trace",
     "TUP-01 NEST-01", "flat-tuples-alone"),
    ("three-fields", "(int32, string, float64)", ["7", "x", HALF], "the tuple that a struct is like", "TUP-01"),
)  # fmt: skip

# Requests with another value in place of a tuple: (name, base, the change, description, mutation that writes it).
_NO_TUPLE: Any = (
    ("short", "padded-in-memory", remove_at("/value/2"), "2 fields where 3 are due", "short-rows-filled-up"),
    ("long", "padded-in-memory", add_at("/value/-", "4"), "4 fields where 3 are due", "long-rows-cut"),
    ("range", "padded-in-memory", replace_at("/value/2", "40000"), "40,000 in a field of int16", "integers-wrap"),
    ("number", "padded-in-memory", "1", "a number where 3 fields are due", "numbers-repeated"),
    ("filled", "empty", add_at("/value/-", "1"), "a field where none is due", "long-rows-cut"),
)


# What a list may seem to need no place for, if it is its last: (name, type, value, description, requirements).
LAST: Any = (
    ("option", "?int8", None, "a missing number", "OPT-01 OPT-02"),
    ("tagged-option", "?uint8", None, "a missing number with a tag", "OPT-02 OPT-03 OPT-04"),
    ("void", "void", None, "a void", "VOID-01"),
    ("row", "var * int8", [], "an empty row", "VAR-01"),
    ("text", "string", "", "an empty text", "STR-01"),
    ("tuple", "()", [], "an empty tuple", "TUP-01"),
)


def without_last(cases: RowBuilder, type: str) -> Iterator[Case]:
    """Records, of which the type has the place {} for their last field, and requests that leave this field out."""
    for name, last, value, what, requirements in LAST:
        summary = f"{what} as the last of 2 fields"
        yield cases.accept(f"last-{name}", type.format(last), ["1", value], summary, f"SER-02 {requirements}")
        row: Any = (f"encode-without-last-{name}", f"last-{name}", remove_at("/value/1"), "VALUE_INVALID")
        summary = f"an encoder refuses a list without its last field, {what}"
        yield cases.refusal(*row, summary, "SER-04", "last-field-left-out")


def _tuples() -> Iterator[Case]:
    yield from starmap(_TUPLE.accept, _TUPLES)
    yield from without_last(_TUPLE, "(int8, {})")
    for name, base, change, what, catches in _NO_TUPLE:
        summary = f"an encoder refuses {what}"
        yield _TUPLE.refusal(f"encode-{name}", base, change, "VALUE_INVALID", summary, "SER-04", catches)
    type, summary = "(int8, int64, int16)", "7 bytes of padding before a number of 8"
    padded = insert("value.1", bytes(7))
    row: Any = ("padding", type, "padded-in-memory", padded, "trailing", summary, "TUP-01 SCOPE-02", "fields-aligned")
    yield _TUPLE.reject(*row)


_STRUCTS: Any = (
    ("empty", "{}", [], "a struct without fields has no bytes", "STRUCT-01", "nothing-is-a-zero"),
    ("three-fields", "{a: int32, b: string, c: float64}", ["7", "x", HALF], "the bytes of the tuple of these fields",
     "STRUCT-01 STRUCT-03", "a-name-before-its-field"),
    ("order", "{z: int8, a: int8, m: int8}", ["1", "2", "3"], "fields in their order, not sorted by name", "STRUCT-02",
     "fields-by-name"),
    ("order-of-digits", "{'1': int8, '0': int8}", ["1", "2"], "fields in their order, though their names are digits",
     "STRUCT-02 TYPE-04", "fields-by-name"),
    ("order-of-numbers", "{'10': int8, '9': int8, '1': int8}", ["2", "3", "4"],
     "fields in their order, though their names are numbers", "STRUCT-02 TYPE-04", "fields-by-name"),
    ("names-with-a-meaning",
     "{__proto__: int8, constructor: int8, class: int8, _x: int8, '007': int8, toString: int8, length: int8}",
     list("1234567"), "names that are special in some programming language", "STRUCT-01 TYPE-04"),
    ("order-of-sizes", "{small: int8, large: int64}", ["1", "2"], "fields in their order, not sorted by size",
     "STRUCT-02", "struct-fields-by-size"),
    ("order-otherwise", "{z: int8, m: int8, a: int8}", ["1", "3", "2"], "another order is another type", "STRUCT-02",
     "fields-by-name"),
    ("names", r"{'': int8, 'a b': int8, type: int8, '\u00e9': int8}", list("1234"),
     "names of all kinds are not written",
     "STRUCT-01 TYPE-04", "a-name-before-its-field names-in-ascii"),
    ("verbose", "{x: int32, y: int16, 'Verbose Field!': float32}", ["1", "2", "0x3f800000"],
     "a struct out of DyND's tests", "STRUCT-01 TYPE-04"),
    ("nested", "{x: 7 * {a: int32, b: int8}, y: var * 4 * uint8}",
     [[[str(n), str(-n)] for n in range(7)], [["1", "2", "3", "4"]]], "dimensions and structs within one another",
     "STRUCT-01 NEST-01", "constructors-of-leaves-alone"),
    ("var-and-option", "{name: string, samples: var * {t: int64, v: ?float64}, note: ?string}",
     ["probe", [["1", [HALF]], ["2", None]], ["ok"]], "a record with a row of optional values",
     "STRUCT-01 OPT-01 OPT-02 OPT-03"),
    ("case", "{x: int8, X: int8}", ["1", "2"], "names that differ in case are two names", "STRUCT-04",
     "names-without-case"),
)  # fmt: skip

# Requests with another value in place of a struct: (name, the change, description, mutation that writes it).
_NO_STRUCT: Any = (
    ("short", remove_at("/value/2"), "2 fields where 3 are due", "short-rows-filled-up"),
    ("long", add_at("/value/-", "4"), "4 fields where 3 are due", "long-rows-cut"),
    ("missing", None, "null where a struct is due", "null-is-zero"),
    ("field", replace_at("/value/2", "x"), "a letter in a field of int8", "characters-are-numbers"),
)


def _structs() -> Iterator[Case]:
    yield from starmap(_STRUCT.accept, _STRUCTS)
    yield from without_last(_STRUCT, "{{x: int8, y: {}}}")
    for name, words, what in WORDS:
        value, summary = [str(number) for number in range(len(words))], f"fields named by {what}"
        yield _STRUCT.accept(name, struct_of(words), value, summary, "STRUCT-01 TYPE-04", CATCHES[name])
    named = [insert(f"value.{name}", b"\1" + name.encode()) for name in "zam"]
    row: Any = (
        "names-written",
        "{z: int8, a: int8, m: int8}",
        "order",
        named,
        "trailing",
        "its name, with a size, before each field",
    )
    yield _STRUCT.reject(*row, "STRUCT-01", "a-name-before-its-field")
    for name, change, what, catches in _NO_STRUCT:
        summary = f"an encoder refuses {what}"
        yield _STRUCT.refusal(f"encode-{name}", "order", change, "VALUE_INVALID", summary, "SER-04", catches)


_POINTERS: Any = (
    ("int32", "pointer[int32]", "5", "a pointer is its target", "PTR-01 UNIQ-03", "pointers-flagged"),
    ("string", "pointer[string]", "abc", "a pointer to a text is the text", "PTR-01", "pointers-flagged"),
    ("twice", "pointer[pointer[int16]]", "258", "a pointer to a pointer is the target of both", "PTR-01",
     "pointers-flagged"),
    ("row", "3 * pointer[int8]", ["1", "1", "1"], "a target of 3 pointers is written for each of them", "PTR-02",
     "shared-targets-once"),
    ("to-row", "pointer[3 * int8]", ["1", "2", "3"], "a pointer to a row is the row", "PTR-01", "pointers-flagged"),
    ("fields", "(pointer[string], pointer[string])", ["x", "x"], "a text that 2 fields share is written twice",
     "PTR-02", "shared-targets-once"),
    ("to-var", "pointer[var * pointer[int8]]", ["1", "2"], "a pointer to a row of pointers is a count and 2 numbers",
     "PTR-01 VAR-01", "pointers-flagged"),
    ("to-void", "pointer[void]", None, "a pointer to a void is no bytes", "PTR-01 VOID-01", "pointers-flagged"),
)  # fmt: skip


def _pointers() -> Iterator[Case]:
    yield from starmap(_POINTER.accept, _POINTERS)
    for name, value, what, catches in (
        ("null", None, "null where an int32 is pointed to", "null-is-zero"),
        ("list", ["5"], "a list of one: a pointer is written as its target", "lists-of-one"),
    ):
        summary = f"an encoder refuses {what}"
        yield _POINTER.refusal(f"encode-{name}", "int32", value, "VALUE_INVALID", summary, "SER-04", catches)


def features() -> Iterator[Feature]:
    yield Feature("tuple", "Tuples", list(_tuples()))
    yield Feature("struct", "Structs", list(_structs()))
    yield Feature("pointer", "Pointers", list(_pointers()))
