"""The octets of a value in canonical form, by which the pairs of a map stand in order in the notation."""

import math
import struct
from collections.abc import Callable, Mapping
from typing import Any

Json = Any

# First and last value, how many octets, header: the first that fits is the smallest form.
INTEGERS = (
    (0, 0x7F, 0, 0x00), (-32, -1, 0, 0x100),
    (0, 0xFF, 1, 0xCC), (0, 0xFFFF, 2, 0xCD), (0, 0xFFFF_FFFF, 4, 0xCE), (0, (1 << 64) - 1, 8, 0xCF),
    (-0x80, -1, 1, 0xD0), (-0x8000, -1, 2, 0xD1), (-0x8000_0000, -1, 4, 0xD2), (-(1 << 63), -1, 8, 0xD3),
)  # fmt: skip
# How many at most, how many octets tell it, header.
STRINGS = ((31, 0, 0xA0), (0xFF, 1, 0xD9), (0xFFFF, 2, 0xDA), (0xFFFF_FFFF, 4, 0xDB))
BINARIES = ((0xFF, 1, 0xC4), (0xFFFF, 2, 0xC5), (0xFFFF_FFFF, 4, 0xC6))
ARRAYS = ((15, 0, 0x90), (0xFFFF, 2, 0xDC), (0xFFFF_FFFF, 4, 0xDD))
MAPS = ((15, 0, 0x80), (0xFFFF, 2, 0xDE), (0xFFFF_FFFF, 4, 0xDF))
EXTENSIONS = ((0xFF, 1, 0xC7), (0xFFFF, 2, 0xC8), (0xFFFF_FFFF, 4, 0xC9))
FIXED = {1: 0xD4, 2: 0xD5, 4: 0xD6, 8: 0xD7, 16: 0xD8}
WORDS = {None: b"\xc0", False: b"\xc2", True: b"\xc3"}


def smallest(value: Json) -> bytes:
    """The canonical octets of a value in the notation."""
    if value is None or isinstance(value, bool):
        return WORDS[value]
    [(tag, content)] = value.items()
    return FORMS[tag](content)


def integer(number: int) -> bytes:
    """An integer; one out of range, which only a mistake can be, as its digits."""
    for first, last, size, head in INTEGERS:
        if first <= number <= last:
            mask = (1 << 8 * size) - 1
            return bytes([head]) + (number & mask).to_bytes(size, "big") if size else bytes([head + number])
    return str(number).encode()


def real(atom: str) -> bytes:
    """A double; every NaN is the same one."""
    bits = bytes.fromhex(atom[2:])
    (number,) = struct.unpack(">d", bits)
    return b"\xcb" + (bytes.fromhex("7ff8000000000000") if math.isnan(number) else bits)


def header(count: int, forms: tuple[tuple[int, int, int], ...]) -> bytes:
    """The header of so many octets or items."""
    size, head = next((size, head) for most, size, head in forms if count <= most)
    return bytes([head]) + count.to_bytes(size, "big") if size else bytes([head | count])


def counted(data: bytes, forms: tuple[tuple[int, int, int], ...]) -> bytes:
    return header(len(data), forms) + data


def extension(kind: int, data: bytes) -> bytes:
    head = bytes([FIXED[len(data)]]) if len(data) in FIXED else header(len(data), EXTENSIONS)
    return head + bytes([kind & 0xFF]) + data


def moment(seconds: int, nanoseconds: int) -> bytes:
    """The data of a timestamp, in 4, 8 or 12 octets."""
    if not 0 <= seconds < 1 << 34:
        return struct.pack(">Iq", nanoseconds, seconds)
    if nanoseconds or seconds >> 32:
        return struct.pack(">Q", nanoseconds << 34 | seconds)
    return struct.pack(">I", seconds)


FORMS: Mapping[str, Callable[[Any], bytes]] = {
    "int": lambda atom: integer(int(atom)),
    "float": real,
    "str": lambda text: counted(text.encode(), STRINGS),
    "utf8": lambda atom: counted(bytes.fromhex(atom), STRINGS),
    "bin": lambda atom: counted(bytes.fromhex(atom), BINARIES),
    "array": lambda items: header(len(items), ARRAYS) + b"".join(map(smallest, items)),
    "map": lambda pairs: header(len(pairs), MAPS) + b"".join(smallest(part) for pair in pairs for part in pair),
    "ext": lambda ext: extension(int(ext["type"]), bytes.fromhex(ext["data"])),
    "timestamp": lambda time: extension(-1, moment(*map(int, time))),
}
