"""The suite for pytest: its tests, and their findings when the codec is asked."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from goldenwire.corpus.vector import CANARY, Level, LoadedVector
from goldenwire.errors import Hints, UserError
from goldenwire.formats import author_error, load, trees
from goldenwire.judge import NotAsked, canary, referee
from goldenwire.judge.reasons import NotDeclared, SkippedNow
from goldenwire.protocol import Observation, Operation
from goldenwire.protocol.in_process import InProcess
from goldenwire.pytest_plugin.items import CodecFailure, Test
from goldenwire.results import Finding, known_failures, samples
from goldenwire.results.findings import make_finding
from goldenwire.results.known_failures import KnownFailures
from goldenwire.results.samples import Sample
from goldenwire.sweeps import Sweeps
from goldenwire.sweeps import run as ask_sweeps
from goldenwire.testing import Codec, started

if TYPE_CHECKING:
    from goldenwire_suite.suite import Construct

ALL = "all"
SAID = {"value", "bytes", "rejected", "failed"}  # answers of a codec itself, after which it is still running
BATCH = 64  # questions that are asked at once
KNOWN = "known-failures"  # a case that is not a vector, as is CANARY


class PluginSuite:
    """The questions of some formats, and the codec that they share. Raises UserError.

    `limits` are the keywords of `goldenwire.testing.started`.
    """

    def __init__(
        self,
        formats: Sequence[str],
        command: Sequence[str],
        *,
        examples: int,
        seed: int,
        known: Sequence[str],
        **limits: Any,
    ) -> None:
        self.command, self.examples, self.seed = command, examples, seed
        self.trees = trees(limits["vectors"])
        self.everything = ALL in formats
        self.formats = list(self.trees.formats) if self.everything else list(dict.fromkeys(formats))
        for format in self.formats:
            self.trees.facts(format)
        self.complaints: list[str] = []
        self.strays: list[str] = []
        self.restarts = 0
        self.trace: Callable[..., Any] | None = None  # calls a method of a codec in this process under a debugger
        self._limits = limits
        self._known = {format: (path, failures) for format, path, failures in map(self._read, known)}
        self._stack = ExitStack()
        self._codec: Codec | None = None
        self._trouble: UserError | None = None
        self._planned: Iterator[tuple[LoadedVector, Operation]] = iter(())
        self._answers: dict[tuple[str, str], Observation] = {}
        self._vectors_by_id: dict[str, dict[str, LoadedVector]] = {}
        self.tests = list(self._tests())

    def _read(self, file: str) -> tuple[str, Path, KnownFailures]:
        known = known_failures.read(Path(file))
        if known.format not in self.formats:
            raise UserError(f"{file}: these are failures of {known.format}, the run is of {', '.join(self.formats)}")
        return known.format, Path(file), known

    # Tests

    def _tests(self) -> Iterator[Test]:
        for format in self.formats:
            yield from self._of_adapter(format)
            yield from self._of_vectors(format)
            yield from self._of_sweeps(format)
            if self.examples:
                yield from self._of_properties(format)
                yield from self._of_constructs(format)

    def _of_adapter(self, format: str) -> Iterator[Test]:
        yield Test(
            case=f"{format}/{CANARY}",
            operation="unmask",
            level="draft",
            marks=(format, CANARY),
            file=self.trees.root(format) / "manifest.yaml",
            ask=partial(self._unmask, format),
        )
        if format in self._known:
            yield Test(
                case=f"{format}/{KNOWN}",
                operation="exist",
                level="draft",
                marks=(format,),
                file=self._known[format][0],
                ask=partial(self._exist, format),
            )

    def _of_vectors(self, format: str) -> Iterator[Test]:
        root = self.trees.root(format)
        for vector in self.trees.load(format):
            for operation in vector.operations:
                yield Test(
                    case=vector.id,
                    operation=operation,
                    level=vector.level,
                    marks=(format, vector.verdict, operation),
                    requirements=vector.requirements,
                    file=root / f"{vector.feature}.yaml",
                    ask=partial(self._vector, vector, operation),
                    question=(vector, operation),
                )

    def _of_sweeps(self, format: str) -> Iterator[Test]:
        sweeps = Sweeps(self.trees.root(format), format)
        for case, operation in sorted(sweeps.questions(sweeps.cases())):
            yield Test(
                case=case,
                operation=operation,
                level="strict",
                marks=(format, "sweep", operation),
                file=self.trees.root(format) / f"{format}.sweeps",
                ask=partial(self._sweep, sweeps, case, operation),
            )

    def _of_properties(self, format: str) -> Iterator[Test]:
        from goldenwire import properties
        from goldenwire_reference import requirements

        for property in properties.for_format(format):
            case, operation, ids = property.case(format), property.operation, tuple(property.requirements)
            yield Test(
                case=case,
                operation=operation,
                level=requirements.level(format, ids),
                marks=(format, "property", operation),
                requirements=ids,
                file=self.trees.root(format) / "manifest.yaml",
                ask=partial(self._property, format, case, operation),
            )

    def _of_constructs(self, format: str) -> Iterator[Test]:
        from goldenwire import scale
        from goldenwire_reference import requirements

        for construct in scale.chosen(load(format)):
            for operation in scale.operations(construct):
                yield Test(
                    case=scale.case_id(format, construct),
                    operation=operation,
                    level=requirements.level(format, construct.requirements),
                    marks=(format, "scale", operation),
                    requirements=construct.requirements,
                    file=self.trees.root(format) / "manifest.yaml",
                    ask=partial(self._construct, format, construct, operation),
                )

    # The codec

    def start(self) -> None:
        """Start the codec. Raises UserError if it cannot be run, now and whenever it is asked."""
        referee.preload(self.formats)
        try:
            codec = self._stack.enter_context(started(self.command, **self._limits))
            codec.options |= {"examples": self.examples, "seed": self.seed}
            self._codec = codec
            if self.everything and not any(format in codec.hello.formats for format in self.formats):
                raise UserError("the codec declares no format that the vectors have")
            for format in self.formats if not self.everything else ():
                codec.terms(format)
        except UserError as error:
            self._trouble = error
            raise

    @property
    def codec(self) -> Codec:
        """The running codec. Raises UserError."""
        if self._trouble is None and self._codec is None:
            self.start()
        if self._trouble or self._codec is None:
            raise self._trouble or UserError("the codec was stopped")
        return self._codec

    def stop(self, *, at_once: bool = False) -> None:
        """Stop the codec if it is running; it gets time to exit, unless `at_once` is set."""
        if self._codec is None:
            return
        subject, self._codec = self._codec.subject, None
        if at_once:
            self._stack.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
        self._stack.close()
        self.complaints += subject.complaints
        self.strays += subject.strays
        self.restarts += subject.restarts

    # Debugging

    @property
    def is_in_process(self) -> bool:
        """True if the codec is an object in this process."""
        return bool(self._limits["in_process"])

    @property
    def raised(self) -> BaseException | None:
        """The exception of the latest answer of a codec in this process, if it was one."""
        return getattr(self.codec.subject, "raised", None)

    @contextmanager
    def _traced(self) -> Iterator[None]:
        """Have the codec's methods called by `trace` within the context."""
        subject = self.codec.subject
        if self.trace is None or not isinstance(subject, InProcess):
            yield
            return
        subject.around = self.trace
        try:
            yield
        finally:
            subject.around = None

    # Findings

    def plan(self, asked: Iterable[tuple[LoadedVector, Operation] | None]) -> None:
        """Set the questions to ask, in their order, so that they can be sent to the codec in batches."""
        self._planned = (question for question in asked if question)

    def _answer(self, vector: LoadedVector, operation: Operation) -> Observation | None:
        """Return the codec's answer if the question was planned; the next questions are asked with it."""
        key = vector.id, operation
        if key not in self._answers:
            batch = list(islice(self._planned, BATCH))
            declared = self.codec.hello.formats
            self._answers = dict(self.codec.ask_all(one for one in batch if one[0].format in declared))
        return self._answers.pop(key, None)

    def _vector(self, vector: LoadedVector, operation: Operation) -> Finding:
        if vector.format not in self.codec.hello.formats:
            finding = self._undeclared(vector.id, operation, vector.level, f"format {vector.format}")
        else:
            seen = self._answer(vector, operation)
            with self._traced():
                finding = self.codec.judge_vector(vector, operation, seen)
            if finding.finding == "fail" and seen and seen.kind in SAID:
                # asked once more alone, so that the codec's log is about this question
                finding = self.codec.judge_vector(vector, operation)
        return msgspec.structs.replace(self._knowing(vector.format, finding), summary=vector.summary)

    def _sweep(self, sweeps: Sweeps, case: str, operation: Operation) -> Finding:
        format, missing = sweeps.format, Counter[NotAsked]()
        if format not in self.codec.hello.formats:
            return self._knowing(format, self._undeclared(case, operation, "strict", f"format {format}"))
        found = ask_sweeps(
            sweeps,
            self.codec.subject,
            self.codec.terms(format),
            referee.decode,
            bases=self._bases(format),
            only=[case],
            operation=operation,
            not_asked=missing,
        )
        lacking = self._undeclared(case, operation, "strict", ", ".join(word for word, *_ in missing))
        return self._knowing(format, next(found, lacking))

    def _bases(self, format: str) -> dict[str, LoadedVector]:
        """Return the vectors of a format by id, which sweeps edit."""
        if format not in self._vectors_by_id:
            self._vectors_by_id[format] = {vector.id: vector for vector in self.trees.load(format)}
        return self._vectors_by_id[format]

    def _property(self, format: str, case: str, operation: Operation) -> Finding:
        declared = self.codec.hello.formats.get(format)
        try:
            found = self._play(format, case) if declared else None
        except Exception as error:
            raise author_error(error) or error from None
        missing = f"operation {operation}" if declared else f"format {format}"
        return self._knowing(format, found or self._undeclared(case, operation, "draft", missing))

    def _play(self, format: str, case: str) -> Finding | None:
        """Return the finding for a property; None if the codec lacks its operation."""
        from goldenwire import properties

        played = properties.run(
            format,
            self.codec.subject,
            self.codec.terms(format),
            referee.decode,
            examples=self.examples,
            seed=self.seed,
            only={case},
        )
        finding = next(played, None)
        if finding and finding.sample and self.is_in_process:
            self._repeat(finding.sample, case, format)
        return finding

    def _repeat(self, sample: Sample, case: str, format: str) -> None:
        """Ask a counterexample once more, for the debugger."""
        from goldenwire import properties

        [property] = (one for one in properties.for_format(format) if one.case(format) == case)
        with self._traced():
            self.codec.subject.ask(samples.question(sample, properties.template(property, format)).request())

    def _construct(self, format: str, construct: "Construct", operation: Operation) -> Finding:
        from goldenwire import scale

        case, missing = scale.case_id(format, construct), Counter[NotAsked]()
        if format not in self.codec.hello.formats:
            return self._knowing(format, self._undeclared(case, operation, "draft", f"format {format}"))
        terms = self.codec.terms(format)
        trial = scale.Trial(load(format), self.codec.subject, terms, referee.decode)
        for found in trial.glance(construct, [operation], missing):
            return self._knowing(format, make_finding(found.question, terms, found.seen, found.judgement))
        lacking = ", ".join(word for word, *_ in missing)
        return self._knowing(format, self._undeclared(case, operation, "draft", lacking))

    @staticmethod
    def _undeclared(case: str, operation: str, level: Level, what: str) -> Finding:
        return Finding(case, operation, "not-asked", level, ()).because(NotDeclared(what))

    def _knowing(self, format: str, finding: Finding) -> Finding:
        """Return the finding after the known failures are applied. A skipped known failure becomes a failure."""
        _, known = self._known.get(format, (None, None))
        if known is None:
            return finding
        if finding.finding in {"declined", "explained", "not-asked"} and known.excuses(finding.case, finding.operation):
            return finding.because(SkippedNow(), *finding.reasons, finding="fail")
        return known.apply(finding)

    def _unmask(self, format: str) -> Finding:
        """Ask the canaries' three questions. Raises Failure if they show that the adapter is unreliable."""
        case, operation, codec = f"{format}/{CANARY}", "unmask", self.codec
        if format not in codec.hello.formats:
            return self._undeclared(case, operation, "draft", f"format {format}")
        canaries, terms = referee.canaries(format, self.trees), codec.terms(format)
        signs = list(canary.ask(codec.subject.ask, canaries, terms, referee.decode))
        if all(sign.observation.kind == "unsupported" for sign in signs):
            if not signs:
                return self._undeclared(case, operation, "draft", "operations of the canaries")
            return Finding(case, operation, "declined", "draft", ()).because(*signs[0].judgement.reasons)
        _, known = self._known.get(format, (None, KnownFailures(format, {})))
        if sentences := [*canary.diagnose(signs, known.excuses), *canary.failed(signs, known.excuses)]:
            again = (
                f"goldenwire smoke{' -- ' * bool(self.command)}{shlex.join(self.command)} explains the first mistake"
            )
            raise CodecFailure(sentences[0], *(f"CANARY {sentence}" for sentence in sentences), again)
        return Finding(case, operation, "pass", "draft", ())

    def _exist(self, format: str) -> Finding:
        """Check that every known failure belongs to an existing question. Raises Failure if not."""
        path, known = self._known[format]
        there = {tuple(test.title.split(" ")) for test in self.tests}
        gone = sorted(" ".join(key) for key in known.known if key not in there)
        if gone:
            titles = [test.title for test in self.tests]
            hints = Hints(titles)
            lines = (f"STALE known failure {key}: there is no such case{hints.of(key)}" for key in gone)
            raise CodecFailure(f"{len(gone):,} entries of {path} name no case", *lines)
        return Finding(f"{format}/{KNOWN}", "exist", "pass", "draft", ())
