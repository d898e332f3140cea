"""Formats of installed packages: every command knows them, and a defect in one is reported in a sentence."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldenwire.cli import cli
from kit.outside import install, path_with

NAME = "leb"
Run = Callable[..., Result]


def goldenwire(*words: object) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(cli, list(map(str, words)))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the package of `goldenwire new format` is installed."""
    folder = tmp_path_factory.mktemp("new") / "leb"
    with path_with(folder):
        made = goldenwire("new", "format", NAME, folder)
    assert made.exit_code == 0, made.output
    install(folder, "leb = goldenwire_leb:FORMAT", "goldenwire-leb")
    return folder


@pytest.fixture
def run(installed: Path) -> Iterator[Run]:
    with path_with(installed):
        yield goldenwire


COMMANDS: dict[str, tuple[list[str], str]] = {
    "vectors verify": (["vectors", "verify", NAME], "every file is as generated"),
    "vectors list": (["vectors", "list", NAME], "18 vectors: 10 accept, 11 level draft, 7 level strict, 8 reject"),
    "vectors show": (["vectors", "show", "leb/list/two"], "2     2  integer[1]  ac02   300"),
    "vectors regenerate": (["vectors", "regenerate", NAME], "the cases are the same"),
    "check": (["check", NAME, "--examples", "5"], "It conforms at level strict."),
    "check all": (["check", "all", "--examples", "0", "--select", "*/list/*"], "leb/list"),
    "smoke": (["smoke", "--", sys.executable, "-m", "goldenwire", "serve", "--format", NAME], "leb: decode, encode"),
    "explain a refusal": (["explain", NAME, "bad"], "LEB-INT-02: An integer MUST be stored in as few bytes"),
    "spec": (["spec", NAME], "# Leb\n"),
    "spec of a requirement": (["spec", "LEB-INT-01"], "accept  leb/list/two  two integers, of one byte and of two"),
    "spec --coverage": (["spec", NAME, "--coverage"], "6 of 6 requirements have a vector"),
    "spec of all": (["spec"], "leb: Leb, 3 of origin draft, 3 of origin resolution"),
    "scale": (["scale", NAME], "It keeps up: of 3 questions, 3 ok."),
    "soak": (["soak", NAME, "--minutes", "0.01", "--state", "state", "--jobs", "1"], "level strict"),
}


@pytest.mark.fast("smoke", "vectors list", "vectors show", "spec", "explain")
@pytest.mark.parametrize(("words", "says"), COMMANDS.values(), ids=COMMANDS)
def test_every_command_knows_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad").write_bytes(b"\1\x80\0")
    done = run(*words)
    assert says in done.output, done.output
    assert done.exit_code == (1 if words[0] == "explain" else 0)


def test_the_explorer_shows_it(run: Run) -> None:
    from goldenwire.explore.answers import Answers

    answers = Answers()
    begin = json.loads(answers.answer("begin", b"{}"))
    assert next(one for one in begin["formats"] if one["name"] == NAME) | {"samples": 0} == {
        "name": NAME, "title": "Leb", "requirements": 6, "vectors": 18, "samples": 0,
    }  # fmt: skip
    found = json.loads(answers.answer("decode", b'{"text":"01 80 00","kind":"hex","format":"leb"}'))
    assert found["defect"]["requirement"]["id"] == "LEB-INT-02"
    assert json.loads(answers.answer("vector", b'{"id":"leb/list/two"}'))["value"]


@pytest.mark.slow
def test_a_failure_of_it_is_known_by_its_requirement(run: Run, tmp_path: Path) -> None:
    codec = tmp_path / "codec.py"
    codec.write_text(
        "import sys\n"
        "from goldenwire.protocol.serve import Reference, serve\n"
        "class Wrong(Reference):\n"
        "    def decode(self, format, data, context):\n"
        "        return super().decode(format, data, context)[::-1]\n"
        "sys.exit(serve(Wrong, sys.argv[1:]))\n"
    )
    results = tmp_path / "results.jsonl"
    done = run("check", NAME, "--examples", "20", "--results", results, "--", sys.executable, codec)
    assert done.exit_code == 1
    assert "LEB-LIST-01: The first byte is the number of integers" in done.output
    records = [json.loads(line) for line in results.read_text().splitlines()]
    failed = {record["case"] for record in records if record.get("finding") == "fail"}
    assert {"leb/list/two", "property/leb/decode-reference-encoding"} <= failed


@pytest.mark.slow
def test_pytest_asks_it(installed: Path, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--goldenwire-format=leb",
        "--goldenwire-codec=reference",
    ]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        [*command, "--goldenwire-examples=2"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "66 passed" in done.stdout, done.stdout


@pytest.mark.slow
def test_its_own_tests_pass(installed: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(command, cwd=installed, env=environment, capture_output=True, text=True, check=False)
    assert "7 passed" in done.stdout, done.stdout


# Mistakes of its author

# By edit: the file, a text in it and its replacement, the command, and its output.
MISTAKES: dict[str, tuple[str, str, str, list[str], str]] = {
    "an encoder that raises": (
        "encode.py", "    numbers = ", "    1 / 0\n    numbers = ", ["vectors", "regenerate", NAME],
        "Error: the format leb: goldenwire_leb/encode.py, line {line}, in encode: ZeroDivisionError: division by zero",
    ),
    "a decoder that raises": (
        "decode.py", "    reader = ", "    1 / 0\n    reader = ", ["explain", NAME, "bad"],
        "Error: the format leb: goldenwire_leb/decode.py, line {line}, in decode: ZeroDivisionError",
    ),
    "cases that raise": (
        "suite/cases.py", 'yield Feature("list"', '1 / 0\n    yield Feature("list"', ["vectors", "verify", NAME],
        "Error: the format leb: goldenwire_leb/suite/cases.py, line {line}, in cases: ZeroDivisionError",
    ),
    "a strategy that asks for too many choices": (
        "suite/strategies.py", "choose(8)", "choose(255)", ["check", NAME, "--no-vectors"],
        "Error: the format leb: goldenwire_leb/suite/strategies.py, line {line}, in _example: IndexError: choose(255)",
    ),
    "a strategy that raises in a soak": (
        "suite/strategies.py", "choose(8)", "choose(255)",
        ["soak", NAME, "--minutes", "0.001", "--state", "state", "--jobs", "1"],
        "the format leb: goldenwire_leb/suite/strategies.py, line {line}, in _example: IndexError: choose(255): there",
    ),
    "a resolution without its section": (
        "spec.md", "### D-03 Range", "### D-04 Range", ["vectors", "regenerate", NAME],
        "Error: goldenwire_leb/spec.md, line 21: LEB-INT-03 rests on D-03, but there is no section '### D-03 ...'",
    ),
    "a requirement without a case": (
        "spec.md", "- **LEB-INT-03**", "- **LEB-INT-04** (draft) An integer MUST be one.\n- **LEB-INT-03**",
        ["vectors", "regenerate", NAME], "Error: nothing was written: 1 claim is not so\nno case cites LEB-INT-04",
    ),
    "no vectors": (
        "vectors", "", "", ["check", NAME],
        "no vectors here (no manifest.yaml); `goldenwire vectors regenerate leb` makes",
    ),
}  # fmt: skip


@pytest.mark.fast("cases that raise", "a decoder", "an encoder", "no vectors", "a requirement", "a resolution")
@pytest.mark.parametrize(("file", "old", "new", "words", "says"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_of_its_author_is_told_with_file_and_line(  # noqa: PLR0917  # one for each column
    installed: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    file: str,
    old: str,
    new: str,
    words: list[str],
    says: str,
) -> None:
    copy = shutil.copytree(installed, tmp_path / "leb", ignore=shutil.ignore_patterns("__pycache__"))
    path, line = copy / "goldenwire_leb" / file, 0
    if path.is_dir():
        shutil.rmtree(path)
    else:
        before, found, after = path.read_text().partition(old)
        assert found
        path.write_text(before + new + after)
        line = before.count("\n") + 1
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad").write_bytes(b"\1\2")
    with path_with(copy):
        done = goldenwire(*words)
    assert done.exit_code == 2
    assert says.format(line=line) in done.output, done.output
    assert "internal error" not in done.output


@pytest.mark.slow
def test_vectors_can_be_made_where_there_are_none(installed: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(installed, tmp_path / "leb", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.rmtree(copy / "goldenwire_leb/vectors")
    with path_with(copy):
        assert goldenwire("vectors", "verify", NAME).exit_code == 1
        made = goldenwire("vectors", "regenerate", NAME)
        assert (made.exit_code, "18 added" in made.output) == (0, True), made.output
        assert goldenwire("vectors", "verify", NAME).exit_code == 0


# Defects of a package


FAULTS: dict[str, tuple[dict[str, str], str]] = {
    "two packages of one name": (
        {"goldenwire-leb": "leb = one:FORMAT", "other": "leb = two:FORMAT"},
        "the package goldenwire-leb and the package other both bring a format 'leb'; uninstall one of them",
    ),
    "a package that fails to import": (
        {"goldenwire-leb": "leb = broken:FORMAT"},
        "the format 'leb' of the package goldenwire-leb cannot be loaded: ZeroDivisionError: division by zero",
    ),
    "a package that is not there": (
        {"goldenwire-leb": "leb = nowhere:FORMAT"}, "cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"
    ),
    "something that is no Format": (
        {"goldenwire-leb": "leb = shapeless:FORMAT"}, "is no Format: shapeless:FORMAT is of type int"
    ),
    "the name of a built-in format": (
        {"goldenwire-leb": "daphne = one:FORMAT"},
        "the package goldenwire-leb brings a format 'daphne', which is a name of the kit's own formats",
    ),
    "a name that is none": (
        {"goldenwire-leb": "Leb-128 = one:FORMAT"},
        "calls a format 'Leb-128'; a name is of lower-case letters and digits",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("packages", "sentence"), FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("words", [["check", "leb"], ["vectors", "list", "leb"]], ids=["check", "vectors"])
def test_what_is_wrong_with_a_package_is_one_sentence(
    tmp_path: Path, packages: dict[str, str], sentence: str, words: list[str]
) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n")
    (tmp_path / "shapeless.py").write_text("FORMAT = 1\n")
    for package, entries in packages.items():
        install(tmp_path, entries, package)
    with path_with(tmp_path):
        done = goldenwire(*words)
    assert (done.exit_code, done.output.count("\n")) == (2, 1), done.output
    assert sentence in done.output


@pytest.mark.slow
def test_a_built_in_format_is_not_disturbed_by_a_broken_package(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n")
    install(tmp_path, "leb = broken:FORMAT", "goldenwire-leb")
    with path_with(tmp_path):
        done = goldenwire("check", "daphne", "--examples", "0", "--select", "daphne/header")
    assert done.exit_code == 0, done.output


NAMES = {
    "daphne": "there is a format daphne already",
    "Leb": "cannot be the name",
    "all": "cannot be the name",
    "if": "",
}


@pytest.mark.parametrize(("name", "sentence"), NAMES.items())
def test_a_name_that_no_format_can_have_is_refused(tmp_path: Path, name: str, sentence: str) -> None:
    done = goldenwire("new", "format", name, tmp_path / "new")
    assert (done.exit_code, done.output.count("\n")) == (2, 1)
    assert sentence in done.output
    assert not (tmp_path / "new").exists()


def test_a_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    done = goldenwire("new", "format", NAME, tmp_path)
    assert done.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
