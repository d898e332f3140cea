"""Measuring tools for the benchmarks of the reference: alternating times, memory, targets, cost against size."""

import tracemalloc
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from time import process_time
from typing import NamedTuple

from bench_size import sized

Action = Callable[[], object]

# The most that an item may cost at the last size, as a multiple of the size before, with some room for caches. If the
# cost grew with the square of the size, it would be 10.
LINEAR = 1.5
SIZES = sized((1, 10, 100), (1, 10))


class Shape(NamedTuple):
    """Data of one shape and any size: the name of an item, the smallest size, and a function from a size to actions."""

    item: str
    least: int
    make: Callable[[int], Mapping[str, Action]]


def least(*actions: Action, rounds: int = 5) -> list[float]:
    """Return the smallest time of each action, in alternating rounds, since other work may disturb any single one.

    Times are processor times, so other work on the machine does not count; all of it is spent in one thread.
    """
    times = [[_seconds(action) for action in actions] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


def _seconds(action: Action) -> float:
    start = process_time()
    result = action()  # held, so that freeing it is not timed
    took = process_time() - start
    del result
    return took


def peak(action: Action) -> int:
    """Return the peak memory of an action, in bytes that Python and numpy allocated."""
    tracemalloc.start()
    action()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def consume(rows: Iterable[object]) -> None:
    """Iterate over all rows and keep none."""
    deque(rows, maxlen=0)


def at_most(figure: float, target: float) -> str:
    """Return the target, and whether the figure meets it."""
    return f"(at most {target:g}: {'met' if figure <= target else 'missed'})"


def at_least(figure: float, target: float) -> str:
    """Return the target, and whether the figure meets it."""
    return f"(at least {target:g}: {'met' if figure >= target else 'missed'})"


def growth(format: str, shapes: Mapping[str, Shape]) -> Iterator[str]:
    """Yield the cost of an item as the data grow."""
    yield f"{format}, cost of an item at sizes {', '.join(f'{size}x' for size in SIZES)}"
    for name, shape in shapes.items():
        sizes = [shape.make(shape.least * size) for size in SIZES]
        for done in sizes[0]:
            costs = [
                least(actions[done], rounds=max(2, 20 // size))[0] / (shape.least * size) * 1e9
                for size, actions in zip(SIZES, sizes, strict=True)
            ]
            ratio = costs[-1] / costs[-2]
            shown = ", ".join(f"{cost:,.0f}" if cost >= 10 else f"{cost:.2g}" for cost in costs)
            yield f"  {name}, {done}: {shown} ns per {shape.item}, the last {ratio:.2f} times {at_most(ratio, LINEAR)}"
