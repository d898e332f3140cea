"""The sweeps without a choice: every edit of every small vector, with outcomes that are made while they are asked."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, cast

from goldenwire.corpus.vector import LoadedVector
from goldenwire.protocol import Operation
from goldenwire.sweeps.reading import BaseVector, SweepLine, Sweeps, SweptRequest, case_of
from goldenwire_reference.formats import load
from goldenwire_suite.sweeps.candidates import EditedVector, choices_of_contexts
from goldenwire_suite.sweeps.edits import Edit
from goldenwire_suite.sweeps.every import EveryEdit
from goldenwire_suite.sweeps.outcomes import Accepted, GoldenOutcome


class EverySweep(Sweeps):
    """The cases of a file of sweeps, each with every edit of the vectors of its feature.

    Cases whose edits the file alone has, those of two places at once, are asked as they are there.
    """

    def __init__(self, root: Path, format: str) -> None:
        super().__init__(root, format)
        self._format = load(format)

    @cached_property
    def _features(self) -> set[str]:
        return {id.rpartition("/")[0] for id in self.bases}

    def edits(self, vector: LoadedVector) -> bool:
        """Return whether the vector is edited."""
        return vector.feature in self._features

    def groups(self, cases: Iterable[str]) -> list[list[str]]:
        """Return the cases by feature: no more requests than those of one feature are kept at a time."""
        return [list(group) for _, group in groupby(sorted(cases, key=_feature), _feature)]

    def requests(self, bases: Mapping[str, LoadedVector], wanted: Collection[str]) -> Iterator[SweptRequest]:
        """Yield the requests of the wanted cases. Raises CorpusError if a base does not exist."""
        asked = (one for one in bases.values() if one.format == self.format and one.verdict != "decline")
        edited = {vector.id: _edited(vector) for vector in asked}
        every = EveryEdit(self._format, choices_of_contexts(one.base for one in edited.values()))
        features, found = {_feature(case) for case in wanted}, set()
        for id, one in edited.items():
            if bases[id].feature.partition("/")[2] not in features:
                continue
            base = BaseVector(bases[id])
            for swept in every.of(one):
                line = _line(id.partition("/")[2], *swept)
                if (case := case_of(self.format, line)) in wanted:
                    found.add(case)
                    yield SweptRequest(line, 0, base)
        yield from super().requests(bases, set(wanted).difference(found))


def _line(base: str, sweep: str, operation: str, edit: Edit, outcome: GoldenOutcome) -> SweepLine:
    """Return the line that a file of sweeps would have for one edit."""
    asked, result = cast("Operation", operation), outcome.result
    found: dict[str, Any] = {"open": outcome.open, "needs": outcome.needs}
    if isinstance(result, Accepted):
        return SweepLine(sweep, base, asked, (edit,), accepted=(result.digest,), **found)
    return SweepLine(sweep, base, asked, (edit,), rejected=result.code, offset=result.offset, **found)


def _feature(case: str) -> str:
    return case.rpartition(".")[2]


def _edited(vector: LoadedVector) -> EditedVector:
    """Return a vector as the sweeps edit it."""
    base = BaseVector(vector).base
    return EditedVector(base, vector.verdict, vector.operations, " ".join(vector.code or [vector.verdict]))
