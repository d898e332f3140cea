"""The time that a codec takes for a question: of the slowest one, and the median.

Questions are in flight together, so that a question's time counts from the answer before it. Answers that are read at
once share their time, and the first one of a process does not count: it pays for what the codec prepares.
"""

import math
from collections import Counter
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K")

STEPS = 20  # of a class of times, in a factor of e: the median is right to a fortieth
LEAST = 1e-9  # seconds


class Slowest(NamedTuple, Generic[K]):
    """The question that took longest, with its seconds and the median of all."""

    key: K
    seconds: float
    median: float


class Pace(Generic[K]):
    """The times of answers, in classes, so that memory does not grow."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self._key: K | None = None
        self._seconds = 0.0

    def add(self, key: K, seconds: float, answers: int = 1) -> None:
        """Record the time of answers that were read at once; `key` is the question of the first."""
        each = seconds / answers
        self._counts[round(math.log(max(each, LEAST)) * STEPS)] += answers
        if each > self._seconds:
            self._key, self._seconds = key, each

    def slowest(self) -> Slowest[K] | None:
        """Return the slowest question; None if there is no answer to compare it with."""
        if self._key is None or self._counts.total() < 2:
            return None
        return Slowest(self._key, self._seconds, min(self._median(), self._seconds))

    def _median(self) -> float:
        left = (self._counts.total() + 1) // 2
        for place in sorted(self._counts):
            left -= self._counts[place]
            if left <= 0:
                return math.exp(place / STEPS)
        raise AssertionError("the counts have a middle")
