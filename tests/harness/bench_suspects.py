"""Benchmark of fault localisation: how often a requirement that a codec breaks is among the first three suspects.

`cd tests && python -m harness.bench_suspects [FORMAT...]`; FORMAT:N tries one mutation in N. The codecs are the
reference with each of the format's mutations, which name the requirements that they break. The first two rows are those
of `check`: its suspects, and the requirements of the failure that it shows first. The others rank by a measure over all
failures alike; the last two, the baselines, by the share of a requirement's answers that fail, and by how many failures
rest on it.

The other measures count citations only. They are those that studies of fault localisation compare: Ochiai's
(goldenwire.results.suspects), Tarantula (J. A. Jones, M. J. Harrold, ASE 2005), Jaccard (as in Pinpoint, M. Y. Chen et
al., DSN 2002), Op2 (L. Naish, H. J. Lee, K. Ramamohanarao, TOSEM 20, 2011) and DStar (W. E. Wong et al., IEEE
Transactions on Reliability 63, 2014).
"""

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from math import sqrt
from typing import NamedTuple

from goldenwire import corpus, judge
from goldenwire.judge import Question, referee
from goldenwire.judge.held import simplicity
from goldenwire.results.suspects import MOST, Directness, Spectrum, directness
from goldenwire.strength.trial import MutantSuite
from goldenwire.subject import CannotRun, Limits, Pool
from goldenwire_reference import formats
from goldenwire_suite.suite import suite_of

Counts = dict[str, tuple[int, int]]


class Found(NamedTuple):
    """Failing and all answers by requirement, the totals of both, and what `check` shows first."""

    counts: Counts
    failed: int
    answered: int
    suspects: tuple[str, ...]
    first: tuple[str, ...]  # the requirements of the first failure


# A requirement's failing answers, all its answers, all failing answers, and all answers.
Measure = Callable[[int, int, int, int], float]
MEASURES: Mapping[str, Measure] = {
    "Ochiai": lambda bad, answered, failed, _: bad / sqrt(answered * failed),
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


def try_mutation(format: str, name: str) -> Found | None:
    """Run the mutated codec on the vectors; None if nothing fails."""
    root = corpus.root()
    reference = [sys.executable, "-m", "goldenwire", "serve", "--format", format]
    facts = corpus.manifest(root).facts(format)
    suite = MutantSuite(format, corpus.load(format, root=root), facts, reference, frozenset())
    failed: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    spectrum, failures, every = Spectrum(referee.is_of_encoders, referee.rests_on), list[Question](), 0
    command = [sys.executable, "-m", "harness.bench_suspects", "serve", format, name]
    try:
        with Pool(command, Limits(timeout=2.0, startup=60.0)) as pool:
            for question, seen in pool.run((question, question.request()) for question in suite.questions()):
                vector, verdict = question.vector, judge.judge(question, suite.terms, seen, referee.decode)
                bad, every = verdict.finding == "fail", every + 1
                answered.update(vector.requirements)
                if not bad:
                    spectrum.add_pass(vector.id, vector.requirements, question.operation)
                    continue
                failed.update(vector.requirements)
                failures.append(question)
                found = directness(verdict.reasons) if referee.is_in_notation(question) else Directness.ADAPTER
                pointed = referee.points_to(question, suite.terms, seen)
                spectrum.add_failure(vector.id, vector.requirements, question.operation, found, pointed)
    except CannotRun:
        return None
    if not failures:
        return None
    suspects = tuple(suspect.requirement for suspect in spectrum.suspects())
    first = min(failures, key=lambda question: simplicity(question, suspects)).vector.requirements
    return Found({id: (failed[id], answered[id]) for id in failed}, len(failures), every, suspects, first)


def ranked(found: Found, measure: Measure) -> tuple[str, ...]:
    """Return the first suspects by a measure."""
    each, total, every = found.counts, found.failed, found.answered
    return tuple(sorted(each, key=lambda id: (-measure(*each[id], total, every), -each[id][0], id))[:MOST])


def lines(word: str) -> list[str]:
    """Return the table of one format."""
    format, _, every = word.partition(":")
    wrong = mutations(format)[:: int(every or 1)]
    with ProcessPoolExecutor(3) as workers:
        tried = list(workers.map(partial(try_mutation, format), [name for name, _ in wrong]))
    caught = [(found, set(broken)) for found, (_, broken) in zip(tried, wrong, strict=True) if found]
    rows = [f"{format}: {len(caught)} of {len(wrong)} mutations fail; a broken requirement is among the first {MOST}"]
    choices: Mapping[str, Callable[[Found], tuple[str, ...]]] = {
        "suspects of `check`": lambda found: found.suspects,
        "requirements of the first failure": lambda found: found.first,
        **{f"by {name}": partial(ranked, measure=measure) for name, measure in MEASURES.items()},
    }
    for name, choice in choices.items():
        hits = sum(not broken.isdisjoint(choice(found)) for found, broken in caught)
        rows.append(f"    {name}: {hits} ({hits / len(caught):.0%})")
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
