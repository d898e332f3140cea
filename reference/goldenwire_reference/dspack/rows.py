"""Fast reader of rows: one struct per run of fixed fields, compiled once per schema, and many rows at a time.

decode_row.py defines the format; this module explains no errors. Any row that is invalid or unusual is left to
decode_row.py, which finds the error.
"""

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from goldenwire_reference.dspack.model import Schema, SchemaField
from goldenwire_reference.dspack.tables import MAX_ROW, SCALARS
from goldenwire_reference.reader import Buffer

Convert = Callable[[bytes], Any]

# Replaces the last of the values so far, a dynamic field's number of items or octets, by the field's value.
# Arguments: the values; data, the begin of the content, the row's end, the row's start. Returns the end of the content.
Content = Callable[[list[Any], Buffer, int, int, int], int]

# The number of rows that are made before the first of them is delivered.
BATCH = 256

_ALIGNMENTS = 8
PREFIX_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}
_ROW_LENGTH = struct.Struct(">I")


class UnusualRow(Exception):  # noqa: N818 - not an error: a row that is read another way
    """An invalid or unusual row, left to the slow path."""


# Data and an offset in it -> the values that begin there.
Unpack = Callable[[Buffer, int], tuple[Any, ...]]

# A run of fixed fields: its octets, and its unpacking function.
Run = tuple[int, Unpack]

# A run, the dynamic field after it, if there is one, whose number of items or octets is the run's last value; and with
# alignment, the run for each alignment at which it may begin. (A plain tuple is the fastest to unpack.)
Segment = tuple[int, Unpack, Content | None, Sequence[Run]]


class Batch(NamedTuple):
    """Some rows, their number, and the place in the data at which the next one begins."""

    rows: Iterable[tuple[Any, ...]]
    number: int
    end: int


class Unpacker:
    """Unpacks the rows of a schema, whole or up to the first dynamic field."""

    def __init__(self, schema: Schema, partial: bool = False) -> None:
        self.schema = schema
        self.mark = ">" if schema.flag.order == "big" else "<"
        self.native = schema.flag.native
        fields = schema.fixed_fields if partial else schema.fields
        self.whole = len(fields) == len(schema.fields)
        self.converts: list[tuple[int, Convert]] = []
        try:
            self.segments = list(self._segments(fields))
        except struct.error:  # a row of 2^63 octets and more: every existing one is unusual
            self.segments, self.whole = [], True
        self.record: struct.Struct | None = None
        fixed = self.segments and len(fields) == len(schema.fixed_fields)
        if self.whole and fixed and self.segments[0][0] <= MAX_ROW:
            self.record = struct.Struct(self._format(fields, 0, 0).replace(self.mark, f"{self.mark}4x"))
            self.row_length = self.segments[0][0].to_bytes(4, "big")

    def unpack(self, data: Buffer, at: int, end: int) -> tuple[Any, ...]:
        """Return the values of the row in `data[at:end]`, which is not empty. Raises UnusualRow."""
        start = at
        values: list[Any] = []
        for size, unpack_from, content, aligned in self.segments:
            if aligned:
                size, unpack_from = aligned[(at - start) % _ALIGNMENTS]  # noqa: PLW2901
            if at + size > end:
                raise UnusualRow
            values += unpack_from(data, at)
            at += size
            if content is not None:
                at = content(values, data, at, end, start)
        if at != end and self.whole:
            raise UnusualRow
        if self.converts:
            for place, convert in self.converts:
                values[place] = convert(values[place])
        return tuple(values)

    def batch(self, data: Buffer, at: int, stop: int) -> Batch:
        """Return the rows from `at` on that lie wholly in `data[:stop]`, row_length included, up to an unusual one.

        There are none at the end of a data set and before an unusual row.
        """
        if self.record is not None:
            return self._records(self.record, data, at, stop)
        rows: list[tuple[Any, ...]] = []
        row_length, unpack = _ROW_LENGTH.unpack_from, self.unpack
        try:
            while len(rows) < BATCH and at + 4 <= stop:
                (size,) = row_length(data, at)
                end = at + 4 + size
                if not 0 < size <= MAX_ROW or end > stop:
                    break
                rows.append(unpack(data, at + 4, end))
                at = end
        except UnusualRow:
            pass
        return Batch(rows, len(rows), at)

    def _records(self, record: struct.Struct, data: Buffer, at: int, stop: int) -> Batch:
        """Do the same as `batch` if all rows have one size, so that the same row_length recurs at a fixed distance."""
        for most in (BATCH, 1):
            count = min(most, (stop - at) // record.size)
            end = at + count * record.size
            if count and all(
                bytes(data[at + place : end : record.size]) == bytes([octet]) * count
                for place, octet in enumerate(self.row_length)
            ):
                break
        else:
            return Batch((), 0, at)
        found: Iterable[tuple[Any, ...]] = record.iter_unpack(memoryview(data)[at:end])
        if not self.converts:
            return Batch(found, count, end)
        columns: list[Iterable[Any]] = list(zip(*found, strict=True))
        try:
            for place, convert in self.converts:
                columns[place] = [convert(octets) for octets in columns[place]]
        except UnusualRow:
            return Batch((), 0, at)
        return Batch(zip(*columns, strict=True), count, end)

    # ---- compiled once -----------------------------------------------------------------------------------------------

    def _segments(self, fields: Sequence[SchemaField]) -> Iterator[Segment]:
        fixed: list[SchemaField] = []
        place = 0
        for field in fields:
            if not field.is_dynamic:
                fixed.append(field)
                if field.has_value:
                    if (convert := self._convert(field)) is not None:
                        self.converts.append((place, convert))
                    place += 1
                continue
            counted = field.count if field.count is not None else field.length
            assert counted is not None
            prefix = counted.number if counted.dynamic else 0
            yield self._segment(fixed, prefix, self._content(field, prefix))
            fixed = []
            place += 1
        if fixed:
            yield self._segment(fixed, 0, None)

    def _segment(self, fixed: Sequence[SchemaField], prefix: int, content: Content | None) -> Segment:
        starts = range(_ALIGNMENTS if self.native else 1)
        runs = [struct.Struct(self._format(fixed, prefix, start)) for start in starts]
        aligned = [(run.size, run.unpack_from) for run in runs]
        return *aligned[0], content, aligned if self.native else ()

    def _format(self, fields: Sequence[SchemaField], prefix: int, start: int) -> str:
        codes, size = [self.mark], start
        for field in fields:
            octets = field.least(self.native)
            if self.native and field.length is None and field.has_value:
                gap = -size % octets
                codes.append(f"{gap}x" if gap else "")
                size += gap
            if field.count is not None:
                octets *= field.count.number
            single = field.count is None and field.length is None
            scalar = SCALARS.get(field.type)
            codes.append((scalar.code(self.native) if scalar else "x") if single else f"{octets}s")
            size += octets
        codes.append((PREFIX_CODES.get(prefix) or f"{prefix}s") if prefix else "")
        return "".join(codes)

    def _convert(self, field: SchemaField) -> Convert | None:
        """Return the function that makes a fixed field's value from its octets; None if the struct itself does."""
        if field.count is None:
            return None if field.type == "s" else _STRINGS.get(field.type)
        number, items = field.count.number, self._items(field)

        def convert(octets: bytes) -> list[Any]:
            values: list[Any] = [number]
            items(values, octets, 0, len(octets), 0)
            found: list[Any] = values[0]
            return found

        return convert

    def _content(self, field: SchemaField, prefix: int) -> Content:
        """Return the function that reads the content of a dynamic field; the run before it reads a prefix, if any."""
        content = self._items(field) if field.count is not None else _octets(field)
        order = self.schema.flag.order
        if prefix in PREFIX_CODES:
            return content

        def counted(values: list[Any], data: Buffer, at: int, end: int, start: int) -> int:
            if prefix:
                values[-1] = int.from_bytes(values[-1], order)
            elif field.count is not None:
                values.append(field.count.number)
            return content(values, data, at, end, start)

        return counted

    def _items(self, field: SchemaField) -> Content:
        if field.length is None:
            form = f"{self.mark}%d{SCALARS[field.type].code(self.native)}"
            return _scalars(form, field.least(self.native), self.native)
        if field.length.dynamic:
            return _dynamic_strings(field, self.schema.flag.order)
        return _fixed_strings(field)


def _pascal(buffer: bytes) -> bytes:
    if not buffer or buffer[0] >= len(buffer):
        raise UnusualRow
    return buffer[1 : 1 + buffer[0]]


def _trimmed(octets: bytes) -> bytes:
    return octets.rstrip(b"\0")


_STRINGS: dict[str, Convert] = {"s": bytes, "p": _pascal, "S": _trimmed}


def _octets(field: SchemaField) -> Content:
    convert = _STRINGS[field.type]

    def content(values: list[Any], data: Buffer, at: int, end: int, start: int) -> int:
        stop = at + values[-1]
        if stop > end:
            raise UnusualRow
        values[-1] = convert(bytes(data[at:stop]))
        return int(stop)

    return content


class _Structs(dict[int, Unpack]):
    """The unpacking functions for a number of items, by that number; created on first use."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form = form

    def __missing__(self, number: int) -> Unpack:
        made = self[number] = struct.Struct(self.form % number).unpack_from
        return made


def _scalars(form: str, size: int, native: bool) -> Content:
    items = _Structs(form)

    def content(values: list[Any], data: Buffer, at: int, end: int, start: int) -> int:
        number = values[-1]
        if native and number:
            at += -(at - start) % size
        stop: int = at + number * size
        if stop > end:
            raise UnusualRow
        values[-1] = list(items[number](data, at))
        return stop

    return content


def _fixed_strings(field: SchemaField) -> Content:
    width, convert = field.least(False), _STRINGS[field.type]

    def content(values: list[Any], data: Buffer, at: int, end: int, start: int) -> int:
        stop = at + values[-1] * width
        if stop > end:
            raise UnusualRow
        values[-1] = [convert(bytes(data[place : place + width])) for place in range(at, stop, width)]
        return int(stop)

    return content


def _dynamic_strings(field: SchemaField, order: Literal["big", "little"]) -> Content:
    width, convert = field.least(False), _STRINGS[field.type]

    def content(values: list[Any], data: Buffer, at: int, end: int, start: int) -> int:
        number: int = values[-1]
        if at + number * width > end:
            raise UnusualRow
        found = []
        for _ in range(number):
            first = at + width
            at = first + int.from_bytes(data[at:first], order)
            if at > end:
                raise UnusualRow
            found.append(convert(bytes(data[first:at])))
        values[-1] = found
        return at

    return content
