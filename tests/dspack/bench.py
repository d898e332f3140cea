"""Benchmarks of the DataSetPack codec: against struct, and cost by data size."""

import io
import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from goldenwire_reference.dspack.api import DataSetWriter, load
from goldenwire_reference.dspack.decode import decode
from kit.measures import Action, Shape, at_most, consume, growth, least

ROWS, WRITTEN, DISTINCT = 1_000_000, 50_000, 1000
WRITER = 10.0  # how many times the time of struct.pack a Writer may take
Meta = Mapping[str, Any]


def write(schema: str, rows: Sequence[Sequence[Any]], meta: Meta | None = None) -> bytes:
    """Return a file of one data set."""
    file = io.BytesIO()
    writer = DataSetWriter(file, schema, meta=dict(meta or {}))
    for row in rows:
        writer.add_row(row)
    return file.getvalue()


def read(data: bytes) -> None:
    """Read every row and keep none."""
    for data_set in load(data):
        consume(data_set)


def row_lines(name: str, schema: str, row: str, listed: int, target: float) -> Iterator[str]:
    """Compare rows with struct, whose format is `row`; the last `listed` values of a row are a list."""
    flat = [(place, place / 8, *range(place % 100, place % 100 + max(1, listed))) for place in range(DISTINCT)]
    rows: list[Sequence[Any]] = [(*values[:2], list(values[2:])) for values in flat] if listed else [*flat]
    head = len(write(schema, ()))
    body = write(schema, rows)[head:]
    framed = struct.Struct(f">I{row}")
    assert body == b"".join(framed.pack(framed.size - 4, *numbers(values, listed)) for values in flat)
    data = write(schema, ()) + body * (ROWS // DISTINCT)
    skipping = f">4x{row}"
    base, ours = least(
        lambda: consume(struct.iter_unpack(skipping, memoryview(data)[head:])), partial(read, data), rounds=4
    )
    yield f"dspack, 1e6 rows {name}: struct.iter_unpack on the same bytes {base * 1e3:.0f} ms"
    yield f"  load {ours / base:.1f} times that {at_most(ours / base, target)}"
    many, flats = rows * (WRITTEN // DISTINCT), flat * (WRITTEN // DISTINCT)

    def packed() -> bytes:
        return b"".join([framed.pack(framed.size - 4, *numbers(values, listed)) for values in flats])

    base, ours = least(packed, partial(write, schema, many), rounds=2)
    per_row = f"{ours / WRITTEN * 1e6:.1f} us a row"
    yield f"  Writer {ours / base:.1f} times struct.pack, {per_row} {at_most(ours / base, WRITER)}"


def numbers(values: Sequence[Any], listed: int) -> Sequence[Any]:
    """Return the values that struct packs: a list is preceded by its number of items."""
    return (*values[:2], listed, *values[2:]) if listed else values


# Cost against size


def _reading(schema: str, rows: Sequence[Sequence[Any]], meta: Meta | None = None) -> Mapping[str, Action]:
    data = write(schema, rows, meta)
    return {
        "load": partial(read, data),
        "decode": partial(decode, data),
        "Writer": partial(write, schema, rows, meta),
    }


def _fields(count: int) -> Mapping[str, Action]:
    """Return the actions on a row of many fields, all named in the schema."""
    return _reading(f"! {' '.join(f'H(f{number})' for number in range(count))}", [(1,) * count])


SHAPES = {
    "fixed rows": Shape("row", 300, lambda n: _reading("! I(a) d(b) 4S(c)", [(1, 2.5, b"text")] * n)),
    "rows with lists": Shape("row", 200, lambda n: _reading("! I(a) 1~:H(b)", [(1, [1, 2, 3])] * n)),
    "one list of text": Shape("item", 500, lambda n: _reading("! 4~:2~S(a)", [([b"text"] * n,)])),
    "one row": Shape("field", 50, _fields),
    "meta": Shape("key", 50, lambda n: _reading("! B(a)", (), {f"key {k}": k for k in range(n)})),
}


def lines() -> Iterator[str]:
    yield from row_lines("of fixed fields", "! I(a) d(b) H(c)", "IdH", 0, 3)
    yield from row_lines("with a list of 3 in each", "! I(a) d(b) 1~:H(c)", "IdB3H", 3, 10)
    yield from growth("dspack", SHAPES)
