"""results.jsonl: a header, one record per finding, a footer. Written as it comes, valid up to its last line.

A record is one JSON object on one line, whose member `record` says which it is. Where the footer is missing or says
`"complete":false` the run came to an early end.
"""

from collections import Counter
from typing import Any, Literal, get_args

from msgspec import Struct

from goldenwire.corpus.vector import LEVELS, Hex, Level
from goldenwire.errors import UserError
from goldenwire.results.samples import Sample
from goldenwire.results.scope import Levels, Scope, at
from goldenwire.results.suspects import Suspect

FindingWord = Literal["pass", "fail", "flaky", "known-failure", "unexpected-pass", "skip", "noted"]
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
    declared: dict[str, dict[str, Any]] = {}  # by format: operations, features and policies that the codec declares


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
    request: str = ""  # the line that was sent, where it is asked for
    expected: str = ""
    observed: str = ""
    difference: tuple[str, ...] = ()
    stderr: str = ""
    known: Known | None = None
    sample: Sample | None = None  # of a property that failed: its simplest counterexample
    declined: bool = False  # it fails because the codec declined the question
    digest: str = ""  # of the case, so that a changed case is told from an old one
    carrier: str = ""  # of a case that is written in another format: what of that it rests on
    written: Hex = ""  # of bytes that the codec wrote, and that are wrong, the first few thousand in hex


class Footer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="record", tag="footer"):
    """How the run ended, and its sums.

    `counts` are of all findings, `properties` of those of properties. `scope` has the sums by kind (vectors,
    properties) and level, `features` by feature and level, `requirements` by requirement.
    """

    complete: bool
    counts: Counts
    not_asked: dict[str, int]  # vectors' questions that were never asked, by the word that is not declared
    stale: tuple[str, ...] = ()  # known failures that nothing was found for
    unmasked: tuple[str, ...] = ()  # what the canaries say against the adapter
    complaints: tuple[str, ...] = ()  # what the codec did wrong outside its cases
    restarts: int = 0
    stopped: str = ""  # why the run is not complete
    seconds: float = 0.0
    properties: Counts = {}
    scope: dict[str, Levels] = {}
    features: dict[str, Levels] = {}
    requirements: dict[str, Scope] = {}
    suspects: tuple[Suspect, ...] = ()
    drift: tuple[str, ...] = ()  # what the codec declares otherwise than the known failures say
    notes: tuple[str, ...] = ()  # what else is not as it was when the known failures were recorded


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
    asked = ("pass", "fail", "flaky", "known-failure", "unexpected-pass")
    return sum(c.get("pass", 0) for c in taken), sum(c.get(word, 0) for c in taken for word in asked)


# What a run says of the codec, and the exit code.
VERDICTS = {
    "fails": 1,
    "unmasked": 1,  # the adapter is not to be believed
    "outdated": 1,  # what is known of the codec is not so any more
    "incomplete": 2,
    "unknown": 2,  # nothing was found out
    "known": 0,  # it fails only as it is known to
    "partly": 0,  # it conforms in what it answers, which is not all
    "conforms": 0,
}
FAIL_FAST = "fail-fast"  # why a run stopped at its first failure
INTERRUPTED = 130  # the exit code of a run that a signal ended, whatever it says


def verdict(footer: Footer, level: Level) -> str:
    """The first of VERDICTS that holds at a level, which takes in the levels below it."""
    sums: Counter[str] = Counter()
    for name in LEVELS[: LEVELS.index(level) + 1]:
        sums.update(footer.counts[name])
    holds = {
        "fails": sums["fail"] or sums["flaky"],
        "unmasked": footer.unmasked,
        "outdated": sums["unexpected-pass"] or footer.stale or footer.drift,
        "incomplete": not footer.complete,
        "unknown": not (sums["pass"] or sums["known-failure"] or sums["noted"]),
        "known": sums["known-failure"],
        "partly": not all(at(levels, level).whole for levels in footer.scope.values()),
        "conforms": True,
    }
    return next(word for word in VERDICTS if holds[word])


def exit_code(footer: Footer, level: Level) -> int:
    """0 conforms at the level, 1 does not, 2 nothing is known, 130 interrupted."""
    return INTERRUPTED if footer.stopped == "interrupted" else VERDICTS[verdict(footer, level)]


def no_counts() -> Counts:
    """Zero of every finding at every level."""
    return {level: dict.fromkeys(FINDINGS, 0) for level in LEVELS}
