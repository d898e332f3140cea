"""Choices between spellings: at each place with several spellings, a writer asks which one to write."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from goldenwire_suite.strategies import WIDEST, Choose

GARBAGE = (0, 0xFF, 1, 0x80, 0x20)  # octets that no decoder reads
# Bits of NaNs, the canonical one first.
NAN_BITS = {
    "f": ("7fc00000", "ffc00000", "7f800001", "7fffffff", "ffc12345"),
    "d": ("7ff8000000000000", "fff8000000000000", "7ff0000000000001", "7fffffffffffffff", "fff8000012345678"),
}


class Spell(Protocol):
    """Return the number of the spelling to write, 0 being canonical; `order`: they differ in the order of parts."""

    def __call__(self, spellings: int, *, order: bool = False) -> int: ...


class Loose(NamedTuple):
    """Input that a decoder may also accept, by policy."""

    repeated_keys: bool = False
    pascal_overrun: bool = False


STRICT = Loose()


def canonical(spellings: int, *, order: bool = False) -> int:
    """Choose the canonical spelling at every place."""
    return 0


class Choices:
    """Makes given choices at some places, by their number, or one choice other than 0 at all places.

    With `orders` True only places whose spellings differ in the order of parts count, with False only the others.
    """

    def __init__(self, chosen: Mapping[int, int], everywhere: int | None = None, *, orders: bool | None = None) -> None:
        self.chosen = chosen
        self.everywhere = everywhere
        self.orders = orders
        self.places: list[int] = []  # the number of spellings at each place

    def __call__(self, spellings: int, *, order: bool = False) -> int:
        if spellings < 2 or self.orders not in {None, order}:
            return 0
        place = len(self.places)
        self.places.append(spellings)
        if self.everywhere is not None:
            return 1 + self.everywhere % (spellings - 1)
        return self.chosen.get(place, 0) % spellings


def choose_spelling(
    choose: Choose, write: Callable[[Spell], bytes], *, orders: bool | None = None
) -> tuple[bytes, bytes]:
    """Return the canonical output of `write`, and one with other spellings at one place, at some or at all of them.

    The two are equal if there are no other spellings.
    """
    choices = Choices({}, orders=orders)
    written = write(choices)
    places = choices.places
    if not places:
        return written, written
    changes = choose(7)
    if changes >= 5:
        return written, write(Choices({}, choose(WIDEST), orders=orders))
    chosen: dict[int, int] = {}
    for _ in range(1 + changes):
        place = choose(WIDEST) * len(places) // WIDEST if len(places) > WIDEST else choose(len(places))
        chosen[place] = 1 + choose(places[place] - 1)
    return written, write(Choices(chosen, orders=orders))
