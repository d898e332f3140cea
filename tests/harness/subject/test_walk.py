"""Random walks: a pool drives processes that do anything at any time, and blames as the theory in states.py says."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldenwire.protocol import Observation, Request
from goldenwire.subject import Pool
from goldenwire.subject.pool import NOT_ASKED
from harness.subject.puppets import DEEDS, ENDS, LIMITS, NEVER, STARTS, Stage, request


class Round(NamedTuple):
    """Questions of one call: `leaves` after so many answers, if so many come; `is_away` for a while after so many."""

    mode: str
    deeds: list[str]
    leaves: int
    is_away: int


class Walk(NamedTuple):
    rounds: list[Round]
    jobs: int
    window: int
    careful: bool
    starts: list[str]
    ends: list[str]
    seed: int


ALL = 99  # more answers than a round has


def usually(first: str, others: list[str]) -> st.SearchStrategy[str]:
    return st.one_of(st.just(first), st.just(first), st.sampled_from(others))


def walk(*rounds: Round, jobs: int = 1, window: int = 5, careful: bool = False) -> Walk:
    return Walk(list(rounds), jobs, window, careful, [], [], 0)


KNOWN = {
    "a process ends while doubtful questions of another are asked": walk(
        Round("run", ["writes no reply"] * 8, ALL, ALL), jobs=2, window=2
    ),
    "a process closes a pipe while doubtful questions of another are asked": Walk(
        [Round("run", ["answers"] * 3 + ["writes an empty line first"] + ["answers"] * 2, ALL, ALL)],
        jobs=2, window=4, careful=False, starts=["closes its input and answers"], ends=[], seed=3180988,
    ),
    "an answer is held back when a run is left": walk(
        Round("run", ["answers"] * 2, 1, ALL), Round("ask", ["answers"], ALL, ALL)
    ),
    "each question has its own time": walk(Round("run", ["answers late"] * 5, ALL, ALL)),
    "the harness is away for longer than a question may take": walk(
        Round("run", ["answers", "answers late", "answers late"], ALL, 1)
    ),
}  # fmt: skip


ROUNDS = st.builds(
    Round,
    st.sampled_from(["run", "stay", "ask_all", "ask"]),
    st.lists(usually("answers", list(DEEDS)), max_size=8),
    st.sampled_from([ALL, ALL, 0, 1, 2]),
    st.sampled_from([ALL, ALL, 0, 1, 2]),
)
WALKS = st.builds(
    Walk,
    st.lists(ROUNDS, min_size=1, max_size=4),
    st.integers(1, 3),
    st.integers(1, 5),
    st.booleans(),
    st.one_of(st.just([]), st.lists(usually("answers", list(STARTS)), max_size=8)),
    st.lists(usually("exits", list(ENDS)), max_size=6),
    st.integers(0, 1 << 32),
)


def answers(pool: Pool, round: Round, asked: dict[int, Request]) -> Iterator[tuple[int, Observation]]:
    match round.mode:
        case "ask":
            for index, one in asked.items():
                yield index, pool.ask(one)
        case "ask_all":
            yield from pool.ask_all(asked.items())
        case mode:
            yield from pool.run(asked.items(), stay=mode == "stay")


def held_to(walk: Walk, round: Round, index: int, deed: str, stage: Stage) -> set[str]:
    """Return the kinds of observation that the question may get."""
    done = DEEDS[deed]
    kinds = {done.observed}
    is_away = round.is_away <= len(round.deeds)
    is_held = (walk.careful or round.mode in ("run", "stay")) and not is_away
    if done.trails and not (is_held and done.writes.endswith("\n") and not done.first):
        kinds.add("value")  # what came too late, or in the middle of the next line, or after its input was closed
    if done.trails and done.observed == "flooded":
        kinds.add("garbled")  # if silence came before it was long enough
    if done.reads_after == NEVER:
        kinds.add("value")  # if other requests were behind it in the pipe
    if index in stage.struck:
        kinds |= {"crashed", "garbled", "flooded", "value"}
    if is_away and any(end.startswith(("says", "floods")) for end in walk.ends):
        kinds |= {"garbled", "flooded"}  # what came at the end while the harness was away, and an answer was held back
    return kinds


@pytest.mark.parametrize("walk", KNOWN.values(), ids=KNOWN)
@pytest.mark.parametrize("seed", range(5))
def test_a_known_walk_is_as_the_theory_says(walk: Walk, seed: int) -> None:
    follow(walk._replace(seed=walk.seed + seed))


@pytest.mark.slow
@pytest.mark.parametrize("count", [200, 2000])
def test_each_question_is_answered_once_and_the_blame_is_that_of_the_theory(count: int) -> None:
    """The few walks are always the same."""
    settings(max_examples=count, derandomize=count == 200)(given(WALKS)(follow))()


def follow(walk: Walk) -> None:
    """Play the rounds of a walk, and check every observation and what is left at the end."""
    stage = Stage(Random(walk.seed), ["answers", *walk.starts], walk.ends)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("goldenwire.subject.pool.Loop", lambda: stage)
        patch.setattr("goldenwire.subject.supervisor.Child", stage.start)
        for module in ("pool", "supervisor"):
            patch.setattr(f"goldenwire.subject.{module}.monotonic", stage.monotonic)
        with Pool(["puppet"], replace(LIMITS, jobs=walk.jobs, window=walk.window)) as pool:
            if walk.careful:
                pool.be_careful()
            first = 0
            for round in walk.rounds:
                play(pool, round, first, walk, stage)
                first += len(round.deeds)
    assert [puppet.closed for puppet in stage.puppets] == [True] * len(stage.puppets)
    assert stage.handlers == {}
    ends = [
        *walk.ends,
        *("exits with 3" for round in walk.rounds for deed in round.deeds if "exit" in DEEDS[deed].then),
    ]
    if any(round.is_away < ALL for round in walk.rounds):
        ends.append("stays")  # while the harness is away, the clock of its exit runs on
    said = tuple(ENDS[end] for end in ends if ENDS[end])
    assert [complaint for complaint in pool.complaints if not complaint.startswith(said)] == []
    assert pool.restarts < len(stage.puppets) + len(walk.starts)


def play(pool: Pool, round: Round, first: int, walk: Walk, stage: Stage) -> None:
    """Ask the questions of a round, and check their observations."""
    asked = {first + at: request(first + at, deed) for at, deed in enumerate(round.deeds)}
    seen: dict[int, Observation] = {}
    source = answers(pool, round, asked)
    while len(seen) < round.leaves and (answer := next(source, None)):
        index, observation = answer
        assert index not in seen
        seen[index] = observation
        if len(seen) == round.is_away:
            stage.leave(1000)
    source.close()  # type: ignore[attr-defined]
    expected = list(asked)[: round.leaves]
    assert len(seen) == len(expected)
    if walk.jobs == 1 or round.mode.startswith("ask"):
        assert list(seen) == expected, "the order asked"
    for index, observation in seen.items():
        if observation.cause == "no restart" or observation.detail == NOT_ASKED:
            assert set(walk.starts) - {"answers"}
            continue
        deed = round.deeds[index - first]
        assert observation.kind in held_to(walk, round, index, deed, stage), (index, deed, observation)
