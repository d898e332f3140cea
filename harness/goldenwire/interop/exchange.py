"""One exchange: a value that one codec writes and another reads, as a finding with the operation `WRITER>READER`.

The finding has the result and, by the reference, which of the two is right. Pure except for the reference.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw

from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.display.text import hexed, short, tail
from goldenwire.interop.codecs import RunningCodec
from goldenwire.judge import Judgement, Question, Referee, judge
from goldenwire.judge.difference import NO_DIFFERENCE, diff_values, observed
from goldenwire.judge.equality import Leeway, same
from goldenwire.judge.reasons import CodecDeclines, NotAskedAfter, NotWritten, PolicyDecides, Reason, Ruling
from goldenwire.judge.referee import is_far_longer
from goldenwire.judge.verdicts import NONE, declines, may_round, meaning, means
from goldenwire.properties import outcome
from goldenwire.protocol import Observation, ObservationKey, Operation
from goldenwire.results import Finding, FindingWord
from goldenwire.results.findings import STDERR
from goldenwire.results.gate import FAULTS

REQUEST = 10_000  # characters of a request that a finding keeps

# The manners in which an exchange fails, with their meanings; a finding's observation begins with the manner.
MANNERS = {
    "unwritten": "the writer does not write the value",
    "broken": "the reader breaks down: it crashes, hangs, fails or violates the protocol",
    "unread": "the reader rejects what was written",
    "misread": "the reader delivers another value",
    "off-spec": "the two agree with each other, and not with the specification",
}
# The role of the codec that declined: the first word of the reason.
WRITER, READER = "writer", "reader"
Roles = tuple[tuple[str, RunningCodec, Operation, Observation | None], ...]


class Right(NamedTuple):
    """The judgement whether a codec is right by the reference, with the reason if it is not."""

    right: bool
    why: str = ""


class Expectations:
    """The reference's results for bytes under a codec's policies, in the vector's context; each is computed once."""

    def __init__(self, vector: LoadedVector, format: Any) -> None:
        self._vector, self._format = vector, format
        self._found: dict[tuple[bytes, tuple[tuple[str, str], ...]], LoadedVector | None] = {}

    def of(self, data: bytes, policies: Mapping[str, str]) -> LoadedVector | None:
        """Return the bytes as a vector with the reference's result; None if it depends on other policies."""
        key = data, tuple(sorted(policies.items()))
        if key not in self._found:
            self._found[key] = expected_outcome(self._format, self._vector, data, policies)
        return self._found[key]


class Exchange:
    """A value with a writer and its readers.

    A reader is asked once for each distinct bytes, whoever wrote them, so the judgement of its answer is kept by reader
    and bytes: values may be large, and pairs are many.
    """

    def __init__(self, vector: LoadedVector, format: Any, referee: Referee) -> None:
        self.vector = vector
        self._referee, self._expectations = referee, Expectations(vector, format)
        self._wanted: Raw | None = None
        self._written: dict[tuple[str, bytes], Right] = {}
        self._delivered: dict[tuple[str, bytes, bool], bool] = {}
        self._rightly: dict[tuple[str, bytes], Right] = {}

    @property
    def wanted(self) -> Raw:
        """The value that readers should deliver."""
        if self._wanted is None:
            self._wanted = meaning(self.vector, self._referee)
        return self._wanted

    def finding(
        self, writer: RunningCodec, reader: RunningCodec, wrote: Observation | None, read: Observation | None
    ) -> Finding:
        """Return the finding of an exchange; `wrote` or `read` is None if that codec was not asked."""
        vector = self.vector
        if declined := self._declined(writer, reader, wrote, read):
            return self._found(writer, reader, "declined", ObservationKey("unsupported"), declined)
        if wrote is None or (wrote.data is not None and read is None):
            return self._not_asked(writer, reader, reader if wrote else writer)
        if wrote.data is None:
            return self._unwritten(writer, reader, wrote)
        assert read is not None
        delivered = read.value is not None and self._matches_expected(read.value, (reader.name, wrote.data), writer)
        if delivered and self.wrote(writer, wrote.data).right:
            return Finding(
                vector.id, pair(writer, reader), "pass", vector.level, vector.requirements, digest=vector.digest
            )
        manner = "off-spec" if delivered else manner_of(read)
        left_open, why = self._ruling(writer, reader, wrote.data, read, delivered=delivered)
        if left_open:
            return self._found(writer, reader, "unspecified", _key(manner, read), why)
        return self._failed(writer, reader, (wrote, read), manner, why)

    def _unwritten(self, writer: RunningCodec, reader: RunningCodec, wrote: Observation) -> Finding:
        wanted = self._expectations.of(self.vector.octets, writer.terms.policies)
        if wanted is None or wanted.verdict == "reject":
            decides = PolicyDecides("whether it is written", writer.name, refuses=wanted is not None)
            return self._found(writer, reader, "unspecified", _key("unwritten", wrote), decides)
        why = NotWritten(writer.name, hexed(self.vector.octets))
        return self._failed(writer, reader, (wrote, None), "unwritten", why)

    def _matches_expected(self, value: Raw, place: tuple[str, bytes], writer: RunningCodec) -> bool:
        rounds = may_round(self.vector.context, writer.terms)
        key = *place, rounds
        if key not in self._delivered:
            self._delivered[key] = same(self.wanted, value, writer.terms.tags, nearest=rounds)
        return self._delivered[key]

    def _declined(
        self, writer: RunningCodec, reader: RunningCodec, wrote: Observation | None, read: Observation | None
    ) -> CodecDeclines | None:
        """Return which codec declines, and why; None if both take part."""
        vector = self.vector
        roles: Roles = ((WRITER, writer, "encode", wrote), (READER, reader, "decode", read))
        for role, codec, operation, _ in roles:
            if lacking := codec.lacks(vector, operation):
                return CodecDeclines(codec.name, role, undeclared=lacking)
        for role, codec, _, seen in roles:
            if seen and (why := declines(vector, codec.terms, seen)):
                return CodecDeclines(codec.name, role, says=why.sentence())
        return None

    # Judgement

    def wrote(self, writer: RunningCodec, data: bytes) -> Right:
        """Return whether the bytes stand for the value by the reference.

        The writer's choices are ignored, because a policy lets a codec read what it may not write.
        """
        key = writer.name, data
        if data == self.vector.data:
            return Right(True)
        if key not in self._written:
            found = means(self.vector, self.wanted, writer.terms, data, self._referee)
            told = diff_values(found.expected, found.meant).lines[:1] if found.meant != ABSENT else ()
            self._written[key] = Right(found.finding == "pass", "; ".join((found.why, *told)))
        return self._written[key]

    def _ruling(
        self, writer: RunningCodec, reader: RunningCodec, data: bytes, read: Observation, *, delivered: bool
    ) -> tuple[bool, Reason]:
        """Return whether the specification leaves the result open, and the reason that says who is right."""
        wrote = self.wrote(writer, data)
        if delivered:
            who = describe_agreement(writer.name, reader.name)
            return False, Ruling(who, f"according to the reference {wrote.why}")
        one, other = roles(writer.name, reader.name)
        vector = self.vector
        if is_far_longer(vector.format, vector.context, data, self.wanted, vector.octets):
            return False, Ruling(f"{one} is wrong", wrote.why)
        wanted = self._expectations.of(data, reader.terms.policies)
        if wanted is None:
            return True, PolicyDecides("what is read of these bytes", other)
        return self._weigh(wrote, self._reads(reader, data, wanted, read), one, other)

    def _reads(self, reader: RunningCodec, data: bytes, wanted: LoadedVector, read: Observation) -> Right:
        """Return whether the reader's answer to the bytes agrees with the reference."""
        key = reader.name, data
        if key not in self._rightly:
            self._rightly[key] = rightly(reader, wanted, read, self._referee)
        return self._rightly[key]

    @staticmethod
    def _weigh(wrote: Right, reads: Right, one: str, other: str) -> tuple[bool, Ruling]:
        """Return the ruling on a writer and a reader whose exchange fails."""
        who, does = {
            (True, True): (
                "both are within the specification", f"{one} may write these bytes, {other} need not read them"
            ),
            (True, False): (f"{one} is right", "according to the reference its bytes decode to the value"),
            (False, True): (f"{other} is right", "it does with the bytes what the reference does"),
            (False, False): ("neither is right", ""),
        }[wrote.right, reads.right]  # fmt: skip
        wrong = tuple((name, each.why) for name, each in ((one, wrote), (other, reads)) if not each.right)
        return wrote.right and reads.right, Ruling(who, does, wrong)

    # Findings

    def _failed(
        self,
        writer: RunningCodec,
        reader: RunningCodec,
        seen: tuple[Observation, Observation | None],
        manner: str,
        why: Reason,
    ) -> Finding:
        wrote, read = seen
        last = read or wrote
        found = self._found(writer, reader, "fail", _key(manner, last), why)
        told = [f"{writer.name} wrote {observed(wrote)}" if wrote.data is not None else observed(wrote)]
        told += [f"{reader.name} read {observed(read)}"] if read else []
        parted = NO_DIFFERENCE
        if read and read.value is not None:
            leeway = Leeway(writer.terms.tags, may_round(self.vector.context, writer.terms))
            parted = diff_values(self.wanted, read.value, leeway)
        return msgspec.structs.replace(
            found,
            request=short(writer.writing(self.vector).line(1).decode().rstrip(), REQUEST),
            expected=f"value {short(bytes(self.wanted).decode(errors='replace'))}",
            observed="\n".join(told),
            difference=parted.lines,
            place=parted.place,
            stderr=tail(last.stderr, STDERR),
        )

    def _not_asked(self, writer: RunningCodec, reader: RunningCodec, codec: RunningCodec) -> Finding:
        return self._found(writer, reader, "not-asked", None, NotAskedAfter(codec.name, codec.worn))

    def _found(
        self,
        writer: RunningCodec,
        reader: RunningCodec,
        word: FindingWord,
        observation: ObservationKey | None,
        why: Reason,
    ) -> Finding:
        vector = self.vector
        found = Finding(
            vector.id, pair(writer, reader), word, vector.level, vector.requirements,
            summary=vector.summary, observation=observation, digest=vector.digest,
        )  # fmt: skip
        return found.because(why)


def _key(manner: str, seen: Observation) -> ObservationKey:
    return ObservationKey(manner, seen.summary())


def pair(writer: RunningCodec, reader: RunningCodec) -> str:
    """Return the name of a cell of the matrix."""
    return f"{writer.name}>{reader.name}"


def roles(writer: str, reader: str) -> tuple[str, str]:
    """Return the codecs' names for a sentence; a codec that is both is named with its role."""
    return (writer, reader) if writer != reader else (f"{writer} as the writer", f"{reader} as the reader")


def describe_agreement(one: str, other: str) -> str:
    """Return the sentence on two that agree but are wrong."""
    who = f"{one} agrees with itself" if one == other else f"{one} and {other} agree with each other"
    return f"{who}, and not with the specification"


def manner_of(read: Observation) -> str:
    """Return the manner of a reading that differs from the expected one."""
    if read.kind in FAULTS:
        return "broken"
    return "unread" if read.kind == "rejected" else "misread"


def rightly(reader: RunningCodec, wanted: LoadedVector, read: Observation, referee: Referee) -> Right:
    """Return whether an answer is the expected one. Error classes and offsets do not matter here."""
    plain = msgspec.structs.replace(reader.terms, features=())
    found: Judgement = judge(Question(wanted, "decode"), plain, read, referee)
    return Right(found.finding in {"pass", "declined"}, found.why)


def describe_expected(wanted: LoadedVector) -> str:
    """Return the reference's result for bytes, in words."""
    if wanted.verdict == "reject":
        return f"refuses them: {wanted.code[0]}" + ("" if wanted.offset is None else f" at byte {wanted.offset}")
    return f"reads {short(bytes(wanted.value).decode(errors='replace'), 80)}"


def expected_outcome(
    format: Any, template: LoadedVector, data: bytes, policies: Mapping[str, str] = NONE
) -> LoadedVector | None:
    """Return the reference's result for bytes under these policies, as a vector; None if it depends on others."""
    context = msgspec.json.decode(template.context) if template.context != ABSENT else None
    bare = msgspec.structs.replace(template, verdict="accept", value=ABSENT, plan=ABSENT, canonical=False)
    return outcome.vector(format, bare, data, context, policies)
