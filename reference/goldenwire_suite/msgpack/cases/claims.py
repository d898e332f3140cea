"""Lengths and counts that exceed the input."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Feature
from goldenwire_suite.msgpack.cases.builders import reject

_ONE, _NONE = "and only one follows", "and none follows"
_MOST, _HALF, _SIGNED = "2^32 - 1", "2^31", "2^31 - 1"

# Octets (hex), the item that announces its parts, the number announced, and the number that follow.
_CLAIMS = {
    "str32": ("dbffffffff61", "a str 32", f"{_MOST} octets", _ONE),
    "str32-half": ("db8000000061", "a str 32", f"{_HALF} octets", _ONE),
    "str32-signed": ("db7fffffff61", "a str 32", f"{_SIGNED} octets", _ONE),
    "str32-small": ("db0010000061", "a str 32", "1,048,576 octets", _ONE),
    "str16": ("daffff61", "a str 16", "65,535 octets", _ONE),
    "str8": ("d9ff61", "a str 8", "255 octets", _ONE),
    "fixstr": ("bf61", "a fixstr", "31 octets", _ONE),
    "str32-empty": ("dbffffffff", "a str 32", f"{_MOST} octets", _NONE),
    "bin32": ("c6ffffffff00", "a bin 32", f"{_MOST} octets", _ONE),
    "bin32-half": ("c68000000000", "a bin 32", f"{_HALF} octets", _ONE),
    "bin32-signed": ("c67fffffff00", "a bin 32", f"{_SIGNED} octets", _ONE),
    "bin16": ("c5ffff00", "a bin 16", "65,535 octets", _ONE),
    "bin8": ("c4ff00", "a bin 8", "255 octets", _ONE),
    "bin32-empty": ("c6ffffffff", "a bin 32", f"{_MOST} octets", _NONE),
    "ext32": ("c9ffffffff0500", "an ext 32", f"{_MOST} octets", _ONE),
    "ext32-half": ("c9800000000500", "an ext 32", f"{_HALF} octets", _ONE),
    "ext32-signed": ("c97fffffff0500", "an ext 32", f"{_SIGNED} octets", _ONE),
    "ext32-next": ("c9fffffffe0500", "an ext 32", "2^32 - 2 octets", _ONE),
    "ext16": ("c8ffff0500", "an ext 16", "65,535 octets", _ONE),
    "ext8": ("c7ff0500", "an ext 8", "255 octets", _ONE),
    "fixext16": ("d80500", "a fixext 16", "16 octets", _ONE),
    "array32": ("ddffffffffc0", "an array 32", f"{_MOST} items", _ONE),
    "array32-half": ("dd80000000c0", "an array 32", f"{_HALF} items", _ONE),
    "array32-signed": ("dd7fffffffc0", "an array 32", f"{_SIGNED} items", _ONE),
    "array32-wrap": ("dd20000000c0", "an array 32", "2^29 items", _ONE),
    "array32-wrap-16": ("dd10000000c0", "an array 32", "2^28 items", _ONE),
    "array16": ("dcffffc0", "an array 16", "65,535 items", _ONE),
    "fixarray": ("9fc0", "a fixarray", "15 items", _ONE),
    "array32-empty": ("ddffffffff", "an array 32", f"{_MOST} items", _NONE),
    "map32": ("dfffffffffc0c0", "a map 32", f"{_MOST} pairs", _ONE),
    "map32-half": ("df80000000c0c0", "a map 32", f"{_HALF} pairs", _ONE),
    "map32-signed": ("df7fffffffc0c0", "a map 32", f"{_SIGNED} pairs", _ONE),
    "map32-wrap": ("df10000000c0c0", "a map 32", "2^28 pairs", _ONE),
    "map16": ("deffffc0c0", "a map 16", "65,535 pairs", _ONE),
    "fixmap": ("8fc0c0", "a fixmap", "15 pairs", _ONE),
    "map32-empty": ("dfffffffff", "a map 32", f"{_MOST} pairs", _NONE),
    "arrays": (
        "ddffffffffddffffffffddffffffff", "each of three arrays in one another", f"{_MOST} items",
        "and the innermost is empty",
    ),
    "maps": (
        "dfffffffffc0dfffffffffc0dfffffffff", "each of three maps in one another", f"{_MOST} pairs",
        "and the innermost is empty",
    ),
    "key": ("81dbffffffff61", "a string that is a key", f"{_MOST} octets", _ONE),
    "value": ("8101c6ffffffff00", "binary that is a value of a map", f"{_MOST} octets", _ONE),
    "item": ("92c0ddffffffffc0", "an array in an array", f"{_MOST} items", _ONE),
    "map-key": ("81dfffffffffc0", "a map that is a key", f"{_MOST} pairs", "and only the key of the first follows"),
}  # fmt: skip

_NUMBERS = (2**32 - 1, 2**31, 2**31 - 1, 2**32 - 2, 2**29, 2**28, 65535, 255, 32, 31, 16, 15, 8, 3, 1 << 20)

# For each kind, the first octets of its forms by the octets of their length or count, the octets of one part (hex), and
# the names of the item and its parts. The number announced is 1 plus a bit that a codec may drop.
_BITS = {
    "str": ({1: 0xD9, 2: 0xDA, 4: 0xDB}, "61", "a str", "octets"),
    "bin": ({1: 0xC4, 2: 0xC5, 4: 0xC6}, "00", "a bin", "octets"),
    "ext": ({1: 0xC7, 2: 0xC8, 4: 0xC9}, "0500", "an ext", "octets"),
    "array": ({2: 0xDC, 4: 0xDD}, "c0", "an array", "items"),
    "map": ({2: 0xDE, 4: 0xDF}, "c0c0", "a map", "pairs"),
}
_CUT = {1: (7,), 2: (7, 8, 15), 4: (8, 15, 16, 24, 31)}

# The number of arrays of an array of an array; octets (hex) of each, the number announced, and the content of the last.
_DEEP = 20
_MANY = {
    "arrays-16": ("dcffff", "arrays", "65,535 items", "and the innermost is empty"),
    "arrays-32": ("ddffffffff", "arrays", "2^32 - 1 items", "and the innermost is empty"),
    "maps-32": ("dfffffffffc0", "maps", "2^32 - 1 pairs", "and the innermost has one key and no value"),
    "maps-16": ("deffffc0", "maps", "65,535 pairs", "and the innermost has one key and no value"),
}


_FLOORS = {"octets": 2**21, "items": 2**18, "pairs": 2**18}  # what a codec must hold (LIM-03)


def _claim(name: str, octets: str, count: str, summary: str, **more: Any) -> Case:
    """A case that claims a count such as "2^31 items". Beyond the floors LIMIT is admitted as well."""
    number, *_, parts = count.split(" ")
    is_beyond = "^" in number or int(number.replace(",", "")) > _FLOORS[parts]
    return reject(name, "scalars/nil", octets, "cut", summary, "LIM-02", also=["LIMIT"] * is_beyond, **more)


def _claims() -> Iterator[Case]:
    for name, (octets, what, count, there) in _CLAIMS.items():
        yield _claim(name, octets, count, f"{what} says that it has {count}, {there}", numbers=_NUMBERS)
    for kind, (firsts, one, what, parts) in _BITS.items():
        for size, first in firsts.items():
            for bit in _CUT[size]:
                count = f"{(1 << bit) + 1:,} {parts}"
                yield _claim(
                    f"{kind}{8 * size}-bit-{bit}",
                    f"{first:02x}{(1 << bit) + 1:0{2 * size}x}{one}",
                    count,
                    f"{what} {8 * size} says that it has {count}, {_ONE}",
                    catches="lengths-cut",
                    numbers=((1 << bit) + 1, 8 * size),
                )
    for name, (octets, what, count, there) in _MANY.items():
        summary = f"each of {_DEEP} {what} in one another says that it has {count}, {there}"
        yield _claim(f"many-{name}", octets * _DEEP, count, summary, numbers=(*_NUMBERS, _DEEP))


def features() -> Iterator[Feature]:
    """Features of rejected cases."""
    yield Feature("claims", "Lengths and counts that say more than there is", list(_claims()))
