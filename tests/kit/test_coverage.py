"""The vectors store a hash of each requirement's sentence, which stays until its vectors have been reviewed."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire_reference import requirements
from goldenwire_reference.formats import load
from goldenwire_suite import coverage, generation
from goldenwire_suite.suite import suite_of

DYND = load("dynd")
ID = "DYND-BOOL-01"


@pytest.fixture
def written() -> bytes:
    return coverage.text(DYND, {wrong.name: "dynd/bool/some" for wrong in suite_of(DYND).mutations()})


def test_each_requirement_has_its_hash_and_its_mutations_with_the_case_that_catches_each(written: bytes) -> None:
    told = coverage.read(written)
    assert list(told) == list(requirements.load("dynd"))
    table = {wrong.name: wrong for wrong in suite_of(DYND).mutations()}
    for id_, one in told.items():
        assert one["sentence"] == coverage.sentence_hash(requirements.load("dynd")[id_])
        assert ("without" in one) == (id_ in suite_of(DYND).without_mutation)
        for each in one.get("misreadings", ()):
            assert each == {
                "name": each["name"],
                "what": table[each["name"]].sentence,
                "caught": "dynd/bool/some",
            }


def test_what_was_not_tried_names_no_case() -> None:
    told = coverage.read(coverage.text(DYND, {}))
    assert not any("caught" in each for one in told.values() for each in one.get("misreadings", ()))


@pytest.fixture
def changed(written: bytes) -> bytes:
    """Return the file from before the sentence was changed."""
    now = coverage.read(written)[ID]["sentence"]
    return written.replace(f'  {ID}: {{"sentence":"{now}"'.encode(), f'  {ID}: {{"sentence":"{"0" * 16}"'.encode())


def test_a_sentence_that_was_changed_is_told_until_its_vectors_were_looked_at(written: bytes, changed: bytes) -> None:
    assert coverage.reworded(changed, written) == [ID]
    kept = coverage.unreviewed(changed, written)
    assert coverage.reworded(kept, written) == [ID]
    assert coverage.unreviewed(changed, written, [ID]) == written


def test_a_new_requirement_is_no_changed_one(written: bytes) -> None:
    before = b"".join(line for line in written.splitlines(keepends=True) if not line.startswith(f"  {ID}:".encode()))
    assert coverage.reworded(before, written) == []
    assert coverage.unreviewed(before, written) == written


def test_line_breaks_and_reasons_do_not_change_a_sentence() -> None:
    one = requirements.load("dynd")[ID]
    assert coverage.sentence_hash(replace(one, rationale="another")) == coverage.sentence_hash(one)
    assert coverage.sentence_hash(replace(one, text=f"{one.text} Not.")) != coverage.sentence_hash(one)


def test_the_user_sees_the_vectors_and_how_to_acknowledge(
    tmp_path: Path, changed: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / coverage.path("dynd")).write_bytes(changed)
    [problem] = generation.reworded(tmp_path, ["dynd"])
    monkeypatch.setattr(generation, "verify", lambda root, names: [problem])
    done = CliRunner().invoke(cli, ["vectors", "verify", "dynd"])
    assert done.exit_code == 1
    assert f"reworded {ID}: its sentence is another one" in done.output
    assert "    dynd/bool/" in done.output
    assert f"goldenwire vectors regenerate dynd --reviewed {ID}" in done.output


def test_a_reviewed_requirement_has_to_exist() -> None:
    done = CliRunner().invoke(cli, ["vectors", "regenerate", "dynd", "--reviewed", "DYND-BOOL-1"])
    assert (done.exit_code, f"there is no requirement DYND-BOOL-1; did you mean {ID}" in done.output) == (2, True)


SHOWN = {
    "coverage": (["dynd", "--coverage"], ["    mutation ", "; caught by dynd/", "requirements have mutations"]),
    "one requirement": ([ID], ["mutation ", "; caught by dynd/", "vectors rest on this requirement"]),
    "no mutation": ([next(iter(suite_of(DYND).without_mutation))], ["no mutation: "]),
}


@pytest.mark.fast("one requirement")
@pytest.mark.parametrize(("words", "says"), SHOWN.values(), ids=SHOWN)
def test_spec_shows_how_a_requirement_is_misread(words: list[str], says: list[str]) -> None:
    done = CliRunner().invoke(cli, ["spec", *words])
    assert [text for text in says if text not in done.output] == []
