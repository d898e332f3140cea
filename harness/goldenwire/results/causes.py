"""Failures grouped by cause: the first of each is shown in full, the others by their ids, so one bug is one block."""

from collections import OrderedDict
from collections.abc import Iterator

from goldenwire.display.text import without_figures
from goldenwire.judge.reasons import DependsOnEarlier, NotInNotation, is_of_adapter, sentences
from goldenwire.results.records import Finding

MOST = 1000  # causes that are distinguished, which bounds the memory
RECENT = 256  # cases whose cause is remembered, for their other operations
LISTED = 10  # questions of a cause that are named
DIGESTED = {"value", "bytes"}  # observations whose mark is a digest
Symptom = tuple[str, str, str, str]
STATE: Symptom = ("fail", "", DependsOnEarlier().symptom(), "")
ADAPTER: Symptom = ("fail", "", NotInNotation().symptom(), "")


def symptom(finding: Finding) -> Symptom:
    """Return the symptom of a failure: finding, observation and reasons without numbers, place of the difference.

    All failures on requests that are not in the notation have the same one, and all that depend on earlier requests.
    """
    if is_of_adapter(finding.reasons):
        return ADAPTER
    if finding.is_stateful:
        return STATE
    told = " ".join(reason.symptom() for reason in finding.reasons)
    return finding.finding, _observed(finding), told, finding.place


def _observed(finding: Finding) -> str:
    key = finding.observation
    if key is None:
        return ""
    return key.kind if key.kind in DIGESTED else str(key)


class Cause:
    """Failures with the same symptom and a shared requirement; `more` counts those after the first."""

    def __init__(self, first: Finding) -> None:
        self._feature = first.case.rpartition("/")[0]
        self._first = f"{first.case} {first.operation}"
        self._shared = set(first.requirements)
        why = without_figures(sentences(first.reasons[:1]))  # the others say how the failure was found, and when
        self.of_adapter = is_of_adapter(first.reasons)
        self._takes_all = self.of_adapter or first.is_stateful
        place = f" ({first.place})" if first.place and not first.sample else ""  # an example has its own
        self._manner = NotInNotation().sentence() if self.of_adapter else f"{_observed(first)}: {why}{place}"
        self._named: list[str] = []
        self.more = 0

    def takes(self, finding: Finding) -> bool:
        """Return whether a failure with the same symptom belongs here.

        It does if it shares a requirement with all failures here, or if the codec declined its question. Requests that
        are not in the notation, and failures that depend on earlier requests, are one cause whatever they rest on.
        """
        if finding.declined or self._takes_all:
            return True
        return not (self._shared or finding.requirements) or not self._shared.isdisjoint(finding.requirements)

    def add(self, finding: Finding) -> None:
        """Add one more failure."""
        self._shared &= set(finding.requirements)
        self.count(finding)

    def count(self, finding: Finding) -> None:
        """Count one more failure without comparing its requirements."""
        self.more += 1
        if self.more <= LISTED:
            feature, _, name = finding.case.rpartition("/")
            self._named.append(f"{name if feature == self._feature else finding.case} {finding.operation}")

    def title(self) -> str:
        """Return the symptom and the requirements that all of them rest on, as one line without figures."""
        ids = f" [{' '.join(sorted(self._shared))}]" if self._shared else ""
        return f"{self._manner}{ids}"

    @property
    def shared(self) -> frozenset[str]:
        """The requirements that all of them rest on."""
        return frozenset(self._shared)

    def line(self) -> str:
        """Return a line with the number of further failures and the ids of the first of them."""
        rest = f" and {self.more - LISTED:,} others" if self.more > LISTED else ""
        adapter = " (requests that are not in the notation, which test the adapter)" if self.of_adapter else ""
        return f"{self.more:,} more like {self._first}{adapter}: {', '.join(self._named)}{rest}"


class Causes:
    """The causes of a run's failures so far."""

    def __init__(self) -> None:
        self._known: dict[Symptom, list[Cause]] = {}
        self._recent: OrderedDict[str, Cause] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def new(self, finding: Finding) -> bool:
        """Return whether a failure is the first of its cause, or there are too many causes to distinguish them.

        A case that has just failed in another operation has the same cause.
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
        """Return the cause of a case that has just failed; None if there are too many to distinguish them."""
        return self._recent.get(case)

    def largest(self) -> list[Cause]:
        """Return the causes of several failures: those of most failures first, that of the adapter last."""
        causes = (cause for causes in self._known.values() for cause in causes if cause.more)
        return sorted(causes, key=lambda cause: (cause.of_adapter, -cause.more))


class Firsts:
    """The first failure of each of the first `most` causes of a run; `causes` is the number of all causes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._causes = Causes()
        self._kept: list[tuple[Finding, Cause]] = []
        self.causes = 0

    def take(self, finding: Finding) -> None:
        """Add a failure."""
        if self._causes.new(finding):
            self.causes += 1
            cause = self._causes.of(finding.case)
            if cause and len(self._kept) < self._most:
                self._kept.append((finding, cause))

    def items(self) -> Iterator[tuple[Finding, int]]:
        """Yield each first failure with the number of similar ones."""
        return ((finding, cause.more) for finding, cause in self._kept)
