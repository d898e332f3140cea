"""Tiny codecs, most of them with one defect, each a program of its own."""

import sys
from pathlib import Path

HERE = Path(__file__).parent


def command(name: str, *words: str) -> list[str]:
    """Return the command line of a miniature: `command("mistaken", "hang")`."""
    return [sys.executable, str(HERE / f"{name}.py"), *words]
