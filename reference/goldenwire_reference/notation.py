"""Atoms of the neutral notation that the formats share: it never uses JSON numbers, so no host can round one."""

import re
from typing import Any

from goldenwire_reference.errors import NotationError

# No format has integers with more digits, and int() rejects thousands of digits.
_INTEGER = re.compile(r"0|-?[1-9][0-9]{0,999}")

Json = Any


def integer(text: Json, what: str = "an integer") -> int:
    """Return the integer that a decimal string represents; NotationError for anything else."""
    if not isinstance(text, str) or not _INTEGER.fullmatch(text):
        raise NotationError(f'{what}: expected a decimal string such as "-5", found {text!r}')
    return int(text)


def size(text: Json, what: str) -> int:
    """Return a non-negative integer."""
    value = integer(text, what)
    if value < 0:
        raise NotationError(f"{what}: expected no negative number, found {text!r}")
    return value


def bits(value: int, width: int) -> str:
    """Return the atom of a float whose bits are `value`: hex digits, most significant first; `width` in bytes."""
    return f"0x{value:0{2 * width}x}"


def parse_bits(text: Json, width: int) -> int:
    """Return the bits of a float atom of `width` bytes."""
    if not isinstance(text, str) or not re.fullmatch(f"0x[0-9a-f]{{{2 * width}}}", text):
        raise NotationError(
            f'expected the bits of a float as "0x" and {2 * width} lower-case hex digits, found {text!r}'
        )
    return int(text, 16)


# In an expected value, any NaN of that many hex digits; a codec never writes it.
ANY_NAN = {digits: {"nan": str(digits)} for digits in (8, 16)}

# The bits of the exponent and of the mantissa of a float, by its hex digits.
_FLOATS = {4: (5, 10), 8: (8, 23), 16: (11, 52), 32: (15, 112)}


def is_any_nan(value: Json) -> bool:
    """Return whether an expected value accepts any NaN of a width."""
    return isinstance(value, dict) and value in ANY_NAN.values()


def is_nan(atom: Json, digits: int | None = None) -> bool:
    """Return whether the atom is the bits of a NaN, of the given number of hex digits or of any width."""
    found = re.fullmatch("0x([0-9a-f]+)", atom) if isinstance(atom, str) else None
    width = len(found[1]) if found else 0
    if found is None or width not in _FLOATS or width != (digits or width):
        return False
    exponent_bits, mantissa_bits = _FLOATS[width]
    exponent, mantissa = divmod(int(found[1], 16) & ~(1 << exponent_bits + mantissa_bits), 1 << mantissa_bits)
    return exponent == (1 << exponent_bits) - 1 and mantissa != 0


def octets(text: Json, what: str = "octets") -> bytes:
    """Return the bytes of a lower-case hex string."""
    if not isinstance(text, str) or not re.fullmatch(r"(?:[0-9a-f]{2})*+", text):
        raise NotationError(f"{what}: expected lower-case hex digits, two a byte, found {text!r}")
    return bytes.fromhex(text)


def text_atom(text: str | bytes) -> Json:
    """Return a JSON string, or `{"utf8": hex}` for octets that are not UTF-8."""
    return text if isinstance(text, str) else {"utf8": text.hex()}


def parse_text(atom: Json, what: str) -> str | bytes:
    """Return a text, or the octets of `{"utf8": hex}` (which need not be UTF-8)."""
    if isinstance(atom, str):
        return atom
    if isinstance(atom, dict) and set(atom) == {"utf8"}:
        raw = octets(atom["utf8"], what)
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            return raw
    raise NotationError(f"{what}: expected a string, found {atom!r}")


def members(
    value: Json, required: tuple[str, ...], optional: tuple[str, ...] = (), what: str = "value"
) -> dict[str, Json]:
    """Return `value` if it is an object with all the required members and no others than the optional ones."""
    if not isinstance(value, dict):
        raise NotationError(f"{what}: expected an object, found {value!r}")
    missing = [name for name in required if name not in value]
    unknown = [name for name in value if name not in required and name not in optional]
    if missing or unknown:
        faults = [f"no {name!r}" for name in missing] + [f"unknown member {name!r}" for name in unknown]
        raise NotationError(f"{what}: {', '.join(faults)}")
    return value


def items(value: Json, what: str, length: int | None = None) -> list[Json]:
    """Return `value` if it is a list (of `length` items)."""
    if not isinstance(value, list) or (length is not None and len(value) != length):
        wanted = "a list" if length is None else f"a list of {length}"
        raise NotationError(f"{what}: expected {wanted}, found {value!r}")
    return value
