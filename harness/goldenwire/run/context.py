"""The context that the stages of a run share: the codec, the options, what is known so far; and findings of answers."""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from goldenwire import judge
from goldenwire.display.text import short, tail
from goldenwire.judge import Judgement, NotAsked, Question, Referee, Terms
from goldenwire.judge.difference import observed
from goldenwire.judge.reasons import AnsweredDifferently, DependsOnEarlier
from goldenwire.judge.referee import is_of_encoders, rests_on
from goldenwire.protocol import Hello, Observation, Request
from goldenwire.results import Finding, Header
from goldenwire.results.causes import Causes
from goldenwire.results.findings import STDERR, make_finding, with_source
from goldenwire.results.known_failures import KnownFailures
from goldenwire.results.suspects import Spectrum
from goldenwire.run.options import Options
from goldenwire.sequences import Kinds, RecentQuestions, Replays, Retrying, is_same
from goldenwire_reference.wording import plural

K = TypeVar("K")
REQUEST = 10_000  # limit on the characters of a request in a finding
ASKED_AGAIN = 20  # causes of failures whose first failure is asked again


class Subject(Protocol):
    """A codec that can be asked, such as Pool and OneShot."""

    hello: Hello
    restarts: int
    complaints: list[str]
    strays: list[str]
    asking: int  # the number of the process that the request taken last is for

    def run(
        self, requests: Iterable[tuple[K, Request]], *, stay: bool = ..., expected: Callable[[K], bytes] = ...
    ) -> Iterator[tuple[K, Observation]]: ...
    def ask(self, request: Request) -> Observation: ...
    def ask_all(self, requests: Iterable[tuple[K, Request]]) -> Generator[tuple[K, Observation], None, None]: ...


class RunContext:
    """The things that the stages share. `done`: cases and operations whose findings an earlier part of the run has."""

    def __init__(
        self,
        subject: Subject,
        negotiated: Mapping[str, Terms],
        options: Options,
        *,
        header: Header,
        referee: Referee,
        known: KnownFailures,
        done: Collection[tuple[str, str]],
        retry: Retrying | None,
        after: Sequence[Question],
    ) -> None:
        self.subject, self.negotiated, self.options = subject, negotiated, options
        self.header, self.referee, self.known = header, referee, known
        self.done = frozenset(done)
        self.retry, self.after, self.replays = retry, after, Replays(retry)
        self.not_asked: Counter[NotAsked] = Counter()
        self.recent, self.kinds = RecentQuestions(), Kinds()
        self.spectrum = Spectrum(is_of_encoders, rests_on)
        self.failed: set[tuple[str, str]] = set()  # vectors, with the operation, that fail
        self.unrepeated = 0  # failures that were not asked again alone
        self._causes = Causes()
        self._stateful: set[int] = set()  # the identities of causes whose failures depend on earlier requests

    @property
    def walks(self) -> bool:
        """True if questions are asked again in sequences: all vectors are asked, of a process that lives on."""
        one_shot = self.header.options.get("one-shot")
        return not (self.options.narrowed or self.after or one_shot) and self.retry is not None

    @property
    def stays(self) -> bool:
        """True if the codec is asked more after the vectors."""
        return self.options.examples > 0 or self.options.sweeps or self.walks

    def judge(self, question: Question, seen: Observation) -> Judgement:
        """Return the verdict on an answer."""
        return judge.judge(question, self.negotiated[question.vector.format], seen, self.referee)

    def found(self, question: Question, seen: Observation, judgement: Judgement) -> Finding:
        """Return the finding of a judgement. A failure that will be shown is asked again in isolation.

        The log of that attempt concerns this question only; if the answer differs, the finding is flaky.
        """
        finding = self.evidence(question, seen, judgement)
        if finding.finding == "fail":
            self.failed.add((finding.case, finding.operation))
        if finding.finding != "fail" or (finding.case, finding.operation) in self.known.known:
            return finding
        if not self._is_shown(finding):
            if id(self._causes.of(finding.case)) in self._stateful:
                return finding.because(*finding.reasons, DependsOnEarlier())
            self.unrepeated += 1
            return finding
        retried = self.retried(with_source(finding, question, seen), question, seen)
        if retried.is_stateful:
            self._stateful.add(id(self._causes.of(finding.case)))
        return retried

    def retried(
        self,
        finding: Finding,
        question: Question,
        seen: Observation,
        before: Callable[[], list[Question]] | None = None,
    ) -> Finding:
        """Return a failure with what is known once a fresh process is asked: its log, or what it depends on.

        `before` returns the questions that the process was asked before this one, if they are not those that are kept.
        """
        again = self.replays.ask(question) if self.replays.has_time else None
        if again is None:
            self.unrepeated += 1
            return finding
        if is_same(again, seen):
            return msgspec.structs.replace(finding, stderr=tail(again.stderr, STDERR))
        earlier = self.after or (before() if before else self.recent.before(question))
        if reason := self.replays.explain(question, earlier, seen, again):
            return finding.because(*finding.reasons, reason)
        return finding.because(*finding.reasons, AnsweredDifferently(observed(again)), finding="flaky")

    def summarised(self, finding: Finding, question: Question) -> Finding:
        """Return a pass with the summary of its vector if it is known to fail, since it will be shown."""
        is_known = (finding.case, finding.operation) in self.known.known
        return msgspec.structs.replace(finding, summary=question.vector.summary) if is_known else finding

    def evidence(self, question: Question, seen: Observation, judgement: Judgement) -> Finding:
        """Return the finding of a judgement, with its request if that is wanted."""
        finding = make_finding(question, self.negotiated[question.vector.format], seen, judgement)
        if finding.finding == "pass":
            return self.summarised(finding, question)
        if not self.options.requests:
            return finding
        request = short(question.request().line(1).decode().rstrip(), REQUEST)
        return msgspec.structs.replace(finding, request=request)

    def notes(self) -> Iterator[str]:
        """Yield the sentence about failures that were not asked again alone, if an answer alone differed."""
        if self.replays.differed and self.unrepeated:
            yield (
                "asked again alone, the codec answered a question differently; not asked again: "
                f"{plural(self.unrepeated, 'other failure')}, which may pass alone, too (--all asks each alone)"
            )

    def _is_shown(self, finding: Finding) -> bool:
        """Return whether a failure will be shown and there is time to ask it again."""
        if self.options.everything:
            return self.replays.has_time
        more = self.replays.found and self.replays.has_time
        return self._causes.new(finding) and (more or len(self._causes) <= ASKED_AGAIN)
