"""The states of a codec's process, and the one table that says what each event leads to.

This module does no I/O and keeps no state of its own. `supervisor.py` (processes that answer many questions) and
`oneshot.py` (a process for each question) report events, and do what the table says.

States
======

A supervisor runs one process at a time. Without a process, its state says what may follow:

- NOT_RUNNING: no process has been started yet, or the last one has ended in good order. The next question starts one.
- BROKEN_DOWN: the last process died, was at fault, or could not be used any more. The next question starts another one,
  which counts as a restart.
- GIVEN_UP: no process will be started any more. Nothing leaves this state.

With a process, its state says what the harness waits for:

- STARTING: the answer to `hello`. Questions may be sent without waiting for it.
- IDLE: nothing. Every question is answered.
- BUSY: the reply to the first question in flight. Replies come in the order of the questions.
- UNREAD: every question is answered, but the codec has not read the last one to its end.
- STARTING_HALF_CLOSED, BUSY_HALF_CLOSED, IDLE_HALF_CLOSED: as above, but the codec has closed its standard input or
  output. Usually it is dying, and its exit follows in a moment. No more is asked. Once everything is answered, the
  process is replaced.
- CLOSING: its exit. There are no more questions, and its input is closed; its output is read to the end.
- ONE_SHOT: the exit of a process that answers a single question with all of its output.

Time limits
===========

A clock runs in every state in which the harness waits. Only the first question in flight has a time limit. It begins
when the question is asked or the reply before it comes, so a long queue costs no question its time. A codec that has
closed a pipe has GRACE seconds to exit. A codec that is told to exit gains no time by writing on.

The harness may be away from its loop for a while, since it judges answers and makes questions. If that takes longer
than AWAY seconds, nobody has read what the codec wrote, so each clock begins again (HARNESS_AWAY). Only the clock of
CLOSING runs on, because the codec owes no more answers.

Blame
=====

Each question gets exactly one observation: its reply, or a failure of which it is the cause. A fault ends the process,
and the table says what it is blamed on:

- FIRST: the first question in flight. It is the one that the codec works on when it dies, hangs, or writes an endless
  line. A reply to a later question is its fault too, since its own reply was skipped.
- LAST: the question that was answered last, for output that follows its answer. To make this possible, an answer is
  held back until the next reply, the end of the process, or HOLD seconds of silence. Once it has been handed out, no
  question can be blamed: the sentence is held against the codec.
- EITHER: a line that answers no question may follow the last answer, or replace the next one. Both questions are in
  doubt, and are asked again, each in a process of its own. There, the only question is the first one in flight or the
  last one answered, so the fault is its own.
- NO_HELLO: no question. The codec did not start properly. After TRIES such starts in a row it is given up, and each
  remaining question gets the observation `crashed`, with the cause `no restart`.
- COMPLAINT: no question. The codec answered everything, and ended with an error status or too late. The sentence is a
  complaint about the codec.
- NOBODY: no question. The codec exited while it was idle, or it closed a pipe after its answers.

Questions behind the one that is blamed are asked again, of the next process. If the process was stopped by one of its
limits (memory, processor time, processes, open files, size of files), it exits or says so in its log; then `limits.py`
names the limit in the observation, and the blame stays as it is.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from goldenwire.protocol import Fault, Kind

TRIES = 3  # starts in a row without a valid hello before a codec is given up
HOLD = 0.03  # seconds that an answer is held back
GRACE = 1.0  # seconds that a codec with a closed pipe may take to exit
AWAY = 0.05  # seconds outside the loop after which clocks begin again


class State(Enum):
    """The states of a supervisor and of its process."""

    NOT_RUNNING = auto()
    STARTING = auto()
    STARTING_HALF_CLOSED = auto()
    IDLE = auto()
    BUSY = auto()
    UNREAD = auto()
    BUSY_HALF_CLOSED = auto()
    IDLE_HALF_CLOSED = auto()
    CLOSING = auto()
    ONE_SHOT = auto()
    BROKEN_DOWN = auto()
    GIVEN_UP = auto()


class Event(Enum):
    """Things that the codec or the harness did."""

    STARTED = auto()  # a process runs, and `hello` is sent to it
    STARTED_FOR_ONE = auto()  # a process runs, whose command line is the question
    START_FAILED = auto()
    TRIES_EXHAUSTED = auto()
    HELLO = auto()  # a valid answer to hello; ALL_REPLIED follows if no question was sent ahead
    BAD_HELLO = auto()
    ASKED = auto()
    REPLIED = auto()  # replies came, and other questions are in flight
    ALL_REPLIED = auto()  # nothing is in flight any more
    REPLIED_EARLY = auto()  # nothing is in flight any more, but the last question is not read to its end
    READ = auto()  # the last question is read to its end
    REPLY_REPEATED = auto()  # another reply to the question that was answered last
    REPLY_OUT_OF_TURN = auto()  # a reply to a question behind the first one in flight
    STRAY_OUTPUT = auto()  # a line that answers no question
    UNFINISHED_LINE = auto()  # the beginning of a line, and then silence, while nothing is in flight
    FLOOD = auto()  # a line, or the output of a one-shot codec, that is longer than allowed
    PIPE_CLOSED = auto()
    EXITED = auto()
    TIME_LIMIT = auto()
    HARNESS_AWAY = auto()
    NO_MORE_QUESTIONS = auto()
    DISCARDED = auto()  # the harness has no more use for the process; questions in flight are dropped


class Clock(Enum):
    """The time limit that begins: of `hello`, of a reply, of the exit after a pipe was closed or after the last reply.

    GRACE never prolongs the time that is left.
    """

    HELLO = auto()
    REPLY = auto()
    GRACE = auto()
    EXIT = auto()
    STOPPED = auto()


class Blame(Enum):
    """The question that a fault is blamed on, or where else it is recorded."""

    FIRST = auto()
    LAST = auto()
    EITHER = auto()
    NO_HELLO = auto()
    COMPLAINT = auto()
    NOBODY = auto()


class Transition(NamedTuple):
    """The new state; the clock that begins, if the running one does not go on; and of a fault, the blame and its kind.

    A state without a process means that the process is ended.
    """

    state: State
    clock: Clock | None = None
    blame: Blame | None = None
    kind: Kind | None = None


class Detail(NamedTuple):
    """The description of an event: a phrase; the stable identifier of an exit; the common mistake behind it, if any."""

    text: str = ""
    cause: str = ""
    fault: Fault | None = None


NO_DETAIL = Detail()


class ImpossibleEventError(RuntimeError):
    """An event that cannot happen in a state: an internal error of the harness."""


def _fault(blame: Blame, kind: Kind | None = None) -> Transition:
    return Transition(State.BROKEN_DOWN, Clock.STOPPED, blame, kind)


_ENDED = Transition(State.NOT_RUNNING, Clock.STOPPED)

TABLE: Mapping[State, Mapping[Event, Transition]] = {
    State.NOT_RUNNING: {
        Event.STARTED: Transition(State.STARTING, Clock.HELLO),
        Event.STARTED_FOR_ONE: Transition(State.ONE_SHOT, Clock.REPLY),
        Event.START_FAILED: Transition(State.NOT_RUNNING),
        Event.TRIES_EXHAUSTED: Transition(State.GIVEN_UP),
    },
    State.STARTING: {
        Event.HELLO: Transition(State.BUSY, Clock.REPLY),
        Event.BAD_HELLO: _fault(Blame.NO_HELLO, "garbled"),
        Event.ASKED: Transition(State.STARTING),
        Event.FLOOD: _fault(Blame.NO_HELLO, "flooded"),
        Event.PIPE_CLOSED: Transition(State.STARTING_HALF_CLOSED, Clock.GRACE),
        Event.EXITED: _fault(Blame.NO_HELLO, "crashed"),
        Event.TIME_LIMIT: _fault(Blame.NO_HELLO, "hung"),
        Event.HARNESS_AWAY: Transition(State.STARTING, Clock.HELLO),
        Event.DISCARDED: _ENDED,
    },
    State.STARTING_HALF_CLOSED: {
        Event.HELLO: Transition(State.BUSY_HALF_CLOSED, Clock.REPLY),
        Event.BAD_HELLO: _fault(Blame.NO_HELLO, "garbled"),
        Event.FLOOD: _fault(Blame.NO_HELLO, "flooded"),
        Event.PIPE_CLOSED: Transition(State.STARTING_HALF_CLOSED, Clock.GRACE),
        Event.EXITED: _fault(Blame.NO_HELLO, "crashed"),
        Event.TIME_LIMIT: _fault(Blame.NO_HELLO, "garbled"),
        Event.HARNESS_AWAY: Transition(State.STARTING_HALF_CLOSED, Clock.HELLO),
        Event.DISCARDED: _ENDED,
    },
    State.IDLE: {
        Event.ASKED: Transition(State.BUSY, Clock.REPLY),
        Event.REPLY_REPEATED: _fault(Blame.LAST, "garbled"),
        Event.STRAY_OUTPUT: _fault(Blame.LAST, "garbled"),
        Event.UNFINISHED_LINE: _fault(Blame.LAST, "garbled"),
        Event.FLOOD: _fault(Blame.LAST, "flooded"),
        Event.PIPE_CLOSED: Transition(State.IDLE_HALF_CLOSED),
        Event.EXITED: _fault(Blame.NOBODY),
        Event.HARNESS_AWAY: Transition(State.IDLE),
        Event.NO_MORE_QUESTIONS: Transition(State.CLOSING, Clock.EXIT),
        Event.DISCARDED: _ENDED,
    },
    State.BUSY: {
        Event.ASKED: Transition(State.BUSY),
        Event.REPLIED: Transition(State.BUSY, Clock.REPLY),
        Event.ALL_REPLIED: Transition(State.IDLE, Clock.STOPPED),
        Event.REPLIED_EARLY: Transition(State.UNREAD, Clock.REPLY),
        Event.REPLY_REPEATED: _fault(Blame.LAST, "garbled"),
        Event.REPLY_OUT_OF_TURN: _fault(Blame.FIRST, "garbled"),
        Event.STRAY_OUTPUT: _fault(Blame.EITHER, "garbled"),
        Event.FLOOD: _fault(Blame.FIRST, "flooded"),
        Event.PIPE_CLOSED: Transition(State.BUSY_HALF_CLOSED, Clock.GRACE),
        Event.EXITED: _fault(Blame.FIRST, "crashed"),
        Event.TIME_LIMIT: _fault(Blame.FIRST, "hung"),
        Event.HARNESS_AWAY: Transition(State.BUSY, Clock.REPLY),
        Event.DISCARDED: _ENDED,
    },
    State.UNREAD: {
        Event.READ: Transition(State.IDLE, Clock.STOPPED),
        Event.REPLY_REPEATED: _fault(Blame.LAST, "garbled"),
        Event.STRAY_OUTPUT: _fault(Blame.LAST, "garbled"),
        Event.FLOOD: _fault(Blame.LAST, "flooded"),
        Event.PIPE_CLOSED: Transition(State.IDLE_HALF_CLOSED, Clock.STOPPED),
        Event.EXITED: _fault(Blame.NOBODY),
        Event.TIME_LIMIT: _fault(Blame.LAST, "hung"),
        Event.HARNESS_AWAY: Transition(State.UNREAD, Clock.REPLY),
        Event.DISCARDED: _ENDED,
    },
    State.BUSY_HALF_CLOSED: {
        Event.REPLIED: Transition(State.BUSY_HALF_CLOSED, Clock.REPLY),
        Event.ALL_REPLIED: Transition(State.IDLE_HALF_CLOSED, Clock.STOPPED),
        Event.REPLY_REPEATED: _fault(Blame.LAST, "garbled"),
        Event.REPLY_OUT_OF_TURN: _fault(Blame.FIRST, "garbled"),
        Event.STRAY_OUTPUT: _fault(Blame.EITHER, "garbled"),
        Event.FLOOD: _fault(Blame.FIRST, "flooded"),
        Event.PIPE_CLOSED: Transition(State.BUSY_HALF_CLOSED, Clock.GRACE),
        Event.EXITED: _fault(Blame.FIRST, "crashed"),
        Event.TIME_LIMIT: _fault(Blame.FIRST, "garbled"),
        Event.HARNESS_AWAY: Transition(State.BUSY_HALF_CLOSED, Clock.REPLY),
        Event.DISCARDED: _ENDED,
    },
    State.IDLE_HALF_CLOSED: {
        Event.REPLY_REPEATED: _fault(Blame.LAST, "garbled"),
        Event.STRAY_OUTPUT: _fault(Blame.LAST, "garbled"),
        Event.UNFINISHED_LINE: _fault(Blame.LAST, "garbled"),
        Event.FLOOD: _fault(Blame.LAST, "flooded"),
        Event.PIPE_CLOSED: Transition(State.IDLE_HALF_CLOSED),
        Event.EXITED: _fault(Blame.NOBODY),
        Event.HARNESS_AWAY: Transition(State.IDLE_HALF_CLOSED),
        Event.DISCARDED: _fault(Blame.NOBODY),
    },
    State.CLOSING: {
        Event.REPLY_REPEATED: _fault(Blame.LAST, "garbled"),
        Event.STRAY_OUTPUT: _fault(Blame.LAST, "garbled"),
        Event.UNFINISHED_LINE: _fault(Blame.LAST, "garbled"),
        Event.FLOOD: _fault(Blame.LAST, "flooded"),
        Event.PIPE_CLOSED: Transition(State.CLOSING),
        Event.EXITED: Transition(State.NOT_RUNNING, Clock.STOPPED, Blame.COMPLAINT),
        Event.TIME_LIMIT: Transition(State.NOT_RUNNING, Clock.STOPPED, Blame.COMPLAINT),
        Event.HARNESS_AWAY: Transition(State.CLOSING),
        Event.DISCARDED: _ENDED,
    },
    State.ONE_SHOT: {
        Event.ALL_REPLIED: _ENDED,
        Event.STRAY_OUTPUT: Transition(State.NOT_RUNNING, Clock.STOPPED, Blame.FIRST, "garbled"),
        Event.FLOOD: Transition(State.NOT_RUNNING, Clock.STOPPED, Blame.FIRST, "flooded"),
        Event.EXITED: Transition(State.NOT_RUNNING, Clock.STOPPED, Blame.FIRST, "crashed"),
        Event.TIME_LIMIT: Transition(State.NOT_RUNNING, Clock.STOPPED, Blame.FIRST, "hung"),
        Event.HARNESS_AWAY: Transition(State.ONE_SHOT, Clock.REPLY),
        Event.DISCARDED: _ENDED,
    },
    State.BROKEN_DOWN: {
        Event.STARTED: Transition(State.STARTING, Clock.HELLO),
        Event.START_FAILED: Transition(State.BROKEN_DOWN),
        Event.TRIES_EXHAUSTED: Transition(State.GIVEN_UP),
    },
    State.GIVEN_UP: {},
}


def transition(state: State, event: Event) -> Transition:
    """Return what the event leads to. Raises ImpossibleEventError if it cannot happen in this state."""
    try:
        return TABLE[state][event]
    except KeyError:
        raise ImpossibleEventError(f"{event.name} cannot happen in the state {state.name}") from None


def is_possible(state: State, event: Event) -> bool:
    """Return whether the event can happen in this state."""
    return event in TABLE[state]


def has_process(state: State) -> bool:
    """Return whether there is a process in this state."""
    return Event.DISCARDED in TABLE[state]
