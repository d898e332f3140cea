"""The words in which misreadings of MessagePack are told."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.misreadings import Change, Entry, Misreading, misreading

Scalar = Callable[[bytes, Any], Any]

# How a map is made, with the octets of its keys if these are all that is in `places`.
KEPT = "return Map(pairs, [*places] if len(places) == len(pairs) else None)"


def wrong(name: str, requirements: str, sentence: str, *changes: Change) -> Misreading:
    """A misreading of these requirements, which are without their prefix and separated by blanks."""
    return misreading(name, " ".join(f"MSGPACK-{one}" for one in requirements.split()), sentence, *changes)


def reads(kind: str, scalar: Scalar) -> Entry:
    """What is read of that kind is made anew of its octets."""
    return Entry("decode.SCALARS", kind, lambda old: scalar)


def then(kind: str, change: Callable[[Any], Any]) -> Entry:
    """What is read of that kind is changed."""
    return Entry("decode.SCALARS", kind, lambda old: lambda octets, number: change(old(octets, number)))


def packs(kind: type, change: Callable[[Any], bytes | None]) -> Entry:
    """What is written of that kind is other octets, where there are some."""
    return Entry("encode._PACKED", kind, lambda old: lambda value: change(value) or old(value))
