"""Every rule on which questions are asked and how answers are judged, as tables."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from goldenwire import formats
from goldenwire.corpus.vector import FormatFacts, LoadedVector
from goldenwire.errors import UserError
from goldenwire.judge import (
    PASS,
    NotAsked,
    Question,
    Terms,
    judge,
    questions,
    reasons,
    referee,
    terms,
)
from goldenwire.judge.reasons import Reason
from goldenwire.protocol import KINDS, OPERATIONS, FormatSupport, Observation, Rejection, read_reply
from goldenwire.results.findings import make_finding
from goldenwire_reference.formats import FORMATS
from goldenwire_reference.formats import load as load_format
from harness import toy, trees
from harness.toy import ALL, octets, raw, rejected, value

FACTS = msgspec.convert(trees.FACTS, FormatFacts)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, LoadedVector]:
    """Return the vectors of the toy format, by the last part of their id."""
    loaded = trees.load(trees.write(tmp_path_factory.mktemp("toy"), [*trees.CASES, trees.CHOICE]))
    return {vector.id.rpartition("/")[2]: vector for vector in loaded}


KEEP = {"toy.zero": "keep"}
REJECT = {"toy.zero": "reject"}

DIFFERS, MEANS_ANOTHER, ACCEPTED = reasons.ValueDiffers(), reasons.BytesMeanAnotherValue(), reasons.AcceptedInvalid()
NOT_PERMITTED = reasons.NotPermitted("toy.zero", ("reject", "keep"))
BY_KEEP, BY_REJECT = reasons.ChoiceDeclared("toy.zero", "keep"), reasons.ChoiceDeclared("toy.zero", "reject")


def no(expected: str, kind: str) -> reasons.NoResult:
    return reasons.NoResult(expected, kind)


# vector, operation, features, policies, observation -> finding, reasons. Passing answers are in what_passes.py; these
# are the reasons for answers that do not pass.
JUDGED: list[tuple[str, Any, tuple[str, ...], dict[str, str], Observation, str, tuple[Reason, ...]]] = [
    # decode of good bytes
    ("one", "decode", (), {}, value(["1"]), "pass", ()),
    ("one", "decode", (), {}, value(["2"]), "fail", (DIFFERS,)),
    ("one", "decode", (), {}, Observation("value", Raw(b"[")), "fail", (DIFFERS,)),
    ("one", "decode", (), {}, octets(b"\1\1"), "fail", (no("a value", "bytes"),)),
    ("one", "decode", (), {}, rejected("VERSION"), "fail", (no("a value", "rejected"),)),
    # encode
    ("one", "encode", ("canonical",), {}, octets(b"\1\1\1"), "fail", (reasons.NotCanonical(),)),
    ("one", "encode", (), {}, octets(b"\1\1"), "pass", ()),
    ("one", "encode", (), {}, octets(b"\1\2"), "fail", (MEANS_ANOTHER,)),
    ("one", "encode", (), {}, octets(b"\2\1"), "fail",
     (reasons.InvalidBytes("VERSION", 0, "not version 1"),)),
    ("one", "encode", (), {}, value(["1"]), "fail", (no("bytes", "value"),)),
    ("one", "encode", (), {}, rejected("PLAN"), "fail", (no("bytes", "rejected"),)),
    ("planned", "encode", ("plans",), {}, octets(b"\1\6"), "fail", (reasons.NotAsPlanned(),)),
    # transcode
    ("planned", "transcode", (), {}, octets(b"\1\5"), "pass", ()),
    ("planned", "transcode", (), {}, octets(b"\1\6"), "fail", (MEANS_ANOTHER,)),
    ("planned", "transcode", (), {}, octets(b""), "fail",
     (reasons.InvalidBytes("TRUNCATED", 0, "nothing is there"),)),
    ("planned", "transcode", (), {}, rejected(), "fail", (no("bytes", "rejected"),)),
    # refused bytes and values
    ("version", "decode", ("codes",), {}, rejected("VERSION", 9), "pass", ()),
    ("version", "decode", ("codes",), {}, rejected("LIMIT", 0), "fail",
     (reasons.WrongClass(("VERSION",), "LIMIT"),)),
    ("version", "decode", ("codes",), {}, rejected(), "fail",
     (reasons.WrongClass(("VERSION",), ""),)),
    ("version", "decode", ("codes", "offsets"), {}, rejected("VERSION", 1), "fail",
     (reasons.WrongOffset(0, 1),)),
    ("version", "decode", ("offsets",), {}, rejected(), "fail",
     (reasons.WrongOffset(0, None),)),
    ("version", "decode", (), {}, value(["1"]), "fail", (ACCEPTED,)),
    ("version", "decode", (), {}, octets(b""), "fail", (ACCEPTED,)),
    ("version", "transcode", ALL, {}, octets(b"\2\1"), "fail", (ACCEPTED,)),
    ("empty", "decode", ALL, {}, rejected("LIMIT", 0), "fail",
     (reasons.WrongClass(("TRUNCATED", "VERSION"), "LIMIT"),)),
    ("too-long", "encode", ("codes",), {}, rejected("VALUE"), "fail",
     (reasons.WrongClass(("LIMIT",), "VALUE"),)),
    ("too-long", "encode", (), {}, octets(b"\1"), "fail", (ACCEPTED,)),
    # decided by a policy
    ("stored", "decode", (), {}, rejected(), "unspecified", (reasons.PermittedChoice("toy.zero", "reject"),)),
    ("stored", "decode", (), {}, value(["0"]), "unspecified", (reasons.PermittedChoice("toy.zero", "keep"),)),
    ("stored", "decode", (), {}, value(["1"]), "fail", (NOT_PERMITTED,)),
    ("stored", "decode", (), REJECT, value(["0"]), "fail", (ACCEPTED, BY_REJECT)),
    ("stored", "decode", (), KEEP, value(["0"]), "pass", ()),
    ("stored", "decode", (), KEEP, rejected(), "fail", (no("a value", "rejected"), BY_KEEP)),
    ("stored", "transcode", (), KEEP, octets(b"\1\1"), "fail", (MEANS_ANOTHER, BY_KEEP)),
    ("stored", "transcode", (), KEEP, value(["0"]), "fail", (no("bytes", "value"), BY_KEEP)),
    ("written", "encode", (), KEEP, rejected("ZERO"), "fail", (no("bytes", "rejected"), BY_KEEP)),
    ("written", "encode", (), {}, octets(b"\1\1"), "fail", (NOT_PERMITTED,)),
    # left out by a profile
    ("one", "decode", (), {}, Observation("unsupported"), "declined", (reasons.Declined(),)),
    ("one", "decode", (), {}, Observation("unsupported", detail="not yet"), "declined", (reasons.Declined("not yet"),)),
    ("two", "decode", ("single-block",), {}, rejected("LIMIT"), "declined", (reasons.OutsideProfile("many-blocks"),)),
    ("two", "decode", ("single-block",), {}, rejected(), "fail", (no("a value", "rejected"),)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "operation", "features", "policies", "seen", "finding", "why"),
    JUDGED,
    ids=[f"{row[0]} {row[1]} {'+'.join(row[2])} {row[4].kind} {row[5]} {i}" for i, row in enumerate(JUDGED)],
)
def test_an_answer_is_judged(  # noqa: PLR0917  # one for each column
    vectors: dict[str, LoadedVector],
    name: str,
    operation: Any,
    features: tuple[str, ...],
    policies: dict[str, str],
    seen: Observation,
    finding: str,
    why: tuple[Reason, ...],
) -> None:
    question = Question(vectors[name], operation, planned=vectors[name].plan != Raw(b"") and operation == "encode")
    found = judge(question, toy.terms(*features, policies=policies), seen, toy.referee)
    assert (found.finding, found.reasons) == (finding, why)


@pytest.mark.parametrize("kind", sorted({*KINDS} - {"value", "bytes", "rejected", "unsupported"}))
def test_a_breakdown_is_no_answer(vectors: dict[str, LoadedVector], kind: Any) -> None:
    def reason(name: str, operation: Any) -> Reason:
        found = judge(Question(vectors[name], operation), toy.terms(), Observation(kind), toy.referee)
        assert found.finding == "fail"
        [why] = found.reasons
        return why

    refused = [reason("version", "decode"), reason("version", "transcode"), reason("too-long", "encode")]
    assert refused == [reasons.NotRejected(kind)] * 3
    assert reason("one", "decode") == no("a value", kind)
    assert reason("one", "encode") == no("bytes", kind)


@pytest.mark.parametrize("value", [b'{"a":"2","a":"1"}', b'{"a":"1","a":"1"}', b'{"b":"2","b":"2"}', b'[{"":0,"":0}]'])
@pytest.mark.parametrize("case", [{**trees.ONE, "value": {"a": "1"}}, trees.VERSION], ids=["accept", "reject"])
def test_a_value_with_a_member_twice_is_garbled_whatever_is_due(
    case: dict[str, Any], value: bytes, tmp_path: Path
) -> None:
    [vector] = trees.load(trees.write(tmp_path, [case]))
    seen, question = Observation("value", Raw(value)), Question(vector, "decode")
    judgement = judge(question, toy.terms(), seen, toy.referee)
    finding = make_finding(question, toy.terms(), seen, judgement)
    assert (finding.finding, str(finding.observation)) == ("fail", "garbled")
    assert "is given twice" in finding.why


# Calls of the referee


@pytest.mark.parametrize(
    ("policies", "data", "value", "why"),
    [
        (KEEP, b"\1\0", ["0"], ()),
        (KEEP, b"\1\1", ["0"], (MEANS_ANOTHER,)),
        (REJECT, b"\1\0", ["0"], (reasons.InvalidBytes("ZERO", 1, "a cell is 0"),)),
        ({}, b"\1\0", ["0"], (reasons.InvalidBytes("ZERO", 1, "a cell is 0"),)),
        ({"toy.big": "read"}, b"\1\xff", ["255"], (reasons.InvalidBytes("LIMIT", 1, "a cell is 255"),)),
    ],
    ids=["what it keeps", "another cell", "what it rejects", "undeclared", "read and never written"],
)
def test_what_was_transcoded_is_read_under_the_choices_by_which_the_codec_writes(
    vectors: dict[str, LoadedVector],
    policies: dict[str, str],
    data: bytes,
    value: list[str],
    why: tuple[Reason, ...],
) -> None:
    drawn = msgspec.structs.replace(vectors["one"], data=b"\1\7", value=toy.raw(value))
    found = judge(Question(drawn, "transcode"), toy.terms(policies=policies), octets(data), toy.referee)
    assert (found.finding, found.reasons) == ("fail" if why else "pass", why)


def telling(meanings: dict[bytes, Raw | Rejection]) -> Any:
    """Return a referee that knows only these bytes."""
    return lambda _, __, data, ___, **____: meanings[data]


ONE, OTHER, REFUSED = Raw(b'["1"]'), Raw(b'["2"]'), Rejection("VALUE", None, "no value")


@pytest.mark.parametrize(
    ("operations", "own", "written", "found"),
    [
        (["encode"], ONE, ONE, "pass"),
        (["encode"], ONE, OTHER, "fail"),
        (["encode"], OTHER, OTHER, "pass"),  # a value in encoders' notation is replaced by that of its bytes
        (["encode"], REFUSED, ONE, "pass"),  # or stays, if they have none
        (["decode", "encode"], OTHER, ONE, "pass"),  # a value that decoders give stays
        (["decode", "encode"], OTHER, OTHER, "fail"),
    ],
)
def test_an_encoder_is_held_to_what_the_case_means(
    tmp_path: Path, operations: list[str], own: Any, written: Any, found: str
) -> None:
    [vector] = trees.load(trees.write(tmp_path, [{**trees.ONE, "operations": operations}]))
    referee = telling({b"\1\1": own, b"\1\1\0": written})
    assert judge(Question(vector, "encode"), toy.terms(), octets(b"\1\1\0"), referee).finding == found


@pytest.mark.parametrize("operation", ["encode", "transcode"])
def test_the_bytes_of_the_case_need_no_referee(vectors: dict[str, LoadedVector], operation: Any) -> None:
    assert judge(Question(vectors["one"], operation), toy.terms(), octets(b"\1\1"), telling({})) is PASS


def test_a_refusal_without_a_place_has_none(vectors: dict[str, LoadedVector]) -> None:
    found = judge(Question(vectors["one"], "transcode"), toy.terms(), octets(b"\2"), telling({b"\2": REFUSED}))
    assert found.why == "the bytes it wrote are invalid: VALUE, no value"


def test_bytes_far_longer_than_the_value_takes_are_not_read(vectors: dict[str, LoadedVector]) -> None:
    found = judge(Question(vectors["one"], "transcode"), toy.terms(), octets(bytes([1]) * (toy.LONG + 1)), toy.referee)
    assert found.why == "it wrote 1,001 bytes, far more than the value takes: they are not read back"


@pytest.mark.parametrize(
    ("id", "written", "read"),
    [
        ("daphne/header/million-rows", b"", True),  # its canonical encoding has 38,000 times the bytes of the vector
        ("msgpack/scalars/nil", b"\xdd\0\7\xfc\0" + 523_264 * b"\xc0", True),
        ("msgpack/scalars/nil", b"\xdd\1\xe0\0\0" + 31_457_280 * b"\xc0", False),  # 31 MB: 3.4 GB once read
    ],
)
def test_what_is_far_longer_is_told_by_the_canonical_encoding(id: str, written: bytes, read: bool) -> None:
    vector = formats.trees(None).find(id)
    data = written or load_format(vector.format).encode(msgspec.json.decode(vector.value), None)
    meant = referee.decode(vector.format, vector.context, data, {}, instead_of=(vector.value, vector.octets))
    assert isinstance(meant, Raw) if read else meant is None


def test_what_was_read_in_the_codecs_bytes_is_kept(vectors: dict[str, LoadedVector]) -> None:
    found = judge(Question(vectors["one"], "transcode"), toy.terms(), octets(b"\1\2"), toy.referee)
    assert (found.meant, found.expected) == (raw(["2"]), raw(["1"]))


CARRIER = {"carrier": "json"}


@pytest.mark.parametrize(
    ("context", "members", "finding"),
    [
        ({"carrier": "json", "more": ["1"]}, CARRIER, "pass"),
        ({"carrier": "json"}, {}, "fail"),
        ({"carrier": "msgpack"}, CARRIER, "fail"),
        (None, CARRIER, "fail"),
        (None, {}, "fail"),
        (["carrier"], CARRIER, "fail"),
    ],
)
def test_an_integer_stands_for_a_double_where_the_context_lets_it(
    tmp_path: Path, context: Any, members: dict[str, str], finding: str
) -> None:
    given = {"context": context} if context else {}
    case = {**trees.ONE, "value": {"number": "0x4415af1d78b58c40"}, **given}
    [vector] = trees.load(trees.write(tmp_path, [case]))
    declared = msgspec.structs.replace(toy.terms(), tags=("number",), integers_for_doubles=members)
    seen = octets(b'{"number":"100000000000000000001"}')
    assert judge(Question(vector, "transcode"), declared, seen, toy.referee).finding == finding


def test_what_is_refused_however_it_is_read_is_refused(tmp_path: Path) -> None:
    [vector] = trees.load(trees.write(tmp_path, [{**trees.ONE, "context": CARRIER}]))
    declared = msgspec.structs.replace(toy.terms(), integers_for_doubles=CARRIER)
    assert judge(Question(vector, "transcode"), declared, octets(b"\2"), toy.referee).finding == "fail"


# Questions

DECODES = ["one", "two", "version", "empty", "planned", "stored"]


def words(counted: Counter[NotAsked]) -> Counter[str]:
    """Count the missing operations and features over all vectors."""
    found: Counter[str] = Counter()
    for (word, *_), count in counted.items():
        found[word] += count
    return found


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
    vectors: dict[str, LoadedVector],
    operations: list[str],
    features: list[str],
    only: list[str],
    asked: dict[str, int],
    not_asked: dict[str, int],
) -> None:
    counted: Counter[NotAsked] = Counter()
    support = msgspec.convert({"operations": operations, "features": features}, FormatSupport)
    found = list(questions(vectors.values(), {"toy": terms("toy", support, FACTS)}, only, counted))
    assert Counter(question.operation for question in found) == asked
    assert words(counted) == not_asked


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
    vectors: dict[str, LoadedVector], name: str, operation: str, line: dict[str, Any]
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


@pytest.mark.parametrize(
    ("features", "asked", "not_asked"),
    [
        (["plans", "codes"], 1, {}),
        (["codes"], 0, {"feature plans": 1}),
        ([], 0, {"feature codes": 1}),  # one is named, always the same one
    ],
)
def test_a_case_that_needs_features_is_asked_only_of_a_codec_that_declares_them(
    tmp_path: Path, features: list[str], asked: int, not_asked: dict[str, int]
) -> None:
    [vector] = trees.load(trees.write(tmp_path, [{**trees.ONE, "needs": ["plans", "codes"]}]))
    support = msgspec.convert({"operations": ["decode"], "features": features}, FormatSupport)
    counted: Counter[NotAsked] = Counter()
    found = list(questions([vector], {"toy": terms("toy", support, FACTS)}, ["decode"], counted))
    assert (len(found), words(counted)) == (asked, not_asked)


def test_a_context_goes_with_the_request(tmp_path: Path) -> None:
    [vector] = trees.load(trees.write(tmp_path, [{**trees.ONE, "context": {"type": "int8"}}]))
    assert Question(vector, "decode").request().context == Raw(b'{"type":"int8"}')


@pytest.mark.parametrize(
    ("support", "says"),
    [
        (
            {"features": ["plan"]},
            "the codec declares the feature 'plan', which toy does not have; did you mean plans?",
        ),
        (
            {"policies": {"toy.zeros": "keep"}},
            "the codec declares the policy 'toy.zeros', which toy does not have; did you mean toy.zero?",
        ),
        (
            {"policies": {"toy.zero": "maybe"}},
            "the codec declares toy.zero: 'maybe'; the choices are reject, keep",
        ),
    ],
)
def test_words_that_the_format_does_not_have_are_refused(support: dict[str, Any], says: str) -> None:
    with pytest.raises(UserError) as caught:
        terms("toy", msgspec.convert({"operations": ["decode"], **support}, FormatSupport), FACTS)
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("features", "left_out"), [(("plans",), {}), (("plans", "single-block"), {"many-blocks": "LIMIT"})]
)
def test_terms_are_what_codec_and_format_have(features: tuple[str, ...], left_out: dict[str, str]) -> None:
    facts = msgspec.structs.replace(FACTS, comparison=("number",), integers_for_doubles=CARRIER)
    support = FormatSupport(("decode",), features, KEEP)
    undeclared = {"canonical", "codes", "offsets", "single-block"} - {*features}
    assert terms("toy", support, facts) == Terms(
        ("decode",), features, KEEP, left_out, frozenset(undeclared), {"toy.zero": ("keep",)}, ("number",), CARRIER
    )


@pytest.mark.parametrize("format", FORMATS)
def test_what_is_due_to_the_letter_passes_when_it_is_read(format: str) -> None:
    corpora = formats.trees(None)
    facts = corpora.facts(format)
    declared = terms(format, FormatSupport(OPERATIONS, tuple(facts.features)), facts)
    asked = list(questions(corpora.load(format), {format: declared}, (), Counter()))
    expected = [question for question in asked if question.expected()]
    for question in expected:
        _, seen = read_reply(b'{"id":1,%b}' % question.expected())
        judgement = judge(question, declared, seen, _never)
        assert judgement == PASS, question.vector.id
    assert len(expected) > sum(question.vector.verdict == "accept" for question in asked) * 0.7


def _never(*_: object, **__: object) -> Rejection:
    raise AssertionError("nobody has to read it back")


NOT_BY_THE_LETTER = [
    pytest.param("decode", {"value": Raw(b'{"nan":"16"}')}, id="any NaN"),
    pytest.param("decode", {"value": Raw(b'"%b"' % (b"00" * 5000))}, id="a long value"),
    pytest.param("encode", {"data": bytes(5000)}, id="long bytes"),
    pytest.param("transcode", {"canonical": False}, id="bytes that are not canonical"),
    pytest.param("decode", {"verdict": "reject"}, id="a refusal"),
    pytest.param("decode", {"verdict": "either"}, id="one or the other"),
]


@pytest.mark.parametrize(("operation", "changed"), NOT_BY_THE_LETTER)
def test_what_is_not_due_to_the_letter(
    vectors: dict[str, LoadedVector], operation: Any, changed: dict[str, Any]
) -> None:
    one = vectors["one"]
    assert Question(one, operation).expected()
    assert Question(msgspec.structs.replace(one, **changed), operation).expected() == b""
