"""The recipes in harness/ci work: their own commands run with a codec, all but the installation."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from goldenwire.starters.source import STEP as INSTALL
from harness import trees
from miniatures import daphne_with

RECIPES = Path(__file__).parents[2] / "harness" / "ci"
CODEC = "./my-codec --its-options"


def recipe(name: str) -> Any:
    return yaml.safe_load((RECIPES / name).read_text())


def github() -> tuple[list[str], dict[str, str]]:
    """Return the commands of the job, and its environment."""
    found = recipe("github.yml")
    return [step["run"] for step in found["jobs"]["conformance"]["steps"] if "run" in step], found["env"]


def gitlab() -> tuple[list[str], dict[str, str]]:
    job = recipe("gitlab.yml")["conformance"]
    return [*job["before_script"], *job["script"]], job["variables"]


def pre_commit() -> tuple[list[str], dict[str, str]]:
    [hook] = recipe("pre-commit.yaml")["repos"][0]["hooks"]
    assert hook["language"] == "system"  # the installed goldenwire
    return [INSTALL, "make my-codec", shlex.join(shlex.split(hook["entry"]))], {}


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a part of the kit's vectors, including the canaries."""
    return trees.part_of_the_kits(tmp_path_factory.mktemp("vectors"), "daphne", "dense", "header", "truncation")


class Folder:
    """A checkout whose codec is built by `make my-codec` and has one mistake."""

    def __init__(self, path: Path, vectors: Path) -> None:
        self.path, self._vectors = path, vectors
        self.build("decode-only")

    def build(self, mistake: str) -> None:
        """Make `make` build a codec with a mistake."""
        words = shlex.join(daphne_with(mistake))
        lines = ["#!/bin/sh", 'test "$1" = --its-options && exec ' + words]
        printed = shlex.quote("\\n".join(lines)).replace("$", "$$")
        (self.path / "Makefile").write_text(f"my-codec:\n\tprintf {printed} > $@; chmod +x $@\n")
        (self.path / "my-codec").unlink(missing_ok=True)

    def know(self, name: str) -> None:
        """Write the file of known failures with the command in the comments of the recipe."""
        [command] = re.findall(r"goldenwire check .*--write-known-failures .*", (RECIPES / name).read_text())
        variables = {"FORMAT": "daphne", "COMMAND": CODEC}
        for word, value in variables.items():
            command = command.replace(word, value)
        [_, done] = self.run([INSTALL, "make my-codec", command], {})
        assert (done.returncode, done.stderr) == (1, "")

    def run(self, commands: list[str], variables: dict[str, str]) -> list[subprocess.CompletedProcess[str]]:
        """Run the commands as a CI service does, each in a shell, up to the first that fails."""
        assert INSTALL in commands
        where = {"GOLDENWIRE_VECTORS": str(self._vectors), "GITHUB_STEP_SUMMARY": str(self.path / "summary.md")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        ran = []
        for line in commands:
            if line != INSTALL:
                ran.append(
                    subprocess.run(
                        ["bash", "-e", "-c", line],
                        cwd=self.path,
                        env={**os.environ, **variables, **where, "PATH": path},
                        capture_output=True,
                        text=True,
                        check=False,
                    )
                )
                if ran[-1].returncode:
                    break
        return ran


@pytest.fixture
def folder(tmp_path: Path, vectors: Path) -> Folder:
    return Folder(tmp_path, vectors)


CONFORMS = "It conforms at level strict in what it answers"


@pytest.mark.slow
def test_the_workflow_of_github_shows_what_has_changed(folder: Folder) -> None:
    commands, variables = github()
    assert variables["CODEC"] == CODEC
    ran = folder.run(commands, variables)
    assert [(one.returncode, one.stderr) for one in ran] == [(0, "")] * (len(commands) - 1)
    assert CONFORMS in (folder.path / "summary.md").read_text()

    folder.build("rest-ignored")
    *_, last = folder.run(commands, variables)
    assert (last.returncode, last.stderr) == (1, "")
    assert "::error title=daphne/" in last.stdout
    assert "## Since the baseline\n\nSomething got worse." in (folder.path / "summary.md").read_text()
    assert json.loads((folder.path / "badge.json").read_text())["message"].startswith("fails strict, ")

    folder.know("github.yml")
    *_, last = folder.run(commands, variables)
    summary = (folder.path / "summary.md").read_text()
    assert (last.returncode, "nothing fails except known failures" in summary) == (0, True)


@pytest.mark.slow
def test_the_job_of_gitlab_has_its_artifacts(folder: Folder) -> None:
    *_, last = folder.run(*gitlab())
    assert (last.returncode, last.stderr, CONFORMS in last.stdout) == (0, "", True)
    artifacts = recipe("gitlab.yml")["conformance"]["artifacts"]
    for name in [*artifacts["paths"], artifacts["reports"]["junit"]]:
        assert (folder.path / name).stat().st_size, name

    folder.build("rest-ignored")
    *_, last = folder.run(*gitlab())
    assert (last.returncode, last.stderr, "It does not conform" in last.stdout) == (1, "", True)
    folder.know("gitlab.yml")
    *_, last = folder.run(*gitlab())
    assert (last.returncode, last.stderr, "nothing fails except known failures" in last.stdout) == (0, "", True)


@pytest.mark.slow
@pytest.mark.parametrize(("mistake", "code"), [("decode-only", 0), ("rest-ignored", 1)])
def test_the_hook_of_pre_commit_holds_back_a_codec_that_fails(mistake: str, code: int, folder: Folder) -> None:
    folder.build(mistake)
    (folder.path / "known-failures.yaml").write_text("format: daphne\nentries: []\n")
    *_, last = folder.run(*pre_commit())
    assert (last.returncode, last.stderr) == (code, "")


@pytest.mark.slow
def test_the_hook_of_pre_commit_tells_the_command_that_makes_the_file_it_wants(folder: Folder) -> None:
    *_, last = folder.run(*pre_commit())
    *_, writes = last.stderr.partition("Error: known-failures.yaml does not exist; this command writes it: ")
    assert (last.returncode, writes[:17]) == (2, "goldenwire check "), last.stderr
    assert [one.returncode for one in folder.run([INSTALL, writes, *pre_commit()[0]], {})] == [0, 0, 0]
