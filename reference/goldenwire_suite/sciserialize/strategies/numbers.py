"""The ways to write a number in a carrier of SciSerialize, the canonical one first."""

import math
from collections.abc import Iterator
from decimal import Decimal, localcontext
from itertools import chain
from struct import pack, unpack

from goldenwire_suite.sciserialize.strategies.rules import EXACT, Numeral, Rules

LEAST, GREATEST = -(2**63), 2**64 - 1  # the range of an integer of MessagePack


def integers(numeral: Numeral, rules: Rules) -> Iterator[int]:
    """Yield the integers that are read as the number; beyond 2^53 - 1 those that the policy determines."""
    value = numeral.value
    if isinstance(value, float):
        if not value.is_integer() or _is_minus_zero(value):
            return
        value = int(value)
    if abs(value) <= EXACT or (rules.big == "exact" and LEAST <= value <= GREATEST):
        yield value
    elif rules.big == "double" and int(float(value)) == value:
        yield value
        yield from _rounded(float(value))


def _rounded(real: float) -> Iterator[int]:
    """Yield integers whose nearest double is the number: the last away from zero, perhaps a tie, and one before."""
    if not math.isfinite(math.nextafter(real, math.copysign(math.inf, real))):
        return
    half = int(math.ulp(real)) // 2
    sign = 1 if real > 0 else -1
    most = half if _is_even(real) else half - 1
    yield from (int(real) + sign * more for more in dict.fromkeys((most, most // 2)) if more > 0)


def reals(numeral: Numeral, rules: Rules) -> Iterator[float]:
    """Yield the doubles that are read as the number; where a type has an integer, those that the policy admits."""
    value, is_whole = numeral
    if isinstance(value, float):
        yield value
    elif not is_whole or rules.integral_floats:
        if int(float(value)) == value:
            yield float(value)
        if is_whole and not value:
            yield -0.0


# JSON


def tokens(numeral: Numeral, rules: Rules) -> Iterator[str]:
    """Yield the tokens of JSON."""
    whole = map(str, integers(numeral, rules))
    doubles = (token for value in reals(numeral, rules) for token in float_tokens(value))
    found = chain(whole, doubles) if isinstance(numeral.value, int) else chain(doubles, whole)
    yield next(found)
    if _may_be_minus_zero(numeral, rules):
        yield "-0"
    yield from found


def _may_be_minus_zero(numeral: Numeral, rules: Rules) -> bool:
    """Return whether the token -0 is read as the number."""
    if rules.minus_zero == "float":
        return any(map(_is_minus_zero, reals(numeral, rules)))
    return rules.minus_zero == "integer" and isinstance(numeral.value, int) and not numeral.value


def float_tokens(value: float) -> Iterator[str]:
    """Yield float tokens whose nearest double is the number, the canonical one first."""
    sign = "-" if math.copysign(1, value) < 0 else ""
    if not value:
        texts = ("0.0", "1e-400", "0e0", "0.000", "0E-5", "0.0e+99", "2.4e-324", "0e00")
        yield from (f"{sign}{text}" for text in texts)
        return
    numeral = Decimal(repr(abs(value))).normalize().as_tuple()
    digits, exponent = "".join(map(str, numeral.digits)), int(numeral.exponent)
    yield sign + _canonical(digits, exponent)
    more = f".{digits[1:]}" if len(digits) > 1 else ""
    power = exponent + len(digits) - 1
    yield f"{sign}{digits[0]}{more}e{power}"
    yield f"{sign}{digits[0]}{more or '.0'}E{power:+04d}"
    yield f"{sign}{digits}e{exponent}"
    yield f"{sign}{digits}000E{exponent - 3}"
    yield f"{sign}0.00{digits}00e{exponent + len(digits) + 2:+d}"
    yield f"{value:.16e}"
    yield f"{value:.40e}"
    yield from _exact(value, sign)


def _canonical(digits: str, exponent: int) -> str:
    """Return the digits in ECMAScript's layout, with .0 if there is neither point nor exponent."""
    point = len(digits) + exponent
    if exponent >= 0 and point <= 21:
        return f"{digits}{'0' * exponent}.0"
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    return f"{digits[0]}{'.' * (len(digits) > 1)}{digits[1:]}e{point - 1:+d}"


def _exact(value: float, sign: str) -> Iterator[str]:
    """Yield all the digits of the double, and of the point halfway to the next one, or just before it."""
    with localcontext() as context:
        context.prec = 1200
        here, there = Decimal(abs(value)), math.nextafter(abs(value), math.inf)
        yield f"{sign}{here:e}"
        if -30 < here.adjusted() < 40:
            yield f"{sign}{here:f}{'' if '.' in f'{here:f}' else '.0'}"
        if math.isfinite(there):
            gap = Decimal(there) - here
            yield f"{sign}{here + gap / 2 if _is_even(value) else here + gap / 2 - gap / 1024:e}"


def _is_even(value: float) -> bool:
    """Return whether a tie rounds to the double."""
    return pack(">d", value)[-1] % 2 == 0


def _is_minus_zero(value: float) -> bool:
    return not value and math.copysign(1, value) < 0


# MessagePack

WIDTHS = (1, 2, 4, 8)


def packings(numeral: Numeral, rules: Rules) -> Iterator[bytes]:
    """Yield the items of MessagePack."""
    whole = (item for value in integers(numeral, rules) for item in packed_integers(value))
    doubles = (item for value in reals(numeral, rules) for item in packed_doubles(value))
    yield from chain(whole, doubles) if isinstance(numeral.value, int) else chain(doubles, whole)


def packed_integers(value: int) -> Iterator[bytes]:
    """Yield all forms of an integer of 64 bits, shortest first."""
    if not LEAST <= value <= GREATEST:
        return
    if -32 <= value < 128:
        yield value.to_bytes(1, "big", signed=value < 0)
    for code, signed in ((0xCC, False), (0xD0, True)):
        for at, width in enumerate(WIDTHS):
            least, most = (-(1 << 8 * width - 1), (1 << 8 * width - 1) - 1) if signed else (0, (1 << 8 * width) - 1)
            if least <= value <= most:
                yield bytes([code + at]) + value.to_bytes(width, "big", signed=signed)


def packed_doubles(value: float) -> Iterator[bytes]:
    """Yield float 64, and float 32 if that is exact."""
    yield b"\xcb" + pack(">d", value)
    if abs(value) < 2.0**128 and is_float32(value):
        yield b"\xca" + pack(">f", value)


def is_float32(value: float) -> bool:
    """Return whether a float 32 holds the value exactly."""
    try:
        return bool(unpack(">f", pack(">f", value))[0] == value)
    except OverflowError:
        return False
