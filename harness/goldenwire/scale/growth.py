"""The growth of the time for a question with its size. Pure: figures in, verdicts out.

The time for one question of 4N items is compared with that for four questions of N, asked one after the other: the same
content in the same time, if the time is linear. Whatever slows a machine down slows both alike, and a fixed cost of a
question, such as the start of a process, counts four times on the side of N: growth looks smaller rather than larger.
N log N has an exponent of 1.1 to 1.2; data that no longer fit the processor's caches add a little. A single step, where
a buffer or a table outgrows something, is not growth: it has to be there from N to 2N and from 2N to 4N.
"""

from collections.abc import Callable, Sequence
from math import log
from typing import NamedTuple

FACTORS = (1, 2, 4)  # the sizes, as multiples of N
LEAST = 0.1  # seconds at 4N below which growth is not judged
CLEAR = 1.3  # exponent up to which one round is enough
STEEP = (
    1.5  # exponent above which growth is too fast, if both steps are above CLEAR, in the smallest times of all rounds
)
ROUNDS, FEW_ROUNDS = 5, 3  # rounds for what may be too fast; the same if they take long
PATIENCE = 10.0  # seconds after which FEW_ROUNDS are enough


class Times(NamedTuple):
    """The seconds that a question takes at N, 2N and 4N."""

    small: float
    middle: float
    large: float

    @property
    def exponent(self) -> float:
        """The power of N with which the time grows from N to 4N."""
        return _exponent(self.small, self.large, 4)

    @property
    def steps(self) -> tuple[float, float]:
        """The same from N to 2N, and from 2N to 4N."""
        return _exponent(self.small, self.middle, 2), _exponent(self.middle, self.large, 2)

    @property
    def is_measurable(self) -> bool:
        """True if the time at 4N is long enough to judge its growth."""
        return self.large >= LEAST

    @property
    def is_suspect(self) -> bool:
        """True if it takes another round to tell whether the time grows too fast."""
        return self.is_measurable and self.exponent > CLEAR

    @property
    def is_slow(self) -> bool:
        """True if the time grows faster than N log N."""
        return self.is_measurable and self.exponent > STEEP and min(self.steps) > CLEAR

    def least(self, other: "Times") -> "Times":
        """Return the smaller time for each size."""
        return Times(*map(min, self, other))


def _exponent(small: float, large: float, factor: int) -> float:
    return log(large / small, factor) if small > 0 and large > 0 else 0.0


def measure_round(ask: Callable[[int], object], clock: Callable[[], float]) -> Times:
    """Return the time for each size, as the mean of as many questions as make up the content of 4N.

    `ask` asks the question of the size with that place in FACTORS.
    """
    seconds = []
    for place, factor in enumerate(FACTORS):
        count = FACTORS[-1] // factor
        began = clock()
        for _ in range(count):
            ask(place)
        seconds.append((clock() - began) / count)
    return Times(*seconds)


def measure(ask: Callable[[int], object], clock: Callable[[], float]) -> Times:
    """Return the smallest times of as many rounds as it takes to tell whether they grow too fast."""
    began = clock()
    times = measure_round(ask, clock)
    for done in range(1, ROUNDS):
        if not times.is_suspect or (done >= FEW_ROUNDS and clock() - began > PATIENCE):
            break
        times = times.least(measure_round(ask, clock))
    return times


def limit_shows_growth(seconds: Sequence[float], limit: float) -> bool:
    """Return whether the time grows too fast, if the question is not answered within the limit at the next size.

    `seconds` are the times at the sizes that are answered. They show it if the steepest growth allowed ends below the
    limit, or if it is exceeded already.
    """
    if seconds[0] * FACTORS[len(seconds)] ** STEEP < limit:
        return True
    return len(seconds) > 1 and _exponent(seconds[0], seconds[1], FACTORS[1]) > STEEP
