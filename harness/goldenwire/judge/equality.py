"""When two values in the neutral notation are the same. Pure, and knows no format: it is told what is loose about one.

- `{"nan":"16"}` in what is expected is any NaN of 16 hex digits.
- Under the tag `number`, for formats that name it, numbers are compared by value, integer or float; the sign of a zero
  is part of it.
- Under the tag `unique_set`, for formats that name it, order means nothing.

All else is the same if the canonical JSON is.
"""

import math
import re
import struct
from collections import deque
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.protocol import canonical

ANY_NAN = b'{"nan":"'


class Leeway(NamedTuple):
    """What does not count: the format's tags, and whether an integer may stand for the double nearest to it."""

    tags: Collection[str] = ()
    nearest: bool = False


def same(expected: Raw, observed: Raw, tags: Collection[str] = (), *, nearest: bool = False) -> bool:
    """Whether the two JSON texts are the same value in the neutral notation.

    `tags` are those of `number` and `unique_set` that the format compares loosely. With `nearest`, an integer that was
    observed where a double is expected counts as the double nearest to it.
    """
    if expected == observed and ANY_NAN not in bytes(expected):  # byte for byte, as most are
        return True
    wanted, found = canonical(expected), canonical(observed)
    marks = [ANY_NAN, *(f'{{"{tag}":'.encode() for tag in tags)]
    if not any(mark in wanted for mark in marks):
        return wanted == found
    return _alike(_parsed(wanted), _parsed(found), Leeway(tags, nearest))


def _parsed(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return text  # no JSON, and like nothing else


def _alike(expected: Any, observed: Any, leeway: Leeway) -> bool:
    if isinstance(expected, dict):
        if is_any_nan(expected):
            return is_nan(observed, int(expected["nan"]))
        return (
            isinstance(observed, dict) and expected.keys() == observed.keys() and _members(expected, observed, leeway)
        )
    if isinstance(expected, list):
        return (
            isinstance(observed, list)
            and len(expected) == len(observed)
            and all(_alike(*pair, leeway) for pair in zip(expected, observed, strict=True))
        )
    return type(expected) is type(observed) and bool(expected == observed)


def _members(expected: dict[str, Any], observed: dict[str, Any], leeway: Leeway) -> bool:
    [tag, *others] = expected or [""]
    if tag in leeway.tags and not others:
        return COMPARISONS[tag](expected[tag], observed[tag], leeway)
    return all(_alike(member, observed[key], leeway) for key, member in expected.items())


# Sets


def _unordered(expected: Any, observed: Any, leeway: Leeway) -> bool:
    """Whether the elements of two lists can be paired so that each is like its partner."""
    if not isinstance(expected, list) or not isinstance(observed, list) or len(expected) != len(observed):
        return False
    pairs = _Pairs(expected, observed, leeway)
    return all(pairs.add(place) for place in range(len(expected)))


class _Pairs:
    """A matching between two lists of elements, which grows by augmenting paths (Kuhn's algorithm).

    An element may be like several (any NaN is like every NaN), and the first that fits may be another one's only
    partner; so elements change partners to make room.
    """

    def __init__(self, expected: list[Any], observed: list[Any], leeway: Leeway) -> None:
        self._expected, self._observed, self._leeway = expected, observed, leeway
        self._of: dict[int, int] = {}  # place among the expected -> place among the observed
        self._by: dict[int, int] = {}  # and back
        self._texts: dict[bytes, list[int]] = {}
        for place, element in enumerate(observed):
            self._texts.setdefault(msgspec.json.encode(element), []).append(place)

    def add(self, start: int) -> bool:
        """Whether the expected element of that place finds a partner, besides those that were added before."""
        reached: dict[int, int] = {}  # an observed element -> the expected one that it would do for
        waiting = deque([start])
        while waiting:
            wanting = waiting.popleft()
            for place in self._candidates(wanting):
                if place in reached or not _alike(self._expected[wanting], self._observed[place], self._leeway):
                    continue
                reached[place] = wanting
                if place not in self._by:
                    self._rearrange(place, reached)
                    return True
                waiting.append(self._by[place])
        return False

    def _candidates(self, wanting: int) -> Iterator[int]:
        """The places of the observed elements, those first that are the same to the letter."""
        yield from self._texts.get(msgspec.json.encode(self._expected[wanting]), ())
        yield from range(len(self._observed))

    def _rearrange(self, place: int | None, reached: dict[int, int]) -> None:
        """Give a free observed element to the one that reached it, the one it had to the next, and so on."""
        while place is not None:
            wanting = reached[place]
            before = self._of.get(wanting)
            self._of[wanting], self._by[place] = place, wanting
            place = before


# Numbers


def _equal(expected: Any, observed: Any, leeway: Leeway) -> bool:
    """Whether two atoms under the tag `number` are the same number."""
    if is_any_nan(expected):
        return is_nan(observed, int(expected["nan"]))
    wanted, found = number(expected), number(observed)
    if wanted is None or found is None:
        return False
    if wanted == found:
        return True
    if not (leeway.nearest and INTEGER(observed) and not INTEGER(expected)):
        return False
    try:
        return bool(wanted == Fraction(float(int(observed))))
    except OverflowError:
        return False


def number(atom: Any) -> Fraction | str | None:
    """What an atom under the tag `number` is compared by: its value; of -0.0, NaNs and infinities the bits.

    None if it is no atom of a number.
    """
    if not isinstance(atom, str):
        return None
    if INTEGER(atom):
        return Fraction(atom)
    if not DOUBLE(atom):
        return None
    (value,) = struct.unpack(">d", bytes.fromhex(atom[2:]))
    return Fraction(value) if math.isfinite(value) and (value or atom == "0x" + "0" * 16) else atom


COMPARISONS = {"number": _equal, "unique_set": _unordered}

# An integer's atom; int() refuses those of many thousand digits, and no format has them.
INTEGER = re.compile(r"(?:0|-?[1-9][0-9]{0,999})\Z").match
DOUBLE = re.compile(r"0x[0-9a-f]{16}\Z").match
BITS = re.compile(r"0x((?:[0-9a-f]{4})+)\Z").match

# The bits of infinity by the number of hex digits; a NaN's are beyond them, the sign put aside.
INFINITY = {4: 0x7C00, 8: 0x7F80_0000, 16: 0x7FF0 << 48, 32: 0x7FFF << 112}


def is_any_nan(atom: Any) -> bool:
    """Whether this stands for any NaN of a width."""
    if not isinstance(atom, dict) or atom.keys() != {"nan"}:
        return False
    digits = atom["nan"]
    return isinstance(digits, str) and digits in {str(width) for width in INFINITY}


def is_nan(atom: Any, digits: int | None = None) -> bool:
    """Whether the atom is the bits of a NaN; of so many hex digits, or of any width."""
    bits = BITS(atom) if isinstance(atom, str) else None
    width = len(bits[1]) if bits else 0
    if bits is None or width not in INFINITY or width != (digits or width):
        return False
    return int(bits[1], 16) & ~(8 << 4 * (width - 1)) > INFINITY[width]
