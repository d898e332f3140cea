"""The gate: it applies the known failures to the records of a run on their way to the outputs."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import get_args

import msgspec

from goldenwire.corpus.vector import LEVELS, Level
from goldenwire.judge.reasons import AnswerRequired
from goldenwire.protocol import Operation
from goldenwire.results.known_failures import KnownFailures
from goldenwire.results.records import BAD, FAIL_FAST, Finding, Footer, Header, Record
from goldenwire.results.tally import Tally

ALIKE = 50  # equal faults from the first finding of all or of an operation on, after which the adapter is broken
EVERY = ""  # the scope of all operations
FAULTS = {"failed", "crashed", "hung", "out-of-memory", "flooded", "garbled"}


class Gate:
    """Pass records on: findings after the known failures are applied, the footer with its sums and stale entries.

    `existing` returns for each case whether all of its questions were to be asked; it is called at the end of a run
    that was not stopped. With `complete`, a declined question is a failure. `stop` ends the source early: with
    `fail_fast`, at the first finding that decides. The first `stored` findings come from an earlier part of the run,
    which this gate has already processed.
    """

    def __init__(
        self,
        level: Level,
        known: KnownFailures | None = None,
        existing: Callable[[], Mapping[str, bool]] = dict,
        *,
        complete: bool = False,
        fail_fast: bool = False,
        stop: Callable[[str], None] = lambda _: None,
        stored: int = 0,
    ) -> None:
        self._taken = LEVELS[: LEVELS.index(level) + 1]
        self._known, self._existing = known, existing
        self._complete, self._fail_fast, self._stop = complete, fail_fast, stop
        self._stored = stored
        self._tally = Tally()
        # For all questions and for each operation, the equal faults so far, until an answer is another one.
        self._alike: dict[str, list[str]] = {scope: [] for scope in (EVERY, *get_args(Operation))}

    def __call__(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield the records for the outputs."""
        apply = self._known.apply if self._known else None
        complete, count = self._complete, self._tally.add
        for record in records:
            if type(record) is Finding:
                if self._stored:
                    self._stored -= 1
                    finding = self._known.count_stored(record) if self._known else record
                else:
                    finding = fail_declined(record) if complete and record.finding == "declined" else record
                    if apply:
                        finding = apply(finding)
                count(finding)
                yield finding
                if self._fail_fast and self.decides(finding):
                    self._stop(FAIL_FAST)
                if self._alike:
                    self._compare(finding)
            elif type(record) is Footer:
                yield self._tally.footer(self._held(record))
            elif type(record) is Header and self._known:
                self._known.begin(record)
                yield record
            else:
                yield record

    def _compare(self, finding: Finding) -> None:
        """Stop the run if its first findings are all the same fault of the adapter, since the others would be too.

        A codec that fails all of an operation may do others; one that has to be started again each time takes hours.
        """
        seen = finding.observation
        kind = seen.kind if seen and finding.finding in {"fail", "flaky"} else ""
        fault = (finding.observed if kind == "failed" else str(seen)) if kind in FAULTS else ""
        for scope in [one for one in (EVERY, finding.operation) if one in self._alike]:
            alike = self._alike[scope]
            if not fault or fault != (alike or [fault])[0]:
                del self._alike[scope]
                continue
            alike.append(fault)
            if len(alike) == ALIKE and (scope == EVERY or kind != "failed"):
                self._alike.clear()
                to = f" to {scope}" if scope else ""
                self._stop(f"the first {ALIKE} answers{to} are alike: {fault}; fix the adapter first (`smoke` helps)")
                return

    def decides(self, finding: Finding) -> bool:
        """Return whether the finding means that the codec does not conform at the chosen level."""
        return finding.finding in BAD and finding.level in self._taken

    def _held(self, footer: Footer) -> Footer:
        """Return the footer with stale entries, changed declarations and notes. A stopped run has no stale entries."""
        known = self._known
        if known is None:
            return footer
        stale = () if footer.stopped else tuple(known.stale(self._existing()))
        changed = known.changed_declarations()
        notes = (*footer.notes, *known.notes())
        return msgspec.structs.replace(footer, stale=stale, changed_declarations=changed, notes=notes)


def fail_declined(finding: Finding) -> Finding:
    """Return the finding of a declined question as a failure, as `--complete` demands."""
    failed = finding.because(AnswerRequired(), *finding.reasons, finding="fail")
    return msgspec.structs.replace(failed, declined=True, observed=finding.why)
