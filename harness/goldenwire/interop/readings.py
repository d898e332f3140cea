"""The same bytes before all codecs: each is asked once, and of any two it is kept on what they disagree.

So many codecs ask so many questions; were each two asked by themselves, it would be so many pairs.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from goldenwire.corpus.vector import Vector
from goldenwire.interop import drawing
from goldenwire.interop.codecs import Company, reading
from goldenwire.interop.comparison import Comparison
from goldenwire.interop.counting import word
from goldenwire.interop.hunt import DRAWN, VECTORS
from goldenwire.interop.pairs import Octets, Stage, posed_bytes

BATCH = 256  # inputs that are under way at a time
OCTETS = 8 << 20  # of their texts and bytes, beyond which there are fewer


class Readings:
    """What any two of the codecs make of the same bytes. `compared` counts it, by source and pair."""

    def __init__(self, company: Company, stage: Stage, pairs: Sequence[Octets]) -> None:
        self.compared: defaultdict[str, defaultdict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        self._company, self._stage, self._pairs = company, stage, pairs

    def of_vectors(self, vectors: Iterable[Vector]) -> None:
        """Have every codec read the bytes of every vector; the small ones are kept, to be edited."""
        stored = []
        for batch in batches(one for one in vectors if one.data is not None and "decode" in one.operations):
            stored += [one for one in batch if one.verdict == "accept" and len(one.octets) <= drawing.SMALL]
            self._compare(batch, VECTORS)
        self._stage.stored = stored

    def of_drawn(self) -> None:
        """Have every codec read bytes that are drawn once, for all of them."""
        for batch in batches(self._drawn()):
            self._compare(batch, DRAWN)

    def _drawn(self) -> list[Vector]:
        stage, codecs = self._stage, self._company.codecs
        settled = drawing.settled(codecs, (), stage.trees.facts(stage.format.name))
        stored = [one for one in stage.stored if not any(codec.lacks(one, "decode") for codec in codecs)]
        strategy = drawing.octets(stage.format, settled, stage.members, stored)
        if strategy is None or not stage.together:
            return []
        pose = partial(posed_bytes, stage.blank_bytes("drawn", codecs))
        drawn = drawing.draw(strategy, pose, examples=stage.together, seed=f"together {stage.seed}")
        return [*drawn.vectors, *map(pose, drawing.prefixes(stored))]

    def _compare(self, batch: Sequence[Vector], source: str) -> None:
        asked = {
            codec: [(at, reading(one, one.octets)) for at, one in enumerate(batch) if not codec.lacks(one, "decode")]
            for codec in self._company.codecs
        }
        seen = {(at, codec): answer for codec, at, answer in self._company.ask_all(asked)}
        for at, vector in enumerate(batch):
            comparison = Comparison(vector, self._stage.format, self._stage.referee)
            for two in self._pairs:
                finding = comparison.finding(two.one, two.other, (seen.get((at, two.one)), seen.get((at, two.other))))
                self.compared[source][two.name][word(finding)] += 1
                two.hunt.tried[finding.finding] += source == DRAWN
                if finding.finding == "fail":
                    two.hunt.meet(vector, finding, source)


def batches(vectors: Iterable[Vector]) -> Iterator[list[Vector]]:
    """The vectors, some at a time."""
    batch: list[Vector] = []
    octets = 0
    for vector in vectors:
        batch.append(vector)
        octets += len(vector.octets) + len(bytes(vector.value))
        if len(batch) == BATCH or octets > OCTETS:
            yield batch
            batch, octets = [], 0
    if batch:
        yield batch
