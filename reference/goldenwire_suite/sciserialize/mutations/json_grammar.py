"""Mutations of the grammar of JSON and of the begin and end of a document."""

import re
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from goldenwire_reference.sciserialize.tables import DEPTH
from goldenwire_suite.mutations import Disabled, Edit, Mutation, Replaced
from goldenwire_suite.sciserialize.mutations.builders import mutation

_WALK = "json_decode.JsonWalk"
_DOCUMENT, _VALUE, _MORE, _LITERAL = (f"{_WALK}.{name}" for name in ("document", "value", "more", "literal"))


def _end(pattern: bytes, walk: Any) -> int:
    """Return where that which has the pattern and begins here ends."""
    return next(re.compile(pattern, re.DOTALL).finditer(walk.data, walk.at)).end()


def _space(pattern: bytes) -> Replaced:
    """A change of what is white space."""

    def peek(original: Any, walk: Any) -> bytes:
        walk.at = _end(pattern, walk)
        return bytes(walk.data[walk.at : walk.at + 1])

    return Replaced(f"{_WALK}.peek", peek)


def _plain(pattern: bytes) -> Replaced:
    """A change of the characters that stand for themselves in a string."""
    return Replaced(f"{_WALK}._plain", lambda original, walk: _end(pattern, walk))


def _takes(function: str, pattern: bytes, by: bytes | Callable[[re.Match[bytes]], bytes], end: bytes = b"") -> Replaced:
    """The function (if it reads up to this bracket) reads what has the pattern as if it were something else."""

    def read(original: Any, walk: Any, *arguments: Any) -> Any:
        walk.peek()
        start = walk.at
        if not end or end in arguments:
            walk.data = walk.data[:start] + re.sub(rb"\A" + pattern, by, walk.data[start:], flags=re.DOTALL)
        return original(walk, *arguments)

    return Replaced(f"{_WALK}.{function}", read)


# Strings as they are, and as those see them who look for the next quote, or for one without a backslash before it.
_STRINGS, _UP_TO_A_QUOTE, _UP_TO_A_BARE_QUOTE = rb'"(?:[^"\\]|\\.)*"?', rb'"[^"]*"', rb'"(?:[^"]|(?<=\\)")*"'


def _levels(data: bytes, strings: bytes) -> list[int]:
    """Return the level after each octet, by brackets and braces outside of these strings."""
    bare = re.sub(strings, lambda found: b" " * len(found[0]), data, flags=re.DOTALL)
    return list(accumulate((octet in b"[{") - (octet in b"]}") for octet in bare))


def _closed(original: Any, walk: Any) -> Any:
    if (_levels(walk.data, _STRINGS) or [0])[-1] > 0:
        walk.give_up("json.syntax", len(walk.data), "a closing bracket")
    return original(walk)


def _depth(strings: bytes) -> Replaced:
    """A change that looks at the depth of the input before reading it."""

    def document(original: Any, walk: Any) -> Any:
        levels = _levels(walk.data, strings)
        deepest = max(levels, default=0)
        if deepest > DEPTH:
            walk.check_level(levels.index(DEPTH + 1), deepest)
        return original(walk)

    return Replaced(_DOCUMENT, document)


_DEPTHS = (
    mutation("json-depth-of-strings", "GEN-10", "it counts brackets as levels in strings as well", _depth(rb"(?!)")),
    mutation("json-depth-of-values", "GEN-10", "it counts brackets as levels in keys as well",
        _depth(_STRINGS + rb"(?!\s*:)")),
    mutation("json-depth-by-quotes", "GEN-10",
        "it counts levels outside of strings, and takes an escaped quote for the end of one", _depth(_UP_TO_A_QUOTE)),
    mutation("json-depth-by-backslashes", "GEN-10",
        "it counts levels outside of strings, and takes a quote after an escaped backslash for an escaped one",
        _depth(_UP_TO_A_BARE_QUOTE)),
    mutation("json-brackets-before-content", "ERR-02",
        "it looks whether all brackets are closed before it reads what is in them", Replaced(_DOCUMENT, _closed)),
)  # fmt: skip

_GRAMMAR = (
    mutation("json-plus", "JSON-22", "it takes a plus sign before a number", _takes("value", rb"\+(?=\d)", b"")),
    mutation("json-point-first", "JSON-22", "it takes a point without digits before it",
        _takes("value", rb"(-?)(?=\.\d)", rb"\g<1>0")),
    mutation("json-comments", "JSON-22", "it takes comments as C has them for white space",
        _space(rb"(?:[ \t\n\r]|//[^\n]*\n|/\*.*?\*/)*+")),
    mutation("json-comments-hash", "JSON-22", "it takes a number sign for the begin of a comment",
        _space(rb"(?:[ \t\n\r]|#[^\n]*\n)*+")),
    mutation("json-white-space-of-c", "JSON-22 GEN-09", "it takes form feeds and vertical tabs for white space",
        _space(rb"\s*")),
    mutation("json-white-space-of-unicode", "JSON-22", "it takes the spaces of Unicode for white space",
        _space("(?:[ \t\n\r]|\xa0|\x85|\u2028|\u3000|\ufeff)*+".encode())),
    mutation("json-nul-space", "JSON-22 GEN-09", "it takes U+0000 for white space", _space(rb"[ \t\n\r\0]*")),
    mutation("json-raw-controls", "JSON-22", "it takes control characters in strings", _plain(rb'[^"\\]*')),
    mutation("json-raw-tabs", "JSON-22", "it takes tabs in strings", _plain(rb'[^"\\\x00-\x08\x0a-\x1f]*')),
    mutation("json-literals-of-any-case", "JSON-22", "it takes words in capital letters",
        _takes("value", rb"(?i:true|false|null)", lambda found: found[0].lower())),
    mutation("json-literals-by-first-letter", "JSON-22", "it looks at the first three letters of a word alone",
        Edit(_LITERAL, "enumerate(text, at) -> enumerate(text[:3], at)")),
    mutation("json-unknown-escapes", "JSON-22", "it takes any character after a backslash as itself",
        _takes("document", rb".*", lambda found: re.sub(rb'(\\["\\/bfnrtu])|\\', rb"\1", found[0]))),
    mutation("json-commas-missing", "JSON-22", "it takes items without a comma between them",
        Replaced(_MORE, lambda original, walk, at, close, count:
                 (count > 0 and walk.peek() not in (b",", close)) or original(walk, at, close, count))),
    mutation("json-commas-repeated", "JSON-22", "it passes over further commas",
        _takes("more", rb"(?:,\s*)+(?=,)", b"")),
    mutation("json-closes-at-the-end", "JSON-22", "it takes the end of the input for a closing bracket",
        Replaced(_MORE, lambda original, walk, at, close, count:
                 bool(not count or walk.peek()) and original(walk, at, close, count))),
    mutation("json-brackets-alike", "JSON-22", "it takes a brace for the end of an array, and the reverse",
        Edit(_MORE, "self.peek() == close -> self.peek() in (b']', b'}')")),
    mutation("json-quote-at-the-end", "JSON-22", "it takes the end of the input for a closing quote",
        _takes("string", rb'"[^"]*\Z', rb'\g<0>"')),
    mutation("json-keys-bare", "JSON-22", "it takes keys without quotes",
        _takes("more", rb"(,?\s*)([a-z]+)", rb'\1"\2"', b"}")),
)  # fmt: skip

_ENDS = (
    mutation("json-rest-ignored", "GEN-09", "it ignores what comes after the value", Disabled("json.rest")),
    mutation("json-empty-is-null", "JSON-16", "it takes nothing at all for null", Disabled("json.empty", b"null")),
    mutation("json-containers-at-the-top", "JSON-16", "it wants an array or object at the top, as JSON once did",
        Replaced(_VALUE, lambda original, walk, name, level: original(walk, name, level)
                 if level > 1 or walk.peek() in b"[{" else walk.give_up("json.syntax", walk.at, "[ or {"))),
    mutation("json-space-alone", "JSON-16", "it takes blanks alone for white space, neither tabs nor lines",
        _space(b" *")),
    mutation("json-no-returns", "JSON-16", "it takes no carriage returns", _space(rb"[ \t\n]*")),
    mutation("json-comma-in-arrays", "JSON-18", "it takes a comma at the end of an array",
        _takes("more", rb",\s*(?=\])", b"", b"]")),
    mutation("json-comma-in-objects", "JSON-18", "it takes a comma at the end of an object",
        _takes("more", rb",\s*(?=\})", b"", b"}")),
    mutation("json-constants", "JSON-06", "it takes NaN and Infinity, as Python's json does",
        Disabled("json.constant")),
    mutation("json-infinities", "JSON-06", "it takes Infinity, though not NaN",
        Disabled("json.constant"),
        Replaced(f"{_WALK}.constant", lambda original, walk, at: original(walk, at)
                 if walk.peek() == b"I" else walk.give_up("json.syntax", walk.at, "a value"))),
    mutation("json-marks", "JSON-19", "it passes over a byte order mark whatever it chose", Disabled("json.bom")),
    mutation("json-mark-not-counted", "JSON-19", "it counts offsets from after the byte order mark",
        Edit(_DOCUMENT, "self.at = len(BOM) -> self.data = self.data[len(BOM):]")),
    mutation("json-mark-by-its-first-octets", "JSON-19", "it knows a byte order mark by its first two octets",
        Edit(_DOCUMENT, "len(BOM) -> 2")),
)  # fmt: skip

MUTATIONS: tuple[Mutation, ...] = (*_GRAMMAR, *_DEPTHS, *_ENDS)
