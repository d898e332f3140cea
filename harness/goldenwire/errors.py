"""The one error that a person may meet: its text is all that is shown, so it names the place and the way out."""

from collections.abc import Iterable


class UserError(Exception):
    """Something the user can put right: a file, an option, a codec that does not start. The command exits with 2."""


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
