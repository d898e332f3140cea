"""The verdict as a badge: an SVG, or the JSON from which badge services draw one."""

from pathlib import Path
from typing import Self
from xml.sax.saxutils import escape

import msgspec

from goldenwire.corpus.vector import Level
from goldenwire.display.text import printable
from goldenwire.report import closing
from goldenwire.results import Footer, Header, Record
from goldenwire.results.files import write_atomically

HEXES = {"green": "#2a7f3f", "yellow": "#8a6500", "red": "#b3261e"}  # white text is readable on each of them
WIDE = 6.0  # units per average character at the SVG's font size
GAP = 10


class Badge(msgspec.Struct, frozen=True, rename="camel"):
    """The text and colour of a badge, with the member names that badge services read."""

    label: str
    message: str
    color: str
    schema_version: int = 1


class BadgeFile:
    """Write a badge to a file when a run's footer arrives; the suffix selects the kind. Raises UserError."""

    def __init__(self, path: Path, level: Level) -> None:
        self._path, self._level = path, level
        self._header: Header | None = None

    def __enter__(self) -> Self:
        return self

    def take(self, record: Record) -> None:
        """Keep the header; write the badge when the footer arrives."""
        match record:
            case Header():
                self._header = record
            case Footer() if self._header:
                write_atomically(self._path, KINDS[self._path.suffix](badge(self._header, record, self._level)))

    def __exit__(self, *_: object) -> None:
        pass


def badge(header: Header, footer: Footer, level: Level) -> Badge:
    """Return the badge of a run."""
    style, message = closing.brief(footer, header, level)
    return Badge(printable(", ".join(header.formats)), printable(message), style)


def json(badge: Badge) -> str:
    """Return the badge as JSON in the form that badge services read from an endpoint."""
    return msgspec.json.format(msgspec.json.encode(badge)).decode() + "\n"


def svg(badge: Badge) -> str:
    """Return the badge as an SVG with a label half and a message half; it embeds no font."""
    left, right = (round(len(text) * WIDE) for text in (badge.label, badge.message))
    middle = left + 2 * GAP
    width = middle + right + 2 * GAP
    label, message = escape(badge.label), escape(badge.message)
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-labelledby="title">
<title id="title">{label}: {message}</title>
<clipPath id="round"><rect width="{width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)">
<rect width="{middle}" height="20" fill="#444"/>
<rect x="{middle}" width="{width - middle}" height="20" fill="{HEXES[badge.color]}"/>
</g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="{GAP}" y="14" textLength="{left}">{label}</text>
<text x="{middle + GAP}" y="14" textLength="{right}">{message}</text>
</g>
</svg>
"""


KINDS = {".svg": svg, ".json": json}
