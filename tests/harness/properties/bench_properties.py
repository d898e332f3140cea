"""Benchmarks of properties, against drawing alone, and against the same without a child process.

`cd tests && python -m harness.properties.bench_properties`. A property draws an example, builds a question from it with
the reference, asks a codec over its pipes, and judges the answer. One baseline only draws the same examples, the other
has the codec's answers in memory. A few examples are as large as a thousand others, so the median example, drawn, asked
and judged by itself, is printed as well. The codec is the format's native adapter if it is built, otherwise the
reference.
"""

import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from bench_size import sized
from goldenwire import corpus, judge, properties
from goldenwire.judge import Judgement, Question, Terms, referee
from goldenwire.properties import Property
from goldenwire.properties.asking import Answer, Askable, BuiltQuestion
from goldenwire.properties.playing import Choices
from goldenwire.properties.question_builders import CodecUnderTest
from goldenwire.properties.search import Search
from goldenwire.protocol import Observation, Request
from goldenwire.subject import Limits, Pool
from goldenwire_reference import formats
from goldenwire_suite.strategies import build_of, opening_of, sampled
from miniatures.asking import OneByOne

EXAMPLES, ROUNDS, SEED = sized(200, 10), 3, 1
MOST, MOST_MICROSECONDS = 1.25, 1000  # the targets: times drawing alone, and an example
ADAPTERS = Path(__file__).parents[3] / "harness/adapters"
NATIVE = {"daphne": "cpp-daphne", "dynd": "go-dynd", "dspack": "c-dspack"}
REFERENCE = [sys.executable, "-m", "goldenwire", "serve"]


class Memory(OneByOne):
    """A codec that repeats the earlier answers of another."""

    restarts = 0

    def __init__(self, subject: Askable) -> None:
        self._subject = subject
        self._answers: dict[bytes, Observation] = {}

    def ask(self, request: Request) -> Observation:
        line = request.line(1)
        if line not in self._answers:
            self._answers[line] = self._subject.ask(request)
        return self._answers[line]


class Measured:
    """A property run on a codec, and its baselines."""

    def __init__(self, pool: Pool, terms: Terms, property: Property, format: str) -> None:
        self.pool, self.terms, self.property, self.format = pool, terms, property, format
        self.memory = Memory(pool)
        self.setting = CodecUnderTest(formats.load(format), terms, properties.template(property, format))
        self.strategy = property.draw(self.setting)
        self.seed = f"{property.case(format)} {SEED}"
        self.built_question: list[bool] = []  # for each example, whether it becomes a question

    def sampled(self) -> Iterator[tuple[Any, Choices]]:
        """Yield the examples, as a check draws them."""
        build = build_of(self.strategy)
        assert build
        return sampled(build, self.seed, opening=opening_of(self.strategy))

    def line(self) -> str | None:
        """Measure the property and its baselines in turns; return None if the codec is not asked."""
        if self.property.operation not in self.terms.operations or self.strategy.is_empty:
            return None
        failure = self.note()
        if failure:
            return f"  {self.property.name}: not measured, as it fails: {failure.judgement.why}"
        works = (partial(self.check, self.pool), self.draw, partial(self.check, self.memory))
        times = [[_seconds(work) for work in works] for _ in range(ROUNDS)]
        examples = sum(self.built_question)
        ours, drawn, alone = (statistics.median(column) / examples for column in zip(*times, strict=True))
        to_drawn, to_alone = (statistics.median(row[0] / row[baseline] for row in times) for baseline in (1, 2))
        middle = statistics.median(self.alone()) * 1e6
        return (
            f"  {self.property.name}, {EXAMPLES} examples: "
            f"{middle:,.0f} us the median example ({_target(middle, MOST_MICROSECONDS)}), "
            f"{ours * 1e6:,.0f} us each of many, "
            f"{to_drawn:.2f} times drawing alone ({drawn * 1e6:,.0f} us; {_target(to_drawn, MOST)}), "
            f"{to_alone:.2f} times the same without a child ({alone * 1e6:,.0f} us)"
        )

    def note(self) -> Answer | None:
        """Note which of the examples become questions, and the answers."""

        def build_question(example: Any) -> BuiltQuestion | None:
            built_question = self.property.build_question(self.setting, example)
            self.built_question.append(built_question is not None)
            return built_question

        def judged(question: Question, seen: Observation) -> Judgement:
            return judge.judge(question, self.terms, seen, referee.decode)

        return self._run(Search(self.memory, build_question, judged)).failure

    def draw(self) -> None:
        """Draw the examples and do nothing else."""
        drawn = list(islice(self.sampled(), len(self.built_question)))
        assert len(drawn) == len(self.built_question), (len(drawn), len(self.built_question))

    def alone(self) -> Iterator[float]:
        """Yield the seconds of each example that becomes a question, one after the other."""
        drawn = self.sampled()
        for _ in self.built_question:
            start = perf_counter()
            example, _ = next(drawn)
            built_question = self.property.build_question(self.setting, example)
            if built_question:
                seen = self.pool.ask(built_question.question.request())
                judge.judge(built_question.question, self.terms, seen, referee.decode)
                yield perf_counter() - start

    def check(self, subject: Askable) -> None:
        """Run the property, from the first draw to the finding."""
        only = [self.property.case(self.format)]
        given: dict[str, Any] = {"examples": EXAMPLES, "seed": SEED, "only": only}
        [finding] = properties.run(self.format, subject, self.terms, referee.decode, **given)
        assert finding.finding in {"pass", "declined"}, finding

    def _run(self, search: Search) -> Search:
        """Run the search over the examples that the property draws."""
        search.run(self.strategy, examples=EXAMPLES, seed=self.seed)
        return search


def _target(figure: float, most: float) -> str:
    return f"at most {most:,}: {'met' if figure <= most else 'missed'}"


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _codecs() -> Mapping[str, tuple[str, list[str]]]:
    """Return, by format, the codec's name and command."""
    programs = {format: ADAPTERS / name / "build" / name for format, name in NATIVE.items()}
    return {
        format: (NATIVE[format], [str(programs[format])])
        if format in programs and programs[format].exists()
        else ("the reference as child", REFERENCE)
        for format in formats.FORMATS
    }


def lines() -> Iterator[str]:
    """Yield the lines of the table."""
    manifest = corpus.manifest(corpus.root(None))
    for format, (name, command) in _codecs().items():
        yield f"{format}, {name}"
        with Pool(command, Limits()) as pool:
            terms = judge.terms(format, pool.hello.formats[format], manifest.facts(format))
            for property in properties.for_format(format):
                line = Measured(pool, terms, property, format).line()
                if line:
                    yield line


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
