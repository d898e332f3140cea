"""Ask a codec the requests of its sweeps, and yield a finding for each case."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple, Protocol, TypeVar
from zlib import crc32

from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.judge import Judgement, NotAsked, Question, Referee, Terms
from goldenwire.judge.difference import observed
from goldenwire.judge.reasons import (
    AnsweredDifferently,
    Declined,
    DeclinesSpelling,
    NotSearched,
    Reason,
    RequestsExplained,
    RequestsFail,
    RequestsHold,
)
from goldenwire.judge.verdicts import fails
from goldenwire.protocol import ANSWERED, Observation, ObservationKey, Operation, Request
from goldenwire.results import Finding, FindingWord
from goldenwire.sweeps.judging import SweepJudge, plain_question
from goldenwire.sweeps.reading import Sweeps, SweptRequest

K = TypeVar("K")
BREAKDOWNS = 3  # breakdowns in one case after which no more of it is asked
BREAKDOWNS_IN_ALL = 12
SPELLING = "spelling"  # the sweep of other spellings that mean the same
RESULTS = {"value", "bytes"}
FAILURES = 50  # failures in one case after which no more of it is asked
EARLIER = 4096  # requests before a failure that may be the cause of it


class SweepFailure(NamedTuple):
    """A request that failed, its answer and the judgement; `before` returns the requests of the process before it."""

    question: Question
    seen: Observation
    judgement: Judgement
    process: int
    before: Callable[[], list[Question]]


# Returns the finding of a failure whose question is asked again, and answered with that observation.
Retried = Callable[[Finding, SweepFailure, Observation], Finding]


class SweepSubject(Protocol):
    """A codec that answers many requests, such as Pool and OneShot."""

    asking: int  # the number of the process that the request taken last is for

    def run(self, requests: Iterable[tuple[K, Request]], *, stay: bool = ...) -> Iterator[tuple[K, Observation]]: ...
    def ask(self, request: Request) -> Observation: ...


class _Tally:
    """The answers to one case so far."""

    def __init__(self) -> None:
        self.held = self.failed = self.declined = self.explained = self.breakdowns = 0
        self.simplest: SweepFailure | None = None
        self.why: Reason | None = None  # why requests are declined

    @property
    def is_open(self) -> bool:
        """True while more of the case is asked."""
        return self.breakdowns < BREAKDOWNS and self.failed < FAILURES

    def decline(self, reason: Reason) -> None:
        """Count a request that is declined, and keep a reason, the same one in every run."""
        self.declined += 1
        if self.why is None or reason.sentence() < self.why.sentence():
            self.why = reason

    def fail(self, failure: SweepFailure) -> None:
        """Count a failure, and keep it if its request is the smallest so far."""
        self.failed += 1
        if self.simplest is None or _size(failure.question) < _size(self.simplest.question):
            self.simplest = failure


class _AskedRequests:
    """The requests in the order in which they were asked, each with the process that was asked."""

    def __init__(self) -> None:
        self._all: list[tuple[SweptRequest, int]] = []

    def add(self, swept: SweptRequest, process: int) -> int:
        """Add a request and return its number."""
        self._all.append((swept, process))
        return len(self._all) - 1

    def failure(self, number: int, question: Question, seen: Observation, judgement: Judgement) -> SweepFailure:
        """Return the failure of the request of that number."""
        process = self._all[number][1]
        return SweepFailure(question, seen, judgement, process, partial(self._before, number, process))

    def _before(self, number: int, process: int) -> list[Question]:
        earlier = self._all[max(0, number - EARLIER) : number]
        return [plain_question(swept) for swept, asked in earlier if asked == process]


def repeated(finding: Finding, failure: SweepFailure, again: Observation) -> Finding:
    """Return a failure as it is, or as flaky if it is answered differently when it is asked again."""
    if again.key() == failure.seen.key():
        return finding
    return finding.because(*finding.reasons, AnsweredDifferently(observed(again)), finding="flaky")


def _size(question: Question) -> tuple[int, str]:
    """Return the size of a request in bytes and characters; of two of a size, one is always the smaller."""
    vector = question.vector
    encoded = len(vector.value) + len(vector.plan) if question.operation == "encode" else len(vector.octets)
    return encoded + len(vector.context), vector.summary


def run(
    sweeps: Sweeps,
    subject: SweepSubject,
    declared: Terms,
    referee: Referee,
    *,
    bases: Mapping[str, LoadedVector],
    only: Collection[str],
    failed: Collection[tuple[str, str]] = (),
    operation: Operation | None = None,
    not_asked: Counter[NotAsked] | None = None,
    retried: Retried = repeated,
) -> Iterator[Finding]:
    """Yield a finding for each case among `only`, or for that operation of it, whose requests the codec can be asked.

    `failed` are vectors, with the operation, that the codec failed: edits of these are not asked. `retried` returns
    the finding of a failure that is asked again. Cases that need undeclared operations or features are counted in
    `not_asked`.
    """
    judge = _judge(sweeps, declared, referee)
    for group in sweeps.groups(only):
        wanted = sweeps.requests(bases, group)
        cases = _tallies(wanted, subject, judge, failed=failed, operation=operation, not_asked=not_asked)
        for (case_id, asked), tally in sorted(cases.items()):
            if failure := tally.simplest:
                yield retried(_failed(failure, tally, judge), failure, subject.ask(failure.question.request()))
            else:
                yield _held(case_id, asked, tally)


def simplest_failures(
    sweeps: Sweeps,
    subject: SweepSubject,
    declared: Terms,
    referee: Referee,
    *,
    bases: Mapping[str, LoadedVector],
    case: str,
) -> list[Question]:
    """Return the simplest request of a case, one for each operation, that the codec fails."""
    judge = _judge(sweeps, declared, referee)
    cases = _tallies(sweeps.requests(bases, [case]), subject, judge)
    return [tally.simplest.question for _, tally in sorted(cases.items()) if tally.simplest]


def _judge(sweeps: Sweeps, declared: Terms, referee: Referee) -> SweepJudge:
    from goldenwire_reference.formats import load

    return SweepJudge(load(sweeps.format), declared, referee)


def _tallies(
    all_requests: Iterable[SweptRequest],
    subject: SweepSubject,
    judge: SweepJudge,
    *,
    failed: Collection[tuple[str, str]] = (),
    operation: Operation | None = None,
    not_asked: Counter[NotAsked] | None = None,
) -> dict[tuple[str, str], _Tally]:
    """Ask the requests that the codec can be asked; return the answers counted by case and operation."""
    cases: dict[tuple[str, str], _Tally] = {}
    undeclared: dict[tuple[str, str], str] = {}
    requests = []
    for swept in all_requests:
        case = swept.case, swept.line.operation
        if operation and operation != swept.line.operation:
            continue
        if word := _undeclared(swept, judge.declared):
            undeclared[case] = word
            continue
        tally = cases.setdefault(case, _Tally())
        if (swept.base.vector.id, swept.line.operation) in failed:
            tally.explained += 1
        else:
            requests.append(swept)
    requests.sort(key=_order)
    if not_asked is not None:
        words = (word for case, word in undeclared.items() if case not in cases)
        not_asked.update((word, f"sweep/{judge.reference.name}", "strict", ()) for word in words)
    _ask(requests, subject, judge, cases)
    return cases


def _order(swept: SweptRequest) -> int:
    """Return the place of a request among others: mixed, so that what a codec keeps between them shows.

    It is the same whatever else is asked, as are the failures after which a case is given up.
    """
    line = swept.line
    return crc32(repr((line.operation, line.base, swept.edit)).encode())


def _undeclared(swept: SweptRequest, declared: Terms) -> str:
    """Return the declaration that the request needs and the codec does not make; empty if it makes all."""
    missing = declared.undeclared.intersection((*swept.base.vector.needs, *swept.line.needs))
    if swept.line.operation not in declared.operations:
        return f"operation {swept.line.operation}"
    if missing:
        return f"feature {min(missing)}"
    return "feature plans" if swept.planned and "plans" in declared.undeclared else ""


def _ask(
    requests: list[SweptRequest],
    subject: SweepSubject,
    judge: SweepJudge,
    cases: Mapping[tuple[str, str], _Tally],
) -> None:
    """Ask the requests and count the answers; a case whose requests break the codec down is soon given up."""

    breakdowns = 0
    sent = _AskedRequests()
    spellings: list[tuple[int, SweptRequest, Observation]] = []  # those that are declined

    def asked() -> Iterator[tuple[tuple[int, SweptRequest], Request]]:
        for swept in requests:
            if breakdowns < BREAKDOWNS_IN_ALL and cases[swept.case, swept.line.operation].is_open:
                yield (sent.add(swept, subject.asking), swept), swept.request()

    for number, swept, seen in _in_order(subject.run(asked(), stay=True)):
        tally = cases[swept.case, swept.line.operation]
        if breakdowns >= BREAKDOWNS_IN_ALL or not tally.is_open:
            continue  # on its way when the case was given up; the count must not hang on that
        if judge.is_expected(swept, seen):
            tally.held += 1
            continue
        if seen.kind == "unsupported":
            tally.decline(Declined(seen.detail))
            if swept.line.sweep == SPELLING:
                spellings.append((number, swept, seen))
            continue
        if seen.kind not in ANSWERED:
            tally.breakdowns += 1
            breakdowns += 1
        question = judge.question(swept)
        judgement = judge.judge(question, seen) if question else None
        if question is None or judgement is None or judgement.finding in {"pass", "unspecified"}:
            tally.held += 1
        elif judgement.finding == "fail":
            tally.fail(sent.failure(number, question, seen, judgement))
        else:
            tally.decline(judgement.reasons[0])
    for number, swept, seen in _answered_otherwise(spellings, subject):
        if question := judge.question(swept):
            tally = cases[swept.case, swept.line.operation]
            tally.declined -= 1
            tally.fail(sent.failure(number, question, seen, fails(DeclinesSpelling())))


def _answered_otherwise(
    declined: Iterable[tuple[int, SweptRequest, Observation]], subject: SweepSubject
) -> Iterator[tuple[int, SweptRequest, Observation]]:
    """Yield those spellings that are declined where the codec answers the usual one."""
    answered: dict[tuple[str, Operation], bool] = {}
    for number, swept, seen in declined:
        vector, operation = swept.base.vector, swept.line.operation
        key = vector.id, operation
        if key not in answered:
            planned = operation == "encode" and vector.plan != ABSENT and swept.planned
            answered[key] = subject.ask(Question(vector, operation, planned).request()).kind in RESULTS
        if answered[key]:
            yield number, swept, seen


def _in_order(
    answers: Iterable[tuple[tuple[int, SweptRequest], Observation]],
) -> Iterator[tuple[int, SweptRequest, Observation]]:
    """Yield the answers by the numbers of their requests, as a case may be given up between any two of them.

    Several processes answer in another order, which is not the same in two runs.
    """
    waiting: dict[int, tuple[SweptRequest, Observation]] = {}
    wanted = 0
    for (number, swept), seen in answers:
        waiting[number] = swept, seen
        while wanted in waiting:
            yield wanted, *waiting.pop(wanted)
            wanted += 1


def _failed(failure: SweepFailure, tally: _Tally, judge: SweepJudge) -> Finding:
    """Return the finding of the simplest failure of a case."""
    from goldenwire.properties.asking import Answer
    from goldenwire.properties.counterexample import counterexample

    question, seen, judgement, *_ = failure
    further = RequestsFail(tally.failed, tally.failed + tally.held)
    return counterexample(judge.reference, judge.declared, Answer(question, seen, judgement, question), [further])


def _held(case: str, operation: str, tally: _Tally) -> Finding:
    """Return the finding of a case without a failure: a pass, or why there is none."""
    word: FindingWord = "pass" if tally.held else "declined" if tally.declined else "explained"
    reason: Reason = RequestsHold(tally.held, tally.declined)
    if word == "explained":
        gave_up = NotSearched(f"{BREAKDOWNS_IN_ALL} breakdowns")
        reason = RequestsExplained(tally.explained) if tally.explained else gave_up
    if word == "declined" and tally.why:
        reason = tally.why
    key = ObservationKey("unsupported") if word == "declined" else None
    return Finding(case, operation, word, "strict", (), summary=SUMMARY, observation=key).because(reason)


SUMMARY = "edits of small vectors have their golden outcomes"
