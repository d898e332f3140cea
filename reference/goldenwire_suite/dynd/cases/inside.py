"""Integers beyond those that a double holds, within other values."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.dynd.cases.builders import RowBuilder, array

_INSIDE, _STORED = RowBuilder("inside"), RowBuilder("inside-storage", "storage")

# The types whose integers may be too large for a double, an integer of each that is, and the requirement on the type.
_INTEGERS = {
    "int64": (-(2**53) - 1, "INT-01"), "uint64": (2**64 - 3, "INT-02"), "int128": (-(2**100) - 1, "INT-04"),
    "uint128": (2**127 + 1, "INT-05"),
}  # fmt: skip

# Values that have others inside: (name, type, the value around an integer, in words, further requirements).
_AROUND: Any = (
    ("row", "var * {}", lambda one: [one, one], "in a row", ""),
    ("fixed", "2 * {}", lambda one: [one, one], "in a row of 2", ""),
    ("rows", "var * 2 * {}", lambda one: [[one, one]], "in a row of 2 in a row", ""),
    ("tuple", "(bool, {})", lambda one: [True, one], "in a tuple", ""),
    ("struct", "{{a: {}, b: bool}}", lambda one: [one, True], "in a struct", ""),
    ("pointer", "pointer[{}]", lambda one: one, "behind a pointer", ""),
    ("option", "?{}", lambda one: [one], "in an option", "OPT-02"),
)


def _rows(words: RowBuilder, around: Any) -> Iterator[Case]:
    for type, (number, requirement) in _INTEGERS.items():
        called = f"{'a' if type.startswith('u') else 'an'} {type} that no double holds"
        for name, form, value, where, more in around:
            row = (
                f"{name}-{type}",
                form.format(type),
                value(str(number)),
                f"{called}, {where}",
                f"{requirement} {more}",
            )
            yield words.accept(*row, "integers-through-doubles")
        if words is _INSIDE:
            row = (f"array-{type}", "array[Any]", array(type, str(number)), f"{called}, in an array", requirement)
            yield words.accept(*row, "integers-through-doubles")


def features() -> Iterator[Feature]:
    stored = (
        "stored",
        "storage[1 * 2 * {}, axis=[1, 0]]",
        lambda one: [[one, one]],
        "in an array stored by columns",
        "STORAGE-05",
    )
    yield Feature("inside", "Integers that no double holds, within other values", list(_rows(_INSIDE, _AROUND)))
    yield Feature("inside-storage", "Profile storage: integers that no double holds", list(_rows(_STORED, [stored])))
