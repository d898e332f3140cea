"""`make bench`: run every benchmark; each line is a ratio to a baseline measured in the same run.

The lines of every round go to build/bench.json too, with their size, and `make bench-compare` compares later ones.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench_size import FULL, SIZES, VARIABLE

ROOT = Path(__file__).parents[1]
PARTS = {
    "harness": "harness.bench_harness",  # start, loading, judging
    "transport": "harness.subject.bench_subject",
    "properties": "harness.properties.bench_properties",
    "explore": "harness.explore.bench_explore",
    "reference": "kit.bench_reference",
}

Rounds = dict[str, list[list[str]]]  # by part, a list of lines for each round


def lines(part: str, tree: Path = ROOT, *, size: str = FULL) -> Iterator[str]:
    """Yield the lines of a part as they are printed, measured on the code of this tree. Raises CalledProcessError."""
    words = [sys.executable, "-m", PARTS[part]]
    path = os.pathsep.join(str(tree / one) for one in ("harness", "reference"))
    environment = os.environ | {"PYTHONPATH": path, VARIABLE: size}
    with subprocess.Popen(words, cwd=tree / "tests", env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield from (line.rstrip("\n") for line in process.stdout)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, words)


def machine() -> dict[str, Any]:
    """Return the system, the number of cores and the Python version of this machine."""
    system = f"{platform.system()} {platform.machine()}"
    return {"system": system, "cores": os.cpu_count() or 1, "python": platform.python_version()}


def options(about: str, rounds: int) -> argparse.ArgumentParser:
    """Return an argument parser with the options that all benchmarks share."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=[])
    parser.add_argument("--size", choices=SIZES)
    return parser


def main() -> None:
    given = options("Measure speed.", 1).parse_args()
    size = given.size or FULL
    found: Rounds = {part: [] for part in given.parts or PARTS}
    for _ in range(given.rounds):
        for part, rounds in found.items():
            sys.stdout.write(f"\n== {part}\n")
            rounds.append([])
            for line in lines(part, size=size):
                rounds[-1].append(line)
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()
    path = ROOT / "build" / "bench.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"machine": machine(), "size": size, "lines": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
