"""The values of SciSerialize that may be generated, the content of a carrier, and choices of spelling."""

from collections.abc import Callable, Collection, Mapping
from itertools import count
from typing import Any, NamedTuple, TypeVar

from goldenwire_suite.strategies import Choose

T = TypeVar("T")

# The content of a carrier: None, bool, Numeral, str, bytes, list, tuple (the elements of a set), dict.
Tree = Any

EXACT = 2**53 - 1  # a policy decides on integers beyond
DEPTH = 128  # levels that every codec accepts
FRAMES, SETS, MASKS, OBJECTS = "dataframe", "unique_set", "maskedarray", "object"


class Rules(NamedTuple):
    """The values that may be generated: the kinds that not every codec has, and those that policies admit.

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
    """Return the rules for these declarations. An encoder may refuse a big integer, whatever its decoder reads."""
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
    """A number; `whole` marks a place where a type has an integer."""

    value: int | float
    whole: bool = False


class TreeSpelling(NamedTuple):
    """Choices of spelling: `order` chooses the order of parts, `spell` everything else. First choices are canonical."""

    order: Choose
    spell: Choose
    rules: Rules = Rules()


def first(n: int) -> int:
    """Make the simplest choice."""
    return 0


def second(n: int) -> int:
    """Make the second choice, if there is one."""
    return min(1, n - 1)


PLAIN = TreeSpelling(first, first, Rules(big="exact"))  # canonical


def of(choose: Choose, items: Collection[T]) -> T:
    """Choose one of the items."""
    return tuple(items)[choose(len(items))]


def capped(choose: Choose, most: int) -> Choose:
    """Return `choose` limited to `most` choices; after that every choice is the simplest."""
    drawn = count()
    return lambda n: choose(n) if n > 1 and next(drawn) < most else 0


def thrifty(choose: Choose, most: int) -> Choose:
    """Return `choose` limited to `most` choices; after that it derives choices from those it has made."""
    drawn: list[int] = []
    turns = count()

    def again(n: int) -> int:
        if n < 2:
            return 0
        if len(drawn) < most:
            drawn.append(choose(n))
            return drawn[-1]
        turn = next(turns)
        return (37 * drawn[turn % most] + 11 * drawn[turn // most % most]) % n

    return again


Inner = Callable[[], Any]  # makes another value, deeper in the tree
