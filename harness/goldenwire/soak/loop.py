"""The main loop of a soak: submit rounds while there is time, store the results, and resume an earlier soak."""

from collections.abc import Iterator
from time import monotonic
from typing import Protocol

from goldenwire.errors import UserError
from goldenwire.soak.journal import Journal
from goldenwire.soak.rounds import Greeting, Job, Round, RoundOutcome
from goldenwire.soak.state import SoakState

TICK = 0.2  # seconds between looks at the clock
ALONE = 30.0  # seconds without a worker, after the time is over, before the rounds under way are given up


class Players(Protocol):
    """The players of rounds: workers on this machine, or a cluster."""

    lost: int

    @property
    def count(self) -> int: ...
    @property
    def capacity(self) -> int: ...
    def greet(self, command: tuple[str, ...], timeout: float, memory: int, one_shot: bool) -> Greeting: ...
    def submit(self, job: Job) -> None: ...
    def take(self, seconds: float) -> RoundOutcome | None: ...


class Soak:
    """A run of a number of seconds over a state. `run` plays it; the other members report its progress."""

    def __init__(self, state: SoakState, journal: Journal, players: Players, seconds: float) -> None:
        self.state, self.players, self.seconds = state, players, seconds
        self.rounds = self.examples = self.restarts = 0  # of this run
        self.under_way = 0
        self._journal = journal
        self._began = monotonic()
        self._seen = self._began  # the last time there was a worker, or time left
        self._last = 0.0
        self.stopped = ""

    @property
    def elapsed(self) -> float:
        """Return the seconds since the start, or the duration once it has ended."""
        return self._last or monotonic() - self._began

    @property
    def left(self) -> float:
        """Return the seconds left for submitting rounds."""
        return max(0.0, self.seconds - self.elapsed)

    def run(self) -> Iterator[RoundOutcome | None]:
        """Yield every round as it finishes, stored in the journal, and None when idle.

        Ends when the time is over and all rounds under way have finished. Failures from earlier runs are tried first.
        Raises UserError if it cannot go on.
        """
        try:
            yield from self._played()
        finally:
            self._last = self.elapsed

    def _played(self) -> Iterator[RoundOutcome | None]:
        rounds = self._rounds()
        owed = max(1, len(self.state.failures))  # rounds to play even if no time is left
        while True:
            while (self.left or owed) and self.under_way < max(1, self.players.capacity):
                self.players.submit(Job(self.state.settings, next(rounds)))
                self.under_way += 1
                owed = max(0, owed - 1)
            if not self.under_way:
                return
            outcome = self.players.take(TICK)
            if outcome:
                self._keep(outcome)
            self._mind_the_workers()
            yield outcome

    def _rounds(self) -> Iterator[Round]:
        yield from self.state.again()
        yield from self.state.fresh()

    def _keep(self, outcome: RoundOutcome) -> None:
        self.under_way -= 1
        if outcome.trouble:
            first, *rest = outcome.trouble
            raise UserError(f"on {outcome.worker}: {first}", *rest)
        self._journal.add(self.state.add(outcome))
        self.rounds += 1
        self.examples += outcome.examples
        self.restarts += outcome.restarts

    def _mind_the_workers(self) -> None:
        if self.left or self.players.count:
            self._seen = monotonic()
        elif monotonic() - self._seen > ALONE:
            raise UserError(
                f"there are no workers left; {self.under_way} rounds were not played, and will be next time"
            )
