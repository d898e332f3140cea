"""Stored runs: the verdict, the counts, the causes, and every finding that is no pass."""

from pathlib import Path
from typing import Any

from goldenwire import formats
from goldenwire.corpus.vector import ABSENT
from goldenwire.display.text import printable, short
from goldenwire.errors import UserError
from goldenwire.explore.decoding import requirement
from goldenwire.report.closing import WORDS, closing, levels
from goldenwire.report.html.gathered import Gathered
from goldenwire.report.html.overview import names
from goldenwire.report.text import reproduce
from goldenwire.results import Finding, Footer, Header, stored
from goldenwire.results.records import BAD, FINDINGS

Json = Any

ROWS = 100  # findings of a list
CAUSES = 100  # causes of a run that are listed
TEXT = 2000  # characters of a text
LINES = 80  # lines of a difference
TEXTS = ("expected", "observed", "place", "request", "carrier")  # members of a finding that are shown


class Runs:
    """The runs in some results files, which are read at once. Raises UserError."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self._paths = paths
        self._runs = [_gathered(path) for path in paths]
        self._names = names(run.header for run in self._runs)

    def list(self) -> list[dict[str, Json]]:
        """Return a line for each run."""
        return [self._line(number) for number in range(len(self._runs))]

    def _line(self, number: int) -> dict[str, Json]:
        run = self._runs[number]
        level = run.header.options.get("level", "strict")
        verdict = closing(run.footer, run.header, level)
        return {
            "number": number + 1,
            "name": self._names[number],
            "file": printable(self._paths[number].name),
            "formats": run.header.formats,
            "started": printable(run.header.started),
            "style": verdict.style,
            "verdict": verdict.sentence,
            "counts": [[word, WORDS[word], run.count[word]] for word in FINDINGS if run.count[word]],
        }

    def run(self, number: int) -> dict[str, Json]:
        """Return a run: its line, its levels, the causes of its failures. Raises UserError."""
        run = self._run(number)
        return self._line(number - 1) | {
            "levels": list(levels(run.footer, run.header.options.get("level", "strict"))),
            "command": [short(word) for word in run.header.command],
            "causes": [
                {"title": printable(cause.title()), "count": cause.more + 1, "first": _line_of(first)}
                for first, cause in run.causes[:CAUSES]
            ],
        }

    def findings(self, number: int, text: str, word: str, start: int) -> dict[str, Json]:
        """Return some of a run's findings that have all words of a text in case, summary or requirements."""
        run, words = self._run(number), text.lower().split()
        fit = [
            finding
            for finding in run.findings
            if (finding.finding == word if word else finding.finding != "pass")
            and all(part in _searched(finding) for part in words)
        ]
        fit.sort(key=lambda finding: finding.finding not in BAD)
        rows = [_line_of(finding) for finding in fit[start : start + ROWS]]
        return {"count": len(fit), "start": start, "rows": rows, "name": self._names[number - 1]}

    def finding(self, number: int, case: str, operation: str) -> dict[str, Json]:
        """Return a finding with its evidence. Raises UserError."""
        run = self._run(number)
        for finding in run.findings:
            if (finding.case, finding.operation) == (case, operation):
                return _evidence(finding, run.header) | {"run": number, "name": self._names[number - 1]}
        raise UserError(f"The run has no finding for {short(case)} {short(operation)}.")

    def _run(self, number: int) -> Gathered:
        if not 0 < number <= len(self._runs):
            raise UserError(f"There is no run {number:,}: name its file with --results when you start the explorer.")
        return self._runs[number - 1]


def _gathered(path: Path) -> Gathered:
    records = stored(path)
    header = next(records)
    assert isinstance(header, Header), "the first record is"
    run = Gathered(header)
    for record in records:
        if isinstance(record, Finding):
            run.find(record)
        elif isinstance(record, Footer):
            run.footer = record
    return run


def _searched(finding: Finding) -> str:
    return " ".join((finding.case, finding.summary, finding.operation, finding.why, *finding.requirements)).lower()


def _line_of(finding: Finding) -> dict[str, Json]:
    return {
        "case": finding.case,
        "shown": printable(finding.case),
        "operation": finding.operation,
        "finding": finding.finding,
        "word": WORDS[finding.finding],
        "summary": short(finding.summary),
        "why": short(finding.why, 400),
    }


def _evidence(finding: Finding, header: Header) -> dict[str, Json]:
    texts = {name: short(getattr(finding, name), TEXT) for name in TEXTS}
    return (
        _line_of(finding)
        | texts
        | {
            "difference": [short(line, TEXT) for line in finding.difference[:LINES]],
            "stderr": [short(line, TEXT) for line in finding.stderr.splitlines()[-LINES:]],
            "known": [finding.known.kind, short(finding.known.reason, TEXT)] if finding.known else None,
            "requirements": [requirement(id) for id in finding.requirements],
            "written": finding.written,
            "again": printable(reproduce(finding, header)),
            "sample": _sample(finding),
            "vector": finding.case
            if finding.case.count("/") == 2 and finding.case.partition("/")[0] in _known()
            else "",
        }
    )


def _known() -> tuple[str, ...]:
    return formats.names()


def _sample(finding: Finding) -> dict[str, str] | None:
    """Return the counterexample of a property or sweep, to be opened in the decoder."""
    if finding.sample is None:
        return None
    raw = finding.sample.context
    return {
        "format": finding.case.split("/")[1],
        "hex": finding.sample.bytes,
        "context": bytes(raw).decode(errors="replace") if raw != ABSENT else "",
    }
