"""Failures by their cause: the first of each is shown in full, of the others the ids, so that one bug is one block."""

import re
from collections import OrderedDict
from collections.abc import Iterator

from goldenwire.display.text import without_figures
from goldenwire.results.records import Finding

MOST = 1000  # causes that are told apart; memory grows with them, and no further
RECENT = 256  # cases whose cause is remembered, for their other operations
LISTED = 10  # questions of a cause that are named
PLACE = re.compile(r"(?:, in (?P<field>[^(;]*))|(?P<path>[^:]*):")
Symptom = tuple[str, str, str, str]


def symptom(finding: Finding) -> Symptom:
    """How a failure shows, without figures: finding, observation, reason, and the place of the difference."""
    observation = finding.observation.partition(" ")[0]
    seen = observation if observation in {"value", "bytes"} else finding.observation
    return finding.finding, seen, without_figures(finding.why), _place(finding)


def _place(finding: Finding) -> str:
    """Where expected and observed part: a field of the bytes or a path into the value."""
    first = finding.difference[0] if finding.difference else ""
    found = PLACE.search(first)
    return without_figures(found["field"] or found["path"] or "").strip() if found else ""


class Cause:
    """Failures that show alike and share a requirement: how many there are besides the first, and which come first."""

    def __init__(self, first: Finding) -> None:
        self._feature = first.case.rpartition("/")[0]
        self._first = f"{first.case} {first.operation}"
        self._shared = set(first.requirements)
        _, seen, why, place = symptom(first)
        if first.sample:  # of a property: how its counterexample was found is no part of the cause
            why, place = why.partition("; example")[0], ""
        self._manner = f"{seen}: {why}" + (f" ({place})" if place else "")
        self._named: list[str] = []
        self.more = 0

    def takes(self, finding: Finding) -> bool:
        """Whether a failure that shows alike shares a requirement with all that are here, or is declined like them."""
        if finding.declined:
            return True
        return not (self._shared or finding.requirements) or not self._shared.isdisjoint(finding.requirements)

    def add(self, finding: Finding) -> None:
        """Note one more."""
        self._shared &= set(finding.requirements)
        self.count(finding)

    def count(self, finding: Finding) -> None:
        """Note one more, whatever it shares."""
        self.more += 1
        if self.more <= LISTED:
            feature, _, name = finding.case.rpartition("/")
            self._named.append(f"{name if feature == self._feature else finding.case} {finding.operation}")

    def title(self) -> str:
        """How they show and, of those that rest on requirements, on which all of them do; one line, without figures."""
        ids = f" [{' '.join(sorted(self._shared))}]" if self._shared else ""
        return f"{self._manner}{ids}"

    @property
    def shared(self) -> frozenset[str]:
        """The requirements that all of them rest on."""
        return frozenset(self._shared)

    def line(self) -> str:
        """How many more there are, and which."""
        rest = f" and {self.more - LISTED:,} others" if self.more > LISTED else ""
        return f"{self.more:,} more like {self._first}: {', '.join(self._named)}{rest}"


class Causes:
    """The causes of a run's failures so far."""

    def __init__(self) -> None:
        self._known: dict[Symptom, list[Cause]] = {}
        self._recent: OrderedDict[str, Cause] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def new(self, finding: Finding) -> bool:
        """Whether a failure is the first of its cause, or there are too many causes to tell.

        One of a case that has just failed in another operation has the same cause.
        """
        if recent := self._recent.get(finding.case):
            recent.count(finding)
            return False
        key = symptom(finding)
        alike = self._known.get(key, [])
        cause = next((cause for cause in alike if cause.takes(finding)), None)
        if cause:
            cause.add(finding)
            self._remember(finding, cause)
            return False
        if self._count < MOST:
            self._count += 1
            cause = Cause(finding)
            self._known.setdefault(key, []).append(cause)
            self._remember(finding, cause)
        return True

    def _remember(self, finding: Finding, cause: Cause) -> None:
        self._recent[finding.case] = cause
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)

    def of(self, case: str) -> Cause | None:
        """The cause of a case that has just failed; none where there are too many to tell."""
        return self._recent.get(case)

    def lines(self) -> Iterator[str]:
        """Of each cause that was met again, how often."""
        return (cause.line() for causes in self._known.values() for cause in causes if cause.more)


class Firsts:
    """The first failures of the first causes of a run, `most` of them; `causes` is how many causes there are."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._causes = Causes()
        self._kept: list[tuple[Finding, Cause]] = []
        self.causes = 0

    def take(self, finding: Finding) -> None:
        """Note a failure."""
        if self._causes.new(finding):
            self.causes += 1
            cause = self._causes.of(finding.case)
            if cause and len(self._kept) < self._most:
                self._kept.append((finding, cause))

    def items(self) -> Iterator[tuple[Finding, int]]:
        """Each of them, and how many more there are like it."""
        return ((finding, cause.more) for finding, cause in self._kept)
