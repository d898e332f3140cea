"""Three questions before all others: good bytes, broken bytes, and a value that nobody can know beforehand.

They expose an adapter that accepts everything, rejects everything, returns its input, or has memorised its answers, and
one that only forwards requests to the reference.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import LoadedVector
from goldenwire.judge.question import Question, Terms
from goldenwire.judge.verdicts import NONE, Judgement, Referee, judge
from goldenwire.protocol import Observation, Operation, Rejection, Request

Ask = Callable[[Request], Observation]
# The operations asked of each canary; an encoder has no use for broken bytes.
OPERATIONS: dict[str, tuple[Operation, ...]] = {
    "good": ("decode", "transcode"),
    "broken": ("decode", "transcode"),
    "nonce": ("decode", "encode", "transcode"),
}


MADE_UP = "nonce"  # the canary made up for the run, so that no codec can have it in a table
RESULTS = {"value", "bytes"}
LONG = 1 << 16  # octets of an answer


class CanaryResult(NamedTuple):
    """The result of one question: its canary, the question, the observation and the judgement."""

    canary: str
    question: Question
    observation: Observation
    judgement: Judgement


def kept(sign: CanaryResult) -> CanaryResult:
    """Return the result for `diagnose` in less memory, with long answers replaced by their digests."""
    seen = sign.observation
    if seen.value is not None and len(seen.value) > LONG:
        seen = msgspec.structs.replace(seen, value=Raw(b'"%b"' % sha256(seen.value).hexdigest().encode()))
    if seen.data is not None and len(seen.data) > LONG:
        seen = msgspec.structs.replace(seen, data=sha256(seen.data).digest())
    return sign._replace(observation=seen)


def ask(ask: Ask, vectors: Mapping[str, LoadedVector], declared: Terms, referee: Referee) -> Iterator[CanaryResult]:
    """Ask the canaries, by name, as far as the codec declares what they need."""
    for name, vector in vectors.items():
        for operation in OPERATIONS[name]:
            asked = operation in declared.operations and operation in vector.operations
            if asked and declared.undeclared.isdisjoint(vector.needs):
                question = Question(vector, operation)
                seen = ask(question.request())
                yield CanaryResult(name, question, seen, judge(question, declared, seen, referee))


def diagnose(results: Iterable[CanaryResult], excuses: Callable[[str, str], bool] = lambda *_: False) -> list[str]:
    """Return sentences on what the results suggest about the adapter; a plain bug of a codec yields none.

    Only questions that are known to fail are excused.
    """
    told = [result for result in results if not excuses(result.question.vector.id, result.question.operation)]
    by_name = {name: [result for result in told if result.canary == name] for name in OPERATIONS}
    return [sentence for told, sentence in DIAGNOSES if told(by_name)]


def failed(results: Iterable[CanaryResult], excuses: Callable[[str, str], bool]) -> Iterator[str]:
    """Yield a sentence for each operation in which the made-up value fails unexpectedly."""
    for result in results:
        question, judgement = result.question, result.judgement
        bad = result.canary == MADE_UP and judgement.finding == "fail"
        if bad and not excuses(question.vector.id, question.operation):
            yield f"{question.operation} of a value made up just now fails: {judgement.why}"


class ByHeart:
    """Detect a codec that knows the vectors by heart: every vector holds, but a value made up just now does not.

    `doubted` are formats and operations in which the made-up value does not hold.
    """

    def __init__(self, doubted: Collection[tuple[str, str]]) -> None:
        self.doubted = frozenset(doubted)
        self._held: Counter[tuple[str, str]] = Counter()
        self._missed: set[tuple[str, str]] = set()

    def count(self, format: str, operation: str, held: bool) -> None:
        """Count the finding of a vector."""
        self._held[format, operation] += held
        if not held:
            self._missed.add((format, operation))

    def sentences(self) -> Iterator[str]:
        """Yield a sentence for each format in which the findings so far suggest memorised answers."""
        operations: dict[str, list[str]] = {}
        for format, operation in sorted(self.doubted - self._missed):
            if self._held[format, operation]:
                operations.setdefault(format, []).append(operation)
        for format, found in operations.items():
            yield (
                f"{format}: every vector passes ({', '.join(found)}), but a value made up for this run does not: "
                f"the codec may know the vectors by heart"
            )


PROXY = "it may be the reference or forward requests to it, and then the verdict is not on an independent codec"


def proxied(results: Iterable[CanaryResult], referee: Referee) -> Iterator[str]:
    """Yield a sentence if a codec refuses broken bytes in the reference's own words."""
    for result in results:
        refusal, vector = result.observation.rejection, result.question.vector
        if refusal is None or not refusal.message:
            continue
        own = referee(vector.format, vector.context, vector.octets, NONE)
        if isinstance(own, Rejection) and own.message and refusal.message.startswith(own.message):
            yield f"it rejects bytes with the messages of `goldenwire serve`: {PROXY}"
            return


def _accepts_all(results: dict[str, list[CanaryResult]]) -> bool:
    kinds = {result.observation.kind for result in results["broken"]}
    return "rejected" not in kinds and not kinds.isdisjoint(RESULTS)


def _rejects_all(results: dict[str, list[CanaryResult]]) -> bool:
    good = [result for result in results["good"] + results["nonce"] if result.question.operation != "encode"]
    return {result.observation.kind for result in good} == {"rejected"}


def _echoes(results: dict[str, list[CanaryResult]]) -> bool:
    return any(result.observation.data == result.question.vector.data for result in results["broken"])


def _knows_by_heart(results: dict[str, list[CanaryResult]]) -> bool:
    """Return whether the nonce gets the same answer as the good bytes, which mean something else."""
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
