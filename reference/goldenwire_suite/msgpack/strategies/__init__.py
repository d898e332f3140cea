"""Hypothesis strategies for MessagePack: values, and all the forms in which they can be stored.

Without policies nothing is generated that a policy decides. Input that only some decoders accept (a repeated key, too
many nanoseconds) is never generated.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from goldenwire_suite.msgpack.strategies.asked import occurs
from goldenwire_suite.msgpack.strategies.boundaries import choose_boundary, choose_broken, choose_sized
from goldenwire_suite.msgpack.strategies.coverage import WITHOUT_DRAW, requirements
from goldenwire_suite.msgpack.strategies.spelling import PLAIN, ItemSpelling, first, second, write
from goldenwire_suite.msgpack.strategies.values import ValueRules, choose_value, deepened, end_values, rules_of
from goldenwire_suite.strategies import Choose, Encodings, Example, Json, built
from goldenwire_suite.strategies.broken import Broken
from goldenwire_suite.strategies.edited import Edited

if TYPE_CHECKING:
    from goldenwire_reference.reader import Field

__all__ = ["WITHOUT_DRAW", "beyond", "boundaries", "delivered", "examples", "exercised", "occurs", "opening"]

NAN = "0x7ff8000000000000"  # the bits with which the reference delivers any NaN


def examples(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> st.SearchStrategy[Example]:
    """Values whose outcome is determined for a codec that declares these policies, and their octets.

    A decoder gets any form, an encoder only values.
    """
    encodes = operation == "encode"
    if encodings == "unwritten" or (encodes and encodings in {"other", "respelled", "reordered"}):
        return st.nothing()
    rules = rules_of(policies or {})
    if encodes or encodings == "canonical":
        rules = rules._replace(octets=False)  # the reference does not write these
    return built(lambda choose: _choose_example(choose, rules, "canonical" if encodes else encodings))


def boundaries(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Edited]:
    """Values at the limits of what can be encoded."""
    rules = rules_of(policies or {})
    return built(lambda choose: choose_boundary(choose, rules))


def beyond(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Broken]:
    """Octets at the limits of what is valid."""
    return built(choose_broken)


def opening(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> list[list[Example]]:
    """The ends of every form of integers and floats, and those of timestamps if the policy says that they are read."""
    if encodings not in {"canonical", "any"}:
        return []
    found = end_values(rules_of(policies or {}))
    return [[_example(value, None) for value in (*values, {"array": values})] for values in found]


def delivered(value: Json, plan: Json, policies: Mapping[str, str]) -> Json:
    """Return the value that a decoder delivers if the reference read this value: any NaN for a NaN."""
    if isinstance(value, list):
        return [delivered(item, plan, policies) for item in value]
    if not isinstance(value, dict):
        return value
    if value == {"float": NAN}:
        return {"float": {"nan": "16"}}
    return {tag: delivered(content, plan, policies) for tag, content in value.items()}


def exercised(example: Example, fields: "Sequence[Field]") -> Collection[str]:
    """Return the ids of the requirements that reading or writing the example depends on."""
    return requirements(example, write(example.value, PLAIN) if example.data is None else example.data, fields)


def _choose_example(choose: Choose, rules: ValueRules, encodings: Encodings) -> Example:
    value = choose_sized(choose) if choose(3) == 2 else choose_value(choose, rules)
    if encodings == "canonical" or (encodings == "any" and not choose(4)):
        # Never for values to be corrupted: an edit could lead to a level that only some codecs accept.
        value = deepened(choose, value) if encodings == "canonical" and choose(20) == 19 else value
        return _example(value, write(value, PLAIN) if rules.octets else None)
    spell = _reordered if encodings == "reordered" else partial(_other, in_order=encodings == "respelled")
    return _example(*spell(choose, value))


def _example(value: Json, data: bytes | None) -> Example:
    return Example(value, None, None, delivered(value, None, {}), (), data)


def _other(choose: Choose, value: Json, *, in_order: bool) -> tuple[Json, bytes]:
    """Octets that are not canonical; a value without others is put into an array."""
    canonical = write(value, PLAIN)
    for spell in [choose, second] if choose(6) else [second]:
        if (data := write(value, ItemSpelling(first if in_order else spell, spell))) != canonical:
            return value, data
    return {"array": [value]}, b"\xdc\x00\x01" + canonical


def _reordered(choose: Choose, value: Json) -> tuple[Json, bytes]:
    """The canonical forms except for the order of pairs; a value without pairs is put into a map."""
    for order in [choose, second] if choose(6) else [second]:
        if (data := write(value, ItemSpelling(order, first))) != write(value, PLAIN):
            return value, data
    value = {"map": [[{"int": "1"}, value], [{"str": "a"}, None]]}
    return value, write(value, ItemSpelling(second, first))
