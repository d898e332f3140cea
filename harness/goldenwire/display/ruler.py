"""Annotated bytes: every range of an input with its name and meaning, and for bad bytes the place of the defect."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple, Protocol

from goldenwire.display.door import painted
from goldenwire.display.text import hexed, printable, short
from goldenwire.errors import UserError

SHOWN = 12  # bytes of a range that are shown
ROW = 16  # bytes of a row of a hexdump
PALETTE = ("36", "33", "35", "32", "34", "96", "93", "95", "92", "94")  # ANSI's colours of fields; red is for failures
FOLD = 64  # ranges of one kind in a row; the middle ones of more are left out

HEAD = ("offset", "size", "field", "bytes", "meaning")
INDEX = re.compile(r"\[[0-9.]*\]")
LINE = re.compile(r"\s*([0-9]{1,19})[ \t]+([0-9]{1,19})[ \t]+(.*\S.*)").fullmatch


class Range(NamedTuple):
    """One line of a layout: the offset and size of a byte range, its name and its meaning."""

    offset: int
    size: int
    name: str
    meaning: str


def layout(text: str) -> list[Range]:
    """Parse a layout, whose lines read `OFFSET SIZE NAME HEX = MEANING`. Raises UserError for other lines."""
    ranges = []
    for line in text.splitlines():
        parts = LINE(line)
        if parts is None:
            raise UserError(f"a line of a layout reads OFFSET SIZE NAME HEX = MEANING, and not {short(line)}")
        offset, size, rest = parts.groups()
        named, _, meaning = rest.partition(" = ")
        ranges.append(Range(int(offset), int(size), named.rpartition(" ")[0] or named, meaning))
    return ranges


class NamedRange(Protocol):
    """A named byte range, as the reference's reader traces it."""

    @property
    def offset(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def meaning(self) -> str: ...


def ranges(fields: Iterable[NamedRange]) -> list[Range]:
    """Return the fields as ranges in the order of their bytes."""
    return sorted(Range(field.offset, field.size, field.name, field.meaning) for field in fields)


def first_differing_byte(one: bytes, other: bytes) -> int | None:
    """Return the offset of the first byte that only one of two inputs has, or that differs; None if they are equal."""
    return next((at for at, (left, right) in enumerate(zip_longest(one, other)) if left != right), None)


def colours(named: Iterable[Range]) -> list[int]:
    """Return the colour of each range, a number from 1 to the length of PALETTE; 0 for bytes that were not read.

    Fields of one kind, whose names differ only in an index, share a colour; the next kind has the next one.
    """
    kinds: dict[str, int] = {}
    names = (INDEX.sub("[]", part.name) for part in named)
    return [0 if name.startswith("(") else kinds.setdefault(name, len(kinds) % len(PALETTE) + 1) for name in names]


def annotate(data: bytes, named: Sequence[Range], *, colour: bool = False) -> Iterator[str]:
    """Yield a line for each range: offset, size, name, bytes, meaning. Bytes outside the ranges are shown as unread."""
    table = [(*HEAD, 0), *rows(data, named)]
    widths = [max(map(len, column)) for column in zip(*(row[:-1] for row in table), strict=True)]
    for offset, size, name, octets, meaning, number in table:
        place = f"{offset:>{widths[0]}}  {size:>{widths[1]}}  "
        field = f"{name:<{widths[2]}}  {octets:<{widths[3]}}"
        field, said = (field, f"  {meaning}") if meaning else (field.rstrip(), "")
        yield place + (painted(PALETTE[number - 1], field) if colour and number else field) + said


def rows(data: bytes, named: Sequence[Range]) -> Iterator[tuple[str, str, str, str, str, int]]:
    """Yield the columns of HEAD and the colour for each range. Bytes outside the ranges are shown as unread."""
    parts = gapless(named, len(data))
    for part, colour in zip(parts, colours(parts), strict=True):
        octets = data[part.offset : part.offset + part.size]
        text = hexed(octets, SHOWN) if octets else ""
        yield str(part.offset), str(part.size), printable(part.name), text, printable(part.meaning), colour


def gapless(named: Sequence[Range], size: int) -> list[Range]:
    """Return the ranges, with the bytes between and after them as ranges that were not read."""
    found: list[Range] = []
    end = 0
    for part in (*named, Range(size, 0, "", "")):
        if part.offset > end:
            found.append(Range(end, part.offset - end, "(not read)", ""))
        found.append(part)
        end = max(end, part.offset + part.size)
    return found[:-1]


def folded(named: Sequence[Range]) -> list[Range]:
    """Return the ranges; of more than FOLD in a row of one kind, only the first and the last."""
    shown: list[Range] = []
    for _, run in groupby(named, key=lambda part: (part.size, part.name.rpartition("]")[2], part.name.count("["))):
        alike = list(run)
        if len(alike) <= FOLD:
            shown += alike
            continue
        first, last = alike[: FOLD // 2], alike[-FOLD // 2 :]
        start, end = first[-1].offset + first[-1].size, last[0].offset
        shown += [*first, Range(start, end - start, f"({len(alike) - FOLD:,} more like these)", ""), *last]
    return shown


def hexdump(data: bytes, at: int, length: int = 1) -> Iterator[str]:
    """Yield the row of bytes around an offset with the rows before and after it, and carets under `length` bytes."""
    row = min(at, len(data)) // ROW * ROW
    for start in range(max(0, row - ROW), min(row + 2 * ROW, len(data) + 1), ROW):
        octets = data[start : start + ROW]
        if octets or start == row:
            yield f"{start:08x}  {octets.hex(' '):<{3 * ROW}} {_text(octets)}".rstrip()
        first, end = max(at, start), min(at + max(length, 1), start + ROW)
        if first < end and (octets or start == row):
            yield f"{'':10}{'   ' * (first - start)}{' '.join(['^^'] * (end - first))}"


def _text(octets: bytes) -> str:
    return "".join(chr(octet) if 0x20 <= octet < 0x7F else "." for octet in octets)
