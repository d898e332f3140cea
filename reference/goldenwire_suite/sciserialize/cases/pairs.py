"""Two defects at once, made of two rejected cases: for each pair of checks one, if no other case has it."""

from collections.abc import Iterator, Sequence

from goldenwire_reference.sciserialize import FORMAT
from goldenwire_suite.cases import Feature
from goldenwire_suite.pairs import Row, combine

# The case whose defect is reported, the other one, and the class of what is refused without both checks. `python -m
# goldenwire_suite.pairs sciserialize` lists rows for pairs of checks that have none.
ROWS: tuple[Row, ...] = (
    ("json-rejects/duplicate-tag", "datetime/bad-empty-json", ""),
    ("datetime/bad-empty-json", "tags/nested-datetime-json", ""),
    ("tags/extra-constructor-datetime-json", "datetime/bad-empty-json", ""),
    ("msgpack-rejects/duplicate-tag", "datetime/bad-empty-msgpack", ""),
    ("json-rejects/duplicate-tags", "datetime/missing-isostr-json", ""),
    ("datetime/missing-isostr-json", "tags/nested-datetime-json", ""),
    ("json-rejects/duplicate-tag", "datetime/isostr-null-json", ""),
    ("msgpack-rejects/duplicate-tag", "datetime/isostr-null-msgpack", ""),
    ("json-rejects/base64-ndarray-json", "ndarray/dtype-empty-json", ""),
    ("msgpack-rejects/base64-ndarray", "ndarray/dtype-empty-msgpack", ""),
    ("json-rejects/base64-ndarray-json", "ndarray/dtype-big-i1-json", ""),
    ("msgpack-rejects/base64-ndarray", "ndarray/dtype-big-i1-msgpack", ""),
    ("dataframe/extra-index-json", "dataframe/rank-0-json", ""),
    ("dataframe/extra-index-json", "dataframe/labels-row-missing-json", ""),
    ("dataframe/extra-index-json", "dataframe/size-json", ""),
    ("dataframe/extra-index-json", "dataframe/negative-json", ""),
    ("dataframe/extra-index-json", "dataframe/dtype-json", ""),
    ("dataframe/label-day-json", "dataframe/rank-0-json", ""),
    ("dataframe/dtype-json", "dataframe/rank-0-json", ""),
    ("dataframe/dtype-json", "dataframe/labels-row-missing-json", ""),
    ("dataframe/label-day-json", "dataframe/labels-column-missing-json", ""),
    ("dataframe/label-day-json", "dataframe/column-null-json", ""),
    ("dataframe/label-day-json", "dataframe/size-json", ""),
    ("dataframe/label-day-json", "dataframe/negative-json", ""),
    ("dataframe/label-day-json", "dataframe/dtype-json", ""),
    ("dataframe/dtype-json", "dataframe/size-json", ""),
    ("dataframe/dtype-json", "dataframe/negative-json", ""),
    ("set/extra-json", "set/repeated-integers-json", ""),
    ("masked-array/extra-json", "masked-array/mask-none-json", ""),
    ("masked-array/extra-json", "masked-array/mask-octet-two-json", ""),
    ("masked-array/dtype-big-json", "masked-array/mask-of-octets-json", ""),
    ("json-rejects/comma-nested", "json-rejects/cut-array-inner", ""),
    ("json-rejects/constant-nan", "json-rejects/rest-value", ""),
    ("json-rejects/utf8-high-at-end", "json-rejects/rest-value", ""),
    ("json-rejects/comma-object", "json-rejects/rest-brace", ""),
    ("json-rejects/utf8-key", "json-rejects/comma-object", ""),
    ("json-rejects/utf8-key", "json-rejects/constant-member", ""),
    ("json-rejects/duplicate-tag", "tags/extra-constructor-datetime-json", ""),
    ("json-rejects/duplicate-base64", "json-rejects/reserved-binary-json", ""),
    ("msgpack-rejects/duplicate-tag", "msgpack-rejects/cut-datetime", ""),
    ("msgpack-rejects/duplicate-tag", "tags/tag-null-msgpack", ""),
    ("msgpack-rejects/duplicate-tag", "tags/tag-other-msgpack", ""),
)  # fmt: skip


def features(before: Sequence[Feature]) -> Iterator[Feature]:
    """Yield the feature of these cases, made from cases of the features before it."""
    title = "Two defects at once in different places, of which the first in the order of checks is reported"
    yield Feature("order-pairs", title, combine(FORMAT, before, ROWS, "SCISERIALIZE-ERR-02"))
