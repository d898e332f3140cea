"""Byte order, sizes and alignment under the five flags, of values and of prefixes."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.dspack.cases.builders import (
    FLAG_NAMES,
    TYPE_NAMES,
    cases,
    f32,
    f64,
    read_row,
    row,
    with_article,
)

ORDERS = {"!": "FLAG-01", ">": "FLAG-01", "<": "FLAG-02", "=": "FLAG-03", "@": "FLAG-05"}


def _all_types() -> Iterator[Case]:
    values = [
        b"c", -2, 250, True, -258, 772, -16909060, 16909060, -1, 4278255360, -72623859790382856, 72623859790382856,
        f32(1.5), f64(-0.1),
    ]  # fmt: skip
    for flag, word in FLAG_NAMES.items():
        summary = f"every scalar that all flags have, under {flag}"
        sizes = "FLAG-06" if flag == "@" else "FLAG-04"
        rules = f"{ORDERS[flag]} {sizes} ROW-05 TYPE-23"
        yield row(f"all-types-{word}", f"{flag}cbB?hHiIlLqQfd", values, summary, rules)


def _no_alignment() -> Iterator[Case]:
    for flag, word in FLAG_NAMES.items():
        if flag != "@":
            for type_ in "HIQd":
                value = f64(1.5) if type_ == "d" else 258
                summary = f"there is no gap between B and {type_} under {flag}"
                name = f"unaligned-{TYPE_NAMES[type_]}-{word}"
                yield row(name, f"{flag}B{type_}", [7, value], summary, f"FLAG-04 {ORDERS[flag]}")


def _prefixes() -> Iterator[Case]:
    for flag, word in FLAG_NAMES.items():
        for width in (2, 4, 8):
            summary = f"the prefix of a string has {width} bytes and the byte order of {flag}"
            rules = "FLAG-08 STR-04"
            yield row(f"string-prefix-{width}-{word}", f"{flag}{width}~s", [b"ab"], summary, rules)
            summary = f"the prefix of a list has {width} bytes and the byte order of {flag}"
            rules = f"FLAG-08 LIST-04 LIST-11 {ORDERS[flag]}"
            yield row(f"list-prefix-{width}-{word}", f"{flag}{width}~:H", [[1, 2, 3]], summary, rules)
    for flag in ("!", "<"):
        for width in (3, 5, 6, 7):
            summary = f"the prefixes of a string and a list have {width} bytes under {flag}"
            values = [b"xyz", [7, 8]]
            name = f"odd-prefix-{width}-{FLAG_NAMES[flag]}"
            yield row(name, f"{flag}{width}~s{width}~:B", values, summary, "FLAG-08 SCHEMA-10")


# Under @: name, schema, values, summary, mutations that it catches.
_ALIGNED: list[tuple[str, str, list[Any], str, str]] = [
    ("ushort", "@BH", [1, 258], "one alignment byte before an H", "native-is-standard"),
    ("uint", "@BI", [1, 258], "three alignment bytes before an I", "native-is-standard aligned-with-ff"),
    ("ulonglong", "@BQ", [1, 258], "seven alignment bytes before a Q", "aligned-to-4"),
    ("long", "@Bl", [1, -258], "seven alignment bytes before an l, which has 8 bytes", "aligned-to-4"),
    ("pointer", "@BP", [1, 258], "seven alignment bytes before a P", "aligned-to-4"),
    ("float", "@Bf", [1, f32(1.5)], "three alignment bytes before an f", "native-is-standard"),
    ("double", "@Bd", [1, f64(1.5)], "seven alignment bytes before a d", "aligned-to-4"),
    (
        "staircase", "@BHIQ", [1, 2, 3, 4], "one alignment byte between B and H, and none in front of I and Q",
        "native-is-standard",
    ),
    ("stairs-down", "@QIHB", [1, 2, 3, 4], "no alignment bytes from large to small", "aligned-tail"),
    ("no-tail", "@QB", [1, 2], "no alignment bytes at the end of the row", "aligned-tail"),
    ("no-gap", "@HHI", [1, 2, 3], "no alignment bytes where an I is in place already", "aligned-to-8"),
    (
        "octets-unaligned", "@Bb?c", [1, -1, True, b"c"], "no alignment bytes before types of one byte",
        "aligned-at-least-2",
    ),
    ("pad-counts", "@xH", [258], "a pad is not aligned, but the H after it is", "native-is-standard"),
    ("pads-fill", "@BxH", [1, 258], "a pad takes the place of the alignment byte", "aligned-pads"),
    ("string-between", "@B3sH", [1, b"abc", 258], "a fixed string is not aligned", "aligned-strings"),
    ("string-then-uint", "@2sI", [b"ab", 258], "two alignment bytes after a fixed string", "native-is-standard"),
    (
        "pascal-between", "@B4pI", [1, b"ab", 258], "a fixed p is not aligned, but the I after it is",
        "native-is-standard",
    ),
    ("dynamic-0-then-uint", "@~sI", [b"", 258], "three alignment bytes after an empty string", "native-is-standard"),
    (
        "dynamic-1-then-uint", "@~sI", [b"a", 258], "two alignment bytes after a string of one octet",
        "native-is-standard",
    ),
    (
        "dynamic-2-then-uint", "@~sI", [b"ab", 258], "one alignment byte after a string of two octets",
        "native-is-standard",
    ),
    ("dynamic-3-then-uint", "@~sI", [b"abc", 258], "no alignment bytes after a string of three octets", "aligned-to-8"),
    ("dynamic-4-then-ulonglong", "@~sQ", [b"abcd", 258], "three alignment bytes before a Q", "native-is-standard"),
    ("prefix-unaligned", "@B2~s", [1, b"ab"], "a prefix of two bytes is not aligned", "aligned-prefixes"),
    ("prefix-8-unaligned", "@B8~s", [1, b"ab"], "a prefix of 8 bytes is not aligned", "aligned-prefixes-written"),
    (
        "list", "@:I", [[1, 2]], "three alignment bytes before the first item, and none between items",
        "native-is-standard",
    ),
    ("list-empty", "@:I", [[]], "no alignment bytes in an empty list", "aligned-empty-lists"),
    (
        "list-empty-then-uint", "@:IB:H", [[], 1, [2]],
        "no alignment bytes in an empty list, and one in front of the items of the next", "empty-lists-read-aligned",
    ),
    ("list-prefix-2", "@B2~:Q", [1, [2]], "five alignment bytes between an unaligned prefix and a Q", "aligned-to-4"),
    ("list-of-octets", "@B2~:B", [1, [2, 3]], "no alignment bytes before items of one byte", "aligned-at-least-2"),
    ("list-fixed", "@B2:I", [1, [2, 3]], "three alignment bytes before the first item of a list without a prefix",
     "native-is-standard"),
    ("list-fixed-doubles", "@H3:d", [1, [f64(1.0), f64(2.0), f64(3.0)]], "six alignment bytes before a list of three d",
     "aligned-to-4"),
    ("list-of-strings", "@B2:3sH", [1, [b"abc", b"def"], 258], "strings in a list are not aligned", "aligned-strings"),
    ("list-of-dynamic-strings", "@:2~sH", [[b"a", b"bc"], 258], "prefixes of strings in a list are not aligned",
     "aligned-prefixes"),
    ("two-lists", "@:H:I", [[1, 2, 3], [4]], "the alignment bytes of the second list count from the start of the row",
     "native-is-standard"),
]  # fmt: skip

# Alignment bytes that are not 00: name, schema, octets, values, summary.
_GARBAGE: list[tuple[str, str, str, list[Any], str]] = [
    ("uint", "@BI", "01ffffff02010000", [1, 258], "alignment bytes of ff are skipped"),
    ("list", "@:H", "02cc01000200", [[1, 2]], "an alignment byte of cc before the items of a list is skipped"),
    ("after-string", "@~sI", "0161eeee02010000", [b"a", 258], "alignment bytes of ee after a string are skipped"),
]


def _aligned_types() -> Iterator[Case]:
    """Every aligned type: by itself, in both kinds of lists, and with fields after them."""
    for type_ in "hHiIlLqQfdP":
        one, two = {"f": (f32(1.5), f32(-0.25)), "d": (f64(1.5), f64(-0.1))}.get(type_, (258, 772))
        rules = "FLAG-06 FLAG-05" if type_ in "lLP" else "FLAG-06"
        for name, schema, values, what in (
            ("then-octet", f"@B{type_}B{type_}", [1, one, 2, two],
             f"{with_article(type_)} after a B, twice, each aligned"),
            ("list-then-octet", f"@:{type_}B", [[one, two], 3],
             f"a list of {type_} that is aligned after its prefix, and a B"),
            (
                "fixed-list-then-octet", f"@B2:{type_}B", [1, [two, one], 3],
                f"a list of two {type_} without a prefix, aligned after a B",
            ),
        ):  # fmt: skip
            yield row(
                f"aligned-{TYPE_NAMES[type_]}-{name}", schema, values, f"under @: {what}", rules,
                catches="native-is-standard",
            )  # fmt: skip


def _aligned() -> Iterator[Case]:
    for name, schema, values, summary, mistake in _ALIGNED:
        rules = "FLAG-06 FLAG-05" if name in ("long", "pointer") else "FLAG-06"
        yield row(f"aligned-{name}", schema, values, f"under @: {summary}", rules, catches=mistake)
    for name, schema, octets, values, summary in _GARBAGE:
        yield read_row(
            f"aligned-garbage-{name}", schema, octets, values, summary=f"under @: {summary}", requirements="FLAG-07",
            catches="alignment-checked",
        )  # fmt: skip


def features() -> Iterator[Feature]:
    """Features of accepted cases."""
    groups = (_all_types(), _no_alignment(), _prefixes(), _aligned(), _aligned_types())
    yield Feature("flags", "Byte order, sizes and alignment", cases(*groups))
