"""Tools for the tests of soaks: a small tree of vectors, codecs, and reading a soak's journal."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from goldenwire.cli import cli
from goldenwire.judge import Terms
from goldenwire.judge.reasons import Reason, ValueDiffers
from goldenwire.protocol.serve import Reference
from goldenwire.results import Finding
from goldenwire.soak.journal import Journal
from goldenwire.soak.rounds import RoundOutcome, Settings, packages
from harness import trees
from harness.outcomes import key
from miniatures import command, daphne_with

HERE = Path(__file__).parent
DECODE, ENCODE = "property/daphne/decode-reference-encoding", "property/daphne/reference-decodes-encoding"
LONGEST = 60.0  # seconds that a test waits for something before it fails


def held(folder: Path) -> list[str]:
    """Return the command of a codec that loses cells, and waits while the folder has a file `hold`."""
    return command("held", str(folder))


def asked(folder: Path) -> int:
    """Count the held codecs that have been asked something."""
    return len(list(folder.glob("asked-*")))


def write_tree(root: Path) -> Path:
    """Write the features of the kit's own vectors that include the canaries."""
    return trees.part_of_the_kits(root, "daphne", "dense", "header")


def soak(*words: str | Path, command: list[str], format: str = "daphne") -> Result:
    """Run a soak from the command line and return the result."""
    return CliRunner().invoke(cli, ["soak", format, *map(str, words), "--", *command])


def settings(command: list[str] | None = None, **changes: Any) -> Settings:
    """Return the settings of soaks of the two properties that need no plans."""
    operations, features = ("decode", "encode"), ("plans", "canonical")
    given: dict[str, Any] = {
        "packages": packages(),
        "vectors": "c0ffee",
        "codec": Reference().hello()["codec"],
        "command": tuple(command or daphne_with()),
        "declared": {"daphne": Terms(operations, features, {}, {})},
        "cases": (DECODE, ENCODE),
        "examples": 20,
        "seed": 1,
        "timeout": 5.0,
        "memory": 1024,
        "one_shot": False,
    }
    return Settings(**{**given, **changes})


def failed(*reasons: Reason, seen: str = "value 25fc3dc7bccc", **members: Any) -> Finding:
    """Return a failure of a property."""
    found = Finding(DECODE, "decode", "fail", "strict", ("DAPHNE-DEC-01",), observation=key(seen), **members)
    return found.because(*(reasons or (ValueDiffers(),)))


def journal(folder: Path) -> list[RoundOutcome]:
    """Return the rounds in a journal."""
    with Journal(folder) as opened:
        return list(opened.outcomes())


def numbers(folder: Path) -> list[int]:
    """Return the numbers of the rounds in a journal, without those that were retried."""
    return sorted(outcome.number for outcome in journal(folder) if not outcome.again)


def wait(until: Callable[[], object], what: str) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + LONGEST
    while not until():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)
