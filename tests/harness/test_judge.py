"""Every rule of which questions are asked and what the answers are worth, as tables."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from goldenwire import corpus
from goldenwire.corpus.vector import FormatFacts, Vector
from goldenwire.errors import UserError
from goldenwire.judge import Question, judge, questions, referee, terms
from goldenwire.judge.equality import is_nan, same
from goldenwire.protocol import KINDS, FormatSupport, Observation
from harness import toy, trees
from harness.toy import ALL, octets, rejected, value

FACTS = msgspec.convert(trees.FACTS, FormatFacts)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Vector]:
    """The vectors of the toy format, by the last part of their id."""
    loaded = trees.load(trees.write(tmp_path_factory.mktemp("toy"), [*trees.CASES, trees.CHOICE]))
    return {vector.id.rpartition("/")[2]: vector for vector in loaded}


def _raw(json: Any) -> Raw:
    return Raw(msgspec.json.encode(json))


KEEP = {"toy.zero": "keep"}
REJECT = {"toy.zero": "reject"}

# vector, operation, features, policies, observation -> finding, a word of why
JUDGED: list[tuple[str, Any, tuple[str, ...], dict[str, str], Observation, str, str]] = [
    # decode of good bytes: the value
    ("one", "decode", (), {}, value(["1"]), "pass", ""),
    ("one", "decode", (), {}, Observation("value", Raw(b' [ "\\u0031" ] ')), "pass", ""),
    ("one", "decode", (), {}, value(["2"]), "fail", "another one"),
    ("one", "decode", (), {}, value([1]), "fail", "another one"),
    ("one", "decode", (), {}, Observation("value", Raw(b"[")), "fail", "another one"),
    ("one", "decode", (), {}, octets(b"\1\1"), "fail", "a value was due, but the codec answered with bytes"),
    ("one", "decode", (), {}, rejected("VERSION"), "fail", "a value was due, but the codec rejected it"),
    # encode: canonical bytes where that is declared, else what the referee reads
    ("one", "encode", ("canonical",), {}, octets(b"\1\1"), "pass", ""),
    ("one", "encode", ("canonical",), {}, octets(b"\1\1\1"), "fail", "not the canonical ones"),
    ("one", "encode", (), {}, octets(b"\1\1"), "pass", ""),
    ("one", "encode", (), {}, octets(b"\1\2"), "fail", "mean another value"),
    ("one", "encode", (), {}, octets(b"\2\1"), "fail", "no legal ones: VERSION at byte 0, not version 1"),
    ("one", "encode", (), {}, value(["1"]), "fail", "bytes were due, but the codec answered with a value"),
    ("one", "encode", (), {}, rejected("PLAN"), "fail", "bytes were due, but the codec rejected it"),
    # encode under a plan: exactly its bytes
    ("planned", "encode", ("plans",), {}, octets(b"\1\5"), "pass", ""),
    ("planned", "encode", ("plans",), {}, octets(b"\1\6"), "fail", "not those that the plan asks for"),
    # transcode: bytes that mean the same
    ("one", "transcode", ("canonical",), {}, octets(b"\1\1"), "pass", ""),
    ("planned", "transcode", (), {}, octets(b"\1\5"), "pass", ""),
    ("planned", "transcode", (), {}, octets(b"\1\6"), "fail", "mean another value"),
    ("planned", "transcode", (), {}, octets(b""), "fail", "no legal ones: TRUNCATED"),
    ("planned", "transcode", (), {}, rejected(), "fail", "bytes were due"),
    # refused bytes: the codec's word, and its reason where that is declared
    ("version", "decode", (), {}, rejected(), "pass", ""),
    ("version", "decode", (), {}, rejected("LIMIT", 9), "pass", ""),
    ("version", "decode", ("codes",), {}, rejected("VERSION", 9), "pass", ""),
    ("version", "decode", ("codes",), {}, rejected("LIMIT", 0), "fail", "another reason: LIMIT, not VERSION"),
    ("version", "decode", ("codes",), {}, rejected(), "fail", "another reason: no code, not VERSION"),
    ("version", "decode", ("codes", "offsets"), {}, rejected("VERSION", 0), "pass", ""),
    ("version", "decode", ("codes", "offsets"), {}, rejected("VERSION", 1), "fail", "byte 1, not byte 0"),
    ("version", "decode", ("offsets",), {}, rejected(), "fail", "another place: no place, not byte 0"),
    ("version", "decode", (), {}, value(["1"]), "fail", "it accepted what has to be rejected"),
    ("version", "decode", (), {}, octets(b""), "fail", "it accepted what has to be rejected"),
    ("version", "transcode", ALL, {}, rejected("LIMIT", 7), "pass", ""),
    ("version", "transcode", ALL, {}, octets(b"\2\1"), "fail", "it accepted what has to be rejected"),
    # a set of codes: any of them, at any place
    ("empty", "decode", ALL, {}, rejected("TRUNCATED", 5), "pass", ""),
    ("empty", "decode", ALL, {}, rejected("VERSION"), "pass", ""),
    ("empty", "decode", ALL, {}, rejected("LIMIT", 0), "fail", "not TRUNCATED or VERSION"),
    # refused values
    ("too-long", "encode", ("codes", "offsets"), {}, rejected("LIMIT"), "pass", ""),
    ("too-long", "encode", ("codes",), {}, rejected("VALUE"), "fail", "another reason: VALUE, not LIMIT"),
    ("too-long", "encode", (), {}, rejected("VALUE"), "pass", ""),
    ("too-long", "encode", (), {}, octets(b"\1"), "fail", "it accepted what has to be rejected"),
    ("bad-plan", "encode", ("plans", "codes"), {}, rejected("PLAN"), "pass", ""),
    # either: asserted where a choice is declared, else noted
    ("stored", "decode", (), {}, rejected(), "noted", "toy.zero: reject"),
    ("stored", "decode", (), {}, value(["0"]), "noted", "toy.zero: keep"),
    ("stored", "decode", (), {}, value(["1"]), "fail", "none of the outcomes that toy.zero permits: reject, keep"),
    ("stored", "decode", ("codes",), {}, rejected("VERSION"), "fail", "none of the outcomes"),
    ("stored", "decode", (), REJECT, rejected(), "pass", ""),
    ("stored", "decode", (), REJECT, value(["0"]), "fail", "it declared reject: it accepted"),
    ("stored", "decode", (), KEEP, value(["0"]), "pass", ""),
    ("stored", "decode", (), KEEP, rejected(), "fail", "it declared keep: a value was due"),
    ("stored", "decode", ("codes", "offsets"), REJECT, rejected("ZERO", 1), "pass", ""),
    ("stored", "decode", ("codes", "offsets"), REJECT, rejected("ZERO", 0), "fail", "byte 0, not byte 1"),
    # a value that a policy lets an encoder refuse
    ("written", "encode", (), {}, octets(b"\1\0"), "noted", "toy.zero: keep"),
    ("written", "encode", (), {}, rejected("ZERO"), "noted", "toy.zero: reject"),
    ("written", "encode", (), KEEP, octets(b"\1\0"), "pass", ""),
    ("written", "encode", (), KEEP, octets(b"\1\1"), "fail", "it declared keep: the bytes it wrote mean another"),
    ("written", "encode", (), KEEP, rejected("ZERO"), "fail", "it declared keep: bytes were due"),
    ("written", "encode", (), REJECT, rejected(), "pass", ""),
    ("written", "encode", ("codes",), REJECT, rejected("LIMIT"), "fail", "for another reason"),
    ("written", "encode", (), REJECT, octets(b"\1\0"), "fail", "it declared reject: it accepted"),
    ("stored", "transcode", (), {}, octets(b"\1\0"), "noted", "toy.zero: keep"),
    ("stored", "transcode", (), {}, rejected("LIMIT"), "noted", "toy.zero: reject"),
    ("stored", "transcode", (), KEEP, octets(b"\1\0"), "pass", ""),
    (
        "stored",
        "transcode",
        (),
        KEEP,
        octets(b"\1\1"),
        "fail",
        "it declared keep: the bytes it wrote mean another value",
    ),
    ("stored", "transcode", (), KEEP, value(["0"]), "fail", "bytes were due"),
    ("stored", "transcode", ("codes",), REJECT, rejected("LIMIT"), "pass", ""),
    # a profile leaves out what it says, with the code that says so, and nothing else
    ("two", "decode", ("single-block",), {}, rejected("LIMIT"), "skip", "its profile leaves out many-blocks"),
    ("two", "encode", ("single-block",), {}, rejected("LIMIT"), "skip", "many-blocks"),
    ("two", "transcode", ("single-block",), {}, rejected("LIMIT"), "skip", "many-blocks"),
    ("two", "decode", ("single-block",), {}, rejected("VERSION"), "fail", "rejected it"),
    ("two", "decode", ("single-block",), {}, rejected(), "fail", "rejected it"),
    ("two", "decode", (), {}, rejected("LIMIT"), "fail", "rejected it"),
    ("one", "decode", ("single-block",), {}, rejected("LIMIT"), "fail", "rejected it"),
    ("two", "decode", ("single-block",), {}, value(["1", "2"]), "pass", ""),
]


@pytest.mark.parametrize(
    ("name", "operation", "features", "policies", "seen", "finding", "why"),
    JUDGED,
    ids=[f"{row[0]} {row[1]} {'+'.join(row[2])} {row[4].kind} {row[5]} {i}" for i, row in enumerate(JUDGED)],
)
def test_an_answer_is_judged(  # noqa: PLR0917  # one for each column
    vectors: dict[str, Vector],
    name: str,
    operation: Any,
    features: tuple[str, ...],
    policies: dict[str, str],
    seen: Observation,
    finding: str,
    why: str,
) -> None:
    question = Question(vectors[name], operation, planned=vectors[name].plan != Raw(b"") and operation == "encode")
    found = judge(question, toy.terms(*features, policies=policies), seen, toy.referee)
    assert (found.finding, why in found.why) == (finding, True), found
    assert bool(found.why) == (finding != "pass")


NO_REJECTIONS = [kind for kind in KINDS if kind not in ("value", "bytes", "rejected", "unsupported")]


@pytest.mark.parametrize("kind", NO_REJECTIONS)
@pytest.mark.parametrize(
    ("name", "operation"), [("version", "decode"), ("version", "transcode"), ("too-long", "encode")]
)
def test_only_the_codecs_word_is_a_rejection(vectors: dict[str, Vector], name: str, operation: Any, kind: Any) -> None:
    found = judge(Question(vectors[name], operation), toy.terms(), Observation(kind), toy.referee)
    assert found.finding == "fail"
    assert found.why.endswith("only its word would be a rejection")


@pytest.mark.parametrize("kind", NO_REJECTIONS)
@pytest.mark.parametrize(("name", "operation"), [("one", "decode"), ("one", "encode"), ("stored", "decode")])
def test_what_is_no_answer_never_passes(vectors: dict[str, Vector], name: str, operation: Any, kind: Any) -> None:
    assert judge(Question(vectors[name], operation), toy.terms(), Observation(kind), toy.referee).finding == "fail"


@pytest.mark.parametrize("name", ["one", "version", "too-long", "stored"])
def test_unsupported_is_a_skip_with_the_codecs_reason(vectors: dict[str, Vector], name: str) -> None:
    seen = Observation("unsupported", detail="no such thing")
    found = judge(Question(vectors[name], vectors[name].operations[0]), toy.terms(), seen, toy.referee)
    assert (found.finding, found.why) == ("skip", "no such thing")


# Questions

DECODES = ["one", "two", "version", "empty", "planned", "stored"]


@pytest.mark.parametrize(
    ("operations", "features", "only", "asked", "not_asked"),
    [
        (["decode"], [], [], {"decode": 6}, {"operation encode": 6, "operation transcode": 6}),
        (["encode"], ["plans"], [], {"encode": 6}, {"operation decode": 6, "operation transcode": 6}),
        (["encode"], [], [], {"encode": 4}, {"operation decode": 6, "operation transcode": 6, "feature plans": 2}),
        (["decode", "encode", "transcode"], ["plans"], [], {"decode": 6, "encode": 6, "transcode": 6}, {}),
        (["decode", "encode", "transcode"], ["plans"], ["decode"], {"decode": 6}, {}),
        (["decode"], [], ["encode"], {}, {"operation encode": 6}),
    ],
)
def test_a_codec_is_asked_what_it_declares_and_the_rest_is_counted(  # noqa: PLR0917  # one for each column
    vectors: dict[str, Vector],
    operations: list[str],
    features: list[str],
    only: list[str],
    asked: dict[str, int],
    not_asked: dict[str, int],
) -> None:
    counted: Counter[str] = Counter()
    support = msgspec.convert({"operations": operations, "features": features}, FormatSupport)
    found = list(questions(vectors.values(), {"toy": terms("toy", support, FACTS)}, only, counted))
    assert Counter(question.operation for question in found) == asked
    assert counted == not_asked


@pytest.mark.parametrize(
    ("name", "operation", "line"),
    [
        ("one", "decode", {"op": "decode", "format": "toy", "bytes": "0101"}),
        ("one", "transcode", {"op": "transcode", "format": "toy", "bytes": "0101"}),
        ("one", "encode", {"op": "encode", "format": "toy", "value": ["1"]}),
        ("planned", "encode", {"op": "encode", "format": "toy", "value": ["5"], "plan": [{"block": "x"}]}),
        ("too-long", "encode", {"op": "encode", "format": "toy", "value": ["1", "1", "1"]}),
        ("bad-plan", "encode", {"op": "encode", "format": "toy", "value": ["1"], "plan": [{"block": "y"}]}),
    ],
)
def test_a_question_is_this_request(
    vectors: dict[str, Vector], name: str, operation: str, line: dict[str, Any]
) -> None:
    asked = questions([vectors[name]], {"toy": toy.terms(*ALL)}, [operation], Counter())
    assert [msgspec.json.decode(question.request().line(7)) for question in asked] == [{"id": 7, **line}]


@pytest.mark.parametrize(
    ("features", "canonical", "asked"),
    [
        (["plans"], True, [True]),
        (["plans"], False, [True]),
        ([], True, [False]),  # the canonical bytes need no plan
        ([], False, []),
    ],
)
def test_a_plan_is_asked_as_it_stands_in_the_case(
    tmp_path: Path, features: list[str], canonical: bool, asked: list[bool]
) -> None:
    case = {**trees.ONE, "plan": [{"block": "x"}], "canonical": canonical}
    [vector] = trees.load(trees.write(tmp_path, [case]))
    found = [
        question.request().plan is not None
        for question in questions([vector], {"toy": toy.terms(*features)}, ["encode"], Counter())
    ]
    assert found == asked


def test_a_case_that_needs_a_feature_is_asked_only_of_a_codec_that_declares_it(tmp_path: Path) -> None:
    [vector] = trees.load(trees.write(tmp_path, [{**trees.ONE, "needs": ["plans"]}]))
    asked = {}
    for features in ([], ["plans"]):
        support = msgspec.convert({"operations": ["decode"], "features": features}, FormatSupport)
        counted: Counter[str] = Counter()
        found = list(questions([vector], {"toy": terms("toy", support, FACTS)}, ["decode"], counted))
        asked[len(features)] = len(found), dict(counted)
    assert asked == {0: (0, {"feature plans": 1}), 1: (1, {})}


def test_a_value_in_a_notation_for_encoders_alone_is_held_against_what_its_bytes_mean(tmp_path: Path) -> None:
    case = {**trees.ONE, "value": ["one"], "operations": ["encode"]}
    [vector] = trees.load(trees.write(tmp_path, [case]))
    meanings = {b"\1\1": Raw(b'["1"]'), b"\1\1\0": Raw(b'["1"]'), b"\1\2": Raw(b'["2"]')}
    found = {
        data: judge(
            Question(vector, "encode"),
            toy.terms(),
            octets(data),
            lambda _, __, read, ___, *, written=False: meanings[read],
        ).finding
        for data in meanings
    }
    assert found == {b"\1\1": "pass", b"\1\1\0": "pass", b"\1\2": "fail"}


def test_a_context_goes_with_the_request(tmp_path: Path) -> None:
    [vector] = trees.load(trees.write(tmp_path, [{**trees.ONE, "context": {"type": "int8"}}]))
    assert Question(vector, "decode").request().context == Raw(b'{"type":"int8"}')


@pytest.mark.parametrize(
    ("support", "says"),
    [
        ({"features": ["plan"]}, "declares the feature 'plan', which toy does not have; did you mean plans?"),
        (
            {"policies": {"toy.zeros": "keep"}},
            "the policy 'toy.zeros', which toy does not have; did you mean toy.zero?",
        ),
        ({"policies": {"toy.zero": "maybe"}}, "declares toy.zero: 'maybe'; the choices are reject, keep"),
    ],
)
def test_words_that_the_format_does_not_have_are_refused(support: dict[str, Any], says: str) -> None:
    with pytest.raises(UserError) as caught:
        terms("toy", msgspec.convert({"operations": ["decode"], **support}, FormatSupport), FACTS)
    assert says in str(caught.value)


# Comparing values


@pytest.mark.parametrize(
    ("expected", "got", "alike"),
    [
        (b'{"a":"1","b":["2"]}', b'{"b": ["2"], "a": "1"}', True),
        (b'"\\u00e9"', '"é"'.encode(), True),
        (b'["1"]', b'["1","1"]', False),
        (b'["1"]', b"[1]", False),
        (b"true", b"1", False),
        (b"null", b"false", False),
        (b'"0x7fc00000"', b'"0x7fc00001"', False),
        (b'[{"nan":"8"}]', b'["0x7fc00000"]', True),
        (b'[{"nan":"8"}]', b'["0xffc00001"]', True),
        (b'[{"nan":"8"}]', b'["0x7f800001"]', True),
        (b'[{"nan":"8"}]', b'["0x7f800000"]', False),
        (b'[{"nan":"8"}]', b'["0xff800000"]', False),
        (b'[{"nan":"8"}]', b'["0x7ff8000000000000"]', False),
        (b'[{"nan":"16"}]', b'["0x7ff8000000000000"]', True),
        (b'[{"nan":"16"}]', b'["0x7fc00000"]', False),
        (b'[{"nan":"16"}]', b'["0x7ff0000000000000"]', False),
        (b'[{"nan":"8"}]', b'[{"nan":"8"}]', False),
        (b'[{"nan":"8"}]', b'["nan"]', False),
        (b'[{"nan":"8"}]', b'["0x7FC00000"]', False),
        (b'[{"nan":"8"}]', b"[", False),
        (b'[{"nan":"8"}]', b"[" * 100_000, False),
        (b'{"a":{"nan":"8"}}', b'{"b":"0x7fc00000"}', False),
        (b'{"a":[{"nan":"8"},"1"]}', b'{"a":["0x7fc00000","2"]}', False),
        (b'{"labels":["nan"]}', b'{"labels":["0x7fc00000"]}', False),  # a text is no NaN
        (b'{"map":{"nan":{"str":"8"}}}', b'{"map":{"nan":{"str":"8"}}}', True),
        (b'["1"]', b'["' + b"1" * 5000 + b'"]', False),
        (b'["1"]', b"[" + b"1" * 5000 + b"]", False),
        (b'["1"]', b'["\xff"]', False),
        (b'["1"]', b'["\\ud800"]', False),
        (b'{"number":"1"}', b'{"number":"0x3ff0000000000000"}', True),
        (b'{"number":"0x3ff0000000000000"}', b'{"number":"1"}', True),
        (b'{"number":"9007199254740993"}', b'{"number":"0x4340000000000000"}', False),
        (b'{"number":"0x0000000000000000"}', b'{"number":"0"}', True),
        (b'{"number":"0x8000000000000000"}', b'{"number":"0"}', False),
        (b'{"number":"0x8000000000000000"}', b'{"number":"0x0000000000000000"}', False),
        (b'{"number":"0x7ff0000000000000"}', b'{"number":"0x7ff0000000000000"}', True),
        (b'{"number":"0x7ff8000000000000"}', b'{"number":"0x7ff8000000000001"}', False),
        (b'{"array":[{"number":"2"}]}', b'{"array":[{"number":"0x4000000000000000"}]}', True),
        (b'{"array":[{"number":"2"}]}', b'{"array":[{"str":"2"}]}', False),
        (b'{"number":"2"}', b'{"number":2}', False),
        (b'{"unique_set":[{"str":"a"},{"str":"b"}]}', b'{"unique_set":[{"str":"b"},{"str":"a"}]}', True),
        (b'{"unique_set":[{"str":"a"},{"str":"b"}]}', b'{"unique_set":[{"str":"a"},{"str":"a"}]}', False),
        (b'{"unique_set":[{"str":"a"}]}', b'{"unique_set":[{"str":"a"},{"str":"a"}]}', False),
        (b'{"unique_set":[{"number":"1"},null]}', b'{"unique_set":[null,{"number":"0x3ff0000000000000"}]}', True),
        (b'{"unique_set":[]}', b'{"unique_set":null}', False),
        (b'{"array":[{"str":"a"},{"str":"b"}]}', b'{"array":[{"str":"b"},{"str":"a"}]}', False),
        (b'{"number":"2"}', b'{"number":["2"]}', False),
        (b'{"number":"1"}', b'{"number":"01"}', False),
        (b'{"number":"1","x":"1"}', b'{"number":"0x3ff0000000000000","x":"1"}', False),
    ],
)
def test_values_are_compared_as_what_they_say(expected: bytes, got: bytes, alike: bool) -> None:
    assert same(Raw(expected), Raw(got), ("number", "unique_set")) is alike


@pytest.mark.parametrize(
    ("expected", "got", "nearest", "alike"),
    [
        ("0x43b0000000000000", "1152921504606847000", False, False),  # 2^60, as JavaScript writes it
        ("0x43b0000000000000", "1152921504606847000", True, True),
        ("1152921504606847000", "0x43b0000000000000", True, False),  # an integer is due, and a neighbour is not it
        ("9007199254740993", "9007199254740992", True, False),
        ("0xc3b0000000000000", "-1152921504606847000", True, True),
        ("0x43b0000000000000", "1152921504606848000", True, False),  # the nearest double is the next
        ("0x4340000000000000", "9007199254740993", True, True),
        ("0x433fffffffffffff", "9007199254740990", True, False),  # as small, integers are exact
        ("0x7ff0000000000000", "9" * 400, True, False),
        ("0x8000000000000000", "0", True, False),
    ],
)
def test_an_integer_may_stand_for_the_double_nearest_to_it(expected: str, got: str, nearest: bool, alike: bool) -> None:
    one, other = (_raw({"array": [{"number": atom}]}) for atom in (expected, got))
    assert same(one, other, ("number",), nearest=nearest) is alike


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("[1e20,1152921504606846977]", True),
        ("[100000000000000000000.0,1152921504606846977]", True),
        ("[100000000000000000000,1152921504606846977]", True),  # the double as an integer token
        ("[1e20,1152921504606846977.0]", False),  # the integer as a double, which is another number
        ("[100000000000000000001e2,1152921504606846977]", False),
        ("[1e20,1152921504606846976]", False),
    ],
)
def test_a_double_may_be_written_as_an_integer_token(text: str, held: bool) -> None:
    value = _raw({"array": [{"number": "0x4415af1d78b58c40"}, {"number": "1152921504606846977"}]})
    facts = corpus.manifest(corpus.root()).facts("sciserialize")
    declared = terms("sciserialize", FormatSupport(("encode",), features=("json",)), facts)
    vector = Vector("", "", (), "strict", "accept", ("encode",), context=_raw({"carrier": "json"}), value=value)
    question = Question(msgspec.structs.replace(vector, format="sciserialize"), "encode")
    seen = Observation("bytes", data=text.encode())
    assert (judge(question, declared, seen, referee.decode).finding == "pass") is held


@pytest.mark.parametrize(
    ("atom", "nan"),
    [
        ("0x7c00", False), ("0x7c01", True), ("0xfe00", True), ("0xfc00", False),
        ("0x7fff0000000000000000000000000000", False), ("0x7fff0000000000000000000000000001", True),
        ("0x7fc000", False), ("0x7fc000000000", False), ("7fc00000", False), ("0x7fc00000\n", False), ("", False),
    ],
)  # fmt: skip
def test_a_nan_is_known_by_its_own_width(atom: str, nan: bool) -> None:
    assert is_nan(atom) is nan
