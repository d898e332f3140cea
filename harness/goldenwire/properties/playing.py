"""Hypothesis at work: it draws examples for an attempt, and shrinks those that fail."""

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hypothesis import Phase
    from hypothesis.database import ExampleDatabase
    from hypothesis.strategies import SearchStrategy


Picks = tuple[int, ...]  # what an example is made of


class Found(Exception):  # noqa: N818 - Hypothesis is told that an example fails
    """Raised of an example that fails, so that Hypothesis shrinks it."""


def play(
    strategy: "SearchStrategy[Any]",
    attempt: Callable[[Any], None],
    *,
    examples: int,
    seed: int | str,
    phases: "tuple[Phase, ...]",
    database: Path | None = None,
    picks: Picks | None = None,
) -> None:
    """Give so many examples to `attempt`, the same in every run with the same seed, and shrink those that it raises
    Found of. Raises what else it raises. An example that does not fail again ends the shrinking.

    What was found is kept in the database. With `picks`, and Phase.reuse, the example of these is the one to shrink.
    """
    from unittest import SkipTest  # which takes as long to import as all the rest of a check's start

    from hypothesis import HealthCheck, Verbosity, given, settings
    from hypothesis import seed as seeded
    from hypothesis.errors import Flaky, HypothesisWarning, Unsatisfiable

    @settings(  # above the seed, which would switch the database off
        max_examples=examples,
        phases=phases,
        database=_database(database, picks),
        derandomize=False,  # the seed sees to it
        deadline=None,  # the codec has its own
        suppress_health_check=[
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
            HealthCheck.large_base_example,
            HealthCheck.filter_too_much,
        ],
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,
    )
    @seeded(seed)
    @given(strategy)
    def test(example: Any) -> None:
        attempt(example)

    with suppress(Found, Flaky, SkipTest, Unsatisfiable), _leaving_nothing(), warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)  # what it says is about our strategies
        test()


def _database(folder: Path | None, picks: Picks | None) -> "ExampleDatabase | None":
    """What Hypothesis keeps examples in; to one with picks they are those of an earlier failure, not yet shrunk."""
    from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase, choices_to_bytes

    kept = DirectoryBasedExampleDatabase(folder) if folder else None
    if picks is None:
        return kept
    failure = choices_to_bytes(picks)

    class Unshrunk(ExampleDatabase):
        def fetch(self, key: bytes) -> Iterable[bytes]:
            return [failure] if key.endswith(b".secondary") else []  # under the key itself are those it has shrunk

        def save(self, key: bytes, value: bytes) -> None:
            if kept:
                kept.save(key, value)

        def delete(self, key: bytes, value: bytes) -> None:
            if kept:
                kept.delete(key, value)

    return Unshrunk()


@contextmanager
def _leaving_nothing() -> Iterator[None]:
    """Within, Hypothesis cannot leave its notes on the modules it finds in a folder .hypothesis."""
    from hypothesis.configuration import set_hypothesis_home_dir

    set_hypothesis_home_dir(os.devnull)
    try:
        yield
    finally:
        set_hypothesis_home_dir(None)
