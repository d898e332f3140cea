"""Two defects at once, made of two rejected cases: for each pair of checks one, if no other case has it."""

from collections.abc import Iterator, Sequence
from typing import Any

from goldenwire_reference.sciserialize import FORMAT
from goldenwire_suite.cases import Case, Feature, Reject
from goldenwire_suite.pairs import Bases, Row, code_of, combine, rejected
from goldenwire_suite.sciserialize.cases.builders import CALLED, becomes

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

# Cases whose documents become the items of one array, in this order.
ITEMS: tuple[tuple[str, str], ...] = (
    ("json-rejects/reserved-beside-json", "json-rejects/base64-no-padding-json"),
    ("json-rejects/base64-no-padding-json", "tags/tag-null-json"),
    ("datetime/bad-empty-msgpack", "msgpack-rejects/base64-text"),
    ("msgpack-rejects/base64-text", "set/repeated-integers-msgpack"),
    ("ndarray/dtype-object-msgpack", "msgpack-rejects/base64-text"),
    ("msgpack-rejects/base64-text", "object/nest-binary-msgpack"),
    ("msgpack-rejects/base64-text", "shape/short-msgpack"),
    ("json-rejects/reserved-beside-json", "json-rejects/comma-array"),
    ("json-rejects/reserved-beside-json", "json-rejects/overflow-exponent"),
    ("tags/tag-null-json", "json-rejects/overflow-exponent"),
    ("msgpack-rejects/base64-text", "msgpack-rejects/utf8-stray"),
    ("json-rejects/reserved-beside-json", "json-rejects/utf8-stray"),
    ("msgpack-rejects/base64-text", "datetime/isostr-null-msgpack"),
    ("msgpack-rejects/base64-text", "ndarray/bytes-text-base64-msgpack"),
    ("msgpack-rejects/base64-text", "tags/tag-null-msgpack"),
    ("json-rejects/base64-no-padding-json", "datetime/bad-empty-json"),
    ("json-rejects/base64-no-padding-json", "set/repeated-integers-json"),
    ("json-rejects/base64-no-padding-json", "ndarray/dtype-object-json"),
    ("json-rejects/base64-no-padding-json", "object/nest-binary-json"),
    ("json-rejects/base64-no-padding-json", "shape/short-json"),
    ("json-rejects/base64-no-padding-json", "json-rejects/comma-array"),
    ("json-rejects/base64-no-padding-json", "json-rejects/constant-nan"),
    ("json-rejects/base64-no-padding-json", "json-rejects/duplicate-same"),
    ("json-rejects/base64-no-padding-json", "json-rejects/overflow-exponent"),
    ("json-rejects/base64-no-padding-json", "json-rejects/utf8-stray"),
    ("json-rejects/base64-no-padding-json", "datetime/missing-isostr-json"),
    ("json-rejects/base64-no-padding-json", "datetime/isostr-null-json"),
    ("ndarray/dtype-constructor-msgpack", "datetime/bad-empty-msgpack"),
    ("ndarray/dtype-constructor-msgpack", "set/repeated-integers-msgpack"),
    ("datetime/bad-empty-msgpack", "object/nest-binary-msgpack"),
    ("object/nest-binary-msgpack", "set/repeated-integers-msgpack"),
    ("datetime/bad-empty-json", "set/repeated-integers-json"),
    ("set/repeated-integers-msgpack", "msgpack-rejects/duplicate-same"),
    ("set/repeated-integers-json", "json-rejects/duplicate-same"),
    ("datetime/bad-empty-json", "json-rejects/overflow-exponent"),
    ("set/repeated-integers-json", "json-rejects/overflow-exponent"),
    ("datetime/bad-empty-msgpack", "msgpack-rejects/utf8-stray"),
    ("set/repeated-integers-msgpack", "msgpack-rejects/utf8-stray"),
    ("datetime/bad-empty-msgpack", "msgpack-rejects/ext-fixext1"),
    ("set/repeated-integers-msgpack", "msgpack-rejects/ext-fixext1"),
    ("datetime/bad-empty-msgpack", "msgpack-rejects/key-integer"),
    ("set/repeated-integers-msgpack", "msgpack-rejects/key-integer"),
    ("set/repeated-integers-msgpack", "datetime/missing-isostr-msgpack"),
    ("set/repeated-integers-msgpack", "datetime/isostr-null-msgpack"),
    ("ndarray/dtype-constructor-msgpack", "masked-array/dtype-big-msgpack"),
    ("masked-array/dtype-big-msgpack", "object/nest-binary-msgpack"),
    ("masked-array/dtype-object-msgpack", "object/nest-binary-msgpack"),
    ("ndarray/dtype-constructor-msgpack", "msgpack-rejects/duplicate-same"),
    ("masked-array/dtype-big-msgpack", "msgpack-rejects/duplicate-same"),
    ("ndarray/dtype-constructor-json", "json-rejects/overflow-exponent"),
    ("masked-array/dtype-big-json", "json-rejects/overflow-exponent"),
    ("ndarray/dtype-constructor-msgpack", "msgpack-rejects/utf8-stray"),
    ("masked-array/dtype-big-msgpack", "msgpack-rejects/utf8-stray"),
    ("ndarray/dtype-constructor-msgpack", "msgpack-rejects/ext-fixext1"),
    ("masked-array/dtype-big-msgpack", "msgpack-rejects/ext-fixext1"),
    ("ndarray/dtype-constructor-msgpack", "msgpack-rejects/key-integer"),
    ("masked-array/dtype-big-msgpack", "msgpack-rejects/key-integer"),
    ("masked-array/dtype-big-msgpack", "datetime/missing-isostr-msgpack"),
    ("masked-array/dtype-big-msgpack", "datetime/isostr-null-msgpack"),
    ("object/nest-binary-msgpack", "shape/short-msgpack"),
    ("object/nest-binary-msgpack", "msgpack-rejects/duplicate-same"),
    ("shape/short-msgpack", "msgpack-rejects/duplicate-same"),
    ("object/nest-binary-json", "json-rejects/overflow-exponent"),
    ("shape/short-json", "json-rejects/overflow-exponent"),
    ("object/nest-binary-msgpack", "msgpack-rejects/utf8-stray"),
    ("shape/short-msgpack", "msgpack-rejects/utf8-stray"),
    ("object/nest-binary-msgpack", "msgpack-rejects/ext-fixext1"),
    ("shape/short-msgpack", "msgpack-rejects/ext-fixext1"),
    ("object/nest-binary-msgpack", "msgpack-rejects/key-integer"),
    ("shape/short-msgpack", "msgpack-rejects/key-integer"),
    ("shape/infer-msgpack", "datetime/missing-isostr-msgpack"),
    ("shape/infer-msgpack", "datetime/isostr-null-msgpack"),
    ("json-rejects/comma-array", "json-rejects/constant-nan"),
    ("json-rejects/comma-array", "json-rejects/duplicate-same"),
    ("json-rejects/comma-array", "json-rejects/overflow-exponent"),
    ("json-rejects/constant-nan", "json-rejects/overflow-exponent"),
    ("ndarray/bytes-text-base64-msgpack", "msgpack-rejects/duplicate-same"),
    ("datetime/extra-tz-msgpack", "msgpack-rejects/duplicate-same"),
    ("msgpack-rejects/base64-text", "msgpack-rejects/duplicate-same"),
    ("tags/tag-null-json", "json-rejects/duplicate-same"),
    ("json-rejects/overflow-exponent", "json-rejects/utf8-stray"),
    ("datetime/isostr-null-json", "json-rejects/overflow-exponent"),
    ("ndarray/bytes-text-base64-json", "json-rejects/overflow-exponent"),
    ("datetime/missing-isostr-msgpack", "msgpack-rejects/utf8-stray"),
    ("datetime/missing-isostr-json", "json-rejects/utf8-stray"),
    ("msgpack-rejects/base64-text", "msgpack-rejects/ext-fixext1"),
    ("tags/tag-null-msgpack", "msgpack-rejects/ext-fixext1"),
    ("msgpack-rejects/base64-text", "msgpack-rejects/key-integer"),
    ("tags/tag-null-msgpack", "msgpack-rejects/key-integer"),
    ("msgpack-rejects/ext-fixext1", "msgpack-rejects/utf8-stray"),
    ("datetime/isostr-null-msgpack", "msgpack-rejects/ext-fixext1"),
    ("ndarray/bytes-text-base64-msgpack", "msgpack-rejects/ext-fixext1"),
    ("datetime/missing-isostr-msgpack", "msgpack-rejects/key-integer"),
    ("datetime/isostr-null-msgpack", "msgpack-rejects/key-integer"),
)  # fmt: skip


def _items(before: Sequence[Feature]) -> Iterator[Case]:
    """Yield arrays of two items, each of which is the document of a rejected case."""
    rejects, bases = dict(rejected(before)), Bases(FORMAT, before)
    for names in ITEMS:
        first, second = (rejects[name] for name in names)
        carrier, checks = first.context["carrier"], {**first.checks, **second.checks}
        items = bases.edited(first), bases.edited(second)
        said = [case.summary.removesuffix(f", in {CALLED[carrier]}") for case in (first, second)]
        yield Reject(
            name="-".join(["items", *checks, carrier]).replace(".", "-"),
            summary=f"two items of an array, in {CALLED[carrier]}: {said[0]}; and after it: {said[1]}",
            requirements=[], context=_context(first, second), base=f"sciserialize/containers/array-one-{carrier}",
            edits=[becomes(b"[%b,%b]" % items if carrier == "json" else b"\x92" + b"".join(items))], checks=checks,
            needs=sorted({*first.needs, *second.needs, *_order(first, second)}), in_order="SCISERIALIZE-ERR-02",
            numbers=[*first.numbers, *second.numbers, 8, 16, 32, 64],
        )  # fmt: skip


def _context(*cases: Reject) -> dict[str, Any]:
    """Return the context with the extensions of both."""
    extensions = sorted({name for case in cases for name in case.context.get("extensions", ())})
    return {"carrier": cases[0].context["carrier"], **({"extensions": extensions} if extensions else {})}


def _order(*cases: Reject) -> list[str]:
    """Return the feature without which nobody can be asked which of two defects of one class is first."""
    return ["order"] if len({code_of(FORMAT, case) for case in cases}) == 1 else []


def features(before: Sequence[Feature]) -> Iterator[Feature]:
    """Yield the feature of these cases, made from cases of the features before it."""
    title = "Two defects at once in different places, of which the first in the order of checks is reported"
    yield Feature("order-pairs", title, [*combine(FORMAT, before, ROWS, "SCISERIALIZE-ERR-02"), *_items(before)])
