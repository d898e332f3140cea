"""Generated values of DyND's types without parts. Public as strategies in dynd.py."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from goldenwire_reference.dynd.primitives import (
    Bool,
    Bytes,
    Char,
    Complex,
    FixedBytes,
    Float,
    Integer,
    String,
    Type,
    Void,
)
from goldenwire_reference.dynd.tables import SENTINELS
from goldenwire_suite.strategies import WIDEST, Choose, Json
from goldenwire_suite.strategies.numbers import DIGIT, NumberType, atom, boundaries

FRACTIONS = {16: 10, 32: 23, 64: 52, 128: 112}  # bits of a float's fraction by its width
CHARS = (
    "a", "A", "\ud7ff", "\ue000", "0", " ", "\0", "\t", "\n", "\r", "\x7f", "\x80", "é", "\u0301", "\u07ff", "\u0800",
    "€", "\ufeff", "\ufdd0", "\uffff", "\U00010000", "😀", "\U0010ffff", "\u2028", "'", '"', "\\", "/",
)  # fmt: skip
TEXTS = (
    "", *CHARS, "ab", "naïve", "e\u0301", "a\0b", "\ufeffa", "a\r\nb\nc\r", "ﬁ", "ß", "int8", "null", " a ",
    "\x7f\x80\u07ff\u0800\ud7ff\ue000\U00010000",
)  # fmt: skip
# Sizes on both sides of an additional byte in a varint or in the head of a CBOR item; those of some KB are rare.
SIZES = (1, 2, 3, 4, 7, 8, 9, 16, 23, 24, 127, 128, 129, 255, 256, 257) * 2 + (16383, 16384)
SHORT = tuple(size for size in SIZES if size < 32)
FILLINGS = (b"Z", b"\0", b"\xff", bytes(range(256)), b"\x80", "é".encode())
_PLAIN, _SIZED = 60, 20  # of 100: those from a table, and those with a size out of SIZES


def choose_atom(choose: Choose, type: Type, *, long: bool = True) -> Json:
    """A value of a type without parts, a long one only if `long`; `type` is in dynd_values.py."""
    if isinstance(type, String):
        return choose_text(choose, SIZES if long else SHORT)
    return (
        _choose_bytes(choose, SIZES if long else SHORT)
        if isinstance(type, Bytes)
        else ATOMS[type.__class__](choose, type)
    )


def put_off(choose: Choose, times: int = 8) -> None:
    """Take choices without using them, before something bulky: an example with more choices counts as less simple."""
    for _ in range(times):
        choose(WIDEST)


def choose_char(choose: Choose) -> str:
    """A character, often the least or the greatest of its length."""
    at = choose(WIDEST)
    if at < WIDEST - 10:
        return CHARS[at % len(CHARS)]
    code = (choose(17) << 16) + _choose_bits(choose, 16)
    return chr(code ^ 0x8000 if 0xD800 <= code < 0xE000 else code)


def choose_text(choose: Choose, sizes: tuple[int, ...] = SIZES) -> str:
    """A text: from a table, of an interesting size in bytes, or of three pieces."""
    way, at = choose(WIDEST), choose(WIDEST)
    if way < _PLAIN:
        return TEXTS[at % len(TEXTS)]
    if way < _PLAIN + _SIZED:
        return text_of(sizes[at % len(sizes)], CHARS[choose(len(CHARS))])
    return "".join(TEXTS[index % len(TEXTS)] for index in (at, choose(WIDEST), choose(WIDEST)))


def text_of(size: int, char: str = "a") -> str:
    """Return a text of that size in bytes, one character repeated."""
    times, rest = divmod(size, len(char.encode()))
    return char * times + "a" * rest


def choose_octets(choose: Choose, size: int) -> str:
    """Octets in hexadecimal, `size` of them."""
    filling = FILLINGS[choose(len(FILLINGS))]
    return (filling * (size // len(filling) + 1))[:size].hex()


def number_of(type: Integer | Float) -> NumberType:
    """Return the integer or float type as its kind and its width in bits."""
    return NumberType("f" if isinstance(type, Float) else "i" if type.signed else "u", 8 * type.size)


@cache
def edges(number: NumberType) -> tuple[str, ...]:
    """Return atoms of the type on which implementations often fail; not zero, which is simpler."""
    if number.kind == "f":
        return tuple(dict.fromkeys(atom(number, bits) for bits in _float_bits(number.width)))
    greatest = number.least + (1 << number.width) - 1
    ends = [greatest, greatest - 1, number.least, number.least + 1]  # the sentinels, and their neighbours
    rising = int.from_bytes(bytes(range(1, number.width // 8 + 1)), "big")
    widths = [sign << bits for bits in (7, 15, 31, 63, 64) if bits < number.width - 1 for sign in (1, -1)]
    found = [*map(int, boundaries(number)), *(one for one in widths if one >= number.least), rising, *ends]
    return tuple(dict.fromkeys(str(one) for one in found if one))


def _float_bits(width: int) -> list[int]:
    fraction, sign = FRACTIONS[width], 1 << width - 1
    infinity = sign - (1 << fraction)
    quiet, one = infinity | 1 << fraction - 1, (infinity >> 1) & -(1 << fraction)
    missing = [int.from_bytes(SENTINELS[f"float{width}"], "little")] if f"float{width}" in SENTINELS else []
    swapped = [int.from_bytes(SENTINELS[f"float{width}"], "big") for _ in missing]
    near = [other for bits in missing for other in (bits, bits + 1, bits - 1, bits | sign, bits | quiet)]
    third = one - (1 << fraction) * 2 + ((1 << fraction) // 3)
    rising = int.from_bytes(bytes(range(1, width // 8 + 1)), "big")
    return [
        *(one, sign, one | sign, one + 1, third, infinity, infinity | sign, quiet, quiet | sign, quiet | 0x123),
        *(infinity | 1, sign | infinity | 0x123, sign - 1, 2 * sign - 1),  # signalling NaNs; NaNs of ones alone
        *(1, sign | 1, (1 << fraction) - 1, 1 << fraction, infinity - 1, sign | infinity - 1, rising),
        *(*near, *swapped),
    ]


def choose_number(choose: Choose, number: NumberType) -> str:
    """An atom of the type: zero, one of its edges, or any."""
    at, known = choose(WIDEST), edges(number)
    if at == 0:
        return atom(number, 0)
    if at < WIDEST - 15:
        return known[(at - 1) % len(known)]
    if at < WIDEST - 10:
        return known[-1 - at % 4]
    return atom(number, _choose_bits(choose, number.width))


def _choose_bits(choose: Choose, width: int) -> int:
    bits = 0
    for _ in range(-(-width // 6)):
        bits = bits * DIGIT + choose(DIGIT)
    return bits % (1 << width)


def _choose_complex(choose: Choose, type: Complex) -> Json:
    """Two floats; occasionally the same one twice, and so also the sentinel."""
    first, again = choose_number(choose, number_of(type.part)), choose(4) == 3
    return [first, first if again else choose_number(choose, number_of(type.part))]


def _choose_bytes(choose: Choose, sizes: tuple[int, ...] = SIZES) -> str:
    at = choose(WIDEST)
    return choose_octets(choose, sizes[at % len(sizes)] if at > _PLAIN else at % 6)


ATOMS: Mapping[type[Type], Callable[[Choose, Any], Json]] = {
    Void: lambda choose, type: None,
    Bool: lambda choose, type: choose(2) == 1,
    Integer: lambda choose, type: choose_number(choose, number_of(type)),
    Float: lambda choose, type: choose_number(choose, number_of(type)),
    Complex: _choose_complex,
    Bytes: lambda choose, type: _choose_bytes(choose),
    FixedBytes: lambda choose, type: choose_octets(choose, type.size),
    String: lambda choose, type: choose_text(choose),
    Char: lambda choose, type: choose_char(choose),
}
