"""Child processes that speak the protocol over their pipes, all in one poll loop."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Self, TypeVar

from goldenwire.protocol import Hello, Observation, Request
from goldenwire.subject.child import argv
from goldenwire.subject.keeper import CannotRun, Keeper
from goldenwire.subject.limits import Limits
from goldenwire.subject.loop import Loop
from goldenwire.subject.session import HOLD, Asked, Session

K = TypeVar("K")

TRIES = 3  # failed hellos in a row before a slot is given up
COMPLAINTS = 20  # how many are kept
AWAY = 0.05  # seconds outside the loop after which every deadline is extended


class _Place:
    """A slot for one session at a time; a new session replaces one that has ended."""

    def __init__(self) -> None:
        self.session: Session[Any] | None = None
        self.failures = 0  # hellos that failed in a row
        self.failure: CannotRun | None = None
        self.died = False  # the previous session did not end of its own accord

    @property
    def lost(self) -> bool:
        return self.failures >= TRIES


class Pool:
    """`limits.jobs` processes of one codec. A context manager; leaving it ends them all.

    Raises CannotRun on entry if the first process does not answer with a valid hello.
    """

    def __init__(self, command: Sequence[str], limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._command = argv(command, self._limits.sandbox)
        self._loop, self._keeper = Loop(), Keeper()
        self._places = [_Place() for _ in range(max(1, self._limits.jobs))]
        self._looked = 0.0
        self._careful = False  # the codec has written stray output, so the last answer is always held back
        self.hello: Hello
        self.restarts = 0  # processes started because the one before died, hung or garbled
        self.complaints: list[str] = []  # sentences about sessions that ended badly
        self.strays: list[str] = []  # sentences about output that answers no request and cannot be blamed on a case

    def prepare(self) -> None:
        """Start the program that starts processes, without waiting for it."""
        self._keeper.prepare()

    def begin(self) -> None:
        """Start the first process without waiting for its hello; entering the context waits for it."""
        with suppress(CannotRun):  # entering the context raises it
            self._places[0].session = Session(self._keeper, self._command, self._limits, self._loop)

    def __enter__(self) -> Self:
        place = self._places[0]
        try:
            session = place.session or Session(self._keeper, self._command, self._limits, self._loop)
            place.session = session
            while session.hello is None and not session.over:
                self._wait([session])
        except BaseException:
            self.close()
            raise
        if session.hello is None:
            self.close()
            raise session.failure or CannotRun("The codec cannot be run.")
        self.hello = session.hello
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill every child with its group."""
        for place in self._places:
            if place.session:
                place.session.abandon()
                place.session = None
        self._keeper.close()

    def run(
        self, requests: Iterable[tuple[K, Request]], *, stay: bool = False, due: Callable[[K], bytes] | None = None
    ) -> Iterator[tuple[K, Observation]]:
        """Yield one observation for each request, in order of completion; with one job that is the order asked.

        Requests are taken as the window has room, so that neither side piles up. At the end the children's input is
        closed and they exit, unless `stay` keeps them for later requests. `due` maps a key to the member of a correct
        reply. A reply that consists of the id and exactly that member is not parsed; its observation is AS_DUE.
        """
        return self._converse(_asked(requests, due), self._places, stay=stay, hold=True)

    def be_careful(self) -> None:
        """Hold back each answer until it is certain that no more output follows it, even for a single request."""
        self._careful = True

    def ask(self, request: Request) -> Observation:
        """Return the observation for one request, from a child that stays for the next."""
        [(_, seen)] = self._converse(iter([(None, request, b"")]), self._places[:1], stay=True)
        return seen

    def ask_all(self, requests: Iterable[tuple[K, Request]]) -> Generator[tuple[K, Observation], None, None]:
        """Yield one observation for each request, in the order asked, from a child that stays for the next."""
        return self._converse(_asked(requests), self._places[:1], stay=True)

    def _converse(
        self, source: Iterator[Asked[K]], places: list[_Place], *, stay: bool, hold: bool = False
    ) -> Generator[tuple[K, Observation], None, None]:
        again: deque[Asked[K]] = deque()
        self._loop.step(0)  # a child that died or wrote since the last case must not be blamed on the next one
        for place in places:
            if place.session and place.session.useless:
                place.session.abandon()
            self._bury(place, again)  # nothing is doubtful, because nothing was in flight
        try:
            seen: list[tuple[K, Observation]] = []
            while True:
                try:
                    for place in places:
                        self._tend(place, again, source)
                finally:  # even if the source raises
                    yield from seen  # while the codec works on the next requests
                live: list[Session[K]] = [place.session for place in places if place.session]
                if not any(session.busy or (stay and session.done) for session in live):
                    if stay or not live:
                        break
                    for session in live:
                        session.leave()
                self._wait(live)
                seen = self._harvest(places, again, hold=hold or self._careful)
        except BaseException as end:
            if isinstance(end, GeneratorExit):  # the caller wants no more
                _drop(places)
            else:
                self.close()
            raise
        yield from self._give_up(again, source)

    def _harvest(self, places: list[_Place], again: deque[Asked[K]], *, hold: bool) -> list[tuple[K, Observation]]:
        """Return the observations that are final by now."""
        seen: list[tuple[K, Observation]] = []
        for place in places:
            if place.session:
                seen += place.session.take_observations(hold=hold or place.session.busy)
                seen += self._bury(place, again)
        return seen

    def _tend(self, place: _Place, again: deque[Asked[K]], source: Iterator[Asked[K]]) -> None:
        """Keep a child running in the slot and its window filled, as long as there are requests."""
        if place.session is None:
            if place.lost:
                return
            item = again.popleft() if again else next(source, None)
            if item is None:
                return
            again.appendleft(item)
            self._start(place)
        if place.session:
            place.session.refill(again, source)

    def _start(self, place: _Place) -> None:
        while place.session is None and not place.lost:
            self.restarts += place.died
            try:
                place.session = Session(self._keeper, self._command, self._limits, self._loop)
            except CannotRun as failure:
                place.failures += 1
                place.failure = failure

    def _bury(self, place: _Place, again: deque[Asked[K]]) -> list[tuple[K, Observation]]:
        """Remove a finished session from its slot, and queue its unanswered requests again.

        Returns the observations for its doubtful requests.
        """
        session = place.session
        if session is None or not session.over:
            return []
        _keep(self.complaints, session.complaint)
        _keep(self.strays, session.unblamed)
        self._careful |= bool(session.strayed or session.unblamed or session.complaint)
        again.extend(session.left)
        place.session, place.died = None, session.died
        place.failures = place.failures + 1 if session.failure else 0
        place.failure = session.failure
        seen = [(item[0], self._ask_alone(item)) for item in session.doubtful]
        if seen and all(observation.kind != "garbled" for _, observation in seen):
            _keep(self.strays, session.strayed)
        return seen

    def _ask_alone(self, item: Asked[K]) -> Observation:
        """Return the observation for a request that is the only one sent to a fresh process."""
        self.restarts += 1
        try:
            session: Session[K] = Session(self._keeper, self._command, self._limits, self._loop, alone=True)
        except CannotRun as failure:
            return _lost(failure)
        try:
            while session.hello is None and not session.over:
                self._wait([session])
            if session.failure:
                return _lost(session.failure)
            quiet = monotonic() + HOLD
            while not session.over and (left := quiet - monotonic()) > 0:  # nothing may follow the answer to hello
                self._loop.step(left)
            session.refill(deque([item]), iter(()))
            while not session.over and (session.busy or monotonic() < session.heard + HOLD):
                self._wait([session])
            session.expect_nothing_more()
            seen = session.take_observations(hold=False)
            if seen:
                return seen[-1][1]
            return Observation("garbled", detail=session.unblamed or "it wrote more than its answer to hello")
        finally:
            session.abandon()

    def _wait(self, live: Sequence[Session[Any]]) -> None:
        """Wait for one turn of the loop, then handle expired deadlines."""
        now = monotonic()
        if now - self._looked > AWAY:
            for session in live:
                session.restart_clock()
        if nap := min(session.nap for session in live):
            sleep(nap)
        self._loop.step(max(0.0, min(session.wakes for session in live) - now))
        self._looked = monotonic()
        for session in live:
            if session.deadline <= self._looked and not session.over:
                session.expire()
            if session.useless:
                session.abandon()

    def _give_up(self, again: deque[Asked[K]], source: Iterator[Asked[K]]) -> Iterator[tuple[K, Observation]]:
        """Yield a failure for each remaining request when no process can be started any more."""
        failure = next((place.failure for place in self._places if place.failure), None)
        if failure is None:
            return
        lost = _lost(failure)
        for key, *_ in (*again, *source):
            yield key, lost


def _keep(sentences: list[str], sentence: str) -> None:
    if sentence and len(sentences) < COMPLAINTS:
        sentences.append(sentence)


def _lost(failure: CannotRun) -> Observation:
    """Return the observation for a request when no process is left to answer it."""
    detail = f"the codec could not be started again ({TRIES} tries): {failure.sentence}"
    return Observation("crashed", cause="no restart", detail=detail, stderr=failure.stderr)


def _asked(requests: Iterable[tuple[K, Request]], due: Callable[[K], bytes] | None = None) -> Iterator[Asked[K]]:
    return ((key, request, due(key) if due else b"") for key, request in requests)


def _drop(places: Iterable[_Place]) -> None:
    """End the busy sessions and discard their requests."""
    for place in places:
        if place.session:
            place.session.left.clear()
            if place.session.busy:
                place.session.abandon()
                place.session = None


def start(command: Sequence[str], limits: Limits | None = None) -> Hello:
    """Return the codec's hello. Raises CannotRun with a message for users if it does not answer with one."""
    with Pool(command, limits) as pool:
        return pool.hello
