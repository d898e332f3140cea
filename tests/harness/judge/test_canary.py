"""Canaries detect adapters that are no codecs, and do not accuse codecs that merely have mistakes."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from goldenwire import formats, judge
from goldenwire.corpus.vector import FormatFacts, LoadedVector
from goldenwire.judge import Terms, canary, referee
from goldenwire.protocol import FormatSupport, Observation, Request
from harness import toy, trees
from harness.toy import octets, rejected, value

Answer = Callable[[Request], Observation]
GOOD, BROKEN, NONCE = "toy/basic/one", "toy/basic/version", "toy/canary/nonce"


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> dict[str, LoadedVector]:
    good, broken = trees.load(trees.write(tmp_path_factory.mktemp("toy"), [trees.ONE, trees.VERSION]))
    return {"good": good, "broken": broken, "nonce": toy.nonce()}


def declared(*operations: str, features: tuple[str, ...] = toy.ALL) -> Terms:
    support = msgspec.convert({"operations": operations or toy.OPERATIONS, "features": features}, FormatSupport)
    return judge.terms("toy", support, msgspec.convert(trees.FACTS, FormatFacts))


def signs(vectors: dict[str, LoadedVector], answer: Answer, *operations: str) -> list[canary.CanaryResult]:
    return list(canary.ask(answer, vectors, declared(*operations), toy.referee))


def but(seen: Observation, *ops: str, data: bytes | None = None) -> Answer:
    """Return a codec that gives a wrong answer to some operations."""
    return lambda request: seen if request.op in ops and data in (None, request.data) else toy.good(request)


def accepts(request: Request) -> Observation:
    """Accept any bytes, with the same answer."""
    return SAME if request.op == "decode" else octets(b"\1\1")


def echoes(request: Request) -> Observation:
    return toy.good(request) if request.op == "decode" else octets(request.data or b"")


SAME, ANOTHER = value(["1"]), value(["7"])
EVERY = toy.OPERATIONS
ECHO = "the adapter hands back the bytes it is given: broken bytes came back from transcode unchanged"
ACCEPTS = "the adapter accepts broken bytes: it may accept everything"
REJECTS = "the adapter rejects good bytes, even those of a plain value: it may reject everything"
BY_HEART = "the adapter gives the same answer to different bytes: it may know its answers by heart"
ADAPTERS: dict[str, tuple[Answer, tuple[str, ...], list[str]]] = {
    "makes no mistake": (toy.good, EVERY, []),
    "accepts everything": (accepts, EVERY, [ACCEPTS, BY_HEART]),
    "accepts whatever it decodes": (but(ANOTHER, "decode", data=b"\2\1"), ("decode", "encode"), [ACCEPTS]),
    "accepts whatever it transcodes": (but(octets(b"\1\1"), "transcode", data=b"\2\1"), ("transcode",), [ACCEPTS]),
    "accepts in one operation, refuses in the other": (but(ANOTHER, "decode", data=b"\2\1"), EVERY, []),
    "rejects everything": (lambda _: rejected("VERSION"), EVERY, [REJECTS]),
    "rejects everything but what it encodes": (but(rejected(), "decode", "transcode"), EVERY, [REJECTS]),
    "rejects what it encodes": (but(rejected(), "encode"), EVERY, []),
    "rejects whatever it decodes": (but(rejected(), "decode"), EVERY, []),
    "rejects the good bytes": (but(rejected(), "decode", "transcode", data=b"\1\1"), EVERY, []),
    "rejects the nonce": (but(rejected(), "decode", "transcode", data=b"\1\x4d"), EVERY, []),
    "hands back what it is given": (echoes, EVERY, [ECHO]),
    "hands back all bytes, and refuses none": (echoes, ("transcode",), [ECHO, ACCEPTS]),
    "knows the good and the broken bytes": (but(SAME, "decode", data=b"\1\x4d"), EVERY, [BY_HEART]),
    "knows its transcodes": (but(octets(b"\1\1"), "transcode", data=b"\1\x4d"), EVERY, [BY_HEART]),
    "crashes": (lambda _: Observation("crashed"), EVERY, []),
    "does nothing": (lambda _: Observation("unsupported"), EVERY, []),
    "makes one mistake": (but(value(["2"]), "decode", data=b"\1\1"), EVERY, []),
    "makes another mistake of the nonce": (but(value(["2"]), "decode", data=b"\1\x4d"), EVERY, []),
}


@pytest.mark.parametrize(("answer", "operations", "sentences"), ADAPTERS.values(), ids=ADAPTERS)
def test_an_adapter_is_unmasked(
    vectors: dict[str, LoadedVector], answer: Answer, operations: tuple[str, ...], sentences: list[str]
) -> None:
    assert canary.diagnose(signs(vectors, answer, *operations)) == sentences


@pytest.mark.parametrize(
    ("excused", "failed_canaries"),
    [
        ([(GOOD, "decode")], True),  # the other canaries are rejected in any case
        ([(GOOD, "decode"), (GOOD, "transcode")], True),
        ([(GOOD, "decode"), (GOOD, "transcode"), (NONCE, "decode")], True),
        ([(GOOD, "decode"), (GOOD, "transcode"), (NONCE, "decode"), (NONCE, "transcode")], False),
    ],
    ids=["one question", "one canary", "all but one", "all that tell"],
)
def test_a_known_failure_excuses_the_question_that_it_is_of_and_no_other(
    vectors: dict[str, LoadedVector], excused: list[tuple[str, str]], failed_canaries: bool
) -> None:
    told = canary.diagnose(signs(vectors, lambda _: rejected()), lambda *question: question in excused)
    assert told == ([REJECTS] if failed_canaries else [])


ASKED = {
    "decode": [("good", "decode"), ("broken", "decode"), ("nonce", "decode")],
    "encode": [("nonce", "encode")],
    "transcode": [("good", "transcode"), ("broken", "transcode"), ("nonce", "transcode")],
}


@pytest.mark.parametrize("operation", ASKED)
def test_canaries_ask_what_is_declared(vectors: dict[str, LoadedVector], operation: Any) -> None:
    found = signs(vectors, toy.good, operation)
    assert [(sign.canary, sign.question.operation) for sign in found] == ASKED[operation]
    assert [sign.judgement.finding for sign in found] == ["pass"] * len(found)
    assert [sign.observation for sign in found] == [toy.good(sign.question.request()) for sign in found]


def test_canaries_ask_what_a_vector_asks(vectors: dict[str, LoadedVector]) -> None:
    less = {name: msgspec.structs.replace(vector, operations=("decode",)) for name, vector in vectors.items()}
    assert {sign.question.operation for sign in signs(less, toy.good)} == {"decode"}


@pytest.mark.parametrize(("features", "asked"), [(toy.ALL, 7), (("codes",), 0)])
def test_canaries_ask_nobody_for_what_they_need(
    vectors: dict[str, LoadedVector], features: tuple[str, ...], asked: int
) -> None:
    needing = {name: msgspec.structs.replace(vector, needs=("plans",)) for name, vector in vectors.items()}
    assert len(list(canary.ask(toy.good, needing, declared(features=features), toy.referee))) == asked


def test_the_nonce_needs_what_the_good_bytes_need() -> None:
    found = referee.canaries("sciserialize", formats.trees())
    assert found["nonce"].needs == found["good"].needs == ("json",)
