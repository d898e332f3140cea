"""The matrix as Markdown, for a page of a project or the summary of a job."""

import re
from collections.abc import Iterator

from goldenwire.display.text import printable, short
from goldenwire.interop.matrix import READ, Cell, Matrix
from goldenwire.interop.text import breakdown, declines, feature_label, in_words, ordered, title, verdict

MARKS = {"whole": "✅", "partly": "◐", "declined": "⬜", "off-spec": "⚠️", "fails": "❌"}
SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|&])")
INPUT = 500  # characters of an input that are shown


def markdown(matrix: Matrix) -> str:
    """The page."""
    return "\n".join(_lines(matrix)) + "\n"


def _lines(matrix: Matrix) -> Iterator[str]:
    assert matrix.header is not None
    yield f"# Who reads what whom wrote: {matrix.run.name}\n"
    yield f"{verdict(matrix)}\n"
    yield f"goldenwire {matrix.header.kit}, vectors {matrix.header.vectors['version']}.\n"
    yield "| name | codec | version | language |\n| --- | --- | --- | --- |"
    for codec in matrix.run.codecs:
        said = codec.hello.codec
        yield f"| {codec.name} | {plain(said.name)} | {plain(said.version)} | {plain(said.language)} |"
    yield "\n| writes ↓ reads → | " + " | ".join(matrix.names) + " |"
    yield "| --- |" + " --- |" * len(matrix.names)
    for writer in matrix.names:
        cells = (matrix.cells[f"{writer}>{reader}"] for reader in matrix.names)
        yield f"| {writer} | " + " | ".join(f"{MARKS[cell.state]} {_linked(cell)}" for cell in cells) + " |"
    for cell in (*matrix.cells.values(), *matrix.between.values()):
        if cell.state != "whole":
            yield from _cell(cell)
    footer = matrix.footer
    assert footer is not None
    notes = [*(f"STALE {one}" for one in footer.stale), *(f"DRIFT {one}" for one in footer.drift), *footer.complaints]
    if notes:
        yield ""
        yield from (f"- {plain(one)}" for one in notes)


def _linked(cell: Cell) -> str:
    return cell.label if cell.state == "whole" else f"[{cell.label}](#{anchor(cell)})"


def anchor(cell: Cell) -> str:
    """The name of the place where a cell is shown whole."""
    return f"{cell.writer}{'-and-' if cell.between else '-to-'}{cell.reader}"


def _cell(cell: Cell) -> Iterator[str]:
    yield f'\n<a id="{anchor(cell)}"></a>\n'
    yield f"## {title(cell)}\n"
    yield f"{cell.label}. {in_words(cell)}".rstrip() + "\n"
    if cell.declines:
        yield "\n".join((*(f"- {plain(line)}" for line in declines(cell)), ""))
    partly = {name: counts for name, counts in cell.features.items() if counts.total() != counts[READ]}
    if partly:
        yield "| feature | |\n| --- | --- |"
        for name, counts in partly.items():
            yield f"| {name} | {breakdown(counts) if cell.between else feature_label(counts)} |"
    for one in ordered(cell):
        yield f"\n**{one.manner}**: {plain(one.meaning)}. Smallest input ({plain(one.case)}):\n"
        yield _block(short(one.request, INPUT), *one.observed.split("\n"), *one.difference)
        yield plain(one.why) + (f" (known: {plain(one.known)})" if one.known else "")


def plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return SPECIAL.sub(r"\\\1", printable(text))


def _block(*lines: str) -> str:
    """Lines as they are, between fences that no line can end."""
    shown = [printable(line) for line in lines]
    longest = max((len(run) for line in shown for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join((fence, *shown, fence, ""))
