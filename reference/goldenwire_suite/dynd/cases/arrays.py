"""Arrays, which carry their type."""

from collections.abc import Iterator
from itertools import starmap
from typing import Any

from goldenwire_suite.cases import Case, Feature, append, cut_end, insert, remove, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, nested, sized, told

_ARRAY = RowBuilder("array")

_ROW = [array("int8", "1"), array("bool", True), array("string", "x")]
_ARRAYS: Any = (
    ("any-int8", "array[Any]", array("int8", "5"), "the type, then the data", "ARR-01 SER-03", "types-behind"),
    ("any-string", "array[Any]", array("string", "abc"), "a text with its type", "ARR-01"),
    ("any-void", "array[Any]", array("void", None), "a type, and no data", "ARR-01", "void-is-a-byte"),
    ("any-row", "array[Any]", array("3 * int32", ["1", "2", "3"]), "a dimension of 3 is in the type",
     "ARR-01 ARR-03 TYPE-02", "patterns-of-dimensions"),
    ("any-var", "array[Any]", array("var * int32", ["1", "2", "3"]), "a count of 3 is in the data",
     "ARR-01 VAR-01 TYPE-02"),
    ("any-struct", "array[Any]", array("{x: int8, 'a b': ?bool}", ["1", None]), "names are in the type",
     "ARR-01 TYPE-04 TYPE-02 OPT-01 OPT-02"),
    ("any-escapes", "array[Any]", array("{'\\u00e9': int8, '\\\\': int8, '\\'': int8}", ["1", "2", "3"]),
     "names with escapes are in the type", "ARR-01 TYPE-04"),
    ("any-option", "array[Any]", array("?int32", None), "the type of a missing value", "ARR-01 OPT-01 OPT-02 TYPE-02"),
    ("any-type", "array[Any]", array("type", "type"), "a type whose value is itself", "ARR-01 TYPE-01"),
    ("any-pointer", "array[Any]", array("pointer[int8]", "5"), "pointer[T] and T are 2 types", "ARR-01 PTR-01",
     "pointers-unnamed"),
    ("any-empty-tuple", "array[Any]", array("()", []), "the tuple without fields", "ARR-01"),
    ("concrete", "array[int8]", array("int8", "5"), "the type is written though it is known", "ARR-02",
     "known-types-left-out"),
    ("concrete-struct", "array[{x: int8}]", array("{x: int8}", ["5"]), "a struct's type is written though it is known",
     "ARR-02", "known-types-left-out"),
    ("concrete-pair", "array[{x: int8, y: int8}]", array("{x: int8, y: int8}", ["5", "6"]),
     "the type of a struct of 2 fields is written though it is known", "ARR-02", "known-types-left-out"),
    ("concrete-tuple", "array[(int8)]", array("(int8)", ["5"]), "a tuple's type is written though it is known",
     "ARR-02", "known-types-left-out"),
    ("any-any", "array[Any]", array("array[Any]", array("int8", "5")), "an array in an array", "ARR-04",
     "arrays-do-not-nest"),
    ("any-concrete", "array[Any]", array("array[int8]", array("int8", "5")), "an array of a known type in an array",
     "ARR-04 ARR-02", "known-types-left-out"),
    ("concrete-any", "array[array[Any]]", array("array[Any]", array("bool", True)), "an array of arrays of any type",
     "ARR-02 ARR-04", "arrays-do-not-nest"),
    ("row", "var * array[Any]", _ROW, "each element of a row has its own type", "ARR-01 VAR-01", "one-type-for-a-row"),
    ("known-in-a-row", "2 * array[int8]", [array("int8", "1"), array("int8", "2")],
     "the type of each of 2 elements is written though it is known", "ARR-02 DIM-01", "known-types-left-out"),
    ("known-in-a-var", "var * array[int8]", [array("int8", text) for text in "123"],
     "the type of each of three elements is written though it is known", "ARR-02 VAR-01", "known-types-left-out"),
    ("known-in-fields", "(array[int8], array[int8])", [array("int8", "1"), array("int8", "2")],
     "the type of each of 2 fields is written though it is known", "ARR-02 TUP-01", "known-types-left-out"),
    ("optional-there", "?array[Any]", [array("int8", "1")], "an array that is there", "ARR-01 OPT-02 OPT-03"),
)  # fmt: skip

# Types that differ from the content's: (name, type, base, the type written, its description, what makes it a value).
_MISMATCHES: Any = (
    ("wider", "array[int8]", "concrete", "int16", "a wider number", append(b"\0")),
    ("unsigned", "array[int8]", "concrete", "uint8", "an unsigned number", None),
    ("option", "array[int8]", "concrete", "?int8", "an option", None),
    ("pointer", "array[int8]", "concrete", "pointer[int8]", "a pointer, whose bytes are alike,", None),
    ("tuple", "array[int8]", "concrete", "(int8)", "a tuple, whose bytes are alike,", None),
    ("row", "array[int8]", "concrete", "1 * int8", "a row, whose bytes are alike,", None),
    ("array", "array[int8]", "concrete", "array[int8]", "the type of the array itself",
     insert("value.value", b"\4int8")),
    ("name", "array[{x: int8}]", "concrete-struct", "{y: int8}", "a struct whose field has another name", None),
    ("inner", "array[array[Any]]", "concrete-any", "array[bool]", "an array of a known type", None),
    ("names-exchanged", "array[{x: int8, y: int8}]", "concrete-pair", "{y: int8, x: int8}",
     "a struct whose names are exchanged", None),
    ("names-missing", "array[{x: int8}]", "concrete-struct", "(int8)", "a tuple of the same fields", None),
    ("names-added", "array[(int8)]", "concrete-tuple", "{x: int8}", "a struct of the same fields", None),
)  # fmt: skip

# Those of which encoders have cases of another name below.
_WRITTEN = {"wider", "pointer"}
# What an encoder is given under these types, whose notation is not that of the base's value.
_GIVEN: Any = {"option": ["5"], "tuple": ["5"], "row": ["5"], "array": array("int8", "5")}

# Elements and fields of a known type behind others of it: (name, type, base, place in the value, field, the place in
# words).
_LATER: Any = (
    ("second", "2 * array[int8]", "known-in-a-row", 1, "value[1]", "as the second of 2 elements"),
    ("third", "var * array[int8]", "known-in-a-var", 2, "value[2]", "as the last of three elements"),
    ("field", "(array[int8], array[int8])", "known-in-fields", 1, "value.1", "as the second of 2 fields"),
)

# Bytes in which two types are alike from their first one on.
_ALIKE = (16, 32, 64, 128, 256)

_LEFT_OUT: Any = (
    "type-left-out", "array[int8]", "concrete", remove("value.type.size", "value.type.text"), "truncated",
    "the data of a known type without the type", "ARR-02", "known-types-left-out",
)  # fmt: skip

# Missing or extra parts: (name, type, base, edits, check, summary, requirements, mutation that accepts them).
_HALVES: Any = (
    ("data-left-out", "array[Any]", "any-int8", cut_end(), "truncated", "the type of a number, and no data", "ARR-01",
     "types-without-data"),
    ("data-twice", "array[Any]", "any-int8", append(b"\6"), "trailing", "a type, and data for 2 numbers", "ARR-01",
     "data-repeated"),
)  # fmt: skip

_TYPE, _VALUE = "/value/type", "/value/value"
# Requests with another value in place of an array: (name, base, the change, class, requirements, its description,
# mutation that writes it).
_NO_ARRAY: Any = (
    ("mismatch", "concrete", replace_at(_TYPE, "int16"), "ARRAY_TYPE_MISMATCH", "ENC-04", "an int16 in array[int8]",
     "contents-of-any-type"),
    ("mismatch-pointer", "concrete", replace_at(_TYPE, "pointer[int8]"), "ARRAY_TYPE_MISMATCH", "",
     "a pointer in array[int8]", "contents-of-any-type"),
    ("any", "any-int8", replace_at(_TYPE, "Any"), "TYPE_SYNTAX", "ARR-03", "the pattern Any for a type",
     "patterns-written"),
    ("alias", "any-int8", replace_at(_TYPE, "int"), "TYPE_SYNTAX", "", "int for a type", "spellings-written"),
    ("utf8", "any-void", replace_at(_TYPE, {"utf8": "ff"}), "UTF8_INVALID", "", "octets that are not UTF-8 for a type",
     "types-unchecked"),
    ("range", "any-void", replace_at(_TYPE, f"{2**63} * void"), "TYPE_RANGE", "", f"a dimension of {told(2**63)}",
     "types-unchecked"),
    ("duplicate", "any-struct", replace_at(_TYPE, "{x: int8, x: ?bool}"), "TYPE_DUP_FIELD", "",
     "a struct with a name twice", "names-may-repeat"),
    ("content", "any-int8", replace_at(_VALUE, "200"), "VALUE_INVALID", "SER-04", "200 with the type int8",
     "integers-wrap"),
    ("content-kind", "any-string", replace_at(_VALUE, True), "VALUE_INVALID", "SER-04", "true with the type of text",
     "text-of-anything"),
    ("bare", "concrete", "5", "VALUE_INVALID", "SER-04", "a value without its type, though that is known",
     "arrays-without-type"),
    ("missing", "any-void", None, "VALUE_INVALID", "SER-04", "null where an array is due", "null-is-a-void-array"),
)  # fmt: skip


def _arrays() -> Iterator[Case]:
    yield from starmap(_ARRAY.accept, _ARRAYS)
    for name, type, base, text, what, more in _MISMATCHES:
        change, check = sized("value.type", "text", text.encode()), {"array.mismatch": None}
        summary = f"{what} in {type}"
        changes = [*change, *([more] if more else [])]  # what follows is a value of the type that is written
        yield _ARRAY.reject(f"mismatch-{name}", type, base, changes, check, summary)
        if name not in _WRITTEN:
            request = (replace_at(_TYPE, text), *([replace_at(_VALUE, _GIVEN[name])] if name in _GIVEN else []))
            row: Any = (f"encode-mismatch-{name}", base, request, "ARRAY_TYPE_MISMATCH")
            yield _ARRAY.refusal(*row, f"an encoder refuses {summary}", "ARR-02", "contents-of-any-type")
    yield from _alike()
    yield from _later()
    # A decoder that compares the size with that of the known type first finds another one.
    yield _ARRAY.reject(*_LEFT_OUT, also=["ARRAY_TYPE_MISMATCH"])
    yield from starmap(_ARRAY.reject, _HALVES)
    for name, base, change, code, requirements, what, catches in _NO_ARRAY:
        summary = f"an encoder refuses {what}"
        yield _ARRAY.refusal(f"encode-{name}", base, change, code, summary, requirements, catches)


def _alike() -> Iterator[Case]:
    """Types of equal length that differ behind their first bytes alone."""
    for size in _ALIKE:
        due, found = (nested("pointer[", leaf, size // len("pointer["), "]") for leaf in ("int16", "uint8"))
        change, numbers = sized("value.type", "text", found.encode()), [size, due.count("pointer")]
        what = f"a uint8 behind {numbers[1]} nested pointers where an int16 is due"
        summary = f"{what}, in types whose first {size} bytes are alike"
        row: Any = (f"mismatch-after-{size}", f"array[{due}]", "concrete", change, {"array.mismatch": None}, summary)
        yield _ARRAY.reject(*row, "ARR-02", f"types-alike-in-{size}-bytes", numbers=numbers)
    changes = (replace_at("/context/type", f"array[{due}]"), replace_at(_TYPE, found))
    row = (f"encode-mismatch-after-{size}", "concrete", changes, "ARRAY_TYPE_MISMATCH", f"an encoder refuses {summary}")
    yield _ARRAY.refusal(*row, "ARR-02", f"types-alike-in-{size}-bytes", numbers=numbers)


def _later() -> Iterator[Case]:
    """Arrays of another type behind one of the type that is due."""
    for name, type, base, place, field, where in _LATER:
        catches = "later-arrays-of-any-type"
        change, check = sized(f"{field}.type", "text", b"uint8"), {"array.mismatch": None}
        summary = f"a uint8 in array[int8], {where}"
        yield _ARRAY.reject(f"mismatch-{name}", type, base, change, check, summary, "ARR-02", catches)
        row: Any = (f"encode-mismatch-{name}", base, replace_at(f"/value/{place}/type", "uint8"), "ARRAY_TYPE_MISMATCH")
        yield _ARRAY.refusal(*row, f"an encoder refuses {summary}", "ARR-02", catches)


def features() -> Iterator[Feature]:
    yield Feature("array", "Arrays, which carry their type", list(_arrays()))
