"""Three questions before all others: good bytes, broken bytes, and a value that nobody can know beforehand.

They give away an adapter that accepts everything, rejects everything, hands back what it is given, or answers by heart.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import Vector
from goldenwire.judge.verdicts import Judgement, Question, Referee, Terms, judge
from goldenwire.protocol import Observation, Operation, Request

Ask = Callable[[Request], Observation]
# The three, and the operations that each is asked; an encoder has nothing to say to broken bytes.
OPERATIONS: dict[str, tuple[Operation, ...]] = {
    "good": ("decode", "transcode"),
    "broken": ("decode", "transcode"),
    "nonce": ("decode", "encode", "transcode"),
}


RESULTS = {"value", "bytes"}
LONG = 1 << 16  # octets of an answer


class CanaryResult(NamedTuple):
    """What came of one question: which canary it was, and what the codec did."""

    canary: str
    question: Question
    observation: Observation
    judgement: Judgement


def kept(sign: CanaryResult) -> CanaryResult:
    """The same for `diagnose`, in little memory: of a long answer its digest."""
    seen = sign.observation
    if seen.value is not None and len(seen.value) > LONG:
        seen = msgspec.structs.replace(seen, value=Raw(b'"%b"' % sha256(seen.value).hexdigest().encode()))
    if seen.data is not None and len(seen.data) > LONG:
        seen = msgspec.structs.replace(seen, data=sha256(seen.data).digest())
    return sign._replace(observation=seen)


def ask(ask: Ask, vectors: Mapping[str, Vector], declared: Terms, referee: Referee) -> Iterator[CanaryResult]:
    """Ask the canaries, by name, as far as the codec declares what they need."""
    for name, vector in vectors.items():
        for operation in OPERATIONS[name]:
            asked = operation in declared.operations and operation in vector.operations
            if asked and declared.undeclared.isdisjoint(vector.needs):
                question = Question(vector, operation)
                seen = ask(question.request())
                yield CanaryResult(name, question, seen, judge(question, declared, seen, referee))


def diagnose(signs: Iterable[CanaryResult], excuses: Callable[[str, str], bool] = lambda *_: False) -> list[str]:
    """What the signs say against the adapter, as sentences; it takes more than a plain mistake of a codec.

    A question that is known to fail is excused, and no other.
    """
    told = [sign for sign in signs if not excuses(sign.question.vector.id, sign.question.operation)]
    by_name = {name: [sign for sign in told if sign.canary == name] for name in OPERATIONS}
    return [sentence for told, sentence in TELLS if told(by_name)]


def _accepts_all(signs: dict[str, list[CanaryResult]]) -> bool:
    kinds = {sign.observation.kind for sign in signs["broken"]}
    return "rejected" not in kinds and not kinds.isdisjoint(RESULTS)


def _rejects_all(signs: dict[str, list[CanaryResult]]) -> bool:
    good = [sign for sign in signs["good"] + signs["nonce"] if sign.question.operation != "encode"]
    return {sign.observation.kind for sign in good} == {"rejected"}


def _echoes(signs: dict[str, list[CanaryResult]]) -> bool:
    return any(sign.observation.data == sign.question.vector.data for sign in signs["broken"])


def _knows_by_heart(signs: dict[str, list[CanaryResult]]) -> bool:
    """Whether the nonce is answered like the good bytes, which mean something else."""
    good = {sign.question.operation: sign.observation for sign in signs["good"] if sign.observation.kind in RESULTS}
    return any(sign.observation == good.get(sign.question.operation) for sign in signs["nonce"])


TELLS: list[tuple[Callable[[dict[str, list[CanaryResult]]], bool], str]] = [
    (_echoes, "the adapter hands back the bytes it is given: broken bytes came back from transcode unchanged"),
    (_accepts_all, "the adapter accepts broken bytes: it may accept everything"),
    (_rejects_all, "the adapter rejects good bytes, even those of a plain value: it may reject everything"),
    (_knows_by_heart, "the adapter gives the same answer to different bytes: it may know its answers by heart"),
]
