"""Texts of ordinary characters that codecs take for something else, for the catalogues of all formats.

A decoder that looks for U+FFFD in the result of a lenient conversion takes it for a sign of ill-formed UTF-8. One that
hands texts on through JSON, or through a literal of its language, resolves what looks like an escape.
"""

import re

REPLACEMENTS = {
    "replacement-between": ("a\ufffdb", "U+FFFD between two letters"),
    "replacement-twice": ("\ufffd\ufffd", "U+FFFD twice"),
}
ESCAPES = {
    "escape-of-half": (r"\ud800", "a backslash, u, and the digits of a surrogate, which are no escape"),
    "escape-of-pair": (r"\ud83d\ude00", "what looks like an escaped pair of surrogates, and is no escape"),
    "escape-of-nul": (r"\u0000", "a backslash, u and 0000, which are no escape"),
    "escape-of-line-feed": (r"\n", "a backslash and n, which are no escape"),
    "escape-of-octet": (r"\x41", "a backslash, x and digits, which are no escape"),
    "escape-of-backslash": ("\\\\", "two backslashes, which are not an escape of one"),
}
PLAIN = REPLACEMENTS | ESCAPES
PLAIN_TEXTS = ["\ufffd", *(text for text, _ in PLAIN.values())]

_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))", re.DOTALL)


def resolve(text: str) -> str:
    """Return the text with what looks like an escape resolved, as a mistaken codec does it."""
    found = _ESCAPE.sub(lambda match: _character(*match.groups()), text)
    return found.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _character(unit: str | None, octet: str | None, letter: str | None) -> str:
    digits = unit or octet
    return chr(int(digits, 16)) if digits else {"n": "\n"}.get(letter or "", letter or "")
