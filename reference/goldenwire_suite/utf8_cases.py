"""Well-formed and ill-formed UTF-8 for the catalogues of all formats, derived row by row from the Unicode standard.

The table is 3-7 of the standard, "Well-Formed UTF-8 Byte Sequences". Each row gives the first and the last sequence
that begins with its first lead byte, and with its last. Ill-formed are every byte just outside its range, every
truncated row, and everything that begins with an invalid lead byte.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from goldenwire_reference.wording import plural

Range = tuple[int, int]

ANY: Range = (0x80, 0xBF)

# Per row: the range of the first byte, then the range of each byte after it.
TABLE: tuple[tuple[Range, ...], ...] = (
    ((0x00, 0x7F),),
    ((0xC2, 0xDF), ANY),
    ((0xE0, 0xE0), (0xA0, 0xBF), ANY),
    ((0xE1, 0xEC), ANY, ANY),
    ((0xED, 0xED), (0x80, 0x9F), ANY),
    ((0xEE, 0xEF), ANY, ANY),
    ((0xF0, 0xF0), (0x90, 0xBF), ANY, ANY),
    ((0xF1, 0xF3), ANY, ANY, ANY),
    ((0xF4, 0xF4), (0x80, 0x8F), ANY, ANY),
)

PLACES = ("first", "second", "third", "fourth")

# Bytes that no row begins with, each followed by the bytes that a decoder that accepts it would expect.
STRAY = {
    "80": "80, a continuation byte that follows no first byte",
    "bf": "bf, the last continuation byte, which follows no first byte",
    "c080": "U+0000 in two bytes, an overlong form",
    "c1bf": "U+007F in two bytes, an overlong form",
    "f5808080": "f5, which no character begins with",
    "f7bfbfbf": "f7, the last byte that looks like the first of four, which no character begins with",
    "f888808080": "f8, which looks like the first byte of five, and which no character begins with",
    "fc8480808080": "fc, which looks like the first byte of six, and which no character begins with",
    "fe": "fe, which never occurs in UTF-8",
    "ff": "ff, which never occurs in UTF-8",
}

# For each first byte that restricts the second to fewer than all continuation bytes: the sequences just outside the
# range and furthest outside, in words.
NARROW = {
    0xE0: ("U+07FF in three bytes, where two are enough", "U+0000 in three bytes, the most overlong form"),
    0xED: ("U+D800, the first surrogate", "U+DFFF, the last surrogate"),
    0xF0: ("U+FFFF in four bytes, where three are enough", "U+0000 in four bytes, the most overlong form"),
    0xF4: ("U+110000, one beyond the last code point", "U+13FFFF, the last that f4 could begin"),
}


# Sequences that the end of a text truncates, each with the octets that would complete it if they belonged to the text.
COMPLETED = (("c3", "a9"), ("e2", "82ac"), ("e282", "ac"), ("f0", "9f9880"), ("f09f", "9880"), ("f09f98", "80"))


# Defects of a sequence: no first byte, a second byte out of its range, no continuation byte, an early end.
Defect = Literal["", "stray", "range", "continuation", "cut"]


class Octets(NamedTuple):
    """Octets and their description in words; `name` is their hexadecimal, from which a case can make its own."""

    name: str
    octets: bytes
    what: str
    defect: Defect = ""

    @property
    def numbers(self) -> list[int]:
        """The numbers in `what`: a summary that contains it may name them."""
        return [*range(7), *map(int, re.findall(r"\b\d+\b", self.what))]


def _octets(octets: list[int], what: str, defect: Defect = "") -> Octets:
    return Octets(bytes(octets).hex(), bytes(octets), what, defect)


def span(row: tuple[Range, ...]) -> str:
    """Return the first bytes of a row in words: `e0`, or `e1 to ec`."""
    low, high = row[0]
    return f"{low:02x} to {high:02x}" if low < high else f"{low:02x}"


def well_formed() -> Iterator[Octets]:
    """Yield, for every row, the first and the last character that begins with its first or last lead byte."""
    for row in TABLE:
        for lead in sorted({*row[0]}) if len(row) > 1 else [None]:
            for end, which in enumerate(("first", "last")):
                octets = [span[end] for span in row]
                begins = f"of {plural(len(row), 'byte')}"
                if lead is not None:
                    octets[0] = lead
                    begins += f" that begins with {lead:02x}"
                yield _octets(octets, f"the {which} character {begins}")


def ill_formed() -> Iterator[Octets]:
    """Yield invalid lead bytes; then for every row each byte outside its range, and each way to truncate it."""
    for text, what in STRAY.items():
        yield _octets(list(bytes.fromhex(text)), what, "stray")
    for row in TABLE[1:]:
        yield from _too_narrow(row)
        for place in range(1, len(row)):
            yield from _no_continuation(row, place)
        for size in range(1, len(row)):
            octets = [high for _, high in row[:size]]
            what = f"a character that begins with {octets[0]:02x}, cut after its {PLACES[size - 1]} byte"
            yield _octets(octets, what, "cut")


def _too_narrow(row: tuple[Range, ...]) -> Iterator[Octets]:
    """If a row restricts the second byte, yield the nearest and the furthest continuation byte outside its range."""
    if row[1] == ANY:
        return
    (lead, _), (low, high), *others = row
    above = low == ANY[0]
    nearest, furthest = (high + 1, ANY[1]) if above else (low - 1, ANY[0])
    for second, end, what in zip((nearest, furthest), (not above, above), NARROW[lead], strict=True):
        yield _octets([lead, second, *(ANY[end] for _ in others)], what, "range")


def _no_continuation(row: tuple[Range, ...], place: int) -> Iterator[Octets]:
    """Yield sequences with a byte that is no continuation byte at a place: just below, just above, and one bit off."""
    for wrong, end in ((ANY[0] - 1, 0), (ANY[1] + 1, 1), (ANY[1] & ~ANY[0], 0)):
        octets = [span[end] for span in row]
        octets[place] = wrong
        what = f"the {PLACES[place]} byte of a character that begins with {octets[0]:02x} is {wrong:02x}"
        yield _octets(octets, f"{what}, no continuation byte", "continuation")
