"""The table of requirements against draws: every requirement that an accepted vector rests on is exercised."""

from functools import cache

import pytest
from click.testing import CliRunner

from goldenwire import corpus
from goldenwire.cli import cli
from goldenwire.properties import draws
from goldenwire.properties.draws import Draws
from goldenwire_reference import requirements
from goldenwire_reference.formats import FORMATS


@cache
def counted(format: str) -> Draws:
    return draws.count(format, 1000)


@cache
def accepted(format: str) -> set[str]:
    """Return the requirements that vectors of accepted bytes rest on."""
    vectors = corpus.load(format, root=corpus.root(), data=False)
    return {id for vector in vectors if vector.verdict == "accept" for id in vector.requirements}


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_a_thousand_draws_miss_no_requirement_of_the_accept_kind(format: str) -> None:
    found = counted(format)
    assert {id for id in accepted(format) if not found.exercised[id]} <= found.without.keys()


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_only_what_no_draw_exercises_is_excused(format: str) -> None:
    found = counted(format)
    assert not found.without.keys() & found.exercised.keys()
    assert found.without.keys() <= accepted(format)
    assert len(found.without) < 10


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_broken_bytes_meet_many_requirements(format: str) -> None:
    found = counted(format)
    assert set(found.refused) <= set(requirements.load(format))
    assert len(found.refused) >= (5 if format == "msgpack" else 6)  # so few edits give no more
    assert 100 < found.refused.total() <= 200


def test_the_table_has_a_line_for_every_requirement() -> None:
    lines = CliRunner().invoke(cli, ["spec", "dynd", "--draws", "50"]).stdout.splitlines()
    known = requirements.load("dynd")
    assert lines[0].split() == ["requirement", "valid", "broken"]
    assert [line.split()[0] for line in lines[1 : 1 + len(known)]] == list(known)
    assert lines[1 + len(known)].endswith(f"of {len(known)} requirements are exercised by 50 draws")
