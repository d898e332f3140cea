"""DyND's types, as they are drawn. Public as a strategy in dynd.py."""

from collections.abc import Callable
from functools import lru_cache
from math import prod
from typing import NamedTuple

from goldenwire.strategies import WIDEST, Pick, shuffled
from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Storage, Struct, Tuple, Var
from goldenwire_reference.dynd.primitives import PRIMITIVES, FixedBytes, Type
from goldenwire_reference.dynd.tables import MAX_NUMERAL

ROOM = 3  # constructors around one another
MOST = 400  # single values in a value
UNBOUND = MAX_NUMERAL**4  # stands for any number of them, where a value need not have one
LEAVES: tuple[Type, ...] = (
    *(PRIMITIVES[name] for name in ("bool", "int8")),
    *(of for name, of in PRIMITIVES.items() if name not in {"bool", "int8"}),
    FixedBytes(1), Tuple(()), Struct((), ()), Array(None), Array(None), PRIMITIVES["type"],
)  # fmt: skip
# Numbers of fields, of elements and of bytes, the simplest first.
FIELDS = (1, 2, 3, 2, 0, 4, 3, 1)
COUNTS = (1, 2, 3, 0, 4, 5, 2, 3, 0, 2, 127, 128, 300)
HUGE = (2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**62, MAX_NUMERAL)
WIDTHS = (1, 2, 3, 4, 7, 8, 16, 17, 128, 300)
SIDES = (2, 3, 1, 4, 2, 0)
NAMES = (
    "a", "b", "c", "d", "x", "X", "_", "a0_9Z", "type", "var", "int8", "Any", "storage", "", "a b", " ", " x", "1x",
    "a-b", "a: int8", "{([", ", ", "it's", '"', "\\", "/", "~", "\b\f\n\r\t", "\0", "\x0b", "\x1f", "\x7f", "\x80",
    "é", "e\u0301", "\u0fff", "\ud7ff", "\ue000", "\ufeff", "\uffff", "\U00010000", "😀", "\U0010ffff", "ab\0é😀'",
    "n" * 128,
)  # fmt: skip


class Rules(NamedTuple):
    """What may be drawn: types of the profile storage; types that stand alone, whose values nobody could hold."""

    storage: bool = False
    alone: bool = False


class Scope(NamedTuple):
    """What a type is drawn under: how many constructors may nest, how many single values a value must have at most."""

    pick: Pick
    rules: Rules
    room: int
    most: int

    def part(self, most: int | None = None) -> Type:
        """A type one level further in."""
        return pick_type(self.pick, self.rules, self.room - 1, self.most if most is None else most)


@lru_cache(1 << 12)
def weight(type: Type) -> int:
    """The least number of single values that a value consists of."""
    if isinstance(type, Fixed):
        return 1 + type.count * weight(type.element)
    if isinstance(type, Var | Option):
        return 1
    return 1 + sum(map(weight, type.parts))


def pick_type(pick: Pick, rules: Rules = Rules(), room: int = ROOM, most: int = MOST) -> Type:  # noqa: B008 - a tuple
    """A type; its values need no more than so many single values, unless it is to stand alone."""
    at = pick(WIDEST) if room > 0 else 0
    if not 0 < at <= _COMPOSED:
        return _pick_leaf(pick)
    constructors = CONSTRUCTORS if rules.storage else CONSTRUCTORS[:-1]
    return constructors[at % len(constructors)](Scope(pick, rules, room, UNBOUND if rules.alone else most))


_COMPOSED = 70  # of 100 types


def _pick_leaf(pick: Pick) -> Type:
    at = pick(WIDEST)
    if at >= WIDEST - 5:
        return FixedBytes(WIDTHS[pick(len(WIDTHS))])
    return LEAVES[at % len(LEAVES)]


def _option(scope: Scope) -> Type:
    target = scope.part(UNBOUND)
    return target if isinstance(target, Option) else Option(target)


def _option_of_leaf(scope: Scope) -> Type:
    return Option(_pick_leaf(scope.pick))


def _fixed(scope: Scope) -> Type:
    """A dimension; one of any size where the value need not be there."""
    at, counts = scope.pick(WIDEST), COUNTS + HUGE if scope.most >= UNBOUND else COUNTS
    count = counts[at % len(counts)]
    element = scope.part(scope.most if scope.most >= UNBOUND else UNBOUND if count == 0 else scope.most // count)
    if scope.rules.alone and count == HUGE[-1] and at % 2:
        element = FixedBytes(count)
    return Fixed(min(count, scope.most // weight(element)), element)


def _tuple(scope: Scope) -> Type:
    return Tuple(tuple(_fields(scope)))


def _struct(scope: Scope) -> Type:
    names: list[str] = []
    fields = _fields(scope)
    for _ in fields:
        at = scope.pick(WIDEST)
        names.append(next(name for name in (*NAMES[at % len(NAMES) :], *NAMES) if name not in names))
    return Struct(tuple(fields), tuple(names))


def _fields(scope: Scope) -> list[Type]:
    """Types of fields; now and then the same for all."""
    count, alike = FIELDS[scope.pick(len(FIELDS))], scope.pick(5) == 4
    if alike:
        return [scope.part(scope.most // max(count, 1))] * count
    return [scope.part(scope.most // count) for _ in range(count)]


def _storage(scope: Scope) -> Type:
    """Dimensions in another order than C's; the simplest is Fortran's."""
    shape = [SIDES[scope.pick(len(SIDES))] for _ in range(2 + scope.pick(3))]
    axis = shuffled(scope.pick, list(range(len(shape))))
    if axis == sorted(axis):
        axis.reverse()
    inner = scope.part(scope.most // max(prod(shape), 1))
    array: Type = Pointer(inner) if isinstance(inner, Fixed | Var) else inner
    for count in reversed(shape):
        array = Fixed(count, array)
    assert isinstance(array, Fixed)
    return Storage(array, tuple(axis))


CONSTRUCTORS: tuple[Callable[[Scope], Type], ...] = (
    _fixed, _tuple, _struct, _option, lambda scope: Var(scope.part(UNBOUND)), lambda scope: Pointer(scope.part()),
    lambda scope: Array(scope.part()), _option_of_leaf, _storage,
)  # fmt: skip
