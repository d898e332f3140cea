"""No Python process of the kit imports a module from the current folder, which may be an untrusted tree of vectors."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from goldenwire.subject import no_sandbox
from harness.modules import KIT, modules
from miniatures import is_hidden

# Like the command `goldenwire`: a program in a folder of its own, which is first on the path.
GOLDENWIRE = [sys.executable, "../run.py"]
RUN = """
import sys
if __name__ == "__main__":
    from goldenwire.__main__ import main
    main()
"""
# The same without forking, as on macOS.
SPAWNED = RUN.replace(
    "    main()", "    import multiprocessing\n    multiprocessing.set_start_method('spawn')\n    main()"
)
GENERATING = """
import multiprocessing
from goldenwire_suite.generation import generate
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    try:
        generate(["one", "other"])
    except ValueError as error:  # there are no such formats, as each process tells
        print(error)
"""

# Imports outside the standard library, and modules that Python looks for at its start.
NAMES = (
    "msgspec", "yaml", "click", "rich", "numpy", "lark", "hypothesis", "sortedcontainers", "pytest", "goldenwire",
    "goldenwire_reference", "goldenwire_suite", "sitecustomize", "usercustomize", "distributed", "dask", "tornado",
)  # fmt: skip
POISON = """
import posix
file = posix.open({marks!r}, posix.O_WRONLY | posix.O_APPEND | posix.O_CREAT, 0o600)
posix.write(file, (__name__ + "\\n").encode())
posix.close(file)
raise ImportError("poison")
"""
CODEC = """
from goldenwire.protocol import Rejected

class Codec:
    def hello(self):
        return {"codec": {"name": "mine", "version": "1", "language": "Python"},
                "formats": {"daphne": {"operations": ["decode"]}}}
    def decode(self, format, data, context):
        raise Rejected("TRUNCATED", 0)
"""

DENSE = ["daphne", "--select", "daphne/dense/one-row"]
FEW = [*DENSE, "--examples", "0", "--quiet"]
SOAK = ["soak", "daphne", "--minutes", "0.001", "--examples", "1", "--jobs", "1", "--quiet", "--state", "../state"]
STRENGTH = [*GOLDENWIRE, "strength", "daphne", "--sample", "2", "--jobs", "2"]
TESTING = "from goldenwire.testing import running\nwith running() as codec: print(codec.hello.codec.name)"
PYTEST = ["-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "--goldenwire-format=daphne"]
PYTHON_CODEC = ["--", "python:mine:Codec"]
STARTS = {
    "check": [*GOLDENWIRE, "check", *FEW],
    "check with properties": [*GOLDENWIRE, "check", *DENSE, "--examples", "1"],
    "check --one-shot": [*GOLDENWIRE, "check", *FEW, "--one-shot"],
    "check --sandbox": [*GOLDENWIRE, "check", *FEW, "--sandbox"],
    "smoke": [*GOLDENWIRE, "smoke"],
    "interop": [*GOLDENWIRE, "interop", *DENSE, "--codec", "reference", "--examples", "0", "--search", "0"],
    "strength": STRENGTH,
    "strength, spawned": [STRENGTH[0], "../spawned.py", *STRENGTH[2:]],
    "soak": [*GOLDENWIRE, *SOAK],
    "generating, spawned": [sys.executable, "../generating.py"],
    "a Python codec": [*GOLDENWIRE, "smoke", *PYTHON_CODEC],
    "a Python codec of one case": [*GOLDENWIRE, "smoke", "--one-shot", *PYTHON_CODEC],
    "goldenwire.testing": [sys.executable, "-P", "-c", TESTING],
    "pytest": [sys.executable, "-P", *PYTEST, "--goldenwire-codec=reference", "--goldenwire-examples=0"],
}  # fmt: skip


@pytest.fixture
def poisoned(tmp_path: Path) -> Path:
    """Return a folder in which every module that may be imported records its name and fails."""
    folder = tmp_path / "tree"
    folder.mkdir()
    for name in {*sys.stdlib_module_names, *NAMES} - set(sys.builtin_module_names):
        (folder / f"{name}.py").write_text(POISON.format(marks=str(tmp_path / "marks")))
    (folder / "mine.py").write_text(CODEC)
    (tmp_path / "run.py").write_text(RUN)
    (tmp_path / "spawned.py").write_text(SPAWNED)
    (tmp_path / "generating.py").write_text(GENERATING)
    return folder


@pytest.mark.fast("smoke", "a Python codec of one case")
@pytest.mark.parametrize("words", STARTS.values(), ids=STARTS)
def test_no_module_of_the_current_folder_is_run(
    words: list[str], poisoned: Path, few_vectors: None, nothing_left: None
) -> None:
    if "--sandbox" in words and (lacking := no_sandbox()):
        pytest.skip(f"no sandbox: {lacking}")
    if "--sandbox" in words and is_hidden(Path(sys.executable)):
        pytest.skip(f"a sandbox hides {sys.executable}")
    done = subprocess.run(words, cwd=poisoned, capture_output=True, text=True, check=False)
    marks = poisoned.parent / "marks"
    assert not marks.exists(), marks.read_text()
    assert done.returncode in (0, 1), done.stderr


def test_every_start_of_python_is_one_that_takes_nothing_from_the_current_folder() -> None:
    """`-P` is set in one place for all of them; the others run isolated (`-I`)."""
    places = {
        f"{path.relative_to(KIT)}: {line.strip()}"
        for path in modules()
        for line in path.read_text().splitlines()
        if "sys.executable" in line
    }
    assert {place for place in places if '"-I", "-S"' not in place} == {
        'system.py: return [sys.executable, "-P", "-m", module, *words]',
    }


def test_a_python_codec_is_found_in_the_current_folder_before_the_path(tmp_path: Path) -> None:
    for folder, name in ((tmp_path, "here"), (tmp_path / "elsewhere", "elsewhere")):
        folder.mkdir(exist_ok=True)
        (folder / "mine.py").write_text(CODEC.replace("mine", name))
    words = [sys.executable, "-P", "-m", "goldenwire", "smoke", *PYTHON_CODEC]
    elsewhere = {**os.environ, "PYTHONPATH": str(tmp_path / "elsewhere")}
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, env=elsewhere)
    assert "here 1" in done.stdout
    (tmp_path / "mine.py").unlink()
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, env=elsewhere)
    assert "elsewhere 1" in done.stdout
