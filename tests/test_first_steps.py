"""A newcomer's first hour: all commands of README.md and of the beginning of PROTOCOL.md, in order.

test_docs runs those of the other pages, and compares what they print.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs import hooks, transcripts
from goldenwire.starters import source
from harness.modules import tracked
from starters.drivers import need

ROOT = Path(__file__).parent.parent
# Commands that take minutes (`make test` is covered below), and stand-ins for an installation where pages are compared.
LEFT_OUT = re.compile(r"^make (test|docs)\b.*$|^python -m pip install .* --target .*$", re.MULTILINE)
PROTOCOL = "harness/goldenwire/protocol/PROTOCOL.md"
BEGINS = re.compile(r"^(?:\$ |    \$ )?goldenwire new .*", re.MULTILINE)


def steps(path: Path) -> str:
    """Return the commands of a page as one script; of PROTOCOL.md only those at its beginning."""
    text = path.read_text()
    if path.name == "PROTOCOL.md":
        return "".join(f"{line}\n" for line in re.findall(r"^    \$ (.*)$", text.partition("\n## ")[0], re.MULTILINE))
    return LEFT_OUT.sub("true", transcripts.script(hooks.on_page_markdown(text)))


def taken(script: str, folder: Path, clone: Path, *programs: Path) -> str:
    """Run the script outside this checkout and return its output; every command must succeed."""
    usual = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "GOLDENWIRE", "VIRTUAL"))}
    path = [place for place in os.environ["PATH"].split(os.pathsep) if place != str(Path(sys.executable).parent)]
    own = {"PATH": os.pathsep.join([*map(str, programs), *path]), "PYTHON": sys.executable, "KIT": str(clone)}
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=folder,
        env=usual | own | {"UV": ""},  # pip installs, which everybody has
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, f"{script}\nended with {done.returncode}:\n{done.stdout[-4000:]}"
    return done.stdout


def cloned(folder: Path) -> Path:
    """Return a fresh clone of this checkout, with its tracked files in their present state."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout of git")
    clone = folder / "goldenwire"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    changes = subprocess.run(["git", "diff", "HEAD", "--binary"], cwd=ROOT, capture_output=True, check=True).stdout
    if changes:
        subprocess.run(["git", "apply"], cwd=clone, input=changes, check=True)
    return clone


@pytest.mark.slow
def test_the_steps_of_the_documents_work_one_after_the_other_in_a_fresh_clone(tmp_path: Path) -> None:
    need("git", "make", "cc")
    clone = cloned(tmp_path)
    script = steps(clone / "README.md")
    assert script.startswith("make demo")
    told = taken(script, clone, clone)
    assert "python-daphne-dialect" in told
    assert told.rstrip().splitlines()[-1].startswith("It conforms at level strict in what it answers: ")

    script = steps(clone / PROTOCOL).replace(source.INSTALL.split()[2], "./goldenwire")
    folder = tmp_path / "protocol"
    folder.mkdir()
    (folder / "goldenwire").symlink_to(clone)
    taken(script, folder, clone, clone / ".venv/bin")


def test_every_document_that_begins_with_new_is_among_them() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path in tracked(":(glob)*.md", "harness/*.md")
        if BEGINS.search(path.read_text())
    ]
    played = {str(path.relative_to(ROOT)) for path in transcripts.pages()}
    assert set(found) - played == {PROTOCOL, "CONTRIBUTING.md"}


@pytest.mark.slow
@pytest.mark.parametrize(("uv", "create"), [("", r"-m venv .*\.venv"), ("uv", r"uv venv .*\.venv")], ids=["pip", "uv"])
def test_make_test_does_the_set_up_by_itself(uv: str, create: str, tmp_path: Path) -> None:
    clone = cloned(tmp_path)
    words = ["make", "-n", "test", f"UV={uv}"]
    said = subprocess.run(words, cwd=clone, capture_output=True, text=True, check=True).stdout
    expected = (create, r"pip install .*-e \.$", r"pip install .*-e '\.\[dev\]'", r"-m pytest ")
    places = [re.search(one, said, re.MULTILINE) for one in expected]
    assert all(places), said
    starts = [place.start() for place in places if place]
    assert starts == sorted(starts)
    assert not (clone / ".venv").exists()
