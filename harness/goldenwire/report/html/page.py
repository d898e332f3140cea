"""Pages from templates: self-contained files whose policy allows only their own style and script to run."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from goldenwire import formats
from goldenwire.corpus.trees import Trees
from goldenwire.display import pages
from goldenwire.display.text import printable, short
from goldenwire.errors import UserError
from goldenwire.judge import referee
from goldenwire.report.html.cases import Cases
from goldenwire.report.html.gathered import OTHERS, Gathered
from goldenwire.report.html.overview import Overview, heat_map, names

ROOM = files("goldenwire.report.html") / "templates"


def report(runs: Sequence[Gathered]) -> str:
    """Return the page of one run, or of several side by side."""
    trees, notes = _trees(runs)
    said = list(dict.fromkeys(format for run in runs for format in run.header.formats))
    specified = {format: referee.specified(format) for format in said}
    sentences = {id: one.text for known in specified.values() for id, one in known.items()}
    called = names(run.header for run in runs)
    data = Cases(runs).data(trees, sentences) | {"runs": called}
    overviews = [Overview(name, run) for name, run in zip(called, runs, strict=True)]
    return page(
        "report.html",
        ("ruler.js", "report.js"),
        data,
        title=f"{' and '.join(called)}: {', '.join(said)}",
        runs=overviews,
        notes=notes,
        heat=heat_map(runs, specified),
        sentences=sentences,
        others=OTHERS,
    )


def _trees(runs: Sequence[Gathered]) -> tuple[Trees | None, list[str]]:
    """Return the vectors that provide the bytes, if they can be read, and notes on differences from the vectors run."""
    option = runs[0].header.options.get("vectors")
    try:
        trees = formats.trees(option)
        moved = [run for run in runs if not _same(run, trees)]
    except UserError as error:
        return None, [f"The vectors cannot be read, so that no bytes are shown: {error}"]
    if not moved:
        return trees, []
    kept = ", ".join(dict.fromkeys(str(run.header.vectors.get("content"))[:12] for run in moved))
    return trees, [
        f"Bytes and fields are not of the vectors that were run ({printable(kept)}), but of those found when this page "
        "was made. A case that has changed says so."
    ]


def _same(run: Gathered, trees: Trees) -> bool:
    known = [format for format in run.header.formats if trees.has(format)]
    return bool(trees.identity(known)["content"] == run.header.vectors.get("content"))


def page(template: str, scripts: Sequence[str], data: Any, **members: Any) -> str:
    """Return a page from a template with these scripts, which read the data. All foreign text in it is escaped."""
    style, script = _source("page.css"), "\n".join(map(_source, scripts))
    sources = {"style": Markup(style), "script": Markup(script), "data": embedded(data)}
    return _environment().get_template(template).render(policy=pages.policy(style, script), **sources, **members)


def embedded(data: Any) -> Markup:
    """Return the data as JSON for a script element, with the characters escaped that could end it."""
    text = msgspec.json.encode(data).decode()
    for mark in "<>&\u2028\u2029":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return Markup(text)


@cache
def _source(name: str) -> str:
    return (ROOM / name).read_text(encoding="utf-8")


def _environment() -> Environment:
    found = pages.environment(PackageLoader("goldenwire.report.html"))
    found.filters |= {"shown": _shown, "number": "{:,}".format}
    return found


def _shown(text: str, limit: int = 2000) -> str:
    """Return foreign text on one line, shortened and without control characters."""
    return short(text, limit)
