"""`make drill MINUTES=n`: kill processes at random; check that nothing is lost and nothing is left running.

For half of the time a soak is played, in turns on this machine and on a Dask cluster, while its driver, workers, codecs
and scheduler are killed; then its journal must have every round once. For the other half `check` is killed and
continued with --resume until it ends; then its findings must be those of an undisturbed run.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent
GOLDENWIRE = [sys.executable, "-m", "goldenwire"]
CODEC = [sys.executable, str(HERE / "miniatures/mutated.py"), "daphne", "none"]
MARK = "GOLDENWIRE_DRILL"
PAUSE = (0.2, 4.0)  # seconds between kills
LAST = 30.0  # seconds after which all processes of a drill must be gone

# The processes to kill, by a word of their command lines; the drill names the codec of a soak.
VICTIMS = {
    "driver": "goldenwire\0soak", "worker": "goldenwire.soak.worker", "codec": "miniatures/mutated.py",
    "keeper": "guard.keep", "scheduler": "dask_scheduler", "dask worker": "dask_worker",
}  # fmt: skip


def processes(mark: str) -> Iterator[tuple[int, str]]:
    """Yield the processes with this mark in their environment, and their command lines."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={mark}\0".encode() in (process / "environ").read_bytes():
                yield int(process.name), (process / "cmdline").read_bytes().decode(errors="replace")


def started(mark: str, words: list[str], log: Path) -> "subprocess.Popen[bytes]":
    with log.open("ab") as sink:
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink, env={**os.environ, MARK: mark}
        )


def kill(mark: str, draw: random.Random, killed: Counter[str]) -> None:
    """Kill a process of a randomly chosen kind."""
    found: dict[str, list[int]] = {}
    for pid, line in processes(mark):
        kind = next((kind for kind, word in VICTIMS.items() if word in line), "")
        found.setdefault(kind, []).append(pid)
    found.pop("", None)
    if found:
        kind = draw.choice(sorted(found))
        with suppress(ProcessLookupError):
            os.kill(draw.choice(found[kind]), signal.SIGKILL)
            killed[kind] += 1


def gone(mark: str) -> str:
    """Return the command lines of processes still running after a wait; empty if there are none."""
    until = time.monotonic() + LAST
    while (left := list(processes(mark))) and time.monotonic() < until:
        time.sleep(0.1)
    return "; ".join(line.replace("\0", " ") for _, line in left)


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Cluster:
    """A scheduler and two workers, restarted when killed."""

    def __init__(self, mark: str, folder: Path) -> None:
        self.mark, self.folder = mark, folder
        self.file = folder / "scheduler.json"
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def mend(self) -> str:
        """Restart the processes that were killed, and return the address of the scheduler."""
        if "scheduler" not in self.running or self.running["scheduler"].poll() is not None:
            self.close()
            self.file.unlink(missing_ok=True)
            self._start("scheduler", "dask_scheduler", "--port", "0", "--scheduler-file", str(self.file))
            until = time.monotonic() + 30
            while not (self.file.exists() and self.file.read_text().endswith("}")) and time.monotonic() < until:
                time.sleep(0.05)
        address = str(json.loads(self.file.read_text())["address"])
        for name in ("first", "second"):
            if name not in self.running or self.running[name].poll() is not None:
                options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder / name))
                self._start(name, "dask_worker", address, *options)
        return address

    def _start(self, name: str, program: str, *words: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *words, "--host", "127.0.0.1", "--no-dashboard"]
        self.running[name] = started(self.mark, command, self.folder / "dask.log")

    def close(self) -> None:
        for process in self.running.values():
            process.kill()
            process.wait()
        self.running.clear()


def drill_soak(minutes: float, draw: random.Random, folder: Path) -> bool:
    """Return True if a soak that was killed many times played every round once and left no process."""
    mark, state, log = f"soak-{os.getpid()}", folder / "state", folder / "soak.log"
    cluster, killed, lives = Cluster(mark, folder), Counter[str](), 0
    until = time.monotonic() + minutes * 60
    clustered = False
    while (rest := until - time.monotonic()) > 0:
        clustered = not clustered
        options = ["--minutes", f"{min(rest / 60, 0.5):.3f}", "--state", str(state), "--examples", "30", "--quiet"]
        where = ["--scheduler", cluster.mend()] if clustered else ["--jobs", "2"]
        driver = started(mark, [*GOLDENWIRE, "soak", "daphne", *options, *where, "--", *CODEC], log)
        lives += 1
        while driver.poll() is None:
            time.sleep(draw.uniform(*PAUSE))
            if time.monotonic() < until:
                kill(mark, draw, killed)
            if clustered and driver.poll() is None:
                with suppress(KeyError, ValueError, OSError):
                    cluster.mend()
    cluster.close()
    rounds = [json.loads(line) for line in (state / "journal.jsonl").read_bytes().splitlines()[1:]]
    numbers = Counter(one["number"] for one in rounds if not one.get("again"))
    twice = [number for number, count in numbers.items() if count > 1]
    missing = [number for number in range(max(numbers, default=-1) + 1) if number not in numbers]
    # The next soak begins with the rounds that the last kill interrupted.
    finish = [*GOLDENWIRE, "soak", "daphne", "--minutes", "0.01", "--state", str(state), "--jobs", "2", "--", *CODEC]
    ended = started(mark, finish, log).wait()
    rounds = [json.loads(line) for line in (state / "journal.jsonl").read_bytes().splitlines()[1:]]
    numbers = Counter(one["number"] for one in rounds if not one.get("again"))
    still = [number for number in missing if number not in numbers]
    left = gone(mark)
    told = ", ".join(f"{count} {kind}" for kind, count in killed.most_common())
    tell(f"soak: {sum(killed.values())} kills ({told}) in {lives} lives; {len(numbers):,} rounds, {len(twice)} twice,")
    tell(f"  {len(missing)} under way at the end, {len(still)} of them missing after another life, which ended with")
    tell(f"  {ended}; left running: {left or 'nothing'}")
    return not (twice or still or left or ended)


def findings(path: Path) -> list[tuple[str, str, str, str]]:
    records = [json.loads(line) for line in path.read_bytes().splitlines()]
    found = [one for one in records if one["record"] == "finding"]
    return sorted((one["case"], one["operation"], one["finding"], one.get("observation", "")) for one in found)


def drill_resume(minutes: float, draw: random.Random, folder: Path) -> bool:
    """Return True if a check that was killed repeatedly has the same findings as an undisturbed one."""
    mark, log = f"resume-{os.getpid()}", folder / "resume.log"
    codec = [*CODEC[:3], "values-big-endian"]
    whole, part = folder / "whole", folder / "part"
    check = [*GOLDENWIRE, "check", "daphne", "--examples", "20", "--jobs", "2", "--results"]
    began = time.monotonic()
    wanted_code = started(mark, [*check, str(whole), "--", *codec], log).wait()
    takes = time.monotonic() - began
    wanted, kills, runs, bad = findings(whole), 0, 0, 0
    until = time.monotonic() + minutes * 60
    while time.monotonic() < until:
        part.unlink(missing_ok=True)
        words, runs, code = [*check, str(part), "--", *codec], runs + 1, None
        while code is None:
            running = started(mark, words, log)
            try:
                code = running.wait(draw.uniform(0.05, 1.1) * takes)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()
                kills += 1
                if part.exists() and b'"complete":true' in part.read_bytes():  # it was about to exit
                    code = wanted_code
            if part.exists() and part.stat().st_size and b"\n" in part.read_bytes():
                words = [*GOLDENWIRE, "check", "--resume", str(part), "--yes"]
        bad += code != wanted_code or findings(part) != wanted
    left = gone(mark)
    tell(f"check --resume: {kills} kills in {runs} runs, {bad} of which came to something else")
    tell(f"  left running: {left or 'nothing'}")
    return not (bad or left)


def main() -> int:
    """Return 0 if nothing was lost."""
    minutes, seed = float(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else random.randrange(10**6)
    tell(f"seed {seed}")
    with TemporaryDirectory() as folder:
        good = [drill(minutes / 2, random.Random(seed), Path(folder)) for drill in (drill_soak, drill_resume)]
        for log in () if all(good) else Path(folder).glob("*.log"):
            tell("\n  ".join((log.name, *log.read_text(errors="replace").splitlines()[-20:])))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
