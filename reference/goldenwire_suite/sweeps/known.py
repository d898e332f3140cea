"""The golden outcomes of edits, from the cache as far as they are known."""

import json
from typing import Any, NamedTuple

from goldenwire_suite.caching import BuildCache
from goldenwire_suite.sweeps.candidates import EditedVector
from goldenwire_suite.sweeps.edits import Edit, Json, RequestBase, apply, bytes_edit, is_planned, is_repeat
from goldenwire_suite.sweeps.outcomes import Accepted, ExpectedRejection, GoldenOutcome, ReferenceOutcomes
from goldenwire_suite.sweeps.walks import Candidate

DIFFERENCE = 300  # bytes, at most, that an edit of a value puts into the input


class Defect(NamedTuple):
    """An edit of the bytes that is refused with a class and an offset; `place` is the kind of place."""

    place: str
    edit: Edit
    refusal: ExpectedRejection

    @property
    def kind(self) -> str:
        """The kind of place and the class."""
        return f"{self.place} {self.refusal.code}"

    @property
    def end(self) -> int:
        """The offset behind the edit; what is put between two bytes takes the one behind it."""
        return int(self.edit[0]) + max(1, int(self.edit[1]))


class KnownOutcomes:
    """The golden outcomes of edits: those in the cache, and those of the reference."""

    def __init__(self, reference: ReferenceOutcomes, cache: BuildCache) -> None:
        self._reference, self._cache = reference, cache

    def outcome(self, vector: EditedVector, one: Candidate) -> tuple[Edit, GoldenOutcome] | None:
        """Return the edit that is asked and its outcome, of a candidate; None if it is open.

        What is asked of an edited value is the edit of the bytes that the value has.
        """
        base, key = vector.base, vector.key
        part = f"{one.operation} {one.edit!r}" if key else ""
        if known := self._cache.recall(key, part):
            return _unpacked(*known)
        edit = self._of_value(base, one.edit) if one.sweep == "values" else one.edit
        outcome = self._outcome(base, one.operation, edit, repeated=is_repeat(one.edit)) if edit else None
        self._cache.keep(key, part, [edit, outcome.open, list(outcome.needs), *outcome.result] if outcome else [None])
        return (edit, outcome) if edit and outcome else None

    def of_two(self, vector: EditedVector, one: Defect, other: Defect) -> GoldenOutcome | None:
        """Return the outcome of two defects at once, told by their offsets; None unless it is that of one of them."""
        part = json.dumps([one.edit, other.edit]) if vector.key else ""
        if known := self._cache.recall(vector.key, part):
            return GoldenOutcome(ExpectedRejection(*known[1:])) if known[1:] else None
        edited = apply(vector.base, (one.edit, other.edit))
        first = self._reference.of_defects(edited, [one.refusal, _moved(other.refusal, one.edit)])
        self._cache.keep(vector.key, part, [None, *(first or ())])
        return GoldenOutcome(first) if first else None

    def _outcome(self, base: RequestBase, operation: str, edit: Edit, *, repeated: bool) -> GoldenOutcome | None:
        edited = apply(base, edit)
        if not self._reference.occurs(edited.members.get("context")):
            return None
        if operation == "decode":
            outcome = self._reference.decoding(edited, repeated=repeated)
        else:
            outcome = self._reference.encoding(edited, planned=is_planned(edit), repeated=repeated)
        needs = self._reference.further_needs(base.members.get("context"), edited.members.get("context"))
        return outcome._replace(needs=needs) if outcome else None

    def _of_value(self, base: RequestBase, edit: Edit) -> Edit | None:
        """Return the edit of the bytes that an edit of the value amounts to; None if there is none, or a long one."""
        data = self._reference.written(apply(base, edit))
        if data is None or data == base.data or len(data) > len(base.data or b"") + DIFFERENCE:
            return None
        return bytes_edit(base.data or b"", data)


def _moved(refusal: ExpectedRejection, edit: Edit) -> ExpectedRejection:
    """Return a refusal of bytes that have another edit, too, which may change the number of those before it."""
    at, count, octets = edit
    offset = refusal.offset or 0
    return refusal._replace(offset=offset + len(octets) // 2 - count if offset >= at + count else offset)


def _unpacked(edit: Json, *outcome: Any) -> tuple[Edit, GoldenOutcome] | None:
    match outcome:
        case ():
            return None
        case (open_, needs, digest):
            return tuple(edit), GoldenOutcome(Accepted(digest), open_, tuple(needs))
        case (open_, needs, code, offset):
            return tuple(edit), GoldenOutcome(ExpectedRejection(code, offset), open_, tuple(needs))
    raise ValueError(f"this is no outcome: {outcome!r}")
