"""What long soaks cost, made from `scale.json`, which `make bench-dask` writes."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from docs.curves import beside

FIGURES = Path(__file__).parent / "scale.json"
MANY = 10**9  # examples


@cache
def data() -> Any:
    """What was measured last."""
    return json.loads(FIGURES.read_text())


def write(machine: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Keep what was measured."""
    FIGURES.write_text(json.dumps({"machine": machine, **found}, indent=1) + "\n")


def spread() -> str:
    """Examples a second on workers here and on those of Dask, against linear, and what an example takes of a core."""
    found, lines = data()["spread"], []
    cores = data()["machine"]["cores"]
    for name, one in found.items():
        kind, _, count = name.partition(" ")
        alone = found[f"{kind} 1"]
        fair = alone["rate"] * min(int(count), cores)
        cells = (
            f"{count} {'Dask worker' if kind == 'workers' else 'worker'}{'' if count == '1' else 's'}",
            f"{one['rate']:,.0f}",
            f"{one['rate'] / fair:.0%}",
            f"{one['ms']:.2f}",
            f"{one['ms'] / found['jobs 1']['ms'] - 1:+.0%}",
        )
        lines.append(f"| {' | '.join(cells)} |")
    heads = ("soak of daphne", "examples a second", "of linear", "ms of a core an example", "against one worker")
    return "\n".join((f"| {' | '.join(heads)} |", f"| --- |{' --: |' * 4}", *lines))


def idle() -> str:
    """What Dask's clusters take of a core while there is nothing to do."""
    return ", ".join(f"{cores:.2f} of a core with {workers}" for workers, cores in data()["idle"].items())


def formats() -> str:
    """What an example of each format costs, and what so many cost."""
    lines = [
        f"| {name} | {one['examples']:,} | {one['ms']:.2f} | {hours:,.0f} | {hours / 48:.1f} |"
        for name, one in data()["formats"].items()
        for hours in [one["ms"] * MANY / 3.6e6]
    ]
    heads = "| format, codec | examples measured | ms of a core an example | core-hours for 10^9 | days on two cores |"
    return "\n".join((heads, f"| --- |{' --: |' * 4}", *lines))


PARTS: Mapping[str, Callable[[], str]] = {
    "spread": spread,
    "formats": formats,
    "idle": lambda: f"A cluster takes of the processor while it has nothing to do, by its number of workers: {idle()}.",
    "machine": lambda: beside(data()["machine"]),
}


def part(name: str) -> str:
    """One of the tables, or the machine on which they were measured."""
    return PARTS[name]()
