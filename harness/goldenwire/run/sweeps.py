"""The stage of the sweeps, which edit vectors."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from goldenwire.corpus.vector import LoadedVector
from goldenwire.protocol import Observation
from goldenwire.results import Finding
from goldenwire.run.context import RunContext
from goldenwire.sweeps import Sweeps
from goldenwire.sweeps import run as ask_sweeps
from goldenwire.sweeps.asking import SweepFailure, repeated

ASKED_ALONE = 3  # failing cases, from the first on, whose failure is asked again in a fresh process

# Returns the vectors of formats.
Load = Callable[..., Iterable[LoadedVector]]


class SweepStage:
    """Ask the sweeps. The vectors that they edit are kept on their way to the stage of the vectors, or loaded."""

    def __init__(self, context: RunContext, sweeps: Mapping[str, Sweeps], load: Load) -> None:
        self._context, self._sweeps, self._load = context, sweeps, load
        self._bases: dict[str, LoadedVector] = {}
        self._failed = 0  # cases that fail and are not known to fail

    def keep(self, vectors: Iterable[LoadedVector]) -> Iterator[LoadedVector]:
        """Yield the vectors, and keep those that sweeps edit."""
        wanted = {
            format: sweeps
            for format, sweeps in self._sweeps.items()
            if format in self._context.negotiated and self._context.options.swept(sweeps)
        }
        for vector in vectors:
            if vector.format in wanted and wanted[vector.format].edits(vector):
                self._bases[vector.id] = vector
            yield vector

    def findings(self) -> Iterator[Finding]:
        """Ask the sweeps and yield a finding for each of their cases."""
        context = self._context
        for format, sweeps in self._sweeps.items():
            only = context.options.swept(sweeps)
            missing = {(case, operation) for case, operation in sweeps.questions(only)}.difference(context.done)
            if format not in context.negotiated or not missing:
                continue
            if not sweeps.bases.issubset(self._bases) or context.options.narrowed:
                self._bases |= {vector.id: vector for vector in self._load(format) if sweeps.edits(vector)}
            for finding in ask_sweeps(
                sweeps,
                context.subject,
                context.negotiated[format],
                context.referee,
                bases=self._bases,
                only=only,
                failed=context.failed,
                not_asked=context.not_asked,
                retried=self._retried,
            ):
                if (finding.case, finding.operation) in missing:
                    yield finding

    def _retried(self, finding: Finding, failure: SweepFailure, again: Observation) -> Finding:
        """Return the finding of a failure that is asked again, with the requests that it needs if it depends on any."""
        context, found = self._context, repeated(finding, failure, again)
        is_known = (finding.case, finding.operation) in context.known.known
        self._failed += not is_known
        is_first = self._failed <= ASKED_ALONE
        if is_known or not (is_first or found.finding == "flaky" or context.replays.found):
            return found
        retried = context.retried(
            finding, failure.question, failure.seen, lambda: [*context.recent.of(failure.process), *failure.before()]
        )
        return found if retried is finding else retried  # there was no time for it

    def cases(self) -> dict[str, bool]:
        """Return for each case of a sweep whether it was to be asked."""
        negotiated, options = self._context.negotiated, self._context.options
        found = [sweeps for format, sweeps in self._sweeps.items() if format in negotiated]
        return {case: case in options.swept(sweeps) for sweeps in found for case in sweeps.cases()}
