"""Foreign words in Markdown: whatever is in them, they stay text, in a table too."""

import re

from goldenwire.display.text import printable

# What means something to Markdown, to HTML inside of it, or to what a forge makes of it: links, mentions, formulas.
MEANING = re.compile(r"[&<>\\`*_\[\]|~#@$]|:(?=[^ ])|(?<=www)\.")


def plain(text: str) -> str:
    """The text, each character that would mean something as a numeric reference, which nothing reads a meaning into."""
    return MEANING.sub(lambda match: f"&#{ord(match[0])};", printable(text))


def code(text: str) -> str:
    """The text as code; nothing of none."""
    return f"<code>{plain(text)}</code>" if text else ""


def row(*cells: str) -> str:
    """A row of a table, of cells that are Markdown."""
    return f"| {' | '.join(cells)} |"


def head(*names: str) -> list[str]:
    """The lines that begin a table."""
    return [row(*names), row(*["---"] * len(names))]
