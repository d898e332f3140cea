"""Standard output: with colour and live displays on a terminal, plain text everywhere else."""

import os
import shutil
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

from goldenwire.display.door import print_lines, shown, steered


class Terminal:
    """Standard output. A context manager: leaving it clears the live display, an object of rich's in `live`."""

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
        """Remove the live display."""
        if self.live is not None:
            self.live.stop()
            self.live = None

    def print(self, lines: Iterable[str]) -> None:
        """Print the lines at once. Raises UserError if standard output cannot be written."""
        if self.live is None:
            print_lines(lines)
        elif text := "\n".join(map(shown, lines)):
            from rich.text import Text

            self.live.console.print(Text.from_ansi(text), soft_wrap=True)


class Progress(Terminal):
    """A progress bar for `total` steps of one task on a terminal; it shows nothing elsewhere."""

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
        """Advance the bar by one step."""
        if self.live is not None:
            self.live.advance(self._task)
