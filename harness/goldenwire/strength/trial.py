"""Try one mutant against the suite: whether vectors, sweeps or properties kill it, and which case does."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple

import msgspec

from goldenwire import judge
from goldenwire.corpus.vector import FormatFacts, LoadedVector
from goldenwire.judge import Question, referee
from goldenwire.results import Finding
from goldenwire.subject import CannotRun, Limits, Pool
from goldenwire.sweeps import Sweeps

Means = Literal["vectors", "sweeps", "properties"]
LIMITS = Limits(timeout=2.0, startup=30.0, memory_mib=1024)
PATIENT = msgspec.structs.replace(LIMITS, timeout=8.0)  # for a mutant that may only have been slow


Fate = Literal["killed", "survived", "stillborn"]


class MutantVerdict(NamedTuple):
    """The verdict on a mutant: `killed` by the case `by` in the way `how`, or it survives.

    `stillborn`: the changed source does not build or start, so nobody would ship it.
    """

    fate: Fate
    by: str = ""
    how: str = ""


class MutantSuite:
    """The questions of a format, loaded once for all mutants, which are judged on the unchanged codec's declarations.

    Cases that the unchanged codec fails or declines are `excluded`: they kill nothing and are not asked. A mutant that
    declines a case which the unchanged codec answers is killed, because a gate counts declines too.
    """

    def __init__(
        self,
        format: str,
        vectors: Iterable[LoadedVector],
        facts: FormatFacts,
        command: Sequence[str],
        excluded: frozenset[str] | None = None,
        *,
        sweeps: Sweeps | None = None,
    ) -> None:
        self.format = format
        self._vectors = list(vectors)
        self._sweeps = sweeps
        with Pool(command, LIMITS) as pool:
            self.terms = judge.terms(format, pool.hello.formats[format], facts)
        self.excluded: frozenset[str] = frozenset()
        self.excluded = (
            frozenset(_name(question) for question, _ in self._fails(command)) if excluded is None else excluded
        )
        self._failed_sweeps = frozenset(finding.case for finding in self._sweep_failures(command))

    def questions(self) -> Iterator[Question]:
        """Yield the questions for a codec with these declarations."""
        asked = judge.questions(self._vectors, {self.format: self.terms}, (), Counter())
        return (question for question in asked if _name(question) not in self.excluded)

    def _fails(
        self, command: Sequence[str], first: Sequence[str] = (), limits: Limits = LIMITS
    ) -> Iterator[tuple[Question, Any]]:
        """Yield failed and declined questions with their observations, in order of completion. Raises CannotRun."""
        asked = sorted(self.questions(), key=lambda question: question.vector.id not in first)
        with Pool(command, limits) as pool:
            for question, seen in pool.run((question, question.request()) for question in asked):
                if judge.judge(question, self.terms, seen, referee.decode).finding in {"fail", "declined"}:
                    yield question, seen

    def try_vectors(self, command: Sequence[str], first: Sequence[str] = (), limits: Limits = LIMITS) -> MutantVerdict:
        """Return the verdict of the vectors alone on the codec of this command; the cases `first` are asked first."""
        try:
            for question, seen in self._fails(command, first, limits):
                if seen.kind == "hung" and limits is not PATIENT:  # or the machine is busy
                    return self.try_vectors(command, [question.vector.id], PATIENT)
                return MutantVerdict("killed", _name(question), seen.summary()[:60])
            return MutantVerdict("survived")
        except CannotRun as error:
            return MutantVerdict("stillborn", how=error.sentence[:200])

    def killers(self, command: Sequence[str]) -> list[str]:
        """Return the cases whose answers distinguish the codec from the unchanged one; all are asked."""
        found: dict[str, None] = {}
        with suppress(CannotRun):
            found = dict.fromkeys(question.vector.id for question, _ in self._fails(command))
        return list(found)

    def try_sweeps(self, command: Sequence[str]) -> MutantVerdict:
        """Return the verdict of the sweeps alone, without the cases that the unchanged codec fails."""
        try:
            for finding in self._sweep_failures(command):
                if finding.case not in self._failed_sweeps:
                    return MutantVerdict("killed", finding.case, str(finding.observation)[:60])
            return MutantVerdict("survived")
        except CannotRun as error:
            return MutantVerdict("stillborn", how=error.sentence[:200])

    def _sweep_failures(self, command: Sequence[str]) -> Iterator[Finding]:
        """Yield the failures of the sweeps, if there are any, over vectors that the unchanged codec passes."""
        from goldenwire.sweeps import run

        if self._sweeps is None:
            return
        bases = {vector.id: vector for vector in self._vectors}
        failed = {(id, operation) for id, _, operation in (name.rpartition(" ") for name in self.excluded)}
        with Pool(command, LIMITS) as pool:
            for finding in run(
                self._sweeps, pool, self.terms, referee.decode, bases=bases, only=self._sweeps.cases(), failed=failed
            ):
                if finding.finding == "fail":
                    yield finding

    def try_properties(self, command: Sequence[str], examples: int, seed: int) -> MutantVerdict:
        """Return the verdict of the properties alone."""
        from goldenwire import properties
        from goldenwire.properties.search import Budget

        try:
            with Pool(command, LIMITS) as pool:
                for finding in properties.run(
                    self.format,
                    pool,
                    self.terms,
                    referee.decode,
                    examples=examples,
                    seed=seed,
                    budget=Budget(questions=0, restarts=0, seconds=0.0),
                ):
                    if finding.finding == "fail":
                        return MutantVerdict("killed", finding.case, str(finding.observation)[:60])
                return MutantVerdict("survived")
        except CannotRun as error:
            return MutantVerdict("stillborn", how=error.sentence[:200])


def _name(question: Question) -> str:
    return f"{question.vector.id} {question.operation}"
