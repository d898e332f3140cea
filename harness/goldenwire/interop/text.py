"""The matrix as text for a terminal: the grid, then each cell that is not whole with its smallest disagreements.

A cell is whole if every one of its exchanges succeeded.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from goldenwire.display.door import painted
from goldenwire.display.text import short
from goldenwire.interop.exchange import MANNERS
from goldenwire.interop.matrix import KNOWN, NEWS, READ, Disagreement, Matrix, MatrixCell, label
from goldenwire_reference.wording import plural

COLOURS = {"whole": "32", "partly": "33", "declined": "33", "off-spec": "35", "fails": "31"}
REASONS = 3  # reasons for declining that are shown
VALUE = 200  # characters of a request that are shown


class Text:
    """A matrix as lines. With a `verbosity` above 0, cells and features that are whole are shown, too."""

    def __init__(self, matrix: Matrix, *, colour: bool = False, verbosity: int = 0) -> None:
        self.matrix, self._colour, self._verbosity = matrix, colour, verbosity

    def head(self) -> Iterator[str]:
        """Yield the lines that introduce the run."""
        matrix = self.matrix
        assert matrix.header is not None
        vectors = matrix.header.vectors
        yield f"goldenwire {matrix.header.kit}, interop of {matrix.run.name}, vectors {vectors['version']}"
        for codec in matrix.run.codecs:
            said = codec.hello.codec
            support = codec.hello.formats[matrix.run.name]
            does = ", ".join((*support.operations, *(f"{key}: {one}" for key, one in support.policies.items())))
            yield f"  {codec.name}: {said.name} {said.version} ({said.language}); {does}"

    def lines(self) -> Iterator[str]:
        """Yield all lines, once the run has ended."""
        yield ""
        yield from self.grid()
        if self._verbosity >= 0:
            for cell in (*self.matrix.cells.values(), *self.matrix.between.values()):
                if cell.state != "whole" or cell.news or self._verbosity > 0:
                    yield from self._cell(cell)
        yield ""
        yield from self.end()

    def grid(self) -> Iterator[str]:
        """Yield the matrix itself: a row for each writer, a column for each reader."""
        names = self.matrix.names
        head = ["writes \\ reads", *names]
        rows = [[[w], *(in_brief(self.matrix.cells[f"{w}>{r}"]) for r in names)] for w in names]
        widths = [max(map(len, (head[at], *(part for row in rows for part in row[at])))) for at in range(len(head))]
        yield "  ".join(text.ljust(width) for text, width in zip(head, widths, strict=True)).rstrip()
        for writer, row in zip(names, rows, strict=True):
            states = ["", *(self.matrix.cells[f"{writer}>{r}"].state for r in names)]
            for parts in zip_longest(*row, fillvalue=""):
                painted_row = (self._painted(s, t.ljust(w)) for s, t, w in zip(states, parts, widths, strict=True))
                yield "  ".join(painted_row).rstrip()

    def _painted(self, state: str, text: str) -> str:
        return painted(COLOURS[state], text) if self._colour and state in COLOURS else text

    def _cell(self, cell: MatrixCell) -> Iterator[str]:
        yield ""
        yield f"{title(cell)}: {self._painted(cell.state, cell.label)}"
        if said := in_words(cell):
            yield f"  {said}"
        for feature, counts in cell.features.items():
            if counts.total() != counts[READ] or self._verbosity > 0:
                yield f"  {feature}: {breakdown(counts) if cell.between else feature_label(counts)}"
        yield from (f"  {line}" for line in declines(cell))
        for one in ordered(cell):
            yield from _shown(one)
        yield from (f"  {news}" for news in cell.news if self._known)
        rest = cell.failed + cell.outdated - len(cell.news)
        if rest > 0 and self._known:
            yield f"  and {rest:,} more like these"

    @property
    def _known(self) -> bool:
        return self.matrix.run.has_known

    def end(self) -> Iterator[str]:
        """Yield output besides the answers, stale known failures, changed declarations, notes, and the verdict."""
        footer = self.matrix.footer
        assert footer is not None
        yield from other_output(self.matrix)
        yield from (f"STALE {sentence}" for sentence in footer.stale)
        yield from (f"CHANGED {sentence}" for sentence in footer.changed_declarations)
        yield from (f"NOTE {sentence}" for sentence in (*footer.notes, *footer.complaints))
        yield verdict(self.matrix)


def other_output(matrix: Matrix) -> Iterator[str]:
    """Yield a line for each codec that wrote more than its answers, whether this is a known failure or not."""
    for name, found in matrix.other_output.items():
        yield f"{(NEWS | KNOWN)[found.finding]} {found.case} {name}: {found.why}"


def in_brief(cell: MatrixCell) -> list[str]:
    """Return a cell of the grid as short lines."""
    return [*cell.label.split(", "), *(["but see the search"] if cell.searched else [])]


def title(cell: MatrixCell) -> str:
    """Return the title of a cell."""
    if cell.between:
        return f"{cell.writer} and {cell.reader}, the same bytes"
    return f"{cell.writer} writes, {cell.reader} reads"


def in_words(cell: MatrixCell) -> str:
    """Return a remark on a cell besides its counts; empty if there is none."""
    if cell.state == "off-spec":
        who = f"{cell.writer} agrees with itself" if cell.writer == cell.reader else "They agree with each other"
        return f"{who}, and not with the specification."
    if cell.searched:
        return "Every value of the vectors was read, but the search found an input on which the two disagree."
    return ""


def declines(cell: MatrixCell) -> list[str]:
    """Return the most frequent reasons for declining."""
    common = cell.declines.most_common(REASONS)
    more = [f"and {plural(len(cell.declines) - REASONS, 'more reason')}"] if len(cell.declines) > REASONS else []
    return [*(f"{count:,} declined: {said}" for said, count in common), *more]


def ordered(cell: MatrixCell) -> list[Disagreement]:
    """Return the smallest disagreements of a cell, in the order of the manners."""
    return list(cell.smallest.values())


def feature_label(counts: Mapping[str, int]) -> str:
    """Return the counts of one feature, with the manners in which exchanges failed."""
    failed = ", ".join(f"{counts[each]:,} {each}" for each in MANNERS if counts.get(each) and each != "off-spec")
    return label(counts) + (f", {failed}" if failed else "")


def breakdown(counts: Mapping[str, int]) -> str:
    """Return all counts, without grouping."""
    return ", ".join(f"{count:,} {'agree' if each == READ else each}" for each, count in sorted(counts.items()))


def _shown(one: Disagreement) -> Iterator[str]:
    """Yield the lines for a disagreement, with the input that shows it."""
    yield f"  {one.manner}: {one.meaning}" + (" (flaky)" if one.flaky else "")
    yield f"    smallest  {one.case}: {one.summary}"
    yield f"    input     {short(one.request, VALUE)}"
    yield from (f"    {'observed' if not at else '':<9} {part}" for at, part in enumerate(one.observed.split("\n")))
    yield from (f"      {line}" for line in one.difference)
    yield f"    right     {one.why}"
    if one.known:
        yield f"    known     {one.known}"


VERDICTS = {
    "other output": "{writers} answers.",
    "fails": "The codecs do not interoperate: {failed:,} new failures, in {cells} of {all} cells{bytes}.",
    "off-spec": "They agree with each other, and not with the specification: {failed:,} new failures.",
    "outdated": "The known failures are out of date: --write-known-failures writes them again.",
    "incomplete": "The run is not complete ({stopped}).",
    "unknown": "There is no verdict: nothing was exchanged.",
    "known": "The codecs interoperate except for known failures.",
    "partly": "The codecs interoperate in what they answer: {whole} of {all} cells are whole, others decline some.",
    "conforms": "The codecs all interoperate: {all} of {all} cells are whole.",
}


def verdict(matrix: Matrix) -> str:
    """Return the verdict in a sentence."""
    assert matrix.footer is not None
    cells, between = list(matrix.cells.values()), list(matrix.between.values())
    bytes_too = sum(cell.failed > 0 for cell in between)
    failing = {cell.state for cell in (*cells, *between) if cell.failed}
    word = matrix.verdict
    if word == "fails" and failing <= {"off-spec"}:
        word = "off-spec" if failing else "other output"
    return VERDICTS[word].format(
        failed=sum(cell.failed for cell in (*cells, *between)),
        cells=sum(cell.failed > 0 for cell in cells),
        bytes=f", and over the same bytes in {bytes_too} of {len(between)} pairs" if bytes_too else "",
        all=len(cells),
        whole=sum(cell.state == "whole" for cell in cells),
        stopped=matrix.footer.stopped,
        writers=_writers([name for name, found in matrix.other_output.items() if found.finding == "fail"]),
    )


def _writers(names: Sequence[str]) -> str:
    """Return the beginning of the sentence on codecs that write more than their answers."""
    return f"{' and '.join(names)} {'writes more than its' if len(names) == 1 else 'write more than their'}"
