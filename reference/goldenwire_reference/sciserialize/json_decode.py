"""Reader of the carrier JSON: strict RFC 8259, every node with its offset. The mirror image of json_encode.py.

The json package reports neither offsets nor repeated keys, and accepts NaN, so this module walks the text itself. An
error's offset is that of the first byte that no document can have there (spec.md, The carrier pass).
"""

import math
import re
from typing import Any

from goldenwire_reference.sciserialize.carrier import Node, Walk
from goldenwire_reference.sciserialize.tables import BOM

_SPACE = re.compile(rb"[ \t\n\r]*+")
_PLAIN = re.compile(rb'[^"\\\x00-\x1f]*+')
_ESCAPE = re.compile(rb'\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})')
_ESCAPE_START = re.compile(rb"\\(?:u[0-9A-Fa-f]{0,3})?")
# A number, or the beginning of one, which does not end in a digit. Integers have the first group alone.
_NUMBER = re.compile(rb"(-?(?:0|[1-9][0-9]*+)?)((?<=[0-9])\.[0-9]*+)?((?<=[0-9])[eE][+-]?[0-9]*+)?")
_CONSTANT = re.compile(rb"NaN|Infinity")

_LITERALS = {b"t": (b"true", True), b"f": (b"false", False), b"n": (b"null", None)}
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_ESCAPED = re.compile(r'\\(?:(["\\/bfnrt])|u(....))')


class JsonWalk(Walk):
    """Reads a document of JSON from left to right."""

    def document(self) -> Node:
        if self.data.startswith(BOM):
            self.reader.refuse("json.bom", 0, "no byte order mark", "one")
            self.at = len(BOM)
        if not self.peek():
            self.give_up("json.empty", self.at, "a value")
        top = self.value("value", 1)
        if self.peek():
            self.reader.refuse("json.rest", self.at, "the end of the input after its value", self.found(self.at))
        return top

    def peek(self) -> bytes:
        """Skip white space and return the first byte after it, empty at the end of the input."""
        if (first := self.data[self.at : self.at + 1]) > b" ":
            return first  # most often there is no white space
        match = _SPACE.match(self.data, self.at)
        assert match, "white space may be none"
        self.at = match.end()
        return self.data[self.at : self.at + 1]

    def value(self, name: str, level: int) -> Node:
        """Read the value that begins here."""
        read = _BY_FIRST_BYTE.get(self.data[self.at : self.at + 1])
        return read(self, name, level) if read else self.constant(self.at)

    def constant(self, at: int) -> Node:
        """Reject a token that is no value (SCISERIALIZE-JSON-06, -22); `at` is where it begins."""
        if match := _CONSTANT.match(self.data, self.at):
            self.reader.refuse("json.constant", self.at, "a finite number", match[0].decode())
            self.at = match.end()
            return Node(at, float(self.data[at : self.at]))
        return self.give_up("json.syntax", self.at, "a value")

    def literal(self, name: str, _: int) -> Node:
        """Read true, false or null."""
        at = self.at
        text, value = _LITERALS[self.data[at : at + 1]]
        for offset, byte in enumerate(text, at):
            if self.data[offset : offset + 1] != bytes([byte]):
                self.give_up("json.syntax", offset, text.decode())
        self.at = at + len(text)
        self.note(at, self.at, name, text.decode())
        return Node(at, value)

    def number(self, name: str, _: int) -> Node:
        """Read a number, which is checked after its last character."""
        at = self.at
        match = _NUMBER.match(self.data, at)
        assert match, "all parts of a number may be missing"
        self.at = match.end()
        token = match[0]
        if not token[-1:].isdigit():
            return self.constant(at) if token == b"-" else self.give_up("json.syntax", self.at, "a digit")
        if self.traces:
            self.note(at, self.at, name, str(token[:40], "ascii"))
        return Node(at, self.magnitude(at, token, is_integer=match.lastindex == 1))

    def magnitude(self, at: int, token: bytes, *, is_integer: bool) -> Any:
        """Return the number that a token represents (SCISERIALIZE-JSON-02, -07, -08, -20)."""
        double = float(token)
        if math.isinf(double):
            return self.reader.refuse("json.overflow", at, "a number in the range of doubles", "one beyond it")
        if not is_integer:
            return double
        if token == b"-0" and "json.minus-zero" in self.reader.off:
            return double
        return self.integer(int(token), at)

    def text(self, name: str, _: int) -> Node:
        """Read the string that begins here."""
        at = self.at
        text = self.string()
        self.note(at, self.at, name, ascii(text[:40]))
        return Node(at, text)

    def string(self) -> str:
        """Return the text of the string that begins here (SCISERIALIZE-JSON-03, -10)."""
        at = self.at
        self.at += 1
        has_escapes = False
        while (byte := self.data[(end := self._plain()) : end + 1]) != b'"':
            if byte != b"\\":
                self.give_up("json.syntax", end, "a character or the closing quote of a string")
            has_escapes = True
            if not (match := _ESCAPE.match(self.data, end)):
                start = _ESCAPE_START.match(self.data, end)
                self.give_up("json.syntax", start.end() if start else end, "an escape")
            self.at = match.end()
        self.at = end + 1
        raw = self.data[at + 1 : end]
        try:
            text = raw.decode()
            return _unescaped(text) if has_escapes else text
        except UnicodeDecodeError:
            self.reader.refuse("json.utf8", at, "a string in UTF-8, surrogates in pairs", raw[:32].hex(" "))
            return raw.decode("utf-8", "replace")

    def _plain(self) -> int:
        match = _PLAIN.match(self.data, self.at)
        assert match, "plain characters may be none"
        return match.end()

    def array(self, name: str, level: int) -> Node:
        """Read the array that begins here."""
        at = self.open(name, "array", level)
        items: list[Node] = []
        while self.more(at, b"]", len(items)):
            items.append(self.value(self.inner(name, len(items)), level + 1))
        return Node(at, items)

    def object(self, name: str, level: int) -> Node:
        """Read the object that begins here; its keys must differ (SCISERIALIZE-JSON-09)."""
        at = self.open(name, "object", level)
        members: dict[str, Node] = {}
        count = 0
        while self.more(at, b"}", count):
            if self.peek() != b'"':
                self.give_up("json.syntax", self.at, "a key")
            key_at = self.at
            key = self.string()
            self.note(key_at, self.at, self.inner(name, "key"), ascii(key[:40]))
            if key in members:
                self.reader.refuse("json.key.duplicate", key_at, "keys that differ", ascii(key))
            if self.peek() != b":":
                self.give_up("json.syntax", self.at, "a colon")
            self.at += 1
            self.peek()
            members[key] = self.value(self.inner(name, key), level + 1)
            count += 1
        return Node(at, members)

    def open(self, name: str, what: str, level: int) -> int:
        """Skip a bracket and return its offset."""
        at = self.at
        self.check_level(at, level)
        self.at += 1
        self.note(at, self.at, name, what)
        return at

    def more(self, at: int, close: bytes, count: int) -> bool:
        """Return whether another item follows; if not, skip the closing bracket (SCISERIALIZE-JSON-18)."""
        if count and self.peek() == b",":
            self.at += 1
            if self.peek() != close:
                return True
            self.reader.refuse("json.comma", self.at, "an item after a comma", close.decode())
        if self.peek() == close:
            self.at += 1
            return False
        if count:
            self.give_up("json.syntax", self.at, f"a comma or {close.decode()}")
        return True


# The methods that read the value with this first byte.
_BY_FIRST_BYTE = {
    b'"': JsonWalk.text,
    b"[": JsonWalk.array,
    b"{": JsonWalk.object,
    b"t": JsonWalk.literal,
    b"f": JsonWalk.literal,
    b"n": JsonWalk.literal,
    **{b"%c" % first: JsonWalk.number for first in b"-0123456789"},
}


def _unescaped(text: str) -> str:
    """Return the text with its escapes resolved. Raises UnicodeDecodeError for half a pair of surrogates."""
    units = _ESCAPED.sub(lambda match: _ESCAPES[match[1]] if match[1] else chr(int(match[2], 16)), text)
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
