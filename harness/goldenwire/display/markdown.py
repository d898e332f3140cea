"""Markdown of foreign words: whatever is in them, they stay text, in a table too.

A line is made by `md`, of a template that is ours and of parts that are escaped; what else makes Markdown is here too,
and `document` takes nothing but Markdown. So a line that nobody has escaped is a `str`, which the type checker finds.
"""

import re
from collections.abc import Iterable

from goldenwire.display.text import printable

# What means something to Markdown, to HTML inside of it, or to what a forge makes of it: links, mentions, formulas; and
# at the beginning of a line lists, headings, code.
MEANING = re.compile(r"[&<>\\`*_\[\]|~#@$]|:(?=[^ ])|(?<=www)\.|\A[-+= \t]|\A[0-9](?=[0-9]*[.)](?: |\Z))")


class Markdown(str):
    """Markdown. Only this module makes it of a text."""

    __slots__ = ()


NOTHING = Markdown()


def md(template: str, *parts: str | int) -> Markdown:
    """The template, a literal of ours, with `{}` for each part; a part that is no Markdown stays text."""
    return Markdown(template.format(*(part if isinstance(part, Markdown) else plain(str(part)) for part in parts)))


def joined(separator: str, parts: Iterable[str]) -> Markdown:
    """The parts with a separator of ours between them; a part that is no Markdown stays text."""
    return Markdown(separator.join(part if isinstance(part, Markdown) else plain(part) for part in parts))


def plain(text: str) -> Markdown:
    """The text, each character that would mean something as a numeric reference, which nothing reads a meaning into."""
    return Markdown(MEANING.sub(lambda match: f"&#{ord(match[0])};", printable(text)))


def code(text: str) -> Markdown:
    """The text as code; nothing of none."""
    return md("<code>{}</code>", text) if text else NOTHING


def block(*lines: str) -> Markdown:
    """Lines as they are, between fences that no line can end."""
    shown = [printable(line) for line in lines]
    longest = max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return Markdown("\n".join((fence, *shown, fence, "")))


def row(*cells: str) -> Markdown:
    """A row of a table; a cell that is no Markdown stays text."""
    return md("| {} |", joined(" | ", cells))


def head(*names: str) -> list[Markdown]:
    """The lines that begin a table."""
    return [row(*names), Markdown(f"| {' | '.join(['---'] * len(names))} |")]


def document(lines: Iterable[Markdown]) -> str:
    """The text of a file."""
    return "".join(f"{line}\n" for line in lines)
