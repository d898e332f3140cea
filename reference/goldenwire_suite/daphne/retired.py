"""Retired ids, each with what was wrong with its case; no other case may reuse one."""

RETIRED = {
    **{
        f"daphne/conversion-rejects/int{bits}-from-{stored}-between": "it was -1.5 for each pair, a fraction as "
        f"int{bits}-from-{stored}-fraction has one"
        for bits in (8, 16, 32, 64)
        for stored in ("float", "double")
    },
    "daphne/coo-rejects/count-2-to-the-32": "the count was 2^32 - 1; see count-4294967295",
    "daphne/csr-rejects/row-count-2-to-the-32": "the count was 2^32 - 1; see row-count-4294967295",
    "daphne/dense/double-largest": "double-extremes has these numbers",
    "daphne/dense/float-largest": "float-extremes has these numbers",
    "daphne/encoder-refusals/block-of-2-to-the-32-rows": "they were 5,000,000,000; see block-of-4294967296-rows",
    "daphne/frame/row-major-block": "it was the same as dense/frame-as-dense in effect",
    "daphne/hostile-sizes/coo-of-2-to-the-32-entries": "they were 2^32 - 1; see coo-of-4294967295-entries",
    "daphne/hostile-sizes/csr-of-2-to-the-32-rows": "they were 2^32 - 1; see csr-of-4294967295-rows",
    "daphne/hostile-sizes/dense-of-2-to-the-67-bytes": "they were 2^36 - 8 fewer; see dense-of-the-largest-block",
    "daphne/policies/huge-2-to-the-64-cells": "they were 2^66; see huge-2-to-the-66-cells",
}
