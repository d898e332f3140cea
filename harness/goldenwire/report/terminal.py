"""The terminal as an output: the run as text, as it comes, with a progress bar."""

from typing import Any, Self

from goldenwire.report.screen import Screen
from goldenwire.report.text import Sentence, TextReport
from goldenwire.results import Finding, Footer, Record

# Progress is counted in decoded vectors, which are nearly all.
COUNTED = "decode"


class TerminalReport:
    """Shows the records of a run as TextReport does, which takes the other options.

    `total` is how many of the counted operation will come, where that is known.
    """

    def __init__(self, sentence: Sentence, *, total: int | None = None, **how: Any) -> None:
        self._screen = Screen(total)
        self._report = TextReport(sentence, colour=bool(self._screen.colour), width=self._screen.width, **how)
        self._silent = self._report.silent
        self._moves = self._screen.terminal

    def __enter__(self) -> Self:
        self._screen.__enter__()
        return self

    def take(self, record: Record) -> None:
        """Show what there is to show of one record."""
        if not self._silent(record):
            if type(record) is Footer:
                self._screen.clear()
            self._screen.print(self._report.lines(record))
        if self._moves and type(record) is Finding:
            self._screen.advance(record.case, record.operation == COUNTED)

    def __exit__(self, *_: object) -> None:
        self._screen.clear()
