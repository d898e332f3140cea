"""Benchmark the pipes between harness and codec, side by side with bare loops.

`cd tests && python -m harness.subject.bench_subject`. Every line is a ratio of medians, taken in turns in one run, with
the baseline's own figure beside it. The harness pipelines, enforces deadlines and limits, reads every reply strictly
and checks its id; judging and results are not included.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import msgspec

import miniatures
from bench_size import sized
from goldenwire.protocol import Request, hello_line
from goldenwire.subject import Limits, Pool

MINIATURES = miniatures.HERE
PYTHON = [sys.executable, "-I", "-S"]
ECHO = [*PYTHON, str(MINIATURES / "echo.py")]
CASES, DISTINCT, ROUNDS = sized((100_000, 5_000, 3), (10_000, 5_000, 1))
MESSAGES, RESTARTS, MICROSECONDS = sized((24, 30, 2_000_000), (8, 10, 150_000))
OCTETS = [index.to_bytes(4, "big") + os.urandom(76) for index in range(DISTINCT)]  # requests of about 200 bytes

Dumps = Callable[[object], bytes]
Loads = Callable[[bytes], object]


class Reply(msgspec.Struct):
    """A reply as decoded by the bare msgspec loop."""

    id: int
    value: msgspec.Raw


JSON: tuple[Dumps, Loads] = (lambda request: json.dumps(request).encode(), json.loads)
MSGSPEC: tuple[Dumps, Loads] = (msgspec.json.encode, msgspec.json.Decoder(Reply).decode)


def seconds(work: Callable[[], object]) -> float:
    """Return the duration of the work in seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def medians(*works: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Return the median duration of each work in seconds, all taken in turns."""
    times = [[seconds(work) for work in works] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*times, strict=True)]


def requests(count: int) -> Iterator[tuple[int, Request]]:
    """Yield a number of small questions."""
    for n in range(count):
        yield n, Request("decode", "daphne", OCTETS[n % DISTINCT])


def pooled(command: list[str], jobs: int = 1, cases: int = CASES) -> None:
    """Ask the codec through the harness."""
    with Pool(command, Limits(jobs=jobs, memory_mib=0)) as pool:
        answers = sum(seen.kind == "value" for _, seen in pool.run(requests(cases)))
    assert answers == cases


def bare(command: list[str], library: tuple[Dumps, Loads], step: int) -> None:
    """Ask the codec in a simple loop: 64 in flight, refilled by `step`; no deadlines, no limits, no blame."""
    dumps, loads = library
    lines = (
        dumps({"id": n + 1, "op": "decode", "format": "daphne", "bytes": OCTETS[n % DISTINCT].hex()}) + b"\n"
        for n in range(CASES)
    )
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(hello_line())
        child.stdin.flush()
        child.stdout.readline()
        batch, flying = list(islice(lines, 64)), 0
        while batch or flying:
            child.stdin.write(b"".join(batch))
            child.stdin.flush()
            flying += len(batch)
            for _ in range(min(step, flying)):
                loads(child.stdout.readline())
                flying -= 1
            batch = list(islice(lines, step))
        child.stdin.close()


def small_cases(name: str, command: list[str]) -> Iterator[str]:
    """Compare small cases with bare loops that write one request at a time, or 32."""
    baselines = {
        "bare json loop, 64 in flight": partial(bare, command, JSON, 1),
        "bare msgspec loop, 64 in flight": partial(bare, command, MSGSPEC, 1),
        "bare msgspec loop, 64 in flight, 32 at a time": partial(bare, command, MSGSPEC, 32),
    }
    ours, *theirs = medians(partial(pooled, command), *baselines.values())
    yield f"{name}, {CASES:,} cases: {CASES / ours:,.0f} cases/s"
    for baseline, took in zip(baselines, theirs, strict=True):
        yield f"    {took / ours:.2f} times the {baseline} ({CASES / took:,.0f}/s)"


def large_messages(command: list[str]) -> str:
    """Measure 10 MB of JSON each way and case, with at most eight cases in flight."""
    octets = bytes(5_000_000)
    source = ((n, Request("decode", "daphne", octets)) for n in range(MESSAGES))
    with Pool(command, Limits(window=8, memory_mib=0, timeout=60)) as pool:
        took = seconds(lambda: [None for _ in pool.run(source)])
    return f"{MESSAGES} messages of 10 MB both ways: {2 * 10 * MESSAGES / took:,.0f} MB/s"


def start_bare(command: list[str], count: int) -> float:
    """Return the seconds from start to the answer to hello, without the time to end the process."""
    total = 0.0
    for _ in range(count):
        start = time.perf_counter()
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write(hello_line())
            child.stdin.flush()
            child.stdout.readline()
            total += time.perf_counter() - start
            child.kill()
    return total / count


def restart(command: list[str], count: int) -> float:
    """Return the seconds for each case on which the codec dies: detect, reap, blame, start and greet the next."""
    source = ((n, Request("decode", "daphne", b"\xba\xd0")) for n in range(count))
    with Pool(command, Limits(memory_mib=0)) as pool:
        took = seconds(lambda: [None for _ in pool.run(source)])
    return took / count


def restarts() -> str:
    """Compare a codec that dies in every case with bare starts."""
    command = [*PYTHON, str(MINIATURES / "codec.py"), "die by SIGSEGV"]
    times = [(restart(command, RESTARTS), start_bare(command, RESTARTS)) for _ in range(ROUNDS)]
    ours, bare_start = (statistics.median(column) for column in zip(*times, strict=True))
    ratio = f"{ours / bare_start:.2f} times a bare start ({bare_start * 1e3:.1f} ms)"
    return f"restart after a crash, {RESTARTS} times: {ours * 1e3:.1f} ms, {ratio}"


def two_processes(microseconds: int) -> str:
    """Compare two codec processes with one."""
    command, cases = [*ECHO, str(microseconds)], MICROSECONDS // (microseconds + 5)
    two, one = medians(partial(pooled, command, 2, cases), partial(pooled, command, 1, cases))
    ratio = f"{one / two:.2f} times one ({one / cases * 1e6:.1f} us)"
    return f"two processes, {cases:,} cases of {microseconds} us: {ratio}"


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    compiler = shutil.which("cc")
    with tempfile.TemporaryDirectory() as folder:
        native = [str(Path(folder) / "echo")]
        if compiler:
            subprocess.run([compiler, "-O2", "-o", *native, MINIATURES / "echo.c"], check=True)
            yield from small_cases("child in C", native)
        else:
            yield "child in C: there is no C compiler (cc) here"
        yield from small_cases("child in Python with json", ECHO)
        yield large_messages(native if compiler else ECHO)
    yield restarts()
    yield two_processes(100)
    yield two_processes(20)


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
