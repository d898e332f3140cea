"""One row -> its values, field by field. The mirror image of encode_row.py; rows.py does the same at speed.

Every bound is the row's end (DSPACK-ROW-04), and a count is only used after a check that the row can hold that many
(DSPACK-LIM-02).
"""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from goldenwire_reference.dspack.model import Length, Schema, SchemaField
from goldenwire_reference.dspack.tables import SCALARS
from goldenwire_reference.reader import Reader
from goldenwire_reference.wording import plural

# Beyond this number, all items of a list together are one range of the trace.
TRACED = 256


def read_row(reader: Reader, schema: Schema, end: int, partial: bool = False) -> list[Any]:
    """Read the values of the row from the reader's position to the offset `end`, and leave the reader there.

    With `partial` only the values before the first dynamic field; the rest is not examined (DSPACK-UNPACK-04). Raises
    DecodeError ROW, FIELD.
    """
    if not schema.fields:
        reader.refuse("row.empty-schema", reader.position, "no rows under a schema without fields", "a row")
        reader.position = end
    row = _Row(reader, schema, end)
    fields = schema.fixed_fields if partial else schema.fields
    values = [value for field in fields for value in row.field(field)]
    left = row.end - reader.position
    if left and len(fields) == len(schema.fields):
        reader.refuse("row.left", reader.position, "the end of the row", f"{plural(left, 'more octet')}")
    if left:
        reader.note(reader.position, left, "rest[..]", f"{plural(left, 'octet')}, not looked at")
    reader.position = row.end
    return values


class _Row:
    """A row being read: its reader, its schema, and the offsets at which it begins and ends."""

    def __init__(self, reader: Reader, schema: Schema, end: int) -> None:
        self.reader = reader
        self.order: Literal["big", "little"] = schema.flag.order
        self.native = schema.flag.native
        self.start = reader.position
        self.end = end

    def field(self, field: SchemaField) -> Iterator[Any]:
        """Read the field's value, if the field has one."""
        name = field.label
        if not field.has_value:
            self.take(1, name)
            self.reader.note(self.reader.position - 1, 1, name, "pad")
        elif field.count is None:
            yield self.single(field, name)
        else:
            yield self.items(field, field.count, name)

    def need(self, size: int, name: str) -> None:
        """Check that the row has `size` more octets; with the check off, append zeros."""
        rest = self.end - self.reader.position
        if size <= rest:
            return
        expected = f"{plural(size, 'more octet')} for {self.reader.scope}{name}"
        self.reader.refuse("row.short", self.reader.position, expected, f"{rest} before the end of the row")
        self.reader.make_up(size - rest, self.end)
        self.end += size - rest

    def note(self, size: int, name: str, value: Any) -> None:
        """Add the value that was read from the last octets to the trace."""
        if self.reader.trace is not None:
            self.reader.note(self.reader.position - size, size, name, show(value))

    def take(self, size: int, name: str) -> bytes:
        self.need(size, name)
        return bytes(self.reader.take(size, name))

    def prefix(self, length: Length, name: str) -> int:
        """Return a length or count: read from its prefix if it is stored, otherwise that of the schema."""
        if not length.dynamic:
            return length.number
        self.need(length.number, name)
        return self.reader.uint(length.number, name, order=self.order)

    def single(self, field: SchemaField, name: str) -> Any:
        if field.length is None:
            return self.scalar(field.type, name)
        return (self.pascal if field.type == "p" else self.octets)(field.type, field.length, name)

    def items(self, field: SchemaField, count: Length, name: str) -> list[Any]:
        number = self.prefix(count, f"{name}.count")
        self.need(number * field.least(self.native), name)
        start = self.reader.position
        with self.untraced(number > TRACED):
            found = [self.single(field, f"{name}[{item}]") for item in range(number)]
        if number > TRACED:
            self.reader.note(start, self.reader.position - start, f"{name}[..]", f"{number} items")
        return found

    @contextmanager
    def untraced(self, quiet: bool) -> Iterator[None]:
        trace = self.reader.trace
        self.reader.trace = None if quiet else trace
        yield
        self.reader.trace = trace

    def scalar(self, type_: str, name: str) -> Any:
        scalar = SCALARS[type_]
        size = scalar.size(self.native)
        gap = -(self.reader.position - self.start) % size if self.native else 0
        if gap:
            self.take(gap, f"{name}.align")
            self.reader.note(self.reader.position - gap, gap, f"{name}.align", "alignment")
        mark = "<" if self.order == "little" else ">"
        (value,) = struct.unpack(mark + scalar.code(self.native), self.take(size, name))
        self.note(size, name, value)
        return value

    def octets(self, type_: str, length: Length, name: str) -> bytes:
        """Read the octets of an s or S."""
        size = self.prefix(length, f"{name}.length")
        value = self.take(size, name)
        if size:
            self.note(size, name, value)
        return value.rstrip(b"\0") if type_ == "S" else value

    def pascal(self, type_: str, length: Length, name: str) -> bytes:
        """Read the octets of a p from a buffer: a length octet, the octets, and slack (DSPACK-TYPE-19, STR-08)."""
        at_prefix = self.reader.position
        size = self.prefix(length, f"{name}.prefix")
        if not size:
            self.reader.refuse("field.pascal.empty", at_prefix, "a buffer of at least 1 octet", "0")
            return b""
        at = self.reader.position
        buffer = self.take(size, name)
        number = buffer[0]
        if number > size - 1:
            check = "field.pascal.over" if length.dynamic else "field.pascal"
            self.reader.refuse(check, at, f"a length octet of at most {size - 1}", number)
            number = size - 1
        value, slack = buffer[1 : 1 + number], size - 1 - number
        self.reader.note(at, 1, f"{name}.length", str(buffer[0]))
        for first, count, part, meaning in ((1, number, "", show(value)), (1 + number, slack, ".slack", "slack")):
            if count:
                self.reader.note(at + first, count, name + part, meaning)
        return value


def show(value: Any) -> str:
    """Return a value for messages."""
    return (
        ascii(bytes(value[:48]))[1:]
        if isinstance(value, bytes)
        else str(value).replace("True", "true").replace("False", "false")
    )
