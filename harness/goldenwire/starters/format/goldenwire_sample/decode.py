"""Bytes -> integers. The mirror image of encode.py; every condition is named in tables.CHECKS.

Put here the reference decoder: read fields with Reader, refuse with `reader.refuse`, name every range with `note`.
"""

from collections.abc import Mapping
from typing import Any

from goldenwire_reference.reader import Field, Reader
from goldenwire_reference.wording import plural

from goldenwire_sample.tables import CHECKS, LIMIT


def decode(data: bytes, *, off: Mapping[str, Any] | None = None, trace: list[Field] | None = None) -> list[int]:
    """The integers of the input. `off` names checks to pass over, `trace` receives every field. Raises DecodeError."""
    reader = Reader(data, CHECKS, off=off, trace=trace)
    count = reader.uint(1, "count")
    numbers = [_integer(reader, f"integer[{place}]") for place in range(count)]
    if reader.remaining:
        reader.refuse("trailing", reader.position, "the end of the input", plural(reader.remaining, "more byte"))
    return numbers


def _integer(reader: Reader, name: str) -> int:
    start, number, shift = reader.position, 0, 0
    while True:
        if not reader.remaining:
            reader.position = start
            reader.need(len(reader.data) - start + 1, name)
            return number
        byte = reader.take(1, name)[0]
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
    if byte == 0 and shift > 7:
        reader.refuse("overlong", start, "as few bytes as it takes", "a last byte of 00")
    if number >= LIMIT:
        reader.refuse("range", start, "an integer below 2^32", f"one of {number.bit_length()} bits")
    reader.note(start, reader.position - start, name, str(number))
    return number
