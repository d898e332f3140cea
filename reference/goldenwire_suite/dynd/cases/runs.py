"""Runs of more elements than a codec reads or writes in one step."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature, put, replace_at
from goldenwire_suite.dynd.cases.builders import FLOATS, INTEGERS, RowBuilder
from goldenwire_suite.dynd.cases.floats import float_id
from goldenwire_suite.dynd.cases.numbers import integer_id

_RUN = RowBuilder("runs")
_COUNT = 17  # which no step of 2, 4, 8 or 16 elements divides

_TEXT = "eight ascii, \xe9\u20ac"  # the first eight octets are ASCII


def _integers() -> Iterator[Case]:
    for type, (low, high) in INTEGERS.items():
        step = (high - low) // (_COUNT - 1)
        numbers = [str(low + at * step) for at in range(_COUNT)]
        more = "" if high - low < 256 else "END-01"
        yield _RUN.accept(
            type, f"17 * {type}", numbers, f"17 different values of {type}", f"DIM-01 {integer_id(type)} {more}"
        )


def _floats() -> Iterator[Case]:
    for type, (fraction, size) in FLOATS.items():
        one = (1 << 8 * size - 2) - (1 << fraction)
        numbers = [f"0x{one + at * ((1 << fraction) // _COUNT) + at:0{2 * size}x}" for at in range(_COUNT)]
        yield _RUN.accept(
            type, f"17 * {type}", numbers, f"17 different values of {type}", f"DIM-01 {float_id(type)} END-01"
        )


def _others() -> Iterator[Case]:
    rows: Any = (
        ("chars", "17 * char", list("eight ascii, \xe9\u20acab"),
         "17 chars, all of them ASCII but two near the end", "DIM-01 CHAR-02"),
        ("chars-var", "var * char", list(_TEXT),
         "15 chars with a count, all of them ASCII but the last two", "VAR-01 CHAR-02"),
        ("string", "string", _TEXT, "a text of ASCII but for its last two characters", "STR-01 STR-03"),
        ("name", "{'what??': int8}", ["5"], "a field whose name ends with two question marks", "TYPE-04"),
        ("fields", f"({', '.join(['int8'] * 257)})", ["1", *["2"] * 255, "3"], "a tuple of 257 fields",
         "TUP-01 LIM-02"),
        ("digits", "2 * uint128", [str(10**20 + 7), str(10**38 + 5)], "integers whose decimal digits are mostly zeros",
         "INT-05"),
    )  # fmt: skip
    for row in rows:
        yield _RUN.accept(*row)


def _bools() -> Iterator[Case]:
    """Bools, of which one is invalid: at the ends, and where a step of eight ends."""
    truths = [at % 3 == 0 for at in range(11)]
    yield _RUN.accept("bools", "11 * bool", truths, "11 bools", "BOOL-01 DIM-01")
    for at in (0, 6, 7, 8, 10):
        summary = f"of 11 bools, the one at the index {at} is 02"
        yield _RUN.reject(
            f"bools-{at}", "11 * bool", "bools", put(f"value[{at}]", 2), "bool", summary, numbers=[11, at]
        )


# Requests with another value in place of the last of some: (name, base, place, the value, class, what is refused).
_LAST: Any = (
    ("text", "var/count-of-strings", 2, {"utf8": "ff"}, "UTF8_INVALID", "ill-formed text as the last of three"),
    ("option", "sentinel/row-int16", 3, ["40000"], "VALUE_INVALID", "40,000 in the last of 4 options of int16"),
    ("char", "char/fixed", 4, "xy", "VALUE_INVALID", "a text of two letters as the last of five chars"),
    ("type", "type/row", 1, "int", "TYPE_SYNTAX", "int, which is no type, as the last of 2 types"),
)  # fmt: skip


def _last() -> Iterator[Case]:
    for name, base, place, value, code, what in _LAST:
        change, summary = replace_at(f"/value/{place}", value), f"an encoder refuses {what}"
        yield _RUN.refusal(f"encode-last-{name}", base, change, code, summary)


_FAR = 65_600  # octets, more than 16 bits count


def _far() -> Iterator[Case]:
    """Octets that are invalid behind so many others that their offset takes more than 16 bits."""
    type = "(string, bool, char)"
    told = f"behind a string of {_FAR} octets"
    yield _RUN.accept("far", type, ["a" * _FAR, True, "b"], f"a bool and a char {told}", "TUP-01 STR-01",
                      numbers=[_FAR])  # fmt: skip
    for name, field, octet, check, summary in (
        ("bool", "value.1", 2, "bool", "a bool of 02"),
        ("char", "value.2", 0xFF, {"char.utf8": "b"}, "a char of ff"),
    ):
        yield _RUN.reject(f"far-{name}", type, "far", put(field, octet), check, f"{summary} {told}", numbers=[_FAR])


def features() -> Iterator[Feature]:
    yield Feature("runs", "Runs of many elements", [*_integers(), *_floats(), *_others(), *_bools(), *_last(), *_far()])
