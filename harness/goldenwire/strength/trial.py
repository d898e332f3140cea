"""One mutant against the suite: whether the vectors kill it, or the properties, and what does."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple

import msgspec

from goldenwire import judge
from goldenwire.corpus.vector import Vector
from goldenwire.judge import Question, Terms, referee
from goldenwire.protocol import FormatSupport
from goldenwire.strength.child import VARIABLE
from goldenwire.strength.mutants import Mutant
from goldenwire.subject import CannotRun, Limits, Pool

Means = Literal["vectors", "properties"]


class Verdict(NamedTuple):
    """What came of a mutant: `killed` by the case `by` in the way `how`, or it survives.

    `stillborn`: the changed module cannot even be imported, so that nobody would ship it.
    """

    fate: Literal["killed", "survived", "stillborn"]
    by: str = ""
    how: str = ""


class Suite:
    """The questions of a format, loaded once for all mutants, which are judged on what the reference declares."""

    def __init__(self, format: str, vectors: Iterable[Vector], support: FormatSupport, facts: Any) -> None:
        self.format = format
        self.terms: Terms = judge.terms(format, support, facts)
        self._vectors = list(vectors)

    def questions(self) -> Iterator[Question]:
        """What a codec of the reference's declarations is asked."""
        return judge.questions(self._vectors, {self.format: self.terms}, (), Counter())

    def try_vectors(self, mutant: Mutant, limits: Limits, first: Sequence[str] = ()) -> Verdict:
        """The verdict of the vectors alone; `first` are cases that are asked before the others."""
        early = set(first)
        asked = sorted(self.questions(), key=lambda question: question.vector.id not in early)
        try:
            with Pool(command(self.format, mutant), limits) as pool:
                requests = ((question, question.request()) for question in asked)
                for question, seen in pool.run(requests):
                    found = judge.judge(question, self.terms, seen, referee.decode)
                    if found.finding != "pass":
                        return Verdict("killed", f"{question.vector.id} {question.operation}", seen.summary()[:60])
                return Verdict("survived")
        except CannotRun as error:
            return Verdict("stillborn", how=error.sentence[:200])

    def killers(self, mutant: Mutant, limits: Limits) -> list[str]:
        """The cases whose answers tell the mutant from the reference; all are asked."""
        found: dict[str, None] = {}
        with suppress(CannotRun), Pool(command(self.format, mutant), limits) as pool:
            requests = ((question, question.request()) for question in self.questions())
            for question, seen in pool.run(requests):
                if judge.judge(question, self.terms, seen, referee.decode).finding != "pass":
                    found[question.vector.id] = None
        return list(found)

    def try_properties(self, mutant: Mutant, limits: Limits, examples: int, seed: int) -> Verdict:
        """The verdict of the properties alone."""
        from goldenwire import properties
        from goldenwire.properties.search import Budget

        try:
            with Pool(command(self.format, mutant), limits) as pool:
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
                        return Verdict("killed", finding.case, finding.observation[:60])
                return Verdict("survived")
        except CannotRun as error:
            return Verdict("stillborn", how=error.sentence[:200])


def command(format: str, mutant: Mutant) -> list[str]:
    """The command line of the reference with the mutant."""
    told = {"format": format, **{name: getattr(mutant, name) for name in ("module", "start", "old", "new")}}
    planted = f"{VARIABLE}={json.dumps(told)}"
    return ["env", planted, sys.executable, "-m", "goldenwire.strength.child"]


def declared(format: str) -> FormatSupport:
    """What the reference declares of the format."""
    from goldenwire.protocol.serve import Reference

    return msgspec.convert(Reference([format]).hello()["formats"][format], FormatSupport)
