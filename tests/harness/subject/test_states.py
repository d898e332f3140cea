"""The transition table: every state is reached and left, and every event is either in it or cannot happen."""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import pytest

from goldenwire.subject.states import (
    TABLE,
    Blame,
    Clock,
    Event,
    ImpossibleEventError,
    State,
    Transition,
    has_process,
    is_possible,
    transition,
)

ARCHITECTURE = Path(__file__).parents[3] / "ARCHITECTURE.md"

S, E = State, Event
ALL = frozenset(State)
RUNNING = frozenset({
    S.STARTING, S.STARTING_HALF_CLOSED, S.IDLE, S.BUSY, S.UNREAD, S.BUSY_HALF_CLOSED, S.IDLE_HALF_CLOSED, S.CLOSING,
    S.ONE_SHOT,
})  # fmt: skip
GREETING = frozenset({S.STARTING, S.STARTING_HALF_CLOSED})
ANSWERING = frozenset({S.BUSY, S.BUSY_HALF_CLOSED})
ANSWERED = frozenset({S.IDLE, S.UNREAD, S.IDLE_HALF_CLOSED, S.CLOSING})
WAITING = RUNNING - {S.IDLE, S.IDLE_HALF_CLOSED}

STARTS = (E.STARTED, E.STARTED_FOR_ONE, E.START_FAILED, E.TRIES_EXHAUSTED)
ONE_AT_A_TIME = "a supervisor has one process at a time"
STILL = "without a process nothing happens until one is started"
# Events that cannot happen in some states, with the reason.
IMPOSSIBLE: list[tuple[tuple[Event, ...], frozenset[State], str]] = [
    (STARTS, RUNNING, ONE_AT_A_TIME),
    (STARTS, frozenset({S.GIVEN_UP}), "nothing is started any more"),
    ((E.STARTED_FOR_ONE,), frozenset({S.BROKEN_DOWN}), "a one-shot process is not restarted"),
    (tuple(event for event in Event if event not in STARTS), ALL - RUNNING, STILL),
    ((E.HELLO, E.BAD_HELLO), RUNNING - GREETING, "hello is answered once, or is a process of its own"),
    ((E.ASKED,), frozenset({S.STARTING_HALF_CLOSED, *ANSWERING, S.IDLE_HALF_CLOSED}) - {S.BUSY}, "a pipe is closed"),
    ((E.ASKED,), frozenset({S.UNREAD}), "the last question still fills the pipe"),
    ((E.ASKED,), frozenset({S.CLOSING, S.ONE_SHOT}), "its input is closed, or has the one question"),
    ((E.REPLIED, E.REPLIED_EARLY), RUNNING - ANSWERING, "nothing is in flight, or more would be"),
    ((E.ALL_REPLIED,), RUNNING - ANSWERING - {S.ONE_SHOT}, "nothing is in flight"),
    ((E.REPLIED_EARLY,), frozenset({S.BUSY_HALF_CLOSED}), "what is not sent yet is dropped when a pipe is closed"),
    ((E.READ,), RUNNING - {S.UNREAD}, "no question is answered and not read"),
    ((E.REPLY_REPEATED, E.REPLY_OUT_OF_TURN, E.STRAY_OUTPUT), GREETING, "the first line is the answer to hello"),
    ((E.REPLY_REPEATED, E.REPLY_OUT_OF_TURN), frozenset({S.ONE_SHOT}), "its output is one reply, or none"),
    ((E.REPLY_OUT_OF_TURN,), ANSWERED, "nothing is in flight, so it is stray output"),
    ((E.UNFINISHED_LINE,), GREETING | ANSWERING, "the line may be the beginning of what is awaited"),
    ((E.UNFINISHED_LINE,), frozenset({S.UNREAD}), "no answer is final before the question is read"),
    ((E.UNFINISHED_LINE, E.PIPE_CLOSED), frozenset({S.ONE_SHOT}), "its exit alone ends its output"),
    ((E.TIME_LIMIT,), RUNNING - WAITING, "no clock runs"),
    ((E.NO_MORE_QUESTIONS,), RUNNING - {S.IDLE}, "the harness first waits for every answer, and says it once"),
]  # fmt: skip

STATES = pytest.mark.parametrize("state", State, ids=lambda state: state.name)


def steps(state: State) -> list[tuple[Event, Transition]]:
    return list(TABLE[state].items())


def reached_from(state: State) -> set[State]:
    """Return the states that can follow, after any number of events."""
    found: set[State] = set()
    fresh = {state}
    while fresh:
        fresh = {expected.state for one in fresh for expected in TABLE[one].values()} - found
        found |= fresh
    return found


def test_every_state_is_reached() -> None:
    assert reached_from(State.NOT_RUNNING) == set(State)


@STATES
def test_every_state_but_the_last_has_a_way_to_the_last(state: State) -> None:
    assert (State.GIVEN_UP in reached_from(state)) == bool(TABLE[state]) == (state is not State.GIVEN_UP)


@STATES
def test_an_event_is_in_the_table_or_impossible_for_one_reason(state: State) -> None:
    reasons = {event: [one for events, states, one in IMPOSSIBLE if event in events and state in states] for event in E}
    assert {event.name: why for event, why in reasons.items() if len(why) + is_possible(state, event) != 1} == {}


@STATES
def test_an_impossible_event_is_an_error(state: State) -> None:
    event = next(event for event in Event if not is_possible(state, event))
    with pytest.raises(ImpossibleEventError, match=f"{event.name} cannot happen in the state {state.name}"):
        transition(state, event)


@STATES
def test_a_process_ends_with_its_exit_and_when_it_is_discarded(state: State) -> None:
    assert has_process(state) == (state in RUNNING)
    ends = [expected.state for event, expected in steps(state) if event in (Event.EXITED, Event.DISCARDED)]
    assert [has_process(end) for end in ends] == [False, False] * (state in RUNNING)


@STATES
def test_a_fault_ends_the_process(state: State) -> None:
    faults = [expected for _, expected in steps(state) if expected.blame]
    assert {has_process(expected.state) for expected in faults} <= {False}
    named = (Blame.FIRST, Blame.LAST, Blame.EITHER, Blame.NO_HELLO)
    assert [expected for expected in faults if bool(expected.kind) != (expected.blame in named)] == []


BLAMED_IN = {
    Blame.FIRST: ANSWERING | {S.ONE_SHOT},
    Blame.EITHER: ANSWERING,
    Blame.LAST: ANSWERED | ANSWERING,
    Blame.NO_HELLO: GREETING,
    Blame.COMPLAINT: frozenset({S.CLOSING}),
    Blame.NOBODY: ANSWERED,
    None: ALL,
}


@STATES
def test_only_a_question_that_exists_is_blamed(state: State) -> None:
    assert [event.name for event, expected in steps(state) if state not in BLAMED_IN[expected.blame]] == []


@STATES
def test_a_clock_runs_exactly_where_the_harness_waits(state: State) -> None:
    """An event begins a clock where none ran and one is needed, and stops it where none is needed."""
    runs_after = {
        event: expected.clock is not Clock.STOPPED if expected.clock else state in WAITING
        for event, expected in steps(state)
    }
    assert [event.name for event, expected in steps(state) if runs_after[event] != (expected.state in WAITING)] == []


@pytest.mark.parametrize("state", [state for state in State if state in RUNNING], ids=lambda state: state.name)
def test_the_time_that_the_harness_is_away_changes_no_state(state: State) -> None:
    expected = transition(state, Event.HARNESS_AWAY)
    assert (expected.state, bool(expected.clock)) == (state, state in WAITING - {State.CLOSING})


# The table for people


def described(expected: Transition, events: Iterable[Event]) -> str:
    """Return the events that lead to the same, and the failure that they are."""
    names = ", ".join(event.name for event in events)
    blame = " ".join(filter(None, (expected.blame and expected.blame.name, expected.kind)))
    return f"{names} ({blame})" if blame else names


def lines() -> list[str]:
    """Return the table in Markdown: for each state, the next states and the events that lead to them."""
    rows = ["| state | next state: events (what is blamed, and the kind of its failure) |", "| --- | --- |"]
    for state in State:
        ways = []
        order = list(State)
        steps = sorted(TABLE[state].items(), key=lambda step: order.index(step[1].state))
        for target, group in groupby(steps, key=lambda step: step[1].state):
            alike: dict[Transition, list[Event]] = {}
            for event, expected in group:
                alike.setdefault(expected._replace(clock=None), []).append(event)
            ways.append(
                f"**{target.name}**: " + ", ".join(described(expected, events) for expected, events in alike.items())
            )
        rows.append(f"| {state.name} | {'; '.join(ways) or 'none'} |")
    return rows


def test_the_architecture_has_the_table() -> None:
    assert "\n".join(lines()) in ARCHITECTURE.read_text()


if __name__ == "__main__":
    print("\n".join(lines()))  # noqa: T201 - to be pasted
