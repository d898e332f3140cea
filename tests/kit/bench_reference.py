"""Benchmarks of the reference: generating vectors, then every codec against a baseline measured in the same run.

`cd tests && python -m kit.bench_reference`. Every line is a ratio of the smallest of several alternating measurements,
with the baseline's own figure and the target beside it. Times are processor times, so other work on the machine
matters less.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from bench_size import IS_SMALL
from daphne import bench as bench_daphne
from dspack import bench as bench_dspack
from dynd import bench as bench_dynd
from goldenwire_suite import generation
from kit.measures import at_most
from msgpack_format import bench as bench_msgpack
from sciserialize import bench as bench_sciserialize

ROOT = Path(__file__).parents[2] / "vectors"


def generation_lines() -> Iterator[str]:
    start = perf_counter()
    generation.verify(ROOT)
    took = perf_counter() - start
    yield f"verify every vector: {took:.2f} s {at_most(took, 10)}"


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    if not IS_SMALL:
        yield from generation_lines()
    for format in (bench_daphne, bench_dynd, bench_dspack, bench_sciserialize, bench_msgpack):
        yield from format.lines()


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
