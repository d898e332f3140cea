"""Asking a question again: alone in a fresh process, and after the questions that came before it."""

from collections.abc import Sequence
from time import monotonic
from typing import Protocol

from goldenwire.judge import Question
from goldenwire.judge.difference import observed
from goldenwire.judge.reasons import DependsOnEarlier
from goldenwire.protocol import Observation, Request
from goldenwire.sequences.naming import named
from goldenwire.sequences.reduction import shortest

PATIENCE = 30.0  # limit on the seconds spent on asking again
FRESH = 5.0  # seconds after which failures share a process, in which each is alone in flight, if none depends on others
SEARCH = 10.0  # seconds of a search for earlier questions
SEARCHES = 3  # failures that do not come back alone for which earlier questions are searched


class Retrying(Protocol):
    """A codec that can be asked a question that is alone in flight, and in a process of its own after others."""

    def ask(self, request: Request) -> Observation | None: ...
    def ask_fresh(self, requests: Sequence[Request]) -> Observation | None: ...


def is_same(one: Observation, other: Observation) -> bool:
    """Return whether two answers are the same, offsets included."""
    offsets = [seen.rejection.offset if seen.rejection else None for seen in (one, other)]
    return one.key() == other.key() and offsets[0] == offsets[1]


class Replays:
    """The questions that are asked again, within a limit of time. Without a codec, none are."""

    def __init__(self, codec: Retrying | None) -> None:
        self._codec = codec
        self._left, self._fresh = PATIENCE, FRESH
        self._searches = 0
        self.found = False  # whether a failure depends on earlier questions

    @property
    def differed(self) -> bool:
        """True if a question asked alone was answered differently than in the run."""
        return self.found or self._searches > 0

    @property
    def has_time(self) -> bool:
        """True if there is time for another question."""
        return self._left > 0

    def ask(self, question: Question) -> Observation | None:
        """Return the answer to a question alone, from a fresh process while there is time; None if there is none."""
        if self._codec is None:
            return None
        began, request = monotonic(), question.request()
        is_fresh = self.found or self._fresh > 0
        seen = self._codec.ask_fresh([request]) if is_fresh else self._codec.ask(request)
        self._take(monotonic() - began)
        return seen

    def _take(self, seconds: float) -> None:
        self._left -= seconds
        self._fresh -= seconds

    def explain(
        self, question: Question, earlier: Sequence[Question], seen: Observation, alone: Observation
    ) -> DependsOnEarlier | None:
        """Return the fewest earlier questions after which a fresh process answers so again; None if none are found.

        `alone` is its answer to the question alone. After SEARCHES, no more are searched.
        """
        self._searches += 1
        if self._searches > SEARCHES:
            return DependsOnEarlier(named(question), (), observed(alone)) if self.found else None
        began = monotonic()
        until = began + min(self._left, SEARCH)

        def repeats(some: Sequence[Question]) -> bool:
            return self._repeats([*some, question], seen, until)

        needed = shortest(earlier, repeats)
        self._left -= monotonic() - began
        self.found |= bool(needed)
        return DependsOnEarlier(named(question), tuple(map(named, needed)), observed(alone)) if needed else None

    def _repeats(self, questions: Sequence[Question], seen: Observation, until: float) -> bool:
        """Return whether the last question gets the same answer from a fresh process; False if the time is over."""
        if self._codec is None or monotonic() > until:
            return False
        again = self._codec.ask_fresh([question.request() for question in questions])
        return again is not None and is_same(again, seen)
