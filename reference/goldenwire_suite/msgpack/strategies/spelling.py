"""A writer of MessagePack: any valid form of a value in neutral notation, the canonical one first."""

import struct
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from goldenwire_suite.strategies import Choose, Json, shuffled

# The first octet of each form by the octets of number, length or count that follow; 0: the first octet contains the
# number, up to the number beside it.
HEADS: dict[str, tuple[int, dict[int, int]]] = {
    "str": (31, {0: 0xA0, 1: 0xD9, 2: 0xDA, 4: 0xDB}),
    "bin": (-1, {1: 0xC4, 2: 0xC5, 4: 0xC6}),
    "array": (15, {0: 0x90, 2: 0xDC, 4: 0xDD}),
    "map": (15, {0: 0x80, 2: 0xDE, 4: 0xDF}),
    "ext": (-1, {1: 0xC7, 2: 0xC8, 4: 0xC9}),
}
FIXEXT = {1: b"\xd4", 2: b"\xd5", 4: b"\xd6", 8: b"\xd7", 16: b"\xd8"}
CONSTANTS = {None: b"\xc0", False: b"\xc2", True: b"\xc3"}
NAN = "0x7ff8000000000000"
NANS = tuple(
    bytes.fromhex(text)
    for text in ("cb7ff8000000000000", "ca7fc00000", "cbfff8000000000000", "cb7ff8000000000001", "caffffffff")
)


class ItemSpelling(NamedTuple):
    """Choices of spelling: `order` chooses the order of parts, `spell` the forms. First choices are canonical."""

    order: Choose
    spell: Choose


def first(n: int) -> int:
    """Make the simplest choice."""
    return 0


def second(n: int) -> int:
    """Make the second choice, if there is one."""
    return min(1, n - 1)


PLAIN = ItemSpelling(first, first)


def write(value: Json, pen: ItemSpelling) -> bytes:
    """Return the octets of a value with the pen's spellings."""
    if value is None or isinstance(value, bool):
        return CONSTANTS[value]
    [(tag, content)] = value.items()
    return _WRITERS[tag](content, pen)


def _of(pen: ItemSpelling, forms: tuple[bytes, ...]) -> bytes:
    return forms[pen.spell(len(forms))]


@lru_cache(1 << 10)
def integers(number: int) -> tuple[bytes, ...]:
    """Return the forms of an integer, the canonical one first."""
    alone = (bytes([number % 256]),) if -32 <= number < 128 else ()
    sizes = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
    unsigned = [bytes([code]) + number.to_bytes(size, "big") for code, size in sizes.items() if number >> 8 * size == 0]
    signed = [
        bytes([code + 4]) + number.to_bytes(size, "big", signed=True)
        for code, size in sizes.items()
        if number >> 8 * size - 1 in {0, -1}
    ]
    return (*alone, *unsigned, *signed)


@lru_cache(1 << 10)
def floats(bits: str) -> tuple[bytes, ...]:
    """Return the forms of a float, the canonical one first; for NaN, also those of other NaNs."""
    if bits == NAN:
        return NANS
    octets = bytes.fromhex(bits[2:])
    (value,) = struct.unpack(">d", octets)
    try:
        single = struct.pack(">f", value)
    except OverflowError:
        return (b"\xcb" + octets,)
    is_exact = struct.pack(">d", *struct.unpack(">f", single)) == octets
    return (b"\xcb" + octets, *([b"\xca" + single] if is_exact else []))


@lru_cache(1 << 10)
def heads(kind: str, size: int) -> tuple[bytes, ...]:
    """Return the forms of a length or count, shortest first."""
    most, codes = HEADS[kind]
    return tuple(
        bytes([code + size]) if not width else bytes([code]) + size.to_bytes(width, "big")
        for width, code in codes.items()
        if (size <= most if not width else size < 1 << 8 * width)
    )


def _sized(kind: str, octets: bytes, pen: ItemSpelling) -> bytes:
    return _of(pen, heads(kind, len(octets))) + octets


def _array(items: list[Json], pen: ItemSpelling) -> bytes:
    return _of(pen, heads("array", len(items))) + b"".join(write(item, pen) for item in items)


def _map(pairs: list[list[Json]], pen: ItemSpelling) -> bytes:
    octets = (write(key, pen) + write(item, pen) for key, item in shuffled(pen.order, pairs))
    return _of(pen, heads("map", len(pairs))) + b"".join(octets)


def _ext(content: dict[str, str], pen: ItemSpelling) -> bytes:
    return _extension(int(content["type"]), bytes.fromhex(content["data"]), pen)


def _extension(type_: int, octets: bytes, pen: ItemSpelling) -> bytes:
    fixed = (FIXEXT[len(octets)],) if len(octets) in FIXEXT else ()
    return _of(pen, (*fixed, *heads("ext", len(octets)))) + bytes([type_ % 256]) + octets


def _timestamp(content: list[str], pen: ItemSpelling) -> bytes:
    seconds, ns = map(int, content)
    forms = [struct.pack(">Iq", ns, seconds)]
    if 0 <= seconds < 1 << 34:
        forms.insert(0, (ns << 34 | seconds).to_bytes(8, "big"))
    if not ns and 0 <= seconds < 1 << 32:
        forms.insert(0, seconds.to_bytes(4, "big"))
    return _extension(-1, _of(pen, tuple(forms)), pen)


_WRITERS: dict[str, Callable[..., bytes]] = {
    "int": lambda content, pen: _of(pen, integers(int(content))),
    "float": lambda content, pen: _of(pen, floats(content)),
    "str": lambda content, pen: _sized("str", content.encode(), pen),
    "utf8": lambda content, pen: _sized("str", bytes.fromhex(content), pen),
    "bin": lambda content, pen: _sized("bin", bytes.fromhex(content), pen),
    "array": _array,
    "map": _map,
    "ext": _ext,
    "timestamp": _timestamp,
}  # fmt: skip
