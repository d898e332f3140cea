"""Benchmark of fault localisation: how often a requirement that a codec breaks is among the first three suspects.

`cd tests && python -m harness.bench_suspects [FORMAT...]`; FORMAT:N tries one mutation in N. The codecs are the
reference with each of the format's mutations, which name the requirements that they break. The baselines rank
requirements by how many failures rest on them, and by the share of their answers that fail.

The other measures are those that studies of fault localisation compare it with: Tarantula (J. A. Jones, M. J. Harrold,
ASE 2005), Jaccard (as in Pinpoint, M. Y. Chen et al., DSN 2002), Op2 (L. Naish, H. J. Lee, K. Ramamohanarao, TOSEM 20,
2011) and DStar (W. E. Wong et al., IEEE Transactions on Reliability 63, 2014).
"""

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module

from goldenwire import corpus, judge
from goldenwire.judge import referee
from goldenwire.results.suspects import MOST, ochiai
from goldenwire.strength.trial import MutantSuite
from goldenwire.subject import CannotRun, Limits, Pool
from goldenwire_reference import formats
from goldenwire_suite.suite import suite_of

Counts = dict[str, tuple[int, int]]
# A requirement's failing answers, all its answers, all failing answers, and all answers.
Measure = Callable[[int, int, int, int], float]
MEASURES: Mapping[str, Measure] = {
    "Ochiai": lambda bad, answered, failed, _: ochiai(bad, answered, failed),
    "Tarantula": lambda bad, answered, failed, every: (
        bad / failed / (bad / failed + (answered - bad) / max(1, every - failed))
    ),
    "Jaccard": lambda bad, answered, failed, _: bad / (failed + answered - bad),
    "Op2": lambda bad, answered, failed, every: bad - (answered - bad) / (every - failed + 1),
    "DStar": lambda bad, answered, failed, _: bad**2 / max(1e-9, answered + failed - 2 * bad),
    "share of answers that fail": lambda bad, answered, _, __: bad / answered,
    "number of failures": lambda bad, _, __, ___: float(bad),
}


def mutations(format: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the name of each mutation, and the requirements that it breaks."""
    return [(wrong.name, wrong.requirements) for wrong in suite_of(formats.load(format)).mutations()]


def counts(format: str, name: str) -> tuple[Counts, int, int]:
    """Run the mutated codec; return failing and all answers by requirement, and the totals of both."""
    root = corpus.root()
    reference = [sys.executable, "-m", "goldenwire", "serve", "--format", format]
    facts = corpus.manifest(root).facts(format)
    suite = MutantSuite(format, corpus.load(format, root=root), facts, reference, frozenset())
    failed: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    total = every = 0
    command = [sys.executable, "-m", "harness.bench_suspects", "serve", format, name]
    try:
        with Pool(command, Limits(timeout=2.0, startup=60.0)) as pool:
            for question, seen in pool.run((question, question.request()) for question in suite.questions()):
                bad = judge.judge(question, suite.terms, seen, referee.decode).finding == "fail"
                total, every = total + bad, every + 1
                answered.update(question.vector.requirements)
                failed.update(question.vector.requirements if bad else ())
    except CannotRun:
        return {}, 0, 0
    return {id: (failed[id], answered[id]) for id in answered if failed[id]}, total, every


def hit(found: tuple[Counts, int, int], broken: tuple[str, ...], measure: Measure) -> bool:
    """Return True if a broken requirement is among the first suspects."""
    each, total, every = found
    ranked = sorted(each, key=lambda id: (-measure(*each[id], total, every), -each[id][0], id))
    return not set(broken).isdisjoint(ranked[:MOST])


def lines(word: str) -> list[str]:
    """Return the table of one format."""
    format, _, every = word.partition(":")
    wrong = mutations(format)[:: int(every or 1)]
    with ProcessPoolExecutor(3) as workers:
        found = list(workers.map(partial(counts, format), [name for name, _ in wrong]))
    caught = [(one, broken) for one, (_, broken) in zip(found, wrong, strict=True) if one[1]]
    rows = [f"{format}: {len(caught)} of {len(wrong)} mutations fail; a broken requirement is among the first {MOST}"]
    for name, measure in MEASURES.items():
        hits = sum(hit(*each, measure) for each in caught)
        rows.append(f"    by {name}: {hits} ({hits / len(caught):.0%})")
    return rows


def serve(format: str, name: str) -> int:
    """Serve the reference with a mutation as a codec."""
    from goldenwire.protocol.serve import Reference
    from goldenwire.protocol.serve import serve as speak
    from goldenwire_suite.mutations import mutated

    known = formats.load(format)
    [wrong] = [wrong for wrong in suite_of(known).mutations() if wrong.name == name]
    import_module(known.home)
    with mutated(known.home, wrong):
        return speak(partial(Reference, [format]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        sys.exit(serve(*sys.argv[2:]))
    for format in sys.argv[1:] or formats.names():
        sys.stdout.write("\n".join(lines(format)) + "\n")
