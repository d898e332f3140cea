"""Values <-> the neutral notation, by their type (spec.md, Notation)."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from goldenwire_reference.dynd.decode_leaf import LEAVES, Input
from goldenwire_reference.dynd.encode import check_content
from goldenwire_reference.dynd.encode_leaf import Output, canonical, invalid
from goldenwire_reference.dynd.model import (
    Array,
    Fixed,
    Option,
    Pointer,
    Some,
    Storage,
    Struct,
    Tuple,
    Typed,
    Var,
)
from goldenwire_reference.dynd.primitives import (
    PRIMITIVES,
    Bool,
    Bytes,
    Char,
    Complex,
    FixedBytes,
    Float,
    Integer,
    String,
    Type,
    TypeType,
    Void,
)
from goldenwire_reference.dynd.tables import Profile
from goldenwire_reference.errors import NotationError, UnsupportedError
from goldenwire_reference.notation import Json, bits, integer, members, octets, parse_bits, parse_text


def parse_context(context: Json) -> tuple[str, Profile | None]:
    """Return the type string and the profile of a context.

    Raises NotationError, and UnsupportedError for a profile that nobody knows (DYND-SCOPE-04).
    """
    found = members(context, ("type",), ("profile",), "context")
    type_string, profile = found["type"], found.get("profile")
    if not isinstance(type_string, str) or not isinstance(found.get("profile", ""), str):
        raise NotationError(f"context: expected a type string and perhaps a profile, found {context!r:.200}")
    if profile is not None and profile not in get_args(Profile):
        raise UnsupportedError(f"the profile {profile:.200}")
    return type_string, profile


def to_json(type: Type, value: Any) -> Json:
    """Return the neutral notation of a decoded value."""
    return TO_JSON[type.__class__](type, value)


def _as_it_is(type: Type, value: Any) -> Json:
    return value


def _complex_to_json(type: Complex, value: tuple[int, int]) -> Json:
    return [bits(part, type.part.size) for part in value]


def _elements_to_json(type: Fixed | Var, value: Any) -> Json:
    if len(value) == 0:
        return []
    if isinstance(value, np.ndarray):
        return _items_to_json(type.element, value)
    element_to_json = TO_JSON[type.element.__class__]
    if type.element.min_size == 0:
        # A type without bytes has a single value, which may occur very often.
        return [element_to_json(type.element, element) for element in value[:1]] * len(value)
    return [element_to_json(type.element, element) for element in value]


def _items_to_json(type: Type, items: npt.NDArray[Any]) -> list[Json]:
    """Return the notation of the items of an array: field by field, and the values of a field one by one."""
    match type:
        case Pointer():
            return _items_to_json(type.target, items)
        case Tuple():
            fields = (_items_to_json(field, items[name]) for name, field in zip(type.names, type.fields, strict=True))
            return [list(parts) for parts in zip(*fields, strict=True)]
        case Fixed():
            inner = _items_to_json(type.element, items.ravel())
            return [inner[at : at + type.count] for at in range(0, len(inner), type.count)]
    reader, read = Input(np.ascontiguousarray(items).tobytes()), LEAVES[type.__class__]
    item_to_json = TO_JSON[type.__class__]
    return [item_to_json(type, read(reader, type)) for _ in range(len(items))]


def _tuple_to_json(type: Tuple, value: tuple[Any, ...]) -> Json:
    return [to_json(field, part) for field, part in zip(type.fields, value, strict=True)]


def _option_to_json(type: Option, value: Some | None) -> Json:
    return None if value is None else [to_json(type.target, value.value)]


def _array_to_json(type: Array, value: Typed) -> Json:
    return {"type": str(value.type), "value": to_json(value.type, value.value)}


TO_JSON: Mapping[type[Type], Callable[[Any, Any], Json]] = {
    Void: _as_it_is,
    Bool: _as_it_is,
    String: _as_it_is,
    Char: _as_it_is,
    Integer: lambda type, value: str(value),
    Float: lambda type, value: bits(value, type.size),
    Complex: _complex_to_json,
    FixedBytes: lambda type, value: value.hex(),
    Bytes: lambda type, value: value.hex(),
    TypeType: lambda type, value: str(value),
    Fixed: _elements_to_json,
    Var: _elements_to_json,
    Tuple: _tuple_to_json,
    Struct: _tuple_to_json,
    Option: _option_to_json,
    Pointer: lambda type, value: to_json(type.target, value),
    Array: _array_to_json,
    Storage: lambda type, value: to_json(type.array, value),
}


def from_json(writer: Output, type: Type, json: Json) -> Any:
    """Return the value of a neutral notation, to be written to `writer`.

    Raises NotationError if it is not the notation of a value of any type, EncodeError if it is not one of this type.
    """
    is_pair = isinstance(json, dict) and json.keys() in ({"utf8"}, {"type", "value"})
    if not is_pair and not isinstance(json, str | bool | list | None):
        raise NotationError(f"expected the notation of a value, found {json!r:.100}")
    writer.depth += 1
    value = FROM_JSON[type.__class__](writer, type, json)
    writer.depth -= 1
    return value


def _atom(parse: Callable[[Any, Json], Any]) -> Callable[[Output, Any, Json], Any]:
    """Return a function that makes values of atoms as `parse` does, and raises EncodeError for other notation."""

    def value(writer: Output, type: Type, json: Json) -> Any:
        try:
            return parse(type, json)
        except NotationError:
            raise invalid(type, json) from None

    return value


def _items(type: Type, json: Json, count: int | None = None) -> list[Json]:
    if not isinstance(json, list) or (count is not None and len(json) != count):
        raise invalid(type, json)
    return json


def _complex(writer: Output, type: Complex, json: Json) -> tuple[Any, ...]:
    return tuple(from_json(writer, type.part, part) for part in _items(type, json, 2))


def _fixed(writer: Output, type: Fixed, json: Json) -> list[Any]:
    return _elements(writer, type.element, _items(type, json, type.count))


def _var(writer: Output, type: Var, json: Json) -> list[Any]:
    return _elements(writer, type.element, _items(type, json))


def _elements(writer: Output, element: Type, json: list[Json]) -> list[Any]:
    if element.min_size == 0 and json and json.count(json[0]) == len(json):
        return [from_json(writer, element, json[0])] * len(json)
    return [from_json(writer, element, one) for one in json]


def _tuple(writer: Output, type: Tuple, json: Json) -> tuple[Any, ...]:
    parts = zip(type.fields, _items(type, json, len(type.fields)), strict=True)
    return tuple(from_json(writer, field, part) for field, part in parts)


def _option(writer: Output, type: Option, json: Json) -> Some | None:
    return None if json is None else Some(from_json(writer, type.target, _items(type, json, 1)[0]))


def _array(writer: Output, type: Array, json: Json) -> Typed:
    if not isinstance(json, dict) or "value" not in json:
        raise invalid(type, json)
    _, content = canonical(writer, _type_text(writer, PRIMITIVES["type"], json["type"]))
    check_content(writer, type, content)
    return Typed(content, from_json(writer, content, json["value"]))


_type_text = _atom(lambda type, json: parse_text(json, "type"))


FROM_JSON: Mapping[type[Type], Callable[[Output, Any, Json], Any]] = {
    Void: lambda writer, type, json: json,
    Bool: lambda writer, type, json: json,
    Integer: _atom(lambda type, json: integer(json)),
    Float: _atom(lambda type, json: parse_bits(json, type.size)),
    Complex: _complex,
    FixedBytes: _atom(lambda type, json: octets(json)),
    Bytes: _atom(lambda type, json: octets(json)),
    String: _atom(lambda type, json: parse_text(json, "string")),
    Char: _atom(lambda type, json: parse_text(json, "char")),
    TypeType: _type_text,
    Fixed: _fixed,
    Var: _var,
    Tuple: _tuple,
    Struct: _tuple,
    Option: _option,
    Pointer: lambda writer, type, json: from_json(writer, type.target, json),
    Array: _array,
    Storage: lambda writer, type, json: from_json(writer, type.array, json),
}
