"""`make bench-dask`: measure a soak's cost here and on 1, 2 and 4 local Dask workers, for `docs/scale.json`.

Examples a second are measured by the clock, so other programs on the machine matter; therefore the runs alternate. The
cost of an example is in processor seconds of the driver, the scheduler, the workers and the codecs. Start-up is
excluded: each figure is the difference between a long soak and one that ends at once.
"""

import json
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic, sleep
from typing import Any

import psutil
from distributed import Client, LocalCluster

HERE = Path(__file__).parent
ADAPTER = HERE.parent / "harness/adapters/c-dspack"
FORMAT, CASE = "daphne", "*/decode-reference-encoding"  # played by Dask's workers: its rounds are all alike
WORKERS, JOBS, ROUNDS = (1, 2, 4), (1, 2), 3
AT_ONCE, MINUTES, LONGER = 0.001, 0.35, 0.65  # longer where all properties take turns than where all rounds are alike
REST = 3.0  # seconds until a cluster has settled

Taken = dict[str, float]


def processor() -> float:
    """Return the processor seconds of this process and of all that it has started."""
    me = psutil.Process()
    return float(sum(sum(each.cpu_times()[:4]) for each in (me, *me.children(recursive=True))))


def cost(format: str, *words: str, minutes: float = MINUTES) -> Taken:
    """Return the examples and the seconds of a soak, less those of one that ends at once."""
    short, long = (soak(format, *words, minutes=each) for each in (AT_ONCE, minutes))
    return {name: round(long[name] - short[name], 2) for name in ("examples", "clock", "processor")}


def soak(format: str, *words: str, minutes: float) -> Taken:
    """Run a soak with a new state and return its examples and seconds. Exits with its output if it fails."""
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "goldenwire", "soak", format, "--minutes", str(minutes), "--quiet"]
        before = processor()
        said = subprocess.run(
            [*command, "--state", name, "--results", f"{name}/results", *words],
            capture_output=True,
            text=True,
            check=False,
        )
        if said.returncode:
            sys.exit(said.stdout + said.stderr)
        used = processor() - before
        _, *rounds = map(json.loads, (Path(name) / "journal.jsonl").read_text().splitlines())
        footer = json.loads((Path(name) / "results").read_text().splitlines()[-1])
    examples = sum(one.get("examples", 0) for one in rounds)
    return {"examples": examples, "clock": footer["seconds"], "processor": used}


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """Start a Dask cluster on this machine, with one process for each worker, and yield its address."""
    start: Any = LocalCluster
    with start(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as made:
        yield made.scheduler_address


def spread() -> dict[str, list[Taken]]:
    """Measure soaks of one format, on so many local jobs and on so many Dask workers, in turns."""
    found: dict[str, list[Taken]] = {}
    alike = ("--select", CASE)
    for _ in range(ROUNDS):
        for jobs in JOBS:
            _keep(found, f"jobs {jobs}", cost(FORMAT, *alike, "--jobs", str(jobs)))
        for workers in WORKERS:
            with cluster(workers) as address:
                soak(FORMAT, *alike, "--scheduler", address, minutes=AT_ONCE)  # the workers start their processes
                _keep(found, f"workers {workers}", cost(FORMAT, *alike, "--scheduler", address))
    return found


def idle(workers: int) -> float:
    """Return the processor seconds that an idle cluster uses in a second."""
    client: Any = Client
    with cluster(workers) as address, client(address, set_as_default=False) as waiting:
        waiting.wait_for_workers(workers)
        sleep(REST)
        before, began = processor(), monotonic()
        sleep(5 * REST)
        return round((processor() - before) / (monotonic() - began), 3)


def formats(native: Sequence[str]) -> dict[str, list[Taken]]:
    """Measure soaks of every format on its reference, and of one format on a codec in C."""
    from goldenwire_reference.formats import FORMATS

    found: dict[str, list[Taken]] = {}
    for format in FORMATS:
        _keep(found, f"{format}, the reference", cost(format, "--jobs", "2", minutes=LONGER))
    _keep(found, "dspack, a codec in C", cost("dspack", "--jobs", "2", "--", *native, minutes=LONGER))
    return found


def _keep(found: dict[str, list[Taken]], name: str, taken: Taken) -> None:
    found.setdefault(name, []).append(taken)
    sys.stdout.write(f"{name}: {taken}\n")
    sys.stdout.flush()


def summed(taken: Sequence[Taken]) -> Taken:
    """Return the medians of the rounds: examples a second by the clock, and processor milliseconds for an example."""
    return {
        "examples": sum(one["examples"] for one in taken),
        "rate": float(f"{median(one['examples'] / one['clock'] for one in taken):.4g}"),
        "ms": float(f"{median(one['processor'] / one['examples'] for one in taken) * 1e3:.4g}"),
    }


def main() -> None:
    from bench_curves import Watch
    from docs import scale

    if not shutil.which("cc"):
        sys.exit("bench-dask needs a C compiler (cc)")
    subprocess.run(["make", "-s", "-C", ADAPTER, "all"], check=True)
    with Watch() as watch:
        found = {"spread": spread(), "formats": formats([str(ADAPTER / "build" / "c-dspack")])}
        resting = {str(workers): idle(workers) for workers in WORKERS}
    sums = {part: {name: summed(each) for name, each in taken.items()} for part, taken in found.items()}
    scale.write(watch.machine, {**sums, "idle": resting})


if __name__ == "__main__":
    sys.path[:0] = [str(HERE), str(HERE.parent / "harness")]
    # An exception here also ends the soak that is being waited for.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
    main()
