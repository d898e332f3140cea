"""The part of a run that its page keeps: a limited number of findings of each kind, and the sums of all of them."""

from collections import Counter, defaultdict
from typing import NamedTuple

from goldenwire.results import Finding, Footer, Header, Scope, no_counts
from goldenwire.results.causes import Cause, Causes
from goldenwire.results.records import BAD
from goldenwire.results.tally import Tally

KEPT = 20_000  # findings of each kind that the page keeps
REASONS = 200  # reasons that are counted separately
OTHERS = "for other reasons"


class Failing(NamedTuple):
    """A cause of failures: its first failure, and the counter of the others."""

    first: Finding
    cause: Cause


class Gathered:
    """A run: its header and footer, the findings that are kept, and the causes of the failures."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.footer = Footer(False, no_counts(), {})
        self.findings: list[Finding] = []
        self.causes: list[Failing] = []
        self.cause_of: dict[tuple[str, str], int] = {}  # by case and operation
        self.count: Counter[str] = Counter()  # findings by kind
        self.reasons: Counter[tuple[str, str, str]] = Counter()  # word, kind, reason
        self._known = Causes()
        self._numbers: dict[int, int] = {}  # index of a cause, by the id of its counter
        self._operations: defaultdict[str, Tally] = defaultdict(Tally)

    def find(self, finding: Finding) -> None:
        """Count a finding, and keep it unless there are already too many of its kind."""
        word = finding.finding
        self.count[word] += 1
        self._operations[finding.operation].add(finding)
        if word in BAD:
            self._fails(finding)
        elif word != "pass":
            self._explained(finding)
        if self.count[word] <= KEPT:
            self.findings.append(finding)

    def _fails(self, finding: Finding) -> None:
        new = self._known.new(finding)
        cause = self._known.of(finding.case)
        if cause is None:
            return  # there are too many causes to distinguish them
        if new:
            self._numbers[id(cause)] = len(self.causes)
            self.causes.append(Failing(finding, cause))
        self.cause_of[finding.case, finding.operation] = self._numbers[id(cause)]

    def _explained(self, finding: Finding) -> None:
        word = finding.finding
        kind, reason = (finding.known.kind, finding.known.reason) if finding.known else ("", finding.why)
        key = word, kind, reason
        self.reasons[key if key in self.reasons or len(self.reasons) < REASONS else (word, "", OTHERS)] += 1

    @property
    def left_out(self) -> dict[str, int]:
        """The number of findings of each kind that are not kept."""
        return {word: count - KEPT for word, count in self.count.items() if count > KEPT}

    def requirements(self) -> dict[str, dict[str, Scope]]:
        """Return the scope of each requirement by operation: how many of the answers that rest on it hold."""
        found: defaultdict[str, dict[str, Scope]] = defaultdict(dict)
        for operation, tally in self._operations.items():
            for id, scope in tally.footer(Footer(True, {}, {})).requirements.items():
                found[id][operation] = scope
        return dict(found)
