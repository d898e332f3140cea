"""Measures properties against drawing alone, and against the same without a child process.

Run as `python tests/harness/bench_properties.py`. A property draws an example, encodes it by the reference, asks a
codec over its pipes, and judges. One baseline draws the same examples and does nothing with them, the other gets the
codec's answers from memory.
"""

import statistics
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter

from goldenwire import corpus, judge, properties, referee, strategies
from goldenwire.judge import Question, Terms
from goldenwire.properties import Property
from goldenwire.protocol import Observation, Request
from goldenwire.search import Asked, Search
from goldenwire.subject import Limits, Pool
from goldenwire.vector import Vector

EXAMPLES, ROUNDS, SEED = 1000, 5, 1
CPP = Path(__file__).parents[2] / "harness/goldenwire/adapters/cpp-daphne/build/cpp-daphne"
REFERENCE = [sys.executable, "-m", "goldenwire", "serve"]
NOTHING = Question(Vector("", "", (), "strict", "accept", ()), "decode")


class Idle(Search):
    """Draws, and asks nothing."""

    def _try(self, example: strategies.Example) -> None:
        self.tried += 1


class Memory:
    """Gives the answers that a codec gave before."""

    restarts = 0

    def __init__(self, subject: Asked) -> None:
        self._subject = subject
        self._answers: dict[bytes, Observation] = {}

    def ask(self, request: Request) -> Observation:
        line = request.line(1)
        if line not in self._answers:
            self._answers[line] = self._subject.ask(request)
        return self._answers[line]


def draw(pool: Pool, terms: Terms, property: Property) -> None:
    """So many examples, the same that the property draws."""
    strategy = strategies.load("daphne").examples(property.operation, terms.features, terms.policies)
    search = Idle(pool, lambda _: NOTHING, lambda *_: judge.PASS)
    search.run(strategy, examples=EXAMPLES, seed=f"{property.case('daphne')} {SEED}")
    assert search.tried == EXAMPLES


def check(subject: Asked, terms: Terms, property: Property) -> None:
    """A property, from the first draw to the finding."""
    only = [property.case("daphne")]
    [finding] = properties.run("daphne", subject, terms, referee.decode, examples=EXAMPLES, seed=SEED, only=only)
    assert finding.finding == "pass", finding


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def measured(title: str, pool: Pool, terms: Terms, property: Property) -> str:
    """A property against its baselines, all taken in turns."""
    memory = Memory(pool)
    check(memory, terms, property)
    works = [partial(check, pool, terms, property), partial(draw, pool, terms, property)]
    works.append(partial(check, memory, terms, property))
    times = [[seconds(work) for work in works] for _ in range(ROUNDS)]
    ours, drawn, alone = (statistics.median(column) / EXAMPLES * 1e6 for column in zip(*times, strict=True))
    to_drawn, to_alone = (statistics.median(row[0] / row[baseline] for row in times) for baseline in (1, 2))
    return (
        f"{title}: {ours:,.0f} us an example, {to_drawn:.2f} times drawing alone ({drawn:,.0f} us), "
        f"{to_alone:.2f} times the same without a child ({alone:,.0f} us)"
    )


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
            for property in properties.of("daphne"):
                yield measured(f"{name}, {property.name}", pool, terms, property)


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
