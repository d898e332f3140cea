"""Builders of mutations."""

import re
from collections.abc import Callable
from typing import Any

from goldenwire_suite.mutations import Change, Edit, Mutation, Replaced
from goldenwire_suite.mutations import mutation as named


def mutation(name: str, requirements: str, sentence: str, *changes: Change) -> Mutation:
    """Return a mutation of requirements whose ids are given without their prefix."""
    return named(name, " ".join(f"DSPACK-{word}" for word in requirements.split()), sentence, *changes)


def grammar(old: str, new: str) -> Change:
    """Return a change that replaces a text in schema.lark."""
    return Edit("schema._parse", f"GRAMMAR -> GRAMMAR.replace({old!r}, {new!r})")


def reads(pattern: str, instead: str) -> Change:
    """Return a change that replaces a pattern in the text of a schema before it is parsed."""
    return Replaced("schema._parse", lambda original, text: original(re.sub(pattern, instead, text)))


def returns(function: str, change: Callable[[Any], Any]) -> Change:
    """Return a change of what a function returns."""
    return Replaced(function, lambda original, *given, **named: change(original(*given, **named)))


def delivered(change: Callable[[Any], Any]) -> Change:
    """Return a change of the list of data sets that were read."""
    return returns("decode.decode", change)
