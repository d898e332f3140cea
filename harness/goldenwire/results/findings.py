"""The finding that a judgement comes to: with its evidence where it is no pass."""

from collections.abc import Sequence

from goldenwire.corpus.vector import Vector
from goldenwire.display.text import printable, tail
from goldenwire.judge.carriage import carried
from goldenwire.judge.difference import difference, expected, observed
from goldenwire.judge.question import Question, Terms
from goldenwire.judge.verdicts import Judgement
from goldenwire.protocol import Observation, Operation
from goldenwire.results.records import Finding

# The question that is never asked, and found only where a codec fails it: whether it writes nothing but its answers.
NOTHING_ELSE, REPLY = "protocol/nothing-else", "reply"
STDERR = 2000  # characters of a codec's stderr that a finding keeps
WRITTEN = 4096  # bytes that a codec wrote that a finding keeps
OBSERVATION = 120  # characters of what a known failure is held against


def make_pass(vector: Vector, operation: Operation, why: str = "") -> Finding:
    """The record of a pass, which comes without evidence."""
    return Finding(vector.id, operation, "pass", vector.level, vector.requirements, "", "", why, digest=vector.digest)


def make_stray(case: str, operation: str, strays: Sequence[str]) -> Finding:
    """The record of what a codec wrote besides its answers, where no case could be blamed; a pass of nothing."""
    if not strays:
        return Finding(case, operation, "pass", "draft", ())
    first, *more = map(printable, strays)
    return Finding(
        case,
        operation,
        "fail",
        "draft",
        (),
        summary="a codec writes a line for each request, and nothing else",
        observation="garbled",
        why=f"{first}; and so {len(more):,} more times" if more else first,
        expected="no line but the answers",
        observed=first,
    )


def make_finding(question: Question, declared: Terms, seen: Observation, judgement: Judgement) -> Finding:
    """The record of a judgement; what is no pass comes with its evidence."""
    vector = question.vector
    if judgement.finding == "pass":
        return make_pass(vector, question.operation, judgement.why)
    plain = judgement.finding != "fail"
    seen = judgement.heard or seen
    return Finding(
        vector.id,
        question.operation,
        judgement.finding,
        vector.level,
        vector.requirements,
        summary=vector.summary,
        observation=printable(seen.summary())[:OBSERVATION],
        why=printable(judgement.why),
        expected="" if plain else expected(question, declared),
        observed="" if plain else observed(seen),
        difference=() if plain else difference(question, declared, seen, judgement),
        stderr=tail(seen.stderr, STDERR),
        digest=vector.digest,
        carrier="" if plain else carried(vector, declared.carrier),
        written="" if plain or seen.data is None else seen.data[:WRITTEN].hex(),
    )
