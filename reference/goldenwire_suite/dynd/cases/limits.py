"""Limits: the sizes that every codec accepts, and the policy beyond them."""

import re
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from goldenwire_reference.dynd.tables import DEPTH, ELEMENTS, MAX_NUMERAL, MAX_UINT64, TYPE_LENGTH
from goldenwire_reference.reader import PADDING_LIMIT
from goldenwire_suite.cases import Base, Case, Feature, Splice, add_at, append, insert, put, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, instead, nested, sized, told, varint

_DEPTH, _LENGTH, _ELEMENTS = map(RowBuilder, ("limit-depth", "limit-type-length", "limit-elements"))

POLICY = "dynd.limits"
DEEPEST, DEEPER = DEPTH.most, DEPTH.most + 1
LONGEST, LONGER = TYPE_LENGTH.most, TYPE_LENGTH.most + 1
MOST, MORE = ELEMENTS.most, ELEMENTS.most + 1

# Ways to nest: name -> (the repeated part, the inner part, the closing part, description); n repetitions around the
# inner part make n + 1 levels.
NESTS = {
    "pointers": ("pointer[", "int8", "]", "pointers"),
    "arrays": ("array[", "int8", "]", "arrays of a known type"),
    "arrays-of-any": ("array[", "array[Any]", "]", "arrays, the innermost of any type"),
    "fixed": ("1 * ", "int8", "", "dimensions of 1"),
    "var": ("var * ", "int8", "", "dimensions of any size"),
    "tuples": ("(", "()", ")", "tuples"),
    "structs": ("{a: ", "{}", "}", "structs"),
    "tuples-after": ("(int8, ", "int8", ")", "tuples that are second fields"),
}


# Types without parts, one for each letter with which such a type begins.
LEAVES = ("bool", "char", "float64", "string", "type", "uint8", "void")


def _depths() -> Iterator[Case]:
    for leaf in LEAVES:
        for depth in (DEEPEST, DEEPER):
            text = nested("pointer[", leaf, depth - 1, "]")
            yield from _type_of_depth(
                f"pointers-to-{leaf}", text, depth, f"types, {depth - 1} pointers and a {leaf}", [depth - 1]
            )
    yield from _types_in_types()
    for name, (outer, inner, close, what) in NESTS.items():
        for depth in (DEEPEST, DEEPER):
            yield from _type_of_depth(name, nested(outer, inner, depth - 1, close), depth, what)
    options = f"pointer[{nested('?pointer[', 'int8', DEEPEST // 2 - 1, ']')}]"
    for text, depth in ((options, DEEPEST), (f"?{options}", DEEPER)):
        yield from _type_of_depth("options", text, depth, f"pointers and {text.count('?')} options", [text.count("?")])
    yield from _destinations()
    yield from _contents()
    yield from _reaches()
    yield from _shapes()
    yield from _stacks()


def _type_of_depth(name: str, text: str, depth: int, what: str, numbers: Sequence[int] = ()) -> Iterator[Case]:
    """A type as a value, at the limit or one level beyond."""
    summary, of = f"a type of {depth} levels of {what}", [depth, *numbers]
    if depth <= DEEPEST:
        yield _DEPTH.accept(f"type-{name}-{depth}", "type", text, summary, "LIM-01 TYPE-02", "63-levels", numbers=of)
        return
    row: Any = (f"type-{name}-{depth}", "type", POLICY, f"type-{name}-{DEEPEST}")
    change = sized("value", "text", text.encode())
    yield _DEPTH.either(*row, change, summary, "LIM-05 LIM-01", "limits-passed-in-silence", numbers=of)
    row = (
        f"encode-type-{name}-{depth}",
        POLICY,
        f"type-{name}-{DEEPEST}",
        text,
        "LIMIT_DEPTH",
        f"{summary}, given to an encoder",
    )
    cited = "LIM-06 LIM-01 ENC-04" if name == "pointers" else "LIM-06 LIM-01"
    yield _DEPTH.either_encode(*row, cited, "encoders-without-limits", numbers=of)


# Values of type `type` inside others: name -> (the type around them, description).
_HOLDERS = {
    "tuple": ("(int8, type)", "the second field of a tuple"),
    "row": ("var * type", "an element of a row"),
    "pointer": ("pointer[type]", "the target of a pointer"),
}


def _types_in_types() -> Iterator[Case]:
    """Types as parts of values, whose levels are counted on their own."""
    text = nested("pointer[", "int8", DEEPEST - 1, "]")
    values: dict[str, Any] = {"tuple": ["5", text], "row": [text], "pointer": text}
    for name, (type, what) in _HOLDERS.items():
        summary = f"a type of {DEEPEST} levels, all pointers but the last, as {what}"
        yield _DEPTH.accept(f"type-in-{name}", type, values[name], summary, "LIM-01 TYPE-02", numbers=[DEEPEST])


def _destinations() -> Iterator[Case]:
    """Destination types; beyond the limit they are rejected before any data."""
    rows: Any = "5"
    for _ in range(DEEPEST - 1):
        rows = [rows]
    for name, value in (("pointers", "5"), ("fixed", rows), ("var", rows)):
        outer, inner, close, what = NESTS[name]
        base, type = f"{name}-{DEEPEST}", nested(outer, inner, DEEPEST, close)
        summary = f"data of a type of {DEEPEST} levels of {what}"
        yield _DEPTH.accept(
            base, nested(outer, inner, DEEPEST - 1, close), value, summary, "LIM-01 NEST-01", "63-levels",
            numbers=[DEEPEST]
        )  # fmt: skip
        change = [insert("value.count", b"\1")] if name == "var" else []
        summary = f"a destination type of {DEEPER} levels of {what}"
        row: Any = (
            f"{name}-{DEEPER}",
            type,
            POLICY,
            base,
            change,
            summary,
            "LIM-05 LIM-01",
            "limits-passed-in-silence",
        )
        yield _DEPTH.either(*row, numbers=[DEEPER])
        changes = (replace_at("/context/type", type), *([] if name == "pointers" else [replace_at("/value", [value])]))
        summary = f"a value of a type of {DEEPER} levels of {what}, given to an encoder"
        row = (f"encode-{name}-{DEEPER}", POLICY, base, changes, "LIMIT_DEPTH", summary, "LIM-06 LIM-01")
        yield _DEPTH.either_encode(*row, "encoders-without-limits", numbers=[DEEPER])


def arrays(levels: int, value: Any = None) -> Any:
    """A number within that many arrays of any type."""
    value = value or array("int8", "5")
    for _ in range(levels - 1):
        value = array("array[Any]", value)
    return value


# Places of an array: name -> (type, level of the array, its path in the value, and in the names of fields).
PLACES = {
    "deep": ("array[Any]", 1, "", ""),
    "deep-in-tuple": ("(array[Any])", 2, "/0", ".0"),
    "deep-in-struct": ("{a: array[Any]}", 2, "/0", ".a"),
    "deep-in-row": ("1 * array[Any]", 2, "/0", "[0]"),
    "deep-in-var": ("var * array[Any]", 2, "/0", "[0]"),
    "deep-in-pointer": ("pointer[array[Any]]", 2, "", ""),
    "deep-in-option": ("?array[Any]", 2, "/0", ""),
}


def _contents() -> Iterator[Case]:
    """Arrays whose content continues at the level of the array."""
    most = DEEPEST - 1
    summary = f"{most} arrays in one another, and a number at level {DEEPEST}"
    row: Any = (f"content-{DEEPEST}", "array[Any]", arrays(most), summary, "LIM-01 ARR-04 TYPE-02")
    yield _DEPTH.accept(*row, "63-levels", numbers=[most, DEEPEST])
    summary = f"{DEEPEST} arrays in one another, and a number at level {DEEPER}"
    change = insert("value.type.size", b"\x0aarray[Any]")
    row = (f"content-{DEEPER}", "array[Any]", POLICY, f"content-{DEEPEST}", change, summary, "LIM-05 LIM-01")
    yield _DEPTH.either(*row, "types-in-data-begin-anew", numbers=[DEEPEST, DEEPER])
    inner = replace_at("/value" * most, arrays(2))
    summary = f"{summary}, given to an encoder"
    row = (f"encode-content-{DEEPER}", POLICY, f"content-{DEEPEST}", inner, "LIMIT_DEPTH", summary)
    yield _DEPTH.either_encode(*row, "LIM-06 LIM-01", "encoders-without-limits", numbers=[DEEPEST, DEEPER])
    for name, (type, level, path, field) in PLACES.items():
        summary = f"{type}: the array stands at level {level}, and its type reaches down to level"
        text = nested("pointer[", "int8", DEEPEST - level - 1, "]")
        value: Any = array(text, "5")
        of = [level, DEEPEST, DEEPER]
        row = (f"{name}-{DEEPEST}", type, [value] if path else value, f"{summary} {DEEPEST}")
        yield _DEPTH.accept(*row, "LIM-01 ARR-01 TYPE-02", "63-levels", numbers=of)
        change = sized(f"value{field}.type", "text", f"pointer[{text}]".encode())[0]
        row = (f"{name}-{DEEPER}", type, POLICY, f"{name}-{DEEPEST}", change, f"{summary} {DEEPER}")
        yield _DEPTH.either(*row, "LIM-05 LIM-01", "types-in-data-begin-anew", numbers=of)
        change_ = replace_at(f"/value{path}/type", f"pointer[{text}]")
        row = (f"encode-{name}-{DEEPER}", POLICY, f"{name}-{DEEPEST}", change_, "LIMIT_DEPTH")
        yield _DEPTH.either_encode(
            *row, f"{summary} {DEEPER}, given to an encoder", "LIM-06 LIM-01", "encoders-without-limits", numbers=of
        )


def _reaches() -> Iterator[Case]:
    """An array at the deepest level, with a content of as many levels: a sum beyond seven bits."""
    text, sum_ = nested("pointer[", "int8", DEEPEST - 1, "]"), 2 * DEEPEST
    base, type = "reach", nested("pointer[", "array[Any]", DEEPEST - 2, "]")
    around = f"{type.count('pointer')} pointers, the last one to an array at level {DEEPEST - 1}"
    summary = f"{around}, whose number is at {DEEPEST}"
    of = [DEEPEST - 2, DEEPEST - 1, DEEPEST, sum_]
    yield _DEPTH.accept(base, type, array("int8", "5"), summary, "LIM-01 ARR-01", "63-levels", numbers=of)
    deeper = f"pointer[{type}]"
    what = f"an array at level {DEEPEST}, whose type has {DEEPEST} levels more, down to {sum_}"
    row: Any = (f"reach-{sum_}", deeper, POLICY, base, sized("value.type", "text", text.encode()), what)
    yield _DEPTH.either(*row, "LIM-05 LIM-01", "levels-of-eight-bits", numbers=of)
    changes = (replace_at("/context/type", deeper), replace_at("/value/type", text))
    row = (f"encode-reach-{sum_}", POLICY, base, changes, "LIMIT_DEPTH", f"{what}, given to an encoder")
    yield _DEPTH.either_encode(*row, "LIM-06 LIM-01", "levels-of-eight-bits", numbers=of)


# Types as deep as their deepest part: name -> (type around pointers, their targets, the value, description).
_SHAPES: dict[str, tuple[str, str, Any, str]] = {
    "first-field": ("({}, int8)", "int8", ["5", "6"], "a tuple whose first field is the deepest"),
    "middle-field": ("(int8, {}, int8)", "int8", ["5", "6", "7"], "a tuple whose second field of 3 is the deepest"),
    "first-of-struct": ("{{a: {}, b: int8}}", "int8", ["5", "6"], "a struct whose first field is the deepest"),
    "sentinel": ("{}", "?int8", ["5"], "pointers to ?int8, an option that has no tag"),
}


def _shapes() -> Iterator[Case]:
    """Arrays with a content whose depth is not that of its last part."""
    for name, (form, inner, value, what) in _SHAPES.items():
        text, deeper = (form.format(nested("pointer[", inner, depth - 3, "]")) for depth in (DEEPEST, DEEPER))
        summary, of = f"the type of an array reaches down to level {{}}: {what}", [DEEPEST, DEEPER, 3]
        row: Any = (
            f"shape-{name}-{DEEPEST}",
            "array[Any]",
            array(text, value),
            summary.format(DEEPEST),
            "LIM-01 ARR-01",
        )
        yield _DEPTH.accept(*row, numbers=of)
        change = sized("value.type", "text", deeper.encode())[0]
        row = (
            f"shape-{name}-{DEEPER}",
            "array[Any]",
            POLICY,
            f"shape-{name}-{DEEPEST}",
            change,
            summary.format(DEEPER),
        )
        yield _DEPTH.either(*row, "LIM-05 LIM-01", numbers=of)
        row = (f"encode-shape-{name}-{DEEPER}", POLICY, f"shape-{name}-{DEEPEST}", replace_at("/value/type", deeper))
        summary = f"{summary.format(DEEPER)}, given to an encoder"
        yield _DEPTH.either_encode(*row, "LIMIT_DEPTH", summary, "LIM-06 LIM-01", numbers=of)


def _stacks() -> Iterator[Case]:
    """Types deeper than any codec may accept, some as deep as the length of a type string allows."""
    beyond = DEPTH.end + 1
    deep = {f"type-{name}-{beyond}": (*nest, beyond) for name, nest in NESTS.items()}
    deep["stack-closed"] = (*NESTS["tuples"], LONGEST // 2)
    for name, (outer, inner, close, what, levels) in deep.items():
        change, summary = sized("value", "text", nested(outer, inner, levels - 1, close).encode()), f"{levels:,} levels"
        row: Any = (name, "type", "type/int32", change, {"type.depth": "int8"}, f"a type of {summary} of {what}")
        yield _DEPTH.reject(*row, "LIM-05 LIM-08", "deep-types-cut", numbers=[levels])
    text = "pointer[" * (LONGEST // len("pointer["))
    levels, change = text.count("["), sized("value", "text", text.encode())
    summary = f"{levels:,} brackets that are opened and not closed"
    row = ("stack-open", "type", "type/int32", change, {"type.syntax": "int8"}, summary, "LIM-05 LIM-08")
    yield _DEPTH.reject(*row, "deep-types-cut", also=["LIMIT_DEPTH"], numbers=[levels])


def _optional(field: str) -> list[Any]:
    """Lengthen the type string of that field by one byte, to that of an option."""

    def edit(base: Base) -> Splice:
        size = base.find(f"{field}.size")
        return Splice(size.offset, base.data[size.offset : size.offset + size.size], varint(LONGER) + b"?")

    return [edit]


def struct_of_length(length: int) -> str:
    """Return a type string of that length, of a struct of one void."""
    return f"{{{'x' * (length - len('{: void}'))}: void}}"


# What the name of a field may be full of, which JSON or the grammar escapes, and in words.
_ESCAPED = {
    "backslashes": ("\\\\", "backslashes, each written as an escape"),
    "quotation-marks": ('"', "quotation marks"),
    "control-characters": ("\\u0001", "characters U+0001, each written as an escape"),
    "letters": ("\\u00e9", "é, each written as an escape"),
}


def _escaped(part: str, length: int) -> tuple[str, int]:
    """Return the type string of that length of a struct of one void, whose name is full of a part, and how often."""
    times, rest = divmod(length - len("{'': void}"), len(part))
    return f"{{'{part * times}{'x' * rest}': void}}", times


def _escaped_lengths() -> Iterator[Case]:
    """Destination types whose length differs from that of the same text in JSON, or of the names that it means."""
    for name, (part, what) in _ESCAPED.items():
        length = LONGER if name == "letters" else LONGEST
        type, times = _escaped(part, length)
        summary, numbers = (
            f"a destination type of {length:,} bytes, whose one name has {times:,} {what}",
            [length, times],
        )
        if length == LONGEST:
            row: Any = (f"destination-{length}-{name}", type, [None], summary, "LIM-02 TYPE-04")
            yield _LENGTH.accept(*row, "types-measured-in-json", numbers=numbers)
        else:
            row = (f"destination-{length}-{name}", type, POLICY, f"destination-{LONGEST}", [], summary)
            yield _LENGTH.either(*row, "LIM-05 LIM-02", "types-measured-by-what-they-mean", numbers=numbers)


# The checks that reject a type string whose declared size exceeds the limit and whose bytes are missing; a decoder may
# look for its bytes first. With the first check off, the type string may be as long as a size can express.
TOO_LONG = {"type.length": MAX_UINT64, "truncated": None}


def then_of(size: int) -> str:
    """Return the class with which a type string of that size is rejected with TOO_LONG off.

    Missing bytes are made up as zeros, up to PADDING_LIMIT.
    """
    return "TYPE_SYNTAX" if size <= PADDING_LIMIT else "LIMIT"


def _lengths() -> Iterator[Case]:
    longest = struct_of_length(LONGEST)
    summary = f"a type string of {LONGEST:,} bytes"
    yield _LENGTH.accept(f"type-{LONGEST}", "type", longest, summary, "LIM-02", "shorter-types")
    summary = f"a type string of {LONGER:,} bytes"
    row: Any = (f"type-{LONGER}", "type", POLICY, f"type-{LONGEST}", _optional("value"), summary)
    yield _LENGTH.either(*row, "LIM-05 LIM-02", "limits-passed-in-silence")
    row = (
        f"encode-type-{LONGER}",
        POLICY,
        f"type-{LONGEST}",
        f"?{longest}",
        "LIMIT_TYPE_LENGTH",
        f"{summary}, given to an encoder",
    )
    yield _LENGTH.either_encode(*row, "LIM-06 LIM-02 ENC-04", "encoders-without-limits")
    many = f"({', '.join(['int8'] * 1000)})"
    yield _LENGTH.accept("many-fields", "type", many, "a type of a thousand fields", "LIM-02 TYPE-02",
                         "fields-of-a-byte",
                         numbers=[many.count("int8")])  # fmt: skip
    summary = f"the type of an array in {LONGEST:,} bytes"
    yield _LENGTH.accept(f"array-{LONGEST}", "array[Any]", array(longest, [None]), summary, "LIM-02", "shorter-types")
    summary, change = f"the type of an array in {LONGER:,} bytes", [*_optional("value.type"), append(b"\0")]
    row = (f"array-{LONGER}", "array[Any]", POLICY, f"array-{LONGEST}", change, summary, "LIM-05 LIM-02")
    yield _LENGTH.either(*row, "limits-passed-in-silence")
    change_ = replace_at("/value/type", struct_of_length(LONGER))
    row = (
        f"encode-array-{LONGER}",
        POLICY,
        f"array-{LONGEST}",
        change_,
        "LIMIT_TYPE_LENGTH",
        f"{summary}, given to an encoder",
    )
    yield _LENGTH.either_encode(*row, "LIM-06 LIM-02", "encoders-without-limits")
    summary = f"a destination type of {LONGEST:,} bytes"
    row = (f"destination-{LONGEST}", longest, [None], summary, "LIM-02", "shorter-types")
    yield _LENGTH.accept(*row, numbers=[LONGEST])
    summary, longer = f"a destination type of {LONGER:,} bytes", struct_of_length(LONGER)
    row = (f"destination-{LONGER}", longer, POLICY, f"destination-{LONGEST}", [], summary, "LIM-05 LIM-02")
    yield _LENGTH.either(*row, "limits-passed-in-silence", numbers=[LONGER])
    change_ = replace_at("/context/type", longer)
    row = (f"encode-destination-{LONGER}", POLICY, f"destination-{LONGEST}", change_, "LIMIT_TYPE_LENGTH")
    summary = f"{summary}, given to an encoder"
    yield _LENGTH.either_encode(*row, summary, "LIM-06 LIM-02", "encoders-without-limits", numbers=[LONGER])
    yield from _escaped_lengths()
    for size in (2**16, 2**32, 2**63, MAX_UINT64):
        summary = f"a type string that claims {told(size)} bytes"
        row = (f"size-{size}", "type", "type/int32", put("value.size", varint(size)), TOO_LONG, summary)
        yield _LENGTH.reject(*row, "VARINT-04", then=then_of(size), numbers=[size])
    summary = "a type string whose size ends after three bytes ff, which say that one follows"
    yield _LENGTH.reject("size-cut", "type", "type/int32", instead(b"\xff" * 3), "truncated", summary)
    wide, check = put("value.size", b"\xff" * 9 + b"\2"), {"varint.overflow": len("int32")}
    summary = "a type string with a size of 65 bits"
    yield _LENGTH.reject("size-of-65-bits", "type", "type/int32", wide, check, summary, numbers=[65])


# An element that is a chain of 61 pointers to a void counts 62: itself and the targets of the pointers.
_CHAIN = DEEPEST - 3
_POINTERS = nested("pointer[", "void", _CHAIN, "]")
_MANY = MOST // (_CHAIN + 1) - 1
_COUNTED = f"(var * {_POINTERS}, var * void, void, ?void, array[Any])"


def _elements() -> Iterator[Case]:
    """Cases that add up elements, fields, targets and contents of all kinds."""
    few = MOST - (_CHAIN + 1) * _MANY - 3
    value = [[None] * _MANY, [None] * few, None, [None], array("void", None)]
    summary = f"{told(MOST)} values without bytes, of all kinds"
    base = "counted-2-to-the-20"
    row: Any = (base, _COUNTED, value, summary, "LIM-04 TYPE-02 OPT-02 OPT-03", "fewer-elements")
    yield _ELEMENTS.accept(*row, numbers=[MOST])
    summary, change = f"{told(MORE)} values without bytes, of all kinds", put("value.1.count", few + 1)
    row = ("counted-one-more", _COUNTED, POLICY, base, change, summary, "LIM-05 LIM-04")
    yield _ELEMENTS.either(*row, "limits-passed-in-silence", numbers=[MORE])
    row = (
        "encode-counted-one-more",
        POLICY,
        base,
        add_at("/value/1/-", None),
        "LIMIT_ELEMENTS",
        f"{summary}, given to an encoder",
    )
    yield _ELEMENTS.either_encode(*row, "LIM-06 LIM-04 ENC-04", "encoders-without-limits", numbers=[MORE])
    rest = MOST - (_CHAIN + 1) * _MANY - 2
    rows, value = "({many} * {pointers}, {rest} * void)", [[None] * _MANY, [None] * rest]
    type = rows.format(many=_MANY, pointers=_POINTERS, rest=rest)
    summary = f"{told(MOST)} values without bytes, of a type without any"
    yield _ELEMENTS.accept("fixed", type, value, summary, "LIM-04", "fewer-elements", numbers=[MOST])
    type = rows.format(many=_MANY, pointers=_POINTERS, rest=rest + 1)
    summary = f"{told(MORE)} values without bytes, of a type without any"
    row = ("fixed-more", type, POLICY, "fixed", [], summary, "LIM-05 LIM-04", "limits-passed-in-silence")
    yield _ELEMENTS.either(*row, numbers=[MORE])
    type, value = f"({_MANY} * {_POINTERS}, {rest - 1} * void, 0 * void)", [[None] * _MANY, [None] * (rest - 1), []]
    summary = f"{told(MOST)} values without bytes, one of which is an empty row"
    yield _ELEMENTS.accept("fixed-empty", type, value, summary, "LIM-04", numbers=[MOST])
    yield from _missing()
    yield from _fields()
    summary, voids = "a thousand values without bytes", [None] * 1000
    yield _ELEMENTS.accept("1000-voids", "1000 * void", voids, summary, "LIM-04 DIM-01", "elements-of-a-byte")
    yield from _bombs()


def _missing() -> Iterator[Case]:
    """Options whose content counts if it is present, after the tag."""
    rest = MOST - (_CHAIN + 1) * _MANY - 2
    type, value = f"({_MANY} * {_POINTERS}, {rest} * void, ?void)", [[None] * _MANY, [None] * rest, None]
    summary = f"{told(MOST)} values without bytes, and an option of one that is missing"
    yield _ELEMENTS.accept("missing", type, value, summary, "LIM-04 OPT-03", numbers=[MOST])
    summary = f"{told(MOST)} values without bytes, and one more in an option"
    row: Any = ("missing-more", type, POLICY, "missing", put("value.2.tag", 1), summary, "LIM-05 LIM-04")
    yield _ELEMENTS.either(*row, numbers=[MOST])
    type = "(void, var * void)"
    yield _ELEMENTS.accept("void-then-row", type, [None, [None]], "a void before a row of one void", "VAR-02")
    change, summary = put("value.1.count", varint(MAX_UINT64)), f"a void before a count of {told(MAX_UINT64)} voids"
    row = ("void-then-many", type, "void-then-row", change, {"elements": None}, summary)
    yield _ELEMENTS.reject(*row, "LIM-05", then="LIMIT_ELEMENTS", numbers=[MAX_UINT64])


def _fields() -> Iterator[Case]:
    """Fields without bytes that count where they stand, in a tuple and a struct."""
    rest = MOST - (_CHAIN + 1) * _MANY - 3
    pointers, row = f"{_MANY} * {_POINTERS}", [None] * _MANY
    summary = f"{told(MOST)} values without bytes, the last of them a void behind a number"
    value = [row, [None] * rest, "5", None]
    type = "({}, {} * void, int8, void)"
    yield _ELEMENTS.accept("field", type.format(pointers, rest), value, summary, "LIM-04 TUP-01", numbers=[MOST])
    for name, form, what in (
        ("behind", type, "a void behind a number"),
        ("behind-in-struct", "{{a: {}, b: {} * void, c: int8, d: void}}", "the void of a struct behind a number"),
        ("before", "({}, {} * void, void, int8)", "a void before a number"),
    ):
        summary = f"{told(MORE)} values without bytes, the last of them {what}"
        case: Any = (f"field-{name}", form.format(pointers, rest + 1), POLICY, "field", [], summary, "LIM-05 LIM-04")
        yield _ELEMENTS.either(
            *case, "fields-counted-behind" if name == "before" else "fields-counted-ahead", numbers=[MORE]
        )


# Types whose values take no bytes, of which no codec may build so many: (name, type, description).
_BOMBS: Any = (
    ("fixed", f"{MAX_NUMERAL} * void", f"{told(MAX_NUMERAL)} voids"),
    ("of-empty", f"{MAX_NUMERAL} * 0 * int64", f"{told(MAX_NUMERAL)} rows without elements"),
    ("of-tuples", f"{2**40} * ()", f"{told(2**40)} tuples without fields"),
    ("product", "1024 * 1024 * 1024 * void", f"{told(2**30)} voids in rows of rows"),
    ("wrapping-product", f"{2**32} * {2**32} * void", f"{told(2**32)} rows of as many voids"),
    ("fields", f"{MOST} * ({', '.join(['void'] * 1000)})", f"{told(MOST)} tuples of a thousand voids"),
    ("structs", f"{2**40} * {{a: void, b: ()}}", f"{told(2**40)} structs of fields without bytes"),
    ("pointers", f"{2**40} * pointer[void]", f"{told(2**40)} pointers to voids"),
)


def _bombs() -> Iterator[Case]:
    """A few bytes that declare more elements without bytes than any codec may accept."""
    checks, then = {"elements": None}, "LIMIT_ELEMENTS"  # the reference does not exceed its own limit either
    for count in (ELEMENTS.end + 1, 2**32, 2**40, MAX_NUMERAL, 2**63, MAX_UINT64):
        change, summary = put("value.count", varint(count)), f"a count of {told(count)} voids, which cost nothing"
        row: Any = (f"var-{count}", "var * void", "void/var", change, checks, summary)
        yield _ELEMENTS.reject(*row, "LIM-05", "elements-cut", then=then, numbers=[count])
    for name, type, what in _BOMBS:
        summary = f"no bytes, which would be {what}"
        row = (f"bomb-{name}", type, "void/void", [], checks, summary, "LIM-05", "elements-cut")
        yield _ELEMENTS.reject(
            *row, then=then, numbers=[type.count("void"), prod(map(int, re.findall(r"\d+(?= \*)", type)))]
        )


def features() -> Iterator[Feature]:
    yield Feature("limit-depth", "64 levels of types", list(_depths()))
    yield Feature("limit-type-length", "65535 bytes of a type string", list(_lengths()))
    yield Feature("limit-elements", "2^20 values without bytes", list(_elements()))
