"""Integers -> bytes. The mirror image of decode.py.

Put here the reference encoder: refuse with EncodeError what has no encoding, NotationError is for what is no value.
"""

from goldenwire_reference.errors import EncodeError
from goldenwire_reference.notation import Json, items, size

from goldenwire_sample.tables import LIMIT, MOST


def encode(value: Json) -> bytes:
    """The bytes of a list of integers in neutral notation. Raises EncodeError, NotationError."""
    numbers = [size(item, "an integer") for item in items(value, "a list")]
    if len(numbers) > MOST:
        raise EncodeError("LIMIT", "SAMPLE-LIST-03", f"{len(numbers)} integers; a list has at most {MOST}")
    return bytes([len(numbers)]) + b"".join(map(_integer, numbers))


def _integer(number: int) -> bytes:
    if number >= LIMIT:
        raise EncodeError("RANGE", "SAMPLE-INT-03", f"{number} is not below 2^32")
    octets = bytearray()
    while number >= 0x80:
        octets.append(number & 0x7F | 0x80)
        number >>= 7
    octets.append(number)
    return bytes(octets)
