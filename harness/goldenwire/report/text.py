"""The run as text for people: failure blocks as they come, then a table and a verdict at the end."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from goldenwire.corpus.vector import CANARY, LEVELS, Level
from goldenwire.display.door import folded, painted, shown
from goldenwire.display.text import fold, printable, quoted, short, times
from goldenwire.judge.reasons import DependsOnEarlier
from goldenwire.protocol import is_python
from goldenwire.report import closing
from goldenwire.results import Canaries, Finding, Footer, Header, Record
from goldenwire.results.causes import Causes
from goldenwire.results.findings import NO_STATE, NOTHING_ELSE, SEQUENCE
from goldenwire.results.records import BAD, FAIL_FAST
from goldenwire_reference.wording import plural

# Returns the sentence of a requirement by its id; empty if it is not known.
Sentence = Callable[[str], str]

BLOCKS = 20  # failures that are shown in full
CAUSES = 5  # causes that are listed at the end
BLOCKS_BROKEN_ADAPTER = 3  # the same if the whole adapter is broken
LINE = 400  # limit on the characters of a line of evidence
LOGGED = 10  # lines from the end of a log that are shown
REASONS = 16  # reasons for skips, notes and known failures that are listed separately
# The findings whose reasons are listed: the key they are counted under, and the label shown.
REASONED = {
    "declined": "declined", "explained": "unspecified", "unspecified": "unspecified", "not-asked": "not asked",
    "known-failure": "known to fail",
}  # fmt: skip
OTHERS = "for other reasons"
HEAD = "held/answered/all"
WIDTH = 100
COLOURS = {"red": "31", "green": "32", "yellow": "33", "bold": "1", "dim": "2"}
STYLES = {
    "pass": "green",
    "fail": "red",
    "flaky": "red",
    "unexpected-pass": "red",
    "known-failure": "yellow",
    "declined": "yellow",
    "explained": "yellow",
    "unspecified": "yellow",
    "not-asked": "yellow",
}


class TextReport:
    """Take the records of a run one by one and return the lines to show.

    `verbosity` is -1 (the end only), 0, or 1 (a line for every finding). Failures of one cause share one block, unless
    `everything` is set. If `width` is given, the columns of a terminal, lines are folded to it. `has_error` returns
    whether the run ended with an error, which the caller shows after the end.
    """

    def __init__(
        self,
        sentence: Sentence,
        *,
        level: Level = "strict",
        verbosity: int = 0,
        colour: bool = False,
        everything: bool = False,
        width: int | None = None,
        has_error: Callable[[], bool] = bool,
    ) -> None:
        self._sentence, self._verbosity, self._colour = sentence, verbosity, colour
        self._brief = verbosity <= 0
        self._level: Level = level
        self._width, self._has_error = width, has_error
        self._header: Header | None = None
        self._reasons: dict[str, Counter[str]] = {word: Counter() for word in REASONED}
        self._blocks = BLOCKS
        self._failures = 0  # shown so far, as a block or on one line
        self._last: Finding | None = None  # the latest failure
        self._debug = ""  # the command that asks the first failure's question under a debugger
        self._causes = None if everything else Causes()

    def _paint(self, style: str, text: str) -> str:
        return painted(COLOURS[style], text) if self._colour and style else text

    def silent(self, record: Record) -> bool:
        """Return whether nothing is shown for a record, as is the case for nearly all records of a good run."""
        return self._brief and type(record) is Finding and record.finding == "pass" and not record.observation

    def lines(self, record: Record) -> Iterator[str]:
        """Return the lines to show for a record now, safe for a terminal."""
        lines, width = map(shown, self._lines(record)), self._width
        return lines if width is None else (part for line in lines for part in folded(line, width or WIDTH))

    def _lines(self, record: Record) -> Iterator[str]:
        match record:
            case Finding():
                if not self.silent(record):
                    yield from self.show(record)
            case Header():
                yield from self.begin(record)
            case Canaries():
                yield from self.show_canaries(record.failed_canaries)
            case Footer():
                yield from self.end(record)

    # The beginning

    def begin(self, header: Header) -> Iterator[str]:
        """Yield the lines that introduce the run."""
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
                yield self._paint("dim", f"  undeclared {kind}: {', '.join(names)}")
        if header.options.get("examples"):
            yield self._paint(
                "dim", f"  properties: {header.options['examples']} examples, seed {header.options['seed']}"
            )
        yield ""

    def show_canaries(self, sentences: Sequence[str]) -> Iterator[str]:
        """Yield a line for each canary that failed; after one, fewer failures are shown in full."""
        for sentence in sentences:
            self._blocks = BLOCKS_BROKEN_ADAPTER
            yield self._paint("red", f"CANARY {sentence}")

    # Findings

    def show(self, finding: Finding) -> Iterator[str]:
        """Yield the lines for one finding; none for an ordinary pass, unless every finding is shown."""
        if finding.finding in REASONED:
            reason = f"{finding.known.kind}: {finding.known.reason}" if finding.known else finding.why
            self._note(self._reasons[finding.finding], reason)
        bad = finding.finding in BAD
        new = bad and (self._causes is None or self._causes.new(finding))
        self._failures += new
        self._last = finding if bad else self._last
        if bad and self._header and not self._debug:
            self._debug = under_debugger(finding, self._header)
        if self._verbosity < 0 or (bad and not new and not self._verbosity):
            return
        if new and self._failures <= self._blocks:
            yield from self.block(finding)
        elif bad or self._verbosity > 0 or (finding.finding == "pass" and finding.observation):
            if new and self._failures == self._blocks + 1:
                yield self._paint("bold", "further failures, a line each:")
            yield self.line(finding)

    @staticmethod
    def _note(reasons: Counter[str], reason: str) -> None:
        reasons[reason if reason in reasons or len(reasons) < REASONS else OTHERS] += 1

    def line(self, finding: Finding) -> str:
        """Return a finding on one line."""
        word = self._paint(STYLES[finding.finding], finding.finding.upper())
        why = f": {finding.why}" if finding.why else ""
        seen = closing.seen(finding) if finding.finding == "fail" else ""
        return f"{word} {finding.case} {finding.operation}{why}{f' ({seen})' if seen else ''}"

    def block(self, finding: Finding, *, again: bool = True) -> Iterator[str]:
        """Yield a failure with its evidence and, with `again`, the command that repeats it."""
        word = self._paint(STYLES[finding.finding], finding.finding.upper())
        yield f"{word} {self._paint('bold', finding.case)} {finding.operation} ({finding.level})"
        if finding.summary:
            yield f"  {printable(finding.summary)}"
        for id in finding.requirements:
            yield from self._wrapped(f"  {id}: ", self._sentence(id))
        if finding.request:
            yield f"  request   {printable(finding.request)}"
        yield f"  why       {finding.why}"
        if finding.known:
            yield f"  known     {printable(f'{finding.known.kind}: {finding.known.reason}')}"
        if finding.expected:
            yield f"  expected  {finding.expected}"
            yield f"  observed  {finding.observed}"
        evidence = [short(line, LINE) for line in finding.difference]
        yield from (f"    {line}" for line in evidence)
        if finding.carrier:
            yield from self._wrapped("carrier   ", finding.carrier)
        if finding.stderr:
            yield "  stderr"
            yield from (self._paint("dim", line) for line in quoted(finding.stderr, LOGGED))
        if again and (command := self._again(finding)):
            yield from self._command("  again     ", command)
        if again and max(map(len, finding.difference), default=0) > LINE and (command := self._request(finding)):
            yield from self._command("  whole     ", command)
        yield ""

    def _command(self, lead: str, words: str) -> Iterator[str]:
        """Yield a command to copy; on a terminal it may be broken into lines that a shell reads as one."""
        whole = "'" in words or max(map(len, words.split()), default=0) > (self._width or 0) - len(lead)
        if self._width is None or whole or len(lead + words) <= self._width:  # quoted words are not broken
            yield lead + words
            return
        *first, last = fold(lead + words, self._width - 2)
        yield from (f"{line} \\" for line in first)
        yield last

    def _again(self, finding: Finding) -> str:
        return reproduce(finding, self._header) if self._header else ""

    def _request(self, finding: Finding) -> str:
        return shlex.join(_single("ask", finding, self._header)) if self._header else ""

    def _wrapped(self, lead: str, sentence: str, indent: str = "  ") -> Iterator[str]:
        """Yield a sentence wrapped to the width."""
        import textwrap

        text, width = printable(lead + sentence), min(WIDTH, self._width or WIDTH)
        yield from textwrap.wrap(
            text, width, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
        )

    # The end

    def end(self, footer: Footer) -> Iterator[str]:
        """Yield the table of features, the sums, and the verdict; nothing if there is only an error."""
        if self._has_error():
            if not any(count for counts in footer.counts.values() for count in counts.values()):
                return
            footer = msgspec.structs.replace(footer, stopped="")
        if self._verbosity >= 0 and footer.features:
            yield from self._table(footer)
        if self._verbosity > 0:
            yield from self._exercised(footer)
        if self._verbosity >= 0:
            yield from self._explain_most()
            if self._debug:
                yield from (*self._command("under a debugger: ", self._debug), "")
            yield from self._suspects(footer)
        if self._verbosity < 0 and self._last and footer.stopped == FAIL_FAST:
            yield self.line(self._last)
        yield from self._sums(footer)
        yield from (self._paint("red", f"CANARY {sentence}") for sentence in footer.failed_canaries)
        yield from (self._paint("red", f"STALE known failure {sentence}") for sentence in footer.stale)
        yield from (self._paint("red", f"CHANGED {sentence}") for sentence in footer.changed_declarations)
        yield from (self._paint("yellow", f"note: {sentence}") for sentence in footer.notes)
        yield from (self._paint("yellow", f"the codec: {sentence}") for sentence in footer.complaints)
        yield from (f"{level}: {sums}" for level, sums in closing.levels(footer, self._level))
        style, sentence = closing.closing(footer, self._header, self._level)
        yield self._paint(style, sentence)

    def _explain_most(self) -> Iterator[str]:
        """Yield a line for each of the causes that explain most failures, with their ids, and one for the others."""
        largest = self._causes.largest() if self._causes else []
        for cause in largest[:CAUSES]:
            yield from self._wrapped("", cause.line(), "")
        if others := largest[CAUSES:]:
            more = sum(cause.more for cause in others)
            yield f"and {plural(len(others), 'other cause')}" + f", with {plural(more, 'more failure')}" * bool(more)
        if largest:
            yield ""

    def _suspects(self, footer: Footer) -> Iterator[str]:
        """Yield the requirements that the failures point to most."""
        for one in footer.suspects:
            yield self._paint("bold", f"suspect {one.requirement}") + (
                f": {one.failed:,} of {one.answered:,} answers to cases that cite it fail, "
                f"{one.others_failed:,} of {one.others:,} others"
            )
        if footer.suspects:
            yield ""

    def _table(self, footer: Footer) -> Iterator[str]:
        width = max(map(len, (HEAD, *footer.features)))
        columns = "".join(f"{level:>18}" for level in LEVELS)
        yield self._paint("bold", f"{HEAD:<{width}}{columns}")
        for feature, cells, style in closing.table(footer.features, self._level):
            yield f"{feature:<{width}}{self._paint(style, cells)}"
        yield ""

    def _exercised(self, footer: Footer) -> Iterator[str]:
        """Yield the scope of each requirement, and the policies that the codec declared."""
        width = max(map(len, footer.requirements), default=0)
        yield self._paint("bold", f"{'requirement':<{width}}") + "  held/answered/asked"
        yield from (f"{id:<{width}}  {closing.cell(scope)}" for id, scope in footer.requirements.items())
        bare = closing.unexercised(footer)
        yield from self._wrapped("never exercised: ", ", ".join(bare) or "none", "")
        for format, declared in self._header.declared.items() if self._header else ():
            policies = (f"{name}: {choice}" for name, choice in declared["policies"].items())
            yield from self._wrapped(f"declared policies of {format}: ", "; ".join(policies) or "none", "")
        yield ""

    def _sums(self, footer: Footer) -> Iterator[str]:
        restarts = f"; the codec was restarted {times(footer.restarts)}" if footer.restarts else ""
        *first, last = closing.sums(footer)
        yield from first
        yield f"{last} in {footer.seconds:.1f} s{restarts}"
        if self._verbosity >= 0 and (slow := closing.slowest(footer, 0.0 if self._verbosity else closing.SLOW)):
            yield f"slowest: {slow}"
        for word, reasons in self._reasons.items():
            for reason in sorted(reasons, key=lambda reason: (reason == OTHERS, -reasons[reason])):
                yield f"  {reasons[reason]:,} {REASONED[word]}: {printable(reason)}"
        if footer.not_asked:
            asked = ", ".join(f"{count:,}: {word} not declared" for word, count in footer.not_asked.items())
            yield f"not asked: {sum(footer.not_asked.values()):,} ({asked})"


# Options of `check` that affect the questions and how they are asked, with the defaults, which are left out.
REPEATED = {
    "vectors": None, "one-shot": False, "timeout": 5.0, "memory": 1024, "cpu": 0, "files": 1024, "file-size": 1024,
    "processes": 256, "sandbox": False, "sweeps": "chosen",
}  # fmt: skip


def reproduce(finding: Finding, header: Header) -> str:
    """Return the command that repeats this one question; empty if the case's name is not a valid one."""
    if finding.case.count("/") < 2:
        return ""
    first, second, name = finding.case.split("/", 2)
    place = f"{second}/{name}"
    sequence = next((one for one in finding.reasons if type(one) is DependsOnEarlier and one.after), None)
    words = ["goldenwire", "check", second if first in {"property", "sweep"} else first]
    if second == CANARY:
        words = ["goldenwire", "smoke"]  # smoke generates a new value
    elif first == "sweep":
        words += ["--select", finding.case, "--operation", finding.operation, "--examples", "0"]
    elif first == "property":
        words += ["--select", finding.case, *_drawn(header), *_after(sequence)]
    elif finding.operation == SEQUENCE and place != NO_STATE:
        words += ["--select", finding.case, "--examples", "0"]  # a saved one
    elif sequence and sequence.is_long:
        pass  # the whole run, which asks them
    elif sequence:
        operation, _, case = sequence.question.partition(" ")
        words += ["--select", case, "--operation", operation, *_after(sequence)]
    elif place not in {NOTHING_ELSE, NO_STATE}:  # only all questions together show it
        words += ["--select", finding.case, "--operation", finding.operation]
    for option, plain in REPEATED.items():
        value = header.options.get(option, plain)
        if value is True:
            words.append(f"--{option}")
        elif value != plain:
            words += [f"--{option}", f"{value:g}" if isinstance(value, float) else str(value)]
    for name in header.options.get("env", ()):
        words += ["--env", str(name)]
    return shlex.join(words + (["--", *header.command] if header.command else []))


def _after(sequence: DependsOnEarlier | None) -> list[str]:
    """Return the options that ask the questions of a sequence first."""
    after = sequence.after if sequence and not sequence.is_long else ()
    return [word for question in after for word in ("--after", question)]


def _drawn(header: Header) -> list[str]:
    """Return the options on which the examples of properties depend."""
    return [word for option in ("examples", "seed") for word in (f"--{option}", str(header.options.get(option)))]


def under_debugger(finding: Finding, header: Header) -> str:
    """Return the command that asks this one question in this process or, of a program, prints it; else nothing."""
    if is_python(header.command):
        return shlex.join(_single("debug", finding, header))
    words = _single("ask", finding, header)
    return f"{shlex.join(words)} > request.jsonl" if words else ""


def _single(command: str, finding: Finding, header: Header) -> list[str]:
    """Return the words of `ask` or `debug` for this one question; none if its case is not asked alone."""
    first, *rest = finding.case.split("/")
    swept = ["sweep"] * (header.options.get("sweeps") != "all")  # `ask` knows the chosen ones
    if len(rest) < 2 or rest[0] in {"protocol", "scale"} or first not in {"property", *swept, *header.formats}:
        return []
    options = _drawn(header) if first == "property" else ["--operation", finding.operation]
    if vectors := header.options.get("vectors"):
        options += ["--vectors", str(vectors)]
    if command == "ask" and header.options.get("one-shot"):
        options.append("--one-shot")
    return ["goldenwire", command, finding.case, *options, *(["--", *header.command] if header.command else [])]
