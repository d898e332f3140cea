"""Differential search: Hypothesis draws inputs for a pair of codecs, and shrinks those on which they disagree.

What it shrinks it asks again and again, and each answer may cost a process; so each input is asked once, and the tries
are bounded. What Hypothesis leaves is then made smaller piece by piece as long as the disagreement stays.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from goldenwire.corpus.vector import Vector
from goldenwire.interop.shrinking import Size
from goldenwire.properties.search import Budget, Found, play
from goldenwire.results import Finding

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

VECTORS, DRAWN, SEARCH, KNOWN = "vectors", "drawn", "search", "known"  # where an input comes from


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
    size: Callable[[Vector], Size]
    smaller: Callable[[Vector], Iterator[Vector]]  # the vectors that are one step smaller


def manner(finding: Finding) -> str:
    """The manner of a disagreement."""
    return finding.observation.partition(" ")[0]


class Hunt:
    """One hunt. `tried` tells how many inputs came to what; `smallest` has the smallest disagreement by manner."""

    def __init__(self, hunted: Hunted, budget: Budget = Budget()) -> None:  # noqa: B008 - it is immutable
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

    def run(self, strategy: "SearchStrategy[Any]", *, examples: int, seed: str) -> None:
        """Draw so many examples, and shrink what disagrees, each manner for itself."""
        from hypothesis import Phase

        met: dict[str, None] = {}

        def note(example: Any) -> None:
            finding = self.ask(self._hunted.pose(example))
            self.tried[finding.finding] += 1
            if finding.finding == "fail":
                met[manner(finding)] = None

        play(strategy, note, examples=examples, seed=seed, phases=(Phase.generate,))
        for each in met:
            shrinking = _Shrinking(self, self._hunted.pose, each, self._budget)
            before = None
            while before is not self.smallest[each] and not shrinking.spent:
                before = shrinking.beat = self.smallest[each]
                play(strategy, shrinking.attempt, examples=examples, seed=seed, phases=(Phase.generate, Phase.shrink))
            self._spend(shrinking)

    def trim(self) -> None:
        """Take out of each disagreement what it can do without."""
        for each in list(self.smallest):
            shrinking = _Shrinking(self, self._hunted.pose, each, self._budget)
            while any(shrinking.fails(one) for one in self._hunted.smaller(self.smallest[each].vector)):
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

    def beats(self, vector: Vector, hit: Hit | None) -> bool:
        """Whether the vector is smaller than what was hit, or just that."""
        return hit is None or self._hunted.size(vector) <= hit.size

    def knows(self, vector: Vector) -> bool:
        """Whether it was asked already."""
        return self._hunted.size(vector) in self._known

    def ask(self, vector: Vector) -> Finding:
        """What comes of a vector, as remembered or asked."""
        key = self._hunted.size(vector)
        if key not in self._known:
            found = self._hunted.settle(vector)
            self._known[key] = found
            if found.finding == "fail":
                self.meet(vector, found, SEARCH)
        return self._known[key]


class _Shrinking:
    """One manner of disagreement that is made smaller, within a budget."""

    def __init__(self, hunt: Hunt, pose: Callable[[Any], Vector], manner: str, budget: Budget) -> None:
        self.manner, self.spent = manner, ""
        self._hunt, self._pose, self._budget = hunt, pose, budget
        self.beat: Hit | None = None  # than which an example has to be no larger
        self._asked = 0
        self._until = monotonic() + budget.seconds

    def attempt(self, example: Any) -> None:
        """Raises Found where the example disagrees in this manner, and is smaller than what there was.

        What shrinks from one example may end where it cannot get on; another one may lead further.
        """
        vector = self._pose(example)
        if self._hunt.beats(vector, self.beat) and self.fails(vector):
            raise Found

    def fails(self, vector: Vector) -> bool:
        """Whether the vector disagrees in this manner; no, once the budget is spent and it was not asked before."""
        if not self._hunt.knows(vector):
            if self._impatient():
                return False
            self._asked += 1
        finding = self._hunt.ask(vector)
        return finding.finding == "fail" and manner(finding) == self.manner

    def _impatient(self) -> bool:
        if self._asked >= self._budget.questions:
            self.spent = f"{self._budget.questions:,} questions"
        elif monotonic() > self._until:
            self.spent = f"{self._budget.seconds:g} s"
        return bool(self.spent)
