"""DAPHNE's strategies: every example is legal, every form occurs, and draws are the same in every process."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, product
from typing import Any, TypeVar

import pytest
from hypothesis import strategies as st
from msgspec import Raw

from goldenwire.judge.equality import is_nan, same
from goldenwire_reference.formats import load
from goldenwire_suite.daphne import strategies as daphne
from goldenwire_suite.daphne.strategies.objects import LABELS, NAMES, TYPES, ObjectRules
from goldenwire_suite.strategies import Example
from goldenwire_suite.strategies.numbers import NumberType, atom, signalling
from goldenwire_suite.strategies.tilings import Rectangle
from kit.sampling import draw

pytestmark = pytest.mark.slow  # a thousand draws

T = TypeVar("T")
Json = Any

DAPHNE = load("daphne")
POLICIES = {key: policy.reference for key, policy in DAPHNE.declaration.policies.items()}
# Declarations of codecs, from which follows what they are asked: operation, features, policies.
CODECS: dict[str, tuple[str, tuple[str, ...], dict[str, str]]] = {
    "decode": ("decode", (), POLICIES),
    "decode, no policies": ("decode", (), {}),
    "decode, single-block": ("decode", ("single-block",), POLICIES),
    "encode": ("encode", ("plans", "canonical"), POLICIES),
    "encode, no plans": ("encode", (), {}),
    "encode, single-block": ("encode", ("plans", "single-block"), {}),
}


@cache
def examples(codec: str) -> list[Example]:
    """Return 1,000 draws for a codec that declares much, 500 for others."""
    return draw(daphne.examples(*CODECS[codec]), 1000 if codec in {"decode", "encode"} else 500)


def raw(value: Json) -> Raw:
    return Raw(json.dumps(value).encode())


# Legal


@pytest.mark.parametrize("codec", CODECS)
def test_the_reference_reads_what_it_writes_of_every_draw(codec: str) -> None:
    wrong = [
        example
        for example in examples(codec)
        if not same(raw(example.delivered), raw(DAPHNE.decode(DAPHNE.encode(example.value, None, example.plan))))
    ]
    assert not wrong


def test_plans_of_any_object_are_those_of_their_bytes() -> None:
    drawn = draw(daphne.objects().flatmap(lambda value: st.tuples(st.just(value), daphne.plans(value))), 300)
    assert all(len(DAPHNE.plan(DAPHNE.encode(value, None, plan))) == len(plan) for value, plan in drawn)


@pytest.mark.parametrize("codec", ["decode, single-block", "encode, single-block"])
def test_a_single_block_is_kept_to_where_that_is_declared(codec: str) -> None:
    assert {len(example.plan) for example in examples(codec) if example.plan is not None} == {1}


def test_what_needs_many_blocks_says_so() -> None:
    written = ((DAPHNE.encode(e.value, None, e.plan), e) for e in examples("encode, single-block"))
    assert {(len(DAPHNE.plan(data)) > 1, example.needs) for data, example in written} == {
        (True, ("many-blocks",)),
        (False, ()),
    }


def test_encoders_without_plans_are_given_none() -> None:
    assert {example.plan is None for example in examples("encode, no plans")} == {True}


def test_encoders_are_given_no_nan_that_changes_width() -> None:
    assert not any(map(has_converted_nan, examples("encode")))


def way(example: Example) -> str:
    """Return in which way an encoder is given the cells of an example."""
    given, listed = example.value["cells"], example.delivered["cells"]
    assert sorted(cell for cell in given if cell in listed) == sorted(listed)
    zeros = [cell for cell in given if cell not in listed]
    assert not zeros or [int(atom, 0) for _, _, atom in zeros] == [0]
    return "a zero among them" if zeros else "in order" if given == listed else "in another order"


@pytest.mark.parametrize("codec", [codec for codec in CODECS if codec.startswith("encode")])
def test_encoders_are_given_cells_in_any_order_and_zeros_among_them(codec: str) -> None:
    assert set(map(way, examples(codec))) == {"in order", "in another order", "a zero among them"}


# Choices left to a codec: how a draw shows each, and the codecs that declared theirs.


def has_equal_labels(example: Example) -> bool:
    labels = example.value.get("labels", [])
    return len(set(labels)) < len(labels)


def has_signalling_nan(example: Example) -> bool:
    return any(text in SIGNALLING for _, _, text in example.value["cells"])


def is_huge(example: Example) -> bool:
    return int(example.value["rows"]) * int(example.value["columns"]) >= 2**32


def has_converted_nan(example: Example) -> bool:
    return any(isinstance(atom, dict) for _, _, atom in example.delivered["cells"])


SIGNALLING = {text for number in TYPES.values() if number.kind == "f" for text in signalling(number)}
SETTLED: dict[str, tuple[Callable[[Example], bool], set[str]]] = {
    "equal labels": (has_equal_labels, {"decode", "decode, single-block", "encode"}),
    "signalling NaNs": (has_signalling_nan, {"decode", "decode, single-block", "encode"}),
    "huge objects": (is_huge, {"decode", "decode, single-block"}),
    "converted NaNs": (has_converted_nan, {"decode", "decode, no policies", "decode, single-block"}),
}


@pytest.mark.parametrize(("thing", "codec"), list(product(SETTLED, CODECS)))
def test_what_is_left_open_is_drawn_only_where_it_is_settled(thing: str, codec: str) -> None:
    shows, settled = SETTLED[thing]
    assert any(map(shows, examples(codec))) == (codec in settled)


# All forms occur


def blocks() -> Iterator[tuple[Example, Json]]:
    return ((example, block) for example in examples("decode") for block in example.plan or [])


def type_of(example: Example, block: Json) -> str:
    """Return the value type of a block, whether or not its plan states it."""
    column = int(block["cx"])
    understood = example.value.get("type") or (example.value["types"][column:] or ["uint8"])[0]
    return str(block.get("type", understood))


def order_of(block: Json) -> str:
    order = block.get("order", "asc")
    return order if isinstance(order, str) else "ranks"


def places(example: Example) -> list[Rectangle]:
    keys = ("rx", "cx", "rows", "columns")
    return [Rectangle(*(int(block[key]) for key in keys)) for block in example.plan or []]


def has_straight_cut(parts: list[Rectangle]) -> bool:
    """Return True if a straight line across all the parts separates them, or if there is only one."""
    rows, columns = ({part[axis] for part in parts if part[axis]} for axis in (0, 1))
    return (
        len(parts) == 1
        or any(not any(part.row < line < part.row + part.rows for part in parts) for line in rows)
        or any(not any(part.column < line < part.column + part.columns for part in parts) for line in columns)
    )


def is_sorted(parts: list[Rectangle]) -> bool:
    return all(one[:2] < other[:2] for one, other in pairwise(parts))


def shapes(example: Example) -> Iterator[str]:
    rows, columns = int(example.value["rows"]), int(example.value["columns"])
    yield from (["no rows"] if not rows else []) + (["no columns"] if not columns else [])
    yield from ["rows beyond a byte"] if rows > 255 else []
    yield from ["columns beyond a byte"] if columns > 255 else []
    yield from ["rows beyond two bytes"] if rows > 65535 else []
    yield from ["rows beyond four bytes"] if rows > 2**32 - 1 else []
    yield from ["columns beyond four bytes"] if columns > 2**32 - 1 else []


def tilings(example: Example) -> Iterator[str]:
    parts = places(example)
    yield {0: "canonical", 1: "one block"}.get(len(parts), "several blocks")
    if len(parts) > 1:
        yield "in order" if is_sorted(parts) else "out of order"
        yield "straight cuts" if has_straight_cut(parts) else "pinwheel"
        yield "one size" if len({part[2:] for part in parts}) == 1 else "several sizes"


def kinds_of_cells(example: Example) -> Iterator[str]:
    names = example.value.get("types") or [example.value.get("type")]
    for _, column, text in example.value["cells"]:
        name = names[int(column) if len(names) > 1 else 0]
        number = TYPES[name]
        if number.kind == "f":
            yield from (f"{name} {what}" for what, shows in FLOATS.items() if shows(number, int(text, 16)))
        else:
            least = number.least
            yield from [f"{name} least"] if least and int(text) == least else []
            yield from [f"{name} greatest"] if int(text) == least + (1 << number.width) - 1 else []


def exponent(number: NumberType, bits: int) -> int:
    return (bits >> number.fraction) & ((1 << number.width - number.fraction - 1) - 1)


FLOATS: dict[str, Callable[[NumberType, int], bool]] = {
    "-0.0": lambda number, bits: bits == 1 << number.width - 1,
    "NaN": lambda number, bits: is_nan(atom(number, bits)),
    "NaN with a sign and a payload": lambda number, bits: (
        is_nan(atom(number, bits)) and bits >> number.width - 1 == 1 and bits & 0xFF != 0
    ),
    "infinity": lambda number, bits: bits == exponent(number, -1) << number.fraction,
    "subnormal": lambda number, bits: exponent(number, bits) == 0 and bits % (1 << number.width - 1) != 0,
    "greatest": lambda number, bits: bits + 1 == exponent(number, -1) << number.fraction,
}
INTEGERS = [name for name in NAMES if TYPES[name].kind != "f"]
ORDERS = {"coo": ("asc", "desc", "colmajor", "ranks"), "csr": ("asc", "desc", "ranks")}

# All the forms that exist, each of which occurred in 1,000 draws.
COVERAGE: dict[str, tuple[set[object], Callable[[], Iterator[object]]]] = {
    "data types": (
        {"DenseMatrix", "CSRMatrix", "Frame"},
        lambda: (example.value["kind"] for example in examples("decode")),
    ),
    "value types of a matrix": (set(NAMES), lambda: (example.value.get("type") for example in examples("decode"))),
    "value types of a frame": (
        set(NAMES),
        lambda: (name for example in examples("decode") for name in example.value.get("types", [])),
    ),
    "block types in data types": (
        set(product(("DenseMatrix", "CSRMatrix", "Frame"), ("empty", "dense", "csr", "coo"))),
        lambda: ((example.value["kind"], block["block"]) for example, block in blocks()),
    ),
    "value types of block types": (
        set(product(("dense", "csr", "coo"), NAMES)),
        lambda: ((block["block"], type_of(example, block)) for example, block in blocks()),
    ),
    "orders of block types": (
        {(layout, order) for layout, orders in ORDERS.items() for order in orders},
        lambda: ((block["block"], order_of(block)) for _, block in blocks()),
    ),
    "both layouts of coo": (
        {True, False},
        lambda: (block["columns"] == "1" for _, block in blocks() if block["block"] == "coo"),
    ),
    "tilings": (
        {
            "canonical", "one block", "several blocks", "in order", "out of order", "straight cuts", "pinwheel",
            "one size", "several sizes",
        },
        lambda: (word for example in examples("decode") for word in tilings(example)),
    ),
    "shapes": (
        {
            "no rows", "no columns", "rows beyond a byte", "columns beyond a byte", "rows beyond two bytes",
            "rows beyond four bytes", "columns beyond four bytes",
        },
        lambda: (word for example in examples("decode") for word in shapes(example)),
    ),
    "boundaries": (
        {
            *(f"{name} {what}" for name in ("float", "double") for what in FLOATS),
            *(f"{name} greatest" for name in INTEGERS),
            *(f"{name} least" for name in INTEGERS if TYPES[name].least),
        },
        lambda: (word for codec in CODECS for example in examples(codec) for word in kinds_of_cells(example)),
    ),
    "labels": (
        set(LABELS),
        lambda: (label for codec in CODECS for example in examples(codec) for label in example.value.get("labels", [])),
    ),
}  # fmt: skip


@pytest.mark.parametrize("aspect", COVERAGE)
def test_nothing_is_left_out(aspect: str) -> None:
    there, met = COVERAGE[aspect]
    counts = Counter(met())
    assert {thing for thing in there if not counts[thing]} == set()


def test_rules_allow_little_by_default() -> None:
    assert not any((ObjectRules().signalling_nans, ObjectRules().duplicate_labels, ObjectRules().huge))
