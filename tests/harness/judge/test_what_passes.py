"""The rules in vectors/README.md on what passes: for each clause a codec that breaks it and one that keeps it.

A codec of the toy format gives one special answer. If that breaks a clause, one question fails and nothing else
changes; if it keeps the clause, even in an unusual way, nothing changes.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import msgspec
import pytest

from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import Level, LoadedVector
from goldenwire.judge import questions
from goldenwire.protocol import Observation, Request
from goldenwire.report.junit import junit
from goldenwire.report.text import TextReport
from goldenwire.results import Finding, Footer, Header, Known, RunResult, exit_code
from goldenwire.results.gate import Gate
from goldenwire.results.known_failures import KnownFailures
from goldenwire.run import Options, Run, negotiate
from harness import toy, trees
from harness.judge.what_passes import CASES, FACTS, ROWS, Row, without
from harness.results.test_results import HEADER
from harness.toy import rejected
from kit.each import each

CLAUSES = [(question, row) for question, rows in ROWS.items() for row in rows.values()]
IDS = [f"{question}: {clause}" for question, rows in ROWS.items() for clause in rows]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trees.write(tmp_path_factory.mktemp("toy"), CASES, FACTS)


@pytest.fixture(scope="module")
def vectors(root: Path) -> dict[str, LoadedVector]:
    """Return the vectors by id, without the format."""
    return {vector.id.removeprefix("toy/"): vector for vector in trees.load(root)}


@pytest.fixture(scope="module")
def check(root: Path, vectors: dict[str, LoadedVector]) -> "Check":
    return Check(Trees(root), vectors)


def title(finding: Finding) -> str:
    """Return the title of the question."""
    return f"{finding.case.removeprefix('toy/')} {finding.operation}"


class Check:
    """Runner of a codec on all the vectors."""

    def __init__(self, tree: Trees, vectors: dict[str, LoadedVector]) -> None:
        self._trees, self._vectors = tree, vectors
        self.cases = {vector.id: True for vector in vectors.values()}
        self._canaries = {"good": vectors["basic/one"], "broken": vectors["basic/version"], "nonce": toy.nonce()}

    def run(
        self, codec: toy.Codec, known: KnownFailures | None = None, level: Level = "strict", stopped: str = ""
    ) -> RunResult:
        """Return the result of a run, after the gate."""
        run = Run(
            codec,
            negotiate(codec.hello, ["toy"], self._trees, everything=False),
            Options(examples=0, level=level),
            vectors=self._vectors.values(),
            referee=toy.referee,
            canaries={"toy": self._canaries},
            header=msgspec.structs.replace(HEADER, options={**HEADER.options, "level": level}),
            known=known,
        )
        records = (
            msgspec.structs.replace(record, complete=not stopped, stopped=stopped) if type(record) is Footer else record
            for record in run.records()
        )
        header, _, *findings, footer = Gate(level, known, lambda: self.cases)(records)
        assert isinstance(header, Header)
        assert isinstance(footer, Footer)
        return RunResult(header, [finding for finding in findings if isinstance(finding, Finding)], footer)

    def found(self, codec: toy.Codec) -> tuple[dict[str, str], int]:
        """Return the finding for each question, and the exit code."""
        result = self.run(codec)
        found = {title(finding): str(finding.finding) for finding in result.findings}
        return found, exit_code(result.footer, "strict")

    def request(self, question: str, features: Iterable[str] = toy.ALL) -> Request:
        """Return the request of a question to a codec with these features."""
        case, operation = question.split()
        negotiated = negotiate(toy.Codec(features=features).hello, ["toy"], self._trees, everything=False)
        [asked] = questions([self._vectors[case]], negotiated, [operation], Counter())
        return asked.request()


def honest(row: Row) -> toy.Codec:
    """Return the codec without a mistake, with the declarations of the row."""
    return declaring(row, lambda request: toy.good(request, row.policies))


def but(check: Check, question: str, row: Row, seen: Observation) -> toy.Codec:
    """Return such a codec with one other answer."""
    request = check.request(question, row.features)
    return declaring(row, lambda asked: seen if asked == request else toy.good(asked, row.policies))


def declaring(row: Row, answer: Callable[[Request], Observation]) -> toy.Codec:
    return toy.Codec(answer, features=row.features, policies=dict(row.policies))


@each(("question", "row"), CLAUSES, ids=IDS)
def test_a_codec_that_breaks_a_clause_fails_there_alone(check: Check, question: str, row: Row) -> None:
    expected, code = check.found(honest(row))
    assert code == 0
    assert set(expected.values()) <= {"pass", "unspecified"}
    broken = check.found(but(check, question, row, row.breaks))
    assert broken == ({**expected, question: "fail"}, 1)


@each(("question", "row"), CLAUSES, ids=IDS)
def test_a_codec_that_keeps_a_clause_passes(check: Check, question: str, row: Row) -> None:
    expected, _ = check.found(honest(row))
    kept = check.found(but(check, question, row, row.keeps))
    assert kept == ({**expected, question: row.kept}, 0)


# Questions to a codec by its declarations

NOT_ASKED: dict[str, tuple[dict[str, Any], str, dict[str, int]]] = {
    "operations": ({"operations": ["decode", "encode"]}, ".* transcode", {"operation transcode": 24}),
    "features that a case needs": (
        {"operations": ["decode"], "features": without("plans")},
        "plan/feature .*|.* (en|trans)code",
        {"feature plans": 1, "operation encode": 16, "operation transcode": 24},
    ),
    "plans": (
        {"features": without("plans")},
        "plan/(planned|bad-plan) encode|plan/feature .*",
        {"feature plans": 5},
    ),
}


@pytest.mark.parametrize(("support", "left", "counted"), NOT_ASKED.values(), ids=NOT_ASKED)
def test_what_is_not_declared_is_not_asked(
    check: Check, support: dict[str, Any], left: str, counted: dict[str, int]
) -> None:
    whole, _ = check.found(toy.Codec())
    result = check.run(toy.Codec(**support))
    found = {title(finding) for finding in result.findings}
    assert whole.keys() - found == {question for question in whole if re.fullmatch(left, question)}
    assert result.footer.not_asked == counted


# The exit code, the last line and JUnit XML agree

DRAFT, STRICT, GONE = "basic/two decode", "basic/empty decode", "basic/gone decode"
LATER = Known("todo", "later")


def wrong(*questions: str) -> Callable[[Check], toy.Codec]:
    """Return a codec that answers these questions wrongly."""

    def codec(check: Check) -> toy.Codec:
        asked = [check.request(question) for question in questions]
        return toy.Codec(lambda request: Observation("failed") if request in asked else toy.good(request))

    return codec


def always(seen: Observation) -> Callable[[Check], toy.Codec]:
    """Return a codec with a single answer."""
    return lambda _: toy.Codec(lambda _: seen)


def knows(question: str, expected: str = "failed") -> KnownFailures:
    case, operation = question.split()
    return KnownFailures("toy", {(f"toy/{case}", operation): (expected, LATER)})


CONFORMS, FAILS = "It conforms at level {}.", "It does not conform at level {}."
PARTLY = "It conforms at level {} in what it answers: 54 of 64 (10 unspecified)."
ONLY_KNOWN = "At level {} nothing fails except known failures, in what it answers: 54 of 64 (10 unspecified)."
STALE = "the known failures are out of date: --write-known-failures writes them again."
OUTDATED = "At level {} there are no new failures, but " + STALE
NOTHING = "There is no verdict at level {}."
RED = "\x1b[31m"


class End(NamedTuple):
    """A codec, its known failures, the end of the run, and the verdict."""

    codec: Callable[[Check], toy.Codec]
    says: str
    code: int
    level: Level = "strict"
    known: KnownFailures | None = None
    stopped: str = ""


ENDS = {
    # a codec conforms at a level if it fails no case of that level or below
    "no mistake": End(wrong(), PARTLY, 0),
    "no mistake at draft": End(wrong(), CONFORMS, 0, "draft"),
    "a strict failure": End(wrong(STRICT), FAILS, 1),
    "a strict failure at draft": End(wrong(STRICT), CONFORMS, 0, "draft"),
    "a draft failure": End(wrong(DRAFT), FAILS, 1),
    "a draft failure at draft": End(wrong(DRAFT), FAILS, 1, "draft"),
    # unasked questions are unknown
    "everything unsupported": End(always(Observation("unsupported")), NOTHING, 2),
    "everything unsupported at draft": End(always(Observation("unsupported")), NOTHING, 2, "draft"),
    "all but the strict level unsupported": End(wrong(STRICT), CONFORMS, 0, "draft"),
    # when a canary fails, a codec that fails still fails
    "everything rejected": End(always(rejected("VERSION", 0)), FAILS, 1),
    # known failures
    "a known failure": End(wrong(DRAFT), ONLY_KNOWN, 0, known=knows(DRAFT)),
    "a known failure and another": End(wrong(DRAFT, STRICT), FAILS, 1, known=knows(DRAFT)),
    "a known failure of the other level": End(wrong(STRICT), CONFORMS, 0, "draft", known=knows(STRICT)),
    "a known failure that passes": End(wrong(), OUTDATED, 1, known=knows(DRAFT)),
    "a known failure that fails otherwise": End(wrong(DRAFT), FAILS, 1, known=knows(DRAFT, expected="hung")),
    "a known failure of no case": End(wrong(), OUTDATED, 1, known=knows(GONE)),
    "a known failure that is skipped": End(always(Observation("unsupported")), OUTDATED, 1, known=knows(DRAFT)),
    # an incomplete run
    "interrupted": End(wrong(), NOTHING, 130, stopped="interrupted"),
    "interrupted after a failure": End(wrong(DRAFT), FAILS, 130, stopped="interrupted"),
    "ended by trouble": End(wrong(), NOTHING, 2, stopped="the vectors were changed"),
    "ended by trouble after a failure": End(wrong(DRAFT), FAILS, 1, stopped="the vectors were changed"),
}  # fmt: skip


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_exit_code_and_outputs_tell_the_same_end(check: Check, end: End) -> None:
    result = check.run(end.codec(check), end.known, end.level, end.stopped)
    assert exit_code(result.footer, end.level) == end.code

    text = TextReport(lambda _: "", level=end.level, colour=True)
    *_, last = [*(line for finding in result.findings for line in text.lines(finding)), *text.lines(result.footer)]
    early = f" The run is not complete ({end.stopped})." if end.stopped else ""
    assert re.sub(r"\x1b\[[0-9]+m", "", last) == end.says.format(end.level) + early
    assert (RED in last) is (end.code != 0)

    failures = list(ET.fromstring(junit(result)).iter("failure"))
    assert bool(failures) is (end.code != 0)
