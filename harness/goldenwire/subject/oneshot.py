"""A process per case, for codecs that are command-line tools: `COMMAND decode FORMAT`, octets in, one reply out."""

import contextlib
import select
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from time import monotonic
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from goldenwire.protocol import Garbled, Hello, Kind, Observation, Request, excerpt, read_hello, read_reply
from goldenwire.subject.child import Child, argv, describe_exit
from goldenwire.subject.keeper import CannotRun, Keeper
from goldenwire.subject.limits import MIB, Limits
from goldenwire.subject.loop import Loop

K = TypeVar("K")


class _Errand(Generic[K]):
    """A single process for a single request: feed its input, read its whole output, wait for its exit.

    At the end either `seen` says what went wrong, or `output` holds the output of a process that exited with 0.
    """

    def __init__(
        self, key: K, keeper: Keeper, words: list[str], payload: bytes, *, seconds: float, limits: Limits, loop: Loop
    ) -> None:
        self.key = key
        self.child = Child(keeper, words, limits)
        self.deadline = monotonic() + seconds
        self.output: bytes | None = None
        self.seen: Observation | None = None
        self._chunks: list[bytes] = []
        self._octets = 0
        self._bound = limits.output_mib * MIB + 16 * len(payload)
        self._limits, self._seconds, self._loop = limits, seconds, loop
        loop.watch(self.child.stdout, self._on_stdout)
        loop.watch(self.child.stderr, self._on_stderr)
        loop.watch(self.child.gone, self.check_exit)
        self._feed(payload)

    @property
    def over(self) -> bool:
        return self.seen is not None or self.output is not None

    def _feed(self, payload: bytes) -> None:
        with contextlib.suppress(BrokenPipeError):  # it may answer without reading all of its input
            self.child.send(payload)
        self._on_stdin()

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
            self.end("flooded", f"it wrote {self._octets:,} bytes: {excerpt(self._chunks[0])}")

    def _on_stderr(self) -> None:
        if not self.child.read_stderr():
            self._loop.forget(self.child.stderr)

    def check_exit(self) -> None:
        """Check whether the process has exited; a descendant may still hold its pipes."""
        if not self.child.exited():
            return
        status = self.child.kill()
        for chunk in self.child.remains():
            self._take(chunk)
            if self.over:
                return
        output = b"".join(self._chunks)
        cause, sentence = describe_exit(status)
        if status != 0:
            self.end("crashed", sentence, cause)
        elif not output.strip():
            self.end("garbled", "it exited with status 0 and wrote no reply")
        else:
            self.output = output
            self.close()

    def expire(self) -> None:
        """Record a hang at the deadline, unless the process has just exited."""
        if self.child.exited():
            self.check_exit()
        else:
            self.end("hung", f"it did not exit within {self._seconds:g} s")

    def end(self, kind: Kind, detail: str, cause: str = "") -> None:
        """Kill the process and record why."""
        self.child.kill()
        stderr = self.child.stderr_tail()
        kind, cause, detail = self._limits.blame(kind, cause, detail, stderr=stderr, child=self.child)
        self.seen = Observation(kind, detail=detail, cause=cause, stderr=stderr)
        self.close()

    def close(self) -> None:
        """Kill the process and close its pipes."""
        self._loop.forget(self.child.stdin, self.child.stdout, self.child.stderr, self.child.gone)
        self.child.close()


class OneShot:
    """A codec that is started once per case, `limits.jobs` at a time; the same interface as Pool.

    Raises CannotRun on entry if `COMMAND hello` does not print a valid hello.
    """

    def __init__(self, command: Sequence[str], limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._command = argv(command, self._limits.sandbox)
        self._loop, self._keeper = Loop(), Keeper()
        self._running: list[_Errand[Any]] = []
        self.hello: Hello
        self.restarts = 0  # no process outlives its case, so none is restarted
        self.complaints: list[str] = []
        self.strays: list[str] = []  # a process answers one case, which is blamed for everything it writes

    def prepare(self) -> None:
        """Start the program that starts processes, without waiting for it."""
        self._keeper.prepare()

    def begin(self) -> None:
        """Do nothing: no process can be started before its request is known."""

    def __enter__(self) -> Self:
        try:
            errand = self._send_out(None, ["hello"], b"", self._limits.startup)
            while not errand.over:
                self._wait()
        finally:
            self.close()
        if errand.seen:
            raise CannotRun(f"The codec cannot be run: asked for `hello`, {errand.seen.detail}.", errand.seen.stderr)
        output = errand.output or b""
        try:
            self.hello = read_hello(output)
        except Garbled as error:
            sentence = f"The codec cannot be run: what `hello` printed is {error}: {excerpt(output)}"
            raise CannotRun(sentence, errand.child.stderr_tail()) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Kill every process with its group."""
        for errand in self._running:
            errand.close()
        self._running.clear()
        self._keeper.close()

    def run(
        self, requests: Iterable[tuple[K, Request]], *, stay: bool = False, due: Callable[[K], bytes] | None = None
    ) -> Iterator[tuple[K, Observation]]:
        """Yield one observation for each request, in order of completion.

        `stay` and `due` have no effect: no process outlives its case, and every reply is read.
        """
        source = iter(requests)
        try:
            while True:
                while len(self._running) < max(1, self._limits.jobs):
                    item = next(source, None)
                    if item is None:
                        break
                    try:
                        self._set_out(*item)
                    except CannotRun as failure:
                        yield item[0], Observation("crashed", cause="no start", detail=failure.sentence)
                if not self._running:
                    return
                self._wait()
                over = [errand for errand in self._running if errand.over]
                self._running = [errand for errand in self._running if not errand.over]
                for errand in over:
                    yield errand.key, _read(errand)
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

    def _set_out(self, key: object, request: Request) -> None:
        words = [request.op, request.format]
        if request.context is not None:
            words.append(bytes(request.context).decode())
        self._send_out(key, words, request.payload(), self._limits.timeout)

    def _send_out(self, key: object, words: list[str], payload: bytes, seconds: float) -> _Errand[Any]:
        errand = _Errand(
            key, self._keeper, [*self._command, *words], payload, seconds=seconds, limits=self._limits, loop=self._loop
        )
        self._running.append(errand)
        return errand

    def _wait(self) -> None:
        soonest = min(errand.deadline for errand in self._running)
        self._loop.step(max(0.0, soonest - monotonic()))
        now = monotonic()
        for errand in self._running:
            if errand.deadline <= now and not errand.over:
                errand.expire()


def _read(errand: _Errand[Any]) -> Observation:
    """Return the observation for a finished process: its reply, or what went wrong."""
    if errand.seen:
        return errand.seen
    output = errand.output or b""
    try:
        _, seen = read_reply(output)
    except Garbled as error:
        return Observation("garbled", detail=f"{error}: {excerpt(output)}", stderr=errand.child.stderr_tail())
    return seen
