"""Escape foreign text for a line of output: terminal controls, line breaks, and commands to a CI service."""

import re

UNUSUAL = re.compile(r"[^ -~\t]")
# GitHub obeys a line that begins with :: after blanks, and ##[ anywhere in it; Azure and TeamCity obey ##WORD[.
ORDER = re.compile(r"(?P<blanks>\A[ \t]*):(?=:)|#(?=#\w*\[)")


def printable(text: str) -> str:
    """Return the text with all characters escaped that a terminal does not simply show, so that it stays on its line.

    These are all control, format and unassigned characters, surrogates, and all separators except space and tab.
    """
    return text if text.isprintable() else UNUSUAL.sub(_written_out, text)


def _written_out(match: re.Match[str]) -> str:
    return match[0] if match[0].isprintable() else repr(match[0])[1:-1]


def one_line(text: str) -> str:
    """Return the text as one line of output: printable, and without commands to CI services that scan the output."""
    return without_commands(printable(text))


def without_commands(line: str) -> str:
    """Return the line with commands to CI services escaped."""
    return ORDER.sub(_disobeyed, line) if "::" in line or "##" in line else line


def _disobeyed(match: re.Match[str]) -> str:
    blanks = match["blanks"]
    return r"\x23" if blanks is None else rf"{blanks}\x3a"
