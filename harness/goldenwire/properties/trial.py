"""Run properties on a codec: a search for each, and its finding, shown like a vector's."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

from goldenwire.corpus.vector import LoadedVector
from goldenwire.errors import UserError
from goldenwire.judge import Judgement, NotAsked, Question, Referee, Terms, judge
from goldenwire.judge.reasons import (
    AnsweredDifferently,
    ExamplesHold,
    ExamplesSkipped,
    FailedEarlier,
    FewAnswered,
    KeptExample,
    PassedOver,
    Reason,
    ShrinkingStopped,
    Shrunk,
)
from goldenwire.properties import declining
from goldenwire.properties.asking import Answer, Askable, Asking, BuiltQuestion
from goldenwire.properties.counterexample import counterexample
from goldenwire.properties.question_builders import CodecUnderTest
from goldenwire.properties.search import BATCH, Budget, QuestionSource, Search
from goldenwire.properties.table import PREFIX, Property, for_format
from goldenwire.protocol import Observation, ObservationKey
from goldenwire.results import Finding, FindingWord, samples
from goldenwire.results.samples import Sample

FEW = "few"  # the observation of a property that passes with fewer answers than possible
REASONS = 3  # number of reasons for skipped examples in a finding

# Called with the question of every example that the codec answered.
Watch = Callable[[Property, Question], None]
# Returns the finding for a failing question with what is known once the question has been asked in a fresh process.
Retried = Callable[[Finding, Question, Observation], Finding]


def run(
    format: str,
    subject: Askable,
    declared: Terms,
    referee: Referee,
    *,
    examples: int,
    seed: int,
    only: Collection[str] | None = None,
    database: Path | None = None,
    budget: Budget = Budget(),  # noqa: B008 - it is immutable
    known: Mapping[str, Sample] | None = None,
    watch: Watch | None = None,
    asked: Callable[[Question], object] = lambda _: None,
    retried: Retried = lambda finding, *_: finding,
) -> Iterator[Finding]:
    """Yield a finding for each property whose operation the codec declares, in the order of the table.

    The examples depend on the seed alone. `only` names cases; `database` is a folder that stores failures for later
    runs, meant for runs with a random seed. `known` has counterexamples by case: one that still fails becomes the
    finding, and nothing is drawn. `watch` is called for every example that is answered, `asked` for every question, and
    `retried` for a new failure, which it may ask again.
    """
    trial = _Trial(
        format, subject, declared, referee, examples, seed, database, budget, asked, retried, known or {}, watch
    )
    plans = [
        _Plan(trial, property)
        for property in for_format(format)
        if property.operation in declared.operations and (only is None or property.case(format) in only)
    ]
    for plan, following in zip_longest(plans, plans[1:]):
        finding = trial.try_out(plan, following.draw_ahead if following else _nothing)
        if finding:
            yield finding


@dataclass(frozen=True)
class _Trial:
    """A codec under test in one format."""

    format: str
    subject: Askable
    declared: Terms
    referee: Referee
    examples: int
    seed: int
    database: Path | None
    budget: Budget
    asked: Callable[[Question], object]
    retried: Retried
    known: Mapping[str, Sample] = field(default_factory=dict)
    watch: Watch | None = None

    @cached_property
    def reference(self) -> Any:
        """Return the reference's format."""
        from goldenwire_reference import formats

        return formats.load(self.format)

    def try_out(self, plan: "_Plan", meanwhile: Callable[[], object]) -> Finding | None:
        """Return the finding of a property; None if there are no examples for this codec.

        `meanwhile` is called while the codec is working.
        """
        property, template = plan.property, plan.setting.template
        sample = self.known.get(template.id)
        if sample and (finding := self._known_failure(sample, template)):
            return finding
        if plan.strategy.is_empty:
            return None
        watch = partial(self.watch, property) if self.watch else _nobody
        words = declining.of_format(self.reference)
        search = Search(
            self.subject, plan.build_question, self._judge, self.budget, answered=watch, asked=self.asked, words=words
        )
        search.run(
            plan.strategy,
            examples=self.examples,
            seed=plan.seed,
            database=self.database / self.format / property.name if self.database else None,
            source=plan.source,
            meanwhile=meanwhile,
        )
        if search.failure is None:
            return _held(search, template, self.examples)
        failure = search.failure
        again = search.asking.ask(BuiltQuestion(failure.question)).seen
        alike = again.key() == failure.seen.key()
        failed = self._failed(failure, _told(search, self.examples))
        retried = self.retried(failed, failure.question, failure.seen)
        if alike or retried.is_stateful:
            return retried
        return failed.because(*failed.reasons, AnsweredDifferently(), finding="flaky")

    def _judge(self, question: Question, seen: Observation) -> Judgement:
        return judge(question, self.declared, seen, self.referee)

    def _known_failure(self, sample: Sample, template: LoadedVector) -> Finding | None:
        """Return the finding for a known counterexample if it still fails. Raises UserError if it is invalid."""
        from goldenwire_reference.errors import NotationError

        try:
            tried = Asking(self.subject, self._judge).ask(BuiltQuestion(samples.question(sample, template)))
            if tried.judgement.finding != "fail":
                return None
            return self._failed(tried, (KeptExample(),))
        except NotationError as error:
            raise UserError(f"the sample of {template.id} in the known failures: {error}") from None

    def _failed(self, failure: Answer, told: Iterable[Reason]) -> Finding:
        """Return the finding for the simplest counterexample, shown like a vector."""
        return counterexample(self.reference, self.declared, failure, told)


@dataclass(frozen=True)
class _Plan:
    """A property to be tried, with examples drawn in advance while an earlier one is answered."""

    trial: _Trial
    property: Property

    @cached_property
    def setting(self) -> CodecUnderTest:
        """The setting for which its examples are made."""
        trial = self.trial
        return CodecUnderTest(trial.reference, trial.declared, template(self.property, trial.format))

    @cached_property
    def seed(self) -> str:
        """The seed of its examples."""
        return f"{self.setting.template.id} {self.trial.seed}"

    @cached_property
    def strategy(self) -> Any:
        """The strategy for its examples."""
        return self.property.draw(self.setting)

    @cached_property
    def build_question(self) -> Callable[[Any], BuiltQuestion | None]:
        """The function that turns an example into a question."""
        return partial(self.property.build_question, self.setting)

    @cached_property
    def source(self) -> QuestionSource:
        """Its examples as questions, some perhaps drawn in advance."""
        return QuestionSource(self.strategy, self.build_question, self.seed, ahead=min(BATCH, self.trial.examples))

    def draw_ahead(self) -> None:
        """Draw one more example in advance, unless a known failure may make examples unnecessary."""
        if self.setting.template.id not in self.trial.known:
            self.source.draw_ahead()


def template(property: Property, format: str) -> LoadedVector:
    """Return the template for a property's case, which its examples complete."""
    from goldenwire_reference import requirements

    ids = property.requirements
    return LoadedVector(
        id=property.case(format),
        summary=property.summary,
        requirements=ids,
        level=requirements.level(format, ids),
        verdict="accept",
        operations=(property.operation,),
        format=format,
        feature=f"{PREFIX}/{format}",
    )


def not_asked(format: str, operations: Collection[str], only: Collection[str]) -> Counter[NotAsked]:
    """Count the properties among `only` whose operation is not declared."""
    missing = [one for one in for_format(format) if one.operation not in operations and one.case(format) in only]
    templates = [template(property, format) for property in missing]
    return Counter((f"operation {one.operations[0]}", one.feature, one.level, one.requirements) for one in templates)


# Findings


def _nobody(_: Question) -> None:
    """Do nothing, as the default watcher."""


def _nothing() -> None:
    """Do nothing."""


def _held(search: Search, template: LoadedVector, examples: int) -> Finding:
    """Return the finding if no example fails: a pass, or a skip if the codec answered none. Declines do not count."""
    skipped = search.skipped.total()
    few = search.declined > 0 and search.answered < examples
    reasons: list[Reason] = [FewAnswered(search.answered, examples)] if few else []
    if search.answered or not few:
        reasons.append(ExamplesHold(search.tried - skipped))
    reasons += (ExamplesSkipped(count, reason) for reason, count in search.skipped.most_common(REASONS))
    if search.passed_over:
        reasons.append(PassedOver(search.passed_over))
    declined = search.tried == search.declined > 0
    word: FindingWord = "pass" if skipped != search.tried else "declined" if declined else "explained"
    key = ObservationKey("unsupported") if declined else ObservationKey(FEW) if few else None
    found = Finding(
        template.id,
        template.operations[0],
        word,
        template.level,
        template.requirements,
        summary=template.summary,
        observation=key,
    )
    return found.because(*reasons)


def _told(search: Search, examples: int) -> Iterator[Reason]:
    """Yield the reasons that say how the counterexample was found."""
    if search.kept:
        yield FailedEarlier(search.restarts)
    else:
        yield Shrunk(search.answered, examples, search.tries, search.restarts)
    if search.spent:
        yield ShrinkingStopped(search.spent)
