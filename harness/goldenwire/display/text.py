"""What codecs and files say, made fit for one line of a terminal: control characters written out, long texts cut."""

import re

WIDTH = 160  # characters of a value or of bytes on one line
UNUSUAL = re.compile(r"[^ -~\t]")


def printable(text: str) -> str:
    """The text with all that a terminal does not simply show written out, so that it steers nothing and breaks no line.

    That is every control, format and unassigned character, surrogates, and all separators but space and tab.
    """
    return text if text.isprintable() else UNUSUAL.sub(_written_out, text)


def _written_out(match: re.Match[str]) -> str:
    return match[0] if match[0].isprintable() else repr(match[0])[1:-1]


def cut(text: str, limit: int) -> str:
    """The text, at most so many characters of it, with a note of how many there were."""
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text):,} characters)"


def short(text: str, limit: int = WIDTH) -> str:
    """The text on one line, its middle left out where it is long."""
    count = len(text)
    if count > 2 * limit:  # what nobody sees is not written out
        text = text[:limit] + text[-limit:]
    whole = printable(text)
    if count <= 2 * limit:
        count = len(whole)
    return whole if count <= limit else f"{whole[: limit * 2 // 3]} … {whole[-limit // 4 :]} ({count:,} characters)"


def times(count: int) -> str:
    """How often, in words."""
    return "once" if count == 1 else f"{count:,} times"


def hexed(data: bytes, limit: int = WIDTH // 4) -> str:
    """The bytes in hex, the rest counted where they are many."""
    more = f" … ({len(data):,} bytes)" if len(data) > limit else ""
    return data[:limit].hex() + more if data else "(no bytes)"
