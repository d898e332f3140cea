"""The state of a soak: the totals of its rounds, its distinct failures, and the next round."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from goldenwire.results import Finding
from goldenwire.soak.failures import Key, coarse, size
from goldenwire.soak.rounds import Round, RoundOutcome, Settings

MANY = 200  # distinct failures; beyond this, new ones are distinguished by a coarse key


@dataclass
class DistinctFailure:
    """A distinct failure, with its smallest example and the round that found it.

    `rounds`: the number of rounds in which it occurred; `stands`: it still occurred when last tried again.
    """

    finding: Finding
    number: int
    seed: int
    rounds: int = 0
    stands: bool = True


class SoakState:
    """The totals over all rounds, including those of earlier runs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.failures: dict[Key, DistinctFailure] = {}
        self.rounds = self.examples = self.restarts = 0
        self.coverage: Counter[str] = Counter()
        self.held: Counter[str] = Counter()  # rounds of a case in which all examples held, including rounds tried again
        self.tried: Counter[str] = Counter()  # rounds of a case, each counted once
        self.unanswered: dict[str, RoundOutcome] = {}  # by case, the last round in which no example was answered
        self.complaints: dict[str, None] = {}
        self._done: set[int] = set()
        self._given: set[int] = set()
        self._next = 0

    # What is next

    def again(self) -> list[Round]:
        """Return the rounds that found the failures, to be tried again."""
        return [Round(failure.number, key, failure.finding.sample) for key, failure in self.failures.items()]

    def fresh(self) -> Iterator[Round]:
        """Yield rounds neither played nor submitted, without end; first those that earlier runs left out."""
        while True:
            number = self._next
            self._next += 1
            if number not in self._done and number not in self._given:
                self._given.add(number)
                yield Round(number)

    # What came

    def add(self, outcome: RoundOutcome) -> RoundOutcome:
        """Add a round; return it as stored in the journal, without a finding that is not the smallest for its key."""
        self.examples += outcome.examples
        self.restarts += outcome.restarts
        self.coverage.update(outcome.coverage)
        self.complaints.update(dict.fromkeys(outcome.complaints))
        if outcome.again:
            if known := self.failures.get(outcome.again):  # the journal may name an unknown failure
                known.stands = False  # unless it occurs again below
        else:
            self._done.add(outcome.number)
            self._given.discard(outcome.number)
            self.rounds += 1
            self.tried[outcome.case] += 1
        self.held[outcome.case] += outcome.word == "pass"
        if outcome.word in {"declined", "explained"}:
            self.unanswered[outcome.case] = outcome
        return outcome if not outcome.key or self._count(outcome) else msgspec.structs.replace(outcome, finding=None)

    def _count(self, outcome: RoundOutcome) -> bool:
        """Count a failure; return whether its finding is the smallest so far."""
        key = self._known(outcome.key)
        failure, finding = self.failures.get(key), outcome.finding
        smaller = finding is not None and (failure is None or size(finding) < size(failure.finding))
        if finding and smaller:
            before = failure.rounds if failure else 0
            failure = self.failures[key] = DistinctFailure(finding, outcome.number, outcome.seed, before)
        if failure:
            failure.rounds += not outcome.again
            failure.stands = True
        return smaller

    def _known(self, key: Key) -> Key:
        if key in self.failures or len(self.failures) < MANY:
            return key
        return coarse(key)

    @property
    def standing(self) -> list[DistinctFailure]:
        """Return the failures that still occur, in the order of their cases."""
        found = [failure for failure in self.failures.values() if failure.stands]
        return sorted(found, key=lambda failure: (failure.finding.case, -failure.rounds))


def replay(settings: Settings, outcomes: Iterable[RoundOutcome]) -> SoakState:
    """Return the state after the rounds of a journal."""
    state = SoakState(settings)
    for outcome in outcomes:
        state.add(outcome)
    return state
