"""Tables of the cost of a small case, here and elsewhere, generated from `peers.json` of `make bench-peers`."""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from docs.curves import beside, figure

FIGURES = Path(__file__).parent / "peers.json"


@cache
def data() -> Any:
    """Return the last measurements."""
    return json.loads(FIGURES.read_text())


def write(machine: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Store the measurements."""
    FIGURES.write_text(json.dumps({"machine": machine, **found}, indent=1) + "\n")
    data.cache_clear()


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    first, *others = heads
    lines = [(first, *others), ("---", *("--:" for _ in others)), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def others() -> str:
    """Return the table of the cost of one more case in each harness."""
    costs = data()["costs"]
    ours = next(iter(costs.values()))["median"]
    rows = (
        (name, figure(one["median"]), f"{figure(one['least'])} to {figure(one['most'])}",
         figure(one["median"] / ours))
        for name, one in costs.items()
    )  # fmt: skip
    return _table(("who asks", "us a case", "in several rounds", "times goldenwire"), rows)


def way() -> str:
    """Return the table of the harness's time for a case, part by part."""
    found = data()["way"]
    rows = [*found["parts"].items(), ("together", sum(found["parts"].values()))]
    return _table(("part", "us of the processor"), ((name, f"{took:.2f}") for name, took in rows))


def system() -> str:
    """Return a sentence on the share of system calls."""
    return f"{data()['way']['system']:.2f} us of it are the system's: polls, reads and writes of many cases at a time."


def processes() -> str:
    """Return the table of throughput with several processes of a codec that takes no time."""
    rows = ((jobs, f"{rate:,.0f}", f"{busy:.0%}") for jobs, (rate, busy) in data()["processes"].items())
    return _table(("codec processes", "cases a second", "the harness is busy"), rows)


def sentence() -> str:
    """Return the figures for README.md in a sentence."""
    ours, bowtie, process = data()["costs"].values()
    least, most = sorted(round(other["median"] / ours["median"]) for other in (bowtie, process))
    return (
        f"A case of a codec in C costs {ours['median']:.1f} us, judged and written; "
        f"Bowtie and a process for each case take {least:,} and {most:,} times as long"
    )


PARTS: Mapping[str, Callable[[], str]] = {
    "others": others,
    "way": way,
    "system": system,
    "processes": processes,
    "machine": lambda: beside(data()["machine"]),
}


def part(name: str) -> str:
    """Return one of the tables, or the machine of the measurements."""
    return PARTS[name]()
