"""What mutants came to, as text: the kill rate, by kind; the survivors, each with its place and its change."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from goldenwire.strength.mutants import Mutant, source_of
from goldenwire.strength.trial import Verdict

Results = Mapping[Mutant, Verdict]


def rate(verdicts: Iterable[Verdict]) -> str:
    """The share of mutants that were killed, in words."""
    fates = Counter(verdict.fate for verdict in verdicts)
    tried = fates["killed"] + fates["survived"]
    share = f"{100 * fates['killed'] / tried:.1f} %" if tried else "none"
    return f"{fates['killed']:,} of {tried:,} killed ({share})"


def lines(means: str, results: Results, left_out: Mapping[str, int], idle: Sequence[str]) -> Iterator[str]:
    """The report on one means: vectors, or properties."""
    yield f"{means} alone: {rate(results.values())}"
    stillborn = sum(verdict.fate == "stillborn" for verdict in results.values())
    if stillborn:
        yield f"  {stillborn:,} do not even start, and are not counted"
    if left_out:
        yield f"  {sum(left_out.values()):,} are listed as equivalent:"
        yield from (f"    {count:,}: {why}" for why, count in sorted(left_out.items(), key=lambda item: -item[1]))
    yield from (f"  IDLE {sentence}" for sentence in idle)
    kinds = Counter(mutant.kind for mutant, verdict in results.items() if verdict.fate != "stillborn")
    alive = [mutant for mutant, verdict in results.items() if verdict.fate == "survived"]
    living = Counter(mutant.kind for mutant in alive)
    yield "  " + ", ".join(f"{kind} {count - living[kind]}/{count}" for kind, count in sorted(kinds.items()))
    for mutant in sorted(alive, key=lambda mutant: (mutant.module, mutant.start)):
        yield from survivor(mutant)


def survivor(mutant: Mutant) -> Iterator[str]:
    """A mutant that lives: its place, and the lines that it changes."""
    source = source_of(mutant.module)
    name = f"{mutant.module.rpartition('.')[2]}.py:{mutant.line}"
    yield f"SURVIVED {mutant.id} {name} {mutant.function or 'the module'} ({mutant.kind})"
    first = source.rfind("\n", 0, mutant.start) + 1
    end = source.find("\n", mutant.start + len(mutant.old))
    before = source[first : end if end >= 0 else len(source)]
    at = mutant.start - first
    after = before[:at] + mutant.new + before[at + len(mutant.old) :]
    yield from (f"  - {line}" for line in before.splitlines())
    yield from (f"  + {line}" for line in after.splitlines())


def only_killers(kills: Mapping[Mutant, Sequence[str]], cases: Iterable[str]) -> Iterator[str]:
    """The cases that kill a mutant that no other kills, and those that kill none; `kills` has all killers of each."""
    alone = Counter(by[0] for by in kills.values() if len(by) == 1)
    killing = {case for by in kills.values() for case in by}
    yield f"{len(alone):,} cases are the only killers of a mutant:"
    yield from (f"  {count:,} {case}" for case, count in alone.most_common())
    idle = [case for case in cases if case not in killing]
    yield f"{len(idle):,} cases kill none of these mutants:"
    yield from (f"  {case}" for case in idle)
