"""A run that came to an early end, and is gone on with: what it has found stays, what it has not asked is asked."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Self

from msgspec import Struct

from goldenwire.corpus.vector import Level, Vector
from goldenwire.results.checked import CheckOptions, check_header
from goldenwire.results.records import Canaries, Finding, Footer, Header, Record, ResultsError
from goldenwire.results.stored import resumable_size, stored

# What has to be as it was.
SAME = {
    "kit": "version of goldenwire",
    "vectors": "content of the vectors",
    "codec": "codec",
    "formats": "formats",
    "declared": "declaration of the codec",
}


class Resumed(Struct, frozen=True):
    """The first part of a run: its records in a file, and how many bytes of it they are."""

    path: Path
    header: Header
    options: CheckOptions
    canaries: Canaries | None
    findings: list[Finding]
    size: int

    @classmethod
    def read(cls, path: Path, *, known: bool) -> Self:
        """The run in a results file; `known` says whether known failures are given. Raises ResultsError."""
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
        """How many records the file has."""
        return 1 + (self.canaries is not None) + len(self.findings)

    @property
    def done(self) -> set[tuple[str, str]]:
        """The cases and operations that need not be asked again."""
        return {(finding.case, finding.operation) for finding in self.findings}

    def check(self, now: Header) -> None:
        """Raises ResultsError where what would be run now is not what was run."""
        for name, words in SAME.items():
            if getattr(self.header, name) != getattr(now, name):
                raise ResultsError(f"{self.path} is of a run with another {words}; start anew")

    def check_findings(self, vectors: Iterable[Vector], made_up: Iterable[str]) -> None:
        """Raises ResultsError where a finding is of no question that there is; `made_up` are cases without a file."""
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
        """The whole run: what is here, and then what comes."""
        for record in records:
            yield record
            if isinstance(record, Canaries):
                yield from self.findings
