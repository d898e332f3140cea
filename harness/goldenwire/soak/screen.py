"""How far a soak is: a line that is drawn anew on a terminal, a line now and then everywhere else."""

import os
import sys
from collections.abc import Iterable
from time import monotonic
from types import TracebackType
from typing import Any, Self

PACE = 10.0  # seconds between lines
FRAMES = 0.2  # seconds between frames


class Screen:
    """Standard output. A context manager: leaving it clears the line."""

    def __init__(self, *, quiet: bool = False) -> None:
        self.terminal = sys.stdout.isatty()
        self.colour = self.terminal and not os.environ.get("NO_COLOR")
        self._quiet = quiet
        self._next = monotonic() + (0.0 if self.terminal else PACE)
        self._status: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the line away."""
        if self._status is not None:
            self._status.stop()
            self._status = None

    def print(self, lines: Iterable[str]) -> None:
        """Show the lines at once."""
        text = "".join(f"{line}\n" for line in lines)
        if text and self._status is not None:
            from rich.text import Text

            self._status.console.print(Text.from_ansi(text.rstrip("\n")), soft_wrap=True)
        elif text:
            sys.stdout.write(text)
            sys.stdout.flush()

    @property
    def is_due(self) -> bool:
        """Whether it is time to show how far it is."""
        return monotonic() >= self._next and (self.terminal or not self._quiet)

    def show(self, line: str) -> None:
        """Show how far it is."""
        self._next = monotonic() + (FRAMES if self.terminal else PACE)
        if not self.terminal:
            self.print([line])
        elif self._status is None:
            from rich.console import Console

            self._status = Console(highlight=False, markup=False).status(line)
            self._status.start()
        else:
            self._status.update(line)


def clock(seconds: float) -> str:
    """The time as 1:02:03 or 2:03."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
