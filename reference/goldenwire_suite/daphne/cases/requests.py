"""Requests that are not in the notation: an encoder must refuse them, not guess."""

from collections.abc import Iterator
from typing import Any

from goldenwire_suite.cases import Case, Change, Feature, Refusal, add_at, remove_at, replace_at
from goldenwire_suite.daphne.cases import spellings
from goldenwire_suite.daphne.cases.builders import ids

Json = Any

MATRIX, FLOATS, FRAME = "daphne/dense/int32-2x3", "daphne/dense/float-extremes", "daphne/header/frame"
ZEROS = "daphne/dense/all-zero"
PLAN, RANKS, EMPTY = "daphne/dense/csr-as-coo", "daphne/encoder/ranks-coo", "daphne/empty/one-cell"

# name -> (the request in words, base, edit, mutation that accepts it)
VALUES: dict[str, tuple[str, str, Change, str]] = {
    "kind-unknown": (
        "a value of the kind SparseMatrix",
        MATRIX,
        replace_at("/value/kind", "SparseMatrix"),
        "unknown-kinds-as-dense",
    ),
    "kind-in-lower-case": (
        "a value of the kind densematrix",
        MATRIX,
        replace_at("/value/kind", "densematrix"),
        "unknown-kinds-as-dense",
    ),
    "kind-missing": ("a value without a kind", MATRIX, remove_at("/value/kind"), "unknown-kinds-as-dense"),
    "value-of-a-list": ("a list in the place of a value", MATRIX, replace_at("/value", []), "anything-as-nothing"),
    "value-of-text": ("text in the place of a value", MATRIX, replace_at("/value", "7"), "anything-as-nothing"),
    "kind-in-a-list": (
        "a value whose kind is a list of one kind",
        MATRIX,
        replace_at("/value/kind", ["DenseMatrix"]),
        "lists-of-one-taken",
    ),
    "kind-null": ("a value whose kind is null", MATRIX, replace_at("/value/kind", None), "unknown-kinds-as-dense"),
    "type-unknown": ("a matrix of int128", MATRIX, replace_at("/value/type", "int128"), "unknown-types-as-int64"),
    "type-of-a-language": (
        "a matrix of the type int32_t",
        MATRIX,
        replace_at("/value/type", "int32_t"),
        "unknown-types-as-int64",
    ),
    "type-in-a-list": (
        "a matrix whose type is a list of one type",
        MATRIX,
        replace_at("/value/type", ["int32"]),
        "lists-of-one-taken",
    ),
    "type-null": ("a matrix whose type is null", MATRIX, replace_at("/value/type", None), "unknown-types-as-int64"),
    "rows-negative": ("a matrix of -2 rows", MATRIX, replace_at("/value/rows", "-2"), "negative-sizes-without-sign"),
    "rows-with-a-zero": (
        "a matrix whose number of rows is spelt 02",
        MATRIX,
        replace_at("/value/rows", "02"),
        "integers-of-any-spelling",
    ),
    "rows-with-a-plus": (
        "a matrix whose number of rows is spelt +2",
        MATRIX,
        replace_at("/value/rows", "+2"),
        "integers-of-any-spelling",
    ),
    "rows-with-a-space": (
        "a matrix whose number of rows has a space after it",
        MATRIX,
        replace_at("/value/rows", "2 "),
        "integers-of-any-spelling",
    ),
    "rows-null": ("a matrix whose number of rows is null", MATRIX, replace_at("/value/rows", None), "null-as-two"),
    "rows-missing": ("a matrix without a number of rows", MATRIX, remove_at("/value/rows"), "missing-members-made-up"),
    "member-unknown": (
        "a matrix with a member that the notation does not have",
        MATRIX,
        add_at("/value/name", "m"),
        "unknown-members-ignored",
    ),
    "labels-of-a-matrix": (
        "a matrix with labels",
        MATRIX,
        add_at("/value/labels", ["a", "b", "c"]),
        "unknown-members-ignored",
    ),
    "cells-missing": ("a matrix without a list of cells", MATRIX, remove_at("/value/cells"), "missing-members-made-up"),
    "cells-null": ("a matrix whose cells are null", MATRIX, replace_at("/value/cells", None), "null-lists-are-empty"),
    "cell-below-the-rows": (
        "a cell in row 2 of a matrix of two rows",
        MATRIX,
        replace_at("/value/cells/5/0", "2"),
        "cells-outside-dropped",
    ),
    "cell-beside-the-columns": (
        "a cell in column 3 of a matrix of three columns",
        MATRIX,
        replace_at("/value/cells/2/1", "3"),
        "cells-outside-dropped",
    ),
    "cell-before-the-rows": (
        "a cell in row -1",
        MATRIX,
        replace_at("/value/cells/0/0", "-1"),
        "negative-sizes-from-the-end",
    ),
    "cell-twice": (
        "a cell that is listed twice, with different values",
        MATRIX,
        replace_at("/value/cells/1/1", "0"),
        "cells-twice-taken",
    ),
    "cell-twice-alike": (
        "a cell that is listed twice, with the same value",
        MATRIX,
        add_at("/value/cells/1", ["0", "0", "1"]),
        "cells-twice-taken",
    ),
    "zero-below-the-rows": (
        "a zero in row 2 of a matrix of two rows",
        ZEROS,
        add_at("/value/cells/0", ["2", "0", "0"]),
        "zeros-left-out-unseen",
    ),
    "zero-beside-the-columns": (
        "a zero in column 2 of a matrix of two columns",
        ZEROS,
        add_at("/value/cells/0", ["0", "2", "0"]),
        "zeros-left-out-unseen",
    ),
    "zero-before-a-value": (
        "a cell that is listed twice, as a zero and with a value",
        MATRIX,
        add_at("/value/cells/0", ["0", "0", "0"]),
        "zeros-left-out-unseen",
    ),
    "zero-twice": (
        "a cell that is listed twice, as a zero both times",
        ZEROS,
        add_at("/value/cells", [["0", "0", "0"], ["0", "0", "0"]]),
        "zeros-left-out-unseen",
    ),
    "cell-of-four": ("a cell of four items", MATRIX, add_at("/value/cells/0/3", "1"), "cells-of-any-length"),
    "cell-without-value": ("a cell without a value", MATRIX, remove_at("/value/cells/0/2"), "cells-of-any-length"),
    "integer-with-a-zero": (
        "an integer cell that is spelt 01",
        MATRIX,
        replace_at("/value/cells/0/2", "01"),
        "integers-of-any-spelling",
    ),
    "integer-with-many-zeros": (
        "an integer cell that is spelt as 1 behind a great many zeros",
        MATRIX,
        replace_at("/value/cells/0/2", "1".zfill(21)),
        "integers-of-any-spelling",
    ),
    "rows-with-many-zeros": (
        "a number of rows that is spelt as 2 behind a great many zeros",
        MATRIX,
        replace_at("/value/rows", "2".zfill(21)),
        "integers-of-any-spelling",
    ),
    "integer-minus-zero": (
        "an integer cell that is spelt -0",
        MATRIX,
        replace_at("/value/cells/0/2", "-0"),
        "integers-of-any-spelling",
    ),
    "integer-as-bits": (
        "an integer cell that is spelt by its bits",
        MATRIX,
        replace_at("/value/cells/0/2", "0x00000001"),
        "integers-of-any-base",
    ),
    "integer-null": ("an integer cell that is null", MATRIX, replace_at("/value/cells/0/2", None), "null-as-two"),
    "float-as-decimal": (
        "a float cell that is spelt 1.5, and not by its bits",
        FLOATS,
        replace_at("/value/cells/0/2", "1.5"),
        "floats-of-any-spelling",
    ),
    "float-as-integer": (
        "a float cell that is spelt 1, and not by its bits",
        FLOATS,
        replace_at("/value/cells/0/2", "1"),
        "floats-of-any-spelling",
    ),
    "float-as-double": (
        "a float cell that is spelt by the bits of the wider type",
        FLOATS,
        replace_at("/value/cells/0/2", "0x3ff8000000000000"),
        "floats-of-any-spelling",
    ),
    "float-of-seven-digits": (
        "a float cell whose bits lack the leading 0",
        FLOATS,
        replace_at("/value/cells/0/2", "0x0800000"),
        "floats-of-any-spelling",
    ),
    "float-in-capitals": (
        "a float cell whose bits are spelt in capital letters",
        FLOATS,
        replace_at("/value/cells/0/2", "0x3FC00000"),
        "floats-of-any-spelling",
    ),
    "any-nan": (
        "a float cell that is any NaN, as expected values may have it",
        FLOATS,
        replace_at("/value/cells/0/2", {"nan": "8"}),
        "floats-of-any-spelling",
    ),
    "labels-too-few": (
        "a frame of one column without a label",
        FRAME,
        remove_at("/value/labels/0"),
        "columns-filled-up",
    ),
    "labels-too-many": ("a frame of one column with two labels", FRAME, add_at("/value/labels/1", "b"), "columns-cut"),
    "types-too-few": ("a frame of one column without a type", FRAME, remove_at("/value/types/0"), "columns-filled-up"),
    "types-too-many": (
        "a frame of one column with two types",
        FRAME,
        add_at("/value/types/1", "uint8"),
        "columns-cut",
    ),
    "label-null": ("a label that is null", FRAME, replace_at("/value/labels/0", None), "labels-of-any-kind"),
    "label-of-octets": (
        "a label whose bytes are under another name than utf8",
        FRAME,
        replace_at("/value/labels/0", {"hex": "61"}),
        "labels-of-any-kind",
    ),
    "label-of-no-text": (
        "a label whose bytes are null",
        FRAME,
        replace_at("/value/labels/0", {"utf8": None}),
        "labels-of-any-kind",
    ),
    "label-of-octets-and-more": (
        "a label whose bytes have another member beside them",
        FRAME,
        replace_at("/value/labels/0", {"utf8": "61", "text": "a"}),
        "labels-of-any-kind",
    ),
    "label-in-capitals": (
        "a label whose bytes are spelt in capital letters",
        FRAME,
        replace_at("/value/labels/0", {"utf8": "4A"}),
        "labels-of-any-kind",
    ),
    "label-of-half-a-byte": (
        "a label of bytes with an odd number of digits",
        FRAME,
        replace_at("/value/labels/0", {"utf8": "6"}),
        "labels-of-any-kind",
    ),
}

PLANS: dict[str, tuple[str, str, Change, str]] = {
    "plan-of-one-block": (
        "a plan that is a block and not a list of blocks",
        PLAN,
        replace_at("/plan", {"rx": "0", "cx": "0", "rows": "2", "columns": "2", "block": "coo", "type": "int16"}),
        "plan-of-one-block-taken",
    ),
    "plan-block-of-text": (
        "a plan whose one block is text",
        PLAN,
        replace_at("/plan/0", "coo"),
        "block-of-text-taken",
    ),
    "plan-block-in-a-list": (
        "a plan whose block type is a list of one type",
        PLAN,
        replace_at("/plan/0/block", ["coo"]),
        "lists-of-one-taken-in-plans",
    ),
    "plan-rows-in-bits": (
        "a plan whose block has a number of rows that is spelt 0x2",
        PLAN,
        replace_at("/plan/0/rows", "0x2"),
        "integers-of-any-base",
    ),
    "plan-position-missing": (
        "a plan whose block has no column position",
        PLAN,
        remove_at("/plan/0/cx"),
        "missing-members-of-blocks-made-up",
    ),
    "plan-position-negative": (
        "a plan whose block lies at row -0, a zero with a sign",
        PLAN,
        replace_at("/plan/0/rx", "-0"),
        "integers-of-any-spelling",
    ),
    "plan-rows-negative": (
        "a plan whose block has -2 rows",
        PLAN,
        replace_at("/plan/0/rows", "-2"),
        "negative-sizes-without-sign",
    ),
    "plan-block-null": (
        "a plan whose block has the type null",
        PLAN,
        replace_at("/plan/0/block", None),
        "null-names-by-default",
    ),
    "plan-type-null": (
        "a plan whose block has the value type null",
        PLAN,
        replace_at("/plan/0/type", None),
        "null-names-by-default",
    ),
    "plan-type-of-empty-null": (
        "a plan whose empty block has the value type null",
        EMPTY,
        add_at("/plan/0/type", None),
        "null-names-by-default",
    ),
    "plan-order-of-empty-null": (
        "a plan whose empty block has the order null",
        EMPTY,
        add_at("/plan/0/order", None),
        "null-names-by-default",
    ),
    "plan-member-unknown": (
        "a plan whose block has a member that the notation does not have",
        PLAN,
        add_at("/plan/0/vt", "int16"),
        "unknown-members-ignored",
    ),
    "plan-rank-negative": (
        "a rank of -3",
        RANKS,
        replace_at("/plan/0/order/2", "-3"),
        "negative-sizes-without-sign",
    ),
    "plan-rank-with-a-zero": (
        "a rank that is spelt 03",
        RANKS,
        replace_at("/plan/0/order/2", "03"),
        "integers-of-any-spelling",
    ),
}


# The requests that also show that an encoder's refusal has no offset (ENC-10).
WITHOUT_OFFSET = ("kind-missing", "value-of-text", "cell-twice", "plan-of-one-block", "plan-position-missing")


def _refusals() -> Iterator[Case]:
    for code, table in (("VALUE", VALUES | spellings.VALUES), ("PLAN", PLANS | spellings.PLANS)):
        for name, (summary, base, edit, catches) in table.items():
            yield Refusal(
                name=name,
                summary=summary,
                requirements=ids("ENC-08 ENC-04" + " ENC-10" * (name in WITHOUT_OFFSET)),
                base=base,
                edits=[edit],
                code=code,
                catches=[catches],
            )


def rejects() -> Iterator[Feature]:
    yield Feature("requests", "Requests that are not in the notation", list(_refusals()))
