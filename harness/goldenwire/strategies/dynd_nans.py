"""Bytes of values that have an available NaN in an option, which the reference does not write (DYND-OPT-06)."""

from goldenwire.strategies import Json
from goldenwire.strategies.dynd_values import OptionNan
from goldenwire_reference.formats import load

STAND_INS = "12"  # digits of two numbers that differ in every byte


def with_nans(value: Json, context: Json) -> bytes | None:
    """The bytes of a value that has one OptionNan; None where it has none."""
    nans = _nans(value)
    if not nans:
        return None
    [nan] = nans
    octets = bytes.fromhex(nan[2:])[::-1]
    first, second = (
        load("dynd").encode(_replaced(value, "0x" + digit * (len(nan) - 2)), context) for digit in STAND_INS
    )
    at = next(place for place, (one, other) in enumerate(zip(first, second, strict=True)) if one != other)
    return first[:at] + octets + first[at + len(octets) :]


def _nans(value: Json) -> list[str]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value] if isinstance(value, OptionNan) else [nan for part in parts for nan in _nans(part)]


def _replaced(value: Json, number: str) -> Json:
    """The value with that number in place of the NaN."""
    if isinstance(value, dict):
        return {name: _replaced(part, number) for name, part in value.items()}
    if isinstance(value, list):
        return [_replaced(part, number) for part in value]
    return number if isinstance(value, OptionNan) else value
