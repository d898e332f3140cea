"""A run: canaries, vectors, sweeps, properties, constructs, and their results, as a stream of records."""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Protocol, TypeVar

import msgspec
from msgspec import Struct

from goldenwire import formats, judge
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import Level, LoadedVector
from goldenwire.display.text import printable, short, tail
from goldenwire.errors import UserError, did_you_mean
from goldenwire.judge import Judgement, NotAsked, Question, Referee, Terms, canary
from goldenwire.judge.difference import observed
from goldenwire.judge.held import HeldAnswers, JudgedAnswer
from goldenwire.judge.reasons import AnsweredDifferently, DependsOnEarlier
from goldenwire.judge.referee import is_in_notation, is_of_encoders
from goldenwire.protocol import MATCHES_EXPECTED, Hello, Observation, ObservationKey, Operation, Request
from goldenwire.results import Canaries, Finding, Footer, Header, Record
from goldenwire.results.causes import Causes
from goldenwire.results.findings import (
    NO_STATE,
    NOTHING_ELSE,
    REPLY,
    SEQUENCE,
    STDERR,
    make_finding,
    make_pass,
    make_stateless,
    make_stray,
    of_sequence,
    with_source,
)
from goldenwire.results.known_failures import KnownFailures
from goldenwire.results.records import SlowestCase
from goldenwire.results.scope import kind
from goldenwire.results.suspects import Spectrum
from goldenwire.results.tally import Cell, sums_not_asked
from goldenwire.sequences import Kinds, RecentQuestions, Replays, Retrying, SavedSequences, is_same, named, walk
from goldenwire.subject import Pace
from goldenwire.sweeps import Sweeps
from goldenwire.sweeps import run as ask_sweeps

K = TypeVar("K")
SEED = 20240229
REQUEST = 10_000  # limit on the characters of a request in a finding
LIVES = {"value", "bytes", "rejected", "failed"}  # observations of a codec whose process lives on
NO_RESTART = "the codec could not be started again"
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


class Options(Struct, frozen=True, kw_only=True):
    """The selected parts of the suite, and the settings that affect the results."""

    level: Level = "strict"
    select: tuple[str, ...] = ()
    requirement: tuple[str, ...] = ()
    operation: tuple[Operation, ...] = ()
    vectors: bool = True
    sweeps: bool = False
    examples: int = 100
    seed: int = SEED
    database: Path | None = None  # folder in which properties store failing examples, if any
    fail_fast: bool = False
    requests: bool = False  # whether findings other than passes include their request
    everything: bool = False  # whether each failure is shown, and so asked again

    @property
    def narrowed(self) -> bool:
        """Return whether some of the vectors' questions are left out."""
        return bool(self.select or self.requirement or self.operation) or not self.vectors

    def properties(self, format: str) -> list[str]:
        """Return the ids of the format's properties that are run."""
        from goldenwire import properties

        if not self.examples:
            return []
        return properties.cases(format, select=self.select, requirement=self.requirement, operation=self.operation)

    def constructs(self, format: str) -> list[str]:
        """Return the ids of the format's constructs that are asked for, together with properties."""
        from goldenwire import scale

        return scale.cases(formats.load(format), self.select, self.requirement) if self.examples else []

    def matched_by_properties(self, formats: Iterable[str]) -> list[str]:
        """Return the globs and requirements that match a property or construct, so that no vector has to match them."""
        if not self.examples:
            return []
        known = list(formats)
        globs = [w for w in self.select if any(_beside_vectors(format, select=[w]) for format in known)]
        ids = [w for w in self.requirement if any(_beside_vectors(format, requirement=[w]) for format in known)]
        return globs + ids

    def swept(self, sweeps: Sweeps) -> list[str]:
        """Return the ids of the cases of a format's sweeps that are asked."""
        return sweeps.cases(select=self.select, operation=self.operation) if self.sweeps else []

    def matched_by_sweeps(self, sweeps: Iterable[Sweeps]) -> list[str]:
        """Return the globs that match a case of the sweeps, so that no vector needs to match them."""
        known = list(sweeps) if self.sweeps else []
        return [glob for glob in self.select if any(one.cases(select=[glob]) for one in known)]

    def replayed(self, saved: SavedSequences) -> list[str]:
        """Return the ids of the saved sequences that are asked."""
        if not self.vectors:
            return []
        return saved.cases(select=self.select, requirement=self.requirement, operation=self.operation)

    def matched_by_sequences(self, saved: SavedSequences) -> list[str]:
        """Return the globs that match a saved sequence, so that no vector needs to match them."""
        return [glob for glob in self.select if saved.cases(select=[glob])]

    def check(self, formats: Iterable[str]) -> None:
        """Raise UserError if a word selects no property when vectors, which check their own, are left out."""
        if self.vectors:
            return
        from goldenwire import properties

        known, matched = list(formats), self.matched_by_properties(formats)
        cases = [case for format in known for case in _beside_vectors(format)]
        ids = [id for format in known for property in properties.for_format(format) for id in property.requirements]
        for option, words, there in (("select", self.select, cases), ("requirement", self.requirement, ids)):
            for word in words:
                if word not in matched:
                    raise UserError(f"--{option} {word} selects no property{did_you_mean(word, there)}")
        if not any(self.properties(format) or self.constructs(format) for format in known):
            raise UserError("nothing is selected: no vectors (--no-vectors), and no property")


def _beside_vectors(format: str, **filters: Sequence[str]) -> list[str]:
    """Return the ids of the format's properties and constructs that match the filters."""
    from goldenwire import properties, scale

    return [*properties.cases(format, **filters), *scale.cases(formats.load(format), **filters)]


def negotiate(hello: Hello, wanted: Iterable[str], trees: Trees, everything: bool) -> dict[str, Terms]:
    """Return the formats that are run and the terms on which they are judged.

    With `everything` these are the formats that both sides have. Raises UserError if a wanted one is missing, or none
    is left.
    """
    negotiated = {}
    for format in wanted:
        facts = trees.facts(format)
        if format in hello.formats:
            negotiated[format] = judge.terms(format, hello.formats[format], facts)
        elif not everything:
            raise UserError(_undeclared(f"does not declare {format}", hello))
    if not negotiated:
        raise UserError(_undeclared("declares no format that the vectors have", hello))
    return negotiated


def _slowest(subject: Subject) -> SlowestCase | None:
    """Return the vector for which a codec that answers many questions took longest."""
    pace: Pace[Question] | None = getattr(subject, "pace", None)
    found = pace.slowest() if pace else None
    if found is None:
        return None
    vector, operation = found.key.vector, found.key.operation
    return SlowestCase(vector.id, operation, float(f"{found.seconds:.3g}"), float(f"{found.median:.3g}"))


def _format(case: str) -> str:
    return case.partition("/")[0]


def _undeclared(what: str, hello: Hello) -> str:
    return f"the codec {hello.codec.name} {what}; it declares {', '.join(hello.formats)}"


def _load_nothing(*_: str) -> Iterable[LoadedVector]:
    """Return no vectors, for runs without sweeps."""
    return ()


class Run:
    """One codec against the suite, as a stream of records: header, canaries, findings in order of completion, footer.

    `known` are the known failures; here they only excuse canaries and supply samples for properties, and the gate does
    the rest. `done` are cases and operations whose findings an earlier part of the run has. `trouble` is the error that
    ended the run, if one did.
    """

    def __init__(
        self,
        subject: Subject,
        negotiated: Mapping[str, Terms],
        options: Options,
        *,
        header: Header,
        vectors: Iterable[LoadedVector],
        referee: Referee,
        canaries: Mapping[str, Mapping[str, LoadedVector]],
        known: KnownFailures | None = None,
        done: Collection[tuple[str, str]] = (),
        retry: Retrying | None = None,
        sweeps: Mapping[str, Sweeps] | None = None,
        load: Callable[..., Iterable[LoadedVector]] = _load_nothing,
        after: Sequence[Question] = (),
        saved: SavedSequences | None = None,
    ) -> None:
        self.subject, self.negotiated, self.options = subject, negotiated, options
        self.not_asked: Counter[NotAsked] = Counter()
        self.failed_canaries: list[str] = []
        self.stopped = ""
        self.sequences = 0  # requests of sequences
        self.trouble: UserError | None = None
        self._header, self._vectors, self._referee, self._canaries = header, vectors, referee, canaries
        self._done = frozenset(done)
        self.known = known or KnownFailures("", {})
        self._retry, self._after = retry, after
        self._replays = Replays(retry)
        self._made_up: list[Finding] = []  # findings of canaries with a made-up value that did not pass
        self._proxied: list[str] = []
        self._causes = Causes()
        self._slowest: SlowestCase | None = None
        self._spectrum, self._held = Spectrum(is_of_encoders), HeldAnswers()
        self._recent, self._kinds = RecentQuestions(), Kinds()
        self._stateful: set[int] = set()  # the identities of causes whose failures depend on earlier requests
        self._began = monotonic()
        self._sweeps, self._load = sweeps or {}, load
        self._saved = saved
        self._failed: set[tuple[str, str]] = set()  # vectors, with the operation, that fail
        self._bases: dict[str, LoadedVector] = {}

    def stop(self, why: str) -> None:
        """Stop after the record that was yielded last."""
        self.stopped = self.stopped or why

    def records(self) -> Iterator[Record]:
        """Yield the records of the run. None are retained, so that memory does not grow."""
        yield self._header
        try:
            for _ in self.canaries():
                pass
            yield Canaries(tuple(self.failed_canaries))
            for finding in self._watched(chain(self._made_up, self.findings())):
                yield finding
                if self.stopped:
                    break
        except KeyboardInterrupt:
            self.stop("interrupted")
        except UserError as error:
            self.trouble = error
            self.stop(error.lines[0])
        except Exception as error:
            self.trouble = formats.author_error(error)
            if self.trouble is None:
                raise
            self.stop(self.trouble.lines[0])
        for answer in self._held.release():  # of a run that ends early
            yield self._evidence(*answer)
        yield self.footer()

    def canaries(self) -> Iterator[canary.CanaryResult]:
        """Ask the canaries; their diagnoses are in `failed_canaries` afterwards, except for known failures."""
        for format, vectors in self._canaries.items():
            signs = []
            for sign in canary.ask(self.subject.ask, vectors, self.negotiated[format], self._referee):
                signs.append(canary.kept(sign))
                if sign.canary != canary.MADE_UP:
                    self._recent.add(sign.question)
                if sign.canary == canary.MADE_UP:
                    self._keep(sign)
                yield sign
            if self._header.command and not self._proxied:
                self._proxied += canary.proxied(signs, self._referee)
            self.failed_canaries += (f"{format}: {sentence}" for sentence in canary.diagnose(signs, self.known.excuses))

    def _keep(self, sign: canary.CanaryResult) -> None:
        """Keep the finding of a made-up value that does not pass or is a known failure, if all vectors are asked.

        It is then a finding like any other: it affects the verdict, and may be a known failure.
        """
        options, question = self.options, sign.question
        case = question.vector.id, question.operation
        if options.select or options.requirement or not options.vectors or case in self._done:
            return
        if options.operation and question.operation not in options.operation:
            return
        if sign.judgement.finding != "pass" or self.known.excuses(*case):
            finding = self._found(question, sign.observation, sign.judgement)
            key = finding.observation
            if key and key.kind in canary.RESULTS:  # the mark is of a value that no other run has
                finding = msgspec.structs.replace(finding, observation=ObservationKey(key.kind))
            self._made_up.append(finding)

    def _watched(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """Yield the findings; then record whether the codec may know the vectors by heart."""
        doubted = [one for one in self._made_up if not self.known.excuses(one.case, one.operation)]
        if not doubted:
            yield from findings
            return
        heart = canary.ByHeart({(_format(one.case), one.operation) for one in doubted})
        made_up = {(one.case, one.operation) for one in doubted}
        for finding in findings:
            if (finding.case, finding.operation) not in made_up and kind(finding.case.rpartition("/")[0]) == "vectors":
                heart.count(_format(finding.case), finding.operation, finding.finding in {"pass", "unspecified"})
            yield finding
        self.failed_canaries += heart.sentences()

    def findings(self) -> Iterator[Finding]:
        """Yield every finding in order of completion, before known failures are applied."""
        if self.options.vectors:
            yield from self._of_vectors()
            yield from self._replay_saved()
            yield from self._sequences()
        if self.options.sweeps:
            yield from self._swept()
        if self.options.examples:
            yield from self._properties()
            yield from self._constructs()
        if self._stays:
            for _ in self.subject.run(()):  # sends nothing more: the codec has its time to exit
                pass
        yield from self._strays()

    def _of_vectors(self) -> Iterator[Finding]:
        """Yield the findings of vectors: passes as they come, then failures, the simplest first."""
        asked = judge.questions(self._kept(self._vectors), self.negotiated, self.options.operation, self.not_asked)
        if self._done:
            asked = (question for question in asked if (question.vector.id, question.operation) not in self._done)
        negotiated, referee = self.negotiated, self._referee
        settling: list[Question] = []
        for question, seen in self._asked(asked):
            vector = question.vector
            if seen is MATCHES_EXPECTED:  # nearly all replies
                yield self._passed(question)
                continue
            judgement = judge.judge(question, negotiated[vector.format], seen, referee)
            if judgement is judge.PASS and not vector.settles:
                yield self._passed(question)
            elif further := judge.follow_up(question, seen, judgement):
                settling.append(further)
            elif not self._hold(question, seen, judgement):
                yield self._found(question, seen, judgement)
        self._slowest = _slowest(self.subject)
        for question in settling:
            seen, terms = self.subject.ask(question.request()), negotiated[question.vector.format]
            judgement = judge.judge(question, terms, seen, referee)
            if not self._hold(question, seen, judgement):
                yield self._found(question, seen, judgement)
        suspects = {suspect.requirement for suspect in self._spectrum.suspects()}
        for answer in self._held.release(suspects):
            yield self._found(*answer)

    def _asked(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Observation]]:
        """Yield the answers to the questions; with `after`, each from a fresh process, after those questions."""
        if not self._after or self._retry is None:
            yield from self.subject.run(self._requests(questions), stay=self._stays, expected=Question.expected)
            return
        earlier = [question.request() for question in self._after]
        for question in questions:
            if seen := self._retry.ask_fresh([*earlier, question.request()]):
                yield question, seen

    def _requests(self, questions: Iterable[Question]) -> Iterator[tuple[Question, Request]]:
        for question in questions:
            self._recent.add(question, self.subject.asking)
            yield question, question.request()

    def _passed(self, question: Question) -> Finding:
        self._held.has_passed = True
        self._kinds.add(question)
        self._spectrum.add_pass(question.vector.requirements, question.operation)
        return make_pass(question.vector, question.operation)

    def _hold(self, question: Question, seen: Observation, judgement: Judgement) -> bool:
        """Return whether a failure is held back until all vectors are asked, so that the simplest one comes first."""
        if judgement.finding != "fail":
            return False
        if seen.kind in LIVES:
            self._kinds.add_failing(question)
        of_adapter = not is_in_notation(question)
        self._spectrum.add_failure(question.vector.requirements, question.operation, of_adapter=of_adapter)
        return not self.options.fail_fast and self._held.take(JudgedAnswer(question, seen, judgement))

    def _strays(self) -> Iterator[Finding]:
        """Yield the finding for output besides the codec's answers that cannot be blamed on a case.

        It passes only if it is listed as a known failure; a codec without such output has no such finding.
        """
        strays = self.subject.strays
        keys = [(f"{format}/{NOTHING_ELSE}", REPLY) for format in self.negotiated]
        key = next((key for key in keys if key in self.known.known), keys[0])
        if key not in self._done and (strays or key in self.known.known):
            yield make_stray(*key, strays)

    def _found(self, question: Question, seen: Observation, judgement: Judgement) -> Finding:
        """Return the finding of a judgement. A failure that will be shown is asked again in isolation.

        The log of that attempt concerns this question only; if the answer differs, the finding is flaky.
        """
        finding = self._evidence(question, seen, judgement)
        if finding.finding == "fail":
            self._failed.add((finding.case, finding.operation))
        if finding.finding != "fail" or (finding.case, finding.operation) in self.known.known:
            return finding
        if not self._shown(finding):
            is_stateful = id(self._causes.of(finding.case)) in self._stateful
            return finding.because(*finding.reasons, DependsOnEarlier()) if is_stateful else finding
        retried = self._retried(with_source(finding, question, seen), question, seen)
        if retried.is_stateful:
            self._stateful.add(id(self._causes.of(finding.case)))
        return retried

    def _retried(self, finding: Finding, question: Question, seen: Observation) -> Finding:
        """Return a failure with what is known once a fresh process is asked: its log, or what it depends on."""
        again = self._replays.ask(question) if self._replays.has_time else None
        if again is None:
            return finding
        if is_same(again, seen):
            return msgspec.structs.replace(finding, stderr=tail(again.stderr, STDERR))
        earlier = self._after or self._recent.before(question)
        if reason := self._replays.explain(question, earlier, seen, again):
            return finding.because(*finding.reasons, reason)
        return finding.because(*finding.reasons, AnsweredDifferently(observed(again)), finding="flaky")

    def _evidence(self, question: Question, seen: Observation, judgement: Judgement) -> Finding:
        """Return the finding of a judgement, with its request if that is wanted."""
        finding = make_finding(question, self.negotiated[question.vector.format], seen, judgement)
        if finding.finding == "pass" or not self.options.requests:
            return finding
        request = short(question.request().line(1).decode().rstrip(), REQUEST)
        return msgspec.structs.replace(finding, request=request)

    def _shown(self, finding: Finding) -> bool:
        """Return whether a failure will be shown and there is time to ask it again."""
        if self.options.everything:
            return self._replays.has_time
        more = self._replays.found and self._replays.has_time
        return self._causes.new(finding) and (more or len(self._causes) <= ASKED_AGAIN)

    @property
    def _walks(self) -> bool:
        """True if questions are asked again in sequences: all vectors are asked, of a process that lives on."""
        one_shot = self._header.options.get("one-shot")
        return not (self.options.narrowed or self._after or one_shot) and self._retry is not None

    @property
    def _stays(self) -> bool:
        """True if the codec is asked more after the vectors."""
        return self.options.examples > 0 or self.options.sweeps or self._walks

    def _sequences(self) -> Iterator[Finding]:
        """Ask questions again, each kind after each kind; yield a finding for a format if an answer is another one.

        A codec without state has no such finding, unless it is listed as a known failure.
        """
        for format in self.negotiated if self._walks else ():
            key = f"{format}/{NO_STATE}", SEQUENCE
            if key in self._done:
                continue
            found = self._walk(format)
            if found or key in self.known.known:
                yield found or make_stateless(format)

    def _walk(self, format: str) -> Finding | None:
        """Ask a tour of the format's questions; return the finding of the first that fails although it has passed."""
        terms, kinds = self.negotiated[format], self._kinds
        walked = walk(
            self.subject.ask_all,
            kinds.tour(format),
            kinds.has_passed,
            lambda question, seen: judge.judge(question, terms, seen, self._referee),
        )
        self.sequences += walked.requests
        _, question, earlier, seen, judgement = walked
        if question is None:
            return None
        failure = of_sequence(self._evidence(question, seen, judgement), f"{format}/{NO_STATE}")
        alone = self._replays.ask(question)
        before = [*self._recent.before(question), *earlier]
        if alone and (reason := self._replays.explain(question, before, seen, alone)):
            return failure.because(*failure.reasons, reason)
        differently = AnsweredDifferently(observed(alone) if alone else "")
        return failure.because(*failure.reasons, differently, finding="flaky")

    def _replay_saved(self) -> Iterator[Finding]:
        """Ask the saved sequences, each in a fresh process; yield a finding for each that the codec can be asked."""
        if self._saved is None or self._retry is None:
            return
        for sequence in self._saved.chosen(self.options.replayed(self._saved)):
            if sequence.format not in self.negotiated or (sequence.case, SEQUENCE) in self._done:
                continue
            if asked := self._saved.questions(sequence, self._build):
                yield of_sequence(self._replay(self._retry, *asked), sequence.case)

    def _build(self, vector: LoadedVector, operation: str) -> Question | None:
        """Return the question of an operation on a vector; None, counted, if the codec is not asked so."""
        if vector.format not in self.negotiated:
            return None
        return next(judge.questions([vector], self.negotiated, [operation], self.not_asked), None)

    def _replay(self, retry: Retrying, *asked: Question) -> Finding:
        """Return the finding of the last question, which a fresh process is asked after the others."""
        *earlier, question = asked
        answer = self._ask_after([one.request() for one in earlier], question, retry)
        found, alone = self._evidence(*answer), self._replays.ask(question)
        if found.finding != "fail" or alone is None or is_same(alone, answer.seen):
            return found
        reason = DependsOnEarlier(named(question), tuple(map(named, earlier)), observed(alone))
        return found.because(*found.reasons, reason)

    def _ask_after(self, earlier: Sequence[Request], question: Question, retry: Retrying) -> JudgedAnswer:
        """Ask a question, and what follows it up, after others; return the answer that is judged."""
        requests = [*earlier, question.request()]
        seen = retry.ask_fresh(requests) or Observation("crashed", cause="no restart", detail=NO_RESTART)
        judgement = judge.judge(question, self.negotiated[question.vector.format], seen, self._referee)
        further = judge.follow_up(question, seen, judgement)
        return self._ask_after(requests, further, retry) if further else JudgedAnswer(question, seen, judgement)

    def _kept(self, vectors: Iterable[LoadedVector]) -> Iterator[LoadedVector]:
        """Yield the vectors, and keep those that sweeps edit."""
        wanted: set[str] = set()
        for format, sweeps in self._sweeps.items():
            if format in self.negotiated and self.options.swept(sweeps):
                wanted |= sweeps.bases
        for vector in vectors:
            if vector.id in wanted:
                self._bases[vector.id] = vector
            yield vector

    def _swept(self) -> Iterator[Finding]:
        """Ask the sweeps and yield a finding for each of their cases."""
        for format, sweeps in self._sweeps.items():
            only = self.options.swept(sweeps)
            missing = {(case, operation) for case, operation in sweeps.questions(only)}.difference(self._done)
            if format not in self.negotiated or not missing:
                continue
            if not sweeps.bases.issubset(self._bases):
                self._bases |= {vector.id: vector for vector in self._load(format) if vector.id in sweeps.bases}
            for finding in ask_sweeps(
                sweeps,
                self.subject,
                self.negotiated[format],
                self._referee,
                bases=self._bases,
                only=only,
                failed=self._failed,
                not_asked=self.not_asked,
            ):
                if (finding.case, finding.operation) in missing:
                    yield finding

    def _properties(self) -> Iterator[Finding]:
        from goldenwire import properties

        options = self.options
        for format, declared in self.negotiated.items():
            only = options.properties(format)
            if only:
                self.not_asked.update(properties.not_asked(format, declared.operations, only))
            missing = set(only).difference(case for case, _ in self._done)
            if missing:  # all are run again, because one may explain another
                for question in self._after:
                    self._recent.add(question)
                    self.subject.ask(question.request())
                for finding in properties.run(
                    format,
                    self.subject,
                    declared,
                    self._referee,
                    examples=options.examples,
                    seed=options.seed,
                    only=only,
                    database=options.database,
                    known=self.known.samples,
                    asked=self._recent.add,
                    retried=self._retried,
                ):
                    if finding.case in missing:
                        yield finding

    def _constructs(self) -> Iterator[Finding]:
        """Yield the finding for each construct at a small size."""
        from goldenwire import scale

        for format, declared in self.negotiated.items():
            only = set(self.options.constructs(format))
            trial = scale.Trial(formats.load(format), self.subject, declared, self._referee)
            for construct in scale.chosen(formats.load(format), list(only)) if only else ():
                for found in trial.glance(construct, self.options.operation, self.not_asked):
                    if (found.question.vector.id, found.question.operation) not in self._done:
                        yield self._found(found.question, found.seen, found.judgement)

    def existing(self, trees: Trees) -> dict[str, bool]:
        """Return for each existing case whether all of its questions were to be asked."""
        from goldenwire import properties, scale

        vectors = trees.load(*self.negotiated, data=False)
        existing = {vector.id: not self.options.narrowed for vector in vectors}
        existing |= {one.case: True for one in self._made_up}
        for format in self.negotiated:
            asked = self.options.properties(format)
            existing |= {case: case in asked for case in properties.cases(format)}
            if format in self._sweeps:
                swept = self.options.swept(self._sweeps[format])
                existing |= {case: case in swept for case in self._sweeps[format].cases()}
            constructs = [] if self.options.operation else self.options.constructs(format)
            existing |= {case: case in constructs for case in scale.cases(formats.load(format))}
            existing[f"{format}/{NOTHING_ELSE}"] = True
            existing[f"{format}/{NO_STATE}"] = self._walks
        if self._saved:
            replayed = self.options.replayed(self._saved)
            existing |= {case: case in replayed for case in self._saved.cases()}
        return existing

    def footer(self) -> Footer:
        """Return the end of the run and the counts of unasked questions. The gate adds the other figures."""
        cells: Counter[Cell] = Counter()
        for (_, feature, level, ids), count in self.not_asked.items():
            cells[feature, level, ids] += count
        features, requirements = sums_not_asked(cells)
        return Footer(
            complete=not self.stopped,
            counts={},
            not_asked=self._missing(),
            failed_canaries=tuple(self.failed_canaries),
            complaints=tuple(map(printable, (*self.subject.complaints, *self._proxied))),
            restarts=self.subject.restarts,
            stopped=self.stopped,
            seconds=round(monotonic() - self._began, 3),
            slowest=self._slowest,
            features=features,
            requirements=requirements,
        )

    def _missing(self) -> dict[str, int]:
        """Count the vectors' unasked questions by undeclared operation or feature."""
        words: Counter[str] = Counter()
        for (word, feature, _, _), count in self.not_asked.items():
            words[word] += count * (kind(feature) == "vectors")
        return {word: count for word, count in sorted(words.items()) if count}
