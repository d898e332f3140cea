"""The run as Markdown, for the summary of a CI job or a comment on a change."""

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from goldenwire.corpus.vector import Level
from goldenwire.display.markdown import code, head, plain, row
from goldenwire.report import closing
from goldenwire.report.diff import DiffReport
from goldenwire.report.text import BAD, OTHERS, REASONS
from goldenwire.results import Finding, Footer, Header, Record, Writer
from goldenwire.results.causes import Firsts
from goldenwire.results.diff import Diff
from goldenwire.results.diff import check as check_baseline
from goldenwire.results.files import write_atomically

CAUSES = 20  # that are shown
MARKS = {"green": "✅", "yellow": "🟡", "red": "❌"}


class MarkdownFile:
    """Writes a summary of a run to a file when its footer has come. Raises UserError.

    With a `baseline`, results or known failures of before, it says what has changed since; the run is kept beside it
    in a temporary file for that, so that memory does not grow with it.
    """

    def __init__(self, path: Path, level: Level, baseline: Path | None = None) -> None:
        self._path, self._level, self._baseline = path, level, baseline
        self._summary = Summary(level)
        self._stack = ExitStack()
        self._kept: Path | None = None
        self._writer: Writer | None = None

    def __enter__(self) -> Self:
        if self._baseline:
            check_baseline(self._baseline)
            self._kept = Path(self._stack.enter_context(TemporaryDirectory(prefix="goldenwire-"))) / "results.jsonl"
            self._writer = self._stack.enter_context(Writer(self._kept))
        return self

    def take(self, record: Record) -> None:
        """Take one record; the footer is the last."""
        if self._writer:
            self._writer.take(record)
        self._summary.take(record)
        if isinstance(record, Footer):
            write_atomically(self._path, "\n".join([*self._summary.lines(record), *self._since(), ""]))

    def _since(self) -> list[str]:
        """What has changed since the baseline."""
        if self._baseline is None or self._kept is None:
            return []
        with Diff(self._baseline, self._kept) as diff:
            told = DiffReport(diff)
            changes = list(told.markdown())
            return ["", "## Since the baseline", "", told.verdict, "", *changes]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)


class Summary:
    """Takes the records of a run one by one; `lines` are its summary, once the footer is there."""

    def __init__(self, level: Level) -> None:
        self._level: Level = level
        self._header: Header | None = None
        self._firsts = Firsts(CAUSES)
        self._known: Counter[str] = Counter()

    def take(self, record: Record) -> None:
        """Note one record."""
        match record:
            case Header():
                self._header = record
            case Finding() if record.finding in BAD:
                self._firsts.take(record)
            case Finding() if record.finding == "known-failure" and record.known:
                reason = f"{record.known.kind}: {record.known.reason}"
                self._known[reason if reason in self._known or len(self._known) < REASONS else OTHERS] += 1

    def lines(self, footer: Footer) -> Iterator[str]:
        """The summary."""
        style, sentence = closing.closing(footer, self._header, self._level)
        if self._header:
            yield from _what(self._header)
        yield f"{MARKS[style]} **{plain(sentence)}**"
        yield ""
        yield from (f"- {line}" for line in closing.levels(footer, self._level))
        yield from (f"- {line}" for line in closing.sums(footer))
        yield from _listed("What is wrong with the run", _troubles(footer, self._level))
        yield from self._causes()
        yield from _suspects(footer)
        yield from _listed("Known failures", [f"{count:,} {plain(why)}" for why, count in self._known.most_common()])
        yield from _listed("Notes", [plain(sentence) for sentence in (*footer.notes, *footer.complaints)])

    def _causes(self) -> Iterator[str]:
        count = self._firsts.causes
        if not count:
            return
        yield from ("", f"## Causes of failures: {count:,}", "")
        yield from head("first failure", "more", "requirements", "why", "observed")
        for finding, more in self._firsts.items():
            first = f"{code(finding.case)} {finding.operation}"
            ids = ", ".join(map(plain, finding.requirements))
            yield row(first, f"{more:,}", ids, plain(finding.why), code(finding.observation))
        if count > CAUSES:
            yield from ("", f"and {count - CAUSES:,} more")


def _what(header: Header) -> Iterator[str]:
    """What was run."""
    codec = " ".join(filter(None, (header.codec["name"], header.codec["version"])))
    modified = ", modified" if header.vectors.get("modified") else ""
    yield f"# {plain(codec)}: {plain(', '.join(header.formats))}"
    yield ""
    yield f"goldenwire {header.kit}, vectors {header.vectors['version']} ({header.vectors['content'][:12]}{modified})"
    yield ""


def _troubles(footer: Footer, level: Level) -> list[str]:
    return [f"{name}: {plain(sentence)}" for name, sentence in closing.troubles(footer, level)]


def _listed(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield from ("", f"## {title}", "")
        yield from (f"- {line}" for line in lines)


def _suspects(footer: Footer) -> Iterator[str]:
    if footer.suspects:
        yield from ("", "## Suspects", "")
        yield from head("requirement", "answers that rest on it and fail", "of", "others that fail", "of")
        for one in footer.suspects:
            counted = (one.failed, one.answered, one.others_failed, one.others)
            yield row(plain(one.requirement), *(f"{count:,}" for count in counted))
