"""Tiny codecs, most of them with one defect, each a program of its own."""

import sys
from pathlib import Path

from goldenwire.subject.sandbox import EMPTY

HERE = Path(__file__).parent


def command(name: str, *words: str) -> list[str]:
    """Return the command line of a miniature: `command("faulty", "hang")`."""
    return [sys.executable, str(HERE / f"{name}.py"), *words]


def daphne_with(name: str = "none") -> list[str]:
    """Return the command line of DAPHNE's reference with a fault, or with curated mutations (`NAME,NAME` or `none`)."""
    from miniatures.faulty import FAULTS

    return command("faulty", name) if name in FAULTS else command("mutated", "daphne", name)


def is_hidden(path: Path) -> bool:
    """Return whether a sandbox hides the path from a codec that is not started beside it."""
    return any(path.is_relative_to(folder) for folder in EMPTY)
