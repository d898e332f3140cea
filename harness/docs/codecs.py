"""Tables of the bench of MessagePack codecs, made from `codecs.json`, which `make publish` of the bench writes."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

BENCH = Path(__file__).parents[1] / "goldenwire/adapters/msgpack-bench"
FAMILIES = ("GEN", "BOOL", "INT", "FLOAT", "STR", "BIN", "ARRAY", "MAP", "EXT", "TIME", "ENC", "LIM")
SHOWN = 25  # disagreements, those of the most pairs
NAMED = 5  # codecs that do the same with bytes, if nobody else does more often

Json = Any


@cache
def data() -> Json:
    """What was published last."""
    return json.loads((Path(__file__).parent / "codecs.json").read_text())


def table(heads: list[str], rows: Iterator[list[str]]) -> str:
    """A table in Markdown; the first column is text, the others stand at the right."""
    lines = [f"| {' | '.join(heads)} |", f"| --- |{' --: |' * (len(heads) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def share(held: int, answered: int) -> str:
    """Held of answered: all of them, or the whole per cent."""
    if not answered:
        return "-"
    return "all" if held == answered else f"{100 * held // answered} %"


def families() -> str:
    """Codecs by families of requirements: which part of the questions they answer rightly."""

    def rows() -> Iterator[list[str]]:
        for codec in data()["codecs"]:
            sums = {family: [0, 0] for family in FAMILIES}
            for name, (held, answered, _) in codec["requirements"].items():
                family = name.split("-")[1]
                if family in sums:
                    sums[family][0] += held
                    sums[family][1] += answered
            yield [f"`{codec['id']}`", *(share(*sums[family]) for family in FAMILIES)]

    return table(["codec", *FAMILIES], rows())


def requirements() -> str:
    """Requirements by how many codecs keep them in all that they were asked, with default and with careful options."""
    names = sorted({name for codec in data()["codecs"] for name in codec["requirements"]})
    users = {
        options: [one for one in data()["codecs"] if one["options"] == options] for options in ("default", "careful")
    }

    def rows() -> Iterator[list[str]]:
        for name in names:
            kept = []
            for codecs in users.values():
                sums = [one["requirements"][name] for one in codecs if name in one["requirements"]]
                asked = [each for each in sums if each[1]]
                kept.append(f"{sum(held == answered for held, answered, _ in asked)} of {len(asked)}")
            yield [f"[{name}](spec/msgpack.md#{name})", *kept]

    return table(["requirement", "default", "careful"], rows())


def interop() -> str:
    """Writers by readers, by default: which part of what the one wrote the other read as it was meant."""
    names = [name for name in data()["interop"]["codecs"] if not name.endswith("-careful")]
    cells = _exchanged()

    def rows() -> Iterator[list[str]]:
        for number, writer in enumerate(names, 1):
            shares = (share(cells[writer, reader]["read"], cells[writer, reader]["of"]) for reader in names)
            yield [f"{number} `{writer}`", *shares]

    return table(["writes ↓ reads →", *(str(number) for number, _ in enumerate(names, 1))], rows())


def exchange() -> str:
    """What was exchanged, in a sentence; and of each codec how much the others read of it, and it of them."""
    found, cells = data()["interop"], _exchanged()
    names = found["codecs"]

    def among(places: Iterable[tuple[str, str]]) -> str:
        chosen = [cells[place] for place in places]
        return share(sum(cell["read"] for cell in chosen), sum(cell["of"] for cell in chosen))

    def rows() -> Iterator[list[str]]:
        for name in names:
            others = [other for other in names if other != name]
            yield [f"`{name}`", among((name, each) for each in others), among((each, name) for each in others)]

    asked = max(cell["of"] + cell["declined"] for cell in found["cells"])
    ended = f"All of {asked}" if found["complete"] else f"The exchange was ended early, after {asked}"
    said = f"{ended} values, from each of {len(names)} writers to each of as many readers, the reference among them."
    return f"{said}\n\n{table(['codec', 'others read of it', 'it reads of others'], rows())}"


def _exchanged() -> dict[tuple[str, str], Json]:
    return {(cell["writer"], cell["reader"]): cell for cell in data()["interop"]["cells"]}


def disagreements() -> str:
    """What writers and readers do not understand of one another, the smallest of each two: those of the most pairs."""
    pairs: Counter[str] = Counter()
    shown: dict[str, list[str]] = {}
    for cell in data()["interop"]["cells"]:
        for _, case, observed, why in cell["smallest"]:
            pairs[case] += 1
            shown.setdefault(case, [_plain(observed), _plain(why)])

    def rows() -> Iterator[list[str]]:
        for case, count in pairs.most_common(SHOWN):
            yield [f"`{case.removeprefix('msgpack/')}`", str(count), *shown[case]]

    return table(["case", "pairs", "for example", "who is right"], rows())


def octets() -> str:
    """The smallest bytes on which each two disagree: numbered, with who does what; then the number for each two."""
    found = data()["bytes"]
    least = {tuple(pair["codecs"]): smallest(pair) for pair in found["pairs"]}
    pairs = Counter(each for each in least.values() if each is not None)
    numbers = {each: at for at, each in enumerate(sorted(pairs, key=_size), 1)}

    def inputs() -> Iterator[list[str]]:
        for each, number in numbers.items():
            part = {name for two, least_of in least.items() if least_of == each for name in two}
            did = {name: told for name, told in found["inputs"][each].items() if name in part}
            due = sorted({told[1] for told in did.values() if len(told) > 1})
            yield [f"{number} `{each or 'none'}`", str(pairs[each]), _plain("; or ".join(due)), "; ".join(_doing(did))]

    names = list(dict.fromkeys(name for two in least for name in two))

    def rows() -> Iterator[list[str]]:
        for number, name in enumerate(names, 1):
            cells = (_cell(numbers, least, (name, other)) for other in names)
            yield [f"{number} `{name}`", *cells]

    heads = ["bytes", "pairs", "due", "who does what"]
    grid = table(["", *(str(number) for number, _ in enumerate(names, 1))], rows())
    return f"{table(heads, inputs())}\n\n{grid}"


def smallest(pair: Json) -> str | None:
    """The smallest bytes on which two disagree; none where they never do, though both may be wrong."""
    apart = (octets for manner, octets in pair["smallest"].items() if manner != "off-spec")
    return min(apart, key=_size, default=None)


def _size(octets: str) -> tuple[int, str]:
    return len(octets), octets


def _cell(numbers: Mapping[str, int], least: Mapping[tuple[str, str], str | None], two: tuple[str, str]) -> str:
    if two[0] == two[1]:
        return ""
    found = least.get(two, least.get((two[1], two[0])))
    return "-" if found is None else str(numbers[found])


def _doing(did: Mapping[str, list[str]]) -> Iterator[str]:
    """What codecs do with bytes, each with those that do it; the words of a refusal are nobody's concern."""
    doing: dict[str, list[str]] = {}
    for name, told in did.items():
        kind = told[0].split()[0].rstrip(":")
        does = {"value": f"read {_plain(told[0].removeprefix('value '))}", "rejected": "refuse"}.get(kind, "break down")
        doing.setdefault(does, []).append(f"`{name}`")
    *few, (most, does) = sorted(((names, does) for does, names in doing.items()), key=lambda each: len(each[0]))
    yield from (f"{', '.join(names)}: {does}" for names, does in few)
    yield f"{', '.join(most) if len(most) <= NAMED else f'{len(most)} others'}: {does}"


def findings() -> str:
    """The findings, each with its command, what that prints, and the report."""
    parts = []
    for number, one in enumerate(yaml.safe_load((BENCH / "findings.yaml").read_text()), 1):
        cases = ", ".join(f"`{case}`" for case in one["cases"])
        parts += [
            f"### {number}. {one['title']}",
            f"`{one['codec']}`; cases {cases}.",
            f"```sh\n{one['command']}\n```",
            f"It prints `{one['prints']}`; due is {one['due']}. In public issue threads: {one['threads']}.",
            f'??? note "A report to its authors"\n    {_plain(one["report"])}',
        ]
    return "\n\n".join(parts)


def _plain(text: str) -> str:
    """Text on one line, in which nothing is Markdown."""
    for letter in "\\`*_{}[]<>#|":
        text = text.replace(letter, f"\\{letter}")
    return text.replace("\n", " ")


PARTS: Mapping[str, Callable[[], str]] = {
    "families": families,
    "requirements": requirements,
    "interop": interop,
    "exchange": exchange,
    "disagreements": disagreements,
    "octets": octets,
    "findings": findings,
}


def part(name: str) -> str:
    """One of the tables."""
    return PARTS[name]()
