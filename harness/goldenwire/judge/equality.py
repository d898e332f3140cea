"""When two values in the neutral notation are the same. Pure, and knows no format: it is told what is loose about one.

- `{"nan":"16"}` in what is expected is any NaN of 16 hex digits.
- Under the tag `number`, for formats that name it, numbers are compared by value, integer or float; the sign of a zero
  is part of it.
- Under the tag `unique_set`, for formats that name it, order means nothing.

All else is the same if the canonical JSON is.
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
any_nan_in = re.compile(rb'\{"nan":"').search  # takes the text as it is; `in` wants a copy


class Leeway(NamedTuple):
    """What does not count: the format's tags, and whether an integer may stand for the double nearest to it."""

    tags: Collection[str]
    nearest: bool


def same(expected: Raw, observed: Raw, tags: Collection[str] = (), *, nearest: bool = False) -> bool:
    """Whether the two JSON texts are the same value in the neutral notation.

    `tags` are those of `number` and `unique_set` that the format compares loosely. With `nearest`, an integer that was
    observed where a double is expected counts as the double nearest to it.
    """
    any_nan = any_nan_in(expected) is not None
    if expected == observed and not any_nan:
        return True  # to the letter, as most are
    if far_larger(expected, observed):
        return False
    if not any_nan and canonical(expected) == canonical(observed):
        return True
    return alike(_parsed(expected), _parsed(observed), Leeway(tags, nearest))


def far_larger(expected: Raw, observed: Raw) -> bool:
    """Whether a large value has so many more parts, or so much more text, than the one that is due that it need not be
    parsed to differ. An atom may be written in 16 times as much; white space does not count."""
    if len(observed) <= LARGE:
        return False
    text, due = bytes(observed), bytes(expected)
    solid = len(text) - sum(map(text.count, SPACES))
    return solid > LARGE + 16 * len(due) or parts(text) > LARGE // 64 + 16 * parts(due)


def _parsed(text: Raw) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return text  # no JSON, and like nothing else


def alike(expected: Any, observed: Any, leeway: Leeway) -> bool:
    """Whether two values are the same. Values nest deeper than calls of Python's may, so this is no recursion."""
    waiting = [(expected, observed)]
    while waiting:
        inner = _inner(*waiting.pop(), leeway)
        if inner is None:
            return False
        waiting += inner
    return True


def _inner(expected: Any, observed: Any, leeway: Leeway) -> list[tuple[Any, Any]] | None:
    """The pairs that have to be alike for these two to be; None where they cannot be."""
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
    """Whether the elements of two lists can be paired so that each is like its partner (Kuhn's algorithm).

    An element may be like several (any NaN is like every NaN), and the first that fits may be another one's only
    partner; so elements change partners to make room.
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
    """Whether two atoms under the tag `number` are the same number."""
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

# The bits of infinity by the number of hex digits; a NaN's are beyond them, the sign put aside.
INFINITY = {4: 0x7C00, 8: 0x7F80_0000, 16: 0x7FF0 << 48, 32: 0x7FFF << 112}


def _is(kind: re.Pattern[str], atom: Any) -> bool:
    return isinstance(atom, str) and kind.fullmatch(atom) is not None


def number(atom: Any) -> Any:
    """What an atom under the tag `number` is compared by: an integral double is that integer, but for -0.0."""
    if not _is(DOUBLE, atom) or atom == MINUS_ZERO:
        return atom
    (value,) = struct.unpack(">d", bytes.fromhex(atom[2:]))
    return f"{value:.0f}" if value.is_integer() else atom


def is_any_nan(atom: Any) -> bool:
    """Whether this stands for any NaN of a width."""
    return isinstance(atom, dict) and atom.keys() == {"nan"} and atom["nan"] in map(str, INFINITY)


def is_nan(atom: Any, digits: int | None = None) -> bool:
    """Whether the atom is the bits of a NaN; of so many hex digits, or of any width."""
    if not _is(FLOAT, atom):
        return False
    width = len(atom) - 2
    sign = 8 << 4 * (width - 1)
    return digits in (None, width) and width in INFINITY and int(atom, 16) & ~sign > INFINITY[width]
