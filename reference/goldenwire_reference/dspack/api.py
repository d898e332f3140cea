"""The interface with which a program writes and reads data sets (spec.md, The interface).

    with open("days.dspack", "wb") as file:
        writer = Writer(file, "! H(day) 3S(country) 2~:Q(app_ids)", meta={"source": "import"})
        writer.add_row([234, "CN", [12345, 23456]])
        writer.add_row(day=235, country="DE", app_ids=[])

    with open("days.dspack", "rb") as file:
        for data_set in load(file):
            print(data_set.names, data_set.meta)
            for day, country, app_ids in data_set:
                ...

Both work row by row: in memory is only a small part of a file, a few rows or its largest row.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from goldenwire_reference.dspack.decode import read_head, read_row_length
from goldenwire_reference.dspack.decode_row import read_row
from goldenwire_reference.dspack.encode import END_OF_SET, encode_framed, encode_head
from goldenwire_reference.dspack.encode_row import in_order
from goldenwire_reference.dspack.model import DataSet, Meta
from goldenwire_reference.dspack.schema import SchemaError, parse, refusal
from goldenwire_reference.dspack.tables import CHECKS, ESCAPE, MAX_ROW
from goldenwire_reference.errors import DecodeError, EncodeError
from goldenwire_reference.reader import Buffer, Reader

# The number of octets in one read from a stream.
CHUNK = 1 << 18


class Sink(Protocol):
    """The target of a writer: a binary file, or any object with its `write`."""

    def write(self, data: bytes, /) -> object: ...


class Source(Protocol):
    """The source of a stream: a binary file, or any object with its `read`."""

    def read(self, size: int, /) -> bytes: ...


class DataSetWriter:
    """Writes data sets to a binary file: the first from the start, others after `new_data_set`."""

    def __init__(self, sink: Sink, schema: str, *, description: str = "", meta: Meta | None = None) -> None:
        """Write the head of the first data set. Raises EncodeError, and then writes nothing (DSPACK-API-01)."""
        self._sink = sink
        self._begin(b"", schema, description, meta)

    def new_data_set(self, schema: str, *, description: str = "", meta: Meta | None = None) -> None:
        """End the data set and begin another (DSPACK-SET-01). Raises EncodeError, and then changes nothing."""
        self._begin(END_OF_SET, schema, description, meta)

    def _begin(self, before: bytes, schema: str, description: str, meta: Meta | None) -> None:
        try:
            parsed = parse(schema)
        except SchemaError as error:
            raise refusal(error) from None
        data_set = DataSet(parsed, (), description, {} if meta is None else meta)
        self._sink.write(before + encode_head(data_set))
        self._data_set = data_set

    @property
    def names(self) -> tuple[str, ...]:
        """The names of a row's values, in order."""
        return self._data_set.schema.names

    def add_row(self, values: Sequence[Any] | None = None, /, **named: Any) -> None:
        """Write a row: its values in the schema's order, or by name (DSPACK-API-02, -03).

        An integer is an int, a boolean a bool, a float a float or an int, a string bytes or text (written in UTF-8), a
        list a sequence of these. Raises EncodeError ARITY, VALUE, LENGTH, and then writes nothing (DSPACK-API-04).
        """
        if values is not None and named:
            raise EncodeError("ARITY", "DSPACK-API-04", "expected values in order or by name, found both")
        if values is None:
            values = in_order(self._data_set.schema, named)
        elif not isinstance(values, Sequence) or isinstance(values, str | bytes):
            raise EncodeError("VALUE", "DSPACK-ENC-08", f"expected a list of values, found {values!r:.60}")
        self._sink.write(encode_framed(self._data_set, values))


def load(source: Buffer | Source, *, partial: bool = False) -> Iterator["DataSetReader"]:
    """Yield the data sets of a binary file or of bytes, one after the other (DSPACK-API-05, SET-06).

    The next data set skips the rows of the last one that were not read. With `partial` a row has only the values before
    the first dynamic field. Raises DecodeError at invalid input, after delivering everything before it.
    """
    window = _Window(source)
    number = 0
    while not number or window.fill(1):
        data_set = DataSetReader(window, f"dataset[{number}].", partial)
        yield data_set
        data_set.skip()
        number += 1


class DataSetReader:
    """A data set that is being read: iterating over it yields its rows, as tuples of values, once."""

    def __init__(self, window: "_Window", scope: str, partial: bool) -> None:
        self._window = window
        self._scope = scope
        self._partial = partial
        self._number = 0
        self._at_end = False
        _fill_head(window)
        with window.reader() as reader:
            head = read_head(reader, scope)
        self.schema = head.schema
        self.description = head.description
        self.meta = head.meta
        self._rows = self._read_rows()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of a row's values, in order."""
        fields = self.schema.fixed_fields if self._partial else self.schema.fields
        return tuple(field.name or "" for field in fields if field.has_value)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self._rows

    def by_name(self) -> Iterator[dict[str, Any]]:
        """Yield the rows as dicts."""
        names = self.names
        for row in self._rows:
            yield dict(zip(names, row, strict=True))

    def skip(self) -> None:
        """Skip the unread rows, using only their row_length. Raises DecodeError."""
        self._rows = iter(())
        while self._read(lambda reader, end: ()) is not None:
            pass

    def _read_rows(self) -> Iterator[tuple[Any, ...]]:
        while (row := self._read(lambda reader, end: read_row(reader, self.schema, end, self._partial))) is not None:
            yield row

    def _read(self, content: Callable[[Reader, int], Sequence[Any]]) -> tuple[Any, ...] | None:
        """Read the next row, with `content`; return None at the end of the data set."""
        window = self._window
        if window.fill(4) >= 4:
            window.fill(4 + min(MAX_ROW, int.from_bytes(window.next(4), "big")))
        if self._at_end or not window.fill(1):
            self._at_end = True
            return None
        with window.reader() as reader:
            size = read_row_length(reader, self._scope, self._number)
            if not size:
                self._at_end = True
                return None
            row = tuple(content(reader, 4 + size))
            reader.position = 4 + size
        self._number += 1
        return row


def _fill_head(window: "_Window") -> None:
    """Read a data set's meta_length and meta into the window, if the source has them."""
    if window.fill(4) < 4:
        return
    size, more = int.from_bytes(window.next(2), "big"), int.from_bytes(window.next(4)[2:], "big")
    window.fill(2 + size if size < ESCAPE else 4 + ESCAPE + more)


class _Window:
    """The part of a source that is in memory: `data[at]` is the next octet, at offset `_base + at` of the source."""

    def __init__(self, source: Buffer | Source) -> None:
        self._source = None if isinstance(source, bytes | bytearray | memoryview) else source
        self.data: bytes | memoryview = b""
        if isinstance(source, bytes | bytearray | memoryview):
            self.data = source if isinstance(source, bytes) else memoryview(source).cast("B")
        self.at = 0
        self._base = 0

    def fill(self, size: int) -> int:
        """Read until `size` octets are available; return the number available, fewer if the source ends.

        A read asks for at most CHUNK octets, or as many as are already there, so memory use does not depend on declared
        sizes.
        """
        have = len(self.data) - self.at
        if have >= size or self._source is None:
            return have
        pieces = [bytes(self.data[self.at :])]
        self._base, self.at = self._base + self.at, 0
        while have < size:
            piece = self._source.read(max(CHUNK, min(have, size)))
            if not piece:
                self._source = None
                break
            pieces.append(piece)
            have += len(piece)
        self.data = b"".join(pieces)
        return have

    def next(self, size: int) -> bytes:
        """Return the next octets without consuming them."""
        return bytes(self.data[self.at : self.at + size])

    @contextmanager
    def reader(self) -> Iterator[Reader]:
        """A reader of the window; afterwards its position and the offsets of its errors are those of the source."""
        reader = Reader(memoryview(self.data)[self.at :], CHECKS)
        try:
            yield reader
        except DecodeError as error:
            offset = self._base + self.at + error.offset
            raise DecodeError(error.code, error.requirement, offset, error.message) from None
        self.at += reader.position
