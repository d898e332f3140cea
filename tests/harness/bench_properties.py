"""Measures properties against drawing alone: `python tests/harness/bench_properties.py`.

A property draws, encodes by the reference, asks a codec over its pipes, judges. The baseline draws the same examples
and does nothing with them.
"""

import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

from goldenwire import corpus, judge, properties, referee, strategies
from goldenwire.judge import Question, Terms
from goldenwire.protocol import Operation
from goldenwire.search import Search
from goldenwire.subject import Limits, Pool
from goldenwire.vector import Vector

EXAMPLES, ROUNDS = 1000, 5
CPP = Path(__file__).parents[2] / "harness/goldenwire/adapters/cpp-daphne/build/cpp-daphne"
REFERENCE = [sys.executable, "-m", "goldenwire", "serve"]


class Idle(Search):
    """Draws, and asks nothing."""

    def _try(self, example: strategies.Example) -> None:
        self.tried += 1


def drawing(pool: Pool, terms: Terms, operation: Operation) -> int:
    """So many examples, drawn for the codec's own features and policies."""
    idle = Idle(pool, lambda _: Question(BLANK, "decode"), lambda *_: judge.PASS)
    strategy = strategies.load("daphne").examples(operation, terms.features, terms.policies)
    idle.run(strategy, examples=EXAMPLES, seed=f"property/daphne/{NAMES[operation]} 1")
    return idle.tried


NAMES = {property.operation: property.name for property in properties.of("daphne")}
BLANK = Vector("", "", (), "strict", "accept", ())


def checking(pool: Pool, terms: Terms, operation: Operation) -> None:
    """A property, from the first draw to the finding."""
    only = [f"property/daphne/{NAMES[operation]}"]
    [finding] = properties.run("daphne", pool, terms, referee.decode, examples=EXAMPLES, seed=1, only=only)
    assert finding.finding == "pass", finding


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def lines() -> Iterator[str]:
    """The table, line by line."""
    codecs = {"child in C++": [str(CPP)], "the reference as child": REFERENCE}
    if not CPP.exists():
        codecs.pop("child in C++")
        yield "child in C++: not built (make -C harness/goldenwire/adapters/cpp-daphne)"
    facts = corpus.manifest(corpus.root(None)).facts("daphne")
    for name, command in codecs.items():
        with Pool(command, Limits()) as pool:
            terms = judge.terms("daphne", pool.hello.formats["daphne"], facts)
            for operation in NAMES:
                yield measured(f"{name}, {operation}", pool, terms, operation)


def measured(title: str, pool: Pool, terms: Terms, operation: Operation) -> str:
    """One line: the property against its draws, taken in turns."""
    checking(pool, terms, operation)
    times = [
        (seconds(lambda: drawing(pool, terms, operation)), seconds(lambda: checking(pool, terms, operation)))
        for _ in range(ROUNDS)
    ]
    drawn, checked = (statistics.median(column) / EXAMPLES * 1e6 for column in zip(*times, strict=True))
    ratio = statistics.median(check / draw for draw, check in times)
    return f"{title}: {ratio:.2f} times drawing alone ({checked:,.0f} us an example, {drawn:,.0f} to draw it)"


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
