"""Writer of the carrier JSON: the canonical form of a reduced tree. The mirror image of json_decode.py."""

import binascii
import math
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from goldenwire_reference.sciserialize.tables import BASE64
from goldenwire_reference.writer import Writer

_ESCAPES = {code: f"\\u{code:04x}" for code in range(0x20)} | {
    ord(char): f"\\{name}" for char, name in zip('"\\\b\f\n\r\t', '"\\bfnrt', strict=True)
}


def write_json(tree: Any) -> bytes:
    """Return the canonical JSON of a reduced tree, whose objects are in order (SCISERIALIZE-CANON-02 to -04)."""
    writer = Writer()
    for piece in _pieces(tree):
        writer.put(piece)
    return writer.bytes()


def _pieces(tree: Any) -> Iterator[bytes]:
    match tree:
        case None:
            yield b"null"
        case bool():
            yield b"true" if tree else b"false"
        case str():
            yield _string(tree)
        case int():
            yield str(tree).encode()
        case float():
            yield double_text(tree).encode()
        case bytes():
            yield b'{"%s":"' % BASE64.encode()
            yield binascii.b2a_base64(tree, newline=False)
            yield b'"}'
        case list():
            yield b"["
            for number, item in enumerate(tree):
                yield b"," * bool(number)
                yield from _pieces(item)
            yield b"]"
        case dict():
            yield b"{"
            for number, (key, member) in enumerate(tree.items()):
                yield b"," * bool(number) + _string(key) + b":"
                yield from _pieces(member)
            yield b"}"


def _string(text: str) -> bytes:
    return f'"{text.translate(_ESCAPES)}"'.encode()


def double_text(value: float) -> str:
    """Return the shortest digits that round-trip, in ECMAScript's layout, and `.0` (SCISERIALIZE-CANON-03, -09)."""
    sign = "-" if math.copysign(1, value) < 0 else ""
    if not value or not math.isfinite(value):
        return f"{sign}0.0" if not value else repr(value)
    # repr has the digits; only the position of the point differs from ECMAScript.
    numeral = Decimal(repr(abs(value))).normalize().as_tuple()
    digits = "".join(map(str, numeral.digits))
    count, exponent = len(digits), int(numeral.exponent)
    point = count + exponent
    if count <= point <= 21:
        return f"{sign}{digits}{'0' * exponent}.0"
    if 0 < point < count:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if count > 1 else ""
    return f"{sign}{digits[0]}{fraction}e{point - 1:+d}"
