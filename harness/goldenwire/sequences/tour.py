"""Sequences of questions in which each kind follows each kind once, and then the same inputs in other contexts."""

from bisect import insort
from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple

from goldenwire.corpus.vector import LoadedVector
from goldenwire.judge import Question
from goldenwire.judge.held import octets
from goldenwire.sequences.twins import Twins

MOST = 40  # kinds of a tour, which has as many questions as pairs of kinds
EACH = 4  # questions of a kind that are kept; a tour takes them in turn
SHORT = 4096  # octets of the longest request that is kept, and of the longest value that it may lead to
FAILURES = 2  # failing questions that are kept


class _Kept(NamedTuple):
    """A question, in the order of size and name."""

    size: int
    id: str
    question: Question


class Kinds:
    """The shortest questions of each kind: those of a feature, an operation and a verdict that passed.

    Memory grows with the features, and with the short questions, of which some are twins. Some questions that fail
    without ending the codec's process are one more kind.
    """

    def __init__(self) -> None:
        self._kinds: dict[tuple[str, str, str], list[_Kept]] = {}
        self._failing: list[Question] = []
        self._twins = Twins()

    def add(self, question: Question) -> None:
        """Add a question that passed."""
        self._twins.add(question)
        size, vector = octets(question), question.vector
        if max(size, _longest_value(vector)) > SHORT:
            return
        kept = self._kinds.setdefault((vector.verdict, question.operation, vector.feature), [])
        if len(kept) < EACH or size < kept[-1].size:
            insort(kept, _Kept(size, vector.id, question), key=lambda one: one[:2])
            del kept[EACH:]

    def add_failing(self, question: Question) -> None:
        """Add a question that failed, and after which the codec lives on."""
        if len(self._failing) < FAILURES and octets(question) <= SHORT:
            self._failing.append(question)

    def has_passed(self, question: Question) -> bool:
        """Return whether a question of a tour is one that passed."""
        return all(question is not failing for failing in self._failing)

    def tour(self, format: str) -> list[Question]:
        """Return a sequence of the format's questions in which each kind follows each kind once, and then twins."""
        kinds = [
            [one.question for one in kept]
            for (_, _, feature), kept in sorted(self._kinds.items())
            if feature.partition("/")[0] == format
        ]
        chosen = [kinds[len(kinds) * number // MOST] for number in range(MOST)] if len(kinds) > MOST else kinds
        failing = [question for question in self._failing if question.vector.format == format]
        turns = [cycle(questions) for questions in (*chosen, failing) if questions]
        return [*(next(turns[number]) for number in tour(len(turns))), *self._twins.sequence(format)]


def _longest_value(vector: LoadedVector) -> int:
    """Return the octets of the longest value of a vector: a short request may count up to a limit."""
    return max(len(vector.value), *(len(outcome.value) for outcome in vector.outcomes.values()), 0)


def tour(count: int) -> Iterator[int]:
    """Yield numbers below `count` so that each follows each, itself included, exactly once: an Eulerian circuit."""
    for first in range(count):
        yield first
        for second in range(first + 1, count):
            yield first
            yield second
    if count:
        yield 0
