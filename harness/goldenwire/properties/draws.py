"""Count how often drawn examples exercise each requirement: the table that shows which requirements properties reach.

Of ten draws, three are of any encoding, one each of another spelling and another order if the format has them, and
three are for an encoder. Two are corrupted bytes; they exercise the requirement by which they are refused.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from goldenwire.errors import UserError
from goldenwire_suite.strategies import Encodings, broken
from goldenwire_suite.suite import suite_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

# The number of draws in ten, by kind.
SHARES: tuple[tuple[str, Encodings, int], ...] = (
    ("decode", "any", 3),
    ("decode", "other", 1),
    ("decode", "reordered", 1),
    ("encode", "any", 3),
)
BROKEN = 2
CODEC = {"codes", "offsets"}  # features that concern no values


class Draws(NamedTuple):
    """By requirement: the number of examples that exercised it, and of corrupted bytes that were refused by it."""

    exercised: Counter[str]
    refused: Counter[str]
    without: dict[str, str]  # requirements that no draw can exercise, and why


def count(format: str, number: int, seed: int = 4) -> Draws:
    """Count a number of draws for a codec that declares every feature, no profile, and the reference's policies."""
    from goldenwire_reference import formats
    from goldenwire_reference.errors import DecodeError

    reference = formats.load(format)
    strategies = suite_of(reference).strategies()
    if strategies is None:
        raise UserError(f"{format} has no strategies, so nothing can be drawn")
    features = sorted(reference.declaration.features.keys() - reference.declaration.profiles.keys() - CODEC)
    policies = {key: policy.reference for key, policy in reference.declaration.policies.items()}
    found = Draws(Counter(), Counter(), getattr(strategies, "WITHOUT_DRAW", {}))

    for part, (operation, encodings, share) in enumerate(SHARES):
        examples = strategies.examples(operation, features, policies, encodings)
        if examples.is_empty:  # the format has none of this kind
            examples = strategies.examples(operation, features, policies)
        for example in _drawn(examples, number * share // 10, f"{seed} {part}"):
            fields = reference.explain(example.encoded(reference), example.context).fields
            found.exercised.update(set(strategies.exercised(example, fields)))
    edits = broken.of_format(reference, features, policies)
    for one in _drawn(edits, number * BROKEN // 10, f"{seed} broken"):
        try:
            reference.decode(one.data, one.context, policies=policies)
        except DecodeError as error:
            found.refused[error.requirement] += 1
    return found


def _drawn(strategy: "SearchStrategy[Any]", number: int, seed: str) -> Iterator[Any]:
    """Yield a number of examples, the same in every run."""
    from hypothesis import Phase

    from goldenwire.properties.playing import play
    from goldenwire_suite.strategies import build_of, sampled

    build = build_of(strategy)
    if build:
        return (example for example, _ in islice(sampled(build, seed), number))
    examples: list[Any] = []
    play(strategy, examples.append, examples=number, seed=seed, phases=(Phase.generate,))
    return iter(examples)
