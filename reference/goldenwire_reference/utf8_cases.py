"""Well-formed and ill-formed UTF-8 for the catalogues of all formats, made row by row of the Unicode standard's table.

The table is 3-7 of the standard, "Well-Formed UTF-8 Byte Sequences". Of each row there are the first and the last
sequence that begins with its first byte, and with its last. Ill-formed is every byte just outside of its range, every
row cut short, and what begins with a byte that begins none.
"""

from collections.abc import Iterator
from typing import NamedTuple

from goldenwire_reference.wording import plural

Range = tuple[int, int]

ANY: Range = (0x80, 0xBF)

# Of each row: what the first byte may be, then what each byte after it may be.
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

# Bytes that no row begins with, each with what a decoder that takes it for a beginning would want after it.
STRAY = {
    "80": "a continuation byte that nothing begins",
    "bf": "the greatest continuation byte, which nothing begins",
    "c080": "two bytes for what takes one: the least of all code points",
    "c1bf": "two bytes for the greatest code point that takes one",
    "f5808080": "a first byte beyond the last of four",
    "f7bfbfbf": "the greatest first byte of four by its leading bits",
    "f888808080": "a sequence of five bytes",
    "fc8480808080": "a sequence of six bytes",
    "fe": "a byte that never occurs",
    "ff": "the greatest byte, which never occurs",
}

# What is outside of a range that is narrower than that of all continuation bytes.
NARROW = {
    0xE0: "an overlong form of three bytes",
    0xED: "a surrogate",
    0xF0: "an overlong form of four bytes",
    0xF4: "beyond the last code point",
}


# Sequences that are cut short by the end of a text, each with the octets that would complete it if they belonged to it.
COMPLETED = (("c3", "a9"), ("e2", "82ac"), ("e282", "ac"), ("f0", "9f9880"), ("f09f", "9880"), ("f09f98", "80"))


class Octets(NamedTuple):
    """Octets, and what they are in words; `name` is their hexadecimal, of which a case can make its own."""

    name: str
    octets: bytes
    what: str


def _octets(octets: list[int], what: str) -> Octets:
    return Octets(bytes(octets).hex(), bytes(octets), what)


def well_formed() -> Iterator[Octets]:
    """Of every row, the first and the last character that begins with its first byte, and with its last."""
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
    """Bytes that begin nothing; then of every row each byte outside of its range, and each way to cut it short."""
    for text, what in STRAY.items():
        yield _octets(list(bytes.fromhex(text)), what)
    for row in TABLE[1:]:
        yield from _too_narrow(row)
        for place in range(1, len(row)):
            yield from _no_continuation(row, place)
        for size in range(1, len(row)):
            octets = [high for _, high in row[:size]]
            yield _octets(octets, f"the sequence that {octets[0]:02x} begins, cut after its {PLACES[size - 1]} byte")


def _too_narrow(row: tuple[Range, ...]) -> Iterator[Octets]:
    """Where the second byte has not the whole range of continuation bytes: the nearest and the furthest outside."""
    if row[1] == ANY:
        return
    (lead, _), (low, high), *others = row
    above = low == ANY[0]
    nearest, furthest = (high + 1, ANY[1]) if above else (low - 1, ANY[0])
    for second, end, which in ((nearest, not above, "next to"), (furthest, above, "furthest from")):
        octets = [lead, second, *(ANY[end] for _ in others)]
        yield _octets(octets, f"{NARROW[lead]}, the one {which} what is well-formed")


def _no_continuation(row: tuple[Range, ...], place: int) -> Iterator[Octets]:
    """A byte that is no continuation byte at a place: the next below and above, and one that differs in one bit."""
    for wrong, end in ((ANY[0] - 1, 0), (ANY[1] + 1, 1), (ANY[1] & ~ANY[0], 0)):
        octets = [span[end] for span in row]
        octets[place] = wrong
        what = f"the {PLACES[place]} byte after {octets[0]:02x} is {wrong:02x}, where a continuation byte has to stand"
        yield _octets(octets, what)
