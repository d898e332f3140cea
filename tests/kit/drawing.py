"""What tests of strategies share."""

from itertools import islice
from typing import TypeVar

from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

from goldenwire_reference.drawing import build_of, sampled

T = TypeVar("T")


def draw(strategy: st.SearchStrategy[T], count: int, number: int = 1) -> list[T]:
    """Examples, the same in every run, as properties draw them."""
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
