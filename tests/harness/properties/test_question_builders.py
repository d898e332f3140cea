"""Questions built from examples of the toy format, and those that would explain their failure."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from goldenwire.corpus.vector import LoadedVector
from goldenwire.judge import Question
from goldenwire.properties import outcome, question_builders
from goldenwire.properties.asking import BuiltQuestion
from goldenwire.properties.question_builders import CodecUnderTest
from goldenwire_reference.errors import EncodeError, NotationError
from goldenwire_suite.strategies import Example
from goldenwire_suite.strategies.broken import Broken
from harness import toy
from harness.toy import raw

Json = Any
CONTEXT, PLAN = {"type": "x"}, [{"block": "y"}]
POLICIES = {"toy.zero": "keep"}


class Toy:
    """A format of texts: canonical bytes are the text's, those of a plan begin with `p`; `?` has no bytes."""

    name = "toy"

    def encode(self, value: str, context: Json, plan: Json = None) -> bytes:
        assert context in (CONTEXT, None)
        if "?" in value:
            raise EncodeError("VALUE", "TOY-ROW-01", "a question") if value == "?" else NotationError("questions")
        return b"p" * (plan is not None) + value.encode()

    def decode(self, data: bytes, context: Json, *, policies: Mapping[str, str]) -> str:
        assert policies == POLICIES
        return data.decode().lower()


def judged(
    format: Any,
    template: LoadedVector,
    data: bytes,
    context: Json,
    policies: Mapping[str, str],
    *,
    certain: bool = False,
) -> LoadedVector | None:
    """Judge letters as legal, digits as refused with a code of their own, and `-` as unspecified."""
    assert (format.name, policies) == ("toy", POLICIES)
    if b"-" in data:
        return None
    if not data or data[-1:].isdigit():
        code = (f"C{data[-1:].decode()}", "OTHER")[: 2 - certain]
        return msgspec.structs.replace(template, verdict="reject", code=code, data=data)
    return msgspec.structs.replace(template, value=raw(data.decode()), data=data)


@pytest.fixture(autouse=True)
def _outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcome, "vector", judged)


TEMPLATE = LoadedVector("property/toy/x", "s", ("TOY-ROW-01",), "strict", "accept", ("decode",), format="toy")


def setting(*operations: str, left_out: tuple[str, ...] = ("many-blocks", "frames")) -> CodecUnderTest:
    declared = msgspec.structs.replace(
        toy.terms(policies=POLICIES), operations=operations, left_out=dict.fromkeys(left_out, "LIMIT")
    )
    return CodecUnderTest(Toy(), declared, TEMPLATE)


def example(value: str = "a", **members: Any) -> Example:
    return Example(value, members.pop("plan", None), CONTEXT, members.pop("delivered", f"{value}!"), ("n",), **members)


def due(value: Json, data: bytes, **members: Any) -> LoadedVector:
    """Return the completed vector template."""
    given: dict[str, Any] = {"needs": ("n",), "context": raw(CONTEXT), **members}
    return msgspec.structs.replace(TEMPLATE, value=raw(value), data=data, **given)


def parts(built_question: BuiltQuestion | None) -> tuple[Question, list[Question]]:
    assert built_question
    return built_question.question, list(built_question.explained_by())


EVERY = setting("decode", "encode", "transcode")
A = Question(due("a!", b"a"), "decode")


def test_canonical_bytes_are_decoded() -> None:
    assert parts(question_builders.decode_canonical(EVERY, example(plan=PLAN))) == (A, [])


def test_an_example_without_a_context_has_none() -> None:
    bare = example()._replace(context=None, needs=())
    question, _ = parts(question_builders.decode_canonical(EVERY, bare))
    assert question == Question(due("a!", b"a", context=Raw(), needs=()), "decode")


TWIN = example("t", data=b"T")
TWINS = Question(due("t!", b"T"), "decode")


@pytest.mark.parametrize(
    ("given", "question", "explained"),
    [
        ({}, due("a!", b"a"), []),
        ({"plan": PLAN}, due("a!", b"pa", plan=raw(PLAN)), [A]),
        ({"data": b"A"}, due("a!", b"A"), [A]),
        ({"data": b"A", "twin": TWIN}, due("a!", b"A"), [A, TWINS]),
        ({"data": b"A", "stand_in": "short"}, due("a!", b"A"), [Question(due("short", b"short"), "decode")]),
        ({"data": b"A", "value": "?", "twin": TWIN}, due("?!", b"A"), [TWINS]),
        ({"data": b"A", "value": "??", "twin": TWIN}, due("??!", b"A"), [TWINS]),
        ({"data": b"A", "twin": example("?")}, due("a!", b"A"), [A]),
        ({"data": b"A", "twin": example("??")}, due("a!", b"A"), [A]),
    ],
    ids=["canonical", "plan", "bytes", "twin", "stand-in", "unwritten", "no notation", "unwritten twin", "odd twin"],
)
def test_an_encoding_is_decoded(given: dict[str, Any], question: LoadedVector, explained: list[Question]) -> None:
    built_question = question_builders.decode_encoding(EVERY, example(**given))
    assert parts(built_question) == (Question(question, "decode"), explained)


ENCODED = Question(due("a", b"a", canonical=True), "encode")
PLANNED = Question(due("a", b"pa", plan=raw(PLAN)), "encode", planned=True)


@pytest.mark.parametrize(("plan", "question"), [(None, ENCODED), (PLAN, PLANNED)])
def test_a_value_is_encoded(plan: Json, question: Question) -> None:
    assert parts(question_builders.encode(EVERY, example(plan=plan))) == (question, [])


@pytest.mark.parametrize(
    ("operations", "explained"),
    [
        (("transcode",), []),
        (("transcode", "decode"), ["decode"]),
        (("transcode", "encode"), ["encode"]),
        (("decode", "encode", "transcode"), ["decode", "encode"]),
    ],
)
def test_a_transcode_is_explained_by_its_halves(operations: tuple[str, ...], explained: list[str]) -> None:
    vector = due("a!", b"pa", plan=raw(PLAN))
    halves = {"decode": Question(vector, "decode"), "encode": ENCODED}
    built_question = question_builders.transcode(setting(*operations), example(plan=PLAN))
    assert parts(built_question) == (Question(vector, "transcode"), [halves[half] for half in explained])


# Broken bytes


def broken(data: bytes, of: bytes, *, bulky: bool = False, context: Json = CONTEXT) -> Broken:
    return Broken(data, context, "bent", of, bulky)


def found(data: bytes, of: bytes, edit: str = "bent", context: Json = CONTEXT) -> LoadedVector:
    """Return the expected vector; profiles may leave out any of it."""
    told = f"{edit} of {of.hex() or 'no bytes'}"
    given = {"context": raw(context) if context else Raw(), "needs": ("many-blocks", "frames"), "edit": told}
    vector = judged(Toy(), msgspec.structs.replace(TEMPLATE, **given), data, CONTEXT, POLICIES)
    assert vector
    return vector


def decoded(data: bytes, of: bytes, edit: str = "no edit") -> Question:
    return Question(found(data, of, edit), "decode")


@pytest.mark.parametrize(
    ("data", "of", "bulky", "explained"),
    [
        # refused: explained by the bytes unedited, and cut short if they are refused for the same reason
        (b"1", b"ab1c", False, [decoded(b"ab1c", b"ab1c"), decoded(b"ab1", b"ab1c", "cut after 3 bytes")]),
        (b"x1", b"a1bc", False, [decoded(b"a1bc", b"a1bc"), decoded(b"a1", b"a1bc", "cut after 2 bytes")]),
        (b"x1", b"a11c", False, [
            decoded(b"a11c", b"a11c"),
            decoded(b"a11", b"a11c", "cut after 3 bytes"),
            decoded(b"a1", b"a11c", "cut after 2 bytes"),
        ]),
        (b"x2", b"a11c", False, [decoded(b"a11c", b"a11c")]),
        (b"xxx1", b"1b", False, [decoded(b"1b", b"1b"), decoded(b"1", b"1b", "cut after 1 byte")]),
        (b"x1", b"1c", False, [decoded(b"1c", b"1c"), decoded(b"1", b"1c", "cut after 1 byte")]),
        (b"1", b"", False, [decoded(b"", b"")]),
        (b"x1", b"-c", False, []),  # unspecified bytes explain nothing
        (b"x1", b"1-c", False, []),
        (b"", b"ab", False, None),
        # legal in any case: explained by the value in its canonical encoding
        (b"X", b"ab", False, [decoded(b"ab", b"ab"), (b"X", b"ab", b"x")]),
        (b"X", b"ab", True, [decoded(b"ab", b"ab")]),
        (b"X?", b"ab", False, [decoded(b"ab", b"ab")]),
        (b"?", b"ab", False, [decoded(b"ab", b"ab")]),
        # a prefix belongs to another property, and unspecified bytes to none
        (b"a", b"ab", False, None),
        (b"ab", b"ab", False, None),
        (b"-", b"ab", False, None),
    ],
)  # fmt: skip
def test_broken_bytes_are_decoded(data: bytes, of: bytes, bulky: bool, explained: list[Any] | None) -> None:
    built_question = question_builders.compare_bytes(EVERY, broken(data, of, bulky=bulky))
    if explained is None:
        assert built_question is None
        return
    questions = [
        Question(msgspec.structs.replace(found(*item[:2]), data=item[2]), "decode") if isinstance(item, tuple) else item
        for item in explained
    ]
    assert parts(built_question) == (Question(found(data, of), "decode"), questions)


def test_broken_bytes_without_a_context_have_none() -> None:
    question, _ = parts(question_builders.compare_bytes(EVERY, broken(b"1", b"ab", context=None)))
    assert question.vector == found(b"1", b"ab", context=None)


@pytest.mark.parametrize(
    ("data", "of", "explained"),
    [
        (b"a1", b"a1b", [decoded(b"a1b", b"a1b")]),
        (b"", b"ab", [decoded(b"ab", b"ab")]),
        (b"a1", b"a1-", []),
        (b"a", b"ab", None),  # a prefix that is legal
        (b"-", b"-b", None),
    ],
)
def test_a_prefix_is_refused(data: bytes, of: bytes, explained: list[Question] | None) -> None:
    built_question = question_builders.refuse_prefix(EVERY, broken(data, of))
    if explained is None:
        assert built_question is None
        return
    assert parts(built_question) == (Question(found(data, of), "decode"), explained)
