"""The bench of MessagePack codecs: `python bench_codecs.py COMMAND [ID...]`; an id may be a pattern (`python-*`).

install     put packages and adapters below build/
list        the ids, with what each runs
command     the command line of one codec, for `goldenwire check msgpack --`
check       each codec against its known failures; --quick: those that CI runs
known       check, and write the known failures anew, with the kinds and reasons of reasons.yaml
explain     write the known failures anew from the results of the last check
interop     have the codecs read what the others wrote
bytes       have them read the same bytes, with default options unless ids are given, and find the smallest on which
            each two disagree
publish     write what the documentation shows, from the last check and exchange of all codecs
findings    run the commands of findings.yaml, each of which shows what a codec does to data
"""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from click import echo
from codec_table import BUILD, FORMAT, Bench, chosen
from findings import rerun
from installing import InstallError, install
from publishing import BYTES, INTEROP, publish
from reasons import write_known

from goldenwire.vectors import load

EXAMPLES = "30"  # of each property: a codec that fails one fails it soon, and 30 codecs are run
# What is exchanged: one feature of each kind of value, since 2,000 pairs read what is written of each.
EXCHANGED = (
    "scalars",
    "integers",
    "floats",
    "utf8",
    "binary",
    "arrays",
    "maps",
    "key-kinds",
    "extensions",
    "timestamps-written",
)
# Characters of a value that is exchanged or read together. Two maps have more, of 65,535 and 65,536 pairs: many codecs
# write them in an order of their own, and to judge one order takes seconds. Arrays of 65,536 items remain.
LARGEST = 1 << 20
# What is read together: each kind of value once more, and each kind of broken bytes but those that fill memory.
READ = (
    "scalars",
    "maps",
    "key-kinds",
    "extensions",
    "timestamps",
    "float-forms",
    "ends",
    "cut",
    "never-used",
    "trailing",
    "invalid-utf8",
    "repeated-keys",
    "reserved-types",
    "timestamp-octets",
)
TOGETHER = "1000"  # bytes that are drawn besides
SHORT = "2"  # bytes up to which all inputs are read
TIMEOUT = "20"  # seconds a case: bombs fill memory, which takes its time
SOON = "5"  # seconds a case of those without bombs


def ready(benches: Sequence[Bench]) -> None:
    """Install what the codecs need."""
    install(one.codec.language for one in benches)
    (BUILD / "results").mkdir(parents=True, exist_ok=True)
    for one in benches:
        one.write_hello()


def goldenwire(*arguments: str) -> int:
    """The exit status of the kit."""
    return subprocess.run([sys.executable, "-m", "goldenwire", *arguments], check=False).returncode


def check_one(bench: Bench, *options: str) -> int:
    """The exit status of a check, of which the results are kept."""
    echo(f"\n-- {bench.id}: {bench.codec.package} {bench.codec.version}, {bench.options} options")
    bench.results.unlink(missing_ok=True)
    limits = ("--memory", str(bench.language.memory), "--timeout", TIMEOUT, "--examples", EXAMPLES)
    outputs = ("--quiet", "--results", str(bench.results))
    return goldenwire("check", FORMAT, *limits, *outputs, *options, "--", *bench.command)


def check(benches: Sequence[Bench]) -> int:
    """Return 0 if nothing fails except known failures."""
    ready(benches)
    failed = [one.id for one in benches if check_one(one, "--known-failures", str(one.known))]
    if failed:
        echo(f"\nnot as expected: {' '.join(failed)}")
    return 1 if failed else 0


def write(benches: Sequence[Bench]) -> int:
    """0 if every failure and decline has its reason in reasons.yaml."""
    ready(benches)
    for one in benches:
        check_one(one)
    return explain(benches)


def explain(benches: Sequence[Bench]) -> int:
    """The same, of the results that there are."""
    without_reason = sum(map(write_known, benches))
    return 1 if without_reason else 0


def show_list(benches: Sequence[Bench]) -> int:
    for one in benches:
        echo(f"{one.id:36} {one.codec.package} {one.codec.version}, {one.options} options")
    return 0


def show_command(benches: Sequence[Bench]) -> int:
    for one in benches:
        one.write_hello()
        echo(shlex.join(one.command))
    return 0


def exchange(benches: Sequence[Bench]) -> int:
    """0 if the codecs were run: what they do not understand of one another stands in the files that are written."""
    return company(benches, EXCHANGED, INTEROP, "--codec=reference", "--timeout", TIMEOUT) > 1


def compare(benches: Sequence[Bench]) -> int:
    """0 if the codecs were run: the bytes on which each two disagree stand in the files that are written."""
    return company(benches, READ, BYTES, "--together", TOGETHER, "--short", SHORT, "--timeout", SOON) > 1


def company(benches: Sequence[Bench], features: Sequence[str], path: Path, *options: str) -> int:
    """The exit status of `goldenwire interop` with these codecs and features, which writes the files."""
    ready(benches)
    taking = [f"--codec={one.id}={shlex.join(one.command)}" for one in benches]
    vectors = load(FORMAT, select=[f"{FORMAT}/{name}/*" for name in features])
    taking += [f"--select={one.id}" for one in vectors if len(bytes(one.record.value)) <= LARGEST]
    memory = str(max(one.language.memory for one in benches))
    written = [f"--{kind}={path.with_suffix(f'.{kind}')}" for kind in ("json", "html", "markdown")]
    limits = ("--memory", memory, "--examples", "0", "--search", "0")
    return goldenwire("interop", FORMAT, "--quiet", *taking, *options, *limits, *written)


def show(benches: Sequence[Bench]) -> int:
    echo(publish(benches))
    return 0


def find(benches: Sequence[Bench]) -> int:
    """0 if each command shows what it is said to."""
    ready(benches)
    wrong = list(rerun())
    echo("\n".join(wrong) or "each finding is as it was")
    return 1 if wrong else 0


def just_install(benches: Sequence[Bench]) -> int:
    ready(benches)
    return 0


COMMANDS: Mapping[str, Callable[[Sequence[Bench]], int]] = {
    "install": just_install,
    "list": show_list,
    "command": show_command,
    "check": check,
    "known": write,
    "explain": explain,
    "interop": exchange,
    "bytes": compare,
    "publish": show,
    "findings": find,
}


def main() -> int:
    """The exit status of the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args()
    try:
        benches = chosen(given.ids, quick=given.quick)
        if given.command == "bytes" and not given.ids:
            benches = [one for one in benches if one.options == "default"]
        return COMMANDS[given.command](benches)
    except (InstallError, ValueError) as error:
        echo(f"Error: {error}", err=True)
        return 2


if __name__ == "__main__":
    sys.exit(main())
