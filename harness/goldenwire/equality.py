"""When two values in the neutral notation are the same. Pure, and knows no format."""

import math
import re
import struct
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec import Raw

from goldenwire.protocol import canonical

# Without one of these in it, a value is like no other.
LOOSE = (b'"nan"', b'{"number":', b'{"unique_set":')


Side = Literal["", "expected", "got"]


def same(expected: Raw, got: Raw, *, rounded: Side = "") -> bool:
    """Whether the two JSON texts are the same value in the neutral notation.

    "nan" in `expected` is any NaN, what stands under the tag `number` is compared by value, integer or float, and what
    stands under `unique_set` without regard to order. Great integers of the side `rounded` may be the doubles nearest
    to them.
    """
    if expected == got:  # byte for byte, as most are
        return True
    wanted, found = canonical(expected), canonical(got)
    if wanted == found:
        return True
    return any(mark in wanted for mark in LOOSE) and _alike(msgspec.json.decode(wanted), _parsed(found), rounded)


def _parsed(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


def _alike(expected: Any, got: Any, rounded: Side) -> bool:
    if type(expected) is not type(got):
        return False
    if isinstance(expected, dict):
        return expected.keys() == got.keys() and _alike_members(expected, got, rounded)
    if isinstance(expected, list):
        return len(expected) == len(got) and all(
            _alike(one, other, rounded) for one, other in zip(expected, got, strict=True)
        )
    return bool(expected == got or (expected == "nan" and is_nan(got)))


def _alike_members(expected: dict[str, Any], got: dict[str, Any], rounded: Side) -> bool:
    if expected.keys() == {"number"} and _equal(expected["number"], got["number"], rounded):
        return True
    if expected.keys() == {"unique_set"}:
        return _unordered(expected["unique_set"], got["unique_set"], rounded)
    return all(_alike(expected[key], got[key], rounded) for key in expected)


def _unordered(expected: Any, got: Any, rounded: Side) -> bool:
    """Whether two lists hold the same elements."""
    if not isinstance(expected, list) or not isinstance(got, list) or len(expected) != len(got):
        return False
    left = list(got)
    for element in expected:
        place = next((place for place, other in enumerate(left) if _alike(element, other, rounded)), None)
        if place is None:
            return False
        del left[place]
    return True


def _equal(expected: Any, got: Any, rounded: Side) -> bool:
    """Whether two atoms under the tag `number` are the same number, or the same once an integer is rounded."""
    if number(expected) == number(got):
        return True
    whole, other = {"expected": (expected, got), "got": (got, expected)}.get(rounded, ("", ""))
    if not isinstance(whole, str) or not INTEGER(whole) or abs(int(whole)) <= EXACT:
        return False
    try:
        return bool(number(other) == Fraction(float(int(whole))))
    except OverflowError:
        return False


def number(atom: Any) -> Any:
    """What an atom under the tag `number` is compared by: its value, but -0.0, NaN and infinities by their bits."""
    if not isinstance(atom, str):
        return repr(atom)
    if INTEGER(atom):
        return Fraction(atom)
    if len(atom) != 18 or not BITS(atom):
        return atom
    (value,) = struct.unpack(">d", bytes.fromhex(atom[2:]))
    return Fraction(value) if math.isfinite(value) and (value or atom == "0x" + "0" * 16) else atom


EXACT = 2**53 - 1  # the greatest integer that no other rounds to

# An integer's atom; longer ones than any format has are compared as text.
INTEGER = re.compile(r"(?:0|-?[1-9][0-9]{0,999})\Z").match

# The bits of infinity by the number of hex digits; a NaN's are beyond them, the sign put aside.
INFINITY = {4: 0x7C00, 8: 0x7F80_0000, 16: 0x7FF0 << 48, 32: 0x7FFF << 112}
BITS = re.compile(r"0x((?:[0-9a-f]{4}){1,8})\Z").match


def is_nan(atom: str) -> bool:
    """Whether the text is the bits of a NaN, of the width that it has itself."""
    bits = BITS(atom)
    if bits is None or len(bits[1]) not in INFINITY:
        return False
    width = len(bits[1])
    return int(bits[1], 16) & ~(8 << 4 * (width - 1)) > INFINITY[width]
