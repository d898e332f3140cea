"""A writer of MessagePack with changeable forms, for mutations of writers; the reference's own is a package.

Without a change it writes the same as the package; a test checks this for every case.
"""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

# The greatest number, length or count of each form, its first octet, and the struct code of the number after it;
# without a code, the number is added to the first octet.
Forms = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True)
class Packer:
    """The forms of each kind in ascending order, and the packing of a double."""

    strs: Forms = ((31, 0xA0, ""), (255, 0xD9, "B"), (65535, 0xDA, "H"), (2**32 - 1, 0xDB, "I"))
    bins: Forms = ((255, 0xC4, "B"), (65535, 0xC5, "H"), (2**32 - 1, 0xC6, "I"))
    arrays: Forms = ((15, 0x90, ""), (65535, 0xDC, "H"), (2**32 - 1, 0xDD, "I"))
    maps: Forms = ((15, 0x80, ""), (65535, 0xDE, "H"), (2**32 - 1, 0xDF, "I"))
    positive: Forms = (
        (127, 0, ""),
        (255, 0xCC, "B"),
        (65535, 0xCD, "H"),
        (2**32 - 1, 0xCE, "I"),
        (2**64 - 1, 0xCF, "Q"),
    )
    # By the integer with all bits inverted, which is not negative.
    negative: Forms = (
        (31, 0x100, ""),
        (127, 0xD0, "b"),
        (2**15 - 1, 0xD1, "h"),
        (2**31 - 1, 0xD2, "i"),
        (2**63 - 1, 0xD3, "q"),
    )
    double: Callable[[float], bytes] = lambda value: b"\xcb" + struct.pack(">d", value)

    def packed(self, tree: Any) -> bytes:
        """Return the bytes of a reduced tree."""
        return b"".join(self._pieces(tree))

    def _pieces(self, tree: Any) -> Iterator[bytes]:
        match tree:
            case None | bool():
                yield {None: b"\xc0", False: b"\xc2", True: b"\xc3"}[tree]
            case int():
                yield _head(self.positive, tree) if tree >= 0 else _head(self.negative, ~tree, tree)
            case float():
                yield self.double(tree)
            case str():
                yield _head(self.strs, len(tree.encode())) + tree.encode()
            case bytes():
                yield _head(self.bins, len(tree)) + tree
            case list():
                yield _head(self.arrays, len(tree))
                for item in tree:
                    yield from self._pieces(item)
            case dict():
                yield _head(self.maps, len(tree))
                for pair in tree.items():
                    yield from (piece for part in pair for piece in self._pieces(part))


def _head(forms: Forms, size: int, number: int | None = None) -> bytes:
    _, first, code = next(form for form in forms if size <= form[0])
    if number is None:  # one that is not negative, truncated to the form
        number = size & (1 << 8 * struct.calcsize(code)) - 1 if code else size
    return bytes([first]) + struct.pack(f">{code}", number) if code else bytes([first + number])


def packer(**changes: Any) -> Callable[[Any], Callable[[Any], bytes]]:
    """A change that replaces the writer by a packer with these changes."""
    return lambda right: replace(Packer(), **changes).packed


def without(kind: str, *codes: str) -> Forms:
    """Return the forms of a kind without those of these struct codes: their numbers are packed in the next form."""
    return tuple(form for form in getattr(Packer(), kind) if form[2] not in codes)


def ending(kind: str, code: str, most: int) -> Forms:
    """Return the forms of a kind, that of this struct code ending sooner."""
    return tuple((most, *form[1:]) if form[2] == code else form for form in getattr(Packer(), kind))
