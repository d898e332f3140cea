"""The atoms of the neutral notation, for codecs in Python: integers of any size, floats by their bits, octets as hex.

    from goldenwire.protocol import Rejected, Unsupported
    from goldenwire.protocol.atoms import integer, integer_of
    from goldenwire.protocol.serve import serve

The functions read an atom, and those of the same names with `_of` write one. Text that is no atom is refused, with the
error class that the format has for a bad value. `goldenwire new python` gives the same functions to a codec that stands
alone.
"""

import json
import re

from goldenwire.protocol.messages import Rejected


def integer(atom: object, low: int | None = None, high: int | None = None, code: str = "") -> int:
    """The integer of "-128"; low and high are the least and the greatest that are allowed."""
    if not isinstance(atom, str) or not re.fullmatch(r"0|-?[1-9][0-9]*", atom, re.ASCII):
        raise Rejected(code, None, f"expected an integer as a decimal string, found {_shown(atom)}")
    limits = [str(limit) for limit in (low, high) if limit is not None]
    fits = len(limits) < 2 or len(atom) <= max(map(len, limits))  # before it is computed, as it may have any length
    if not fits or (low is not None and int(atom) < low) or (high is not None and int(atom) > high):
        raise Rejected(code, None, f"expected an integer from {low} to {high}, found {_shown(atom)}")
    return int(atom)


def integer_of(number: int) -> str:
    """The atom of an integer."""
    return str(number)


def bits(atom: object, size: int, code: str = "") -> int:
    """The bits of a float of `size` bytes, as an unsigned integer: 0x3f800000 for "0x3f800000"."""
    if not isinstance(atom, str) or not re.fullmatch(f"0x[0-9a-f]{{{2 * size}}}", atom):
        raise Rejected(code, None, f"expected 0x and {2 * size} digits of a float's bits, found {_shown(atom)}")
    return int(atom, 16)


def bits_of(number: int, size: int) -> str:
    """The atom of a float of `size` bytes with these bits."""
    return f"0x{number:0{2 * size}x}"


def octets(atom: object, code: str = "") -> bytes:
    """The bytes of "01ff"."""
    if not isinstance(atom, str) or len(atom) % 2 or re.search(r"[^0-9a-f]", atom):
        raise Rejected(code, None, f"expected pairs of lower-case hex digits, found {_shown(atom)}")
    return bytes.fromhex(atom)


def octets_of(data: bytes) -> str:
    """The atom of bytes."""
    return bytes(data).hex()


def boolean(atom: object, code: str = "") -> bool:
    """The truth value of true or false."""
    if not isinstance(atom, bool):
        raise Rejected(code, None, f"expected true or false, found {_shown(atom)}")
    return atom


def text(atom: object, code: str = "") -> bytes:
    """The bytes of a text in UTF-8; a lone surrogate has none."""
    try:
        return atom.encode()  # type: ignore[attr-defined, no-any-return]
    except (AttributeError, UnicodeEncodeError):
        raise Rejected(code, None, f"expected text, found {_shown(atom)}") from None


def text_of(data: bytes) -> str:
    """The text of bytes in UTF-8. Raises UnicodeDecodeError where they are none: it is for the codec to look before."""
    return bytes(data).decode()


def _shown(value: object) -> str:
    shown = json.dumps(value)
    return shown if len(shown) <= 60 else f"{shown[:50]}... ({len(shown)} characters)"
