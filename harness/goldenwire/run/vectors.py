"""The stage of the vectors: passes as they come, then failures, the simplest first."""

from collections.abc import Iterable, Iterator

from goldenwire import judge
from goldenwire.corpus.vector import LoadedVector
from goldenwire.judge import Judgement, Question
from goldenwire.judge.held import HeldAnswers, JudgedAnswer
from goldenwire.judge.referee import is_in_notation, points_to
from goldenwire.protocol import MATCHES_EXPECTED, Observation, Request
from goldenwire.results import Finding
from goldenwire.results.findings import make_pass
from goldenwire.results.records import SlowestCase
from goldenwire.results.suspects import Directness, directness
from goldenwire.run.context import RunContext, Subject
from goldenwire.subject import Pace

LIVES = {"value", "bytes", "rejected", "failed"}  # observations of a codec whose process lives on


def _slowest(subject: Subject) -> SlowestCase | None:
    """Return the vector for which a codec that answers many questions took longest."""
    pace: Pace[Question] | None = getattr(subject, "pace", None)
    found = pace.slowest() if pace else None
    if found is None:
        return None
    vector, operation = found.key.vector, found.key.operation
    return SlowestCase(vector.id, operation, float(f"{found.seconds:.3g}"), float(f"{found.median:.3g}"))


class VectorStage:
    """Ask the vectors. `slowest` is the one that took longest, once they are asked."""

    def __init__(self, context: RunContext) -> None:
        self._context, self._held = context, HeldAnswers()
        self.slowest: SlowestCase | None = None

    def findings(self, vectors: Iterable[LoadedVector]) -> Iterator[Finding]:
        """Yield the findings of vectors: passes as they come, then failures, the simplest first."""
        context = self._context
        asked = judge.questions(vectors, context.negotiated, context.options.operation, context.not_asked)
        if context.done:
            asked = (question for question in asked if (question.vector.id, question.operation) not in context.done)
        for question, seen in self._asked(asked):
            if seen is MATCHES_EXPECTED:  # nearly all replies
                yield self._passed(question)
                continue
            judgement = context.judge(question, seen)
            if judgement is judge.PASS:
                yield self._passed(question)
            elif not self._hold(question, seen, judgement):
                yield context.found(question, seen, judgement)
        self.slowest = _slowest(context.subject)
        suspects = [suspect.requirement for suspect in context.spectrum.suspects()]
        for answer in self._held.release(suspects):
            yield context.found(*answer)

    def unreported(self) -> Iterator[Finding]:
        """Yield the failures that are still held back, of a run that ends early."""
        for answer in self._held.release():
            yield self._context.evidence(*answer)

    def _asked(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Observation]]:
        """Yield the answers to the questions; with `after`, each from a fresh process, after those questions."""
        context = self._context
        if not context.after or context.retry is None:
            yield from context.subject.run(self._requests(questions), stay=context.stays, expected=Question.expected)
            return
        earlier = [question.request() for question in context.after]
        for question in questions:
            if seen := context.retry.ask_fresh([*earlier, question.request()]):
                yield question, seen

    def _requests(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Request]]:
        for question in questions:
            self._context.recent.add(question, self._context.subject.asking)
            yield question, question.request()

    def _passed(self, question: Question) -> Finding:
        self._held.has_passed = True
        self._context.kinds.add(question)
        self._context.spectrum.add_pass(question.vector.id, question.vector.requirements, question.operation)
        return self._context.summarised(make_pass(question.vector, question.operation), question)

    def _hold(self, question: Question, seen: Observation, judgement: Judgement) -> bool:
        """Return whether a failure is held back until all vectors are asked, so that the simplest one comes first."""
        if judgement.finding != "fail":
            return False
        if seen.kind in LIVES:
            self._context.kinds.add_failing(question)
        found = directness(judgement.reasons) if is_in_notation(question) else Directness.ADAPTER
        pointed = points_to(question, self._context.negotiated[question.vector.format], seen)
        self._context.spectrum.add_failure(
            question.vector.id, question.vector.requirements, question.operation, found, pointed
        )
        return not self._context.options.fail_fast and self._held.take(JudgedAnswer(question, seen, judgement))
