"""Numbers and their bits in each type, by the oracles' own exact arithmetic."""

import struct
from fractions import Fraction

# struct's letter, exponent bits, mantissa bits
FLOATS = {"float": ("f", 8, 23), "double": ("d", 11, 52)}

Number = Fraction | str  # "nan", "inf", "-inf", "-0" for values that are no fraction


def width(name: str) -> int:
    """Return the bits of a value of the type, which is "float", "double", or like "uint8", "int64"."""
    return {"float": 32, "double": 64}.get(name) or int(name.lstrip("uint"))


def number(bits: int, name: str) -> Number:
    """Return the number that bits represent in a type."""
    negative = bits >> (width(name) - 1) and not name.startswith("uint")
    if name not in FLOATS:
        return Fraction(bits - (1 << width(name)) if negative else bits)
    _, exponent_bits, mantissa_bits = FLOATS[name]
    exponent = bits >> mantissa_bits & ((1 << exponent_bits) - 1)
    mantissa = bits & ((1 << mantissa_bits) - 1)
    if exponent == (1 << exponent_bits) - 1:
        return "nan" if mantissa else "-inf" if negative else "inf"
    if exponent == mantissa == 0:
        return "-0" if negative else Fraction(0)
    magnitude = mantissa + (1 << mantissa_bits if exponent else 0)
    scale = max(exponent, 1) - ((1 << (exponent_bits - 1)) - 1) - mantissa_bits
    return (-1 if negative else 1) * magnitude * Fraction(2) ** scale


def pattern(value: Number, name: str) -> int | None:
    """Return the bits of exactly this value in a type (for a NaN, of a quiet NaN), or None if the type lacks it."""
    if name in FLOATS:
        try:
            # The nearest value. float() also reads "nan", "inf", "-inf" and "-0".
            packed = struct.pack("<" + FLOATS[name][0], float(value))
        except OverflowError:
            return None
        bits = int.from_bytes(packed, "little")
    elif isinstance(value, str) or value.denominator != 1:
        return None
    else:
        bits = int(value) % (1 << width(name))
    return bits if number(bits, name) == value else None


def quieted(bits: int, name: str) -> int:
    """Return the bits with the quiet bit set if they are a NaN, else unchanged."""
    is_nan = name in FLOATS and number(bits, name) == "nan"
    return bits | 1 << (FLOATS[name][2] - 1) if is_nan else bits


def meaning(text: str, name: str) -> Number:
    """Return the number of a value in neutral notation; an integer may exceed its type."""
    return number(int(text, 16), name) if name in FLOATS else Fraction(int(text))


def atom(bits: int, name: str) -> str:
    """Return a value in neutral notation: floats by their bits, integers in decimal."""
    return f"0x{bits:0{width(name) // 4}x}" if name in FLOATS else str(number(bits, name))
