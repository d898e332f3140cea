"""The outputs of `interop`: the run is played through the gate to the matrix, and the matrix to terminal and files."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

import msgspec

from goldenwire.display.door import print_line
from goldenwire.errors import UserError
from goldenwire.interop.matrix import Matrix, plain
from goldenwire.interop.run import InteropRun
from goldenwire.interop.text import Text
from goldenwire.report.screen import ProgressScreen
from goldenwire.results import Finding, Footer, Header, Record, known_failures
from goldenwire.results.files import write_atomically
from goldenwire.results.gate import Gate
from goldenwire.results.recording import Recorder
from goldenwire.results.saved import SavedFailures
from goldenwire.results.stream import Consumer, play

Render = Callable[[Matrix], str]


class InteropOutputs:
    """The outputs that the options ask for. Raises UserError if a file cannot be read or written."""

    def __init__(self, asked: Mapping[str, Any], format: str) -> None:
        self._asked = asked
        for name in ("markdown", "html", "json", "write_known_failures"):
            path = asked[name]
            if path and not path.parent.is_dir():
                raise UserError(f"{path}: there is no folder {path.parent}")
        path = asked["known_failures"]
        self.known = known_failures.checked(known_failures.read(path), [format], path) if path else None
        self._recorder = self._writer(asked["write_known_failures"], format)
        self._saved = SavedFailures(asked["save_failures"], print_line) if asked["save_failures"] else None

    def _writer(self, path: Path | None, format: str) -> Recorder | None:
        if path is None:
            return None
        before = self.known or (known_failures.read(path) if path.exists() else None)
        return Recorder(path, format, before, print_line, "interop")

    def play(self, run: InteropRun) -> Footer:
        """Play the run to the outputs and return its footer. An interrupt ends the run early; its findings are kept.

        Raises the error that ended the run, if any.
        """
        gate = Gate(run.options.level, self.known, run.existing, complete=self._asked["complete"], stop=run.stop)
        matrix = Matrix(run)
        consumers: list[Consumer] = [matrix, MatrixDisplay(matrix, self._asked["verbose"] - self._asked["quiet"])]
        for name, render in RENDERED.items():
            if self._asked[name]:
                consumers.append(Rendered(matrix, self._asked[name], render))
        consumers += [each for each in (self._saved, self._recorder) if each]
        footer = play(gate(run.records()), consumers, lambda: run.stop("interrupted"))
        if run.trouble:
            raise run.trouble
        return footer


class MatrixDisplay:
    """Show progress on the terminal and, at the end, the matrix."""

    def __init__(self, matrix: Matrix, verbosity: int) -> None:
        self._matrix = matrix
        self._screen = ProgressScreen()
        self._text = Text(matrix, colour=bool(self._screen.colour), verbosity=verbosity)

    def __enter__(self) -> Self:
        self._screen.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._screen.clear()

    def take(self, record: Record) -> None:
        """Show the lines or the progress for one record."""
        if type(record) is Header:
            self._screen.print(self._text.head())
        elif type(record) is Footer:
            self._screen.clear()
            if not self._matrix.run.trouble:
                self._screen.print(self._text.lines())
        elif type(record) is Finding and self._screen.terminal:
            self._screen.advance(f"{record.case} {record.operation}", done=True)


class Rendered:
    """Write the matrix to a file once it is complete."""

    def __init__(self, matrix: Matrix, path: Path, render: Render) -> None:
        self._matrix, self._path, self._render = matrix, path, render

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def take(self, record: Record) -> None:
        """Write the file at the footer."""
        if type(record) is Footer and not self._matrix.run.trouble:
            write_atomically(self._path, self._render(self._matrix))


def _json(matrix: Matrix) -> str:
    return msgspec.json.format(msgspec.json.encode(plain(matrix)), indent=2).decode() + "\n"


def _markdown(matrix: Matrix) -> str:
    from goldenwire.interop.markdown import markdown

    return markdown(matrix)


def _html(matrix: Matrix) -> str:
    from goldenwire.interop.html import page

    return page(matrix)


RENDERED: dict[str, Render] = {"markdown": _markdown, "html": _html, "json": _json}
