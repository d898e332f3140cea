"""Where a command's lines go: colour and a progress bar on a terminal, plain text everywhere else."""

import os
import sys
from collections.abc import Iterable
from time import monotonic
from types import TracebackType
from typing import Any, Self

PATIENCE = 1.0  # seconds before a progress bar is shown
PACE = 0.1  # seconds between its steps


class Screen:
    """Standard output. A context manager: leaving it clears the progress bar."""

    def __init__(self, total: int | None = None) -> None:
        self.terminal = sys.stdout.isatty()
        self.colour = self.terminal and not os.environ.get("NO_COLOR")
        self._total, self._done, self._last = total, 0, ""
        self._next = monotonic() + PATIENCE
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the progress bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def print(self, lines: Iterable[str]) -> None:
        """Show the lines at once."""
        text = "".join(f"{line}\n" for line in lines)
        if text and self._bar is not None:
            from rich.text import Text

            self._bar.console.print(Text.from_ansi(text.rstrip("\n")), soft_wrap=True)
        elif text:
            sys.stdout.write(text)
            sys.stdout.flush()

    def advance(self, case: str, done: bool) -> None:
        """Note, on a terminal, that a finding of a case has come, and whether it counts towards the total."""
        self._last = case
        self._done += done
        if monotonic() > self._next:
            self._next = monotonic() + PACE
            self._show()

    def _show(self) -> None:
        if self._bar is None:
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            self._bar = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                transient=True,
            )
            self._task = self._bar.add_task("", total=self._total)
            self._bar.start()
        self._bar.update(self._task, completed=self._done, description=self._last)
