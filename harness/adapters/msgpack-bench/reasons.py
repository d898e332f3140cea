"""Gives each failure and each decline of a run its kind and reason, by the rules of reasons.yaml.

The first rule that fits counts. A rule fits by patterns: of the codec's id, the case, the operation, what is observed,
the requirements (one of them is enough), or of the words in which it declines.
"""

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache

import msgspec
import yaml
from click import echo
from codec_table import FORMAT, HERE, Bench

from goldenwire.display.text import without_figures
from goldenwire.results.baseline import Baseline, Declared, Declines, Key
from goldenwire.results.known_failures import FLAKY, KnownFailures
from goldenwire.results.known_failures import read as read_known
from goldenwire.results.recording import Recorder
from goldenwire.results.records import Finding, Known, KnownKind, RunResult, narrowed
from goldenwire.results.stored import read

FAILS = {"fail", "flaky", "known-failure"}


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cause: what it is known by, its kind and its reason. What it leaves out fits everything."""

    kind: KnownKind
    reason: str
    codec: tuple[str, ...] = ("*",)
    case: tuple[str, ...] = ("*",)
    operation: tuple[str, ...] = ("*",)
    observed: tuple[str, ...] = ("*",)
    requirement: tuple[str, ...] = ("*",)
    steady: bool = True  # false: what is observed is another each time, and is held by its first word alone

    comes_and_goes: bool = False  # it hangs on how much of the stack is left, or the like

    def fits(self, bench: Bench, finding: Finding) -> bool:
        """Return whether this is the cause of the failure."""
        return (
            _one(self.codec, [bench.id])
            and _one(self.case, [finding.case])
            and _one(self.operation, [finding.operation])
            and _one(self.observed, [str(finding.observation), finding.observed])
            and _one(self.requirement, finding.requirements or ("",))
        )


class Decline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a codec declines in these words."""

    kind: KnownKind
    reason: str
    says: str


class Reasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    failures: tuple[Rule, ...]
    declines: tuple[Decline, ...]


def _one(patterns: Iterable[str], words: Iterable[str]) -> bool:
    return any(fnmatchcase(word, pattern) for word in words for pattern in patterns)


@cache
def reasons() -> Reasons:
    """The rules, checked. Raises msgspec.ValidationError."""
    return msgspec.convert(yaml.safe_load((HERE / "reasons.yaml").read_text()), Reasons)


def write_known(bench: Bench) -> int:
    """Return the number of failures and declines that no rule explains; if there are none, write the known failures.

    It is 1 also for an incomplete run.
    """
    run = read(bench.results)
    if not run.footer.complete or narrowed(run.header):
        echo(f"not the whole run: {bench.results}: its known failures stay as they are")
        return 1
    coming = _known_to_come_and_go(bench)
    known, declines = dict(coming), {}
    unknown: list[str] = []
    for finding in run.findings:
        if finding.finding in FAILS and finding.observation and not finding.declined:
            if rule := _cause(bench, finding):
                steady = rule.steady and not (bench.language.unordered and finding.operation != "decode")
                due = str(finding.observation) if steady else finding.observation.kind
                key = finding.case, finding.operation
                known[key] = FLAKY if rule.comes_and_goes or key in coming else due, Known(rule.kind, rule.reason)
            else:
                unknown.append(f"{finding.case} {finding.operation}: {finding.observation} | {finding.observed[:90]}")
        elif finding.is_declined:
            says = _said(finding)
            if why := _decline(says):
                declines[says] = why
            else:
                unknown.append(f"{finding.case} {finding.operation}: declined: {says}")
    for sentence in unknown:
        echo(f"without a reason: {bench.id}: {sentence}")
    if not unknown:
        _record(bench, run, KnownFailures(FORMAT, known, baseline=_pin(declines)))
    return len(unknown)


def _known_to_come_and_go(bench: Bench) -> dict[Key, tuple[str, Known]]:
    """Return the known failures that do not occur in every run."""
    before = read_known(bench.known).known if bench.known.exists() else {}
    return {key: entry for key, entry in before.items() if entry[0] == FLAKY}


def _cause(bench: Bench, finding: Finding) -> Rule | None:
    """The first rule that fits a failure."""
    return next((rule for rule in reasons().failures if rule.fits(bench, finding)), None)


def _decline(says: str) -> Known | None:
    """The kind and reason of a decline in these words."""
    fitting = (Known(rule.kind, rule.reason) for rule in reasons().declines if fnmatchcase(says, rule.says))
    return next(fitting, None)


def _said(finding: Finding) -> str:
    """The codec's words for a decline, as the known failures have them."""
    return without_figures(finding.observed or finding.why)


def _pin(declines: Mapping[str, Known]) -> Baseline:
    """Known declines by their words alone: the recorder finds the reason of each case there."""
    entries = (Declines(why.kind, why.reason, says, {"none decode": "none"}) for says, why in declines.items())
    return Baseline("", "", Declared(), tuple(entries))


def _record(bench: Bench, run: RunResult, before: KnownFailures) -> None:
    """Write the run's failures and declines, with what is known of them."""
    bench.known.parent.mkdir(exist_ok=True)
    with Recorder(bench.known, FORMAT, before, echo) as recorder:
        recorder.take(run.header)
        for finding in run.findings:
            recorder.take(finding)
        recorder.take(run.footer)
