"""results.jsonl: a header, one record per finding, a footer. Written as it comes, valid up to its last line.

A record is one JSON object on one line, whose member `record` says which it is. Where the footer is missing or says
`"complete":false` the run came to an early end.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from goldenwire.corpus.vector import LEVELS, Level
from goldenwire.errors import UserError
from goldenwire.results.samples import Sample

FindingWord = Literal["pass", "fail", "known-failure", "unexpected-pass", "skip", "noted"]
FINDINGS: tuple[FindingWord, ...] = get_args(FindingWord)
KnownKind = Literal["todo", "wontfix", "disputed"]

Counts = dict[str, dict[str, int]]  # level -> finding -> how many


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a failure is expected."""

    kind: KnownKind
    reason: str


class Header(Struct, frozen=True, forbid_unknown_fields=True, tag_field="record", tag="header"):
    """What was run: the kit, the vectors, the codec, the options, the machine."""

    kit: str
    vectors: dict[str, Any]  # version, content; modified where the content is not the manifest's
    codec: dict[str, str]  # name, version, language
    command: tuple[str, ...]
    formats: tuple[str, ...]
    undeclared: dict[str, list[str]]  # operations, features and policies that the codec leaves undeclared
    options: dict[str, Any]
    platform: dict[str, str]
    started: str


class Canaries(Struct, frozen=True, forbid_unknown_fields=True, tag_field="record", tag="canaries"):
    """What the three first questions say against the adapter, known failures put aside; nothing, as a rule."""

    unmasked: tuple[str, ...] = ()


class Finding(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, tag_field="record", tag="finding"
):
    """What one question came to. A pass of a vector holds the first five members, and rarely `why`."""

    case: str
    operation: str
    finding: FindingWord
    level: Level
    requirements: tuple[str, ...]
    summary: str = ""  # of the case
    observation: str = ""  # short, and the same in every run: what a known failure is held against
    why: str = ""
    expected: str = ""
    observed: str = ""
    difference: tuple[str, ...] = ()
    stderr: str = ""
    known: Known | None = None
    sample: Sample | None = None  # of a property that failed: its simplest counterexample


class Footer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="record", tag="footer"):
    """How the run ended, and its sums."""

    complete: bool
    counts: Counts
    not_asked: dict[str, int]
    stale: tuple[str, ...] = ()  # known failures that nothing was found for
    unmasked: tuple[str, ...] = ()  # what the canaries say against the adapter
    complaints: tuple[str, ...] = ()  # what the codec did wrong outside its cases
    restarts: int = 0
    stopped: str = ""  # why the run is not complete
    seconds: float = 0.0


Record = Header | Canaries | Finding | Footer


class RunResult(Struct, frozen=True):
    """A run, read back. `footer` is made up from the findings where the file has none."""

    header: Header
    findings: list[Finding]
    footer: Footer


def narrowed(header: Header) -> bool:
    """Whether the run's options left some of the vectors' questions out."""
    options = header.options
    return any(options.get(name) for name in ("select", "requirement", "operation", "no-vectors"))


class ResultsError(UserError):
    """A results file that cannot be read: the file, the line, a sentence."""


def passed(counts: Counts, level: Level) -> tuple[int, int]:
    """(held, asked) at a level, which takes in the levels below it. Skips and notes are not counted as asked."""
    taken = [counts.get(name, {}) for name in LEVELS[: LEVELS.index(level) + 1]]
    asked = ("pass", "fail", "known-failure", "unexpected-pass")
    return sum(c.get("pass", 0) for c in taken), sum(c.get(word, 0) for c in taken for word in asked)


# What a run says of the codec, and the exit code.
VERDICTS = {
    "fails": 1,
    "unmasked": 1,  # the adapter is not to be believed
    "outdated": 1,  # known failures that pass now, or that name nothing
    "incomplete": 2,
    "unknown": 2,  # nothing was found out
    "known": 0,  # it fails only as it is known to
    "conforms": 0,
}
LINE = 1 << 28  # octets of a line that are read
INTERRUPTED = 130  # the exit code of a run that a signal ended, whatever it says


def verdict(footer: Footer, level: Level) -> str:
    """The first of VERDICTS that holds at a level, which takes in the levels below it."""
    sums: Counter[str] = Counter()
    for name in LEVELS[: LEVELS.index(level) + 1]:
        sums.update(footer.counts[name])
    holds = {
        "fails": sums["fail"],
        "unmasked": footer.unmasked,
        "outdated": sums["unexpected-pass"] or footer.stale,
        "incomplete": not footer.complete,
        "unknown": not (sums["pass"] or sums["known-failure"] or sums["noted"]),
        "known": sums["known-failure"],
        "conforms": True,
    }
    return next(word for word in VERDICTS if holds[word])


def exit_code(footer: Footer, level: Level) -> int:
    """0 conforms at the level, 1 does not, 2 nothing is known, 130 interrupted."""
    return INTERRUPTED if footer.stopped == "interrupted" else VERDICTS[verdict(footer, level)]


class Tally:
    """Sums of findings: by feature and level, and over all features."""

    def __init__(self) -> None:
        self.features: dict[str, Counts] = {}

    def add(self, finding: Finding) -> None:
        feature = finding.case.rpartition("/")[0]
        counts = self.features.get(feature)
        if counts is None:
            counts = self.features[feature] = no_counts()
        counts[finding.level][finding.finding] += 1

    @property
    def counts(self) -> Counts:
        """The sums over all features."""
        total = no_counts()
        for counts in self.features.values():
            for level, words in counts.items():
                for word, count in words.items():
                    total[level][word] += count
        return total


def no_counts() -> Counts:
    """Zero of every finding at every level."""
    return {level: dict.fromkeys(FINDINGS, 0) for level in LEVELS}


_decode = msgspec.json.Decoder(Record).decode


def read(path: Path) -> RunResult:
    """The run in a results file. A torn last line and a missing footer mean an incomplete run. Raises ResultsError."""
    header, *records = stored(path)
    assert isinstance(header, Header), "the first of them is"
    footer = records.pop()
    assert isinstance(footer, Footer), "and so is the last"
    return RunResult(header, [record for record in records if isinstance(record, Finding)], footer)


def stored(path: Path) -> Iterator[Record]:
    """The records of the run in a results file, as they came: header, findings, footer. Raises ResultsError.

    A torn last line is left out; where there is no footer, one is made up that says so.
    """
    lines, tally = _Lines(path), Tally()
    records = iter(lines)
    header = next(records, None)
    if not isinstance(header, Header):
        raise ResultsError(f"{path}: the first line is not a header; this is no results file of goldenwire")
    yield header
    for record in records:
        if isinstance(record, Header):
            raise ResultsError(f"{path}: a second header; one file holds one run")
        if isinstance(record, Footer):
            for _ in records:
                raise ResultsError(f"{path}: something follows the footer; one file holds one run")
            if lines.torn:
                raise ResultsError(f"{path}: half a line follows the footer; one file holds one run")
            yield record
            return
        yield record
        if isinstance(record, Finding):
            tally.add(record)
    torn = f", and its last line is torn ({lines.torn:,} bytes)" if lines.torn else ""
    yield Footer(False, tally.counts, {}, stopped=f"the file has no footer{torn}")


class _Lines:
    """The records of a file, line by line; `torn` is how many bytes follow the last line feed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.torn = 0

    def __iter__(self) -> Iterator[Record]:
        try:
            with self._path.open("rb") as file:
                number = 0
                while line := file.readline(LINE):
                    number += 1
                    if line.endswith(b"\n"):
                        yield _record(self._path, number, line)
                    elif len(line) == LINE:
                        raise ResultsError(f"{self._path}, line {number}: longer than any record, {LINE:,} bytes")
                    else:
                        self.torn = len(line)
        except OSError as error:
            raise ResultsError(f"{self._path}: {error.strerror}") from None


def whole(path: Path) -> int:
    """How many bytes of a results file are records of a run that may be gone on with: up to its footer or last line."""
    size = 0
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n") or line.startswith(b'{"record":"footer"'):
                break
            size += len(line)
    return size


def _record(path: Path, number: int, line: bytes) -> Record:
    try:
        record: Record = _decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise ResultsError(f"{path}, line {number}: not a record of a results file: {error}") from None
    return record
