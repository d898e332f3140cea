"""Builders of MessagePack's mutations."""

from collections.abc import Callable
from typing import Any

from goldenwire_suite.mutations import Entry, of_format

mutation = of_format("MSGPACK")


def reads(kind: str, scalar: Callable[[bytes], Any]) -> Entry:
    """A change that computes every value of that kind from its octets with `scalar`."""
    return Entry("decode.SCALARS", kind, lambda old: lambda octets, number: scalar(octets))


def then(kind: str, change: Callable[[Any], Any]) -> Entry:
    """A change to every value of that kind after it is read."""
    return Entry("decode.SCALARS", kind, lambda old: lambda octets, number: change(old(octets, number)))


def packs(kind: type, change: Callable[[Any], bytes | None]) -> Entry:
    """A change that writes other octets for every value of that kind for which `change` returns some."""
    return Entry("encode._PACKED", kind, lambda old: lambda value: change(value) or old(value))

