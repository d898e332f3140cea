"""Generated values of DyND's types. Public as a strategy in dynd.py."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Storage, Struct, Tuple, Var
from goldenwire_reference.dynd.primitives import Complex, Float, Integer, Type, TypeType
from goldenwire_reference.dynd.tables import SENTINELS
from goldenwire_suite.dynd.strategies.atoms import ATOMS, FRACTIONS, choose_atom, edges, number_of
from goldenwire_suite.dynd.strategies.types import MOST, ROOM, TypeRules, choose_alone, choose_type, weight
from goldenwire_suite.strategies import WIDEST, Choose, Json
from goldenwire_suite.strategies.numbers import atom, is_nan

CELLS = 40  # values that are generated one by one; a repeated one counts once
NESTING = 2  # types in the data: arrays of any type within one another
APART = 3  # elements of a long sequence that may differ
COUNTS = (1, 2, 0, 3, 4, 5, 6, 1, 2, 3, 127, 128, 129, 256, 300)
LONG = MOST // 5  # a text may be long if there is room for this many single values
VOIDS = (*COUNTS, *(1000,) * 8, 16383, 16384)  # counts of elements that take no bytes


class OptionNan(str):
    """The atom of a NaN other than the sentinel that is available, under the policy dynd.option-nan."""

    __slots__ = ()


@dataclass
class ValueDraft:
    """A value under construction: the remaining limits, and the content that it may have."""

    choose: Choose
    rules: TypeRules
    cells: int = CELLS
    nesting: int = NESTING
    option_nans: int = 0

    def value(self, type: Type, most: int = MOST) -> Json:
        """Return a value of the type, with no more than `most` single values if there is a choice."""
        if type.__class__ in ATOMS:
            self.cells -= 1
        return VALUES[type.__class__](self, type, most)


def choose_value(choose: Choose, type: Type, rules: TypeRules, option_nans: int = 0) -> Json:
    """A value in neutral notation. With `option_nans`, up to that many atoms are an OptionNan."""
    return ValueDraft(choose, rules, option_nans=option_nans).value(type)


def _atom(draft: ValueDraft, type: Any, most: int) -> Json:
    return choose_atom(draft.choose, type, long=most > LONG)


def _type(draft: ValueDraft, type: Any, most: int) -> str:
    return str(choose_alone(draft.choose, draft.rules, ROOM if most > LONG else 1))


def _fixed(draft: ValueDraft, type: Fixed, most: int) -> list[Json]:
    return _elements(draft, type.element, type.count, most)


def _var(draft: ValueDraft, type: Var, most: int) -> list[Json]:
    element = type.element
    counts = VOIDS if element.min_size == 0 and weight(element) <= 2 and most == MOST else COUNTS
    count = counts[draft.choose(WIDEST) % len(counts)]
    if counts is VOIDS:
        return _elements(draft, element, count, most)
    fits = most // weight(type.element) if draft.cells > 0 else 0
    return _elements(draft, type.element, min(count, fits), most)


def _elements(draft: ValueDraft, element: Type, count: int, most: int) -> list[Json]:
    """Elements that differ, or one repeated, or a few in turn."""
    apart = count if count <= 2 * APART else APART
    if element.min_size == 0 or (count > 1 and draft.choose(6) == 5):
        apart = min(count, 1)
    values = [draft.value(element, most // max(count, 1)) for _ in range(apart)]
    return (values * (count // max(apart, 1) + 1))[:count]


def _tuple(draft: ValueDraft, type: Tuple, most: int) -> list[Json]:
    """Fields; those of one type are occasionally equal."""
    equal = draft.choose(4) == 3 if len(type.fields) > 1 else False
    values: list[Json] = []
    for place, field in enumerate(type.fields):
        again = equal and place and field == type.fields[place - 1]
        values.append(values[-1] if again else draft.value(field, most // len(type.fields)))
    return values


def _option(draft: ValueDraft, type: Option, most: int) -> Json:
    """Missing, or a value; a value equal to the sentinel becomes its neighbour."""
    if draft.choose(3) == 0 or weight(type.target) > max(most, weight(type) + 2):
        return None
    value = draft.value(type.target, most)
    return [_available(draft, type, value) if type.sentinel is not None else value]


def _available(draft: ValueDraft, type: Option, value: Json) -> Json:
    """Return the value, or a neighbour of the sentinel."""
    target = type.target
    if sentinel(type) is not None and not isinstance(target, Float) and draft.choose(3) == 2:
        value = [sentinel(type)[0], value[1]] if isinstance(target, Complex) else sentinel(type)
    if isinstance(target, Float):
        return _number(draft, target, value)
    if isinstance(target, Integer) and value == sentinel(type):
        return str(int(value) + (1 if target.signed else -1))
    if isinstance(target, Complex) and value == sentinel(type):
        return [value[0], atom(number_of(target.part), 0)]
    return value


def _number(draft: ValueDraft, type: Float, value: str) -> str:
    """Return the atom if it is a number; for a NaN that the rules do not allow, the number with the nearest bits."""
    number = number_of(type)
    if draft.option_nans and draft.choose(2) == 1:
        draft.option_nans -= 1
        nans = _nans(type)
        return OptionNan(nans[draft.choose(len(nans))])
    bits = int(value, 16)
    return atom(number, bits & ~(1 << FRACTIONS[number.width])) if is_nan(number, bits) else value


@lru_cache
def _nans(type: Float) -> tuple[str, ...]:
    """Return NaNs of a type, without its sentinel."""
    number, missing = number_of(type), sentinel(Option(type))
    return tuple(text for text in edges(number) if is_nan(number, int(text, 16)) and text != missing)


@lru_cache
def sentinel(type: Option) -> Json:
    """Return missing as a value of the target, in neutral notation; None for options in tag form."""
    target, octets = type.target, type.sentinel
    if octets is None or not isinstance(target, Integer | Float | Complex):
        return None
    if isinstance(target, Complex):
        return [sentinel(Option(target.part))] * 2
    return atom(number_of(target), int.from_bytes(SENTINELS[target.name], "little"))


def _pointer(draft: ValueDraft, type: Pointer, most: int) -> Json:
    return draft.value(type.target, most)


def _array(draft: ValueDraft, type: Array, most: int) -> Json:
    content = type.content
    if content is None:
        draft.nesting -= 1
        content = choose_type(draft.choose, draft.rules, max(draft.nesting, 0), max(most, 2))
        found = {"type": str(content), "value": draft.value(content, most)}
        draft.nesting += 1
        return found
    return {"type": str(content), "value": draft.value(content, most)}


VALUES: Mapping[type[Type], Callable[[ValueDraft, Any, int], Json]] = {
    **dict.fromkeys(ATOMS, _atom),
    TypeType: _type,
    Fixed: _fixed,
    Var: _var,
    Tuple: _tuple,
    Struct: _tuple,
    Option: _option,
    Pointer: _pointer,
    Array: _array,
    Storage: lambda draft, type, most: draft.value(type.array, most),
}
