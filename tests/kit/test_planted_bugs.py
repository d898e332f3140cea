"""Bugs planted in the reference, at least five for each property: only that property finds and shrinks them.

The questions of the other properties are recorded once and asked of every bug.
"""

from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from daphne import bugs as daphne
from dspack import bugs as dspack
from dynd import bugs as dynd
from goldenwire import corpus, judge, properties
from goldenwire.judge import Judgement, Question, Terms, referee
from goldenwire.properties import Property
from goldenwire.properties.asking import Askable, Asking, BuiltQuestion
from goldenwire.properties.question_builders import CodecUnderTest
from goldenwire.properties.search import Search
from goldenwire.protocol import PROTOCOL, Observation, Request, read_call, read_hello, read_reply
from goldenwire.protocol.serve import answer
from goldenwire.results import Finding
from goldenwire.subject import Limits, Pool
from goldenwire_reference import formats
from goldenwire_suite.suite import suite_of
from kit.planting import Bug, Case, Wrapped
from miniatures import command
from miniatures.asking import OneByOne
from msgpack_format import bugs as msgpack
from sciserialize import bugs as sciserialize

EXAMPLES, SEED = 300, 1
OTHERS = 150  # examples of the properties that must not find a bug
AT_LEAST = 5  # bugs for each property
BUGS = {
    "daphne": daphne.BUGS,
    "dynd": dynd.BUGS,
    "dspack": dspack.BUGS,
    "sciserialize": sciserialize.BUGS,
    "msgpack": msgpack.BUGS,
}
# Formats without examples for a property.
WITHOUT = {("dynd", "decode-other-encoding"), ("dynd", "decode-reordered")}


class InProcess(OneByOne):
    """A codec in the test's own process."""

    def __init__(self, codec: Wrapped) -> None:
        self._codec = codec
        self.restarts = 0

    def ask(self, request: Request) -> Observation:
        return read_reply(answer(self._codec, read_call(request.line(1))))[1]


@cache
def declared(format: str) -> Terms:
    facts = corpus.manifest(corpus.root(None)).facts(format)
    said = msgspec.json.encode({"protocol": PROTOCOL, **Wrapped(format).hello()})
    return judge.terms(format, read_hello(said).formats[format], facts)


def judged(format: str) -> Any:
    def judge_one(question: Question, seen: Observation) -> Judgement:
        return judge.judge(question, declared(format), seen, referee.decode)

    return judge_one


def named(format: str, name: str) -> Property:
    """Return a property of a format."""
    return next(property for property in properties.for_format(format) if property.name == name)


def found_by(format: str, subject: Askable, property: Property, examples: int = EXAMPLES) -> Finding | None:
    """Return the finding of a property."""
    only, terms = [property.case(format)], declared(format)
    found = properties.run(format, subject, terms, referee.decode, examples=examples, seed=SEED, only=only)
    return next(found, None)


@cache
def questions(format: str, name: str) -> tuple[BuiltQuestion, ...]:
    """Return the questions of a property to a codec without bugs."""
    property = named(format, name)
    setting = CodecUnderTest(formats.load(format), declared(format), properties.template(property, format))
    asked: list[BuiltQuestion] = []

    def build_question(example: Any) -> BuiltQuestion | None:
        built_question = property.build_question(setting, example)
        asked.extend([built_question] if built_question else [])
        return built_question

    strategy = property.draw(setting)
    search = Search(InProcess(Wrapped(format)), build_question, judged(format))
    if not strategy.is_empty:
        search.run(strategy, examples=OTHERS, seed=f"{property.case(format)} {SEED}")
    assert search.failure is None
    return tuple(asked)


def fails(format: str, subject: Askable, property: Property) -> bool:
    """Return True if a property finds a bug: its first failure is at a question that it also asks a healthy codec."""
    asking = Asking(subject, judged(format))
    return any(
        asking.ask(built_question).judgement.finding == "fail" for built_question in questions(format, property.name)
    )


class Planted(NamedTuple):
    """A bug in a format."""

    format: str
    bug: Bug

    @property
    def id(self) -> str:
        return f"{self.format}-{self.bug.name}"

    def subject(self) -> InProcess:
        return InProcess(Wrapped(self.format, self.bug.mistake))

    def own(self) -> Property:
        return named(self.format, self.bug.property)


ALL = [Planted(format, bug) for format, bugs in BUGS.items() for bug in bugs]


# Bugs of each format that are quick to shrink, for several properties.
QUICK = (
    "daphne-minus-zero-dropped", "daphne-any-version", "dspack-length-counts-itself", "dspack-last-mark-written",
    "dynd-sentinel-as-value", "dynd-rest-ignored", "dynd-any-byte-is-true", "sciserialize-days-first",
    "sciserialize-tag-first", "sciserialize-nothing-is-null", "msgpack-octets-as-text", "msgpack-rest-passed-over",
    "msgpack-c1-is-nil",
)  # fmt: skip


def is_found(planted: Planted, finding: Finding | None) -> None:
    bug = planted.bug
    assert finding, "the property has no examples"
    assert finding.finding == "fail", finding.why
    assert str(finding.observation).startswith(bug.observation)
    assert finding.sample
    case = Case(finding.sample)
    assert bug.is_minimal(case), f"expected {bug.minimal}, found {case}"


@pytest.mark.fast(*QUICK)
@pytest.mark.parametrize("planted", ALL, ids=lambda planted: planted.id)
def test_a_bug_is_found_by_its_property_and_shrunk_to_a_minimal_case(planted: Planted) -> None:
    is_found(planted, found_by(planted.format, planted.subject(), planted.own()))


# Bugs that an edit can trigger in an example that does not show them, so that nothing unedited explains the failure.
BYTES, VALUES = "agree-on-broken-bytes", "agree-on-edited-values"
EDITED = {
    "sciserialize-str16-refused": BYTES,
    "sciserialize-text-escaped": VALUES,
    "msgpack-ascending-keys": BYTES,
    "msgpack-octets-as-text": VALUES,
    "msgpack-floats-in-single": VALUES,
}


@pytest.mark.slow
@pytest.mark.parametrize("planted", ALL, ids=lambda planted: planted.id)
def test_no_other_property_finds_a_bug(planted: Planted) -> None:
    subject, own = planted.subject(), planted.own()
    others = [property for property in properties.for_format(planted.format) if property != own]
    found = {property.name for property in others if fails(planted.format, subject, property)}
    assert found == ({EDITED[planted.id]} if planted.id in EDITED else set())


@pytest.mark.parametrize("format", BUGS)
def test_a_codec_that_declares_nothing_but_operations_is_not_failed(format: str) -> None:
    """Check a first adapter, which declares only operations; SciSerialize has no examples for it, and finds nothing."""
    nothing = msgspec.structs.replace(
        declared(format),
        features=frozenset(),
        policies={},
        undeclared=frozenset(formats.load(format).declaration.features),
    )
    found = properties.run(format, InProcess(Wrapped(format)), nothing, referee.decode, examples=20, seed=SEED)
    assert {finding.finding for finding in found} == (set() if format == "sciserialize" else {"pass"})


@pytest.mark.parametrize("property", properties.PROPERTIES, ids=lambda property: property.name)
def test_each_property_has_five_bugs_of_its_own(property: Property) -> None:
    piped = [Planted("daphne", bug) for bug in daphne.PIPED]
    own = [planted for planted in (*ALL, *piped) if planted.bug.property == property.name]
    assert len(own) >= AT_LEAST
    having = {format for format in BUGS if property.name in suite_of(formats.load(format)).properties} - {
        format for format, name in WITHOUT if name == property.name
    }
    assert {planted.format for planted in own} == having


@pytest.mark.slow
@pytest.mark.parametrize("format", BUGS)
def test_nothing_is_found_in_the_reference_itself(format: str) -> None:
    for property in properties.for_format(format):
        assert bool(questions(format, property.name)) == ((format, property.name) not in WITHOUT)


# Over pipes


def piped(bug: Bug) -> dict[str, Finding]:
    """Return the findings of the decoding properties on a codec that breaks down."""
    limits = Limits(timeout=0.4) if bug.observation == "hung" else Limits()
    with Pool(command("planted", bug.name), limits) as pool:
        own = found_by("daphne", pool, named("daphne", bug.property), examples=100)
        others = {"decode-reference-encoding", "decode-other-encoding", "agree-on-broken-bytes"} - {bug.property}
        few = [found_by("daphne", pool, named("daphne", name), examples=5) for name in sorted(others)]
        findings = [own, *few]
    return {finding.case.rpartition("/")[2]: finding for finding in findings if finding}


@pytest.mark.fast("hang-on-coo")
@pytest.mark.parametrize(
    "bug",
    [
        pytest.param(bug, id=bug.name, marks=pytest.mark.slow if bug.observation.startswith("out-of") else ())
        for bug in daphne.PIPED
    ],
)
def test_a_codec_that_breaks_down_is_started_again_and_again(bug: Bug) -> None:
    found = piped(bug)
    is_found(Planted("daphne", bug), found[bug.property])
    assert ", restarting the codec " in found[bug.property].why
    assert [name for name, finding in found.items() if finding.finding == "fail"] == [bug.property]
