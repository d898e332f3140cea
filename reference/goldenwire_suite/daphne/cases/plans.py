"""Plans, and the values and plans that an encoder must refuse."""

from collections.abc import Iterator

from goldenwire_suite.cases import Case, Change, Feature, Refusal, add_at, remove_at, replace_at
from goldenwire_suite.daphne.cases.builders import INTEGERS, accept, article, block, csr, dense, ids, say, whole

GRID = dense("int16", [1, 2], [3, 4])


def _accepts() -> Iterator[Case]:
    yield accept(
        "by-halves",
        "a plan of two blocks, one above the other",
        "",
        GRID,
        [block((0, 0, 1, 2), "dense", "int16"), block((1, 0, 1, 2), "dense", "int16")],
    )
    yield accept(
        "by-columns",
        "a plan of two blocks, side by side",
        "",
        GRID,
        [block((0, 0, 2, 1), "dense", "int16"), block((0, 1, 2, 1), "dense", "int16")],
    )
    corner = csr("int32", [0, 7], [0, 0])
    yield accept(
        "type-omitted",
        "a plan that names no value type for its COO block, which takes the matrix's, int32",
        "ENC-06",
        corner,
        whole(corner, "coo"),
    )
    yield accept(
        "ranks-coo",
        "a plan that gives the entries of a COO block by their ranks",
        "ENC-06 COO-08",
        GRID,
        whole(GRID, "coo", "int16", [1, 0, 3, 2]),
    )
    yield accept(
        "ranks-csr",
        "a plan that gives the entries of a CSR block by their ranks",
        "ENC-06 CSR-09",
        GRID,
        whole(GRID, "csr", "int16", [1, 0, 3, 2]),
    )


WHOLE = "daphne/dense/csr-as-dense"
HALVES, COLUMNS = "daphne/encoder/by-halves", "daphne/encoder/by-columns"
COO, CSR = "daphne/encoder/ranks-coo", "daphne/encoder/ranks-csr"
ZERO, ONE = "daphne/empty/float-is-positive-zero", "daphne/empty/one-cell"


def _refused(
    name: str, summary: str, base: str, edits: list[Change], *, cited: str = "", code: str = "PLAN", catches: str = ""
) -> Case:
    return Refusal(
        name=name,
        summary=summary,
        requirements=ids(f"ENC-04 {cited}"),
        base=base,
        edits=edits,
        code=code,
        catches=[catches] if catches else [],
    )


def _partitions() -> Iterator[Case]:
    first = block((0, 0, 1, 2), "dense", "int16")
    yield _refused(
        "overlap",
        "a plan whose second block lies on the first, with areas that add up",
        HALVES,
        [replace_at("/plan/1/rx", "0")],
        cited="ENC-10",
        catches="plan-may-overlap",
    )
    yield _refused("gap", "a plan that lacks the second of two blocks", HALVES, [remove_at("/plan/1")])
    yield _refused("no-block", "a plan of no block for an object of four cells", WHOLE, [remove_at("/plan/0")])
    yield _refused(
        "twice",
        "a plan that has its first block again after it has covered the object",
        HALVES,
        [add_at("/plan/-", first)],
        catches="plan-covers-at-least",
    )
    yield _refused(
        "beyond-rows",
        "a plan whose second block lies at row 2 of an object of 2 x 2",
        HALVES,
        [replace_at("/plan/1/rx", "2")],
        catches="plan-may-leave-the-object",
    )
    yield _refused(
        "beyond-columns",
        "a plan whose second block lies at column 2 of an object of 2 x 2",
        COLUMNS,
        [replace_at("/plan/1/cx", "2")],
        catches="plan-may-leave-the-object",
    )
    yield _refused(
        "no-cells",
        "a plan with a block of 0 x 2 before the two that cover the object",
        HALVES,
        [add_at("/plan/0", block((0, 0, 0, 2), "dense", "int16"))],
    )
    for name, dimension, value in (
        ("block-of-4294967296-rows", "rows", 2**32),
        ("block-of-2-to-the-32-columns", "columns", 2**32),
    ):
        yield _refused(
            name,
            f"an object of {say(value)} {dimension} in one block, where each dimension has 32 bits",
            ONE,
            [replace_at(f"/value/{dimension}", str(value)), replace_at(f"/plan/0/{dimension}", str(value))],
            cited="ENC-10",
            code="LIMIT",
            catches="block-dimensions-cut-to-32-bits",
        )


def _names() -> Iterator[Case]:
    yield _refused("block-type", "a block of the type diagonal", WHOLE, [replace_at("/plan/0/block", "diagonal")])
    yield _refused("value-type", "a block of the value type float16", WHOLE, [replace_at("/plan/0/type", "float16")])
    yield _refused("type-of-empty", "an empty block with a value type", ONE, [add_at("/plan/0/type", "int32")])
    yield _refused("order-of-dense", "a dense block with an order", WHOLE, [add_at("/plan/0/order", "desc")])
    yield _refused(
        "order-column-major-csr",
        "a CSR block with the order colmajor",
        "daphne/csr/columns-descending",
        [replace_at("/plan/0/order", "colmajor")],
    )


def _ranks() -> Iterator[Case]:
    yield _refused(
        "order-across-rows",
        "a CSR block whose ranks move two entries to the other row",
        CSR,
        [replace_at("/plan/0/order", ["0", "2", "1", "3"])],
        catches="ranks-may-cross-rows",
    )
    yield _refused("order-too-short", "three ranks for four entries", COO, [remove_at("/plan/0/order/3")])
    yield _refused(
        "order-repeats", "four ranks for four entries, one of them twice", COO, [replace_at("/plan/0/order/3", "3")]
    )
    yield _refused(
        "order-beyond", "a rank of 4 for four entries, which count from 0", COO, [replace_at("/plan/0/order/2", "4")]
    )


def _empty_blocks() -> Iterator[Case]:
    for name, atom, told in (
        ("one", "0x3f800000", "1.0"),
        ("negative-zero", "0x80000000", "-0.0"),
        ("nan", "0x7fc00000", "a NaN"),
    ):
        yield _refused(
            f"empty-over-{name}",
            f"an empty block over a cell that is {told}",
            ZERO,
            [add_at("/value/cells/0", ["0", "1", atom])],
            cited="ENC-10",
            code="VALUE",
            catches="empty-over-anything" if name == "one" else "empty-over-minus-zero-and-nan",
        )


def _values() -> Iterator[Case]:
    named = {("uint8", "above"): "uint8", ("uint8", "below"): "uint8-negative", ("int64", "above"): "int64",
             ("uint64", "above"): "uint64", ("int8", "below"): "int8"}  # fmt: skip
    for kind, (low, high) in INTEGERS.items():
        for side, number, index in (("below", low - 1, 0), ("above", high + 1, 1 if low < 0 else 0)):
            yield _refused(
                f"value-{named.get((kind, side), f'{kind}-{side}')}",
                f"{say(number)} in a cell of {article(kind)} matrix",
                f"daphne/dense/{kind}-extremes",
                [replace_at(f"/value/cells/{index}/2", str(number))],
                cited="ENC-02" + " ENC-10" * (kind == "uint8"),
                code="VALUE",
                catches="cell-wraps-around",
            )
    yield _refused(
        "value-uint64-of-20-digits",
        f"{3 * 10**19} in a cell of a uint64 matrix: its lowest 64 bits are more than it is without its last digit",
        "daphne/dense/uint64-extremes",
        [replace_at("/value/cells/0/2", str(3 * 10**19))],
        cited="ENC-02",
        code="VALUE",
        catches="integers-wrap-in-64-bits",
    )
    for dimension in ("rows", "columns"):
        yield _refused(
            f"{dimension}-2-to-the-64",
            f"a matrix of 2^64 {dimension}, one more than the header can say",
            "daphne/dense/all-zero",
            [replace_at(f"/value/{dimension}", str(2**64))],
            cited="ENC-10 HDR-04" if dimension == "rows" else "ENC-10 HDR-05",
            code="LIMIT",
            catches="dimension-wraps-around",
        )
    yield _refused(
        "rows-of-21-digits",
        f"a matrix of {10 * 2**64} rows, a number of 21 digits",
        "daphne/dense/all-zero",
        [replace_at("/value/rows", str(10 * 2**64))],
        cited="ENC-10 HDR-04",
        code="LIMIT",
        catches="dimension-wraps-around",
    )
    yield _refused(
        "frame-columns-2-to-the-64-and-1",
        "a frame of 2^64 + 1 columns, more than the header can say, with one type and one label",
        "daphne/header/frame",
        [replace_at("/value/columns", str(2**64 + 1))],
        cited="HDR-05",
        code="LIMIT",
        catches="dimension-wraps-around",
    )


def features() -> Iterator[Feature]:
    yield Feature("encoder", "Plans", list(_accepts()))


def rejects() -> Iterator[Feature]:
    yield Feature(
        "encoder-refusals",
        "Values and plans that have no encoding",
        [*_partitions(), *_names(), *_ranks(), *_empty_blocks(), *_values()],
    )
