"""The recorded state of a gate besides failures: declines, declarations, and the kit and vectors of the recording.

In a file of known failures declines are grouped by reason, feature and operation, so that a thousand of them remain a
few lines to review. If all questions of a feature are declined for one reason, their number stands for them.
`digests` distinguish unchanged cases from new and changed ones.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from goldenwire.corpus.vector import Line
from goldenwire.judge.reasons import CaseChanged, CodecChanged
from goldenwire.results.records import Finding, Header, Known, KnownKind, is_left_out

Key = tuple[str, str]  # case, operation
Group = tuple[str, str]  # feature, operation
ALL = "all "  # prefix of the number of declines that stand for all questions of a feature
OLD = "the known failures do not record declines and declarations; write them again to have these checked too"


class Declared(Struct, frozen=True, forbid_unknown_fields=True):
    """A codec's declarations for the format."""

    operations: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    policies: dict[str, str] = {}


class Declines(Struct, frozen=True, forbid_unknown_fields=True):
    """Questions that are declined in the same words, by feature and operation: the names of the cases, or `all N`."""

    kind: KnownKind
    reason: Line
    says: str
    cases: Annotated[dict[Annotated[str, Meta(pattern=r"^\S+ \S+\Z")], Line], Meta(min_length=1)]


class Baseline(Struct, frozen=True):
    """The state of a gate when it was recorded."""

    kit: str
    vectors: str
    declared: Declared
    declines: tuple[Declines, ...] = ()
    digests: dict[str, str] = {}  # by feature, those of its cases

    @property
    def count(self) -> int:
        """The number of declines."""
        return sum(_number(names) for _, _, names in self.groups())

    def groups(self) -> Iterator[tuple[Group, Known, str]]:
        """Yield feature and operation, the reason for the declines, and the names of the cases or their number."""
        for entry in self.declines:
            for words, names in entry.cases.items():
                feature, operation = words.split(" ")
                yield (feature, operation), Known(entry.kind, entry.reason), names


def _number(names: str) -> int:
    """Return the number of cases that these names, or `all N`, stand for."""
    return int(names.removeprefix(ALL)) if names.startswith(ALL) else len(names.split())


class BaselineComparison:
    """A comparison of a run with the recorded state: declines, declarations, kit and vectors.

    `single` has declines by case, `whole` those of whole features with their number.
    """

    def __init__(self, baseline: Baseline) -> None:
        self.baseline = baseline
        self.single: dict[Key, Known] = {}
        self.whole: dict[Group, tuple[Known, int]] = {}
        for (feature, operation), known, names in baseline.groups():
            if names.startswith(ALL):
                self.whole[feature, operation] = known, _number(names)
            else:
                self.single |= {(f"{feature}/{name}", operation): known for name in names.split()}
        self.seen: set[Key] = set()
        self._counted: Counter[Group] = Counter()
        self._digests = {digest for digests in baseline.digests.values() for digest in digests.split()}
        self._moved = False
        self._changed: Counter[bool] = Counter()
        self.changed_declarations: list[str] = []
        self.notes: list[str] = []

    def begin(self, header: Header) -> None:
        """Compare the header of the run with the recorded state."""
        baseline = self.baseline
        content = header.vectors.get("content", "")
        self._moved = content != baseline.vectors
        if header.kit != baseline.kit:
            self.notes.append(f"the kit is {header.kit}, and was {baseline.kit} when the known failures were recorded")
        if self._moved:
            was = baseline.vectors[:12]
            self.notes.append(f"the vectors are {content[:12]}, and were {was} when the known failures were recorded")
        for declared in header.declared.values():
            self._declared(baseline.declared, declared)

    def _declared(self, was: Declared, now: Mapping[str, Any]) -> None:
        for word, names in (("operation", "operations"), ("feature", "features")):
            before, after = set(getattr(was, names)), set(now[names])
            self.changed_declarations += (f"the {word} {name} is no longer declared" for name in sorted(before - after))
            self.notes += (f"the {word} {name} is newly declared" for name in sorted(after - before))
        for policy, choice in sorted(was.policies.items()):
            found = now["policies"].get(policy)
            if found != choice:
                told = f"{found} is" if found else "nothing is"
                self.changed_declarations.append(f"{told} declared for the policy {policy}, and was {choice}")
        new = sorted(now["policies"].keys() - was.policies.keys())
        self.notes += (f"the policy {policy} is newly declared" for policy in new)

    # Findings

    def known(self, finding: Finding) -> Known | None:
        """Return the recorded reason for declining the question of a finding; None if it was answered."""
        group = finding.case.rpartition("/")[0], finding.operation
        if group in self.whole and self.as_it_was(finding):
            return self.whole[group][0]
        return self.single.get((finding.case, finding.operation))

    def declined(self, finding: Finding) -> Known | None:
        """Return the recorded reason for a question that is declined now; None if the decline is new."""
        key = finding.case, finding.operation
        group = finding.case.rpartition("/")[0], finding.operation
        if group in self.whole:
            self._counted[group] += 1
            return self.whole[group][0]
        self.seen.add(key)
        return self.single.get(key)

    def answered(self, finding: Finding) -> bool:
        """Return whether a question that is answered now was declined before."""
        if self.known(finding) is None:
            return False
        self.seen.add((finding.case, finding.operation))
        self._counted[finding.case.rpartition("/")[0], finding.operation] += 1
        return True

    def has(self, digest: str) -> bool:
        """Return whether a case with this digest was recorded."""
        return digest in self._digests

    def as_it_was(self, finding: Finding) -> bool:
        """Return whether the case of a finding is neither new nor changed."""
        return not self._moved or not finding.digest or finding.digest in self._digests

    def since(self, finding: Finding) -> tuple[CaseChanged | CodecChanged, ...]:
        """Return the reason that says whether the case or the codec has changed; none if the vectors are the same."""
        if not self._moved or not finding.digest:
            return ()
        same = self.as_it_was(finding)
        self._changed[same] += 1
        return (CodecChanged() if same else CaseChanged(),)

    # The end

    def all_notes(self) -> list[str]:
        """Return notes on differences that do not fail a run by themselves."""
        notes = list(self.notes)
        if self._changed:
            vectors, codec = self._changed[False], self._changed[True]
            notes.append(
                f"of the new failures, {vectors:,} are in cases that are new or changed since, "
                f"{codec:,} in unchanged cases: there the codec has changed"
            )
        return notes

    def missing(self, existing: Mapping[str, bool]) -> Iterator[str]:
        """Yield sentences for recorded declines without a finding, and for features with another number of declines."""
        for case, operation in sorted(self.single.keys() - self.seen):
            if existing.get(case, True):
                there = "it was not asked" if case in existing else "there is no such case"
                yield f"{case} {operation}: it was declined, and {there}"
        parts = {case.rpartition("/")[0] for case, asked in existing.items() if not asked}
        for (feature, operation), (_, number) in sorted(self.whole.items()):
            found = self._counted[feature, operation]
            if found != number and feature not in parts:
                yield f"{feature} {operation}: all {number:,} questions were declined, and there are {found:,}"


# Writing


class Declining:
    """Collect declines with the codec's words, and the digests of all cases."""

    def __init__(self, before: BaselineComparison | None) -> None:
        self._before = before
        self._said: dict[Group, dict[str, str]] = {}  # by group: name of the case -> what the codec says
        self._asked: Counter[Group] = Counter()
        self._digests: dict[str, set[str]] = {}

    def note(self, finding: Finding, says: str) -> None:
        """Add a finding; `says` are the codec's words if it is declined, else empty."""
        feature, _, name = finding.case.rpartition("/")
        self._asked[feature, finding.operation] += 1
        if says:
            self._said.setdefault((feature, finding.operation), {})[name] = says
        if finding.digest:
            self._digests.setdefault(feature, set()).add(finding.digest)

    def baseline(self, header: Header) -> Baseline:
        """Return the collected state, with the kinds and reasons that were given before.

        Of kinds of cases that the run left out, it has the declines that were recorded before.
        """
        declared = next(iter(header.declared.values()), {})
        digests = {feature: " ".join(sorted(each)) for feature, each in sorted(self._digests.items())}
        content = header.vectors.get("content", "")
        return Baseline(header.kit, content, Declared(**declared), tuple(self._groups(header)), digests)

    def _groups(self, header: Header) -> Iterable[Declines]:
        cases: dict[tuple[KnownKind, str, str], dict[str, str]] = {}
        for entry in self._before.baseline.declines if self._before else ():
            for words, told in entry.cases.items():
                if is_left_out(header, words.split(" ")[0]):
                    cases.setdefault((entry.kind, entry.reason, entry.says), {})[words] = told
        for (feature, operation), names in sorted(self._said.items()):
            apart: dict[tuple[KnownKind, str, str], list[str]] = {}
            for name, says in sorted(names.items()):
                known = self._known(f"{feature}/{name}", operation, says)
                apart.setdefault((known.kind, known.reason, says), []).append(name)
            for reason, alike in apart.items():
                everything = len(alike) == self._asked[feature, operation] > 1
                told = f"{ALL}{len(alike)}" if everything else " ".join(alike)
                cases.setdefault(reason, {})[f"{feature} {operation}"] = told
        return [Declines(*reason, dict(sorted(groups.items()))) for reason, groups in sorted(cases.items())]

    def _known(self, case: str, operation: str, says: str) -> Known:
        """Return the kind and reason of a decline: its own, or that of another decline in the same words."""
        before = self._before
        if before is None:
            return NEW
        group = case.rpartition("/")[0], operation
        own = before.single.get((case, operation)) or before.whole.get(group, (None,))[0]
        alike = (Known(entry.kind, entry.reason) for entry in before.baseline.declines if entry.says == says)
        return own or next(alike, NEW)


NEW = Known("todo", "not looked at yet")
