"""Growth is judged by figures alone: which is too fast, which is not, and how many rounds it takes to tell."""

from collections.abc import Callable
from itertools import count
from math import log2

import pytest

from goldenwire.scale.growth import FACTORS, FEW_ROUNDS, PATIENCE, ROUNDS, Times, limit_shows_growth, measure

Cost = Callable[[int], float]  # of a question, by its size as a multiple of N

# Seconds at N, 2N and 4N.
WITHIN = {
    "linear": (0.25, 0.5, 1.0),
    "N log N, from a hundred on": tuple(n * log2(n) / 6000 for n in (100, 200, 400)),
    "a fixed cost": (1.01, 1.02, 1.04),
    "no caches that hold 4N": (0.25, 0.55, 1.6),
    "a step from N to 2N": (0.026, 0.178, 0.358),
    "a step from 2N to 4N": (0.025, 0.05, 0.4),
    "quadratic, and over at once": (0.005, 0.02, 0.08),
    "less than the clock shows": (0.0, 0.0, 0.0),
}
TOO_FAST = {
    "quadratic": (0.25, 1.0, 4.0),
    "quadratic, and soon over": (0.007, 0.027, 0.11),
    "quadratic, with a quarter that is linear": (0.44, 1.25, 4.0),
    "cubic": (0.02, 0.16, 1.28),
    "N to the power of 1.6": tuple(0.1 * n**1.6 for n in FACTORS),
}


@pytest.mark.parametrize("seconds", WITHIN.values(), ids=WITHIN)
def test_growth_up_to_n_log_n_is_not_too_fast(seconds: tuple[float, float, float]) -> None:
    assert not Times(*seconds).is_slow


@pytest.mark.parametrize("seconds", TOO_FAST.values(), ids=TOO_FAST)
def test_growth_with_a_higher_power_is_too_fast(seconds: tuple[float, float, float]) -> None:
    assert Times(*seconds).is_slow


class Machine:
    """A clock, and a codec whose questions cost what `cost` says, times the load of the round."""

    def __init__(self, cost: Cost, load: Callable[[int], float] = lambda _: 1.0) -> None:
        self.now, self.asked, self._cost, self._load = 0.0, 0, cost, load

    @property
    def rounds(self) -> int:
        return self.asked // sum(FACTORS)

    def ask(self, place: int) -> None:
        self.now += self._cost(FACTORS[place]) * self._load(self.asked)
        self.asked += 1

    def clock(self) -> float:
        return self.now


def _linear(n: int) -> float:
    return 0.1 * n


def _quadratic(n: int) -> float:
    return 0.1 * n * n


# Loads, by the number of the question: seven make a round, and its last one is that at 4N.
LOADS: dict[str, Callable[[int], float]] = {
    "none": lambda _: 1.0,
    "one that rises all the time": lambda asked: 1 + asked / 4,
    "a pause in the first question at 4N": lambda asked: 9.0 if asked == 6 else 1.0,
    "a pause in each but the last question at 4N": lambda asked: 9.0 if asked % 7 == 6 and asked < 34 else 1.0,
}


@pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
def test_a_linear_codec_is_never_slow_however_loaded_the_machine(load: Callable[[int], float]) -> None:
    machine = Machine(_linear, load)
    assert not measure(machine.ask, machine.clock).is_slow


@pytest.mark.parametrize("load", LOADS.values(), ids=LOADS)
def test_a_quadratic_codec_is_slow_however_loaded_the_machine(load: Callable[[int], float]) -> None:
    machine = Machine(_quadratic, load)
    assert measure(machine.ask, machine.clock).is_slow


@pytest.mark.parametrize(
    ("cost", "rounds"),
    [
        pytest.param(_linear, 1, id="linear: one is enough"),
        pytest.param(lambda n: 0.01 * n * n, ROUNDS, id="quadratic: all of them"),
        pytest.param(lambda n: PATIENCE * n * n, FEW_ROUNDS, id="quadratic, and hours long: a few"),
        pytest.param(lambda n: 0.001 * n * n, 1, id="too short to judge"),
    ],
)
def test_rounds_are_measured_until_it_is_certain(cost: Cost, rounds: int) -> None:
    machine = Machine(cost)
    measure(machine.ask, machine.clock)
    assert machine.rounds == rounds


def test_times_are_those_of_one_question_and_the_smallest_of_all_rounds() -> None:
    loads = count(3, -1)
    seen = [max(1, next(loads)) for _ in range(ROUNDS)]  # 3, 2, 1, 1, 1
    machine = Machine(_quadratic, lambda asked: seen[asked // 7])
    assert measure(machine.ask, machine.clock) == pytest.approx((0.1, 0.4, 1.6))


@pytest.mark.parametrize(
    ("seconds", "grows"),
    [
        pytest.param((0.1,), True, id="quick at N, hung at 2N"),
        pytest.param((2.0,), False, id="linear time would be near the limit at 2N"),
        pytest.param((0.6, 1.2), True, id="quick at N, hung at 4N"),
        pytest.param((1.2, 2.4), False, id="linear, and near the limit at 4N"),
        pytest.param((1.2, 4.8), True, id="quadratic, and near the limit at 2N"),
    ],
)
def test_a_time_limit_shows_growth_only_if_linear_time_is_far_below_it(seconds: tuple[float, ...], grows: bool) -> None:
    assert limit_shows_growth(seconds, 5.0) is grows
