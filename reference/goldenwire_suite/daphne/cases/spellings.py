"""Members of requests that have the wrong type, and spellings that a lenient parser accepts."""

from goldenwire_suite.cases import Change, add_at, replace_at

MATRIX, TALL, ROW, COLUMN, ZEROS, FLOATS, DOUBLES = (
    f"daphne/dense/{name}"
    for name in ("int32-2x3", "int32-3x2", "one-row", "one-column", "all-zero", "float-extremes", "double-extremes")
)
FRAME = "daphne/header/frame"
PLAN, RANKS, BACKWARDS = "daphne/dense/csr-as-coo", "daphne/encoder/ranks-coo", "daphne/coo/entries-descending"

# name -> (the request in words, base, edit, mutation that accepts it)
VALUES: dict[str, tuple[str, str, Change, str]] = {
    "kind-empty": (
        "a value whose kind is an empty text", MATRIX, replace_at("/value/kind", ""), "unknown-kinds-as-dense"
    ),
    "kind-true": ("a value whose kind is true", MATRIX, replace_at("/value/kind", True), "unknown-kinds-as-dense"),
    "type-empty": (
        "a matrix whose type is an empty text", MATRIX, replace_at("/value/type", ""), "unknown-types-as-int64"
    ),
    "type-in-capitals": (
        "a matrix of the type INT32", MATRIX, replace_at("/value/type", "INT32"), "unknown-types-as-int64"
    ),
    "type-of-a-frame": ("a frame that has a type", FRAME, add_at("/value/type", "int8"), "unknown-members-ignored"),
    "rows-empty": (
        "a matrix whose number of rows is an empty text", ZEROS, replace_at("/value/rows", ""), "empty-text-is-zero"
    ),
    "rows-true": ("a matrix whose number of rows is true", ROW, replace_at("/value/rows", True), "true-is-one"),
    "rows-in-a-list": (
        "a matrix whose number of rows is in a list", MATRIX, replace_at("/value/rows", ["2"]),
        "lists-of-one-number-taken",
    ),
    "rows-with-an-exponent": (
        "a matrix whose number of rows is spelt 2e0", MATRIX, replace_at("/value/rows", "2e0"), "decimals-taken"
    ),
    "rows-with-a-fraction": (
        "a matrix whose number of rows is spelt 2.0", MATRIX, replace_at("/value/rows", "2.0"), "decimals-taken"
    ),
    "rows-with-a-line-feed": (
        "a matrix whose number of rows has a line feed after it", MATRIX, replace_at("/value/rows", "2\n"),
        "integers-of-any-spelling",
    ),
    "rows-in-other-digits": (
        "a matrix whose number of rows is an Arabic-Indic digit", MATRIX, replace_at("/value/rows", "\u0662"),
        "integers-of-any-spelling",
    ),
    "columns-null": (
        "a matrix whose number of columns is null", TALL, replace_at("/value/columns", None), "null-as-two"
    ),
    "columns-negative": (
        "a matrix of -3 columns", MATRIX, replace_at("/value/columns", "-3"), "negative-sizes-without-sign"
    ),
    "columns-with-a-zero": (
        "a matrix whose number of columns is spelt 03", MATRIX, replace_at("/value/columns", "03"),
        "integers-of-any-spelling",
    ),
    "cell-of-text": (
        "a cell that is text", MATRIX, replace_at("/value/cells/0", "000"), "cells-of-text-dropped"
    ),
    "cell-row-null": (
        "a cell whose row is null", COLUMN, replace_at("/value/cells/2/0", None), "null-as-two"
    ),
    "cell-row-with-a-sign": (
        "a cell in row -0, a zero with a sign", MATRIX, replace_at("/value/cells/0/0", "-0"), "integers-of-any-spelling"
    ),
    "integer-empty": (
        "an integer cell that is an empty text", MATRIX, replace_at("/value/cells/0/2", ""), "empty-text-is-zero"
    ),
    "integer-true": ("an integer cell that is true", MATRIX, replace_at("/value/cells/0/2", True), "true-is-one"),
    "integer-with-a-line-feed": (
        "an integer cell with a line feed after it", MATRIX, replace_at("/value/cells/0/2", "1\n"),
        "integers-of-any-spelling",
    ),
    "integer-with-a-fraction": (
        "an integer cell that is spelt 1.0", MATRIX, replace_at("/value/cells/0/2", "1.0"), "decimals-taken"
    ),
    "float-null": (
        "a float cell that is null", FLOATS, replace_at("/value/cells/0/2", None), "bits-as-any-hexadecimal"
    ),
    "float-of-nine-digits": (
        "a float cell whose bits have an extra 0 in front", FLOATS, replace_at("/value/cells/0/2", "0x000800000"),
        "bits-as-any-hexadecimal",
    ),
    "float-without-prefix": (
        "a float cell whose bits lack the 0x", FLOATS, replace_at("/value/cells/0/2", "3fc00000"),
        "bits-as-any-hexadecimal",
    ),
    "float-with-a-capital-x": (
        "a float cell whose bits begin with 0X", FLOATS, replace_at("/value/cells/0/2", "0X3fc00000"),
        "bits-as-any-hexadecimal",
    ),
    "float-with-two-prefixes": (
        "a float cell whose bits have 0x in place of their first two digits, too", FLOATS,
        replace_at("/value/cells/0/2", "0x0x3f8000"), "bits-after-their-prefix-as-any",
    ),
    "float-with-a-sign": (
        "a float cell whose bits have a + in place of their first digit", FLOATS,
        replace_at("/value/cells/0/2", "0x+3f80000"), "bits-after-their-prefix-as-any",
    ),
    "float-with-a-space": (
        "a float cell whose bits have a space in place of their first digit", FLOATS,
        replace_at("/value/cells/0/2", "0x 3f80000"), "bits-after-their-prefix-as-any",
    ),
    "float-with-a-line-feed": (
        "a float cell with a line feed after it", FLOATS, replace_at("/value/cells/0/2", "0x3fc00000\n"),
        "bits-as-any-hexadecimal",
    ),
    "double-as-float": (
        "a double cell that is spelt by the bits of the narrower type", DOUBLES,
        replace_at("/value/cells/0/2", "0x3fc00000"), "floats-of-any-spelling",
    ),
    "cell-of-numbers": (
        "a cell whose row, column and value are JSON numbers", MATRIX, replace_at("/value/cells/0", [0, 0, 1]),
        "json-numbers-taken",
    ),
    "label-true": ("a label that is true", FRAME, replace_at("/value/labels/0", True), "labels-of-any-kind"),
    "label-in-a-list": ("a label in a list", FRAME, replace_at("/value/labels/0", ["a"]), "labels-of-any-kind"),
    "label-with-a-line-feed": (
        "a label whose bytes are spelt with a line feed after them", FRAME,
        replace_at("/value/labels/0", {"utf8": "61\n"}), "labels-of-any-kind",
    ),
}  # fmt: skip
PLANS: dict[str, tuple[str, str, Change, str]] = {
    "plan-rows-null": (
        "a plan whose block has null for its number of rows", PLAN, replace_at("/plan/0/rows", None), "null-as-two"
    ),
    "plan-columns-null": (
        "a plan whose block has null for its number of columns", PLAN, replace_at("/plan/0/columns", None),
        "null-as-two",
    ),
    "plan-rows-in-a-list": (
        "a plan whose block has its number of rows in a list", PLAN, replace_at("/plan/0/rows", ["2"]),
        "lists-of-one-number-taken",
    ),
    "plan-rows-with-a-fraction": (
        "a plan whose block has a number of rows that is spelt 2.0", PLAN, replace_at("/plan/0/rows", "2.0"),
        "decimals-taken",
    ),
    "plan-rows-with-a-line-feed": (
        "a plan whose block has a number of rows with a line feed after it", PLAN, replace_at("/plan/0/rows", "2\n"),
        "integers-of-any-spelling",
    ),
    "plan-position-empty": (
        "a plan whose block has an empty text for its column position", PLAN, replace_at("/plan/0/cx", ""),
        "empty-text-is-zero",
    ),
    "plan-rank-null": ("a rank that is null", RANKS, replace_at("/plan/0/order/3", None), "null-as-two"),
    "plan-rank-in-other-digits": (
        "a rank that is an Arabic-Indic digit", RANKS, replace_at("/plan/0/order/3", "\u0662"),
        "integers-of-any-spelling",
    ),
    "plan-ranks-of-numbers": (
        "ranks that are JSON numbers", RANKS, replace_at("/plan/0/order", [1, 0, 3, 2]), "json-numbers-taken"
    ),
    "plan-rank-of-a-number": (
        "a rank that is a JSON number among others that are texts", RANKS, replace_at("/plan/0/order/2", 3),
        "json-numbers-taken",
    ),
    "plan-block-of-numbers": (
        "a plan whose block has JSON numbers for its position and its dimensions", PLAN,
        replace_at("/plan/0", {"rx": 0, "cx": 0, "rows": 2, "columns": 2, "block": "coo", "type": "int16"}),
        "json-numbers-taken",
    ),
    "plan-order-null": (
        "a plan whose block has the order null", BACKWARDS, replace_at("/plan/0/order", None),
        "null-names-by-default",
    ),
}  # fmt: skip
