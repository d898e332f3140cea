"""The ratchet: failures that are known, each with a kind and a reason, held against what is observed today.

A file of one format, grouped by reason:

    format: daphne
    entries:
    - kind: wontfix
      reason: written before value types were numbered
      cases:
        daphne/dense/int8 decode: rejected VALUETYPE

A known failure that passes, that is observed otherwise, or that nothing was found for fails the run. The observation
may leave out its last words: `value` stands for any wrong value. Of a property the counterexample is kept too, under
`samples`: it is what is tried again, so that the outcome does not hang on what is drawn.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Self, get_args

import msgspec
from msgspec import Meta, Struct

from goldenwire.corpus import plainyaml
from goldenwire.corpus.vector import Line
from goldenwire.display.text import printable
from goldenwire.errors import UserError, did_you_mean
from goldenwire.results.files import put
from goldenwire.results.records import Finding, Footer, Header, Known, KnownKind, Record, narrowed
from goldenwire.results.samples import Sample

Key = tuple[str, str]  # case, operation
NEW = Known("todo", "not looked at yet")


class KnownFailuresError(UserError):
    """A file of known failures that cannot be used: the file and a sentence."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """Cases that fail for one reason, each with what is observed."""

    kind: KnownKind
    reason: Line
    cases: Annotated[dict[Annotated[str, Meta(pattern=r"^[^ ]+ [^ ]+$")], Line], Meta(min_length=1)]


class File(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    entries: tuple[Entry, ...] = ()
    samples: dict[str, Sample] = {}


class KnownFailures:
    """Known failures by case and operation; `apply` turns findings, `stale` tells what was not met."""

    def __init__(
        self, format: str, known: dict[Key, tuple[str, Known]], samples: Mapping[str, Sample] | None = None
    ) -> None:
        self.format = format
        self.known = known
        self.samples = samples or {}  # by case: the counterexamples of properties
        self._met: set[Key] = set()

    def apply(self, finding: Finding) -> Finding:
        """The finding in the light of what is known of its case."""
        key = finding.case, finding.operation
        entry = self.known.get(key)
        if entry is None:
            return finding
        if finding.finding == "skip":
            return finding  # nothing was found out; the entry goes stale
        self._met.add(key)
        due, known = entry
        kept = self.samples.get(finding.case)
        if finding.finding == "fail" and kept and kept != finding.sample:
            why = f"{finding.why}; the example that is kept with the known failures holds now, and this one fails"
            return msgspec.structs.replace(finding, why=why, known=known)
        if finding.finding != "fail":
            why = f"it is known to fail ({due}), and did not; take it out of the known failures"
            return msgspec.structs.replace(finding, finding="unexpected-pass", why=why, known=known)
        if finding.observation == due or finding.observation.startswith(due + " "):
            return msgspec.structs.replace(finding, finding="known-failure", known=known)
        why = f"{finding.why}; it is known to fail in another way: {due}"
        return msgspec.structs.replace(finding, why=why, known=known)

    def meet(self, finding: Finding) -> Finding:
        """The same finding, which `apply` gave in an earlier part of the run."""
        if finding.finding != "skip" and (finding.case, finding.operation) in self.known:
            self._met.add((finding.case, finding.operation))
        return finding

    def excuses(self, case: str, operation: str) -> bool:
        """Whether the case is known to fail."""
        return (case, operation) in self.known

    def stale(self, existing: Mapping[str, bool]) -> list[str]:
        """The entries that nothing was found for, as sentences.

        `existing` tells of each case whether all its questions were to be asked; if not, nothing is held against it.
        """
        sentences = []
        for case, operation in self.known.keys() - self._met:
            if case not in existing:
                sentences.append(f"{case} {operation}: there is no such case{did_you_mean(case, existing)}")
            elif existing[case]:
                sentences.append(f"{case} {operation}: it was not asked, or skipped")
        return sorted(sentences)


def read(path: Path) -> KnownFailures:
    """The known failures in a file. Raises KnownFailuresError."""
    try:
        tree = plainyaml.parse(path.read_bytes().decode())
        file = msgspec.json.decode(msgspec.json.encode(tree), type=File)  # samples keep the raw text of their values
    except OSError as error:
        raise KnownFailuresError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise KnownFailuresError(f"{path}: not UTF-8 at byte {error.start}") from None
    except (plainyaml.PlainYamlError, msgspec.ValidationError) as error:
        raise KnownFailuresError(f"{path}: {error}") from None
    known: dict[Key, tuple[str, Known]] = {}
    for entry in file.entries:
        for words, observation in entry.cases.items():
            case, operation = words.split(" ")
            if (case, operation) in known:
                raise KnownFailuresError(f"{path}: {words} stands under two reasons")
            known[case, operation] = observation, Known(entry.kind, entry.reason)
    for case, sample in file.samples.items():
        if (case, sample.operation) not in known:
            raise KnownFailuresError(f"{path}: {case} has a sample, and is not known to fail in {sample.operation}")
    return KnownFailures(file.format, known, file.samples)


class Recorder:
    """Collects today's failures and writes them, when the run has ended, as the known failures of tomorrow.

    A narrowed or early-ended run keeps what is known of the questions that it did not ask. `told` is given a sentence
    for people once the file is in place.
    """

    def __init__(
        self, path: Path, format: str, before: KnownFailures | None, told: Callable[[str], object] = lambda _: None
    ) -> None:
        self._path, self._format, self._told = path, format, told
        self._before, self._samples = (before.known, {**before.samples}) if before else ({}, {})
        self._today: dict[Key, tuple[str, Known]] = {}
        self._asked: set[Key] = set()
        self._narrowed = False

    def __enter__(self) -> Self:
        return self

    def take(self, record: Record) -> None:
        """Note a finding; what is known of it does not count. Write the file at the footer."""
        match record:
            case Finding():
                self._note(record)
            case Header():
                self._narrowed = narrowed(record)
            case Footer():
                self._write(self._narrowed or bool(record.stopped))

    def __exit__(self, *_: object) -> None:
        self._today.clear()

    def _note(self, finding: Finding) -> None:
        key = finding.case, finding.operation
        self._asked.add(key)
        if finding.finding in {"fail", "known-failure"}:
            known = self._before[key][1] if key in self._before else NEW
            self._today[key] = finding.observation, known
            if finding.sample:
                self._samples[finding.case] = finding.sample

    def _write(self, in_part: bool) -> None:
        kept = {key: entry for key, entry in self._before.items() if in_part and key not in self._asked}
        put(self._path, "".join(_lines(self._format, {**kept, **self._today}, self._samples)))
        count = len(kept) + len(self._today)
        self._told(f"{count:,} known failures are in {self._path}; give each its kind and reason")


def _lines(format: str, known: dict[Key, tuple[str, Known]], samples: Mapping[str, Sample]) -> Iterator[str]:
    groups: dict[tuple[str, str], dict[str, str]] = {}
    for (case, operation), (observation, why) in sorted(known.items()):
        groups.setdefault((why.kind, why.reason), {})[f"{case} {operation}"] = observation
    yield "# Failures that are known; kind is todo, wontfix or disputed.\n"
    yield "# `goldenwire check --write-known-failures` writes this file again and keeps kinds and reasons.\n"
    yield f"format: {_quoted(format)}\n"
    yield "entries:\n" if groups else "entries: []\n"
    for kind, reason in sorted(groups, key=lambda group: (KINDS.index(group[0]), group[1])):
        yield f"- kind: {kind}\n  reason: {_quoted(reason)}\n  cases:\n"
        yield from (f"    {_quoted(words)}: {_quoted(seen)}\n" for words, seen in groups[kind, reason].items())
    yield from _sample_lines({case: samples[case] for case, _ in sorted(known) if case in samples})


def _sample_lines(samples: Mapping[str, Sample]) -> Iterator[str]:
    from goldenwire_reference.tree import one_line

    if samples:
        yield "samples:\n"
    for case, sample in samples.items():
        yield f"  {_quoted(case)}:\n"
        members: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sample))
        yield from (f"    {name}: {one_line(member)}\n" for name, member in members.items())


KINDS = get_args(KnownKind)  # in the order in which they are written


def _quoted(text: str) -> str:
    """The text as YAML: plain where that reads back the same, else in double quotes."""
    try:
        if plainyaml.parse(f"{text}: {text}\n") == {text: text}:
            return text
    except plainyaml.PlainYamlError:
        pass
    return msgspec.json.encode(printable(text)).decode()


def checked(known: KnownFailures, formats: Iterable[str], path: Path) -> KnownFailures:
    """The same, if they are of the one format that is run. Raises KnownFailuresError."""
    if [known.format] != list(formats):
        raise KnownFailuresError(f"{path}: these are failures of {known.format}, the run is of {', '.join(formats)}")
    return known
