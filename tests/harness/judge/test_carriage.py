"""A failing case of a format written in another one names the underlying format's requirements on which it rests."""

import msgspec
import pytest
from msgspec import Raw

from goldenwire.corpus.vector import LoadedVector, UnderlyingFormat, Verdict
from goldenwire.judge import Question, Terms, judge
from goldenwire.judge.carriage import carried, may_be_of_library
from goldenwire.judge.reasons import (
    AcceptedInvalid,
    Because,
    InvalidBytes,
    NotInNotation,
    ValueDiffers,
    ViolatesProtocol,
    WrongClass,
    WrongOffset,
)
from goldenwire.protocol import Observation, Operation
from goldenwire.results.findings import make_finding
from harness.toy import referee, rejected, value

# The operation and verdict of a question, the reasons of its failure, and whether a library can be the cause.
CAUSES: dict[str, tuple[Operation, Verdict, tuple[Because, ...], bool]] = {
    "a value that differs": ("decode", "accept", (ValueDiffers(),), True),
    "invalid input that is accepted": ("decode", "reject", (AcceptedInvalid(),), True),
    "invalid bytes": ("encode", "accept", (InvalidBytes("UTF8", 1, ""),), True),
    "a value without encoding": ("encode", "reject", (AcceptedInvalid(),), False),
    "a wrong class": ("decode", "reject", (WrongClass(("A",), "B"),), False),
    "a wrong offset": ("decode", "reject", (WrongOffset(1, 2),), False),
    "a request that is not in the notation": ("encode", "reject", (AcceptedInvalid(), NotInNotation()), False),
    "the protocol": ("decode", "accept", (ViolatesProtocol(""),), False),
}


@pytest.mark.parametrize(("operation", "verdict", "reasons", "may"), CAUSES.values(), ids=CAUSES)
def test_a_library_is_named_where_it_can_be_the_cause(
    operation: Operation, verdict: Verdict, reasons: tuple[Because, ...], may: bool
) -> None:
    vector = LoadedVector("toy/a/b", "s", ("TOY-ROW-01",), "strict", verdict, (operation,))
    assert may_be_of_library(Question(vector, operation), reasons) is may


BOX = UnderlyingFormat(
    "box", {"in": "box"}, {}, {"TOY-ROW-01": ("BOX-LID-01", "BOX-LID-02"), "TOY-ROW-02": ("BOX-LID-02",)}
)
ALWAYS = msgspec.structs.replace(BOX, context={})
SHOWS = "; goldenwire check box tells what a library does there"


# underlying format, context, requirements -> note
SAID = {
    "no carrier": (None, '{"in":"box"}', ("TOY-ROW-01",), ""),
    "another carrier": (BOX, '{"in":"bag"}', ("TOY-ROW-01",), ""),
    "no context": (BOX, "", ("TOY-ROW-01",), ""),
    "a requirement of its own": (BOX, '{"in":"box"}', ("TOY-ROW-03",), ""),
    "one": (
        BOX, '{"in":"box"}', ("TOY-ROW-03", "TOY-ROW-01"), f"TOY-ROW-01 rests on BOX-LID-01, BOX-LID-02{SHOWS}",
    ),
    "two that rest on one": (
        ALWAYS, "", ("TOY-ROW-02", "TOY-ROW-01"), f"TOY-ROW-02, TOY-ROW-01 rest on BOX-LID-02, BOX-LID-01{SHOWS}",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("carrier", "context", "requirements", "said"), SAID.values(), ids=SAID)
def test_a_case_rests_on_the_carrier_where_its_context_and_its_requirements_do(
    carrier: UnderlyingFormat | None, context: str, requirements: tuple[str, ...], said: str
) -> None:
    vector = LoadedVector(
        "toy/a/b", "s", requirements, "strict", "reject", ("decode",), context=Raw(context.encode())
    )  # fmt: skip
    assert carried(vector, carrier) == said


@pytest.mark.parametrize(
    ("answer", "said"),
    [(rejected("TRUNCATED"), ""), (value(["1"]), "TOY-ROW-02 rests on BOX-LID-02" + SHOWS), (rejected("OTHER"), "")],
    ids=["passes", "fails", "fails by the class of its refusal"],
)
def test_what_fails_says_so_and_what_passes_does_not(answer: Observation, said: str) -> None:
    vector = LoadedVector(
        "toy/a/b", "s", ("TOY-ROW-02",), "strict", "reject", ("decode",), code=("TRUNCATED",), data=b""
    )
    question, declared = Question(vector, "decode"), Terms(("decode",), ("codes",), {}, {}, carrier=ALWAYS)
    judgement = judge(question, declared, answer, referee)
    assert make_finding(question, declared, answer, judgement).carrier == said
