"""Lists: counts and items of every kind."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.dspack.tables import STRINGS
from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.dspack.cases.builders import (
    TYPE_NAMES,
    RowEntry,
    cases,
    f32,
    f64,
    read_row,
    row,
    rows_of,
)
from goldenwire_suite.dspack.cases.types import boundaries

_ITEMS: dict[str, list[Any]] = {
    "c": [b"a", b"\0"],
    "b": boundaries(8, True),
    "B": boundaries(8, False),
    "?": [True, False, False],
    "h": boundaries(16, True),
    "H": boundaries(16, False),
    "i": boundaries(32, True),
    "I": boundaries(32, False),
    "l": boundaries(32, True),
    "L": boundaries(32, False),
    "q": boundaries(64, True),
    "Q": boundaries(64, False),
    "f": [f32(1.5), f32(-0.25)],
    "d": [f64(1.5), f64(-0.1)],
}


def _counts() -> Iterator[Case]:
    table: list[RowEntry] = [
        ("bytes", "!:B", [[1, 2, 3]], ":B has a prefix of one byte, then the items", "LIST-01 LIST-06"),
        ("bytes-tilde", "!~:B", [[1, 2, 3]], "~: has a prefix of one byte, as : has", "LIST-02"),
        ("bytes-width-1", "!1~:B", [[1, 2, 3]], "1~: has a prefix of one byte, as : has", "LIST-04"),
        ("bytes-fixed-10", "!10:B", [list(range(10))], "10:B has ten items and no prefix", "LIST-03"),
        ("bytes-width-2", "!2~:B", [[1, 2, 3]], "2~: has a prefix of two bytes", "LIST-04 FLAG-08"),
        ("empty", "!:B", [[]], "a list without items is its prefix alone", "LIST-12 LIST-01"),
        ("empty-width-2", "!2~:Q", [[]], "a list without items after a prefix of two bytes", "LIST-12 LIST-04"),
        ("empty-between", "!B:HB", [1, [], 2], "a list without items between two numbers", "LIST-12 ROW-03"),
        ("one-fixed", "!1:B", [[7]], "1:B is a list of one item", "LIST-10 LIST-03"),
        ("one-single", "!B", [7], "a B is a value, and not a list of one", "LIST-10"),
        ("one-dynamic", "!:H", [[515]], "a list of one item with a prefix", "LIST-01 LIST-11"),
        ("items-not-bytes", "!:H", [[1, 2]], "the prefix counts two items of two bytes, not their octets", "LIST-11",
         "list-counted-in-bytes"),
        (
            "items-not-bytes-8", "!2~:Q", [[1, 2, 3]], "the prefix counts three items of 8 bytes, not their octets",
            "LIST-11 FLAG-08", "list-counted-in-bytes",
        ),
        ("fixed-of-8-bytes", "!2:Q", [[1, 2]], "two Q without a prefix", "LIST-03 TYPE-13"),
        ("items-127", "!:B", [list(range(127))], "127 items, the most that a signed prefix could count", "LIST-01"),
        ("items-128", "!:B", [list(range(128))], "128 items, which a signed prefix could not count", "LIST-01"),
        ("items-255", "!:B", [[7] * 255], "255 items, the most that a prefix of one byte counts", "LIST-01 LIST-05"),
        ("items-256", "!2~:B", [[7] * 256], "256 items, which need the second byte of a prefix", "LIST-04 FLAG-08"),
        (
            "items-32767", "<2~:?", [[True] * 32767],
            "32767 items, the most that a signed prefix of two bytes could count", "LIST-04 LIM-04",
        ),
        ("items-32768", "<2~:?", [[False] * 32768], "32768 items, which a signed prefix of two bytes could not count",
         "LIST-04 LIM-04"),
        ("items-65535", "!2~:B", [[1] * 65535], "65535 items, the most that a prefix of two bytes counts",
         "LIST-05 LIM-04"),
        ("width-8", "!8~:B", [[1, 2]], "a list with a prefix of eight bytes", "LIST-04 FLAG-08"),
        ("fixed-300", "!300:H", [list(range(300))], "300 items without a prefix", "LIST-03"),
        ("draft-app-ids", "!2~:Q", [[12345, 23456]], "the list of app_ids in the example of the draft",
         "LIST-04 LIST-11 TYPE-13 FLAG-08"),
        ("several", "!:B:B2:B", [[1], [2, 3], [4, 5]], "three lists, two of them with prefixes",
         "LIST-01 LIST-03 ROW-03 ROW-05"),
    ]  # fmt: skip
    yield from rows_of(table)


def _types() -> Iterator[Case]:
    for type_, items in _ITEMS.items():
        name = TYPE_NAMES[type_]
        wide = type_ not in "cbB?"
        truth = " TYPE-23" * (type_ == "?")
        rules = "LIST-01 LIST-06" + " LIST-11" * wide + truth
        yield row(f"{name}-dynamic", f"!:{type_}", [items], f"a list of {type_} with a prefix", rules)
        schema = f"<{len(items)}:{type_}B"
        rules = "LIST-03 LIST-06" + " FLAG-02" * wide + truth
        yield row(f"{name}-fixed", schema, [items, 7], f"a list of {type_} without a prefix, then a B", rules)


_STRINGS = {
    "2:3s": [b"abc", b"de\0"],
    "2:~s": [b"abc", b""],
    "2:2~s": [b"", b"abc"],
    ":3s": [b"abc", b"def", b"\0\0\0"],
    ":~s": [b"a", b"", b"bc"],
    ":2~s": [b"abc", b"d"],
    "2~:3s": [b"abc"],
    "2~:~s": [b"", b"a", b"bc"],
    "2~:2~s": [b"abc", b""],
    "2:S": [b"a", b""],
    "2:3S": [b"abc", b"d"],
    "2:~S": [b"abc", b""],
    "~:3S": [b"", b"ab"],
    ":2~S": [b"x", b"\0y"],
    "3:p": [b"", b"", b""],
    "2:3p": [b"ab", b"c"],
    "2~:~p": [b"ab", b""],
    ":s": [b"a", b"\0"],
}

# Items by form of string, for the combinations with forms of lists that _STRINGS lacks.
_OF_FORM = {
    "s": [b"a", b"\0"], "3s": [b"abc", b"de\0"], "~s": [b"abc", b""], "2~s": [b"", b"abc"],
    "S": [b"", b"a"], "3S": [b"abc", b"d"], "~S": [b"", b"abc"], "2~S": [b"abc", b""],
    "p": [b"", b""], "3p": [b"ab", b"c"], "~p": [b"abc", b""], "2~p": [b"ab", b""],
}  # fmt: skip
_STRINGS |= {
    form: items
    for single, items in _OF_FORM.items()
    for count in ("2:", ":", "2~:")
    if (form := count + single) not in _STRINGS and f"~{form}" not in _STRINGS
}


def _form(form: str, items: list[bytes]) -> Case:
    """Return the case of a list of strings of this form; its requirements follow from the form."""
    count, _, single = form.partition(":")
    dynamic = "~" in count or not count
    rules = ["LIST-07"] + ["LIST-06"] * (len({*items}) > 1)
    rules += ["LIST-08"] * ("~" in single and not dynamic)
    rules += ["LIST-11"] * (dynamic and single not in STRINGS)
    rules += ["FLAG-08"] * ("2~" in form)
    padded = single[-1] == "S" or any(item.endswith(b"\0") for item in items)
    rules += ["TYPE-25"] * (single[-1] in "sS" and "~" not in single and padded)
    rules += ["STR-08" if "~" in single else "TYPE-19"] * (single[-1] == "p")
    slug = form.replace(":", "-of-").replace("~", "v").strip("-")
    name = f"strings-{slug.lower()}{'-trimmed' * ('S' in form)}"
    return row(name, f"!{form}", [items], f"a list of strings of the form {form}", " ".join(rules))


def _strings() -> Iterator[Case]:
    for form, items in _STRINGS.items():
        yield _form(form, items)
    table: list[RowEntry] = [
        ("strings-empty-list", "!:~s", [[]], "a list of strings without items", "LIST-12 LIST-11"),
        ("strings-of-nothing", "!:~s", [[b"", b"", b""]], "a list of three empty strings", "LIST-07 LIST-12 LIST-11"),
        ("strings-width-8", "!8~:~s", [[b"a", b""]], "a list of strings after a prefix of eight bytes",
         "LIST-07 LIST-04 LIST-11 FLAG-08"),
        (
            "strings-long", "!2:~s", [[b"x" * 255, b"y" * 255]],
            "two strings in a list, each as long as its prefix can count", "LIST-07 STR-05 LIST-08",
        ),
        ("strings-little", "<2~:2~s", [[b"ab", b"c"]], "the prefixes of a list and of its strings are little-endian",
         "LIST-07 FLAG-08 LIST-11"),
        ("strings-between", "!H:~sH", [1, [b"a", b"bc"], 2], "a list of strings between two numbers",
         "LIST-07 ROW-03 LIST-11"),
        ("draft-dictionary", "!:~s(meta_keys):~s(meta_vals)", [[b"a", b"b"], [b"1", b"2"]],
         "the draft's two lists for a dictionary", "LIST-07 LIST-11"),
        ("draft-dictionary-uneven", "!:~s(meta_keys):~s(meta_vals)", [[b"a", b"b"], [b"1"]],
         "two lists for a dictionary that have different numbers of items", "DEC-04", "dictionaries-even"),
    ]  # fmt: skip
    yield from rows_of(table)


# Lists of ? with octets that are neither 00 nor 01: name, schema, octets, values, summary, mutations.
_BOOLEANS: list[tuple[str, str, str, list[Any], str, str]] = [
    ("of-one", "!1:?", "02", [[True]], "a list of one ?: the octet 02 is read as true", "bool-lowest-bit"),
    ("fixed", "!3:?B", "02008007", [[True, False, True], 7],
     "a list of three ? without a prefix: 02 and 80 are read as true", "bool-highest-bit"),
    ("dynamic", "<:?", "0302ff00", [[True, True, False]], "a list of ? with a prefix: 02 and ff are read as true",
     "bool-highest-bit"),
    ("width-2", "@2~:?B", "03000001fe07", [[False, True, True], 7],
     "a list of ? with a prefix of two bytes: fe is read as true", "bool-lowest-bit"),
]  # fmt: skip


def _booleans() -> Iterator[Case]:
    for name, schema, octets, values, summary, catches in _BOOLEANS:
        yield read_row(
            f"bools-{name}", schema, octets, values, summary=summary, requirements="TYPE-23",
            catches=f"bool-01-only listed-bools-01-only {catches}",
        )  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of accepted cases."""
    yield Feature("lists", "Lists", cases(_counts(), _types(), _strings(), _booleans()))
