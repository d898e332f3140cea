"""Benchmarks of the DataSetPack codec: cost by data size."""

import io
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from goldenwire_reference.dspack.api import DataSetWriter, load
from goldenwire_reference.dspack.decode import decode
from kit.measures import Action, Shape, consume, growth

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
    yield from growth("dspack", SHAPES)
