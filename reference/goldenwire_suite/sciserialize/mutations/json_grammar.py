"""Mutations of the grammar of JSON and of the begin and end of a document."""

from goldenwire_suite.mutations import Edit, Mutation, Rewrite
from goldenwire_suite.sciserialize.mutations.builders import mutation

_WALK = "json_decode.JsonWalk"
_DOCUMENT, _VALUE, _NUMBER, _STRING, _OBJECT, _MORE, _CONSTANT, _LITERAL, _SPACE = (
    f"{_WALK}.{name}"
    for name in ("document", "value", "number", "string", "object", "more", "constant", "literal", "space")
)
_FULL = "match = _NUMBER.fullmatch(self.data, at, start.end()) if start else None"
_UNESCAPED = "json_decode._unescaped"


def _number(pattern: str) -> Rewrite:
    """A change of the pattern of number tokens; its first group marks an integer token."""
    return Rewrite(_NUMBER, f"start = _NUMBER_START.match(self.data, at)\n    {_FULL}",
                   f'match = re.compile(rb"{pattern}").match(self.data, at)\n    start = match')  # fmt: skip


_INTEGER, _FRACTION, _EXPONENT = "-?(?:0|[1-9][0-9]*+)", r"(?:\.[0-9]++)?", "(?:[eE][+-]?[0-9]++)?"

_GRAMMAR = (
    mutation("json-plus", "JSON-22", "it takes a plus sign before a number",
          Rewrite(_VALUE, 'first in b"-0123456789"', 'first in b"+-0123456789"'),
          _number(rf"([+-]?(?:0|[1-9][0-9]*+))({_FRACTION}{_EXPONENT})")),
    mutation("json-point-first", "JSON-22", "it takes a point without digits before it",
          Rewrite(_VALUE, 'first in b"-0123456789"', 'first in b".-0123456789"'),
          _number(rf"(-?(?:0|[1-9][0-9]*+)?)({_FRACTION}{_EXPONENT})")),
    mutation("json-comments", "JSON-22", "it takes comments as C has them for white space",
        Edit(_SPACE,
             "_SPACE.match -> "
             "re.compile(b'(?:[ \\\\t\\\\n\\\\r]|//[^\\\\n]*\\\\n|/\\\\*.*?\\\\*/)*+', re.DOTALL).match")),
    mutation("json-comments-hash", "JSON-22", "it takes a number sign for the begin of a comment",
        Edit(_SPACE, "_SPACE.match -> re.compile(b'(?:[ \\\\t\\\\n\\\\r]|#[^\\\\n]*\\\\n)*+').match")),
    mutation("json-white-space-of-c", "JSON-22 GEN-09", "it takes form feeds and vertical tabs for white space",
        Edit(_SPACE, "_SPACE.match -> re.compile(b'[ \\\\t\\\\n\\\\r\\\\f\\\\v]*+').match")),
    mutation("json-white-space-of-unicode", "JSON-22", "it takes the spaces of Unicode for white space",
        Edit(_SPACE,
             "_SPACE.match -> "
             "re.compile(b'(?:[ "
             "\\\\t\\\\n\\\\r]|\\\\xc2\\\\xa0|\\\\xc2\\\\x85|\\\\xe2\\\\x80\\\\xa8|\\\\xe3\\\\x80\\\\x80|\\\\xef\\\\xbb\\\\xbf)*+').match"
             "")),
    mutation("json-nul-space", "JSON-22 GEN-09", "it takes U+0000 for white space",
        Edit(_SPACE, "_SPACE.match -> re.compile(b'[ \\\\t\\\\n\\\\r\\\\0]*+').match")),
    mutation("json-raw-controls", "JSON-22", "it takes control characters in strings",
        Edit("json_decode.JsonWalk._plain", "_PLAIN.match -> re.compile(b'[^\\\\\"\\\\\\\\]*+').match")),
    mutation("json-raw-tabs", "JSON-22", "it takes tabs in strings",
        Edit("json_decode.JsonWalk._plain",
             "_PLAIN.match -> "
             "re.compile(b'[^\\\\\"\\\\\\\\\\\\x00-\\\\x08\\\\x0a-\\\\x1f]*+').match")),
    mutation("json-literals-of-any-case", "JSON-22", "it takes words in capital letters",
          Rewrite(_VALUE, 'case b"t" | b"f" | b"n" as first:\n            return self.literal(name, *_LITERALS[first])',
                  'case b"t" | b"f" | b"n" | b"T" | b"F" | b"N" as first:\n'
                  "            return self.literal(name, *_LITERALS[first.lower()])"),
          Rewrite(_LITERAL, "self.data[offset : offset + 1] !=", "self.data[offset : offset + 1].lower() !=")),
    mutation("json-literals-by-first-letter", "JSON-22", "it looks at the first three letters of a word alone",
        Edit(_LITERAL, "enumerate(text, at) -> enumerate(text[:3], at)")),
    mutation("json-unknown-escapes", "JSON-22", "it takes any character after a backslash as itself",
          Rewrite(_STRING, "_ESCAPE.match(self.data, end)",
                  're.compile(rb\'\\\\(?:[^u]|u[0-9A-Fa-f]{4})\', re.DOTALL).match(self.data, end)'),
          Rewrite(_UNESCAPED, "_ESCAPED.sub(lambda match: _ESCAPES[match[1]]",
                  "re.compile(r'\\\\(?:([^u])|u(....))', re.DOTALL).sub(lambda match: _ESCAPES.get(match[1], "
                  "match[1])")),
    mutation("json-commas-missing", "JSON-22", "it takes items without a comma between them",
          Rewrite(_MORE, 'self.give_up("json.syntax", self.at, f"a comma or {close.decode()}")', "return True")),
    mutation("json-commas-repeated", "JSON-22", "it passes over further commas",
          Rewrite(_MORE, "self.at += 1\n        if self.peek() != close:",
                  'self.at += 1\n        while self.peek() == b",":\n            self.at += 1\n        if self.peek() '
                  '!= close:')),
    mutation("json-closes-at-the-end", "JSON-22", "it takes the end of the input for a closing bracket",
          Rewrite(_MORE, "if count:", "if count and not self.peek():\n        return False\n    if count:")),
    mutation("json-brackets-alike", "JSON-22", "it takes a brace for the end of an array, and the reverse",
        Edit(_MORE, "self.peek() == close -> self.peek() in (b']', b'}')")),
    mutation("json-quote-at-the-end", "JSON-22", "it takes the end of the input for a closing quote",
          Rewrite(_STRING, "if byte != b", 'if not byte:\n            break\n        if byte != b')),
    mutation("json-keys-bare", "JSON-22", "it takes keys without quotes",
          Rewrite(_OBJECT, 'if self.peek() != b\'"\':',
                  "bare = re.compile(rb'[a-z]+').match(self.data, self.at) if self.peek() else None\n"
                  "        if bare:\n            self.data = b'\"'.join((self.data[: self.at], bare[0], "
                  "self.data[bare.end() :]))\n"
                  '        if self.peek() != b\'"\':')),
)  # fmt: skip

_ENDS = (
    mutation("json-rest-ignored", "GEN-09", "it ignores what comes after the value",
        Edit(_DOCUMENT, "self.space() < len(self.data) -> False")),
    mutation("json-empty-is-null", "JSON-16", "it takes nothing at all for null",
          Rewrite(_DOCUMENT, "if self.space() == len(self.data):",
                  "if self.space() == len(self.data):\n        return Node(0, None)")),
    mutation("json-containers-at-the-top", "JSON-16", "it wants an array or object at the top, as JSON once did",
        Edit(_DOCUMENT,
             "self.value('value', 1) -> "
             "self.value('value', 1) if self.peek() in b'[{' else self.give_up('json.syntax', self.at, '[ or {')")),
    mutation("json-space-alone", "JSON-16", "it takes blanks alone for white space, neither tabs nor lines",
        Edit(_SPACE, "_SPACE.match -> re.compile(b' *+').match")),
    mutation("json-no-returns", "JSON-16", "it takes no carriage returns",
        Edit(_SPACE, "_SPACE.match -> re.compile(b'[ \\\\t\\\\n]*+').match")),
    mutation("json-comma-in-arrays", "JSON-18", "it takes a comma at the end of an array",
        Edit(_MORE,
             "self.reader.refuse('json.comma', self.at, 'an item after a comma', close.decode()) -> "
             "close == b']' or self.reader.refuse('json.comma', self.at, 'an item after a comma', close.decode())")),
    mutation("json-comma-in-objects", "JSON-18", "it takes a comma at the end of an object",
        Edit(_MORE,
             "self.reader.refuse('json.comma', self.at, 'an item after a comma', close.decode()) -> "
             "close == b'}' or self.reader.refuse('json.comma', self.at, 'an item after a comma', close.decode())")),
    mutation("json-constants", "JSON-06", "it takes NaN and Infinity, as Python's json does",
        Edit(_CONSTANT,
             "self.reader.refuse('json.constant', self.at, 'a finite number', match[0].decode()) -> "
             "pass")),
    mutation("json-infinities", "JSON-06", "it takes Infinity, though not NaN",
        Edit(_CONSTANT,
             "self.reader.refuse('json.constant', self.at, 'a finite number', match[0].decode()) -> "
             "match[0] == b'Infinity' or self.reader.refuse('json.constant', self.at, 'a finite number', "
             "match[0].decode())")),
    mutation("json-marks", "JSON-19", "it passes over a byte order mark whatever it chose",
        Edit(_DOCUMENT, "self.reader.refuse('json.bom', 0, 'no byte order mark', 'one') -> pass")),
    mutation("json-mark-not-counted", "JSON-19", "it counts offsets from after the byte order mark",
        Edit(_DOCUMENT, "self.at = len(BOM) -> self.data = self.data[len(BOM):]")),
    mutation("json-mark-by-its-first-octets", "JSON-19", "it knows a byte order mark by its first two octets",
        Edit(_DOCUMENT, "len(BOM) -> 2")),
)  # fmt: skip

MUTATIONS: tuple[Mutation, ...] = (*_GRAMMAR, *_ENDS)
