"""Builders of MessagePack's mutations."""

from collections.abc import Callable
from typing import Any

from goldenwire_suite.mutations import Change, Entry, Mutation
from goldenwire_suite.mutations import mutation as named

Scalar = Callable[[bytes, Any], Any]

# The construction of a map, with the octets of its keys if `places` contains no others.
KEPT = "return Map(pairs, [*places] if len(places) == len(pairs) else None)"


def mutation(name: str, requirements: str, sentence: str, *changes: Change) -> Mutation:
    """Return a mutation of these requirements, which are without their prefix and separated by blanks."""
    return named(name, " ".join(f"MSGPACK-{one}" for one in requirements.split()), sentence, *changes)


def reads(kind: str, scalar: Scalar) -> Entry:
    """A change that computes every value of that kind from its octets with `scalar`."""
    return Entry("decode.SCALARS", kind, lambda old: scalar)


def then(kind: str, change: Callable[[Any], Any]) -> Entry:
    """A change to every value of that kind after it is read."""
    return Entry("decode.SCALARS", kind, lambda old: lambda octets, number: change(old(octets, number)))


def packs(kind: type, change: Callable[[Any], bytes | None]) -> Entry:
    """A change that writes other octets for every value of that kind for which `change` returns some."""
    return Entry("encode._PACKED", kind, lambda old: lambda value: change(value) or old(value))
