"""The gate: when it stops a run, how it treats declines, and when it compares a run with known failures."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest

from goldenwire.judge.reasons import AnswerRequired, Told
from goldenwire.results import Finding, Footer, Header, Known
from goldenwire.results.gate import ALIKE, Gate
from goldenwire.results.known_failures import KnownFailures
from harness.outcomes import key, so
from harness.results.test_results import FAIL, HEADER, PASS

CRASH = msgspec.structs.replace(FAIL, observation=key("crashed SIGSEGV"))
FAILED = msgspec.structs.replace(FAIL, observation=key("failed"), observed="failed: no such thing")
OTHERWISE = msgspec.structs.replace(FAILED, observed="failed: something else")
DECLINED = msgspec.structs.replace(PASS, finding="declined", observation=key("unsupported"), **so("not yet"))
OF_ENCODE = msgspec.structs.replace(PASS, operation="encode")
END = Footer(True, {}, {})


class Stopped:
    """A gate that records why it stops a run, and after how many findings."""

    def __init__(self, **how: Any) -> None:
        self.why: list[tuple[int, str]] = []
        self.seen = 0
        how = {"level": "strict", **how}
        self._gate = Gate(stop=lambda why: self.why.append((self.seen, why)), **how)

    def through(self, *findings: Finding, end: Footer = END) -> list[Any]:
        """Return the records that leave the gate, without the header."""
        passed = []
        for record in self._gate([HEADER, *findings, end]):
            self.seen += isinstance(record, Finding)
            passed.append(record)
        assert isinstance(passed[0], Header)
        return passed[1:]


@pytest.mark.parametrize(
    ("findings", "stops"),
    [
        ([CRASH] * (ALIKE + 5), True),
        ([FAILED] * ALIKE, True),
        ([msgspec.structs.replace(CRASH, finding="flaky"), *[CRASH] * ALIKE], True),
        ([CRASH] * (ALIKE - 1), False),
        ([PASS, *[CRASH] * ALIKE], False),
        ([OF_ENCODE, *[CRASH] * ALIKE], True),
        ([OF_ENCODE, *[FAILED] * ALIKE], False),
        ([*[CRASH] * (ALIKE - 1), PASS, *[CRASH] * ALIKE], False),
        ([*[FAILED] * (ALIKE - 1), OTHERWISE, FAILED], False),
        ([FAIL] * (ALIKE + 5), False),
        ([DECLINED] * (ALIKE + 5), False),
    ],
    ids=[
        "alike", "just enough", "flaky at first", "one too few", "after a pass", "after a pass of another operation",
        "failed, after a pass of another operation", "with a pass between", "another sentence",
        "wrong values", "declined",
    ],
)  # fmt: skip
def test_a_run_whose_first_answers_are_one_fault_is_stopped(findings: list[Finding], stops: bool) -> None:
    gate = Stopped()
    gate.through(*findings)
    assert [at for at, _ in gate.why] == ([ALIKE + (OF_ENCODE in findings)] if stops else [])
    assert all("fix the adapter first" in why for _, why in gate.why)


@pytest.mark.parametrize(("level", "at"), [("strict", 2), ("draft", 3)])
def test_under_fail_fast_the_first_finding_that_decides_stops_the_run(level: str, at: int) -> None:
    draft = msgspec.structs.replace(FAIL, level="draft")
    gate = Stopped(level=level, fail_fast=True)
    gate.through(PASS, FAIL, draft)
    assert gate.why[0] == (at, "fail-fast")


def test_what_is_declined_fails_where_every_question_wants_an_answer() -> None:
    [found, footer] = Stopped(complete=True).through(DECLINED)
    assert (found.finding, found.declined, found.observed) == ("fail", True, "not yet")
    assert found.reasons == (AnswerRequired(), Told("not yet"))
    assert footer.counts["draft"]["fail"] == 1
    assert Stopped().through(DECLINED)[0] == DECLINED


def known(*cases: str) -> KnownFailures:
    return KnownFailures("toy", {(case, "decode"): (str(FAIL.observation), Known("todo", "x")) for case in cases})


EXISTING: Mapping[str, bool] = {FAIL.case: True, "toy/basic/gone": True}


@pytest.mark.parametrize(
    ("end", "stale"),
    [({}, ("toy/basic/gone decode: it was not asked, or skipped",)), ({"stopped": "interrupted"}, ())],
    ids=["to its end", "stopped"],
)
def test_known_failures_are_stale_where_the_run_came_to_its_end(end: dict[str, Any], stale: Iterable[str]) -> None:
    gate = Stopped(known=known(FAIL.case, "toy/basic/gone"), existing=lambda: EXISTING)
    [found, footer] = gate.through(FAIL, end=msgspec.structs.replace(END, **end))
    assert (found.finding, footer.stale) == ("known-failure", stale)


def test_what_an_earlier_part_of_the_run_found_is_counted_and_not_applied_again() -> None:
    unexpected = msgspec.structs.replace(PASS, case=FAIL.case, finding="unexpected-pass")
    [first, second, footer] = Stopped(known=known(FAIL.case), existing=lambda: EXISTING, stored=1).through(
        unexpected, msgspec.structs.replace(DECLINED, case="toy/basic/other")
    )
    assert (first, second.finding) == (unexpected, "declined")
    assert footer.stale == ()
    assert footer.counts["draft"]["unexpected-pass"] == 1
