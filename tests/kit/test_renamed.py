"""Packages of formats that use the old names of arguments and modules still work."""

from dataclasses import fields
from importlib import import_module
from typing import Any

import pytest

from goldenwire_reference.format import Declaration, Format, ReferenceCodec
from goldenwire_reference.formats import load
from goldenwire_suite import cases, generation, mutations, strategies
from goldenwire_suite.cases import Accept
from goldenwire_suite.suite import OwnProperty, Suite, suite_of

DAPHNE = load("daphne")


def members(of: Any) -> dict[str, Any]:
    return {one.name: getattr(of, one.name) for one in fields(of)}


def test_a_format_that_is_one_table_is_split_into_codec_declaration_and_suite() -> None:
    suite = members(suite_of(DAPHNE))
    suite |= {"misreadings": suite.pop("mutations"), "without_misreading": suite.pop("without_mutation")}
    suite["catalogue"] = suite.pop("cases")
    make: Any = Format
    found = make(name="daphne", title="Old", **members(DAPHNE.codec), **members(DAPHNE.declaration), **suite)
    assert (found.codec, found.declaration) == (DAPHNE.codec, DAPHNE.declaration)
    assert suite_of(found) == suite_of(DAPHNE)


def test_the_parts_of_a_format_share_no_name() -> None:
    names = [one.name for part in (ReferenceCodec, Declaration, Suite, Format) for one in fields(part)]
    assert len(names) == len(set(names))


def test_a_case_takes_the_old_name_of_the_mutations_that_it_catches() -> None:
    members: dict[str, Any] = {"name": "one", "summary": "", "requirements": [], "value": None}
    old = members | {"misread": ["signed"]}
    assert Accept(**old) == Accept(**members, catches=["signed"])


def test_an_old_name_beside_the_new_one_is_refused() -> None:
    both: dict[str, Any] = {"name": "one", "summary": "", "requirements": [], "misread": [], "catches": []}
    with pytest.raises(TypeError, match="misread is the old name of catches: give one of them"):
        Accept(**both, value=None)


@pytest.mark.parametrize(
    ("module", "name", "found"),
    [
        ("cases", "Accept", cases.Accept),
        ("drawing", "Pick", strategies.Choose),
        ("drawing", "built", strategies.built),
        ("format", "OwnProperty", OwnProperty),
        ("generation", "regenerate", generation.regenerate),
        ("misreadings", "misreading", mutations.mutation),
        ("misreadings", "Misreading", mutations.Mutation),
        ("mutations", "Mutation", mutations.Mutation),
        ("strategy_blocks", "Choose", strategies.Choose),
        ("strategy_blocks.numbers", "landmarks", import_module("goldenwire_suite.strategies.numbers").landmarks),
    ],
)
def test_an_old_module_has_what_the_new_one_has(module: str, name: str, found: object) -> None:
    assert getattr(import_module(f"goldenwire_reference.{module}"), name) is found
