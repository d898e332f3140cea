"""The screen for the lines of `check`, with a progress bar on a terminal."""

from time import monotonic
from typing import Any

from goldenwire.display.door import steered
from goldenwire.display.terminal import Terminal
from goldenwire.display.text import printable

PATIENCE = 1.0  # seconds before a progress bar is shown
PACE = 0.1  # seconds between its updates


class ProgressScreen(Terminal):
    """Standard output with a progress bar; `total` is the expected number of steps, if known."""

    def __init__(self, total: int | None = None) -> None:
        super().__init__()
        self._total, self._done, self._last = total, 0, ""
        self._next = monotonic() + PATIENCE
        self._task: Any = None

    def advance(self, case: str, done: bool) -> None:
        """Show the case of the latest finding in the progress bar; `done` counts a step towards the total."""
        self._last = case
        self._done += done
        if monotonic() > self._next:
            self._next = monotonic() + PACE
            self._show()

    def _show(self) -> None:
        if self.live is None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

            self.live = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                transient=True,
                console=Console(file=steered()),
            )
            self._task = self.live.add_task("", total=self._total)
            self.live.start()
        self.live.update(self._task, completed=self._done, description=printable(self._last))
