"""Two defects at once: the reported one reveals the order of a decoder's checks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goldenwire_reference.dynd.tables import DEPTH, ELEMENTS, TYPE_LENGTH
from goldenwire_suite.cases import Case, Edit, Either, Feature, append, cut, cut_end, put, remove
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, context, ids, nested, sized, told, varint
from goldenwire_suite.dynd.cases.limits import POLICY, TOO_LONG

_ORDER = RowBuilder("order")
Json = Any

# The bases of the pairs: name -> (type, value, description, requirements)
BASES: dict[str, tuple[str, Json, str, str]] = {
    "bool-then-text": ("(bool, string)", [True, "abc"], "a bool before a text", "TUP-01"),
    "text-then-number": ("(string, int32)", ["abc", "5"], "a text before a number", "TUP-01"),
    "text-then-option": (
        "(string, ?string)",
        ["abc", ["def"]],
        "a text before an optional one",
        "TUP-01 OPT-02",
    ),
    "char-then-bool": ("(char, bool)", ["x", False], "a character before a bool", "TUP-01"),
    "row-then-text": ("(var * bool, string)", [[True, False], "abc"], "bools before a text", "TUP-01"),
    "array-of-bool": (
        "(array[bool], bool)",
        [array("bool", True), False],
        "an array that holds a bool, before a bool",
        "TUP-01 ARR-02",
    ),
    "type-then-bool": ("(type, bool)", ["int16", True], "a type before a bool", "TUP-01"),
}

# Texts in place of the type of an array: (kind, description, text, check).
_NO_TYPES = (
    ("utf8", "no UTF-8", b"boo\xff", "type.utf8"),
    ("syntax", "int9", b"int9", "type.syntax"),
    ("range", f"a dimension of {told(2**63)}", f"{2**63} * bool".encode(), "type.dimension"),
    ("duplicate", "a struct with a name twice", b"{x: bool, x: bool}", "type.duplicate"),
    ("depth", "deeper than any codec takes", nested("(", "", DEPTH.end + 1, ")").encode(), "type.depth"),
)

# name -> (base, the defect found first, the other, edits, checks, the class with both off)
PAIRS: dict[str, tuple[str, str, str, Sequence[Edit], Mapping[str, Any], str | None]] = {
    "bool-text": (
        "bool-then-text", "02 for a bool", "a byte ff in the text after it",
        [put("value.0", 2), put("value.1.text", b"a\xffc")], {"bool": None, "string.utf8": "abc"}, None,
    ),
    "size-room": (
        "text-then-number", "a size of 3 with a last byte of 00", "an input that ends inside that text",
        [put("value.0.size", b"\x83\0"), cut("value.0.text", 2)],
        {"varint.nonminimal": None, "truncated": None}, None,
    ),
    "overflow-room": (
        "text-then-number", "a size of ten bytes, the last of them 02", "an input that ends after it",
        [put("value.0.size", b"\x83" + b"\x80" * 8 + b"\2"), cut("value.0.text")],
        {"varint.overflow": 3, "truncated": None}, None,
    ),
    "room-text": (
        "text-then-number", "an input that ends inside a text", "a byte ff at its beginning",
        [put("value.0.text", b"\xffb"), cut("value.1")], {"truncated": None, "string.utf8": "abc"}, None,
    ),
    "text-number": (
        "text-then-number", "a byte ff in a text", "an input that ends inside the number after it",
        [put("value.0.text", b"ab\xff"), cut_end()], {"string.utf8": "abc", "truncated": None}, None,
    ),
    "text-tag": (
        "text-then-option", "a byte ff in a text", "the tag 02 after it",
        [put("value.0.text", b"\xffbc"), put("value.1.tag", 2)], {"string.utf8": "abc", "option.tag": 1}, None,
    ),
    "tag-text": (
        "text-then-option", "the tag ff", "a byte ff in the text after it",
        [put("value.1.tag", 255), put("value.1.text", b"de\xff")], {"option.tag": 1, "string.utf8": "def"}, None,
    ),
    "char-bool": (
        "char-then-bool", "a byte that begins no character", "03 for the bool after it",
        [put("value.0", 0x80), put("value.1", 3)], {"char.utf8": "x", "bool": None}, None,
    ),
    "count-element": (
        "row-then-text", "a count of 2 with a last byte of 00", "02 for the first bool",
        [put("value.0.count", b"\x82\0"), put("value.0[0]", 2)], {"varint.nonminimal": None, "bool": None}, None,
    ),
    "element-size": (
        "row-then-text", "ff for the last bool", "a size of 3 with a last byte of 00 after it",
        [put("value.0[1]", 255), put("value.1.size", b"\x83\0")], {"bool": None, "varint.nonminimal": None}, None,
    ),
    "mismatch-content": (
        "array-of-bool", "an array of ?bool where one of bool is due", "03 as its content",
        [*sized("value.0.type", "text", b"?bool"), put("value.0.value", 3)],
        {"array.mismatch": None, "bool": None}, None,
    ),
    "type-utf8-bool": (
        "type-then-bool", "a byte ff in a type", "02 for the bool after it",
        [put("value.0.text", b"int1\xff"), put("value.1", 2)], {"type.utf8": "int16", "bool": None}, None,
    ),
    "type-syntax-bool": (
        "type-then-bool", "int17 as a type", "02 for the bool after it",
        [put("value.0.text", b"int17"), put("value.1", 2)], {"type.syntax": "int16", "bool": None}, None,
    ),
    **{
        f"type-{kind}-mismatch": (
            "array-of-bool", f"an array whose type is {what}", "not the bool that is due",
            sized("value.0.type", "text", text), {check: "int8", "array.mismatch": None}, None,
        )
        for kind, what, text, check in _NO_TYPES
    },
    "mismatch-depth": (
        "array-of-bool", "an array of pointers where one of bool is due", "more of them than there are levels left",
        [*sized("value.0.type", "text", nested("pointer[", "bool", 63, "]").encode())],
        {"array.mismatch": None, "array.depth": None}, None,
    ),
    "length-room": (
        "type-then-bool", "a type string of more bytes than any codec takes", "an input that ends long before",
        [put("value.0.size", varint(TYPE_LENGTH.end + 1))], TOO_LONG, "LIMIT_TYPE_LENGTH",
    ),
    "bool-trailing": (
        "bool-then-text", "02 for a bool", "a byte after the value",
        [put("value.0", 2), append(b"\0")], {"bool": None, "trailing": None}, None,
    ),
}  # fmt: skip


# Pointers to a void, which count one more than they are; a row of them, and voids up to the limit.
_POINTERS = DEPTH.most - 3
_MANY = ELEMENTS.most // (_POINTERS + 1) - 1
_REST = ELEMENTS.most - (_POINTERS + 1) * _MANY - 2


def _by_policy() -> Iterator[Case]:
    """Two defects that a policy accepts; only codecs that promise the order are asked."""
    type = f"({_MANY} * {nested('pointer[', 'void', _POINTERS, ']')}, {_REST} * void, array[Any])"
    value, numbers = [[None] * _MANY, [None] * _REST, array("int8", "5")], [ELEMENTS.most, DEPTH.most, DEPTH.most + 1]
    summary = f"{told(ELEMENTS.most)} values without bytes before an array"
    yield _ORDER.accept("voids-then-array", type, value, summary, "TUP-01 LIM-04", numbers=numbers)
    yield Either(
        name="depth-elements",
        summary=f"{told(ELEMENTS.most)} values without bytes, then an array whose type reaches down to level "
        f"{DEPTH.most + 1}, and whose content is a value without bytes",
        requirements=ids("ERR-02 LIM-05"),
        context=context(type),
        policy=POLICY,
        base=_ORDER.base("voids-then-array"),
        edits=[
            *sized("value.2.type", "text", nested("pointer[", "void", DEPTH.most - 2, "]").encode()),
            remove("value.2.value"),
        ],
        needs=["order"],
        catches=["contents-counted-before-their-depth"],
        numbers=numbers,
    )


def _pairs() -> Iterator[Case]:
    for name, (type, value, summary, requirements) in BASES.items():
        yield _ORDER.accept(name, type, value, summary, requirements)
    for name, (base, first, second, edits, checks, then) in PAIRS.items():
        yield _ORDER.reject(
            name, BASES[base][0], base, edits, checks, f"{first}, and {second}", then=then, in_order="DYND-ERR-02"
        )


def features() -> Iterator[Feature]:
    title = "Two defects at once, of which the first in the order of checks is reported"
    yield Feature("order", title, [*_pairs(), *_by_policy()])
