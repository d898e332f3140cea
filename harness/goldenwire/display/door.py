"""Where text leaves the program: standard output and standard error, which nothing that a codec or file says can steer.

Output is lines, and a text is one line of it: `print_lines` and `print_line` write out the line feeds within one, as
they do with all control characters and with commands to CI services, and errors do the same (`UserError`). So it does
not matter which part of a line is foreign, and nobody has to remember to mark it. A foreign text of several lines is
shown as such by `text.quoted`. No other module writes to a stream, or calls `print` or click's `echo`; a test holds
them to it.

What is written is put into the stream's own encoding, whatever that lacks, and never ends in a traceback. Colours pass,
under a mark that is made up anew in each process.
"""

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, TextIO

from goldenwire.display.text import fold
from goldenwire.errors import UserError
from goldenwire.escapes import one_line, printable, without_commands

_MARK = f"\x1b{os.urandom(8).hex()}"
_PAINTED = re.compile(f"{_MARK}\\[([0-9]*)m")


class Closed(UserError):  # noqa: N818 - what it is, not that it is an error
    """Nobody reads standard output any more."""


def painted(colour: str, text: str) -> str:
    """The text in a colour, a number of ANSI's, once it has gone through the door."""
    return f"{_MARK}[{colour}m{text}{_MARK}[0m"


class Shown(str):
    """A line as a terminal may get it."""

    __slots__ = ()


def shown(line: str) -> Shown:
    """One line, painted where it is painted, and nothing else in it that steers a terminal."""
    if isinstance(line, Shown):
        return line
    if _MARK not in line:
        return Shown(one_line(line))
    parts = _PAINTED.split(line)  # text and colours in turn
    return Shown("".join(f"\x1b[{part}m" if at % 2 else one_line(part) for at, part in enumerate(parts)))


def command(line: str) -> Shown:
    """A line that a CI service is to obey."""
    return Shown(printable(line))


def folded(line: Shown, width: int) -> Iterator[Shown]:
    """The line as lines of so many columns."""
    return map(Shown, map(without_commands, fold(line, width)))


def print_lines(lines: Iterable[str], *, error: bool = False) -> None:
    """Show the lines at once, each as one line whatever is in it, on standard output or, if told so, standard error.

    Raises UserError where nobody takes them.
    """
    text = "".join(f"{shown(line)}\n" for line in lines)
    if text and error:
        sys.stderr.write(text)
    elif text:
        stream = steered()
        with _told():
            stream.write(text)
            stream.flush()


def print_line(line: str) -> None:
    """Show one line, whatever is in it. Raises UserError where nobody takes it."""
    print_lines([line])


def steered() -> TextIO:
    """Standard output as it is, for what steers the terminal on purpose."""
    return getattr(sys.stdout, "stream", sys.stdout)


class Door:
    """A text stream whose lines are fit to be shown. Raises UserError where it cannot be written, if it is `strict`."""

    def __init__(self, stream: TextIO, *, strict: bool) -> None:
        self.stream = stream
        self._guarded = _told if strict else partial(contextlib.suppress, OSError, ValueError)
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write text, whose line feeds are its own."""
        with self._guarded():
            self.stream.write("\n".join(map(shown, text.split("\n"))))
        return len(text)

    def flush(self) -> None:
        """Write what was kept back."""
        with self._guarded():
            self.stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise Closed("standard output was closed before the end") from None
    except (OSError, ValueError) as error:  # a full disk; closed
        raise UserError(f"standard output: {getattr(error, 'strerror', None) or error}") from None


@contextlib.contextmanager
def doors() -> Iterator[None]:
    """Within, standard output and standard error are doors. Those that were closed lead nowhere."""
    before = sys.stdout, sys.stderr
    _fill()
    nowhere = [open(os.devnull, "w") for stream in before if stream is None]  # noqa: SIM115, PTH123 - closed below
    out, err = (stream or nowhere[0] for stream in before)
    sys.stdout, sys.stderr = Door(out, strict=True), Door(err, strict=False)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for stream in nowhere:
            stream.close()
        for stream in filter(None, before):
            try:
                stream.flush()
            except (OSError, ValueError):  # or Python says so at its end, and changes the exit code
                _drop(stream)


def _fill() -> None:
    """Open the null device for 0, 1 and 2 where they are closed, so that no file or pipe gets these numbers."""
    with contextlib.suppress(OSError):
        while (fd := os.open(os.devnull, os.O_RDWR)) <= 2:
            os.set_inheritable(fd, True)
        os.close(fd)


def _drop(stream: TextIO) -> None:
    with contextlib.suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
