"""Builders of mutations."""

import re
from collections.abc import Callable
from typing import Any

from goldenwire_suite.mutations import Change, Edit, Replaced, of_format, returned

mutation = of_format("DSPACK")


def grammar(old: str, new: str) -> Change:
    """Return a change that replaces a text in schema.lark."""
    return Edit("schema._parse", f"GRAMMAR -> GRAMMAR.replace({old!r}, {new!r})")


def reads(pattern: str, instead: str) -> Change:
    """Return a change that replaces a pattern in the text of a schema before it is parsed."""
    return Replaced("schema._parse", lambda original, text: original(re.sub(pattern, instead, text)))


def delivered(change: Callable[[Any], Any]) -> Change:
    """Return a change of the list of data sets that were read."""
    return returned("decode.decode", change)
