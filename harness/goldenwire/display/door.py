"""Print lines on standard output and standard error, so that foreign text in them cannot control the terminal.

Foreign text is any text that goldenwire did not write, such as a codec's message. Output consists of lines, and each
text is one line: `print_lines`, `print_line` and errors (`UserError`) escape line feeds within a text, all other
control characters, and commands to CI services. So a caller need not say which part of a line is foreign. `text.quoted`
formats a foreign text of several lines. No other module writes to a stream, or calls `print` or click's `echo`; a test
ensures it.

Text is encoded for the stream; characters that its encoding lacks are escaped, and never cause a traceback. Colours
are kept: `painted` precedes them with a mark that is random in each process, so that foreign text cannot imitate it.
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


class Closed(UserError):  # noqa: N818 - named for the state, not for the error
    """Standard output has been closed by its reader."""


def painted(colour: str, text: str) -> str:
    """Return the text in a colour, an ANSI number, marked so that `shown` lets the colour pass."""
    return f"{_MARK}[{colour}m{text}{_MARK}[0m"


class SafeLine(str):
    """A line that is safe for a terminal."""

    __slots__ = ()


def shown(line: str) -> SafeLine:
    """Return one line that is safe for a terminal, with the colours of `painted`."""
    if isinstance(line, SafeLine):
        return line
    if _MARK not in line:
        return SafeLine(one_line(line))
    parts = _PAINTED.split(line)  # text and colours alternate
    return SafeLine("".join(f"\x1b[{part}m" if at % 2 else one_line(part) for at, part in enumerate(parts)))


def command(line: str) -> SafeLine:
    """Return a line that a CI service executes."""
    return SafeLine(printable(line))


def folded(line: SafeLine, width: int) -> Iterator[SafeLine]:
    """Yield the line folded to `width` columns."""
    return map(SafeLine, map(without_commands, fold(line, width)))


def print_lines(lines: Iterable[str], *, error: bool = False) -> None:
    """Print each text as one line on standard output or, with `error`, on standard error.

    Raises UserError if standard output cannot be written.
    """
    text = "".join(f"{shown(line)}\n" for line in lines)
    if text and error:
        sys.stderr.write(text)
    elif text:
        stream = steered()
        with _raises_user_error():
            stream.write(text)
            stream.flush()


def print_line(line: str) -> None:
    """Print one text as one line. Raises UserError if standard output cannot be written."""
    print_lines([line])


def steered() -> TextIO:
    """Return the unguarded standard output, for code that controls the terminal on purpose."""
    return getattr(sys.stdout, "stream", sys.stdout)


class Door:
    """A text stream that writes only safe lines. If `strict`, raises UserError when it cannot be written."""

    def __init__(self, stream: TextIO, *, strict: bool) -> None:
        self.stream = stream
        self._guarded = _raises_user_error if strict else partial(contextlib.suppress, OSError, ValueError)
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write text line by line; its line feeds are kept."""
        with self._guarded():
            self.stream.write("\n".join(map(shown, text.split("\n"))))
        return len(text)

    def flush(self) -> None:
        """Flush the stream."""
        with self._guarded():
            self.stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextlib.contextmanager
def _raises_user_error() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise Closed("standard output was closed before the end") from None
    except (OSError, ValueError) as error:  # a full disk, or a closed stream
        raise UserError(f"standard output: {getattr(error, 'strerror', None) or error}") from None


@contextlib.contextmanager
def doors() -> Iterator[None]:
    """Guard standard output and standard error within the context; closed streams are replaced by the null device."""
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
            except (OSError, ValueError):  # otherwise Python reports it at exit and changes the exit code
                _drop(stream)


def _fill() -> None:
    """Open the null device for 0, 1 and 2 if they are closed, so that no file or pipe gets these numbers."""
    with contextlib.suppress(OSError):
        while (fd := os.open(os.devnull, os.O_RDWR)) <= 2:
            os.set_inheritable(fd, True)
        os.close(fd)


def _drop(stream: TextIO) -> None:
    with contextlib.suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
