"""Dimensions, tuples, structs, pointers and arrays."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature, append, cut_end, insert, put, remove
from goldenwire_reference.dynd.catalogue.words import Words, sized

_DIMENSION, _VAR, _TUPLE, _STRUCT, _POINTER, _ARRAY = map(
    Words, ("dimension", "var", "tuple", "struct", "pointer", "array")
)

GRID = [["0", "1", "2"], ["3", "4", "5"]]
TALL = [["0", "1"], ["2", "3"], ["4", "5"]]
HALF, TWO = "0x3fe0000000000000", "0x4000000000000000"


def _dimensions() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _DIMENSION.accept(name, type, value, summary, *requirements)

    yield accept("five-int32", "5 * int32", list("01234"), "DyND's own test: 0 to 4", "DIM-01")
    yield accept("two-by-two", "2 * 2 * int32", [["0", "1"], ["2", "3"]], "DyND's own test: two rows", "DIM-01", "DIM-02")
    yield accept("two-by-three", "2 * 3 * int16", GRID, "the last index runs fastest", "DIM-02")
    yield accept("three-by-two", "3 * 2 * int16", TALL, "other dimensions, the same bytes", "DIM-02")
    yield accept("three-dimensions", "2 * 3 * 2 * int8", [[["0", "1"], ["2", "3"], ["4", "5"]], [["6", "7"], ["8", "9"], ["10", "11"]]],
                 "three dimensions in C order", "DIM-02")  # fmt: skip
    yield accept("one", "1 * int8", ["7"], "one element is the element", "DIM-01")
    yield accept("zero", "0 * int64", [], "no elements have no bytes", "DIM-03")
    yield accept("two-by-zero", "2 * 0 * int32", [[], []], "two rows without elements have no bytes", "DIM-03")
    yield accept("zero-by-two", "0 * 2 * int32", [], "no rows have no bytes", "DIM-03")
    yield accept("zero-of-var", "0 * var * int8", [], "no rows have no counts either", "DIM-03", "VAR-03")
    yield accept("zero-between", "(int8, 0 * string, int8)", ["1", [], "2"], "no elements between two fields", "DIM-03", "TUP-01")
    yield accept("of-strings", "2 * string", ["a", "bc"], "elements of different sizes", "DIM-01", "NEST-01")
    yield accept("of-tuples", "2 * (int8, int16)", [["1", "2"], ["3", "4"]], "no padding between elements", "DIM-01", "SCOPE-02")
    yield accept("of-int24-pairs", "3 * (int8, int32)", [["1", "2"], ["3", "4"], ["5", "6"]], "elements of five bytes, unaligned", "SCOPE-02")
    yield accept("300-bytes", "300 * uint8", [str(n % 256) for n in range(300)], "a dimension of more than 255", "DIM-01")
    yield accept("300-strings", "300 * string", [chr(97 + n % 26) for n in range(300)], "300 texts, each with its size", "DIM-01")
    yield accept("float-row", "3 * float64", [HALF, "0x7ff8000000000001", "0x8000000000000000"], "NaN and -0.0 in an array", "FLT-02", "DIM-01")
    for name, value, edit in (
        ("short", list("0123"), "four elements"), ("long", list("012345"), "six elements"), ("empty", [], "no elements"),
        ("flat", "0", "a number"), ("missing", None, "null"),
    ):  # fmt: skip
        yield _DIMENSION.refusal(f"encode-{name}", "5 * int32", value, "VALUE_INVALID", "five-int32", edit,
                                 f"{edit}: not five elements", "SER-04", "DIM-01")  # fmt: skip
    for name, value, edit in (
        ("transposed", TALL, "three rows of two"), ("flattened", list("012345"), "six elements in one row"),
        ("ragged", [["0", "1", "2"], ["3", "4"]], "a row that is too short"), ("deep", [GRID], "one dimension too many"),
        ("element", [["0", "1", "2"], ["3", "4", "40000"]], "an element out of range"),
    ):  # fmt: skip
        yield _DIMENSION.refusal(f"encode-{name}", "2 * 3 * int16", value, "VALUE_INVALID", "two-by-three", edit,
                                 f"{edit}: not two rows of three", "SER-04", "DIM-02")  # fmt: skip


def _vars() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _VAR.accept(name, type, value, summary, *requirements)

    yield accept("three-int32", "var * int32", ["1", "2", "3"], "the count, then the elements", "VAR-01")
    yield accept("empty", "var * int32", [], "no elements are a count of 0", "VAR-01")
    yield accept("count-of-elements", "var * int64", ["1", "2"], "the count is 2, not 16", "VAR-02")
    yield accept("count-of-strings", "var * string", ["abc", "", "d"], "the count is of texts, not of bytes", "VAR-02")
    yield accept("rows", "2 * var * int16", [["1"], ["2", "3"]], "each row has its count", "VAR-03")
    yield accept("rows-empty", "2 * var * int16", [[], []], "each empty row has its count", "VAR-03")
    yield accept("nested", "var * var * int8", [["1", "2"], [], ["3"]], "a count of rows, then one for each row", "VAR-03")
    yield accept("nested-empty", "var * var * int8", [], "no rows, and so no further counts", "VAR-03")
    yield accept("three-levels", "var * var * var * int8", [[["1"], []], []], "counts at three levels", "VAR-03")
    yield accept("of-fixed", "var * 3 * int8", [["1", "2", "3"], ["4", "5", "6"]], "the count is of rows", "VAR-02", "DIM-01")
    yield accept("of-empty", "var * 0 * int8", [[], [], []], "a count of 3, and no bytes", "VAR-02", "DIM-03")
    yield accept("of-empty-tuples", "var * ()", [[], []], "a count of 2, and no bytes", "VAR-02")
    yield accept("of-structs", "var * {x: int32, y: float64}", [["1", HALF], ["-2", TWO]], "structs of twelve bytes", "VAR-01", "STRUCT-01")
    yield accept("128-bytes", "var * uint8", [str(n) for n in range(128)], "a count of two bytes", "VAR-01", "VARINT-01")
    for name, change, check, summary in (
        ("count-too-small", [put("value.count", 2)], "trailing", "the count is one less than the elements"),
        ("count-zero", [put("value.count", 0)], "trailing", "a count of 0, and elements"),
        ("count-too-large", [put("value.count", 4)], "truncated", "the count is one more than the elements"),
        ("no-count", [remove("value.count")], "trailing", "the elements without a count: the first byte of one is taken for it"),
    ):  # fmt: skip
        base, type = ("three-int32", "var * int32")
        yield _VAR.reject(name, type, base, change, check, summary, "VAR-01", "DES-02" if check == "trailing" else "DES-03")
    yield _VAR.reject(
        "count-of-bytes", "var * int64", "count-of-elements", [put("value.count", 16)], "truncated",
        "the count of the bytes instead of the elements", "VAR-02",
    )  # fmt: skip
    yield _VAR.reject(
        "count-per-array", "2 * var * int16", "rows", [remove("value[1].count"), put("value[0].count", 3)], "truncated",
        "one count for all rows", "VAR-03",
    )  # fmt: skip
    yield _VAR.reject(
        "count-in-four-bytes", "var * int32", "three-int32", [put("value.count", bytes([3, 0, 0, 0]))], "trailing",
        "a count in four bytes", "VARINT-01",
    )  # fmt: skip
    for name, value, edit in (("text", "abc", "a text"), ("missing", None, "null"), ("element", ["1", True], "a bool inside")):
        yield _VAR.refusal(f"encode-{name}", "var * int32", value, "VALUE_INVALID", "three-int32", edit,
                           f"{edit}: no row of numbers", "SER-04")  # fmt: skip


def _tuples() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _TUPLE.accept(name, type, value, summary, *requirements)

    yield accept("empty", "()", [], "a tuple without fields has no bytes", "TUP-01")
    yield accept("one", "(int8)", ["5"], "a tuple of one field is the field", "TUP-01")
    yield accept("padded-in-memory", "(int8, int64, int16)", ["1", "2", "3"], "no padding between fields", "TUP-01", "SCOPE-02")
    yield accept("order", "(uint16, uint8, uint32)", ["258", "3", "67438087"], "fields in order, the bytes 2 1 3 7 6 5 4", "TUP-01")
    yield accept("mixed", "(bool, string, var * int8, bytes[2])", [True, "\u00e9", ["1", "2"], "ffee"], "fields of all kinds", "TUP-01", "SER-02")
    yield accept("nested", "(int8, (int8, ()), (int8))", ["1", ["2", []], ["3"]], "tuples in tuples leave no trace", "TUP-01", "NEST-01")
    yield accept("three-fields", "(int32, string, float64)", ["7", "x", HALF], "the tuple that a struct is alike", "TUP-01", "STRUCT-03")
    for name, value, edit in (
        ("short", ["1", "2"], "two fields"), ("long", ["1", "2", "3", "4"], "four fields"),
        ("swapped", ["1", "2", "40000"], "a field out of range"), ("number", "1", "a number"),
    ):  # fmt: skip
        yield _TUPLE.refusal(f"encode-{name}", "(int8, int64, int16)", value, "VALUE_INVALID", "padded-in-memory", edit,
                             f"{edit}: no such tuple", "SER-04")  # fmt: skip
    yield _TUPLE.refusal("encode-filled", "()", ["1"], "VALUE_INVALID", "empty", "a field", "() has no field", "SER-04")
    yield _TUPLE.reject(
        "padding", "(int8, int64, int16)", "padded-in-memory", [insert("value.1", bytes(7))], "trailing",
        "seven bytes of padding", "TUP-01", "SCOPE-02",
    )  # fmt: skip


def _structs() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _STRUCT.accept(name, type, value, summary, *requirements)

    yield accept("empty", "{}", [], "a struct without fields has no bytes", "STRUCT-01")
    yield accept("three-fields", "{a: int32, b: string, c: float64}", ["7", "x", HALF], "the bytes of the tuple of these fields", "STRUCT-01", "STRUCT-03")
    yield accept("order", "{z: int8, a: int8, m: int8}", ["1", "2", "3"], "fields in their order, not sorted by name", "STRUCT-02")
    yield accept("order-of-sizes", "{small: int8, large: int64}", ["1", "2"], "fields in their order, not sorted by size", "STRUCT-02")
    yield accept("order-otherwise", "{a: int8, m: int8, z: int8}", ["2", "3", "1"], "another order is another type", "STRUCT-02")
    yield accept("names", r"{'': int8, 'a b': int8, type: int8, '\u00e9': int8}", list("1234"), "names are not written", "STRUCT-01", "TYPE-04")
    yield accept("verbose", "{x: int32, y: int16, 'Verbose Field!': float32}", ["1", "2", "0x3f800000"], "a struct out of DyND's tests", "STRUCT-01")
    yield accept("nested", "{x: 7 * {a: int32, b: int8}, y: var * 4 * uint8}", [[[str(n), str(-n)] for n in range(7)], [["1", "2", "3", "4"]]],
                 "dimensions and structs within one another", "STRUCT-01", "NEST-01")  # fmt: skip
    yield accept("var-and-option", "{name: string, samples: var * {t: int64, v: ?float64}, note: ?string}",
                 ["probe", [["1", [HALF]], ["2", None]], ["ok"]], "a record with a row of optional values", "STRUCT-01", "OPT-01", "OPT-02", "OPT-03")  # fmt: skip
    yield accept("case", "{x: int8, X: int8}", ["1", "2"], "names that differ in case are two names", "STRUCT-04")
    yield _STRUCT.reject(
        "names-written", "{z: int8, a: int8, m: int8}", "order", [insert("value.a", b"\1a")], "trailing",
        "a name before a field", "STRUCT-01",
    )  # fmt: skip
    for name, value, edit in (
        ("short", ["1", "2"], "two fields"), ("long", list("1234"), "four fields"), ("missing", None, "null"),
        ("field", ["1", "2", "x"], "a text in a number's field"),
    ):  # fmt: skip
        yield _STRUCT.refusal(f"encode-{name}", "{z: int8, a: int8, m: int8}", value, "VALUE_INVALID", "order", edit,
                              f"{edit}: no such struct", "SER-04")  # fmt: skip


def _pointers() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _POINTER.accept(name, type, value, summary, *requirements)

    yield accept("int32", "pointer[int32]", "5", "a pointer is its target", "PTR-01")
    yield accept("string", "pointer[string]", "abc", "a pointer is its target", "PTR-01")
    yield accept("twice", "pointer[pointer[int16]]", "258", "two pointers are their target", "PTR-01")
    yield accept("row", "3 * pointer[int8]", ["1", "1", "1"], "a shared target is written for each pointer", "PTR-02")
    yield accept("to-row", "pointer[3 * int8]", ["1", "2", "3"], "a pointer to a row", "PTR-01")
    yield accept("fields", "(pointer[string], pointer[string])", ["x", "x"], "a shared text is written twice", "PTR-02")
    yield accept("to-var", "pointer[var * pointer[int8]]", ["1", "2"], "a pointer to a row of pointers", "PTR-01", "VAR-01")
    yield accept("to-void", "pointer[void]", None, "a pointer to nothing is no bytes", "PTR-01", "VOID-01")
    yield _POINTER.refusal("encode-null", "pointer[int32]", None, "VALUE_INVALID", "int32", "null", "null is no int32", "SER-04")
    yield _POINTER.refusal("encode-list", "pointer[int32]", ["5"], "VALUE_INVALID", "int32", "a list of one",
                           "a pointer is written as its target, without a list", "SER-04")  # fmt: skip


def array(type: str, value: Any) -> dict[str, Any]:
    """The notation of an array."""
    return {"type": type, "value": value}


def _arrays() -> Iterator[Case]:
    def accept(name: str, type: str, value: Any, summary: str, *requirements: str) -> Case:
        return _ARRAY.accept(name, type, value, summary, *requirements)

    yield accept("any-int8", "array[Any]", array("int8", "5"), "the type, then the data", "ARR-01", "SER-03")
    yield accept("any-string", "array[Any]", array("string", "abc"), "a text with its type", "ARR-01")
    yield accept("any-void", "array[Any]", array("void", None), "a type, and no data", "ARR-01", "VOID-01")
    yield accept("any-row", "array[Any]", array("3 * int32", ["1", "2", "3"]), "a dimension is in the type", "ARR-01", "ARR-03")
    yield accept("any-var", "array[Any]", array("var * int32", ["1", "2", "3"]), "the count is in the data", "ARR-01", "VAR-01")
    yield accept("any-struct", "array[Any]", array("{x: int8, 'a b': ?bool}", ["1", None]), "names are in the type", "ARR-01", "STRUCT-01", "TYPE-04")
    yield accept("any-option", "array[Any]", array("?int32", None), "the type of a missing value", "ARR-01", "OPT-01", "OPT-02")
    yield accept("any-type", "array[Any]", array("type", "type"), "a type whose value is itself", "ARR-01", "TYPE-01")
    yield accept("any-pointer", "array[Any]", array("pointer[int8]", "5"), "pointer[T] and T are two types", "ARR-01", "PTR-01")
    yield accept("any-empty-tuple", "array[Any]", array("()", []), "the tuple without fields", "ARR-01")
    yield accept("concrete", "array[int8]", array("int8", "5"), "the type is written though it is known", "ARR-02")
    yield accept("concrete-struct", "array[{x: int8}]", array("{x: int8}", ["5"]), "a struct's type is written too", "ARR-02")
    yield accept("any-any", "array[Any]", array("array[Any]", array("int8", "5")), "an array in an array", "ARR-04")
    yield accept("any-concrete", "array[Any]", array("array[int8]", array("int8", "5")), "an array of a known type in an array", "ARR-04", "ARR-02")
    yield accept("concrete-any", "array[array[Any]]", array("array[Any]", array("bool", True)), "an array of arrays of any type", "ARR-02", "ARR-04")
    yield accept("row", "var * array[Any]", [array("int8", "1"), array("bool", True), array("string", "x")], "each element has its own type", "ARR-01", "VAR-01")
    yield accept("optional-there", "?array[Any]", [array("int8", "1")], "an array that is there", "ARR-01", "OPT-03", "OPT-02")
    for name, text, what in (
        ("wider", "int16", "a wider number"), ("unsigned", "uint8", "an unsigned number"), ("option", "?int8", "an option"),
        ("pointer", "pointer[int8]", "a pointer, whose bytes are alike"), ("tuple", "(int8)", "a tuple, whose bytes are alike"),
        ("row", "1 * int8", "a row, whose bytes are alike"), ("array", "array[int8]", "the type of the array itself"),
    ):  # fmt: skip
        yield _ARRAY.reject(
            f"mismatch-{name}", "array[int8]", "concrete", sized("value.type", "text", text.encode()),
            {"array.mismatch": None}, f"{what} in array[int8]", "ARR-02", then=_THEN.get(name),
        )  # fmt: skip
    yield _ARRAY.reject(
        "mismatch-name", "array[{x: int8}]", "concrete-struct", sized("value.type", "text", b"{y: int8}"),
        {"array.mismatch": None}, "a field of another name", "ARR-02",
    )  # fmt: skip
    yield _ARRAY.reject(
        "mismatch-inner", "array[array[Any]]", "concrete-any", sized("value.type", "text", b"array[bool]"),
        {"array.mismatch": None}, "array[bool] is not array[Any]", "ARR-02", "ARR-04",
    )  # fmt: skip
    yield _ARRAY.reject(
        "type-left-out", "array[int8]", "concrete", [remove("value.type.size", "value.type.text")], "truncated",
        "the data of a known type without the type", "ARR-02",
    )  # fmt: skip
    yield _ARRAY.reject(
        "data-left-out", "array[Any]", "any-int8", [cut_end()], "truncated", "a type, and no data", "ARR-01", "DES-03"
    )
    yield _ARRAY.reject(
        "data-twice", "array[Any]", "any-int8", [append(b"\6")], "trailing", "a type, and data for two", "ARR-01", "DES-02"
    )
    yield _ARRAY.reject(
        "any-written", "array[Any]", "any-int8", sized("value.type", "text", b"Any"), {"type.syntax": "int8"},
        "the pattern instead of the type", "ARR-03",
    )  # fmt: skip
    yield from _array_refusals()


_THEN = {"wider": "TRUNCATED", "array": "TRUNCATED"}


def _array_refusals() -> Iterator[Case]:
    for name, type, base, value, code, edit, requirement in (
        ("mismatch", "array[int8]", "concrete", array("int16", "5"), "ARRAY_TYPE_MISMATCH", "int16", "ARR-02"),
        ("mismatch-pointer", "array[int8]", "concrete", array("pointer[int8]", "5"), "ARRAY_TYPE_MISMATCH", "a pointer", "ARR-02"),
        ("any", "array[Any]", "any-int8", array("Any", "5"), "TYPE_SYNTAX", "the type Any", "ARR-03"),
        ("alias", "array[Any]", "any-int8", array("int", "5"), "TYPE_SYNTAX", "the type int", "TYPE-03"),
        ("range", "array[Any]", "any-int8", array(f"{2**63} * void", []), "TYPE_RANGE", "a dimension of 2^63", "DIM-04"),
        ("duplicate", "array[Any]", "any-struct", array("{x: int8, x: int8}", ["1", "2"]), "TYPE_DUP_FIELD", "a name twice", "STRUCT-04"),
        ("content", "array[Any]", "any-int8", array("int8", "200"), "VALUE_INVALID", "a number out of range", "SER-04"),
        ("content-kind", "array[Any]", "any-string", array("string", True), "VALUE_INVALID", "a bool as a string", "SER-04"),
        ("bare", "array[Any]", "any-int8", "5", "VALUE_INVALID", "a value without its type", "SER-04"),
        ("missing", "array[Any]", "any-int8", None, "VALUE_INVALID", "null", "SER-04"),
    ):  # fmt: skip
        yield _ARRAY.refusal(f"encode-{name}", type, value, code, base, edit, f"{edit}: no such array", requirement)


def features() -> Iterator[Feature]:
    yield Feature("dimension", "Dimensions of a fixed size", list(_dimensions()))
    yield Feature("var", "Dimensions of any size", list(_vars()))
    yield Feature("tuple", "Tuples", list(_tuples()))
    yield Feature("struct", "Structs", list(_structs()))
    yield Feature("pointer", "Pointers", list(_pointers()))
    yield Feature("array", "Arrays, which carry their type", list(_arrays()))
