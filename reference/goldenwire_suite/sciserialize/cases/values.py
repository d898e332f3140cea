"""Builders of values in neutral notation and in stored form, for the modules of the catalogue."""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgpack

from goldenwire_reference.sciserialize.json_encode import write_json
from goldenwire_reference.sciserialize.tables import TYPE, Carrier

Json = Any


# ---- values in notation ----


def f64(value: float) -> str:
    """The atom of a double."""
    return f"0x{struct.pack('>d', value).hex()}"


def node(value: Any) -> Json:
    """Return the notation of a plain value; a dict is already notation and is returned unchanged."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {"number": f64(value) if isinstance(value, float) else str(value)}
    if isinstance(value, str):
        return {"str": value}
    if isinstance(value, bytes):
        return {"bin": value.hex()}
    return array(*value) if isinstance(value, list | tuple) else value


def array(*items: Any) -> Json:
    """An array."""
    return {"array": [node(item) for item in items]}


def mapping(members: Mapping[str, Any]) -> Json:
    """A map with its keys in order."""
    return {"map": [[key, node(members[key])] for key in sorted(members, key=str.encode)]}


def unknown(members: Mapping[str, Any]) -> Json:
    """A kept object."""
    return {"unknown": mapping(members)["map"]}


def ndarray(dtype: str, shape: Sequence[int], *elements: Any) -> Json:
    """An array of atoms; integers are converted."""
    return {"ndarray": {"dtype": dtype, "shape": [str(size) for size in shape], "elements": atoms(elements)}}


def atoms(elements: Iterable[Any]) -> Json:
    """Return elements with integers converted to atoms."""
    return [str(item) if isinstance(item, int) and not isinstance(item, bool) else item for item in elements]


def nested(levels: int, kind: str = "array", inside: Any = None) -> Json:
    """Arrays or maps of that many levels."""
    value = inside
    for _ in range(levels):
        value = {"array": [value]} if kind == "array" else {"map": [["a", value]]}
    return value


# ---- values as they are stored ----

# Keys that a plain object of JavaScript has by default, and their names in summaries.
HOST_NAMES = {
    "constructor": ("constructor", "constructor, the name of a property of every object in JavaScript"),
    "method": ("toString", "the name of a method of every object in JavaScript"),
    "prototype": ("__proto__", "the name of every object's prototype in JavaScript"),
}


def tagged(tag: str, **members: Any) -> dict[str, Any]:
    """A stored tagged object, the tag first."""
    return {TYPE: tag, **members}


def without(tree: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the object without one of its members."""
    return {key: member for key, member in tree.items() if key != name}


def wire(carrier: Carrier, tree: Any) -> bytes:
    """Return the bytes of a reduced tree in a carrier, members in their present order."""
    if carrier == "json":
        return write_json(tree)
    octets: Any = msgpack.packb(tree, use_bin_type=True)
    return bytes(octets)


def ordered(tree: Any) -> Any:
    """Return the tree with the members of its objects in canonical order."""
    if isinstance(tree, dict):
        return {key: ordered(tree[key]) for key in sorted(tree)}
    return [ordered(item) for item in tree] if isinstance(tree, list) else tree


@dataclass(frozen=True)
class Stored:
    """An accepted case (feature/name, without its carrier) and the object that it stores: the base of other cases."""

    case: str
    tree: Mapping[str, Any]

    def but(self, **members: Any) -> dict[str, Any]:
        """Return the object with these members, added or replaced."""
        return {**self.tree, **members}

    def without(self, name: str) -> dict[str, Any]:
        """Return the object without one of its members."""
        return without(self.tree, name)
