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
from copy import copy
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire.starters import LANGUAGES
from starters.drivers import DRIVERS, ENVIRONMENT, HERE, need, run

pytestmark = pytest.mark.slow
ADAPTERS = HERE.parents[1] / "harness/adapters"
PATH = os.pathsep.join(map(str, [HERE.parent, *sys.path]))
# What the vectors do not have: a value of a number that no codec knows beforehand, and output beside the answers.
OF_A_RUN = re.compile(r"[a-z]+/canary/|protocol/")
WORDS = {"pass": "pass", "unspecified": "pass", "fail": "fail", "declined": "declined"}
# The lines of a program of its own, with GOLDENWIRE_VERBOSE=1.
OWN_LINE = r"(?P<name>[a-z]+/\S+) \.\.\. (?P<outcome>pass|roundtrip|declined|fail)$"
OWN_WORDS = {"pass": "pass", "roundtrip": "pass", "declined": "declined", "fail": "fail"}
SANITIZED = "-g -fsanitize=address,undefined -fno-sanitize-recover"
FEW = "--select daphne/dense --select daphne/requests"
FAILED = (1, 2, 101)  # the exit codes of most programs, make and cargo
Outcomes = dict[str, str]  # by ID/OPERATION: pass, fail or declined


class Native(NamedTuple):
    """A codec in a language: its format, the test that names each question, and the lines of its output.

    It is complete, or the starter's if `passing` is given. `line` has the groups `outcome`, of `words`, and `name`.
    The mistake is a replacement in a file, or a file that the codec looks for; questions of `feature` find it.
    """

    format: str
    place: Callable[[Path], None]
    test: str
    line: str
    words: dict[str, str]
    feature: str
    mistake: Callable[[Path], None]
    passing: int = 2000  # questions at least
    asked: str = ""  # all, or the options of `export` and `check` that choose some


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


def need_header(header: str) -> None:
    """Skip the test if a library's header is missing; in CI it fails."""
    program = f"#if !__has_include(<{header}>)\n#error missing\n#endif\n"
    found = subprocess.run(["cc", "-E", "-"], input=program, text=True, capture_output=True, check=False)
    if found.returncode and not os.environ.get("CI"):
        pytest.skip(f"no {header}")
    assert not found.returncode, f"CI has no {header}"


def place_c(folder: Path) -> None:
    """Compile the adapter without its program, and the tests with sanitizers."""
    need("make")
    need_header("cjson/cJSON.h")
    shutil.copytree(ADAPTERS / "c-dspack", folder / "adapter", ignore=shutil.ignore_patterns("main.c", "session.c"))
    run("cc -std=c11 -O0 -c *.c", folder / "adapter")
    with (folder / "Makefile").open("a") as makefile:
        makefile.write(f"LDLIBS = adapter/*.o -lcjson\ntest_codec: CFLAGS += {SANITIZED}\n")


def place_cpp(folder: Path) -> None:
    """Compile the adapter without its session, and the tests with the standard library's assertions."""
    need("make")
    need_header("nlohmann/json.hpp")
    shutil.copytree(ADAPTERS / "cpp-daphne", folder / "adapter", ignore=shutil.ignore_patterns("session.cpp"))
    run("c++ -std=c++17 -O0 -c call.cpp decode.cpp", folder)
    with (folder / "Makefile").open("a") as makefile:
        makefile.write("LDLIBS = *.o\ntest_codec: CXXFLAGS += -D_GLIBCXX_ASSERTIONS\n")


def place_rust(_: Path) -> None:
    """The codec is the starter's own."""
    need("cargo")


def place_mistake(folder: Path) -> None:
    (folder / "mistake").touch()


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
    "c": Native(
        "dspack",
        place_c,
        "GOLDENWIRE_VERBOSE=1 make test",
        OWN_LINE,
        OWN_WORDS,
        "dspack/schema-rejects",
        place_mistake,
    ),
    "cpp": Native(
        "daphne",
        place_cpp,
        "GOLDENWIRE_VERBOSE=1 make test",
        OWN_LINE,
        OWN_WORDS,
        "daphne/partition-rejects",
        place_mistake,
    ),
    "rust": Native(
        "daphne",
        place_rust,
        "GOLDENWIRE_VERBOSE=1 cargo test vectors -- --nocapture",
        OWN_LINE,
        OWN_WORDS,
        "daphne/dense",
        replaced(
            "src/codec.rs",
            "integer_of(n / columns), integer_of(n % columns)",
            "integer_of(n % rows), integer_of(n / rows)",
        ),
        passing=150,  # the starter's own codec
    ),
    "ruby": Native(
        "daphne",
        place_nothing,
        "ruby -w test_codec.rb --verbose",
        r"^TestVectors#test_(?P<name>[a-z]+/\S+) = \S+ s = (?P<outcome>[.FS])$",
        {".": "pass", "F": "fail", "S": "declined"},
        "daphne/dense/int32-*",
        replaced("codec.rb", "[n / columns, n % columns, number]", "[n % rows, n / rows, number]"),
        passing=80,
        asked=FEW,
    ),
    "java": Native(
        "daphne",
        place_nothing,
        "GOLDENWIRE_VERBOSE=1 java -cp build CodecTest",
        OWN_LINE,
        OWN_WORDS,
        "daphne/dense/int32-*",
        replaced(
            "Codec.java",
            "integerOf(n / width), Protocol.integerOf(n % width)",
            "integerOf(n % width), Protocol.integerOf(n / width)",
        ),
        passing=80,
        asked=FEW,
    ),
    "r": Native(
        "daphne",
        place_nothing,
        "GOLDENWIRE_VERBOSE=1 Rscript --vanilla test_codec.R",
        OWN_LINE,
        OWN_WORDS,
        "daphne/dense/int32-*",
        replaced(
            "codec.R",
            "text_of((at - 1) %/% columns), text_of((at - 1) %% columns)",
            "text_of((at - 1) %% rows), text_of((at - 1) %/% rows)",
        ),
        passing=80,
        asked=FEW,
    ),
}


@pytest.fixture(params=NATIVE, scope="module")
def language(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    need(*DRIVERS[name].tools)
    return name


@pytest.fixture(scope="module")
def built(language: str, tmp_path_factory: pytest.TempPathFactory) -> "Project":
    started = Project(language, tmp_path_factory.mktemp(language) / "new")
    started.run(started.starter.build)
    started.run(started.starter.test)
    return started


@pytest.fixture
def project(built: "Project", tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Project":
    monkeypatch.setenv("PYTHONPATH", PATH)
    project = built.copy_to(tmp_path / "new")
    monkeypatch.chdir(project.folder)
    return project


class Project:
    """A started project, whose codec and tests are built."""

    def __init__(self, language: str, folder: Path) -> None:
        self.native, self.starter, self.folder = NATIVE[language], LANGUAGES[language], folder
        self._environment = os.environ | ENVIRONMENT | {"PYTHONPATH": PATH}
        done = CliRunner().invoke(cli, ["new", language, str(folder), "--format", self.native.format])
        assert done.exit_code == 0, done.output
        for path in (HERE / language / "complete").glob("*"):
            shutil.copy(path, folder)
        self.native.place(folder)

    def copy_to(self, folder: Path) -> "Project":
        """Return a copy that is as much built."""
        other = copy(self)
        other.folder = shutil.copytree(self.folder, folder)
        return other

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
    project.export(project.native.asked)
    found, sum = project.own_tests()
    assert found == project.check(project.native.asked)
    numbers = Counter(found.values())
    assert f"{len(found)} asked, {numbers['pass']} passed, 0 failed, {numbers['declined']} declined" in sum
    assert numbers["pass"] >= project.native.passing


def test_a_mistake_fails_the_tests_that_it_concerns(project: Project) -> None:
    project.plant()
    project.run(project.starter.build)
    project.export(f"--select {project.native.feature}")
    found, sum = project.own_tests(*FAILED)
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
    assert "nope.jsonl" in project.run(f"GOLDENWIRE_EXPORT=nope.jsonl {project.starter.test}", *FAILED)
    usual.touch()
    assert f"no questions; make it again: goldenwire {command}" in project.run(project.starter.test, *FAILED)
    usual.write_text(other.read_text()[:-20])
    project.run(project.starter.test, *FAILED)
