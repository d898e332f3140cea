"""The common output of both carriers: the tree of a document's nodes with their offsets, before tags are read."""

import re
from dataclasses import dataclass
from typing import Any, NoReturn

from goldenwire_reference.errors import DecodeError
from goldenwire_reference.reader import Reader
from goldenwire_reference.sciserialize.model import Rounded
from goldenwire_reference.sciserialize.tables import DEPTH, DEPTH_CEILING, EXACT, GREATEST_INTEGER, LEAST_INTEGER

# The characters that do not occur in a name of a trace.
_UNNAMED = re.compile(r"[^\w-]", re.ASCII)

# Beyond this number, all fields together are one range of the trace.
TRACED = 256


@dataclass(slots=True)
class Node:
    """A node: the offset of its first byte, and None, a bool, int, float, str, bytes, list or dict of nodes."""

    at: int
    value: Any


class InsteadValueError(Exception):
    """Raised with a check off: the value to continue with in place of the whole that failed it."""

    def __init__(self, value: Any) -> None:
        super().__init__(value)
        self.value = value


class Walk:
    """The common part of the walkers of both carriers: one cursor, the input's trace, and the checks that both have.

    The trace tiles the input: a gap between two noted fields is a field too.
    """

    def __init__(self, reader: Reader, data: bytes) -> None:
        self.reader = reader
        self.data = data
        self.at = 0
        self.traces = reader.trace is not None  # whether another field would be noted
        self._noted = 0
        self._fields = 0

    def document(self) -> Node:
        """Return the node at the top; the walker's first method."""
        raise NotImplementedError

    def give_up(self, check: str, at: int, expected: str) -> NoReturn:
        """Reject input after which reading cannot continue; with the check off, its substitute is another document."""
        raise InsteadValueError(self.reader.refuse(check, at, expected, self.found(at)))

    def found(self, at: int) -> str:
        """Return the content of the input at an offset, for messages."""
        return f"the byte {self.data[at]:02x}" if at < len(self.data) else "the end of the input"

    def inner(self, name: str, place: object) -> str:
        """Return the name of a member or item at that place in an array or object; "" if none is needed."""
        return f"{name}.{_UNNAMED.sub('_', str(place)[:40])}" if self.traces else ""

    def note(self, start: int, end: int, name: str, meaning: str) -> None:
        """Add a field to the trace, and before it the bytes that were skipped since the last one."""
        if not self.traces:
            return
        self.note_rest(start, "between")
        self.reader.note(start, end - start, name, meaning)
        self._noted = end
        self._fields += 1
        self.traces = self._fields < TRACED

    def note_rest(self, end: int, name: str) -> None:
        """Add the bytes that are not noted yet, up to `end`, to the trace."""
        if end > self._noted:
            self.reader.note(self._noted, end - self._noted, name, "")
            self._noted = end

    def check_level(self, at: int, level: int) -> None:
        """Check that an array or object may occur at that level (SCISERIALIZE-GEN-10)."""
        if level <= DEPTH:
            return
        self.reader.refuse("depth", at, f"at most {DEPTH} levels of arrays and objects", "one more")
        if level > DEPTH_CEILING:
            rule = self.reader.checks["depth"]
            raise DecodeError(rule.code, rule.requirement, at, f"more than {DEPTH_CEILING} levels")

    def integer(self, value: int, at: int) -> int | Rounded:
        """Return an integer, by the policy on big ones (SCISERIALIZE-JSON-08)."""
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
    """Return the tree of the whole input. Raises DecodeError."""
    rest = reader.take(reader.remaining, "document")
    whole = rest.obj  # bytes need no copy
    try:
        walker = walk(reader, whole if isinstance(whole, bytes) and len(whole) == len(rest) else bytes(rest))
        top = walker.document()
    except InsteadValueError as instead:
        return walk(Reader(instead.value, reader.checks, off=reader.off), instead.value).document()
    walker.note_rest(len(walker.data), "rest")
    return top
