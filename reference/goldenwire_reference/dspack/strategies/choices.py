"""Choices between the spellings of a thing: a writer asks at each place where there are several which one to take."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from goldenwire_reference.drawing import WIDEST, Pick

GARBAGE = (0, 0xFF, 1, 0x80, 0x20)  # octets that nobody reads
# What NaNs may be, the canonical one first.
NAN_BITS = {
    "f": ("7fc00000", "ffc00000", "7f800001", "7fffffff", "ffc12345"),
    "d": ("7ff8000000000000", "fff8000000000000", "7ff0000000000001", "7fffffffffffffff", "fff8000012345678"),
}


class Choose(Protocol):
    """Which of so many spellings to write, 0 being the canonical one; `order`: they differ in the order of parts."""

    def __call__(self, spellings: int, *, order: bool = False) -> int: ...


class Loose(NamedTuple):
    """What a decoder may also accept, by policy."""

    repeated_keys: bool = False
    pascal_overrun: bool = False


STRICT = Loose()


def canonical(spellings: int, *, order: bool = False) -> int:
    """The canonical spelling of anything."""
    return 0


class Choices:
    """Chooses what it was told for some places, by their number, or at all of them by one number, never 0 then.

    With `orders` True the only places are those where spellings differ in the order of parts, with False the others.
    """

    def __init__(self, chosen: Mapping[int, int], everywhere: int | None = None, *, orders: bool | None = None) -> None:
        self.chosen = chosen
        self.everywhere = everywhere
        self.orders = orders
        self.places: list[int] = []  # how many spellings there are at each place

    def __call__(self, spellings: int, *, order: bool = False) -> int:
        if spellings < 2 or self.orders not in {None, order}:
            return 0
        place = len(self.places)
        self.places.append(spellings)
        if self.everywhere is not None:
            return 1 + self.everywhere % (spellings - 1)
        return self.chosen.get(place, 0) % spellings


def pick_spelling(pick: Pick, write: Callable[[Choose], bytes], *, orders: bool | None = None) -> tuple[bytes, bytes]:
    """What `write` writes canonically, and with other spellings at one place, at some or at all of them.

    The two are equal if there are no others.
    """
    choices = Choices({}, orders=orders)
    written = write(choices)
    places = choices.places
    if not places:
        return written, written
    changes = pick(7)
    if changes >= 5:
        return written, write(Choices({}, pick(WIDEST), orders=orders))
    chosen: dict[int, int] = {}
    for _ in range(1 + changes):
        place = pick(WIDEST) * len(places) // WIDEST if len(places) > WIDEST else pick(len(places))
        chosen[place] = 1 + pick(places[place] - 1)
    return written, write(Choices(chosen, orders=orders))
