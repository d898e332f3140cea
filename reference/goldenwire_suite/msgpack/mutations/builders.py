"""Builders of MessagePack's mutations."""

from collections.abc import Callable
from typing import Any

from goldenwire_suite.mutations import Change, Entry, Mutation, Replaced
from goldenwire_suite.mutations import mutation as named


def mutation(name: str, requirements: str, sentence: str, *changes: Change) -> Mutation:
    """Return a mutation of these requirements, which are without their prefix and separated by blanks."""
    return named(name, " ".join(f"MSGPACK-{one}" for one in requirements.split()), sentence, *changes)


def reads(kind: str, scalar: Callable[[bytes], Any]) -> Entry:
    """A change that computes every value of that kind from its octets with `scalar`."""
    return Entry("decode.SCALARS", kind, lambda old: lambda octets, number: scalar(octets))


def then(kind: str, change: Callable[[Any], Any]) -> Entry:
    """A change to every value of that kind after it is read."""
    return Entry("decode.SCALARS", kind, lambda old: lambda octets, number: change(old(octets, number)))


def packs(kind: type, change: Callable[[Any], bytes | None]) -> Entry:
    """A change that writes other octets for every value of that kind for which `change` returns some."""
    return Entry("encode._PACKED", kind, lambda old: lambda value: change(value) or old(value))


def before(function: str, change: Callable[[Any], Any]) -> Replaced:
    """A change to the first argument of a function."""
    return Replaced(function, lambda original, first, *words, **named: original(change(first), *words, **named))


def after(function: str, change: Callable[[Any], Any], kind: type = object) -> Replaced:
    """A change to what a function returns, if it is of that kind."""

    def by(original: Callable[..., Any], *words: Any) -> Any:
        value = original(*words)
        return change(value) if isinstance(value, kind) else value

    return Replaced(function, by)
