"""The parts of all strategies: choices, tilings, numbers; and draws that are the same in every process."""

import itertools
import math
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase
from hypothesis.strategies import SearchStrategy

from goldenwire.judge.equality import is_nan
from goldenwire.properties.playing import Found, play
from goldenwire_reference.formats import FORMATS, load
from goldenwire_suite import strategies
from goldenwire_suite.daphne.strategies.objects import NAMES, TYPES
from goldenwire_suite.strategies.numbers import ZERO, NumberType, atom, boundaries, choose_atom, holds, palette
from goldenwire_suite.strategies.tilings import Rectangle, choose_tiling
from goldenwire_suite.suite import suite_of
from kit.sampling import draw

# The same in every process

SCRIPT = """
import hashlib, sys
from hypothesis import HealthCheck, Phase, given, seed, settings
from goldenwire_reference.formats import load
from goldenwire_suite.suite import suite_of
if sys.argv[2:]:
    sys.path.insert(0, sys.argv[2])
    import constants
format = load(sys.argv[1])
policies = {name: policy.reference for name, policy in format.declaration.policies.items()}
drawn = []
for kind in ("canonical", "other", "respelled", "reordered", "unwritten", "any"):
    strategy = suite_of(format).strategies().examples("decode", tuple(format.declaration.features), policies, kind)
    if not strategy.is_empty:
        @settings(
            max_examples=100, phases=[Phase.generate], database=None, deadline=None, suppress_health_check=HealthCheck
        )
        @seed("a seed")
        @given(strategy)
        def collect(example):
            drawn.append(example)
        collect()
assert len(drawn) >= 200
print(hashlib.sha256(repr(drawn).encode()).hexdigest())
"""


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_modules_that_happen_to_be_loaded_change_no_draw(tmp_path: Path, format: str) -> None:
    (tmp_path / "constants.py").write_text(f"NUMBERS = {list(range(100, 1000))}")
    command = [sys.executable, "-c", SCRIPT, format]
    digests = {
        subprocess.run([*command, *words], capture_output=True, check=True, cwd=tmp_path).stdout
        for words in ([], [str(tmp_path)])
    }
    assert len(digests) == 1


@pytest.mark.parametrize("format", FORMATS)
def test_a_seed_draws_the_same_again_and_another_one_others(format: str) -> None:
    known = load(format)
    strategy = suite_of(known).strategies().examples("decode", tuple(known.declaration.features))
    first, again, other = (draw(strategy, 100, number) for number in (7, 7, 8))
    assert first == again != other


def test_no_choices_is_wider_than_hypothesis_leaves_alone() -> None:
    with pytest.raises(IndexError):
        draw(strategies.built(lambda choose: choose(strategies.WIDEST + 1)), 1)


# Without Hypothesis


def pair(choose: strategies.Choose) -> tuple[int, int]:
    return choose(3), choose(4)


def odd(choose: strategies.Choose) -> tuple[int, int]:
    if (made := pair(choose)) and sum(made) % 2 == 0:
        raise strategies.Unfit
    return made


@pytest.mark.parametrize(("build", "count"), [(pair, 12), (odd, 6), (lambda choose: choose(1), 1)])
def test_all_that_can_be_built_is_drawn_once_and_then_no_more(build: strategies.Build[object], count: int) -> None:
    drawn = [example for example, _ in strategies.sampled(build, "a seed")]
    assert len(drawn) == len(set(drawn)) == count


def test_the_first_is_the_simplest_and_choices_make_the_same_again() -> None:
    (first, choices), *others = strategies.sampled(pair, "a seed")
    assert (first, choices) == ((0, 0), (0, 0))
    assert [choices for _, choices in others] == [example for example, _ in others]


BUILT = strategies.built(pair)


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (strategies.where(BUILT, lambda made: made[0] == 2), {(2, n) for n in range(4)}),
        (strategies.mapped(BUILT, sum), set(range(6))),
        (
            strategies.one_of([BUILT, strategies.built(lambda choose: 7 + choose(2))]),
            {7, 8, *itertools.product(range(3), range(4))},
        ),
    ],
    ids=["where", "mapped", "one-of"],
)
def test_what_is_made_of_built_strategies_is_built(strategy: SearchStrategy[Any], expected: set[Any]) -> None:
    build = strategies.build_of(strategy)
    assert build
    assert {example for example, _ in strategies.sampled(build, "a seed")} == expected
    assert set(hypothetically(strategy)) <= expected
    whole = strategy.map(lambda example: example)
    assert strategies.build_of(whole) is None
    assert strategies.build_of(strategies.one_of([whole, BUILT])) is None
    assert set(hypothetically(strategies.mapped(strategies.where(whole, bool), str))) <= set(map(str, expected))


def hypothetically(strategy: SearchStrategy[Any]) -> list[Any]:
    """Return draws made by Hypothesis."""
    drawn: list[Any] = []
    play(strategy, drawn.append, examples=50, seed=1, phases=(Phase.generate,))
    assert drawn
    return drawn


def test_hypothesis_shrinks_what_choices_have_made() -> None:
    tried: list[tuple[int, int]] = []

    def attempt(made: tuple[int, int]) -> None:
        tried.append(made)
        if made[1] > 1:
            raise Found

    play(BUILT, attempt, examples=1, seed=1, phases=(Phase.reuse, Phase.shrink), choices=(2, 3))
    assert (tried[0], tried[-1]) == ((2, 3), (0, 2))


OPENED = strategies.opening_with(BUILT, [[(7, 0)], [(8, 0), (8, 1), (8, 2)]])


def test_an_opening_comes_after_each_of_the_first_examples_and_not_again() -> None:
    build, opening = strategies.build_of(OPENED), strategies.opening_of(OPENED)
    assert build
    drawn = list(strategies.sampled(build, "a seed", opening=opening))
    examples = [example for example, _ in drawn]
    assert (examples[0], examples[1], examples[3]) == ((0, 0), (7, 0), (8, 2))
    assert set(examples) == {*itertools.product(range(3), range(4)), (7, 0), (8, 2)}
    assert len(examples) == len(set(examples))


@pytest.mark.parametrize("groups", [[], [[(7, 0)]], [[(7, 0), (7, 1)]], [[(7, 0)], [(8, 0)]]])
def test_an_opening_of_any_size_is_asked_in_full(groups: list[list[tuple[int, int]]]) -> None:
    opened = strategies.opening_with(BUILT, groups)
    build = strategies.build_of(opened)
    assert build
    drawn = strategies.sampled(build, "a seed", opening=strategies.opening_of(opened))
    examples = [example for example, _ in itertools.islice(drawn, 2 * len(groups) + 1)]
    assert examples[1::2] == [group[-1] for group in groups]


def test_an_example_of_an_opening_shrinks_to_the_simplest_of_its_group_that_fails() -> None:
    tried: list[tuple[int, int]] = []

    def attempt(made: tuple[int, int]) -> None:
        tried.append(made)
        if made[0] == 8 and made[1] > 0:
            raise Found

    choices = strategies.opening_of(OPENED)[1]
    play(OPENED, attempt, examples=1, seed=1, phases=(Phase.reuse, Phase.shrink), choices=choices)
    assert (tried[0], tried[-1]) == ((8, 2), (8, 1))


# Tilings


@pytest.mark.parametrize("size", [(1, 1), (3, 3), (6, 5), (1, 300), (1 << 20, 1), (5_000_000_000, 2)])
def test_tilings_cover_every_cell_once(size: tuple[int, int]) -> None:
    side = 2**32 - 1
    drawn = draw(strategies.built(lambda choose: choose_tiling(choose, Rectangle(0, 0, *size), side)), 200)
    assert all(max(part.rows, part.columns) <= side and part.rows and part.columns for parts in drawn for part in parts)
    assert all(sum(part.rows * part.columns for part in parts) == size[0] * size[1] for parts in drawn)
    assert not any(overlap(one, other) for parts in drawn for one in parts for other in parts if one is not other)


def overlap(one: Rectangle, other: Rectangle) -> bool:
    return (
        one.row < other.row + other.rows
        and other.row < one.row + one.rows
        and (one.column < other.column + other.columns and other.column < one.column + one.columns)
    )


# Numbers

U8, U64, I8, I64 = TYPES["uint8"], TYPES["uint64"], TYPES["int8"], TYPES["int64"]
F32, F64 = TYPES["float"], TYPES["double"]


def bits(number: NumberType, real: float) -> str:
    return atom(number, int.from_bytes(struct.pack("<f" if number == F32 else "<d", real), "little"))


@pytest.mark.parametrize(
    ("target", "source", "text", "held"),
    [
        (U8, I64, "255", True),
        (U8, I64, "256", False),
        (U8, I64, "-1", False),
        (I8, I64, "-128", True),
        (I8, U8, "128", False),
        (U64, U64, str(2**64 - 1), True),
        (F32, U64, str(2**24), True),
        (F32, U64, str(2**24 + 1), False),
        (F32, U64, str(2**64 - 2**40), True),
        (F64, U64, str(2**53 + 1), False),
        (F64, U64, str(2**64 - 1), False),
        (F64, I64, str(-(2**63)), True),
        (U8, F64, bits(F64, 255.0), True),
        (U8, F64, bits(F64, 0.5), False),
        (U8, F64, bits(F64, -0.0), False),
        (I64, F64, bits(F64, 2.0**63), False),
        (I64, F64, bits(F64, -(2.0**63)), True),
        (U64, F32, bits(F32, math.inf), False),
        (F32, F64, bits(F64, math.inf), True),
        (F32, F64, bits(F64, -0.0), True),
        (F32, F64, bits(F64, 0.1), False),
        (F32, F64, bits(F64, 1e300), False),
        (F32, F64, bits(F64, 2.0**-149), True),
        (F32, F64, bits(F64, 2.0**-150), False),
        (F64, F32, bits(F32, 0.1), True),
        (F64, F32, bits(F32, math.nan), False),
        (F32, F32, bits(F32, math.nan), True),
    ],
)
def test_a_type_holds_what_it_has_exactly(target: NumberType, source: NumberType, text: str, held: bool) -> None:
    assert holds(target, source, text) == held


@pytest.mark.parametrize("name", NAMES)
def test_boundaries_are_atoms_of_their_type_and_not_zero(name: str) -> None:
    atoms = boundaries(TYPES[name])
    cells = [["0", str(column), text] for column, text in enumerate(atoms)]
    value = {"kind": "DenseMatrix", "rows": "1", "columns": str(len(atoms)), "type": name, "cells": cells}
    daphne = load("daphne")
    assert daphne.decode(daphne.encode(value)) == value


@pytest.mark.parametrize("name", NAMES)
def test_a_palette_has_room_for_one_pick(name: str) -> None:
    assert len(palette(TYPES[name], True)) <= strategies.WIDEST


@pytest.mark.parametrize("number", [F32, F64], ids=["float", "double"])
def test_any_other_float_is_no_signalling_nan(number: NumberType) -> None:
    last = len(palette(number, False)) - 1
    atoms = {choose_atom(lambda _, octet=octet: octet, number, last) for octet in range(64)} - {ZERO}  # type: ignore[misc]
    quiet = 1 << number.fraction - 1
    assert all(not is_nan(text) or int(text, 16) & quiet for text in atoms)
