"""`make bench-peers`: send the same small cases through goldenwire, through Bowtie and to a process for each case.

Every figure is the cost of one case without start-up: the difference between a long and a short run, in turns. Bowtie
runs its own trivial implementation inside its process (`direct:null`), which is the least that it can cost: no pipe, no
child, an answer that is always true. Goldenwire asks a child in C over pipes, with limits, judges each answer and
writes all results. Then the steps of goldenwire are measured one by one. All figures go to `docs/peers.json`, from
which `docs/peers.py` makes those of README.md and the documentation.
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from pathlib import Path

BOWTIE = "bowtie-json-schema==2024.10.2"
SHORT, LONG = 500, 2_500  # cases
ROUNDS = 3
STEADY, SOME = 50, 10  # factors for work that takes a few microseconds a case, or some hundred after a long start

Work = Callable[[int], object]


def bowtie(folder: Path) -> Work:
    """Install Bowtie from PyPI in an environment of its own, which is kept between calls, and return its work."""
    program = folder / "bin" / "bowtie"
    if not program.exists():
        venv.create(folder, with_pip=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", BOWTIE]
        subprocess.run(pip, check=True, stderr=subprocess.DEVNULL)

    def run(count: int) -> None:
        test = {"description": "small", "instance": "a5" * 80, "valid": True}
        cases = "".join(
            json.dumps({"description": f"case {number}", "schema": True, "tests": [test]}) + "\n"
            for number in range(count)
        )
        command = [str(program), "run", "-i", "direct:null", "-D", "2020-12", "-"]
        said = subprocess.run(command, input=cases, capture_output=True, text=True, check=True)
        assert said.stdout.count('"results"') == count, said.stderr

    return run


def process_per_case(command: list[str]) -> Work:
    """Start a process for each case, one after the other; it reads the request and writes the reply as JSON."""

    def run(count: int) -> None:
        for number in range(1, count + 1):
            request = json.dumps({"id": number, "op": "decode", "format": "daphne", "bytes": "a5" * 80})
            said = subprocess.run(command, input=request + "\n", capture_output=True, text=True, check=True)
            assert json.loads(said.stdout)["id"] == number

    return run


def goldenwire(command: list[str], folder: Path) -> Work:
    """Run the harness from the question to the record in the results file, without loading vectors."""
    from harness.bench_harness import Muted, vectors, whole_way
    from harness.subject.bench_subject import DISTINCT

    asked = list(vectors(DISTINCT))

    def run(count: int) -> None:
        with Muted():
            whole_way(command, folder / "results", count, islice(cycle(asked), count))

    return run


def cost(work: Work, times: int = 1) -> float:
    """Return the seconds that one more case costs."""
    from harness.subject.bench_subject import seconds

    short, long = (seconds(partial(work, count * times)) for count in (SHORT, LONG))
    return (long - short) / ((LONG - SHORT) * times)


def main() -> None:
    from bench_curves import Watch
    from docs import peers as shown
    from harness.bench_harness import saturation, way

    here = Path(__file__).parent
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("bench-peers needs a C compiler (cc)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        child = [str(folder / "echo")]
        subprocess.run([compiler, "-O2", "-o", *child, str(here / "miniatures" / "echo.c")], check=True)
        works: dict[str, tuple[Work, int]] = {
            "goldenwire, a child in C over pipes": (goldenwire(child, folder), STEADY),
            f"Bowtie ({BOWTIE.partition('==')[2]}), in memory": (bowtie(here.parent / "build" / "bowtie"), SOME),
            "a process in C for each case": (process_per_case(child), 1),
        }
        with Watch() as watch:
            rounds = [[cost(*work) * 1e6 for work in works.values()] for _ in range(ROUNDS)]
            found = {"way": way(child, folder)._asdict(), "processes": saturation(child, folder)}
    taken = dict(zip(works, zip(*rounds, strict=True), strict=True))
    costs = {
        title: {"median": statistics.median(each), "least": min(each), "most": max(each)}
        for title, each in taken.items()
    }
    shown.write(watch.machine, {"costs": costs, **found})
    sys.stdout.write("\n\n".join(shown.part(name) for name in shown.PARTS) + "\n")


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "harness")]
    main()
