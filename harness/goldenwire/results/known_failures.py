"""Known failures, each with a kind and a reason; a run compares them with what it observes.

A file of one format, grouped by reason:

    format: daphne
    entries:
    - kind: wontfix
      reason: written before value types were numbered
      cases:
        daphne/dense decode:
          rejected VALUETYPE: int8 int16
          value: uint8@5a44c7ba5bbe

Cases are listed by feature and operation under their observation; a mark of the value or the bytes follows an @.
A case may also be listed alone, as `daphne/dense/int8 decode: rejected VALUETYPE`.

A run fails on a known failure that passes, that fails with another observation, or that has no finding. The
observation may omit its last words: `value` stands for any wrong value. For a property the counterexample is kept too,
under `samples`: the run tries it again, so that the result does not depend on the generated examples.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, get_args

import msgspec
from msgspec import Meta, Struct

from goldenwire import system
from goldenwire.corpus import plainyaml
from goldenwire.corpus.vector import Line
from goldenwire.display.text import printable
from goldenwire.errors import Hints, UserError
from goldenwire.judge.reasons import FailsOtherwise, KeptExamplePasses, NewlyAnswered, NewlyDeclined, PassesNow
from goldenwire.results.baseline import (
    OLD,
    Baseline,
    BaselineComparison,
    Declared,
    Declines,
    Key,
)
from goldenwire.results.records import Finding, Header, Known, KnownKind
from goldenwire.results.samples import Sample

UNANSWERED = {
    "declined",
    "explained",
    "not-asked",
}  # without a result, so that a known failure is stale
FLAKY = "flaky"  # the observation of a known failure that does not fail every time


class KnownFailuresError(UserError):
    """A file of known failures cannot be used: the file, and a sentence that says why."""


Names = dict[Line, Line]  # what is observed -> the names of the cases


class FailureEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Cases that fail for one reason.

    `cases` has an observation by case and operation, or by feature and operation the names of cases by observation.
    """

    kind: KnownKind
    reason: Line
    cases: Annotated[dict[Annotated[str, Meta(pattern=r"^\S+ \S+\Z")], Line | Names], Meta(min_length=1)]

    def observations(self) -> Iterator[tuple[Key, str]]:
        """Yield each case and operation with its observation."""
        for words, told in self.cases.items():
            place, operation = words.split(" ")
            if isinstance(told, str):
                yield (place, operation), told
                continue
            for observation, names in told.items():
                for word in names.split():
                    name, _, mark = word.partition("@")
                    yield (f"{place}/{name}", operation), f"{observation} {mark}".rstrip()


MARKED = re.compile(r"(?P<observation>.+) (?P<mark>[0-9a-f]{12})").fullmatch


def grouped(observations: Mapping[Key, str]) -> dict[str, Names]:
    """Return the cases by feature and operation, in the form that an Entry has."""
    groups: dict[str, dict[str, list[str]]] = {}
    for (case, operation), told in sorted(observations.items()):
        feature, _, name = case.rpartition("/")
        found = MARKED(told)
        observation, word = (found["observation"], f"{name}@{found['mark']}") if found else (told, name)
        groups.setdefault(f"{feature} {operation}", {}).setdefault(observation, []).append(word)
    return {
        words: {observation: " ".join(names) for observation, names in sorted(told.items())}
        for words, told in groups.items()
    }


class File(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    entries: tuple[FailureEntry, ...] = ()
    samples: dict[str, Sample] = {}
    kit: str = ""
    vectors: str = ""
    declared: Declared | None = None  # files without it hold only failures
    declines: tuple[Declines, ...] = ()
    digests: dict[str, str] = {}

    @property
    def baseline(self) -> Baseline | None:
        """The recorded state besides failures."""
        if self.declared is None:
            return None
        return Baseline(self.kit, self.vectors, self.declared, self.declines, self.digests)


class KnownFailures:
    """Known failures by case and operation; `apply` changes findings, `stale` lists entries without a finding.

    `held` is the recorded state besides failures: declines and declarations.
    """

    def __init__(
        self,
        format: str,
        known: dict[Key, tuple[str, Known]],
        samples: Mapping[str, Sample] | None = None,
        baseline: Baseline | None = None,
    ) -> None:
        self.format = format
        self.known = known
        self.samples = samples or {}  # by case: the counterexamples of properties
        self.comparison = BaselineComparison(baseline) if baseline else None
        self._seen: set[Key] = set()

    def begin(self, header: Header) -> None:
        """Compare the run and the codec's declarations with the recorded state."""
        if self.comparison:
            self.comparison.begin(header)

    def apply(self, finding: Finding) -> Finding:
        """Return the finding after the known failures are applied."""
        if self.comparison is None:
            return self._apply(finding)
        if finding.is_declined:
            return self._declined(self.comparison, finding)
        seen = self._apply(finding)
        was_declined = self.comparison.answered(seen)
        if was_declined and seen.finding in {"pass", "unspecified"}:
            return seen.because(NewlyAnswered(), finding="unexpected-pass")
        if seen.finding not in {"fail", "flaky"}:
            return seen
        answered = (NewlyAnswered(),) if was_declined else ()
        return seen.because(*seen.reasons, *answered, *self.comparison.since(seen))

    @staticmethod
    def _declined(comparison: BaselineComparison, finding: Finding) -> Finding:
        """Return the finding of a declined question: a known decline, or a failure."""
        if known := comparison.declined(finding):
            word = "known-failure" if finding.declined else finding.finding
            return msgspec.structs.replace(finding, finding=word, known=known)
        failed = finding.because(NewlyDeclined(), *finding.reasons, *comparison.since(finding), finding="fail")
        return msgspec.structs.replace(failed, declined=True, observed=finding.observed or finding.why)

    def _apply(self, finding: Finding) -> Finding:
        key = finding.case, finding.operation
        entry = self.known.get(key)
        if entry is None or finding.finding in UNANSWERED:  # there was no result; the entry becomes stale
            return finding
        self._seen.add(key)
        recorded, known = entry
        if recorded == FLAKY:
            word = "known-failure" if finding.finding in {"fail", FLAKY} else finding.finding
            return msgspec.structs.replace(finding, finding=word, known=known)
        if finding.finding == "fail" and not self._is_kept(finding):
            return _known(finding.because(*finding.reasons, KeptExamplePasses()), known)
        if finding.finding not in {"fail", FLAKY}:
            return _known(finding.because(PassesNow(recorded), finding="unexpected-pass"), known)
        if finding.finding == "fail" and finding.observation and finding.observation.matches(recorded):
            return msgspec.structs.replace(finding, finding="known-failure", known=known)
        return _known(finding.because(*finding.reasons, FailsOtherwise(recorded)), known)

    def _is_kept(self, finding: Finding) -> bool:
        """Return whether a failure is that of the example that is kept for its operation, or none is kept."""
        kept = self.samples.get(finding.case)
        return kept is None or kept.operation != finding.operation or kept == finding.sample

    def count_stored(self, finding: Finding) -> Finding:
        """Return a finding that `apply` returned in an earlier part of the run; it counts, but is not changed again."""
        key, comparison = (finding.case, finding.operation), self.comparison
        if comparison and finding.is_declined:
            if comparison.declined(finding) is None:
                comparison.since(finding)
            return finding
        if finding.finding not in UNANSWERED and key in self.known:
            self._seen.add(key)
        if comparison:
            comparison.answered(finding)
            if finding.finding in {"fail", FLAKY}:
                comparison.since(finding)
        return finding

    def excuses(self, case: str, operation: str) -> bool:
        """Return whether the case is known to fail."""
        return (case, operation) in self.known

    def stale(self, existing: Mapping[str, bool]) -> list[str]:
        """Return the entries without a finding, as sentences.

        `existing` maps each case to whether all its questions were to be asked; if not, its entries cannot be stale.
        """
        sentences, hints = [], Hints(existing)
        for case, operation in sorted(self.known.keys() - self._seen):
            if case not in existing:
                sentences.append(f"{case} {operation}: there is no such case{hints.of(case)}")
            elif existing[case]:
                sentences.append(f"{case} {operation}: it was not asked, or skipped")
        return [*sorted(sentences), *(self.comparison.missing(existing) if self.comparison else ())]

    def changed_declarations(self) -> tuple[str, ...]:
        """Return the changed declarations of the codec that fail the run, as sentences."""
        return tuple(self.comparison.changed_declarations) if self.comparison else ()

    def notes(self) -> tuple[str, ...]:
        """Return the other differences from the recorded state, as sentences."""
        return tuple(self.comparison.all_notes()) if self.comparison else (OLD,)


def _known(finding: Finding, known: Known) -> Finding:
    return msgspec.structs.replace(finding, known=known)


_NO_KIND = re.compile(r"Invalid enum value '(.*)' - at `\$\.entries\[(\d+)\]\.kind`", re.DOTALL)


def _invalid(message: str) -> str:
    """Return the message of msgspec for people, who write the kinds themselves."""
    found = _NO_KIND.fullmatch(message)
    if not found:
        return message
    kinds = ", ".join(get_args(KnownKind))
    return f"entry {int(found[2]) + 1} is of the kind {printable(found[1]):.40}; the kinds are {kinds}"


def read(path: Path) -> KnownFailures:
    """Read known failures from a file. Raises KnownFailuresError."""
    try:
        tree = plainyaml.parse(system.read_regular(path).decode())
        file = msgspec.json.decode(msgspec.json.encode(tree), type=File)  # samples keep the raw text of their values
    except OSError as error:
        raise KnownFailuresError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise KnownFailuresError(f"{path}: line {line}: not UTF-8 at byte {error.start} of the file") from None
    except plainyaml.PlainYamlError as error:
        raise KnownFailuresError(f"{path}: {error}") from None
    except msgspec.ValidationError as error:
        raise KnownFailuresError(f"{path}: {_invalid(str(error))}") from None
    known: dict[Key, tuple[str, Known]] = {}
    for entry in file.entries:
        for (case, operation), observation in entry.observations():
            if (case, operation) in known:
                raise KnownFailuresError(f"{path}: {case} {operation} is there twice")
            known[case, operation] = observation, Known(entry.kind, entry.reason)
    for case, sample in file.samples.items():
        if (case, sample.operation) not in known:
            raise KnownFailuresError(f"{path}: {case} has a sample, and is not known to fail in {sample.operation}")
    return KnownFailures(file.format, known, file.samples, file.baseline)


def checked(known: KnownFailures, formats: Iterable[str], path: Path) -> KnownFailures:
    """Return the known failures if they are of the one format that is run. Raises KnownFailuresError."""
    if [known.format] != list(formats):
        raise KnownFailuresError(f"{path}: these are failures of {known.format}, the run is of {', '.join(formats)}")
    return known
