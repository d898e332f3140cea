"""Options with a tag."""

from collections.abc import Iterator
from itertools import starmap
from typing import Any

from goldenwire_reference.dynd.tables import SENTINELS
from goldenwire_suite.cases import Case, Feature, add_at, append, put, remove_at, replace_at
from goldenwire_suite.dynd.cases.builders import RowBuilder, array, slug

_TAG = RowBuilder("tag")

# Types without a sentinel, an available value of each, its requirements, and the mutation that takes it for missing.
TAGGED = {
    "uint8": ("255", "255, as no unsigned type but one has a sentinel", "unsigned-sentinels"),
    "uint16": ("65535", "65,535, as no unsigned type but one has a sentinel", "unsigned-sentinels"),
    "uint64": (str(2**64 - 1), "2^64 - 1, as no unsigned type but one has a sentinel", "unsigned-sentinels"),
    "uint128": (str(2**128 - 1), "2^128 - 1, as no unsigned type but one has a sentinel", "unsigned-sentinels"),
    "float16": ("0x7e0a", "the NaN that DyND names and does not use", "float16-sentinel"),
    "float128": ("0x7fff" + "8" + "0" * 27, "a NaN", "float128-sentinel"),
    "void": (None, "an available void is 01 alone", "voids-are-missing"),
    "bytes": ("", "an empty byte string is not missing", "empty-is-missing"),
    "bytes[2]": ("0000", "2 zeros are not missing", "sentinels-of-zeros"),
    "string": ("", "an empty text is not missing", "empty-is-missing"),
    "char": ("\0", "U+0000 is not missing", "sentinels-of-zeros"),
    "type": ("void", "a type is available", "available-untagged"),
    "2 * int8": (["0", "-128"], "a row has a tag, whatever its elements", "tags-for-elements"),
    "var * int8": ([], "an empty row is not missing", "empty-is-missing"),
    "()": ([], "the tuple without fields is not missing", "voids-are-missing"),
    "(int32)": (["5"], "a tuple of one field has a tag", "options-of-fields"),
    "{x: int32}": (["5"], "a struct of one field has a tag", "options-of-fields"),
    "pointer[int32]": ("1", "a pointer has a tag though its target has a sentinel", "pointers-have-sentinels"),
    "array[Any]": (array("int8", "0"), "an array is available", "available-untagged"),
    "array[int8]": (array("int8", "-128"), "an array of a known type is available", "available-untagged"),
}

_ROWS: Any = (
    ("option-of-row", "?3 * int8", [["1", "2", "3"]], "one tag for a row", "OPT-08 OPT-02 OPT-03", "tags-for-elements"),
    ("row-of-options", "3 * ?uint8", [["1"], None, ["3"]], "a tag for each element", "OPT-03 OPT-02"),
    ("both", "?2 * ?int8", [[["1"], None]], "a tag for the row, sentinels for the elements",
     "OPT-08 OPT-01 OPT-02 OPT-03", "tags-for-elements"),
    ("of-var", "?var * ?string", [[None, ["a"]]], "a tag, a count, and tags", "OPT-08 OPT-02 OPT-03",
     "tags-for-elements"),
    ("void-row", "3 * ?void", [None, [None], None], "optional voids are tags alone", "OPT-02 OPT-03",
     "voids-are-missing"),
    ("in-array", "array[Any]", array("?pointer[?int32]", [None]), "an optional pointer with its type",
     "ARR-01 OPT-01 OPT-02 OPT-03 PTR-03 TYPE-02", "pointers-have-sentinels"),
)  # fmt: skip

# Requests with another value in place of an option: (name, base, the change, description, mutation that writes it).
_NO_OPTION: Any = (
    ("bare", "string-available", "a", "a text without its list, for a ?string", "options-without-lists"),
    ("two", "string-available", add_at("/value/-", "b"), "a list of 2 texts, for a ?string", "first-of-a-list"),
    ("none", "string-available", remove_at("/value/0"), "an empty list, for a ?string", "empty-lists-are-missing"),
    (
        "void",
        "void-available",
        replace_at("/value/0", []),
        "an empty list in a list, for a ?void",
        "anything-is-a-void",
    ),
    ("bool", "string-missing", False, "false for missing, in a ?string", "false-is-missing"),
)


def _tags() -> Iterator[Case]:
    for type, (value, what, catches) in TAGGED.items():
        name, cited = slug(type), "OPT-03 PTR-03" if type.startswith("pointer") else "OPT-02 OPT-03"
        yield _TAG.accept(f"{name}-missing", f"?{type}", None, f"missing in ?{type} is 00", cited)
        yield _TAG.accept(f"{name}-available", f"?{type}", [value], f"available in ?{type}: {what}", cited, catches)
    yield from _states()
    yield from starmap(_TAG.accept, _ROWS)
    for tag in (0x02, 0x7F, 0x80, 0xFF):
        change, check = put("value.tag", tag), {"option.tag": 1}
        row: Any = (
            f"tag-{tag:02x}",
            "?string",
            "string-available",
            change,
            check,
            f"the tag {tag:02x} of a text",
            "UNIQ-02",
        )
        yield _TAG.reject(*row, "any-tag-is-available")
    change, summary = put("value.tag", 2), "the tag 02 of a void"
    yield _TAG.reject("tag-02-void", "?void", "void-available", change, {"option.tag": 1}, summary)
    yield from starmap(
        _TAG.reject,
        (
            ("empty-after-missing", "?string", "string-missing", append(b"\0"), "trailing",
             "an empty text after the tag 00", "OPT-04", "something-after-missing"),
            ("zeros-after-missing", "?uint16", "uint16-missing", append(bytes(2)), "trailing",
             "2 zeros, as many as the number has, after the tag 00", "OPT-04", "something-after-missing"),
            ("sentinel-after-missing", "?pointer[int32]", "pointer-int32-missing", append(SENTINELS["int32"]),
             "trailing", "the sentinel of the target after the tag 00", "OPT-04", "something-after-missing"),
            ("sentinel-for-tag", "?pointer[int32]", "pointer-int32-missing", put("value.tag", SENTINELS["int32"]),
             "trailing", "the sentinel of the target in place of a tag: its first byte is the tag 00", "PTR-03",
             "pointers-have-sentinels"),
        ),
    )  # fmt: skip
    for name, base, change, what, catches in _NO_OPTION:
        summary = f"an encoder refuses {what}"
        yield _TAG.refusal(f"encode-{name}", base, change, "VALUE_INVALID", summary, "SER-04", catches)


# The states of an option of a type that is or contains an option: (name, type, requirements if the outer one is
# missing, all requirements, mutation that loses a state, its states).
_STATES: Any = (
    ("", "?pointer[?int32]", "OPT-03 PTR-03", "OPT-01 OPT-02 OPT-03 PTR-03", "pointers-have-sentinels",
     {"outer": (None, "the pointer is missing"), "inner": ([None], "the number that is pointed to is missing"),
      "neither": ([["5"]], "a pointer to 5")}),
    ("-tuple", "?(?bool)", "OPT-02 OPT-03", "OPT-01 OPT-02 OPT-03", "options-of-fields",
     {"outer": (None, "the tuple is missing"), "inner": ([[None]], "the bool in the tuple is missing"),
      "neither": ([[[True]]], "true in a tuple")}),
    ("-tagged", "?pointer[?uint8]", "OPT-03 PTR-03", "OPT-02 OPT-03 PTR-03", "pointers-are-null",
     {"outer": (None, "the pointer is missing"), "inner": ([None], "the number that is pointed to is missing"),
      "neither": ([["5"]], "a pointer to 5")}),
)  # fmt: skip


def _states() -> Iterator[Case]:
    """Options in options, with a type in between: all states differ."""
    for kind, type, outer, cited, catches, states in _STATES:
        for name, (value, what) in states.items():
            row: Any = (f"three-states{kind}-{name}", type, value, f"{type}: {what}")
            yield _TAG.accept(*row, outer if name == "outer" else cited, "" if name == "outer" else catches)


def features() -> Iterator[Feature]:
    yield Feature("tag", "Options with a tag", list(_tags()))
