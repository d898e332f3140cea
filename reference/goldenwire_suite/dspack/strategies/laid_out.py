"""Rows of the DataSetPack format in bytes, with arbitrary octets where no decoder reads."""

import struct
from collections.abc import Sequence

from goldenwire_suite.dspack.strategies.choices import GARBAGE, NAN_BITS, STRICT, Loose, Spell, canonical
from goldenwire_suite.dspack.strategies.rows import ANY_NAN, PASCAL, atoms, most
from goldenwire_suite.dspack.strategies.schemas import (
    BIG,
    NATIVE,
    NUMBERS,
    PAD,
    GeneratedField,
    GeneratedLength,
    GeneratedSchema,
    size,
)
from goldenwire_suite.strategies import Json

TRUE = (1, 2, 0x7F, 0x80, 0xFF)
SLACK = (0, 1, 2, 5)  # octets after the content of a dynamic p or S


def write_row(
    schema: GeneratedSchema,
    values: Sequence[Json],
    spell: Spell = canonical,
    loose: Loose = STRICT,
    fields: int | None = None,
) -> bytes:
    """Return a row without row_length, or that of its first fields."""
    row = _Row(schema.flag, spell, loose)
    given = iter(values)
    for field in schema.fields[:fields]:
        if field.type == PAD:
            row.octets.append(GARBAGE[spell(len(GARBAGE))])
        else:
            row.field(field, next(given))
    return bytes(row.octets)


class _Row:
    """A row being written."""

    def __init__(self, flag: str, spell: Spell, loose: Loose) -> None:
        self.order = ">" if flag in BIG else "<"
        self.flag = flag
        self.spell = spell
        self.loose = loose
        self.octets = bytearray()

    def field(self, field: GeneratedField, value: Json) -> None:
        if field.count is not None:
            self.prefix(field.count, len(value))
        if field.length is None:
            self.scalars(field, list(atoms(field, value)))
            return
        put = {"s": self.string, "S": self.trimmed, "p": self.pascal}[field.type]
        for atom in atoms(field, value):
            put(field.length, bytes.fromhex(atom))

    def prefix(self, length: GeneratedLength, number: int) -> None:
        if length.dynamic:
            self.octets += number.to_bytes(length.number, "big" if self.order == ">" else "little")

    def scalars(self, field: GeneratedField, values: Sequence[Json]) -> None:
        width = size(field.type, self.flag)
        if values and self.flag == "@":
            gap = -len(self.octets) % width
            self.octets += self.garbage(gap)
        kind = (NATIVE if self.flag == "@" else NUMBERS).get(field.type)
        if kind is None:
            self.octets += bytes(self.octet(atom) for atom in values)
        elif kind.kind == "f":
            self.octets += b"".join(self.float(field.type, atom) for atom in values)
        else:
            code = {8: "b", 16: "h", 32: "i", 64: "q"}[kind.width]
            code = code if kind.kind == "i" else code.upper()
            self.octets += struct.pack(f"{self.order}{len(values)}{code}", *map(int, values))

    def octet(self, atom: Json) -> int:
        """Append a boolean or a character."""
        if isinstance(atom, bool):
            return TRUE[self.spell(len(TRUE))] if atom else 0
        return int(atom, 16)

    def float(self, type: str, atom: Json) -> bytes:
        bits = NAN_BITS[type][self.spell(len(NAN_BITS[type]))] if atom == ANY_NAN[type] else atom[2:]
        octets = bytes.fromhex(bits)
        return octets if self.order == ">" else octets[::-1]

    def garbage(self, size: int) -> bytes:
        """Return octets that no decoder reads."""
        return bytes([GARBAGE[self.spell(len(GARBAGE))]]) * size if size else b""

    def string(self, length: GeneratedLength, value: bytes) -> None:
        self.prefix(length, len(value))
        self.octets += value if length.dynamic else value.ljust(length.number, b"\0")

    def trimmed(self, length: GeneratedLength, value: bytes) -> None:
        self.string(length, value + bytes(self.slack(length, len(value))))

    def slack(self, length: GeneratedLength, used: int) -> int:
        """Return the number of octets after the content of a dynamic string."""
        room = [slack for slack in SLACK if used + slack <= most(length)] if length.dynamic else [0]
        return room[self.spell(len(room))]

    def pascal(self, length: GeneratedLength, value: bytes) -> None:
        used = 1 + len(value)
        buffer = used + self.slack(length, used) if length.dynamic else length.number
        self.prefix(length, buffer)
        counts = [len(value)]
        if self.loose.pascal_overrun and not length.dynamic and used == buffer <= PASCAL:
            counts += dict.fromkeys((buffer, PASCAL))
        self.octets.append(counts[self.spell(len(counts))])
        self.octets += value + self.garbage(buffer - used)
