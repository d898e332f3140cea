"""Three questions before all others: good bytes, broken bytes, and a value that nobody can know beforehand.

They give away an adapter that accepts everything, rejects everything, hands back what it is given, or answers by heart.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import Vector
from goldenwire.judge.question import Question, Terms
from goldenwire.judge.verdicts import Judgement, Referee, judge
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


def diagnose(results: Iterable[CanaryResult], excuses: Callable[[str, str], bool] = lambda *_: False) -> list[str]:
    """What the results say against the adapter, as sentences; it takes more than a plain mistake of a codec.

    A question that is known to fail is excused, and no other.
    """
    told = [result for result in results if not excuses(result.question.vector.id, result.question.operation)]
    by_name = {name: [result for result in told if result.canary == name] for name in OPERATIONS}
    return [sentence for told, sentence in DIAGNOSES if told(by_name)]


def _accepts_all(results: dict[str, list[CanaryResult]]) -> bool:
    kinds = {result.observation.kind for result in results["broken"]}
    return "rejected" not in kinds and not kinds.isdisjoint(RESULTS)


def _rejects_all(results: dict[str, list[CanaryResult]]) -> bool:
    good = [result for result in results["good"] + results["nonce"] if result.question.operation != "encode"]
    return {result.observation.kind for result in good} == {"rejected"}


def _echoes(results: dict[str, list[CanaryResult]]) -> bool:
    return any(result.observation.data == result.question.vector.data for result in results["broken"])


def _knows_by_heart(results: dict[str, list[CanaryResult]]) -> bool:
    """Whether the nonce is answered like the good bytes, which mean something else."""
    good = {
        result.question.operation: result.observation
        for result in results["good"]
        if result.observation.kind in RESULTS
    }
    return any(result.observation == good.get(result.question.operation) for result in results["nonce"])


DIAGNOSES: list[tuple[Callable[[dict[str, list[CanaryResult]]], bool], str]] = [
    (_echoes, "the adapter hands back the bytes it is given: broken bytes came back from transcode unchanged"),
    (_accepts_all, "the adapter accepts broken bytes: it may accept everything"),
    (_rejects_all, "the adapter rejects good bytes, even those of a plain value: it may reject everything"),
    (_knows_by_heart, "the adapter gives the same answer to different bytes: it may know its answers by heart"),
]
