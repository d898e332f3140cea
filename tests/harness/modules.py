"""The files that belong to the checkout, for tests that read them all."""

import subprocess
from pathlib import Path

import goldenwire

ROOT = Path(__file__).parent.parent.parent
KIT = Path(goldenwire.__file__).parent


def modules() -> list[Path]:
    """Return the paths of the modules."""
    return sorted(KIT.rglob("*.py"))


def tracked(*patterns: str) -> list[Path]:
    """Return the files of the checkout that match a pattern of Git, without those that it ignores."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    names = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    return sorted(path for name in set(names) - {""} if (path := ROOT / name).is_file())
