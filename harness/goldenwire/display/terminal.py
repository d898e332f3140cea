"""Standard output: colour, and something that moves, on a terminal; plain text everywhere else."""

import os
import shutil
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

from goldenwire.display.door import print_lines, shown, steered


class Terminal:
    """Standard output. A context manager: leaving it clears what moves, a display of rich's that is kept in `live`."""

    def __init__(self) -> None:
        self.terminal = sys.stdout.isatty()
        forced = os.environ.get("FORCE_COLOR", "") not in {"", "0"}
        self.colour = (self.terminal or forced) and not os.environ.get("NO_COLOR")
        self.width = shutil.get_terminal_size().columns if self.terminal else None
        self.live: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def clear(self) -> None:
        """Take away what moves."""
        if self.live is not None:
            self.live.stop()
            self.live = None

    def print(self, lines: Iterable[str]) -> None:
        """Show the lines at once. Raises UserError where nobody takes them."""
        if self.live is None:
            print_lines(lines)
        elif text := "\n".join(map(shown, lines)):
            from rich.text import Text

            self.live.console.print(Text.from_ansi(text), soft_wrap=True)


class Progress(Terminal):
    """A bar on a terminal for so many steps of one task, and nothing elsewhere."""

    def __init__(self, what: str, total: int) -> None:
        super().__init__()
        self._what, self._total = what, total
        self._task: Any = None

    def __enter__(self) -> Self:
        if self.terminal:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self.live = Bar(*columns, transient=True, console=Console(file=steered()))
            self._task = self.live.add_task(self._what, total=self._total)
            self.live.start()
        return self

    def advance(self) -> None:
        """Note that a step is done."""
        if self.live is not None:
            self.live.advance(self._task)
