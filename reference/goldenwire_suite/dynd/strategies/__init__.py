"""Strategies for the DyND serialization: types, their values, and examples for a codec's properties.

    @given(dynd.types().flatmap(lambda type: st.tuples(st.just(type), dynd.values(type))))
    def test_my_codec(type_and_value): ...

Types are canonical type strings, values are in neutral notation. A value has one serialization, so all examples are
canonical. Only examples that a policy admits and the reference does not write come with their bytes.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from hypothesis import strategies as st

from goldenwire_reference.dynd.types import parse
from goldenwire_suite.dynd.strategies.asked import admits_others, occurs_as_context
from goldenwire_suite.dynd.strategies.boundaries import (
    choose_boundary,
    choose_broken,
    choose_edge,
    choose_siblings,
    choose_sized,
    end_values,
)
from goldenwire_suite.dynd.strategies.cbor import choose_carried
from goldenwire_suite.dynd.strategies.coverage import WITHOUT_DRAW, exercised
from goldenwire_suite.dynd.strategies.limits import choose_beyond, choose_deep, choose_limit
from goldenwire_suite.dynd.strategies.nans import with_nans
from goldenwire_suite.dynd.strategies.types import TypeRules, choose_noted, choose_storage, choose_type
from goldenwire_suite.dynd.strategies.values import choose_value
from goldenwire_suite.strategies import Choose, Encodings, Example, Json, built
from goldenwire_suite.strategies.broken import Broken
from goldenwire_suite.strategies.edited import Edited

__all__ = [
    "WITHOUT_DRAW", "admits_others", "beyond", "boundaries", "delivered", "examples", "exercised",
    "occurs_as_context", "opening", "types", "values",
]  # fmt: skip


def types(rules: TypeRules = TypeRules()) -> st.SearchStrategy[str]:  # noqa: B008 - it is immutable
    """Canonical type strings, of every constructor around every other; by the rules also types without values."""
    return built(lambda choose: str(choose_type(choose, rules)))


def values(type: str, rules: TypeRules = TypeRules()) -> st.SearchStrategy[Json]:  # noqa: B008 - it is immutable
    """Values of a type, in neutral notation; if the rules say so, with types of the profile storage within them."""
    found = parse(type, storage=rules.storage)
    return built(lambda choose: choose_value(choose, found, rules))


def examples(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> st.SearchStrategy[Example]:
    """Values with their types, under the profiles that the codec declares as features.

    NaNs in options, and values beyond a limit, are among `any` encodings for a decoder that declared to deliver them.
    """
    if encodings not in {"any", "canonical"}:
        return st.nothing()
    chosen = policies or {}
    lenient = operation == "decode" and encodings == "any"
    terms = _Terms(
        storage="storage" in features,
        cbor="cbor" in features,
        option_nans=lenient and chosen.get("dynd.option-nan") == "available",
        beyond=lenient and chosen.get("dynd.limits") == "accept",
    )
    return built(lambda choose: _choose_example(choose, terms))


def boundaries(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Edited]:
    """Values at the limits of what can be encoded."""
    return built(choose_boundary)


def beyond(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Broken]:
    """Bytes of type strings at the limits of what is valid."""
    return built(choose_broken)


def opening(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> list[list[Example]]:
    """The ends of every type of numbers, and those of characters, one by one and all in an array."""
    if encodings not in {"canonical", "any"}:
        return []
    return [[_example(type, value) for type, value in group] for group in end_values()]


def delivered(value: Json, plan: Json, policies: Mapping[str, str]) -> Json:
    """Return the value that a decoder delivers if the reference read this value: the same, to the last bit."""
    return value


class _Terms(NamedTuple):
    """The content that an example may have."""

    storage: bool
    cbor: bool
    option_nans: bool
    beyond: bool


def _choose_example(choose: Choose, terms: _Terms) -> Example:
    """Mostly a value of the core; some values of a declared profile, and rarely one at a limit."""
    way = choose(100)
    if way >= 94:
        return _example(*(choose_limit if way >= 98 else choose_deep)(choose)[:2])
    if way >= 82 and (edge := choose(5)):
        edged = (
            choose_siblings(choose, storage=terms.storage)
            if edge == 4
            else (choose_sized, choose_edge)[edge % 2](choose)
        )
        return _example(*edged, "storage" if edge == 4 and terms.storage else None)
    if way >= 90 and terms.beyond:
        type, value, data = choose_beyond(choose)
        return _example(type, value, data=data)
    if way >= 70 and terms.cbor:
        return _drawn(*choose_carried(choose, int(terms.option_nans)), profile="cbor")
    rules = TypeRules(storage=way >= 46 and terms.storage)
    if rules.storage and way % 2:
        found = choose_storage(choose, rules)
    else:
        found = choose_noted(choose, terms.option_nans) if way % 4 == 3 else choose_type(choose, rules)
    value = choose_value(choose, found, rules, int(terms.option_nans))
    return _drawn(found, value, profile="storage" if rules.storage else None)


def _drawn(type: object, value: Json, profile: str | None) -> Example:
    """Return the example, with its bytes if only a policy admits it."""
    example = _example(type, value, profile)
    return example._replace(data=with_nans(value, example.context))


def _example(type: object, value: Json, profile: str | None = None, data: bytes | None = None) -> Example:
    context = {"type": str(type)} | ({"profile": profile} if profile else {})
    return Example(value, None, context, value, (profile,) if profile else (), data)
