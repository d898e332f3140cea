"""Pictures as SVG, generated from the kit's own data. `python -m docs.pictures` writes the one in the README."""

import json
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any

from goldenwire import vectors
from goldenwire.display.ruler import INDEX, colours, gapless, layout

ROOT = Path(__file__).parents[2]
SHOWN = Path(__file__).parent / "way.svg"  # in the README
DIALECT = ROOT / "harness/adapters/python-daphne-dialect/dialect.py"

STYLE = (
    "text{font:14px ui-monospace,Menlo,Consolas,monospace;fill:#1f2328}.small{font-size:11px;fill:#59636e}"
    ".middle{text-anchor:middle}.line{stroke:#59636e;stroke-width:1.5;fill:none}"
)
TINTS = ("#ddf4ff", "#fff8c5", "#fbefff", "#dafbe1", "#ffeff7", "#fff1e5", "#d2f0ea", "#e7e9ff", "#f3f0d7", "#eaeef2")
STATES = {"whole": "#dafbe1", "partly": "#fff8c5", "declined": "#eaeef2", "off-spec": "#fff1e5", "fails": "#ffebe9"}

# The path from specification to report: column and row, title and subtitle of each box; then the arrows.
BOXES = {
    "spec": (0, 0, "spec.md", "numbered requirements"),
    "reference": (1, 0, "reference codec", "written to be read"),
    "vectors": (2, 0, "vectors/", "YAML and bytes, CC0"),
    "oracles": (1, 1, "oracles", "share no code with it"),
    "harness": (3, 0, "harness", "asks, judges, shrinks"),
    "codec": (3, 1, "your codec", "any language, a pipe"),
    "reports": (4, 0, "reports", "verdict, causes, gate"),
}
WAYS = [
    ("spec", "reference", "right"), ("reference", "vectors", "right"), ("vectors", "harness", "right"),
    ("harness", "reports", "right"), ("oracles", "vectors", "up"), ("harness", "codec", "both"),
]  # fmt: skip
WIDE, HIGH, GAP, LIFT = 190, 56, 34, 44


def every() -> dict[str, str]:
    """Return every picture by its name."""
    return {"way": way(), "house": house(), "ruler": ruler("daphne/csr/int8"), "matrix": matrix()}


def way() -> str:
    """Draw the path from the specification to the report."""
    arrows = (_arrow(one, other, how) for one, other, how in WAYS)
    boxes = (_box(_corner(name), (WIDE, HIGH), *BOXES[name][2:], TINTS[at]) for at, name in enumerate(BOXES))
    width = 5 * WIDE + 4 * GAP
    return _picture(width, 2 * HIGH + LIFT, "From the specification to the report", (*arrows, *boxes))


def house() -> str:
    """Draw the rooms of the harness, each above those that it may import, as in the contracts of pyproject.toml."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    floors = next(one["layers"] for one in contracts if one.get("containers") == ["goldenwire"])
    width, high = 640, 34
    parts: list[str] = []
    for row, floor in enumerate(floors):
        rooms = floor.split(" | ")
        each = width / len(rooms)
        for column, room in enumerate(rooms):
            parts.append(_box((column * each, row * high), (each - 4, high - 4), room, "", TINTS[row % len(TINTS)]))
    return _picture(width, len(floors) * high, "The rooms of the harness", parts)


def ruler(id_: str) -> str:
    """Draw the bytes of a vector, coloured by field, with the fields' names and meanings beside them."""
    vector = vectors.find(id_)
    data = vector.data or b""
    named = gapless(layout(vector.record.layout), len(data))
    tint = {
        at: TINTS[colour - 1] if colour else "#ffffff"
        for part, colour in zip(named, colours(named), strict=True)
        for at in range(part.offset, part.offset + part.size)
    }
    parts = [
        f'<rect x="{at % 16 * 27 + 50}" y="{at // 16 * 26}" width="27" height="22" fill="{tint[at]}"/>'
        + _text(at % 16 * 27 + 63.5, at // 16 * 26 + 16, f"{octet:02x}", "middle")
        for at, octet in enumerate(data)
    ]
    rows = range(0, len(data), 16)
    parts += [_text(0, at // 16 * 26 + 16, f"{at:04x}", "small") for at in rows]
    kinds: dict[str, tuple[str, str]] = {}
    for part in named:
        kinds.setdefault(INDEX.sub("[]", part.name), (tint.get(part.offset, "#ffffff"), part.meaning))
    for at, (kind, (colour, meaning)) in enumerate(kinds.items()):
        parts.append(f'<rect x="510" y="{at * 22}" width="18" height="18" fill="{colour}" stroke="#d0d7de"/>')
        parts.append(_text(536, at * 22 + 14, f"{kind} = {meaning}", "small"))
    return _picture(820, max(len(rows) * 26, len(kinds) * 22), f"The bytes of {id_}", parts)


def matrix() -> str:
    """Draw the matrix of `goldenwire interop` for the reference and a miniature of the deployed DAPHNE runtime."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "matrix.json"
        dialect = shlex.join([sys.executable, str(DIALECT)])
        words = ["interop", "daphne", "--codec", "reference", "--codec", f"dialect={dialect}"]
        few = ["--examples", "0", "--search", "0", "--quiet", "--json", str(path)]
        subprocess.run([sys.executable, "-m", "goldenwire", *words, *few], capture_output=True, check=False)
        cells = json.loads(path.read_text())["cells"]
    names = list(dict.fromkeys(cell["writer"] for cell in cells))
    return _picture(110 + 290 * len(names), 30 + 84 * len(names), "Who reads whose output", _cells(cells, names))


def _cells(cells: Iterable[dict[str, Any]], names: list[str]) -> Iterator[str]:
    yield _text(0, 16, "writes \\ reads", "small")
    for at, name in enumerate(names):
        yield _text(110 + 290 * at, 16, name)
        yield _text(0, 68 + 84 * at, name)
    for cell in cells:
        x, y = 110 + 290 * names.index(cell["reader"]), 30 + 84 * names.index(cell["writer"])
        yield f'<rect x="{x}" y="{y}" width="284" height="78" rx="4" fill="{STATES[cell["state"]]}"/>'
        for line, words in enumerate(cell["label"].split(", ")):
            yield _text(x + 12, y + 24 + 20 * line, words, "" if line == 0 else "small")


def _corner(name: str) -> tuple[int, int]:
    column, row = BOXES[name][:2]
    return column * (WIDE + GAP), row * (HIGH + LIFT)


def _arrow(one: str, other: str, how: str) -> str:
    (x, y), (u, v) = _corner(one), _corner(other)
    starts, ends = {
        "right": ((x + WIDE, y + HIGH / 2), (u - 2, v + HIGH / 2)),
        "up": ((x + WIDE / 2 + 60, y), (u + 20, v + HIGH + 2)),
        "both": ((x + WIDE / 2, y + HIGH + 2), (u + WIDE / 2, v - 2)),
    }[how]
    both = ' marker-start="url(#head)"' if how == "both" else ""
    (x1, y1), (x2, y2) = starts, ends
    return f'<path class="line" d="M{x1:g} {y1:g}L{x2:g} {y2:g}" marker-end="url(#head)"{both}/>'


def _box(corner: tuple[float, float], size: tuple[float, float], title: str, below: str, fill: str) -> str:
    (x, y), (width, height) = corner, size
    middle = x + width / 2
    frame = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{fill}" stroke="#d0d7de"/>'
    at = y + height / 2 + (-2 if below else 5)
    return frame + _text(middle, at, title, "middle") + (_text(middle, at + 18, below, "small middle") if below else "")


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}"{f" class={chr(34)}{kind}{chr(34)}" if kind else ""}>{escape(words)}</text>'


def _picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    wide, high = width + 24, height + 24
    head = (
        '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"'
        ' orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="#59636e"/></marker>'
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 {wide:g} {high:g}"'
        f' width="{wide:g}" height="{high:g}" role="img">',
        f"<title>{escape(title)}</title><style>{STYLE}</style><defs>{head}</defs>",
        f'<rect x="-12" y="-12" width="{wide:g}" height="{high:g}" rx="8" fill="#ffffff"/>',
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    SHOWN.write_text(way())
