"""Lengths and counts that say more than there is."""

from collections.abc import Iterator

from goldenwire_reference.cases import Case, Feature
from goldenwire_reference.msgpack.catalogue.words import reject

# Octets (hex), and what they announce.
_CLAIMS = {
    "str32": ("dbffffffff61", "a string of 2^32 - 1 octets"),
    "str32-half": ("db8000000061", "a string of 2^31 octets"),
    "str32-signed": ("db7fffffff61", "a string of 2^31 - 1 octets"),
    "str32-small": ("db0010000061", "a string of 1,048,576 octets"),
    "str16": ("daffff61", "a string of 65,535 octets"),
    "str8": ("d9ff61", "a string of 255 octets"),
    "fixstr": ("bf61", "a string of 31 octets"),
    "str32-empty": ("dbffffffff", "a string of 2^32 - 1 octets, and none of them"),
    "bin32": ("c6ffffffff00", "binary of 2^32 - 1 octets"),
    "bin32-half": ("c68000000000", "binary of 2^31 octets"),
    "bin32-signed": ("c67fffffff00", "binary of 2^31 - 1 octets"),
    "bin16": ("c5ffff00", "binary of 65,535 octets"),
    "bin8": ("c4ff00", "binary of 255 octets"),
    "bin32-empty": ("c6ffffffff", "binary of 2^32 - 1 octets, and none of them"),
    "ext32": ("c9ffffffff0500", "an extension of 2^32 - 1 octets"),
    "ext32-half": ("c9800000000500", "an extension of 2^31 octets"),
    "ext32-signed": ("c97fffffff0500", "an extension of 2^31 - 1 octets"),
    "ext32-next": ("c9fffffffe0500", "an extension of 2^32 - 2 octets"),
    "ext16": ("c8ffff0500", "an extension of 65,535 octets"),
    "ext8": ("c7ff0500", "an extension of 255 octets"),
    "fixext16": ("d80500", "an extension of 16 octets"),
    "array32": ("ddffffffffc0", "an array of 2^32 - 1 items"),
    "array32-half": ("dd80000000c0", "an array of 2^31 items"),
    "array32-signed": ("dd7fffffffc0", "an array of 2^31 - 1 items"),
    "array32-wrap": ("dd20000000c0", "an array of 2^29 items"),
    "array32-wrap-16": ("dd10000000c0", "an array of 2^28 items"),
    "array16": ("dcffffc0", "an array of 65,535 items"),
    "fixarray": ("9fc0", "an array of 15 items"),
    "array32-empty": ("ddffffffff", "an array of 2^32 - 1 items, and none of them"),
    "map32": ("dfffffffffc0c0", "a map of 2^32 - 1 pairs"),
    "map32-half": ("df80000000c0c0", "a map of 2^31 pairs"),
    "map32-signed": ("df7fffffffc0c0", "a map of 2^31 - 1 pairs"),
    "map32-wrap": ("df10000000c0c0", "a map of 2^28 pairs"),
    "map16": ("deffffc0c0", "a map of 65,535 pairs"),
    "fixmap": ("8fc0c0", "a map of 15 pairs"),
    "map32-empty": ("dfffffffff", "a map of 2^32 - 1 pairs, and none of them"),
    "arrays": ("ddffffffffddffffffffddffffffff", "arrays of 2^32 - 1 items in one another"),
    "maps": ("dfffffffffc0dfffffffffc0dfffffffff", "maps of 2^32 - 1 pairs in one another"),
    "key": ("81dbffffffff61", "a key of 2^32 - 1 octets"),
    "value": ("8101c6ffffffff00", "a value of 2^32 - 1 octets"),
    "item": ("92c0ddffffffffc0", "an array of 2^32 - 1 items in an array"),
    "map-key": ("81dfffffffffc0", "a key that is a map of 2^32 - 1 pairs"),
}

_NUMBERS = (2**32 - 1, 2**31, 2**31 - 1, 2**32 - 2, 2**29, 2**28, 65535, 255, 31, 16, 15, 1 << 20)

# Of each kind, the first octets of its forms by the octets of their length or count, and what one of it takes (hex):
# announced is 1, and a bit that a codec may cut off.
_BITS = {
    "str": ({1: 0xD9, 2: 0xDA, 4: 0xDB}, "61", "a string of {:,} octets, of which there is one"),
    "bin": ({1: 0xC4, 2: 0xC5, 4: 0xC6}, "00", "binary of {:,} octets, of which there is one"),
    "ext": ({1: 0xC7, 2: 0xC8, 4: 0xC9}, "0500", "an extension of {:,} octets, of which there is one"),
    "array": ({2: 0xDC, 4: 0xDD}, "c0", "an array of {:,} items, of which there is one"),
    "map": ({2: 0xDE, 4: 0xDF}, "c0c0", "a map of {:,} pairs, of which there is one"),
}
_CUT = {1: (7,), 2: (7, 8, 15), 4: (8, 15, 16, 24, 31)}

# Of how many items an array of an array of an array says that it is.
_DEEP = 20


def _claims() -> Iterator[Case]:
    for name, (octets, what) in _CLAIMS.items():
        yield reject(
            name, "scalars/nil", octets, "cut", f"announced, and not there: {what}", "LIM-02", numbers=_NUMBERS
        )
    for kind, (firsts, one, what) in _BITS.items():
        for size, first in firsts.items():
            for bit in _CUT[size]:
                said = (1 << bit) + 1
                yield reject(
                    f"{kind}{8 * size}-bit-{bit}",
                    "scalars/nil",
                    f"{first:02x}{said:0{2 * size}x}{one}",
                    "cut",
                    f"announced in {kind} {8 * size}, and not there: {what.format(said)}",
                    "LIM-02",
                    misread="lengths-cut",
                    numbers=(said, 8 * size),
                )
    for name, octets, what in (
        ("arrays-16", "dcffff", "arrays of 65,535 items"),
        ("arrays-32", "ddffffffff", "arrays of 2^32 - 1 items"),
        ("maps-32", "dfffffffffc0", "maps of 2^32 - 1 pairs"),
        ("maps-16", "deffffc0", "maps of 65,535 pairs"),
    ):
        yield reject(
            f"many-{name}",
            "scalars/nil",
            octets * _DEEP,
            "cut",
            f"{_DEEP} {what} in one another, and nothing in the last",
            "LIM-02",
            numbers=(*_NUMBERS, _DEEP),
        )


def features() -> Iterator[Feature]:
    """What is refused."""
    yield Feature("claims", "Lengths and counts that say more than there is", list(_claims()))
