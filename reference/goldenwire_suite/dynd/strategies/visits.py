"""The parts of a DyND example: every value in it with its type, and every type string."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Storage, Struct, Tuple, Var
from goldenwire_reference.dynd.primitives import PRIMITIVES, Complex, Type, TypeType
from goldenwire_reference.dynd.types import parse
from goldenwire_suite.strategies import Example, Json

SIMPLE = ("bool", "int64", "float64", "bytes", "string")  # types that have CBOR items of their own


class Visit(NamedTuple):
    """A value, its type, the type of which it is directly a part, and its level."""

    type: Type
    value: Json
    within: Type | None
    level: int


class Contents(NamedTuple):
    """The values in the core form, the type strings in the bytes, and the type of the example."""

    visits: list[Visit]
    strings: list[str]
    destination: Type


def contents(example: Example) -> Contents:
    """Return the contents of an example."""
    destination = type_of(example.context["type"])
    root = Visit(destination, example.value, None, 1)
    if example.context.get("profile") == "cbor":
        content = example.value["type"]
        visits = [] if content in SIMPLE else list(_walk(_parts(root)))
        strings = [] if content in SIMPLE else [content]
    else:
        visits, strings = list(_walk([root])), []
    strings += (string for visit in visits for string in _strings(visit))
    return Contents(visits, strings, destination)


def type_of(text: str) -> Type:
    """Return the type of a canonical string of any profile, also beyond the limits."""
    return parse(text, storage=True, beyond=True)


def nodes(type: Type) -> Iterator[Type]:
    """Yield the type and all types that it is made of."""
    yield type
    yield from chain.from_iterable(map(nodes, type.parts))


def _walk(visits: list[Visit]) -> Iterator[Visit]:
    for visit in visits:
        yield visit
        yield from _walk(_parts(visit))


def _strings(visit: Visit) -> list[str]:
    if isinstance(visit.type, TypeType):
        return [visit.value]
    return [visit.value["type"]] if isinstance(visit.type, Array) else []


def _parts(visit: Visit) -> list[Visit]:
    parts = PARTS.get(visit.type.__class__)
    if parts is None:
        return []
    # The levels of its dimensions lie between a stored array and its elements.
    level = visit.level + 1 + (len(visit.type.shape) if isinstance(visit.type, Storage) else 0)
    return [Visit(type, value, visit.type, level) for type, value in parts(visit.type, visit.value)]


_Pairs = list[tuple[Type, Json]]


def _elements(type: Fixed | Var, value: list[Json]) -> _Pairs:
    """Yield the elements; only one of those without bytes, which are all equal."""
    return [(type.element, element) for element in (value[:1] if type.element.min_size == 0 else value)]


def _stored(type: Storage, value: list[Json]) -> _Pairs:
    elements = value
    for _ in type.shape[1:]:
        elements = list(chain.from_iterable(elements))
    return [(type.element, element) for element in elements]


PARTS: Mapping[type[Type], Callable[[Any, Any], _Pairs]] = {
    Fixed: _elements,
    Var: _elements,
    Tuple: lambda type, value: list(zip(type.fields, value, strict=True)),
    Struct: lambda type, value: list(zip(type.fields, value, strict=True)),
    Option: lambda type, value: [] if value is None else [(type.target, value[0])],
    Pointer: lambda type, value: [(type.target, value)],
    Array: lambda type, value: [(type_of(value["type"]), value["value"])],
    Storage: _stored,
    Complex: lambda type, value: [(PRIMITIVES[type.part.name], part) for part in value],
}
