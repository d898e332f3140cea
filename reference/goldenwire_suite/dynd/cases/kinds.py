"""Requests with values of another kind: every kind of JSON value where a type has a different one."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Change, Feature, add_at, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, slug

_CORE, _STORED, _CBOR = RowBuilder("kind"), RowBuilder("kind-storage", "storage"), RowBuilder("kind-cbor", "cbor")

# Kinds of JSON values: (name, value, description).
_KINDS: Any = (
    ("null", None, "null"),
    ("bool", True, "true"),
    ("text", "word", "a word"),
    ("list", ["x", "y"], "a list of 2 letters"),
    ("array", array("int8", "5"), "an array"),
    ("octets", {"utf8": "ff"}, "octets that are not UTF-8"),
)

# Types, each with a value and the kinds that it is given instead: (type, value, kinds).
_TYPES: Any = (
    ("void", None, ("null",)),
    ("bool", False, ("bool",)),
    ("int32", "1", ()),
    ("float64", "0x3ff8000000000000", ()),
    ("complex[float32]", ["0x3f800000", "0x00000000"], ()),
    ("bytes", "00", ()),
    ("bytes[2]", "0001", ()),
    ("string", "a", ("text", "octets")),
    ("char", "a", ("octets",)),
    ("type", "int8", ("octets", "text")),
    ("2 * int8", ["1", "2"], ()),
    ("var * int8", ["1", "2"], ()),
    ("(int8, bool)", ["1", True], ()),
    ("()", [], ()),
    ("?int8", ["1"], ("null",)),
    ("?string", ["a"], ("null",)),
    ("array[int8]", array("int8", "1"), ("array",)),
)


def _kinds() -> Iterator[Case]:
    for type, value, known in _TYPES:
        held = f"(int8, {type})"
        name = slug(type)
        cited = {"?int8": "OPT-02", "?string": "OPT-02", "array[int8]": "ARR-02"}.get(type, "")
        summary = f"a number, then a value of {type}"
        yield _CORE.accept(name, held, ["7", value], summary, f"TUP-01 {cited}", "fields-counted")
        for kind, given, what in _KINDS:
            if kind not in known:
                row: Any = (f"{name}-{kind}", name, replace_at("/value/1", given), "VALUE_INVALID")
                summary = f"an encoder refuses {what} where a value of {type} is due"
                yield _CORE.refusal(*row, summary, "SER-04", "another-kind-is-zeros")


_REAL, _REAL_64, _WIDE = "0x3f800000", "0x3ff0000000000000", "0x3f80000000000000"

# What looks like a value of a type: (name, base, the change or the value, description, mutations).
_LOOKALIKES: Any = (
    ("complex-real", "complex/float32-parts", _REAL, "a float32 where a complex[float32] is due", "real-is-complex"),
    ("complex-real-64", "complex/float64-parts", _REAL_64, "a float64 where a complex[float64] is due",
     "real-is-complex"),
    ("complex-bits", "complex/float32-parts", _WIDE,
     "the bits of both parts as one number where a complex[float32] is due", "complex-of-bits"),
    ("complex-none", "complex/float32-parts", replace_at("/value", []),
     "an empty list where a complex[float32] is due", "complex-of-nothing"),
    ("complex-in-list", "complex/float32-parts", replace_at("/value", [[_REAL, _REAL]]),
     "a list of one complex number where a complex[float32] is due", "complex-in-list"),
    ("complex-real-in-row", "complex/float32-zeros", replace_at("/value/1", _REAL),
     "a float32 for the second of 4 complex numbers", "real-is-complex"),
    ("complex-parts-for-option", "sentinel/complex-float32-one", replace_at("/value", [_REAL, _REAL]),
     "a complex number without the option's list around it where a ?complex[float32] is due",
     "complex-options-without-lists"),
    ("complex-real-in-option", "sentinel/complex-float32-one", replace_at("/value", [_REAL]),
     "a list of one float32 where a ?complex[float32] is due", "real-is-complex"),
    ("float-in-list", "float/float64-one-and-a-half", [_REAL_64], "a list of one float where a float64 is due",
     "lists-of-one"),
    ("float-narrow", "float/float64-one-and-a-half", _REAL, "the bits of a narrower float where a float64 is due",
     "floats-filled-up"),
    ("bool-false", "bool/true", "false", 'the text "false" where a bool is due', "anything-is-a-bool"),
    ("bool-in-list", "bool/true", [True], "a list of true where a bool is due", "anything-is-a-bool"),
    ("char-in-list", "char/u-0041", ["A"], "a list of one letter where a char is due", "lists-of-one"),
    ("void-in-list", "void/void", [None], "a list of null where a void is due", "lists-of-one"),
)  # fmt: skip


def _lookalikes() -> Iterator[Case]:
    for name, base, change, what, catches in _LOOKALIKES:
        row: Any = (f"lookalike-{name}", base, change, "VALUE_INVALID", f"an encoder refuses {what}")
        yield _CORE.refusal(*row, "SER-04", f"another-kind-is-zeros {catches}")


# Rows of elements without bytes, one of which differs: (name, type, value, the change, description).
_NOTHINGS: Any = (
    ("voids", "2 * void", [None, None], replace_at("/value/1", False), "false for the second of 2 voids"),
    ("tuples", "2 * ()", [[], []], replace_at("/value/1", ["x"]), "a field in the second of 2 empty tuples"),
    ("structs", "var * {}", [[], []], replace_at("/value/1", None), "null for the second of 2 empty structs"),
    ("rows", "var * 0 * int8", [[], []], add_at("/value/1/-", "1"), "an element in the second of 2 empty rows"),
    ("pointers", "3 * pointer[void]", [None, None, None], replace_at("/value/2", "x"),
     "a letter for the last of three pointers to voids"),
)  # fmt: skip


def _nothings() -> Iterator[Case]:
    yield _CORE.accept("one-void", "1 * void", [None], "a row of one void has no bytes", "DIM-01", "dimensions-counted")
    yield _CORE.accept("no-voids", "var * void", [], "no voids: a count of 0 alone", "VAR-01", "no-elements-no-count")
    for name, type, value, change, what in _NOTHINGS:
        row: Any = (f"nothing-{name}", f"({type})", [value], f"a tuple of one field, {type}")
        yield _CORE.accept(*row, "TUP-01", "fields-counted")
        inner = Change(change.op, change.path.replace("/value", "/value/0"), change.value)
        yield _CORE.refusal(f"nothing-{name}-encode", f"nothing-{name}", inner, "VALUE_INVALID",
                            f"an encoder refuses {what}", "SER-04", "another-kind-is-zeros")  # fmt: skip


def _profiles() -> Iterator[tuple[RowBuilder, Case]]:
    type = "storage[2 * 2 * int8, axis=[1, 0]]"
    yield _STORED, _STORED.accept("columns", type, [["1", "2"], ["3", "4"]], "2 rows of 2 numbers", "STORAGE-02")
    yield _CBOR, _CBOR.accept("number", "array[Any]", array("int64", "77"), "a number as a CBOR integer", "CBOR-02")
    for words, base, known, wanted in (
        (_STORED, "columns", (), "2 rows are"),
        (_CBOR, "number", ("array",), "an array is"),
    ):
        for kind, given, what in _KINDS:
            if kind not in known:
                row: Any = (kind, base, replace_at("/value", given), "VALUE_INVALID")
                summary = f"an encoder refuses {what} where {wanted} due"
                yield words, words.refusal(*row, summary, "SER-04", "another-kind-is-zeros")
    for kind, given, what in _KINDS[2:]:
        row = (f"content-{kind}", "number", replace_at("/value/value", given), "VALUE_INVALID")
        yield _CBOR, _CBOR.refusal(*row, f"an encoder refuses {what} where an int64 is due", "SER-04",
                                   "another-kind-is-zeros")  # fmt: skip


def features() -> Iterator[Feature]:
    profiles = list(_profiles())
    yield Feature("kind", "Values of another kind", [*_kinds(), *_lookalikes(), *_nothings()])
    for words, title in ((_STORED, "storage"), (_CBOR, "cbor")):
        cases = [case for of, case in profiles if of is words]
        yield Feature(words.feature, f"Profile {title}: values of another kind", cases)
