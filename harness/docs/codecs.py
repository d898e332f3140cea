"""Tables of the bench of MessagePack codecs, generated from `codecs.json`, which `make publish` of the bench writes."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

BENCH = Path(__file__).parents[1] / "adapters/msgpack-bench"
FAMILIES = ("GEN", "BOOL", "INT", "FLOAT", "STR", "BIN", "ARRAY", "MAP", "EXT", "TIME", "ENC", "LIM")
NAMED = 5  # codecs listed by name, unless they are the largest group

Json = Any


@cache
def data() -> Json:
    """Return the published results."""
    return json.loads((Path(__file__).parent / "codecs.json").read_text())


def table(heads: list[str], rows: Iterator[list[str]]) -> str:
    """Return a table in Markdown; the first column is aligned left, the others right."""
    lines = [f"| {' | '.join(heads)} |", f"| --- |{' --: |' * (len(heads) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def share(held: int, answered: int) -> str:
    """Return the share of answers that held: "all", or whole per cent."""
    if not answered:
        return "-"
    return "all" if held == answered else f"{100 * held // answered} %"


def families() -> str:
    """Return the table of codecs by family of requirements: the share of correct answers."""

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
    """Return the table of requirements: how many codecs keep each in all answers, with default and careful options."""
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
    """Return the table of writers by readers, with default options: the share that the reader read correctly."""
    matrix = data()["interop"]["matrix"]
    names = [name for name in matrix if not name.endswith("-careful")]

    def rows() -> Iterator[list[str]]:
        for number, writer in enumerate(names, 1):
            yield [f"{number} `{writer}`", *(share(*matrix[writer][reader][:2]) for reader in names)]

    return table(["writes ↓ reads →", *(str(number) for number, _ in enumerate(names, 1))], rows())


def exchange() -> str:
    """Return a sentence on the exchange, and for each codec how much the others read of it, and it of them."""
    found = data()["interop"]
    matrix = found["matrix"]
    names = list(matrix)

    def among(places: Iterable[tuple[str, str]]) -> str:
        chosen = [matrix[writer][reader] for writer, reader in places]
        return share(sum(read for read, _, _ in chosen), sum(of for _, of, _ in chosen))

    def rows() -> Iterator[list[str]]:
        for name in names:
            others = [other for other in names if other != name]
            yield [f"`{name}`", among((name, each) for each in others), among((each, name) for each in others)]

    asked = max(of + declined for readers in matrix.values() for _, of, declined in readers.values())
    ended = f"All of {asked}" if found["complete"] else f"The exchange was ended early, after {asked}"
    said = f"{ended} values, from each of {len(names)} writers to each of as many readers, the reference among them."
    return f"{said}\n\n{table(['codec', 'others read of it', 'it reads of others'], rows())}"


def disagreements() -> str:
    """Return the table of the values that the most pairs disagree on; only the smallest of each pair count."""

    def rows() -> Iterator[list[str]]:
        for case, count, observed, why in data()["interop"]["disagreements"]:
            yield [f"`{case.removeprefix('msgpack/')}`", str(count), _plain(observed), _plain(why)]

    return table(["case", "pairs", "for example", "who is right"], rows())


def octets() -> str:
    """Return the smallest bytes on which each pair disagrees, numbered, with the answers; then each pair's number."""
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
    """Return the smallest bytes on which two codecs disagree; None if they never do, though both may be wrong."""
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
    """Yield each answer to the bytes with the codecs that give it; messages of refusals are ignored."""
    doing: dict[str, list[str]] = {}
    for name, told in did.items():
        kind = told[0].split()[0].rstrip(":")
        does = {"value": f"read {_plain(told[0].removeprefix('value '))}", "rejected": "refuse"}.get(kind, "break down")
        doing.setdefault(does, []).append(f"`{name}`")
    *few, (most, does) = sorted(((names, does) for does, names in doing.items()), key=lambda each: len(each[0]))
    yield from (f"{', '.join(names)}: {does}" for names, does in few)
    yield f"{', '.join(most) if len(most) <= NAMED else f'{len(most)} others'}: {does}"


def findings() -> str:
    """Return a table of the findings, then each with its command, the output of the command, and the report."""
    found = yaml.safe_load((BENCH / "findings.yaml").read_text())
    rows = ([f"{number}. {one['title']}", f"`{one['codec']}`", one["found_by"]] for number, one in enumerate(found, 1))
    parts = [table(["finding", "codec", "found by"], rows)]
    for number, one in enumerate(found, 1):
        cases = ", ".join(f"`{case}`" for case in one["cases"])
        parts += [
            f"### {number}. {one['title']}",
            f"`{one['codec']}`; found by {one['found_by']}; cases {cases}.",
            f"```sh\n{one['command']}\n```",
            f"It prints `{one['prints']}`; due is {one['due']}. In public issue threads: {one['threads']}.",
            f'??? note "A report to its authors"\n    {_plain(one["report"])}',
        ]
    return "\n\n".join(parts)


def _plain(text: str) -> str:
    """Return the text on one line, with Markdown escaped."""
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
    """Return one of the tables."""
    return PARTS[name]()
