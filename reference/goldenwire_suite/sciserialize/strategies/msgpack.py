"""A writer of MessagePack for SciSerialize: any valid form of a carrier's content, the canonical one first."""

from collections.abc import Callable
from functools import lru_cache

from goldenwire_suite.sciserialize.strategies.numbers import packings
from goldenwire_suite.sciserialize.strategies.rules import Numeral, Tree, TreeSpelling, of
from goldenwire_suite.strategies import WIDEST, shuffled

CONSTANTS = {None: b"\xc0", False: b"\xc2", True: b"\xc3"}
# Items that begin with a size: the first byte of the shortest form and the sizes below which it is used, then the first
# byte for a size of that many octets.
HEADS: dict[str, tuple[tuple[int, int], dict[int, int]]] = {
    "str": ((0xA0, 32), {1: 0xD9, 2: 0xDA, 4: 0xDB}),
    "bin": ((0, 0), {1: 0xC4, 2: 0xC5, 4: 0xC6}),
    "array": ((0x90, 16), {2: 0xDC, 4: 0xDD}),
    "map": ((0x80, 16), {2: 0xDE, 4: 0xDF}),
}


def write_msgpack(tree: Tree, pen: TreeSpelling) -> bytes:
    """Return a document."""
    if tree is None or isinstance(tree, bool):
        return CONSTANTS[tree]
    return _WRITERS[type(tree)](tree, pen)


@lru_cache(1 << 10)
def heads(kind: str, size: int) -> tuple[bytes, ...]:
    """Return the forms of a size, shortest first."""
    (code, below), codes = HEADS[kind]
    shortest = (bytes([code + size]),) if size < below else ()
    fit = ((code, width) for width, code in codes.items() if size < 1 << 8 * width)
    return (*shortest, *(bytes([code]) + size.to_bytes(width, "big") for code, width in fit))


def _head(kind: str, size: int, pen: TreeSpelling) -> bytes:
    return of(pen.spell, heads(kind, size))


def _number(numeral: Numeral, pen: TreeSpelling) -> bytes:
    forms = packings(numeral, pen.rules)
    if not (way := pen.spell(WIDEST)):
        return next(forms)
    found = tuple(forms)
    return found[way % len(found)]


def _string(text: str, pen: TreeSpelling) -> bytes:
    octets = text.encode()
    return _head("str", len(octets), pen) + octets


def _octets(octets: bytes, pen: TreeSpelling) -> bytes:
    return _head("bin", len(octets), pen) + octets


def _array(items: list[Tree], pen: TreeSpelling) -> bytes:
    return _head("array", len(items), pen) + b"".join(write_msgpack(item, pen) for item in items)


def _set(elements: tuple[Tree, ...], pen: TreeSpelling) -> bytes:
    return _array(shuffled(pen.order, list(elements)), pen)


def _object(members: dict[str, Tree], pen: TreeSpelling) -> bytes:
    pairs = shuffled(pen.order, list(members.items()))
    octets = (_string(key, pen) + write_msgpack(member, pen) for key, member in pairs)
    return _head("map", len(members), pen) + b"".join(octets)


_WRITERS: dict[type, Callable[..., bytes]] = {
    Numeral: _number, str: _string, bytes: _octets, list: _array, tuple: _set, dict: _object,
}  # fmt: skip
