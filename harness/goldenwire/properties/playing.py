"""Hypothesis at work: it draws examples for an attempt, and shrinks those that fail."""

import os
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
    from hypothesis.errors import Flaky, Unsatisfiable

    @settings(  # above the seed, which would switch the database off
        max_examples=examples,
        phases=phases,
        database=_database(database, apart=picks is not None),
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

    with suppress(Found, Flaky, SkipTest, Unsatisfiable), _leaving_nothing():
        if picks is not None:
            with suppress(Found):  # a fuzzer's input, which is saved if it fails; a draw below 128 takes a byte of it
                test.hypothesis.fuzz_one_input(bytes(picks))  # type: ignore[attr-defined]
        test()


def _database(folder: Path | None, *, apart: bool) -> "ExampleDatabase | None":
    """The database of the folder. One that is apart begins empty, and writes to the folder what it is given."""
    from hypothesis.database import DirectoryBasedExampleDatabase, ExampleDatabase, InMemoryExampleDatabase

    kept = DirectoryBasedExampleDatabase(folder) if folder else None
    if not apart:
        return kept
    own = InMemoryExampleDatabase()
    both = (own, kept) if kept else (own,)

    class Apart(ExampleDatabase):
        def fetch(self, key: bytes) -> Iterable[bytes]:
            return own.fetch(key)

        def save(self, key: bytes, value: bytes) -> None:
            for each in both:
                each.save(key, value)

        def delete(self, key: bytes, value: bytes) -> None:
            for each in both:
                each.delete(key, value)

    return Apart()


@contextmanager
def _leaving_nothing() -> Iterator[None]:
    """Within, Hypothesis cannot leave its notes on the modules it finds in a folder .hypothesis."""
    from hypothesis.configuration import set_hypothesis_home_dir

    set_hypothesis_home_dir(os.devnull)
    try:
        yield
    finally:
        set_hypothesis_home_dir(None)
