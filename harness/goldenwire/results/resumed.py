"""A run that ended early and is resumed: its findings are kept, and the remaining questions are asked."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

from msgspec import Struct

from goldenwire.corpus.vector import Level, LoadedVector
from goldenwire.results.checked import CheckOptions, check_header
from goldenwire.results.records import Canaries, Finding, Footer, Header, Record, ResultsError
from goldenwire.results.stored import resumable_size, stored

# The members of the header that must not have changed.
SAME = {
    "kit": "version of goldenwire",
    "results": "version of the records",
    "vectors": "content of the vectors",
    "codec": "codec",
    "formats": "formats",
    "declared": "declaration of the codec",
}


class Resumed(Struct, frozen=True):
    """The first part of a run: its records, read from a file, and their size in the file in bytes."""

    path: Path
    header: Header
    options: CheckOptions
    canaries: Canaries | None
    findings: list[Finding]
    size: int

    @classmethod
    def read(cls, path: Path, *, known: bool) -> Self:
        """Read the run in a results file; `known` says whether known failures are given. Raises ResultsError."""
        header, *records = stored(path)
        assert isinstance(header, Header), "the first of them is"
        footer = records[-1]
        if isinstance(footer, Footer) and footer.complete:
            raise ResultsError(f"{path}: this run is complete; `goldenwire report` shows it")
        findings = [record for record in records if isinstance(record, Finding)]
        if not known and any(finding.known for finding in findings):
            raise ResultsError(f"{path}: this run had known failures; name their file again (--known-failures)")
        options = check_header(header)
        if options.soak:
            raise ResultsError(f"{path}: this run is a soak; `goldenwire soak` with its folder goes on with it")
        for question, count in Counter((finding.case, finding.operation) for finding in findings).items():
            if count > 1:
                raise ResultsError(f"{path}: it has {count:,} findings of {' '.join(question)}; start anew")
        canaries = next((record for record in records if isinstance(record, Canaries)), None)
        return cls(path, header, options, canaries, findings, resumable_size(path))

    @property
    def kept(self) -> int:
        """The number of records in the file."""
        return 1 + (self.canaries is not None) + len(self.findings)

    @property
    def done(self) -> set[tuple[str, str]]:
        """The cases and operations that need not be asked again."""
        return {(finding.case, finding.operation) for finding in self.findings}

    def check(self, now: Header) -> None:
        """Raise ResultsError if the run to start now differs from the one in the file."""
        for name, words in SAME.items():
            if getattr(self.header, name) != getattr(now, name):
                raise ResultsError(f"{self.path} is of a run with another {words}; start anew")

    def check_findings(self, vectors: Iterable[LoadedVector], made_up: Iterable[str]) -> None:
        """Raise ResultsError if a finding belongs to no existing question; `made_up` are cases outside the vectors."""
        asked: dict[tuple[str, str], tuple[Level, str]] = {
            (vector.id, operation): (vector.level, vector.digest)
            for vector in vectors
            for operation in vector.operations
        }
        others = frozenset(made_up)
        for finding in self.findings:
            question = finding.case, finding.operation
            if finding.case not in others and asked.get(question) != (finding.level, finding.digest):
                raise ResultsError(
                    f"{self.path}: the finding of {' '.join(question)} is of no question of these vectors; start anew"
                )

    def then(self, records: Iterator[Record]) -> Iterator[Record]:
        """Yield the whole run: the new records, with the stored findings after the canaries."""
        for record in records:
            yield record
            if isinstance(record, Canaries):
                yield from self.findings
