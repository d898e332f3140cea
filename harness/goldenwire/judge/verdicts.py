"""What the answers of a codec are worth. Pure: no files, no processes.

Rejection is only ever the codec's word: what crashed, hung, ran out of memory, flooded, garbled or failed has neither
accepted nor rejected anything. What a codec wrote is read back by the referee, a decoder that is handed in.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, Protocol

import msgspec
from msgspec import Raw, Struct

from goldenwire.corpus.vector import ABSENT, Outcome, Vector
from goldenwire.display.text import short
from goldenwire.judge.equality import any_nan_in, same
from goldenwire.judge.question import Question, Terms
from goldenwire.protocol import Observation, Rejection, excerpt, repeated

Judged = Literal["pass", "fail", "skip", "noted"]


ORDER = "order"  # the feature of a format that promises: of several defects the first one is reported


class Referee(Protocol):
    """The reference decoder: the value that bytes stand for, or why they stand for none.

    `policies` overrule the reference's own choices. With `written`, an encoder's integers are read however large. With
    `instead_of`, a value and an encoding of it, bytes that are far longer than the value takes are not read: None.
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
    ) -> Raw | Rejection | None: ...


class Judgement(Struct, frozen=True, gc=False):
    """What an answer is worth, and why it is not a pass; of bytes of the codec's what they mean, and what was expected.

    `heard`: what the answer is taken for, where its text says two things.
    """

    finding: Judged
    why: str = ""
    meant: Raw = ABSENT
    expected: Raw = ABSENT
    heard: Observation | None = None


PASS = Judgement("pass")
DECLINED = Judgement("pass", "asked to transcode once more what it wrote, the codec declined; the first time it passed")
NONE: Mapping[str, str] = {}


def judge(question: Question, declared: Terms, observed: Observation, referee: Referee) -> Judgement:
    """The worth of what was observed."""
    vector = question.vector
    value = observed.value
    if value is not None:
        if value == vector.value:  # to the letter, as nearly all
            if vector.verdict == "accept" and question.operation == "decode" and not any_nan_in(value):
                return PASS
        elif (twice := repeated(bytes(value))) is not None:
            return _says_twice(twice, value)
    elif (vector.needs or observed.kind == "unsupported") and (why := declines(vector, declared, observed)):
        return DECLINED if question.settled else Judgement("skip", why)
    return RULES[vector.verdict, question.operation](question, declared, observed, referee)


def follow_up(question: Question, observed: Observation, judgement: Judgement) -> Question | None:
    """What is asked after an answer that passes, if the vector wants more: the codec's own bytes once again."""
    vector = question.vector
    if question.operation != "transcode" or question.settled or not vector.settles or judgement.finding != "pass":
        return None
    own = msgspec.structs.replace(vector, data=observed.data, plan=ABSENT, layout="")
    return Question(own, "transcode", settled=True)


def declines(vector: Vector, declared: Terms, observed: Observation) -> str:
    """Why the codec leaves a question unanswered; empty if it does not."""
    if observed.kind == "unsupported":
        return observed.detail or "the codec says that this is unsupported"
    code = observed.rejection.code if observed.rejection else None
    needs = (need for need in vector.needs if (need, code) in declared.left_out.items())
    return next((f"its profile leaves out {need}" for need in needs), "")


def _accept_decode(question: Question, declared: Terms, observed: Observation, _: Referee) -> Judgement:
    return _delivers(question.vector.value, declared, observed)


def _accept_encode(question: Question, declared: Terms, observed: Observation, referee: Referee) -> Judgement:
    vector = question.vector
    if observed.data is None:
        return _not("bytes were", observed)
    if observed.data == vector.data:
        return PASS
    if question.planned:
        return Judgement("fail", "the bytes are not those that the plan asks for")
    if vector.canonical and "canonical" in declared.features:
        return Judgement("fail", "the bytes are not the canonical ones")
    return means(vector, meaning(vector, referee), declared, observed.data, referee)


def meaning(vector: Vector, referee: Referee) -> Raw:
    """The value in the notation that decoders give; a case for encoders alone may give it in another one."""
    if "decode" in vector.operations:
        return vector.value
    meant = referee(vector.format, vector.context, vector.octets, NONE)
    return meant if isinstance(meant, Raw) else vector.value


def _accept_transcode(question: Question, declared: Terms, observed: Observation, referee: Referee) -> Judgement:
    vector = question.vector
    if observed.data is None:
        return _not("bytes were", observed)
    if observed.data == vector.data:
        return PASS
    if question.settled:
        return Judgement("fail", "it wrote these bytes itself, and now writes others")
    return means(vector, vector.value, declared, observed.data, referee)


def _reject(question: Question, declared: Terms, observed: Observation, _: Referee) -> Judgement:
    """Whether it is refused as it has to be; a transcode is refused as its decoding is."""
    vector = question.vector
    if question.operation == "encode":
        return _refuses_request(vector.code, declared, observed)
    any_order = _refuses(vector.code, vector.offset, declared, observed, vector.offsets)
    if not vector.first:
        return any_order
    in_order = _refuses((vector.first,), vector.offset, declared, observed)
    named = observed.rejection.code if observed.rejection else ""
    if in_order is PASS or ORDER in declared.features or named == vector.first:
        return in_order
    if any_order is not PASS:
        return any_order
    return Judgement("noted", f"of two defects, it reports another one than {vector.first} first")


def _either(question: Question, declared: Terms, observed: Observation, referee: Referee) -> Judgement:
    vector = question.vector
    chosen = declared.policies.get(vector.policy)
    if chosen is not None:
        found = _permits(question, (chosen, vector.outcomes[chosen]), declared, observed, referee)
        return found if found is PASS else msgspec.structs.replace(found, why=f"it declared {chosen}: {found.why}")
    for choice, outcome in vector.outcomes.items():
        if _permits(question, (choice, outcome), declared, observed, referee) is PASS:
            return Judgement("noted", f"{vector.policy}: {choice}")
    return Judgement("fail", f"this is none of the outcomes that {vector.policy} permits: {', '.join(vector.outcomes)}")


def _permits(
    question: Question, chosen: tuple[str, Outcome], declared: Terms, observed: Observation, referee: Referee
) -> Judgement:
    vector = question.vector
    choice, outcome = chosen
    if outcome.code and question.operation == "encode":
        return _refuses_request(outcome.code, declared, observed)
    if outcome.code:
        return _refuses(outcome.code, outcome.offset, declared, observed, outcome.offsets)
    if outcome.transcode and question.operation == "transcode":  # what was read cannot be written
        return _refuses_request(outcome.transcode, declared, observed)
    if question.operation == "decode":
        return _delivers(outcome.value, declared, observed)
    if observed.data is None:
        return _not("bytes were", observed)
    # What its choice lets a codec read it may not write, unless it is asked for just that, or the policy says so.
    writes = question.operation == "encode" or choice in declared.writes[vector.policy]
    policies = {vector.policy: choice} if writes else NONE
    return means(vector, outcome.value, declared, observed.data, referee, policies=policies)


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
}


def _delivers(expected: Raw, declared: Terms, observed: Observation) -> Judgement:
    if observed.value is None:
        return _not("a value was", observed)
    if not same(expected, observed.value, declared.tags):
        return Judgement("fail", "the value is another one")
    return PASS


def _says_twice(member: str, value: Raw) -> Judgement:
    """The worth of a value in which an object gives a member twice. To look for it takes longer than to read a reply,
    so it is done only where the text is not to the letter what is expected."""
    detail = f"the member `{short(member)}` is given twice: {excerpt(bytes(value))}"
    return Judgement("fail", f"the codec {ANSWERS['garbled']}: {detail}", heard=Observation("garbled", detail=detail))


def means(
    vector: Vector, expected: Raw, declared: Terms, data: bytes, referee: Referee, *, policies: Mapping[str, str] = NONE
) -> Judgement:
    """Whether bytes that the codec wrote mean the value, read by the reference's choices or by those in `policies`."""
    rounds = may_round(vector.context, declared)
    meant = referee(vector.format, vector.context, data, policies, written=rounds, instead_of=(expected, vector.octets))
    if meant is None:
        return Judgement("fail", f"it wrote {len(data):,} bytes, far more than the value takes: they are not read back")
    if isinstance(meant, Rejection):
        place = "" if meant.offset is None else f" at byte {meant.offset}"
        return Judgement("fail", f"the bytes it wrote are no legal ones: {meant.code}{place}, {meant.message}")
    if same(expected, meant, declared.tags, nearest=rounds):
        return PASS
    return Judgement("fail", "the bytes it wrote mean another value", meant, expected)


def may_round(context: Raw, declared: Terms) -> bool:
    """Whether an integer that an encoder writes in this context may stand for the double nearest to it."""
    members = declared.integers_for_doubles.items()
    given = msgspec.json.decode(context) if context != ABSENT else {}
    return len(members) > 0 and isinstance(given, dict) and members <= given.items()


def _refuses(
    codes: tuple[str, ...],
    offset: int | None,
    declared: Terms,
    observed: Observation,
    offsets: Mapping[str, int] = MappingProxyType({}),
) -> Judgement:
    """Whether it is refused with one of the classes: a single one at `offset`, of several each where `offsets` says."""
    said = observed.rejection
    if said is None:
        return _not_rejected(observed)
    if "codes" in declared.features and said.code not in codes:
        return Judgement(
            "fail", f"it is rejected for another reason: {said.code or 'no code'}, not {' or '.join(codes)}"
        )
    due = offset if len(codes) == 1 else offsets.get(said.code)
    if "offsets" in declared.features and due is not None and said.offset != due:
        place = "no place" if said.offset is None else f"byte {said.offset}"
        return Judgement("fail", f"it is rejected at another place: {place}, not byte {due}")
    return PASS


def _refuses_request(codes: tuple[str, ...], declared: Terms, observed: Observation) -> Judgement:
    """Whether a value is refused with one of the classes, and without an offset where the specification says so."""
    found = _refuses(codes, None, declared, observed)
    offset = observed.rejection.offset if observed.rejection else None
    if found is PASS and declared.no_encoder_offset and offset is not None:
        why = f"a refusal to encode has no offset ({declared.no_encoder_offset}), and it names byte {offset}"
        return Judgement("fail", why)
    return found


def _not_rejected(observed: Observation) -> Judgement:
    if observed.kind in {"value", "bytes"}:
        return Judgement("fail", "it accepted what has to be rejected")
    return Judgement("fail", f"the codec {ANSWERS[observed.kind]}; only its word would be a rejection")


def _not(what: str, observed: Observation) -> Judgement:
    return Judgement("fail", f"{what} expected, but the codec {ANSWERS[observed.kind]}")


ANSWERS = {
    "value": "answered with a value",
    "bytes": "answered with bytes",
    "rejected": "rejected it",
    "failed": "says that it failed",
    "crashed": "crashed",
    "hung": "hung",
    "out-of-memory": "ran out of memory",
    "flooded": "flooded its output",
    "garbled": "did not speak the protocol",
}
