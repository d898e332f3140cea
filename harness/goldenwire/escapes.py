"""Foreign text made harmless on a line of its own: what steers a terminal, breaks a line or commands a service."""

import re

UNUSUAL = re.compile(r"[^ -~\t]")
# GitHub obeys a line that begins with :: behind blanks, and ##[ wherever it stands; Azure and TeamCity ##WORD[.
ORDER = re.compile(r"(?P<blanks>\A[ \t]*):(?=:)|#(?=#\w*\[)")


def printable(text: str) -> str:
    """The text with all that a terminal does not simply show written out, so that it steers nothing and breaks no line.

    That is every control, format and unassigned character, surrogates, and all separators but space and tab.
    """
    return text if text.isprintable() else UNUSUAL.sub(_written_out, text)


def _written_out(match: re.Match[str]) -> str:
    return match[0] if match[0].isprintable() else repr(match[0])[1:-1]


def one_line(text: str) -> str:
    """The text as one line of output: printable, and no command to a CI service that reads the output for these."""
    return without_commands(printable(text))


def without_commands(line: str) -> str:
    """The line, in which a service finds no command."""
    return ORDER.sub(_disobeyed, line) if "::" in line or "##" in line else line


def _disobeyed(match: re.Match[str]) -> str:
    blanks = match["blanks"]
    return r"\x23" if blanks is None else rf"{blanks}\x3a"
