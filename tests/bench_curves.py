"""`make bench-curves`: measure cost against the number of cases, message size, codec processes and examples.

Each point is measured in a process of its own, alternating with the others. Times are processor seconds of the harness
and its codecs, so other programs on the machine do not count; the smallest of several rounds is kept. Only the
throughput of several processes is measured by the clock. Memory is the peak of the harness itself.
The measurements go to `docs/curves.json`, from which `docs/curves.py` makes the figures of the documentation.
"""

import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import repeat
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

HERE = Path(__file__).parent
KIB, MIB = 1 << 10, 1 << 20
ROUNDS = 2
SEED = 1
SLOW = 100  # microseconds that the slow codec takes for a case
MOST, LEAST, MESSAGES = 256 * MIB, 3, 5_000  # bytes of all messages of a point; how many there are

Point = dict[str, float]


class Curve(NamedTuple):
    """A set of series: `measure` is called with the series' argument and each of the sizes."""

    measure: Callable[[str, int, Path], int]  # returns how many items it processed
    series: Mapping[str, str]  # argument by title
    sizes: tuple[int, ...]
    rounds: int = ROUNDS


def cases(command: str, count: int, folder: Path) -> int:
    """Judge so many small cases and write the results."""
    from harness.bench_harness import Muted, vectors, whole_way

    with Muted():
        whole_way(command.split(), folder / "results", count, vectors(count))
    return count


def messages(command: str, size: int, folder: Path) -> int:
    """Send messages of so many bytes both ways, judge them and write the results."""
    from msgspec import Raw
    from msgspec.structs import replace

    from goldenwire.subject import Limits
    from harness.bench_harness import Muted, vectors, whole_way

    count = min(MESSAGES, max(LEAST, MOST // size))
    octets = bytes(size // 2)
    [vector] = (replace(one, data=octets, value=Raw(f'"{octets.hex()}"'.encode())) for one in vectors(1))
    with Muted():
        whole_way(command.split(), folder / "results", count, repeat(vector, count), Limits(memory_mib=0, timeout=100))
    return count


def processes(how: str, jobs: int, _: Path) -> int:
    """Ask so many processes of a codec that takes a while for each case."""
    from harness.subject.bench_subject import ECHO, pooled

    count = 20_000
    pooled([*ECHO, str(SLOW), how], jobs, count)
    return count


def examples(format: str, count: int, _: Path) -> int:
    """Draw examples of a property, ask the reference and judge the answers."""
    from goldenwire import corpus, judge, properties
    from goldenwire.judge import referee
    from goldenwire.subject import Limits, Pool

    facts = corpus.manifest(corpus.root(None)).facts(format)
    [case] = (case for case in properties.cases(format) if case.endswith("/decode-reference-encoding"))
    with Pool([sys.executable, "-m", "goldenwire", "serve"], Limits()) as pool:
        terms = judge.terms(format, pool.hello.formats[format], facts)
        [finding] = properties.run(format, pool, terms, referee.decode, examples=count, seed=SEED, only=[case])
    assert finding.finding == "pass", finding
    return count


def curves(native: str) -> dict[str, Curve]:
    """Return every curve by its name; `native` is the child in C."""
    return {
        "cases": Curve(cases, {"child in C": native}, tuple(round(10 ** (n / 2)) for n in range(6, 13))),
        "messages": Curve(messages, {"child in C": native}, tuple(KIB << n for n in range(0, 19, 2))),
        "processes": Curve(processes, {"computes": "computed", "waits": "slept"}, (1, 2, 3, 4, 6, 8), 3),
        "examples": Curve(examples, {name: name for name in ("daphne", "msgpack")}, (100, 1_000, 10_000, 100_000), 1),
    }


def point(name: str, argument: str, size: str) -> None:
    """Measure one point in this process, and print it."""
    from harness.bench_harness import peak_kib

    curve = curves("")[name]
    with tempfile.TemporaryDirectory() as folder:
        before, began = processor(), perf_counter()
        done = curve.measure(argument, int(size), Path(folder))
        clock, after = perf_counter() - began, processor()
    used = dict(zip(("harness", "codec"), (b - a for a, b in zip(before, after, strict=True)), strict=True))
    json.dump({"done": done, "clock": clock, **used, "mib": peak_kib() / KIB}, sys.stdout)


def processor() -> tuple[float, float]:
    """Return the processor seconds of this process, and those of its children that have ended."""
    mine, theirs = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return mine.ru_utime + mine.ru_stime, theirs.ru_utime + theirs.ru_stime


def measure(name: str, curve: Curve) -> Iterator[tuple[str, list[Point]]]:
    """Yield the series of a curve: for each size the smallest of several rounds, which alternate."""
    asked = [(title, size) for title in curve.series for size in curve.sizes]
    taken: dict[tuple[str, int], list[Point]] = {each: [] for each in asked}
    for _ in range(curve.rounds):
        for title, size in asked:
            words = [sys.executable, __file__, "point", name, curve.series[title], str(size)]
            said = subprocess.run(words, capture_output=True, text=True, check=False, cwd=HERE)
            if said.returncode:
                sys.exit(f"{name}, {title}, {size:,}: not measured\n{said.stderr}")
            taken[title, size].append(json.loads(said.stdout))
            sys.stdout.write(f"{name}, {title}, {size:,}: {said.stdout}\n")
            sys.stdout.flush()
    for title in curve.series:
        yield title, [{"size": size, **least(taken[title, size])} for size in curve.sizes]


def least(rounds: list[Point]) -> Point:
    """Return the smallest value of each figure, but the largest of memory."""
    return {name: float(f"{(max if name == 'mib' else min)(one[name] for one in rounds):.4g}") for name in rounds[0]}


def busy() -> float:
    """Return how many seconds the processors of this machine have been busy, with any program."""
    user, nice, system, _, _, *interrupts = map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:8])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


class Watch:
    """Context manager that measures how much other programs use this machine; at exit `machine` describes it."""

    def __enter__(self) -> "Watch":
        self._began, self._busy, self._ours = perf_counter(), busy(), sum(processor())
        return self

    def __exit__(self, *_: object) -> None:
        took, others = perf_counter() - self._began, busy() - self._busy - sum(processor()) + self._ours
        cores = os.cpu_count() or 1
        self.machine = {
            "cores": cores,
            "python": platform.python_version(),
            "system": f"{platform.system()} {platform.machine()}",
            "minutes": round(took / 60, 1),
            "others": max(0.0, round(others / took / cores, 2)),
        }


def main(*only: str) -> None:
    from docs import curves as shown

    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("bench-curves needs a C compiler (cc)")
    with tempfile.TemporaryDirectory() as folder, Watch() as watch:
        native = f"{folder}/echo"
        subprocess.run([compiler, "-O2", "-o", native, HERE / "miniatures" / "echo.c"], check=True)
        found = {name: dict(measure(name, curve)) for name, curve in curves(native).items() if not only or name in only}
    shown.write(watch.machine, found)


if __name__ == "__main__":
    sys.path[:0] = [str(HERE), str(HERE.parent / "harness")]
    if sys.argv[1:2] == ["point"]:
        point(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
