"""The one error that a person may meet: its text is all that is shown, so it names the place and the way out."""

from collections.abc import Iterable, Sequence
from typing import final

from goldenwire.escapes import one_line


class UserError(Exception):
    """Something the user can put right: a file, an option, a codec that does not start. The command exits with 2.

    It is made of lines, nearly always of one. A line feed within a line is written out, whoever has put it there, as is
    whatever else steers or commands: so foreign text may stand anywhere in a line, and forges none. A subclass that is
    made of something else says its lines in `sentences`.
    """

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)

    def sentences(self) -> Sequence[str]:
        """The lines as they were given."""
        return self.args

    @property
    @final
    def lines(self) -> tuple[str, ...]:
        """The lines, fit to be shown."""
        return tuple(map(one_line, self.sentences()))

    @final
    def __str__(self) -> str:
        return "\n".join(self.lines)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The tail of a sentence: the nearest of the known words as a question, or nothing if none is near."""
    import difflib

    near = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


class Hints:
    """The tails of many sentences, as did_you_mean gives them for the first few words; among thousands of known words
    each takes tens of milliseconds."""

    MOST = 10

    def __init__(self, known: Iterable[str]) -> None:
        self._known, self._left = known, self.MOST

    def of(self, word: str) -> str:
        """The tail; nothing once there were enough."""
        self._left -= 1
        return did_you_mean(word, self._known) if self._left >= 0 else ""
