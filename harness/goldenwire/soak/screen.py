"""How far a soak is: a line that is drawn anew on a terminal, a line now and then everywhere else."""

from time import monotonic

from goldenwire.display.door import steered
from goldenwire.display.terminal import Terminal

PACE = 10.0  # seconds between lines
FRAMES = 0.2  # seconds between frames


class Screen(Terminal):
    """Standard output with a line that says how far it is."""

    def __init__(self, *, quiet: bool = False) -> None:
        super().__init__()
        self._quiet = quiet
        self._next = monotonic() + (0.0 if self.terminal else PACE)

    @property
    def is_due(self) -> bool:
        """Whether it is time to show how far it is."""
        return monotonic() >= self._next and (self.terminal or not self._quiet)

    def show(self, line: str) -> None:
        """Show how far it is."""
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
    """The time as 1:02:03 or 2:03."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
