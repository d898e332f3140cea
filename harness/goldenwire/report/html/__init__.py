"""A run, or several side by side, as one self-contained HTML file that needs no network and no server."""

from collections import deque
from pathlib import Path
from typing import Self

from goldenwire.report.html.gathered import Gathered
from goldenwire.results import Canaries, Finding, Footer, Header, Record
from goldenwire.results.files import write_atomically


class HtmlFile:
    """Collect `runs` runs, one after the other, and write the file atomically when the last ends. Raises UserError."""

    def __init__(self, path: Path, runs: int = 1) -> None:
        self._path, self._count = path, runs
        self._runs: deque[Gathered] = deque()

    def __enter__(self) -> Self:
        return self

    def take(self, record: Record) -> None:
        """Take one record of the current run; a header starts a new run."""
        match record:
            case Finding():
                self._runs[-1].find(record)
            case Header():
                self._runs.append(Gathered(record))
            case Canaries():
                pass  # the footer repeats it
            case Footer():
                self._runs[-1].footer = record
                if len(self._runs) == self._count:
                    self._write()

    def _write(self) -> None:
        from goldenwire.report.html.page import report

        write_atomically(self._path, report(list(self._runs)))
        self._runs.clear()

    def __exit__(self, *_: object) -> None:
        pass
