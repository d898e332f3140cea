"""The examples of properties: lists of integers, of every length of LEB128.

Put here `examples`: questions with a definite outcome for a codec that declares these features and policies.
"""

from collections.abc import Collection, Mapping

from goldenwire_suite.strategies import Encodings, Example, Choose, built
from hypothesis import strategies as st

from goldenwire_sample.tables import LIMIT

# Both ends of each length, and what lies between.
NUMBERS = (*range(3), *(2**power + step for power in (7, 14, 21, 28, 31) for step in (-1, 0, 1)), LIMIT - 1)


def examples(
    operation: str = "decode",
    features: Collection[str] = (),
    policies: Mapping[str, str] | None = None,
    encodings: Encodings = "any",
) -> st.SearchStrategy[Example]:
    """Lists with their one encoding; of other encodings there are none."""
    return st.nothing() if encodings in ("other", "respelled", "reordered", "unwritten") else built(_example)


def _example(choose: Choose) -> Example:
    value = [str(NUMBERS[choose(len(NUMBERS))]) for _ in range(choose(8))]
    return Example(value, None, None, value, ())
