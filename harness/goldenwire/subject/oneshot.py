"""A process per case, for codecs that are command-line tools: `COMMAND decode FORMAT`, octets in, one reply out."""

import contextlib
import math
import select
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from time import monotonic
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from goldenwire.protocol import Garbled, Hello, Observation, Request, excerpt, read_hello, read_reply
from goldenwire.subject.child import Child, command_line, describe_exit
from goldenwire.subject.keeper import CannotRun, Keeper
from goldenwire.subject.limits import MIB, Limits
from goldenwire.subject.loop import Loop
from goldenwire.subject.states import AWAY, NO_DETAIL, Clock, Detail, Event, State, Transition, has_process, transition

K = TypeVar("K")


class _Process(Generic[K]):
    """A single process for a single request: feed its input, read its whole output, wait for its exit.

    At the end either `seen` says what went wrong, or `output` holds the output of a process that exited with 0.
    """

    def __init__(
        self, key: K, keeper: Keeper, words: list[str], payload: bytes, *, seconds: float, limits: Limits, loop: Loop
    ) -> None:
        self.key = key
        self.child = Child(keeper, words, limits)
        self.state = State.NOT_RUNNING
        self.deadline = math.inf
        self.output = b""
        self.seen: Observation | None = None
        self._chunks: list[bytes] = []
        self._octets = 0
        self._bound = limits.output_mib * MIB + 16 * len(payload)
        self._limits, self._seconds, self._loop = limits, seconds, loop
        self._follow(Event.STARTED_FOR_ONE)
        loop.watch(self.child.stdout, self._on_stdout)
        loop.watch(self.child.stderr, self._on_stderr)
        loop.watch(self.child.gone, self._check_exit)
        with contextlib.suppress(BrokenPipeError):  # it may answer without reading all of its input
            self.child.send(payload)
        self._on_stdin()

    def _follow(self, event: Event, detail: Detail = NO_DETAIL) -> None:
        """Do what the table says about an event, which `detail` describes."""
        expected = transition(self.state, event)
        self.state = expected.state
        if expected.clock:
            self.deadline = math.inf if expected.clock is Clock.STOPPED else monotonic() + self._seconds
        if not self.has_process:
            self._end(expected, detail)

    def _end(self, expected: Transition, detail: Detail) -> None:
        child = self.child
        child.kill()
        if expected.kind:
            stderr = child.stderr_tail()
            kind, cause, said = self._limits.blame(expected.kind, detail.cause, detail.text, stderr=stderr, child=child)
            self.seen = Observation(kind, detail=said, cause=cause, stderr=stderr, fault=detail.fault)
        self._loop.forget(child.stdin, child.stdout, child.stderr, child.gone)
        child.close()

    @property
    def has_process(self) -> bool:
        return has_process(self.state)

    def _on_stdin(self) -> None:
        with contextlib.suppress(BrokenPipeError):
            self.child.flush()
            if self.child.unsent:
                self._loop.watch(self.child.stdin, self._on_stdin, select.POLLOUT)
                return
        self._loop.forget(self.child.stdin)
        self.child.close_input()

    def _on_stdout(self) -> None:
        chunk = self.child.read()
        if chunk:
            self._take(chunk)
        elif chunk is not None:
            self._loop.forget(self.child.stdout)

    def _take(self, chunk: bytes) -> None:
        self._chunks.append(chunk)
        self._octets += len(chunk)
        if self._octets > self._bound:
            self._follow(Event.FLOOD, Detail(f"it wrote {self._octets:,} bytes: {excerpt(self._chunks[0])}"))

    def _on_stderr(self) -> None:
        if not self.child.read_stderr():
            self._loop.forget(self.child.stderr)

    def _check_exit(self) -> None:
        """Check whether the process has exited; a descendant may still hold its pipes."""
        if not self.child.has_exited():
            return
        status = self.child.kill()
        for chunk in self.child.read_rest():
            self._take(chunk)
            if not self.has_process:
                return
        self.output = b"".join(self._chunks)
        cause, sentence = describe_exit(status)
        if status != 0:
            self._follow(Event.EXITED, Detail(sentence, cause))
        elif not self.output.strip():
            self._follow(Event.STRAY_OUTPUT, Detail("it exited with status 0 and wrote no reply", fault="ended"))
        else:
            self._follow(Event.ALL_REPLIED)

    def expire(self) -> None:
        """Handle the end of the clock, unless the process has just exited."""
        if self.child.has_exited():
            self._check_exit()
        else:
            self._follow(Event.TIME_LIMIT, Detail(f"it did not exit within {self._seconds:g} s"))

    def restart_clock(self) -> None:
        """Let the clock begin again, because the harness was away."""
        self._follow(Event.HARNESS_AWAY)

    def discard(self) -> None:
        """End the process."""
        if self.has_process:
            self._follow(Event.DISCARDED)


class OneShot:
    """A codec that is started once per case, `limits.jobs` at a time; the same interface as Pool.

    Raises CannotRun on entry if `COMMAND hello` does not print a valid hello.
    """

    def __init__(self, command: Sequence[str], limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._command = command_line(command, self._limits.sandbox)
        self._loop, self._keeper = Loop(), Keeper()
        self._running: list[_Process[Any]] = []
        self._looked = 0.0
        self.hello: Hello
        self.restarts = 0  # no process outlives its case, so none is restarted
        self.asking = 0
        self.complaints: list[str] = []
        self.strays: list[str] = []  # a process answers one case, which is blamed for everything it writes

    def prepare(self) -> None:
        """Start the program that starts processes, without waiting for it."""
        self._keeper.prepare()

    def begin(self) -> None:
        """Do nothing: no process can be started before its request is known."""

    def __enter__(self) -> Self:
        try:
            process = self._start(None, ["hello"], b"", self._limits.startup)
            while process.has_process:
                self._wait()
        finally:
            self.close()
        if process.seen:
            seen = process.seen
            raise CannotRun(f"The codec cannot be run: asked for `hello`, {seen.detail}.", seen.stderr, seen.fault)
        output = process.output
        try:
            self.hello = read_hello(output)
        except Garbled as error:
            sentence = f"The codec cannot be run: what `hello` printed is {error}: {excerpt(output)}"
            raise CannotRun(sentence, process.child.stderr_tail(), error.fault) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill every process with its group."""
        for process in self._running:
            process.discard()
        self._running.clear()
        self._keeper.close()

    def run(
        self, requests: Iterable[tuple[K, Request]], *, stay: bool = False, expected: Callable[[K], bytes] | None = None
    ) -> Iterator[tuple[K, Observation]]:
        """Yield one observation for each request, in order of completion.

        `stay` and `expected` have no effect: no process outlives its case, and every reply is read.
        """
        source = iter(requests)
        try:
            while True:
                while len(self._running) < max(1, self._limits.jobs):
                    item = next(source, None)
                    if item is None:
                        break
                    try:
                        self._start_for(*item)
                    except CannotRun as failure:
                        yield item[0], Observation("crashed", cause="no start", detail=failure.sentence)
                if not self._running:
                    return
                self._wait()
                ended = [process for process in self._running if not process.has_process]
                self._running = [process for process in self._running if process.has_process]
                for process in ended:
                    yield process.key, _read(process)
        finally:
            self.close()

    def be_careful(self) -> None:
        """Do nothing: every process is read to the end of its output."""

    def ask_all(self, requests: Iterable[tuple[K, Request]]) -> Generator[tuple[K, Observation], None, None]:
        """Yield one observation for each request, in the order asked."""
        return ((key, self.ask(request)) for key, request in requests)

    def ask(self, request: Request) -> Observation:
        """Return the observation for one request."""
        [(_, seen)] = self.run([(None, request)])
        return seen

    def ask_fresh(self, requests: Sequence[Request]) -> Observation | None:
        """Return the observation for the last of the requests, whose process knows nothing of the others."""
        return self.ask(requests[-1])

    def _start_for(self, key: object, request: Request) -> None:
        words = [request.op, request.format]
        if request.context is not None:
            words.append(bytes(request.context).decode())
        self._start(key, words, request.payload(), self._limits.timeout)

    def _start(self, key: object, words: list[str], payload: bytes, seconds: float) -> _Process[Any]:
        process = _Process(
            key, self._keeper, [*self._command, *words], payload, seconds=seconds, limits=self._limits, loop=self._loop
        )
        self._running.append(process)
        return process

    def _wait(self) -> None:
        """Wait for one turn of the loop, then handle expired deadlines."""
        now = monotonic()
        if now - self._looked > AWAY:
            for process in self._running:
                process.restart_clock()
        self._loop.step(max(0.0, min(process.deadline for process in self._running) - now))
        self._looked = monotonic()
        for process in self._running:
            if process.deadline <= self._looked:
                process.expire()


def _read(process: _Process[Any]) -> Observation:
    """Return the observation for a finished process: its reply, or what went wrong."""
    if process.seen:
        return process.seen
    output = process.output
    try:
        _, seen = read_reply(output)
    except Garbled as error:
        detail, stderr = f"{error}: {excerpt(output)}", process.child.stderr_tail()
        return Observation("garbled", detail=detail, stderr=stderr, fault=error.fault)
    return seen
