"""The run as JUnit XML, as CI servers read it: a test suite per feature, a test case per question.

Elements and attributes follow the schema that Jenkins publishes for its xUnit plugin, which other tools read too.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Self
from xml.sax.saxutils import escape, quoteattr

from goldenwire.corpus.vector import LEVELS, Level
from goldenwire.display.text import printable
from goldenwire.report import closing
from goldenwire.results import Finding, Footer, Header, Record, RunResult
from goldenwire.results.files import write_atomically
from goldenwire.results.records import BAD


class JUnitFile:
    """Collect a run and write it to a file atomically when its footer arrives. Raises UserError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._header: Header | None = None
        self._findings: list[Finding] = []

    def __enter__(self) -> Self:
        return self

    def take(self, record: Record) -> None:
        """Keep one record; the footer writes the file."""
        match record:
            case Finding():
                self._findings.append(record)
            case Header():
                self._header = record
            case Footer() if self._header:
                write_atomically(self._path, junit(RunResult(self._header, self._findings, record)))

    def __exit__(self, *_: object) -> None:
        self._findings.clear()


def junit(result: RunResult) -> str:
    """Return the XML document. Findings that are neither passes nor decisive failures are marked as skipped."""
    level = result.header.options.get("level", "strict")
    decisive = LEVELS[: LEVELS.index(level) + 1]
    suites: dict[str, list[str]] = {}
    for finding in result.findings:
        suites.setdefault(finding.case.rpartition("/")[0], []).append(_case(finding, finding.level in decisive))
    suites["run"] = list(_whole_run(result.footer, level))
    everything = [case for cases in suites.values() for case in cases]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="goldenwire" {_sums(everything)}>']
    for name, cases in suites.items():
        told = _properties(result, level) if name == "run" else ()
        skipped = _count("<skipped ", cases)
        lines += [f'<testsuite name={_quoted(name)} {_sums(cases)} skipped="{skipped}">', *told, *cases, "</testsuite>"]
    return "\n".join([*lines, "</testsuites>", ""])


def _sums(cases: list[str]) -> str:
    return f'tests="{len(cases)}" failures="{_count("<failure ", cases)}" errors="0"'


def _count(mark: str, cases: list[str]) -> int:
    return sum(mark in case for case in cases)


def _case(finding: Finding, decisive: bool) -> str:
    opening = f"<testcase classname={_quoted(finding.case)} name={_quoted(finding.operation)}"
    if finding.finding == "pass":
        return f"{opening}/>"
    if finding.finding in BAD and decisive:
        text = escape("\n".join(map(printable, _evidence(finding))))
        what = f"type={_quoted(finding.finding)} message={_quoted(finding.why)}"
        return f"{opening}><failure {what}>{text}</failure></testcase>"
    reason = f"{finding.known.kind}: {finding.known.reason}" if finding.known else finding.why
    return f"{opening}><skipped message={_quoted(f'{finding.finding}: {reason}')}/></testcase>"


def _evidence(finding: Finding) -> Iterator[str]:
    yield finding.summary
    yield f"requirements: {', '.join(finding.requirements)}"
    yield f"expected: {finding.expected}"
    yield f"observed: {finding.observed}"
    yield from finding.difference
    if finding.carrier:
        yield f"carrier: {finding.carrier}"
    yield from (f"stderr: {line}" for line in finding.stderr.splitlines())


def _whole_run(footer: Footer, level: Level) -> Iterator[str]:
    """Yield each problem of the run itself as a failed test case; a single passing one if there is none."""
    wrong = list(closing.troubles(footer, level))
    for name, sentence in wrong:
        failure = f"<failure type={_quoted(name)} message={_quoted(sentence)}/>"
        yield f'<testcase classname="run" name={_quoted(name)}>{failure}</testcase>'
    if not wrong:
        yield '<testcase classname="run" name="complete"/>'


def _properties(result: RunResult, level: Level) -> Iterator[str]:
    """Yield the properties of the run: the verdict, its scope, and the policies that the codec declared."""
    footer, header = result.footer, result.header
    told = {"verdict": closing.closing(footer, header, level).sentence}
    told |= {name.removeprefix("level "): sums for name, sums in closing.levels(footer, level)}
    told["never exercised"] = ", ".join(closing.unexercised(footer)) or "none"
    for format, declared in header.declared.items():
        told[f"policies of {format}"] = "; ".join(f"{key}: {choice}" for key, choice in declared["policies"].items())
    yield "<properties>"
    yield from (f"<property name={_quoted(name)} value={_quoted(text)}/>" for name, text in told.items())
    yield "</properties>"


def _quoted(text: str) -> str:
    return quoteattr(printable(text))
