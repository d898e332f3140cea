"""Tables of the bench of MessagePack codecs, made from `codecs.json`, which `make publish` of the bench writes."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

BENCH = Path(__file__).parents[1] / "goldenwire/adapters/msgpack-bench"
FAMILIES = ("GEN", "BOOL", "INT", "FLOAT", "STR", "BIN", "ARRAY", "MAP", "EXT", "TIME", "ENC", "LIM")
SHOWN = 25  # disagreements, those of the most pairs

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
    """Writers by readers: which part of what the one wrote the other read as it was meant."""
    found = data()["interop"]
    names = found["codecs"]
    cells = {(cell["writer"], cell["reader"]): (cell["read"], cell["of"]) for cell in found["cells"]}

    def rows() -> Iterator[list[str]]:
        for number, writer in enumerate(names, 1):
            yield [f"{number} `{writer}`", *(share(*cells[writer, reader]) for reader in names)]

    most = max(cell["of"] for cell in found["cells"])
    ended = "" if found["complete"] else f"The exchange was ended early, after {most} values.\n\n"
    return ended + table(["writes ↓ reads →", *(str(number) for number, _ in enumerate(names, 1))], rows())


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
    """Of each two codecs the smallest bytes on which they disagree, though not by their choices."""
    found = data()["bytes"]

    def rows() -> Iterator[list[str]]:
        for pair in found["pairs"]:
            names = " and ".join(f"`{name}`" for name in pair["codecs"])
            agreed = f"{pair['agree']:,} of {pair['of']:,}"
            apart = [each for each in pair["smallest"] if each[0] != "off-spec"]  # there they agree, and are wrong
            least = sorted(apart, key=lambda each: (len(each[1]), each[1]))[:1]
            shown = [[f"`{octets or 'none'}`", _plain(seen), _plain(why)] for _, octets, seen, why in least]
            yield [names, agreed, f"{pair['open']:,}", *(shown[0] if shown else ["-", "-", "-"])]

    return table(["codecs", "agree", "left open", "smallest", "what they read", "who is right"], rows())


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
    "disagreements": disagreements,
    "octets": octets,
    "findings": findings,
}


def part(name: str) -> str:
    """One of the tables."""
    return PARTS[name]()
