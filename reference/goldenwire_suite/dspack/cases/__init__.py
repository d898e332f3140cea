"""The cases from which the DataSetPack vectors are built, one module per subject. A base precedes its cases."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldenwire_suite.cases import Feature


def catalogue() -> "Iterator[Feature]":
    """Yield every feature, ordered so that the base of each case precedes it. Modules are imported on demand."""
    from goldenwire_suite.dspack.cases import files, flags, lists, metas, rows, schemas, strings, types

    features: list[Feature] = []
    for module in (schemas, types, flags, strings, lists, rows, files, metas):
        features += module.features()

    from goldenwire_suite.dspack.cases import (
        contexts,
        framing_errors,
        kinds,
        meta_errors,
        meta_orders,
        order,
        pairs,
        places,
        policies,
        prefixes,
        refusals,
        row_errors,
        schema_errors,
        utf8,
    )

    for errors in (
        schema_errors, framing_errors, meta_errors, row_errors, refusals, policies, kinds, places, prefixes, utf8,
        order, contexts, meta_orders,
    ):  # fmt: skip
        features += errors.rejects()
    yield from features
    yield from pairs.features(features)
