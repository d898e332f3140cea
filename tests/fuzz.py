"""`make fuzz`: feed every reader of foreign bytes, guided by coverage. Any error but the declared one is a crash.

Inputs worth keeping are in .fuzz/TARGET, and the next run begins with them; inputs that crash are in
.fuzz/crashes. An input may take TIME seconds, and its process MEMORY MiB.
"""

import subprocess
import sys
import time
from importlib.util import find_spec
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import click

from goldenwire.errors import did_you_mean
from kit.foreign import TARGETS, Reader, mutate, reader, seeds

KEPT = Path(".fuzz")
TIME, MEMORY = 5, 1024  # by the clock, which also counts while other programs run
ROOM = 900 << 20  # octets of address space of a fuzzed process
MINUTES = 10.0  # by default
LEAST = 0.1  # minutes for which it is worth starting another process
AT_ONCE = 2_000_000  # inputs of a process: libFuzzer itself grows by some 85 octets with each


def measured(read: Reader, target: str) -> Reader:
    """Wrap the reader; keep the maxima for one input (processor seconds, MiB) in files, with the input."""
    from resource import RUSAGE_SELF, getrusage

    paths = {name: KEPT / f"{target}.{name}" for name in ("seconds", "MiB")}
    most = {name: float(path.read_text()) if path.exists() else 0.0 for name, path in paths.items()}

    def note(name: str, taken: float, data: bytes) -> None:
        if taken > most[name]:
            most[name] = taken
            paths[name].write_text(f"{taken:.3f}")
            (KEPT / f"{target}.{name}-input").write_bytes(data)

    def reader(data: bytes) -> None:
        began, held = time.thread_time(), getrusage(RUSAGE_SELF).ru_maxrss
        read(data)
        note("seconds", time.thread_time() - began, data)
        note("MiB", (getrusage(RUSAGE_SELF).ru_maxrss - held) / 1024, data)

    return reader


class Bounds(NamedTuple):
    """Bounds of a run: minutes, inputs, and bytes of one input; 0 is no bound, or libFuzzer's own for the bytes."""

    minutes: float
    inputs: int
    length: int


def fuzz(target: str, bounds: Bounds) -> None:
    """Feed one target in this process, which then exits."""
    import resource

    import atheris

    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    with atheris.instrument_imports(include=["goldenwire", "goldenwire_reference", "goldenwire_suite"]):
        read: Any = reader(target)
    corpus = KEPT / target
    if not corpus.exists():
        corpus.mkdir(parents=True)
        for number, seed in enumerate(seeds(target)):
            (corpus / f"seed-{number}").write_bytes(seed)
    (KEPT / "crashes").mkdir(exist_ok=True)
    minutes, inputs, length = bounds
    ends = [f"-max_total_time={ceil(minutes * 60)}", f"-runs={inputs or -1}", f"-max_len={length}"]
    limits = [f"-timeout={TIME}", f"-rss_limit_mb={MEMORY}", "-print_final_stats=1"]
    words = [sys.argv[0], *ends, *limits, f"-artifact_prefix={KEPT}/crashes/{target}-", str(corpus)]
    atheris.Setup(words, measured(read, target), **({"custom_mutator": mutate} if target.startswith("encode") else {}))
    atheris.Fuzz()


def run(target: str, bounds: Bounds) -> bool:
    """Feed one target in processes of its own, one after the other, print a report, and return True if none crashed."""
    for path in KEPT.glob(f"{target}.*"):  # measurements of the last run
        path.unlink()
    began, executed, peak, crash = time.monotonic(), 0, 0, None
    while crash is None and (left := _left(bounds, time.monotonic() - began, executed)):
        done = _process("--alone", target, *(f"--{name}={bound}" for name, bound in left._asdict().items()))
        stats = dict(line.split(": ", 1) for line in done.stderr.splitlines() if line.startswith("stat::"))
        executed += (fed := int(stats.get("stat::number_of_executed_units", 0)))
        peak = max(peak, int(stats.get("stat::peak_rss_mb", 0)))
        if done.returncode or not fed:
            crash = (*done.stdout.splitlines()[-20:], *done.stderr.splitlines()[-12:])
    taken = [KEPT / f"{target}.{name}" for name in ("seconds", "MiB")]
    seconds, mib = (path.read_text() if path.exists() else "?" for path in taken)
    plain = _process("--replay", target).stdout.strip() or "?"
    took = f"{executed:>10} inputs in {time.monotonic() - began:.0f} s"
    most = f"at most {seconds} s ({plain} s without instruments) and {mib} MiB more for one"
    click.echo(f"{target:<22} {took}, {most}; {peak} MiB in all")
    for line in crash or ():
        click.echo(f"    {line:.200}")
    return crash is None


def _left(bounds: Bounds, seconds: float, executed: int) -> Bounds | None:
    """Return the bounds of the next process of a run; None if the run has reached one of its own."""
    minutes, inputs = bounds.minutes - seconds / 60, bounds.inputs - executed
    if (bounds.minutes and minutes < (LEAST if executed else 0)) or (bounds.inputs and inputs <= 0):
        return None
    most = min(inputs, AT_ONCE) if bounds.inputs else AT_ONCE
    return Bounds(minutes if bounds.minutes else 0, most, bounds.length)


def _process(*words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, __file__, *words]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)


def replayed(target: str) -> float:
    """Return the processor seconds of the slowest input of the last run, in an unmonitored process."""
    path = KEPT / f"{target}.seconds-input"
    if not path.exists():
        raise click.ClickException(f"there is no {path}: no run has fed {target}")
    data = path.read_bytes()
    read = reader(target)
    for seed in islice(seeds(target), 10):  # one-time initialisation is not its cost
        read(seed)
    began = time.thread_time()
    read(data)
    return time.thread_time() - began


def known(context: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the named targets, or all if none is named. Raises click.BadParameter."""
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
@click.option("--length", type=click.IntRange(0), default=0, metavar="N", help="Make inputs of at most so many bytes.")
@click.option("--replay", is_flag=True, help="Print what the slowest input of the last run takes without instruments.")
@click.option("--alone", is_flag=True, hidden=True, help="Feed the one target in this process.")
def main(targets: tuple[str, ...], replay: bool, alone: bool, **given: Any) -> None:
    """Feed every reader of foreign bytes, or these TARGETs, guided by coverage. Exit code 1: one has crashed."""
    if replay:
        click.echo("\n".join(f"{replayed(target):.3f}" for target in targets))
        return
    if find_spec("atheris") is None:
        raise click.ClickException("it needs atheris, which `make fuzz` installs")
    if given["minutes"] is None:
        given["minutes"] = 0 if given["inputs"] else MINUTES
    bounds = Bounds(**given)._replace(minutes=given["minutes"] / len(targets))
    if alone:
        fuzz(targets[0], bounds)
    good = [run(target, bounds) for target in targets]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
