"""The stage of sequences: saved ones are replayed, and questions that passed are asked again, each kind after each."""

from collections.abc import Iterator, Sequence

from goldenwire import judge
from goldenwire.corpus.vector import LoadedVector
from goldenwire.judge import Question
from goldenwire.judge.difference import observed
from goldenwire.judge.held import JudgedAnswer
from goldenwire.judge.reasons import AnsweredDifferently, DependsOnEarlier
from goldenwire.protocol import Observation, Request
from goldenwire.results import Finding
from goldenwire.results.findings import NO_STATE, SEQUENCE, make_stateless, of_sequence
from goldenwire.run.context import RunContext
from goldenwire.sequences import Retrying, SavedSequences, is_same, named, walk

NO_RESTART = "the codec could not be started again"


class SequenceStage:
    """Ask sequences of questions. `requests` counts those of the tours."""

    def __init__(self, context: RunContext, saved: SavedSequences | None) -> None:
        self._context, self._saved = context, saved
        self.requests = 0

    def findings(self) -> Iterator[Finding]:
        """Yield the findings of saved sequences, then those of the tours."""
        yield from self._replay_saved()
        yield from self._walk_all()

    def _walk_all(self) -> Iterator[Finding]:
        """Ask questions again, each kind after each kind; yield a finding for a format if an answer is another one.

        A codec without state has no such finding, unless it is listed as a known failure.
        """
        for format in self._context.negotiated if self._context.walks else ():
            key = f"{format}/{NO_STATE}", SEQUENCE
            if key in self._context.done:
                continue
            found = self._walk(format)
            if found or key in self._context.known.known:
                yield found or make_stateless(format)

    def _walk(self, format: str) -> Finding | None:
        """Ask a tour of the format's questions; return the finding of the first that passes no more."""
        context, kinds = self._context, self._context.kinds
        walked = walk(context.subject.ask_all, kinds.tour(format), kinds.has_passed, context.judge)
        self.requests += walked.requests
        _, question, earlier, seen, judgement = walked
        if question is None:
            return None
        failure = of_sequence(context.evidence(question, seen, judgement), f"{format}/{NO_STATE}")
        alone = context.replays.ask(question)
        before = [*context.recent.of(0), *earlier]  # tours are asked of the first process
        if alone and (reason := context.replays.explain(question, before, seen, alone)):
            return failure.because(*failure.reasons, reason)
        differently = AnsweredDifferently(observed(alone) if alone else "")
        return failure.because(*failure.reasons, differently, finding="flaky")

    def _replay_saved(self) -> Iterator[Finding]:
        """Ask the saved sequences, each in a fresh process; yield a finding for each that the codec can be asked."""
        context = self._context
        if self._saved is None or context.retry is None:
            return
        for sequence in self._saved.chosen(context.options.replayed(self._saved)):
            if sequence.format not in context.negotiated or (sequence.case, SEQUENCE) in context.done:
                continue
            if asked := self._saved.questions(sequence, self._build):
                yield of_sequence(self._replay(context.retry, *asked), sequence.case)

    def _build(self, vector: LoadedVector, operation: str) -> Question | None:
        """Return the question of an operation on a vector; None, counted, if the codec is not asked so."""
        if vector.format not in self._context.negotiated:
            return None
        return next(judge.questions([vector], self._context.negotiated, [operation], self._context.not_asked), None)

    def _replay(self, retry: Retrying, *asked: Question) -> Finding:
        """Return the finding of the last question, which a fresh process is asked after the others."""
        *earlier, question = asked
        answer = self._ask_after([one.request() for one in earlier], question, retry)
        found, alone = self._context.evidence(*answer), self._context.replays.ask(question)
        if found.finding != "fail" or alone is None or is_same(alone, answer.seen):
            return found
        self._context.replays.found = True
        reason = DependsOnEarlier(named(question), tuple(map(named, earlier)), observed(alone))
        return found.because(*found.reasons, reason)

    def _ask_after(self, earlier: Sequence[Request], question: Question, retry: Retrying) -> JudgedAnswer:
        """Ask a question after others; return the answer that is judged."""
        seen = retry.ask_fresh([*earlier, question.request()])
        seen = seen or Observation("crashed", cause="no restart", detail=NO_RESTART)
        return JudgedAnswer(question, seen, self._context.judge(question, seen))

    def cases(self) -> dict[str, bool]:
        """Return for each case of a sequence whether it was to be asked."""
        existing = {f"{format}/{NO_STATE}": self._context.walks for format in self._context.negotiated}
        if self._saved:
            replayed = self._context.options.replayed(self._saved)
            existing |= {case: case in replayed for case in self._saved.cases()}
        return existing
