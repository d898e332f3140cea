"""Plans, and the values and plans that an encoder must refuse."""

from collections.abc import Iterator

from goldenwire_reference.cases import (
    Accept,
    Case,
    Feature,
    Refusal,
)
from goldenwire_reference.daphne.catalogue.words import (
    block,
    csr,
    dense,
    matrix,
    whole,
)


def _plans() -> Iterator[Case]:
    grid = dense("int16", [1, 2], [3, 4])
    halves = [block((0, 0, 1, 2), "dense", "int16"), block((1, 0, 1, 2), "dense", "int16")]

    def refused(
        name: str,
        summary: str,
        plan: list[object],
        *requirements: str,
        value: object = grid,
        code: str = "PLAN",
        edit: str = "the plan",
    ) -> Case:
        return Refusal(
            name=name,
            summary=summary,
            requirements=["DAPHNE-ENC-04", *requirements],
            value=value,
            plan=plan,
            code=code,
            base="daphne/encoder/by-halves",
            edit=edit,
        )

    yield refused(
        "overlap",
        "two blocks of the plan share a row",
        [halves[0], block((0, 0, 2, 2), "dense", "int16")],
        "DAPHNE-PART-03",
    )
    yield refused("gap", "the plan leaves out a row", halves[:1], "DAPHNE-PART-04")
    yield refused("no-block", "the plan has no block", [], "DAPHNE-PART-04")
    yield refused(
        "twice", "the plan covers the object and then some of it again", [*halves, halves[0]], "DAPHNE-PART-03"
    )
    yield refused(
        "beyond-rows",
        "a block of the plan reaches beyond the object",
        [block((0, 0, 3, 2), "dense", "int16")],
        "DAPHNE-PART-02",
    )
    yield refused(
        "beyond-columns",
        "the last block lies behind the last column",
        [*halves[:1], block((1, 1, 1, 2), "dense", "int16")],
        "DAPHNE-PART-02",
    )
    yield refused(
        "no-cells",
        "a block of the plan has no cells",
        [block((0, 0, 0, 2), "dense", "int16"), *halves],
        "DAPHNE-PART-10",
    )
    yield refused(
        "block-type",
        "the plan names a block type that does not exist",
        whole(grid, "diagonal", "int16"),
        "DAPHNE-BLK-04",
    )
    yield refused(
        "value-type", "the plan names a value type that does not exist", whole(grid, "dense", "float16"), "DAPHNE-VT-12"
    )
    yield refused(
        "type-of-empty",
        "an empty block has no value type",
        whole({**grid, "cells": []}, "empty", "int16"),
        "DAPHNE-ENC-05",
        "DAPHNE-EMP-01",
        value={**grid, "cells": []},
    )
    yield refused(
        "order-of-dense",
        "a dense block has no order but its own",
        whole(grid, "dense", "int16", "desc"),
        "DAPHNE-ENC-05",
        "DAPHNE-DEN-02",
    )
    yield refused(
        "order-column-major-csr",
        "the entries of a sparse block stand row by row",
        whole(grid, "csr", "int16", "colmajor"),
        "DAPHNE-ENC-05",
        "DAPHNE-CSR-02",
    )
    yield refused(
        "order-across-rows",
        "an order that moves an entry of a sparse block to another row",
        whole(grid, "csr", "int16", [0, 2, 1, 3]),
        "DAPHNE-ENC-05",
        "DAPHNE-CSR-02",
    )
    yield refused(
        "order-too-short", "an order that leaves out an entry", whole(grid, "coo", "int16", [0, 1, 2]), "DAPHNE-ENC-05"
    )
    yield refused(
        "order-repeats",
        "an order that names an entry twice",
        whole(grid, "coo", "int16", [0, 1, 2, 2]),
        "DAPHNE-ENC-05",
        "DAPHNE-COO-07",
    )
    yield refused(
        "order-beyond",
        "an order that names an entry that is not there",
        whole(grid, "coo", "int16", [0, 1, 2, 4]),
        "DAPHNE-ENC-05",
    )
    for name, atom, why in (
        ("one", "0x3f800000", "1.0"),
        ("negative-zero", "0x80000000", "-0.0"),
        ("nan", "0x7fc00000", "NaN"),
    ):
        cell = dense("float", [0.0, atom])
        yield refused(
            f"empty-over-{name}",
            f"an empty block over a cell that holds {why}",
            whole(cell, "empty"),
            "DAPHNE-EMP-03",
            "DAPHNE-ENC-02",
            value=cell,
            code="VALUE",
            edit="the block is empty",
        )
    tall = matrix("CSRMatrix", 5 * 10**9, 1, "double", {})
    yield refused(
        "block-of-2-to-the-32-rows",
        "a block cannot have 5e9 rows: the object must be split",
        whole(tall, "empty"),
        "DAPHNE-PART-12",
        value=tall,
        code="LIMIT",
        edit="the rows",
    )
    wide = matrix("DenseMatrix", 1, 2**32, "int8", {})
    yield refused(
        "block-of-2-to-the-32-columns",
        "a block cannot have 2^32 columns: the count would wrap around to none",
        whole(wide, "empty"),
        "DAPHNE-PART-12",
        value=wide,
        code="LIMIT",
        edit="the columns",
    )


def _values() -> Iterator[Case]:
    for name, kind, number in (
        ("uint8", "uint8", "256"),
        ("uint8-negative", "uint8", "-1"),
        ("int64", "int64", str(2**63)),
        ("uint64", "uint64", str(2**64)),
        ("int8", "int8", "-129"),
    ):
        yield Refusal(
            name=f"value-{name}",
            summary=f"{number} is no value of {kind}: an encoder must refuse it, not wrap it",
            requirements=["DAPHNE-ENC-02", "DAPHNE-ENC-04"],
            value=dense(kind, [number]),
            code="VALUE",
            base=f"daphne/dense/{kind}-extremes",
            edit="a cell beyond the value type",
        )
    yield Refusal(
        name="rows-2-to-the-64",
        summary="2^64 rows: the header's field ends at 2^64 - 1",
        requirements=["DAPHNE-HDR-04", "DAPHNE-ENC-04"],
        value=matrix("DenseMatrix", 2**64, 1, "int8", {}),
        code="LIMIT",
        base="daphne/empty/one-cell",
        edit="the rows",
    )


def _accepts() -> Iterator[Case]:
    grid = dense("int16", [1, 2], [3, 4])
    yield Accept(
        name="by-halves",
        summary="a plan of two blocks: the base of the plans that are refused",
        requirements=["DAPHNE-ENC-05", "DAPHNE-ENC-06"],
        needs=["many-blocks"],
        value=grid,
        plan=[block((0, 0, 1, 2), "dense", "int16"), block((1, 0, 1, 2), "dense", "int16")],
    )
    yield Accept(
        name="type-omitted",
        summary="a plan that names no value type takes the header's",
        requirements=["DAPHNE-ENC-05"],
        value=csr("int32", [0, 7], [0, 0]),
        plan=whole(csr("int32", [0, 7], [0, 0]), "coo"),
    )


def features() -> Iterator[Feature]:
    yield Feature("encoder", "Plans", list(_accepts()))


def rejects() -> Iterator[Feature]:
    yield Feature("encoder-refusals", "Values and plans that have no encoding", [*_plans(), *_values()])
