"""Blocks like the one before them: with the same bits in another value type, or with cells in the same columns."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from goldenwire_reference.daphne import tables
from goldenwire_suite.cases import Accept, Case, Feature, Reject, put
from goldenwire_suite.daphne.cases.builders import (
    FLOATS,
    INTEGERS,
    TYPES,
    Json,
    accept,
    article,
    block,
    dense,
    frame,
    is_signed,
    say,
)

KINDS = ("dense", "csr", "coo")
WIDTHS = (1, 2, 4, 8)

# The types by width: uint8, int8, uint16 and so on.
BY_WIDTH = [name for width in WIDTHS for name in TYPES if tables.BY_NAME[name].size == width]

# The signed types, in pairs of a narrow one and the next.
WIDER = (("int8", "int16"), ("int16", "int32"), ("int32", "int64"), ("float", "double"))

MIXED = "same-bits-reversed"


def highest_bit(type_name: str) -> int | float:
    """Return the value of which the highest bit alone is set."""
    low, high = INTEGERS.get(type_name, (0, 0))
    return -0.0 if type_name in FLOATS else low or high // 2 + 1


def _in_three_kinds(stored: Sequence[str], values: Sequence[int | float]) -> tuple[Json, Json]:
    """A double matrix with the values in each row, and its plan of blocks of one cell: dense, CSR and COO."""
    plan = [
        block((row, column, 1, 1), kind, name) for row, kind in enumerate(KINDS) for column, name in enumerate(stored)
    ]
    return dense("double", *[values] * len(KINDS)), plan


def _same_bits() -> Iterator[Case]:
    value, plan = _in_three_kinds(BY_WIDTH, [highest_bit(name) for name in BY_WIDTH])
    stored = [name for pair in WIDER for name in pair]
    below = [
        bits
        for one, _ in WIDER
        for bits in (highest_bit(one), 2.0 ** (31 - 1074) if one == "float" else -highest_bit(one))
    ]
    wider, wider_plan = _in_three_kinds(stored, below)
    told = "a double matrix in blocks of one cell, dense, CSR and COO"
    each = "of each width a block of each type, with the highest bit alone"
    narrow = " and ".join((", ".join(one for one, _ in WIDER[:-1]), WIDER[-1][0]))
    next_ = (
        f"of {narrow} a block with the highest bit alone, and one of the next wider type with zeros before these bits"
    )
    order = "all from the last to the first"
    for name, summary, one, blocks in (
        ("same-bits", f"{told}: {each}", value, plan),
        (MIXED, f"{told}, {order}: {each}", value, plan[::-1]),
        ("same-bits-of-wider-types", f"{told}: {next_}", wider, wider_plan),
        ("same-bits-of-wider-types-reversed", f"{told}, {order}: {next_}", wider, wider_plan[::-1]),
    ):
        cited = "PART-09 VTX-03 VTX-04" + " PART-06" * name.endswith("reversed")
        yield _remembered(accept(name, summary, cited, one, blocks))
    yield _remembered(
        accept(
            "same-bits-of-two-types",
            "an int16 matrix in blocks of uint8 and int8 with the same bits: 255, and then -1",
            "PART-09 VTX-03 VTX-04",
            dense("int16", [255, -1]),
            [block((0, 0, 1, 1), "dense", "uint8"), block((0, 1, 1, 1), "dense", "int8")],
        )
    )
    for name, columns in (("", BY_WIDTH), ("-reversed", BY_WIDTH[::-1])):
        row = [highest_bit(one) for one in columns]
        yield _remembered(
            accept(
                f"same-bits-of-columns{name}",
                "a frame with a column of each type, from the "
                f"{'widest to the narrowest' if name else 'narrowest to the widest'}, "
                "of cells with the highest bit alone, in a dense, a CSR and a COO block of double",
                "PART-13 VTX-07",
                frame([(one, one) for one in columns], *[row] * len(KINDS)),
                [block((at, 0, 1, len(columns)), kind, "double") for at, kind in enumerate(KINDS)],
            )
        )


def _same_value() -> Iterator[Case]:
    """One value in blocks of every type: its bits are others where a float follows an integer, or a wider type."""
    for name, number, types in (
        ("of-every-type", 1.0, BY_WIDTH),
        ("of-signed-types", -1.0, [one for one in BY_WIDTH if is_signed(one)]),
    ):
        for back in ("", "-reversed"):
            stored = types[:: -1 if back else 1]
            value, plan = _in_three_kinds(stored, [number] * len(stored))
            one = accept(
                f"same-value-{name}{back}",
                f"a double matrix whose cells are all {say(number)}, in blocks of one cell, dense, CSR and COO, "
                f"each of {'every type' if number > 0 else 'the types with a sign'}, from the "
                f"{'widest to the narrowest' if back else 'narrowest to the widest'}",
                "PART-09 VTX-03 VTX-04",
                value,
                plan,
            )
            yield replace(one, catches=["same-value-in-the-bits-before"])


def _remembered(case: Accept) -> Accept:
    return replace(case, catches=["same-bits-for-the-same-value"])


# The types of a matrix and its first block, and of its second block, and the bits of both values.
TWINS: tuple[tuple[str, str, int], ...] = (
    ("int8", "uint8", 2**8 - 1),
    ("uint8", "int8", 2**8 - 1),
    ("uint16", "int16", 2**16 - 1),
    ("int32", "uint32", 2**32 - 1),
    ("uint64", "int64", 2**64 - 1),
    ("float", "double", 0x3F800000),
    ("int32", "float", 0x3F000000),
)


def _rejects() -> Iterator[Case]:
    for first, second, bits in TWINS:
        one, other = tables.BY_NAME[first], tables.BY_NAME[second]
        zeros = ", but for zeros before those of the second" if one.size < other.size else ""
        yield Reject(
            name=f"same-bits-of-{first}-then-{second}",
            summary=f"two blocks with the same bits{zeros}, of {first} and then of {second}: {article(first)} matrix "
            "cannot hold the second value",
            requirements=[],
            base="daphne/successive/same-bits-of-two-types",
            edits=[
                put(name, value)
                for name, value, is_new in (
                    ("value-type", one.code, True),
                    ("block[0].value-type", one.code, first != "uint8"),
                    ("block[0].value[0,0]", bits.to_bytes(one.size, "little"), one.size > 1),
                    ("block[1].value-type", other.code, second != "int8"),
                    ("block[1].value[0,0]", bits.to_bytes(other.size, "little"), other.size > 1),
                )
                if is_new
            ],
            checks={"dense.value": None},
            needs=["many-blocks"],
            catches=["same-bits-for-the-same-value"],
        )
    for kind, entry in (("csr", "row[0].entry[0]"), ("coo", "entry[0]")):
        at = KINDS[::-1].index(kind) * len(BY_WIDTH) + BY_WIDTH[::-1].index("int64")
        yield Reject(
            name=f"same-bits-in-{kind}-blocks",
            summary=f"many blocks of one cell, of which two {kind.upper()} ones in succession have all bits set, of "
            "int64 and then of uint64: a double matrix cannot hold the second value",
            requirements=[],
            base=f"daphne/successive/{MIXED}",
            edits=[put(f"block[{number}].{entry}.value", 2**64 - 1) for number in (at, at + 1)],
            checks={f"{kind}.value": None},
            needs=["many-blocks"],
            catches=["same-bits-for-the-same-value"],
        )


# Blocks of a line each: the rightmost of every line begins further left than the one above it.
STAIRS = ((0, 0, 1, 3), (0, 3, 1, 1), (1, 0, 1, 2), (1, 2, 1, 2), (2, 0, 1, 1), (2, 1, 1, 3), (3, 0, 1, 4))
ON_STAIRS = [[1, 0, 0, 2], [0, 0, 0, 3], [0, 0, 4, 5], [0, 6, 0, 7]]


def _stairs() -> Iterator[Case]:
    for kind in KINDS:
        order = "from the last to the first" if kind == "csr" else "row by row"
        one = accept(
            f"stairs-{kind}",
            f"{'dense' if kind == 'dense' else kind.upper()} blocks of one row, {order}: in each row the rightmost one "
            "has a column more than in the row above, and begins further left",
            "PART-07" + " PART-06" * (kind == "csr"),
            dense("uint8", *ON_STAIRS),
            [block(place, kind, "uint8") for place in STAIRS][:: -1 if kind == "csr" else 1],
        )
        yield replace(one, catches=["cells-below-a-block-lost"])
    yield accept(
        "stairs-of-columns",
        "a frame in CSR and COO blocks of one column: in each column the lowest one has a row more than in the "
        "column before, and begins further up",
        "PART-07 PART-08",
        frame([(name, "uint8") for name in "abcd"], *(list(row) for row in zip(*ON_STAIRS, strict=True))),
        [
            block((cx, rx, columns, rows), kind, "uint8")
            for (rx, cx, rows, columns), kind in zip(STAIRS, (KINDS[1:] * 4)[: len(STAIRS)], strict=True)
        ],
    )


def features() -> Iterator[Feature]:
    yield Feature("successive", "Blocks like the one before", [*_same_bits(), *_same_value(), *_stairs()])


def rejects() -> Iterator[Feature]:
    yield Feature("successive-rejects", "Values that have the bits of the one before", list(_rejects()))
