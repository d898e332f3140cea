"""The differential searches: for a writer and a reader over values, for any two codecs over the same bytes.

Each manner in which two can disagree is a case of its own, `property/FORMAT/WRITER>READER.MANNER` for values and
`property/FORMAT/ONE=OTHER.MANNER` for bytes, so that each is known to fail, or not, for itself.
"""

from collections.abc import Iterator, Mapping, Sequence
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
from goldenwire.interop.shrinking import size_of_bytes, size_of_value, smaller_bytes, smaller_values
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
    stored: list[Vector] = []  # whose bytes are edited

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

    def case(self, manner: str) -> str:
        """The id of the case of a manner."""
        return f"property/{self.stage.format.name}/{self.name}.{manner}"

    def strategy(self) -> Any:
        """What is drawn; none where there is nothing."""
        raise NotImplementedError

    def findings(self, known: Mapping[str, Sample]) -> Iterator[Finding]:
        """A finding for each manner. A counterexample that is kept with the known failures is tried first."""
        kept = {each: finding for each in self.manners if (finding := self._kept(each, known))}
        if self.stage.examples:
            strategy = self.strategy()
            if strategy is not None:
                self.hunt.run(strategy, examples=self.stage.examples, seed=f"{self.operation} {self.stage.seed}")
            self.hunt.trim()
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
        word: FindingWord = "pass" if answered or not tried else "skip"
        return Finding(
            case.id, self.operation, word, case.level, case.requirements, summary=case.summary,
            observation="unsupported" if word == "skip" else "",
            why=f"{answered:,} of {tried.total():,} drawn inputs answered by both",
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
        super().__init__(stage, pair(writer, reader), Hunted(self._pose, self._settle, size_of_value, smaller))
        self._drawn = stage.blank(f"property/{stage.format.name}/{self.name}", "a drawn value", self.operation)

    def strategy(self) -> Any:
        stage, both = self.stage, (self.writer, self.reader)
        if "encode" not in self.writer.terms.operations or "decode" not in self.reader.terms.operations:
            return None
        facts = stage.trees.facts(stage.format.name)
        return drawing.values(stage.format, drawing.settled(both, both[:1], facts), stage.members)

    def _pose(self, example: Any) -> Vector:
        return posed(self.stage.format, self._drawn, example, self.writer)

    def _settle(self, vector: Vector) -> Finding:
        exchange = Exchange(vector, self.stage.format, self.stage.referee)
        wrote = read = None
        if not self.writer.lacks(vector, "encode") and not self.reader.lacks(vector, "decode"):
            wrote = self.writer.ask(self.writer.writing(vector))
            read = None if wrote.data is None else self.reader.ask(reading(vector, wrote.data))
        return with_sample(exchange.finding(self.writer, self.reader, wrote, read), vector)


class Octets(Pair):
    """The same bytes, which two codecs read."""

    operation: Operation = "decode"

    def __init__(self, stage: Stage, one: Codec, other: Codec) -> None:
        self.one, self.other = one, other
        self.manners = comparison.manners(one, other)
        super().__init__(
            stage, f"{one.name}={other.name}", Hunted(self._pose, self._settle, size_of_bytes, smaller_bytes)
        )
        drawn = stage.blank(f"property/{stage.format.name}/{self.name}", "drawn bytes", self.operation)
        needs = {need for codec in (one, other) for need in codec.terms.left_out}
        self._drawn = msgspec.structs.replace(drawn, needs=tuple(sorted(needs)))

    def strategy(self) -> Any:
        stage, both = self.stage, (self.one, self.other)
        if any("decode" not in codec.terms.operations for codec in both):
            return None
        facts = stage.trees.facts(stage.format.name)
        stored = [one for one in stage.stored if not any(codec.lacks(one, "decode") for codec in both)]
        return drawing.octets(stage.format, drawing.settled(both, (), facts), stage.members, stored)

    def _pose(self, broken: Any) -> Vector:
        context = ABSENT if broken.context is None else msgspec.Raw(msgspec.json.encode(broken.context))
        vector: Vector = msgspec.structs.replace(self._drawn, data=broken.data, context=context)
        return vector

    def _settle(self, vector: Vector) -> Finding:
        both = (self.one, self.other)
        asked = not any(codec.lacks(vector, "decode") for codec in both)
        request = reading(vector, vector.octets)
        one, other = (codec.ask(request) if asked else None for codec in both)
        return Comparison(vector, self.stage.format, self.stage.referee).finding(*both, (one, other))


def posed(format: Any, blank: Vector, example: Any, writer: Codec | None = None) -> Vector:
    """The vector of a drawn value, as a writer is asked it."""
    setting = posing.Setting(format, writer.terms if writer else None, blank)  # type: ignore[arg-type]
    return posing.encode(setting, example).question.vector


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
