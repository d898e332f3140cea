"""A run: canaries, vectors, properties; what comes of them, in the light of known failures, as findings and sums.

`Run.findings` yields as the codec answers and holds nothing back, so that memory does not grow with the run.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from goldenwire import canary, corpus, judge
from goldenwire.difference import difference, expected, observed, printable
from goldenwire.errors import UserError, did_you_mean
from goldenwire.judge import Question, Referee, Terms
from goldenwire.known_failures import KnownFailures, Recorder
from goldenwire.protocol import Hello, Observation, Operation, Request
from goldenwire.results import Finding, Footer, Header, Tally
from goldenwire.vector import LEVELS, Level, Manifest, Vector

K = TypeVar("K")
SEED = 20240229
STDERR = 2000  # characters of a codec's stderr that a finding keeps
OBSERVATION = 120  # characters of what a known failure is held against


class Subject(Protocol):
    """A codec that can be asked; Pool and OneShot are."""

    hello: Hello
    restarts: int
    complaints: list[str]

    def run(self, requests: Iterable[tuple[K, Request]]) -> Iterator[tuple[K, Observation]]: ...
    def ask(self, request: Request) -> Observation: ...


class Options(Struct, frozen=True, kw_only=True):
    """What of the suite is run, and what decides."""

    level: Level = "strict"
    select: tuple[str, ...] = ()
    requirement: tuple[str, ...] = ()
    operation: tuple[Operation, ...] = ()
    vectors: bool = True
    examples: int = 100
    seed: int = SEED
    database: Path | None = None  # where properties keep failing examples, if they do
    fail_fast: bool = False

    @property
    def narrowed(self) -> bool:
        """Whether some of the vectors' questions are left out."""
        return bool(self.select or self.requirement or self.operation) or not self.vectors

    def properties(self, format: str) -> list[str]:
        """The ids of the format's properties that are run."""
        from goldenwire import properties

        if not self.examples:
            return []
        return properties.cases(format, select=self.select, requirement=self.requirement, operation=self.operation)

    def met(self, formats: Iterable[str]) -> list[str]:
        """The words of the selection that properties meet; no vector has to."""
        from goldenwire import properties

        if not self.examples:
            return []
        known = list(formats)
        globs = [w for w in self.select if any(properties.cases(format, select=[w]) for format in known)]
        ids = [w for w in self.requirement if any(properties.cases(format, requirement=[w]) for format in known)]
        return globs + ids

    def check(self, formats: Iterable[str]) -> None:
        """Raises UserError where a word selects nothing and vectors, which say so themselves, are left out."""
        if self.vectors:
            return
        from goldenwire import properties

        known, met = list(formats), self.met(formats)
        cases = [case for format in known for case in properties.cases(format)]
        ids = [id for format in known for property in properties.of(format) for id in property.requirements[format]]
        for option, words, there in (("select", self.select, cases), ("requirement", self.requirement, ids)):
            for word in words:
                if word not in met:
                    raise UserError(f"--{option} {word} selects no property{did_you_mean(word, there)}")
        if not any(self.properties(format) for format in known):
            raise UserError("nothing is selected: no vectors (--no-vectors), and no property")


def agree(hello: Hello, wanted: Iterable[str], manifest: Manifest, everything: bool) -> dict[str, Terms]:
    """The formats that are run and the terms they are judged on.

    With `everything` those that both sides have. Raises UserError where a wanted one is missing, or none is left.
    """
    agreed = {}
    for format in wanted:
        facts = manifest.facts(format)
        if format in hello.formats:
            agreed[format] = judge.terms(format, hello.formats[format], facts)
        elif not everything:
            raise UserError(_undeclared(f"does not declare {format}", hello))
    if not agreed:
        raise UserError(_undeclared("declares no format that the vectors have", hello))
    return agreed


def _undeclared(what: str, hello: Hello) -> str:
    return f"the codec {printable(hello.codec.name)} {what}; it declares {printable(', '.join(hello.formats))}"


class Run:
    """One codec against the suite. `findings` is the run; before it `header`, after it `footer`."""

    def __init__(
        self,
        subject: Subject,
        agreed: Mapping[str, Terms],
        options: Options,
        *,
        vectors: Iterable[Vector],
        referee: Referee,
        birds: Mapping[str, Mapping[str, Vector]],
        known: KnownFailures | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        self.subject, self.agreed, self.options = subject, agreed, options
        self.tally = Tally()
        self.not_asked: Counter[str] = Counter()
        self.unmasked: list[str] = []
        self.stopped = ""
        self._vectors, self._referee, self._birds = vectors, referee, birds
        self._known, self._recorder = known or KnownFailures("", {}), recorder
        self._began = monotonic()

    def canaries(self) -> Iterator[canary.Sign]:
        """Ask the canaries; what they say is in `unmasked` afterwards, unless it is a known failure."""
        for format, birds in self._birds.items():
            signs = []
            for sign in canary.ask(self.subject.ask, birds, self.agreed[format], self._referee):
                signs.append(sign)
                yield sign
            self.unmasked += (f"{format}: {sentence}" for sentence in canary.unmask(signs, self._known.excuses))

    def findings(self) -> Iterator[Finding]:
        """Every finding as it comes, until the end or the first failure under `fail_fast`."""
        for finding in self._judged():
            if self._recorder:
                self._recorder.add(finding)
            seen = self._known.apply(finding)
            self.tally.add(seen)
            yield seen
            if self.options.fail_fast and self.decides(seen):
                self.stopped = "fail-fast"
                return

    def decides(self, finding: Finding) -> bool:
        """Whether the finding means that the codec does not conform at the chosen level."""
        taken = LEVELS[: LEVELS.index(self.options.level) + 1]
        return finding.finding in {"fail", "unexpected-pass"} and finding.level in taken

    def _judged(self) -> Iterator[Finding]:
        if self.options.vectors:
            asked = judge.questions(self._vectors, self.agreed, self.options.operation, self.not_asked)
            agreed, referee = self.agreed, self._referee
            settling: list[Question] = []
            for question, seen in self.subject.run((question, question.request()) for question in asked):
                terms = agreed[question.vector.format]
                judgement = judge.judge(question, terms, seen, referee)
                if further := judge.follow_up(question, seen, judgement):
                    settling.append(further)
                else:
                    yield found(question, terms, seen, judgement)
            for question in settling:
                seen, terms = self.subject.ask(question.request()), agreed[question.vector.format]
                yield found(question, terms, seen, judge.judge(question, terms, seen, referee))
        if self.options.examples:
            yield from self._properties()

    def _properties(self) -> Iterator[Finding]:
        from goldenwire import properties

        options = self.options
        for format, declared in self.agreed.items():
            only = options.properties(format)
            if only:
                yield from properties.run(
                    format,
                    self.subject,
                    declared,
                    self._referee,
                    examples=options.examples,
                    seed=options.seed,
                    only=only,
                    database=options.database,
                    known=self._known.samples,
                )

    def footer(self, stale: Iterable[str] = ()) -> Footer:
        """The sums so far."""
        return Footer(
            complete=not self.stopped,
            counts=self.tally.counts,
            not_asked=dict(sorted(self.not_asked.items())),
            stale=tuple(stale),
            unmasked=tuple(self.unmasked),
            complaints=tuple(map(printable, self.subject.complaints)),
            restarts=self.subject.restarts,
            stopped=self.stopped,
            seconds=round(monotonic() - self._began, 3),
        )


def found(question: Question, declared: Terms, seen: Observation, judgement: judge.Judgement) -> Finding:
    """The record of a judgement; what is no pass comes with its evidence."""
    vector = question.vector
    if judgement.finding == "pass":
        return Finding(vector.id, question.operation, "pass", vector.level, vector.requirements, why=judgement.why)
    plain = judgement.finding != "fail"
    return Finding(
        vector.id,
        question.operation,
        judgement.finding,
        vector.level,
        vector.requirements,
        summary=vector.summary,
        observation=printable(seen.summary())[:OBSERVATION],
        why=printable(judgement.why),
        expected="" if plain else expected(question, declared),
        observed="" if plain else observed(seen),
        difference=() if plain else difference(question, declared, seen, judgement),
        stderr=seen.stderr[-STDERR:],
    )


def header(
    hello: Hello,
    agreed: Mapping[str, Terms],
    manifest: Manifest,
    *,
    root: Path,
    command: Iterable[str],
    options: Mapping[str, Any],
) -> Header:
    """What is about to be run."""
    from importlib.metadata import version

    content = corpus.content(root)
    machine = os.uname()
    return Header(
        kit=version("goldenwire"),
        vectors={"version": manifest.version, "content": content, "modified": content != manifest.content},
        codec={"name": hello.codec.name, "version": hello.codec.version, "language": hello.codec.language},
        command=tuple(command),
        formats=tuple(agreed),
        undeclared=undeclared(agreed, manifest),
        options=dict(options),
        platform={
            "system": f"{machine.sysname} {machine.release}",
            "machine": machine.machine,
            "python": ".".join(map(str, sys.version_info[:3])),
        },
        started=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def undeclared(agreed: Mapping[str, Terms], manifest: Manifest) -> dict[str, list[str]]:
    """What the vectors could ask and the codec leaves undeclared, profiles put aside: by operation, feature, policy."""
    missing: dict[str, list[str]] = {"operations": [], "features": [], "policies": []}
    for format, declared in agreed.items():
        facts = manifest.facts(format)
        lists: dict[str, list[str]] = {
            "operations": [name for name in facts.operations if name not in declared.operations],
            "features": [n for n in facts.features if n not in declared.features and n not in facts.profiles],
            "policies": [name for name in facts.policies if name not in declared.policies],
        }
        for key, names in lists.items():
            missing[key] += names if len(agreed) == 1 else [f"{format}: {name}" for name in names]
    return missing
