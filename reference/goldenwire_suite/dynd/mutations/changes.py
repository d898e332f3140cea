"""Builders of mutations, and changes to the reference that several of them share."""

from collections.abc import Callable
from typing import Any

from goldenwire_reference.dynd.tables import DEPTH
from goldenwire_reference.dynd.types import TypeStringError
from goldenwire_suite.mutations import Replaced, of_format

mutation = of_format("DYND")


def given(kinds: Any, form: Any, change: Callable[[Any, Any], Any]) -> Replaced:
    """A change with which the encoder takes JSON of that form, where a type of such a kind is due, for other JSON."""
    def from_json(original: Any, writer: Any, type: Any, json: Any) -> Any:
        other = isinstance(type, kinds) and isinstance(json, form)
        return original(writer, type, change(type, json) if other else json)
    return Replaced("notation.from_json", from_json)


def spelt(change: Callable[[str], str]) -> Replaced:
    """A change with which the reader of type strings reads other ones."""
    return Replaced("types._parse", lambda parse, text, grammar: parse(change(text), grammar))


def otherwise(change: Callable[[str], str]) -> Replaced:
    """A change with which the reader of type strings reads other ones in place of those that are none."""
    def parse(original: Any, text: str, grammar: str) -> Any:
        found = original(text, grammar)
        is_none = isinstance(found, TypeStringError) and found.kind == "syntax"
        return original(change(text), grammar) if is_none else found
    return Replaced("types._parse", parse)


def refused(rule: str, when: Callable[[Any], object]) -> Replaced:
    """A change with which the reader of type strings refuses some types that a rule of its grammar makes."""
    def make(original: Any, *of: Any) -> Any:
        made = original(*of)
        if when(made):
            raise TypeStringError("syntax", 0, "", "")
        return made
    return Replaced(f"types._Builder.{rule}", make)


def refused_text(kind: str, when: Callable[[str], object]) -> Replaced:
    """A change with which the reader of type strings finds a defect of that kind in some strings that have none."""
    def parse(original: Any, text: str, grammar: str) -> Any:
        found = original(text, grammar)
        is_sound = not isinstance(found, TypeStringError) and found.depth <= DEPTH.most
        return TypeStringError(kind, 0, "", "") if is_sound and when(text) else found
    return Replaced("types._parse", parse)


def written(change: Callable[[str], str]) -> Replaced:
    """A change with which an encoder writes other type strings."""
    def canonical(original: Any, *of: Any) -> tuple[str, Any]:
        text, type = original(*of)
        return change(text), type
    return Replaced("encode_leaf.canonical", canonical)


def sentinel(change: Callable[[Any, Any], bytes | None]) -> Replaced:
    """A change with which the options of a type have another sentinel, given the type and the usual one, or None."""
    return Replaced("model.Option.sentinel", lambda original, self: change(self.target, original(self)))


def shared(again: Callable[[Any, int], object]) -> Replaced:
    """A change with which an encoder does this with its writer and a target's number where pointers share a target."""
    def write_pointer(original: Any, writer: Any, type: Any, value: Any) -> None:
        known = writer.__dict__.setdefault("targets", [])
        if value in known:
            again(writer, known.index(value))
        else:
            known.append(value)
            original(writer, type, value)
    return Replaced("encode._write_pointer", write_pointer)
