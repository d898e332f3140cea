"""What both carriers deliver: the tree of nodes that a document is, each with its place, before its tags are read."""

import re
from dataclasses import dataclass
from typing import Any, NoReturn

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.reader import Reader
from goldenwire_reference.sciserialize.model import Rounded
from goldenwire_reference.sciserialize.tables import DEPTH, DEPTH_CEILING, EXACT, GREATEST_INTEGER, LEAST_INTEGER

# What a name in a trace does not hold.
_UNNAMED = re.compile(r"[^\w-]", re.ASCII)

# More fields than this are one range of the trace.
TRACED = 256


@dataclass(slots=True)
class Node:
    """A node: the offset of its first byte, and None, a bool, int, float, str, bytes, list or dict of nodes."""

    at: int
    value: Any


class InsteadError(Exception):
    """With a check off: what to go on with in place of the whole that breached it."""

    def __init__(self, value: Any) -> None:
        super().__init__(value)
        self.value = value


class Walk:
    """What the walkers of both carriers share: one cursor, the input's trace, and the checks that they have in common.

    The trace tiles the input: what lies between two fields that are noted is a field too.
    """

    def __init__(self, reader: Reader, data: bytes) -> None:
        self.reader = reader
        self.data = data
        self.at = 0
        self._noted = 0
        self._fields = 0

    def document(self) -> Node:
        """The node at the top; the walker's first method."""
        raise NotImplementedError

    def give_up(self, check: str, at: int, expected: str) -> NoReturn:
        """Refuses what cannot be read on from; with the check off, its substitute is another document."""
        raise InsteadError(self.reader.refuse(check, at, expected, self.found(at)))

    def found(self, at: int) -> str:
        """What the input has at an offset, for people."""
        return f"the byte {self.data[at]:02x}" if at < len(self.data) else "the end of the input"

    @property
    def traces(self) -> bool:
        """Whether a further field would be noted."""
        return self.reader.trace is not None and self._fields < TRACED

    def inner(self, name: str, place: object) -> str:
        """The name of what lies in an array or object at that place, if there is to be one."""
        return f"{name}.{_UNNAMED.sub('_', str(place)[:40])}" if self.traces else ""

    def note(self, start: int, end: int, name: str, meaning: str) -> None:
        """Adds a field to the trace, and before it the bytes passed over since the last one."""
        if not self.traces:
            return
        self.note_rest(start, "between")
        self.reader.note(start, end - start, name, meaning)
        self._noted = end
        self._fields += 1

    def note_rest(self, end: int, name: str) -> None:
        """Adds the bytes that are not noted yet, up to `end`, to the trace."""
        if end > self._noted:
            self.reader.note(self._noted, end - self._noted, name, "")
            self._noted = end

    def check_level(self, at: int, level: int) -> None:
        """Returns if an array or object may stand at that level (SCISERIALIZE-GEN-10)."""
        if level <= DEPTH:
            return
        self.reader.refuse("depth", at, f"at most {DEPTH} levels of arrays and objects", "one more")
        if level > DEPTH_CEILING:
            rule = self.reader.checks["depth"]
            raise DecodeError(rule.code, rule.requirement, at, f"more than {DEPTH_CEILING} levels")

    def integer(self, value: int, at: int) -> int | Rounded:
        """An integer, as the policy for big ones has it (SCISERIALIZE-JSON-08)."""
        if -EXACT <= value <= EXACT:
            return value
        self.reader.refuse("integer.big", at, "an integer of at most 2^53 - 1 in magnitude", "a greater one")
        if "integer.range" in self.reader.off:
            made: int | Rounded = (self.reader.off["integer.range"] or Rounded)(value)
            return made
        if not LEAST_INTEGER <= value <= GREATEST_INTEGER:
            self.reader.refuse("integer.range", at, "an integer of 64 bits", "a greater one")
        return value


def read_document(walk: type[Walk], reader: Reader) -> Node:
    """The tree of the whole input. Raises DecodeError."""
    rest = reader.take(reader.remaining, "document")
    whole = rest.obj  # bytes need no copy
    try:
        walker = walk(reader, whole if isinstance(whole, bytes) and len(whole) == len(rest) else bytes(rest))
        top = walker.document()
    except InsteadError as instead:
        return walk(Reader(instead.value, reader.checks, off=reader.off), instead.value).document()
    walker.note_rest(len(walker.data), "rest")
    return top
