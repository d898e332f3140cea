"""Results files read back: as one run, or record by record."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from goldenwire import system
from goldenwire.results.checked import check_header
from goldenwire.results.records import RESULTS, Finding, Footer, Header, Record, ResultsError, RunResult
from goldenwire.results.tally import Tally
from goldenwire_reference.wording import plural

LINE = 1 << 28  # longest line that is read, in bytes


class _Version(Struct):
    results: Annotated[int, Meta(ge=1)] = 1  # before it was written


_version = msgspec.json.Decoder(_Version).decode
_decode: Callable[[bytes], Record] = msgspec.json.Decoder(Record).decode


def read(path: Path) -> RunResult:
    """Read the run in a results file. A torn last line or no footer means an incomplete run. Raises ResultsError."""
    header, *records = stored(path)
    assert isinstance(header, Header), "the first of them is"
    footer = records.pop()
    assert isinstance(footer, Footer), "and so is the last"
    return RunResult(header, [record for record in records if isinstance(record, Finding)], footer)


def stored(path: Path) -> Iterator[Record]:
    """Yield the records of the run in a results file in order: header, findings, footer. Raises ResultsError.

    A torn last line is left out. If there is no footer, one is computed that marks the run as incomplete.
    """
    lines, tally = _Lines(path), Tally()
    records = iter(lines)
    header = next(records, None)
    if not isinstance(header, Header):
        raise ResultsError(f"{path}: the first line is not a header; this is no results file of goldenwire")
    try:
        check_header(header)
    except msgspec.ValidationError as error:
        raise ResultsError(f"{path}, line 1: not a header of a results file: {error}") from None
    yield header
    for record in records:
        if isinstance(record, Header):
            raise ResultsError(f"{path}: a second header; one file holds one run")
        if isinstance(record, Footer):
            for _ in records:
                raise ResultsError(f"{path}: something follows the footer; one file holds one run")
            if lines.torn:
                raise ResultsError(f"{path}: half a line follows the footer; one file holds one run")
            yield record if record.scope else tally.footer(record)  # versions before 0.2 did not write the scope
            return
        yield record
        if isinstance(record, Finding):
            tally.add(record)
    torn = f", and its last line is torn ({plural(lines.torn, 'byte')})" if lines.torn else ""
    yield tally.footer(Footer(False, {}, {}, stopped=f"the file has no footer{torn}"))


class _Lines:
    """The records of a file, line by line; `torn` is the number of bytes after the last line feed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = _decode
        self.torn = 0

    def __iter__(self) -> Iterator[Record]:
        try:
            with system.open_regular(self._path) as file:
                number = 0
                while line := file.readline(LINE):
                    number += 1
                    if line.endswith(b"\n"):
                        yield self._header(line) if number == 1 else self._record(number, line)
                    elif len(line) == LINE:
                        raise ResultsError(f"{self._path}, line {number}: longer than any record, {LINE:,} bytes")
                    else:
                        self.torn = len(line)
        except OSError as error:
            raise ResultsError(f"{self._path}: {error.strerror}") from None

    def _header(self, line: bytes) -> Record:
        """Return the first record; the others are read by its version."""
        try:
            results = _version(line).results
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            results = RESULTS
        if results > RESULTS:
            raise ResultsError(
                f"{self._path}: its records are of version {results:,}, and this goldenwire reads {RESULTS}",
                "Read it with the goldenwire that wrote it, or with a newer one.",
            )
        record = self._record(1, line)
        if results == RESULTS or not isinstance(record, Header):
            return record
        from goldenwire.results.older import upgraded

        self._read = upgraded
        return msgspec.structs.replace(record, results=results)

    def _record(self, number: int, line: bytes) -> Record:
        try:
            return self._read(line)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise ResultsError(f"{self._path}, line {number}: not a record of a results file: {error}") from None


def resumable_size(path: Path) -> int:
    """Return the number of bytes in a results file before its footer or its incomplete last line."""
    size = 0
    with system.open_regular(path) as file:
        for line in file:
            if not line.endswith(b"\n") or line.startswith(b'{"record":"footer"'):
                break
            size += len(line)
    return size
