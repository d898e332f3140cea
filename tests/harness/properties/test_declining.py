"""Questions like those that a codec declined are asked less often, and others in their place, in every format."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from goldenwire import corpus, judge, properties
from goldenwire.judge import Question, referee
from goldenwire.judge.reasons import ExamplesHold
from goldenwire.properties.declining import SUSPECTED, TRIED, TYPICAL, DeclineModel
from goldenwire.protocol import FormatSupport, Observation, Request, Unsupported, read_call, read_reply
from goldenwire.protocol.serve import Reference, answer
from goldenwire.results import Finding
from goldenwire.run import Options
from goldenwire.subject import Limits, Pool
from goldenwire_reference import formats
from miniatures import command
from miniatures.asking import OneByOne

Json = Any

# Learning by itself


def question(words: str) -> Question:
    """Return a question described by these words."""
    template = properties.template(properties.for_format("daphne")[0], "daphne")
    return Question(msgspec.structs.replace(template, id=words), "decode")


def taught(*answers: tuple[str, bool]) -> DeclineModel:
    """Return the decline model after examples, given by their words, that were declined or answered."""
    taught = DeclineModel(lambda question: frozenset(question.vector.id.split()))
    for words, declined in answers:
        taught.learn(question(words), declined=declined)
    return taught


FIRST = (("frame int8", True), ("dense int8", False))
FRAMES = [("frame int8", True)] * SUSPECTED
TYPICALLY = [*FIRST, *[("dense int8", False)] * TYPICAL]
PASSED_OVER: dict[str, tuple[list[tuple[str, bool]], str, bool]] = {
    "a word of what is declined": ([*FIRST, *FRAMES], "frame int32", True),
    "fewer declines than it takes": ([*FIRST, *FRAMES[1:]], "frame int32", False),
    "a word of what was answered": ([*FIRST, *FRAMES], "dense int8", False),
    "a word that was never met": ([*FIRST, *FRAMES], "dense float", False),
    "a word cleared since": ([*FIRST, *FRAMES, ("frame int16", False)], "frame int8", False),
    "a lack of what all that was answered has": ([*TYPICALLY, *[("int8", True)] * SUSPECTED], "int8", True),
    "a lack of it that few answers show": ([*FIRST, *[("int8", True)] * SUSPECTED], "int8", False),
    "a lack of what some that was answered has": (
        [*TYPICALLY, ("int8", False), *FRAMES], "int8", False,
    ),
    "what another word explains": (
        [*FIRST, *FRAMES, *[("frame double", True)] * SUSPECTED], "dense double", False,
    ),
    "nothing answered yet": (FRAMES, "frame int8", False),
    "nothing declined": ([("dense int8", False)], "frame int8", False),
}  # fmt: skip


@pytest.mark.parametrize(("before", "asked", "passed"), PASSED_OVER.values(), ids=PASSED_OVER)
def test_what_has_a_suspect_is_passed_over(before: list[tuple[str, bool]], asked: str, passed: bool) -> None:
    assert taught(*before).passes_over(question(asked)) is passed


def test_now_and_then_a_suspect_is_asked_all_the_same() -> None:
    learned = taught(*FIRST, *FRAMES)
    passed = [learned.passes_over(question("frame")) for _ in range(3 * TRIED)]
    assert Counter(passed) == {True: 3 * (TRIED - 1), False: 3}


def test_no_words_are_read_before_anything_is_declined() -> None:
    def unread(_: Question) -> frozenset[str]:
        raise AssertionError("it was read")

    learned = DeclineModel(unread)
    learned.learn(question("dense"), declined=False)
    assert not learned.passes_over(question("dense"))


# Partial codecs, in every format


class Part(OneByOne, Reference):
    """The reference restricted to the values, with their context, that a function accepts."""

    def __init__(self, format: str, has: Callable[[Json, Json], bool]) -> None:
        super().__init__([format])
        self._has = has
        self.asked = self.restarts = 0

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        value = super().decode(format, data, context)
        if not self._has(value, context):
            raise Unsupported("it is not written yet")
        return value

    def ask(self, request: Request) -> Observation:
        self.asked += 1
        return read_reply(answer(self, read_call(request.line(1))))[1]


def dtypes(value: Json) -> set[str]:
    """Return the dtypes of all arrays in a value."""
    found = set()
    if isinstance(value, dict):
        found = {value["dtype"]} if isinstance(value.get("dtype"), str) else set()
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return found.union(*map(dtypes, inner))


# The restriction; the least number of answers to forty questions, and the most questions asked for them. In comments:
# the numbers without a decline model.
PARTS: dict[str, tuple[str, Callable[[Json, Json], bool], int, int]] = {
    "dense matrices": ("daphne", lambda value, _: value["kind"] == "DenseMatrix", 40, 75),  # 40, 96
    "sparse matrices of double": (  # 22, 400
        "daphne", lambda value, _: (value["kind"], value.get("type")) == ("CSRMatrix", "double"), 30, 400,
    ),
    "strings": ("dynd", lambda _, context: "string" in context["type"], 40, 360),  # 35, 400
    "big-endian schemas": ("dspack", lambda _, context: "!" in context.get("schema", ""), 40, 300),  # 40, 389
    "arrays of int64 alone": ("sciserialize", lambda value, _: dtypes(value) <= {"int64"}, 40, 55),  # 40, 67
}  # fmt: skip


def decoding(format: str, codec: Part, **options: Any) -> Finding:
    known = formats.load(format)
    features = tuple(name for name in known.declaration.features if name not in known.declaration.profiles)
    policies = {name: policy.reference for name, policy in known.declaration.policies.items()}
    facts = corpus.manifest(corpus.root(None)).facts(format)
    declared = judge.terms(format, FormatSupport(("decode",), features, policies), facts)
    only = [f"property/{format}/decode-reference-encoding"]
    options = {"examples": 40, "seed": 1, **options}
    [finding] = properties.run(format, codec, declared, referee.decode, only=only, **options)
    return finding


@pytest.mark.fast("dense", "arrays")
@pytest.mark.parametrize(("format", "has", "least", "most"), PARTS.values(), ids=PARTS)
def test_a_codec_of_a_part_is_asked_what_it_has(
    format: str, has: Callable[[Json, Json], bool], least: int, most: int
) -> None:
    codec = Part(format, has)
    finding = decoding(format, codec)
    answered = int(finding.why.split()[0])
    assert finding.finding == "pass"
    assert answered >= least, finding.why
    assert codec.asked <= most, finding.why


def test_what_is_passed_over_is_told_and_the_same_every_time() -> None:
    first, second = (decoding("daphne", Part("daphne", PARTS["dense matrices"][1])) for _ in range(2))
    assert first == second
    assert first.why.endswith(" like those were not asked")


def test_a_codec_that_declines_for_no_reason_that_shows_is_asked_as_much_as_it_wants() -> None:
    count = iter(range(1000))
    finding = decoding("daphne", Part("daphne", lambda *_: next(count) % 3 == 0))
    assert finding.reasons[0] == ExamplesHold(40)


@pytest.mark.slow
def test_a_bug_of_a_codec_with_dense_matrices_alone_is_found_in_the_examples_of_a_default_run() -> None:
    """Find a bug within the default number of examples; its first matrix of uint8 with a 255 is example 225 of 400."""
    with Pool(command("dense_only"), Limits()) as pool:
        facts = corpus.manifest(corpus.root(None)).facts("daphne")
        declared = judge.terms("daphne", pool.hello.formats["daphne"], facts)
        only = ["property/daphne/decode-reference-encoding"]
        options = Options()
        [finding] = properties.run(
            "daphne", pool, declared, referee.decode, examples=options.examples, seed=options.seed, only=only
        )
    assert finding.finding == "fail"
    assert finding.difference[0] == (
        'value   {"kind":"DenseMatrix","rows":"1","columns":"1","type":"uint8","cells":[["0","0","255"]]}'
    )
    example = int(finding.why.split("; example ")[1].split()[0])
    assert example <= options.examples
