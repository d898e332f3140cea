"""What codecs and files say, made fit for one line of a terminal: control characters written out, long texts cut."""

import re

from goldenwire.escapes import printable

__all__ = ["cut", "fold", "hexed", "printable", "quoted", "short", "tail", "times", "without_figures"]

WIDTH = 160  # characters of a value or of bytes on one line


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


FIGURES = re.compile(r"(?<![A-Za-z0-9_])-?(?:0x[0-9a-fA-F]+|[0-9][0-9,._]*)(?![A-Za-z])")


def without_figures(text: str) -> str:
    """The text with `#` in the place of each number, so that what differs in these alone reads the same."""
    return FIGURES.sub("#", text)


def tail(text: str, limit: int) -> str:
    """The end of a text of many lines, in so many characters and from the start of a line."""
    if len(text) <= limit:
        return text
    end = text[-limit:]
    return end if text[-limit - 1] == "\n" else end.partition("\n")[2] or end


def quoted(text: str, last: int | None = None) -> list[str]:
    """A foreign text of many lines, such as the end of a log, as lines of ours: its last ones, each behind a bar."""
    lines = text.splitlines()
    return [f"    | {printable(line)}" for line in (lines if last is None else lines[-last:])]


ESCAPE = re.compile(r"\x1b\[[0-9]*m")


def fold(line: str, width: int) -> list[str]:
    """A line as lines of so many columns; those after the first are indented by two more. Colours take no room."""
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
