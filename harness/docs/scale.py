"""Tables of the cost of long soaks, generated from `scale.json`, which `make bench-dask` writes."""

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
    """Return the last measurements."""
    return json.loads(FIGURES.read_text())


def write(machine: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Store the measurements."""
    FIGURES.write_text(json.dumps({"machine": machine, **found}, indent=1) + "\n")


def spread() -> str:
    """Return the table of examples a second on local and Dask workers, against linear, and an example's cost."""
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
    """Return a phrase on the share of a core that idle Dask clusters use."""
    return ", ".join(f"{cores:.2f} of a core with {workers}" for workers, cores in data()["idle"].items())


def formats() -> str:
    """Return the table of an example's cost in each format, and of the cost of MANY."""
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
    """Return one of the tables, or the machine of the measurements."""
    return PARTS[name]()
