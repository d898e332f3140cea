"""State between requests: tours that provoke it, and the shortest sequence after which a question fails."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest
from msgspec import Raw

from goldenwire.corpus.vector import PermittedOutcome
from goldenwire.judge import PASS, Judgement, Question
from goldenwire.judge.reasons import DependsOnEarlier
from goldenwire.protocol import Observation, Operation, Request
from goldenwire.sequences import Kinds, RecentQuestions, Replays, is_same, recent, replay, shortest, tour, walk
from harness import toy

VECTOR = toy.nonce()


def ask(name: str, operation: Operation = "decode", size: int = 1, **how: object) -> Question:
    vector = msgspec.structs.replace(
        VECTOR, id=f"toy/{name}", feature=f"toy/{name.partition('/')[0]}", data=bytes(size)
    )
    return Question(msgspec.structs.replace(vector, **how), operation)


@pytest.mark.parametrize("count", range(7))
def test_in_a_tour_each_number_follows_each_number_once(count: int) -> None:
    numbers = list(tour(count))
    pairs = list(pairwise(numbers))
    assert len(pairs) == len(set(pairs)) == count**2
    assert set(numbers) == set(range(count))


# The items that have to be there, in order, for the test to fail.
NEEDED: dict[str, list[int]] = {
    "the last one": [99], "the first one": [0], "one in the middle": [42], "two": [3, 77],
    "two that are recent": [97, 98], "three": [10, 11, 90], "all that there are": list(range(100)),
    "one that is not there": [100],
}  # fmt: skip


@pytest.mark.parametrize("needed", NEEDED.values(), ids=NEEDED)
def test_the_items_that_a_failure_needs_are_found(needed: list[int]) -> None:
    def fails(items: Sequence[int]) -> bool:
        return set(needed) <= set(items)

    assert shortest(range(100), fails) == ([] if 100 in needed else needed)


def test_nothing_is_tried_if_there_are_no_items() -> None:
    assert shortest([], lambda _: True) == []


@pytest.mark.parametrize(("limit", "value"), [("MOST", 3), ("OCTETS", 3)])
def test_the_recent_questions_of_a_process_are_kept_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    monkeypatch.setattr(recent, limit, value)
    questions, kept = [ask(f"a/{number}") for number in range(5)], RecentQuestions()
    for question in questions:
        kept.add(question)
    assert kept.before(questions[4]) == questions[2:4]
    assert kept.before(ask("b/1")) == questions[2:]


def test_the_questions_of_another_process_are_not_earlier_ones() -> None:
    questions, kept = [ask(f"a/{number}") for number in range(6)], RecentQuestions()
    for number, question in enumerate(questions):
        kept.add(question, number % 2)
    assert kept.before(questions[5]) == [questions[1], questions[3]]
    assert kept.of(1) == questions[1::2]


def test_a_tour_has_the_shortest_questions_of_each_kind_and_some_that_fail() -> None:
    kinds = Kinds()
    for size in (9, 3, 5000, 7, 8, 2):
        kinds.add(ask(f"a/{size}", size=size))
    kinds.add(ask("a/1", "encode"))
    kinds.add(ask("b/1", format="other", feature="other/b"))
    failing = ask("a/failing")
    kinds.add_failing(failing)
    questions = kinds.tour("toy")
    assert len(questions) == 3**2 + 1
    assert {question.vector.id for question in questions} == {
        "toy/a/2",
        "toy/a/3",
        "toy/a/7",
        "toy/a/8",
        "toy/a/1",
        "toy/a/failing",
    }
    assert [question is failing for question in questions] == [not kinds.has_passed(one) for one in questions]
    assert kinds.tour("none") == []


def test_a_tour_has_no_question_that_leads_to_a_long_value() -> None:
    kinds, long = Kinds(), Raw(b'"%s"' % (b"a" * 5000))
    kinds.add(ask("a/short"))
    kinds.add(ask("a/accepted", value=long))
    kinds.add(ask("b/either", value=Raw(), verdict="either", outcomes={"accept": PermittedOutcome(value=long)}))
    assert {question.vector.id for question in kinds.tour("toy")} == {"toy/a/short"}


def test_a_tour_has_a_limited_number_of_kinds() -> None:
    kinds = Kinds()
    for number in range(100):
        kinds.add(ask(f"{number:03}/a"))
    questions = kinds.tour("toy")
    assert len(questions) == 40**2 + 1
    assert {question.vector.id for question in questions} >= {"toy/000/a", "toy/050/a", "toy/097/a"}


class Stateful:
    """A codec that answers `b` wrongly after `a`, unless `c` came between; and counts its processes."""

    def __init__(self) -> None:
        self.fresh = 0

    def answer(self, state: dict[str, bool], request: Request) -> Observation:
        name = bytes(request.value or b"").decode()
        is_wrong = name == "b" and state.get("a", False)
        state["a"] = name == "a" or (state.get("a", False) and name != "c")
        return toy.value(["wrong" if is_wrong else name])

    def ask(self, request: Request) -> Observation:
        return self.answer({}, request)

    def ask_fresh(self, requests: Sequence[Request]) -> Observation:
        self.fresh += 1
        state: dict[str, bool] = {}
        return [self.answer(state, request) for request in requests][-1]


def letters(word: str) -> list[Question]:
    return [ask(f"letters/{letter}", "encode", value=Raw(letter.encode())) for letter in word]


SEQUENCES: dict[str, tuple[str, tuple[str, ...]]] = {
    "the one before": ("xxab", ("encode toy/letters/a",)),
    "one further back": ("axxxxxxxxxb", ("encode toy/letters/a",)),
    "the latest of several": ("aacxaxb", ("encode toy/letters/a",)),
    "none": ("acxb", ()),
}


@pytest.mark.parametrize(("asked", "needed"), SEQUENCES.values(), ids=SEQUENCES)
def test_a_failure_is_explained_by_the_questions_that_it_needs(asked: str, needed: tuple[str, ...]) -> None:
    replays, seen = Replays(Stateful()), toy.value(["wrong"])
    *earlier, question = letters(asked)
    alone = replays.ask(question)
    assert alone == toy.value(["b"])
    reason = replays.explain(question, earlier, seen, alone)
    assert reason == (DependsOnEarlier("encode toy/letters/b", needed, 'value ["b"]') if needed else None)
    assert replays.found is bool(needed)


def test_after_some_searches_no_more_questions_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "SEARCHES", 1)
    codec, seen, (first, second) = Stateful(), toy.value(["wrong"]), letters("ab")
    replays = Replays(codec)
    reasons = [replays.explain(second, [first], seen, toy.value(["b"])) for _ in range(2)]
    assert [reason.after for reason in reasons if reason] == [("encode toy/letters/a",), ()]
    assert codec.fresh == 1


def test_a_codec_that_starts_slowly_is_asked_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 2))
    monkeypatch.setattr(replay, "monotonic", lambda: next(clock))
    codec = Stateful()
    replays, [question] = Replays(codec), letters("b")
    for _ in range(6):
        replays.ask(question)
    assert codec.fresh == 3
    assert Replays(None).ask(question) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (toy.value(["1"]), toy.value(["1"]), True),
        (toy.value(["1"]), toy.value(["2"]), False),
        (toy.rejected("VALUE", 1), toy.rejected("VALUE", 1), True),
        (toy.rejected("VALUE", 1), toy.rejected("VALUE", 2), False),
        (toy.rejected("VALUE"), toy.octets(b""), False),
    ],
)
def test_answers_are_the_same_with_their_offsets(one: Observation, other: Observation, same: bool) -> None:
    assert is_same(one, other) is same


def test_a_walk_ends_at_the_first_failure_of_a_question_that_has_passed() -> None:
    questions, codec = letters("abcb"), toy.Codec(lambda request: toy.value([bytes(request.value or b"").decode()]))
    wrong = Judgement("fail")

    def judge(question: Question, seen: Observation) -> Judgement:
        return wrong if question.vector.id.endswith("b") else PASS

    found = walk(codec.ask_all, questions, lambda _: True, judge)
    assert (found.requests, found.question, found.earlier) == (2, questions[1], questions[:1])
    assert walk(codec.ask_all, questions, lambda question: question not in questions[1::2], judge).question is None


# Questions with the same bytes, by their context and value, and whether they are asked directly after one another.
TWINS: dict[str, tuple[tuple[str, str], bool]] = {
    "another context and value": (('{"a":2}', '"2"'), True),
    "another context alone": (('{"a":2}', '"1"'), False),
    "another value alone": (('{"a":1}', '"2"'), False),
}


@pytest.mark.parametrize(("second", "are_twins"), TWINS.values(), ids=TWINS)
def test_the_same_input_is_asked_again_in_another_context(second: tuple[str, str], are_twins: bool) -> None:
    kinds = Kinds()
    one, other = (
        ask(name, context=Raw(context.encode()), value=Raw(value.encode()))
        for name, (context, value) in (("a/one", ('{"a":1}', '"1"')), ("b/other", second))
    )
    for question in (one, other):
        kinds.add(question)
    assert kinds.tour("toy")[5:] == ([one, other, one] if are_twins else [])


def test_long_inputs_have_no_twins() -> None:
    kinds = Kinds()
    for number in (1, 2):
        kinds.add(ask(f"a/{number}", size=1000, context=Raw(b'{"a":%d}' % number), value=Raw(b'"%d"' % number)))
    assert len(kinds.tour("toy")) == 2  # of one kind, without twins
