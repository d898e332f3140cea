"""Processes that answer many questions over their pipes, all in one poll loop."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from time import monotonic
from types import TracebackType
from typing import Any, Self, TypeVar

from goldenwire.protocol import Hello, Observation, Request
from goldenwire.subject.child import command_line
from goldenwire.subject.keeper import CannotRun, Keeper
from goldenwire.subject.limits import Limits
from goldenwire.subject.loop import Loop
from goldenwire.subject.pace import Pace
from goldenwire.subject.questions import Asked
from goldenwire.subject.states import AWAY, HOLD, TRIES, State
from goldenwire.subject.supervisor import Supervisor

K = TypeVar("K")

COMPLAINTS = 20  # how many are kept
NOT_ASKED = "it exited, or closed a pipe, before it could be asked again"


class Pool:
    """`limits.jobs` processes of one codec. A context manager; leaving it ends them all.

    Raises CannotRun on entry if the first process does not answer with a valid hello.
    """

    def __init__(self, command: Sequence[str], limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._command = command_line(command, self._limits.sandbox)
        self._loop, self._keeper = Loop(), Keeper()
        self._supervisors = [self._supervisor() for _ in range(max(1, self._limits.jobs))]
        self._looked = 0.0
        self._careful = False  # the codec has written stray output, so the last answer is always held back
        self.hello: Hello
        self.asking = 0  # the number of the process that the request taken last is for
        self.restarts = 0  # processes started because the one before died, hung or garbled
        self.complaints: list[str] = []  # sentences about processes that ended badly
        self.strays: list[str] = []  # sentences about output that answers no request and cannot be blamed on a case
        self.pace: Pace[Any] = Pace()  # of the requests of the last `run`

    def _supervisor(self, *, alone: bool = False) -> Supervisor[Any]:
        return Supervisor(self._keeper, self._command, self._limits, self._loop, alone=alone)

    def prepare(self) -> None:
        """Start the program that starts processes, without waiting for it."""
        self._keeper.prepare()

    def begin(self) -> None:
        """Start the first process without waiting for its hello; entering the context waits for it."""
        self._supervisors[0].start()

    def __enter__(self) -> Self:
        first = self._supervisors[0]
        try:
            if not first.has_process:
                first.start()
            while first.is_greeting:
                self._wait([first])
        except BaseException:
            self.close()
            raise
        if first.hello is None:
            self.close()
            raise first.failure or CannotRun("The codec cannot be run.")
        self.hello = first.hello
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill every process with its group."""
        for supervisor in self._supervisors:
            supervisor.discard()
            supervisor.questions.forget()
        self._keeper.close()

    def run(
        self, requests: Iterable[tuple[K, Request]], *, stay: bool = False, expected: Callable[[K], bytes] | None = None
    ) -> Iterator[tuple[K, Observation]]:
        """Yield one observation for each request, in order of completion; with one job that is the order asked.

        Requests are taken as the window has room, so that neither side piles up. At the end each process is told that
        there are no more, and exits, unless `stay` keeps it for later requests. `expected` maps a key to the member of
        a
        correct reply. A reply that consists of the id and exactly that member is not parsed; its observation is
        MATCHES_EXPECTED.
        """
        self.pace = Pace()
        for supervisor in self._supervisors:
            supervisor.pace = self.pace
        return self._converse(_asked(requests, expected), self._supervisors, stay=stay, hold=True)

    def be_careful(self) -> None:
        """Hold back each answer until it is certain that no more output follows it, even for a single request."""
        self._careful = True

    def ask(self, request: Request) -> Observation:
        """Return the observation for one request, from a process that stays for the next."""
        [(_, seen)] = self._converse(iter([(None, request, b"")]), self._supervisors[:1], stay=True)
        return seen

    def ask_fresh(self, requests: Sequence[Request]) -> Observation | None:
        """Return the observation for the last of the requests, which a fresh process is asked one after the other.

        None if the codec does not start.
        """
        supervisor: Supervisor[int] = self._supervisor()
        try:
            last = deque(self._converse(_asked(enumerate(requests)), [supervisor], stay=True), maxlen=1)
            return None if supervisor.state is State.GIVEN_UP else last[0][1]
        finally:
            supervisor.discard()

    def ask_all(self, requests: Iterable[tuple[K, Request]]) -> Generator[tuple[K, Observation], None, None]:
        """Yield one observation for each request, in the order asked, from a process that stays for the next."""
        return self._converse(_asked(requests), self._supervisors[:1], stay=True)

    def _converse(
        self, source: Iterator[Asked[K]], supervisors: list[Supervisor[K]], *, stay: bool, hold: bool = False
    ) -> Generator[tuple[K, Observation], None, None]:
        again: deque[Asked[K]] = deque()
        self._loop.step(0)  # a process that died or wrote since the last case must not be blamed on the next one
        for supervisor in supervisors:
            supervisor.discard_half_closed()
            self._collect_end(supervisor, again)  # nothing is doubtful, because nothing was in flight
        try:
            seen: list[tuple[K, Observation]] = []
            while True:
                try:
                    for supervisor in supervisors:
                        self._supply(supervisor, again, source)
                finally:  # even if the source raises
                    yield from seen  # while the codec works on the next requests
                live = [supervisor for supervisor in supervisors if supervisor.has_process]
                if not any(one.is_busy or (stay and one.questions.answers) for one in live):
                    if stay or not live:
                        break
                    for supervisor in live:
                        supervisor.close_input()
                self._wait(live)
                seen = self._collect(supervisors, again, hold=hold or self._careful)
        except BaseException as end:
            if isinstance(end, GeneratorExit):  # the caller wants no more
                for supervisor in supervisors:
                    supervisor.forget_questions()
            else:
                self.close()
            raise
        yield from self._give_up(again, source)

    def _supply(self, supervisor: Supervisor[K], again: deque[Asked[K]], source: Iterator[Asked[K]]) -> None:
        """Keep a process running and its window filled, as long as there are requests."""
        self.asking = self._supervisors.index(supervisor) if supervisor in self._supervisors else 0
        if supervisor.is_startable:
            item = again.popleft() if again else next(source, None)
            if item is None:
                return
            again.appendleft(item)
            while supervisor.is_startable:
                self.restarts += supervisor.state is State.BROKEN_DOWN
                supervisor.start()
        supervisor.ask(again, source)

    def _wait(self, live: Sequence[Supervisor[Any]]) -> None:
        """Wait for one turn of the loop, then handle expired deadlines."""
        now = monotonic()
        if now - self._looked > AWAY:
            for supervisor in live:
                supervisor.restart_clock()
        self._loop.step(max(0.0, min(supervisor.wakes for supervisor in live) - now))
        self._looked = monotonic()
        for supervisor in live:
            if supervisor.deadline <= self._looked:
                supervisor.expire()
            supervisor.discard_half_closed()

    def _collect(
        self, supervisors: list[Supervisor[K]], again: deque[Asked[K]], *, hold: bool
    ) -> list[tuple[K, Observation]]:
        """Return the observations that are final by now."""
        seen: list[tuple[K, Observation]] = []
        for supervisor in supervisors:
            seen += supervisor.take_answers(hold=hold or supervisor.is_busy)
            seen += self._collect_end(supervisor, again)
        if any(supervisor.has_ended for supervisor in supervisors):  # meanwhile, as doubtful requests were asked
            seen += self._collect(supervisors, again, hold=hold)
        return seen

    def _collect_end(self, supervisor: Supervisor[K], again: deque[Asked[K]]) -> list[tuple[K, Observation]]:
        """If the process has ended, keep what there is to say about it, and queue its unanswered requests again.

        Returns the observations for its doubtful requests.
        """
        ended = supervisor.take_end()
        if ended is None:
            return []
        _add_sentence(self.complaints, ended.complaint)
        _add_sentence(self.strays, ended.unblamed)
        self._careful |= any(ended)
        again.extend(supervisor.questions.again)
        seen = [(item[0], self._ask_alone(item)) for item in supervisor.questions.doubtful]
        if seen and all(observation.kind != "garbled" for _, observation in seen):
            _add_sentence(self.strays, ended.stray)
        return seen

    def _ask_alone(self, item: Asked[K]) -> Observation:
        """Return the observation for a request that is the only one sent to a fresh process."""
        self.restarts += 1
        supervisor: Supervisor[K] = self._supervisor(alone=True)
        supervisor.start()
        try:
            while supervisor.is_greeting:
                self._wait([supervisor])
            if supervisor.failure:
                return _no_restart(supervisor.failure)
            quiet = monotonic() + HOLD
            while supervisor.has_process and (left := quiet - monotonic()) > 0:  # nothing may follow the hello
                self._loop.step(left)
            supervisor.ask(deque([item]), iter(()))
            while supervisor.has_process and (supervisor.is_busy or monotonic() < supervisor.heard + HOLD):
                self._wait([supervisor])
            supervisor.expect_nothing_more()
            seen = supervisor.take_answers(hold=False)
            if seen:
                return seen[-1][1]
            ended = supervisor.take_end()
            return Observation("garbled", detail=(ended and ended.unblamed) or NOT_ASKED)
        finally:
            supervisor.discard()

    def _give_up(self, again: deque[Asked[K]], source: Iterator[Asked[K]]) -> Iterator[tuple[K, Observation]]:
        """Yield a failure for each remaining request when no process can be started any more."""
        failure = next((one.failure for one in self._supervisors if one.state is State.GIVEN_UP), None)
        if failure is None:
            return
        seen = _no_restart(failure)
        for key, *_ in (*again, *source):
            yield key, seen


def _add_sentence(sentences: list[str], sentence: str) -> None:
    if sentence and len(sentences) < COMPLAINTS:
        sentences.append(sentence)


def _no_restart(failure: CannotRun) -> Observation:
    """Return the observation for a request when no process is left to answer it."""
    detail = f"the codec could not be started again ({TRIES} tries): {failure.sentence}"
    return Observation("crashed", cause="no restart", detail=detail, stderr=failure.stderr)


def _asked(requests: Iterable[tuple[K, Request]], expected: Callable[[K], bytes] | None = None) -> Iterator[Asked[K]]:
    return ((key, request, expected(key) if expected else b"") for key, request in requests)


def start(command: Sequence[str], limits: Limits | None = None) -> Hello:
    """Return the codec's hello. Raises CannotRun with a message for users if it does not answer with one."""
    with Pool(command, limits) as pool:
        return pool.hello
