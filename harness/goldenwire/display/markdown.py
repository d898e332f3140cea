"""Markdown with foreign text, which stays plain text whatever it contains, in tables too.

`md` makes a line from a template of ours and from parts that it escapes; this module has the only other functions that
make Markdown, and `document` accepts nothing else. An unescaped line is a `str`, so the type checker finds it.
"""

import re
from collections.abc import Iterable

from goldenwire.display.text import printable

# Characters with a meaning in Markdown, in HTML inside of it, or on a code host (links, mentions, formulas); at the
# beginning of a line also lists, headings, code.
MEANING = re.compile(r"[&<>\\`*_\[\]|~#@$]|:(?=[^ ])|(?<=www)\.|\A[-+= \t]|\A[0-9](?=[0-9]*[.)](?: |\Z))")


class Markdown(str):
    """Markdown text. Only this module makes it from plain text."""

    __slots__ = ()


NOTHING = Markdown()


def md(template: str, *parts: str | int) -> Markdown:
    """Return the template, a literal of ours, with each `{}` replaced; parts that are not Markdown are escaped."""
    return Markdown(template.format(*(part if isinstance(part, Markdown) else plain(str(part)) for part in parts)))


def joined(separator: str, parts: Iterable[str]) -> Markdown:
    """Return the parts joined by a separator of ours; parts that are not Markdown are escaped."""
    return Markdown(separator.join(part if isinstance(part, Markdown) else plain(part) for part in parts))


def plain(text: str) -> Markdown:
    """Return the text with each character that has a meaning replaced by a numeric reference."""
    return Markdown(MEANING.sub(lambda match: f"&#{ord(match[0])};", printable(text)))


def code(text: str) -> Markdown:
    """Return the text as code; empty for an empty text."""
    return md("<code>{}</code>", text) if text else NOTHING


def block(*lines: str) -> Markdown:
    """Return lines as a code block, with a fence that no line can end."""
    shown = [printable(line) for line in lines]
    longest = max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return Markdown("\n".join((fence, *shown, fence, "")))


def row(*cells: str) -> Markdown:
    """Return a row of a table; cells that are not Markdown are escaped."""
    return md("| {} |", joined(" | ", cells))


def head(*names: str) -> list[Markdown]:
    """Return the lines that begin a table: its header row and the separator."""
    return [row(*names), Markdown(f"| {' | '.join(['---'] * len(names))} |")]


def document(lines: Iterable[Markdown]) -> str:
    """Return the lines as the text of a file."""
    return "".join(f"{line}\n" for line in lines)
