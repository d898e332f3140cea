"""Every text on installing goldenwire matches `starters/source.py`; a workflow without an address says so."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from docs import hooks
from goldenwire.cli import cli
from goldenwire.starters import LANGUAGES, source
from harness.modules import tracked

ROOT = Path(__file__).parent.parent
ADDRESS = "git+https://forge.example/goldenwire"
COMMAND = source.INSTALL.partition("#")[0].rstrip()
FOLDERS = ("harness", "reference", "vectors", ".ci")  # with texts for people, beside those at the top of the checkout
TEXTS = ("*.md", "*.py", "*.yml", "*.yaml")
INSTALLS = re.compile(r"pip install (?!-e |\./leb)[^\n`]*goldenwire.*|additional_dependencies.*goldenwire.*")


def texts() -> list[Path]:
    """Return the texts for people: documents, recipes, starters, messages."""
    found = tracked(":(glob)*.md", *(f"{folder}/{pattern}" for folder in FOLDERS for pattern in TEXTS))
    return [path for path in found if "/vectors/" not in str(path)]


def workflow(name: str, folder: Path) -> tuple[str, list[str]]:
    """Return the address with which a workflow starts, and the commands that it runs."""
    if name == "gitlab":
        job: Any = yaml.safe_load((ROOT / "harness/ci/gitlab.yml").read_text())["conformance"]
        return job["variables"]["GOLDENWIRE"], [*job["before_script"], *job["script"]]
    path = ROOT / "harness/ci/github.yml"
    if name != "github":
        assert CliRunner().invoke(cli, ["new", name, str(folder / "new")]).exit_code == 0
        path = folder / "new/.github/workflows/conformance.yml"
    found: Any = yaml.safe_load(path.read_text())
    [job] = found["jobs"].values()
    return found["env"]["GOLDENWIRE"], [step["run"] for step in job["steps"] if "run" in step]


WORKFLOWS = ("github", "gitlab", *LANGUAGES)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_installs_what_is_filled_in(name: str, tmp_path: Path) -> None:
    address, (install, *_) = workflow(name, tmp_path)
    assert (address, install) == (source.SOURCE, source.STEP)


@pytest.mark.parametrize("shell", ["bash", "sh"])
@pytest.mark.parametrize(
    ("address", "code", "asked"), [("", False, ""), (ADDRESS, True, f"install {ADDRESS}\n")], ids=["empty", "filled in"]
)
def test_an_address_that_is_not_filled_in_ends_the_workflow_with_a_sentence(
    address: str, code: bool, asked: str, shell: str, tmp_path: Path
) -> None:
    log = tmp_path / "asked"
    log.touch()
    (tmp_path / "pip").write_text(f'#!/bin/sh\necho "$@" >>{log}\n')
    (tmp_path / "pip").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "GOLDENWIRE": address}
    words = [shell, "-e", "-c", source.STEP]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode == 0, log.read_text()) == (code, asked)
    says = "GOLDENWIRE: fill it in at the top of this file"
    assert (says in done.stderr) == (not address), done.stderr


def test_the_documents_install_it_in_the_same_way(tmp_path: Path) -> None:
    assert CliRunner().invoke(cli, ["new", "c", str(tmp_path / "new")]).exit_code == 0
    begin = hooks.on_page_markdown((ROOT / "harness/docs/pages/begin.md").read_text())
    for text in (begin, (tmp_path / "new/README.md").read_text()):
        assert source.INSTALL in text
    assert COMMAND in (ROOT / "README.md").read_text()


def test_no_text_asks_an_index_for_it() -> None:
    found = [
        (str(path.relative_to(ROOT)), match[0])
        for path in texts()
        for match in INSTALLS.finditer(path.read_text(encoding="utf-8"))
        if not match[0].startswith(COMMAND)
    ]
    assert found == []
    assert INSTALLS.search("    pip install goldenwire")
    assert not INSTALLS.search("pip install -e leb")
