"""Lists: counts and items of every kind."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.dspack.catalogue.types import boundaries
from goldenwire_reference.dspack.catalogue.words import TYPE_NAMES, RowEntry, cases, f32, f64, row

_ITEMS: dict[str, list[Any]] = {
    "c": [b"a", b"\0"],
    "b": boundaries(8, True),
    "B": boundaries(8, False),
    "?": [True, False, True],
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
        ("bytes", "!:B", [[1, 2, 3]], "a prefix of one byte, then the items", "LIST-01 LIST-06"),
        ("bytes-tilde", "!~:B", [[1, 2, 3]], "~: is :", "LIST-02"),
        ("bytes-width-1", "!1~:B", [[1, 2, 3]], "1~: is : too", "LIST-04"),
        ("bytes-fixed-10", "!10:B", [list(range(10))], "ten items and no prefix", "LIST-03"),
        ("bytes-width-2", "!2~:B", [[1, 2, 3]], "a prefix of two bytes", "LIST-04"),
        ("empty", "!:B", [[]], "no items", "LIST-12 LIST-01"),
        ("empty-width-2", "!2~:Q", [[]], "no items of eight bytes", "LIST-12 LIST-04"),
        ("empty-between", "!B:HB", [1, [], 2], "an empty list between two fields", "LIST-12 ROW-05"),
        ("one-fixed", "!1:B", [[7]], "a list of one is a list", "LIST-10 LIST-03"),
        ("one-single", "!B", [7], "a single value is no list", "LIST-10"),
        ("one-dynamic", "!:H", [[515]], "a dynamic list of one", "LIST-01"),
        ("items-not-bytes", "!:H", [[1, 2]], "the prefix counts items: 2, not 4", "LIST-05 LIST-11"),
        ("items-not-bytes-8", "!2~:Q", [[1, 2, 3]], "3, not 24", "LIST-05 LIST-11"),
        ("items-127", "!:B", [list(range(127))], "the prefix is unsigned: 127", "LIST-01"),
        ("items-128", "!:B", [list(range(128))], "the prefix is unsigned: 128", "LIST-01"),
        ("items-255", "!:B", [[7] * 255], "as many as one byte counts", "LIST-01 LIST-05"),
        ("items-256", "!2~:B", [[7] * 256], "256 items need the second byte", "LIST-04"),
        ("items-65535", "!2~:B", [[1] * 65535], "as many as two bytes count, not 65536", "LIST-04 LIST-05"),
        ("width-8", "!8~:B", [[1, 2]], "a prefix of eight bytes", "LIST-04"),
        ("fixed-300", "!300:H", [list(range(300))], "300 items, as the schema says", "LIST-03"),
        ("draft-app-ids", "!2~:Q", [[12345, 23456]], "the list of the draft's example", "LIST-04 LIST-05 TYPE-13"),
        ("several", "!:B:B2:B", [[1], [2, 3], [4, 5]], "one list after the other", "LIST-01 LIST-03 ROW-05"),
    ]  # fmt: skip
    yield from (row(*entry) for entry in table)


def _types() -> Iterator[Case]:
    for type_, items in _ITEMS.items():
        name = TYPE_NAMES[type_]
        yield row(f"{name}-dynamic", f"!:{type_}", [items], f"a dynamic list of {type_}", "LIST-01 LIST-06")
        schema = f"<{len(items)}:{type_}B"
        yield row(f"{name}-fixed", schema, [items, 7], f"a list of {len(items)} {type_}", "LIST-03 LIST-06 FLAG-02")


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


def _strings() -> Iterator[Case]:
    for form, items in _STRINGS.items():
        slug = form.replace(":", "-of-").replace("~", "v").strip("-")
        name = f"strings-{slug.lower()}{'-trimmed' * ('S' in form)}"
        fixed = not form.partition(":")[0].endswith("~") and form[0] != ":"
        also = " LIST-08 LIST-09" if fixed and "~" in form else ""
        yield row(name, f"!{form}", [items], f"the form {form}", f"LIST-07 LIST-06{also}")
    table: list[RowEntry] = [
        ("strings-empty-list", "!:~s", [[]], "no strings", "LIST-12 LIST-07"),
        ("strings-of-nothing", "!:~s", [[b"", b"", b""]], "three empty strings", "LIST-07 LIST-12"),
        ("strings-width-8", "!8~:~s", [[b"a", b""]], "a prefix of eight bytes", "LIST-07 LIST-04"),
        ("strings-long", "!2:~s", [[b"x" * 255, b"y" * 255]], "each as long as its prefix counts", "LIST-07 STR-05"),
        ("strings-little", "<2~:2~s", [[b"ab", b"c"]], "both prefixes little-endian", "LIST-07 FLAG-08"),
        ("strings-between", "!H:~sH", [1, [b"a", b"bc"], 2], "fields around it", "LIST-07 ROW-05"),
        ("draft-dictionary", "!:~s(meta_keys):~s(meta_vals)", [[b"a", b"b"], [b"1", b"2"]],
         "the draft's two lists that make a dictionary", "LIST-07"),
        ("draft-dictionary-uneven", "!:~s(meta_keys):~s(meta_vals)", [[b"a", b"b"], [b"1"]],
         "nobody checks that they fit together", "DEC-04"),
    ]  # fmt: skip
    yield from (row(*entry) for entry in table)


def features() -> Iterator[Feature]:
    """What is accepted."""
    yield Feature("lists", "Lists", cases(_counts(), _types(), _strings()))
