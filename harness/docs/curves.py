"""Curves of cost against size, generated from `curves.json`, which `make bench-curves` writes.

`python -m docs.curves` draws the pictures again, with matplotlib (the extra `bench`). Reading a page does not need it.
"""

import io
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import linear_regression
from textwrap import indent
from typing import Any, NamedTuple

from goldenwire_reference.wording import plural

FIGURES = Path(__file__).parent / "curves.json"
PICTURES = Path(__file__).parent / "pages" / "curves"
LOOKS = (("#0969da", "o", "-"), ("#bc4c00", "s", "--"))  # of series: colour, marker, line
STYLE: dict[Any, Any] = {  # by matplotlib's names
    "font.family": "sans-serif",
    "font.size": 10,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "goldenwire",  # so that the same figures make the same bytes
    "axes.edgecolor": "#59636e",
    "axes.grid": True,
    "grid.color": "#d0d7de",
    "axes.spines.top": False,
    "axes.spines.right": False,
}

Point = Mapping[str, float]


class Panel(NamedTuple):
    """A quantity against size: its title, its unit, and how to read it from a point."""

    title: str
    unit: str
    read: Callable[[Point], float]


class Curve(NamedTuple):
    """A picture: its title, the name of its size axis, its panels, how a size is written, and the sizes on the axis."""

    title: str
    sizes: str
    panels: tuple[Panel, ...]
    write: Callable[[float], str] = "{:,.0f}".format
    ticks: tuple[int, ...] = ()


def octets(count: float) -> str:
    """Return a number of bytes for people."""
    for unit in ("bytes", "KiB"):
        if count < 1024:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:,.0f} MiB"


MEMORY = Panel("most memory of the harness", "MiB", lambda one: one["mib"])
TIME = Panel("processor time of harness and codec", "s", lambda one: one["harness"] + one["codec"])
EACH = Panel(
    "processor time of harness and codec",
    "ms a message",
    lambda one: (one["harness"] + one["codec"]) / one["done"] * 1e3,
)
RATE = Panel("throughput by the clock", "cases/s", lambda one: one["done"] / one["clock"])
HARNESS = Panel("processor time of the harness", "us a case", lambda one: one["harness"] / one["done"] * 1e6)
CURVES = {
    "cases": Curve("A check of small cases, codec in C", "cases", (TIME, MEMORY), ticks=(10**3, 10**4, 10**5, 10**6)),
    "messages": Curve(
        "Messages both ways, codec in C", "size of a message", (EACH, MEMORY), octets, (2**10, 2**16, 2**22, 2**28)
    ),
    "processes": Curve(
        "A codec that takes 100 us a case", "codec processes", (RATE, HARNESS), ticks=(1, 2, 3, 4, 6, 8)
    ),
    "examples": Curve(
        "Examples of a property, asked of the reference", "examples", (TIME, MEMORY), ticks=(10**2, 10**3, 10**4, 10**5)
    ),
}  # fmt: skip


@cache
def data() -> Any:
    """Return the last measurements."""
    return json.loads(FIGURES.read_text())


def write(machine: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    """Store the measurements; curves that were not measured this time stay."""
    before = data()["curves"] if FIGURES.exists() else {}
    curves = {name: {"machine": machine, "series": series} for name, series in found.items()}
    FIGURES.write_text(json.dumps({"curves": before | curves}, indent=1) + "\n")
    data.cache_clear()


def slope(points: Sequence[Point], read: Callable[[Point], float]) -> float:
    """Return the slope of the least-squares line through the logarithms: 1 is linear, 0 is flat."""
    sizes = [math.log(one["size"]) for one in points]
    return linear_regression(sizes, [math.log(read(one)) for one in points]).slope


def slopes(points: Sequence[Point], read: Callable[[Point], float]) -> tuple[float, float]:
    """Return the slopes of all points and of the upper half, in which fixed costs matter less."""
    return slope(points, read), slope(points[len(points) // 2 :], read)


def told(name: str) -> str:
    """Return a description of the picture in words."""
    curve = CURVES[name]
    lines = [f"{curve.title}: two panels over {curve.sizes}, all axes logarithmic."]
    for panel in curve.panels:
        for title, points in series(name).items():
            (first, last), (_, upper) = (points[0], points[-1]), slopes(points, panel.read)
            lines.append(
                f"{panel.title}, {title}: {figure(panel.read(first))} {panel.unit} at {curve.write(first['size'])}, "
                f"{figure(panel.read(last))} at {curve.write(last['size'])}, slope of the upper half {upper:.2f}."
            )
    return " ".join(line[0].upper() + line[1:] for line in lines)


def series(name: str) -> dict[str, list[Point]]:
    """Return the points of a curve by the titles of its series."""
    found: dict[str, list[Point]] = data()["curves"][name]["series"]
    return found


def figure(value: float) -> str:
    """Format a value with three digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(name: str) -> str:
    """Return the figures of a curve with the slopes below."""
    curve = CURVES[name]
    columns = [(panel, title, points) for panel in curve.panels for title, points in series(name).items()]
    heads = [curve.sizes, *(f"{panel.title}, {title} ({panel.unit})" for panel, title, _ in columns)]
    sizes = [one["size"] for one in columns[0][2]]
    rows = [
        [curve.write(size), *(figure(panel.read(points[at])) for panel, _, points in columns)]
        for at, size in enumerate(sizes)
    ]
    found = [slopes(points, panel.read) for panel, _, points in columns]
    rows += [
        [f"**{words}**", *(f"**{each[at]:.2f}**" for each in found)]
        for at, words in enumerate(("slope", "slope of the upper half"))
    ]
    lines = [f"| {' | '.join(heads)} |", f"|{' --: |' * len(heads)}", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def beside(machine: Mapping[str, Any]) -> str:
    """Return a sentence on the machine of a measurement, and on other work on it."""
    minutes = plural(round(machine["minutes"]), "minute")
    return (
        f"*{machine['system']}, {machine['cores']} cores, Python {machine['python']}; it took {minutes}, in which "
        f"other work on the machine had {machine['others']:.0%} of the cores' time.*"
    )


def part(name: str) -> str:
    """Return a picture with its figures for a page."""
    beneath = beside(data()["curves"][name]["machine"])
    figures = indent(table(name), "    ")
    return f'![{told(name)}](curves/{name}.svg)\n\n{beneath}\n\n??? note "The figures"\n{figures}'


def drawing(name: str) -> str:
    """Draw the picture of a curve."""
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    curve, out = CURVES[name], io.StringIO()
    with mpl.rc_context(STYLE):
        whole = Figure(figsize=(9.6, 3.7), layout=ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.1))
        whole.suptitle(curve.title)
        for panel, axes in zip(curve.panels, whole.subplots(1, len(curve.panels)), strict=True):
            powers = decades(panel.read(one) for points in series(name).values() for one in points)
            axes.set(xscale="log", yscale="log", ylim=(powers[0], powers[-1]), xlabel=curve.sizes, ylabel=panel.unit)
            axes.set_title(panel.title, fontsize=10)
            axes.set_xticks(curve.ticks, [curve.write(size) for size in curve.ticks])
            axes.set_yticks(powers, [f"{power:,.9g}" for power in powers])
            axes.minorticks_off()
            for (colour, marker, line), (title, points) in zip(LOOKS, series(name).items(), strict=False):
                every, upper = slopes(points, panel.read)
                label = f"{title}: slope {every:.2f}, upper half {upper:.2f}"
                sizes, values = [one["size"] for one in points], [panel.read(one) for one in points]
                axes.plot(sizes, values, color=colour, marker=marker, linestyle=line, markersize=4, label=label)
            axes.legend(frameon=False, fontsize=9)
        about = {"Title": curve.title, "Description": told(name), "Date": None, "Creator": None}
        whole.savefig(out, format="svg", metadata=about)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def decades(values: Iterable[float]) -> list[float]:
    """Return the powers of ten that enclose the values."""
    found = [math.log10(value) for value in values]
    return [10.0**power for power in range(math.floor(min(found)), math.ceil(max(found)) + 1)]


def draw() -> None:
    """Write all pictures."""
    PICTURES.mkdir(exist_ok=True)
    for name in data()["curves"]:
        (PICTURES / f"{name}.svg").write_text(drawing(name))


if __name__ == "__main__":
    draw()
