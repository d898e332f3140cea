"""Options with a tag."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature, append, put
from goldenwire_reference.dynd.catalogue.words import Words, array, slug
from goldenwire_reference.dynd.tables import SENTINELS

_TAG = Words("tag")

# Types without a sentinel, an available value of each, and what it shows.
TAGGED = {
    "uint8": ("255", "no unsigned type but uint32 has a sentinel"),
    "uint16": ("65535", "no unsigned type but uint32 has a sentinel"),
    "uint64": (str(2**64 - 1), "no unsigned type but uint32 has a sentinel"),
    "uint128": (str(2**128 - 1), "no unsigned type but uint32 has a sentinel"),
    "float16": ("0x7e0a", "a float16 has no sentinel, not even the NaN that DyND names"),
    "float128": ("0x7fff" + "8" + "0" * 27, "a float128 has no sentinel"),
    "void": (None, "an available void is 01 alone"),
    "bytes": ("", "an empty byte string is not missing"),
    "bytes[2]": ("0000", "two zeros are not missing"),
    "string": ("", "an empty text is not missing"),
    "char": ("\0", "U+0000 is not missing"),
    "type": ("void", "an optional type"),
    "2 * int8": (["0", "-128"], "a row has a tag, whatever its elements"),
    "var * int8": ([], "an empty row is not missing"),
    "()": ([], "the tuple without fields"),
    "(int32)": (["5"], "a tuple of one field has a tag"),
    "{x: int32}": (["5"], "a struct of one field has a tag"),
    "pointer[int32]": ("1", "a pointer has a tag though its target has a sentinel"),
    "array[Any]": ({"type": "int8", "value": "0"}, "an optional array"),
    "array[int8]": ({"type": "int8", "value": "-128"}, "an optional array of a known type"),
}


def _tags() -> Iterator[Case]:
    for type, (value, summary) in TAGGED.items():
        name = slug(type)
        targets = ["PTR-03"] if type.startswith("pointer") else ["OPT-02"]
        yield _TAG.accept(f"{name}-missing", f"?{type}", None, f"missing in ?{type} is 00", "OPT-03", *targets)
        yield _TAG.accept(f"{name}-available", f"?{type}", [value], f"?{type}: {summary}", "OPT-03", *targets)
    yield from _states()
    for tag in (0x02, 0x7F, 0x80, 0xFF):
        yield _TAG.reject(
            f"tag-{tag:02x}",
            "?string",
            "string-available",
            [put("value.tag", tag)],
            {"option.tag": 1},
            f"the tag {tag:02x}",
            "OPT-04 UNIQ-02",
        )
    yield _TAG.reject(
        "tag-02-void",
        "?void",
        "void-available",
        [put("value.tag", 2)],
        {"option.tag": 1},
        "the tag 02 of a void",
        "OPT-04",
    )
    for name, type, base, rest in (
        ("empty-after-missing", "?string", "string-missing", b"\0"),
        ("zeros-after-missing", "?uint16", "uint16-missing", bytes(2)),
        ("sentinel-after-missing", "?pointer[int32]", "pointer-int32-missing", SENTINELS["int32"]),
    ):
        yield _TAG.reject(name, type, base, [append(rest)], "trailing", "bytes after the tag 00", "OPT-04 DES-02")
    yield _TAG.reject(
        "sentinel-for-tag",
        "?pointer[int32]",
        "pointer-int32-missing",
        [put("value.tag", SENTINELS["int32"])],
        "trailing",
        "the sentinel of the target in place of a tag: its first byte is the tag 00",
        "PTR-03",
    )
    for name, type, given, base, edit in (
        ("bare", "?string", "a", "string-available", "a text without its list"),
        ("two", "?string", ["a", "b"], "string-available", "a list of two"),
        ("none", "?string", [], "string-available", "a list of none"),
        ("void", "?void", [[]], "void-available", "a list in a list"),
        ("bool", "?string", False, "string-missing", "false for missing"),
    ):
        yield _TAG.refusal(f"encode-{name}", type, given, "VALUE_INVALID", base, edit, f"{edit}: no {type}", "SER-04")


def _states() -> Iterator[Case]:
    """Options in options, by way of a type in between: all states differ."""
    for name, value, summary in (
        ("outer", None, "the pointer is missing"),
        ("inner", [None], "the number that is pointed to is missing"),
        ("neither", [["5"]], "nothing is missing"),
    ):
        yield _TAG.accept(f"three-states-{name}", "?pointer[?int32]", value, summary, "PTR-03 OPT-03 OPT-01")
        yield _TAG.accept(f"three-states-tuple-{name}", "?(?bool)", _in_tuple(value), summary, "OPT-03 OPT-01 OPT-02")
        yield _TAG.accept(f"three-states-tagged-{name}", "?pointer[?uint8]", value, summary, "PTR-03 OPT-03 OPT-04")
    yield _TAG.accept("option-of-row", "?3 * int8", [["1", "2", "3"]], "one tag for the row", "OPT-08 OPT-02 OPT-03")
    yield _TAG.accept(
        "row-of-options", "3 * ?uint8", [["1"], None, ["3"]], "a tag for each element", "OPT-08 OPT-02 OPT-03"
    )
    yield _TAG.accept("both", "?2 * ?int8", [[["1"], None]], "a tag for the row, sentinels for the elements", "OPT-08")
    yield _TAG.accept("of-var", "?var * ?string", [[None, ["a"]]], "a tag, a count, and tags", "OPT-08 OPT-02 OPT-03")
    yield _TAG.accept(
        "void-row", "3 * ?void", [None, [None], None], "optional voids are tags alone", "OPT-02 OPT-03 VOID-01"
    )
    yield _TAG.accept(
        "in-array",
        "array[Any]",
        array("?pointer[?int32]", [None]),
        "an optional pointer with its type",
        "ARR-01 OPT-03 PTR-03",
    )


def _in_tuple(value: object) -> object:
    """The same state of `?(?bool)`."""
    return None if value is None else [[None]] if value == [None] else [[[True]]]


def features() -> Iterator[Feature]:
    yield Feature("tag", "Options with a tag", list(_tags()))
