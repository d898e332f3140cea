"""Benchmarks of the DAPHNE codec: against plain copies and scipy, and cost by data size."""

import io
import random
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse

from bench_size import sized
from goldenwire_reference.daphne.decode import decode
from goldenwire_reference.daphne.encode import encode
from goldenwire_reference.daphne.model import DaphneObject, DensePart, SparsePart
from goldenwire_reference.daphne.plan import BlockPlan
from goldenwire_reference.daphne.tables import BY_NAME, BlockType, DataType
from kit.measures import Action, Shape, at_least, at_most, growth, least, peak


def dense_lines() -> Iterator[str]:
    rows, columns = sized(4096, 256), 8192
    array = np.random.default_rng(1).random((rows, columns))
    obj = DaphneObject(DataType.DenseMatrix, rows, columns, (BY_NAME["double"],), (), (DensePart(0, 0, array),))
    data = encode(obj)
    # A copy goes to fresh memory, as the encoder's output does.
    actions = (array.copy, array.tobytes, partial(encode, obj), partial(decode, data))
    copy, as_bytes, written, read = least(*actions, rounds=4)
    gib = array.nbytes / 2**30
    yield f"daphne dense double {array.nbytes >> 20} MiB: numpy copy {gib / copy:.1f} GiB/s"
    yield f"  encode {copy / written:.2f} of that, {gib / written:.1f} GiB/s {at_least(copy / written, 0.5)}"
    yield f"    and {as_bytes / written:.2f} of tobytes, which like it fills a new bytes object"
    yield f"  decode {copy / read:,.0f} of that, a view {at_least(copy / read, 0.5)}"
    for name, action, target in (("encode", actions[2], 1.1), ("decode", actions[3], 0.1)):
        held = peak(action) / array.nbytes
        yield f"  peak of {name} {held:.4f} of the payload, beside its input {at_most(held, target)}"


def csr_lines() -> Iterator[str]:
    rows, each = sized(1_000_000, 20_000), 10
    draw = np.random.default_rng(1)
    columns = np.sort(draw.integers(0, 400, (rows, each)), axis=1) + 400 * np.arange(each)
    values = draw.random(rows * each)
    matrix = scipy.sparse.csr_matrix((values, columns.reshape(-1), np.arange(0, rows * each + 1, each)), (rows, 4000))
    file = io.BytesIO()
    scipy.sparse.save_npz(file, matrix, compressed=False)

    def load() -> Any:
        file.seek(0)
        return scipy.sparse.load_npz(file)

    at_rows = np.repeat(np.arange(rows, dtype="<u8"), each)
    part = SparsePart(0, 0, rows, 4000, at_rows, columns.reshape(-1).astype("<u8"), values)
    obj = DaphneObject(DataType.CSRMatrix, rows, 4000, (BY_NAME["double"],), (), (part,))
    data = encode(obj)
    base, read, written = least(load, partial(decode, data), partial(encode, obj), rounds=3)
    yield f"daphne CSR, {rows:,} rows x {each}: load_npz {base * 1e3:.0f} ms"
    yield f"  decode {read / base:.1f} times that {at_most(read / base, 10)}"
    yield f"  encode {written / base:.1f} times that {at_most(written / base, 10)}"


# Cost against size


def _both(obj: DaphneObject, plan: tuple[BlockPlan, ...] | None = None) -> Mapping[str, Action]:
    return {"decode": partial(decode, encode(obj, plan)), "encode": partial(encode, obj, plan)}


def _sparse(block: BlockType, rows: int) -> Mapping[str, Action]:
    """Return the actions on a matrix with one entry in each row."""
    places = np.arange(rows, dtype="<u8")
    part = SparsePart(0, 0, rows, 10, places, places * 7 % 10, np.ones(rows, "<i4"))
    obj = DaphneObject(DataType.CSRMatrix, rows, 10, (BY_NAME["int32"],), (), (part,))
    return _both(obj, (BlockPlan(0, 0, rows, 10, block, BY_NAME["int32"]),))


def _frame(columns: int) -> Mapping[str, Action]:
    """Return the actions on a frame of many columns, each a part of its own."""
    parts = tuple(DensePart(0, column, np.ones((4, 1), "<i4")) for column in range(columns))
    labels = tuple(f"column {column}" for column in range(columns))
    return _both(DaphneObject(DataType.Frame, 4, columns, (BY_NAME["int32"],) * columns, labels, parts))


def _blocks(in_order: bool, blocks: int) -> Mapping[str, Action]:
    """Return the actions on a column in blocks of one cell."""
    obj = DaphneObject(
        DataType.DenseMatrix, blocks, 1, (BY_NAME["int32"],), (), (DensePart(0, 0, np.ones((blocks, 1), "<i4")),)
    )
    rows = list(range(blocks))
    if not in_order:
        random.Random(1).shuffle(rows)
    return _both(obj, tuple(BlockPlan(row, 0, 1, 1, BlockType.dense, BY_NAME["int32"]) for row in rows))


SHAPES = {
    "CSR": Shape("row", 3_000, partial(_sparse, BlockType.csr)),
    "COO": Shape("row", 3_000, partial(_sparse, BlockType.coo)),
    "frame": Shape("column", 100, _frame),
    "blocks in the order of a grid": Shape("block", 100, partial(_blocks, True)),
    "blocks in any order": Shape("block", 100, partial(_blocks, False)),
}


def lines() -> Iterator[str]:
    yield from dense_lines()
    yield from csr_lines()
    yield from growth("daphne", SHAPES)
