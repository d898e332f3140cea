"""Declared sizes that the input cannot hold, and inputs that end early."""

from collections.abc import Iterator

from goldenwire_reference.cases import (
    Case,
    Feature,
    Reject,
    cut,
    cut_end,
    put,
)

MAX32, MAX64 = 2**32 - 1, 2**64 - 1


def _sizes() -> Iterator[Case]:
    def hostile(
        name: str,
        summary: str,
        base: str,
        check: str,
        *requirements: str,
        also: tuple[str, ...] = ("LIMIT",),
        **fields: int,
    ) -> Case:
        edits = [put(field.replace("__", "[0]."), value) for field, value in fields.items()]
        return Reject(
            name=name,
            summary=summary,
            requirements=["DAPHNE-GEN-08", *requirements],
            base=base,
            edits=edits,
            checks={check: None},
            also=also,
        )

    values, rows, entries = "truncated.block.values", "truncated.block.row", "truncated.block.entry"
    yield hostile(
        "dense-of-2-to-the-67-bytes",
        "a dense block of (2^32-1)^2 doubles: its size overflows 64 bits",
        "daphne/dense/double-extremes",
        values,
        "DAPHNE-GEN-07",
        "DAPHNE-DEN-03",
        rows=MAX32,
        columns=MAX32,
        block__rows=MAX32,
        block__columns=MAX32,
    )
    yield hostile(
        "dense-of-2-to-the-32-cells",
        "2^16 x 2^16 values: their number is 0 in 32 bits",
        "daphne/dense/uint8-extremes",
        values,
        "DAPHNE-GEN-07",
        rows=2**16,
        columns=2**16,
        block__rows=2**16,
        block__columns=2**16,
    )
    yield hostile(
        "dense-of-2-to-the-64-bytes",
        "2^31 x 2^30 doubles: their size is 0 in 64 bits",
        "daphne/dense/double-extremes",
        values,
        "DAPHNE-GEN-07",
        rows=2**31,
        columns=2**30,
        block__rows=2**31,
        block__columns=2**30,
    )
    yield hostile(
        "csr-of-2-to-the-32-rows",
        "a sparse block of 2^32 - 1 rows in a hundred bytes",
        "daphne/csr/int8",
        rows,
        "DAPHNE-CSR-03",
        rows=MAX32,
        block__rows=MAX32,
    )
    yield hostile(
        "csr-of-2-to-the-62-entries",
        "#nzb is 2^62 in a block of 2^63 cells",
        "daphne/csr/int8",
        rows,
        "DAPHNE-CSR-03",
        also=("LIMIT", "COUNT"),
        rows=2**31,
        columns=MAX32,
        block__rows=2**31,
        block__columns=MAX32,
        block__nzb=2**62,
    )
    yield hostile(
        "csr-size-wraps-around",
        "#nzb of 2^62 doubles: 12 bytes each are 3 * 2^64, which wraps around to none",
        "daphne/csr/double",
        rows,
        "DAPHNE-GEN-07",
        "DAPHNE-CSR-03",
        also=("LIMIT", "COUNT"),
        columns=MAX32,
        rows=2**31,
        block__rows=2**31,
        block__columns=MAX32,
        block__nzb=2**62,
    )
    yield hostile(
        "coo-of-2-to-the-32-entries",
        "#nzb is 2^32 - 1 in a block that could hold them",
        "daphne/coo/int8-wide",
        entries,
        "DAPHNE-COO-03",
        also=("LIMIT", "COUNT"),
        rows=MAX32,
        columns=MAX32,
        block__rows=MAX32,
        block__columns=MAX32,
        block__nzb=MAX32,
    )
    yield hostile(
        "coo-narrow-of-2-to-the-31-entries",
        "#nzb is 2^31 in the layout of one column",
        "daphne/coo/int8-narrow",
        entries,
        "DAPHNE-COO-02",
        also=("LIMIT", "COUNT"),
        rows=MAX32,
        block__rows=MAX32,
        block__nzb=2**31,
    )
    for columns in (2**32, 2**63, MAX64):
        yield hostile(
            f"frame-of-{columns}-columns",
            f"a frame that claims {columns} columns",
            "daphne/frame/two-columns",
            "truncated.value-type",
            "DAPHNE-FRM-01",
            "DAPHNE-HDR-07",
            columns=columns,
        )
    yield hostile(
        "frame-labels-that-cannot-fit",
        "200 columns: the input holds 200 types, but not 200 labels",
        "daphne/frame/label-control-characters",
        "truncated.label.length",
        "DAPHNE-FRM-02",
        columns=200,
    )


TRUNCATED = {
    "dense": (
        "daphne/dense/int32-2x3",
        (
            "version",
            "data-type",
            "rows",
            "columns",
            "value-type",
            "block[0].rx",
            "block[0].cx",
            "block[0].rows",
            "block[0].columns",
            "block[0].type",
            "block[0].value-type",
            "block[0].value[0,0]",
        ),
    ),
    "frame": ("daphne/header/frame", ("value-type[0]", "label[0].length", "label[0].text", "block[0].rx")),
    "labels": ("daphne/frame/label-empty-first", ("label[1].length",)),
    "csr": ("daphne/csr/int16", ("block[0].nzb", "block[0].row[0].nzr", "block[0].row[2].entry[0].value")),
    "coo": ("daphne/coo/int16-wide", ("block[0].nzb", "block[0].entry[0].row", "block[0].entry[2].column")),
    "coo-narrow": ("daphne/coo/int16-narrow", ("block[0].entry[0].value",)),
    "empty": ("daphne/empty/one-cell", ("block[0].type",)),
    "tiles": (
        "daphne/partition/quarters",
        ("block[1].rx", "block[2].rx", "block[3].cx", "block[3].rows", "block[3].value-type"),
    ),
}

_ONE_BYTE = ("version", "data-type", "value-type", "type", "text")


def _truncations() -> Iterator[Case]:
    for name, (base, fields) in TRUNCATED.items():
        needs = ["many-blocks"] if name in ("tiles", "labels") else []
        for field in fields:
            last = field.rpartition(".")[2].partition("[")[0]
            site = _site(field)
            at_block = last == "rx"
            yield Reject(
                name=f"{name}-before-{_slug(field)}",
                summary=f"the input ends before {field}",
                requirements=["DAPHNE-DEC-04"],
                base=base,
                edits=[cut(field)],
                needs=needs,
                checks={"body.incomplete" if at_block else site: None},
                also=["TRUNCATED"] if at_block else [],
            )
            if last not in _ONE_BYTE:
                yield Reject(
                    name=f"{name}-in-{_slug(field)}",
                    summary=f"the input ends inside {field}",
                    requirements=["DAPHNE-DEC-04"],
                    base=base,
                    edits=[cut(field, -1)],
                    needs=needs,
                    checks={site: None},
                )
        if name in ("empty", "frame"):
            continue  # their last byte is a field of its own, listed above or in another base
        yield Reject(
            name=f"{name}-without-last-byte",
            summary=f"the last byte of {base.partition('/')[2]} is missing",
            requirements=["DAPHNE-DEC-04"],
            base=base,
            edits=[cut_end()],
            needs=needs,
            checks={"truncated": None},
        )


def _site(field: str) -> str:
    parts = [part.partition("[")[0] for part in field.split(".")]
    run = {"value": "values", "entry": "entry", "row": "row"}
    if parts[0] == "block" and len(parts) > 1 and parts[1] in run:
        parts = ["block", run[parts[1]]]
    return "truncated." + ".".join(parts)


def _slug(field: str) -> str:
    return field.replace("block[0].", "block-").replace("[", "-").replace("]", "").replace(".", "-").replace(",", "-")


def rejects() -> Iterator[Feature]:
    yield Feature("hostile-sizes", "Declared sizes that the input cannot hold", list(_sizes()))
    yield Feature("truncation", "Inputs that end early", list(_truncations()))
