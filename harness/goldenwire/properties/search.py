"""Hypothesis at work on a codec in another process: draws examples, has them judged, shrinks what fails.

While it shrinks, every try that fails may cost a process or a time limit. So each request is asked once, the tries are
bounded, and only what fails in the manner of the first failure counts: a crash is not shrunk to a wrong value.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from goldenwire.judge import Judgement, Question, follow_up
from goldenwire.properties.steering import Steering, Words
from goldenwire.protocol import Observation, Request

if TYPE_CHECKING:
    from hypothesis import Phase
    from hypothesis.strategies import SearchStrategy


class Askable(Protocol):
    """A codec that answers one question at a time; Pool and OneShot are."""

    restarts: int

    def ask(self, request: Request) -> Observation: ...


DRAWN = 10  # examples that may be asked for each that is to be answered
PASSED = 20  # and passed over


class Budget(NamedTuple):
    """How much shrinking may cost: questions, restarts of the codec, seconds."""

    questions: int = 1000
    restarts: int = 50
    seconds: float = 60.0


class Posed(NamedTuple):
    """A question, and those whose failure would explain its own: they are asked where it fails, and it is let off."""

    question: Question
    explained_by: Callable[[], Iterable[Question]] = tuple


class Counterexample(NamedTuple):
    """A question whose answer is a failure; `began` is the one that it followed up, or the same."""

    question: Question
    seen: Observation
    judgement: Judgement
    began: Question
    let_off: bool = False  # what else fails explains it


class Found(Exception):  # noqa: N818 - Hypothesis is told that an example fails
    """Raised of an example that fails, so that Hypothesis shrinks it."""


class Search:
    """One search for a counterexample. `run` is the search; the other members tell what it came to.

    `tried`: examples asked before the first failure (with it); `skipped`: how many of them say nothing, by reason;
    `declined`: how many of these the codec declined; `passed_over`: how many were not asked, since it declined their
    like; `failure`: the simplest counterexample; `tries`: questions asked to shrink it; `restarts` of the codec in all;
    `spent`: what ended the shrinking before its time; `kept`: the failure was met among those of earlier runs.
    """

    def __init__(
        self,
        subject: Askable,
        pose: Callable[[Any], Posed | None],
        judge: Callable[[Question, Observation], Judgement],
        budget: Budget = Budget(),  # noqa: B008 - it is immutable
        *,
        answered: Callable[[Question], object] = lambda _: None,
        words: Words = lambda _: frozenset(),
    ) -> None:
        self.tried = self.tries = self.declined = self.passed_over = 0
        self.skipped: Counter[str] = Counter()
        self.failure: Counterexample | None = None
        self.spent = ""
        self.kept = False
        self._subject, self._pose, self._judge, self._patience = subject, pose, judge, budget
        self._answered = answered
        self._steering = Steering(words)
        self._wanted = 0
        self._restarts = subject.restarts
        self._restarts_at_failure = 0
        self._manner: tuple[str, str] | None = None
        self._known: dict[bytes, Counterexample | None] = {}
        self._trouble: Exception | None = None
        self._until = 0.0

    @property
    def restarts(self) -> int:
        """How often the codec was started again since the search began."""
        return self._subject.restarts - self._restarts

    def run(
        self, strategy: "SearchStrategy[Any]", *, examples: int, seed: int | str, database: Path | None = None
    ) -> None:
        """Try so many examples, the same in every run with the same seed; shrink the first that fails.

        What is declined does not count: others are asked in its place, rather such as are not like it, but no more than
        DRAWN times so many; PASSED times so many may be passed over.

        With a database, what failed in earlier runs is tried first, and what fails now is kept there. Raises what
        asking raises.
        """
        from hypothesis import Phase

        self._wanted = examples
        if database:
            self._play(strategy, examples, seed, (Phase.reuse,), database)
            self.kept = self.failure is not None
        phases = (Phase.generate, Phase.shrink)
        if self.failure is None:
            self._play(strategy, examples, seed, phases, database)
        for again in range(DRAWN):  # Hypothesis ends early where it finds little that is asked
            if self.passed_over and self._wants():
                self._play(strategy, examples - self.answered, f"{seed} again {again}", phases, database)

    @property
    def answered(self) -> int:
        """How many of the examples that were tried were not declined."""
        return self.tried - self.declined

    @property
    def _drawn(self) -> bool:
        """Whether as many were drawn as may be."""
        return self.declined > 0 and (self.tried >= DRAWN * self._wanted or self.passed_over >= PASSED * self._wanted)

    def _wants(self) -> bool:
        """Whether more examples are to be drawn."""
        return self.failure is None and self.answered < self._wanted and not self._drawn

    def _play(
        self,
        strategy: "SearchStrategy[Any]",
        examples: int,
        number: int | str,
        phases: "tuple[Phase, ...]",
        database: Path | None,
    ) -> None:
        try:
            play(strategy, self._try, examples=examples, seed=number, phases=phases, database=database)
        except Exception as error:
            raise (self._trouble or error) from None

    def _try(self, example: Any) -> None:
        """Ask one example. Raises Found where it fails."""
        from hypothesis import reject

        if self._trouble:
            raise self._trouble
        posed = self._pose(example)
        if posed is None:
            reject()
        failure = self._recall(posed) if self._manner else self._first(posed)
        if failure:
            self.failure = failure
            raise Found

    def _first(self, posed: Posed) -> Counterexample | None:
        from unittest import SkipTest

        from hypothesis import reject

        if self._drawn:
            raise SkipTest("enough were drawn")
        if self._steering.passes_over(posed.question):
            self.passed_over += 1
            reject()
        self.tried += 1
        found = self.ask(posed)
        declined = found.judgement.finding == "skip" and not found.let_off
        self._steering.learn(posed.question, declined=declined)
        if found.judgement.finding == "skip":
            self.skipped[found.judgement.why] += 1
            if declined:
                self.declined += 1
                reject()  # another is drawn in its place
        self._answered(found.began)
        if found.judgement.finding != "fail":
            return None
        self._manner = _manner(found.seen)
        self._restarts_at_failure = self._subject.restarts
        self._until = monotonic() + self._patience.seconds
        self._known[posed.question.request().line(1)] = found
        return found

    def _recall(self, posed: Posed) -> Counterexample | None:
        """The failure of a question once a first one is found: as remembered, or asked if there is budget left."""
        line = posed.question.request().line(1)
        if line not in self._known and not self._impatient():
            self.tries += 1
            found = self.ask(posed)
            fails = found.judgement.finding == "fail" and _manner(found.seen) == self._manner
            self._known[line] = found if fails else None
        return self._known.get(line)

    def _impatient(self) -> bool:
        allowed = self._patience
        if self.tries >= allowed.questions:
            self.spent = f"{allowed.questions:,} questions"
        elif self._subject.restarts - self._restarts_at_failure >= allowed.restarts:
            self.spent = f"{allowed.restarts:,} restarts"
        elif monotonic() > self._until:
            self.spent = f"{allowed.seconds:g} s"
        return bool(self.spent)

    def ask(self, posed: Posed) -> Counterexample:
        """What comes of a question, of what it is followed up by, and where that fails of what would explain it."""
        found = self._ask(posed.question, posed.question)
        if further := follow_up(found.question, found.seen, found.judgement):
            found = self._ask(further, posed.question)
        if found.judgement.finding == "fail":
            for question in posed.explained_by():
                if self._ask(question, question).judgement.finding == "fail":
                    why = f"another property's: {REASONS[question.operation]}"
                    return found._replace(judgement=Judgement("skip", why), let_off=True)
        return found

    def _ask(self, question: Question, began: Question) -> Counterexample:
        try:
            seen = self._subject.ask(question.request())
        except Exception as error:  # not an answer of the codec, so nothing to shrink
            self._trouble = error
            raise
        return Counterexample(question, seen, self._judge(question, seen), began)


# Why a failure is let off, by the operation of the question that explains it.
REASONS = {
    "decode": "decoding fails too: of canonical or unedited bytes, of bytes cut short, or without transcoding",
    "encode": "encoding fails too, without transcoding",
}


def play(
    strategy: "SearchStrategy[Any]",
    attempt: Callable[[Any], None],
    *,
    examples: int,
    seed: int | str,
    phases: "tuple[Phase, ...]",
    database: Path | None = None,
) -> None:
    """Give so many examples to `attempt`, the same in every run with the same seed, and shrink those that it raises
    Found of. Raises what else it raises."""
    from unittest import SkipTest  # which takes as long to import as all the rest of a check's start

    from hypothesis import HealthCheck, Verbosity, given, settings
    from hypothesis import seed as seeded
    from hypothesis.database import DirectoryBasedExampleDatabase
    from hypothesis.errors import Unsatisfiable

    @settings(  # above the seed, which would switch the database off
        max_examples=examples,
        phases=phases,
        database=DirectoryBasedExampleDatabase(database) if database else None,
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

    with suppress(Found, SkipTest, Unsatisfiable), _leaving_nothing():  # or no example is kept, or each was left open
        test()


def _manner(seen: Observation) -> tuple[str, str]:
    """How it fails: in what way it broke down, or that it answered, be it with a wrong result or a wrong refusal."""
    return ("answered" if seen.kind in {"value", "bytes", "rejected"} else seen.kind), seen.cause


@contextmanager
def _leaving_nothing() -> Iterator[None]:
    """Within, Hypothesis cannot leave its notes on the modules it finds in a folder .hypothesis."""
    from hypothesis.configuration import set_hypothesis_home_dir

    set_hypothesis_home_dir(os.devnull)
    try:
        yield
    finally:
        set_hypothesis_home_dir(None)
