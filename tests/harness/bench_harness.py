"""Benchmarks of the harness, from the command line to the results file, against bare loops.

`cd tests && python -m harness.bench_harness`. Every line is a ratio of medians from alternating measurements in one
run, with the baseline's own figure beside it.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple, cast

from msgspec import Raw

from bench_size import IS_SMALL, sized
from goldenwire import corpus, judge
from goldenwire.cli.config import Config
from goldenwire.cli.outputs import Outputs
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import CanaryIds, FormatFacts, LoadedVector
from goldenwire.judge import Question, Terms
from goldenwire.protocol import Rejection
from goldenwire.results import Header, Record, RecordWriter
from goldenwire.results.gate import Gate
from goldenwire.results.stream import play
from goldenwire.run import Options, Run
from goldenwire.subject import Limits, Pool
from harness import trees
from harness.subject.bench_subject import (
    CASES,
    DISTINCT,
    ECHO,
    JSON,
    MINIATURES,
    MSGSPEC,
    OCTETS,
    bare,
    medians,
    seconds,
    start_bare,
)
from kit.measures import at_most

HERE = Path(__file__).parent
LOADED = sized(2_000, 500)  # vectors
FEW, SOME, MANY = sized((1_000, 100_000, 1_000_000), (1_000, 5_000, 20_000))  # cases, of which memory is measured
CLI = [sys.executable, "-m", "goldenwire"]
VALUE = {
    "kind": "CSRMatrix",
    "rows": "3",
    "columns": "4",
    "type": "int8",
    "cells": [["0", "0", "1"], ["0", "3", "-2"], ["2", "0", "5"]],
}
PLAN = [{"rx": "0", "cx": "0", "rows": "3", "columns": "4", "block": "csr", "type": "int8"}]


def start_up() -> str:
    """Measure the process of `goldenwire --help` against that of a bare Python."""
    ours, theirs = medians(
        partial(_quietly, [*CLI, "--help"]), partial(_quietly, [sys.executable, "-c", "pass"]), rounds=sized(9, 5)
    )
    return f"goldenwire --help: {ours * 1e3:.0f} ms, {ours / theirs:.1f} times python -c pass ({theirs * 1e3:.1f} ms)"


def _quietly(command: list[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


# Loading


def synthetic_tree(root: Path, count: int) -> Path:
    """Write a tree of so many vectors of the format daphne whose values are the answers of the echo codec."""
    cases = []
    for index in range(count):
        data = OCTETS[index % DISTINCT]
        id = f"daphne/feature-{index // 500}/case-{index}"
        cases.append(trees.accept(id, data.hex(), data, plan=PLAN, operations=["decode"]))
    broken = trees.reject("daphne/feature-0/broken", ["VERSION"], 0, b"\2")
    facts = {**trees.FACTS, "canaries": {"accept": "daphne/feature-0/case-0", "reject": broken["id"]}}
    return trees.write(root, [*cases, broken], facts)


def loading(folder: Path) -> Iterator[str]:
    """Measure reading and checking vectors with their bytes, on a synthetic tree and on the kit's own."""
    root = folder / "loading"
    cases = [trees.accept(f"toy/f-{n // 500}/case-{n}", VALUE, OCTETS[n % DISTINCT], plan=PLAN) for n in range(LOADED)]
    trees.write(root, [*cases, trees.ONE, trees.VERSION])
    for name, tree, format in (("synthetic", root, "toy"), ("the kit's own", corpus.root(), "daphne")):
        count = sum(1 for _ in corpus.load(format, root=tree))
        [took] = medians(partial(_load, tree, format), rounds=sized(7, 3))
        size = sum(path.stat().st_size for path in (tree / format).rglob("*") if path.is_file())
        yield f"loading {count:,} vectors ({name}, {size / count:,.0f} bytes each): {took / count * 1e6:.0f} us each"


def _load(root: Path, format: str) -> None:
    assert all(vector.id for vector in corpus.load(format, root=root))


# The first result


def first_result(folder: Path, command: list[str]) -> Iterator[str]:
    """Measure the time from start to the first finding in the output, for 1,000 vectors and for the kit's own."""
    root = synthetic_tree(folder / "thousand", 1000)
    [synthetic] = medians(partial(_until_pass, root, command), rounds=5)
    [own] = medians(partial(_until_pass, corpus.root(), []), rounds=5)
    [whole] = medians(partial(_quietly, [*CLI, "check", "daphne", "--examples", "0"]), rounds=3)
    yield f"first result of 1,000 vectors: {synthetic * 1e3:.0f} ms"
    yield f"first result of the kit's own vectors, on the reference: {own * 1e3:.0f} ms"
    yield f"check daphne --examples 0 on the reference, start to finish: {whole:.2f} s"
    reference = [sys.executable, "-m", "goldenwire.protocol.serve", "--format", "daphne"]
    smoke = partial(_quietly, [*CLI, "smoke", "--", *reference])
    smoked, bare_start = medians(smoke, partial(start_bare, reference, 1))
    beyond = (smoked - bare_start) * 1e3
    yield f"smoke on the reference: {smoked * 1e3:.0f} ms, {beyond:.0f} beyond its bare start {at_most(beyond, 250)}"


def _until_pass(root: Path, command: list[str]) -> None:
    words = [*CLI, "check", "daphne", "--examples", "0", "--verbose", "--vectors", str(root), "--", *command]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert any(line.startswith(b"PASS") for line in process.stdout)
        process.kill()


# A whole case: request, reply, judgement, record, sums


def vectors(count: int) -> Iterator[LoadedVector]:
    """Yield so many vectors, each with an id of its own, made on demand."""
    values = [Raw(f'"{octets.hex()}"'.encode()) for octets in OCTETS]
    for n in range(count):
        yield LoadedVector(
            f"daphne/feature-{n // 500}/case-{n}",
            "a synthetic case",
            ("DAPHNE-GEN-01",),
            "draft",
            "accept",
            ("decode",),
            value=values[n % DISTINCT],
            data=OCTETS[n % DISTINCT],
            format="daphne",
            feature=f"daphne/feature-{n // 500}",
        )


class OneTree:
    """The facts of one format with made-up vectors."""

    def facts(self, _: str) -> FormatFacts:
        return FACTS


FACTS = FormatFacts("", {}, (), ("X",), {}, {}, {}, CanaryIds("", ""))
CODEC = {"name": "", "version": "", "language": ""}
TERMS = Terms(("decode",), (), {}, {})
UNLIMITED = Limits(memory_mib=0)


def whole_way(
    command: list[str], results: Path, count: int, asked: Iterable[LoadedVector], limits: Limits = UNLIMITED
) -> None:
    """Run `check` without loading: ask and judge every case, sum up and write the results file."""
    outputs = Outputs(Config(format="daphne", quiet=True, results=results), ["daphne"])
    with Pool(command, limits) as pool:
        footer = outputs.play(run_of(pool, asked), cast("Trees", OneTree()))
    assert footer.counts["draft"]["pass"] == count


def run_of(pool: Pool, asked: Iterable[LoadedVector]) -> Run:
    """Return a run of these vectors alone."""
    began = Header("", {"version": "", "content": ""}, CODEC, (), ("daphne",), {}, {}, {}, "")
    terms = {"daphne": TERMS}
    return Run(pool, terms, Options(examples=0), header=began, vectors=asked, referee=_no_referee, canaries={})


def _no_referee(*_: object, **__: object) -> Rejection:
    return Rejection()


def small_cases(name: str, command: list[str], folder: Path) -> Iterator[str]:
    """Measure small cases, judged and written to results, against bare loops that do neither."""
    baselines = {
        "bare json loop, 64 in flight": partial(bare, command, JSON, 1),
        "bare msgspec loop, 64 in flight": partial(bare, command, MSGSPEC, 1),
        "bare msgspec loop, 64 in flight, 32 at a time": partial(bare, command, MSGSPEC, 32),
    }
    loaded = list(vectors(DISTINCT))

    def check() -> None:
        whole_way(command, folder / "results", CASES, islice(cycle(loaded), CASES))

    with Muted():
        ours, *theirs = medians(check, *baselines.values())
    yield f"judged and written, {name}, {CASES:,} cases: {CASES / ours:,.0f} cases/s, {ours / CASES * 1e6:.1f} us each"
    for baseline, took in zip(baselines, theirs, strict=True):
        yield f"    {took / ours:.2f} times the {baseline} ({CASES / took:,.0f}/s)"


# The parts of a case's time


class Spent(NamedTuple):
    """Seconds by the clock, and processor seconds of this process without its children: in all, and in the system.

    The system counts its share in ticks.
    """

    clock: float
    busy: float
    system: float


def spent(work: Callable[[], object]) -> Spent:
    """Measure the time of some work."""
    before = resource.getrusage(resource.RUSAGE_SELF)
    clock = seconds(work)
    after = resource.getrusage(resource.RUSAGE_SELF)
    system = after.ru_stime - before.ru_stime
    return Spent(clock, after.ru_utime - before.ru_utime + system, system)


class Way(NamedTuple):
    """Processor microseconds of the harness for a small case, by part, and the system's share of the total."""

    parts: dict[str, float]
    system: float


def way(command: list[str], folder: Path) -> Way:
    """Measure the parts; each is the difference between the best runs with it and without it."""
    loaded = list(vectors(DISTINCT))

    def asked() -> Iterable[LoadedVector]:
        return islice(cycle(loaded), CASES)

    def questions() -> Iterator[Question]:
        return judge.questions(asked(), {"daphne": TERMS}, (), Counter())

    def write_requests() -> None:
        for number, question in enumerate(questions()):
            question.request().line(number)

    def converse() -> None:
        with Pool(command, UNLIMITED) as pool:
            exhaust(pool.run(((question, question.request()) for question in questions()), expected=Question.expected))

    def judged(take: Callable[[Iterator[Record]], object]) -> None:
        with Pool(command, UNLIMITED) as pool:
            take(run_of(pool, asked()).records())

    def summed(records: Iterator[Record]) -> Iterator[Record]:
        return Gate("strict")(records)

    results = folder / "results"
    works: dict[str, Callable[[], None]] = {
        "requests, as text": write_requests,
        "pipes, and replies compared as text": converse,
        "findings": partial(judged, exhaust),
        "sums": partial(judged, lambda records: exhaust(summed(records))),
        "results, as JSON Lines": partial(judged, lambda records: play(summed(records), [RecordWriter(results)])),
        "the terminal": lambda: whole_way(command, results, CASES, asked()),
    }
    with Muted():
        rounds = [[spent(work) for work in works.values()] for _ in range(5)]
    least = [min(one.busy for one in column) for column in zip(*rounds, strict=True)]
    added = [with_it - without for with_it, without in zip(least, [0.0, *least], strict=False)]
    system = sum(row[-1].system for row in rounds) / len(rounds)
    return Way({name: each / CASES * 1e6 for name, each in zip(works, added, strict=True)}, system / CASES * 1e6)


def exhaust(items: Iterable[object]) -> None:
    """Iterate over all items and keep none."""
    deque(items, maxlen=0)


def saturation(command: list[str], folder: Path) -> dict[int, tuple[float, float]]:
    """Return, by the number of codec processes of one harness: cases a second, and the share of a core."""
    loaded = list(vectors(DISTINCT))

    def check(jobs: int) -> None:
        asked = islice(cycle(loaded), CASES)
        whole_way(command, folder / "results", CASES, asked, Limits(jobs=jobs, memory_mib=0))

    with Muted():
        best = {jobs: min(spent(partial(check, jobs)) for _ in range(5)) for jobs in (1, 2, 4)}
    return {jobs: (CASES / one.clock, one.busy / one.clock) for jobs, one in best.items()}


def costs(command: list[str], folder: Path) -> Iterator[str]:
    """Yield the parts of a case's time, and the throughput by number of codec processes up to saturation."""
    found = way(command, folder)
    total = sum(found.parts.values())
    yield f"the way of a case, child in C: {total:.1f} us of the harness's processor, of which"
    yield from (f"    {took:.2f} {name}" for name, took in found.parts.items())
    yield f"    in all of it {found.system:.2f} of the system"
    for jobs, (rate, busy) in saturation(command, folder).items():
        yield f"codec processes in C, {jobs}: {rate:,.0f} cases/s, the harness {busy:.0%} busy"


class Muted:
    """Context manager that discards what is printed."""

    def __enter__(self) -> None:
        self._before, sys.stdout = sys.stdout, Path(os.devnull).open("w")  # closed on exit

    def __exit__(self, *_: object) -> None:
        sys.stdout.close()
        sys.stdout = self._before


# Memory


def memory(command: list[str], folder: Path) -> str:
    """Measure the peak memory of a process that checks many cases, and its time per case."""
    small, medium, large = (_peak(command, folder, count) for count in (FEW, SOME, MANY))
    growth = (large[0] - small[0]) / 1024
    pace = large[1] / MANY / (medium[1] / SOME)
    return (
        f"memory at {MANY:,} cases: {growth:+.1f} MB over that at {FEW:,} ({small[0] / 1024:.0f} MB); "
        f"time per case {pace:.2f} times that at {SOME:,}"
    )


def _peak(command: list[str], folder: Path, count: int) -> tuple[int, float]:
    words = [sys.executable, "-m", "harness.bench_harness", str(count), str(folder / "results"), *command]
    said = subprocess.run(words, capture_output=True, text=True, check=True, cwd=HERE.parent)
    peak, took = said.stdout.split()[-2:]
    return int(peak), float(took)


def _measure(count: str, results: str, *command: str) -> None:
    asked = vectors(int(count))
    with Muted():
        took = seconds(lambda: whole_way(list(command), Path(results), int(count), asked))
    sys.stdout.write(f"{peak_kib()} {took}\n")


def peak_kib() -> int:
    """Return the peak memory of this process, in KiB."""
    status = Path("/proc/self/status").read_text()  # ru_maxrss includes the process before its exec
    [peak] = re.findall(r"VmHWM:\s+([0-9]+)", status)
    return int(peak)


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    compiler = shutil.which("cc")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        native = [str(folder / "echo")]
        if compiler:
            subprocess.run([compiler, "-O2", "-o", *native, MINIATURES / "echo.c"], check=True)
        yield start_up()
        yield from loading(folder)
        if not IS_SMALL:
            yield from first_result(folder, native if compiler else ECHO)
        if compiler:
            yield from small_cases("child in C", native, folder)
            if not IS_SMALL:
                yield from costs(native, folder)
        else:
            yield "child in C: there is no C compiler (cc) here"
        yield from small_cases("child in Python with json", ECHO, folder)
        yield memory(native if compiler else ECHO, folder)


if __name__ == "__main__":
    if sys.argv[1:]:
        _measure(*sys.argv[1:])
    else:
        for line in lines():
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
