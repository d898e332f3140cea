"""User meta and meta blocks of the DataSetPack format in MessagePack, in every form that a decoder must read."""

import struct
from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from goldenwire_suite.dspack.strategies.choices import NAN_BITS, Loose, Spell
from goldenwire_suite.dspack.strategies.meta import ANY_NAN
from goldenwire_suite.strategies import Json

ORDERS = 4  # this many keys of a map are put in every order


ORDER = [list(permutations(range(keys))) for keys in range(ORDERS + 1)]


class ObjectHead(NamedTuple):
    """The head of an object: the first octet, the number of octets of its number after it, and the greatest number."""

    first: int
    size: int
    most: int


_STR = (
    ObjectHead(0xA0, 0, 31),
    ObjectHead(0xD9, 1, 2**8 - 1),
    ObjectHead(0xDA, 2, 2**16 - 1),
    ObjectHead(0xDB, 4, 2**32 - 1),
)
_BIN = (ObjectHead(0xC4, 1, 2**8 - 1), ObjectHead(0xC5, 2, 2**16 - 1), ObjectHead(0xC6, 4, 2**32 - 1))
_ARRAY = (ObjectHead(0x90, 0, 15), ObjectHead(0xDC, 2, 2**16 - 1), ObjectHead(0xDD, 4, 2**32 - 1))
_MAP = (ObjectHead(0x80, 0, 15), ObjectHead(0xDE, 2, 2**16 - 1), ObjectHead(0xDF, 4, 2**32 - 1))
_UNSIGNED = {1: 0xCC, 2: 0xCD, 4: 0xCE, 8: 0xCF}
_SIGNED = {1: 0xD0, 2: 0xD1, 4: 0xD2, 8: 0xD3}


class ObjectWriter:
    """Writes MessagePack."""

    def __init__(self, spell: Spell, loose: Loose) -> None:
        self.spell = spell
        self.loose = loose
        self.writers: Mapping[str, Callable[[Json], bytes]] = {
            "int": self.integer,
            "float": self.float,
            "str": lambda text: self.octets(_STR, text.encode()),
            "utf8": lambda digits: self.octets(_STR, bytes.fromhex(digits)),
            "bin": lambda digits: self.octets(_BIN, bytes.fromhex(digits)),
            "array": self.array,
            "map": self.map,
        }

    def value(self, tree: Json) -> bytes:
        if tree is None or isinstance(tree, bool):
            return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[tree]
        [(tag, content)] = tree.items()
        return self.writers[tag](content)

    def integer(self, text: str) -> bytes:
        forms = _integers(int(text))
        return forms[self.spell(len(forms))]

    def float(self, text: str) -> bytes:
        forms = _floats(text)
        return forms[self.spell(len(forms))]

    def octets(self, forms: Sequence[ObjectHead], octets: bytes) -> bytes:
        return self.head(forms, len(octets)) + octets

    def head(self, forms: Sequence[ObjectHead], number: int) -> bytes:
        """Return a length or count in one of the forms that have room for it."""
        room = [form for form in forms if number <= form.most]
        form = room[self.spell(len(room))]
        return bytes([form.first + number * (not form.size)]) + (
            number.to_bytes(form.size, "big") if form.size else b""
        )

    def array(self, items: Sequence[Json]) -> bytes:
        return self.head(_ARRAY, len(items)) + b"".join(map(self.value, items))

    def map(self, members: Mapping[str, Json], decoys: Mapping[str, Json] | None = None) -> bytes:
        """Return a map, preceded by a repeated key with another value if the policy is that the last one counts."""
        keys = self.ordered(list(members))
        pairs = [(key, members[key]) for key in keys]
        again = self.spell(1 + min(ORDERS, len(keys))) if self.loose.repeated_keys else 0
        if again:
            key = keys[again - 1]
            pairs.insert(0, (key, decoys[key] if decoys else {"str": "earlier"}))
        head = self.head(_MAP, len(pairs))
        return head + b"".join(self.octets(_STR, key.encode()) + self.value(value) for key, value in pairs)

    def ordered(self, keys: list[str]) -> list[str]:
        orders = ORDER[min(ORDERS, len(keys))]
        chosen = self.spell(len(orders) + (len(keys) > ORDERS), order=True)
        if chosen == len(orders):
            return keys[::-1]
        return [keys[place] for place in orders[chosen]] + keys[ORDERS:]


def _integers(number: int) -> list[bytes]:
    """Return the forms of an integer, the canonical one first: shortest, and unsigned if possible."""
    fixed = [bytes([number & 0xFF])] if -32 <= number < 128 else []
    unsigned = [bytes([first]) + number.to_bytes(width, "big") for width, first in _UNSIGNED.items()
                if 0 <= number < 1 << 8 * width]  # fmt: skip
    signed = [bytes([first]) + number.to_bytes(width, "big", signed=True) for width, first in _SIGNED.items()
              if -1 << 8 * width - 1 <= number < 1 << 8 * width - 1]  # fmt: skip
    return fixed + unsigned + signed


def _floats(text: Json) -> list[bytes]:
    """Return the forms of a float, the canonical one first; 32 bits if they hold it."""
    if text == ANY_NAN["float"]:
        wide, narrow = NAN_BITS["d"], NAN_BITS["f"]
        return [b"\xcb" + bytes.fromhex(bits) for bits in wide] + [b"\xca" + bytes.fromhex(bits) for bits in narrow]
    octets = bytes.fromhex(text[2:])
    (number,) = struct.unpack(">d", octets)
    try:
        narrow_octets = struct.pack(">f", number)
    except OverflowError:
        return [b"\xcb" + octets]
    exact = struct.unpack(">f", narrow_octets)[0] == number
    return [b"\xcb" + octets] + [b"\xca" + narrow_octets] * exact
