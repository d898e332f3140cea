"""The same bytes read by several codecs: a finding for each pair says whether they agree, and who is right."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, Level, LoadedVector
from goldenwire.display.text import hexed, tail
from goldenwire.interop.codecs import RunningCodec, reading
from goldenwire.interop.counting import NOT_ASKED
from goldenwire.interop.exchange import REQUEST, Expectations, Right, describe_agreement, describe_expected, rightly
from goldenwire.judge import Question, Referee
from goldenwire.judge.difference import NO_DIFFERENCE, diff_values, observed
from goldenwire.judge.equality import Leeway, same
from goldenwire.judge.reasons import CodecDeclines, PolicyUndeclared, Ruling, WithinPolicies
from goldenwire.judge.verdicts import declines
from goldenwire.protocol import Observation, ObservationKey, Operation
from goldenwire.results import Finding, FindingWord, samples
from goldenwire.results.findings import STDERR
from goldenwire.results.gate import FAULTS

SHOWN = 200  # bytes that are shown
DIFFER, OFF_SPEC = "differ", "off-spec"
BROKEN, REFUSED = "broken", "refused"  # answers that are not values
DECLINED, SAME, OPEN = "declined", "read", "unspecified"  # results that do not count as failures


def manners(one: RunningCodec, other: RunningCodec) -> dict[str, str]:
    """Return the manners in which two can disagree on bytes, or agree and be wrong, each with its meaning."""
    return {
        DIFFER: "both read the bytes, and deliver two values",
        **{f"{a.name}-refuses": f"{a.name} refuses bytes that {b.name} reads" for a, b in ((one, other), (other, one))},
        **{f"{codec.name}-breaks": f"{codec.name} breaks down over bytes" for codec in (one, other)},
        OFF_SPEC: "the two agree with each other, and not with the specification",
    }


class Reading(NamedTuple):
    """The part of a codec's answer that decides whether it disagrees with others and whether that is a failure."""

    answer: str  # NOT_ASKED, DECLINED, BROKEN, REFUSED, or the number of its value among the distinct ones
    right: bool | None = None  # by the reference; None if it depends on a policy that the codec does not declare


class Comparison:
    """The answers of several codecs to the same bytes.

    `vector` has the bytes and their context, `seen` each codec's answer, None if it was not asked.
    """

    def __init__(
        self, vector: LoadedVector, format: Any, referee: Referee, seen: Mapping[RunningCodec, Observation | None]
    ) -> None:
        self.vector = vector
        self._referee, self._seen, self._expectations = referee, seen, Expectations(vector, format)
        self._values: list[Raw] = []
        self.readings = {codec: self._reading(codec) for codec in seen}

    def _reading(self, codec: RunningCodec) -> Reading:
        seen = self._seen[codec]
        if seen is None and "decode" in codec.given_up:
            return Reading(NOT_ASKED)
        if seen is None or declines(self.vector, codec.terms, seen):
            return Reading(DECLINED)
        wanted = self._wanted(codec)
        return Reading(
            self._answer(seen, codec.terms.tags), None if wanted is None else self._ruled(codec, wanted).right
        )

    def _answer(self, seen: Observation, tags: tuple[str, ...]) -> str:
        if seen.value is None:
            return BROKEN if seen.kind in FAULTS else REFUSED
        value = seen.value
        number = next((at for at, other in enumerate(self._values) if _alike(other, value, tags)), len(self._values))
        if number == len(self._values):
            self._values.append(value)
        return str(number)

    def _wanted(self, codec: RunningCodec) -> LoadedVector | None:
        return self._expectations.of(self.vector.octets, codec.terms.policies)

    def _ruled(self, codec: RunningCodec, wanted: LoadedVector) -> Right:
        seen = self._seen[codec]
        assert seen is not None
        return rightly(codec, wanted, seen, self._referee)

    def finding(self, one: RunningCodec, other: RunningCodec) -> Finding:
        """Return the finding for a pair."""
        for codec in (one, other):
            if (seen := self._seen[codec]) is None:
                return self._declined(one, other, CodecDeclines(codec.name))
            if why := declines(self.vector, codec.terms, seen):
                return self._declined(one, other, CodecDeclines(codec.name, says=why.sentence()))
        read = (one.name, self.readings[one]), (other.name, self.readings[other])
        manner, came = manner_of(*read), word_of(*read)
        if came in {SAME, OPEN}:
            word: FindingWord = "unspecified" if came == OPEN else "pass"
            found = self._found(one, other, word, ObservationKey(manner) if manner else None)
            if None in {reading.right for _, reading in read}:
                return found.because(PolicyUndeclared())
            return found.because(WithinPolicies()) if manner else found
        expectations = {codec: wanted for codec in (one, other) if (wanted := self._wanted(codec))}
        ruled = [(codec.name, wanted, self._ruled(codec, wanted)) for codec, wanted in expectations.items()]
        wrong = [(name, wanted, ruling.why) for name, wanted, ruling in ruled if not ruling.right]
        right = [name for name, _, ruling in ruled if ruling.right]
        who = (
            f"{right[0]} is right"
            if right
            else "neither is right"
            if manner
            else describe_agreement(one.name, other.name)
        )
        wanted = wrong[0][1]
        ruling = Ruling(who, f"the reference {describe_expected(wanted)}", tuple((name, why) for name, _, why in wrong))
        return self._failed((one, other), came, ruling, wanted)

    def _declined(self, one: RunningCodec, other: RunningCodec, why: CodecDeclines) -> Finding:
        return self._found(one, other, "declined", ObservationKey("unsupported")).because(why)

    def _failed(
        self, two: tuple[RunningCodec, RunningCodec], manner: str, ruling: Ruling, wanted: LoadedVector
    ) -> Finding:
        one, other = two
        first, second = self._seen[one], self._seen[other]
        assert first is not None
        assert second is not None
        key = ObservationKey(manner, f"{first.summary()}, {second.summary()}")
        found = self._found(one, other, "fail", key).because(ruling)
        apart = NO_DIFFERENCE
        if first.value is not None and second.value is not None and manner == DIFFER:
            apart = diff_values(first.value, second.value, Leeway(one.terms.tags, nearest=False))
        request = reading(self.vector, self.vector.octets).line(1).decode().rstrip()
        return msgspec.structs.replace(
            found,
            request=request[:REQUEST],
            expected=f"what the reference does: it {describe_expected(wanted)}",
            observed=f"{one.name} read {observed(first)}\n{other.name} read {observed(second)}",
            difference=(*_shown(self.vector.octets), *apart.lines),
            place=apart.place,
            stderr=tail(first.stderr or second.stderr, STDERR),
            sample=samples.from_question(Question(wanted, "decode")),
        )

    def _found(
        self, one: RunningCodec, other: RunningCodec, word: FindingWord, observation: ObservationKey | None
    ) -> Finding:
        vector = self.vector
        return Finding(
            vector.id, f"{one.name}={other.name}", word, vector.level, vector.requirements,
            summary=vector.summary, observation=observation,
        )  # fmt: skip


def manner_of(one: tuple[str, Reading], other: tuple[str, Reading]) -> str:
    """Return the manner in which two codecs with these names disagree; empty if they agree."""
    if one[1].answer == other[1].answer:
        return ""
    for answer, does in ((BROKEN, "breaks"), (REFUSED, "refuses")):
        for name, read in (one, other):
            if read.answer == answer:
                return f"{name}-{does}"
    return DIFFER


def word_of(one: tuple[str, Reading], other: tuple[str, Reading]) -> str:
    """Return the result of a comparison: NOT_ASKED, DECLINED, AGREE, OPEN, or the manner of a failure."""
    readings = one[1], other[1]
    for unread in (NOT_ASKED, DECLINED):
        if any(reading.answer == unread for reading in readings):
            return unread
    manner, rights = manner_of(one, other), {reading.right for reading in readings}
    if None in rights or False not in rights:
        return OPEN if manner else SAME
    return manner or OFF_SPEC


def _alike(one: Raw, other: Raw, tags: tuple[str, ...]) -> bool:
    return one == other or same(one, other, tags)


def template(
    case: str, summary: str, *, requirements: tuple[str, ...], level: Level, operation: Operation, format: str
) -> LoadedVector:
    """Return the case that generated values and bytes complete."""
    return LoadedVector(
        id=case, summary=summary, requirements=requirements, level=level, verdict="accept", operations=(operation,),
        format=format, feature=f"property/{format}", value=ABSENT,
    )  # fmt: skip


def _shown(data: bytes) -> Iterator[str]:
    """Yield the bytes in hex, and as text if they are printable ASCII."""
    yield f"bytes {hexed(data, SHOWN)}"
    text = data[:SHOWN].decode("latin-1")
    if data and text.isascii() and text.isprintable():
        yield f"text  {text}"
