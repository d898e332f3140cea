"""Atoms of integers and IEEE 754 floats: the ones worth generating, and the types that hold them exactly."""

import math
import struct
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from goldenwire_suite.strategies import Choose

ZERO = ""  # stands for the atom that is zero
OTHER = "?"  # stands for any atom: the last resort of a table
DIGIT = 64  # any other number is chosen digit by digit in this base


class NumberType(NamedTuple):
    """A type of numbers: `kind` is u (unsigned), i (two's complement) or f (IEEE 754); `width` is in bits."""

    kind: str
    width: int

    @property
    def least(self) -> int:
        """The least integer of the type; 0 for a float, whose bits are unsigned."""
        return -(1 << self.width - 1) if self.kind == "i" else 0

    @property
    def fraction(self) -> int:
        """The number of bits of a float's fraction, without the hidden one."""
        return FRACTIONS[self.width]


FRACTIONS = {16: 10, 32: 23, 64: 52, 128: 112}  # bits of a float's fraction by its width, without the hidden one


# Simplest first: a failure shrinks to the first that fails.
MAGNITUDES = (
    1, 2, 3, 100, 127, 128, 129, 255, 256, 258, 32767, 32768, 65535, 65536, 66051, 2**24 - 1, 2**24, 2**24 + 1,
    2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53 - 1, 2**53, 2**53 + 1, 0x0102030405060708, 2**63 - 1, 2**63, 2**64 - 1,
)  # fmt: skip
REALS = (
    -1.0, 2.0, 0.5, math.inf, -math.inf, 0.1, 3.0, -128.0, 255.0, 256.0, 65536.0, 2.0**24, 2.0**24 + 1,
    2.0**31, -(2.0**31), 2.0**32, 2.0**53, 2.0**63, -(2.0**63), 2.0**64, 2.0**-126, 2.0**-149, 2.0**-150, 2.0**127,
    2.0**128, 1 + 2.0**-23, 1 + 2.0**-52,
)  # fmt: skip


def atom(number: NumberType, bits: int) -> str:
    """Return the atom of these bits."""
    if number.kind == "f":
        return f"0x{bits:0{number.width // 4}x}"
    return str(bits - (1 << number.width) if number.kind == "i" and bits >> number.width - 1 else bits)


@cache
def boundaries(number: NumberType) -> tuple[str, ...]:
    """Return non-zero atoms on which implementations often fail: extremes, powers of two, and special floats."""
    if number.kind == "f":
        return tuple(dict.fromkeys(atom(number, bits) for bits in _float_bits(number)))
    signs = (1, -1) if number.kind == "i" else (1,)
    numbers = (sign * magnitude for magnitude in MAGNITUDES for sign in signs)
    return tuple(str(n) for n in numbers if _reaches(number, n))


def _float_bits(number: NumberType) -> Iterator[int]:
    form, sign, infinity = _form(number), 1 << number.width - 1, _infinity(number)
    quiet = infinity | 1 << number.fraction - 1
    payload = 0x12345 & quiet - infinity - 1
    yield from (int.from_bytes(struct.pack(form, 1.0), "little"), sign, quiet | payload)  # 1.0, -0.0, a telling NaN
    for real in REALS:
        try:
            octets = struct.pack(form, real)
        except OverflowError:
            continue
        if struct.unpack(form, octets)[0] == real:
            yield int.from_bytes(octets, "little")
    yield from (quiet, sign | quiet, sign | quiet | (1 << number.fraction - 1) - 1)  # more NaNs
    yield from (1, sign | 1, (1 << number.fraction) - 1, 1 << number.fraction)  # subnormals, and the least normal one
    yield from (infinity - 1, sign | infinity - 1)  # the greatest and its opposite
    yield int.from_bytes(bytes(range(1, number.width // 8 + 1)), "big")  # no two bytes alike


@cache
def ends(number: NumberType) -> tuple[str, ...]:
    """Return the atoms at the ends of a type, without zero; of floats the finite ones, the least of either sign too."""
    if number.kind == "f":
        sizes, sign = (_infinity(number) - 1, 1), 1 << number.width - 1
        return tuple(atom(number, size | side) for size in sizes for side in (0, sign))
    greatest = number.least + (1 << number.width) - 1
    return (str(greatest), *(str(least) for least in [number.least] if least))


@cache
def common_ends(one: NumberType, other: NumberType) -> tuple[float, ...]:
    """Return the ends of what both types hold exactly, without zero: integers, unless both are floats."""
    if one.kind == other.kind == "f":
        narrower = min(one, other, key=lambda number: number.width)
        return tuple(value_of(narrower, end) for end in ends(narrower))
    numbers = [number for number in (one, other) if number.kind != "f"]
    least = max(number.least for number in numbers)
    greatest = min(number.least + (1 << number.width) for number in numbers) - 1
    bits = min((number.fraction + 1 for number in (one, other) if number.kind == "f"), default=greatest.bit_length())
    beyond = max(0, greatest.bit_length() - bits)  # bits of an integer that a float cannot hold
    return tuple(end for end in (greatest >> beyond << beyond, least) if end)


def of_number(number: NumberType, value: float) -> str:
    """Return the atom of a number that the type holds exactly."""
    return of_value(number, value) if number.kind == "f" else str(int(value))


@cache
def landmarks(width: int) -> tuple[int, ...]:
    """Return the bits of the special floats of a width and of those beside them; none if there is no such float.

    They are NaNs of every kind, infinities, zeros, the ends of the subnormal range, and the greatest number.
    """
    if width not in FRACTIONS:
        return ()
    sign, fraction = 1 << width - 1, 1 << FRACTIONS[width]
    infinity, quiet = sign - fraction, fraction >> 1
    sizes = (
        *(infinity | quiet, infinity, 0, infinity | 1, infinity | quiet | 1, infinity | quiet - 1, sign - 1),
        *(infinity - 1, 1, fraction - 1, fraction),
    )
    return tuple(bits | side for bits in sizes for side in (0, sign))


@cache
def signalling(number: NumberType) -> tuple[str, ...]:
    """Return atoms of signalling NaNs."""
    infinity, sign = _infinity(number), 1 << number.width - 1
    return tuple(atom(number, bits) for bits in (infinity | 1, sign | infinity | 0x123))


@cache
def palette(number: NumberType, signals: bool) -> tuple[str, ...]:
    """Return the choices for a cell: ZERO, boundaries (both ends more often), perhaps signalling NaNs, OTHER."""
    atoms = boundaries(number)
    more = signalling(number) if signals and number.kind == "f" else ()
    return (ZERO, *atoms, *atoms[:3] * 4, *(atoms[-3:] + more) * 3, OTHER)


def choose_atom(choose: Choose, number: NumberType, index: int, *, signals: bool = False) -> str:
    """Return the atom at an index of the palette, or ZERO; only OTHER takes further choices."""
    atoms = palette(number, signals)
    found = atoms[index % len(atoms)]
    if found != OTHER:
        return found
    bits = 0
    for _ in range(-(-number.width // 6)):
        bits = bits * DIGIT + choose(DIGIT)
    bits %= 1 << number.width
    if number.kind == "f" and not signals and is_nan(number, bits):
        bits |= 1 << number.fraction - 1
    return atom(number, bits) if bits else ZERO


def is_nan(number: NumberType, bits: int) -> bool:
    """Return whether the bits of a float are those of a NaN."""
    return bits & ~(1 << number.width - 1) > _infinity(number)


def is_nan_atom(number: NumberType, text: str) -> bool:
    """Return whether an atom is that of a NaN."""
    return number.kind == "f" and is_nan(number, int(text, 16))


def float_kind(number: NumberType, text: str) -> str:
    """Return the kind of a special float's atom; "" if it is an ordinary number."""
    bits, sign = int(text, 16), 1 << number.width - 1
    magnitude, infinity = bits & ~sign, _infinity(number)
    if magnitude > infinity:
        return "quiet NaN" if magnitude >> number.fraction - 1 & 1 else "signalling NaN"
    if magnitude == infinity:
        return "infinity"
    if bits == sign:
        return "-0.0"
    return "subnormal" if 0 < magnitude < 1 << number.fraction else ""


def value_of(number: NumberType, text: str) -> float:
    """Return the float that an atom represents."""
    [real] = struct.unpack(_form(number), int(text, 16).to_bytes(number.width // 8, "little"))
    return float(real)


def of_value(number: NumberType, real: float) -> str:
    """Return the atom of the float that is nearest to a number."""
    return atom(number, int.from_bytes(struct.pack(_form(number), real), "little"))


def is_signalling(number: NumberType, text: str) -> bool:
    """Return whether an atom is that of a NaN whose quiet bit is clear."""
    return is_nan_atom(number, text) and not int(text, 16) >> number.fraction - 1 & 1


@lru_cache(1 << 14)
def holds(target: NumberType, source: NumberType, text: str) -> bool:
    """Return whether the type `target` holds exactly the number that an atom of `source` represents.

    Converted back, it is then the same atom. Only its own type holds a NaN.
    """
    if target == source:
        return True
    if source.kind == "f":
        real = value_of(source, text)
        if target.kind != "f":
            return real.is_integer() and real != 0 and _reaches(target, int(real))  # a zero is -0.0 here
    else:
        whole = int(text)
        if target.kind != "f":
            return _reaches(target, whole)
        real = float(whole)
        if int(real) != whole:
            return False
    try:
        return bool(struct.unpack(_form(target), struct.pack(_form(target), real))[0] == real)
    except OverflowError:
        return False


def _reaches(target: NumberType, whole: int) -> bool:
    return target.least <= whole < target.least + (1 << target.width)


def _form(number: NumberType) -> str:
    return {16: "<e", 32: "<f", 64: "<d"}[number.width]


def _infinity(number: NumberType) -> int:
    return ((1 << number.width - 1 - number.fraction) - 1) << number.fraction
