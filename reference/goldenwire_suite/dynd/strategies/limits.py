"""Values at a limit of the DyND serialization, and values that a policy admits beyond it. Public in dynd.py."""

from collections.abc import Callable
from typing import NamedTuple

from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Struct, Tuple, Var
from goldenwire_reference.dynd.primitives import PRIMITIVES, Type
from goldenwire_reference.dynd.tables import DEPTH, ELEMENTS, TYPE_LENGTH
from goldenwire_suite.dynd.strategies.atoms import put_off
from goldenwire_suite.strategies import WIDEST, Choose, Json

LEVELS = (2, 8, 16, 32, DEPTH.most - 1, DEPTH.most, DEPTH.most, DEPTH.most)
BEYOND = (DEPTH.most + 1, DEPTH.most + 2, 100, 2 * DEPTH.most)


class TypedBytes(NamedTuple):
    """A type with a value, and the bytes of that value."""

    type: Type
    value: Json
    data: bytes


def _optional(part: TypedBytes) -> TypedBytes:
    if isinstance(part.type, Option):
        return TypedBytes(Pointer(part.type), part.value, part.data)
    return TypedBytes(Option(part.type), [part.value], b"\1" + part.data)


def _array(type: Type, part: TypedBytes) -> TypedBytes:
    text = str(part.type)
    return TypedBytes(type, {"type": text, "value": part.value}, sized(text) + part.data)


def sized(text: str) -> bytes:
    """Return a type string as it appears in the bytes."""
    size, octets = len(text), bytearray()
    while size > 0x7F:
        octets.append(size & 0x7F | 0x80)
        size >>= 7
    return bytes([*octets, size]) + text.encode()


UINT8, TYPE = PRIMITIVES["uint8"], PRIMITIVES["type"]
# A type with one more level, around a type that has a value. No core has a sentinel, so every option has a tag.
LAYERS: tuple[Callable[[TypedBytes], TypedBytes], ...] = (
    lambda part: TypedBytes(Pointer(part.type), part.value, part.data),
    lambda part: TypedBytes(Fixed(1, part.type), [part.value], part.data),
    lambda part: TypedBytes(Var(part.type), [part.value], b"\1" + part.data),
    lambda part: TypedBytes(Tuple((part.type,)), [part.value], part.data),
    lambda part: TypedBytes(Tuple((UINT8, part.type)), ["5", part.value], b"\5" + part.data),
    lambda part: TypedBytes(Struct((part.type,), ("a",)), [part.value], part.data),
    _optional,
    lambda part: _array(Array(part.type), part),
    lambda part: _array(Array(None), part),
)
CORES = (
    TypedBytes(UINT8, "5", b"\5"),
    TypedBytes(PRIMITIVES["string"], "é", b"\2\xc3\xa9"),
    TypedBytes(PRIMITIVES["void"], None, b""),
)


def choose_deep(choose: Choose, levels: tuple[int, ...] = LEVELS) -> TypedBytes:
    """A value that reaches one of these levels; or its type, as a value of `type`."""
    put_off(choose)
    depth, core = levels[choose(len(levels))], CORES[choose(len(CORES))]
    turns = [LAYERS[choose(len(LAYERS))] for _ in range(1 + choose(3))]
    as_type = choose(4) == 3
    if as_type or levels == BEYOND:  # so that the depth shows in the type
        turns = [LAYERS[0] if turn is LAYERS[-1] else turn for turn in turns]
    part = core
    for level in range(depth - 1):
        part = turns[level % len(turns)](part)
    return _named(part.type) if as_type else part


def _named(type: Type) -> TypedBytes:
    return TypedBytes(TYPE, str(type), sized(str(type)))


def _of_length(size: int) -> Type:
    """A type whose string has that many bytes."""
    return Struct((PRIMITIVES["void"],), ("x" * (size - len("{: void}")),))


def _of_elements(count: int) -> TypedBytes:
    """A value that counts as that many without bytes: each of its rows counts 62, an element and its targets."""
    chain: Type = PRIMITIVES["void"]
    for _ in range(DEPTH.most - 3):
        chain = Pointer(chain)
    rows, rest = divmod(count - 2, chain.depth)
    type = Tuple((Fixed(rows, chain), Fixed(rest, PRIMITIVES["void"])))
    return TypedBytes(type, [[None] * rows, [None] * rest], b"")


def _voids(count: int) -> TypedBytes:
    void = PRIMITIVES["void"]
    return TypedBytes(Fixed(count, void), [None] * count, b"")


def _fields(count: int) -> TypedBytes:
    return TypedBytes(
        Tuple((UINT8,) * count), [str(place % 256) for place in range(count)], bytes(i % 256 for i in range(count))
    )


def _void(type: Type) -> TypedBytes:
    return TypedBytes(type, [None], b"")


AT_LIMITS: tuple[Callable[[], TypedBytes], ...] = (
    lambda: _named(_of_length(TYPE_LENGTH.most)),
    lambda: _void(_of_length(TYPE_LENGTH.most)),
    lambda: _array(Array(None), _void(_of_length(TYPE_LENGTH.most))),
    lambda: _fields(1000),
    lambda: _named(_fields(1000).type),
    lambda: _voids(1000),
    lambda: _voids(16384),
    lambda: _of_elements(ELEMENTS.most),
)
# Just beyond the limit, or as far as every codec must go that accepts more (DYND-LIM-05).
BEYOND_LIMITS: tuple[Callable[[], TypedBytes], ...] = (
    lambda: _named(_of_length(TYPE_LENGTH.most + 1)),
    lambda: _named(_of_length(2 * TYPE_LENGTH.most)),
    lambda: _of_elements(ELEMENTS.most + 1),
)


def choose_limit(choose: Choose) -> TypedBytes:
    """A value that reaches a limit of length or of elements without bytes."""
    put_off(choose)
    return AT_LIMITS[choose(len(AT_LIMITS))]()


def choose_beyond(choose: Choose) -> TypedBytes:
    """A value that exceeds a limit, mostly that of depth."""
    at = choose(WIDEST) - (WIDEST - 5 * len(BEYOND_LIMITS))
    if at < 0:
        return choose_deep(choose, BEYOND)
    put_off(choose)
    return BEYOND_LIMITS[at // 5]()
