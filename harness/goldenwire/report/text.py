"""The run as text for people: failure blocks as they come, a table and a verdict at the end."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from goldenwire.corpus.vector import LEVELS, Level
from goldenwire.display.door import painted, shown
from goldenwire.display.text import printable, times
from goldenwire.results import Canaries, Counts, Finding, Footer, Header, Record, Tally, passed, verdict

# The sentence of a requirement, by its id; empty where it is not known.
Sentence = Callable[[str], str]

BLOCKS = 20  # failures that are shown in full
BLOCKS_UNMASKED = 3  # where the whole adapter is broken
REASONS = 16  # of skips, notes and known failures that are listed
OTHERS = "for other reasons"
WIDTH = 100
COLOURS = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}
STYLES = {
    "pass": "green",
    "fail": "red",
    "unexpected-pass": "red",
    "known-failure": "yellow",
    "skip": "yellow",
    "noted": "yellow",
}
WORDS = {
    "pass": "passed",
    "fail": "failed",
    "unexpected-pass": "passed unexpectedly",
    "known-failure": "known to fail",
    "skip": "skipped",
    "noted": "noted",
}
# The last line, by the verdict.
SENTENCES = {
    "fails": ("red", "It does not conform at level {}."),
    "unmasked": ("red", "The adapter is not to be believed, so nothing is known at level {}."),
    "outdated": ("red", "At level {} it fails only as it is known to, or less: bring the known failures up to date."),
    "incomplete": ("red", "Nothing is known at level {}."),
    "unknown": ("red", "Nothing is known at level {}."),
    "known": ("yellow", "At level {} it fails only as it is known to."),
    "conforms": ("green", "It conforms at level {}."),
}


class TextReport:
    """Takes the records of a run one by one and gives back the lines to show.

    `verbosity` is -1 (the end only), 0, or 1 (a line for every finding).
    """

    def __init__(
        self, sentence: Sentence, *, level: Level = "strict", verbosity: int = 0, colour: bool = False
    ) -> None:
        self._sentence, self._verbosity, self._colour = sentence, verbosity, colour
        self._level: Level = level
        self._header: Header | None = None
        self._reasons: dict[str, Counter[str]] = {"skip": Counter(), "noted": Counter(), "known-failure": Counter()}
        self._blocks = BLOCKS
        self._failures = 0
        self._tally = Tally()

    def _paint(self, style: str, text: str) -> str:
        return painted(COLOURS[style], text) if self._colour and style else text

    def lines(self, record: Record) -> Iterator[str]:
        """What is to be shown of a record now, fit for a terminal."""
        return map(shown, self._lines(record))

    def _lines(self, record: Record) -> Iterator[str]:
        match record:
            case Finding():
                self.count(record)
                if record.finding != "pass" or self._verbosity > 0:
                    yield from self.show(record)
            case Header():
                yield from self.begin(record)
            case Canaries():
                yield from self.unmask(record.unmasked)
            case Footer():
                yield from self.end(record)

    def count(self, finding: Finding) -> None:
        """Add a finding to the sums of the table at the end, which is all that comes of most."""
        self._tally.add(finding)

    # The beginning

    def begin(self, header: Header) -> Iterator[str]:
        """What is run."""
        self._header = header
        if self._verbosity < 0:
            return
        codec = header.codec
        name = printable(" ".join(filter(None, (codec["name"], codec["version"]))))
        language = printable(f" ({codec['language']})" if codec["language"] else "")
        modified = ", modified: not the released content" if header.vectors.get("modified") else ""
        yield (
            f"goldenwire {header.kit} checks {self._paint('bold', name)}{language} for {', '.join(header.formats)}; "
            f"vectors {header.vectors['version']} ({header.vectors['content'][:12]}{modified})"
        )
        if not header.command:
            yield "No COMMAND was given: this is the built-in reference, through the same process boundary."
        for kind, names in header.undeclared.items():
            if names:
                yield self._paint("dim", f"  not declared {kind}: {', '.join(names)}")
        if header.options.get("examples"):
            yield self._paint(
                "dim", f"  properties: {header.options['examples']} examples, seed {header.options['seed']}"
            )
        yield ""

    def unmask(self, sentences: Sequence[str]) -> Iterator[str]:
        """What the canaries say against the adapter; afterwards fewer failures are shown in full."""
        for sentence in sentences:
            self._blocks = BLOCKS_UNMASKED
            yield self._paint("red", f"CANARY {sentence}")

    # Findings

    def show(self, finding: Finding) -> Iterator[str]:
        """The lines for one finding; none for one that passes, unless every finding is shown."""
        if finding.finding in self._reasons:
            reason = f"{finding.known.kind}: {finding.known.reason}" if finding.known else finding.why
            self._note(self._reasons[finding.finding], reason)
        bad = finding.finding in {"fail", "unexpected-pass"}
        self._failures += bad
        if self._verbosity < 0:
            return
        if bad and self._failures <= self._blocks:
            yield from self.block(finding)
        elif bad or self._verbosity > 0:
            if bad and self._failures == self._blocks + 1:
                yield self._paint("bold", "further failures, a line each:")
            yield self.line(finding)

    @staticmethod
    def _note(reasons: Counter[str], reason: str) -> None:
        reasons[reason if reason in reasons or len(reasons) < REASONS else OTHERS] += 1

    def line(self, finding: Finding) -> str:
        """A finding on one line."""
        word = self._paint(STYLES[finding.finding], finding.finding.upper())
        why = f": {finding.why}" if finding.why else ""
        seen = f" ({finding.observation})" if finding.finding == "fail" else ""
        return f"{word} {finding.case} {finding.operation}{why}{seen}"

    def block(self, finding: Finding) -> Iterator[str]:
        """A failure with all that is needed to understand it and to see it again."""
        word = self._paint(STYLES[finding.finding], finding.finding.upper())
        yield f"{word} {self._paint('bold', finding.case)} {finding.operation} ({finding.level})"
        yield f"  {printable(finding.summary)}"
        for id in finding.requirements:
            yield from _wrapped(f"  {id}: ", self._sentence(id))
        yield f"  why       {finding.why}"
        if finding.expected:
            yield f"  expected  {finding.expected}"
            yield f"  observed  {finding.observed}"
        yield from (f"    {printable(line)}" for line in finding.difference)
        if finding.stderr:
            yield "  stderr"
            yield from (self._paint("dim", f"    | {printable(line)}") for line in finding.stderr.splitlines()[-10:])
        yield f"  again     {self._again(finding)}"
        yield ""

    def _again(self, finding: Finding) -> str:
        return reproduce(finding, self._header) if self._header else ""

    # The end

    def end(self, footer: Footer) -> Iterator[str]:
        """The table of the features' sums, the sums over all, and the verdict."""
        if self._verbosity >= 0:
            yield from self._table(self._tally.features)
        yield from self._sums(footer)
        yield from (self._paint("red", f"CANARY {sentence}") for sentence in footer.unmasked)
        yield from (self._paint("red", f"STALE known failure {sentence}") for sentence in footer.stale)
        yield from (self._paint("yellow", f"the codec: {sentence}") for sentence in footer.complaints)
        for level in LEVELS:
            held, asked = passed(footer.counts, level)
            mark = " (decides)" if level == self._level else ""
            yield f"level {level}: {held:,} of {asked:,} hold{mark}"
        yield self._verdict(footer)

    def _table(self, features: Mapping[str, Counts]) -> Iterator[str]:
        width = max(map(len, features), default=0)
        columns = "".join(f"{level:>16}" for level in LEVELS)
        yield self._paint("bold", f"{'feature':<{width}}{columns}")
        for feature, levels in sorted(features.items()):
            cells = "".join(self._cell(levels, level) for level in LEVELS)
            yield f"{feature:<{width}}{cells}"
        yield ""

    def _cell(self, levels: Counts, level: Level) -> str:
        held, asked = passed(levels, level)
        words = [word for name in LEVELS[: LEVELS.index(level) + 1] for word in ("skip", "noted") if levels[name][word]]
        text = f"{held}/{asked}" if asked else WORDS[words[0]] if words else "-"
        style = "" if not asked else "green" if held == asked else "red"
        return self._paint(style, f"{text:>16}")

    def _sums(self, footer: Footer) -> Iterator[str]:
        totals = {word: sum(counts[word] for counts in footer.counts.values()) for word in WORDS}
        shown = [f"{totals[word]:,} {name}" for word, name in WORDS.items() if totals[word]]
        restarts = f"; the codec was restarted {times(footer.restarts)}" if footer.restarts else ""
        yield f"{', '.join(shown) or 'nothing was found out'} in {footer.seconds:.1f} s{restarts}"
        for word, reasons in self._reasons.items():
            for reason in sorted(reasons, key=lambda reason: (reason == OTHERS, -reasons[reason])):
                yield f"  {reasons[reason]:,} {WORDS[word]}: {printable(reason)}"
        if footer.not_asked:
            asked = ", ".join(f"{count:,} for want of {word}" for word, count in footer.not_asked.items())
            yield f"never asked: {sum(footer.not_asked.values()):,} ({asked})"

    def _verdict(self, footer: Footer) -> str:
        style, sentence = SENTENCES[verdict(footer, self._level)]
        early = "" if footer.complete else f" The run is not complete ({printable(footer.stopped)})."
        return self._paint(style, sentence.format(self._level) + early)


def _wrapped(lead: str, sentence: str) -> Iterator[str]:
    import textwrap

    yield from textwrap.wrap(printable(lead + sentence), WIDTH, subsequent_indent="    ", initial_indent="  ")


# Options of `check` that change what a codec is asked, and how, with the values that need not be said.
REPEATED = {"vectors": None, "one-shot": False, "timeout": 5.0, "memory": 1024}


def reproduce(finding: Finding, header: Header) -> str:
    """The command that asks this one question again."""
    first, second, _ = finding.case.split("/", 2)
    words = ["goldenwire", "check", second if first == "property" else first, "--select", finding.case]
    if first == "property":
        words += ["--examples", str(header.options["examples"]), "--seed", str(header.options["seed"])]
    else:
        words += ["--operation", finding.operation]
    for option, plain in REPEATED.items():
        value = header.options.get(option, plain)
        if value is True:
            words.append(f"--{option}")
        elif value != plain:
            words += [f"--{option}", f"{value:g}" if isinstance(value, float) else str(value)]
    return shlex.join(words + (["--", *header.command] if header.command else []))
