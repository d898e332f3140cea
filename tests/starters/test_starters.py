"""What `goldenwire new LANGUAGE` makes builds, passes its own tests and smoke as it stands, and claims nothing it lacks."""

import json
import os
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire.starters import LANGUAGES
from goldenwire_reference.formats import FORMATS
from starters.drivers import DRIVERS, need, run

GOLDENWIRE = f"{shlex.quote(sys.executable)} -m goldenwire"
TOOLS = {"c": ("make",), "cpp": ("make",), "rust": ("cargo",)}  # beside those of the driver


def new(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["new", *map(str, words)])
    return done.exit_code, done.output


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_is_filled_in(language: str, format: str, tmp_path: Path) -> None:
    code, output = new(language, tmp_path / "new", "--format", format)
    assert code == 0, output
    texts = {path: path.read_text() for path in (tmp_path / "new").rglob("*") if path.is_file()}
    assert {Path(name).suffix for name in (LANGUAGES[language].codec, ".jsonl", ".yml", ".md")} - {
        path.suffix for path in texts
    } <= {".jsonl", ".yml", ""}
    for path, text in texts.items():
        assert ("@BYTES@" in text, "@FEATURE@" in text, " sample" in text, "@COMMAND@" in text) == (False,) * 4, path
        assert text.isascii() or path.name == "examples.jsonl", path


@pytest.mark.long
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_builds_and_passes_as_it_stands(language: str, format: str, tmp_path: Path) -> None:
    need(*DRIVERS[language].tools, *TOOLS.get(language, ()))
    starter, folder = LANGUAGES[language], tmp_path / "new"
    assert new(language, folder, "--format", format)[0] == 0
    for command in (starter.build, starter.test):
        run(command, folder)
    for options in ("", "--examples-of-spec") + (("--one-shot",) if starter.one_shot else ()):
        said = run(f"{GOLDENWIRE} smoke{starter.limits} {options} -- {starter.command}", folder).stdout
        assert said.splitlines()[-1] == "The adapter is sound in what it answers.", said
    results = "--examples 0 --results results.jsonl --write-known-failures known.yaml"
    run(f"{GOLDENWIRE} check {format} {results}{starter.limits} -- {starter.command}", folder)
    records = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    counts = records[-1]["counts"]
    assert (counts.get("fail", 0), counts.get("pass", 0) > 0) == (0, True), counts
    run(f"{GOLDENWIRE} check {format} --examples 0 --known-failures known.yaml{starter.limits} -- {starter.command}", folder)


MISTAKES = {
    "pyton": "did you mean python?",
    "fortran": "There is no 'fortran' to start (there are: format, python",
}


@pytest.mark.parametrize(("language", "says"), MISTAKES.items())
def test_a_language_that_is_none_is_refused(language: str, says: str, tmp_path: Path) -> None:
    code, output = new(language, tmp_path / "new")
    assert (code, says in output, (tmp_path / "new").exists()) == (2, True, False), output


def test_a_format_that_is_none_is_refused(tmp_path: Path) -> None:
    code, output = new("c", tmp_path / "new", "--format", "dafne")
    assert (code, "did you mean daphne?" in output, (tmp_path / "new").exists()) == (2, True, False), output


@pytest.mark.parametrize("name", ["C", "C++", "Node", "typescript"])
def test_a_language_has_the_names_that_people_give_it(name: str, tmp_path: Path) -> None:
    assert new(name, tmp_path / "new")[0] == 0


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    code, output = new("c", tmp_path)
    assert (code, os.listdir(tmp_path)) == (2, ["mine"]), output
