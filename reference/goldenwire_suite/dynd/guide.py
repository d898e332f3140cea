"""The guide to DyND serializations of unknown origin: bytes do not tell their type, so common ones are tried."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from goldenwire_reference.dynd.model import Array, Fixed, Option, Pointer, Storage, Struct, Tuple, Var
from goldenwire_reference.dynd.primitives import Bytes, Complex, FixedBytes, Float, Type
from goldenwire_reference.dynd.types import parse
from goldenwire_reference.format import Json
from goldenwire_suite.dynd.rules import RULES
from goldenwire_suite.guides import Attempt, Evidence, Guide, Tree, listed, number, quoted

# Types that say something if they fit, and types of items, whose number follows from the number of bytes.
TELLING = ("array[Any]", "string", "var * string", "type", "bytes")
ITEMS = {"float64": 8, "int64": 8, "int32": 4, "float32": 4, "int16": 2, "int8": 1, "uint8": 1}
COUNTED = ("float64", "int64", "int32", "float32", "int16")
LONGEST = 1 << 16  # bytes that are tried


def attempts(data: bytes) -> Iterable[Attempt]:
    """Return types that may fit; one that the bytes carry, as array[Any] does, is no mere guess."""
    if not 0 < len(data) <= LONGEST:
        return
    fixed = [f"{len(data) // size} * {name}" for name, size in ITEMS.items() if len(data) % size == 0]
    for type in (*TELLING, *(f"var * {name}" for name in COUNTED), *fixed):
        yield Attempt({"type": type}, f"type {type}", Evidence.PLAIN if type == TELLING[0] else Evidence.GUESS)


def show(value: Json, context: Json) -> Tree:
    """Return a value of the type in the context as people write it."""
    return _show(_type(context["type"]), value)


def _type(text: str) -> Type:
    return parse(text, storage=True, beyond=True)  # which a profile and a policy allow


def _show(type: Type, value: Any) -> Tree:
    shown: Callable[[Any, Any], Tree] = SHOW.get(type.__class__, _atom)
    return shown(type, value)


def _atom(type: Type, value: Json) -> Tree:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "void"}[value]
    return quoted(value) if type.__class__.__name__ in {"String", "Char", "TypeType"} else str(value)


def _fields(type: Tuple, value: Json) -> Tree:
    return listed([_show(field, part) for field, part in zip(type.fields, value, strict=True)], "(", ")")


def _struct(type: Struct, value: Json) -> Tree:
    parts = zip(type.names, type.fields, value, strict=True)
    return listed([(f"{name}: ", _show(field, part)) for name, field, part in parts], "{", "}")


SHOW: Mapping[Any, Callable[[Any, Any], Tree]] = {
    Float: lambda type, value: number(value),
    Complex: lambda type, value: f"({', '.join(map(number, value))})",
    Bytes: lambda type, value: f"bytes {value}".rstrip(),
    FixedBytes: lambda type, value: f"bytes {value}",
    Fixed: lambda type, value: listed([_show(type.element, part) for part in value]),
    Var: lambda type, value: listed([_show(type.element, part) for part in value]),
    Tuple: _fields,
    Struct: _struct,
    Option: lambda type, value: "missing" if value is None else _show(type.target, value[0]),
    Pointer: lambda type, value: _show(type.target, value),
    Array: lambda type, value: listed([_show(_type(value["type"]), value["value"])], f"{value['type']}: ", ""),
    Storage: lambda type, value: _show(type.array, value),
}

GUIDE = Guide(attempts=attempts, show=show, rules=RULES)
