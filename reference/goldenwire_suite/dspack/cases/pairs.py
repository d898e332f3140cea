"""Two defects at once, made of two rejected cases: for each pair of checks one, if no other case has it."""

from collections.abc import Iterator, Sequence

from goldenwire_reference.dspack import FORMAT
from goldenwire_suite.cases import Feature
from goldenwire_suite.pairs import Row, combine

# The case whose defect is reported, the other one, and the class of what is refused without both checks. `python -m
# goldenwire_suite.pairs dspack` lists rows for pairs of checks that have none.
ROWS: tuple[Row, ...] = (
    ("framing-rejects/marker-first", "truncation/in-meta-length", ""),
    ("framing-rejects/schema-flag", "truncation/row-length-1", ""),
    ("framing-rejects/schema-end", "truncation/row-length-1", ""),
    ("framing-rejects/schema-type", "framing-rejects/row-length-reserved", ""),
    ("framing-rejects/schema-flag", "framing-rejects/row-length-reserved", ""),
    ("framing-rejects/schema-end", "framing-rejects/row-length-reserved", ""),
    ("meta-rejects/malformed-map-of-5", "framing-rejects/row-length-reserved-zero", ""),
    ("meta-rejects/top-array", "framing-rejects/row-length-reserved-zero", ""),
    ("meta-rejects/version-true", "framing-rejects/row-length-reserved-zero", ""),
    ("meta-rejects/version-0", "framing-rejects/row-length-reserved-zero", ""),
    ("meta-rejects/key-bin", "framing-rejects/row-length-reserved-zero", ""),
    ("meta-rejects/schema-nil", "framing-rejects/row-length-reserved-zero", ""),
    ("meta-rejects/description-nil", "framing-rejects/row-length-reserved-zero", ""),
    ("meta-rejects/schema-not-utf8-invalid", "framing-rejects/row-length-reserved-zero", ""),
    ("framing-rejects/row-left-in-second", "framing-rejects/row-length-reserved-second", ""),
    ("framing-rejects/schema-type", "framing-rejects/row-length-one-more", ""),
    ("framing-rejects/schema-flag", "framing-rejects/row-length-one-more", ""),
    ("framing-rejects/schema-end", "framing-rejects/row-length-one-more", ""),
    ("framing-rejects/schema-type", "framing-rejects/row-length-one-less", ""),
    ("framing-rejects/schema-flag", "framing-rejects/row-length-one-less", ""),
    ("framing-rejects/schema-end", "framing-rejects/row-length-one-less", ""),
    ("meta-rejects/rest-nil", "framing-rejects/schema-without-rows", ""),
    ("meta-rejects/version-true", "framing-rejects/schema-without-rows", ""),
    ("meta-rejects/version-0", "framing-rejects/schema-without-rows", ""),
    ("meta-rejects/user-key-integer", "framing-rejects/schema-without-rows", ""),
    ("meta-rejects/user-key-not-utf8", "framing-rejects/schema-without-rows", ""),
    ("meta-rejects/description-nil", "framing-rejects/schema-without-rows", ""),
    ("meta-rejects/meta-nil", "framing-rejects/schema-without-rows", ""),
    ("meta-rejects/ext-fixext-1", "framing-rejects/schema-without-rows", ""),
    ("meta-rejects/rest-nil", "meta-rejects/version-true", ""),
    ("meta-rejects/rest-nil", "meta-rejects/schema-ext", ""),
    ("meta-rejects/rest-nil", "meta-rejects/description-nil", ""),
    ("meta-rejects/version-true", "meta-rejects/user-key-integer", ""),
    ("meta-rejects/version-true", "meta-rejects/user-key-not-utf8", ""),
    ("meta-rejects/version-true", "meta-rejects/schema-nil", ""),
    ("meta-rejects/version-true", "meta-rejects/description-nil", ""),
    ("meta-rejects/version-true", "meta-rejects/meta-nil", ""),
    ("meta-rejects/version-true", "meta-rejects/schema-not-utf8-invalid", ""),
    ("meta-rejects/version-true", "meta-rejects/ext-fixext-1", ""),
    ("meta-rejects/version-0", "meta-rejects/user-key-integer", ""),
    ("meta-rejects/version-0", "meta-rejects/user-key-not-utf8", ""),
    ("meta-rejects/version-0", "meta-rejects/schema-nil", ""),
    ("meta-rejects/version-0", "meta-rejects/description-nil", ""),
    ("meta-rejects/version-0", "meta-rejects/meta-nil", ""),
    ("meta-rejects/version-0", "meta-rejects/schema-not-utf8-invalid", ""),
    ("meta-rejects/version-0", "meta-rejects/ext-fixext-1", ""),
    ("meta-rejects/schema-ext", "meta-rejects/user-key-integer", ""),
    ("meta-rejects/description-nil", "meta-rejects/user-key-integer", ""),
    ("meta-rejects/schema-ext", "meta-rejects/user-key-not-utf8", ""),
    ("meta-rejects/description-nil", "meta-rejects/user-key-not-utf8", ""),
    ("meta-rejects/schema-nil", "meta-rejects/description-nil", ""),
    ("meta-rejects/schema-nil", "meta-rejects/meta-nil", ""),
    ("meta-rejects/schema-not-utf8-invalid", "meta-rejects/description-nil", ""),
    ("meta-rejects/description-nil", "meta-rejects/ext-fixext-1", ""),
    ("meta-rejects/schema-not-utf8-invalid", "meta-rejects/meta-nil", ""),
    ("places/second-key-missing", "places/second-reserved", ""),
    ("places/second-description-type", "places/second-row-without-fields", ""),
    ("places/second-meta-type", "places/second-schema-end", ""),
    ("places/second-meta-type", "places/second-row-without-fields", ""),
    ("truncation/in-second-meta", "framing-rejects/schema-second", "META"),
    ("meta-rejects/version-missing-case", "framing-rejects/row-length-reserved-zero", "META"),
    ("framing-rejects/schema-list", "framing-rejects/row-short-then-row", ""),
    ("framing-rejects/schema-number", "framing-rejects/row-short-then-row", ""),
    ("framing-rejects/schema-length", "framing-rejects/row-short-then-row", ""),
    ("framing-rejects/schema-zero", "framing-rejects/row-short-then-row", ""),
    ("meta-rejects/version-missing-case", "framing-rejects/schema-without-rows", "META"),
    ("meta-rejects/rest-nil", "meta-rejects/version-missing-case", "META"),
)  # fmt: skip


def features(before: Sequence[Feature]) -> Iterator[Feature]:
    """Yield the feature of these cases, made from cases of the features before it."""
    title = "Two defects at once in different places, of which the first in the order of checks is reported"
    yield Feature("order-pairs", title, combine(FORMAT, before, ROWS, "DSPACK-ERR-02"))
