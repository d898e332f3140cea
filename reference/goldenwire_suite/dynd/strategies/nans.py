"""Bytes of values that have an available NaN in an option, which the reference does not write (DYND-OPT-06)."""

from itertools import cycle

from goldenwire_suite.dynd.strategies.values import OptionNan
from goldenwire_suite.strategies import Json

STAND_INS = "12"  # digits of two numbers that differ in every byte


def with_nans(value: Json, context: Json) -> bytes | None:
    """Return the bytes of a value that contains one OptionNan, perhaps repeatedly; None if it contains none."""
    nans = _nans(value)
    if not nans:
        return None
    from goldenwire_reference.dynd import FORMAT

    [nan] = nans
    octets, digits = bytes.fromhex(nan[2:])[::-1], len(nan) - 2
    first, second = (FORMAT.encode(_replaced(value, "0x" + digit * digits), context) for digit in STAND_INS)
    found = bytearray(first)
    places = (place for place, (one, other) in enumerate(zip(first, second, strict=True)) if one != other)
    for place, octet in zip(places, cycle(octets), strict=False):
        found[place] = octet
    return bytes(found)


def _nans(value: Json) -> set[str]:
    """Return the distinct atoms."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {str(value)} if isinstance(value, OptionNan) else {nan for part in parts for nan in _nans(part)}


def _replaced(value: Json, number: str) -> Json:
    """Return the value with that number in place of the NaN."""
    if isinstance(value, dict):
        return {name: _replaced(part, number) for name, part in value.items()}
    if isinstance(value, list):
        return [_replaced(part, number) for part in value]
    return number if isinstance(value, OptionNan) else value
