"""`make bench-compare OLD=...`: report which lines of the benchmarks moved beyond the noise.

OLD is a git revision, or the build/bench.json of an earlier run.

A revision is unpacked under build/. Its rounds alternate with rounds of this tree, so that a disturbance affects both.
A figure has moved if the difference has the same sign in every round (the sign test) and is larger than a share.

For an earlier run only ratios are compared, since it may have used another machine, or a busier one. A figure has moved
if all of its new values lie on one side of all of its old values (Wilcoxon's rank test, at its extreme), by that share.
This tree is measured at the size that the file states.
"""

import io
import json
import math
import re
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench import PARTS, ROOT, Rounds, lines, machine, options
from bench_size import FULL

ROUNDS, FEWEST = 7, 3
SHARE = 0.03  # of the old figure; smaller changes are ignored

TARGET = re.compile(r"[;,]? ?\(?at (?:most|least) [\d.,]+: (?:met|missed)\)?")
NUMBER = re.compile(r"(?<![\w.])[+-]?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?(?![\d.])")
UNIT = re.compile(r" ?(times|of (?=that|tobytes|the payload)|ns|us|ms|s\b|MB/s|MB\b|GiB/s|cases/s|/s)")
RATIOS = {"times", "of"}


class Figure(NamedTuple):
    """Identity of a figure: part of the benchmarks, line with the headings above it, place in the line, unit."""

    part: str
    line: str
    place: int
    unit: str


class Moved(NamedTuple):
    """A figure that moved: the two medians, and the change as a share of the old one."""

    figure: Figure
    old: float
    new: float
    share: float


def read(part: str, text: Iterable[str]) -> dict[Figure, float]:
    """Return the figures in a part's lines. A line's name is the text before its colon, or else all but its numbers."""
    found: dict[Figure, float] = {}
    above: dict[int, str] = {}
    seen: Counter[str] = Counter()
    for line in text:
        depth = len(line) - len(line.lstrip())
        plain = TARGET.sub("", line.strip())
        name, colon, rest = plain.partition(": ")
        if not colon:
            name, rest = NUMBER.sub("#", plain), plain
        above = {indent: words for indent, words in above.items() if indent < depth} | {depth: name}
        whole = " / ".join(above.values())
        seen[whole] += 1
        if seen[whole] > 1:
            whole += f" ({seen[whole]})"
        for place, (value, unit) in enumerate(_measured(rest)):
            found[Figure(part, whole, place, unit)] = value
    return found


def _measured(text: str) -> Iterator[tuple[float, str]]:
    """Yield each number that has a unit, with the unit."""
    for number in NUMBER.finditer(text):
        if unit := UNIT.match(text, number.end()):
            yield float(number[0].replace(",", "")), unit[1].strip()


def tabled(rounds: Rounds) -> dict[Figure, list[float]]:
    """Return the values, round by round, of every figure that occurs in all rounds."""
    found: dict[Figure, list[float]] = {}
    for part, texts in rounds.items():
        each = [read(part, text) for text in texts]
        for figure in each[0] if each else ():
            if all(figure in one for one in each):
                found[figure] = [one[figure] for one in each]
    return found


def paired(old: Sequence[float], new: Sequence[float]) -> float | None:
    """Return the share by which a figure measured in alternating rounds moved; None if it did not."""
    differences = [now - was for was, now in zip(old, new, strict=True)]
    one_sign = min(differences) > 0 or max(differences) < 0
    return _large(median(differences), median(old)) if one_sign else None


def apart(old: Sequence[float], new: Sequence[float]) -> float | None:
    """Return the share by which a figure of two separate runs moved; None if their ranges of values touch."""
    outside = min(new) > max(old) or max(new) < min(old)
    return _large(median(new) - median(old), median(old)) if outside else None


def _large(difference: float, old: float) -> float | None:
    share = difference / old if old else math.copysign(math.inf, difference)
    return share if abs(share) > SHARE else None


def compare(old: Rounds, new: Rounds, *, in_turns: bool) -> Iterator[str]:
    """Yield lines on the figures that moved, are missing or are new, and on how many would have moved by chance."""
    before, after = tabled(old), tabled(new)
    both = [figure for figure in before if figure in after and (in_turns or figure.unit in RATIOS)]
    test = paired if in_turns else apart
    moved = [
        Moved(figure, median(before[figure]), median(after[figure]), share)
        for figure in both
        if (share := test(before[figure], after[figure])) is not None
    ]
    for (part, line), each in groupby(moved, key=lambda one: one.figure[:2]):
        yield f"moved  {part}: {line}"
        for figure, was, now, share in each:
            yield f"         {was:,.4g} -> {now:,.4g} {figure.unit} ({share:+.0%})"
    for words, these, others in (("gone ", before, after), ("new  ", after, before)):
        for part, line in dict.fromkeys(one[:2] for one in these):
            if (part, line) not in {one[:2] for one in others}:
                yield f"{words}  {part}: {line}"
    rounds = [min(map(len, each.values()), default=0) for each in (old, new)]
    chance = 2 / 2 ** rounds[0] if in_turns else 2 / math.comb(sum(rounds), rounds[0])
    yield (
        f"{len(moved)} of {len(both)} figures moved by more than {SHARE:.0%}. One that has not is said to have by "
        f"chance in {chance:.1%} at most, which of {len(both)} is {chance * len(both):.1f}"
    )


def in_turns(revision: str, parts: Sequence[str], rounds: int, size: str) -> tuple[Rounds, Rounds]:
    """Return the lines of a revision and of this tree, measured in alternating rounds; the order alternates too."""
    old: Rounds = {part: [] for part in parts}
    new: Rounds = {part: [] for part in parts}
    sides = [(old, unpacked(revision)), (new, ROOT)]
    if size != FULL and not (sides[0][1] / "tests" / "bench_size.py").exists():
        sys.exit(f"OLD={revision}: its bench has no {size} size; leave SIZE out")
    for number in range(1, rounds + 1):
        for part in parts:
            for found, tree in sides:
                _say(f"round {number} of {rounds}, {part}, {'this tree' if tree is ROOT else revision}")
                found[part].append(list(lines(part, tree, size=size)))
        sides.reverse()
    return old, new


def unpacked(revision: str) -> Path:
    """Return a folder under build/ with the files of a revision. Exits with a message if there is no such revision."""
    git = ["git", "-C", str(ROOT)]
    asked = subprocess.run(
        [*git, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"],
        capture_output=True,
        text=True,
        check=False,
    )
    if asked.returncode:
        sys.exit(f"OLD={revision}: neither a file nor a revision of git")
    folder = ROOT / "build" / "compare" / asked.stdout.strip()[:12]
    if not folder.exists():
        archive = subprocess.run([*git, "archive", asked.stdout.strip()], capture_output=True, check=True).stdout
        half = folder.with_suffix(".half")
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(half, filter="data")
        half.replace(folder)
    return folder


def later(path: Path, parts: Sequence[str], rounds: int, size: str | None = None) -> tuple[Rounds, Rounds]:
    """Return the lines of an earlier run, and of this tree at the same size.

    Exits with a message if that run has too few rounds, or is not of the size that is asked for.
    """
    kept = json.loads(path.read_text())
    measured = kept.get("size", FULL)  # older files state none
    if size not in {None, measured}:
        sys.exit(f"{path}: measured at {measured} size, which SIZE={size} cannot be compared with; leave SIZE out")
    old: Rounds = {part: kept["lines"][part] for part in parts or kept["lines"] if part in kept["lines"]}
    few = min(map(len, old.values()), default=0)
    if few < FEWEST:
        sys.exit(f"{path}: {few} rounds have no spread; `make bench ROUNDS={FEWEST}` writes one that does")
    for name, was in kept["machine"].items():
        if machine()[name] != was:
            _say(f"the machine is another: its {name} was {was}, and is {machine()[name]}")
    new: Rounds = {part: [] for part in old}
    for number in range(1, rounds + 1):
        for part, found in new.items():
            _say(f"round {number} of {rounds}, {part}, {measured} size")
            found.append(list(lines(part, size=measured)))
    return old, new


def _say(words: str) -> None:
    sys.stderr.write(f"{words}\n")


def main() -> None:
    parser = options("Say which lines of the bench moved.", ROUNDS)
    parser.add_argument("old")
    given = parser.parse_args()
    if given.rounds < FEWEST:
        sys.exit(f"ROUNDS={given.rounds}: at least {FEWEST} are needed to tell a change from noise")
    path = Path(given.old)
    if path.is_file():
        done = f"{path}, by the spread of its ratios"
        old, new = later(path, given.parts, given.rounds, given.size)
    else:
        done = f"{given.old}, measured in turns"
        old, new = in_turns(given.old, given.parts or [*PARTS], given.rounds, given.size or FULL)
    sys.stdout.write(f"compared with {done}, {given.rounds} rounds\n")
    sys.stdout.writelines(f"{line}\n" for line in compare(old, new, in_turns=not path.is_file()))


if __name__ == "__main__":
    main()
