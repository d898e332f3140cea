"""All edits of small vectors with their outcomes, without a choice, and without those of two places at once."""

from collections.abc import Iterator, Mapping

from goldenwire_reference.format import Format
from goldenwire_suite.caching import BuildCache
from goldenwire_suite.sweeps import candidates
from goldenwire_suite.sweeps.candidates import EditedVector
from goldenwire_suite.sweeps.edits import Edit, is_repeat
from goldenwire_suite.sweeps.known import KnownOutcomes
from goldenwire_suite.sweeps.outcomes import GoldenOutcome, ReferenceOutcomes


class EveryEdit:
    """The edits of vectors of one format; `choices` are the values of members of contexts (`choices_of_contexts`)."""

    def __init__(self, fmt: Format, choices: Mapping[str, list[str]]) -> None:
        self._fmt, self._choices = fmt, choices
        self._off = BuildCache()
        self._judge = KnownOutcomes(ReferenceOutcomes(fmt), self._off)

    def of(self, vector: EditedVector) -> Iterator[tuple[str, str, Edit, GoldenOutcome]]:
        """Yield the sweep, the operation, the edit and its outcome of each edit of a vector that is not open."""
        seen: set[tuple[str, str]] = set()
        edits = candidates.of_vector(self._fmt, vector, lambda _sweep, _place: True, self._off)
        for one in (*edits, *candidates.in_other_contexts(vector, self._choices)):
            known = one.operation, repr(one.edit)
            if known not in seen and (found := self._judge.outcome(vector, one)):
                sweep = "repeats" if is_repeat(one.edit) else one.sweep
                yield sweep, one.operation, *found
            seen.add(known)
