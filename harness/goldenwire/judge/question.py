"""The questions that a vector asks of a codec, depending on its declarations. Pure: no files, no processes."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Raw, Struct

from goldenwire.corpus.vector import ABSENT, FormatFacts, Level, LoadedVector, UnderlyingFormat
from goldenwire.errors import UserError, did_you_mean
from goldenwire.judge.equality import any_nan_in
from goldenwire.protocol import FormatSupport, Operation, Request

CANONICAL = "canonical"  # a format's feature that promises the canonical bytes
NOT_CANONICAL = "NOT_CANONICAL"  # said by the referee of other bytes; no format has a class of this name


class Terms(Struct, frozen=True):
    """A codec's declarations for one format, in the form that judging needs."""

    operations: tuple[str, ...]
    features: tuple[str, ...]
    policies: dict[str, str]
    left_out: dict[str, str]  # feature that the codec's profiles leave out -> the error code for it
    undeclared: frozenset[str] = frozenset()  # the format's features that the codec did not declare
    writes: dict[str, tuple[str, ...]] = {}  # by policy, the choices under which a codec writes what it reads
    tags: tuple[str, ...] = ()  # tags of the notation whose contents are compared loosely
    integers_for_doubles: dict[str, str] = {}  # context members under which an integer may stand for a double
    carrier: UnderlyingFormat | None = None  # the format in which this one's bytes are written
    no_encoder_offset: str = ""  # the requirement that refusals to encode have no offset
    canonical_transcode: bool = False  # whether the codec owes the canonical bytes in a transcode

    @property
    def written(self) -> dict[str, str]:
        """The choices of the codec under which it writes what it reads."""
        return {key: choice for key, choice in self.policies.items() if choice in self.writes[key]}


def terms(format: str, support: FormatSupport, facts: FormatFacts) -> Terms:
    """Return the terms on which the codec is judged. Raises UserError if it declares an unknown word."""
    for feature in support.features:
        if feature not in facts.features:
            hint = did_you_mean(feature, facts.features)
            raise UserError(f"the codec declares the feature {feature!r:.100}, which {format} does not have{hint}")
    for policy, choice in support.policies.items():
        if policy not in facts.policies:
            hint = did_you_mean(policy, facts.policies)
            raise UserError(f"the codec declares the policy {policy!r:.100}, which {format} does not have{hint}")
        choices = facts.policies[policy].choices
        if choice not in choices:
            raise UserError(f"the codec declares {policy}: {choice!r:.100}; the choices are {', '.join(choices)}")
    left_out = {
        profile.leaves_out: profile.code for name, profile in facts.profiles.items() if name in support.features
    }
    return Terms(
        support.operations,
        support.features,
        support.policies,
        left_out,
        frozenset(facts.features) - frozenset(support.features),
        {key: policy.writes for key, policy in facts.policies.items()},
        facts.comparison,
        facts.integers_for_doubles,
        facts.carrier,
        facts.no_encoder_offset,
        bool(facts.canonical_transcode) and CANONICAL in support.features,
    )


# Questions

NULL = Raw(b"null")
SHORT = 1 << 12  # maximum octets of an answer that is compared literally


class Question(Struct, frozen=True, gc=False):
    """One operation on one vector, with its plan if `planned`."""

    vector: LoadedVector
    operation: Operation
    planned: bool = False

    @property
    def prescribed(self) -> bool:
        """True if a plan says which bytes are written; one that is null is none."""
        return self.planned and self.vector.plan != NULL

    def request(self) -> Request:
        """Return the request for the question."""
        vector = self.vector
        context = vector.context if vector.context != ABSENT else None
        if self.operation != "encode":
            return Request(self.operation, vector.format, vector.data, None, None, context)
        plan = vector.plan if self.planned else None
        return Request(self.operation, vector.format, None, vector.value, plan, context)

    def expected(self) -> bytes:
        """Return the reply member that passes by literal comparison; empty if the answer must be parsed, or is long."""
        vector = self.vector
        if vector.verdict != "accept":
            return b""
        if self.operation == "decode":
            return b"" if len(vector.value) > SHORT or any_nan_in(vector.value) else b'"value":' + vector.value
        if len(vector.octets) > SHORT:
            return b""
        if self.operation == "transcode" and not vector.canonical:
            return b""  # perhaps not the bytes that are due
        return b'"bytes":"%b"' % vector.octets.hex().encode()


NOTHING: frozenset[str] = frozenset()

# A question that is not asked: the missing declaration, and the vector's feature, level and requirements.
NotAsked = tuple[str, str, Level, tuple[str, ...]]


def questions(
    vectors: Iterable[LoadedVector],
    negotiated: Mapping[str, Terms],
    only: Collection[str],
    not_asked: Counter[NotAsked],
) -> Iterator[Question]:
    """Yield the questions for the codec, in the order of the vectors. A non-empty `only` limits the operations.

    Questions that need undeclared operations or features are counted in `not_asked` instead. A plan is asked of codecs
    that declare plans; others get the question without it if the plan leads to the canonical bytes.
    """
    for vector in vectors:
        declared = negotiated[vector.format]
        missing = declared.undeclared.intersection(vector.needs) if vector.needs else NOTHING
        has_plan = vector.plan != ABSENT and not (vector.canonical and "plans" not in declared.features)
        for operation in vector.operations:
            if only and operation not in only:
                continue
            planned = has_plan and operation == "encode"
            if operation not in declared.operations:
                word = f"operation {operation}"
            elif missing:
                word = f"feature {min(missing)}"
            elif planned and "plans" not in declared.features:
                word = "feature plans"
            else:
                yield Question(vector, operation, planned)
                continue
            not_asked[word, vector.feature, vector.level, vector.requirements] += 1
