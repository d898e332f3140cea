"""Tiny codecs, most of them bad in one way, each a program of its own."""

import sys
from pathlib import Path

HERE = Path(__file__).parent


def command(name: str, *words: str) -> list[str]:
    """The command line of a miniature: `command("mistaken", "hang")`."""
    return [sys.executable, str(HERE / f"{name}.py"), *words]
