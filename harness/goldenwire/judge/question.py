"""Which questions a vector asks of a codec, by what the codec declares. Pure: no files, no processes."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct

from goldenwire.corpus.vector import ABSENT, Carrier, FormatFacts, Level, Vector
from goldenwire.errors import UserError, did_you_mean
from goldenwire.judge.equality import any_nan_in
from goldenwire.protocol import FormatSupport, Operation, Request


class Terms(Struct, frozen=True):
    """What a codec declared for one format, in the shape that judging wants it."""

    operations: tuple[str, ...]
    features: tuple[str, ...]
    policies: dict[str, str]
    left_out: dict[str, str]  # what the codec's profiles leave out -> the code that says so
    undeclared: frozenset[str] = frozenset()  # the format's features that the codec did not declare
    writes: dict[str, tuple[str, ...]] = {}  # of each policy, the choices under which a codec writes what it reads
    tags: tuple[str, ...] = ()  # of the notation, whose contents are compared loosely
    integers_for_doubles: dict[str, str] = {}  # members of contexts in which an integer may stand for a double
    carrier: Carrier | None = None  # the format that this one's bytes are written in
    no_encoder_offset: str = ""  # the requirement by which a refusal of a request to encode has no offset


def terms(format: str, support: FormatSupport, facts: FormatFacts) -> Terms:
    """The terms that the codec is judged on. Raises UserError where it declares a word that is not the format's."""
    for feature in support.features:
        if feature not in facts.features:
            hint = did_you_mean(feature, facts.features)
            raise UserError(f"the codec declares the feature {feature!r}, which {format} does not have{hint}")
    for policy, choice in support.policies.items():
        if policy not in facts.policies:
            hint = did_you_mean(policy, facts.policies)
            raise UserError(f"the codec declares the policy {policy!r}, which {format} does not have{hint}")
        choices = facts.policies[policy].choices
        if choice not in choices:
            raise UserError(f"the codec declares {policy}: {choice!r}; the choices are {', '.join(choices)}")
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
    )


# Questions

SHORT = 1 << 12  # octets of what a codec may be expected to answer to the letter


class Question(Struct, frozen=True, gc=False):
    """One operation on one vector, with its plan where `planned`.

    `settled`: the vector's very bytes are expected, since the codec wrote them itself.
    """

    vector: Vector
    operation: Operation
    planned: bool = False
    settled: bool = False

    def request(self) -> Request:
        """The question as the codec is asked it."""
        vector = self.vector
        context = vector.context if vector.context != ABSENT else None
        if self.operation != "encode":
            return Request(self.operation, vector.format, vector.data, None, None, context)
        plan = vector.plan if self.planned else None
        return Request(self.operation, vector.format, None, vector.value, plan, context)

    def due(self) -> bytes:
        """The member of a reply that passes as it stands; empty where it takes a reader to tell, or is long."""
        vector = self.vector
        if vector.verdict != "accept":
            return b""
        if self.operation == "decode":
            return b"" if len(vector.value) > SHORT or any_nan_in(vector.value) else b'"value":' + vector.value
        if len(vector.octets) > SHORT or (self.operation == "transcode" and vector.settles):
            return b""
        return b'"bytes":"%b"' % vector.octets.hex().encode()


NOTHING: frozenset[str] = frozenset()

# A question that is not asked: the word that is missing, the vector's feature, level and requirements.
NotAsked = tuple[str, str, Level, tuple[str, ...]]


def questions(
    vectors: Iterable[Vector], agreed: Mapping[str, Terms], only: Collection[str], not_asked: Counter[NotAsked]
) -> Iterator[Question]:
    """What the codec is asked, in the order of the vectors. `only` narrows the operations, where it is not empty.

    What it did not declare it is not asked; `not_asked` counts that. A plan is asked of
    those that declare plans; of others too, without it, where it leads to the canonical bytes.
    """
    for vector in vectors:
        declared = agreed[vector.format]
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
