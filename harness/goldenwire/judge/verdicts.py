"""Verdicts on the answers of a codec. Pure: no files, no processes.

Only an explicit `rejected` counts as a rejection: a codec that crashed, hung, ran out of memory, flooded, garbled or
failed has neither accepted nor rejected anything. Bytes written by a codec are read back by the referee, a decoder that
the caller passes in.
"""

from collections.abc import Callable, Mapping
from typing import Literal, Protocol

import msgspec
from msgspec import Raw, Struct

from goldenwire.corpus.vector import ABSENT, LoadedVector, PermittedOutcome
from goldenwire.display.text import short
from goldenwire.judge import reasons
from goldenwire.judge.equality import any_nan_in, same
from goldenwire.judge.question import CANONICAL, NOT_CANONICAL, Question, Terms
from goldenwire.judge.reasons import Reason, sentences
from goldenwire.protocol import Observation, Rejection, excerpt, repeated

# What comes of a question: `declined` and `unspecified` neither hold nor fail, `explained` is the failure of another.
Judged = Literal["pass", "fail", "declined", "explained", "unspecified"]

ORDER = "order"  # a format's feature that promises to report the first of several defects


class Referee(Protocol):
    """The reference decoder: return the value that bytes encode, or the reason why they are invalid.

    `policies` override the reference's own choices. With `written`, integers of any size are read, as an encoder may
    write them. With `instead_of`, a value and an encoding of it, bytes far longer than the value needs are not read:
    None. With `canonical`, bytes other than the canonical ones of their value are a rejection of class NOT_CANONICAL.
    """

    def __call__(
        self,
        format: str,
        context: Raw,
        data: bytes,
        policies: Mapping[str, str],
        /,
        *,
        written: bool = ...,
        instead_of: tuple[Raw, bytes] | None = ...,
        canonical: bool = ...,
    ) -> Raw | Rejection | None: ...


class Judgement(Struct, frozen=True, gc=False):
    """The verdict on an answer: the finding, the reasons if it is no pass, and the values meant and expected.

    The first reason is the main one. `heard`: the observation to report instead, if the text of the answer is
    ambiguous.
    """

    finding: Judged
    reasons: tuple[Reason, ...] = ()
    meant: Raw = ABSENT
    expected: Raw = ABSENT
    heard: Observation | None = None

    @property
    def why(self) -> str:
        """The reasons in words."""
        return sentences(self.reasons)


def fails(reason: Reason) -> Judgement:
    """Return the verdict on a wrong answer."""
    return Judgement("fail", (reason,))


PASS = Judgement("pass")
NONE: Mapping[str, str] = {}


def judge(question: Question, declared: Terms, observed: Observation, referee: Referee) -> Judgement:
    """Return the verdict on an observation."""
    vector = question.vector
    value = observed.value
    if value is not None:
        if value == vector.value:  # identical text, the most common case
            if vector.verdict == "accept" and question.operation == "decode" and not any_nan_in(value):
                return PASS
        elif (twice := repeated(bytes(value))) is not None:
            return _says_twice(twice, value)
    elif (
        vector.verdict != "decline"
        and (vector.needs or observed.kind == "unsupported")
        and (why := declines(vector, declared, observed))
    ):
        return Judgement("declined", (why,))
    return RULES[vector.verdict, question.operation](question, declared, observed, referee)


def declines(vector: LoadedVector, declared: Terms, observed: Observation) -> Reason | None:
    """Return why the codec leaves a question unanswered; None if it does not."""
    if observed.kind == "unsupported":
        return reasons.Declined(observed.detail)
    code = observed.rejection.code if observed.rejection else None
    needs = (need for need in vector.needs if (need, code) in declared.left_out.items())
    return next(map(reasons.OutsideProfile, needs), None)


def _accept_decode(question: Question, declared: Terms, observed: Observation, _: Referee) -> Judgement:
    return _delivers(question.vector.value, declared, observed)


def _accept_encode(question: Question, declared: Terms, observed: Observation, referee: Referee) -> Judgement:
    vector = question.vector
    if observed.data is None:
        return _no_result("bytes", observed)
    if observed.data == vector.data:
        return PASS
    if question.prescribed:
        return fails(reasons.NotAsPlanned())
    if vector.canonical and CANONICAL in declared.features:
        return fails(reasons.NotCanonical())
    return means(vector, meaning(vector, referee), declared, observed.data, referee)


def meaning(vector: LoadedVector, referee: Referee) -> Raw:
    """Return the value in the notation of decoders; an encode-only case may use a different one."""
    if "decode" in vector.operations:
        return vector.value
    meant = referee(vector.format, vector.context, vector.octets, NONE)
    return meant if isinstance(meant, Raw) else vector.value


def _accept_transcode(question: Question, declared: Terms, observed: Observation, referee: Referee) -> Judgement:
    vector = question.vector
    if observed.data is None:
        return _no_result("bytes", observed)
    canonical = declared.canonical_transcode
    if observed.data == vector.data and (vector.canonical or not canonical):
        return PASS
    policies = declared.written  # what no policy decides means the same under all, but not what properties draw
    return means(vector, vector.value, declared, observed.data, referee, policies=policies, canonical=canonical)


def _reject(question: Question, declared: Terms, observed: Observation, _: Referee) -> Judgement:
    """Judge whether the input is refused as required; a transcode is refused as its decoding is."""
    vector = question.vector
    if question.operation == "encode":
        return _refuses_request(vector.code, declared, observed)
    any_order = _refuses(vector.code, vector.places, declared, observed)
    if not vector.first:
        return any_order
    in_order = _refuses((vector.first,), vector.places, declared, observed)
    named = observed.rejection.code if observed.rejection else ""
    if in_order is PASS or ORDER in declared.features or named == vector.first:
        return in_order
    if any_order is not PASS:
        return any_order
    return Judgement("unspecified", (reasons.OtherDefectFirst(vector.first),))


def _either(question: Question, declared: Terms, observed: Observation, referee: Referee) -> Judgement:
    vector = question.vector
    chosen = declared.policies.get(vector.policy)
    if chosen is not None:
        found = _permits(question, (chosen, vector.outcomes[chosen]), declared, observed, referee)
        if found is PASS:
            return PASS
        declares = reasons.ChoiceDeclared(vector.policy, chosen)
        return msgspec.structs.replace(found, reasons=(*found.reasons, declares))
    for choice, outcome in vector.outcomes.items():
        if _permits(question, (choice, outcome), declared, observed, referee) is PASS:
            return Judgement("unspecified", (reasons.PermittedChoice(vector.policy, choice),))
    return fails(reasons.NotPermitted(vector.policy, tuple(vector.outcomes)))


def _permits(
    question: Question, chosen: tuple[str, PermittedOutcome], declared: Terms, observed: Observation, referee: Referee
) -> Judgement:
    vector = question.vector
    choice, outcome = chosen
    if outcome.code and question.operation == "encode":
        return _refuses_request(outcome.code, declared, observed)
    if outcome.code:
        return _refuses(outcome.code, outcome.places, declared, observed)
    if outcome.transcode and question.operation == "transcode":  # the value that was read cannot be written
        return _refuses_request(outcome.transcode, declared, observed)
    if question.operation == "decode":
        return _delivers(outcome.value, declared, observed)
    if observed.data is None:
        return _no_result("bytes", observed)
    # A codec may not write everything that its choice lets it read, unless it is asked to encode it or the policy
    # allows it.
    writes = question.operation == "encode" or choice in declared.writes[vector.policy]
    policies = {vector.policy: choice} if writes else NONE
    canonical = question.operation == "transcode" and declared.canonical_transcode
    return means(vector, outcome.value, declared, observed.data, referee, policies=policies, canonical=canonical)


def _decline(_: Question, __: Terms, observed: Observation, ___: Referee) -> Judgement:
    return PASS if observed.kind == "unsupported" else _no_result("`unsupported`", observed)


Rule = Callable[[Question, Terms, Observation, Referee], Judgement]
RULES: dict[tuple[str, str], Rule] = {
    ("accept", "decode"): _accept_decode,
    ("accept", "encode"): _accept_encode,
    ("accept", "transcode"): _accept_transcode,
    ("reject", "decode"): _reject,
    ("reject", "encode"): _reject,
    ("reject", "transcode"): _reject,
    ("either", "decode"): _either,
    ("either", "encode"): _either,
    ("either", "transcode"): _either,
    ("decline", "decode"): _decline,
    ("decline", "encode"): _decline,
    ("decline", "transcode"): _decline,
}


def _delivers(expected: Raw, declared: Terms, observed: Observation) -> Judgement:
    if observed.value is None:
        return _no_result("a value", observed)
    if not same(expected, observed.value, declared.tags):
        return fails(reasons.ValueDiffers())
    return PASS


def _says_twice(member: str, value: Raw) -> Judgement:
    """Return the verdict on a value in which an object has a member twice.

    Looking for duplicates takes longer than reading a reply, so it is done only if the text is not exactly the expected
    one.
    """
    detail = f"the member `{short(member)}` is given twice: {excerpt(bytes(value))}"
    return Judgement("fail", (reasons.ViolatesProtocol(detail),), heard=Observation("garbled", detail=detail))


def means(
    vector: LoadedVector,
    expected: Raw,
    declared: Terms,
    data: bytes,
    referee: Referee,
    *,
    policies: Mapping[str, str] = NONE,
    canonical: bool = False,
) -> Judgement:
    """Judge whether bytes that the codec wrote mean the value, under the reference's choices or `policies`.

    With `canonical` they must also be the canonical ones.
    """
    rounds, told = may_round(vector.context, declared), (expected, vector.octets)
    meant = referee(vector.format, vector.context, data, policies, written=rounds, instead_of=told, canonical=canonical)
    if meant is None:
        return fails(reasons.TooLong(len(data)))
    if isinstance(meant, Rejection):
        if meant.code == NOT_CANONICAL:
            return fails(reasons.NotCanonical())
        return fails(reasons.InvalidBytes(meant.code, meant.offset, meant.message))
    if same(expected, meant, declared.tags, nearest=rounds):
        return PASS
    return Judgement("fail", (reasons.BytesMeanAnotherValue(),), meant, expected)


def may_round(context: Raw, declared: Terms) -> bool:
    """Return whether an integer that an encoder writes in this context may stand for the nearest double."""
    members = declared.integers_for_doubles.items()
    given = msgspec.json.decode(context) if context != ABSENT else {}
    return len(members) > 0 and isinstance(given, dict) and members <= given.items()


def _refuses(codes: tuple[str, ...], places: Mapping[str, int], declared: Terms, observed: Observation) -> Judgement:
    """Judge whether the input is refused with one of the classes, at the place of that class if it has one."""
    said = observed.rejection
    if said is None:
        return _not_rejected(observed)
    if "codes" in declared.features and said.code not in codes:
        return fails(reasons.WrongClass(codes, said.code))
    expected_offset = places.get(codes[0] if len(codes) == 1 else said.code)
    if "offsets" in declared.features and expected_offset is not None and said.offset != expected_offset:
        return fails(reasons.WrongOffset(expected_offset, said.offset))
    return PASS


def _refuses_request(codes: tuple[str, ...], declared: Terms, observed: Observation) -> Judgement:
    """Judge whether a value is refused with one of the classes, and without an offset if the format requires that."""
    found = _refuses(codes, {}, declared, observed)
    offset = observed.rejection.offset if observed.rejection else None
    if found is PASS and declared.no_encoder_offset and offset is not None:
        return fails(reasons.OffsetNotAllowed(declared.no_encoder_offset, offset))
    return found


def _not_rejected(observed: Observation) -> Judgement:
    if observed.kind in {"value", "bytes"}:
        return fails(reasons.AcceptedInvalid())
    return fails(reasons.NotRejected(observed.kind))


def _no_result(expected: str, observed: Observation) -> Judgement:
    return fails(reasons.NoResult(expected, observed.kind))
