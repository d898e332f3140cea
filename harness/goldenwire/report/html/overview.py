"""The part of a page before the cases: verdict, causes, reasons, suspects, the heat map, facts about the run."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from goldenwire.corpus.vector import LEVELS, Level
from goldenwire.display.text import printable, short, times
from goldenwire.report import closing
from goldenwire.report.html.gathered import Failing, Gathered
from goldenwire.results import NOTHING, Header, Scope, at
from goldenwire.results.records import FINDINGS
from goldenwire.results.suspects import Suspect

if TYPE_CHECKING:
    from goldenwire_reference.requirements import Requirement

CAUSES = 200  # causes that the page lists
THIN = 0.006  # smallest share of the bar that a part gets
NAME = 60  # characters of a codec's name
SYMBOLS = {"green": "✓", "yellow": "◐", "red": "✗"}


def names(headers: Iterable[Header]) -> list[str]:
    """Return the codecs by name and version; codecs of the same name are numbered."""
    called = [short(" ".join(filter(None, (h.codec["name"], h.codec["version"]))), NAME) for h in headers]
    alike, met = Counter(called), Counter[str]()
    numbered = []
    for name in called:
        met[name] += 1
        numbered.append(f"{name} ({met[name]})" if alike[name] > 1 else name)
    return numbered


class ScoreCell(NamedTuple):
    """The result of some questions as text, and as a step from 0 (none holds) to 4 (all hold), or -1 (no answers)."""

    text: str
    title: str
    step: int


def cell(scope: Scope) -> ScoreCell:
    """Return the cell with the counts held and answered; its title counts the declined, unspecified and not asked."""
    if not scope.answered:
        return ScoreCell("-", closing.held(scope), -1)
    step = 4 if scope.held == scope.answered else min(3, 4 * scope.held // scope.answered)
    return ScoreCell(f"{scope.held:,}/{scope.answered:,}", closing.held(scope), step)


class Overview:
    """One run as the template shows it."""

    def __init__(self, name: str, run: Gathered) -> None:
        self._run, self.name, self.header, self.footer = run, name, run.header, run.footer
        self.level: Level = run.header.options.get("level", "strict")
        self.verdict = closing.closing(run.footer, run.header, self.level)
        self.symbol = SYMBOLS[self.verdict.style]

    @property
    def levels(self) -> list[tuple[str, str]]:
        """The level and the line of counts for each level."""
        return list(closing.levels(self.footer, self.level))

    @property
    def sums(self) -> list[str]:
        """The number of findings of each kind, as lines."""
        return list(closing.sums(self.footer))

    @property
    def words(self) -> list[tuple[str, str, int]]:
        """The kind, label and count of the findings, for each kind that occurs."""
        return [(word, closing.WORDS[word], count) for word in FINDINGS if (count := self._run.count[word])]

    @property
    def bar(self) -> Iterator[tuple[float, float, str]]:
        """The parts of a bar 1,000 units wide: start, width and kind of each, wide enough to be seen."""
        total = sum(self._run.count.values())
        parts = [(max(count / total, THIN), word) for word, _, count in self.words]
        whole, before = sum(part for part, _ in parts), 0.0
        for part, word in parts:
            width = 1000 * part / whole
            yield round(before, 2), round(width, 2), word
            before += width

    @property
    def troubles(self) -> list[tuple[str, str]]:
        """The problems and notes of the run, each with a label."""
        footer = self.footer
        told = {
            "canary": footer.failed_canaries, "stale": footer.stale,
            "changed declaration": footer.changed_declarations, "note": footer.notes, "the codec": footer.complaints,
        }  # fmt: skip
        return [(word, sentence) for word, sentences in told.items() for sentence in sentences]

    @property
    def causes(self) -> list[Failing]:
        """The causes that are listed, largest first."""
        return [self._run.causes[number] for number in self.causes_by_size[:CAUSES]]

    @property
    def causes_by_size(self) -> list[int]:
        """The indexes of the causes, largest first."""
        causes = self._run.causes
        return sorted(range(len(causes)), key=lambda number: -causes[number].cause.more)

    @property
    def suspects(self) -> tuple[Suspect, ...]:
        """The requirements that the failures point to most."""
        return self.footer.suspects

    @property
    def reasons(self) -> list[tuple[str, str, str, int]]:
        """The kind, label, reason and count of known failures, declines, open questions and questions not asked."""
        explained = [(*key, count) for key, count in self._run.reasons.most_common()]
        return explained + [("not asked", "", f"{word} not declared", n) for word, n in self.footer.not_asked.items()]

    @property
    def features(self) -> Iterator[tuple[str, list[ScoreCell]]]:
        """Each feature with a cell for each level."""
        for feature, levels in self.footer.features.items():
            yield feature, [cell(at(levels, level)) for level in LEVELS]

    @property
    def left_out(self) -> str:
        """The number of findings of each kind that the page leaves out; empty if it has all of them."""
        told = (f"{count:,} that {closing.WORDS[word]}" for word, count in self._run.left_out.items())
        return ", ".join(told)

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The facts of the run as labelled texts: codec, command, time, options, vectors, machine."""
        header, footer = self.header, self.footer
        asked = sum(self._run.count.values())
        pace = f", {asked / footer.seconds:,.0f} a second" if footer.seconds else ""
        options = header.options
        given = (
            f"--{name}" + ("" if value is True else f" {_plain(value)}") for name, value in options.items() if value
        )
        vectors = header.vectors
        modified = ", modified" if vectors.get("modified") else ""
        return [
            (
                "codec",
                " ".join(filter(None, (header.codec["name"], header.codec["version"], header.codec["language"]))),
            ),
            ("command", " ".join(header.command) or "none: the built-in reference"),
            ("format", ", ".join(header.formats)),
            ("time", f"{asked:,} questions in {footer.seconds:.1f} s{pace}; started {header.started}"),
            ("slowest", closing.slowest(footer)),
            ("restarts", f"the codec was restarted {times(footer.restarts)}" if footer.restarts else "none"),
            ("options", " ".join(given)),
            (
                "not declared",
                "; ".join(f"{kind}: {', '.join(names)}" for kind, names in header.undeclared.items() if names),
            ),
            (
                "vectors",
                f"{vectors.get('version')} ({str(vectors.get('content'))[:12]})" + modified,
            ),
            ("goldenwire", header.kit),
            ("machine", ", ".join(header.platform.values())),
        ]


def _plain(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


class Row(NamedTuple):
    """A requirement in the heat map: its id, and a cell for each column."""

    id: str
    cells: list[ScoreCell]


class Section(NamedTuple):
    """A section of the specification in the heat map."""

    title: str
    rows: list[Row]


class HeatMap(NamedTuple):
    """Requirements by operation or, for several runs, by run. `columns` name them."""

    columns: list[tuple[str, str]]  # name, operation to filter by
    sections: list[Section]


def heat_map(runs: Sequence[Gathered], specified: Mapping[str, Mapping[str, "Requirement"]]) -> HeatMap:
    """Return the heat map of the answers that rest on each requirement, by section of the specification."""
    by_run = [run.requirements() for run in runs]
    if len(runs) == 1:
        operations = [
            name for name in ("decode", "encode", "transcode") if any(name in one for one in by_run[0].values())
        ]
        columns = [(name, name) for name in operations]
    else:
        columns = [(name, "") for name in names(run.header for run in runs)]

    def cells(id: str) -> list[ScoreCell]:
        if len(runs) == 1:
            return [cell(by_run[0].get(id, {}).get(name, NOTHING)) for name in operations]
        return [cell(run.footer.requirements.get(id, NOTHING)) for run in runs]

    asked = {id for run in runs for id in run.footer.requirements}
    known = [one for format in specified.values() for one in format.values() if one.id in asked]
    sections = [
        Section(title.lstrip("0123456789. "), [Row(one.id, cells(one.id)) for one in group])
        for title, group in groupby(known, key=lambda one: one.section)
    ]
    unknown = sorted(asked.difference(one.id for one in known))
    if unknown:
        sections.append(
            Section("No section of a specification here", [Row(printable(id), cells(id)) for id in unknown])
        )
    return HeatMap(columns, sections)
