"""Tiny codecs, most of them with one defect, each a program of its own."""

import sys
from pathlib import Path

from goldenwire.subject.sandbox import EMPTY

HERE = Path(__file__).parent


def command(name: str, *words: str) -> list[str]:
    """Return the command line of a miniature: `command("mistaken", "hang")`."""
    return [sys.executable, str(HERE / f"{name}.py"), *words]


def is_hidden(path: Path) -> bool:
    """Return whether a sandbox hides the path from a codec that is not started beside it."""
    return any(path.is_relative_to(folder) for folder in EMPTY)
