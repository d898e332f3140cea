"""The run as Markdown, for the summary of a CI job or a comment on a change."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from goldenwire.corpus.vector import Level
from goldenwire.display.markdown import NOTHING, Markdown, code, document, head, md, row
from goldenwire.report import closing
from goldenwire.report.diff import DiffReport
from goldenwire.report.text import OTHERS, REASONS
from goldenwire.results import Finding, Footer, Header, Record, RecordWriter
from goldenwire.results.causes import Firsts
from goldenwire.results.diff import Diff
from goldenwire.results.diff import check as check_baseline
from goldenwire.results.files import write_atomically
from goldenwire.results.records import BAD

CAUSES = 20  # causes that are shown
MARKS = {"green": "✅", "yellow": "🟡", "red": "❌"}


class MarkdownFile:
    """Write a summary of a run to a file when its footer arrives. Raises UserError.

    With a `baseline`, earlier results or known failures, the summary lists the changes since then. The run is then kept
    in a temporary file, so that memory does not grow with it.
    """

    def __init__(self, path: Path, level: Level, baseline: Path | None = None) -> None:
        self._path, self._level, self._baseline = path, level, baseline
        self._summary = MarkdownSummary(level)
        self._stack = ExitStack()
        self._kept: Path | None = None
        self._writer: RecordWriter | None = None

    def __enter__(self) -> Self:
        if self._baseline:
            check_baseline(self._baseline)
            self._kept = Path(self._stack.enter_context(TemporaryDirectory(prefix="goldenwire-"))) / "results.jsonl"
            self._writer = self._stack.enter_context(RecordWriter(self._kept))
        return self

    def take(self, record: Record) -> None:
        """Take one record; the footer writes the file."""
        if self._writer:
            self._writer.take(record)
        self._summary.take(record)
        if isinstance(record, Footer):
            write_atomically(self._path, document([*self._summary.lines(record), *self._since()]))

    def _since(self) -> list[Markdown]:
        """Return the changes since the baseline."""
        if self._baseline is None or self._kept is None:
            return []
        with Diff(self._baseline, self._kept) as diff:
            told = DiffReport(diff)
            changes = list(told.markdown())
            return [*_titled("Since the baseline"), md("{}", told.verdict), NOTHING, *changes]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)


class MarkdownSummary:
    """Collect the records of a run one by one; `lines` returns the summary once the footer is there."""

    def __init__(self, level: Level) -> None:
        self._level: Level = level
        self._header: Header | None = None
        self._firsts = Firsts(CAUSES)
        self._known: Counter[str] = Counter()

    def take(self, record: Record) -> None:
        """Take one record."""
        match record:
            case Header():
                self._header = record
            case Finding() if record.finding in BAD:
                self._firsts.take(record)
            case Finding() if record.finding == "known-failure" and record.known:
                reason = f"{record.known.kind}: {record.known.reason}"
                self._known[reason if reason in self._known or len(self._known) < REASONS else OTHERS] += 1

    def lines(self, footer: Footer) -> Iterator[Markdown]:
        """Yield the lines of the summary."""
        style, sentence = closing.closing(footer, self._header, self._level)
        if self._header:
            yield from _what(self._header)
        yield md("{} **{}**", MARKS[style], sentence)
        yield NOTHING
        yield from (md("- {}: {}", name, sums) for name, sums in closing.levels(footer, self._level))
        yield from (md("- {}", line) for line in closing.sums(footer))
        yield from _listed("What is wrong with the run", _troubles(footer, self._level))
        yield from self._causes()
        yield from _suspects(footer)
        yield from _listed("Known failures", [f"{count:,} {why}" for why, count in self._known.most_common()])
        yield from _listed("Notes", [*footer.notes, *footer.complaints])

    def _causes(self) -> Iterator[Markdown]:
        count = self._firsts.causes
        if not count:
            return
        yield from _titled(f"Causes of failures: {count:,}")
        yield from head("first failure", "more", "requirements", "why", "observed")
        for finding, more in self._firsts.items():
            first = md("{} {}", code(finding.case), finding.operation)
            ids, seen = ", ".join(finding.requirements), code(closing.seen(finding))
            yield row(first, f"{more:,}", ids, finding.why, seen)
        if count > CAUSES:
            yield from (NOTHING, md("and {} more", f"{count - CAUSES:,}"))


def _what(header: Header) -> Iterator[Markdown]:
    """Yield the heading: codec, formats, and the versions of the kit and the vectors."""
    codec = " ".join(filter(None, (header.codec["name"], header.codec["version"])))
    modified = ", modified" if header.vectors.get("modified") else ""
    content = f"{header.vectors['content'][:12]}{modified}"
    yield md("# {}: {}", codec, ", ".join(header.formats))
    yield NOTHING
    yield md("goldenwire {}, vectors {} ({})", header.kit, header.vectors["version"], content)
    yield NOTHING


def _troubles(footer: Footer, level: Level) -> list[str]:
    return [f"{name}: {sentence}" for name, sentence in closing.troubles(footer, level)]


def _titled(title: str) -> tuple[Markdown, ...]:
    return NOTHING, md("## {}", title), NOTHING


def _listed(title: str, lines: list[str]) -> Iterator[Markdown]:
    if lines:
        yield from _titled(title)
        yield from (md("- {}", line) for line in lines)


def _suspects(footer: Footer) -> Iterator[Markdown]:
    if footer.suspects:
        yield from _titled("Suspects")
        yield from head("requirement", "answers to cases that cite it that fail", "of", "others that fail", "of")
        for one in footer.suspects:
            counted = (one.failed, one.answered, one.others_failed, one.others)
            yield row(one.requirement, *(f"{count:,}" for count in counted))
