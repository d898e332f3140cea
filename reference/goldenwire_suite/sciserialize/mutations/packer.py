"""A writer of MessagePack with changeable forms, for mutations of writers; the reference's own is a package.

Without a change it writes the same as the package; a test checks this for every case.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any

# The greatest number, length or count of each form, its first octet, and the struct code of the number after it;
# without a code, the number is added to the first octet.
Forms = tuple[tuple[int, int, str], ...]

_BITS_8, _BITS_16, _BITS_32, _BITS_64 = (2**bits - 1 for bits in (8, 16, 32, 64))


@dataclass(frozen=True)
class Packer:
    """The forms of each kind in ascending order, and the packing of a double."""

    strs: Forms = ((31, 0xA0, ""), (_BITS_8, 0xD9, "B"), (_BITS_16, 0xDA, "H"), (_BITS_32, 0xDB, "I"))
    bins: Forms = ((_BITS_8, 0xC4, "B"), (_BITS_16, 0xC5, "H"), (_BITS_32, 0xC6, "I"))
    arrays: Forms = ((15, 0x90, ""), (_BITS_16, 0xDC, "H"), (_BITS_32, 0xDD, "I"))
    maps: Forms = ((15, 0x80, ""), (_BITS_16, 0xDE, "H"), (_BITS_32, 0xDF, "I"))
    positive: Forms = (
        (127, 0, ""), (_BITS_8, 0xCC, "B"), (_BITS_16, 0xCD, "H"), (_BITS_32, 0xCE, "I"), (_BITS_64, 0xCF, "Q"),
    )  # fmt: skip
    # By the integer with all bits inverted, which is not negative.
    negative: Forms = (
        (31, 0x100, ""), (127, 0xD0, "b"), (2**15 - 1, 0xD1, "h"), (2**31 - 1, 0xD2, "i"), (2**63 - 1, 0xD3, "q"),
    )  # fmt: skip
    # The octets by which the form of a string is chosen; its length is that of its own.
    room: Callable[[str], int] = lambda text: len(text.encode())
    double: Callable[[float], bytes] = lambda value: b"\xcb" + struct.pack(">d", value)

    def packed(self, tree: Any) -> bytes:
        """Return the bytes of a reduced tree."""
        match tree:
            case None | bool():
                return {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[tree]
            case int():
                return _head(self.positive, tree) if tree >= 0 else _head(self.negative, ~tree, tree)
            case float():
                return self.double(tree)
            case str():
                octets = tree.encode()
                return _head(self.strs, self.room(tree), len(octets)) + octets
            case bytes():
                return _head(self.bins, len(tree)) + tree
        forms, parts = (self.arrays, tree) if isinstance(tree, list) else (self.maps, chain.from_iterable(tree.items()))
        return _head(forms, len(tree)) + b"".join(map(self.packed, parts))


def _head(forms: Forms, size: int, number: int | None = None) -> bytes:
    _, first, code = next(form for form in forms if size <= form[0])
    number = size if number is None else number
    if number >= 0 and code:  # truncated to the form
        number &= (1 << 8 * struct.calcsize(code)) - 1
    return bytes([first]) + struct.pack(f">{code}", number) if code else bytes([first + number])
