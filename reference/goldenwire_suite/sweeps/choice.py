"""Choose among all edits of a format as many as a check can afford: every family of traps at every kind of place first.

The choice is without chance. An edit's rank is its number among those with the same trap at the same kind of place,
from the smallest vector up, where each trap begins with another place; and lower among those with the same trap in the
same feature. Edits of low rank are taken first. Among these places take turns, in which they ask one trap of each
family, each beginning with another one, so that what is left out resembles what is taken.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache as cached
from hashlib import blake2b
from itertools import chain, count, groupby, islice
from operator import itemgetter
from typing import NamedTuple
from zlib import crc32

from goldenwire_reference.format import Format
from goldenwire_suite.builder import BuiltCase
from goldenwire_suite.caching import BuildCache
from goldenwire_suite.sweeps import candidates, pairs
from goldenwire_suite.sweeps.candidates import EditedVector
from goldenwire_suite.sweeps.edits import MEMBERS, Edit, EditedRequest, RequestBase, apply, is_planned, is_repeat
from goldenwire_suite.sweeps.known import KnownOutcomes
from goldenwire_suite.sweeps.outcomes import Accepted, ExpectedRejection, GoldenOutcome, ReferenceOutcomes, plain
from goldenwire_suite.sweeps.walks import Candidate

# The most requests of each sweep in one format. Half of them are accepted, and half refused, as far as there are that
# many of both: those of `values` are all accepted, those of `pairs` are all refused.
BUDGETS = {
    "bytes": 10_000, "contexts": 8_000, "requests": 16_000, "values": 12_000, "spelling": 1_500, "repeats": 800,
    "pairs": 2_500,
}  # fmt: skip
TRIES = 4  # edits tried for each that is asked
LARGEST = 16_384  # bytes of a vector's request that is edited: a check asks thousands of edits in two seconds
# Times that a kind of place is swept, in all and, if that is exceeded, in the vectors of one feature.
EACH = {"bytes": (8, 2), "contexts": (3, 0), "requests": (4, 1), "values": (4, 1), "spelling": (24, 2)}
STEP = 7  # traps by which the first one of a place is behind that of the place before
# In the name of a trap, what tells it from others of its family: numbers, octets, texts, values of JSON.
VARIED = re.compile(r"""'[^']*'|"[^"]*"|\b(?:[0-9a-f]{2})+\b|[0-9]+|None|True|False|[][{}:]""")


class Swept(NamedTuple):
    """An edit of a base as a question of a sweep, with its golden outcome."""

    base: RequestBase
    sweep: str
    operation: str
    edit: Edit
    outcome: GoldenOutcome


def swept(fmt: Format, cases: Sequence[BuiltCase], cache: BuildCache | None = None) -> list[Swept]:
    """Return the edits of a format's cases that are asked, in the order of sweeps, bases and places.

    Raises the error of the reference if an edit breaks it.
    """
    cache = cache or BuildCache()
    judge = KnownOutcomes(ReferenceOutcomes(fmt), cache)
    ranked = _ranked(fmt, cases, cache)
    asked = _AskedRequests(cases)
    taken = [
        (number, one)
        for sweep, of_sweep in ranked.items()
        for number, one in _within_budget(sweep, of_sweep, judge, asked)
    ]
    if pairs.ORDER in fmt.declaration.features:
        of_bytes = ((vector, one) for *_, vector, one in sorted(ranked["bytes"], key=itemgetter(2)))
        of_pairs = (
            Swept(vector.base, pairs.SWEEP, "decode", edit, outcome)
            for vector, edit, outcome in pairs.of_bytes(of_bytes, judge)
        )
        taken += enumerate(islice(filter(asked.is_new, of_pairs), BUDGETS[pairs.SWEEP]))
    order = {sweep: at for at, sweep in enumerate(BUDGETS)}
    return [one for _, one in sorted(taken, key=lambda pair: (order[pair[1].sweep], pair[1].base.id, pair[0]))]


_Ranked = tuple[int, int, int, EditedVector, Candidate]  # rank, turn, number
_Place = tuple[str, str, str]  # sweep, operation, kind of place


def _ranked(fmt: Format, cases: Sequence[BuiltCase], cache: BuildCache) -> dict[str, list[_Ranked]]:
    """Return the candidates of each sweep with their rank, turn and number, the lowest first."""
    seen, number = _SeenPlaces(), count()
    by_place: dict[_Place, dict[str, list[_Ranked]]] = {}  # and by trap
    in_feature: dict[tuple[str, str, str], dict[str, int]] = {}
    every = (EditedVector.of_record(case.record, case.data, case.key) for case in cases)
    vectors = sorted((vector for vector in every if _size(vector)[0] <= LARGEST), key=_size)
    choices = candidates.choices_of_contexts(vector.base for vector in vectors)
    for vector in vectors:
        seen.feature = vector.base.id.rpartition("/")[0]
        edits = chain(
            candidates.of_vector(fmt, vector, seen.is_wanted, cache), candidates.in_other_contexts(vector, choices)
        )
        for place, in_turns in _places(edits):
            by_trap = by_place.setdefault(place, {})
            counts = in_feature.setdefault((seen.feature, *place[:2]), {})
            for turn, one in in_turns:
                before = counts.get(one.trap, 0)
                counts[one.trap] = before + 1
                by_trap.setdefault(one.trap, []).append((2 * before + 1, turn, next(number), vector, one))
    ranked: dict[str, list[_Ranked]] = {sweep: [] for sweep in BUDGETS}
    for place, by_trap in by_place.items():
        start = crc32(" ".join(place).encode())
        for trap, found in by_trap.items():
            first = crc32(f" {trap}".encode(), start)
            for at, (in_own, turn, nth, vector, one) in enumerate(found):
                sweep = "repeats" if is_repeat(one.edit) else place[0]
                ranked[sweep].append((min(2 * ((at - first) % len(found)), in_own), turn, nth, vector, one))
    for of_sweep in ranked.values():
        of_sweep.sort()
    return ranked


def _places(candidates: Iterable[Candidate]) -> Iterator[tuple[_Place, list[tuple[int, Candidate]]]]:
    """Yield each place of a base with its edits and the turn in which it asks each; the first is another at each place.

    A place asks one trap of each family before it asks a second of any, so that a family of many traps, such as the
    ends of all widths, does not keep those from their turn that are the only ones of their kind.
    """
    for at, (place, of_place) in enumerate(groupby(candidates, lambda one: (one.sweep, one.operation, one.place))):
        families: dict[str, list[Candidate]] = {}
        for one in of_place:
            families.setdefault(_family(one.trap), []).append(one)
        turns: list[tuple[int, Candidate]] = []
        for number in range(max(map(len, families.values()))):
            asked = [family[(number + at) % len(family)] for family in families.values() if number < len(family)]
            before = len(turns)
            turns += ((before + (nth - at * STEP) % len(asked), one) for nth, one in enumerate(asked))
        yield place, turns


@cached
def _family(trap: str) -> str:
    return VARIED.sub("", trap)


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


def _size(vector: EditedVector) -> tuple[int, str]:
    """Return the size of a vector's request; of two of a size, one is always the smaller."""
    return len(vector.base.data or b"") + len(plain(vector.base.members)), vector.base.id


class _AskedRequests:
    """The requests of vectors and of the edits that are chosen, by digest, so that none is asked twice."""

    def __init__(self, cases: Iterable[BuiltCase]) -> None:
        self._digests: set[bytes] = set()
        for case in cases:
            members = {name: case.record[name] for name in MEMBERS if name in case.record}
            for operation in case.record["operations"]:
                self._digests.add(_digest(operation, EditedRequest(case.data, members), "plan" in members))

    def is_new(self, one: Swept) -> bool:
        """Return whether a request is not asked yet, and remember it."""
        digest = _digest(one.operation, apply(one.base, one.edit), is_planned(one.edit))
        if digest in self._digests:
            return False
        self._digests.add(digest)
        return True


def _digest(operation: str, request: EditedRequest, has_plan: bool) -> bytes:
    """Return a digest of a request: of its bytes or its value and plan, and of its context."""
    if operation == "decode":
        parts = [request.data or b"", plain(request.members.get("context"))]
    else:
        members = ("context", "value", "plan") if has_plan else ("context", "value")
        parts = [plain(request.members.get(name)) for name in members]
    return blake2b(b"\0".join([operation.encode(), request.text.encode(), *parts]), digest_size=16).digest()


def _within_budget(
    sweep: str, ranked: list[_Ranked], judge: KnownOutcomes, asked: _AskedRequests
) -> Iterator[tuple[int, Swept]]:
    """Yield the first edits that are not asked yet, with their outcomes, as many as the budget has room for."""
    budget = BUDGETS[sweep]
    left = dict.fromkeys((Accepted, ExpectedRejection), budget // 2)
    more: list[tuple[int, Swept]] = []
    for _, _, number, vector, one in ranked[: TRIES * budget]:
        if not any(left.values()):
            return
        if found := judge.outcome(vector, one):
            edit, outcome = found
            numbered = number, Swept(vector.base, sweep, one.operation, edit, outcome)
            if not left[type(outcome.result)]:
                more.append(numbered)
            elif asked.is_new(numbered[1]):
                left[type(outcome.result)] -= 1
                yield numbered
    yield from islice((one for one in more if asked.is_new(one[1])), sum(left.values()))
