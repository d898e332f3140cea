"""Two defects at once, made of two rejected cases: for each pair of checks one, if no other case has it."""

from collections.abc import Iterator, Sequence

from goldenwire_reference.dynd import FORMAT
from goldenwire_suite.cases import Feature
from goldenwire_suite.pairs import Row, combine

# The case whose defect is reported, the other one, and the class of what is refused without both checks. `python -m
# goldenwire_suite.pairs dynd` lists rows for pairs of checks that have none.
ROWS: tuple[Row, ...] = (
    ("array/mismatch-unsigned", "trailing/array-concrete", ""),
    ("tag/tag-02", "trailing/tag-string-available", ""),
    ("uniqueness/mixed-true-as-ff", "uniqueness/mixed-tag-ff", ""),
    ("uniqueness/mixed-count-in-two-bytes", "uniqueness/mixed-tag-ff", ""),
    ("uniqueness/mixed-count-in-two-bytes", "uniqueness/mixed-overlong-text", ""),
    ("uniqueness/mixed-count-in-two-bytes", "uniqueness/mixed-spelling-of-a-type", ""),
    ("uniqueness/mixed-count-in-two-bytes", "uniqueness/mixed-rest", ""),
    ("uniqueness/mixed-tag-ff", "uniqueness/mixed-spelling-of-a-type", ""),
    ("uniqueness/mixed-overlong-text", "uniqueness/mixed-type-of-an-array", ""),
    ("cbor/long-text", "cbor/second-item", ""),
    ("cbor/long-tag", "cbor/type-as-bytes", ""),
    ("cbor/long-tag", "cbor/type-alias", ""),
    ("cbor/long-tag", "cbor/type-duplicate", ""),
    ("cbor/long-tag", "cbor/type-range", ""),
    ("cbor/long-tag", "cbor/type-utf8", ""),
    ("cbor/kind-untagged", "cbor/data-too-long", ""),
    ("cbor/tag-number-next", "cbor/type-as-bytes", ""),
    ("cbor/tag-number-next", "cbor/long-type", ""),
    ("cbor/tag-number-next", "cbor/type-alias", ""),
    ("cbor/tag-number-next", "cbor/type-duplicate", ""),
    ("cbor/tag-number-next", "cbor/type-range", ""),
    ("cbor/tag-number-next", "cbor/type-utf8", ""),
    ("cbor/tag-number-next", "cbor/data-too-long", ""),
    ("cbor/type-duplicate", "cbor/trailing-tagged", ""),
    ("cbor/type-range", "cbor/trailing-tagged", ""),
    ("cbor/type-utf8", "cbor/trailing-tagged", ""),
    ("place/struct-bool", "place/struct-size-wide", ""),
    ("place/struct-bool", "place/struct-count", ""),
    ("place/struct-size-long", "place/struct-type-utf8", ""),
    ("place/struct-size-wide", "place/struct-char", ""),
    ("place/struct-size-wide", "place/struct-tag", ""),
    ("place/struct-size-wide", "place/struct-type", ""),
    ("place/struct-size-wide", "place/struct-type-utf8", ""),
    ("place/struct-text", "place/struct-type-utf8", ""),
    ("place/struct-char", "place/struct-type-utf8", ""),
    ("place/struct-tag", "place/struct-type-utf8", ""),
    ("uniqueness/mixed-count-in-two-bytes", "uniqueness/mixed-overlong-char", "BOOL_INVALID"),
    ("uniqueness/mixed-tag-ff", "uniqueness/mixed-overlong-char", "BOOL_INVALID"),
    ("uniqueness/mixed-overlong-text", "uniqueness/mixed-overlong-char", "BOOL_INVALID"),
    ("uniqueness/mixed-overlong-char", "uniqueness/mixed-type-of-an-array", "BOOL_INVALID"),
    ("cbor/long-text", "cbor/cut-in-text", "UTF8_INVALID"),
    ("cbor/long-tag", "cbor/indefinite-type", "UTF8_INVALID"),
    ("cbor/indefinite-array", "cbor/data-as-text", "TRAILING_BYTES"),
    ("cbor/kind-untagged", "cbor/type-alias", "TRAILING_BYTES"),
    ("cbor/kind-untagged", "cbor/type-duplicate", "TRAILING_BYTES"),
    ("cbor/kind-untagged", "cbor/type-range", "TRAILING_BYTES"),
    ("cbor/kind-untagged", "cbor/type-utf8", "TRAILING_BYTES"),
    ("cbor/kind-untagged", "cbor/cut-in-type", "TRAILING_BYTES"),
    ("cbor/tag-number-next", "cbor/indefinite-type", "UTF8_INVALID"),
    ("cbor/tag-number-next", "cbor/cut-before-type", "CBOR_SYNTAX"),
    ("cbor/indefinite-type", "cbor/trailing-tagged", "UTF8_INVALID"),
    ("place/struct-size-long", "place/struct-known", ""),
    ("place/struct-size-wide", "place/struct-known", ""),
    ("place/struct-text", "place/struct-known", ""),
    ("place/struct-char", "place/struct-known", ""),
    ("place/struct-tag", "place/struct-known", ""),
    ("place/struct-tag", "place/struct-count", ""),
    ("place/struct-type", "place/struct-known", ""),
    ("place/struct-type-utf8", "place/struct-known", ""),
    ("place/struct-type-utf8", "place/struct-count", ""),
    ("place/struct-known", "place/struct-count", ""),
)  # fmt: skip


def features(before: Sequence[Feature]) -> Iterator[Feature]:
    """Yield the feature of these cases, made from cases of the features before it."""
    title = "Two defects at once in different places, of which the first in the order of checks is reported"
    yield Feature("order-pairs", title, combine(FORMAT, before, ROWS, "DYND-ERR-02"))
