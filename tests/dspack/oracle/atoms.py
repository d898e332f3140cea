"""Single values of DataSetPack: their notation, their Python values, and those that an encoder must refuse."""

import itertools
import math
import re
import struct
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dspack.oracle.rows import trimmed
from dspack.oracle.schema import STRINGS, Field, OracleReject, Schema

INTEGER = re.compile(r"0|-?[1-9][0-9]{,19}")  # no type has more digits
OCTETS = re.compile(r"(?:[0-9a-f]{2})*")
BITS = {4: re.compile(r"0x[0-9a-f]{8}"), 8: re.compile(r"0x[0-9a-f]{16}")}
FLOATS = {4: ">f", 8: ">d"}


def value_error(reason: str) -> OracleReject:
    return OracleReject("VALUE", "TYPE-21", None, reason)


# --- notation -------------------------------------------------------------------------------------


def notation(field: Field, value: Any) -> Any:
    """Return a field's value in neutral notation."""
    return [_atom(field.type, item) for item in value] if field.count else _atom(field.type, value)


def _atom(letter: str, value: Any) -> Any:
    if letter in "fd":
        return bits(value, 4 if letter == "f" else 8)
    if letter in STRINGS or letter == "c":
        return value.hex()
    return value if letter == "?" else str(value)


def bits(value: float, size: int) -> str:
    """Return the bits of a float; a NaN becomes the default one, whatever its payload."""
    if math.isnan(value):
        return {4: "0x7fc00000", 8: "0x7ff8000000000000"}[size]
    return f"0x{struct.pack(FLOATS[size], value).hex()}"


def from_bits(text: str) -> float:
    """Return the float with these bits; the default NaN for any NaN."""
    octets = bytes.fromhex(text[2:])
    value = float(struct.unpack(FLOATS[len(octets)], octets)[0])
    return math.nan if math.isnan(value) else value


def comparable(found: Any, expected: Any) -> Any:
    """Return the value found, with any NaN in place of a NaN wherever any NaN of its width is expected."""
    if isinstance(expected, dict) and expected.keys() == {"nan"} and isinstance(found, str):
        is_float = len(found) == 2 + int(expected["nan"]) and any(form.fullmatch(found) for form in BITS.values())
        return expected if is_float and math.isnan(from_bits(found)) else found
    if isinstance(found, list) and isinstance(expected, list):
        pairs = itertools.zip_longest(found, expected[: len(found)])
        return [comparable(item, twin) for item, twin in pairs]
    if isinstance(found, dict) and isinstance(expected, dict):
        return {key: comparable(item, expected.get(key)) for key, item in found.items()}
    return found


# --- what an encoder is given ---------------------------------------------------------------------


def given(schema: Schema, field: Field, value: Any) -> Any:
    """Return the Python value of a field's value in notation. Raises OracleReject if the field cannot hold it."""
    if field.count is None:
        return _single(schema, field, value)
    if not isinstance(value, list):
        raise value_error("no list")
    if not field.count.prefixed and len(value) != field.count.number:
        raise OracleReject("LENGTH", "LIST-09", None, f"{len(value)} items, not {field.count}")
    if field.count.prefixed and len(value) >= 1 << 8 * field.count.number:
        raise OracleReject("LENGTH", "LIST-05", None, f"{len(value)} items are more than {field.count} can count")
    return [_single(schema, field, item) for item in value]


def _single(schema: Schema, field: Field, value: Any) -> Any:
    if field.type in STRINGS:
        return _string(field, _octets(value))
    if field.type == "c":
        octets = _octets(value)
        if len(octets) != 1:
            raise OracleReject("LENGTH", "ENC-04", None, f"c of {len(octets)} octets")
        return octets
    if field.type == "?":
        if not isinstance(value, bool):
            raise value_error("no boolean")
        return value
    if field.type in "fd":
        return _float(schema.size(field.type), value)
    return _integer(schema.size(field.type), field.type.islower(), value)


def _integer(size: int, signed: bool, value: Any) -> int:
    if not isinstance(value, str) or not INTEGER.fullmatch(value):
        raise value_error("no integer")
    number, span = int(value), 1 << 8 * size
    if number not in (range(-span // 2, span // 2) if signed else range(span)):
        raise value_error(f"{number} is out of range")
    return number


def _float(size: int, value: Any) -> float:
    widths = [width for width in (4, 8) if isinstance(value, str) and BITS[width].fullmatch(value)]
    if not widths or widths[0] < size:
        raise value_error("no float")
    number = from_bits(value)
    try:
        return number if size == 8 else float(struct.unpack(">f", struct.pack(">f", number))[0])
    except OverflowError:
        raise OracleReject("VALUE", "TYPE-24", None, f"{number} is too large for f") from None


def _octets(value: Any) -> bytes:
    if isinstance(value, str) and OCTETS.fullmatch(value):
        return bytes.fromhex(value)
    if isinstance(value, dict) and list(value) == ["text"] and isinstance(value["text"], str):
        return value["text"].encode()
    raise value_error("no octets")


def _string(field: Field, octets: bytes) -> bytes:
    assert field.length is not None
    number, prefixed = field.length
    octets = trimmed(octets) if field.type == "S" else octets
    most, requirement = MOST[field.type == "p", prefixed](number)
    if len(octets) > most:
        raise OracleReject("LENGTH", requirement, None, f"{len(octets)} octets in {field.length}{field.type}")
    return octets


# By whether it is a Pascal string, and has a prefix: the most octets, and the requirement with that limit.
MOST: Mapping[tuple[bool, bool], Callable[[int], tuple[int, str]]] = {
    (False, False): lambda width: (width, "STR-06"),
    (False, True): lambda width: ((1 << 8 * width) - 1, "STR-05"),
    (True, False): lambda width: (min(width - 1, 255), "ENC-04"),
    (True, True): lambda width: (min((1 << 8 * width) - 2, 255), "ENC-04"),
}


def row_size(schema: Schema, values: Iterable[Any]) -> int:
    """Return the octets of a row with these values, one for each field but pads."""
    at, given_values = 0, iter(values)
    for field in schema.fields:
        value = b"" if field.type == "x" else next(given_values)
        if field.count and field.count.prefixed:
            at += field.count.number
        for item in value if field.count else [value]:
            at += _size(schema, field, item, at)
    return at


def _size(schema: Schema, field: Field, value: Any, at: int) -> int:
    if field.length is None:
        size = schema.size(field.type)
        return size + (-at % size if schema.flag == "@" else 0)
    if field.length.prefixed:
        return field.length.number + len(value) + (field.type == "p")
    return field.length.number
