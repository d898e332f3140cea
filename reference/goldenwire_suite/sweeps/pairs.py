"""The sweep `pairs`: two edits of the bytes at once, each with a defect of its own, in a prescribed order."""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, groupby, zip_longest
from zlib import crc32

from goldenwire_suite.sweeps.candidates import EditedVector
from goldenwire_suite.sweeps.edits import Edit, is_repeat
from goldenwire_suite.sweeps.known import Defect, KnownOutcomes
from goldenwire_suite.sweeps.outcomes import ExpectedRejection, GoldenOutcome
from goldenwire_suite.sweeps.walks import Candidate

ORDER = "order"  # the feature of codecs that report the first of several defects
SWEEP = "pairs"
TRIED = 4  # traps of a place that are tried until one has a defect
STEP = 7  # traps from one that is tried to the next
NEAR = 16  # bytes between two edits that are near

Pair = tuple[EditedVector, Defect, Defect]


def of_bytes(
    candidates: Iterable[tuple[EditedVector, Candidate]], judge: KnownOutcomes
) -> Iterator[tuple[EditedVector, Edit, GoldenOutcome]]:
    """Yield pairs with their outcomes, of candidates by vector and place.

    Two kinds of places, with their classes, are a pair once. Pairs of places that are near and of others take turns.
    """
    pairs: dict[str, Pair] = {}
    for _, of_vector in groupby(candidates, lambda one: one[0].base.id):
        found = list(of_vector)
        vector = found[0][0]
        defects = sorted(_defects((one for _, one in found), vector, judge), key=lambda one: one.edit[0])
        for one, other in combinations(defects, 2):
            if one.end <= other.edit[0]:
                pairs.setdefault(f"{one.kind} {other.kind}", (vector, one, other))
    near: list[Pair] = []
    far: list[Pair] = []
    for _, (vector, one, other) in sorted(pairs.items(), key=lambda item: crc32(item[0].encode())):
        (near if other.edit[0] - one.end < NEAR else far).append((vector, one, other))
    for pair in filter(None, chain.from_iterable(zip_longest(near, far))):
        if outcome := judge.of_two(*pair):
            vector, one, other = pair
            yield vector, (one.edit, other.edit), outcome


def _defects(candidates: Iterable[Candidate], vector: EditedVector, judge: KnownOutcomes) -> Iterator[Defect]:
    """Yield a defect of each place that has one among a few of its traps, of which the first is another at each."""
    for place, of_place in groupby(candidates, lambda one: one.place):
        traps = [one for one in of_place if not is_repeat(one.edit)]
        start = crc32(f"{vector.base.id} {place}".encode())
        for at in range(min(TRIED, len(traps))):
            one = traps[(start + at * STEP) % len(traps)]
            found = judge.outcome(vector, one)
            refusal = found[1].result if found else None
            if isinstance(refusal, ExpectedRejection) and refusal.offset is not None:
                yield Defect(place, one.edit, refusal)
                break
