"""The octet sequences in the cases of all formats, judged by another decoder, and able to catch a wrong table."""

from itertools import product

import pytest

from goldenwire_suite.utf8_cases import TABLE, Octets, Range, ill_formed, well_formed
from kit.each import each

Table = tuple[tuple[Range, ...], ...]


@each("one", list(well_formed()), ids=lambda one: one.name)
def test_a_well_formed_sequence_is_one_character(one: Octets) -> None:
    assert len(one.octets.decode("utf-8")) == 1


@each("one", list(ill_formed()), ids=lambda one: one.name)
def test_an_ill_formed_sequence_is_none(one: Octets) -> None:
    with pytest.raises(UnicodeDecodeError):
        one.octets.decode("utf-8")


def test_all_names_and_descriptions_differ() -> None:
    known = [*well_formed(), *ill_formed()]
    assert len({one.name for one in known}) == len({one.what for one in known}) == len(known)


def is_text(octets: bytes, table: Table) -> bool:
    """Return True if the octets are a sequence of characters of the table."""
    while octets:
        row = next((row for row in table if row[0][0] <= octets[0] <= row[0][1]), None)
        if row is None or len(octets) < len(row):
            return False
        if any(not low <= octet <= high for octet, (low, high) in zip(octets, row, strict=False)):
            return False
        octets = octets[len(row) :]
    return True


SLIPS = [
    (row, place, end, step)
    for row, place, end, step in product(range(len(TABLE)), range(4), range(2), (-1, 1))
    if place < len(TABLE[row])
]


def with_slip(row: int, place: int, end: int, step: int) -> Table:
    """Return the table with one end of one range moved by one."""
    changed = [list(spans) for spans in TABLE]
    span = list(changed[row][place])
    span[end] += step
    changed[row][place] = (span[0], span[1])
    return tuple(map(tuple, changed))


def changes_nothing(row: int, place: int, end: int, step: int) -> bool:
    """Return True if the first octets of a row would overlap an earlier row's (or, in the first row, fall below 0)."""
    return (place, end, step) == (0, 0, -1) and TABLE[row][0][0] != 0xC2


def test_every_slip_of_the_table_is_caught() -> None:
    known = [(one, True) for one in well_formed()] + [(one, False) for one in ill_formed()]
    assert all(is_text(one.octets, TABLE) == verdict for one, verdict in known)
    missed = [slip for slip in SLIPS if all(is_text(one.octets, with_slip(*slip)) == verdict for one, verdict in known)]
    assert missed == [slip for slip in SLIPS if changes_nothing(*slip)]
