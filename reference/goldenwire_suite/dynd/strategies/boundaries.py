"""Values of DyND at the limits of its types: of integers, lengths, options, shapes, type strings and their depth."""

from collections.abc import Callable
from typing import NamedTuple

from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Storage, Struct, Tuple, Var
from goldenwire_reference.dynd.primitives import PRIMITIVES, Char, Complex, FixedBytes, Float, Integer, Type
from goldenwire_reference.dynd.tables import DEPTH, MAX_NUMERAL, SENTINELS, TYPE_LENGTH
from goldenwire_suite.dynd.strategies.atoms import number_of, text_of
from goldenwire_suite.dynd.strategies.limits import choose_deep, sized
from goldenwire_suite.dynd.strategies.values import sentinel
from goldenwire_suite.strategies import Choose, Example, Json, Unfit
from goldenwire_suite.strategies.broken import Broken
from goldenwire_suite.strategies.edited import Edited
from goldenwire_suite.strategies.numbers import NumberType, atom, is_nan, landmarks
from goldenwire_suite.strategies.numbers import ends as ends_of

INTEGRAL = tuple(of for of in PRIMITIVES.values() if isinstance(of, Integer))
MARKED = tuple(PRIMITIVES[name] for name in SENTINELS if name != "bool")
REAL = tuple(Option(PRIMITIVES[name]) for name in ("float32", "float64"))
UINT8, STRING, TYPE, VOID = (PRIMITIVES[name] for name in ("uint8", "string", "type", "void"))
TEXTS = (0, 1, 2, 0, 3, 4, 5, 0, 6)  # ways to reach a limit of type strings; that of depth more often
SIZES = (9, *(127, 128) * 4, 16_383, 16_384)  # on both sides of an additional byte of a varint


class BoundaryType(NamedTuple):
    """A type, an ordinary value of it, and another value, which it may not be able to hold."""

    type: Type
    plain: Json
    value: Json


# Places for a type and its values; the fields and elements beside it are ordinary.
PLACES: tuple[Callable[[BoundaryType], BoundaryType], ...] = (
    lambda held: held,
    lambda held: BoundaryType(Fixed(2, held.type), [held.plain] * 2, [held.plain, held.value]),
    lambda held: BoundaryType(Var(held.type), [held.plain], [held.value]),
    lambda held: BoundaryType(Tuple((UINT8, held.type)), ["5", held.plain], ["5", held.value]),
    lambda held: BoundaryType(Struct((held.type,), ("a",)), [held.plain], [held.value]),
    lambda held: BoundaryType(Pointer(held.type), held.plain, held.value),
    lambda held: _array(Array(None), held),
    lambda held: _array(Array(held.type), held),
)


def _array(type: Type, held: BoundaryType) -> BoundaryType:
    return BoundaryType(type, *({"type": str(held.type), "value": value} for value in (held.plain, held.value)))


def _of(choose: Choose, held: BoundaryType) -> BoundaryType:
    """Put the type and its values into some place, occasionally as an option if the type is not one."""
    if not isinstance(held.type, Option) and choose(6) == 5:
        held = BoundaryType(Option(held.type), None, [held.value])
    return PLACES[choose(len(PLACES))](held)


def choose_sized(choose: Choose) -> tuple[Type, Json]:
    """A value with a text, octets or elements whose number just needs, or just does not need, another byte."""
    size = SIZES[choose(len(SIZES))]
    held = (
        BoundaryType(STRING, "", text_of(size)),
        BoundaryType(PRIMITIVES["bytes"], "", "a5" * size),
        BoundaryType(Var(UINT8), [], ["7"] * min(size, 300)),
        BoundaryType(Var(VOID), [], [None] * size),
        BoundaryType(TYPE, "int8", str(Struct((VOID,), ("x" * (size - len("{: void}")),)))),
    )[choose(5)]
    found = PLACES[choose(len(PLACES))](held)
    return found.type, found.value


def choose_siblings(choose: Choose, *, storage: bool) -> tuple[Type, Json]:
    """Adjacent values whose levels together exceed the maximum depth: none counts for the next."""
    count = DEPTH.most + choose(8)
    inner = [place(BoundaryType(UINT8, "1", "1")) for place in PLACES[1:]]
    inner.append(BoundaryType(Option(Pointer(UINT8)), None, ["1"]))
    if storage:
        inner += [
            BoundaryType(Storage(Fixed(2, Fixed(side, UINT8)), (1, 0)), None, [["1"] * side] * 2) for side in (1, 2, 0)
        ]
    held = inner[choose(len(inner))]
    return (Var, lambda type: Fixed(count, type))[choose(2)](held.type), [held.value] * count


def choose_edge(choose: Choose) -> tuple[Type, Json]:
    """A value with an integer at a limit of its type, or an option that is missing or nearly; all types alike."""
    held = (_missing, _integer)[choose(2)](choose)
    if isinstance(held.type, Option) and (choose(2) or isinstance(held.type.target, Float)):
        held = held._replace(value=None)
    elif held.value in ends(held.type)[:2] or (isinstance(held.type, Option) and held.value == [sentinel(held.type)]):
        held = held._replace(value=held.plain)
    type, _, value = PLACES[choose(len(PLACES))](held)
    return type, value


def choose_boundary(choose: Choose) -> Edited:
    """A value in which a part just inside or outside the limits replaces an ordinary one."""
    way = choose(len(_BOUNDARIES))
    type, plain, boundary = _of(choose, _BOUNDARIES[way](choose))
    if plain == boundary:
        raise Unfit
    after, of = (Example(value, None, {"type": str(type)}, value, ()) for value in (boundary, plain))
    return Edited(
        after, f"in {str(type)[:60]} {str(plain)[:20]} becomes {str(boundary)[:60]}", of, certain=way < NUMERIC
    )


def _integer(choose: Choose) -> BoundaryType:
    type = INTEGRAL[choose(len(INTEGRAL))]
    return BoundaryType(type, "1", ends(type)[choose(4)])


def ends(type: Type) -> tuple[str, ...]:
    """Return the numbers just above and just below an integer's range, its greatest, its least; else none."""
    if not isinstance(type, Integer):
        return ()
    number = number_of(type)
    least, most = number.least, number.least + (1 << number.width) - 1
    return tuple(map(str, (most + 1, least - 1, most, least)))


def end_values() -> list[list[tuple[Type, Json]]]:
    """For each type with ends: the type with each of them, then an array of all."""
    values = ((type, _ends_within(type)) for type in PRIMITIVES.values())
    return [[*((type, value) for value in found), (Fixed(len(found), type), found)] for type, found in values if found]


def _ends_within(type: Type) -> list[Json]:
    if isinstance(type, Integer | Float):
        return list(ends_of(number_of(type)))
    if isinstance(type, Complex):
        greatest, opposite, least, other = ends_of(number_of(type.part))
        return [[greatest, other], [least, opposite]]
    return ["\0", "\U0010ffff"] if isinstance(type, Char) else []


def _missing(choose: Choose) -> BoundaryType:
    """An option of a type with a sentinel; the sentinel or a neighbour as an available value."""
    type = Option(MARKED[choose(len(MARKED))])
    missing = sentinel(type)
    if isinstance(type.target, Complex):
        part = type.target.part
        other = atom(number_of(part), 0)
        return BoundaryType(
            type, None, [([missing[0], missing[1]], [missing[0], other], [other, missing[1]])[choose(3)]]
        )
    assert isinstance(type.target, Integer | Float)
    number = number_of(type.target)
    bits = int(missing, 16) if missing.startswith("0x") else int(missing)
    beside = (bits + (0, 1, -1)[choose(3)]) % (1 << number.width)
    return BoundaryType(type, None, [atom(number, beside)])


def _nan(choose: Choose) -> BoundaryType:
    """An option of a float; a NaN or another special float as an available value, most of which are rejected."""
    type = REAL[choose(len(REAL))]
    assert isinstance(type.target, Float)
    number = number_of(type.target)
    return BoundaryType(type, None, [atom(number, _landmark(choose, number))])


def _landmark(choose: Choose, number: NumberType) -> int:
    """Return the bits of a special float, mostly of a NaN, and most often of the default one."""
    bits = landmarks(number.width)
    nans = [each for each in bits if is_nan(number, each)]
    return (nans[0], nans[choose(len(nans))], bits[choose(len(bits))])[choose(3)]


def _shape(choose: Choose) -> BoundaryType:
    """An element, a field or an octet too many or too few."""
    count, more = 1 + choose(3), (1, -1, 0)[choose(3)]
    there = count + more
    return (
        BoundaryType(Fixed(count, UINT8), ["1"] * count, ["1"] * there),
        BoundaryType(Tuple((UINT8,) * count), ["1"] * count, ["1"] * there),
        BoundaryType(FixedBytes(count), "00" * count, "00" * there),
        BoundaryType(PRIMITIVES["char"], "a", "a" * there),
    )[choose(4)]


def _type(choose: Choose) -> BoundaryType:
    """A type string at a limit of what is valid: numbers, length, depth."""
    return BoundaryType(TYPE, "int8", type_text(choose))


def type_text(choose: Choose) -> str:
    """A type string just inside or outside the limits."""
    depth, number = DEPTH.most + (1, 0, 1)[choose(3)], str(MAX_NUMERAL + (0, 1, -1)[choose(3)])
    size = TYPE_LENGTH.most + (0, 1)[choose(2)]
    wrap = ("?(", ")"), ("pointer[", "]"), ("1 * ", ""), ("var * ", ""), ("(", ")"), ("array[", "]"), ("{a: ", "}")
    front, back = wrap[choose(len(wrap))]
    if front == "?(":
        front, back, depth = "?(", ")", depth // 2
    texts = (
        lambda: front * (depth - 1) + "uint8" + back * (depth - 1),
        lambda: f"{number} * int8",
        lambda: f"bytes[{number}]",
        lambda: f"{('0', '1', '00', '01', '-1')[choose(5)]} * int8",
        lambda: f"bytes[{('0', '1', '00', '01', '-1')[choose(5)]}]",
        lambda: "{" + "x" * (size - len("{: void}")) + ": void}",
        lambda: "{a: int8, " + ("a", "b", "A", "")[choose(4)] + ": int8}",
    )
    return texts[TEXTS[choose(len(TEXTS))]]()


NUMERIC = 3  # the class of the first three is certain; other type strings can be rejected in two ways
_BOUNDARIES: tuple[Callable[[Choose], BoundaryType], ...] = (_integer, _missing, _nan, _shape, _type)


def choose_broken(choose: Choose) -> Broken:
    """The bytes of a type string just inside or outside the limits; of a value that nests too deep; of a NaN."""
    way = choose(6)
    if way == 5:
        real = REAL[choose(len(REAL))]
        assert isinstance(real.target, Float)
        bits, size = _landmark(choose, number_of(real.target)), real.target.size
        after, before = (each.to_bytes(size, "little") for each in (bits, 0))
        return Broken(after, {"type": str(real)}, f"0.0 becomes {after.hex()}", before)
    if way < 3:
        text = type_text(choose)
        return Broken(sized(text), {"type": "type"}, f"int8 becomes {text[:60]}", sized("int8"))
    deep, plain = choose_deep(choose, (DEPTH.most, DEPTH.most - 1, DEPTH.most - 2)), sized("uint8") + b"\5"
    data = sized(str(deep.type)) + deep.data  # on two levels, so that the array counts them
    if way == 3:
        return Broken(data, {"type": "(array[Any])"}, "uint8 becomes a value that nests", plain)
    beside = sized("pointer[uint8]") + b"\5"  # its level must be left before the next one is read
    data, plain = beside + data, beside + plain
    return Broken(data, {"type": "(array[Any], array[Any])"}, "uint8 becomes a value that nests", plain)
