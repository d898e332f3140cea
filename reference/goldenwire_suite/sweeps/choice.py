"""Choose among all edits of a format as many as a check can afford: every trap at every kind of place first.

The choice is without chance. An edit's rank is its number among those with the same trap at the same kind of place,
from the smallest vector up, where each trap begins with another place; and lower among those with the same trap in the
same feature. Edits of low rank are taken first. Among these places take turns, each beginning with another one of its
traps, so that what is left out resembles what is taken.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, groupby
from typing import Any, NamedTuple
from zlib import crc32

from goldenwire_reference.format import Format
from goldenwire_suite.builder import BuiltCase, fields_of
from goldenwire_suite.caching import BuildCache
from goldenwire_suite.sweeps import walks
from goldenwire_suite.sweeps.edits import MEMBERS, REPEATED, Edit, Json, RequestBase, apply, bytes_edit, is_planned
from goldenwire_suite.sweeps.outcomes import Accepted, ExpectedRejection, GoldenOutcome, ReferenceOutcomes, plain
from goldenwire_suite.sweeps.walks import Candidate

# The most requests of each sweep in one format. At most half of them are accepted, and half refused; those of `values`
# are all accepted, so that half of its budget is asked.
BUDGETS = {
    "bytes": 8_000, "contexts": 5_000, "requests": 8_000, "values": 6_000, "spelling": 1_500, "repeats": 800,
}  # fmt: skip
TRIES = 2  # edits tried for each that is asked
# Times that a kind of place is swept, in all and, if that is exceeded, in the vectors of one feature.
EACH = {"bytes": (8, 2), "contexts": (3, 0), "requests": (8, 2), "values": (8, 2), "spelling": (24, 2)}
DIFFERENCE = 300  # bytes, at most, that an edit of a value puts into the input
STEP = 7  # traps by which the first one of a place is behind that of the place before
FEW = 6  # values of a member of the context, at most, that are put in place of one another


class Swept(NamedTuple):
    """An edit of a base as a question of a sweep, with its golden outcome."""

    base: RequestBase
    sweep: str
    operation: str
    edit: Edit
    outcome: GoldenOutcome


def swept(fmt: Format, cases: Iterable[BuiltCase], cache: BuildCache | None = None) -> list[Swept]:
    """Return the edits of a format's cases that are asked, in the order of sweeps, bases and places.

    Raises the error of the reference if an edit breaks it.
    """
    cache = cache or BuildCache()
    judge = KnownOutcomes(ReferenceOutcomes(fmt), cache)
    taken = [
        (number, one)
        for sweep, ranked in _ranked(fmt, cases, cache).items()
        for number, one in _within_budget(sweep, sorted(ranked, key=lambda one: one[:3]), judge)
    ]
    order = {sweep: at for at, sweep in enumerate(BUDGETS)}
    return [one for _, one in sorted(taken, key=lambda pair: (order[pair[1].sweep], pair[1].base.id, pair[0]))]


_Ranked = tuple[int, int, int, BuiltCase, RequestBase, Candidate]  # rank, turn, number


def _ranked(fmt: Format, cases: Iterable[BuiltCase], cache: BuildCache) -> dict[str, list[_Ranked]]:
    """Return the candidates of each sweep with their rank, turn and number."""
    found: list[_Found] = []
    seen = _SeenPlaces()
    by_place: Counter[tuple[str, ...]] = Counter()
    by_feature: Counter[tuple[str, ...]] = Counter()
    requests = _requests(cases)
    choices = _choices_of_contexts(base for _, base in requests)
    for case, base in requests:
        seen.feature = base.id.rpartition("/")[0]
        every = chain(_candidates(fmt, case, base, seen.is_wanted, cache), _in_other_contexts(case, base, choices))
        for turn, one in _in_turns(every):
            place = one.sweep, one.operation, one.place, one.trap
            within = one.sweep, one.operation, seen.feature, one.trap
            found.append(_Found(by_place[place], by_feature[within], place, turn, case, base, one))
            by_place[place] += 1
            by_feature[within] += 1
    ranked: dict[str, list[_Ranked]] = {sweep: [] for sweep in BUDGETS}
    for number, each in enumerate(found):
        rank = min(2 * each.shifted(by_place[each.place]), 2 * each.in_feature + 1)
        sweep = "repeats" if _is_repeat(each.one.edit) else each.one.sweep
        ranked[sweep].append((rank, each.turn, number, each.case, each.base, each.one))
    return ranked


class _Found(NamedTuple):
    """A candidate, and how many were found before it with the same trap: at the same kind of place, in the feature."""

    at_place: int
    in_feature: int
    place: tuple[str, ...]
    turn: int
    case: BuiltCase
    base: RequestBase
    one: Candidate

    def shifted(self, places: int) -> int:
        """Return its number among these places, of which each trap begins with another one."""
        return (self.at_place - crc32(" ".join(self.place).encode())) % places


def _in_turns(candidates: Iterable[Candidate]) -> Iterator[tuple[int, Candidate]]:
    """Yield the edits of a base with the turn in which the place asks each; the first one is another at each place."""
    for at, (_, of_place) in enumerate(groupby(candidates, lambda one: (one.sweep, one.operation, one.place))):
        traps = list(of_place)
        for number, one in enumerate(traps):
            yield (number - at * STEP) % len(traps), one


class _SeenPlaces:
    """Count the kinds of places, so that no more of a kind are walked than can be chosen."""

    def __init__(self) -> None:
        self.feature = ""
        self._counts: Counter[tuple[str, str, str]] = Counter()

    def is_wanted(self, sweep: str, place: str) -> bool:
        """Return whether a place is still wanted, and count it if so."""
        everywhere, here = ("", sweep, place), (self.feature, sweep, place)
        most, most_here = EACH[sweep]
        if self._counts[everywhere] >= most and self._counts[here] >= most_here:
            return False
        self._counts[everywhere] += 1
        self._counts[here] += 1
        return True


def _requests(cases: Iterable[BuiltCase]) -> list[tuple[BuiltCase, RequestBase]]:
    """Return the cases of the suite with their requests, the smallest first."""
    return sorted(((case, _request(case)) for case in cases), key=lambda pair: (_size(pair[1]), pair[1].id))


def _choices_of_contexts(bases: Iterable[RequestBase]) -> dict[str, list[str]]:
    """Return the members of contexts that have few values, with these as JSON text, empty where it is missing."""
    contexts = [base.members["context"] for base in bases if isinstance(base.members.get("context"), dict)]
    found = {
        member: sorted({json.dumps(context[member]) if member in context else "" for context in contexts})
        for member in sorted({member for context in contexts for member in context})
    }
    return {member: values for member, values in found.items() if len(values) <= FEW}


def _in_other_contexts(case: BuiltCase, base: RequestBase, choices: Mapping[str, list[str]]) -> Iterator[Candidate]:
    """Yield the edits that put a case into other contexts."""
    outcome = " ".join(case.record.get("code", [case.record["verdict"]]))
    for operation in ("decode", "encode"):
        if operation in case.record["operations"]:
            yield from walks.of_other_contexts(base, operation, outcome, choices)


def is_base(case: BuiltCase) -> bool:
    """Return whether some codec accepts the case."""
    return case.record["verdict"] in {"accept", "either"}


def _request(case: BuiltCase) -> RequestBase:
    record = case.record
    return RequestBase(record["id"], case.data, {name: record[name] for name in MEMBERS if name in record})


def _size(base: RequestBase) -> int:
    return len(base.data or b"") + len(plain(base.members))


def _candidates(
    fmt: Format, case: BuiltCase, base: RequestBase, is_wanted: Callable[[str, str], bool], cache: BuildCache
) -> Iterator[Candidate]:
    """Yield the edits of a case that some codec accepts, for the operations that it has."""
    if not is_base(case):
        return
    operations, context = case.record["operations"], case.record.get("context")
    if "decode" in operations:
        yield from walks.of_bytes(base, partial(fields_of, fmt, base.data or b"", context, cache, case.key), is_wanted)
        yield from walks.of_contexts(base, "decode", is_wanted)
        yield from walks.of_spelling(base, "decode", ["context"], is_wanted)
    if "encode" in operations:
        yield from walks.of_requests(base, is_wanted)
        yield from walks.of_spelling(base, "encode", MEMBERS, is_wanted)
        if "decode" in operations:
            yield from walks.of_values(base, is_wanted)


def _within_budget(sweep: str, ranked: list[_Ranked], judge: "KnownOutcomes") -> Iterator[tuple[int, Swept]]:
    """Yield the first edits, with their outcomes, as many as the budget has room for."""
    left = dict.fromkeys((Accepted, ExpectedRejection), BUDGETS[sweep] // 2)
    for _, _, number, case, base, one in ranked[: TRIES * BUDGETS[sweep]]:
        if not any(left.values()):
            return
        if found := judge.outcome(case.key, base, one):
            edit, outcome = found
            if left[type(outcome.result)]:
                left[type(outcome.result)] -= 1
                yield number, Swept(base, sweep, one.operation, edit, outcome)


class KnownOutcomes:
    """The golden outcomes of edits: those in the cache, and those of the reference."""

    def __init__(self, reference: ReferenceOutcomes, cache: BuildCache) -> None:
        self._reference, self._cache = reference, cache

    def outcome(self, key: str, base: RequestBase, one: Candidate) -> tuple[Edit, GoldenOutcome] | None:
        """Return the edit that is asked and its outcome, of a candidate for the case with that key; None if it is open.

        What is asked of an edited value is the edit of the bytes that the value has.
        """
        part = json.dumps([one.operation, one.edit]) if key else ""
        if known := self._cache.recall(key, part):
            return _unpacked(*known)
        edit = self._of_value(base, one.edit) if one.sweep == "values" else one.edit
        outcome = self._outcome(base, one.operation, edit) if edit else None
        self._cache.keep(key, part, [edit, outcome.open, *outcome.result] if outcome else [None])
        return (edit, outcome) if edit and outcome else None

    def _outcome(self, base: RequestBase, operation: str, edit: Edit) -> GoldenOutcome | None:
        edited = apply(base, edit)
        if operation == "decode":
            return self._reference.decoding(edited, repeated=_is_repeat(edit))
        return self._reference.encoding(edited, planned=is_planned(edit))

    def _of_value(self, base: RequestBase, edit: Edit) -> Edit | None:
        """Return the edit of the bytes that an edit of the value amounts to; None if there is none, or a long one."""
        data = self._reference.written(apply(base, edit))
        if data is None or data == base.data or len(data) > len(base.data or b"") + DIFFERENCE:
            return None
        return bytes_edit(base.data or b"", data)


def _unpacked(edit: Json, *outcome: Any) -> tuple[Edit, GoldenOutcome] | None:
    match outcome:
        case ():
            return None
        case (open_, digest):
            return tuple(edit), GoldenOutcome(Accepted(digest), open_)
        case (open_, code, offset):
            return tuple(edit), GoldenOutcome(ExpectedRejection(code, offset), open_)
    raise ValueError(f"this is no outcome: {outcome!r}")


def _is_repeat(edit: Edit) -> bool:
    return len(edit) == 3 and edit[1] == REPEATED
