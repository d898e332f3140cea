"""A diff of two runs for people and for tools: text, Markdown, JSON."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

import msgspec

from goldenwire.display.markdown import NOTHING, Markdown, code, head, md, row
from goldenwire.display.text import printable
from goldenwire.results.diff import Diff, ResultChange

LISTED = 20  # changes of one kind that are shown
HEADINGS = {
    "broken": "broken",
    "declined": "newly declined",
    "gone": "gone",
    "changed": "failing in another way",
    "fixed": "fixed",
    "answered": "newly answered",
    "new": "new",
}
BETTER = "Nothing got worse."
WORSE = "Something got worse."


class DiffReport:
    """The lines of a diff; `worse` is valid once the lines have been consumed."""

    def __init__(self, diff: Diff, *, everything: bool = False) -> None:
        self._diff = diff
        self._listed = None if everything else LISTED
        self.worse = False

    def _groups(self) -> Iterator[tuple[str, Counter[str], list[ResultChange]]]:
        """Yield for each kind of change its counts by cause and the changes to show."""
        for kind, changes in groupby(self._diff.changes(), attrgetter("kind")):
            causes: Counter[str] = Counter()
            shown: list[ResultChange] = []
            for change in changes:
                causes[change.cause] += 1
                self.worse |= change.worse
                if self._listed is None or len(shown) < self._listed:
                    shown.append(change)
            yield kind, causes, shown

    def text(self) -> Iterator[str]:
        """Yield the lines for a terminal."""
        yield from self.moved()
        for kind, causes, shown in self._groups():
            yield f"{causes.total():,} {HEADINGS[kind]} ({_causes(causes)})"
            for change in shown:
                yield f"  {change.case} {change.operation} ({change.cause}): {printable(_became(change))}"
            if len(shown) < causes.total():
                yield f"  and {causes.total() - len(shown):,} more"
        yield self.verdict

    def markdown(self) -> Iterator[Markdown]:
        """Yield the lines of a review comment: a list of what changed between the runs, and a table for each kind."""
        yield from (md("- {}", line) for line in self.moved())
        for kind, causes, shown in self._groups():
            yield NOTHING
            yield md("### {} {} ({})", f"{causes.total():,}", HEADINGS[kind], _causes(causes))
            yield NOTHING
            yield from head("case", "operation", "cause", "was", "is")
            for change in shown:
                yield row(code(change.case), change.operation, change.cause, change.was, change.now)
            if len(shown) < causes.total():
                yield NOTHING
                yield md("and {} more", f"{causes.total() - len(shown):,}")

    def json(self) -> Iterator[str]:
        """Yield the lines of one JSON object: one change per line, then the counts."""
        encode = msgspec.json.encode
        yield f'{{"moved":{encode(self._diff.moved).decode()},"changes":['
        lead = ""
        for change in self._diff.changes():
            self.worse |= change.worse
            yield lead + encode(change).decode()
            lead = ","
        counts: dict[str, dict[str, int]] = {}
        for (kind, cause), count in self._diff.counts.items():
            counts.setdefault(kind, {})[cause] = count
        yield f'],"counts":{encode(counts).decode()},"worse":{encode(self.worse).decode()}}}'

    def moved(self) -> Iterator[str]:
        """Yield lines on differences in kit, vectors, codec, options and declarations, and incomplete runs."""
        moved = self._diff.moved
        for name in ("kit", "vectors", "codec"):
            if pair := getattr(moved, name):
                was, now = (text[:12] if name == "vectors" else printable(text) for text in pair)
                yield f"{name}: {was} -> {now}"
        yield from (f"option {name}: {_value(was)} -> {_value(now)}" for name, (was, now) in moved.options.items())
        yield from (f"declared: {printable(line)}" for line in moved.declared)
        yield from (f"note: {printable(line)}" for line in moved.incomplete)

    @property
    def verdict(self) -> str:
        """The last line of the diff."""
        return WORSE if self.worse else BETTER


def _causes(causes: Counter[str]) -> str:
    return ", ".join(f"{count:,} by {cause}" for cause, count in causes.most_common())


def _became(change: ResultChange) -> str:
    return " -> ".join(filter(None, (change.was, change.now)))


def _value(option: object) -> str:
    return msgspec.json.encode(option).decode()
