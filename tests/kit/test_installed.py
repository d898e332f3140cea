"""The kit as people install it: the contents of wheel and sdist, and a complete format from outside.

All tests use an environment of their own, outside the checkout.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kit.each import each
from kit.outside import TRACK

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
UV = os.environ.get("UV") or shutil.which("uv") or ""
ADAPTERS = {path.name for path in (ROOT / "harness/adapters").iterdir() if path.is_dir()}


def done(*words: object, cwd: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a command outside the checkout and return its result."""
    usual = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "GOLDENWIRE"))}
    return subprocess.run(
        list(map(str, words)),
        cwd=cwd,
        env=usual | environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def built(source: Path, out: Path, *kinds: str) -> list[Path]:
    """Return the archives built from a source tree."""
    told = done(sys.executable, "-m", "build", "--no-isolation", *kinds, "--outdir", out, source, cwd=out)
    assert told.returncode == 0, told.stdout + told.stderr
    return sorted(out.iterdir())


def environment_of(python: str, folder: Path, *packages: Path | str, uv: str = "") -> Path:
    """Return the programs of a fresh environment with these packages: by pip, or in a quarter of the time by uv.

    No module is compiled: that is done when it is first imported, for most never.
    """
    programs = folder / "venv/bin"
    create: list[object] = [python, "-m", "venv"]
    install: list[object] = [programs / "python", "-m", "pip", "install", "--quiet", "--no-compile"]
    if uv:
        create = [uv, "venv", "--quiet", "--python", python]
        install = [uv, "pip", "install", "--quiet", "--python", programs / "python"]
    for words in ([*create, folder / "venv"], [*install, *packages]):
        told = done(*words, cwd=folder)
        assert told.returncode == 0, told.stderr
    return programs


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the sdist of the checkout, and the wheel built from it."""
    wheel, sdist = built(ROOT, tmp_path_factory.mktemp("dist"))
    return wheel, sdist


@pytest.fixture(scope="module")
def environment(archives: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of a fresh environment with the kit and the format `track`."""
    folder, source = tmp_path_factory.mktemp("fresh"), tmp_path_factory.mktemp("source") / "track"
    shutil.copytree(TRACK, source, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "wheels").mkdir()
    [track] = built(source, folder / "wheels", "--wheel")
    return environment_of(sys.executable, folder, archives[0], track, "pytest-xdist")


# Archives


def test_the_wheel_has_what_runs_and_no_sources_of_adapters(archives: tuple[Path, Path]) -> None:
    names = set(zipfile.ZipFile(archives[0]).namelist())
    rooms = {name.split("/")[0] for name in names}
    assert rooms == {"goldenwire", "goldenwire_reference", "goldenwire_suite", "goldenwire-0.1.0.dist-info"}
    assert [name for name in names if "adapters" in name or "test" in Path(name).parts[:2]] == []
    needed = {"protocol/PROTOCOL.md", "py.typed", "starters/format/gitignore", "_vectors/manifest.yaml"}
    needed |= {f"report/html/templates/{name}" for name in ("report.html", "octets.html", "page.css", "ruler.js")}
    assert {f"goldenwire/{name}" for name in needed} <= names
    vectors = {path.relative_to(ROOT / "vectors").as_posix() for path in files(ROOT / "vectors")}
    assert {name.removeprefix("goldenwire/_vectors/") for name in names if "_vectors/" in name} == vectors


def test_the_sdist_has_all_that_a_contributor_needs(archives: tuple[Path, Path]) -> None:
    with tarfile.open(archives[1]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    known = done("git", "ls-files", "-z", cwd=ROOT)
    if known.returncode == 0:
        assert set(known.stdout.split("\0")) - names == {""}
    assert {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile", ".ci/run"} <= names
    assert {name.split("/")[2] for name in names if name.startswith("harness/adapters/")} >= ADAPTERS


def test_the_wheel_has_every_file_of_the_starters(archives: tuple[Path, Path]) -> None:
    starters = ROOT / "harness/goldenwire/starters"
    here = {path.relative_to(starters.parent).as_posix() for path in files(starters) if path.suffix != ".pyc"}
    assert here == {
        name.removeprefix("goldenwire/")
        for name in zipfile.ZipFile(archives[0]).namelist()
        if name.startswith("goldenwire/starters/")
    }


def test_a_wheel_is_the_same_to_the_byte_wherever_and_whenever_it_is_built(
    archives: tuple[Path, Path], tmp_path: Path
) -> None:
    with tarfile.open(archives[1]) as archive:
        archive.extractall(tmp_path, filter="data")  # with other times, and in another place
    [source] = tmp_path.iterdir()
    for path in files(source):
        os.utime(path, (1, 1))
    (tmp_path / "dist").mkdir()
    [again] = built(source, tmp_path / "dist", "--wheel")
    assert (again.name, again.read_bytes()) == (archives[0].name, archives[0].read_bytes())


SOME_TESTS = (
    "tests/kit/test_requirements.py",
    "tests/kit/test_worked_examples.py",
    "tests/harness/cli/test_examples.py",
)


def test_the_sdist_passes_tests_of_its_own(archives: tuple[Path, Path], tmp_path: Path) -> None:
    with tarfile.open(archives[1]) as archive:
        archive.extractall(tmp_path, filter="data")
    [source] = tmp_path.iterdir()
    places = {"PYTHONPATH": f"{source / 'reference'}:{source / 'harness'}"}
    told = done(sys.executable, "-m", "pytest", "-q", "-m", "not slow", *SOME_TESTS, cwd=source, **places)
    assert (told.returncode, "." * 50 in told.stdout) == (0, True), told.stdout + told.stderr
    where = done(sys.executable, "-c", "import goldenwire; print(goldenwire.__file__)", cwd=source, **places).stdout
    assert Path(where.strip()).is_relative_to(source)


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


# Whoever installs it


PYTHONS = [version for version in ("3.11", "3.12", "3.13", "3.14") if not sys.version.startswith(f"{version}.")]
FIRST_STEPS = """
set -e
"$1/goldenwire" --version
"$1/python" -m goldenwire --help > help.txt
"$1/goldenwire" new python my-codec --format dynd
cd my-codec
"$1/python" -m unittest
"$1/goldenwire" smoke -- "$1/python" codec.py
"$1/goldenwire" check dynd --examples 0 -- "$1/python" codec.py
"""


def first_steps(programs: Path, folder: Path) -> None:
    told = done("sh", "-c", FIRST_STEPS, "sh", programs, cwd=folder)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "It conforms at level strict in what it answers" in told.stdout


def test_the_first_steps_are_taken_outside_the_checkout(environment: Path, tmp_path: Path) -> None:
    first_steps(environment, tmp_path)


@pytest.mark.parametrize("version", PYTHONS)
def test_another_python_runs_it(version: str, archives: tuple[Path, Path], tmp_path: Path) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} on this machine")
    first_steps(environment_of(python, tmp_path, archives[0], uv=UV), tmp_path)


def interpreter(version: str) -> str | None:
    """Return a Python of that version: on the path, or pyenv's."""
    places = [f"python{version}", *map(str, sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python")))]
    for place in filter(None, map(shutil.which, places)):
        if done(place, "-c", "import sys; print('%d.%d' % sys.version_info[:2])", cwd=ROOT).stdout == f"{version}\n":
            return place
    return None


# A complete format from outside


def row(*words: str, says: str, code: int = 0) -> Any:
    return pytest.param(words, code, says, id=" ".join(words))


CODEC = ("--", "{bin}/goldenwire", "serve", "--format", "track")
WRONG = ("--", "{bin}/python", "wrong.py")
ENDS = "property/track/decode-the-ends"
COMMANDS = [
    row(
        "check",
        "track",
        "--examples",
        "20",
        "--html",
        "a.html",
        says=r"64 of 64 .* 11 of 11 hold; decides the exit code\nIt conforms at level strict.",
    ),
    row("check", "track", "--examples", "20", *CODEC, says="It conforms at level strict."),
    row("check", "track", *WRONG, code=1, says=r"FAIL track/point/repeated decode(.|\n)*TRACK-POINT-06: "),
    row("check", "track", "--no-vectors", *WRONG, code=1, says="FAIL property/track/decode-reference-encoding"),
    row("check", "track", "--no-vectors", "--select", ENDS, *WRONG, code=1, says=f"FAIL {ENDS} decode(.|\n)*POINT-05"),
    row("check", "all", "--select", "*/end/*", "--examples", "0", says="track/end"),
    row("check", "all", "--select", "property/track", "--no-vectors", says="property/track"),
    row("smoke", *CODEC, says="track: decode, encode, transcode(.|\n)*The adapter is sound."),
    row("vectors", "list", "track", says=r"29 vectors: 12 accept, 2 either"),
    row("vectors", "show", "track/track/steps", says=r" 9 +1 +point\[2\] +80 +-125"),
    row("vectors", "verify", "track", says="every file is as generated"),
    row("vectors", "regenerate", "track", "--out", "again", says="the cases are the same"),
    row("vectors", "compare", "{vectors}", "changed", code=1, says="changed track/track/steps"),
    row("explain", "track", "{vectors}/track/track/steps.bin", says=r" 6 +2 +point\[0\]"),
    row("explain", "track", "{vectors}/track/end/sum.bin", code=1, says="TRACK-SUM-01: The last byte is the sum of"),
    row("spec", "track", says="^# Track\n"),
    row("spec", "track", "--coverage", says="15 of 15 requirements have a vector"),
    row("spec", "track", "--draws", "100", says="0 of these are exercised by no valid draw"),
    row("spec", "TRACK-POINT-06", says="either  track/point/repeated  a step of 0"),
    row("soak", "track", "--minutes", "0.02", "--jobs", "2", *CODEC, says="level strict"),
]

# A codec that accepts equal neighbours, whatever it declares, and reads the greatest point as the one before it.
WRONG_CODEC = """
import sys
from goldenwire.protocol import Rejected
from goldenwire.protocol.serve import Reference, serve
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.formats import load

class Wrong(Reference):
    def decode(self, format, data, context):
        try:
            value = load(format).decode(data, context, policies={"track.repeat": "keep"})
        except DecodeError as error:
            raise Rejected(error.code, error.offset, error.message)
        return {**value, "points": [point.replace("32767", "32766") for point in value["points"]]}

sys.exit(serve(Wrong, sys.argv[1:]))
"""


@each(("words", "code", "says"), COMMANDS)
def test_every_command_knows_a_complete_format(
    words: Sequence[str], code: int, says: str, environment: Path, tmp_path: Path
) -> None:
    [vectors] = environment.parent.glob("lib/python*/site-packages/goldenwire_track/vectors")
    places = {"{bin}": str(environment), "{vectors}": str(vectors)}
    (tmp_path / "wrong.py").write_text(WRONG_CODEC)
    if "changed" in words:
        shutil.copytree(vectors, tmp_path / "changed")
        file = tmp_path / "changed/track/track.yaml"
        file.write_text(file.read_text().replace("three points", "some points"))
    told = done(environment / "goldenwire", *(replaced(word, places) for word in words), cwd=tmp_path)
    shutil.rmtree(tmp_path / "changed", ignore_errors=True)
    assert re.search(says, told.stdout), told.stdout + told.stderr
    assert (told.returncode, "Traceback" in told.stderr) == (code, False), told.stdout + told.stderr


def replaced(word: str, places: dict[str, str]) -> str:
    for name, place in places.items():
        word = word.replace(name, place)
    return word


def test_pytest_asks_it(environment: Path, tmp_path: Path) -> None:
    told = done(
        environment / "pytest",
        "-q",
        "-n2",
        "--goldenwire-format=track",
        "--goldenwire-codec=reference",
        "--goldenwire-examples=5",
        cwd=tmp_path,
    )
    assert re.search(r"^94 passed", told.stdout, re.MULTILINE), told.stdout


def test_its_own_tests_pass(environment: Path, tmp_path: Path) -> None:
    shutil.copytree(TRACK / "tests", tmp_path / "tests")
    told = done(environment / "pytest", "-q", "--goldenwire-codec=reference", "tests", cwd=tmp_path)
    assert re.search(r"^6 passed", told.stdout, re.MULTILINE), told.stdout


def test_a_format_that_is_made_anew_works_beside_it(environment: Path, tmp_path: Path) -> None:
    made = done(environment / "goldenwire", "new", "format", "leb", "leb", cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    (tmp_path / "dist").mkdir()
    [wheel] = built(tmp_path / "leb", tmp_path / "dist", "--wheel")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")  # all that installing a wheel means to Python
    known = {"PYTHONPATH": str(tmp_path / "site")}
    for format in ("leb", "track"):
        told = done(environment / "goldenwire", "check", format, "--examples", "5", cwd=tmp_path, **known)
        assert told.stdout.endswith("It conforms at level strict.\n"), told.stdout + told.stderr
