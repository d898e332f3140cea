"""What codecs and files say, made fit for one line of a terminal: control characters written out, long texts cut."""

import re

WIDTH = 160  # characters of a value or of bytes on one line
CONTROL = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)


def printable(text: str) -> str:
    """The text with control characters written out, so that it can neither steer a terminal nor break a line."""
    return CONTROL.sub(lambda match: repr(match[0])[1:-1], text)


def short(text: str, limit: int = WIDTH) -> str:
    """The text on one line, its middle left out where it is long."""
    text = printable(text)
    if len(text) <= limit:
        return text
    return f"{text[: limit * 2 // 3]} … {text[-limit // 4 :]} ({len(text):,} characters)"


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
