"""The vectors store a hash of each requirement's sentence, which stays until its vectors have been reviewed."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire_reference import requirements
from goldenwire_reference.formats import load
from goldenwire_suite import coverage, generation
from goldenwire_suite.examples import MutationExample, Result, example
from goldenwire_suite.suite import suite_of

DYND = load("dynd")
ID = "DYND-BOOL-01"


@pytest.fixture
def written() -> bytes:
    shown = MutationExample("dynd/bool/some", "true", "rejected VALUE at 0")
    return coverage.text(DYND, {wrong.name: shown for wrong in suite_of(DYND).mutations()})


def test_each_requirement_has_its_hash_and_its_mutations_with_the_case_that_catches_each(written: bytes) -> None:
    told = coverage.read(written)
    assert list(told) == list(requirements.load("dynd"))
    table = {wrong.name: wrong for wrong in suite_of(DYND).mutations()}
    for id_, one in told.items():
        assert one["sentence"] == coverage.sentence_hash(requirements.load("dynd")[id_])
        assert ("without" in one) == (id_ in suite_of(DYND).without_mutation)
        for each in one.get("mutations", ()):
            assert each == {
                "name": each["name"],
                "what": table[each["name"]].sentence,
                "caught": "dynd/bool/some",
                "right": "true",
                "wrong": "rejected VALUE at 0",
            }


def test_what_was_not_tried_names_no_case() -> None:
    told = coverage.read(coverage.text(DYND, {}))
    assert not any("caught" in each for one in told.values() for each in one.get("mutations", ()))


def test_a_tree_of_an_older_version_has_its_mutations_under_their_old_name() -> None:
    line = b'  DYND-BOOL-01: {"sentence":"0123456789abcdef","misreadings":[{"name":"one","what":"it ..."}]}\n'
    assert coverage.read(line)[ID]["mutations"] == [{"name": "one", "what": "it ..."}]


LONG = "a" * 100
EXAMPLES = {
    "another value": (Result("done", {"a": ["1", "2"]}), Result("done", {"a": ["1", "3"]}), '/a/1 "2"', '/a/1 "3"'),
    "a value of another shape": (Result("done", ["1"]), Result("done", []), '["1"]', "[]"),
    "other bytes": (Result("done", b"\1\2"), Result("done", b"\1\3"), "byte 1: 02", "byte 1: 03"),
    "fewer bytes": (Result("done", b"\1\2"), Result("done", b"\1"), "byte 1: 02", "byte 1: the end"),
    "accepted": (Result("refused", ("RANGE", 3)), Result("done", "7"), "rejected RANGE at 3", '"7"'),
    "another class": (
        Result("refused", ("RANGE", None)), Result("refused", ("ORDER", None)), "rejected RANGE", "rejected ORDER",
    ),
    "no request": (Result("done", b"\1"), Result("refused", "notation"), "byte 0: 01", "rejected as no request"),
    "a crash": (Result("done", "7"), Result("broken", "KeyError"), '"7"', "fails with KeyError"),
    "long": (Result("done", LONG), Result("done", LONG.upper()), f'"{"a" * 55} ...', f'"{"A" * 55} ...'),
}  # fmt: skip


@pytest.mark.parametrize(("usual", "mutated", "right", "wrong"), EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_shows_where_the_outcomes_differ(usual: Result, mutated: Result, right: str, wrong: str) -> None:
    same = Result("done", "same")
    assert example("a/b/c", (same, usual), (same, mutated)) == ("a/b/c", right, wrong)


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
    monkeypatch.setattr(generation, "verify", lambda root, names, cache: [problem])
    done = CliRunner().invoke(cli, ["vectors", "verify", "dynd"])
    assert done.exit_code == 1
    assert f"reworded {ID}: its sentence is another one" in done.output
    assert "    dynd/bool/" in done.output
    assert f"goldenwire vectors regenerate dynd --reviewed {ID}" in done.output


def test_a_reviewed_requirement_has_to_exist() -> None:
    done = CliRunner().invoke(cli, ["vectors", "regenerate", "dynd", "--reviewed", "DYND-BOOL-1"])
    assert (done.exit_code, f"there is no requirement DYND-BOOL-1; did you mean {ID}" in done.output) == (2, True)


SHOWN = {
    "coverage": (
        ["dynd", "--coverage"],
        ["    mutation ", "; caught by dynd/", "      right: ", "      wrong: ", "requirements have mutations"],
    ),
    "one requirement": ([ID], ["mutation ", "; caught by dynd/", "vectors rest on this requirement"]),
    "no mutation": ([next(iter(suite_of(DYND).without_mutation))], ["no mutation: "]),
}


@pytest.mark.fast("one requirement")
@pytest.mark.parametrize(("words", "says"), SHOWN.values(), ids=SHOWN)
def test_spec_shows_how_a_requirement_is_misread(words: list[str], says: list[str]) -> None:
    done = CliRunner().invoke(cli, ["spec", *words])
    assert [text for text in says if text not in done.output] == []
