"""A format's specification as a page: every requirement with an anchor, its vectors and its mutations."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from html import escape
from itertools import groupby

from goldenwire import formats
from goldenwire.corpus.vector import LoadedVector
from goldenwire_reference import requirements
from goldenwire_reference.formats import spec_path
from goldenwire_suite import coverage

FENCE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.MULTILINE | re.DOTALL)
DECISION = re.compile(r"^(### )(D-\d+)( .*)$", re.MULTILINE)


def markdown(name: str) -> str:
    """Return the text with anchors at requirements and decisions, to which every mention links."""
    known, decisions = requirements.load(name), requirements.read(name).decisions
    ids = re.compile(rf"(?P<item>^- \*\*)?\b(?P<id>{name.upper()}-[A-Z0-9]+-\d+|D-\d+)\b(?P<end>\*\*)?", re.MULTILINE)

    def linked(match: re.Match[str]) -> str:
        id_ = match["id"]
        if match["item"]:
            return f"- [**{id_}**](#{id_}){{#{id_}}}"
        return f"[{id_}](#{id_}){match['end'] or ''}" if id_ in known or id_ in decisions else match[0]

    pieces = FENCE.split(spec_path(name).read_text(encoding="utf-8"))
    pieces[::2] = [_outside_headings(piece, lambda text: ids.sub(linked, text)) for piece in pieces[::2]]
    return DECISION.sub(r"\1\2\3 {#\2}", "".join(pieces))


def _outside_headings(text: str, change: Callable[[str], str]) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line if line.startswith("#") else change(line) for line in lines)


def covered(html: str, name: str) -> str:
    """Return the page with the vectors and mutations of each requirement below it. Raises ValueError."""
    vectors: dict[str, list[LoadedVector]] = defaultdict(list)
    for vector in formats.trees().load(name, data=False):
        for id_ in vector.requirements:
            vectors[id_].append(vector)
    told = coverage.read((formats.trees().root(name) / coverage.path(name)).read_bytes())
    for id_ in requirements.load(name):
        start = html.find(f'id="{id_}"')
        end = html.find("</li>", start)
        if start < 0 or end < 0:
            raise ValueError(f"the page of {name} has no item for {id_}")
        below = "".join(_details(vectors[id_], told[id_].get("mutations", ()), told[id_].get("without", "")))
        html = html[:end] + below + html[end:]
    return html


def _details(vectors: list[LoadedVector], each: Iterable[dict[str, str]], without: str) -> Iterator[str]:
    each = list(each)
    yield f'<details class="cover" data-search-exclude><summary>{_counted(len(vectors), "vector")}, '
    yield f"{_counted(len(each), 'mutation')}</summary>"
    for feature, group in groupby(vectors, key=lambda vector: vector.id.rpartition("/")[0]):
        cases = " ".join(
            f'<span class="{vector.verdict}" title="{escape(vector.summary)}">{vector.id.rpartition("/")[2]}</span>'
            for vector in group
        )
        yield f"<p><code>{feature}/</code> {cases}</p>"
    if each:
        items = (f"<li><b>{one['name']}</b>: {escape(one['what'])}{_caught(one)}</li>" for one in each)
        yield f"<ul>{''.join(items)}</ul>"
    elif without:
        yield f"<p>No mutation: {escape(without)}</p>"
    yield "</details>"


def _caught(mutation: dict[str, str]) -> str:
    if "caught" not in mutation:
        return ""
    outcomes = (f"{word} <code>{escape(mutation[word])}</code>" for word in ("right", "wrong") if word in mutation)
    return f"; caught by <code>{mutation['caught']}</code> ({', '.join(outcomes)})"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
