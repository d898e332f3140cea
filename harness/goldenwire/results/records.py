"""The records of results.jsonl: a header, one record per finding, a footer, each written as it comes.

A record is one JSON object on one line; its member `record` names its type. A file is valid up to its last complete
line. If the footer is missing or has `"complete":false`, the run ended early.
"""

from collections import Counter
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct

from goldenwire.corpus.vector import LEVELS, Hex, Level
from goldenwire.errors import UserError
from goldenwire.judge.reasons import DependsOnEarlier, Reason, sentences
from goldenwire.protocol import ObservationKey
from goldenwire.results.samples import Sample
from goldenwire.results.scope import Levels, Scope, at, kind
from goldenwire.results.suspects import Suspect

FindingWord = Literal[
    "pass",
    "fail",
    "flaky",
    "known-failure",
    "unexpected-pass",
    "declined",
    "explained",
    "unspecified",
    "not-asked",
]
FINDINGS: tuple[FindingWord, ...] = get_args(FindingWord)
BAD = frozenset({"fail", "flaky", "unexpected-pass"})  # the findings that a run fails on
RESULTS = 2  # the version of the records
KnownKind = Literal["todo", "wontfix", "disputed"]

Counts = dict[str, dict[str, int]]  # level -> finding -> how many


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """The kind of and reason for an expected failure."""

    kind: KnownKind
    reason: str


class Header(Struct, frozen=True, forbid_unknown_fields=True, tag_field="record", tag="header"):
    """The setup of a run: the kit, the vectors, the codec, the options, the machine."""

    kit: str
    vectors: dict[str, Any]  # version, content; modified if the content differs from the manifest's
    codec: dict[str, str]  # name, version, language
    command: tuple[str, ...]
    formats: tuple[str, ...]
    undeclared: dict[str, list[str]]  # operations, features and policies that the codec leaves undeclared
    options: dict[str, Any]
    platform: dict[str, str]
    started: str
    declared: dict[str, dict[str, Any]] = {}  # by format: operations, features and policies that the codec declares
    results: int = RESULTS  # the version of the records


class Canaries(Struct, frozen=True, forbid_unknown_fields=True, tag_field="record", tag="canaries"):
    """The canaries that failed, as sentences, without known failures. Usually empty."""

    failed_canaries: tuple[str, ...] = ()


class Finding(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False, tag_field="record", tag="finding"
):
    """The result of one question. A pass of a vector has only the first five members, and rarely `reasons`.

    `why` has the sentences of `reasons`; make both with `because`.
    """

    case: str
    operation: str
    finding: FindingWord
    level: Level
    requirements: tuple[str, ...]
    summary: str = ""  # of the case
    observation: ObservationKey | None = None  # equal in every run; known failures are compared with it
    reasons: tuple[Reason, ...] = ()  # the main one first
    why: str = ""
    request: str = ""  # the line that was sent, if requested
    expected: str = ""
    observed: str = ""
    difference: tuple[str, ...] = ()
    place: str = ""  # of the first difference: a field of the bytes, or a path in the value
    stderr: str = ""
    known: Known | None = None
    sample: Sample | None = None  # of a property or sweep that failed: its simplest counterexample
    fields: tuple[str, ...] = ()  # of the counterexample's bytes, without indices
    declined: bool = False  # it fails because the codec declined the question
    digest: str = ""  # of the case, to distinguish a changed case from an old one
    carrier: str = ""  # for a case with an underlying format: the features of that format it relies on
    written: Hex = ""  # the first few thousand of the wrong bytes that the codec wrote, in hex
    points_to: tuple[str, ...] = ()  # the requirements of the fields where a wrong answer goes wrong

    @property
    def is_declined(self) -> bool:
        """True if the codec declined the question, whatever follows from that."""
        return self.declined or self.finding == "declined"

    @property
    def is_stateful(self) -> bool:
        """True if the failure depends on earlier requests."""
        return any(type(reason) is DependsOnEarlier for reason in self.reasons)

    def because(self, *reasons: Reason, finding: FindingWord | None = None) -> "Finding":
        """Return the finding for these reasons, and as another word if one is given."""
        return msgspec.structs.replace(self, finding=finding or self.finding, reasons=reasons, why=sentences(reasons))


class SlowestCase(Struct, frozen=True, forbid_unknown_fields=True):
    """The vector that the codec took longest for, and the median of all, in seconds."""

    case: str
    operation: str
    seconds: float
    median: float


class Footer(Struct, frozen=True, forbid_unknown_fields=True, tag_field="record", tag="footer"):
    """The end of a run and its sums.

    `counts` cover all findings, `sweeps` and `properties` only those. `scope` has the sums by kind (vectors, sweeps,
    properties) and level, `features` by feature and level, `requirements` by requirement.
    """

    complete: bool
    counts: Counts
    not_asked: dict[str, int]  # vectors' questions that were not asked, by the undeclared operation or feature
    stale: tuple[str, ...] = ()  # known failures without a finding
    failed_canaries: tuple[str, ...] = ()  # canaries that failed, as sentences
    complaints: tuple[str, ...] = ()  # mistakes of the codec outside its cases
    restarts: int = 0
    stopped: str = ""  # the reason if the run is not complete
    seconds: float = 0.0
    properties: Counts = {}
    scope: dict[str, Levels] = {}
    features: dict[str, Levels] = {}
    requirements: dict[str, Scope] = {}
    suspects: tuple[Suspect, ...] = ()
    changed_declarations: tuple[str, ...] = ()  # declarations of the codec that differ from the known failures
    sweeps: Counts = {}
    notes: tuple[str, ...] = ()  # failures not asked again alone; other differences from the known failures
    slowest: SlowestCase | None = None


Record = Header | Canaries | Finding | Footer


class RunResult(Struct, frozen=True):
    """A run as read from a file. If the file has no footer, `footer` is computed from the findings."""

    header: Header
    findings: list[Finding]
    footer: Footer


def narrowed(header: Header) -> bool:
    """Return whether the options of the run left out some of the vectors' questions."""
    options = header.options
    return any(options.get(name) for name in ("select", "requirement", "operation", "no-vectors"))


def left_out(header: Header) -> list[str]:
    """Return the kinds of cases of which the options of the run left out all."""
    options = header.options
    kinds = {"sweeps": options.get("no-sweeps"), "properties": options.get("examples") == 0}
    return [name for name, left in kinds.items() if left]


def is_left_out(header: Header, feature: str) -> bool:
    """Return whether the run left out all cases of the kind that this feature has."""
    return kind(feature) in left_out(header)


class ResultsError(UserError):
    """A results file cannot be read: the file, the line, a sentence."""


def passed(counts: Counts, level: Level) -> tuple[int, int]:
    """Return (held, asked) at a level, which includes the levels below it. Skips and notes do not count as asked."""
    taken = [counts.get(name, {}) for name in LEVELS[: LEVELS.index(level) + 1]]
    asked = ("pass", "fail", "flaky", "known-failure", "unexpected-pass")
    return sum(c.get("pass", 0) for c in taken), sum(c.get(word, 0) for c in taken for word in asked)


# The verdicts on a codec, and their exit codes; the first that applies holds.
VERDICTS = {
    "fails": 1,
    "unreliable": 1,  # a canary failed: the results are unreliable
    "outdated": 1,  # the known failures are out of date
    "incomplete": 2,
    "unknown": 2,  # no results
    "known": 0,  # it fails only as known
    "partly": 0,  # it conforms in its answers, which do not cover everything
    "conforms": 0,
}
FAIL_FAST = "fail-fast"  # the reason of a run that stopped at its first failure
INTERRUPTED = 130  # the exit code of a run that a signal ended, whatever its verdict


def verdict(footer: Footer, level: Level) -> str:
    """Return the first of VERDICTS that holds at a level, which includes the levels below it."""
    sums: Counter[str] = Counter()
    for name in LEVELS[: LEVELS.index(level) + 1]:
        sums.update(footer.counts.get(name, {}))
    holds = {
        "fails": sums["fail"] or sums["flaky"],
        "unreliable": footer.failed_canaries,
        "outdated": sums["unexpected-pass"] or footer.stale or footer.changed_declarations,
        "incomplete": not footer.complete,
        "unknown": not (sums["pass"] or sums["known-failure"] or sums["unspecified"]),
        "known": sums["known-failure"],
        "partly": not all(at(levels, level).whole for levels in footer.scope.values()),
        "conforms": True,
    }
    return next(word for word in VERDICTS if holds[word])


def exit_code(footer: Footer, level: Level) -> int:
    """Return the exit code: 0 conforms at the level, 1 does not conform, 2 no verdict, 130 interrupted."""
    return INTERRUPTED if footer.stopped == "interrupted" else VERDICTS[verdict(footer, level)]


def no_counts() -> Counts:
    """Return counts of zero for every finding at every level."""
    return {level: dict.fromkeys(FINDINGS, 0) for level in LEVELS}
