"""Short words for values in neutral notation, and as they are stored, for the modules of the catalogue."""

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
    """The notation of a plain value; what is notation already (a dict) is taken as it stands."""
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
    """A map, its keys put in order."""
    return {"map": [[key, node(members[key])] for key in sorted(members, key=str.encode)]}


def unknown(members: Mapping[str, Any]) -> Json:
    """A kept object."""
    return {"unknown": mapping(members)["map"]}


def ndarray(dtype: str, shape: Sequence[int], *elements: Any) -> Json:
    """An array of atoms; integers are written as such."""
    return {"ndarray": {"dtype": dtype, "shape": [str(size) for size in shape], "elements": atoms(elements)}}


def atoms(elements: Iterable[Any]) -> Json:
    """Elements, integers turned into atoms."""
    return [str(item) if isinstance(item, int) and not isinstance(item, bool) else item for item in elements]


def nested(levels: int, kind: str = "array", inside: Any = None) -> Json:
    """Arrays or maps of so many levels."""
    value = inside
    for _ in range(levels):
        value = {"array": [value]} if kind == "array" else {"map": [["a", value]]}
    return value


# ---- values as they are stored ----

# Keys that a plain object of JavaScript has though nobody put them there, and how summaries call them.
HOST_NAMES = {
    "constructor": ("constructor", "the name of every object's constructor in JavaScript"),
    "method": ("toString", "the name of a method of every object in JavaScript"),
    "prototype": ("__proto__", "the name of every object's prototype in JavaScript"),
}


def tagged(tag: str, **members: Any) -> dict[str, Any]:
    """A tagged object as it is stored, the tag first."""
    return {TYPE: tag, **members}


def without(tree: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The object without one of its members."""
    return {key: member for key, member in tree.items() if key != name}


def wire(carrier: Carrier, tree: Any) -> bytes:
    """A reduced tree as it stands in a carrier, members in the order that they have here."""
    if carrier == "json":
        return write_json(tree)
    octets: Any = msgpack.packb(tree, use_bin_type=True)
    return bytes(octets)


def ordered(tree: Any) -> Any:
    """The tree with the members of its objects in canonical order."""
    if isinstance(tree, dict):
        return {key: ordered(tree[key]) for key in sorted(tree)}
    return [ordered(item) for item in tree] if isinstance(tree, list) else tree


@dataclass(frozen=True)
class Stored:
    """An accepted case (feature/name, without its carrier) and the object that it stores: a base to depart from."""

    case: str
    tree: Mapping[str, Any]

    def but(self, **members: Any) -> dict[str, Any]:
        """The object with these members, added or in place of those that it has."""
        return {**self.tree, **members}

    def without(self, name: str) -> dict[str, Any]:
        """The object without one of its members."""
        return without(self.tree, name)
