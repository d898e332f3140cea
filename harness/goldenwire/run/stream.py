"""A run as a stream of records: the header, the canaries, the findings of the stages, and the footer."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from time import monotonic

from goldenwire import formats
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import LoadedVector
from goldenwire.display.text import printable
from goldenwire.errors import UserError
from goldenwire.judge import Question, Referee, Terms, canary
from goldenwire.results import Canaries, Finding, Footer, Header, Record
from goldenwire.results.findings import NOTHING_ELSE, REPLY, make_stray
from goldenwire.results.known_failures import KnownFailures
from goldenwire.results.scope import kind
from goldenwire.results.tally import Cell, sums_not_asked
from goldenwire.run.canaries import CanaryStage
from goldenwire.run.context import RunContext, Subject
from goldenwire.run.options import Options
from goldenwire.run.properties import PropertyStage
from goldenwire.run.sequences import SequenceStage
from goldenwire.run.sweeps import SweepStage
from goldenwire.run.vectors import VectorStage
from goldenwire.sequences import Retrying, SavedSequences
from goldenwire.sweeps import Sweeps


def _load_nothing(*_: str) -> Iterable[LoadedVector]:
    """Return no vectors, for runs without sweeps."""
    return ()


class Run:
    """One codec against the suite, as a stream of records: header, canaries, findings in order of completion, footer.

    `known` are the known failures; here they only excuse canaries and supply samples for properties, and the gate does
    the rest. `done` are cases and operations whose findings an earlier part of the run has. `trouble` is the error that
    ended the run, if one did.
    """

    def __init__(
        self,
        subject: Subject,
        negotiated: Mapping[str, Terms],
        options: Options,
        *,
        header: Header,
        vectors: Iterable[LoadedVector],
        referee: Referee,
        canaries: Mapping[str, Mapping[str, LoadedVector]],
        known: KnownFailures | None = None,
        done: Collection[tuple[str, str]] = (),
        retry: Retrying | None = None,
        sweeps: Mapping[str, Sweeps] | None = None,
        load: Callable[..., Iterable[LoadedVector]] = _load_nothing,
        after: Sequence[Question] = (),
        saved: SavedSequences | None = None,
    ) -> None:
        self.options, self.negotiated = options, negotiated
        self.known = known or KnownFailures("", {})
        self.stopped = ""
        self.trouble: UserError | None = None
        self._began = monotonic()
        self._vectors = vectors
        self._context = context = RunContext(
            subject, negotiated, options, header=header, referee=referee, known=self.known, done=done, retry=retry,
            after=after,
        )  # fmt: skip
        self._canaries = CanaryStage(context, canaries)
        self._of_vectors = VectorStage(context)
        self._sequences = SequenceStage(context, saved)
        self._sweeps = SweepStage(context, sweeps or {}, load)
        self._properties = PropertyStage(context)

    @property
    def sequences(self) -> int:
        """The number of requests that looked for state between requests."""
        return self._sequences.requests

    @property
    def failed_canaries(self) -> list[str]:
        """The diagnoses of the canaries that failed, except for known failures."""
        return self._canaries.failed

    def stop(self, why: str) -> None:
        """Stop after the record that was yielded last."""
        self.stopped = self.stopped or why

    def records(self) -> Iterator[Record]:
        """Yield the records of the run. None are retained, so that memory does not grow."""
        yield self._context.header
        try:
            for _ in self._canaries.ask():
                pass
            yield Canaries(tuple(self.failed_canaries))
            for finding in self._canaries.watch(chain(self._canaries.made_up, self.findings())):
                yield finding
                if self.stopped:
                    break
        except KeyboardInterrupt:
            self.stop("interrupted")
        except UserError as error:
            self.trouble = error
            self.stop(error.lines[0])
        except Exception as error:
            self.trouble = formats.author_error(error)
            if self.trouble is None:
                raise
            self.stop(self.trouble.lines[0])
        yield from self._of_vectors.unreported()
        yield self.footer()

    def canaries(self) -> Iterator[canary.CanaryResult]:
        """Ask the canaries; their diagnoses are in `failed_canaries` afterwards, except for known failures."""
        return self._canaries.ask()

    def findings(self) -> Iterator[Finding]:
        """Yield every finding in order of completion, before known failures are applied."""
        if self.options.vectors:
            yield from self._of_vectors.findings(self._sweeps.keep(self._vectors))
            yield from self._sequences.findings()
        if self.options.sweeps:
            yield from self._sweeps.findings()
        if self.options.examples:
            yield from self._properties.findings()
        if self._context.stays:
            for _ in self._context.subject.run(()):  # sends nothing more: the codec has its time to exit
                pass
        yield from self._strays()

    def _strays(self) -> Iterator[Finding]:
        """Yield the finding for output besides the codec's answers that cannot be blamed on a case.

        It passes only if it is listed as a known failure; a codec without such output has no such finding.
        """
        strays = self._context.subject.strays
        keys = [(f"{format}/{NOTHING_ELSE}", REPLY) for format in self.negotiated]
        key = next((key for key in keys if key in self.known.known), keys[0])
        if key not in self._context.done and (strays or key in self.known.known):
            yield make_stray(*key, strays)

    def existing(self, trees: Trees) -> dict[str, bool]:
        """Return for each existing case whether all of its questions were to be asked."""
        vectors = trees.load(*self.negotiated, data=False)
        existing = {vector.id: not self.options.narrowed for vector in vectors}
        existing |= {one.case: True for one in self._canaries.made_up}
        for stage in (self._properties, self._sweeps, self._sequences):
            existing |= stage.cases()
        return existing | {f"{format}/{NOTHING_ELSE}": True for format in self.negotiated}

    def footer(self) -> Footer:
        """Return the end of the run and the counts of unasked questions. The gate adds the other figures."""
        cells: Counter[Cell] = Counter()
        for (_, feature, level, ids), count in self._context.not_asked.items():
            cells[feature, level, ids] += count
        features, requirements = sums_not_asked(cells)
        return Footer(
            complete=not self.stopped,
            counts={},
            not_asked=self._missing(),
            failed_canaries=tuple(self.failed_canaries),
            complaints=tuple(map(printable, (*self._context.subject.complaints, *self._canaries.proxied))),
            restarts=self._context.subject.restarts,
            notes=tuple(self._context.notes()),
            stopped=self.stopped,
            seconds=round(monotonic() - self._began, 3),
            slowest=self._of_vectors.slowest,
            features=features,
            requirements=requirements,
        )

    def _missing(self) -> dict[str, int]:
        """Count the vectors' unasked questions by undeclared operation or feature."""
        words: Counter[str] = Counter()
        for (word, feature, _, _), count in self._context.not_asked.items():
            words[word] += count * (kind(feature) == "vectors")
        return {word: count for word, count in sorted(words.items()) if count}
