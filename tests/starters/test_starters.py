"""A starter of `goldenwire new LANGUAGE` builds, passes unchanged, and claims no feature that it lacks."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire.starters import LANGUAGES, source
from goldenwire_reference import formats
from harness import trees
from kit.each import each
from kit.outside import TRACK, install, path_with
from starters.drivers import DRIVERS, need, run

FORMATS = tuple(formats.FORMATS)
GOLDENWIRE = f"{shlex.quote(sys.executable)} -m goldenwire"
WORKFLOW = ".github/workflows/conformance.yml"
SOUND = ("The adapter is sound.", "The adapter is sound in what it answers.")
# Each language with a format, each format with one or two languages: a starter treats all formats alike.
PAIRS = [(language, FORMATS[number % len(FORMATS)]) for number, language in enumerate(LANGUAGES)]
TOOLS = {"c": ("make",), "cpp": ("make",), "rust": ("cargo",)}  # in addition to those of the driver


def new(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["new", *map(str, words)])
    return done.exit_code, done.output


@pytest.mark.parametrize("format", FORMATS)
@each("language", LANGUAGES)
def test_every_file_is_filled_in(language: str, format: str, tmp_path: Path) -> None:
    code, output = new(language, tmp_path / language, "--format", format)
    assert code == 0, output
    texts = {path: path.read_text() for path in (tmp_path / language).rglob("*") if path.is_file()}
    places = {path.relative_to(tmp_path / language).as_posix() for path in texts}
    starter = LANGUAGES[language]
    own = {starter.codec, starter.protocol, starter.test_file, *filter(None, [starter.judge])}
    assert own | {"README.md", "examples.jsonl", WORKFLOW} <= places
    for path, text in texts.items():
        assert (re.findall("@[A-Z_]+@", text), " sample" in text) == ([], False), path


@pytest.mark.slow
@pytest.mark.parametrize(("language", "format"), PAIRS)
def test_a_starter_builds_and_passes_as_it_stands(language: str, format: str, tmp_path: Path) -> None:
    need(*DRIVERS[language].tools, *TOOLS.get(language, ()))
    assert new(language, tmp_path / "new", "--format", format)[0] == 0
    passes(language, format, tmp_path / "new")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_of_a_format_from_outside_knows_one_value(language: str, tmp_path: Path) -> None:
    need(*DRIVERS[language].tools, *TOOLS.get(language, ()))
    with path_with(TRACK):
        install(tmp_path, "track = goldenwire_track:FORMAT", "goldenwire-track")
        with path_with(tmp_path):
            os.environ["PYTHONPATH"] = f"{tmp_path}:{TRACK}"  # path_with restores the old value
            assert new(language, tmp_path / "new", "--format", "track")[0] == 0
            passes(language, "track", tmp_path / "new")


def passes(language: str, format: str, folder: Path) -> None:
    """Assert that the starter builds, its tests and smoke pass, none of its answers is wrong, and the gate is green."""
    starter = LANGUAGES[language]
    for command in (starter.build, starter.test):
        run(command, folder)
    for options in ("", "--examples-of-spec") + (("--one-shot",) if starter.one_shot else ()):
        said = run(f"{GOLDENWIRE} smoke {options} -- {starter.command}", folder).stdout
        assert said.splitlines()[-1] in SOUND, said
    check = f"{GOLDENWIRE} check {format} --examples 0 --timeout 60"  # pure R is slow on a busy machine
    brief = f"{check} --no-sweeps"  # which R reads in half a minute
    first = brief if language == "r" else check
    said = run(f"{first} --write-known-failures known.yaml -- {starter.command}", folder).stdout
    assert re.search("It conforms at level strict in what it answers: [1-9]", said), said
    assert "0 known failures" in said
    run(f"{brief} --known-failures known.yaml -- {starter.command}", folder)


class Checkout:
    """A starter in its author's checkout, with some of the vectors and a pip that only prints its arguments."""

    def __init__(self, language: str, path: Path, vectors: Path) -> None:
        self.folder = path / language
        assert new(language, self.folder)[0] == 0
        (path / "pip").write_text('#!/bin/sh\necho "pip $@"\n')
        (path / "pip").chmod(0o755)
        programs = os.pathsep.join((str(path), str(Path(sys.executable).parent), os.environ["PATH"]))
        self._environment = os.environ | {
            "PATH": programs,
            "GOLDENWIRE": "../goldenwire",
            "GOLDENWIRE_VECTORS": str(vectors),
        }

    def run(self, command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["bash", "-e", "-c", command],
            cwd=self.folder, env=self._environment, capture_output=True, text=True, timeout=600, check=False,
        )  # fmt: skip

    def push(self) -> Iterator["subprocess.CompletedProcess[str]"]:
        """Run the steps of the workflow as GitHub does, each in a shell of its own, up to the first that fails."""
        [job] = yaml.safe_load((self.folder / WORKFLOW).read_text())["jobs"].values()
        for step in job["steps"]:
            if "run" in step:
                yield (done := self.run(step["run"]))
                if done.returncode:
                    return

    def commands(self) -> list[str]:
        """Return the commands of the starter's README, in order."""
        return re.findall(r"^    (.*)$", (self.folder / "README.md").read_text(), re.MULTILINE)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write some of the vectors of DAPHNE binary, including the canaries."""
    return trees.part_of_the_kits(tmp_path_factory.mktemp("vectors"), "daphne", "dense", "header", "floats")


@pytest.mark.slow
def test_the_first_push_of_a_starter_is_green_and_so_is_one_with_known_failures(tmp_path: Path, vectors: Path) -> None:
    checkout = Checkout("python", tmp_path, vectors)
    pip, build, first, own = checkout.push()
    assert (pip.stdout, build.returncode) == ("pip install ../goldenwire\n", 0)
    assert (own.returncode, re.search("vectors: [0-9]+ asked, [1-9][0-9]* passed, 0 failed", own.stdout) is None) == (
        0,
        False,
    )
    assert (first.returncode, "declined: another object" in first.stdout) == (0, True), first.stdout + first.stderr
    [writes] = [command for command in checkout.commands() if "--write-known-failures" in command]
    assert checkout.run(writes).returncode == 0
    (checkout.folder / "vectors.jsonl").unlink()
    *_, again, own = checkout.push()
    assert (own.returncode, re.search("vectors: [0-9]+ asked, [1-9][0-9]* passed, 0 failed", own.stdout) is None) == (
        0,
        False,
    )
    assert (again.returncode, "declined: todo: not looked at yet" in again.stdout) == (0, True), again.stdout

    codec = checkout.folder / "codec.py"
    codec.write_text(codec.read_text().replace('f"int{8 << n}"', 'f"sint{8 << n}"'))
    *_, worse = checkout.push()
    assert (worse.returncode, "It does not conform" in worse.stdout) == (1, True), worse.stdout


@each("language", LANGUAGES)
def test_the_workflow_of_a_starter_takes_known_failures_where_there_are_some(
    language: str, tmp_path: Path, vectors: Path
) -> None:
    checkout, starter = Checkout(language, tmp_path, vectors), LANGUAGES[language]
    [job] = yaml.safe_load((checkout.folder / WORKFLOW).read_text())["jobs"].values()
    _, build, check, own = [step["run"] for step in job["steps"] if "run" in step]
    assert (build, own.splitlines()[2:]) == (starter.build, [starter.test])
    export = "\n".join(own.splitlines()[:2])
    for known in ("", "--known-failures known-failures.yaml "):
        assert (
            checkout.run(f"goldenwire() {{ echo $*; }}\n{check}").stdout
            == f"check daphne {known}-- {starter.command}\n"
        )
        assert checkout.run(f"goldenwire() {{ echo $*; }}\n{export}\ncat vectors.jsonl").stdout == (
            f"vectors export daphne {known}-- {starter.command}\n"
        )
        (checkout.folder / "known-failures.yaml").touch()


@pytest.mark.slow
def test_the_commands_of_a_starters_readme_work_one_after_the_other(tmp_path: Path, vectors: Path) -> None:
    checkout = Checkout("python", tmp_path, vectors)
    commands = checkout.commands()
    assert commands[0] == source.INSTALL
    assert len(commands) == 12
    for command in commands:
        done = checkout.run(command)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"


MISTAKES = {
    "pyton": "did you mean python?",
    "cobol": "There is no 'cobol' to start",
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
    assert (code, [path.name for path in tmp_path.iterdir()]) == (2, ["mine"]), output
