"""The section of vectors/README.md on how well the vectors are tested, from figures stored by `strength`.

`goldenwire strength FORMAT --figures vectors/strength.json` stores them; `make trust` writes the section.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from goldenwire import formats, system
from goldenwire.errors import UserError
from goldenwire.strength.equivalent import Equivalents
from goldenwire.strength.report import spared
from goldenwire.strength.trial import MutantVerdict
from goldenwire_suite.mutations.engine import Mutant

FILE = "strength.json"
BEGIN, END = "<!-- made by `make trust`; do not edit -->\n", "<!-- end -->\n"


MUTANTS = (
    "A mutant is a codec with a single change, such as a slip of its author, run on the vectors alone (`goldenwire",
    "strength`). Killed: some vector fails. Listed: no answer can show the change, and `equivalent.yaml` says why.",
    "Unexplained: all others. The kill rate leaves out the mutants that are not built or listed.",
)


class MutantRun(NamedTuple):
    """A run on the mutants of a codec: its format, the content of the vectors, and the number of mutants."""

    format: str
    codec: str
    content: str
    mutants: int


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """The results for the mutants of one codec, all or a sample, with vectors of this content."""

    format: str
    codec: str
    content: str
    mutants: int
    tried: int
    stillborn: int
    killed: int
    listed: dict[str, int]  # listed survivors, by kind
    survivors: list[str]


def figures(run: MutantRun, results: Mapping[Mutant, MutantVerdict], listed: Equivalents) -> Figures:
    """Return the figures of a run."""
    fates = Counter(verdict.fate for verdict in results.values())
    kinds: Counter[str] = Counter()
    survivors = []
    for mutant, verdict in results.items():
        if spared(mutant, verdict, listed) and (entry := listed.entry(mutant)):
            kinds[entry.kind] += 1
        elif verdict.fate == "survived":
            survivors.append(mutant.id)
    return Figures(*run, len(results), fates["stillborn"], fates["killed"], dict(kinds), survivors)


def keep(path: Path, new: Figures) -> None:
    """Store the figures of a codec in place of its earlier ones."""
    others = [one for one in read(path) if (one.format, one.codec) != (new.format, new.codec)]
    lines = [
        msgspec.json.encode(one).decode() for one in sorted([*others, new], key=lambda one: (one.format, one.codec))
    ]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def read(path: Path) -> list[Figures]:
    """Return the stored figures; empty if there is no file. Raises UserError."""
    try:
        return msgspec.json.decode(system.read_regular(path), type=list[Figures]) if path.is_file() else []
    except msgspec.ValidationError as error:
        raise UserError(f"{path}: {error}") from None


def section(root: Path) -> Iterator[str]:
    """Yield the lines of the section, for the vectors in this folder."""
    from goldenwire.corpus.vector import VERDICTS
    from goldenwire_suite import coverage

    yield "| format | vectors | requirements | mutations, each caught by a vector |"
    yield "| --- | --: | --: | --: |"
    trees = formats.trees(root)
    for name in trees.formats:
        path = root / coverage.path(name)
        told = coverage.read(system.read_regular(path)) if path.is_file() else {}
        caught = {one["name"] for each in told.values() for one in each.get("mutations", ()) if "caught" in one}
        count = sum(trees.facts(name).vectors.get(verdict, 0) for verdict in VERDICTS)
        yield f"| {name} | {count:,} | {len(told):,} | {len(caught):,} |"
    yield ""
    yield from MUTANTS
    yield ""
    yield "| format | codec | mutants | tried | not built | killed | listed | unexplained | kill rate |"
    yield "| --- | --- | --: | --: | --: | --: | --: | --: | --: |"
    today = {name: trees.identity([name])["content"] for name in trees.formats}
    old = False
    for one in read(root / FILE):
        counted = one.killed + len(one.survivors)
        share = f"{100 * one.killed / counted:.1f} %" if counted else ""
        mark = "" if today.get(one.format) == one.content else " *"
        old |= bool(mark)
        numbers = (one.mutants, one.tried, one.stillborn, one.killed, sum(one.listed.values()), len(one.survivors))
        yield f"| {one.format} | {one.codec}{mark} | {' | '.join(f'{number:,}' for number in numbers)} | {share} |"
    if old:
        yield ""
        yield "\\* tried with earlier vectors"


def write(root: Path) -> None:
    """Rewrite the section of the README in this folder. Raises UserError if the README has no markers for it."""
    path = root / "README.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(with_section(text, root), encoding="utf-8")


def with_section(text: str, root: Path) -> str:
    """Return the README with an updated section. Raises UserError if it has no markers for it."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise UserError(f"{root / 'README.md'} has no lines {BEGIN.strip()} and {END.strip()}")
    return before + begin + "".join(f"{line}\n" for line in section(root)) + end + after


if __name__ == "__main__":
    write(Path(sys.argv[1]))
