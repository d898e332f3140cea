"""Strategies for the DyND serialization: types, their values, and examples for a codec's properties.

    @given(dynd.types().flatmap(lambda type: st.tuples(st.just(type), dynd.values(type))))
    def test_my_codec(type_and_value): ...

Types are canonical type strings, values are in neutral notation. A value has one serialization, so all examples are
canonical. Only examples that a policy admits and the reference does not write come with their bytes.
"""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from hypothesis import strategies as st

from goldenwire_reference.drawing import Encodings, Example, Json, Pick, built
from goldenwire_reference.drawing.broken import Broken
from goldenwire_reference.drawing.edited import Edited
from goldenwire_reference.dynd.strategies.boundaries import (
    pick_boundary,
    pick_broken,
    pick_edge,
    pick_siblings,
    pick_sized,
)
from goldenwire_reference.dynd.strategies.cbor import pick_carried
from goldenwire_reference.dynd.strategies.coverage import WITHOUT_DRAW, exercised
from goldenwire_reference.dynd.strategies.limits import pick_beyond, pick_deep, pick_limit
from goldenwire_reference.dynd.strategies.nans import with_nans
from goldenwire_reference.dynd.strategies.types import Rules, pick_noted, pick_storage, pick_type
from goldenwire_reference.dynd.strategies.values import pick_value
from goldenwire_reference.dynd.types import parse

__all__ = ["WITHOUT_DRAW", "beyond", "boundaries", "delivered", "examples", "exercised", "types", "values"]


def types(rules: Rules = Rules()) -> st.SearchStrategy[str]:  # noqa: B008 - it is immutable
    """Canonical type strings, of every constructor around every other; by the rules also types without values."""
    return built(lambda pick: str(pick_type(pick, rules)))


def values(type: str, rules: Rules = Rules()) -> st.SearchStrategy[Json]:  # noqa: B008 - it is immutable
    """Values of a type, in neutral notation; if the rules say so, with types of the profile storage within them."""
    found = parse(type, storage=rules.storage)
    return built(lambda pick: pick_value(pick, found, rules))


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
    return built(lambda pick: _pick_example(pick, terms))


def boundaries(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Edited]:
    """Values at the limits of what can be encoded."""
    return built(pick_boundary)


def beyond(features: Collection[str] = (), policies: Mapping[str, str] | None = None) -> st.SearchStrategy[Broken]:
    """Bytes of type strings at the limits of what is valid."""
    return built(pick_broken)


def delivered(value: Json, plan: Json, policies: Mapping[str, str]) -> Json:
    """Return the value that a decoder delivers if the reference read this value: the same, to the last bit."""
    return value


class _Terms(NamedTuple):
    """The content that an example may have."""

    storage: bool
    cbor: bool
    option_nans: bool
    beyond: bool


def _pick_example(pick: Pick, terms: _Terms) -> Example:
    """Mostly a value of the core; some values of a declared profile, and rarely one at a limit."""
    way = pick(100)
    if way >= 94:
        return _example(*(pick_limit if way >= 98 else pick_deep)(pick)[:2])
    if way >= 82 and (edge := pick(5)):
        edged = pick_siblings(pick, storage=terms.storage) if edge == 4 else (pick_sized, pick_edge)[edge % 2](pick)
        return _example(*edged, "storage" if edge == 4 and terms.storage else None)
    if way >= 90 and terms.beyond:
        type, value, data = pick_beyond(pick)
        return _example(type, value, data=data)
    if way >= 70 and terms.cbor:
        return _drawn(*pick_carried(pick, int(terms.option_nans)), profile="cbor")
    rules = Rules(storage=way >= 46 and terms.storage)
    if rules.storage and way % 2:
        found = pick_storage(pick, rules)
    else:
        found = pick_noted(pick, terms.option_nans) if way % 4 == 3 else pick_type(pick, rules)
    value = pick_value(pick, found, rules, int(terms.option_nans))
    return _drawn(found, value, profile="storage" if rules.storage else None)


def _drawn(type: object, value: Json, profile: str | None) -> Example:
    """Return the example, with its bytes if only a policy admits it."""
    example = _example(type, value, profile)
    return example._replace(data=with_nans(value, example.context))


def _example(type: object, value: Json, profile: str | None = None, data: bytes | None = None) -> Example:
    context = {"type": str(type)} | ({"profile": profile} if profile else {})
    return Example(value, None, context, value, (profile,) if profile else (), data)
