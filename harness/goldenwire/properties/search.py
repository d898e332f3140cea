"""Search for an example that fails: draw examples, have a codec in another process answer them, shrink a failure.

Strategies made of the formats' builders are sampled without Hypothesis, which is ten times slower, and in batches. The
batches depend on the seed and the answers alone, and of several failures the first counts. Its choices are passed to
Hypothesis to be shrunk, like a failure stored in an earlier run. Hypothesis draws from all other strategies itself.

During shrinking, every failing try may cost a process or a timeout. So each request is asked once, the number of tries
is limited, and only failures of the same kind as the first count: a crash is not shrunk to a wrong value.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from goldenwire.judge import Judgement, Question
from goldenwire.properties.asking import Answer, Askable, Asking, BuiltQuestion
from goldenwire.properties.declining import DeclineModel, Tokens
from goldenwire.properties.playing import Choices, Found, play
from goldenwire.protocol import Observation

if TYPE_CHECKING:
    from hypothesis import Phase
    from hypothesis.strategies import SearchStrategy

    from goldenwire_suite.strategies import Build


DRAWN = 10  # limit on the examples asked, or drawn in vain, for each answer wanted
PASSED = 20  # and on those passed over
PLAINER, PLAIN = 100, (0.4, 0.6, 0.8)  # examples asked before shrinking, and how plain they are
BATCH, FEW = 64, 8  # examples asked at once: normally, and at first or after declines


class Budget(NamedTuple):
    """Limits on shrinking: questions, restarts of the codec, seconds."""

    questions: int = 1000
    restarts: int = 50
    seconds: float = 60.0


class QuestionSource:
    """The examples of a built strategy as questions, None if the outcome is open, each with its choices.

    They depend on the seed alone. Up to `ahead` of them are drawn in advance, while the codec is working.
    """

    def __init__(
        self,
        strategy: "SearchStrategy[Any]",
        build_question: Callable[[Any], BuiltQuestion | None],
        seed: str,
        ahead: int = 0,
    ) -> None:
        from goldenwire_suite.strategies import build_of, opening_of, sampled

        self.build: Build[Any] | None = build_of(strategy)
        self.opening = opening_of(strategy)
        self.ahead = ahead
        drawn = sampled(self.build, seed, opening=self.opening) if self.build else iter(())
        self._built_questions = ((build_question(example), choices) for example, choices in drawn)
        self._ready: deque[tuple[BuiltQuestion | None, Choices]] = deque()

    def __iter__(self) -> Iterator[tuple[BuiltQuestion | None, Choices]]:
        return self

    def __next__(self) -> tuple[BuiltQuestion | None, Choices]:
        return self._ready.popleft() if self._ready else next(self._built_questions)

    def draw_ahead(self) -> bool:
        """Draw one more example in advance; return whether one was drawn."""
        drawn = next(self._built_questions, None) if len(self._ready) < self.ahead else None
        if drawn:
            self._ready.append(drawn)
        return drawn is not None


class Search:
    """One search for a counterexample. `run` performs it; the other members hold its results.

    `tried`: examples asked up to and including the first failure; `skipped`: how many gave no verdict, by reason;
    `declined`: those of them that the codec declined; `passed_over`: examples not asked because similar ones were
    declined; `failure`: the simplest counterexample; `tries`: questions asked to shrink it; `restarts`: restarts of the
    codec; `spent`: the limit that ended shrinking early; `kept`: the failure was stored by an earlier run.
    """

    def __init__(
        self,
        subject: Askable,
        build_question: Callable[[Any], BuiltQuestion | None],
        judge: Callable[[Question, Observation], Judgement],
        budget: Budget = Budget(),  # noqa: B008 - it is immutable
        *,
        answered: Callable[[Question], object] = lambda _: None,
        asked: Callable[[Question], object] = lambda _: None,
        words: Tokens = lambda _: frozenset(),
    ) -> None:
        self.tried = self.tries = self.declined = self.passed_over = 0
        self.skipped: Counter[str] = Counter()
        self.failure: Answer | None = None
        self.spent = ""
        self.kept = False
        self.asking = Asking(subject, judge, asked)
        self._build_question, self._patience = build_question, budget
        self._answered = answered
        self._decline_model = DeclineModel(words)
        self._wanted = 0
        self._restarts = subject.restarts
        self._restarts_at_failure = 0
        self._manner: tuple[str, str] | None = None
        self._known: dict[bytes, Answer | None] = {}
        self._until = 0.0

    @property
    def restarts(self) -> int:
        """Return the number of restarts of the codec since the search began."""
        return self.asking.restarts - self._restarts

    def run(
        self,
        strategy: "SearchStrategy[Any]",
        *,
        examples: int,
        seed: int | str,
        database: Path | None = None,
        source: QuestionSource | None = None,
        meanwhile: Callable[[], object] = lambda: None,
    ) -> None:
        """Try a number of examples, the same in every run with the same seed; shrink the first that fails.

        Declined examples do not count: others are asked instead, preferably ones unlike them. At most DRAWN times as
        many are asked, and PASSED times as many passed over.

        With a database, failures of earlier runs are tried first, and new ones are stored. `source`, of the same
        strategy and seed, may have been started. `meanwhile` is called while the codec is working and nothing more is
        to be drawn here. Exceptions raised while asking propagate.
        """
        from hypothesis import Phase

        self._wanted = examples
        if database:
            self._play(strategy, examples=examples, seed=seed, phases=(Phase.reuse,), database=database)
            self.kept = self.failure is not None
        if self.failure is None:
            source = source or QuestionSource(strategy, self._build_question, str(seed))
            if source.build:
                self.asking.meanwhile = lambda: source.draw_ahead() or meanwhile()
                self._draw(source, source.build, strategy, seed=str(seed), database=database)
            else:
                self._generate(strategy, examples, seed=seed, database=database)

    def _generate(
        self, strategy: "SearchStrategy[Any]", examples: int, *, seed: int | str, database: Path | None
    ) -> None:
        """Let Hypothesis draw examples, and shrink the first that fails."""
        from hypothesis import Phase

        phases = (Phase.generate, Phase.shrink)
        self._play(strategy, examples=examples, seed=seed, phases=phases, database=database)
        for again in range(DRAWN):  # Hypothesis stops early if it rejects most examples
            if self.passed_over and self._wants():
                missing = examples - self.answered
                self._play(strategy, examples=missing, seed=f"{seed} again {again}", phases=phases, database=database)

    def _draw(
        self,
        source: QuestionSource,
        build: "Build[Any]",
        strategy: "SearchStrategy[Any]",
        *,
        seed: str,
        database: Path | None,
    ) -> None:
        """Draw without Hypothesis, ask a batch at a time, and let Hypothesis shrink the first example that fails."""
        from hypothesis import Phase

        drawn = self._built_questions(source)
        batch: list[tuple[BuiltQuestion, Choices]] = []
        while self._wants():
            size = BATCH if self.tried and not self.declined else FEW
            size = min(size, self._wanted - self.answered, DRAWN * self._wanted - self.tried)
            batch += islice(drawn, max(0, size - len(batch)))
            if not batch:
                return
            source.ahead = min(BATCH, self._wanted - self.answered - len(batch))
            for found in self.asking.ask_all([built_question.question for built_question, _ in batch]):
                built_question, choices = batch.pop(0)
                self.failure = self._note(built_question, found)
                if self.failure:
                    self.asking.meanwhile = lambda: None  # do not delay shrinking
                    phases = (Phase.reuse, Phase.shrink)
                    ends = []
                    for start in filter(None, (choices, self._plainer(source, build, seed))):
                        self._play(strategy, seed=seed, phases=phases, database=database, choices=start)
                        ends.append(self.failure)
                    self.failure = min(ends, key=_size)
                    return

    def _plainer(self, source: QuestionSource, build: "Build[Any]", seed: str) -> Choices | None:
        """Return the choices of the simplest plain example that fails as the first failure does, to shrink from.

        Returns None if there is none, or if the codec breaks down, because trying so many would be slow.
        """
        from goldenwire_suite.strategies import sampled

        if self._manner != ("answered", ""):
            return None
        drawn = islice(sampled(build, f"{seed} plain", PLAIN, source.opening), PLAINER)
        waiting = [
            (built_question, choices) for example, choices in drawn if (built_question := self._build_question(example))
        ]
        failed = []
        while waiting and not self._impatient():
            asked = waiting[: min(FEW, self._patience.questions - self.tries)]
            answers = self.asking.ask_all([built_question.question for built_question, _ in asked])
            del waiting[: len(answers)]
            self.tries += len(answers)
            failed += [
                (_size(answer), choices, built_question, answer)
                for (built_question, choices), answer in zip(asked, answers, strict=False)
                if answer.judgement.finding == "fail" and _manner(answer.seen) == self._manner
            ]
        for _, choices, built_question, answer in sorted(failed, key=lambda one: one[:2]):
            if self.asking.excuse(built_question, answer).judgement.finding == "fail":
                self._known[built_question.question.request().line(1)] = answer
                return choices
        return None

    def _built_questions(self, source: QuestionSource) -> Iterator[tuple[BuiltQuestion, Choices]]:
        """Yield the examples to be asked, with their choices."""
        left_open = 0
        for built_question, choices in source:
            if built_question is None:
                left_open += 1
            elif not self._passes_over(built_question):
                yield built_question, choices
            if self._drawn or left_open >= DRAWN * self._wanted:
                return

    @property
    def answered(self) -> int:
        """Return the number of examples tried and not declined."""
        return self.tried - self.declined

    @property
    def _drawn(self) -> bool:
        """Return whether the limits on further examples are reached."""
        return self.declined > 0 and (self.tried >= DRAWN * self._wanted or self.passed_over >= PASSED * self._wanted)

    def _wants(self) -> bool:
        """Return whether more examples are needed."""
        return self.failure is None and self.answered < self._wanted and not self._drawn

    def _play(
        self,
        strategy: "SearchStrategy[Any]",
        *,
        examples: int = 1,
        seed: int | str,
        phases: "tuple[Phase, ...]",
        database: Path | None,
        choices: Choices | None = None,
    ) -> None:
        try:
            play(strategy, self._try, examples=examples, seed=seed, phases=phases, database=database, choices=choices)
        except Exception as error:
            raise (self.asking.trouble or error) from None

    def _try(self, example: Any) -> None:
        """Ask one example. Raises Found if it fails."""
        from hypothesis import reject

        if self.asking.trouble:
            raise self.asking.trouble
        built_question = self._build_question(example)
        if built_question is None:
            reject()
        failure = self._recall(built_question) if self._manner else self._first(built_question)
        if failure:
            self.failure = failure
            raise Found

    def _first(self, built_question: BuiltQuestion) -> Answer | None:
        """Return the failure of a question that Hypothesis has drawn; make it draw another one if it is declined."""
        from unittest import SkipTest

        from hypothesis import reject

        if self._drawn:
            raise SkipTest("enough were drawn")
        if self._passes_over(built_question):
            reject()
        declined = self.declined
        [answer] = self.asking.ask_all([built_question.question])
        failure = self._note(built_question, answer)
        if self.declined > declined:
            reject()
        return failure

    def _passes_over(self, built_question: BuiltQuestion) -> bool:
        """Return whether to skip a question because similar ones were declined."""
        passed_over = self._decline_model.passes_over(built_question.question)
        self.passed_over += passed_over
        return passed_over

    def _note(self, built_question: BuiltQuestion, found: Answer) -> Answer | None:
        """Count the result of a question; return it if it is a failure."""
        self.tried += 1
        found = self.asking.excuse(built_question, found)
        declined = found.judgement.finding == "declined"
        self._decline_model.learn(built_question.question, declined=declined)
        if found.judgement.finding in {"declined", "explained"}:
            self.skipped[found.judgement.why] += 1
        if declined:
            self.declined += 1
            return None
        self._answered(found.began)
        if found.judgement.finding != "fail":
            return None
        self._manner = _manner(found.seen)
        self._restarts_at_failure = self.asking.restarts
        self._until = monotonic() + self._patience.seconds
        self._known[built_question.question.request().line(1)] = found
        return found

    def _recall(self, built_question: BuiltQuestion) -> Answer | None:
        """Return the failure of a question after the first one: remembered, or by asking if limits allow."""
        line = built_question.question.request().line(1)
        if line not in self._known and not self._impatient():
            self.tries += 1
            found = self.asking.ask(built_question)
            fails = found.judgement.finding == "fail" and _manner(found.seen) == self._manner
            self._known[line] = found if fails else None
        return self._known.get(line)

    def _impatient(self) -> bool:
        allowed = self._patience
        if self.tries >= allowed.questions:
            self.spent = f"{allowed.questions:,} questions"
        elif self.asking.restarts - self._restarts_at_failure >= allowed.restarts:
            self.spent = f"{allowed.restarts:,} restarts"
        elif monotonic() > self._until:
            self.spent = f"{allowed.seconds:g} s"
        return bool(self.spent)


def _size(answer: Answer) -> tuple[int, int]:
    """Return the size of a question: the length of value and plan as text, then the number of bytes."""
    vector = answer.began.vector
    return len(vector.value) + len(vector.plan), len(vector.octets)


def _manner(seen: Observation) -> tuple[str, str]:
    """Return the manner of a failure: how the codec broke down, or that it answered, with a wrong result or refusal."""
    return ("answered" if seen.kind in {"value", "bytes", "rejected"} else seen.kind), seen.cause
