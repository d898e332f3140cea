"""The matrix of a run: the results of each writer with each reader, by feature; a consumer of the run's records.

It keeps only counts and the smallest disagreement of each manner, so its size depends on the number of codecs and
features, not on the length of the run.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Self

import msgspec
from msgspec import Struct

from goldenwire.display.text import without_figures
from goldenwire.interop import hunt
from goldenwire.interop.counting import DECLINED, NOT_ASKED, manner, reason, word
from goldenwire.interop.exchange import MANNERS
from goldenwire.interop.run import InteropRun
from goldenwire.results import Finding, Footer, Header, Record, verdict
from goldenwire.results.findings import NOTHING_ELSE
from goldenwire.results.scope import PROPERTIES

NEWS = {"fail": "FAIL", "flaky": "FLAKY", "unexpected-pass": "UNEXPECTED PASS"}
KNOWN = {"known-failure": "KNOWN"}
NEWS_NAMED = 5  # new failures and unexpected passes that are named for a cell
REASONS = 20  # reasons for declining that are counted for a cell
FAILED = {"fail", "flaky", "known-failure"}
OPEN, READ = "unspecified", "read"
DRAWN = "drawn values"
SOURCES = {
    hunt.VECTORS: "vectors",
    hunt.SWEPT: "sweeps",
    hunt.DRAWN: "drawn bytes",
    hunt.SHORT: "short bytes",
}


class Disagreement(Struct, frozen=True):
    """The smallest input that shows a manner of disagreement, and who is right."""

    manner: str
    meaning: str
    case: str  # of the vector, or of the search
    summary: str
    why: str
    request: str
    observed: str
    difference: tuple[str, ...]
    known: str = ""  # kind and reason of a known failure
    flaky: bool = False


class MatrixCell(Struct):
    """The results of one writer's values with one reader; or, if `between` is set, of bytes that both read."""

    writer: str
    reader: str
    between: bool = False
    features: dict[str, Counter[str]] = {}
    smallest: dict[str, Disagreement] = {}
    ended: bool = True  # whether the run is complete
    found: int = 0  # manners of disagreement that the search found
    failed: int = 0  # failures that are not known
    news: list[str] = []  # the first of these failures and unexpected passes
    declines: Counter[str] = msgspec.field(default_factory=Counter)  # number of declines for each of the first reasons
    outdated: int = 0  # known failures that did not fail

    @property
    def name(self) -> str:
        """The name in cases and operations."""
        return f"{self.writer}{'=' if self.between else '>'}{self.reader}"

    @property
    def counts(self) -> Counter[str]:
        """The counts of all features together."""
        return sum(self.features.values(), Counter())

    @property
    def state(self) -> str:
        """The state: whole, declined, partly (no failure, but some declined or unspecified), off-spec, or fails."""
        counts = self.counts
        if self.between:
            off = "off-spec" if self.smallest.keys() == {"off-spec"} else "fails"
            return off if self.found else "whole" if self.ended and counts[READ] == counts.total() else "partly"
        failing = sum(counts[each] for each in MANNERS)
        if failing and failing == counts["off-spec"] and not self.found:
            return "off-spec"
        if failing or self.found:
            return "off-spec" if self.smallest.keys() == {"off-spec"} else "fails"
        if not counts.total():
            return "declined"
        if counts[READ] == counts.total():
            return "whole" if self.ended else "partly"
        return "partly" if counts[READ] or counts[NOT_ASKED] else "declined"

    @property
    def searched(self) -> bool:
        """True if only the search found a disagreement."""
        return not self.between and self.found > 0 and not any(self.counts[each] for each in MANNERS)

    @property
    def label(self) -> str:
        """The cell in a few words."""
        if not self.between:
            return label(self.counts, self.state) + ("" if self.ended else ", so far")
        counts = self.counts
        rest = ((told, counts[each]) for each, told in (("declined", "declined"), (OPEN, OPEN), (NOT_ASKED, NOT_ASKED)))
        return ", ".join(
            (f"they agree on {counts[READ]:,} of {counts.total():,}", *(f"{n:,} {t}" for t, n in rest if n))
        )


def label(counts: Mapping[str, int], state: str = "") -> str:
    """Return counts in a few words: whole, declined, or how many were read, with the other results."""
    total = sum(counts.values())
    if not total:
        return "not asked"
    read = counts.get(READ, 0) + counts.get("off-spec", 0)
    extras = [f"{counts[each]:,} {told}" for each, told in EXTRAS.items() if counts.get(each)]
    declined = [f"declined ({who})" for who, each in DECLINED.items() if counts.get(each) == total]
    if declined:
        return declined[0]
    if counts.get(READ, 0) == total:
        return f"whole ({total:,})" if state in {"", "whole"} else f"{total:,} of {total:,}"
    return ", ".join((f"{read:,} of {total:,}", *extras))


EXTRAS = {
    "off-spec": "off the spec",
    DECLINED["writer"]: "declined (writer)",
    DECLINED["reader"]: "declined (reader)",
    "declined": "declined",
    OPEN: "unspecified",
    NOT_ASKED: "not asked",
}


class Matrix:
    """Collect the records of a run in cells.

    `other_output` has, by codec, the finding for what it wrote besides its answers.
    """

    def __init__(self, run: InteropRun) -> None:
        self.run = run
        names = [codec.name for codec in run.codecs]
        self.names = names
        self.cells = {f"{w}>{r}": MatrixCell(w, r) for w in names for r in names}
        self.between = {f"{a}={b}": MatrixCell(a, b, True) for at, a in enumerate(names) for b in names[at + 1 :]}
        self.other_output: dict[str, Finding] = {}
        self._sizes: dict[tuple[str, str], tuple[int, str]] = {}
        self.header: Header | None = None
        self.footer: Footer | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def take(self, record: Record) -> None:
        """Count a finding; at the footer the matrix is complete."""
        if type(record) is Finding:
            if record.case.endswith(NOTHING_ELSE):
                self.other_output[record.operation] = record
            else:
                self._count(record)
        elif type(record) is Header:
            self.header = record
        elif type(record) is Footer:
            for name, counts in self.run.drawn.items():
                self.cells[name].features[DRAWN] = counts
            for source, compared in self.run.compared.items():
                for name, counts in compared.items():
                    self.between[name].features[SOURCES[source]] = counts
            for cell in (*self.cells.values(), *self.between.values()):
                cell.ended = record.complete
            self.footer = record

    @property
    def verdict(self) -> str:
        """The verdict, a key of results.VERDICTS."""
        assert self.footer is not None
        return verdict(self.footer, self.run.options.level)

    def _count(self, finding: Finding) -> None:
        searched = finding.case.startswith(PROPERTIES)
        if searched:
            name = finding.case.rpartition("/")[2].rpartition(".")[0]
            cell = self.cells.get(name) or self.between[name]
        else:
            cell = self.cells[finding.operation]
            counted = word(finding)
            cell.features.setdefault(finding.case.rpartition("/")[0], Counter())[counted] += 1
            if counted in DECLINED.values():
                said = without_figures(reason(finding))
                if said in cell.declines or len(cell.declines) < REASONS:
                    cell.declines[said] += 1
        if finding.finding == "unexpected-pass":
            cell.outdated += 1
        if finding.finding in FAILED and not finding.declined:
            self._keep(cell, finding)
            cell.found += searched
        cell.failed += finding.finding in {"fail", "flaky"}
        if finding.finding in NEWS and len(cell.news) < NEWS_NAMED:
            cell.news.append(f"{NEWS[finding.finding]} {finding.case} {finding.operation}")

    def _keep(self, cell: MatrixCell, finding: Finding) -> None:
        """Keep a disagreement if it is the smallest of its manner."""
        each = manner(finding)
        size = len(finding.request), finding.request
        if (cell.name, each) in self._sizes and self._sizes[cell.name, each] <= size:
            return
        self._sizes[cell.name, each] = size
        known = finding.known
        cell.smallest[each] = Disagreement(
            each, meanings(self.run, cell)[each], finding.case, finding.summary, finding.why, finding.request,
            finding.observed, finding.difference, f"{known.kind}: {known.reason}" if known else "",
            finding.finding == "flaky",
        )  # fmt: skip


def meanings(run: InteropRun, cell: MatrixCell) -> Mapping[str, str]:
    """Return the meaning of each manner that a cell can have."""
    if not cell.between:
        return MANNERS
    return next(one.manners for one in run.pairs_of_bytes if one.name == cell.name)


def plain(matrix: Matrix) -> dict[str, Any]:
    """Return the matrix as JSON objects, which are the same in every run with the same seed."""
    assert matrix.header is not None
    assert matrix.footer is not None
    run, header = matrix.run, matrix.header
    return {
        "kit": header.kit,
        "vectors": header.vectors,
        "format": run.name,
        "options": {
            "level": run.options.level, "select": run.options.select, "requirement": run.options.requirement,
            "context": run.options.context, "examples": run.options.examples, "search": run.options.search,
            "together": run.options.together, "short": run.options.short, "seed": run.options.seed,
        },
        "codecs": [
            {
                "name": codec.name,
                "codec": msgspec.to_builtins(codec.hello.codec),
                "declares": msgspec.to_builtins(codec.hello.formats[run.name]),
            }
            for codec in run.codecs
        ],
        "cells": [
            {"writer": cell.writer, "reader": cell.reader, **_content(cell), "features": _sorted(cell.features)}
            for cell in matrix.cells.values()
        ],
        "bytes": [{"codecs": [cell.writer, cell.reader], **_content(cell)} for cell in matrix.between.values()],
        "other_output": [
            {"codec": name, "finding": one.finding, "why": one.why} for name, one in matrix.other_output.items()
        ],
        "verdict": matrix.verdict,
        "complete": matrix.footer.complete,
        "stopped": matrix.footer.stopped,
        "stale": matrix.footer.stale,
        "changed_declarations": matrix.footer.changed_declarations,
        "complaints": matrix.footer.complaints,
        "restarts": matrix.footer.restarts,
    }  # fmt: skip


def _content(cell: MatrixCell) -> dict[str, Any]:
    return {
        "state": cell.state,
        "label": cell.label,
        "counts": dict(sorted(cell.counts.items())),
        "declines": dict(cell.declines.most_common()),
        "failures": cell.failed,
        "unexpected_passes": cell.outdated,
        "news": cell.news,
        "smallest": [msgspec.to_builtins(one) for _, one in sorted(cell.smallest.items())],
    }


def _sorted(features: Mapping[str, Counter[str]]) -> dict[str, dict[str, int]]:
    return {name: dict(sorted(counts.items())) for name, counts in sorted(features.items())}
