"""Packages of formats that use the old names of arguments and modules still work."""

from dataclasses import fields
from typing import Any

import pytest

from goldenwire_reference import drawing, misreadings, mutations, strategy_blocks
from goldenwire_reference.cases import Accept
from goldenwire_reference.format import Format
from goldenwire_reference.formats import load

OLD = {"mutations": "misreadings", "without_mutation": "without_misreading"}


def test_a_format_takes_the_old_names_of_its_mutations() -> None:
    track = load("daphne")
    members: dict[str, Any] = {OLD.get(one.name, one.name): getattr(track, one.name) for one in fields(track)}
    assert members["misreadings"] is track.mutations
    assert Format(**members) == track


def test_a_case_takes_the_old_name_of_the_mutations_that_it_catches() -> None:
    members: dict[str, Any] = {"name": "one", "summary": "", "requirements": [], "value": None}
    old = members | {"misread": ["signed"]}
    assert Accept(**old) == Accept(**members, catches=["signed"])


def test_an_old_name_beside_the_new_one_is_refused() -> None:
    both: dict[str, Any] = {"name": "one", "summary": "", "requirements": [], "misread": [], "catches": []}
    with pytest.raises(TypeError, match="misread is the old name of catches: give one of them"):
        Accept(**both, value=None)


def test_the_old_modules_have_the_names_of_the_new_ones() -> None:
    assert (misreadings.misreading, misreadings.Misreading) == (mutations.mutation, mutations.Mutation)
    assert (drawing.Pick, drawing.built) == (strategy_blocks.Choose, strategy_blocks.built)
