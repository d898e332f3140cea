"""The progress of a soak: a line updated in place on a terminal, a line at intervals elsewhere."""

from time import monotonic

from goldenwire.display.door import steered
from goldenwire.display.terminal import Terminal

PACE = 10.0  # seconds between lines
FRAMES = 0.2  # seconds between frames


class SoakScreen(Terminal):
    """Standard output with a progress line."""

    def __init__(self, *, quiet: bool = False) -> None:
        super().__init__()
        self._quiet = quiet
        self._next = monotonic() + (0.0 if self.terminal else PACE)

    @property
    def is_time(self) -> bool:
        """Return whether it is time to show the progress."""
        return monotonic() >= self._next and (self.terminal or not self._quiet)

    def show(self, line: str) -> None:
        """Show a progress line."""
        self._next = monotonic() + (FRAMES if self.terminal else PACE)
        if not self.terminal:
            self.print([line])
        elif self.live is None:
            from rich.console import Console

            self.live = Console(highlight=False, markup=False, file=steered()).status(line)
            self.live.start()
        else:
            self.live.update(line)


def clock(seconds: float) -> str:
    """Format a duration as 1:02:03 or 2:03."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
