"""Inputs that end early."""

from collections.abc import Iterator

from goldenwire_suite.cases import Case, Edit, Feature, Reject, cut, cut_end, put
from goldenwire_suite.daphne.cases.builders import ids

TRUNCATED = {
    "dense": (
        "daphne/dense/int32-2x3",
        "a dense matrix",
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
    "frame": (
        "daphne/header/frame",
        "a frame of one column",
        ("value-type[0]", "label[0].length", "label[0].text", "block[0].rx"),
    ),
    "labels": ("daphne/frame/two-columns", "a frame of two columns", ("label[1].length",)),
    "csr": (
        "daphne/csr/int16",
        "a CSR block",
        ("block[0].nzb", "block[0].row[0].nzr", "block[0].row[2].entry[0].value"),
    ),
    "coo": (
        "daphne/coo/int16-wide",
        "a COO block of three columns",
        ("block[0].nzb", "block[0].entry[0].row", "block[0].entry[2].column"),
    ),
    "coo-narrow": ("daphne/coo/int16-narrow", "a COO block of one column", ("block[0].entry[0].value",)),
    "empty": ("daphne/empty/one-cell", "an empty block", ("block[0].type",)),
    "tiles": (
        "daphne/partition/quarters",
        "four blocks",
        ("block[1].rx", "block[2].rx", "block[3].cx", "block[3].rows", "block[3].value-type"),
    ),
}

WORDS = {
    "version": "the version",
    "data-type": "the data type",
    "rows": "the number of rows",
    "columns": "the number of columns",
    "value-type": "the value type",
    "rx": "the row position",
    "cx": "the column position",
    "type": "the block type",
    "nzb": "the number of entries",
    "nzr": "the count",
    "row": "the row index",
    "column": "the column index",
    "value": "the value",
}
_ONE_BYTE = ("version", "data-type", "value-type", "type", "text")


def _place(field: str) -> str:
    """Return a field in words: "the column index of entry 2 of block 0"."""
    *parts, last = field.split(".")
    name, _, number = last.partition("[")
    within = [part.rstrip("]").replace("[", " ") for part in reversed(parts)]
    if name in ("length", "text"):
        return f"the {name} of {within[0]}"
    of = "".join(f" of {part}" for part in within if not (part == "block 0" and len(parts) > 1))
    if name == "value" and number:
        return f"the values{of}"
    return WORDS[name] + (f" of column {number.rstrip(']')}" if number else "") + of


def _site(field: str) -> str:
    parts = [part.partition("[")[0] for part in field.split(".")]
    run = {"value": "values", "entry": "entry", "row": "row"}
    if parts[0] == "block" and len(parts) > 1 and parts[1] in run:
        parts = ["block", run[parts[1]]]
    return "truncated." + ".".join(parts)


def _slug(field: str) -> str:
    return field.replace("block[0].", "block-").replace("[", "-").replace("]", "").replace(".", "-").replace(",", "-")


def _truncations() -> Iterator[Case]:
    for name, (base, told, fields) in TRUNCATED.items():
        needs = ["many-blocks"] if name == "tiles" else []
        for field in fields:
            last = field.rpartition(".")[2].partition("[")[0]
            at_block = last == "rx"
            cited = ids("BODY-04") if name == "tiles" and field > "block[1].rx" else []
            between = ids("DEC-04") if at_block else []
            yield Reject(
                name=f"{name}-before-{_slug(field)}",
                summary=f"{told}: the input ends before {_place(field)}",
                requirements=cited + between,
                base=base,
                edits=[cut(field)],
                needs=needs,
                checks={"body.incomplete" if at_block else _site(field): None},
                also_here=["TRUNCATED"] if at_block else [],
            )
            if last not in _ONE_BYTE:
                yield Reject(
                    name=f"{name}-in-{_slug(field)}",
                    summary=f"{told}: the input ends one byte short of the end of {_place(field)}"
                    if not field.endswith("[0,0]")
                    else f"{told}: the input ends inside the first of {_place(field)}",
                    requirements=cited,
                    base=base,
                    edits=[cut(field, -1)],
                    needs=needs,
                    checks={_site(field): None},
                )
        if name in ("empty", "frame"):
            continue  # their last byte is a separate field, listed above or in another base
        yield Reject(
            name=f"{name}-without-last-byte",
            summary=f"{told}: the last byte of the input is missing",
            requirements=ids("BODY-04") if name in ("tiles", "labels") else [],
            base=base,
            edits=[cut_end()],
            needs=["many-blocks"] if name in ("tiles", "labels") else [],
            checks={"truncated": None},
        )


# Ends of the input within three labels: what has been read, the edits, and the field that is cut.
_LABELS: dict[str, tuple[str, list[Edit], str]] = {
    "in-length": ("one byte short of the end of the length of label 1", [cut("label[1].length", -1)], "length"),
    "before-text": ("before the text of label 1, of one byte", [cut("label[1].text")], "text"),
    "in-text": ("after one byte of the text of label 1, whose length says 2",
                [put("label[1].length", 2), cut("label[2].length")], "text"),
    "before-next": ("after label 1, before the length of label 2", [cut("label[2].length")], "length"),
}  # fmt: skip


def _within_labels() -> Iterator[Case]:
    for name, (told, edits, field) in _LABELS.items():
        yield Reject(
            name=f"three-labels-{name}",
            summary="a frame of three columns, with as many bytes as three empty labels take, or more: "
            f"the input ends {told}",
            requirements=ids("" if name == "in-length" else "DEC-04"),
            base="daphne/frame/first-label-longest",
            edits=edits,
            checks={f"truncated.label.{field}": None},
        )


def rejects() -> Iterator[Feature]:
    yield Feature("truncation", "Inputs that end early", [*_truncations(), *_within_labels()])
