"""Wrong answers are held back until all vectors are asked, and released with the simplest one first."""

from collections.abc import Sequence

import msgspec
import pytest

from goldenwire.formats import trees
from goldenwire.judge import Judgement, Question, held
from goldenwire.judge.held import HeldAnswers, JudgedAnswer, simplicity
from goldenwire.judge.referee import is_in_notation
from goldenwire.protocol import Observation, Operation
from harness import toy

VECTOR = toy.nonce()
FAILS = Judgement("fail")


def ask(operation: Operation = "decode", size: int = 1, **how: object) -> Question:
    data = b"\1" * size
    return Question(msgspec.structs.replace(VECTOR, data=data, value=toy.raw(["1"] * size), **how), operation)


# The simpler question, the other one, and the suspects.
PAIRS: dict[str, tuple[Question, Question, Sequence[str]]] = {
    "fewer bytes": (ask(size=2), ask(size=3), ()),
    "decoding before encoding": (ask(size=9), ask("encode"), ()),
    "encoding before transcoding": (ask("encode", 9), ask("transcode"), ()),
    "one defect before two": (ask(size=9), ask(first="VERSION"), ()),
    "a suspect before size": (ask(size=9, requirements=("A-01",)), ask(), ("A-01",)),
    "two suspects before one": (
        ask(size=9, requirements=("A-01", "B-01")), ask(requirements=("A-01",)), ("A-01", "B-01"),
    ),
    "the first suspect before the second": (
        ask(size=9, requirements=("B-01",)), ask(requirements=("A-01",)), ("B-01", "A-01"),
    ),
    "one defect before a suspect": (ask(size=9), ask(first="VERSION", requirements=("A-01",)), ("A-01",)),
    "what no policy decides before a suspect": (
        ask(size=9), ask(policy="toy.choice", requirements=("A-01",)), ("A-01",),
    ),
    "the notation last": (
        ask("transcode", 9), ask("encode", verdict="reject", id="daphne/requests/kind", format="daphne"), (),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("simple", "other", "suspects"), PAIRS.values(), ids=PAIRS)
def test_the_simplest_is_released_first(simple: Question, other: Question, suspects: Sequence[str]) -> None:
    answers = HeldAnswers()
    for question in (other, simple, other):
        assert answers.take(JudgedAnswer(question, Observation("bytes", data=b""), FAILS))
    assert [answer.question for answer in answers.release(suspects)] == [simple, other, other]
    assert simplicity(simple, suspects) < simplicity(other, suspects)
    assert list(answers.release()) == []


def test_what_is_equally_simple_keeps_its_order() -> None:
    answers = HeldAnswers()
    questions = [ask(id=f"toy/a/{number}") for number in range(5)]
    for question in questions:
        answers.take(JudgedAnswer(question, Observation("bytes", data=b""), FAILS))
    assert [answer.question for answer in answers.release()] == questions


@pytest.mark.parametrize(("kind", "is_held"), [("crashed", False), ("hung", False), ("failed", False), ("value", True)])
def test_a_codec_that_breaks_down_from_the_start_is_not_held_back(kind: str, is_held: bool) -> None:
    answers, answer = HeldAnswers(), JudgedAnswer(ask(), Observation(kind), FAILS)  # type: ignore[arg-type]
    assert answers.take(answer) is is_held
    answers.has_passed = True
    assert answers.take(answer)


@pytest.mark.parametrize(("limit", "value"), [("MOST", 2), ("OCTETS", 250)])
def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch, limit: str, value: int) -> None:
    monkeypatch.setattr(held, limit, value)
    answers = HeldAnswers()
    seen = Observation("bytes", data=bytes(100))
    assert [answers.take(JudgedAnswer(ask(), seen, FAILS)) for _ in range(3)] == [True, True, False]


NOT_IN_NOTATION = {"daphne": 115, "dynd": 126, "dspack": 165, "sciserialize": 32, "msgpack": 0}


@pytest.mark.parametrize(("format", "count"), NOT_IN_NOTATION.items(), ids=NOT_IN_NOTATION)
def test_the_requests_that_are_not_in_the_notation_are_refusals(format: str, count: int) -> None:
    vectors = [vector for vector in trees(None).load(format, data=False) if vector.verdict == "reject"]
    questions = (Question(vector, operation) for vector in vectors for operation in vector.operations)
    outside = [question for question in questions if not is_in_notation(question)]
    assert len(outside) == count
    assert {question.operation for question in outside} <= {"encode"}
    assert all(question.vector.bytes is None for question in outside)
