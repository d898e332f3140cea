"""Bugs of DAPHNE codecs."""

from collections.abc import Callable

from daphne.bugs_bytes import (
    big_endian,
    blocks_in_order,
    coo_by_object,
    coo_transposed,
    crash_without_cells,
    hang_on_coo,
    no_memory_for_frames,
)
from kit.planting import (
    Bug,
    Case,
    Healthy,
    Json,
    mends,
    misdelivers,
    misreads,
    miswrites,
    passes_over,
    refuses,
    transcodes,
    truncates,
    writes_instead,
)

# The bits of the quiet NaN without a payload, and of infinity, by type.
NANS = {"float": ("0x7fc00000", 0x7F800000), "double": ("0x7ff8000000000000", 0x7FF0 << 48)}


# Refusals


def has_other_types(healthy: Healthy, data: bytes, _: Json) -> bool:
    """Return True if a block has a value type other than its object's."""
    value = healthy.decode(data, None)
    blocks = healthy.known.plan(data)
    return any(block.get("type", value.get("type")) != value.get("type") for block in blocks if "type" in value)


def has_falling_columns(healthy: Healthy, data: bytes, _: Json) -> bool:
    """Return True if the columns within a row of a CSR block are in descending order."""
    return any(block["block"] == "csr" and block.get("order", "asc") != "asc" for block in healthy.known.plan(data))


# Values


def changed(change: Callable[[str, str], str | None]) -> Callable[[Json, Json], Json]:
    """Change every atom, given with its type; None drops the cell."""

    def deliver(value: Json, _: Json) -> Json:
        cells = []
        for row, column, atom in value["cells"]:
            new = change(value["types"][int(column)] if "types" in value else value["type"], atom)
            cells += [[row, column, new]] if new is not None else []
        return {**value, "cells": cells}

    return deliver


def int64_unsigned(type: str, atom: str) -> str:
    return str(int(atom) % 2**64) if type == "int64" else atom


def minus_zero_dropped(type: str, atom: str) -> str | None:
    return None if type in NANS and atom.strip("0") == "x8" else atom


def nan_payload_lost(type: str, atom: str) -> str:
    quiet, infinity = NANS.get(type, ("", 0))
    return quiet if quiet and int(atom, 16) % (1 << 4 * len(quiet) - 9) > infinity else atom


def sign_of_zero_lost(value: Json) -> Json:
    """Write -0.0 as the integer 0."""
    cells = value["cells"]
    kept = [cell for cell in cells if cell[2:] != ["0x8000000000000000"]] if isinstance(cells, list) else cells
    return {**value, "cells": kept}


def far_columns(healthy: Healthy, data: bytes, _: Json) -> bool:
    """Return True if a column index of a sparse block has its highest bit set."""
    fields = (field for field in healthy.fields(data, None) if field.name.endswith(".column"))
    return any(data[field.offset + 3] & 0x80 for field in fields)


def labels_trimmed(value: Json, _: Json) -> Json:
    return {**value, "labels": [label.strip() for label in value["labels"]]} if "labels" in value else value


# Transcoding


def blocks_turned(healthy: Healthy, data: bytes, _: Json) -> bytes:
    """Keep the plan, but write the blocks from the last to the first."""
    value, plan = healthy.decode(data, None), healthy.known.plan(data)
    return healthy.encode(value, None, plan[::-1])


def nans_quiet(healthy: Healthy, data: bytes, _: Json) -> bytes:
    """Drop the payload of NaNs."""
    return healthy.encode(changed(nan_payload_lost)(healthy.decode(data, None), None), None)


# Broken bytes and prefixes


def header_alone(_: Healthy, data: bytes, __: Json) -> bytes | None:
    """Read a matrix whose input ends with the header as all zeros."""
    if len(data) != 19 or data[0] != 1 or data[1] not in {1, 2}:
        return None
    return data + bytes(16) + data[2:6] + data[10:14] + bytes(1)


# Minimal cases

HEADER = 19  # bytes of the header of a matrix
ONE_ZERO = 46  # bytes of a matrix of one uint8


def size(case: Case) -> tuple[int, int, int]:
    """Return the cells of the object, its nonzero cells, and the blocks of the plan (0 without a plan)."""
    cells = int(case.value["rows"]) * int(case.value["columns"])
    return cells, len(case.value["cells"]), len(case.plan or [])


def at_most(case: Case, cells: int, filled: int, blocks: int) -> bool:
    return all(have <= most for have, most in zip(size(case), (cells, filled, blocks), strict=True))


BUGS = (
    Bug(
        "int64-unsigned",
        "decode-reference-encoding",
        misdelivers(changed(int64_unsigned)),
        "value",
        "a matrix of int64 that is -1 alone",
        lambda case: size(case) == (1, 1, 0) and case.value["cells"][0][2] == "-1",
    ),
    Bug(
        "minus-zero-dropped",
        "decode-reference-encoding",
        misdelivers(changed(minus_zero_dropped)),
        "value",
        "a matrix that is -0.0 alone",
        lambda case: size(case) == (1, 1, 0) and case.value["cells"][0][2].strip("0") == "x8",
    ),
    Bug(
        "nan-payload-lost",
        "decode-reference-encoding",
        misdelivers(changed(nan_payload_lost)),
        "value",
        "a matrix that is one NaN with a payload",
        lambda case: size(case) == (1, 1, 0),
    ),
    Bug(
        "labels-trimmed",
        "decode-reference-encoding",
        misdelivers(labels_trimmed),
        "value",
        "a frame of zeros, with one label that begins or ends with white space and one other at most",
        lambda case: at_most(case, 2, 0, 0) and any(label != label.strip() for label in case.value["labels"]),
    ),
    Bug(
        "coo-transposed",
        "decode-other-encoding",
        misreads(coo_transposed),
        "",
        "a COO block of two cells, with an entry off the diagonal",
        lambda case: size(case) == (2, 1, 1),
    ),
    Bug(
        "block-type-refused",
        "decode-other-encoding",
        refuses(has_other_types),
        "rejected",
        "a matrix that is one zero, in a block of another type",
        lambda case: size(case) == (1, 0, 1),
    ),
    Bug(
        "blocks-in-order",
        "decode-reordered",
        misreads(blocks_in_order),
        "",
        "two blocks, the later first, over two cells that differ or over three",
        lambda case: at_most(case, 3, 1, 2),
    ),
    Bug(
        "csr-columns-ascend",
        "decode-reordered",
        refuses(has_falling_columns),
        "rejected",
        "a row of a CSR block with two entries, the later first",
        lambda case: at_most(case, 3, 2, 1),
    ),
    Bug(
        "coo-by-object",
        "reference-decodes-encoding",
        miswrites(coo_by_object),
        "bytes",
        "two columns, in one of them an entry in a COO block of its own",
        lambda case: size(case) == (2, 1, 2),
    ),
    Bug(
        "coo-big-endian",
        "reference-decodes-encoding",
        miswrites(big_endian("coo")),
        "bytes",
        "a 1 in a COO block, of a type of more than one byte",
        lambda case: size(case) == (1, 1, 1),
    ),
    Bug(
        "cells-truncated",
        "agree-on-edited-values",
        truncates(7),
        "bytes",
        "an integer cell beyond its type",
        lambda case: len(case.value["cells"]) == 1,
    ),
    Bug(
        "blocks-turned-round",
        "transcode-settles",
        transcodes(blocks_turned),
        "bytes",
        "two cells in two blocks",
        lambda case: at_most(case, 2, 1, 2),
    ),
    Bug(
        "nans-quiet",
        "transcode-settles",
        transcodes(nans_quiet),
        "bytes",
        "a matrix that is one NaN with a payload",
        lambda case: at_most(case, 1, 1, 1),
    ),
    Bug(
        "any-version",
        "agree-on-broken-bytes",
        passes_over("header.version"),
        "value",
        "a matrix of one byte that is zero, with another version",
        lambda case: len(case.data) == ONE_ZERO and case.data[0] != 1,
    ),
    Bug(
        "rest-ignored",
        "agree-on-broken-bytes",
        passes_over("body.trailing"),
        "value",
        "a matrix of one byte that is zero, and one byte more",
        lambda case: len(case.data) == ONE_ZERO + 1,
    ),
    Bug(
        "header-alone",
        "refuse-every-prefix",
        mends(header_alone),
        "value",
        "the header of a matrix",
        lambda case: len(case.data) == HEADER,
    ),
    Bug(
        "minus-zero-in-integers",
        "agree-on-edited-values",
        writes_instead(sign_of_zero_lost),
        "bytes",
        "one cell, -0.0, in a block of integers",
        lambda case: len(case.value["cells"]) == 1,
    ),
    Bug(
        "columns-signed",
        "decode-other-encoding",
        refuses(far_columns),
        "rejected",
        "one cell in a column beyond the 2^31st",
        lambda case: len(case.value["cells"]) <= 2,
    ),
)
# Bugs that cannot run in the process of a test.
PIPED = (
    Bug(
        "crash-without-cells",
        "decode-reference-encoding",
        misreads(crash_without_cells),
        "crashed SIGABRT",
        "an object without cells",
        lambda case: at_most(case, 0, 0, 0),
    ),
    Bug(
        "no-memory-for-frames",
        "decode-reference-encoding",
        misreads(no_memory_for_frames),
        "out-of-memory",
        "a frame of one cell or none, that is zero",
        lambda case: at_most(case, 1, 0, 0),
    ),
    Bug(
        "hang-on-coo",
        "decode-other-encoding",
        misreads(hang_on_coo),
        "hung",
        "a COO block of one cell, that is zero",
        lambda case: size(case) == (1, 0, 1),
    ),
)
