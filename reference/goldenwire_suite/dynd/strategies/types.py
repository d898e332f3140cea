"""Generated types of DyND. Public as a strategy in dynd.py."""

from collections.abc import Callable
from functools import lru_cache
from math import prod
from typing import NamedTuple

from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Storage, Struct, Tuple, Var
from goldenwire_reference.dynd.primitives import PRIMITIVES, FixedBytes, Type
from goldenwire_reference.dynd.tables import MAX_NUMERAL, SENTINELS
from goldenwire_suite.dynd.strategies.atoms import put_off
from goldenwire_suite.strategies import WIDEST, Choose, shuffled

ROOM = 3  # constructors around one another
MOST = 400  # single values in a value
UNBOUND = MAX_NUMERAL**4  # stands for no limit, if no value of the type is needed
LEAVES: tuple[Type, ...] = (
    *(PRIMITIVES[name] for name in ("bool", "int8")),
    *(of for name, of in PRIMITIVES.items() if name not in {"bool", "int8"}),
    FixedBytes(1), Tuple(()), Struct((), ()), Array(None), Array(None),
    *(PRIMITIVES[name] for name in ("type", "char", "char", "string", "float128", "uint128", "float64")),
)  # fmt: skip
SENTINEL_TYPES = tuple(PRIMITIVES[name] for name in SENTINELS)
NUMBERS = tuple(PRIMITIVES[name] for name in ("int8", "int64", "int16", "float64", "uint8", "int32", "int128"))
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
INT8, INT32, STRING, CHAR = (PRIMITIVES[name] for name in ("int8", "int32", "string", "char"))
NOTED: tuple[Type, ...] = (
    Option(INT8), Option(INT32), Option(PRIMITIVES["complex[float32]"]), Option(PRIMITIVES["uint32"]),
    Option(Pointer(INT32)), Option(Pointer(Option(INT32))), Fixed(3, Pointer(INT8)), Var(Pointer(STRING)),
    Tuple((Pointer(STRING), Pointer(STRING))), Array(None), Array(Array(None)), Var(CHAR), Fixed(2, CHAR), CHAR, STRING,
    *(PRIMITIVES[name] for name in ("type", "type", "bytes", "float128")), Var(PRIMITIVES["void"]), Var(Tuple(())),
    Fixed(0, STRING), Fixed(2, Var(INT8)), Fixed(2, Fixed(3, INT8)), Option(Fixed(2, Option(INT8))),
    Struct((INT8, INT32), ("x", "X")), Tuple((INT8, INT32)),
)  # fmt: skip
FLOAT32, FLOAT64 = (Option(PRIMITIVES[name]) for name in ("float32", "float64"))
FLOATS: tuple[Type, ...] = (FLOAT32, FLOAT64, Fixed(2, FLOAT32), Var(FLOAT64))
GREATEST: tuple[Type, ...] = (
    Fixed(MAX_NUMERAL, INT8), FixedBytes(MAX_NUMERAL), Var(Fixed(MAX_NUMERAL, PRIMITIVES["void"])),
    Fixed(MAX_NUMERAL, FixedBytes(MAX_NUMERAL)),
)  # fmt: skip
ALIKE = ("x", "X", " x", "x ", "é", "e\u0301", "É")


class TypeRules(NamedTuple):
    """The types that may be generated: of the profile storage; types used alone, whose values would be too large."""

    storage: bool = False
    alone: bool = False


class TypeScope(NamedTuple):
    """The limits of a generated type: the constructors that may nest, the most single values that it may need."""

    choose: Choose
    rules: TypeRules
    room: int
    most: int

    def part(self, most: int | None = None) -> Type:
        """Return a type one level further in."""
        return choose_type(self.choose, self.rules, self.room - 1, self.most if most is None else most)


@lru_cache(1 << 12)
def weight(type: Type) -> int:
    """Return the least number of single values in a value of the type."""
    if isinstance(type, Fixed):
        return 1 + type.count * weight(type.element)
    if isinstance(type, FixedBytes):
        return 1 + type.size // 16
    if isinstance(type, Var | Option):
        return 1
    return 1 + sum(map(weight, type.parts))


def choose_type(choose: Choose, rules: TypeRules = TypeRules(), room: int = ROOM, most: int = MOST) -> Type:  # noqa: B008 - a tuple
    """A type; its values need no more than `most` single values, unless it is used alone."""
    at = choose(WIDEST) if room > 0 else 0
    if not 0 < at <= _COMPOSED:
        return _choose_leaf(choose)
    constructors = CONSTRUCTORS + STORING if rules.storage else CONSTRUCTORS
    return constructors[at % len(constructors)](TypeScope(choose, rules, room, UNBOUND if rules.alone else most))


_COMPOSED = 80  # of 100 types


def choose_noted(choose: Choose, floats: bool = False) -> Type:
    """A type that combines rules which rarely meet in random types; with `floats` often an option of a float."""
    noted = NOTED + FLOATS * 5 if floats else NOTED
    return noted[choose(len(noted))]


def choose_storage(choose: Choose, rules: TypeRules) -> Type:
    """A type of the profile storage that stores its array in another order."""
    return _storage(TypeScope(choose, rules, ROOM - 1, MOST))


def choose_alone(choose: Choose, rules: TypeRules, room: int = ROOM) -> Type:
    """A type that is itself a value, occasionally with the greatest number that a type can have."""
    at = choose(WIDEST)
    if at < WIDEST - 25:
        return choose_type(choose, rules._replace(alone=True), room)
    put_off(choose)
    return GREATEST[at % len(GREATEST)]


def _choose_leaf(choose: Choose) -> Type:
    at = choose(WIDEST)
    if at >= WIDEST - 5:
        return FixedBytes(WIDTHS[choose(len(WIDTHS))])
    return LEAVES[at % len(LEAVES)]


def _option(scope: TypeScope) -> Type:
    target = scope.part(UNBOUND)
    return target if isinstance(target, Option) else Option(target)


def _option_of_leaf(scope: TypeScope) -> Type:
    """An option, mostly of a type that has a sentinel."""
    at = scope.choose(WIDEST)
    return Option(_choose_leaf(scope.choose) if at % 4 == 3 else SENTINEL_TYPES[at % len(SENTINEL_TYPES)])


def _row(scope: TypeScope) -> Type:
    """A sequence of elements without parts."""
    at, element = scope.choose(len(COUNTS)), _choose_leaf(scope.choose)
    element = PRIMITIVES["char"] if scope.choose(5) == 4 else element
    return Var(element) if at % 2 else Fixed(min(COUNTS[at], scope.most // weight(element)), element)


def _fixed(scope: TypeScope) -> Type:
    """A dimension; of any size if it needs no value."""
    at, counts = scope.choose(WIDEST), COUNTS + HUGE if scope.most >= UNBOUND else COUNTS
    count = counts[at % len(counts)]
    element = scope.part(scope.most if scope.most >= UNBOUND else UNBOUND if count == 0 else scope.most // count)
    if scope.rules.alone and count == HUGE[-1] and at % 2:
        element = FixedBytes(count)
    return Fixed(min(count, scope.most // weight(element)), element)


def _plane(scope: TypeScope) -> Type:
    """Two or three dimensions, each with more than one element."""
    sides = [2 + scope.choose(2) for _ in range(2 + scope.choose(2))]
    found = scope.part(scope.most // (prod(sides) * 2))
    for count in sides:
        found = Fixed(min(count, scope.most // weight(found)), found)
    return found


def _tuple(scope: TypeScope) -> Type:
    return Tuple(tuple(_fields(scope)))


def _struct(scope: TypeScope) -> Type:
    names: list[str] = []
    fields, known = _fields(scope), ALIKE if scope.choose(6) == 5 else NAMES
    for _ in fields:
        at = scope.choose(WIDEST)
        names.append(next(name for name in (*known[at % len(known) :], *known) if name not in names))
    return Struct(tuple(fields), tuple(names))


def _fields(scope: TypeScope) -> list[Type]:
    """Types of fields; occasionally all the same, or numbers that would have gaps between them in memory."""
    count, way = FIELDS[scope.choose(len(FIELDS))], scope.choose(6)
    if way == 5:
        return [scope.part(scope.most // max(count, 1))] * count
    if way == 4:
        return [NUMBERS[scope.choose(len(NUMBERS))] for _ in range(count)]
    return [scope.part(scope.most // count) for _ in range(count)]


def _storage(scope: TypeScope) -> Type:
    """Dimensions in an order other than C's; the simplest is Fortran's."""
    shape = [SIDES[scope.choose(len(SIDES))] for _ in range(2 + scope.choose(3))]
    axis = shuffled(scope.choose, list(range(len(shape))))
    if axis == sorted(axis):
        axis.reverse()
    inner = scope.part(scope.most // max(prod(shape), 1))
    array: Type = Pointer(inner) if isinstance(inner, Fixed | Var) else inner
    if prod(shape) * weight(array) > scope.most:
        shape[0] = 0
    for count in reversed(shape):
        array = Fixed(count, array)
    assert isinstance(array, Fixed)
    return Storage(array, tuple(axis))


CONSTRUCTORS: tuple[Callable[[TypeScope], Type], ...] = (
    _fixed, _tuple, _struct, _option, lambda scope: Var(scope.part(UNBOUND)), lambda scope: Pointer(scope.part()),
    lambda scope: Array(scope.part()), _option_of_leaf, _row, _plane,
)  # fmt: skip
STORING = (_storage,) * 5
