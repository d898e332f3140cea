"""A run of several codecs against each other, as a stream of records: header, one finding per exchange, footer."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from time import monotonic
from typing import Any

from msgspec import Struct

from goldenwire import __version__
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import Level, LoadedVector
from goldenwire.display.text import printable
from goldenwire.errors import UserError
from goldenwire.interop import inputs
from goldenwire.interop.codecs import Company, RunningCodec, reading
from goldenwire.interop.counting import word
from goldenwire.interop.exchange import Exchange
from goldenwire.interop.hunt import DRAWN, VECTORS
from goldenwire.interop.pairs import BytesPair, Stage, ValuesPair, built_question, octets_of, values_of, with_sample
from goldenwire.interop.readings import Readings, batches
from goldenwire.judge import Referee
from goldenwire.protocol import Observation, Request
from goldenwire.results import Finding, Footer, Header, Record
from goldenwire.results.findings import NOTHING_ELSE, make_stray
from goldenwire.results.known_failures import KnownFailures
from goldenwire.run import SEED
from goldenwire.sweeps import Sweeps


class InteropOptions(Struct, frozen=True, kw_only=True):
    """The values and bytes to exchange, and the level that decides."""

    level: Level = "strict"
    select: tuple[str, ...] = ()
    requirement: tuple[str, ...] = ()
    context: Mapping[str, Any] = {}  # members that the context of a value must have
    examples: int = 100
    search: int = 100
    together: int = 0
    short: int = 0
    sweeps: bool = False
    seed: int = SEED

    @property
    def narrowed(self) -> bool:
        """True if some of the vectors are left out."""
        return bool(self.select or self.requirement or self.context)


class InteropRun:
    """Codecs against each other. `trouble` is the error that ended the run, if any.

    `pairs_of_bytes` are the searches over bytes; `has_known` says whether known failures apply; `drawn` counts the
    results of generated values by cell.
    """

    def __init__(
        self,
        company: Company,
        format: Any,
        trees: Trees,
        options: InteropOptions,
        *,
        referee: Referee,
        known: KnownFailures | None = None,
    ) -> None:
        self.codecs, self.trees, self.options = company.codecs, trees, options
        self.format, self.name = format, str(format.name)
        self.trouble: UserError | None = None
        self.stopped = ""
        self.drawn: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._company, self._referee = company, referee
        self.has_known = known is not None
        self._samples = known.samples if known else {}
        self._known = {key: observation for key, (observation, _) in known.known.items()} if known else {}
        for codec in self.codecs:
            codec.bear(self._known)
        self._began = monotonic()
        stage = Stage(
            format, trees, referee, options.context, options.search, options.seed, options.together, options.short
        )
        self._values = {one.name: one for one in values_of(stage, self.codecs)}
        self.pairs_of_bytes = list(octets_of(stage, self.codecs))
        self._readings = Readings(company, stage, self.pairs_of_bytes)
        self._stage = stage

    @property
    def _reads_bytes(self) -> bool:
        """True if bytes are searched for disagreements."""
        return bool(self.options.search or self._reads_together)

    @property
    def _reads_together(self) -> bool:
        """True if all codecs read the same bytes besides those of the vectors."""
        return bool(self.options.together or self.options.short)

    @property
    def compared(self) -> dict[str, dict[str, Counter[str]]]:
        """The number of inputs that two codecs have read, by source, pair and result."""
        return self._readings.compared

    def stop(self, why: str) -> None:
        """End the run after the record that was yielded last."""
        self.stopped = self.stopped or why

    def records(self) -> Iterator[Record]:
        """Yield the records of the run. It keeps counts and the smallest disagreement of each kind, not all cases."""
        yield self.header()
        try:
            for finding in self.findings():
                yield finding
                if self.stopped:
                    break
        except KeyboardInterrupt:
            self.stop("interrupted")
        except UserError as error:
            self.trouble = error
            self.stop(error.lines[0])
        yield self.footer()

    def findings(self) -> Iterator[Finding]:
        """Yield the findings of exchanges of vectors' values, then those of generated values, searches and exits."""
        found = False
        for vector, finding in self._exchanged(self._vectors()):
            found = True
            if finding.finding == "fail" and self.options.search:
                self._meet(vector, finding, VECTORS)
            yield finding
        if not found and not self._reads_bytes:
            raise UserError("none of the selected vectors has a value to be written, so there is nothing to exchange")
        if self.options.examples:
            self._exchange_drawn()
        for codec in self.codecs:
            codec.renew_patience()
        if self._reads_bytes:
            sweeps = Sweeps(self.trees.root(self.name), self.name) if self.options.sweeps else None
            self._readings.of_vectors(self._selected(), sweeps)
            self._readings.of_drawn()
        if self._reads_together:
            self._readings.of_short()
            self._readings.shrink()
        pairs: list[ValuesPair | BytesPair] = []
        if self.options.examples or self.options.search:
            pairs += self._values.values()
        if self._reads_bytes:
            pairs += self.pairs_of_bytes
        for one in pairs:
            yield from one.findings(self._samples)
        for codec in self.codecs:
            key, strays = (f"{self.name}/{NOTHING_ELSE}", codec.name), codec.finish()
            if strays or key in self._known:
                yield make_stray(*key, strays)

    def _vectors(self) -> Iterator[LoadedVector]:
        """Yield the vectors with a value to write."""
        return (one for one in self._selected() if is_exchanged(one))

    def _selected(self) -> Iterator[LoadedVector]:
        options = self.options
        loaded = self.trees.load(self.name, select=options.select, requirement=options.requirement)
        return (one for one in loaded if inputs.fits(inputs.opened(one) if options.context else None, options.context))

    # Exchanges

    def _exchanged(self, vectors: Iterable[LoadedVector]) -> Iterator[tuple[LoadedVector, Finding]]:
        """Yield the findings of each value for each writer and reader."""
        for batch in batches(vectors):
            wrote = self._written(batch)
            read = self._read(batch, wrote)
            for at, vector in enumerate(batch):
                exchange = Exchange(vector, self.format, self._referee)
                for writer in self.codecs:
                    bytes_of = wrote.get((at, writer))
                    for reader in self.codecs:
                        data = bytes_of.data if bytes_of else None
                        answer = None if data is None else read.get((at, reader, data))
                        yield vector, exchange.finding(writer, reader, bytes_of, answer)

    def _written(self, batch: list[LoadedVector]) -> dict[tuple[int, RunningCodec], Observation]:
        asked = {
            codec: [(at, codec.writing(vector)) for at, vector in enumerate(batch) if not codec.lacks(vector, "encode")]
            for codec in self.codecs
        }
        return {(at, codec): seen for codec, at, seen in self._company.ask_all(asked)}

    def _read(
        self, batch: list[LoadedVector], wrote: Mapping[tuple[int, RunningCodec], Observation]
    ) -> dict[tuple[int, RunningCodec, bytes], Observation]:
        """Return each codec's readings; identical bytes from several writers are read once."""
        distinct = dict.fromkeys((at, seen.data) for (at, _), seen in wrote.items() if seen.data is not None)
        asked: dict[RunningCodec, list[tuple[tuple[int, bytes], Request]]] = {
            codec: [
                ((at, data), reading(batch[at], data)) for at, data in distinct if not codec.lacks(batch[at], "decode")
            ]
            for codec in self.codecs
        }
        return {(at, codec, data): seen for codec, (at, data), seen in self._company.ask_all(asked)}

    def _exchange_drawn(self) -> None:
        """Exchange generated values on which all codecs' declarations leave nothing open."""
        for vector, finding in self._exchanged(self._draw()):
            self.drawn[finding.operation][word(finding)] += 1
            if finding.finding == "fail":
                self._meet(vector, finding, DRAWN)

    def _meet(self, vector: LoadedVector, finding: Finding, source: str) -> None:
        self._values[finding.operation].hunt.meet(vector, with_sample(finding, vector), source)

    def _draw(self) -> list[LoadedVector]:
        able = [codec for codec in self.codecs if "encode" in codec.terms.operations]
        common = inputs.common_terms(self.codecs, able, self.trees.facts(self.name))
        strategy = inputs.values(self.format, common, self.options.context)
        if strategy is None:
            return []
        template = self._stage.template(f"property/{self.name}/drawn", "a generated value", "encode")
        build_question = partial(built_question, self.format, template)
        return inputs.draw(
            strategy, build_question, examples=self.options.examples, seed=f"drawn {self.options.seed}"
        ).vectors

    # The two ends

    def header(self) -> Header:
        """Return the header. The codecs' declarations form one list, each entry preceded by its codec's name."""
        options = self.options
        left_out = [*options.select, *options.requirement, *options.context]
        terms = {codec.name: codec.terms for codec in self.codecs}
        declared = {
            part: sorted(f"{name}:{one}" for name, each in terms.items() for one in getattr(each, part))
            for part in ("operations", "features")
        }
        policies = {f"{name}:{key}": one for name, each in terms.items() for key, one in each.policies.items()}
        return Header(
            kit=__version__,
            vectors=self.trees.identity([self.name]),
            codec={codec.name: f"{codec.hello.codec.name} {codec.hello.codec.version}" for codec in self.codecs},
            command=(),
            formats=(self.name,),
            undeclared={},
            options={"level": options.level, "select": left_out, "seed": options.seed},
            platform={},
            started="",
            declared={self.name: {**declared, "policies": policies}},
        )

    def existing(self) -> dict[str, bool]:
        """Return for each existing case whether all of its exchanges were to be made."""
        options = self.options
        whole = not options.narrowed
        found = {one.id: whole for one in self.trees.load(self.name, data=False) if is_exchanged(one)}
        found[f"{self.name}/{NOTHING_ELSE}"] = True
        found |= {one.case(each): bool(options.search) for one in self._values.values() for each in one.manners}
        return found | {one.case(each): self._reads_bytes for one in self.pairs_of_bytes for each in one.manners}

    def footer(self) -> Footer:
        """Return the footer."""
        return Footer(
            complete=not self.stopped,
            counts={},
            not_asked={},
            complaints=tuple(printable(sentence) for codec in self.codecs for sentence in codec.complaints),
            restarts=sum(codec.restarts for codec in self.codecs),
            stopped=self.stopped,
            seconds=round(monotonic() - self._began, 3),
        )


def is_exchanged(vector: LoadedVector) -> bool:
    """Return whether the vector has a value to write."""
    return vector.verdict == "accept" and "encode" in vector.operations
