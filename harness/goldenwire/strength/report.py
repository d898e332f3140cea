"""The results of mutants as text: the kill rate, by kind; the survivors, each with its place and its change."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from goldenwire.strength.equivalent import FILE, Equivalents
from goldenwire.strength.trial import MutantVerdict
from goldenwire_reference.wording import plural
from goldenwire_suite.mutations.engine import Mutant

Results = Mapping[Mutant, MutantVerdict]


def rate(verdicts: Iterable[MutantVerdict]) -> str:
    """Return the share of mutants that were killed, in words."""
    fates = Counter(verdict.fate for verdict in verdicts)
    tried = fates["killed"] + fates["survived"]
    share = f"{100 * fates['killed'] / tried:.1f} %" if tried else "none"
    return f"{fates['killed']:,} of {tried:,} killed ({share})"


def lines(means: str, results: Results, listed: Equivalents) -> Iterator[str]:
    """Yield the report on one means: vectors, or properties. Listed survivors are shown apart, not counted."""
    counted = {mutant: verdict for mutant, verdict in results.items() if not spared(mutant, verdict, listed)}
    yield f"{means} alone: {rate(counted.values())}"
    stillborn = sum(verdict.fate == "stillborn" for verdict in results.values())
    if stillborn:
        yield f"  {stillborn:,} are not even built or started, and are not counted"
    if left_out := [mutant for mutant in results if mutant not in counted]:
        yield f"  {len(left_out):,} live and are listed in {FILE}, and are not counted:"
        entries = [entry for mutant in left_out if (entry := listed.entry(mutant))]
        reasons = Counter((entry.kind, entry.why) for entry in entries)
        yield from (f"    {count:,} {kind}: {why}" for (kind, why), count in reasons.most_common())
    kinds = Counter(mutant.kind for mutant, verdict in counted.items() if verdict.fate != "stillborn")
    alive = [mutant for mutant, verdict in counted.items() if verdict.fate == "survived"]
    living = Counter(mutant.kind for mutant in alive)
    yield "  " + ", ".join(f"{kind} {count - living[kind]}/{count}" for kind, count in sorted(kinds.items()))
    for mutant in sorted(alive, key=lambda mutant: (mutant.file, mutant.start)):
        yield from survivor(mutant)


def spared(mutant: Mutant, verdict: MutantVerdict, listed: Equivalents) -> bool:
    """Return whether the mutant survives and is listed."""
    return verdict.fate == "survived" and listed.entry(mutant) is not None


def unlisted(results: Results, listed: Equivalents) -> list[Mutant]:
    """Return the mutants that survive and are not listed."""
    return [
        mutant
        for mutant, verdict in results.items()
        if verdict.fate == "survived" and not spared(mutant, verdict, listed)
    ]


def by_case(means: str, results: Results) -> Iterator[str]:
    """Yield the results of sweeps or properties on mutants that survived so far: the rate, and kills by case."""
    yield f"{means} alone, on what survived so far: {rate(results.values())}"
    kills = Counter(verdict.by.split()[0] for verdict in results.values() if verdict.fate == "killed")
    yield from (f"  {count:,} by {name}" for name, count in kills.most_common())
    killed = {mutant: verdict for mutant, verdict in results.items() if verdict.fate == "killed"}
    yield from (f"  {mutant.id} by {verdict.by}" for mutant, verdict in killed.items())


def survivor(mutant: Mutant) -> Iterator[str]:
    """Yield the lines about a survivor: its place, and the lines that it changes."""
    yield f"SURVIVED {mutant.id} {mutant.file}:{mutant.line} {mutant.function or 'the module'} ({mutant.kind})"
    yield from (f"  - {line}" for line in mutant.before.splitlines())
    yield from (f"  + {line}" for line in mutant.after.splitlines())


def only_killers(kills: Mapping[Mutant, Sequence[str]], cases: Iterable[str]) -> Iterator[str]:
    """Yield the cases that are the only killers of a mutant, and those that kill none.

    `kills` has all killers of each mutant.
    """
    alone = Counter(by[0] for by in kills.values() if len(by) == 1)
    killing = {case for by in kills.values() for case in by}
    yield f"the only killers of a mutant are {plural(len(alone), 'case')}:"
    yield from (f"  {count:,} {case}" for case, count in alone.most_common())
    idle = [case for case in cases if case not in killing]
    yield f"none of these mutants is killed by {plural(len(idle), 'case')}:"
    yield from (f"  {case}" for case in idle)
