"""Differential search: Hypothesis generates inputs for a pair of codecs, and shrinks those on which they disagree.

Shrinking repeats inputs, and an answer may cost the start of a process; so each input is asked only once, and a budget
limits the number of questions. The smallest input that Hypothesis finds is then reduced piece by piece, as long as the
disagreement remains.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, repeat, takewhile
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from goldenwire.corpus.vector import LoadedVector
from goldenwire.interop.counting import manner
from goldenwire.interop.shrinking import Size
from goldenwire.judge.reasons import NotRepeated
from goldenwire.properties.playing import Choices, Found, play
from goldenwire.properties.search import Budget
from goldenwire.results import Finding

if TYPE_CHECKING:
    from goldenwire.interop.inputs import GeneratedInputs

# sources of inputs
VECTORS, SWEPT, DRAWN, SHORT, SEARCH, KNOWN = "vectors", "swept", "drawn", "short", "search", "known"


BUDGET = Budget(questions=500, seconds=20.0)  # for shrinking one manner of disagreement


class Hit(NamedTuple):
    """An input on which two codecs disagree, and the finding that says so."""

    size: Size
    vector: LoadedVector
    finding: Finding
    source: str  # one of the sources above


class Hunted(NamedTuple):
    """The search's functions for one kind of input: how to ask it, measure it, and make it smaller."""

    build_question: Callable[[Any], LoadedVector]
    compare: Callable[[LoadedVector], Finding]
    compare_all: Callable[[Sequence[LoadedVector]], Iterable[Finding]]  # the same for many vectors, in their order
    size: Callable[[LoadedVector], Size]
    smaller: Callable[[LoadedVector], Iterator[LoadedVector]]  # the vectors that are one step smaller
    worn: Callable[[], str]  # why nothing more is asked: too many breakdowns; empty if questions go on


class SearchStart(NamedTuple):
    """The start of shrinking: an input's size, and its choices if known; if not, inputs are generated again."""

    size: Size
    choices: Choices | None


class Hunt:
    """One search. `tried` counts inputs by result; `smallest` has the smallest disagreement by manner."""

    def __init__(self, hunted: Hunted, budget: Budget = BUDGET) -> None:
        self.tried: Counter[str] = Counter()
        self.smallest: dict[str, Hit] = {}
        self.spent: dict[str, str] = {}  # manner -> reason why shrinking stopped early
        self._hunted, self._budget = hunted, budget
        self._known: dict[Size, Finding] = {}

    def meet(self, vector: LoadedVector, finding: Finding, source: str) -> None:
        """Keep a disagreement if it is the smallest of its manner so far."""
        hit = Hit(self._hunted.size(vector), vector, finding, source)
        before = self.smallest.get(manner(finding))
        if before is None or hit.size < before.size:
            self.smallest[manner(finding)] = hit

    def run(self, drawn: "GeneratedInputs", *, seed: str, but: Collection[str] = ()) -> None:
        """Ask the generated inputs and shrink disagreements, each manner separately, except the manners in `but`."""
        starts: dict[str, list[SearchStart]] = {}
        if self.worn():
            return
        findings = self._hunted.compare_all(drawn.vectors)
        for vector, choices, finding in zip(drawn.vectors, chain(drawn.choices, repeat(None)), findings, strict=False):
            self._note(vector, finding)
            self.tried[finding.finding] += 1
            if finding.finding == "fail" and bool(choices) == bool(drawn.choices):
                starts.setdefault(manner(finding), []).append(SearchStart(self.size(vector), choices))
        for each in self._left(but):
            if self.smallest[each].source == SEARCH and each in starts:
                self._shrink(each, drawn, seed, starts[each])

    def _shrink(self, each: str, drawn: "GeneratedInputs", seed: str, starts: Sequence[SearchStart]) -> None:
        """Shrink the first disagreement of a manner; if that leads to nothing smaller, shrink the smallest one."""
        from hypothesis import Phase

        smallest = self.smallest[each]
        for start, choices in (starts[0], min(starts, key=lambda start: start.size)):
            if self.smallest[each] is smallest:
                shrinking = _Shrinking(self, self._hunted.build_question, each, self._budget, start=start)
                phases = (Phase.reuse if choices else Phase.generate, Phase.shrink)
                play(
                    drawn.strategy,
                    shrinking.attempt,
                    examples=drawn.examples,
                    seed=seed,
                    phases=phases,
                    choices=choices,
                )
                self._spend(shrinking)

    def _left(self, but: Collection[str]) -> list[str]:
        return [each for each in self.smallest if each not in but]

    def trim(self, *, but: Collection[str] = ()) -> None:
        """Remove from each disagreement the parts that it does not need."""
        for each in self._left(but):
            shrinking = _Shrinking(self, self._hunted.build_question, each, self._budget)
            while shrinking.shrinks(self._hunted.smaller(self.smallest[each].vector)):
                pass  # there is a new smallest one
            self._spend(shrinking)
        self._known.clear()

    def confirmed(self, each: str) -> Finding:
        """Return the finding of a manner's smallest disagreement after asking again: flaky if it does not recur."""
        finding = self.smallest[each].finding
        again = self._hunted.compare(self.smallest[each].vector)
        if manner(again) == each and again.finding == "fail":
            return finding
        return finding.because(*finding.reasons, NotRepeated(), finding="flaky")

    def _spend(self, shrinking: "_Shrinking") -> None:
        if shrinking.spent:
            self.spent[shrinking.manner] = shrinking.spent

    def worn(self) -> str:
        """Return why nothing more is asked (a codec broke down too often), in words; empty if questions go on."""
        return self._hunted.worn()

    def size(self, vector: LoadedVector) -> Size:
        """Return the size of a vector."""
        return self._hunted.size(vector)

    def knows(self, vector: LoadedVector) -> bool:
        """Return whether the vector has already been asked."""
        return self._hunted.size(vector) in self._known

    def ask(self, vector: LoadedVector) -> Finding:
        """Return the finding for a vector, asking it only once."""
        key = self._hunted.size(vector)
        if key not in self._known:
            self._note(vector, self._hunted.compare(vector))
        return self._known[key]

    def _note(self, vector: LoadedVector, finding: Finding) -> None:
        self._known[self._hunted.size(vector)] = finding
        if finding.finding == "fail":
            self.meet(vector, finding, SEARCH)


class _Shrinking:
    """The shrinking of one manner of disagreement, within a budget."""

    def __init__(
        self,
        hunt: Hunt,
        build_question: Callable[[Any], LoadedVector],
        manner: str,
        budget: Budget,
        *,
        start: Size | None = None,
    ) -> None:
        self.manner, self.spent = manner, ""
        self._start = start  # maximum size of the first disagreement
        self._hunt, self._build_question, self._budget = hunt, build_question, budget
        self._asked = 0
        self._until = monotonic() + budget.seconds

    def attempt(self, example: Any) -> None:
        """Raise Found if the example disagrees in this manner. The first one must not be larger than the start."""
        vector = self._build_question(example)
        if self._start is not None and self._hunt.size(vector) > self._start:
            return
        if self.fails(vector):
            self._start = None
            raise Found

    def shrinks(self, smaller: Iterator[LoadedVector]) -> bool:
        """Return whether one of these vectors disagrees in this manner; each is generated only when it is asked."""
        return any(self.fails(vector) for vector in takewhile(lambda _: not self.spent, smaller))

    def fails(self, vector: LoadedVector) -> bool:
        """Return whether the vector disagrees in this manner. With the budget spent, a new one counts as no."""
        if self._is_spent() and not self._hunt.knows(vector):
            return False
        self._asked += not self._hunt.knows(vector)
        finding = self._hunt.ask(vector)
        return finding.finding == "fail" and manner(finding) == self.manner

    def _is_spent(self) -> bool:
        if self._asked >= self._budget.questions:
            self.spent = f"{self._budget.questions:,} questions"
        elif monotonic() > self._until:
            self.spent = f"{self._budget.seconds:g} s"
        else:
            self.spent = self._hunt.worn()
        return bool(self.spent)
