"""A format written in another one declares its underlying format alike in its data and its spec.md."""

import re

import pytest

from goldenwire_reference import requirements
from goldenwire_reference.format import Carrier, Format
from goldenwire_reference.formats import FORMATS, load
from kit import spec_text

CARRIED = {name: load(name) for name in FORMATS if load(name).declaration.carrier}


@pytest.fixture(params=CARRIED)
def format(request: pytest.FixtureRequest) -> Format:
    return CARRIED[request.param]


@pytest.fixture
def carrier(format: Format) -> Carrier:
    assert format.declaration.carrier
    return format.declaration.carrier


def rows(format: Format, heading: str) -> list[list[str]]:
    """Return the cells of the table below this heading, in the section on the library."""
    section = spec_text.text(format.name).partition("\n### The library below\n")[2].partition("\n### ")[0]
    table = section.partition(f"\n| {heading} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()[2:]]


def test_the_formats_that_are_written_in_messagepack_say_so() -> None:
    assert {
        name: format.declaration.carrier and format.declaration.carrier.format for name, format in CARRIED.items()
    } == {
        "dspack": "msgpack",
        "sciserialize": "msgpack",
    }


def test_each_requirement_that_rests_on_others_exists_and_so_do_these(format: Format, carrier: Carrier) -> None:
    above, below = requirements.load(format.name), requirements.load(carrier.format)
    assert carrier.rests.keys() <= above.keys()
    assert {id for ids in carrier.rests.values() for id in ids} <= below.keys()


def test_it_chooses_among_the_choices_of_every_policy(carrier: Carrier) -> None:
    policies = load(carrier.format).declaration.policies
    assert carrier.choices.keys() == policies.keys()
    assert all(choices and set(choices) <= set(policies[name].choices) for name, choices in carrier.choices.items())


def test_the_text_names_the_same_choices_each_with_a_requirement_that_exists(format: Format, carrier: Carrier) -> None:
    told = rows(format, "the library's policy")
    assert {policy: tuple(choices.split(", ")) for policy, choices, _ in told} == carrier.choices
    for policy, _, why in told:
        ids = {f"{format.name.upper()}-{id}" for id in re.findall(r"\b[A-Z]+-\d\d\b", why)}
        assert set() < ids <= requirements.load(format.name).keys(), policy


def test_the_text_names_every_feature_of_the_carrier(format: Format, carrier: Carrier) -> None:
    told = [feature for cells in rows(format, "the library's feature") for feature in cells[0].split(", ")]
    assert sorted(told) == sorted(load(carrier.format).declaration.features)


def test_the_text_names_what_rests_on_what(format: Format, carrier: Carrier) -> None:
    told = {f"{format.name.upper()}-{id}": tuple(ids.split(", ")) for id, ids in rows(format, "here")}
    assert told == carrier.rests


@pytest.mark.parametrize("name", sorted(set(FORMATS) - CARRIED.keys()))
def test_the_others_are_written_in_none(name: str) -> None:
    assert load(name).declaration.carrier is None
