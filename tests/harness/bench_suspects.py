"""Measures fault localisation: how often a requirement that a codec breaks is among the first three suspects.

`cd tests && python -m harness.bench_suspects [FORMAT...]`; FORMAT:N tries one misreading in N. The codecs are the
reference with each of the format's misreadings, which name the requirements that they break. The baselines rank
requirements by how many failures rest on them, and by the share of their answers that fail.
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
from goldenwire.strength.trial import Suite
from goldenwire.subject import CannotRun, Limits, Pool
from goldenwire_reference import formats

Counts = dict[str, tuple[int, int]]
Measure = Callable[[int, int, int], float]
MEASURES: Mapping[str, Measure] = {
    "Ochiai": ochiai,
    "share of answers that fail": lambda bad, answered, _: bad / answered,
    "number of failures": lambda bad, _, __: float(bad),
}


def misreadings(format: str) -> list[tuple[str, tuple[str, ...]]]:
    """The name of each misreading, and the requirements that it breaks."""
    return [(wrong.name, wrong.requirements) for wrong in formats.load(format).misreadings()]


def counts(format: str, name: str) -> tuple[Counts, int]:
    """By requirement the failing answers and all answers of a codec that makes the mistake; how many fail in all."""
    root = corpus.root()
    reference = [sys.executable, "-m", "goldenwire", "serve", "--format", format]
    facts = corpus.manifest(root).facts(format)
    suite = Suite(format, corpus.load(format, root=root), facts, reference, frozenset())
    failed: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    total = 0
    command = [sys.executable, "-m", "harness.bench_suspects", "serve", format, name]
    try:
        with Pool(command, Limits(timeout=2.0, startup=60.0)) as pool:
            for question, seen in pool.run((question, question.request()) for question in suite.questions()):
                bad = judge.judge(question, suite.terms, seen, referee.decode).finding == "fail"
                total += bad
                answered.update(question.vector.requirements)
                failed.update(question.vector.requirements if bad else ())
    except CannotRun:
        return {}, 0
    return {id: (failed[id], answered[id]) for id in answered if failed[id]}, total


def hit(found: Counts, total: int, broken: tuple[str, ...], measure: Measure) -> bool:
    """Whether a requirement that is broken is among the first."""
    ranked = sorted(found, key=lambda id: (-measure(*found[id], total), -found[id][0], id))
    return not set(broken).isdisjoint(ranked[:MOST])


def lines(word: str) -> list[str]:
    """The table of one format."""
    format, _, every = word.partition(":")
    wrong = misreadings(format)[:: int(every or 1)]
    with ProcessPoolExecutor(3) as workers:
        found = list(workers.map(partial(counts, format), [name for name, _ in wrong]))
    caught = [(each, total, broken) for (each, total), (_, broken) in zip(found, wrong, strict=True) if total]
    rows = [f"{format}: {len(caught)} of {len(wrong)} misreadings fail; a broken requirement is among the first {MOST}"]
    for name, measure in MEASURES.items():
        hits = sum(hit(*each, measure) for each in caught)
        rows.append(f"    by {name}: {hits} ({hits / len(caught):.0%})")
    return rows


def serve(format: str, name: str) -> int:
    """The reference with a misreading, as a codec."""
    from goldenwire.protocol.serve import Reference
    from goldenwire.protocol.serve import serve as speak
    from goldenwire_reference.misreadings import misread

    known = formats.load(format)
    [wrong] = [wrong for wrong in known.misreadings() if wrong.name == name]
    import_module(known.home)
    with misread(known.home, wrong):
        return speak(partial(Reference, [format]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        sys.exit(serve(*sys.argv[2:]))
    for format in sys.argv[1:] or formats.names():
        sys.stdout.write("\n".join(lines(format)) + "\n")
