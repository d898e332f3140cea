"""Declared sizes beyond the input, truncation everywhere, and plans that an encoder must refuse."""

from collections.abc import Iterator

from goldenwire_reference.cases import Accept, Case, Feature, Refusal, Reject, cut, cut_end, put
from goldenwire_reference.daphne.catalogue.words import block, csr, dense, matrix, whole

MAX32, MAX64 = 2**32 - 1, 2**64 - 1


def _sizes() -> Iterator[Case]:
    def hostile(name: str, summary: str, base: str, check: str, *requirements: str, also: tuple[str, ...] = ("LIMIT",), **fields: int) -> Case:
        edits = [put(field.replace("__", "[0]."), value) for field, value in fields.items()]
        return Reject(
            name=name, summary=summary, requirements=["DAPHNE-GEN-08", *requirements], base=base, edits=edits,
            checks={check: None}, also=also,
        )  # fmt: skip

    values, rows, entries = "truncated.block.values", "truncated.block.row", "truncated.block.entry"
    yield hostile(
        "dense-of-2-to-the-67-bytes", "a dense block of (2^32-1)^2 doubles: its size overflows 64 bits",
        "daphne/dense/double-extremes", values, "DAPHNE-GEN-07", "DAPHNE-DEN-03",
        rows=MAX32, columns=MAX32, block__rows=MAX32, block__columns=MAX32,
    )  # fmt: skip
    yield hostile(
        "dense-of-2-to-the-32-cells", "2^16 x 2^16 values: their number is 0 in 32 bits",
        "daphne/dense/uint8-extremes", values, "DAPHNE-GEN-07", rows=2**16, columns=2**16, block__rows=2**16, block__columns=2**16,
    )  # fmt: skip
    yield hostile(
        "dense-of-2-to-the-64-bytes", "2^31 x 2^30 doubles: their size is 0 in 64 bits",
        "daphne/dense/double-extremes", values, "DAPHNE-GEN-07", rows=2**31, columns=2**30, block__rows=2**31, block__columns=2**30,
    )  # fmt: skip
    yield hostile(
        "csr-of-2-to-the-32-rows", "a sparse block of 2^32 - 1 rows in a hundred bytes", "daphne/csr/int8", rows,
        "DAPHNE-CSR-03", rows=MAX32, block__rows=MAX32,
    )  # fmt: skip
    yield hostile(
        "csr-of-2-to-the-62-entries", "#nzb is 2^62 in a block of 2^63 cells", "daphne/csr/int8", rows, "DAPHNE-CSR-03",
        also=("LIMIT", "COUNT"), rows=2**31, columns=MAX32, block__rows=2**31, block__columns=MAX32, block__nzb=2**62,
    )  # fmt: skip
    yield hostile(
        "csr-size-wraps-around", "#nzb of 2^62 doubles: 12 bytes each are 3 * 2^64, which wraps around to none",
        "daphne/csr/double", rows, "DAPHNE-GEN-07", "DAPHNE-CSR-03", also=("LIMIT", "COUNT"),
        columns=MAX32, rows=2**31, block__rows=2**31, block__columns=MAX32, block__nzb=2**62,
    )  # fmt: skip
    yield hostile(
        "coo-of-2-to-the-32-entries", "#nzb is 2^32 - 1 in a block that could hold them", "daphne/coo/int8-wide", entries,
        "DAPHNE-COO-03", also=("LIMIT", "COUNT"), rows=MAX32, columns=MAX32, block__rows=MAX32, block__columns=MAX32, block__nzb=MAX32,
    )  # fmt: skip
    yield hostile(
        "coo-narrow-of-2-to-the-31-entries", "#nzb is 2^31 in the layout of one column", "daphne/coo/int8-narrow", entries,
        "DAPHNE-COO-02", also=("LIMIT", "COUNT"), rows=MAX32, block__rows=MAX32, block__nzb=2**31,
    )  # fmt: skip
    for columns in (2**32, 2**63, MAX64):
        yield hostile(
            f"frame-of-{columns}-columns", f"a frame that claims {columns} columns", "daphne/frame/two-columns",
            "truncated.value-type", "DAPHNE-FRM-01", "DAPHNE-HDR-07", columns=columns,
        )  # fmt: skip
    yield hostile(
        "frame-labels-that-cannot-fit", "200 columns: the input holds 200 types, but not 200 labels",
        "daphne/frame/label-control-characters", "truncated.label.length", "DAPHNE-FRM-02", columns=200,
    )  # fmt: skip


TRUNCATED = {
    "dense": ("daphne/dense/int32-2x3", ("version", "data-type", "rows", "columns", "value-type", "block[0].rx", "block[0].cx",
              "block[0].rows", "block[0].columns", "block[0].type", "block[0].value-type", "block[0].value[0,0]")),
    "frame": ("daphne/header/frame", ("value-type[0]", "label[0].length", "label[0].text", "block[0].rx")),
    "csr": ("daphne/csr/int16", ("block[0].nzb", "block[0].row[0].nzr", "block[0].row[2].entry[1].value")),
    "coo": ("daphne/coo/int16-wide", ("block[0].nzb", "block[0].entry[0].row", "block[0].entry[2].column")),
    "coo-narrow": ("daphne/coo/int16-narrow", ("block[0].entry[1].value",)),
    "empty": ("daphne/empty/one-cell", ("block[0].type",)),
    "tiles": ("daphne/partition/quarters", ("block[1].rx", "block[3].rx", "block[3].cx", "block[3].rows", "block[3].value-type")),
}  # fmt: skip

_SIZES = {"version": 1, "data-type": 1, "value-type": 1, "type": 1, "length": 2, "text": 1, "nzr": 4, "row": 4, "column": 4,
          "nzb": 8, "rx": 8, "cx": 8}  # fmt: skip


def _truncations() -> Iterator[Case]:
    for name, (base, fields) in TRUNCATED.items():
        needs = ["many-blocks"] if name == "tiles" else []
        for field in fields:
            last = field.rpartition(".")[2].partition("[")[0]
            site = _site(field)
            at_block = last == "rx"
            yield Reject(
                name=f"{name}-before-{_slug(field)}", summary=f"the input ends before {field}",
                requirements=["DAPHNE-DEC-04"], base=base, edits=[cut(field)], needs=needs,
                checks={"body.incomplete" if at_block else site: None}, also=["TRUNCATED"] if at_block else [],
            )  # fmt: skip
            size = 8 if field in ("rows", "columns") else 4 if last in ("rows", "columns") else _SIZES.get(last, 2)
            if size > 1:
                yield Reject(
                    name=f"{name}-in-{_slug(field)}", summary=f"the input ends inside {field}", requirements=["DAPHNE-DEC-04"],
                    base=base, edits=[cut(field, size - 1)], needs=needs, checks={site: None},
                )  # fmt: skip
        yield Reject(
            name=f"{name}-without-last-byte", summary=f"the last byte of {base.partition('/')[2]} is missing",
            requirements=["DAPHNE-DEC-04"], base=base, edits=[cut_end()], needs=needs, checks={"truncated": None},
        )  # fmt: skip


def _site(field: str) -> str:
    parts = [part.partition("[")[0] for part in field.split(".")]
    run = {"value": "values", "entry": "entry", "row": "row"}
    if parts[0] == "block" and len(parts) > 1 and parts[1] in run:
        parts = ["block", run[parts[1]]]
    return "truncated." + ".".join(parts)


def _slug(field: str) -> str:
    return field.replace("block[0].", "block-").replace("[", "-").replace("]", "").replace(".", "-").replace(",", "-")


def _plans() -> Iterator[Case]:
    grid = dense("int16", [1, 2], [3, 4])
    halves = [block((0, 0, 1, 2), "dense", "int16"), block((1, 0, 1, 2), "dense", "int16")]

    def refused(name: str, summary: str, plan: list[object], *requirements: str, value: object = grid, code: str = "PLAN", edit: str = "the plan") -> Case:
        return Refusal(
            name=name, summary=summary, requirements=["DAPHNE-ENC-04", *requirements], value=value, plan=plan, code=code,
            base="daphne/encoder/by-halves", edit=edit,
        )  # fmt: skip

    yield refused("overlap", "two blocks of the plan share a row", [halves[0], block((0, 0, 2, 2), "dense", "int16")], "DAPHNE-PART-03")
    yield refused("gap", "the plan leaves out a row", halves[:1], "DAPHNE-PART-04")
    yield refused("no-block", "the plan has no block", [], "DAPHNE-PART-04")
    yield refused("twice", "the plan covers the object and then some of it again", [*halves, halves[0]], "DAPHNE-PART-03")
    yield refused("beyond-rows", "a block of the plan reaches beyond the object", [block((0, 0, 3, 2), "dense", "int16")], "DAPHNE-PART-02")
    yield refused("beyond-columns", "the last block lies behind the last column", [*halves[:1], block((1, 1, 1, 2), "dense", "int16")], "DAPHNE-PART-02")
    yield refused("no-cells", "a block of the plan has no cells", [block((0, 0, 0, 2), "dense", "int16"), *halves], "DAPHNE-PART-10")
    yield refused("block-type", "the plan names a block type that does not exist", whole(grid, "diagonal", "int16"), "DAPHNE-BLK-04")
    yield refused("value-type", "the plan names a value type that does not exist", whole(grid, "dense", "float16"), "DAPHNE-VT-12")
    yield refused("type-of-empty", "an empty block has no value type", whole({**grid, "cells": []}, "empty", "int16"),
                  "DAPHNE-ENC-05", "DAPHNE-EMP-01", value={**grid, "cells": []})  # fmt: skip
    yield refused("order-of-dense", "a dense block has no order but its own", whole(grid, "dense", "int16", "desc"), "DAPHNE-ENC-05", "DAPHNE-DEN-02")
    yield refused("order-column-major-csr", "the entries of a sparse block stand row by row", whole(grid, "csr", "int16", "colmajor"), "DAPHNE-ENC-05", "DAPHNE-CSR-02")
    yield refused("order-across-rows", "an order that moves an entry of a sparse block to another row", whole(grid, "csr", "int16", [0, 2, 1, 3]), "DAPHNE-ENC-05", "DAPHNE-CSR-02")
    yield refused("order-too-short", "an order that leaves out an entry", whole(grid, "coo", "int16", [0, 1, 2]), "DAPHNE-ENC-05")
    yield refused("order-repeats", "an order that names an entry twice", whole(grid, "coo", "int16", [0, 1, 2, 2]), "DAPHNE-ENC-05", "DAPHNE-COO-07")
    yield refused("order-beyond", "an order that names an entry that is not there", whole(grid, "coo", "int16", [0, 1, 2, 4]), "DAPHNE-ENC-05")
    for name, atom, why in (("one", "0x3f800000", "1.0"), ("negative-zero", "0x80000000", "-0.0"), ("nan", "0x7fc00000", "NaN")):
        cell = dense("float", [0.0, atom])
        yield refused(f"empty-over-{name}", f"an empty block over a cell that holds {why}", whole(cell, "empty"), "DAPHNE-EMP-03", "DAPHNE-ENC-02",
                      value=cell, code="VALUE", edit="the block is empty")  # fmt: skip
    tall = matrix("CSRMatrix", 5 * 10**9, 1, "double", {})
    yield refused("block-of-2-to-the-32-rows", "a block cannot have 5e9 rows: the object must be split", whole(tall, "empty"), "DAPHNE-PART-12",
                  value=tall, code="LIMIT", edit="the rows")  # fmt: skip
    wide = matrix("DenseMatrix", 1, 2**32, "int8", {})
    yield refused("block-of-2-to-the-32-columns", "a block cannot have 2^32 columns: the count would wrap around to none", whole(wide, "empty"),
                  "DAPHNE-PART-12", value=wide, code="LIMIT", edit="the columns")  # fmt: skip


def _values() -> Iterator[Case]:
    for name, kind, number in (("uint8", "uint8", "256"), ("uint8-negative", "uint8", "-1"), ("int64", "int64", str(2**63)),
                               ("uint64", "uint64", str(2**64)), ("int8", "int8", "-129")):  # fmt: skip
        yield Refusal(
            name=f"value-{name}", summary=f"{number} is no value of {kind}: an encoder must refuse it, not wrap it",
            requirements=["DAPHNE-ENC-02", "DAPHNE-ENC-04"], value=dense(kind, [number]), code="VALUE",
            base=f"daphne/dense/{kind}-extremes", edit="a cell beyond the value type",
        )  # fmt: skip
    yield Refusal(
        name="rows-2-to-the-64", summary="2^64 rows: the header's field ends at 2^64 - 1",
        requirements=["DAPHNE-HDR-04", "DAPHNE-ENC-04"], value=matrix("DenseMatrix", 2**64, 1, "int8", {}), code="LIMIT",
        base="daphne/empty/one-cell", edit="the rows",
    )  # fmt: skip


def _encoder_accepts() -> Iterator[Case]:
    grid = dense("int16", [1, 2], [3, 4])
    yield Accept(
        name="by-halves", summary="a plan of two blocks: the base of the plans that are refused",
        requirements=["DAPHNE-ENC-05", "DAPHNE-ENC-06"], needs=["many-blocks"], value=grid,
        plan=[block((0, 0, 1, 2), "dense", "int16"), block((1, 0, 1, 2), "dense", "int16")],
    )  # fmt: skip
    yield Accept(
        name="type-omitted", summary="a plan that names no value type takes the header's", requirements=["DAPHNE-ENC-05"],
        value=csr("int32", [0, 7], [0, 0]), plan=whole(csr("int32", [0, 7], [0, 0]), "coo"),
    )  # fmt: skip


def features() -> Iterator[Feature]:
    yield Feature("encoder", "Plans", list(_encoder_accepts()))


def rejects() -> Iterator[Feature]:
    yield Feature("hostile-sizes", "Declared sizes that the input cannot hold", list(_sizes()))
    yield Feature("truncation", "Inputs that end early", list(_truncations()))
    yield Feature("encoder-refusals", "Values and plans that have no encoding", [*_plans(), *_values()])
