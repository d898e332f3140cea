"""The file of known failures: today's failures with the kinds and reasons given before, and the state of the gate."""

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self, get_args

import msgspec

from goldenwire.corpus import plainyaml
from goldenwire.display.text import printable, short, without_figures
from goldenwire.results.baseline import NEW, Baseline, Declining, Key
from goldenwire.results.causes import Cause, Causes
from goldenwire.results.files import write_atomically
from goldenwire.results.known_failures import FLAKY, KnownFailures, grouped
from goldenwire.results.records import Finding, Footer, Header, Known, KnownKind, Record, is_left_out, narrowed
from goldenwire.results.samples import Sample
from goldenwire_reference.wording import plural

WIDTH = 110  # columns of lines with digests and names
TITLE = 300  # characters of a cause that a reason keeps


class Recorder:
    """Collect the failures of a run and write them as known failures when it has ended.

    A narrowed or incomplete run keeps the entries of questions that it did not ask, and all declines; a run without
    sweeps or properties keeps those of the kind that it left out. Every run keeps flaky entries, even if they passed.
    `told` is called with sentences for people once the file is in place: how many entries there are, and how many of
    the earlier ones are kept or removed.
    """

    def __init__(
        self,
        path: Path,
        format: str,
        before: KnownFailures | None,
        told: Callable[[str], object] = lambda _: None,
        command: str = "check",
    ) -> None:
        self._path, self._format, self._told, self._command = path, format, told, command
        self._before, self._samples = (before.known, {**before.samples}) if before else ({}, {})
        self._held = before.comparison if before else None
        self._declining = Declining(self._held)
        self._header: Header | None = None
        self._today: dict[Key, tuple[str, Known]] = {}
        self._causes, self._new = Causes(), list[tuple[Key, Cause]]()
        self._asked: set[Key] = set()

    def __enter__(self) -> Self:
        return self

    def take(self, record: Record) -> None:
        """Note a finding as observed, whether or not it is known. Write the file at the footer."""
        match record:
            case Finding():
                self._note(record)
            case Header():
                self._header = record
            case Footer():
                self._write(bool(record.stopped) or (self._header is not None and narrowed(self._header)))

    def __exit__(self, *_: object) -> None:
        self._today.clear()
        self._new.clear()

    def _note(self, finding: Finding) -> None:
        key = finding.case, finding.operation
        self._asked.add(key)
        self._declining.note(finding, _said(finding) if finding.is_declined else "")
        recorded, known = self._before.get(key, ("", NEW))
        if recorded == FLAKY and finding.finding == "pass":
            self._today[key] = recorded, known
        elif finding.finding in {"fail", "flaky", "known-failure"} and not finding.declined:
            seen = FLAKY if FLAKY in {finding.finding, recorded} else str(finding.observation)
            shortened = recorded != "" and seen.startswith(f"{recorded} ")  # by a person, if the rest is not stable
            self._today[key] = recorded if shortened else seen, known
            if known.kind == NEW.kind and known.reason.startswith(NEW.reason):
                self._causes.new(finding)
                if cause := self._causes.of(finding.case):
                    self._new.append((key, cause))
            if finding.sample:
                self._samples[finding.case] = finding.sample

    def _tell_causes_apart(self) -> None:
        """Add the cause to the reason of each failure that has no reason yet, so that each cause is an entry."""
        titles: Counter[str] = Counter()
        named: dict[int, str] = {}
        for key, cause in self._new:
            if id(cause) not in named:
                title = short(cause.title(), TITLE)
                titles[title] += 1
                named[id(cause)] = f"{title}, another cause ({titles[title]})" if titles[title] > 1 else title
            seen, _ = self._today[key]
            self._today[key] = seen, Known(NEW.kind, printable(f"{NEW.reason}: {named[id(cause)]}"))

    def _write(self, in_part: bool) -> None:
        self._tell_causes_apart()
        unasked = {key: entry for key, entry in self._before.items() if key not in self._asked}
        kept = {key: entry for key, entry in unasked.items() if in_part or self._is_left_out(key[0])}
        if in_part:
            baseline = self._held.baseline if self._held else None
        else:
            baseline = self._declining.baseline(self._header) if self._header else None
        known = {**kept, **self._today}
        write_atomically(self._path, "".join(_lines(self._command, self._format, known, self._samples, baseline)))
        count = len(kept) + len(self._today)
        declines = f" and {baseline.count:,} declines" if baseline and baseline.count else ""
        self._told(f"{count:,} known failures{declines} are in {self._path}; give each its kind and reason")
        words = [f"{plural(len(kept), 'known failure')} not asked in this run"] * bool(kept)
        words += ["all declines"] * bool(in_part and declines)
        if words:
            self._told(f"kept as they were: {' and '.join(words)}")
        if gone := len(self._before.keys() - known.keys()):
            self._told(f"removed: {plural(gone, 'known failure')} of before")

    def _is_left_out(self, case: str) -> bool:
        """Return whether the run left out all cases of this kind."""
        return self._header is not None and is_left_out(self._header, case.rpartition("/")[0])


def _said(finding: Finding) -> str:
    """Return the codec's words for a decline, without their figures."""
    return without_figures(finding.observed or finding.why)


def _lines(
    command: str,
    format: str,
    known: dict[Key, tuple[str, Known]],
    samples: Mapping[str, Sample],
    baseline: Baseline | None,
) -> Iterator[str]:
    groups: dict[tuple[str, str], dict[Key, str]] = {}
    for key, (observation, why) in sorted(known.items()):
        groups.setdefault((why.kind, why.reason), {})[key] = observation
    yield "# Failures that are known; kind is todo, wontfix or disputed.\n"
    yield f"# `goldenwire {command} --write-known-failures` writes this file again and keeps kinds and reasons.\n"
    yield f"format: {_quoted(format)}\n"
    yield "entries:\n" if groups else "entries: []\n"
    for kind, reason in sorted(groups, key=lambda group: (KINDS.index(group[0]), group[1])):
        yield f"- kind: {kind}\n  reason: {_quoted(reason)}\n  cases:\n"
        for words, told in grouped(groups[kind, reason]).items():
            yield from _case_lines(_quoted(words), {_quoted(seen): names for seen, names in told.items()})
    yield from _sample_lines({case: samples[case] for case, _ in sorted(known) if case in samples})
    yield from _baseline_lines(baseline) if baseline else ()


def _sample_lines(samples: Mapping[str, Sample]) -> Iterator[str]:
    from goldenwire_suite.tree import one_line

    if samples:
        yield "samples:\n"
    for case, sample in samples.items():
        yield f"  {_quoted(case)}:\n"
        members: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sample))
        yield from (f"    {name}: {one_line(member)}\n" for name, member in members.items())


KINDS = get_args(KnownKind)  # in the order in which they are written


def _case_lines(words: str, told: Mapping[str, str]) -> Iterator[str]:
    """Yield the names of cases by observation, on one line if they fit."""
    flat = f"    {words}: {{{', '.join(f'{seen}: {_quoted(names)}' for seen, names in told.items())}}}\n"
    if len(flat) <= WIDTH:
        yield flat
        return
    yield f"    {words}:\n"
    for seen, names in told.items():
        line = f"      {seen}: {_quoted(names)}\n"
        if len(line) > WIDTH:
            line = f"      {seen}:\n" + "".join(f"{part}\n" for part in _wrapped(names, " " * 8))
        yield line


def _wrapped(words: str, indent: str) -> list[str]:
    """Return the words as a double-quoted text wrapped over several lines."""
    return textwrap.wrap(
        f'"{words}"', WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False,
        break_long_words=False,
    )  # fmt: skip


def _quoted(text: str) -> str:
    """Return the text as YAML: plain if it reads back unchanged, otherwise in double quotes."""
    try:
        if plainyaml.parse(f"{text}: {text}\n") == {text: text}:
            return text
    except plainyaml.PlainYamlError:
        pass
    return msgspec.json.encode(printable(text)).decode()


def _baseline_lines(baseline: Baseline) -> Iterator[str]:
    """Yield the lines for the recorded state besides failures."""
    yield f"kit: {_quoted(baseline.kit)}\nvectors: {_quoted(baseline.vectors)}\ndeclared:\n"
    for name in ("operations", "features"):
        yield f"  {name}: [{', '.join(map(_quoted, getattr(baseline.declared, name)))}]\n"
    policies = (f"{_quoted(policy)}: {_quoted(choice)}" for policy, choice in baseline.declared.policies.items())
    yield f"  policies: {{{', '.join(policies)}}}\n"
    yield "declines:\n" if baseline.declines else "declines: []\n"
    for entry in sorted(baseline.declines, key=lambda entry: (KINDS.index(entry.kind), entry.reason, entry.says)):
        yield f"- kind: {entry.kind}\n  reason: {_quoted(entry.reason)}\n  says: {_quoted(entry.says)}\n  cases:\n"
        yield from (f"    {group}: {_quoted(names)}\n" for group, names in entry.cases.items())
    yield "# Not to be read: they tell a case that is as it was from one that is new or changed since.\n"
    yield "digests:\n" if baseline.digests else "digests: {}\n"
    for feature, digests in baseline.digests.items():
        yield f"  {feature}:\n" + "".join(f"{line}\n" for line in _wrapped(digests, "    "))
