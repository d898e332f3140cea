"""What tests of strategies share."""

from typing import TypeVar

from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

T = TypeVar("T")


def draw(strategy: st.SearchStrategy[T], count: int, number: int = 1) -> list[T]:
    """Examples, the same in every run."""
    drawn: list[T] = []

    @settings(max_examples=count, phases=[Phase.generate], database=None, deadline=None)
    @seed(number)
    @given(strategy)
    def collect(example: T) -> None:
        drawn.append(example)

    collect()
    return drawn
