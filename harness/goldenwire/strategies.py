"""Hypothesis strategies for a format's values, encodings, corrupted bytes and edited values, for your own tests.

    from hypothesis import given
    from goldenwire import strategies

    @given(strategies.examples("daphne"))
    def test_what_is_encoded_is_decoded(example):
        assert my_codec.decode(example.encoded(daphne)) == example.delivered

A codec's declarations (`features`, `policies`, as in its reply to hello) limit the examples to those with a definite
outcome.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from goldenwire import formats
from goldenwire.errors import UserError
from goldenwire_suite.strategies import Encodings, Example
from goldenwire_suite.suite import suite_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from goldenwire_suite.strategies.broken import Broken
    from goldenwire_suite.strategies.edited import Edited

__all__ = ["Encodings", "Example", "broken", "edited", "examples"]


def examples(
    format: str,
    operation: str = "decode",
    *,
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> "SearchStrategy[Example]":
    """Return a strategy for values with an encoding: example.value, .plan, .context, .delivered, .encoded(format).

    Raises UserError for a format that has no strategies.
    """
    found = _strategies(format).examples(operation, features, policies, encodings)
    strategy: SearchStrategy[Example] = found
    return strategy


def broken(
    format: str, *, features: Collection[str] = (), policies: Mapping[str, str] | None = None
) -> "SearchStrategy[Broken]":
    """Return a strategy for valid bytes with one or two edits: broken.data, .context, .edit; .of is the original."""
    from goldenwire_suite.strategies.broken import of_format

    _strategies(format)
    return of_format(formats.load(format), features, policies)


def edited(
    format: str, *, features: Collection[str] = (), policies: Mapping[str, str] | None = None
) -> "SearchStrategy[Edited]":
    """Return a strategy for values with one or two edits, many invalid: edited.example, .edit; .of is the original."""
    from goldenwire_suite.strategies.edited import of_format

    return of_format(_strategies(format), features, policies)


def _strategies(format: str) -> Any:
    found = suite_of(formats.load(format)).strategies()
    if found is None:
        raise UserError(f"{format} has no strategies, so nothing can be drawn")
    return found
