"""Each command of the documentation runs by itself, and the README's figures are those of the vectors.

test_docs compares what commands print; test_first_steps runs those of the README one after the other.
"""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from goldenwire.corpus.vector import VERDICTS
from goldenwire_reference.formats import FORMATS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
OTHERS = [path.read_text() for path in sorted((ROOT / "harness/docs/pages").rglob("*.md"))]
PAGES = [README, *OTHERS]
# Commands that test_first_steps runs one after the other are not run here.
SHELL = "\n".join(re.findall(r"^```sh\n(.*?)^```$", "\n".join(OTHERS), re.MULTILINE | re.DOTALL))
GOLDENWIRE = [sys.executable, "-m", "goldenwire"]

# Replacements for the README's placeholders.
STANDINS = {
    "./my-codec --its-options": f"{sys.executable} -m goldenwire.protocol.serve",
    "./my-codec": f"{sys.executable} -m goldenwire.protocol.serve",
    "python:my_package:codec": "python:goldenwire.protocol.serve:Reference",
    "FILE": str(ROOT / "vectors/daphne/csr/int8.bin"),
    "OLD NEW": f"{ROOT / 'vectors'} {ROOT / 'vectors'}",
    "known-failures.yaml": "known.yaml",
    "--vectors found": f"--vectors {ROOT / 'vectors'}",
    "--minutes 60": "--minutes 0.02",
    "--examples 1000": "--examples 2",
    "--draws 1000": "--draws 20",
    "LANGUAGE FOLDER": "python started",
}

# In a sentence these name a command; by themselves they lack an argument.
ONLY_NAMED = {f"goldenwire {name}" for name in ("ask", "debug", "scale", "new", "new format", "new python")}

# Ask few questions, so that a command starts quickly.
FEW = ["--examples", "2", "--select", "daphne/dense", "--select", "property/daphne"]


def commands() -> list[str]:
    """Return every goldenwire command in a block or in quotes that can run alone.

    It ends by itself, writes nothing into the checkout, needs no cluster and is no gate of its own (`make verify`).
    Commands that show an output are in blocks of another kind.
    """
    shown = re.findall(r"^(goldenwire .*?)(?:  +#.*)?$", SHELL, re.MULTILINE)
    quoted = re.findall(
        r"`(goldenwire [^`\n]*)`", re.sub(r"^```.*?^```$", "", "\n".join(PAGES), flags=re.MULTILINE | re.DOTALL)
    )
    found = [
        command
        for command in dict.fromkeys([*shown, *quoted])
        if not re.search("regenerate|verify|--scheduler|explore", command)
    ]
    assert len(found) > 20
    return found


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the stored results of a run, as a reader would have them."""
    path = tmp_path_factory.mktemp("stored") / "run.jsonl"
    words = ["check", "daphne", "--select", "daphne/dense", "--examples", "0", "--results", str(path)]
    subprocess.run([*GOLDENWIRE, *words], capture_output=True, timeout=120, check=True)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_readme_runs(command: str, tmp_path: Path, stored: Path) -> None:
    (tmp_path / "known.yaml").write_text("format: daphne\nentries: []\n")
    for name in ("old.jsonl", "new.jsonl"):
        shutil.copy(stored, tmp_path / name)
    for name, standin in STANDINS.items():
        command = command.replace(name, standin)
    words = shlex.split(command.partition(" | ")[0])[1:]
    if command in ONLY_NAMED:
        words.append("--help")
    if words[0] == "interop":
        words[2:2] = ["--examples", "0", "--search", "0", "--select", "daphne/dense"]
    if words[0] == "check":
        few = FEW[:2] if words[1] in set(FORMATS) - {"daphne"} else FEW
        words[2:2] = few[:2] + few[4:] if "--no-vectors" in words else few
    done = subprocess.run([*GOLDENWIRE, *words], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", re.findall(r"^(pytest .*)$", SHELL, re.MULTILINE))
def test_a_pytest_command_of_the_readme_runs(command: str, tmp_path: Path) -> None:
    codec = f"--goldenwire-codec='{STANDINS['./my-codec']}'"
    command = re.sub(r"--goldenwire-codec=(\"[^\"]+\"|\S+)", codec.replace("\\", r"\\"), command)
    for name, standin in STANDINS.items():
        command = command.replace(name, standin)
    some = [] if "::" in command else ["-k", "csr"]
    words = [*shlex.split(command)[1:], "--goldenwire-examples=2", *some, "-q"]
    command_line = [sys.executable, "-m", "pytest", *words]
    done = subprocess.run(command_line, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^[1-9][0-9]* passed", done.stdout.splitlines()[-1])


@pytest.mark.slow
def test_the_tests_of_the_readme_run(tmp_path: Path) -> None:
    page = (ROOT / "harness/docs/pages/pytest.md").read_text()
    [block] = re.findall(r"^```python\n(from goldenwire.testing .*?)^```$", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "test_mine.py").write_text("import pytest\n" + block)
    command_line = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--goldenwire-codec=reference"]
    done = subprocess.run(command_line, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^[1-9][0-9]* passed", done.stdout.splitlines()[-1])


def test_the_readme_begins_with_two_commands_and_the_python_they_need() -> None:
    least = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"].removeprefix(">=")
    [_, section] = README.split("\n## Two commands\n")
    assert section.strip().startswith(f"You need Python {least} or newer, git and make.")
    block = re.findall(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)[0]
    assert [line.partition("  ")[0] for line in block.splitlines()] == ["make demo", "make test"]


def manifest_rows() -> list[tuple[str, str]]:
    formats = yaml.safe_load((ROOT / "vectors/manifest.yaml").read_text())["formats"]
    return [
        (name, " / ".join(str(facts["vectors"].get(verdict, 0)) for verdict in VERDICTS))
        for name, facts in formats.items()
    ]


@pytest.mark.parametrize(("name", "counts"), manifest_rows(), ids=lambda value: value)
def test_the_table_of_formats_has_the_counts_of_the_manifest(name: str, counts: str) -> None:
    from goldenwire_reference import requirements

    row = next(line for line in README.splitlines() if line.startswith(f"| `{name}` |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[2:] == [str(len(requirements.load(name))), counts]
