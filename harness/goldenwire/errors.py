"""The only error shown to users: its text is all they see, so it says where the problem is and how to fix it."""

from collections.abc import Iterable, Sequence
from typing import final

from goldenwire.escapes import one_line


class UserError(Exception):
    """A problem that the user can fix: a file, an option, a codec that does not start. The command exits with 2.

    It consists of lines, usually one. A line feed within a line is escaped, as are all control characters and commands
    to CI services. So foreign text is safe anywhere in a line and cannot start a new one. A subclass that takes other
    arguments returns its lines from `sentences`.
    """

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)

    def sentences(self) -> Sequence[str]:
        """Return the lines as given."""
        return self.args

    @property
    @final
    def lines(self) -> tuple[str, ...]:
        """Return the lines, escaped for output."""
        return tuple(map(one_line, self.sentences()))

    @final
    def __str__(self) -> str:
        return "\n".join(self.lines)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the nearest known word as the end of a sentence, `; did you mean ...?`; empty if none is near."""
    import difflib

    near = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


class Hints:
    """Suggestions by did_you_mean, for the first few words only.

    Among thousands of known words each takes tens of milliseconds.
    """

    MOST = 10

    def __init__(self, known: Iterable[str]) -> None:
        self._known, self._left = known, self.MOST

    def of(self, word: str) -> str:
        """Return the suggestion for a word; empty after the first few words."""
        self._left -= 1
        return did_you_mean(word, self._known) if self._left >= 0 else ""
