"""Values -> one row. The mirror image of decode_row.py."""

import math
import struct
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any, Literal

from goldenwire_reference.dspack.model import Length, Row, Schema, SchemaField
from goldenwire_reference.dspack.tables import INTEGERS, MAX_PASCAL, MAX_ROW, SCALARS, STRINGS
from goldenwire_reference.errors import EncodeError


def encode_row(schema: Schema, values: Row) -> bytes:
    """Return the octets of a row, without row_length: a value for each field except pads, in order.

    Raises EncodeError: ARITY (DSPACK-API-04), VALUE (DSPACK-TYPE-21, -24), LENGTH (DSPACK-ENC-04, -06, STR-05, -06,
    LIST-05, -09).
    """
    if not schema.fields:
        raise EncodeError("ARITY", "DSPACK-SCHEMA-19", "a schema without fields has no rows")
    if len(values) != len(schema.values):
        sentence = f"expected {len(schema.values)} values ({', '.join(schema.names)}), found {len(values)}"
        raise EncodeError("ARITY", "DSPACK-API-04", sentence)
    row = _Row(schema)
    given = iter(values)
    for field in schema.fields:
        row.field(field, next(given) if field.has_value else None)
    return b"".join(octets.ljust(size, b"\0") for octets, size in row.parts)


def in_order(schema: Schema, named: Mapping[str, Any]) -> list[Any]:
    """Return the values of a row given by name, in the schema's order (DSPACK-API-03). Raises EncodeError ARITY."""
    names = dict.fromkeys(schema.names)
    missing = [name for name in names if name not in named]
    unknown = [name for name in named if name not in names]
    faults = [("no value for", missing), ("no field named", unknown)]
    if missing or unknown:
        sentence = "; ".join(f"{fault} {', '.join(found)}" for fault, found in faults if found)
        raise EncodeError("ARITY", "DSPACK-API-04", f"{sentence}; the fields are {', '.join(names)}")
    return [named[name] for name in names]


def _wrong(field: SchemaField, expected: str, found: object, requirement: str = "DSPACK-TYPE-21") -> EncodeError:
    return EncodeError("VALUE", requirement, f"{field.label}: expected {expected}, found {found!r:.60}")


def _length(field: SchemaField, requirement: str, sentence: str) -> EncodeError:
    return EncodeError("LENGTH", requirement, f"{field.label}: {sentence}")


class _Row:
    """A row being written."""

    def __init__(self, schema: Schema) -> None:
        self.order: Literal["big", "little"] = schema.flag.order
        self.mark = ">" if self.order == "big" else "<"
        self.native = schema.flag.native
        self.parts: list[tuple[bytes, int]] = []
        self.size = 0

    def put(self, octets: bytes, size: int | None = None) -> None:
        """Append octets, padded with zeros to `size`; the zeros are only made once the whole row is known to be valid.

        Raises EncodeError LENGTH (DSPACK-ENC-06).
        """
        size = len(octets) if size is None else size
        self.size += size
        if self.size > MAX_ROW:
            raise EncodeError("LENGTH", "DSPACK-ENC-06", f"the row would have more than {MAX_ROW} octets")
        self.parts.append((octets, size))

    def field(self, field: SchemaField, value: Any) -> None:
        if not field.has_value:
            self.put(b"\0")
        elif field.count is None:
            self.singles(field, [value])
        else:
            self.items(field, field.count, value)

    def items(self, field: SchemaField, count: Length, values: Any) -> None:
        if not isinstance(values, Sequence) or isinstance(values, str | bytes | bytearray | memoryview):
            raise _wrong(field, "a list", values)
        if not count.dynamic and len(values) != count.number:
            raise _length(field, "DSPACK-LIST-09", f"expected a list of {count.number}, found one of {len(values)}")
        self.prefix(field, count, len(values), "DSPACK-LIST-05", "items")
        self.singles(field, values)

    def prefix(self, field: SchemaField, length: Length, number: int, requirement: str, what: str) -> None:
        """Append the number in the prefix's width, if it is stored at all."""
        if not length.dynamic:
            return
        most = 2 ** (8 * length.number) - 1
        if number > most:
            raise _length(field, requirement, f"{number} {what}; a prefix {length} counts up to {most}")
        self.put(number.to_bytes(length.number, self.order))

    def singles(self, field: SchemaField, values: Sequence[Any]) -> None:
        if field.length is None:
            self.scalars(field, values)
            return
        put = self.pascal if field.type == "p" else self.octets
        for value in values:
            put(field, field.length, _octets(field, value))

    def scalars(self, field: SchemaField, values: Sequence[Any]) -> None:
        """Append values of a type of fixed size, aligned once, since the size is a multiple of the alignment."""
        if not values:
            return
        scalar = SCALARS[field.type]
        size = scalar.size(self.native)
        self.put(b"", -self.size % size if self.native else 0)
        host = _HOSTS.get(field.type, _integer)
        made = [host(field, value, self.native) for value in values]
        try:
            self.put(struct.pack(f"{self.mark}{len(made)}{scalar.code(self.native)}", *made))
        except OverflowError:
            raise _wrong(field, "a number that binary32 can hold", values, "DSPACK-TYPE-24") from None

    def octets(self, field: SchemaField, length: Length, value: bytes) -> None:
        """Append an s or S (DSPACK-TYPE-25, STR-05 to -07)."""
        value = value.rstrip(b"\0") if field.type == "S" else value
        self.prefix(field, length, len(value), "DSPACK-STR-05", "octets")
        if not length.dynamic and len(value) > length.number:
            raise _length(field, "DSPACK-STR-06", f"{len(value)} octets; there is room for {length.number}")
        self.put(value, None if length.dynamic else length.number)

    def pascal(self, field: SchemaField, length: Length, value: bytes) -> None:
        """Append a p: its buffer is as short as possible, or of the fixed width (DSPACK-TYPE-19, STR-08)."""
        widest = 2 ** (8 * length.number) - 1 if length.dynamic else length.number
        most = min(MAX_PASCAL, widest - 1)
        if len(value) > most:
            raise _length(field, "DSPACK-ENC-04", f"{len(value)} octets; a Pascal string here has at most {most}")
        self.prefix(field, length, 1 + len(value), "DSPACK-ENC-04", "octets")
        self.put(bytes([len(value)]) + value, None if length.dynamic else length.number)


# ---- host values -----------------------------------------------------------------------------------------------------


def _octets(field: SchemaField, value: Any) -> bytes:
    """Return the octets of a string; text is encoded in UTF-8 (DSPACK-STR-09)."""
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    if not isinstance(value, str):
        raise _wrong(field, f"octets or text for {STRINGS.get(field.type, 'an octet')}", value)
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise _wrong(field, "text that UTF-8 can hold", value) from None


def _integer(field: SchemaField, value: Any, native: bool) -> int:
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise _wrong(field, "an integer", value)
    number = int(value)
    low, high = SCALARS[field.type].limits(native)
    if not low <= number <= high:
        raise _wrong(field, f"an integer from {low} to {high}", value)
    return number


def _float(field: SchemaField, value: Any, native: bool) -> float:
    if not isinstance(value, Real) or isinstance(value, bool):
        raise _wrong(field, "a number", value)
    try:
        number = float(value)
    except OverflowError:
        raise _wrong(field, "a number that binary64 can hold", value, "DSPACK-TYPE-24") from None
    return math.nan if math.isnan(number) else number


def _boolean(field: SchemaField, value: Any, native: bool) -> bool:
    if not isinstance(value, bool):
        raise _wrong(field, "a boolean", value)
    return value


def _octet(field: SchemaField, value: Any, native: bool) -> bytes:
    octets = _octets(field, value)
    if len(octets) != 1:
        raise _length(field, "DSPACK-ENC-04", f"expected 1 octet, found {len(octets)}")
    return octets


_HOSTS = {"f": _float, "d": _float, "?": _boolean, "c": _octet}
assert INTEGERS.isdisjoint(_HOSTS)
