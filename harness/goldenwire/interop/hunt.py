"""Differential search: Hypothesis draws inputs for a pair of codecs, and shrinks those on which they disagree.

What it shrinks it asks again and again, and each answer may cost a process; so each input is asked once, and the tries
are bounded. What Hypothesis leaves is then made smaller piece by piece as long as the disagreement stays.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, repeat, takewhile
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from goldenwire.corpus.vector import Vector
from goldenwire.interop.shrinking import Size
from goldenwire.properties.playing import Found, Picks, play
from goldenwire.properties.search import Budget
from goldenwire.results import Finding

if TYPE_CHECKING:
    from goldenwire.interop.drawing import Drawn

# where an input comes from
VECTORS, DRAWN, SHORT, SEARCH, KNOWN = "vectors", "drawn", "short", "search", "known"


BUDGET = Budget(questions=500, seconds=20.0)  # of making one manner of disagreement smaller


class Hit(NamedTuple):
    """An input on which two codecs disagree, and the finding that says so."""

    size: Size
    vector: Vector
    finding: Finding
    source: str  # one of these


class Hunted(NamedTuple):
    """The kinds of things that are hunted for: how a drawn example is asked, and what of it is to be small."""

    pose: Callable[[Any], Vector]
    settle: Callable[[Vector], Finding]
    settle_all: Callable[[Sequence[Vector]], Iterable[Finding]]  # the same of many, in their order
    size: Callable[[Vector], Size]
    smaller: Callable[[Vector], Iterator[Vector]]  # the vectors that are one step smaller
    worn: Callable[[], str]  # the breakdowns after which no more is to be asked, in words; empty before


class Start(NamedTuple):
    """Where shrinking begins: at this size, and these picks if it was not Hypothesis that drew."""

    size: Size
    picks: Picks | None


def manner(finding: Finding) -> str:
    """The manner of a disagreement."""
    return finding.observation.partition(" ")[0]


class Hunt:
    """One hunt. `tried` tells how many inputs came to what; `smallest` has the smallest disagreement by manner."""

    def __init__(self, hunted: Hunted, budget: Budget = BUDGET) -> None:
        self.tried: Counter[str] = Counter()
        self.smallest: dict[str, Hit] = {}
        self.spent: dict[str, str] = {}  # manner -> what ended the shrinking before its time
        self._hunted, self._budget = hunted, budget
        self._known: dict[Size, Finding] = {}

    def meet(self, vector: Vector, finding: Finding, source: str) -> None:
        """Take in a disagreement that was found elsewhere."""
        hit = Hit(self._hunted.size(vector), vector, finding, source)
        before = self.smallest.get(manner(finding))
        if before is None or hit.size < before.size:
            self.smallest[manner(finding)] = hit

    def run(self, drawn: "Drawn", *, seed: str, but: Collection[str] = ()) -> None:
        """Try what was drawn, and shrink what disagrees, each manner for itself; but for those that are known."""
        starts: dict[str, list[Start]] = {}
        if self.worn():
            return
        findings = self._hunted.settle_all(drawn.vectors)
        for vector, picks, finding in zip(drawn.vectors, chain(drawn.picks, repeat(None)), findings, strict=False):
            self._note(vector, finding)
            self.tried[finding.finding] += 1
            if finding.finding == "fail" and bool(picks) == bool(drawn.picks):
                starts.setdefault(manner(finding), []).append(Start(self.size(vector), picks))
        for each in self._left(but):
            if self.smallest[each].source == SEARCH and each in starts:
                self._shrink(each, drawn, seed, starts[each])

    def _shrink(self, each: str, drawn: "Drawn", seed: str, starts: Sequence[Start]) -> None:
        """Shrink the first that disagreed in a manner; and where that leads nowhere, the smallest that did."""
        from hypothesis import Phase

        smallest = self.smallest[each]
        for start, picks in (starts[0], min(starts, key=lambda start: start.size)):
            if self.smallest[each] is smallest:
                shrinking = _Shrinking(self, self._hunted.pose, each, self._budget, start=start)
                phases = (Phase.reuse if picks else Phase.generate, Phase.shrink)
                play(drawn.strategy, shrinking.attempt, examples=drawn.examples, seed=seed, phases=phases, picks=picks)
                self._spend(shrinking)

    def _left(self, but: Collection[str]) -> list[str]:
        return [each for each in self.smallest if each not in but]

    def trim(self, *, but: Collection[str] = ()) -> None:
        """Take out of each disagreement what it can do without."""
        for each in self._left(but):
            shrinking = _Shrinking(self, self._hunted.pose, each, self._budget)
            while shrinking.shrinks(self._hunted.smaller(self.smallest[each].vector)):
                pass  # the smallest is another one now
            self._spend(shrinking)
        self._known.clear()

    def confirmed(self, each: str) -> Finding:
        """The smallest disagreement of a manner, asked once more: flaky where it does not come again."""
        finding = self.smallest[each].finding
        again = self._hunted.settle(self.smallest[each].vector)
        if manner(again) == each and again.finding == "fail":
            return finding
        why = f"{finding.why}; asked once more, they did not disagree"
        return msgspec.structs.replace(finding, finding="flaky", why=why)

    def _spend(self, shrinking: "_Shrinking") -> None:
        if shrinking.spent:
            self.spent[shrinking.manner] = shrinking.spent

    def worn(self) -> str:
        """The breakdowns after which no more is asked, in words; empty before."""
        return self._hunted.worn()

    def size(self, vector: Vector) -> Size:
        """How small a vector is."""
        return self._hunted.size(vector)

    def knows(self, vector: Vector) -> bool:
        """Whether it was asked already."""
        return self._hunted.size(vector) in self._known

    def ask(self, vector: Vector) -> Finding:
        """What comes of a vector, as remembered or asked."""
        key = self._hunted.size(vector)
        if key not in self._known:
            self._note(vector, self._hunted.settle(vector))
        return self._known[key]

    def _note(self, vector: Vector, finding: Finding) -> None:
        self._known[self._hunted.size(vector)] = finding
        if finding.finding == "fail":
            self.meet(vector, finding, SEARCH)


class _Shrinking:
    """One manner of disagreement that is made smaller, within a budget."""

    def __init__(
        self, hunt: Hunt, pose: Callable[[Any], Vector], manner: str, budget: Budget, *, start: Size | None = None
    ) -> None:
        self.manner, self.spent = manner, ""
        self._start = start  # than which the first has to be no larger
        self._hunt, self._pose, self._budget = hunt, pose, budget
        self._asked = 0
        self._until = monotonic() + budget.seconds

    def attempt(self, example: Any) -> None:
        """Raises Found where the example disagrees in this manner; the first one only if it is small enough."""
        vector = self._pose(example)
        if self._start is not None and self._hunt.size(vector) > self._start:
            return
        if self.fails(vector):
            self._start = None
            raise Found

    def shrinks(self, smaller: Iterator[Vector]) -> bool:
        """Whether one of these disagrees in this manner; no more are made than are asked, as they may be many."""
        return any(self.fails(vector) for vector in takewhile(lambda _: not self.spent, smaller))

    def fails(self, vector: Vector) -> bool:
        """Whether the vector disagrees in this manner; no, once the budget is spent and it was not asked before."""
        if self._impatient() and not self._hunt.knows(vector):
            return False
        self._asked += not self._hunt.knows(vector)
        finding = self._hunt.ask(vector)
        return finding.finding == "fail" and manner(finding) == self.manner

    def _impatient(self) -> bool:
        if self._asked >= self._budget.questions:
            self.spent = f"{self._budget.questions:,} questions"
        elif monotonic() > self._until:
            self.spent = f"{self._budget.seconds:g} s"
        else:
            self.spent = self._hunt.worn()
        return bool(self.spent)
