"""A walk: questions that the codec has answered well are asked again in another order, by one process."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from typing import NamedTuple

from msgspec import structs

from goldenwire.judge import Judgement, Question
from goldenwire.protocol import Observation, Request

AskAll = Callable[[Iterable[tuple[int, Request]]], Generator[tuple[int, Observation], None, None]]

BROKEN = {"fail", "declined"}  # what an answer must not become that was a pass


class Walked(NamedTuple):
    """The end of a walk: the number of requests, and the first question that passes no more, if there is one."""

    requests: int
    question: Question | None = None
    earlier: Sequence[Question] = ()
    seen: Observation = Observation("failed")
    judgement: Judgement = Judgement("pass")


def walk(
    ask_all: AskAll,
    questions: Sequence[Question],
    passed: Callable[[Question], bool],
    judge: Callable[[Question, Observation], Judgement],
) -> Walked:
    """Ask the questions in order, up to the first one that fails, or is declined, although it has passed before."""
    with closing(ask_all((index, question.request()) for index, question in enumerate(questions))) as answers:
        for index, seen in answers:
            question = questions[index]
            if passed(question) and (judgement := judge(question, seen)).finding in BROKEN:
                return Walked(index + 1, question, questions[:index], seen, structs.replace(judgement, finding="fail"))
    return Walked(len(questions))
