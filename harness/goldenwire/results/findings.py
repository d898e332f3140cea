"""Findings made from judgements, with the evidence of those that are not passes."""

from collections.abc import Sequence

import msgspec

from goldenwire.corpus.vector import LoadedVector
from goldenwire.display.text import printable, tail
from goldenwire.judge import referee
from goldenwire.judge.carriage import carried, may_be_of_library
from goldenwire.judge.difference import NO_DIFFERENCE, difference, expected, observed
from goldenwire.judge.question import Question, Terms
from goldenwire.judge.reasons import NotInNotation, OutputUnasked, sentences
from goldenwire.judge.source import source_lines
from goldenwire.judge.verdicts import Judgement
from goldenwire.protocol import Observation, ObservationKey, Operation
from goldenwire.results.records import Finding

# A question without a request: it fails if a codec writes anything but its answers.
NOTHING_ELSE, REPLY = "protocol/nothing-else", "reply"
# A question without a request: it fails if an answer depends on earlier requests.
NO_STATE, SEQUENCE = "protocol/no-state", "sequence"
STDERR = 2000  # characters of a codec's stderr that a finding keeps
WRITTEN = 4096  # bytes written by a codec that a finding keeps


def make_pass(vector: LoadedVector, operation: Operation) -> Finding:
    """Return the finding for a pass, which has no evidence."""
    return Finding(vector.id, operation, "pass", vector.level, vector.requirements, digest=vector.digest)


def make_stray(case: str, operation: str, strays: Sequence[str]) -> Finding:
    """Return the finding for output besides the answers that belongs to no case; a pass if there is none."""
    if not strays:
        return Finding(case, operation, "pass", "draft", ())
    first, *more = map(printable, strays)
    reasons = (OutputUnasked(first, len(more)),)
    return Finding(
        case,
        operation,
        "fail",
        "draft",
        (),
        summary="a codec writes a line for each request, and nothing else",
        observation=ObservationKey("garbled"),
        reasons=reasons,
        why=sentences(reasons),
        expected="no line but the answers",
        observed=first,
    )


def of_sequence(found: Finding, case: str) -> Finding:
    """Return the finding of a question as that of a sequence, whose case this is: it rests on no requirement."""
    summary = "an answer depends on its request alone, and not on earlier ones"
    return msgspec.structs.replace(found, case=case, operation=SEQUENCE, summary=summary, requirements=(), digest="")


def make_stateless(format: str) -> Finding:
    """Return the finding of a codec none of whose answers depends on earlier requests."""
    return Finding(f"{format}/{NO_STATE}", SEQUENCE, "pass", "draft", ())


def make_finding(question: Question, declared: Terms, seen: Observation, judgement: Judgement) -> Finding:
    """Return the finding for a judgement; one that is not a pass has its evidence."""
    vector = question.vector
    if judgement.finding == "pass":
        found = make_pass(vector, question.operation)
        return found.because(*judgement.reasons) if judgement.reasons else found
    apart = difference(question, declared, seen, judgement) if judgement.finding == "fail" else NO_DIFFERENCE
    plain = judgement.finding != "fail"
    seen = judgement.heard or seen
    reasons = judgement.reasons if plain or referee.is_in_notation(question) else (*judgement.reasons, NotInNotation())
    return Finding(
        vector.id,
        question.operation,
        judgement.finding,
        vector.level,
        vector.requirements,
        summary=vector.summary,
        observation=seen.key(),
        reasons=reasons,
        why=sentences(reasons),
        expected="" if plain else expected(question, declared),
        observed="" if plain else observed(seen),
        difference=apart.lines,
        place=apart.place,
        stderr=tail(seen.stderr, STDERR),
        digest=vector.digest,
        carrier=carried(vector, declared.carrier) if not plain and may_be_of_library(question, reasons) else "",
        written="" if plain or seen.data is None else seen.data[:WRITTEN].hex(),
        points_to=() if plain else referee.points_to(question, declared, seen),
    )


def with_source(failure: Finding, question: Question, seen: Observation) -> Finding:
    """Return the failure with lines that show the field of the input in which a decoder went wrong, if it is known.

    The field is searched with many decodings, so this is for failures that are shown.
    """
    vector = question.vector
    if failure.finding != "fail" or question.operation != "decode" or not referee.is_known(vector.format):
        return failure
    lines = source_lines(vector, seen, referee.decode)
    return msgspec.structs.replace(failure, difference=(*failure.difference, *lines)) if lines else failure
