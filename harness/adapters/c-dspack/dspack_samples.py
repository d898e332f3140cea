"""Random schemas, rows and data sets of DataSetPack, each with its bytes, worked out from spec.md alone."""

from __future__ import annotations

import random
import struct
from typing import Any, NamedTuple

Json = Any

SIGNED, UNSIGNED, STRINGS = "bhilq", "BHILQP", "sSp"
SIZES = {
    **dict.fromkeys("xcbB?s", 1),
    **dict.fromkeys("hH", 2),
    **dict.fromkeys("iIlLf", 4),
    **dict.fromkeys("qQdP", 8),
}
TEXTS = [
    "",
    "a",
    "ba",
    "b",
    "Größe",
    "\x00",
    "a\x00",
    "a\x00b",
    "\ufeff",
    "\U0001f600",
    '"\\u0000\\',
    "\u2028\x7f\x1f",
    "x" * 300,
]
INTEGERS = [0, 1, 127, 128, 255, 256, 65535, 65536, 2**31, 2**32 - 1, 2**32, 2**63, 2**64 - 1]
INTEGERS += [-1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1, -(2**63)]
DOUBLES = ["3ff8000000000000", "8000000000000000", "0000000000000001", "7ff0000000000000", "7fefffffffffffff"]
NOTES = ["", " ", "  two  words ", " (\n", " \t@!~:3x", " größe\u00a0"]


class Extent(NamedTuple):
    """A length or a count: its text, its notation, and its number, of octets or items or of bytes of a prefix."""

    text: str
    said: str
    dynamic: bool
    number: int


class Field(NamedTuple):
    """A field: its texts, its notation in the scope schema, and what its values are made from."""

    text: str
    said: dict[str, Json]
    kind: str
    many: Extent | None
    length: Extent


class Table(NamedTuple):
    """A schema's text, its flag, and its fields."""

    text: str
    flag: str
    fields: list[Field]


def spacing(rng: random.Random) -> str:
    return rng.choice(["", "", " ", "\n", " \t\r\n"])


def extent(rng: random.Random, nothing: str) -> Extent:
    """Returns a length or count; `nothing` is what it means to leave it out."""
    choice, number = rng.randrange(4), rng.choice([1, 1, 2, 3, 4, 5, 6, 7, 8])
    if choice == 0:
        return Extent("", nothing, nothing == "1~", 1)
    if choice == 1:
        return Extent("~", "1~", True, 1)
    if choice == 2:
        return Extent(f"{number}{spacing(rng)}~", f"{number}~", True, number)
    return Extent(str(number), str(number), False, number)


def field(rng: random.Random, flag: str, place: int) -> Field:
    """Returns a random field at a place counted from 1."""
    kind = rng.choice("xcbB?hHiIlLqQfdsSpsSp" + ("P" if flag == "@" else ""))
    count = extent(rng, "1~") if kind != "x" and rng.random() < 0.4 else None
    length = extent(rng, "1") if kind in STRINGS else Extent("", "", False, 1)
    name, note = (None if kind == "x" else f"f{place}"), None
    text = "" if count is None else f"{count.text}{spacing(rng)}:{spacing(rng)}"
    text += f"{length.text}{spacing(rng)}{kind}"
    if rng.random() < 0.5:
        name, notes = f"_n{place}", rng.choice(NOTES)
        text += f"{spacing(rng)}({name}{notes})"
        note = notes.lstrip(" \t\r\n") or None
    said = {"type": kind, "count": count and count.said, "length": length.said or None, "name": name, "note": note}
    return Field(text, said, kind, count, length)


def table(rng: random.Random) -> Table:
    """Returns a random schema of at least one field that has a value."""
    flag = rng.choice("!@=<>")
    fields = [field(rng, flag, place) for place in range(1, rng.randint(2, 9))]
    text = spacing(rng) + flag + spacing(rng) + "".join(item.text + spacing(rng) for item in fields)
    return Table(text, flag, fields)


class Row:
    """A row in the making: its bytes, under one flag."""

    def __init__(self, flag: str, rng: random.Random) -> None:
        self.data, self.order, self.rng = b"", ">" if flag in "!>" else "<", rng
        self.native = flag == "@"

    def number(self, number: int, width: int) -> None:
        self.data += number.to_bytes(width, "big" if self.order == ">" else "little")

    def scalar(self, kind: str) -> Json:
        """Puts a random scalar, and returns its atom."""
        size = 8 if self.native and kind in "lL" else SIZES[kind]
        if self.native:
            self.data += bytes(-len(self.data) % size)
        if kind == "?":
            truth = self.rng.random() < 0.5
            self.data += bytes([truth])
            return truth
        if kind in "fd":
            bits = self.rng.choice([0, 1, 1 << (8 * size - 1), self.rng.getrandbits(8 * size - 2)])
            self.number(bits, size)
            return f"0x{bits:0{2 * size}x}"
        least = -(1 << (8 * size - 1)) if kind in SIGNED else 0
        value = least + self.rng.choice([0, 1, (1 << 8 * size) - 1, self.rng.getrandbits(8 * size)])
        code = {1: "b", 2: "h", 4: "i", 8: "q"}[size]
        self.data += struct.pack(self.order + (code if kind in SIGNED else code.upper()), value)
        return str(value)

    def string(self, kind: str, length: Extent) -> Json:
        """Puts a random string, and returns its atom."""
        most = min(12, length.number - (kind == "p")) if not length.dynamic else 12
        octets = self.rng.choice([b"", b"\0", b"a\0", self.rng.randbytes(most)])[:most]
        value = octets.rstrip(b"\0") if kind == "S" else octets
        stored = bytes([len(value)]) + value if kind == "p" else value
        if length.dynamic:
            self.number(len(stored), length.number)
        else:
            stored = stored.ljust(length.number, b"\0")
        self.data += stored
        return stored.hex() if kind == "s" else value.hex()

    def single(self, item: Field) -> Json:
        """Puts a random single, and returns its atom."""
        if item.kind == "c":
            self.data += (octet := self.rng.randbytes(1))
            return octet.hex()
        return self.string(item.kind, item.length) if item.kind in STRINGS else self.scalar(item.kind)

    def field(self, item: Field) -> Json:
        """Puts a random field, and returns its atom or list of atoms."""
        if item.many is None:
            return self.single(item)
        many = self.rng.randint(0, 3) if item.many.dynamic else item.many.number
        if item.many.dynamic:
            self.number(many, item.many.number)
        return [self.single(item) for _ in range(many)]


def row(rng: random.Random, schema: Table) -> tuple[bytes, list[Json], int]:
    """Returns a random row, its values, and how many of them partial unpacking delivers."""
    made, values, first = Row(schema.flag, rng), list[Json](), None
    for item in schema.fields:
        dynamic = item.length.dynamic or (item.many is not None and item.many.dynamic)
        if dynamic and first is None:
            first = len(values)
        if item.kind == "x":
            made.data += b"\0"
        else:
            values.append(made.field(item))
    return made.data, values, len(values) if first is None else first


def short(first: int, size: int, widths: tuple[int, ...]) -> bytes:
    """Returns the first byte of the narrowest of the forms that begin at `first`, and the number."""
    place = next(place for place, width in enumerate(widths) if size < 1 << 8 * width)
    return bytes([first + place]) + size.to_bytes(widths[place], "big")


def pack_str(text: str) -> bytes:
    octets = text.encode()
    return (bytes([0xA0 + len(octets)]) if len(octets) < 32 else short(0xD9, len(octets), (1, 2, 4))) + octets


def pack_integer(value: int) -> bytes:
    if -32 <= value < 128:
        return bytes([value & 0xFF])
    if value > 0:
        return short(0xCC, value, (1, 2, 4, 8))
    place = next(place for place in range(4) if value >= -(1 << (8 << place) - 1))
    return bytes([0xD0 + place]) + value.to_bytes(1 << place, "big", signed=True)


Packed = tuple[Json, bytes]


def truth(rng: random.Random) -> Packed:
    return rng.choice([(None, b"\xc0"), (False, b"\xc2"), (True, b"\xc3")])


def integer(rng: random.Random) -> Packed:
    value = rng.choice(INTEGERS)
    return {"int": str(value)}, pack_integer(value)


def double(rng: random.Random) -> Packed:
    bits = rng.choice(DOUBLES)
    return {"float": "0x" + bits}, b"\xcb" + bytes.fromhex(bits)


def string(rng: random.Random) -> Packed:
    text = rng.choice(TEXTS)
    return {"str": text}, pack_str(text)


def octets(rng: random.Random) -> Packed:
    value = rng.randbytes(rng.choice([0, 1, 255, 256]))
    return {"bin": value.hex()}, short(0xC4, len(value), (1, 2, 4)) + value


def node(rng: random.Random, level: int) -> Packed:
    """Returns a random value of the user meta, of a level if it nests, and its octets."""
    nesting = rng.choice([user_array, user_map])
    if level <= 16 and rng.random() < 0.3:
        return nesting(rng, level)
    return rng.choice([truth, integer, double, string, octets])(rng)


def user_array(rng: random.Random, level: int) -> Packed:
    """Returns a random array of a level, and its octets."""
    items = [node(rng, level + 1) for _ in range(rng.choice([0, 1, 1, 2, 17]) if level < 4 else 1)]
    head = bytes([0x90 + len(items)]) if len(items) < 16 else short(0xDC, len(items), (2, 4))
    return {"array": [item for item, _ in items]}, head + b"".join(packed for _, packed in items)


def user_map(rng: random.Random, level: int) -> Packed:
    """Returns a random map of a level, and its octets."""
    keys = rng.sample(TEXTS, rng.choice([0, 1, 2, 5]) if level < 4 else 1)
    if level < 3 and rng.random() < 0.1:
        keys += [f"key {place}" for place in range(20)]
    members = {key: node(rng, level + 1) for key in sorted(keys, key=str.encode)}
    head = bytes([0x80 + len(members)]) if len(members) < 16 else short(0xDE, len(members), (2, 4))
    packed = b"".join(pack_str(key) + octets for key, (_, octets) in members.items())
    return {"map": {key: value for key, (value, _) in members.items()}}, head + packed


def data_set(rng: random.Random) -> tuple[Json, bytes]:
    """Returns a random data set, and its octets."""
    schema, description, (meta, packed) = table(rng), rng.choice(TEXTS), user_map(rng, 1)
    block = b"\x84" + pack_str("version") + b"\x01" + pack_str("schema") + pack_str(schema.text)
    block += pack_str("description") + pack_str(description) + pack_str("meta") + packed
    if len(block) > 131070:
        return data_set(rng)
    data = (
        len(block).to_bytes(2, "big") if len(block) < 65535 else b"\xff\xff" + (len(block) - 65535).to_bytes(2, "big")
    )
    data += block
    rows = []
    for octets, values, _ in (row(rng, schema) for _ in range(rng.randint(0, 3))):
        data += len(octets).to_bytes(4, "big") + octets
        rows.append(values)
    fields = [{"name": item.said["name"], "note": item.said["note"]} for item in schema.fields]
    value = {
        "version": "1",
        "schema": schema.text,
        "fields": fields,
        "description": description,
        "meta": meta,
        "rows": rows,
    }
    return value, data
