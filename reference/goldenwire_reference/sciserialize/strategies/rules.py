"""What may be drawn of SciSerialize, what a carrier holds, and how it is put down."""

from collections.abc import Callable, Collection, Mapping
from itertools import count
from typing import Any, NamedTuple, TypeVar

from goldenwire_reference.drawing import Pick

T = TypeVar("T")

# What a carrier holds: None, bool, Numeral, str, bytes, list, tuple (the elements of a set), dict.
Tree = Any

EXACT = 2**53 - 1  # an integer beyond is under a policy
DEPTH = 128  # levels that every codec takes
FRAMES, SETS, MASKS, OBJECTS = "dataframe", "unique_set", "maskedarray", "object"


class Rules(NamedTuple):
    """What may be drawn: the kinds that not every codec has, and what a policy settles.

    `big` is the choice for integers beyond 2^53 - 1, `minus_zero` that for the token -0; empty if there is none.
    """

    kinds: frozenset[str] = frozenset((FRAMES, SETS, MASKS, OBJECTS))
    big: str = ""
    minus_zero: str = ""
    integral_floats: bool = False
    wide_isostr: bool = False
    aliases: bool = False
    marks: bool = False
    large_shapes: bool = False


def rules_of(features: Collection[str], policies: Mapping[str, str], *, encodes: bool) -> Rules:
    """The rules for a codec that declares these. An encoder may refuse a big integer, whatever its decoder reads."""
    chosen = {name.removeprefix("sciserialize."): choice for name, choice in policies.items()}
    return Rules(
        kinds=frozenset((FRAMES, SETS, MASKS, OBJECTS)) & frozenset(features),
        big="" if encodes else chosen.get("big-integer", "").replace("reject", ""),
        minus_zero=chosen.get("minus-zero", ""),
        integral_floats=chosen.get("integral-float") == "accept",
        wide_isostr=chosen.get("isostr") == "wide",
        aliases=chosen.get("dtype-alias") == "accept",
        marks=chosen.get("bom") == "ignore",
        large_shapes=chosen.get("large-shape") == "accept",
    )


class Numeral(NamedTuple):
    """A number; `whole` says that it stands where a type has an integer."""

    value: int | float
    whole: bool = False


class Pen(NamedTuple):
    """How things are put down: `order` picks the order of parts, `spell` all else. First choices are canonical."""

    order: Pick
    spell: Pick
    rules: Rules = Rules()


def first(n: int) -> int:
    """The pick of whoever wants it simple."""
    return 0


def second(n: int) -> int:
    """The pick of whoever wants it otherwise."""
    return min(1, n - 1)


PLAIN = Pen(first, first, Rules(big="exact"))  # canonical


def of(pick: Pick, items: Collection[T]) -> T:
    """One of the items."""
    return tuple(items)[pick(len(items))]


def capped(pick: Pick, most: int) -> Pick:
    """A pick that draws so many times at most; after that all is simple."""
    drawn = count()
    return lambda n: pick(n) if n > 1 and next(drawn) < most else 0


def thrifty(pick: Pick, most: int) -> Pick:
    """A pick that draws so many times at most; after that it makes do with what it has drawn."""
    drawn: list[int] = []
    turns = count()

    def again(n: int) -> int:
        if n < 2:
            return 0
        if len(drawn) < most:
            drawn.append(pick(n))
            return drawn[-1]
        turn = next(turns)
        return (37 * drawn[turn % most] + 11 * drawn[turn // most % most]) % n

    return again


Inner = Callable[[], Any]  # a further value, deeper in the tree
