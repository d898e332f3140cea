"""Foreign text made fit for one line of a terminal: control characters are escaped, long texts are cut."""

import re

from goldenwire.escapes import printable

__all__ = ["cut", "fold", "hexed", "printable", "quoted", "short", "tail", "times", "without_figures"]

WIDTH = 160  # characters of a value or of bytes on one line


def cut(text: str, limit: int) -> str:
    """Return at most `limit` characters of the text, followed by the number of characters if it was cut."""
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text):,} characters)"


def short(text: str, limit: int = WIDTH) -> str:
    """Return the text on one line, without its middle if it is longer than `limit` characters."""
    count = len(text)
    if count > 2 * limit:  # the part that is left out needs no escaping
        text = text[:limit] + text[-limit:]
    whole = printable(text)
    if count <= 2 * limit:
        count = len(whole)
    return whole if count <= limit else f"{whole[: limit * 2 // 3]} … {whole[-limit // 4 :]} ({count:,} characters)"


def times(count: int) -> str:
    """Return a count in words, such as "once" or "3 times"."""
    return "once" if count == 1 else f"{count:,} times"


def hexed(data: bytes, limit: int = WIDTH // 4) -> str:
    """Return the first `limit` bytes in hex, followed by the number of bytes if there are more."""
    more = f" … ({len(data):,} bytes)" if len(data) > limit else ""
    return data[:limit].hex() + more if data else "(no bytes)"


FIGURES = re.compile(r"(?<![A-Za-z0-9_])-?(?:0x[0-9a-fA-F]+|[0-9][0-9,._]*)(?![A-Za-z])")


def without_figures(text: str) -> str:
    """Return the text with `#` in place of each number, so that texts that differ only in numbers are equal."""
    return FIGURES.sub("#", text)


def tail(text: str, limit: int) -> str:
    """Return the end of a multi-line text, at most `limit` characters, from the start of a line if possible."""
    if len(text) <= limit:
        return text
    end = text[-limit:]
    return end if text[-limit - 1] == "\n" else end.partition("\n")[2] or end


def quoted(text: str, last: int | None = None) -> list[str]:
    """Return the lines of a foreign text, or its `last` ones, each behind a bar."""
    lines = text.splitlines()
    return [f"    | {printable(line)}" for line in (lines if last is None else lines[-last:])]


ESCAPE = re.compile(r"\x1b\[[0-9]*m")


def fold(line: str, width: int) -> list[str]:
    """Fold a line to `width` columns; lines after the first are indented by two more. Colours take no room."""
    if len(line) <= width or len(ESCAPE.sub("", line)) <= width:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip(" ")) + 2, width // 2)
    lines, current = [], ""
    for word in re.findall(r" *[^ ]+", line):
        left = word
        while left:
            room = width - len(ESCAPE.sub("", current))
            if len(ESCAPE.sub("", left)) <= room:
                current, left = current + left, ""
            elif current.strip() and len(left.strip()) <= width - len(indent):
                lines.append(current)
                current, left = indent, left.lstrip(" ")
            else:
                lines.append(current + left[:room])
                current, left = indent, left[room:]
    return [*lines, current]
