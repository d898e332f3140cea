"""Judge an answer to a swept request: first by its golden outcome, then, if it differs, by the reference."""

from collections.abc import Iterable
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.display.text import short
from goldenwire.judge import Judgement, Question, Referee, Terms, judge
from goldenwire.protocol import Observation
from goldenwire.protocol.messages import canonical
from goldenwire.sweeps.reading import SweptRequest
from goldenwire_suite.sweeps.edits import Edit

if TYPE_CHECKING:
    from goldenwire_reference.format import Format

DIGEST = 4  # bytes
NEW = 80  # characters of a replacement that are shown


class SweepJudge:
    """Judge the answers of one codec in one format."""

    def __init__(self, format: "Format", declared: Terms, referee: Referee) -> None:
        self.reference, self.declared, self._referee = format, declared, referee
        policies = format.declaration.policies
        self._alike = all(declared.policies.get(key) == policy.reference for key, policy in policies.items())

    def is_expected(self, swept: SweptRequest, seen: Observation) -> bool:
        """Return whether the answer is the golden outcome; one that is not may still be right."""
        line = swept.line
        if line.open and not self._alike:
            return False
        if line.accepted is None:
            return self._is_refusal(swept, seen)
        if seen.data is not None:
            return _digest(seen.data) == swept.digest
        return seen.value is not None and _digest(canonical(seen.value)) == swept.digest

    def _is_refusal(self, swept: SweptRequest, seen: Observation) -> bool:
        line, refusal = swept.line, seen.rejection
        if refusal is None:
            return False
        if line.operation == "encode":
            return refusal.offset is None
        if not line.rejected:
            return True
        features = self.declared.features
        return ("codes" not in features or refusal.code == line.rejected) and (
            "offsets" not in features or line.offset is None or refusal.offset == line.offset
        )

    def judge(self, question: Question, seen: Observation) -> Judgement:
        """Return the verdict on an answer to the question."""
        return judge(question, self.declared, seen, self._referee)

    def question(self, swept: SweptRequest) -> Question | None:
        """Return the request as a question, with what the reference expects; None if policies leave that open."""
        line, template = swept.line, edited_vector(swept, self.declared.left_out)
        found = self._of_bytes(swept, template) if line.operation != "encode" else self._of_value(swept, template)
        if found and line.rejected and line.offset is None:  # the same class at several places
            found = msgspec.structs.replace(found, offset=None)
        return Question(found, line.operation, planned=swept.planned) if found else None

    def _of_bytes(self, swept: SweptRequest, template: LoadedVector) -> LoadedVector | None:
        from goldenwire.properties import (
            outcome,  # with Hypothesis, which a codec that answers as expected does not need
        )

        context = _parsed(template.context)
        return outcome.vector(
            self.reference,
            template,
            swept.base.octets(swept.edit),
            context,
            self.declared.policies,
            # A further defect under another choice may be reported with its own class.
            certain=bool(swept.line.rejected) and (self._alike or not swept.line.open),
        )

    def _of_value(self, swept: SweptRequest, template: LoadedVector) -> LoadedVector | None:
        from goldenwire.properties import outcome

        if swept.line.open and not self._alike:
            return None
        value, context, plan = (_parsed(raw) for raw in (template.value, template.context, template.plan))
        return outcome.of_request(self.reference, template, value, context, plan)


def edited_vector(swept: SweptRequest, left_out: Iterable[str]) -> LoadedVector:
    """Return the vector of a request, without its bytes and its outcome.

    It also needs the features that the codecs' profiles leave out, so that they may refuse what it is edited into.
    """
    line, base = swept.line, swept.base.vector
    texts = swept.base.texts(line.operation, swept.edit)
    return LoadedVector(
        id=swept.case,
        summary=f"{base.id}, where {describe(swept.edit)}",
        requirements=base.requirements,
        level="strict",
        verdict="accept",
        operations=(line.operation,),
        needs=(*base.needs, *left_out),
        context=texts.get("context", ABSENT),
        value=texts.get("value", ABSENT),
        plan=texts.get("plan", ABSENT),
        edit=f"{describe(swept.edit)} (in {base.id})",
        format=base.format,
        feature=f"sweep/{base.format}",
    )


def plain_question(swept: SweptRequest) -> Question:
    """Return a request as a question that is asked, and not judged."""
    operation = swept.line.operation
    data = swept.base.octets(swept.edit) if operation != "encode" else None
    vector = msgspec.structs.replace(edited_vector(swept, ()), data=data)
    return Question(vector, operation, planned=swept.planned)


def describe(edit: Edit) -> str:
    """Return an edit in words."""
    match edit:
        case ([*first], [*second]):
            return f"{describe(tuple(first))}, and {describe(tuple(second))}"
        case (int(at), int(count), str(octets)):
            return _describe_bytes(at, count, octets)
        case (int() | str() as place, "*", int(length)):
            what = f"the byte at offset {place}" if isinstance(place, int) else place
            return f"{what} is repeated to a length of {length:,}"
        case (str(place),):
            return f"{place} is removed"
        case (str(place), new):
            return f"{place} is {short(msgspec.json.encode(new).decode(), NEW)}"
    return str(edit)


def _describe_bytes(at: int, count: int, octets: str) -> str:
    if not count:
        return f"{octets} is inserted at offset {at}"
    bytes_ = f"the byte at offset {at} is" if count == 1 else f"{count} bytes at offset {at} are"
    return f"{bytes_} {f'replaced by {octets}' if octets else 'removed'}"


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=DIGEST).hexdigest()


def _parsed(raw: Any) -> Any:
    return msgspec.json.decode(raw) if raw != ABSENT else None
