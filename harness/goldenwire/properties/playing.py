"""Run Hypothesis: draw examples for an attempt, and shrink those that fail."""

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


Choices = tuple[int, ...]  # the choices from which an example is built


class Found(Exception):  # noqa: N818 - tells Hypothesis that an example fails
    """Raised for an example that fails, so that Hypothesis shrinks it."""


def play(
    strategy: "SearchStrategy[Any]",
    attempt: Callable[[Any], None],
    *,
    examples: int,
    seed: int | str,
    phases: "tuple[Phase, ...]",
    database: Path | None = None,
    choices: Choices | None = None,
) -> None:
    """Pass examples to `attempt`, and shrink those for which it raises Found.

    The examples are the same in every run with the same seed. Other exceptions propagate. An example that does not fail
    again ends the shrinking. Failures are stored in the database. With `choices` and Phase.reuse, the example built
    from
    these choices is the one to shrink.
    """
    from unittest import SkipTest  # takes as long to import as the rest of a check's start

    from hypothesis import HealthCheck, Verbosity, given, settings
    from hypothesis import seed as seeded
    from hypothesis.errors import Flaky, HypothesisWarning, Unsatisfiable

    @settings(  # above the seed, which would disable the database
        max_examples=examples,
        phases=phases,
        database=_database(database, choices),
        derandomize=False,  # the seed ensures it
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
        warnings.simplefilter("ignore", HypothesisWarning)  # it is about our strategies
        test()


def _database(folder: Path | None, choices: Choices | None) -> "ExampleDatabase | None":
    """Return a database of examples; with `choices`, one that presents them as an earlier failure, not yet shrunk."""
    from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase, choices_to_bytes

    kept = DirectoryBasedExampleDatabase(folder) if folder else None
    if choices is None:
        return kept
    failure = choices_to_bytes(choices)

    class Unshrunk(ExampleDatabase):
        def fetch(self, key: bytes) -> Iterable[bytes]:
            return [failure] if key.endswith(b".secondary") else []  # the key itself holds the shrunk ones

        def save(self, key: bytes, value: bytes) -> None:
            if kept:
                kept.save(key, value)

        def delete(self, key: bytes, value: bytes) -> None:
            if kept:
                kept.delete(key, value)

    return Unshrunk()


@contextmanager
def _leaving_nothing() -> Iterator[None]:
    """Return a context in which Hypothesis cannot write its notes on modules to a folder .hypothesis."""
    from hypothesis.configuration import set_hypothesis_home_dir

    set_hypothesis_home_dir(os.devnull)
    try:
        yield
    finally:
        set_hypothesis_home_dir(None)
