"""The part of MessagePack that occurs in a meta block (spec.md, The meta block).

It covers the forms that are read, and the one that is written.
"""

import math
import struct
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Form(NamedTuple):
    """The head of a MessagePack item by its first octet: its kind, the number of octets after it, and their meaning.

    `says` is the struct code of a value, "n" for the number of octets or items that follow, "" for nothing; `fixed` is
    the value or number that the first octet alone represents.
    """

    kind: str
    size: int = 0
    says: str = ""
    fixed: Any = None


def _forms() -> Iterator[Form]:
    """Yield the form of every first octet, from 00 to ff."""
    yield from (Form("int", fixed=value) for value in range(0x80))
    yield from (Form("map", says="n", fixed=count) for count in range(16))
    yield from (Form("array", says="n", fixed=count) for count in range(16))
    yield from (Form("str", says="n", fixed=count) for count in range(32))
    yield from (Form("nil"), Form("reserved"), Form("bool", fixed=False), Form("bool", fixed=True))
    yield from (Form(kind, size, "n") for kind in ("bin", "ext") for size in (1, 2, 4))
    yield from (Form("float", size, code) for size, code in ((4, ">f"), (8, ">d")))
    yield from (Form("int", size, code) for size, code in ((1, ">B"), (2, ">H"), (4, ">I"), (8, ">Q")))
    yield from (Form("int", size, code) for size, code in ((1, ">b"), (2, ">h"), (4, ">i"), (8, ">q")))
    yield from (Form("ext", says="n", fixed=count) for count in (1, 2, 4, 8, 16))
    yield from (Form("str", size, "n") for size in (1, 2, 4))
    yield from (Form(kind, size, "n") for kind in ("array", "map") for size in (2, 4))
    yield from (Form("int", fixed=value) for value in range(-32, 0))


FORMS = list(_forms())


class Head(NamedTuple):
    """A form in which a number is written: the greatest it holds, its first octet, and the number of octets after it.

    If there are none, the number is added to the first octet.
    """

    most: int
    first: int
    size: int


# For each kind its forms, shortest first (DSPACK-META-16). For "negative" the number is the distance below -1.
HEADS = {
    "uint": [Head(0x7F, 0x00, 0), Head(0xFF, 0xCC, 1), Head(0xFFFF, 0xCD, 2), Head(2**32 - 1, 0xCE, 4),
             Head(2**64 - 1, 0xCF, 8)],
    "negative": [Head(0x1F, 0xE0, 0), Head(0x7F, 0xD0, 1), Head(0x7FFF, 0xD1, 2), Head(2**31 - 1, 0xD2, 4),
                 Head(2**63 - 1, 0xD3, 8)],
    "str": [Head(31, 0xA0, 0), Head(0xFF, 0xD9, 1), Head(0xFFFF, 0xDA, 2), Head(2**32 - 1, 0xDB, 4)],
    "bin": [Head(0xFF, 0xC4, 1), Head(0xFFFF, 0xC5, 2), Head(2**32 - 1, 0xC6, 4)],
    "array": [Head(15, 0x90, 0), Head(0xFFFF, 0xDC, 2), Head(2**32 - 1, 0xDD, 4)],
    "map": [Head(15, 0x80, 0), Head(0xFFFF, 0xDE, 2), Head(2**32 - 1, 0xDF, 4)],
}  # fmt: skip
NIL, FALSE, TRUE, FLOAT_64 = b"\xc0", b"\xc2", b"\xc3", b"\xcb"


def pack(value: Any) -> bytes:
    """Return the octets of a value: None, a bool, an int of 64 bits, a float, str, bytes, list, or dict."""
    return _PACKED[type(value)](value)


def _float(value: float) -> bytes:
    return FLOAT_64 + struct.pack(">d", math.nan if math.isnan(value) else value)


def _str(value: str) -> bytes:
    octets = value.encode()
    return head("str", len(octets)) + octets


def _dict(value: dict[str, Any]) -> bytes:
    return head("map", len(value)) + b"".join(pack(key) + pack(item) for key, item in value.items())


def head(kind: str, number: int) -> bytes:
    """Return the head of an item of that kind; `number` is its value, or its number of octets, items or pairs."""
    form = _shortest(kind, number)
    return bytes([form.first]) + number.to_bytes(form.size, "big") if form.size else bytes([form.first + number])


def _integer(value: int) -> bytes:
    if value >= 0:
        return head("uint", value)
    form = _shortest("negative", -1 - value)
    return (bytes([form.first]) if form.size else b"") + value.to_bytes(form.size or 1, "big", signed=True)


def _shortest(kind: str, number: int) -> Head:
    return next(form for form in HEADS[kind] if number <= form.most)


_PACKED: dict[type, Callable[[Any], bytes]] = {
    type(None): lambda value: NIL,
    bool: lambda value: TRUE if value else FALSE,
    int: _integer,
    float: _float,
    str: _str,
    bytes: lambda value: head("bin", len(value)) + value,
    list: lambda value: head("array", len(value)) + b"".join(map(pack, value)),
    dict: _dict,
}
