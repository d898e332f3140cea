"""The figures that strength stores are those of its run, and the section of the README is generated from them."""

from pathlib import Path

import pytest

from goldenwire import formats
from goldenwire.errors import UserError
from goldenwire.strength import trust
from goldenwire.strength.equivalent import EquivalentEntry, Equivalents
from goldenwire.strength.trial import MutantVerdict
from goldenwire_suite.mutations.engine import Mutant

ROOT = formats.trees().main


def mutant(number: int, file: str = "decode.py") -> Mutant:
    return Mutant(f"m{number}", "m", file, "", "comparison", 1, 0, "<", "<=", "a < b", "a <= b")


RESULTS = {
    mutant(1): MutantVerdict("killed", "a case", "rejected"),
    mutant(2): MutantVerdict("killed", "a case", "rejected"),
    mutant(3): MutantVerdict("survived"),
    mutant(4, "api.py"): MutantVerdict("survived"),
    mutant(5): MutantVerdict("stillborn"),
}
LISTED = Equivalents([EquivalentEntry("api.py", "unreachable", "no codec is asked for it")])


def test_the_figures_count_each_mutant_once() -> None:
    found = trust.figures(trust.MutantRun("daphne", "the reference", "content", 9), RESULTS, LISTED)
    assert found == trust.Figures("daphne", "the reference", "content", 9, 5, 1, 2, {"unreachable": 1}, ["m3"])


def test_new_figures_take_the_place_of_old_ones(tmp_path: Path) -> None:
    path = tmp_path / "strength.json"
    one = trust.figures(trust.MutantRun("dynd", "go-dynd", "content", 9), RESULTS, LISTED)
    other = trust.figures(trust.MutantRun("daphne", "the reference", "content", 9), {}, LISTED)
    again = trust.figures(trust.MutantRun("dynd", "go-dynd", "content", 9), {}, LISTED)
    for figures in (one, other, again):
        trust.keep(path, figures)
    assert trust.read(path) == [other, again]


@pytest.mark.slow
def test_the_section_of_the_readme_is_what_the_figures_say() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert trust.with_section(text, ROOT) == text, "run `make trust`"


def test_a_readme_without_a_place_is_told() -> None:
    with pytest.raises(UserError, match="has no lines"):
        trust.with_section("nothing", ROOT)
