"""Benchmarks of the reference: forging, and the DAPHNE codec beside plain copies and scipy, in one run each."""

import io
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import scipy.sparse

from goldenwire_reference import forge
from goldenwire_reference.daphne.decode import decode
from goldenwire_reference.daphne.encode import encode
from goldenwire_reference.daphne.model import DaphneObject, DensePart, SparsePart
from goldenwire_reference.daphne.tables import BY_NAME, DataType


def seconds(action: Callable[[], object], times: int = 5) -> float:
    """The least time of a few runs, each of which may be disturbed by what else the machine does."""
    measured = []
    for _ in range(times):
        start = perf_counter()
        action()
        measured.append(perf_counter() - start)
    return min(measured)


def peak(action: Callable[[], object]) -> int:
    """The most bytes that Python and numpy held beyond what they held before."""
    tracemalloc.start()
    action()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def dense_lines() -> Iterator[str]:
    array = np.random.default_rng(1).random((4096, 8192))
    obj = DaphneObject(DataType.DenseMatrix, 4096, 8192, (BY_NAME["double"],), (), (DensePart(0, 0, array),))
    data = encode(obj)
    copy = seconds(array.copy)  # into fresh memory, as the encoder's output is
    as_bytes = seconds(array.tobytes)
    written, read = seconds(lambda: encode(obj)), seconds(lambda: decode(data))
    gib = array.nbytes / 2**30
    yield f"daphne dense double 256 MiB: copy {gib / copy:.1f} GiB/s"
    yield f"  encode {gib / written:.1f} GiB/s, {copy / written:.2f} of it (at least 0.5)"
    yield f"    and {as_bytes / written:.2f} of tobytes, which like it fills a new bytes object"
    yield f"  decode {gib / read:.0f} GiB/s, a view (at least 0.5 of it)"
    yield f"  peak of encode {peak(lambda: encode(obj)) / array.nbytes:.2f} beside the object (at most 1.1)"
    yield f"  peak of decode {peak(lambda: decode(data)) / array.nbytes:.4f} beside the input (at most 0.1)"


def csr_lines() -> Iterator[str]:
    rows, each = 1_000_000, 10
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
    base = seconds(load, 3)
    yield f"daphne CSR, 1e6 rows x 10: load_npz {base * 1e3:.0f} ms"
    yield f"  decode {seconds(lambda: decode(data), 3) / base:.1f} times that (at most 10)"
    yield f"  encode {seconds(lambda: encode(obj), 3) / base:.1f} times that (at most 10)"


def growth_lines() -> Iterator[str]:
    times = {}
    for rows in (10_000, 100_000, 1_000_000):
        obj = DaphneObject(
            DataType.CSRMatrix,
            rows,
            10,
            (BY_NAME["int32"],),
            (),
            (SparsePart(0, 0, rows, 10, np.arange(rows, dtype="<u8"), np.zeros(rows, "<u8"), np.ones(rows, "<i4")),),
        )
        data = encode(obj)
        times[rows] = seconds(lambda data=data: decode(data), 3) / rows * 1e9  # type: ignore[misc]
    shown = ", ".join(f"{rows:,} rows {time:.0f}" for rows, time in times.items())
    yield f"daphne CSR decode, nanoseconds a row: {shown} (level)"


def forge_lines() -> Iterator[str]:
    root = Path(__file__).parents[2] / "vectors"
    yield f"verify every vector: {seconds(lambda: forge.verify(root), 1):.2f} s (at most 10)"


def lines() -> Iterator[str]:
    for part in (forge_lines, dense_lines, csr_lines, growth_lines):
        yield from part()


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)  # noqa: T201 - a bench prints
