"""The results of a run: records, findings, known failures, and failures that are saved as vectors."""

from goldenwire.results.records import (
    FINDINGS,
    Canaries,
    Counts,
    Finding,
    FindingWord,
    Footer,
    Header,
    Known,
    KnownKind,
    Record,
    ResultsError,
    RunResult,
    exit_code,
    no_counts,
    passed,
    verdict,
)
from goldenwire.results.scope import KINDS, NOTHING, Scope, at
from goldenwire.results.stored import read, resumable_size, stored
from goldenwire.results.tally import Tally
from goldenwire.results.writer import RecordWriter

__all__ = [
    "FINDINGS",
    "KINDS",
    "NOTHING",
    "Canaries",
    "Counts",
    "Finding",
    "FindingWord",
    "Footer",
    "Header",
    "Known",
    "KnownKind",
    "Record",
    "RecordWriter",
    "ResultsError",
    "RunResult",
    "Scope",
    "Tally",
    "at",
    "exit_code",
    "no_counts",
    "passed",
    "read",
    "resumable_size",
    "stored",
    "verdict",
]
