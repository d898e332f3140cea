"""The reasons for a finding: a code with parameters each, and the sentence that people read.

Code decides by class, never by sentence. In results.jsonl a reason is an object whose member `code` is the name of its
class in kebab case; the sentences of a finding's reasons, joined, are its `why`.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args

from msgspec import Struct

from goldenwire.display.text import printable, short, times, without_figures


def _code(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Because(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="code", tag=_code):
    """A reason; `sentence` is for people."""

    def sentence(self) -> str:
        """Return the sentence, or a phrase that may follow another one after a semicolon."""
        raise NotImplementedError

    def symptom(self) -> str:
        """Return the code and the parameters that failures with the same cause share: no numbers."""
        members = (getattr(self, name) for name in self.__struct_fields__)
        return " ".join((_code(type(self).__name__), *(_word(member) for member in members)))


def _word(member: Any) -> str:
    match member:
        case str():
            return without_figures(member)
        case tuple():
            return " ".join(map(_word, member))
        case _:
            return ""


def _count(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"


def _at(offset: int | None) -> str:
    return "" if offset is None else f" at byte {offset}"


# What codecs do, by kind of observation.
DOES: Mapping[str, str] = {
    "value": "returned a value",
    "bytes": "returned bytes",
    "rejected": "rejected the input",
    "unsupported": "declined",
    "failed": "reported that it failed",
    "crashed": "crashed",
    "hung": "hung",
    "out-of-memory": "ran out of memory",
    "flooded": "flooded its output",
    "garbled": "violated the protocol",
}


# Wrong answers


class ValueDiffers(Because, frozen=True):
    """A decoder returned another value."""

    def sentence(self) -> str:
        return "the decoded value differs"


class InvalidBytes(Because, frozen=True):
    """The reference refuses the bytes that an encoder wrote."""

    error: str
    offset: int | None
    message: str

    def sentence(self) -> str:
        return f"the bytes it wrote are invalid: {self.error}{_at(self.offset)}, {self.message}"


class BytesMeanAnotherValue(Because, frozen=True):
    """The reference decodes another value from the bytes that an encoder wrote."""

    def sentence(self) -> str:
        return "the bytes it wrote decode to another value"


class NotAsPlanned(Because, frozen=True):
    """An encoder did not follow the plan."""

    def sentence(self) -> str:
        return "the bytes are not those that the plan prescribes"


class NotCanonical(Because, frozen=True):
    """An encoder that declares `canonical` wrote other bytes."""

    def sentence(self) -> str:
        return "the bytes are not the canonical ones"


class TooLong(Because, frozen=True):
    """An encoder wrote so many bytes that the reference does not read them."""

    size: int

    def sentence(self) -> str:
        return f"it wrote {_count(self.size, 'byte')}, far more than the value takes: they are not read back"


class WrongClass(Because, frozen=True):
    """Invalid input is rejected with an error class that does not apply."""

    expected: tuple[str, ...]
    observed: str

    def sentence(self) -> str:
        expected = " or ".join(self.expected)
        return f"rejected with the wrong error class: expected {expected}, found {self.observed or 'none'}"


class WrongOffset(Because, frozen=True):
    """Invalid input is rejected at an offset where there is no defect."""

    expected: int
    observed: int | None

    def sentence(self) -> str:
        found = "none" if self.observed is None else f"byte {self.observed}"
        return f"rejected at the wrong offset: expected byte {self.expected}, found {found}"


class OffsetNotAllowed(Because, frozen=True):
    """A refusal to encode names an offset."""

    requirement: str
    observed: int

    def sentence(self) -> str:
        return f"a refusal to encode has no offset ({self.requirement}), but this one names byte {self.observed}"


class AcceptedInvalid(Because, frozen=True):
    """Invalid input is accepted."""

    def sentence(self) -> str:
        return "it accepted invalid input"


class NotRejected(Because, frozen=True):
    """Invalid input broke the codec."""

    kind: str

    def sentence(self) -> str:
        return f"the codec {DOES[self.kind]}; only an explicit `rejected` counts as a rejection"


class NoResult(Because, frozen=True):
    """Valid input yields no value, or no bytes."""

    expected: str
    kind: str

    def sentence(self) -> str:
        return f"expected {self.expected}; the codec {DOES[self.kind]}"


class DeclinesSpelling(Because, frozen=True):
    """The codec declines a spelling of a request that it answers in another one."""

    def sentence(self) -> str:
        return "the codec declined this spelling of the request, and answers another one that means the same"


class NotInNotation(Because, frozen=True):
    """The request is not in the notation of values, so that only the adapter's reading of JSON is tested."""

    def sentence(self) -> str:
        return "the request is not in the notation: it tests how the adapter reads JSON, not the format"


class NotPermitted(Because, frozen=True):
    """The answer is none of those that a policy permits."""

    policy: str
    choices: tuple[str, ...]

    def sentence(self) -> str:
        return f"this is none of the outcomes that {self.policy} permits: {', '.join(self.choices)}"


class ChoiceDeclared(Because, frozen=True):
    """The codec declares the choice by which it is judged."""

    policy: str
    choice: str

    def sentence(self) -> str:
        return f"the codec declares {self.policy}: {self.choice}"


class ViolatesProtocol(Because, frozen=True):
    """The reply violates the protocol."""

    detail: str

    def sentence(self) -> str:
        return f"the codec violated the protocol: {self.detail}"


class OutputUnasked(Because, frozen=True):
    """The codec wrote something besides its answers, `more` times after the first."""

    first: str
    more: int

    def sentence(self) -> str:
        return f"{self.first}; and so {self.more:,} more times" if self.more else self.first


class AnsweredDifferently(Because, frozen=True):
    """The codec gives another answer to the same question, in words if it is known."""

    observed: str = ""

    def sentence(self) -> str:
        seen = f": {self.observed}" if self.observed else ""
        return f"asked again in isolation, the codec answered differently{seen}"


LISTED = 16  # earlier questions that are named


class DependsOnEarlier(Because, frozen=True):
    """The codec fails in a question only after other ones, `after`; `alone` is its answer to the question alone.

    Without `after`, it is not known which ones. Without `alone`, a similar failure depends on earlier requests.
    """

    question: str = ""  # operation and case, or the request if its case is in no file
    after: tuple[str, ...] = ()
    alone: str = ""

    @property
    def is_long(self) -> bool:
        """True if there are more earlier questions than anybody reads."""
        return len(self.after) > LISTED

    def sentence(self) -> str:
        if not self.alone:
            return "it may depend on earlier requests, as a similar failure does"
        earlier = ", then ".join(short(question, 120) for question in self.after) or "earlier requests"
        if self.is_long:
            last = short(self.after[-1], 120)
            earlier = f"{len(self.after):,} requests, which could not be reduced in time, the last of them {last}"
        question = "this request" if self.question.startswith("{") else self.question
        return f"after {earlier}, {question} is answered so; alone it is answered with {short(self.alone, 80)}"

    def symptom(self) -> str:
        return _code(type(self).__name__)


# Answers that are neither right nor wrong


class PermittedChoice(Because, frozen=True):
    """The answer is one that a policy permits; the codec declares no choice."""

    policy: str
    choice: str

    def sentence(self) -> str:
        return f"{self.policy}: {self.choice}"


class OtherDefectFirst(Because, frozen=True):
    """Of two defects the codec reports the second; it does not declare `order`."""

    first: str

    def sentence(self) -> str:
        return f"of two defects, it reports another one than {self.first} first"


class Declined(Because, frozen=True):
    """The codec declined, in these words."""

    says: str = ""

    def sentence(self) -> str:
        return self.says or "the codec says that this is unsupported"


class OutsideProfile(Because, frozen=True):
    """A profile that the codec declares leaves the feature out."""

    feature: str

    def sentence(self) -> str:
        return f"its profile leaves out {self.feature}"


class NotDeclared(Because, frozen=True):
    """The question needs a format, an operation or a feature that the codec does not declare."""

    what: str

    def sentence(self) -> str:
        return f"the codec does not declare the {self.what}"


class Told(Because, frozen=True):
    """A sentence from a results file of version 1, which has no codes."""

    text: str

    def sentence(self) -> str:
        return self.text


# Known failures


class AnswerRequired(Because, frozen=True):
    """A declined question, under --complete."""

    def sentence(self) -> str:
        return "it is declined, and --complete asks for an answer"


class NewlyDeclined(Because, frozen=True):
    """A question that was answered when the known failures were recorded."""

    def sentence(self) -> str:
        return "it is declined, and was not when the known failures were recorded"


class NewlyAnswered(Because, frozen=True):
    """A question that was declined when the known failures were recorded."""

    def sentence(self) -> str:
        return "it was declined when the known failures were recorded, and is answered now; write them again"


def _recorded(observation: str) -> str:
    """Return a known observation for people: the mark of a value or of bytes is the start of their digest."""
    kind, _, mark = observation.partition(" ")
    return f"{kind} with the digest {mark}" if mark and kind in {"value", "bytes"} else observation


class FailsOtherwise(Because, frozen=True):
    """A known failure with another observation."""

    known: str

    def sentence(self) -> str:
        return f"it is known to fail in another way: {_recorded(self.known)}"


class PassesNow(Because, frozen=True):
    """A known failure that did not fail."""

    known: str

    def sentence(self) -> str:
        return f"it is known to fail ({_recorded(self.known)}), and did not; remove it from the known failures"


class SkippedNow(Because, frozen=True):
    """A known failure that was not asked."""

    def sentence(self) -> str:
        return "it is known to fail, and was skipped; remove it from the known failures"


class KeptExamplePasses(Because, frozen=True):
    """The counterexample of a known failure passes, and another one fails."""

    def sentence(self) -> str:
        return "the example that is kept with the known failures passes now, and this one fails"


class CaseChanged(Because, frozen=True):
    """The case is new or changed since the known failures were recorded."""

    def sentence(self) -> str:
        return "the case is new or changed since the known failures were recorded"


class CodecChanged(Because, frozen=True):
    """The case is the one that was recorded, so that the codec has changed."""

    def sentence(self) -> str:
        return "the case is as it was when the known failures were recorded: the codec has changed"


# Properties


class Shrunk(Because, frozen=True):
    """The counterexample was found by generating examples, and shrunk."""

    example: int
    examples: int
    tries: int
    restarts: int

    def sentence(self) -> str:
        restarts = f", restarting the codec {times(self.restarts)}" if self.restarts else ""
        tries = f"{self.tries:,} {'try' if self.tries == 1 else 'tries'}"
        return f"example {self.example:,} of {self.examples:,}, shrunk in {tries}{restarts}"


class FailedEarlier(Because, frozen=True):
    """The counterexample is one that an earlier run has stored."""

    restarts: int

    def sentence(self) -> str:
        restarts = f", restarting the codec {times(self.restarts)}" if self.restarts else ""
        return f"it failed in an earlier run and was kept; --seed random tries it again{restarts}"


class ShrinkingStopped(Because, frozen=True):
    """Shrinking came to a limit."""

    after: str

    def sentence(self) -> str:
        return f"shrinking stopped after {self.after}, so there may be a simpler example"


class KeptExample(Because, frozen=True):
    """The counterexample is the one that is kept with the known failures."""

    def sentence(self) -> str:
        return "it is the example that is kept with the known failures"


class ExamplesHold(Because, frozen=True):
    """Every example that was answered holds."""

    count: int

    def sentence(self) -> str:
        return f"{_count(self.count, 'example')} hold{'s' * (self.count == 1)}"


class RequestsHold(Because, frozen=True):
    """Every request of a sweep that the codec answered has its golden outcome."""

    count: int
    declined: int = 0

    def sentence(self) -> str:
        declined = f"; {self.declined:,} declined" if self.declined else ""
        return f"{_count(self.count, 'request')} hold{'s' * (self.count == 1)}{declined}"


class RequestsFail(Because, frozen=True):
    """Some requests of a sweep fail; the finding shows the smallest."""

    failed: int
    answered: int

    def sentence(self) -> str:
        return f"{self.failed:,} of {_count(self.answered, 'answered request')} fail, and this is the smallest"


class RequestsExplained(Because, frozen=True):
    """No request of a sweep was asked, since the codec fails the vectors that are edited."""

    count: int

    def sentence(self) -> str:
        return "not asked, since the vectors that are edited fail"


class FewAnswered(Because, frozen=True):
    """The codec answered fewer examples than were asked for."""

    answered: int
    examples: int

    def sentence(self) -> str:
        return f"{self.answered:,} of {self.examples:,} answered"


class ExamplesSkipped(Because, frozen=True):
    """Examples that do not count, for one reason in words."""

    count: int
    reason: str

    def sentence(self) -> str:
        return f"{self.count:,} skipped: {self.reason}"


class PassedOver(Because, frozen=True):
    """Examples that were not asked, since they resemble declined ones."""

    count: int

    def sentence(self) -> str:
        return f"{self.count:,} like those were not asked"


class ExplainedBy(Because, frozen=True):
    """The failure of another property's question explains this one; `operation` is that of the question."""

    operation: str

    def sentence(self) -> str:
        return f"another property's: {_EXPLAINS[self.operation]}"


_EXPLAINS = {
    "decode": "decoding fails too: of canonical or unedited bytes, of bytes cut short, or without transcoding",
    "encode": "encoding fails too, without transcoding",
}


class NoExamples(Because, frozen=True):
    """The declarations of the codec leave no example."""

    def sentence(self) -> str:
        return "there are no such examples for this codec"


class RoundsHold(Because, frozen=True):
    """Every round of a soak holds."""

    count: int

    def sentence(self) -> str:
        return f"{_count(self.count, 'round')} held"


class FoundInRounds(Because, frozen=True):
    """Rounds of a soak that found the failure; the smallest example is of round `number`."""

    found: int
    rounds: int
    number: int
    seed: int

    def sentence(self) -> str:
        return (
            f"found in {self.found:,} of {_count(self.rounds, 'round')}, "
            f"the smallest example in round {self.number} with seed {self.seed}"
        )


# Scale


class GrowsTooFast(Because, frozen=True):
    """The time for an answer grows faster than N log N; the times are those at 4N and at N."""

    size: int
    small: int
    seconds: float
    small_seconds: float
    exponent: float

    def sentence(self) -> str:
        took = f"it takes {self.seconds:.3g} s for {self.size:,} and {self.small_seconds:.3g} s for {self.small:,}"
        return f"{took}: the time grows as N^{self.exponent:.1f}, faster than N log N"


class NoAnswerAtSize(Because, frozen=True):
    """The codec does not answer within the time limit, although it is quick at a smaller size."""

    size: int
    small: int
    limit: float
    small_seconds: float

    def sentence(self) -> str:
        return (
            f"no answer within {self.limit:g} s for {self.size:,}, and one in {self.small_seconds:.3g} s for"
            f" {self.small:,}: the time grows faster than N log N"
        )


class RightAtSmallSize(Because, frozen=True):
    """The codec does not answer in time at a large size, and its answer at a small one is right."""

    size: int
    small: int

    def sentence(self) -> str:
        return (
            f"no answer in time for {self.size:,}; that for {self.small:,} is right, and no specification limits time"
        )


# Several codecs


class CodecDeclines(Because, frozen=True):
    """A codec of an exchange does not take part: it does not declare something, declined, or was not asked."""

    codec: str
    role: str = ""  # writer or reader
    undeclared: str = ""
    says: str = ""

    def sentence(self) -> str:
        role = f"{self.role}: " if self.role else ""
        if self.undeclared:
            return f"{role}{self.codec} does not declare {self.undeclared}"
        return f"{role}{self.codec} declines: {self.says}" if self.says else f"{role}{self.codec} was not asked"


class NotAskedAfter(Because, frozen=True):
    """A codec of an exchange that was given up."""

    codec: str
    after: str

    def sentence(self) -> str:
        return f"{self.codec} was not asked, after {self.after}"


class NotWritten(Because, frozen=True):
    """The writer does not write a value that the reference writes."""

    writer: str
    reference: str

    def sentence(self) -> str:
        return f"{self.writer} does not write it; the reference writes {self.reference}"


class PolicyDecides(Because, frozen=True):
    """A policy decides what comes of an exchange."""

    what: str  # "it is written", "is read of these bytes"
    codec: str
    refuses: bool = False

    def sentence(self) -> str:
        return f"a policy decides {self.what}, and {self.codec} {'refuses' if self.refuses else 'declares none'}"


class Ruling(Because, frozen=True):
    """The codec, or the codecs, that are right according to the reference, and why the others are not."""

    who: str  # "X is right", "neither is right", ...
    does: str = ""  # the reference
    wrong: tuple[tuple[str, str], ...] = ()  # name, reason

    def sentence(self) -> str:
        who = f"{self.who}: {self.does}" if self.does else self.who
        return "; ".join((who, *(f"{name} is wrong: {why}" for name, why in self.wrong)))


class WithinPolicies(Because, frozen=True):
    """Codecs that differ, each as its policies say."""

    def sentence(self) -> str:
        return "each does what its policies say"


class PolicyUndeclared(Because, frozen=True):
    """Codecs that differ where a policy decides that one of them does not declare."""

    def sentence(self) -> str:
        return "a policy decides that is not declared"


class NotRepeated(Because, frozen=True):
    """A disagreement that did not come again."""

    def sentence(self) -> str:
        return "asked again, they did not disagree"


class NotSearched(Because, frozen=True):
    """Too many breakdowns for a search."""

    after: str

    def sentence(self) -> str:
        return f"nothing was searched after {self.after}"


class InputsAnswered(Because, frozen=True):
    """Generated inputs that two codecs answered."""

    answered: int
    inputs: int

    def sentence(self) -> str:
        return f"{self.answered:,} of {self.inputs:,} generated inputs answered by both"


Reason = (
    ValueDiffers | InvalidBytes | BytesMeanAnotherValue | NotAsPlanned | NotCanonical | TooLong
    | WrongClass | WrongOffset | OffsetNotAllowed | AcceptedInvalid | NotRejected | NoResult | DeclinesSpelling
    | NotInNotation
    | NotPermitted | ChoiceDeclared | ViolatesProtocol | OutputUnasked | AnsweredDifferently | DependsOnEarlier
    | PermittedChoice | OtherDefectFirst | Declined | OutsideProfile | NotDeclared | Told
    | AnswerRequired | NewlyDeclined | NewlyAnswered | FailsOtherwise | PassesNow | SkippedNow | KeptExamplePasses
    | CaseChanged | CodecChanged
    | Shrunk | FailedEarlier | ShrinkingStopped | KeptExample | ExamplesHold | FewAnswered | ExamplesSkipped
    | RequestsHold | RequestsFail | RequestsExplained
    | PassedOver | ExplainedBy | NoExamples | RoundsHold | FoundInRounds
    | GrowsTooFast | NoAnswerAtSize | RightAtSmallSize
    | CodecDeclines | NotAskedAfter | NotWritten | PolicyDecides | Ruling | WithinPolicies | PolicyUndeclared
    | NotRepeated | NotSearched | InputsAnswered
)  # fmt: skip
REASONS: tuple[type[Because], ...] = get_args(Reason)


def is_of_adapter(reasons: Iterable[Because]) -> bool:
    """Return whether a failure is that of the adapter: its request is not in the notation."""
    return any(type(reason) is NotInNotation for reason in reasons)


def is_misnamed(reasons: Iterable[Because]) -> bool:
    """Return whether invalid input was refused, but with another class or offset, or with one where none is allowed."""
    return any(isinstance(reason, WrongClass | WrongOffset | OffsetNotAllowed) for reason in reasons)


def sentences(reasons: Iterable[Because]) -> str:
    """Return the sentences of reasons as one printable line."""
    return printable("; ".join(reason.sentence() for reason in reasons))
