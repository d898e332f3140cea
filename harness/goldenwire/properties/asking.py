"""Ask a codec the questions of properties, those that follow them up, and those that explain a failure."""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from goldenwire.corpus.vector import ABSENT
from goldenwire.judge import Judgement, Question
from goldenwire.judge.reasons import ExplainedBy
from goldenwire.protocol import ANSWERED, Observation, Request

K = TypeVar("K")


class Askable(Protocol):
    """A codec that answers one question, or many in the order asked, such as Pool and OneShot."""

    restarts: int

    def ask(self, request: Request) -> Observation: ...
    def ask_all(self, requests: Iterable[tuple[K, Request]]) -> Generator[tuple[K, Observation], None, None]: ...


class BuiltQuestion(NamedTuple):
    """A question, and those whose failure would explain its own: they are asked if it fails, and may excuse it."""

    question: Question
    explained_by: Callable[[], Iterable[Question]] = tuple


class Answer(NamedTuple):
    """The result of a question; `began` is the question that it followed up, or the same one."""

    question: Question
    seen: Observation
    judgement: Judgement
    began: Question


class Asking:
    """A codec and its judge. `trouble` is an exception raised while asking, which is no answer of the codec.

    `meanwhile` is called at each answer, while the codec may be working on the next; `asked` with each question.
    """

    def __init__(
        self,
        subject: Askable,
        judge: Callable[[Question, Observation], Judgement],
        asked: Callable[[Question], object] = lambda _: None,
    ) -> None:
        self._subject, self._judge, self._asked = subject, judge, asked
        self.trouble: Exception | None = None
        self.meanwhile: Callable[[], object] = lambda: None

    @property
    def restarts(self) -> int:
        """Return the number of times the codec was restarted."""
        return self._subject.restarts

    def ask(self, built_question: BuiltQuestion) -> Answer:
        """Ask a question and its follow-up; return the answer, excused if another failure explains it."""
        [answer] = self.ask_all([built_question.question])
        return self.excuse(built_question, answer)

    def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        """Ask questions and their follow-ups; return the answers up to the first breakdown of the codec.

        Follow-ups are asked once all questions are answered; one that is declined changes nothing.
        """
        answers = self._hear([(question, question) for question in questions])
        further = {
            place: (question, answer.began)
            for place, answer in enumerate(answers)
            if (question := _transcode_again(answer))
        }
        followed = self._hear(list(further.values()))
        for place, answer in zip(further, followed, strict=False):
            if answer.judgement.finding != "declined":
                answers[place] = answer
            if _broke_down(answer):
                return answers[: place + 1]
        return answers

    def _hear(self, asked: Sequence[tuple[Question, Question]]) -> list[Answer]:
        """Return the answers to questions, each given with the question that it follows up."""
        heard: list[Answer] = []
        try:
            with closing(self._subject.ask_all(self._requests(asked))) as answers:
                for (question, began), seen in answers:
                    heard.append(Answer(question, seen, self._judge(question, seen), began))
                    if _broke_down(heard[-1]):
                        break
                    self.meanwhile()
        except Exception as error:
            self.trouble = error
            raise
        return heard

    def _requests(
        self, asked: Sequence[tuple[Question, Question]]
    ) -> Iterator[tuple[tuple[Question, Question], Request]]:
        for question, began in asked:
            self._asked(question)
            yield (question, began), question.request()

    def excuse(self, built_question: BuiltQuestion, answer: Answer) -> Answer:
        """Return the answer; a failure is excused if the failure of another question explains it."""
        if answer.judgement.finding == "fail":
            for question in built_question.explained_by():
                [other] = self._hear([(question, question)])
                if other.judgement.finding == "fail":
                    explained = Judgement("explained", (ExplainedBy(question.operation),))
                    return answer._replace(judgement=explained)
        return answer


def _transcode_again(answer: Answer) -> Question | None:
    """Return the follow-up to a transcode that passes: to transcode the bytes that the codec wrote itself."""
    if answer.question.operation != "transcode" or answer.judgement.finding != "pass":
        return None
    return Question(msgspec.structs.replace(answer.question.vector, data=answer.seen.data, plan=ABSENT), "transcode")


def _broke_down(answer: Answer) -> bool:
    return answer.seen.kind not in ANSWERED
