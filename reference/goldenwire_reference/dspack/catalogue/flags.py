"""Byte order, sizes and alignment under the five flags, of values and of prefixes."""

from collections.abc import Iterator
from typing import Any

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.dspack.catalogue.words import FLAG_NAMES, cases, f32, f64, read_row, row

_ORDERS = {"!": "FLAG-01", ">": "FLAG-01", "<": "FLAG-02", "=": "FLAG-03", "@": "FLAG-05"}


def _all_types() -> Iterator[Case]:
    values = [
        b"c", -2, 250, True, -258, 772, -16909060, 16909060, -1, 4278255360, -72623859790382856, 72623859790382856,
        f32(1.5), f64(-0.1),
    ]  # fmt: skip
    for flag, word in FLAG_NAMES.items():
        summary = f"every type that all flags have, under {flag}"
        sizes = "FLAG-06" if flag == "@" else "FLAG-04"
        yield row(f"all-types-{word}", f"{flag}cbB?hHiIlLqQfd", values, summary, f"{_ORDERS[flag]} {sizes} ROW-05")


def _no_alignment() -> Iterator[Case]:
    for flag, word in FLAG_NAMES.items():
        if flag != "@":
            for type_ in "HIQd":
                value = f64(1.5) if type_ == "d" else 258
                name = {"H": "ushort", "I": "uint", "Q": "ulonglong", "d": "double"}[type_]
                summary = f"nothing between B and {type_} under {flag}"
                yield row(
                    f"unaligned-{name}-{word}", f"{flag}B{type_}", [7, value], summary, f"FLAG-04 {_ORDERS[flag]}"
                )


def _prefixes() -> Iterator[Case]:
    for flag, word in FLAG_NAMES.items():
        for width in (2, 4, 8):
            summary = f"a string's prefix of {width} bytes has the byte order of {flag}"
            rules = f"FLAG-08 STR-04 {_ORDERS[flag]}"
            yield row(f"string-prefix-{width}-{word}", f"{flag}{width}~s", [b"ab"], summary, rules)
            summary = f"a list's prefix of {width} bytes has the byte order of {flag}"
            rules = f"FLAG-08 LIST-04 {_ORDERS[flag]}"
            yield row(f"list-prefix-{width}-{word}", f"{flag}{width}~:H", [[1, 2, 3]], summary, rules)
    for flag in ("!", "<"):
        for width in (3, 5, 6, 7):
            word = FLAG_NAMES[flag]
            summary = f"prefixes of {width} bytes under {flag}"
            values = [b"xyz", [7, 8]]
            yield row(f"odd-prefix-{width}-{word}", f"{flag}{width}~s{width}~:B", values, summary, "FLAG-08 SCHEMA-10")


# Under @: name, schema, values, summary.
_ALIGNED: list[tuple[str, str, list[Any], str]] = [
    ("ushort", "@BH", [1, 258], "one octet before an H"),
    ("uint", "@BI", [1, 258], "three octets before an I"),
    ("ulonglong", "@BQ", [1, 258], "seven octets before a Q"),
    ("long", "@Bl", [1, -258], "seven octets before an l, which has 8 bytes"),
    ("pointer", "@BP", [1, 258], "seven octets before a P"),
    ("float", "@Bf", [1, f32(1.5)], "three octets before an f"),
    ("double", "@Bd", [1, f64(1.5)], "seven octets before a d"),
    ("staircase", "@BHIQ", [1, 2, 3, 4], "each in its place without a gap but the first"),
    ("stairs-down", "@QIHB", [1, 2, 3, 4], "from large to small there are no gaps"),
    ("no-tail", "@QB", [1, 2], "nothing at the end of the row"),
    ("no-gap", "@HHI", [1, 2, 3], "no gap where none is needed"),
    ("octets-unaligned", "@Bb?c", [1, -1, True, b"c"], "types of one byte are never out of place"),
    ("pad-counts", "@xH", [258], "a pad is not aligned, what follows it is"),
    ("pads-fill", "@BxH", [1, 258], "a pad may fill the gap"),
    ("string-between", "@B3sH", [1, b"abc", 258], "strings are not aligned, what follows them is"),
    ("string-then-uint", "@2sI", [b"ab", 258], "a gap after a string"),
    ("pascal-between", "@B4pI", [1, b"ab", 258], "Pascal strings are not aligned"),
    ("dynamic-0-then-uint", "@~sI", [b"", 258], "the gap depends on the length of the string before it: 3"),
    ("dynamic-1-then-uint", "@~sI", [b"a", 258], "the gap depends on the length of the string before it: 2"),
    ("dynamic-2-then-uint", "@~sI", [b"ab", 258], "the gap depends on the length of the string before it: 1"),
    ("dynamic-3-then-uint", "@~sI", [b"abc", 258], "the gap depends on the length of the string before it: 0"),
    ("dynamic-4-then-ulonglong", "@~sQ", [b"abcd", 258], "a gap of 3 before a Q"),
    ("prefix-unaligned", "@B2~s", [1, b"ab"], "a prefix is not aligned"),
    ("prefix-8-unaligned", "@B8~s", [1, b"ab"], "a prefix of 8 bytes is not aligned"),
    ("list", "@:I", [[1, 2]], "a gap between prefix and first item, none between items"),
    ("list-empty", "@:I", [[]], "an empty list has no gap"),
    ("list-empty-then-uint", "@:IB:H", [[], 1, [2]], "after an empty list the next gap counts from where it ends"),
    ("list-prefix-2", "@B2~:Q", [1, [2]], "an unaligned prefix, then a gap, then an item"),
    ("list-of-octets", "@B2~:B", [1, [2, 3]], "items of one byte have no gap"),
    ("list-fixed", "@B2:I", [1, [2, 3]], "a gap before the first item of a list of a fixed count"),
    ("list-fixed-doubles", "@H3:d", [1, [f64(1.0), f64(2.0), f64(3.0)]], "the same with d"),
    ("list-of-strings", "@B2:3sH", [1, [b"abc", b"def"], 258], "strings in a list are not aligned"),
    ("list-of-dynamic-strings", "@:~sH", [[b"a", b"bc"], 258], "nor are their prefixes"),
    ("two-lists", "@:H:I", [[1, 2, 3], [4]], "the gap of the second list counts from the row's start"),
]


def _aligned() -> Iterator[Case]:
    for name, schema, values, summary in _ALIGNED:
        yield row(f"aligned-{name}", schema, values, f"under @: {summary}", "FLAG-06 FLAG-05")
    garbage: list[tuple[str, str, str, list[Any], str]] = [
        ("uint", "@BI", "01ffffff02010000", [1, 258], "alignment bytes are skipped unread"),
        ("list", "@:H", "02cc01000200", [[1, 2]], "also in front of a list's items"),
        ("after-string", "@~sI", "0161eeee02010000", [b"a", 258], "also after a dynamic string"),
    ]
    for name, schema, octets, values, summary in garbage:
        yield read_row(
            f"aligned-garbage-{name}", schema, octets, values, summary=f"under @: {summary}", requirements="FLAG-07"
        )


def features() -> Iterator[Feature]:
    """What is accepted."""
    yield Feature(
        "flags", "Byte order, sizes and alignment", cases(_all_types(), _no_alignment(), _prefixes(), _aligned())
    )
