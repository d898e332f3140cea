"""One process of the codec at a time: it is started, asked, heard, and ended as the table in states.py says.

The supervisor turns what the process does into events. `questions.py` knows what was asked and answered.
"""

import math
import select
from collections import deque
from collections.abc import Iterator
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

from goldenwire.protocol import Fault, Garbled, Hello, Observation, excerpt, hello_line, read_hello
from goldenwire.subject.child import Child, describe_exit
from goldenwire.subject.keeper import CannotRun, Keeper
from goldenwire.subject.limits import MIB, Limits
from goldenwire.subject.loop import Loop
from goldenwire.subject.pace import Pace
from goldenwire.subject.questions import Asked, Questions
from goldenwire.subject.states import (
    GRACE,
    HOLD,
    NO_DETAIL,
    TRIES,
    Blame,
    Clock,
    Detail,
    Event,
    State,
    Transition,
    has_process,
    is_possible,
    transition,
)

K = TypeVar("K")

WINDOW = 64  # questions in flight at first
QUICK = 0.005  # seconds; a codec that answers a full window in less benefits from a wider window


class Ended(NamedTuple):
    """Sentences about a process that has ended; empty if there is nothing to say.

    `complaint`: about its exit; `unblamed`: output that answers no question, and cannot be blamed on one any more;
    `stray`: a line that answers no question, for which some question may still be blamed.
    """

    complaint: str = ""
    unblamed: str = ""
    stray: str = ""


class Supervisor(Generic[K]):
    """Keep at most one process of a codec running, and ask it questions.

    `state` is its state; `hello` the answer of the process to hello; `failure` why the last start failed; `deadline`
    when the running clock ends; `heard` when the last reply came; `pace` receives the times of replies. A supervisor
    that is `alone` asks only one question.
    """

    child: Child

    def __init__(self, keeper: Keeper, command: list[str], limits: Limits, loop: Loop, *, alone: bool = False) -> None:
        self.state = State.NOT_RUNNING
        self.hello: Hello | None = None
        self.failure: CannotRun | None = None
        self.deadline = math.inf
        self.heard = 0.0
        self.pace: Pace[K] = Pace()
        self._since = 0.0  # when the process began with the first question in flight, as far as is known
        self._has_replied = False
        self.questions: Questions[K] = Questions(alone=alone)
        self._keeper, self._command, self._limits, self._loop = keeper, command, limits, loop
        self._alone = alone
        self._allowed = {
            Clock.HELLO: limits.startup,
            Clock.REPLY: limits.timeout,
            Clock.GRACE: min(GRACE, limits.timeout),
            Clock.EXIT: limits.timeout,
            Clock.STOPPED: math.inf,
        }
        self._failures = 0  # starts in a row without a valid hello
        self._ended: Ended | None = None
        self._stray = ""
        self._closed_pipe = ""  # of a half-closed process
        self._window, self._filled = 0, -math.inf  # questions; when it was last filled

    # The table

    def _follow(self, event: Event, detail: Detail = NO_DETAIL) -> None:
        """Do what the table says about an event, which `detail` describes."""
        had_process, expected = has_process(self.state), transition(self.state, event)
        self.state = expected.state
        if expected.clock is Clock.GRACE:
            self.deadline = min(self.deadline, monotonic() + self._allowed[expected.clock])
        elif expected.clock:
            self.deadline = monotonic() + self._allowed[expected.clock]
        if had_process and not has_process(expected.state):
            self._end(expected, detail)

    def _end(self, expected: Transition, detail: Detail) -> None:
        """End the process, and assign the blame."""
        child = self.child
        child.kill()
        stderr = child.stderr_tail()
        self._loop.forget(child.stdin, child.stdout, child.stderr, child.gone)
        child.close()
        seen = Observation("crashed")
        if expected.kind:
            kind, cause, said = self._limits.blame(expected.kind, detail.cause, detail.text, stderr=stderr, child=child)
            fault = detail.fault if said == detail.text else None  # otherwise a limit explains it
            seen = Observation(kind, detail=said, cause=cause, stderr=stderr, fault=fault)
        is_blamed = self.questions.end(expected.blame, seen)
        complaint = detail.text if expected.blame is Blame.COMPLAINT else ""
        self._ended = Ended(complaint, "" if is_blamed else seen.detail, self._stray)
        if expected.blame is Blame.NO_HELLO:
            self._fail(CannotRun(f"The codec cannot be run: {detail.text}.", stderr, detail.fault))

    def _fail(self, failure: CannotRun) -> None:
        self.failure = failure
        self._failures += 1
        if self._failures >= TRIES:
            self._follow(Event.TRIES_EXHAUSTED)

    @property
    def has_process(self) -> bool:
        return has_process(self.state)

    @property
    def is_greeting(self) -> bool:
        """Return whether the answer to hello is awaited."""
        return is_possible(self.state, Event.HELLO)

    @property
    def is_startable(self) -> bool:
        return is_possible(self.state, Event.STARTED)

    @property
    def is_busy(self) -> bool:
        """Return whether a question is in flight, or was answered before it was read completely."""
        return bool(self.questions.in_flight) or self.state is State.UNREAD

    # What the harness does

    def start(self) -> None:
        """Start a process and greet it. If none can be started, `failure` says why."""
        try:
            child = Child(self._keeper, self._command, self._limits)
        except CannotRun as failure:
            self._follow(Event.START_FAILED)
            self._fail(failure)
            return
        self.child, self.hello, self.failure = child, None, None
        self.questions = Questions(alone=self._alone)
        self._ended, self._stray, self._closed_pipe = None, "", ""
        self._window, self._filled = min(WINDOW, self._limits.window), -math.inf
        self._has_replied = False
        self._follow(Event.STARTED)
        self._loop.watch(child.stdout, self._on_stdout)
        self._loop.watch(child.stderr, self._on_stderr)
        self._loop.watch(child.stdin, self._on_stdin, 0)
        self._loop.watch(child.gone, self._check_exit)
        self._send(hello_line())

    def ask(self, again: deque[Asked[K]], source: Iterator[Asked[K]]) -> None:
        """Send as many questions as the window holds; those to be asked again come first."""
        if not is_possible(self.state, Event.ASKED) or self.child.unsent:
            return
        flying = self.questions.in_flight
        if not flying:
            self._since = monotonic()
            if self.heard - self._filled < QUICK:
                self._window = min(2 * self._window, self._limits.window)
        lines = self.questions.fill(self._window, again, source)
        if flying:
            self._filled = monotonic() if len(flying) == self._window else -math.inf
        if lines:
            self._follow(Event.ASKED)
            self._send(lines)

    def _send(self, data: bytes) -> None:
        try:
            self.child.send(data)
        except BrokenPipeError:
            self._close_pipe("standard input")
        if self.child.unsent:
            self._loop.watch(self.child.stdin, self._on_stdin, select.POLLOUT)

    def close_input(self) -> None:
        """Close the input of an idle process, and give it its time to exit."""
        if is_possible(self.state, Event.NO_MORE_QUESTIONS):
            self._follow(Event.NO_MORE_QUESTIONS)
            self._loop.forget(self.child.stdin)
            self.child.close_input()

    def restart_clock(self) -> None:
        """Let the clock begin again, because the harness was away."""
        self._since = monotonic()
        self._follow(Event.HARNESS_AWAY)

    def discard(self) -> None:
        """End the process; questions in flight are dropped."""
        if self.has_process:
            self._follow(Event.DISCARDED)

    def discard_half_closed(self) -> None:
        """End the process if everything is answered and no more can be asked."""
        if self.state is State.IDLE_HALF_CLOSED:
            self.discard()

    def forget_questions(self) -> None:
        """Drop all questions and answers; only an idle process stays."""
        if self.state is not State.IDLE:
            self.discard()
        self.questions.forget()

    # What the process does

    def _on_stdin(self) -> None:
        """Write more input, or notice that the pipe is broken."""
        if not self.child.unsent:
            self._close_pipe("standard input")
            return
        try:
            self.child.flush()
        except BrokenPipeError:
            self._close_pipe("standard input")
            return
        if not self.child.unsent:
            self._loop.watch(self.child.stdin, self._on_stdin, 0)
            if is_possible(self.state, Event.READ):
                self._follow(Event.READ)

    def _on_stdout(self) -> None:
        chunk = self.child.read()
        if chunk:
            self._take(chunk)
        elif chunk is not None:
            self._loop.forget(self.child.stdout)
            self._close_pipe("standard output")

    def _on_stderr(self) -> None:
        if not self.child.read_stderr():
            self._loop.forget(self.child.stderr)

    def _close_pipe(self, pipe: str) -> None:
        self._closed_pipe = self._closed_pipe or pipe
        self._loop.forget(self.child.stdin)
        self.child.unsent = memoryview(b"")
        self._follow(Event.PIPE_CLOSED)

    def _check_exit(self) -> None:
        """Check for the exit of the process. Its earlier output still counts, and a descendant may hold its pipes."""
        if not self.child.has_exited():
            return
        status = self.child.kill()
        for chunk in self.child.read_rest():
            self._take(chunk)
            if not self.has_process:
                return
        cause, sentence = describe_exit(status)
        if self.state is State.CLOSING:
            self.expect_nothing_more()
            if self.has_process:
                bad = f"{sentence} at the end of its input (expected: 0)"
                self._follow(Event.EXITED, Detail(bad) if status else NO_DETAIL)
            return
        fault: Fault | None = "ended" if status == 0 else "exited" if status > 0 else None
        if self.is_greeting:
            sentence += " before it answered hello"
        if self.child.partial:
            sentence += f" in the middle of a line: {self.child.describe_fragment()}"
        self._follow(Event.EXITED, Detail(sentence, cause, fault))

    def _take(self, chunk: bytes) -> None:
        """Take output: the answer to hello, and replies."""
        lines = self.child.split_lines(chunk)
        if not lines:
            self._watch_flood()
            return
        if self.is_greeting and not self._take_hello(lines):
            return
        flying = self.questions.in_flight
        first, waiting = flying[0][1] if flying else None, len(flying)
        misplaced = self.questions.take(lines, self.child.stderr_tail)
        if is_possible(self.state, Event.REPLIED):
            self.heard = monotonic()
            if first:
                self._measure(first[0], waiting - len(flying))
            self._follow(self._progress())
        if misplaced:
            event, detail = misplaced
            if event is Event.STRAY_OUTPUT:
                self._stray = f"it wrote a line that answers no request: {detail.text}"
                detail = detail if self.questions.in_flight else detail._replace(text=self._stray)
            self._follow(event, detail)

    def _measure(self, key: K, answers: int) -> None:
        """Record the time of replies, of which the first one is to the question `key`."""
        if answers and self._has_replied:
            self.pace.add(key, self.heard - self._since, answers)
        self._has_replied |= answers > 0
        self._since = self.heard

    def _progress(self) -> Event:
        """Return the event that replies have led to."""
        if self.questions.in_flight:
            return Event.REPLIED
        return Event.REPLIED_EARLY if self.child.unsent else Event.ALL_REPLIED

    def _take_hello(self, lines: list[bytes]) -> bool:
        """Take the answer to hello from the lines; return whether it is valid."""
        line = lines.pop(0)
        try:
            hello = read_hello(line)
        except Garbled as error:
            self._follow(Event.BAD_HELLO, Detail(f"its answer to hello is {error}: {excerpt(line)}", fault=error.fault))
            return False
        if lines and not self.questions.in_flight:
            said = f"it wrote another line after its answer to hello: {excerpt(lines[0])}"
            self._follow(Event.BAD_HELLO, Detail(said))
            return False
        self.hello = hello
        self._failures = 0
        self._follow(Event.HELLO)
        return True

    def _watch_flood(self) -> None:
        if self.child.partial > self._limits.output_mib * MIB + 16 * self.questions.first_octets():
            detail = f"it wrote {self.child.partial:,} bytes without a line feed: {self.child.describe_fragment()}"
            self._follow(Event.FLOOD, Detail(detail))

    def expire(self) -> None:
        """Handle the end of the running clock."""
        if self.child.has_exited():
            self._check_exit()
        else:
            self._follow(Event.TIME_LIMIT, self._describe_delay())

    def _describe_delay(self) -> Detail:
        timeout = self._limits.timeout
        match self.state:
            case State.STARTING:
                hint = "does it read line by line, and flush each line it writes?"
                return Detail(f"it did not answer hello within {self._limits.startup:g} s ({hint})", fault="silent")
            case State.STARTING_HALF_CLOSED | State.BUSY_HALF_CLOSED:
                return Detail(f"it closed its {self._closed_pipe} and lived on", fault="closed-pipe")
            case State.UNREAD:
                return Detail(f"it answered before it had read the request, and did not read the rest in {timeout:g} s")
            case State.CLOSING:
                return Detail(f"it did not exit within {timeout:g} s of the end of its input")
            case _:
                half = f", only half a line: {self.child.describe_fragment()}" if self.child.partial else ""
                return Detail(f"no reply within {timeout:g} s{half}")

    # Results

    @property
    def wakes(self) -> float:
        """The time at which the supervisor next needs attention, if the process does nothing until then."""
        if self.state is State.IDLE_HALF_CLOSED:
            return 0.0  # it is to be discarded
        is_held = self.questions.answers and self.state is not State.UNREAD
        return min(self.deadline, self.heard + HOLD) if is_held else self.deadline

    def take_answers(self, *, hold: bool) -> list[tuple[K, Observation]]:
        """Return the observations that are final; with `hold`, the last one only after HOLD seconds of silence.

        It is also held back if an unexpected line has begun; if that line does not end, the last answer is garbled.
        Nothing is final while the question is not read completely.
        """
        unread = self.state is State.UNREAD
        is_held = bool(self.questions.answers) and self.has_process and (hold or unread or self._has_begun_a_line)
        if is_held and not unread and monotonic() >= self.heard + HOLD:
            self.expect_nothing_more()
            is_held = False
        return self.questions.hand_out(but_the_last=is_held)

    @property
    def has_ended(self) -> bool:
        """Return whether a process has ended, and `take_end` is due before another is started."""
        return self._ended is not None

    def take_end(self) -> Ended | None:
        """Return once what there is to say about a process that has ended."""
        ended, self._ended = self._ended, None
        return ended

    @property
    def _has_begun_a_line(self) -> bool:
        """Return whether a line has begun although nothing is in flight, so that it is no reply."""
        return bool(self.child.partial and not self.questions.in_flight)

    def expect_nothing_more(self) -> None:
        """Blame the last answer for the beginning of a line after it."""
        if is_possible(self.state, Event.UNFINISHED_LINE) and self.child.partial:
            self._follow(
                Event.UNFINISHED_LINE, Detail(f"it went on after its answer: {self.child.describe_fragment()}")
            )
