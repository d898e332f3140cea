"""A format is its folders and one line: without these the rest of the kit imports, and its commands work."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from goldenwire_reference.formats import FORMATS

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns("adapters", "__pycache__", "node_modules", "build")

PROGRAM = """
import pkgutil, re, sys
from importlib import import_module
from pathlib import Path
from click.testing import CliRunner
import goldenwire, goldenwire_reference, goldenwire_suite
from goldenwire.cli import cli
from goldenwire_reference.formats import FORMATS
from goldenwire_suite import generation

gone, generated = sys.argv[1:]
for package in (goldenwire, goldenwire_reference, goldenwire_suite):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if "starters.format" not in module.name and module.name != "goldenwire.soak.cluster":
            import_module(module.name)
assert gone not in FORMATS


def run(*words, code=0):
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == code, (words, done.output, done.exception)
    return done.output


if generated:  # its vectors stay as they are, but the manifest still speaks of the other format
    files = {path.relative_to("vectors").as_posix(): path for path in Path("vectors").rglob("*") if path.is_file()}
    made = {name: path.read_bytes() for name, path in files.items() if name.startswith(generated)}
    generation.generate = lambda names, cache: made
    run("vectors", "regenerate", generated)
    assert not re.search(rf"^  {gone}:", open("vectors/manifest.yaml").read(), re.MULTILINE)
for listed in (run("vectors", "list"), run("spec")):
    assert not re.search(rf"^\\s*{gone}\\b", listed, re.MULTILINE)  # features of others may have its name
assert all(run("spec", name, "--requirements") for name in FORMATS)
some = ("--select", "*/*/a*", "--select", "property/*", "--examples", "1")
assert "conforms" in run("check", "all", *some, "--jobs", "1", "--quiet")
assert "The adapter is sound." in run("smoke", "--", sys.executable, "-m", "goldenwire", "serve")
assert "there is no format " in run("check", gone, code=2)
"""


# Without one format the manifest is written anew, as generating another does; it is the same for any pair.
GENERATED, GENERATED_WITHOUT = "msgpack", "daphne"


@pytest.mark.slow
@pytest.mark.parametrize("gone", FORMATS)
def test_the_kit_works_without_a_format(tmp_path: Path, gone: str) -> None:
    for source in ("reference/goldenwire_reference", "reference/goldenwire_suite", "harness/goldenwire", "vectors"):
        shutil.copytree(ROOT / source, tmp_path / source, ignore=LEFT_OUT, copy_function=os.link)
    for home in ("reference/goldenwire_reference", "reference/goldenwire_suite", "vectors"):
        shutil.rmtree(tmp_path / home / gone)
    registry = tmp_path / "reference/goldenwire_reference/formats.py"
    rewrite(registry, rf'(FORMATS = .*?)"{gone}"(?:, )?', r"\1")
    if gone != GENERATED_WITHOUT:
        rewrite(tmp_path / "vectors/manifest.yaml", rf"(?m)^  {gone}:\n(?:    .*\n)+", "")
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path / 'reference'}:{tmp_path / 'harness'}"}
    environment.pop("GOLDENWIRE_VECTORS", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, gone, GENERATED if gone == GENERATED_WITHOUT else ""],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def rewrite(path: Path, pattern: str, by: str) -> None:
    """Replace all matches of a pattern in a file; a file that is a link is copied first."""
    text = path.read_text()
    found, times = re.subn(pattern, by, text, count=1)
    assert times == 1, path
    path.unlink()
    path.write_text(found)
