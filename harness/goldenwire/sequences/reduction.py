"""Delta debugging (A. Zeller, R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input, IEEE TSE 28, 2002)."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Fails = Callable[[Sequence[Item]], bool]


def shortest(items: Sequence[Item], fails: Fails[Item]) -> list[Item]:
    """Return the shortest subsequence found for which the test fails; empty if it does not even fail for all items.

    The last items are tried first, twice as many each time: most failures depend on a recent item.
    """
    length = 1
    while items and not fails(items[-length:]):
        if length >= len(items):
            return []
        length *= 2
    return _reduce(list(items[-length:]), fails)


def _reduce(items: list[Item], fails: Fails[Item]) -> list[Item]:
    """Return a subsequence from which no single item can be left out."""
    parts = 2
    while len(items) > 1:
        size = -(-len(items) // parts)
        starts = range(0, len(items), size)
        without = ((items[:start] + items[start + size :]) for start in starts)
        fewer = next((rest for rest in without if fails(rest)), None)
        if fewer is not None:
            items, parts = fewer, max(2, parts - 1)
        elif size == 1:
            break
        else:
            parts = min(len(items), 2 * parts)
    return items
