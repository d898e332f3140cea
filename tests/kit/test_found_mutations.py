"""The properties find mistakes: curated mutations of each format, by the property that finds them."""

from functools import cache, partial
from itertools import islice
from typing import Any

import msgspec
import pytest

from goldenwire import corpus, judge, properties
from goldenwire.judge import Judgement, Question, Terms, referee
from goldenwire.properties.asking import Askable, Asking, BuiltQuestion
from goldenwire.properties.question_builders import CodecUnderTest
from goldenwire.properties.search import QuestionSource
from goldenwire.protocol import PROTOCOL, Observation, read_hello
from goldenwire.protocol.serve import Reference
from goldenwire.results import Finding
from goldenwire_reference import formats
from goldenwire_reference.formats import FORMATS
from miniatures.mutated import InProcess

Json = Any
EXAMPLES, SEED = 100, 1

# Mutations that a property finds, by property and format. Where there are fewer than three, the property finds no more.
FOUND: dict[str, dict[str, str]] = {
    "decode-reference-encoding": {
        "daphne": "label-length-big-endian data-type-in-two-bytes dense-and-csr-exchanged",
        "dynd": "zero-is-true uint128-wider sign-and-magnitude",
        "dspack": "meta-length-counts-itself meta-length-little-endian rows-last-first",
        "sciserialize": "labels-without-date-times integers-signed-alone sum-in-doubles",
        "msgpack": "nil-is-false integers-through-doubles zeros-without-sign",
    },
    "decode-other-encoding": {
        "daphne": "dense-matrix-in-dense-blocks-only block-columns-of-16-bits coo-row-of-8-bits",
        "dspack": "signed-forms-of-negatives-only no-spacing-after-numbers shortest-integers-only",
        "sciserialize": "mp-refuses-long-c6 six-digits mp-refuses-long-db",
        "msgpack": "singles-refused float32-in-decimal float32-rounded",
    },
    "decode-reordered": {
        "daphne": "blocks-in-their-place-by-order blocks-ascend csr-columns-ascend",
        "dspack": "version-first-key-only sorted-keys-only keys-in-order-only",
        "sciserialize": "tag-first-alone keys-in-order tag-not-last",
        "msgpack": "ascending-keys-only order-of-storage",
    },
    "reference-decodes-encoding": {
        "daphne": "values-written-big-endian matrix-type-written-twice rows-written-of-8-bits",
        "dynd": "blocks-without-types sizes-in-characters text-in-utf-16",
        "dspack": "meta-length-written-with-itself row-length-after-row row-length-written-by-flag",
        "sciserialize": "packs-counts-without-H order-of-utf-16 offsets-of-hours",
        "msgpack": "floats-cut-to-single text-in-cesu keys-by-length",
    },
    "agree-on-edited-values": {
        "daphne": "doubles-rounded-to-floats integers-of-any-spelling values-that-do-not-fit-written",
        "dynd": "chars-are-text anything-is-a-bool integers-wrap",
        "dspack": "fixed-overflows null-for-zero version-not-looked-at",
        "sciserialize": "objects-always reserved-alone fields-clamped",
        "msgpack": "integers-wrap repeated-written ns-wrap",
    },
    "transcode-settles": {
        "daphne": "non-finite-entries-dropped rows-padded-to-sixteen empty-object-in-dense-blocks-only",
        "dspack": "one-row-needs-marker marker-required",
        "sciserialize": "json-reads-tab days-alone mp-signed-cc",
        "msgpack": "positive-fixints-from-one doubles-low-octet-first ns-of-a-double",
    },
    "agree-on-broken-bytes": {
        "daphne": "rest-ignored block-end-wraps-around any-version-taken",
        "dynd": "lenient-where-it-can all-from-02-are-missing 65-levels",
        "dspack": "no-marker-needed markers-skipped row-length-cut-short-is-the-end",
        "sciserialize": "json-point-first sum-in-64-bits mp-nans",
        "msgpack": "rest-ignored c1-is-nil utf8-never-looked-at",
    },
    "refuse-every-prefix": {
        "daphne": "missing-input-is-zero gaps-are-zeros cut-between-blocks-taken",
        "dynd": "what-there-is missing-bytes-are-zeros types-without-data",
        "dspack": "row-cut-short-is-left-out no-octets-no-data-sets lone-row-filled-up",
        "sciserialize": "mp-short-arrays json-closes-at-the-end json-empty-is-null",
        "msgpack": "nothing-is-nil cut-short made-up",
    },
}
# The transcoder of DyND's reference is its decoder and its encoder, and other properties explain what they do wrong.
WITHOUT = {("dynd", "transcode-settles")}


@cache
def declared(format: str) -> Terms:
    said = msgspec.json.encode({"protocol": PROTOCOL, **Reference((format,)).hello()})
    return judge.terms(format, read_hello(said).formats[format], corpus.manifest(corpus.root(None)).facts(format))


@cache
def questions(format: str, name: str) -> tuple[BuiltQuestion, ...]:
    """Return the questions of a property to a codec without mistakes."""
    property = next(one for one in properties.for_format(format) if one.name == name)
    setting = CodecUnderTest(formats.load(format), declared(format), properties.template(property, format))
    build = partial(property.build_question, setting)
    drawn = QuestionSource(property.draw(setting), build, f"{property.case(format)} {SEED}")
    return tuple(islice((question for question, _ in drawn if question), EXAMPLES))


def finds(format: str, property: str, *mutations: str) -> bool:
    """Return whether a property finds mutations: it fails at a question that it asks a codec without mistakes too."""
    asking = Asking(InProcess(format, *mutations), partial(judged, format))
    return any(asking.ask(question).judgement.finding == "fail" for question in questions(format, property))


def judged(format: str, question: Question, seen: Observation) -> Judgement:
    return judge.judge(question, declared(format), seen, referee.decode)


def finding(format: str, property: str, subject: Askable) -> Finding:
    """Return the finding of a property, whose example is shrunk."""
    only, terms = [f"property/{format}/{property}"], declared(format)
    [found] = properties.run(format, subject, terms, referee.decode, examples=EXAMPLES, seed=SEED, only=only)
    return found


ROWS = [
    (format, property, mutation)
    for property, formats_ in FOUND.items()
    for format, mutations in formats_.items()
    for mutation in mutations.split()
]


@pytest.mark.fast("dynd", "msgpack")
@pytest.mark.parametrize(("format", "property", "mutation"), ROWS)
def test_a_property_finds_mutations(format: str, property: str, mutation: str) -> None:
    assert finds(format, property, mutation)


def test_every_property_of_every_format_has_its_mutations() -> None:
    having = {(format, property.name) for format in FORMATS for property in properties.for_format(format)}
    assert {(format, property) for format, property, _ in ROWS} == having - WITHOUT


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_nothing_is_found_in_the_reference_itself(format: str) -> None:
    names = [property.name for property in properties.for_format(format)]
    assert [name for name in names if not questions(format, name)] == []
    assert [name for name in names if finds(format, name)] == []


# For each property, a mutation that no other property finds.
ALONE = {
    "decode-reference-encoding": ("dynd", "zero-is-true"),
    "decode-other-encoding": ("msgpack", "singles-refused"),
    "decode-reordered": ("daphne", "csr-columns-ascend"),
    "reference-decodes-encoding": ("msgpack", "text-in-cesu"),
    "agree-on-edited-values": ("msgpack", "integers-wrap"),
    "transcode-settles": ("sciserialize", "json-reads-tab"),
    "agree-on-broken-bytes": ("msgpack", "c1-is-nil"),
    "refuse-every-prefix": ("msgpack", "nothing-is-nil"),
}


@pytest.mark.slow
@pytest.mark.parametrize("property", FOUND)
def test_no_other_property_finds_its_mutation(property: str) -> None:
    format, mutation = ALONE[property]
    names = [one.name for one in properties.for_format(format)]
    assert [name for name in names if finds(format, name, mutation)] == [property]


# The octets of the smallest example that shows a mutation, where the property has found a larger one.
SMALLEST = [
    ("daphne", "decode-reference-encoding", "int64-as-uint64", 53),
    ("daphne", "decode-other-encoding", "coo-row-of-8-bits", 54),
    ("daphne", "decode-reordered", "csr-columns-ascend", 67),
    ("daphne", "reference-decodes-encoding", "values-written-big-endian", 47),
    ("daphne", "agree-on-broken-bytes", "any-version-taken", 46),
    ("dynd", "decode-reference-encoding", "zero-is-true", 1),
    ("dynd", "reference-decodes-encoding", "sizes-in-characters", 3),
    ("dynd", "refuse-every-prefix", "missing-bytes-are-zeros", 0),
    ("dspack", "reference-decodes-encoding", "row-length-after-row", 46),
    ("dspack", "decode-reordered", "version-first-key-only", 41),
    ("sciserialize", "decode-reordered", "tag-first-alone", 58),
    ("msgpack", "decode-reference-encoding", "integers-through-doubles", 9),
    ("msgpack", "reference-decodes-encoding", "keys-by-length", 6),
    ("msgpack", "transcode-settles", "doubles-low-octet-first", 9),
    ("msgpack", "agree-on-broken-bytes", "c1-is-nil", 1),
]


@pytest.mark.fast("zero-is-true", "any-version-taken", "c1-is-nil")
@pytest.mark.parametrize(("format", "property", "mutation", "octets"), SMALLEST)
def test_an_example_is_shrunk_to_the_smallest(format: str, property: str, mutation: str, octets: int) -> None:
    found = finding(format, property, InProcess(format, mutation))
    assert found.finding == "fail"
    assert found.sample
    assert len(found.sample.bytes) // 2 <= octets


class Reversing(Reference):
    """DyND's reference, whose transcoder reverses sequences."""

    def transcode(self, format: str, data: bytes, context: Json) -> bytes:
        value = self.decode(format, data, context)
        return self.encode(format, value[::-1] if context["type"].startswith("var *") else value, context, None)


@pytest.mark.slow
def test_what_transcoding_alone_does_wrong_is_found() -> None:
    found = finding("dynd", "transcode-settles", InProcess("dynd", codec=Reversing(("dynd",))))
    assert found.finding == "fail"
    assert found.sample
    assert len(found.sample.bytes) // 2 <= 4  # a sequence of two


@pytest.mark.parametrize("format", FORMATS)
def test_a_codec_that_declares_nothing_but_operations_is_not_failed(format: str) -> None:
    """Check a first adapter, which declares only operations; SciSerialize has no examples for it, and finds nothing."""
    nothing = msgspec.structs.replace(
        declared(format),
        features=frozenset(),
        policies={},
        undeclared=frozenset(formats.load(format).declaration.features),
    )
    found = properties.run(format, InProcess(format), nothing, referee.decode, examples=20, seed=SEED)
    assert {finding.finding for finding in found} == (set() if format == "sciserialize" else {"pass"})
