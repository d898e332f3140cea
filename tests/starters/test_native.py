"""A starter's own tests find of a complete codec what `goldenwire check` finds, to the question."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire.starters import LANGUAGES
from starters.drivers import DRIVERS, ENVIRONMENT, HERE, need

pytestmark = pytest.mark.slow
ADAPTERS = HERE.parents[1] / "harness/adapters"
PATH = os.pathsep.join(map(str, [HERE.parent, *sys.path]))
# What the vectors do not have: a value of a number that no codec knows beforehand, and output beside the answers.
OF_A_RUN = re.compile(r"[a-z]+/canary/|protocol/")
WORDS = {"pass": "pass", "unspecified": "pass", "fail": "fail", "declined": "declined"}
Outcomes = dict[str, str]  # by ID/OPERATION: pass, fail or declined


class Native(NamedTuple):
    """A language with a complete codec: its format, the test that names each question, and the lines of its output.

    `line` has the groups `outcome`, of `words`, and `name`. The mistake is a replacement in a file; questions of
    `feature` find it.
    """

    format: str
    place: Callable[[Path], None]
    test: str
    line: str
    words: dict[str, str]
    feature: str
    mistake: Callable[[Path], None]


def place_nothing(_: Path) -> None:
    """The reference is where the tests are."""


def place_javascript(folder: Path) -> None:
    shutil.copytree(
        ADAPTERS / "javascript-sciserialize", folder / "adapter", ignore=shutil.ignore_patterns("*.test.mjs")
    )


def place_go(folder: Path) -> None:
    """Make a package of the adapter, which is a program."""
    (folder / "adapter").mkdir()
    for path in (ADAPTERS / "go-dynd").glob("*.go"):
        if path.name != "main.go" and not path.name.endswith("_test.go"):
            text = path.read_text().replace("package main\n", "package adapter\n", 1)
            (folder / "adapter" / path.name).write_text(text)
    (folder / "adapter/call.go").write_text(
        "package adapter\n\n// Reply answers a request.\nfunc Reply(line []byte) []byte { return replyToLine(line) }\n"
    )


def replaced(file: str, old: str, new: str) -> Callable[[Path], None]:
    """Return what replaces the text in a file of the folder."""

    def replace(folder: Path) -> None:
        text = (folder / file).read_text()
        assert text.count(old) == 1, f"{file} has another text by now; choose another mistake"
        (folder / file).write_text(text.replace(old, new))

    return replace


NATIVE = {
    "python": Native(
        "daphne",
        place_nothing,
        "python3 -m unittest -v",
        r"^test_(?P<name>[a-z]+/\S+) .*\.\.\. (?P<outcome>ok|FAIL|skipped)",
        {"ok": "pass", "FAIL": "fail", "skipped": "declined"},
        "daphne/csr",
        replaced("codec.py", 'applied("daphne")', 'applied("daphne", "csr-rows-from-the-last")'),
    ),
    "javascript": Native(
        "sciserialize",
        place_javascript,
        "node --test --test-reporter=tap",
        r"^(?P<outcome>ok|not ok) \d+ - (?P<name>[a-z]+/\S+)(?P<skip> # SKIP)?",
        {"ok": "pass", "not ok": "fail", "ok # SKIP": "declined"},
        "sciserialize/utf8",
        replaced("adapter/session.mjs", "offset: error.offset", "offset: error.offset + 1"),
    ),
    "go": Native(
        "dynd",
        place_go,
        "go test -v",
        r"^    --- (?P<outcome>PASS|FAIL|SKIP): TestVectors/(?P<name>\S+)",
        {"PASS": "pass", "FAIL": "fail", "SKIP": "declined"},
        "dynd/struct",
        replaced("adapter/session.go", "int64(refusal.offset)", "int64(refusal.offset+1)"),
    ),
}


@pytest.fixture(params=NATIVE)
def language(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    need(*DRIVERS[name].tools)
    return name


@pytest.fixture
def project(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Project":
    monkeypatch.setenv("PYTHONPATH", PATH)
    started = Project(language, tmp_path / "new")
    monkeypatch.chdir(started.folder)
    return started


class Project:
    """A started project whose codec is complete."""

    def __init__(self, language: str, folder: Path) -> None:
        self.native, self.starter, self.folder = NATIVE[language], LANGUAGES[language], folder
        self._environment = os.environ | ENVIRONMENT
        done = CliRunner().invoke(cli, ["new", language, str(folder), "--format", self.native.format])
        assert done.exit_code == 0, done.output
        for path in (HERE / language / "complete").iterdir():
            shutil.copy(path, folder)
        self.native.place(folder)

    def plant(self) -> None:
        """Put the mistake into the codec."""
        self.native.mistake(self.folder)

    def run(self, command: str, *expected: int) -> str:
        done = subprocess.run(
            command, shell=True, cwd=self.folder, env=self._environment,
            capture_output=True, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode in (expected or (0,)), f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        return done.stdout + done.stderr

    def goldenwire(self, words: str, *expected: int) -> str:
        """Run a command of the kit in this process, with the codec of the folder in which it is."""
        done = CliRunner().invoke(cli, [*shlex.split(words), "--", *shlex.split(self.starter.command)])
        assert done.exit_code in (expected or (0,)), f"{words}\n{done.output[-2000:]}"
        return done.stdout

    def export(self, options: str = "") -> None:
        text = self.goldenwire(f"vectors export {self.native.format} {options}")
        (self.folder / "vectors.jsonl").write_text(text)

    def own_tests(self, *expected: int) -> tuple[Outcomes, str]:
        """Run the project's own tests; return the outcome of each question, and the line of their sum."""
        output = self.run(self.native.test, *expected)
        found = dict(self._told(output))
        [sum] = re.findall("vectors: .*", output)
        return found, sum

    def _told(self, output: str) -> Iterator[tuple[str, str]]:
        for match in re.finditer(self.native.line, output, re.MULTILINE):
            groups = match.groupdict(default="")
            yield groups["name"], self.native.words[groups["outcome"] + groups.get("skip", "")]

    def check(self, options: str = "", *expected: int) -> Outcomes:
        """Return what `check` finds for each question of the vectors."""
        self.goldenwire(
            f"check {self.native.format} --no-sweeps --examples 0 --results results.jsonl {options}", *expected
        )
        lines = map(json.loads, (self.folder / "results.jsonl").read_text().splitlines())
        return {
            f"{line['case']}/{line['operation']}": WORDS[line["finding"]]
            for line in lines
            if line["record"] == "finding" and line["finding"] != "not-asked" and not OF_A_RUN.match(line["case"])
        }


def test_own_tests_of_a_complete_codec_find_what_check_finds(project: Project) -> None:
    project.run(project.starter.build)
    project.export()
    found, sum = project.own_tests()
    assert found == project.check()
    numbers = Counter(found.values())
    assert f"{len(found)} asked, {numbers['pass']} passed, 0 failed, {numbers['declined']} declined" in sum
    assert numbers["pass"] > 2000


def test_a_mistake_fails_the_tests_that_it_concerns(project: Project) -> None:
    project.plant()
    project.run(project.starter.build)
    project.export(f"--select {project.native.feature}")
    found, sum = project.own_tests(1)
    due = project.check(f"--select {project.native.feature}", 1)
    failing, failing_there = ({name for name in one if one[name] == "fail"} for one in (found, due))
    assert failing
    assert found.keys() == due.keys()
    assert failing <= failing_there
    hidden = failing_there - failing  # transcoded by a decoder whose mistake it makes once more when it reads the bytes
    assert all(name.endswith("/transcode") for name in hidden)
    [by_itself] = re.findall(r"; (\d+) passed by the codec's own decoder alone", sum) or ["0"]
    assert len(hidden) <= int(by_itself)


def test_the_file_of_questions_is_there_or_the_test_says_so(project: Project) -> None:
    usual, other = project.folder / "vectors.jsonl", project.folder / "other.jsonl"
    project.run(project.starter.build)
    project.export(f"--select {project.native.feature}")
    usual.rename(other)
    missing, command = (
        project.run(project.starter.test),
        f"vectors export {project.native.format} -- {project.starter.command}",
    )
    assert f"vectors: no vectors.jsonl, which this makes: goldenwire {command} > vectors.jsonl" in missing
    assert "vectors: 0 asked" not in missing
    asked = f"vectors: {len(other.read_text().splitlines())} asked"
    assert asked in project.run(f"GOLDENWIRE_EXPORT=other.jsonl {project.starter.test}")
    assert "nope.jsonl" in project.run(f"GOLDENWIRE_EXPORT=nope.jsonl {project.starter.test}", 1)
    usual.touch()
    assert f"no questions; make it again: goldenwire {command}" in project.run(project.starter.test, 1)
    usual.write_text(other.read_text()[:-20])
    project.run(project.starter.test, 1)
