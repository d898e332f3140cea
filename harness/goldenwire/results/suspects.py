"""The requirements that failures point to most, by spectrum-based fault localisation with requirements as spectrum.

The measure is Ochiai's (R. Abreu, P. Zoeteweij, A. J. C. van Gemund: On the Accuracy of Spectrum-based Fault
Localization, TAICPART-MUTATION 2007): failing answers that rest on a requirement, over the geometric mean of all
failing answers and of all answers that rest on it. It is 1 if these are the same answers, 0 if none fails.
"""

from collections.abc import Mapping
from math import sqrt

from msgspec import Struct

MOST = 3  # suspects that are listed
CLOSE = 0.5  # fraction of the first suspect's measure that the others must reach


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


def rank(counts: Mapping[str, tuple[int, int]], failed: int, answered: int) -> list[Suspect]:
    """Return the requirements with failures, the most suspected first.

    `counts` has the failing answers and all answers of each requirement; `failed` and `answered` are those of the run.
    Of requirements with equal measures, the one with more failures comes first.
    """
    suspects = [Suspect(id, bad, all_, failed - bad, answered - all_) for id, (bad, all_) in counts.items() if bad]
    return sorted(suspects, key=lambda one: (-one.measure, -one.failed, one.requirement))


def suspects(counts: Mapping[str, tuple[int, int]], failed: int, answered: int) -> tuple[Suspect, ...]:
    """Return the suspects to list: the first MOST whose measure is close enough to the first one's."""
    ranked = rank(counts, failed, answered)
    return tuple(one for one in ranked[:MOST] if one.measure >= CLOSE * ranked[0].measure)
