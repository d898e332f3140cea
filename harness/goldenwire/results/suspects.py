"""The requirements that failures point to most, by spectrum-based fault localisation with requirements as spectrum.

The measure is Ochiai's (R. Abreu, P. Zoeteweij, A. J. C. van Gemund: On the Accuracy of Spectrum-based Fault
Localization, TAICPART-MUTATION 2007), the geometric mean of two shares: of the answers of a requirement those that
fail, and of all failures those that are of it. It is 1 if these are the same answers, 0 if none fails.

A case cites the requirements that it was made for, and its fields rest on others too: every case may have a version,
and hardly one is about it. By citations alone, a mistake in what all cases have in common would point to the
requirements that are cited most. So the second share is that of the failures that rest on a requirement. The first is
the geometric mean of two: of the answers that cite it, which are few and to the point, and of all that rest on it.

A failure may also tell where it went wrong: by the offset of a refusal, or by the first byte that differs. It points to
the requirements of the field there, and of the one before, whose size or place it may have mistaken. A requirement to
which no failure points keeps half of its measure, and one to which all do keeps all of it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import IntEnum
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

from goldenwire.judge.reasons import Because, is_misnamed, is_of_adapter

MOST = 3  # suspects that are listed
Answered = tuple[str, tuple[str, ...], bool]  # a case, the requirements that it cites, and whether it was decoded


class Suspect(Struct, frozen=True, forbid_unknown_fields=True):
    """A requirement, with the failures among the answers that cite it (whose case does) and among the others."""

    requirement: str
    failed: int
    answered: int
    others_failed: int
    others: int


class AnswerCounts(NamedTuple):
    """The failing answers and all answers of a requirement."""

    failed: int
    answered: int

    @property
    def share(self) -> float:
        """The share of answers that fail, from 0 to 1."""
        return self.failed / self.answered if self.failed else 0.0


def measure(citing: AnswerCounts, resting: AnswerCounts, pointing: int, failed: int) -> float:
    """Return the measure of a requirement.

    The parameters are the answers that cite it, all that rest on it, the failures that point to it, and all failures.
    Where answers rest on what they cite alone, and all failures point to it, this is Ochiai's measure.
    """
    ochiai = sqrt(sqrt(citing.share * resting.share) * AnswerCounts(resting.failed, failed).share)
    return ochiai * sqrt((1 + 3 * AnswerCounts(pointing, failed).share) / 4)


class Directness(IntEnum):
    """The kinds of failures; those of a kind point to requirements more directly than those of the next."""

    DIRECT = 0
    MISNAMED = 1  # invalid input is refused, but in another class or at another place: an earlier mistake does that
    ADAPTER = 2  # the request is not in the notation


def directness(reasons: Iterable[Because]) -> Directness:
    """Return how directly a failure for these reasons points to its requirements."""
    if is_of_adapter(reasons):
        return Directness.ADAPTER
    return Directness.MISNAMED if is_misnamed(reasons) else Directness.DIRECT


class _Sums:
    """The counts of answers by requirement."""

    def __init__(self) -> None:
        self.failed: Counter[str] = Counter()
        self._answered: Counter[str] = Counter()

    def add(self, ids: Iterable[str], count: int, is_bad: bool) -> None:
        for id in ids:
            self._answered[id] += count
            if is_bad:
                self.failed[id] += count

    def __getitem__(self, id: str) -> AnswerCounts:
        return AnswerCounts(self.failed[id], self._answered[id])


class Spectrum:
    """The answers of a run.

    Only the most direct failures of a run count; the others count neither as failures nor as passes. Requirements that
    failing decodes cite precede all others. Of equal measures, that of the requirement with more failures comes first.

    A decode does not rest on a requirement of encoders, which its case may cite for the encode; `is_of_encoders` says
    which those are. `rests_on` returns the requirements that the fields of a case rest on.
    """

    def __init__(self, is_of_encoders: Callable[[str], bool], rests_on: Callable[[str], Collection[str]]) -> None:
        self._is_of_encoders, self._rests_on = is_of_encoders, rests_on
        self._passed: Counter[Answered] = Counter()
        self._failed: Mapping[Directness, Counter[Answered]] = {one: Counter() for one in Directness}
        self._pointing: Mapping[Directness, Counter[str]] = {one: Counter() for one in Directness}

    def add_pass(self, case: str, requirements: tuple[str, ...], operation: str) -> None:
        """Count an answer that holds."""
        self._passed[case, requirements, operation == "decode"] += 1

    def add_failure(
        self,
        case: str,
        requirements: tuple[str, ...],
        operation: str,
        kind: Directness,
        points_to: Iterable[str] = (),
    ) -> None:
        """Count an answer that fails, and the requirements of the fields at which it goes wrong."""
        is_decode = operation == "decode"
        self._failed[kind][case, requirements, is_decode] += 1
        self._pointing[kind].update(self._relevant(points_to, is_decode))

    def suspects(self) -> tuple[Suspect, ...]:
        """Return the MOST requirements that the failures point to most."""
        kind = next((kind for kind, failed in self._failed.items() if failed), None)
        if kind is None:
            return ()
        failed, pointing = self._failed[kind], self._pointing[kind]
        citing, resting, decoding = _Sums(), _Sums(), set[str]()
        for answers, is_bad in ((self._passed, False), (failed, True)):
            for (case, ids, is_decode), count in answers.items():
                cited = self._relevant(ids, is_decode)
                citing.add(cited, count, is_bad)
                resting.add({*cited, *self._relevant(self._rests_on(case), is_decode)}, count, is_bad)
                if is_bad and is_decode:
                    decoding.update(cited)
        bad, every = failed.total(), failed.total() + self._passed.total()
        order = {
            id: (id not in decoding, -measure(citing[id], resting[id], pointing[id], bad), -citing[id].failed, id)
            for id in citing.failed
        }
        return tuple(
            Suspect(id, *citing[id], bad - citing[id].failed, every - citing[id].answered)
            for id in sorted(order, key=order.__getitem__)[:MOST]
        )

    def _relevant(self, ids: Iterable[str], is_decode: bool) -> list[str]:
        return [id for id in ids if not (is_decode and self._is_of_encoders(id))]
