"""A round: one property on a number of examples, asked of a codec of its own. Workers play it; results are JSON.

The number of a round determines its property and its seed; rounds differ in nothing else.
"""

import os
import platform
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from importlib.metadata import version
from time import monotonic
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from goldenwire import properties
from goldenwire.display.text import printable
from goldenwire.formats import author_error
from goldenwire.judge import Terms, referee
from goldenwire.judge.reasons import NoExamples, Reason
from goldenwire.protocol import Hello, Observation, Request
from goldenwire.results import Finding
from goldenwire.results.findings import make_stray
from goldenwire.results.samples import Sample
from goldenwire.soak.coverage import Coverage
from goldenwire.soak.failures import Key, key
from goldenwire.subject import CannotRun, Limits, OneShot, Pool
from goldenwire.system import python_module

K = TypeVar("K")

EXAMPLES = 500  # in a round
PACKAGES = ("goldenwire", "hypothesis")  # their versions determine what a seed generates
COMPLAINTS = 3  # kept of a round


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="record", tag="settings"):
    """Everything that a round depends on besides its number."""

    packages: dict[str, str]
    vectors: str  # hash of their content
    codec: dict[str, str]  # name, version, language
    command: tuple[str, ...]  # empty for the built-in reference
    declared: dict[str, Terms]
    cases: tuple[str, ...]
    examples: int
    seed: int
    timeout: float
    memory: int
    one_shot: bool

    def case(self, number: int) -> str:
        """Return the property that the round tries."""
        return self.cases[number % len(self.cases)]

    def seed_of(self, number: int) -> int:
        """Return the round's seed; each property gets consecutive seeds."""
        return self.seed + number // len(self.cases)


class Round(Struct, frozen=True, forbid_unknown_fields=True):
    """A round to be played. `again`: the failure that it found before; `sample`, its example, is tried first."""

    number: int
    again: Key = ()
    sample: Sample | None = None


class Job(Struct, frozen=True):
    """A round with its settings, as a worker receives it."""

    settings: Settings
    round: Round


class RoundOutcome(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="record", tag="round"
):
    """The result of a round. `again` is copied from the round; `trouble`: why it could not be played, in lines.

    `examples`: questions asked; `coverage`: how often each requirement was exercised; `key`: identifies the failure.
    The journal omits the finding if it has a smaller one with that key.
    """

    number: int
    case: str
    seed: int
    again: Key = ()
    examples: int = 0
    restarts: int = 0
    seconds: float = 0.0
    word: str = ""  # the finding's
    reasons: tuple[Reason, ...] = ()  # if nothing was answered
    key: Key = ()
    finding: Finding | None = None
    coverage: dict[str, int] = {}
    complaints: tuple[str, ...] = ()
    worker: str = ""
    trouble: tuple[str, ...] = ()


class Greeting(Struct, frozen=True):
    """The codec's hello, or the reason why there is none."""

    hello: Hello | None = None
    trouble: tuple[str, ...] = ()
    worker: str = ""


def packages() -> dict[str, str]:
    """Return the versions that determine what a seed generates."""
    return {name: version(name) for name in PACKAGES}


def this_worker() -> str:
    """Return the name of this process, for messages."""
    return f"{platform.node()}, process {os.getpid()}"


def codec(command: Iterable[str], limits: Limits, one_shot: bool) -> Pool | OneShot:
    """Return the codec, not started yet; without a command, the built-in reference."""
    words = list(command) or python_module("goldenwire", "serve")
    return (OneShot if one_shot else Pool)(words, limits)


def greet(command: tuple[str, ...], timeout: float, memory: int, one_shot: bool) -> bytes:
    """Shake hands with the codec in this process; return a Greeting in JSON."""
    try:
        with codec(command, Limits(timeout=timeout, memory_mib=memory), one_shot) as subject:
            greeting = Greeting(subject.hello)
    except CannotRun as error:
        greeting = Greeting(trouble=error.lines, worker=this_worker())
    return msgspec.json.encode(greeting)


def play(job: bytes) -> bytes:
    """Play a Job given in JSON, with a codec started for it; return its Outcome in JSON."""
    given = msgspec.json.decode(job, type=Job)
    return msgspec.json.encode(_played(given.settings, given.round))


def _played(settings: Settings, round: Round) -> RoundOutcome:
    number = round.number
    case, began = settings.case(number), monotonic()
    format = case.split("/")[1]
    template = RoundOutcome(number, case, settings.seed_of(number), round.again, worker=this_worker())
    limits = Limits(timeout=settings.timeout, memory_mib=settings.memory)
    try:
        with codec(settings.command, limits, settings.one_shot) as subject:
            trouble = _stranger(settings.codec, subject.hello)
            if trouble:
                return msgspec.structs.replace(template, trouble=(trouble,))
            asked, coverage = _Counted(subject), Coverage(format, settings.declared[format])
            finding = _tried(settings, template, round.sample, asked, coverage)
            for _ in subject.run(()):  # sends nothing more: the codec has its time to exit
                pass
            counts = {
                "examples": asked.questions,
                "restarts": subject.restarts,
                "coverage": dict(coverage.draws),
                "complaints": tuple(subject.complaints[:COMPLAINTS]),
            }
    except CannotRun as error:
        return msgspec.structs.replace(template, trouble=error.lines)
    except Exception as error:
        told = author_error(error)
        if told is None:
            raise
        return msgspec.structs.replace(template, trouble=told.lines)
    seconds = monotonic() - began
    finding = _blamed(finding, subject.strays) if finding else None
    return msgspec.structs.replace(template, **_found(finding), **counts, seconds=float(f"{seconds:.3f}"))


def _tried(
    settings: Settings, template: RoundOutcome, sample: Sample | None, asked: "_Counted", coverage: Coverage
) -> Finding | None:
    """Return the finding of the one property; None if there are no examples for this codec."""
    format = template.case.split("/")[1]
    findings = properties.run(
        format,
        asked,
        settings.declared[format],
        referee.decode,
        examples=settings.examples,
        seed=template.seed,
        only={template.case},
        known={template.case: sample} if sample else None,
        watch=coverage,
    )
    return next(findings, None)


def _blamed(finding: Finding, strays: Sequence[str]) -> Finding:
    """Fail the finding of a round in which the codec wrote more than its answers, unless it fails already."""
    if not strays or finding.finding == "fail":
        return finding
    told = {"level": finding.level, "requirements": finding.requirements, "summary": finding.summary}
    return msgspec.structs.replace(make_stray(finding.case, finding.operation, strays), **told)


def _found(finding: Finding | None) -> dict[str, Any]:
    """Return the members of an outcome that come from a finding."""
    if finding is None:
        return {"word": "explained", "reasons": (NoExamples(),)}
    if finding.finding != "fail":
        unanswered = finding.finding in {"declined", "explained"}
        return {"word": finding.finding, "reasons": finding.reasons if unanswered else ()}
    return {"word": "fail", "key": key(finding), "finding": finding}


def _stranger(due: dict[str, str], hello: Hello) -> str:
    """Return a complaint if the codec is not the one that the soak tests; empty if it is."""
    said = identity(hello)
    if said == due:
        return ""
    found, wanted = (" ".join(filter(None, (who["name"], who["version"]))) for who in (said, due))
    return f"the command starts {printable(found)}; expected {printable(wanted)}"


def identity(hello: Hello) -> dict[str, str]:
    """Return the codec's name, version and language."""
    return {"name": hello.codec.name, "version": hello.codec.version, "language": hello.codec.language}


class _Counted:
    """A codec whose questions are counted."""

    def __init__(self, subject: Pool | OneShot) -> None:
        self._subject = subject
        self.questions = 0
        self.restarts = 0

    def ask(self, request: Request) -> Observation:
        """Return the observation for one request."""
        self.questions += 1
        seen = self._subject.ask(request)
        self.restarts = self._subject.restarts
        return seen

    def ask_all(self, requests: Iterable[tuple[K, Request]]) -> Generator[tuple[K, Observation], None, None]:
        """Yield the observations for many requests, in the order asked."""
        with closing(self._subject.ask_all(requests)) as answers:
            for key, seen in answers:
                self.questions += 1
                self.restarts = self._subject.restarts
                yield key, seen
