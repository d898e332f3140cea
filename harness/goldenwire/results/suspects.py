"""The requirements that failures point to most, by spectrum-based fault localisation with requirements as spectrum.

The measure is Ochiai's (R. Abreu, P. Zoeteweij, A. J. C. van Gemund: On the Accuracy of Spectrum-based Fault
Localization, TAICPART-MUTATION 2007): failing answers that rest on a requirement, over the geometric mean of all
failing answers and of all answers that rest on it. It is 1 if these are the same answers, 0 if none fails.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import IntEnum
from math import sqrt

from msgspec import Struct

from goldenwire.judge.reasons import Because, is_misnamed, is_of_adapter

MOST = 3  # suspects that are listed
Answered = tuple[tuple[str, ...], bool]  # the requirements of a case, and whether it was decoded
Counts = Mapping[str, tuple[int, int]]  # by requirement: its failing answers, and all its answers


class Suspect(Struct, frozen=True, forbid_unknown_fields=True):
    """A requirement, with the failures among the answers that rest on it and among the others."""

    requirement: str
    failed: int
    answered: int
    others_failed: int
    others: int

    @property
    def measure(self) -> float:
        """Ochiai's measure, from 0 to 1."""
        return ochiai(self.failed, self.answered, self.failed + self.others_failed)


def ochiai(failed: int, answered: int, all_failed: int) -> float:
    """Return the measure of a requirement from its failing answers, its answers, and all failing answers."""
    return failed / sqrt(all_failed * answered) if failed else 0.0


def rank(counts: Counts, failed: int, answered: int, decoding: Collection[str] = ()) -> list[Suspect]:
    """Return the requirements with failures, the most suspected first.

    `failed` and `answered` count the answers of the run. Requirements of `decoding`, on which failing decodes rest,
    precede all others. Of requirements with equal measures, the one with more failures comes first.
    """
    suspects = [Suspect(id, bad, all_, failed - bad, answered - all_) for id, (bad, all_) in counts.items() if bad]
    return sorted(
        suspects, key=lambda one: (one.requirement not in decoding, -one.measure, -one.failed, one.requirement)
    )


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


class Spectrum:
    """The answers of a run, counted by the requirements that they rest on.

    Only the most direct failures of a run count; the others count neither as failures nor as passes. A decode does not
    rest on a requirement of encoders, which its case may cite for the encode; `is_of_encoders` says which those are.
    """

    def __init__(self, is_of_encoders: Callable[[str], bool]) -> None:
        self._is_of_encoders = is_of_encoders
        self._passed: Counter[Answered] = Counter()
        self._failed: Mapping[Directness, Counter[Answered]] = {one: Counter() for one in Directness}

    def add_pass(self, requirements: tuple[str, ...], operation: str) -> None:
        """Count an answer that holds."""
        self._passed[requirements, operation == "decode"] += 1

    def add_failure(self, requirements: tuple[str, ...], operation: str, kind: Directness) -> None:
        """Count an answer that fails."""
        self._failed[kind][requirements, operation == "decode"] += 1

    def suspects(self) -> tuple[Suspect, ...]:
        """Return the MOST requirements that the failures point to most."""
        failed = next((failed for failed in self._failed.values() if failed), None)
        if failed is None:
            return ()
        counts: defaultdict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
        decoding: set[str] = set()
        for answers, bad in ((self._passed, 0), (failed, 1)):
            for (ids, is_decode), count in answers.items():
                for id in ids:
                    if is_decode and self._is_of_encoders(id):
                        continue
                    before = counts[id]
                    counts[id] = before[0] + bad * count, before[1] + count
                    if is_decode and bad:
                        decoding.add(id)
        ranked = rank(counts, failed.total(), failed.total() + self._passed.total(), decoding)
        return tuple(ranked[:MOST])
