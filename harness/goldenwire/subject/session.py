"""One conversation with one child: the requests in flight, the replies, and which case is blamed if it ends badly.

Replies come in the order of the requests, so only the case at the head has a deadline, which is extended with every
complete line. When the child dies, hangs or garbles, the head is blamed and the requests behind it are left to be asked
again. A second reply to the last answered case is blamed on that case. Its observation is therefore held back until the
next line, the child's end, or a period of silence shows that no duplicate follows. After that it is too late to blame a
case: the child is replaced, and its output is `unblamed`, held against the codec and no case.

A line that is no reply may follow the last answer or replace the next one. Both cases are then `doubtful` and asked
again, each in a fresh process, where any fault is that of the only case asked.
"""

import math
import select
from collections import deque
from collections.abc import Iterator
from time import monotonic
from typing import Generic, TypeVar

from goldenwire.protocol import (
    AS_DUE,
    Garbled,
    Hello,
    Kind,
    Observation,
    Request,
    excerpt,
    hello_line,
    read_hello,
    read_reply,
    reply_line,
)
from goldenwire.subject.child import Child, describe_exit
from goldenwire.subject.keeper import CannotRun, Keeper
from goldenwire.subject.limits import MIB, Limits
from goldenwire.subject.loop import Loop

K = TypeVar("K")

# The key, its request, and the member of a correct reply, empty if there is none.
Asked = tuple[K, Request, bytes]
_Flying = tuple[int, Asked[K], int, bytes | None]  # id, what was asked, octets of the request, expected reply

IN_FLIGHT = MIB // 4  # octets of requests; beyond it, one at a time, so that other processes get their share
FEW, MANY = 16, 32  # lines read, requests in flight: a nap pays off if few came and many are awaited
NAP, LONGEST_NAP = 0.00005, 0.001  # seconds; every wake-up of the harness costs the codec time
GRACE = 1.0  # seconds that a child with a closed pipe may take to exit
WINDOW = 64  # requests in flight at first
FIRST = 8  # requests sent at once to an idle codec, while more are prepared, until it proves quick
QUICK = 0.005  # seconds; a codec that answers a full window in less benefits from a wider window
HOLD = 0.03  # seconds that an observation is held back


def nap_after(nap: float, lines: int, flying: int) -> float:
    """Return how many seconds to leave a child alone, to read more lines at a time.

    It has `flying` requests in flight and wrote `lines` lines since the last nap, which took `nap` seconds. Each nap is
    twice as long as the one before, until enough lines come at a time.
    """
    return min(2 * nap or NAP, LONGEST_NAP) if lines < FEW and flying > MANY else 0.0


class Session(Generic[K]):
    """The conversation with one child, from hello to its end.

    `done` holds the observations made; `over` is true once the child is gone. Then `left` holds the requests to ask
    again, `doubtful` those to ask again in a process of their own, and `failure` the reason if there was no valid
    hello. A session that is `alone` is asked only one case.
    """

    def __init__(self, keeper: Keeper, command: list[str], limits: Limits, loop: Loop, *, alone: bool = False) -> None:
        self.child = Child(keeper, command, limits)
        self.hello: Hello | None = None
        self.done: list[tuple[K, Observation]] = []
        self.left: list[Asked[K]] = []
        self.doubtful: list[Asked[K]] = []
        self.over = self.died = False  # died: not of its own accord at the end of its input
        self.failure: CannotRun | None = None
        self.complaint = ""  # how it ended, if it ended badly
        self.unblamed = ""  # output that answers no request, written after its last answer was accepted
        self.heard = 0.0  # when the last reply came
        self.nap = 0.0  # seconds that it may be left alone, because few lines came while many requests are in flight
        self.strayed = ""  # a description of a line that was no reply when it came
        self._alone = alone
        self._limits, self._loop = limits, loop
        self._last: Asked[K] | None = None  # the case that was answered last
        self._in_flight: deque[_Flying[K]] = deque()
        self._octets = 0
        self._asked = 0
        self._window, self._filled = min(WINDOW, limits.window), -math.inf  # requests; when it was last filled
        self._leaving = False
        self._ailment = ""  # the pipe it closed, as a phrase
        self.deadline = monotonic() + limits.startup
        self._watch()
        self._send(hello_line())

    def _watch(self) -> None:
        child, loop = self.child, self._loop
        loop.watch(child.stdout, self._on_stdout)
        loop.watch(child.stderr, self._on_stderr)
        loop.watch(child.stdin, self._on_stdin, 0)
        loop.watch(child.gone, self.check_exit)

    @property
    def busy(self) -> bool:
        """Return whether a request is in flight, or was answered before it was read completely."""
        return bool(self._in_flight or self.child.unsent)

    @property
    def useless(self) -> bool:
        """Return whether it has answered everything but closed a pipe, so that nothing more can be asked."""
        return bool(self.hello and self._ailment and not self._in_flight and not self._leaving)

    # Asking

    def refill(self, again: deque[Asked[K]], source: Iterator[Asked[K]]) -> None:
        """Send as many requests as the window holds, once it is half empty; those to be asked again come first."""
        flying = self._in_flight
        if not flying and self.heard - self._filled < QUICK:
            self._window = min(2 * self._window, self._limits.window)
        window = self._window
        if len(flying) > window // 2 or self.child.unsent or self._ailment or self._leaving or self.over:
            return
        if not flying and self.hello:
            self.deadline = monotonic() + self._limits.timeout
        first = FIRST if not flying and window <= WINDOW else 0
        number, octets, lines = self._asked, self._octets, []
        while len(flying) < window and octets < IN_FLIGHT:
            item = again.popleft() if again else next(source, None)
            if item is None:
                break
            _, request, due = item
            number += 1
            line = request.line(number)
            octets += len(line)
            flying.append((number, item, len(line), reply_line(number, due)))
            lines.append(line)
            if number - self._asked == first:
                self._send(b"".join(lines))
                lines.clear()
                if self.child.unsent or self._ailment:
                    break
        full, self._asked, self._octets = len(flying) == window, number, octets
        if lines:
            self._send(b"".join(lines))
        if flying:
            self._filled = monotonic() if full else -math.inf
        elif self.hello:
            self.deadline = math.inf

    def _send(self, data: bytes) -> None:
        try:
            self.child.send(data)
        except BrokenPipeError:
            self._ail("closed its standard input")
        if self.child.unsent:
            self._loop.watch(self.child.stdin, self._on_stdin, select.POLLOUT)

    def leave(self) -> None:
        """Close the child's input, and give it its time to exit."""
        if not self._leaving and not self.over:
            self._leaving = True
            self.deadline = monotonic() + self._limits.timeout
            self._loop.forget(self.child.stdin)
            self.child.close_input()

    def restart_clock(self) -> None:
        """Extend the deadline of the case at the head, because the harness was away."""
        if self.deadline < math.inf and not self._leaving:
            allowed = self._limits.timeout if self.hello else self._limits.startup
            self.deadline = max(self.deadline, monotonic() + allowed)

    # What the child does

    def _on_stdin(self) -> None:
        """Write more input, or record that the pipe is broken."""
        if not self.child.unsent:
            self._ail("closed its standard input")
            return
        try:
            self.child.flush()
        except BrokenPipeError:
            self._ail("closed its standard input")
        else:
            if not self.child.unsent:
                self._loop.watch(self.child.stdin, self._on_stdin, 0)

    def _on_stdout(self) -> None:
        chunk = self.child.read()
        if chunk:
            self._take(chunk)
        elif chunk is not None:
            self._loop.forget(self.child.stdout)
            self._ail("closed its standard output")

    def _on_stderr(self) -> None:
        if not self.child.read_stderr():
            self._loop.forget(self.child.stderr)

    def check_exit(self) -> None:
        """Check whether the child has exited. Its earlier output still counts, and a descendant may hold its pipes."""
        if not self.child.exited():
            return
        status = self.child.kill()
        for chunk in self.child.remains():
            self._take(chunk)
            if self.over:
                return
        cause, sentence = describe_exit(status)
        if self._leaving:
            self.expect_nothing_more()
            if not self.over:
                self.complaint = "" if status == 0 else f"{sentence} at the end of its input (expected: 0)"
                self._close()
            return
        if self.hello is None:
            sentence += " before it answered hello"
        if self.child.partial:
            sentence += f" in the middle of a line: {self.child.fragment()}"
        self.end("crashed", sentence, cause)

    def _ail(self, ailment: str) -> None:
        """Record a broken pipe: usually the child is dying, and its exit follows in a moment."""
        self._ailment = self._ailment or ailment
        self._loop.forget(self.child.stdin)
        self.child.unsent = memoryview(b"")
        if not self._leaving:
            self.deadline = min(self.deadline, monotonic() + min(GRACE, self._limits.timeout))

    def _take(self, chunk: bytes) -> None:
        """Read replies. The hot path: one call for each read, one iteration for each case."""
        lines = self.child.lines(chunk)
        self.nap = nap_after(self.nap, len(lines), len(self._in_flight))
        if not lines:
            self._watch_flood()
            return
        if self.hello is None and not self._greet(lines):
            return
        flying, done = self._in_flight, self.done
        for line in lines:
            if flying and line == flying[0][3]:  # nearly all lines
                _, self._last, octets, _ = flying.popleft()
                self._octets -= octets
                done.append((self._last[0], AS_DUE))
                continue
            try:
                number, seen = read_reply(line)
            except Garbled as error:
                self._stray(f"{error}: {excerpt(line)}")
                return
            if not flying or number != flying[0][0]:
                self._misnumbered(number, line)
                return
            _, self._last, octets, _ = flying.popleft()
            self._octets -= octets
            if seen.kind == "failed" and not seen.stderr:
                seen = Observation("failed", detail=seen.detail, stderr=self.child.stderr_tail())
            done.append((self._last[0], seen))
        self.heard = monotonic()
        if not self._leaving:  # its time to exit runs on, whatever it writes
            self.deadline = self.heard + self._limits.timeout if self.busy else math.inf

    def _greet(self, lines: list[bytes]) -> bool:
        line = lines.pop(0)
        try:
            hello = read_hello(line)
        except Garbled as error:
            self.end("garbled", f"its answer to hello is {error}: {excerpt(line)}")
            return False
        if lines and not self._in_flight:
            self.end("garbled", f"it wrote another line after its answer to hello: {excerpt(lines[0])}")
            return False
        self.hello = hello
        return True

    def _watch_flood(self) -> None:
        bound = self._limits.output_mib * MIB + (16 * self._in_flight[0][2] if self._in_flight else 0)
        if self.child.partial > bound:
            self.end("flooded", f"it wrote {self.child.partial:,} bytes without a line feed: {self.child.fragment()}")

    def _misnumbered(self, number: int | None, line: bytes) -> None:
        """Handle a reply other than the expected one: repeated, late, early, or to no request."""
        awaited = self._in_flight[0][0] if self._in_flight else None
        if number is not None and number == self._last_answered():
            self.end("garbled", f"it answered request {number} again: {excerpt(line)}", late=True)
        elif awaited is None:
            self._stray(f"it wrote a reply that nobody asked for: {excerpt(line)}")
        else:
            answered = "a reply without an id" if number is None else f"a reply to request {number}"
            said = f"it wrote {answered} when {awaited} was expected: {excerpt(line)}"
            if number is not None and awaited < number <= self._asked:
                self.end("garbled", said)
            else:
                self._stray(said)

    def _last_answered(self) -> int:
        return self._asked - len(self._in_flight)

    def _stray(self, detail: str) -> None:
        """Handle a line that answers nothing: it follows the last answer, or replaces the next one."""
        self.strayed = f"it wrote a line that answers no request: {detail}"
        if self._in_flight and not self._alone:
            if self.done and self._last:
                self.done.pop()
                self.doubtful.append(self._last)
            self.doubtful.append(self._in_flight.popleft()[1])
        self.end("garbled", detail if self._in_flight else self.strayed, late=not self._in_flight)

    # The end

    def expire(self) -> None:
        """Handle an expired deadline: for hello, for the case at the head, or for the exit."""
        if self.child.exited():
            self.check_exit()
        elif self._leaving:
            self.complaint = f"it did not exit within {self._limits.timeout:g} s of the end of its input"
            self._close()
        elif self._ailment:
            self.end("garbled", f"it {self._ailment} and lived on")
        elif self.hello and not self._in_flight:
            unread = f"did not read the rest in {self._limits.timeout:g} s"
            self.end("hung", f"it answered before it had read the request, and {unread}", late=True)
        elif self.hello is None:
            self.end(
                "hung",
                f"it did not answer hello within {self._limits.startup:g} s"
                " (does it read line by line, and flush each line it writes?)",
            )
        else:
            half = f", only half a line: {self.child.fragment()}" if self.child.partial else ""
            self.end("hung", f"no reply within {self._limits.timeout:g} s{half}")

    def end(self, kind: Kind, detail: str, cause: str = "", *, late: bool = False) -> None:
        """Kill the child and assign the blame: to the case at the head, or (`late`) to the last one answered."""
        self.died = True
        self.child.kill()
        stderr = self.child.stderr_tail()
        self._close()
        if self.hello is None:
            self.failure = CannotRun(f"The codec cannot be run: {detail}.", stderr)
        kind, cause, detail = self._limits.blame(kind, cause, detail, stderr=stderr, child=self.child)
        blamed = Observation(kind, detail=detail, cause=cause, stderr=stderr)
        if self.doubtful:
            pass  # no case is blamed before both are asked again
        elif self.hello is not None and late:
            if self.done:
                self.done[-1] = (self.done[-1][0], blamed)
            else:
                self.unblamed = detail
        elif self.hello is not None and self._in_flight:
            self.done.append((self._in_flight.popleft()[1][0], blamed))
        self.left = [item for _, item, _, _ in self._in_flight]
        self._in_flight.clear()

    def _close(self) -> None:
        child = self.child
        self._loop.forget(child.stdin, child.stdout, child.stderr, child.gone)
        child.close()
        self.over = True

    def abandon(self) -> None:
        """Kill the child and discard the requests in flight."""
        if not self.over:
            self.died = True
            self._close()

    @property
    def wakes(self) -> float:
        """The time at which the session next needs attention, if the child does nothing until then."""
        return min(self.deadline, self.heard + HOLD) if self.done and not self._unread else self.deadline

    def take_observations(self, hold: bool) -> list[tuple[K, Observation]]:
        """Return the observations that are final; with `hold`, briefly keep back the last one while the child lives.

        It is also kept back if an unexpected line has begun; if that line does not end, the last answer is garbled.
        Nothing is final while the request was not read completely.
        """
        waits = self.done and not self.over and (hold or self._unread or self._goes_on)
        if waits and not self._unread and monotonic() >= self.heard + HOLD:
            self.expect_nothing_more()
            waits = False
        done = self.done
        self.done = [done.pop()] if waits else []
        return done

    @property
    def _unread(self) -> bool:
        """Return whether the request that was answered last was not read completely."""
        return bool(self.child.unsent and not self._in_flight)

    @property
    def _goes_on(self) -> bool:
        """Return whether a line has begun although nothing is in flight, so that it is no reply."""
        return bool(self.child.partial and not self._in_flight)

    def expect_nothing_more(self) -> None:
        """Blame the last answer for the beginning of a line after it."""
        if self._goes_on and not self.over:
            self.end("garbled", f"it went on after its answer: {self.child.fragment()}", late=True)
