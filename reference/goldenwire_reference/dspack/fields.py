"""The fields of a schema, each read from its part of the text, which was found to be one."""

from collections.abc import Sequence

from goldenwire_reference.dspack.model import Field, Fields, Length
from goldenwire_reference.dspack.states import State
from goldenwire_reference.dspack.tables import PAD

SPACING = " \t\r\n"

# The fields of a schema that has no more are read once and kept.
KEPT = 2**14


def read_fields(opened: State, text: str, starts: Sequence[int]) -> Sequence[Field]:
    """The fields of a text, which begin at these places; `opened` is the state after the flag."""

    def read(number: int) -> Field:
        end = starts[number] if number < len(starts) else None
        return _read_field(opened, text, number, starts[number - 1], end)

    numbers = range(1, len(starts) + 1)
    return tuple(map(read, numbers)) if len(numbers) <= KEPT else Fields(numbers, read)


def _read_field(state: State, text: str, number: int, start: int, end: int | None) -> Field:
    draft, at = _Draft(start), start
    while at < (len(text) if end is None else end):
        match = state.scan(text, at)
        assert match
        terminal = match.lastgroup
        assert terminal
        draft.take(terminal, match[terminal], at)
        state, at = state.steps[terminal].state, match.end()
    default = None if draft.type == PAD else f"f{number}"
    name = draft.name or default
    return Field(number, draft.type, draft.count, draft.length, name, draft.note, start, end, draft.named_at)


class _Draft:
    """A field as far as its tokens have been read."""

    def __init__(self, start: int) -> None:
        self.type = ""
        self.count: Length | None = None
        self.length: Length | None = None
        self.name: str | None = None
        self.note: str | None = None
        self.named_at = start

    def take(self, terminal: str, word: str, at: int) -> None:
        """Adds what the next token says."""
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
