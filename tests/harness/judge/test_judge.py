"""Every rule on which questions are asked and how answers are judged, as tables."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from goldenwire import formats
from goldenwire.corpus.vector import FormatFacts, Vector
from goldenwire.errors import UserError
from goldenwire.judge import PASS, Judgement, NotAsked, Question, Terms, follow_up, judge, questions, referee, terms
from goldenwire.protocol import KINDS, OPERATIONS, FormatSupport, Observation, Rejection, read_reply
from goldenwire.results.findings import make_finding
from goldenwire_reference.formats import FORMATS
from goldenwire_reference.formats import load as load_format
from harness import toy, trees
from harness.toy import ALL, octets, raw, rejected, value

FACTS = msgspec.convert(trees.FACTS, FormatFacts)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Vector]:
    """Return the vectors of the toy format, by the last part of their id."""
    loaded = trees.load(trees.write(tmp_path_factory.mktemp("toy"), [*trees.CASES, trees.CHOICE]))
    return {vector.id.rpartition("/")[2]: vector for vector in loaded}


KEEP = {"toy.zero": "keep"}
DECLINED = "asked to transcode once more what it wrote, the codec declined; the first time it passed"
REJECT = {"toy.zero": "reject"}

ANOTHER = "the value is another one"
MEANS_ANOTHER = "the bytes it wrote mean another value"
ACCEPTED = "it accepted what has to be rejected"
BYTES_EXPECTED, VALUE_EXPECTED = "bytes were expected, but the codec ", "a value was expected, but the codec "
NONE_OF = "this is none of the outcomes that toy.zero permits: reject, keep"
LEFT_OUT = "its profile leaves out many-blocks"

# vector, operation, features, policies, observation -> finding, why. Passing answers are in what_passes.py; these are
# the messages about answers that do not pass.
JUDGED: list[tuple[str, Any, tuple[str, ...], dict[str, str], Observation, str, str]] = [
    # decode of good bytes
    ("one", "decode", (), {}, value(["1"]), "pass", ""),
    ("one", "decode", (), {}, value(["2"]), "fail", ANOTHER),
    ("one", "decode", (), {}, Observation("value", Raw(b"[")), "fail", ANOTHER),
    ("one", "decode", (), {}, octets(b"\1\1"), "fail", VALUE_EXPECTED + "answered with bytes"),
    ("one", "decode", (), {}, rejected("VERSION"), "fail", VALUE_EXPECTED + "rejected it"),
    # encode
    ("one", "encode", ("canonical",), {}, octets(b"\1\1\1"), "fail", "the bytes are not the canonical ones"),
    ("one", "encode", (), {}, octets(b"\1\1"), "pass", ""),
    ("one", "encode", (), {}, octets(b"\1\2"), "fail", MEANS_ANOTHER),
    ("one", "encode", (), {}, octets(b"\2\1"), "fail",
     "the bytes it wrote are no legal ones: VERSION at byte 0, not version 1"),
    ("one", "encode", (), {}, value(["1"]), "fail", BYTES_EXPECTED + "answered with a value"),
    ("one", "encode", (), {}, rejected("PLAN"), "fail", BYTES_EXPECTED + "rejected it"),
    ("planned", "encode", ("plans",), {}, octets(b"\1\6"), "fail", "the bytes are not those that the plan asks for"),
    # transcode
    ("planned", "transcode", (), {}, octets(b"\1\5"), "pass", ""),
    ("planned", "transcode", (), {}, octets(b"\1\6"), "fail", MEANS_ANOTHER),
    ("planned", "transcode", (), {}, octets(b""), "fail",
     "the bytes it wrote are no legal ones: TRUNCATED at byte 0, nothing is there"),
    ("planned", "transcode", (), {}, rejected(), "fail", BYTES_EXPECTED + "rejected it"),
    # refused bytes and values
    ("version", "decode", ("codes",), {}, rejected("VERSION", 9), "pass", ""),
    ("version", "decode", ("codes",), {}, rejected("LIMIT", 0), "fail",
     "it is rejected for another reason: LIMIT, not VERSION"),
    ("version", "decode", ("codes",), {}, rejected(), "fail",
     "it is rejected for another reason: no code, not VERSION"),
    ("version", "decode", ("codes", "offsets"), {}, rejected("VERSION", 1), "fail",
     "it is rejected at another place: byte 1, not byte 0"),
    ("version", "decode", ("offsets",), {}, rejected(), "fail",
     "it is rejected at another place: no place, not byte 0"),
    ("version", "decode", (), {}, value(["1"]), "fail", ACCEPTED),
    ("version", "decode", (), {}, octets(b""), "fail", ACCEPTED),
    ("version", "transcode", ALL, {}, octets(b"\2\1"), "fail", ACCEPTED),
    ("empty", "decode", ALL, {}, rejected("LIMIT", 0), "fail",
     "it is rejected for another reason: LIMIT, not TRUNCATED or VERSION"),
    ("too-long", "encode", ("codes",), {}, rejected("VALUE"), "fail",
     "it is rejected for another reason: VALUE, not LIMIT"),
    ("too-long", "encode", (), {}, octets(b"\1"), "fail", ACCEPTED),
    # decided by a policy
    ("stored", "decode", (), {}, rejected(), "noted", "toy.zero: reject"),
    ("stored", "decode", (), {}, value(["0"]), "noted", "toy.zero: keep"),
    ("stored", "decode", (), {}, value(["1"]), "fail", NONE_OF),
    ("stored", "decode", (), REJECT, value(["0"]), "fail", f"it declared reject: {ACCEPTED}"),
    ("stored", "decode", (), KEEP, value(["0"]), "pass", ""),
    ("stored", "decode", (), KEEP, rejected(), "fail", f"it declared keep: {VALUE_EXPECTED}rejected it"),
    ("stored", "transcode", (), KEEP, octets(b"\1\1"), "fail", f"it declared keep: {MEANS_ANOTHER}"),
    ("stored", "transcode", (), KEEP, value(["0"]), "fail", f"it declared keep: {BYTES_EXPECTED}answered with a value"),
    ("written", "encode", (), KEEP, rejected("ZERO"), "fail", f"it declared keep: {BYTES_EXPECTED}rejected it"),
    ("written", "encode", (), {}, octets(b"\1\1"), "fail", NONE_OF),
    # left out by a profile
    ("one", "decode", (), {}, Observation("unsupported"), "skip", "the codec says that this is unsupported"),
    ("one", "decode", (), {}, Observation("unsupported", detail="not yet"), "skip", "not yet"),
    ("two", "decode", ("single-block",), {}, rejected("LIMIT"), "skip", LEFT_OUT),
    ("two", "decode", ("single-block",), {}, rejected(), "fail", VALUE_EXPECTED + "rejected it"),
]  # fmt: skip


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
    assert (found.finding, found.why) == (finding, why)


ANSWERED = {
    "failed": "says that it failed",
    "crashed": "crashed",
    "hung": "hung",
    "out-of-memory": "ran out of memory",
    "flooded": "flooded its output",
    "garbled": "did not speak the protocol",
}


@pytest.mark.parametrize("kind", ANSWERED)
def test_what_is_no_answer_is_named(vectors: dict[str, Vector], kind: Any) -> None:
    def why(name: str, operation: Any) -> str:
        found = judge(Question(vectors[name], operation), toy.terms(), Observation(kind), toy.referee)
        assert found.finding == "fail"
        return found.why

    only = f"the codec {ANSWERED[kind]}; only its word would be a rejection"
    assert {why("version", "decode"), why("version", "transcode"), why("too-long", "encode")} == {only}
    assert why("one", "decode") == VALUE_EXPECTED + ANSWERED[kind]
    assert why("one", "encode") == BYTES_EXPECTED + ANSWERED[kind]


def test_every_kind_of_answer_has_its_words() -> None:
    assert {*ANSWERED, "value", "bytes", "rejected", "unsupported"} == set(KINDS)


@pytest.mark.parametrize("value", [b'{"a":"2","a":"1"}', b'{"a":"1","a":"1"}', b'{"b":"2","b":"2"}', b'[{"":0,"":0}]'])
@pytest.mark.parametrize("case", [{**trees.ONE, "value": {"a": "1"}}, trees.VERSION], ids=["accept", "reject"])
def test_a_value_with_a_member_twice_is_garbled_whatever_is_due(
    case: dict[str, Any], value: bytes, tmp_path: Path
) -> None:
    [vector] = trees.load(trees.write(tmp_path, [case]))
    seen, question = Observation("value", Raw(value)), Question(vector, "decode")
    judgement = judge(question, toy.terms(), seen, toy.referee)
    finding = make_finding(question, toy.terms(), seen, judgement)
    assert (finding.finding, finding.observation) == ("fail", "garbled")
    assert "is given twice" in finding.why


# Calls of the referee


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
def test_the_bytes_of_the_case_need_no_referee(vectors: dict[str, Vector], operation: Any) -> None:
    assert judge(Question(vectors["one"], operation), toy.terms(), octets(b"\1\1"), telling({})) is PASS


def test_a_refusal_without_a_place_has_none(vectors: dict[str, Vector]) -> None:
    found = judge(Question(vectors["one"], "transcode"), toy.terms(), octets(b"\2"), telling({b"\2": REFUSED}))
    assert found.why == "the bytes it wrote are no legal ones: VALUE, no value"


def test_bytes_far_longer_than_the_value_takes_are_not_read(vectors: dict[str, Vector]) -> None:
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


def test_what_was_read_in_the_codecs_bytes_is_kept(vectors: dict[str, Vector]) -> None:
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


# Idempotence


@pytest.mark.parametrize(
    ("operation", "settles", "settled", "finding", "asked"),
    [
        ("transcode", True, False, "pass", True),
        ("transcode", True, False, "fail", False),
        ("transcode", True, False, "skip", False),
        ("transcode", True, True, "pass", False),
        ("transcode", False, False, "pass", False),
        ("encode", True, False, "pass", False),
    ],
)
def test_what_settles_is_followed_up(  # noqa: PLR0917  # one for each column
    tmp_path: Path, operation: Any, settles: bool, settled: bool, finding: Any, asked: bool
) -> None:
    [vector] = trees.load(trees.write(tmp_path, [{**trees.ONE, "plan": [{"block": "x"}], "settles": settles}]))
    further = follow_up(Question(vector, operation, settled=settled), octets(b"\1\7"), Judgement(finding))
    own = msgspec.structs.replace(
        vector, data=b"\1\7", plan=Raw(b""), layout=""
    )  # members of the case that do not belong to its bytes
    assert further == (Question(own, "transcode", settled=True) if asked else None)


@pytest.mark.parametrize(
    ("features", "seen", "finding", "why"),
    [
        ((), octets(b"\1\1\2"), "pass", ""),
        ((), octets(b"\1\1\3"), "fail", "it wrote these bytes itself, and now writes others"),
        ((), rejected(), "fail", BYTES_EXPECTED + "rejected it"),
        ((), Observation("unsupported", detail="no"), "pass", DECLINED),
        (("single-block",), rejected("LIMIT"), "pass", DECLINED),
    ],
)
def test_what_was_written_is_judged_by_its_bytes(
    vectors: dict[str, Vector], features: tuple[str, ...], seen: Observation, finding: str, why: str
) -> None:
    found = judge(Question(vectors["two"], "transcode", settled=True), toy.terms(*features), seen, telling({}))
    assert (found.finding, found.why) == (finding, why)


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
    vectors: dict[str, Vector],
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
    due = [question for question in asked if question.due()]
    for question in due:
        _, seen = read_reply(b'{"id":1,%b}' % question.due())
        judgement = judge(question, declared, seen, _never)
        assert (judgement, follow_up(question, seen, judgement)) == (PASS, None), question.vector.id
    assert len(due) > sum(question.vector.verdict == "accept" for question in asked) * 0.7


def _never(*_: object, **__: object) -> Rejection:
    raise AssertionError("nobody has to read it back")


NOT_BY_THE_LETTER = [
    pytest.param("decode", {"value": Raw(b'{"nan":"16"}')}, id="any NaN"),
    pytest.param("decode", {"value": Raw(b'"%b"' % (b"00" * 5000))}, id="a long value"),
    pytest.param("encode", {"data": bytes(5000)}, id="long bytes"),
    pytest.param("transcode", {"settles": True}, id="bytes that are asked once more"),
    pytest.param("decode", {"verdict": "reject"}, id="a refusal"),
    pytest.param("decode", {"verdict": "either"}, id="one or the other"),
]


@pytest.mark.parametrize(("operation", "changed"), NOT_BY_THE_LETTER)
def test_what_is_not_due_to_the_letter(vectors: dict[str, Vector], operation: Any, changed: dict[str, Any]) -> None:
    one = vectors["one"]
    assert Question(one, operation).due()
    assert Question(msgspec.structs.replace(one, **changed), operation).due() == b""
