"""Equality of two values in the neutral notation. Pure and independent of formats: the caller passes what is loose.

- `{"nan":"16"}` in the expected value is any NaN of 16 hex digits.
- Under the tag `number`, for formats that name it, numbers are compared by value, integer or float; the sign of a zero
  is part of it.
- Under the tag `unique_set`, for formats that name it, order is irrelevant.

All else is equal if the canonical JSON is.
"""

import re
import struct
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.protocol import canonical, parts

LARGE = 1 << 20  # octets of a value
SPACES = (b" ", b"\t", b"\n", b"\r")
any_nan_in = re.compile(rb'\{"nan":"').search  # searches the text without a copy, which `in` needs


class Leeway(NamedTuple):
    """The differences to ignore: the format's tags, and whether an integer may stand for the nearest double."""

    tags: Collection[str]
    nearest: bool


def same(expected: Raw, observed: Raw, tags: Collection[str] = (), *, nearest: bool = False) -> bool:
    """Return whether the two JSON texts are the same value in the neutral notation.

    `tags` are those of `number` and `unique_set` that the format compares loosely. With `nearest`, an observed integer
    where a double is expected counts as the double nearest to it.
    """
    any_nan = any_nan_in(expected) is not None
    if expected == observed and not any_nan:
        return True  # identical text, the most common case
    if far_larger(expected, observed):
        return False
    if not any_nan and canonical(expected) == canonical(observed):
        return True
    return alike(_parsed(expected), _parsed(observed), Leeway(tags, nearest))


def far_larger(expected: Raw, observed: Raw) -> bool:
    """Return whether a large value is so much larger than expected that it differs without being parsed.

    It is if it has many more parts or much more text. An atom may be written in 16 times as much text; white space does
    not count.
    """
    if len(observed) <= LARGE:
        return False
    text, wanted = bytes(observed), bytes(expected)
    solid = len(text) - sum(map(text.count, SPACES))
    return solid > LARGE + 16 * len(wanted) or parts(text) > LARGE // 64 + 16 * parts(wanted)


def _parsed(text: Raw) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return text  # not JSON, and equal to nothing else


def alike(expected: Any, observed: Any, leeway: Leeway) -> bool:
    """Return whether two values are the same. Iterative, because values nest deeper than Python's recursion limit."""
    waiting = [(expected, observed)]
    while waiting:
        inner = _inner(*waiting.pop(), leeway)
        if inner is None:
            return False
        waiting += inner
    return True


def _inner(expected: Any, observed: Any, leeway: Leeway) -> list[tuple[Any, Any]] | None:
    """Return the pairs that must be alike for these two to be; None if they cannot be."""
    if is_any_nan(expected):
        fits = is_nan(observed, int(expected["nan"]))
    elif isinstance(expected, list) and isinstance(observed, list) and len(expected) == len(observed):
        return [(item, observed[place]) for place, item in enumerate(expected)]
    elif isinstance(expected, dict) and isinstance(observed, dict) and expected.keys() == observed.keys():
        [tag] = expected if len(expected) == 1 else [None]
        if tag not in leeway.tags:
            return [(member, observed[key]) for key, member in expected.items()]
        fits = COMPARISONS[tag](expected[tag], observed[tag], leeway)
    else:
        fits = type(expected) is type(observed) and expected == observed
    return [] if fits else None


def _unordered(expected: Any, observed: Any, leeway: Leeway) -> bool:
    """Return whether the elements of two lists can be paired so that the partners are alike (Kuhn's algorithm).

    An element may be like several (any NaN is like every NaN), and the first match may be the only partner of another;
    so elements change partners to make room.
    """
    partners: dict[int, int] = {}  # place among the observed -> place among the expected

    def pair(wanting: int, tried: set[int]) -> bool:
        for place, element in enumerate(observed):
            if place not in tried and alike(expected[wanting], element, leeway):
                tried.add(place)
                if place not in partners or pair(partners[place], tried):
                    partners[place] = wanting
                    return True
        return False

    are_lists = isinstance(expected, list) and isinstance(observed, list) and len(expected) == len(observed)
    return are_lists and all(pair(place, set()) for place in range(len(expected)))


def _equal(expected: Any, observed: Any, leeway: Leeway) -> bool:
    """Return whether two atoms under the tag `number` are the same number."""
    if alike(number(expected), number(observed), leeway):
        return True
    may_round = leeway.nearest and _is(DOUBLE, expected) and _is(INTEGER, observed)
    return may_round and number(expected) == f"{float(observed):.0f}"


COMPARISONS: dict[Any, Callable[[Any, Any, Leeway], bool]] = {"number": _equal, "unique_set": _unordered}


# Atoms

INTEGER = re.compile(r"-?[1-9][0-9]*")
DOUBLE = re.compile(r"0x[0-9a-f]{16}")
FLOAT = re.compile(r"0x[0-9a-f]+")
MINUS_ZERO = "0x8000000000000000"

# The bits of infinity by the number of hex digits; those of a NaN, without its sign, are greater.
INFINITY = {4: 0x7C00, 8: 0x7F80_0000, 16: 0x7FF0 << 48, 32: 0x7FFF << 112}


def _is(kind: re.Pattern[str], atom: Any) -> bool:
    return isinstance(atom, str) and kind.fullmatch(atom) is not None


def number(atom: Any) -> Any:
    """Return the form of a `number` atom to compare: integral doubles, except -0.0, become integers."""
    if not _is(DOUBLE, atom) or atom == MINUS_ZERO:
        return atom
    (value,) = struct.unpack(">d", bytes.fromhex(atom[2:]))
    return f"{value:.0f}" if value.is_integer() else atom


def is_any_nan(atom: Any) -> bool:
    """Return whether the atom stands for any NaN of a width."""
    return isinstance(atom, dict) and atom.keys() == {"nan"} and atom["nan"] in map(str, INFINITY)


def is_nan(atom: Any, digits: int | None = None) -> bool:
    """Return whether the atom is the bits of a NaN, with this number of hex digits or of any width."""
    if not _is(FLOAT, atom):
        return False
    width = len(atom) - 2
    sign = 8 << 4 * (width - 1)
    return digits in (None, width) and width in INFINITY and int(atom, 16) & ~sign > INFINITY[width]
