"""Reader of the carrier MessagePack: every form of every item, each with its offset (spec.md, MessagePack).

The msgpack package reports no offsets and accepts more than the format, so this module walks the document itself.
"""

import math
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

from goldenwire_reference.sciserialize.carrier import Node, Walk


class MessagePackForm(NamedTuple):
    """The head of an item: its kind, the octets after the first byte, and their meaning.

    `says` is the struct code of a value, or of a number of octets or items to come; `fixed` is the value or number that
    the first byte alone represents.
    """

    kind: str
    says: str = ""
    fixed: Any = None

    @property
    def size(self) -> int:
        return struct.calcsize(f">{self.says}")


def _forms() -> Iterator[MessagePackForm]:
    """Yield the form of every first byte, from 00 to ff."""
    yield from (MessagePackForm("int", fixed=value) for value in range(0x80))
    yield from (MessagePackForm("map", fixed=count) for count in range(16))
    yield from (MessagePackForm("array", fixed=count) for count in range(16))
    yield from (MessagePackForm("str", fixed=count) for count in range(32))
    yield from (
        MessagePackForm("nil"),
        MessagePackForm("c1"),
        MessagePackForm("bool", fixed=False),
        MessagePackForm("bool", fixed=True),
    )
    yield from (MessagePackForm(kind, says) for kind in ("bin", "ext") for says in "BHI")
    yield from (MessagePackForm("float", says) for says in "fd")
    yield from (MessagePackForm("int", says) for says in "BHIQbhiq")
    yield from (MessagePackForm("ext", fixed=count) for count in (1, 2, 4, 8, 16))
    yield from (MessagePackForm("str", says) for says in "BHI")
    yield from (MessagePackForm(kind, says) for kind in ("array", "map") for says in "HI")
    yield from (MessagePackForm("int", fixed=value) for value in range(-32, 0))


FORMS = list(_forms())
_SIZED = frozenset({"str", "bin", "ext"})


def _meaning(kind: str, value: Any) -> str:
    """Describe an item for messages."""
    if kind in _SIZED:
        shown = f": {value[:40].decode('utf-8', 'replace')!a}" if kind == "str" else ""
        return f"{kind} of {len(value)}{shown}"
    return kind if value is None else f"{kind} {value}".lower()


class MsgpackWalk(Walk):
    """Reads a document of MessagePack item by item."""

    def document(self) -> Node:
        top = self.item("value", 1)
        if self.at < len(self.data):
            self.reader.refuse("mp.rest", self.at, "the end of the input after its value", self.found(self.at))
        return top

    def item(self, name: str, level: int) -> Node:
        """Read the next item with its content."""
        at = self.at
        kind, value = self.head(at, self.first(at))
        if kind in ("array", "map"):
            self.check_level(at, level)
            if self.traces:
                self.note(at, self.at, name, f"{kind} of {value}")
            return Node(at, (self.array if kind == "array" else self.map)(value, name, level + 1))
        if self.traces:
            self.note(at, self.at, name, _meaning(kind, value))
        match kind:
            case "str":
                return Node(at, self.text(at, value))
            case "int":
                return Node(at, self.integer(value, at))
            case "float" if not math.isfinite(value):
                self.reader.refuse("mp.finite", at, "a finite number", value)
        return Node(at, value)

    def first(self, at: int) -> MessagePackForm:
        """Return the form of the item that begins here; forms that are never allowed are rejected."""
        if at >= len(self.data):
            self.give_up("mp.truncated", at, "an item")
        form = FORMS[self.data[at]]
        if form.kind == "c1":
            self.reader.refuse("mp.c1", at, "an item", "the byte c1, which begins none")
        elif form.kind == "ext":
            self.reader.refuse("mp.ext", at, "an item that is no ext", self.found(at))
        return form

    def head(self, at: int, form: MessagePackForm) -> tuple[str, Any]:
        """Return kind and value of an item: its octets if it is sized, its number of items if it contains others."""
        value, self.at = form.fixed, at + 1
        if form.says:
            (value,) = struct.unpack(f">{form.says}", self.take(at, at + 1, form.size))
            self.at += form.size
        if form.kind not in _SIZED:
            return form.kind, value
        octets = self.take(at, self.at, value + (form.kind == "ext"))
        self.at += len(octets)
        return form.kind, octets

    def take(self, at: int, start: int, size: int) -> bytes:
        """Return octets of the item at `at`, which the input must contain completely (SCISERIALIZE-MP-11, LIM-02)."""
        if size > len(self.data) - start:
            self.give_up("mp.truncated", at, f"an item, of which {start + size - at} bytes would be there")
        return self.data[start : start + size]

    def text(self, at: int, octets: bytes) -> str:
        """Return the text of a str (SCISERIALIZE-MP-06)."""
        try:
            return octets.decode()
        except UnicodeDecodeError:
            self.reader.refuse("mp.utf8", at, "a str in UTF-8", octets[:32].hex(" "))
            return octets.decode("utf-8", "replace")

    def array(self, count: int, name: str, level: int) -> list[Node]:
        """Read the items of an array."""
        return [self.item(self.inner(name, number), level) for number in range(count)]

    def map(self, count: int, name: str, level: int) -> dict[str, Node]:
        """Read the pairs of a map; its keys must be distinct strs (SCISERIALIZE-MP-08, -09)."""
        members: dict[str, Node] = {}
        for _ in range(count):
            at = self.at
            key = self.key(at, name, level)
            if key in members:
                self.reader.refuse("mp.key.duplicate", at, "keys that differ", ascii(key))
            members[key] = self.item(self.inner(name, key), level)
        return members

    def key(self, at: int, name: str, level: int) -> str:
        form = self.first(at)
        if form.kind != "str":
            instead = self.reader.refuse("mp.key.type", at, "a str as a key", f"{form.kind}")
            self.item(self.inner(name, "key"), level)
            return str(instead)
        _, octets = self.head(at, form)
        key = self.text(at, octets)
        self.note(at, self.at, self.inner(name, "key"), _meaning("str", octets))
        return key
