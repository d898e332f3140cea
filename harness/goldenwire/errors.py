"""The one error that a person may meet: its text is all that is shown, so it names the place and the way out."""

from collections.abc import Iterable


class UserError(Exception):
    """Something the user can put right: a file, an option, a codec that does not start. The command exits with 2."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The tail of a sentence: the nearest of the known words as a question, or nothing if none is near."""
    import difflib

    near = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""
