"""Data sets of the DataSetPack format in bytes: the canonical ones, and every other spelling of them."""

import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from goldenwire_suite.dspack.strategies.choices import STRICT, Loose, Spell, canonical
from goldenwire_suite.dspack.strategies.laid_out import write_row
from goldenwire_suite.dspack.strategies.packed import ObjectWriter
from goldenwire_suite.dspack.strategies.schemas import GeneratedSchema
from goldenwire_suite.strategies import Json

ESCAPE, MOST_META = 0xFFFF, 0xFFFF + 0xFFFF
MARKER = bytes(4)
KEYS = ("version", "schema", "description", "meta")
# The first values of repeated keys of the top.
DECOYS: Mapping[str, Json] = {
    "version": {"int": "2"}, "schema": {"str": "<H(b)"}, "description": {"str": "earlier"},
    "meta": {"map": {"z": None}},
}  # fmt: skip


class SpelledDataSet(NamedTuple):
    """A data set in neutral notation, any NaN for a NaN, and its schema."""

    schema: GeneratedSchema
    description: Json
    meta: Json
    rows: list[list[Json]]


def write_file(sets: Sequence[SpelledDataSet], spell: Spell = canonical, loose: Loose = STRICT) -> bytes:
    """Return a whole input; an optional marker at the end is the first of its places."""
    end = MARKER if spell(2) else b""
    return MARKER.join(write_data_set(one, spell, loose) for one in sets) + end


def write_data_set(one: SpelledDataSet, spell: Spell = canonical, loose: Loose = STRICT) -> bytes:
    """Return a data set without a marker."""
    rows = (write_row(one.schema, row, spell, loose) for row in one.rows)
    return framed(write_fitting_block(one, spell, loose), rows)


def framed(block: bytes, rows: Iterable[bytes]) -> bytes:
    """Return a meta block and rows with their lengths."""
    more = len(block) - ESCAPE
    head = struct.pack(">H", len(block)) if more < 0 else struct.pack(">HH", ESCAPE, more)
    return b"".join((head, block, *(struct.pack(">I", len(row)) + row for row in rows)))


def write_fitting_block(one: SpelledDataSet, spell: Spell, loose: Loose) -> bytes:
    """Return the meta block of a data set, the canonical one if another would be too long."""
    block = write_block(one, spell, loose)
    return block if len(block) <= MOST_META else write_block(one)


def write_block(one: SpelledDataSet, spell: Spell = canonical, loose: Loose = STRICT) -> bytes:
    """Return the meta block of a data set."""
    description = one.description if isinstance(one.description, dict) else {"str": one.description}
    values: Sequence[Json] = ({"int": "1"}, {"str": one.schema.text}, description, one.meta)
    return ObjectWriter(spell, loose).map(dict(zip(KEYS, values, strict=True)), DECOYS)
