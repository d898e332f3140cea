"""The differential searches: for a writer and a reader over values, for any two codecs over the same bytes.

Each manner in which two can disagree is a case of its own, `property/FORMAT/WRITER>READER.MANNER` for values and
`property/FORMAT/ONE=OTHER.MANNER` for bytes, so that each is known to fail, or not, for itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct

from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import ABSENT, Vector
from goldenwire.interop import comparison, drawing
from goldenwire.interop.codecs import Codec, reading
from goldenwire.interop.comparison import Comparison, blank
from goldenwire.interop.exchange import MANNERS, Exchange, pair
from goldenwire.interop.hunt import KNOWN, Hunt, Hunted, manner
from goldenwire.interop.shrinking import Size, size_of_bytes, size_of_value, smaller_bytes, smaller_values
from goldenwire.judge import Question, Referee
from goldenwire.properties import posing
from goldenwire.protocol import Operation
from goldenwire.results import Finding, FindingWord, samples
from goldenwire.results.samples import Sample

RESTS_ON: dict[
    Operation, tuple[str, str]
] = {  # the properties on whose requirements an exchange, and a comparison, rests
    "encode": ("reference-decodes-encoding", "decode-reference-encoding"),
    "decode": ("agree-on-broken-bytes", "decode-other-encoding"),
}


class Stage(Struct):
    """What all searches of a run share."""

    format: Any  # the reference's
    trees: Trees
    referee: Referee
    members: drawing.Members  # of contexts, to which the run is narrowed
    examples: int
    seed: int
    together: int = 0  # inputs that are drawn once, and read by all codecs
    short: int = 0  # octets up to which all codecs read every input
    stored: list[Vector] = []  # whose bytes are edited
    pot: dict[tuple[str, bytes], drawing.Drawn | None] = {}  # what was drawn

    def seed_of(self, operation: Operation) -> str:
        """The seed of what is drawn for an operation; the same for all pairs."""
        return f"{operation} {self.seed}"

    def draw(self, operation: Operation, settled: drawing.Settled, strategy: Any, pose: Any) -> drawing.Drawn | None:
        """What is drawn for an operation, once for all pairs between which the same is settled."""
        key = operation, msgspec.json.encode(settled)
        if key not in self.pot:
            found = strategy()
            seed = self.seed_of(operation)
            drawn = drawing.draw(found, pose, examples=self.examples, seed=seed) if found is not None else None
            self.pot[key] = drawn
        return self.pot[key]

    def blank_bytes(self, name: str, codecs: Sequence[Codec]) -> Vector:
        """The case that drawn bytes complete, between these codecs."""
        drawn = self.blank(f"property/{self.format.name}/{name}", "drawn bytes", "decode")
        needs = {need for codec in codecs for need in codec.terms.left_out}
        return msgspec.structs.replace(drawn, needs=tuple(sorted(needs)))

    def blank(self, case: str, summary: str, operation: Operation) -> Vector:
        """The case of a manner, which drawn inputs complete."""
        from goldenwire_reference import requirements

        rests = (id for name in RESTS_ON[operation] for id in self.format.properties.get(name, ()))
        ids = tuple(dict.fromkeys(rests))
        level = requirements.level(self.format.name, ids) if ids else "strict"
        return blank(case, summary, requirements=ids, level=level, operation=operation, format=self.format.name)


class Pair:
    """Two codecs between whom one manner after another is searched. Subclasses say over what."""

    operation: Operation
    manners: dict[str, str]

    def __init__(self, stage: Stage, name: str, hunted: Hunted) -> None:
        self.stage, self.name = stage, name
        self.hunt = Hunt(hunted)
        self._hunted = hunted

    def _hunting(self, size: Callable[[Vector], Size], smaller: Callable[[Vector], Iterator[Vector]]) -> Hunted:
        def settle(one: Vector) -> Finding:
            return next(iter(self._settle_all([one])))

        return Hunted(self._pose, settle, self._settle_all, size, smaller, self._worn)

    @property
    def _both(self) -> tuple[Codec, Codec]:
        raise NotImplementedError

    def _worn(self) -> str:
        return next((codec.worn for codec in self._both if codec.worn), "")

    def _pose(self, example: Any) -> Vector:
        raise NotImplementedError

    def _settle_all(self, vectors: Sequence[Vector]) -> Iterator[Finding]:
        raise NotImplementedError

    def case(self, manner: str) -> str:
        """The id of the case of a manner."""
        return f"property/{self.stage.format.name}/{self.name}.{manner}"

    def drawn(self) -> drawing.Drawn | None:
        """What is drawn; none where there is nothing."""
        raise NotImplementedError

    def findings(self, known: Mapping[str, Sample]) -> Iterator[Finding]:
        """A finding for each manner. A counterexample that is kept with the known failures is tried first."""
        for codec in self._both:
            codec.searched = True
        kept = {each: finding for each in self.manners if (finding := self._kept(each, known))}
        if self.stage.examples:
            if drawn := self.drawn():
                self.hunt.run(drawn, seed=self.stage.seed_of(self.operation), but=kept)
            self.hunt.trim(but=kept)
        for each in self.manners:
            yield kept.get(each) or self._finding(each)

    def _kept(self, each: str, known: Mapping[str, Sample]) -> Finding | None:
        sample = known.get(self.case(each))
        if sample is None:
            return None
        vector = samples.question(sample, self._blank(each)).vector
        finding = self._hunted.settle(vector)
        if finding.finding != "fail" or manner(finding) != each:
            return None
        self.hunt.meet(vector, finding, KNOWN)
        return self._named(each, msgspec.structs.replace(finding, sample=sample))

    def _blank(self, each: str) -> Vector:
        return self.stage.blank(self.case(each), self.manners[each], self.operation)

    def _finding(self, each: str) -> Finding:
        if each in self.hunt.smallest:
            found = self.hunt.confirmed(each)
            if each in self.hunt.spent:
                why = (
                    f"{found.why}; shrinking was given up after {self.hunt.spent[each]}, so there may be a smaller one"
                )
                found = msgspec.structs.replace(found, why=why)
            return self._named(each, found)
        tried = self.hunt.tried
        case = self._blank(each)
        answered = tried.total() - tried["skip"]
        unsearched = not tried and self._worn()
        word: FindingWord = "pass" if answered or not (tried or unsearched) else "skip"
        return Finding(
            case.id, self.operation, word, case.level, case.requirements, summary=case.summary,
            observation="unsupported" if word == "skip" else "",
            why=f"nothing was searched after {unsearched}"
            if unsearched
            else f"{answered:,} of {tried.total():,} drawn inputs answered by both",
        )  # fmt: skip

    def _named(self, each: str, finding: Finding) -> Finding:
        case = self._blank(each)
        return msgspec.structs.replace(
            finding, case=case.id, operation=self.operation, level=case.level, requirements=case.requirements,
            summary=case.summary, digest="",
        )  # fmt: skip


class Values(Pair):
    """Values that one codec writes and another reads."""

    operation: Operation = "encode"
    manners = MANNERS

    def __init__(self, stage: Stage, writer: Codec, reader: Codec) -> None:
        self.writer, self.reader = writer, reader
        smaller = partial(smaller_values, stage.format)
        super().__init__(stage, pair(writer, reader), self._hunting(size_of_value, smaller))
        self._drawn = stage.blank(f"property/{stage.format.name}/{self.name}", "a drawn value", self.operation)

    @property
    def _both(self) -> tuple[Codec, Codec]:
        return self.writer, self.reader

    def drawn(self) -> drawing.Drawn | None:
        stage, both = self.stage, self._both
        if "encode" not in self.writer.terms.operations or "decode" not in self.reader.terms.operations:
            return None
        settled = drawing.settled(both, both[:1], stage.trees.facts(stage.format.name))
        strategy = partial(drawing.values, stage.format, settled, stage.members)
        return stage.draw(self.operation, settled, strategy, self._pose)

    def _pose(self, example: Any) -> Vector:
        return posed(self.stage.format, self._drawn, example)

    def _settle_all(self, vectors: Sequence[Vector]) -> Iterator[Finding]:
        writer, reader = self.writer, self.reader
        able = [
            at for at, one in enumerate(vectors) if not writer.lacks(one, "encode") and not reader.lacks(one, "decode")
        ]
        wrote = dict(writer.ask_all([(at, writer.writing(vectors[at])) for at in able]))
        legible = [(at, seen.data) for at, seen in wrote.items() if seen.data is not None]
        read = dict(reader.ask_all([(at, reading(vectors[at], data)) for at, data in legible]))
        for at, vector in enumerate(vectors):
            exchange = Exchange(vector, self.stage.format, self.stage.referee)
            yield with_sample(exchange.finding(writer, reader, wrote.get(at), read.get(at)), vector)


class Octets(Pair):
    """The same bytes, which two codecs read."""

    operation: Operation = "decode"

    def __init__(self, stage: Stage, one: Codec, other: Codec) -> None:
        self.one, self.other = one, other
        self.manners = comparison.manners(one, other)
        super().__init__(stage, f"{one.name}={other.name}", self._hunting(size_of_bytes, smaller_bytes))
        self._drawn = stage.blank_bytes(self.name, (one, other))

    @property
    def _both(self) -> tuple[Codec, Codec]:
        return self.one, self.other

    def drawn(self) -> drawing.Drawn | None:
        stage, both = self.stage, self._both
        if any("decode" not in codec.terms.operations for codec in both):
            return None
        settled = drawing.settled(both, (), stage.trees.facts(stage.format.name))
        stored = [one for one in stage.stored if not any(codec.lacks(one, "decode") for codec in both)]
        strategy = partial(drawing.octets, stage.format, settled, stage.members, stored)
        drawn = stage.draw(self.operation, settled, strategy, self._pose)
        cut = map(self._pose, drawing.prefixes(stored))
        return drawn._replace(vectors=[*drawn.vectors, *cut]) if drawn else None

    def _pose(self, broken: Any) -> Vector:
        return posed_bytes(self._drawn, broken)

    def _settle_all(self, vectors: Sequence[Vector]) -> Iterator[Finding]:
        one, other = self.one, self.other
        able = [
            at for at, each in enumerate(vectors) if not one.lacks(each, "decode") and not other.lacks(each, "decode")
        ]
        asked = [(at, reading(vectors[at], vectors[at].octets)) for at in able]
        seen = {codec: dict(codec.ask_all(asked)) for codec in (one, other)}
        for at, vector in enumerate(vectors):
            answers = {codec: heard.get(at) for codec, heard in seen.items()}
            yield Comparison(vector, self.stage.format, self.stage.referee, answers).finding(one, other)


def posed(format: Any, blank: Vector, example: Any) -> Vector:
    """The vector of a drawn value."""
    nobody: Any = None  # the question is the same whoever is asked it
    return posing.encode(posing.Setting(format, nobody, blank), example).question.vector


def posed_bytes(blank: Vector, broken: Any) -> Vector:
    """The vector of drawn bytes."""
    context = ABSENT if broken.context is None else msgspec.Raw(msgspec.json.encode(broken.context))
    return msgspec.structs.replace(blank, data=broken.data, context=context)


def with_sample(finding: Finding, vector: Vector) -> Finding:
    """The finding with its input as a sample, where it failed."""
    if finding.finding != "fail":
        return finding
    return msgspec.structs.replace(finding, sample=samples.from_question(Question(vector, "encode")))


def values_of(stage: Stage, codecs: Sequence[Codec]) -> Iterator[Values]:
    """A search for each writer and each reader."""
    return (Values(stage, writer, reader) for writer in codecs for reader in codecs)


def octets_of(stage: Stage, codecs: Sequence[Codec]) -> Iterator[Octets]:
    """A search for any two codecs."""
    return (Octets(stage, one, other) for at, one in enumerate(codecs) for other in codecs[at + 1 :])
