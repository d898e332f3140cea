"""One input as a page: its bytes as a ruler, and the table of fields that a terminal shows."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from goldenwire.display.ruler import Range, rows
from goldenwire.report.html.cases import Texts, drawn, window
from goldenwire.report.html.page import page
from goldenwire.results.files import write_atomically

LIMIT = 4096  # bytes that are drawn


def write(
    path: Path,
    *,
    title: str,
    told: str = "",
    data: bytes | None,
    named: Sequence[Range] = (),
    listed: Sequence[Range] = (),
    place: int | None = None,
    **members: Any,
) -> None:
    """Write the page atomically. Raises UserError.

    The ruler shows the fields `named`, the table those in `listed`; `told` is the caption of the bytes.
    `members` are the template's other variables: kicker, lead, error, sentences, members.
    """
    texts = Texts()
    start = window(data or b"", place or 0, LIMIT)
    picture = {
        "name": title,
        "bytes": 0 if data is None else drawn(texts, data, named, place=place, start=start, limit=LIMIT),
        "texts": texts.table,
    }
    empty: dict[str, Any] = {"kicker": "", "lead": (), "error": (), "sentences": (), "members": ()}
    table = () if data is None else rows(data, listed)
    scripts = ("ruler.js", "octets.js")
    write_atomically(
        path, page("octets.html", scripts, picture, title=title, told=told, rows=list(table), **empty | members)
    )
