"""Fixtures of the harness's tests: tiny codecs, and a check that no process is left running."""

import os
import pkgutil
import shutil
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import goldenwire_reference
import goldenwire_suite
from harness import trees
from miniatures import HERE

AXE = Path(__file__).parent / "report" / "browser" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture
def miniature() -> Callable[..., list[str]]:
    """Return the command of a tiny Python program: `miniature("codec", "hang")`. It starts in 10 ms."""
    return lambda name, *words: [sys.executable, "-I", "-S", str(HERE / f"{name}.py"), *words]


@pytest.fixture
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail the test if a process that it started, directly or not, is still running."""
    mark = f"GOLDENWIRE_TEST={uuid.uuid4()}"
    monkeypatch.setenv(*mark.split("="))
    yield
    until = time.monotonic() + 30  # enough for a busy machine to end them
    while (left := _marked(mark)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not left, "still running: " + ", ".join(left)


def _marked(mark: str) -> list[str]:
    """Return the command lines of the processes with the mark in their environment; zombies have none."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (process / "environ").read_bytes() and process.name != str(os.getpid()):
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return found


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a tree with features of the kit's own DAPHNE vectors and its canaries: a fiftieth of them all."""
    return trees.part_of_the_kits(tmp_path_factory.mktemp("tree"), "daphne", "dense", "header", "truncation")


@pytest.fixture
def few_vectors(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make commands use the vectors in `tree` by default."""
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(tree))


@pytest.fixture(scope="session")
def loaded() -> None:
    """Import all of the reference: pytester forgets modules first imported under it, which would then exist twice."""
    for package in (goldenwire_reference, goldenwire_suite):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


def _missing(what: str) -> None:
    """Skip with a reason; in CI, fail."""
    (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(what)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start Chromium."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        _missing("no Chromium is installed (on Debian: apt-get install chromium)")
    with sync_api.sync_playwright() as playwright:
        unboxed = ["--no-sandbox"] if os.getuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=path, args=unboxed)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the script with the rules of accessibility."""
    if not AXE.is_file():
        _missing(f"axe-core is not installed: npm ci --prefix {AXE.parents[2]}")
    return AXE.read_text()
