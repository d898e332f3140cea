"""The terminal as an output: the run as text, shown as it proceeds, with a progress bar."""

from typing import Any, Self

from goldenwire.report.screen import ProgressScreen
from goldenwire.report.text import Sentence, TextReport
from goldenwire.results import Finding, Footer, Record

# Progress counts decoded vectors, since nearly every case has one.
COUNTED = "decode"


class TerminalReport:
    """Show the records of a run as text; TextReport takes the other options.

    `total` is the expected number of findings of the operation COUNTED, if known.
    """

    def __init__(self, sentence: Sentence, *, total: int | None = None, **how: Any) -> None:
        self._screen = ProgressScreen(total)
        self._report = TextReport(sentence, colour=bool(self._screen.colour), width=self._screen.width, **how)
        self._silent = self._report.silent
        self._moves = self._screen.terminal

    def __enter__(self) -> Self:
        self._screen.__enter__()
        return self

    def take(self, record: Record) -> None:
        """Show the lines of one record and advance the progress bar."""
        if not self._silent(record):
            if type(record) is Footer:
                self._screen.clear()
            self._screen.print(self._report.lines(record))
        if self._moves and type(record) is Finding:
            self._screen.advance(record.case, record.operation == COUNTED)

    def __exit__(self, *_: object) -> None:
        self._screen.clear()
