"""One comparison: the same bytes read by two codecs, as a finding that says whether they agree, and who is right."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, Level, Vector
from goldenwire.display.text import hexed, printable, tail
from goldenwire.interop.codecs import Codec, reading
from goldenwire.interop.exchange import REQUEST, agreeing, due_of, rightly, told_due
from goldenwire.judge import Question, Referee
from goldenwire.judge.difference import diff_values, observed
from goldenwire.judge.equality import Leeway, same
from goldenwire.judge.verdicts import declines
from goldenwire.protocol import Observation, Operation
from goldenwire.results import Finding, samples
from goldenwire.results.findings import OBSERVATION, STDERR
from goldenwire.results.gate import FAULTS

SHOWN = 200  # bytes that are shown
DIFFER, OFF_SPEC = "differ", "off-spec"


def manners(one: Codec, other: Codec) -> dict[str, str]:
    """In which manners two can disagree on bytes, each with what it stands for; or agree and be wrong."""
    return {
        DIFFER: "both read the bytes, and deliver two values",
        **{f"{a.name}-refuses": f"{a.name} refuses bytes that {b.name} reads" for a, b in ((one, other), (other, one))},
        **{f"{codec.name}-breaks": f"{codec.name} breaks down over bytes" for codec in (one, other)},
        OFF_SPEC: "the two agree with each other, and not with the specification",
    }


class Comparison:
    """Bytes that two codecs read, or any number of pairs of them. `vector` has the bytes and their context."""

    def __init__(self, vector: Vector, format: Any, referee: Referee) -> None:
        self.vector = vector
        self._format, self._referee = format, referee
        self._due: dict[tuple[tuple[str, str], ...], Vector | None] = {}

    def due(self, policies: Mapping[str, str]) -> Vector | None:
        """What the reference makes of the bytes under these policies; none where others decide."""
        key = tuple(sorted(policies.items()))
        if key not in self._due:
            self._due[key] = due_of(self._format, self.vector, self.vector.octets, policies)
        return self._due[key]

    def finding(self, one: Codec, other: Codec, seen: tuple[Observation | None, Observation | None]) -> Finding:
        """What came of it; who was not asked has seen nothing."""
        read: list[tuple[Codec, Observation]] = []
        for codec, each in zip((one, other), seen, strict=True):
            if each is None:
                return self._found(one, other, "skip", "unsupported", f"{codec.name} was not asked")
            if why := declines(self.vector, codec.terms, each):
                return self._found(one, other, "skip", "unsupported", f"{codec.name} declines: {why}")
            read.append((codec, each))
        dues = [self.due(codec.terms.policies) for codec, _ in read]
        manner = manner_of(*read, tags=one.terms.tags)
        if None in dues:
            return self._found(
                one, other, "noted" if manner else "pass", manner, "a policy decides that is not declared"
            )
        rulings = [
            rightly(codec, due, each, self._referee) for (codec, each), due in zip(read, dues, strict=True) if due
        ]
        if all(ruling.right for ruling in rulings):
            why = "each does what its policies say" if manner else ""
            return self._found(one, other, "noted" if manner else "pass", manner, why)
        ruled = list(zip((codec for codec, _ in read), filter(None, dues), rulings, strict=True))
        wrong = [(codec.name, due, ruling.why) for codec, due, ruling in ruled if not ruling.right]
        right = [codec.name for codec, _, ruling in ruled if ruling.right]
        who = f"{right[0]} is right" if right else "neither is right" if manner else agreeing(one.name, other.name)
        said = (f"{name} is wrong: {why}" for name, _, why in wrong)
        due = wrong[0][1]
        return self._failed(read, manner or OFF_SPEC, "; ".join((f"{who}: the reference {told_due(due)}", *said)), due)

    def _failed(self, read: list[tuple[Codec, Observation]], manner: str, why: str, due: Vector) -> Finding:
        (one, first), (other, second) = read
        found = self._found(one, other, "fail", f"{manner} {first.summary()}, {second.summary()}", why)
        apart: tuple[str, ...] = ()
        if first.value is not None and second.value is not None and manner == DIFFER:
            apart = tuple(diff_values(first.value, second.value, Leeway(one.terms.tags, nearest=False)))
        request = reading(self.vector, self.vector.octets).line(1).decode().rstrip()
        return msgspec.structs.replace(
            found,
            request=request[:REQUEST],
            expected=f"what the reference does: it {told_due(due)}",
            observed="\n".join(f"{codec.name} read {observed(seen)}" for codec, seen in read),
            difference=(*_shown(self.vector.octets), *apart),
            stderr=tail(first.stderr or second.stderr, STDERR),
            sample=samples.from_question(Question(due, "decode")),
        )

    def _found(self, one: Codec, other: Codec, word: Any, observation: str, why: str) -> Finding:
        vector = self.vector
        return Finding(
            vector.id, f"{one.name}={other.name}", word, vector.level, vector.requirements,
            summary=vector.summary, observation=printable(observation)[:OBSERVATION], why=printable(why),
        )  # fmt: skip


def manner_of(one: tuple[Codec, Observation], other: tuple[Codec, Observation], *, tags: tuple[str, ...]) -> str:
    """The manner in which two answers to the same bytes disagree; empty if they agree."""
    for (codec, seen), (_, against) in ((one, other), (other, one)):
        if seen.kind in FAULTS and against.kind not in FAULTS:
            return f"{codec.name}-breaks"
    for (codec, seen), (_, against) in ((one, other), (other, one)):
        if seen.kind == "rejected" and against.value is not None:
            return f"{codec.name}-refuses"
    first, second = one[1].value, other[1].value
    if first is not None and second is not None and not _alike(first, second, tags):
        return DIFFER
    return ""


def _alike(one: Raw, other: Raw, tags: tuple[str, ...]) -> bool:
    return one == other or same(one, other, tags)


def blank(
    case: str, summary: str, *, requirements: tuple[str, ...], level: Level, operation: Operation, format: str
) -> Vector:
    """The case that drawn values and bytes complete."""
    return Vector(
        id=case, summary=summary, requirements=requirements, level=level, verdict="accept", operations=(operation,),
        format=format, feature=f"property/{format}", value=ABSENT,
    )  # fmt: skip


def _shown(data: bytes) -> Iterator[str]:
    """Bytes in hex, and as text where they are one."""
    yield f"bytes {hexed(data, SHOWN)}"
    text = data[:SHOWN].decode("latin-1")
    if data and text.isascii() and text.isprintable():
        yield f"text  {text}"
