"""Parser of a schema's fields, each from its part of the text, which the grammar has accepted."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from goldenwire_reference.dspack.model import Length, SchemaField
from goldenwire_reference.dspack.states import ParserState
from goldenwire_reference.dspack.tables import PAD

SPACING = " \t\r\n"


def read_fields(opened: ParserState, text: str, starts: Sequence[int]) -> tuple[SchemaField, ...]:
    """Return the fields of a text, which begin at these places; `opened` is the state after the flag."""
    places = pairwise([*starts, len(text)])
    return tuple(
        _draft(opened, text[start:end]).field(number, start, end) for number, (start, end) in enumerate(places, 1)
    )


@lru_cache(maxsize=256)
def _draft(state: ParserState, text: str) -> "_Draft":
    """Parse the text of a field without regard to its place; cached, as many fields of a long schema are equal."""
    draft, at = _Draft(), 0
    while at < len(text):
        match = state.scan(text, at)
        assert match
        terminal = match.lastgroup
        assert terminal
        draft.take(terminal, match[terminal], at)
        state, at = state.steps[terminal].state, match.end()
    return draft


class _Draft:
    """A field from the tokens that have been read so far."""

    def __init__(self) -> None:
        self.type = ""
        self.count: Length | None = None
        self.length: Length | None = None
        self.name: str | None = None
        self.note: str | None = None
        self.named_at = 0

    def field(self, number: int, start: int, end: int) -> SchemaField:
        """Return the field, of which the number and the place in the text are known now."""
        default = None if self.type == PAD else f"f{number}"
        name = self.name or default
        return SchemaField(
            number, self.type, self.count, self.length, name, self.note, start, end, start + self.named_at
        )

    def take(self, terminal: str, word: str, at: int) -> None:
        """Add the information of the next token."""
        match terminal:
            case "INT" | "DYNAMIC":
                self.length = _length(word)
            case "COLON":
                self.count, self.length = self.length or Length(1, True), None
            case "STRING":
                self.type, self.length = word[0], self.length or Length(1, False)
            case "SCALAR" | "POINTER" | "PAD":
                self.type = word[0]
            case "NAME":
                self.name, self.named_at = word, at
            case "NOTE":
                self.note = word.lstrip(SPACING) or None


def _length(word: str) -> Length:
    number = word.rstrip(SPACING + "~")
    return Length(int(number or 1), "~" in word)
