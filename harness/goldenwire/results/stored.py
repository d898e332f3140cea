"""Results files read back: as one run, or record by record."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from goldenwire.results.records import Finding, Footer, Header, Record, ResultsError, RunResult
from goldenwire.results.tally import Tally

_decode = msgspec.json.Decoder(Record).decode


def read(path: Path) -> RunResult:
    """The run in a results file. A torn last line and a missing footer mean an incomplete run. Raises ResultsError."""
    header, *records = stored(path)
    assert isinstance(header, Header), "the first of them is"
    footer = records.pop()
    assert isinstance(footer, Footer), "and so is the last"
    return RunResult(header, [record for record in records if isinstance(record, Finding)], footer)


def stored(path: Path) -> Iterator[Record]:
    """The records of the run in a results file, as they came: header, findings, footer. Raises ResultsError.

    A torn last line is left out; where there is no footer, one is made up that says so.
    """
    records, tally = _lines(path), Tally()
    header = next(records, None)
    if not isinstance(header, Header):
        raise ResultsError(f"{path}: the first line is not a header; this is no results file of goldenwire")
    yield header
    for record in records:
        if isinstance(record, Header):
            raise ResultsError(f"{path}: a second header; one file holds one run")
        if isinstance(record, Footer):
            yield record if record.scope else tally.footer(record)  # versions before 0.2 did not write them
            return
        yield record
        if isinstance(record, Finding):
            tally.add(record)
    yield tally.footer(Footer(False, {}, {}, stopped="the file has no footer"))


def _lines(path: Path) -> Iterator[Record]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.endswith(b"\n"):
                    yield _record(path, number, line)
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None


def _record(path: Path, number: int, line: bytes) -> Record:
    try:
        record: Record = _decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise ResultsError(f"{path}, line {number}: not a record of a results file: {error}") from None
    return record
