"""Field names <-> their spelling in type strings (DYND-TYPE-04)."""

import re

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ESCAPES = {"\\": r"\\", "'": r"\'", "\b": r"\b", "\f": r"\f", "\n": r"\n", "\r": r"\r", "\t": r"\t"}


def quote(name: str) -> str:
    """Return the name as in a type string: bare if possible, else in quotes and ASCII (DYND-TYPE-04)."""
    return name if _BARE.fullmatch(name) else f"'{''.join(map(_escape, name))}'"


def _escape(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if " " <= char <= "~":
        return char
    return f"\\u{ord(char):04x}" if char <= "\uffff" else f"\\U{ord(char):08x}"


_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_LETTERS = {escape[1]: char for char, escape in _ESCAPES.items()} | {'"': '"', "/": "/"}
_SURROGATE = re.compile("[\ud800-\udfff]")


def unquote(quoted: str) -> str | None:
    """Return the name that the quotes and escapes represent; None if it is no text, or an escape is undefined."""
    try:
        name = _ESCAPE.sub(_unescape, quoted[1:-1])
    except (KeyError, ValueError, OverflowError):
        return None
    return None if _SURROGATE.search(name) else name


def _unescape(match: re.Match[str]) -> str:
    digits = match[1] or match[2]
    return chr(int(digits, 16)) if digits else _LETTERS[match[3]]
