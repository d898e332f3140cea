"""The matrix as Markdown, for a page of a project or the summary of a job."""

from collections.abc import Iterator

from goldenwire.display.markdown import NOTHING, Markdown, block, document, head, md, row
from goldenwire.display.text import short
from goldenwire.interop.matrix import READ, Matrix, MatrixCell
from goldenwire.interop.text import breakdown, declines, feature_label, in_words, ordered, other_output, title, verdict

MARKS = {"whole": "✅", "partly": "◐", "declined": "⬜", "off-spec": "⚠️", "fails": "❌"}
INPUT = 500  # characters of an input that are shown


def markdown(matrix: Matrix) -> str:
    """Return the page."""
    return document(_lines(matrix))


def _lines(matrix: Matrix) -> Iterator[Markdown]:
    assert matrix.header is not None
    yield md("# Who reads whose output: {}\n", matrix.run.name)
    yield md("{}\n", verdict(matrix))
    yield md("goldenwire {}, vectors {}.\n", matrix.header.kit, matrix.header.vectors["version"])
    yield from head("name", "codec", "version", "language")
    for codec in matrix.run.codecs:
        said = codec.hello.codec
        yield row(codec.name, said.name, said.version, said.language)
    yield NOTHING
    yield from head("writes ↓ reads →", *matrix.names)
    for writer in matrix.names:
        cells = (matrix.cells[f"{writer}>{reader}"] for reader in matrix.names)
        yield row(writer, *(md("{} {}", MARKS[cell.state], _linked(cell)) for cell in cells))
    for cell in (*matrix.cells.values(), *matrix.between.values()):
        if cell.state != "whole":
            yield from _cell(cell)
    footer = matrix.footer
    assert footer is not None
    notes = [
        *other_output(matrix),
        *(f"STALE {one}" for one in footer.stale),
        *(f"CHANGED {one}" for one in footer.changed_declarations),
        *footer.complaints,
    ]
    if notes:
        yield NOTHING
        yield from (md("- {}", one) for one in notes)


def _linked(cell: MatrixCell) -> Markdown:
    return md("{}", cell.label) if cell.state == "whole" else md("[{}](#{})", cell.label, anchor(cell))


def anchor(cell: MatrixCell) -> str:
    """Return the name of the anchor at the details of a cell."""
    return f"{cell.writer}{'-and-' if cell.between else '-to-'}{cell.reader}"


def _cell(cell: MatrixCell) -> Iterator[Markdown]:
    yield md('\n<a id="{}"></a>\n', anchor(cell))
    yield md("## {}\n", title(cell))
    yield md("{}\n", f"{cell.label}. {in_words(cell)}".rstrip())
    if cell.declines:
        yield from (md("- {}", line) for line in declines(cell))
        yield NOTHING
    partly = {name: counts for name, counts in cell.features.items() if counts.total() != counts[READ]}
    if partly:
        yield from head("feature", "")
        for name, counts in partly.items():
            yield row(name, breakdown(counts) if cell.between else feature_label(counts))
    for one in ordered(cell):
        yield md("\n**{}**: {}. Smallest input ({}):\n", one.manner, one.meaning, one.case)
        yield block(short(one.request, INPUT), *one.observed.split("\n"), *one.difference)
        yield md("{}", one.why + (f" (known: {one.known})" if one.known else ""))
