"""`make fuzz`: every reader of foreign bytes, fed by coverage. A crash is anything but the declared error.

Inputs that are worth keeping lie in .fuzz/TARGET, and the next run begins with them; what crashes lies in
.fuzz/crashes. An input may take TIME seconds, and its process MEMORY MiB.
"""

import subprocess
import sys
import time
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import click

from goldenwire.errors import did_you_mean
from kit.foreign import TARGETS, Reader, mutate, reader, seeds

KEPT = Path(".fuzz")
TIME, MEMORY = 5, 1024  # by the clock, which runs on while other programs have the processor
ROOM = 900 << 20  # octets of address space of a fuzzed process
MINUTES = 10.0  # where nothing else is said


def measured(read: Reader, target: str) -> Reader:
    """The reader; what one input took at most, in seconds of processor time and in MiB, is kept in files with it."""
    from resource import RUSAGE_SELF, getrusage

    most = {"seconds": 0.0, "MiB": 0.0}

    def note(name: str, taken: float, data: bytes) -> None:
        if taken > most[name]:
            most[name] = taken
            (KEPT / f"{target}.{name}").write_text(f"{taken:.3f}")
            (KEPT / f"{target}.{name}-input").write_bytes(data)

    def reader(data: bytes) -> None:
        began, held = time.thread_time(), getrusage(RUSAGE_SELF).ru_maxrss
        read(data)
        note("seconds", time.thread_time() - began, data)
        note("MiB", (getrusage(RUSAGE_SELF).ru_maxrss - held) / 1024, data)

    return reader


def fuzz(target: str, minutes: float, inputs: int) -> None:
    """Feed one target in this process, which ends with it; 0 is no end."""
    import resource

    import atheris

    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    with atheris.instrument_imports(include=["goldenwire", "goldenwire_reference"]):
        read: Any = reader(target)
    corpus = KEPT / target
    if not corpus.exists():
        corpus.mkdir(parents=True)
        for number, seed in enumerate(seeds(target)):
            (corpus / f"seed-{number}").write_bytes(seed)
    (KEPT / "crashes").mkdir(exist_ok=True)
    ends = [f"-max_total_time={round(minutes * 60)}", f"-runs={inputs or -1}"]
    limits = [f"-timeout={TIME}", f"-rss_limit_mb={MEMORY}", "-print_final_stats=1"]
    words = [sys.argv[0], *ends, *limits, f"-artifact_prefix={KEPT}/crashes/{target}-", str(corpus)]
    atheris.Setup(words, measured(read, target), **({"custom_mutator": mutate} if target.startswith("encode") else {}))
    atheris.Fuzz()


def run(target: str, minutes: float, inputs: int) -> bool:
    """Feed one target in a process of its own and tell what came of it; whether it did not crash."""
    for path in KEPT.glob(f"{target}.*"):  # what the last run has measured
        path.unlink()
    began = time.monotonic()
    done = _process("--alone", target, "--minutes", str(minutes), "--inputs", str(inputs))
    stats = dict(line.split(": ", 1) for line in done.stderr.splitlines() if line.startswith("stat::"))
    executed, peak = (stats.get(f"stat::{name}", "?").strip() for name in ("number_of_executed_units", "peak_rss_mb"))
    taken = [KEPT / f"{target}.{name}" for name in ("seconds", "MiB")]
    seconds, mib = (path.read_text() if path.exists() else "?" for path in taken)
    plain = _process("--replay", target).stdout.strip() or "?"
    took = f"{executed:>10} inputs in {time.monotonic() - began:.0f} s"
    most = f"at most {seconds} s ({plain} s without instruments) and {mib} MiB more for one"
    click.echo(f"{target:<22} {took}, {most}; {peak} MiB in all")
    if done.returncode:
        for line in (*done.stdout.splitlines()[-20:], *done.stderr.splitlines()[-12:]):
            click.echo(f"    {line:.200}")
    return not done.returncode


def _process(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, __file__, *words]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)


def replayed(target: str) -> float:
    """The seconds of processor time that the slowest input of the last run takes in a process that nobody watches."""
    path = KEPT / f"{target}.seconds-input"
    if not path.exists():
        raise click.ClickException(f"there is no {path}: no run has fed {target}")
    data = path.read_bytes()
    read = reader(target)
    for seed in islice(seeds(target), 10):  # what is made once is not its cost
        read(seed)
    began = time.thread_time()
    read(data)
    return time.thread_time() - began


def known(context: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """The targets that are named, all if none is. Raises click.BadParameter."""
    for name in names:
        if name not in TARGETS:
            hint = did_you_mean(name, TARGETS) or "; --help lists them"
            raise click.BadParameter(f"there is no target {name}{hint}")
    return names or TARGETS


@click.command(epilog=f"The targets: {', '.join(TARGETS)}.")
@click.argument("targets", nargs=-1, metavar="[TARGET]...", callback=known)
@click.option(
    "--minutes",
    type=click.FloatRange(0),
    metavar="N",
    help=f"End after so many, shared among the targets.  [default: {MINUTES:.0f}; without end with --inputs]",
)
@click.option("--inputs", type=click.IntRange(0), default=0, metavar="N", help="End each target after so many.")
@click.option("--replay", is_flag=True, help="Print what the slowest input of the last run takes without instruments.")
@click.option("--alone", is_flag=True, hidden=True, help="Feed the one target in this process.")
def main(targets: tuple[str, ...], minutes: float | None, inputs: int, replay: bool, alone: bool) -> None:
    """Feed every reader of foreign bytes, or these TARGETs, guided by coverage. Exit code 1: one has crashed."""
    if replay:
        click.echo("\n".join(f"{replayed(target):.3f}" for target in targets))
        return
    if find_spec("atheris") is None:
        raise click.ClickException("it needs atheris, which `make fuzz` installs")
    share = (MINUTES if minutes is None and not inputs else minutes or 0) / len(targets)
    if alone:
        fuzz(targets[0], share, inputs)
    good = [run(target, share, inputs) for target in targets]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
