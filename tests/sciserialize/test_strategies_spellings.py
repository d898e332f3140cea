"""Spellings of numbers, date-times, durations and elements in SciSerialize, each of which means its value."""

import json
import re
import struct
from itertools import product
from typing import Any

import pytest
from hypothesis import strategies as st
from msgspec import Raw

from goldenwire.judge.equality import same
from goldenwire_reference.formats import load
from goldenwire_reference.sciserialize import isostr
from goldenwire_reference.sciserialize.tables import DTYPE_ALIASES
from goldenwire_suite.sciserialize import strategies as sciserialize
from goldenwire_suite.sciserialize.strategies.arrays import DTYPES, palette
from goldenwire_suite.sciserialize.strategies.forms import ALIASES, packed
from goldenwire_suite.sciserialize.strategies.numbers import float_tokens, packings, tokens
from goldenwire_suite.sciserialize.strategies.rules import EXACT, Numeral, Rules, thrifty
from goldenwire_suite.sciserialize.strategies.times import spelled_moment, spelled_span
from goldenwire_suite.sciserialize.strategies.trees import arranged, doubles
from kit.each import each
from kit.sampling import draw

Json = Any

SCISERIALIZE = load("sciserialize")


def raw(value: Json) -> Raw:
    return Raw(json.dumps(value).encode())


@pytest.mark.fast("json")
@pytest.mark.parametrize("carrier", ["json", "msgpack"])
def test_spellings_of_a_tree_mean_it(carrier: str) -> None:
    spellings = sciserialize.json_spellings if carrier == "json" else sciserialize.msgpack_spellings
    context = {"carrier": carrier, "extensions": ["maskedarray", "object", "unique_set"]}
    drawn = draw(sciserialize.trees().flatmap(lambda tree: st.tuples(st.just(tree), spellings(tree))), 200)
    assert all(
        same(raw(tree), raw(SCISERIALIZE.decode(data, context)), SCISERIALIZE.declaration.comparison)
        for tree, data in drawn
    )


@each("bits", doubles())
def test_every_token_of_a_double_is_one_that_is_read_as_it(bits: str) -> None:
    [value] = struct.unpack(">d", bytes.fromhex(bits[2:]))
    found = list(float_tokens(value))
    assert [struct.pack(">d", float(token)) for token in found] == [bytes.fromhex(bits[2:])] * len(found)
    assert all(re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", token) for token in found)
    assert all(re.search(r"[.eE]", token) for token in found)
    assert len(set(found)) >= 5


NUMERALS: dict[str, tuple[Numeral, Rules, list[str]]] = {
    "integer": (Numeral(5), Rules(), ["5", "5.0", "5e0", "5.0E+000", "5e0"]),
    "dimension": (Numeral(5, whole=True), Rules(), ["5"]),
    "dimension, doubles taken": (Numeral(5, whole=True), Rules(integral_floats=True), ["5", "5.0"]),
    "zero": (Numeral(0), Rules(minus_zero="integer"), ["0", "-0", "0.0", "1e-400"]),
    "minus zero": (Numeral(-0.0), Rules(minus_zero="float"), ["-0.0", "-0", "-1e-400"]),
    "minus zero, undeclared": (Numeral(-0.0), Rules(), ["-0.0", "-1e-400"]),
    "dimension of minus zero": (Numeral(0, whole=True), Rules(minus_zero="float"), ["0"]),
    "beyond 53 bits": (Numeral(2**53 + 1), Rules(big="exact"), ["9007199254740993"]),
}


@pytest.mark.parametrize("name", NUMERALS)
def test_tokens_of_a_number_begin_with_the_canonical_one(name: str) -> None:
    numeral, rules, expected = NUMERALS[name]
    found = list(tokens(numeral, rules))
    assert found[: len(expected)] == expected
    assert numeral.whole <= all(float(token) == numeral.value for token in found)


def test_an_integer_rounds_to_the_double_that_a_policy_makes_of_it() -> None:
    found = [int(token) for token in tokens(Numeral(2.0**60), Rules(big="double")) if token.isdecimal()]
    assert found == [2**60, 2**60 + 128, 2**60 + 64]
    assert {float(number) for number in found} == {2.0**60}


def test_a_number_has_all_forms_of_messagepack() -> None:
    assert [form[0] for form in packings(Numeral(1), Rules())] == [
        0x01, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xCB, 0xCA,
    ]  # fmt: skip
    assert [form[0] for form in packings(Numeral(-0.0), Rules())] == [0xCB, 0xCA]
    assert [form[0] for form in packings(Numeral(0.1), Rules())] == [0xCB]


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize(
    "text", ["2015-02-18T21:40:23", "0001-01-01T00:00:00.500000+00:00", "9999-12-31T23:59:59-08:00"]
)
def test_every_spelling_of_a_date_time_is_one(text: str, wide: bool) -> None:
    found = {
        spelled_moment(text, thrifty(lambda n, at=at: at % n, 8), Rules(wide_isostr=wide))  # type: ignore[misc]
        for at in range(100)
    }
    parse = isostr.parse_wide if wide else isostr.parse
    assert {moment.isoformat() for moment in map(parse, found) if moment} == {text}
    assert all(map(parse, found))
    assert len(found) > 1


@pytest.mark.parametrize("parts", [(0, 0, 0), (-1, 86_399, 999_999), (999_999_999, 86_399, 999_999)])
@pytest.mark.parametrize("big", ["", "exact"])
def test_every_spelling_of_a_duration_adds_up(parts: tuple[int, int, int], big: str) -> None:
    choices = [iter(ways) for ways in product(range(6), range(6))]
    found = {spelled_span(list(map(str, parts)), lambda _, ways=ways: next(ways), Rules(big=big)) for ways in choices}  # type: ignore[misc]
    assert {(days * 86_400 + seconds) * 10**6 + more for days, seconds, more in found} == {
        (parts[0] * 86_400 + parts[1]) * 10**6 + parts[2]
    }
    assert len(found) > 10
    assert max(abs(part) for span in found for part in span) <= (2**63 if big else EXACT)


def test_short_names_of_dtypes_are_those_of_the_specification() -> None:
    assert {alias: name for name, aliases in ALIASES.items() for alias in aliases} == DTYPE_ALIASES


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_palette_is_of_elements_that_differ(dtype: str) -> None:
    elements = list(palette(dtype))
    value = {"ndarray": {"dtype": dtype, "shape": [str(len(elements))], "elements": elements}}
    assert SCISERIALIZE.decode(SCISERIALIZE.encode(value)) == value
    assert dtype == "bool" or len({packed(dtype, [element]) for element in elements}) > 8


ONE, TEN = {"number": "1"}, {"number": "10"}
ARRANGED: dict[str, tuple[list[Json], list[Json]]] = {
    "in order": ([{"str": "b"}, {"str": "a"}], [{"str": "a"}, {"str": "b"}]),
    "equal numbers": ([ONE, {"number": "0x3ff0000000000000"}, True], [{"number": "0x3ff0000000000000"}, True]),
    "zeros": ([{"number": "0"}, {"number": "0x8000000000000000"}], [{"number": "0x8000000000000000"}, {"number": "0"}]),
    "equal sets": (
        [
            {"unique_set": [{"array": [TEN]}, {"array": [ONE]}]},
            {"unique_set": [{"array": [{"number": "0x3ff0000000000000"}]}, {"array": [TEN]}]},
        ],
        [{"unique_set": [{"array": [{"number": "0x3ff0000000000000"}]}, {"array": [TEN]}]}],
    ),
}


@pytest.mark.parametrize("name", ARRANGED)
def test_elements_of_a_set_differ_and_are_in_order(name: str) -> None:
    given, expected = ARRANGED[name]
    assert arranged(given) == expected


def test_a_thrifty_pick_draws_so_many_times_at_most() -> None:
    drawn: list[int] = []

    def choose(n: int) -> int:
        drawn.append(n)
        return n - 1

    again = thrifty(choose, 5)
    assert all(again(n) in range(n) for n in (1, 2, 3, 100, 7, 9, 13, 100, 2, 1, 50))
    assert drawn == [2, 3, 100, 7, 9]
