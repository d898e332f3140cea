"""The same bytes read by all codecs: each is asked once, and the disagreements of every pair are kept.

For N codecs this takes N questions per input instead of two for each pair, since the result of a pair follows from the
readings of its codecs. Inputs with the same readings are counted, and the smallest of them is kept. Disagreements are
shrunk for all pairs at once, since most pairs share them.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from typing import NamedTuple

import msgspec

from goldenwire.corpus.vector import LoadedVector
from goldenwire.interop import inputs
from goldenwire.interop.codecs import COSTLY, Company, RunningCodec, reading
from goldenwire.interop.comparison import DECLINED, OPEN, SAME, Comparison, Reading, word_of
from goldenwire.interop.counting import NOT_ASKED
from goldenwire.interop.hunt import DRAWN, SEARCH, SHORT, SWEPT, VECTORS
from goldenwire.interop.pairs import BytesPair, Stage, bytes_question
from goldenwire.interop.shrinking import Size, size_of_bytes, smaller_bytes
from goldenwire.sweeps.judging import edited_vector
from goldenwire.sweeps.reading import Sweeps, SweptRequest

BATCH = 256  # inputs that are asked at a time
OCTETS = 8 << 20  # of their texts and bytes; larger batches have fewer inputs
STRIDE = 32  # smaller inputs tried of one at a time: one that still disagrees makes the others unnecessary
TRIES = 50_000  # smaller inputs that are tried at most
BREAKDOWNS = 50  # of a codec over smaller inputs; after so many, nothing is shrunk for it

Alike = tuple[Reading, ...]  # the reading of each codec; inputs with equal readings are alike


class ShrinkStart(NamedTuple):
    """An input to shrink, and the codecs that disagree on it."""

    size: Size
    codecs: frozenset[RunningCodec]


class Sight(NamedTuple):
    """The smallest of the inputs with equal readings."""

    size: Size
    comparison: Comparison
    source: str


class Readings:
    """The readings of the same bytes by all codecs, compared for each pair."""

    def __init__(self, company: Company, stage: Stage, pairs: Sequence[BytesPair]) -> None:
        self._company, self._stage, self._pairs = company, stage, pairs
        self._counts: defaultdict[str, Counter[Alike]] = defaultdict(Counter)
        self._sights: dict[Alike, Sight] = {}
        self._words: dict[Alike, list[str]] = {}  # for each pair, in their order
        self._broke: Counter[RunningCodec] = Counter()  # number of smaller inputs over which each broke down
        self._fresh: dict[Alike, None] = {}  # those with a smaller sight than the pairs have met
        self._short: set[Size] = set()  # the inputs of a few octets, all of which were read

    def of_vectors(self, vectors: Iterable[LoadedVector], sweeps: Sweeps | None = None) -> None:
        """Have every codec read the bytes of every vector; keep the small ones as a basis for edits.

        With the sweeps of the format, every codec then reads their edits of these vectors.
        """
        stored: list[LoadedVector] = []
        edited: dict[str, LoadedVector] = {}
        bases = sweeps.bases if sweeps else ()

        def told() -> Iterator[LoadedVector]:
            for one in vectors:
                if one.id in bases:
                    edited[one.id] = one
                if one.data is not None and "decode" in one.operations:
                    if one.verdict == "accept" and len(one.octets) <= inputs.SMALL:
                        stored.append(one)
                    yield one

        self._compare(told(), VECTORS)
        self._stage.stored = stored
        if sweeps:
            self._compare(map(self._edited, sweeps.of(edited, "decode")), SWEPT)

    def _edited(self, swept: SweptRequest) -> LoadedVector:
        """Return the vector of an edit."""
        left_out = {need for codec in self._company.codecs for need in codec.terms.left_out}
        return msgspec.structs.replace(edited_vector(swept, left_out), data=swept.base.octets(swept.edit))

    def of_drawn(self) -> None:
        """Have every codec read bytes that are generated once for all of them."""
        self._compare(self._drawn(), DRAWN)
        for alike, count in self._counts[DRAWN].items():
            for two, word in zip(self._pairs, self._words_of(alike), strict=True):
                two.hunt.tried["declined" if word in {NOT_ASKED, DECLINED} else "pass"] += count

    def of_short(self) -> None:
        """Have every codec read every input of a few octets."""
        if self._stage.short:
            build_question = partial(bytes_question, self._stage.bytes_template("short", self._company.codecs))
            every = [build_question(one) for one in inputs.short(self._stored(), self._stage.short)]
            self._short = set(map(size_of_bytes, every))
            self._compare(every, SHORT)

    def shrink(self) -> None:
        """Shrink the smallest disagreements of all pairs at once, as long as they remain disagreements."""
        going: dict[ShrinkStart, Iterator[LoadedVector]] = {}
        done: set[ShrinkStart] = set()
        tried: defaultdict[Size, set[RunningCodec]] = defaultdict(set)
        while len(tried) < TRIES:
            starts = {start: vector for start, vector in self._starts() if start not in done}
            if not starts:
                break
            going = {start: going.get(start) or smaller_bytes(vector) for start, vector in starts.items()}
            batch: dict[Size, LoadedVector] = {}
            for start, smaller in going.items():
                untried = (one for one in smaller if not start.codecs <= tried[size_of_bytes(one)])
                stride = {size_of_bytes(one): one for one in islice(untried, STRIDE)}
                for size in stride:
                    tried[size] |= start.codecs
                batch |= stride
                if not stride:
                    done.add(start)
            self._compare(batch.values(), SEARCH, tried)
        finished = {(start.size, codec) for start in done for codec in start.codecs}
        for two in self._pairs:
            for manner, hit in two.hunt.smallest.items():
                if hit.size not in self._short and not {(hit.size, two.one), (hit.size, two.other)} <= finished:
                    two.hunt.spent[manner] = f"{TRIES:,} inputs, or {BREAKDOWNS} over which one of the two broke down"

    def _starts(self) -> Iterator[tuple[ShrinkStart, LoadedVector]]:
        """Return the inputs to shrink, each with the codecs that disagree on it and have not broken down too often."""
        concerned: defaultdict[Size, set[RunningCodec]] = defaultdict(set)
        vectors: dict[Size, LoadedVector] = {}
        for two in self._pairs:
            if not any(
                "decode" in codec.given_up or self._broke[codec] >= BREAKDOWNS for codec in (two.one, two.other)
            ):
                for hit in two.hunt.smallest.values():
                    if hit.size not in self._short:  # all inputs smaller than it were read
                        vectors[hit.size] = hit.vector
                        concerned[hit.size] |= {two.one, two.other}
        return ((ShrinkStart(size, frozenset(codecs)), vectors[size]) for size, codecs in concerned.items())

    @property
    def compared(self) -> dict[str, dict[str, Counter[str]]]:
        """The number of inputs by source, pair and result."""
        found: dict[str, dict[str, Counter[str]]] = {}
        for source, counts in self._counts.items():
            found[source] = {two.name: Counter() for two in self._pairs}
            for alike, count in counts.items():
                for two, word in zip(self._pairs, self._words_of(alike), strict=True):
                    found[source][two.name][word] += count
        return found

    def _stored(self) -> list[LoadedVector]:
        """Return the vectors that may be edited."""
        return [
            one for one in self._stage.stored if not any(codec.lacks(one, "decode") for codec in self._company.codecs)
        ]

    def _drawn(self) -> list[LoadedVector]:
        stage, codecs = self._stage, self._company.codecs
        common = inputs.common_terms(codecs, (), stage.trees.facts(stage.format.name))
        stored = self._stored()
        strategy = inputs.octets(stage.format, common, stage.members, stored)
        if strategy is None or not stage.together:
            return []
        build_question = partial(bytes_question, stage.bytes_template("drawn", codecs))
        drawn = inputs.draw(strategy, build_question, examples=stage.together, seed=f"together {stage.seed}")
        return [*drawn.vectors, *map(build_question, inputs.prefixes(stored))]

    def _compare(
        self,
        vectors: Iterable[LoadedVector],
        source: str,
        readers: Mapping[Size, Collection[RunningCodec]] | None = None,
    ) -> None:
        """Have every codec, or the given readers, read the bytes, and pass disagreements to the pairs."""
        for batch in batches(vectors):
            self._look(batch, source, readers)
        for alike in self._fresh:
            self._meet(alike)
        self._fresh.clear()

    def _look(
        self, batch: Sequence[LoadedVector], source: str, readers: Mapping[Size, Collection[RunningCodec]] | None
    ) -> None:
        codecs, sizes = self._company.codecs, list(map(size_of_bytes, batch))
        asked = {
            codec: [
                (at, reading(one, one.octets))
                for at, one in enumerate(batch)
                if (readers is None or codec in readers[sizes[at]]) and not codec.lacks(one, "decode")
            ]
            for codec in codecs
        }
        seen = {(at, codec): answer for codec, at, answer in self._company.ask_all(asked)}
        if source == SEARCH:
            self._broke.update(codec for (_, codec), answer in seen.items() if answer.kind in COSTLY)
        for at, vector in enumerate(batch):
            answers = {codec: seen.get((at, codec)) for codec in codecs}
            comparison = Comparison(vector, self._stage.format, self._stage.referee, answers)
            alike = tuple(comparison.readings.values())
            if source != SEARCH:
                self._counts[source][alike] += 1
            if alike not in self._sights or sizes[at] < self._sights[alike].size:
                self._sights[alike] = Sight(sizes[at], comparison, source)
                self._fresh[alike] = None

    def _meet(self, alike: Alike) -> None:
        """Pass the input to each pair that disagrees on it, if it is smaller than the pair's smallest."""
        size, comparison, source = self._sights[alike]
        for two, word in zip(self._pairs, self._words_of(alike), strict=True):
            if word not in {NOT_ASKED, DECLINED, SAME, OPEN}:
                before = two.hunt.smallest.get(word)
                if before is None or size < before.size:
                    two.hunt.meet(comparison.vector, comparison.finding(two.one, two.other), source)

    def _words_of(self, alike: Alike) -> list[str]:
        """Return the result of an input for each pair, also of one that an interrupted run has only counted."""
        if alike not in self._words:
            named = zip((codec.name for codec in self._company.codecs), alike, strict=True)
            self._words[alike] = [word_of(one, other) for one, other in combinations(named, 2)]
        return self._words[alike]


def batches(vectors: Iterable[LoadedVector]) -> Iterator[list[LoadedVector]]:
    """Yield the vectors in batches."""
    batch: list[LoadedVector] = []
    octets = 0
    for vector in vectors:
        batch.append(vector)
        octets += len(vector.octets) + len(bytes(vector.value))
        if len(batch) == BATCH or octets > OCTETS:
            yield batch
            batch, octets = [], 0
    if batch:
        yield batch
