"""The sums of a run: by level and finding, by feature and by requirement, for each kind of case separately."""

from collections.abc import Mapping

import msgspec

from goldenwire.corpus.vector import LEVELS, Level
from goldenwire.judge import referee
from goldenwire.results.records import FINDINGS, Counts, Finding, Footer, no_counts
from goldenwire.results.scope import KINDS, NOTHING, Levels, Scope, kind
from goldenwire.results.suspects import Spectrum, directness

Cell = tuple[str, Level, tuple[str, ...]]  # feature, level, requirements

DECLINED = "declined "  # prefix of the kind of a finding that fails because the codec declined
# The scope that a finding adds, by its kind.
ADDS = {
    "pass": Scope(held=1, answered=1),
    "declined": Scope(declined=1),
    "explained": Scope(unspecified=1),  # of a property, by another one's failure
    "unspecified": Scope(unspecified=1),
    "not-asked": Scope(not_asked=1),
    "known-failure": Scope(answered=1, known=1),
    "unexpected-pass": Scope(answered=1, unexpected=1),
    **{DECLINED + word: Scope(declined=1) for word in FINDINGS},
}
ANSWERED = Scope(answered=1)


class Tally:
    """Count findings. Memory grows with the cases.

    Failures that are known, flaky, or dependent on earlier requests point neither to a requirement nor away from it.
    """

    def __init__(self) -> None:
        self._cells: dict[Cell, dict[str, int]] = {}
        self._spectrum = Spectrum(referee.is_of_encoders, referee.rests_on)

    def add(self, finding: Finding) -> None:
        """Count a finding."""
        cell = finding.case.rpartition("/")[0], finding.level, finding.requirements
        word: str = finding.finding
        if finding.declined:
            word = DECLINED + word
        try:
            self._cells[cell][word] += 1
        except KeyError:
            self._cells.setdefault(cell, {})[word] = 1
        if word == "pass":
            self._spectrum.add_pass(finding.case, finding.requirements, finding.operation)
        elif word == "fail" and not finding.is_stateful:
            found = directness(finding.reasons)
            self._spectrum.add_failure(finding.case, finding.requirements, finding.operation, found, finding.points_to)

    @property
    def counts(self) -> Counts:
        """The number of findings of each kind at each level."""
        return self._counts(KINDS)

    @property
    def sweeps(self) -> Counts:
        """The number of findings of sweeps of each kind at each level."""
        return self._counts(("sweeps",))

    @property
    def properties(self) -> Counts:
        """The number of findings of properties of each kind at each level."""
        return self._counts(("properties",))

    def _counts(self, kinds: tuple[str, ...]) -> Counts:
        total = no_counts()
        for (feature, level, _), words in self._cells.items():
            if kind(feature) in kinds:
                for word, count in words.items():
                    total[level][word.rpartition(" ")[2]] += count
        return total

    def footer(self, end: Footer) -> Footer:
        """Return the footer of a run with its sums; the questions not asked that `end` already counts are included."""
        features: dict[str, Levels] = {name: {**levels} for name, levels in end.features.items()}
        requirements = {**end.requirements}
        for (feature, level, ids), words in self._cells.items():
            sums = _scope(words)
            add(features.setdefault(feature, {}), level, sums)
            for id in ids:
                add(requirements, id, sums)
        return msgspec.structs.replace(
            end,
            counts=self.counts,
            properties=self.properties,
            sweeps=self.sweeps,
            scope=_by_kind(features),
            features=dict(sorted(features.items())),
            requirements=dict(sorted(requirements.items())),
            suspects=self._spectrum.suspects(),
        )


def _scope(words: Mapping[str, int]) -> Scope:
    total = NOTHING
    for word, count in words.items():
        one = ADDS.get(word, ANSWERED)
        total += one * count
    return total


def add(sums: dict[str, Scope], key: str, scope: Scope) -> None:
    """Add a scope to one of the sums."""
    sums[key] = sums.get(key, NOTHING) + scope


def _by_kind(features: Mapping[str, Levels]) -> dict[str, Levels]:
    total: dict[str, Levels] = {}
    for feature, levels in features.items():
        for level in LEVELS:
            if level in levels:
                add(total.setdefault(kind(feature), {}), level, levels[level])
    return total


def sums_not_asked(cells: Mapping[Cell, int]) -> tuple[dict[str, Levels], dict[str, Scope]]:
    """Return the sums of questions that are not asked, by feature and by requirement."""
    features: dict[str, Levels] = {}
    requirements: dict[str, Scope] = {}
    for (feature, level, ids), count in cells.items():
        add(features.setdefault(feature, {}), level, Scope(not_asked=count))
        for id in ids:
            add(requirements, id, Scope(not_asked=count))
    return features, requirements
