"""Which requirements the failures speak against most: spectrum-based fault localisation, with requirements as spectrum.

The measure is Ochiai's (R. Abreu, P. Zoeteweij, A. J. C. van Gemund: On the Accuracy of Spectrum-based Fault
Localization, TAICPART-MUTATION 2007): failing answers that rest on a requirement, over the geometric mean of all
failing answers and of all answers that rest on it. It is 1 where these are the same answers, 0 where none fails.
"""

from collections.abc import Mapping
from math import sqrt

from msgspec import Struct

MOST = 3  # suspects that are named
CLOSE = 0.5  # of the first one's measure, below which nobody is suspected


class Suspect(Struct, frozen=True, forbid_unknown_fields=True):
    """A requirement, how many of the answers that rest on it fail, and how many of the others."""

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
    """The measure of a requirement: of its answers, those that fail among all that fail."""
    return failed / sqrt(all_failed * answered) if failed else 0.0


def rank(counts: Mapping[str, tuple[int, int]], failed: int, answered: int) -> list[Suspect]:
    """The requirements that any failure rests on, the most suspected first.

    `counts` has failing answers and all answers of each, the numbers are those of all. Of equals the one with more
    failures comes first.
    """
    suspects = [Suspect(id, bad, all_, failed - bad, answered - all_) for id, (bad, all_) in counts.items() if bad]
    return sorted(suspects, key=lambda one: (-one.measure, -one.failed, one.requirement))


def suspects(counts: Mapping[str, tuple[int, int]], failed: int, answered: int) -> tuple[Suspect, ...]:
    """Those that are named: the first few, as far as they come close to the first."""
    ranked = rank(counts, failed, answered)
    return tuple(one for one in ranked[:MOST] if one.measure >= CLOSE * ranked[0].measure)
