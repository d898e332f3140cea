"""Drawing examples, for the tests of strategies."""

from itertools import islice
from typing import TypeVar

from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

from goldenwire_suite.strategies import build_of, sampled

T = TypeVar("T")


def draw(strategy: st.SearchStrategy[T], count: int, number: int = 1) -> list[T]:
    """Draw examples as properties do, the same in every run."""
    build = build_of(strategy)
    if build:
        return [example for example, _ in islice(sampled(build, str(number)), count)]
    drawn: list[T] = []

    @settings(max_examples=count, phases=[Phase.generate], database=None, deadline=None)
    @seed(number)
    @given(strategy)
    def collect(example: T) -> None:
        drawn.append(example)

    collect()
    return drawn
