"""The questions of one case: a vector, the value made up for a run, a property's counterexample, a sweep's failure."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from goldenwire.cli.candidates import cases
from goldenwire.cli.options import IN, LARGEST, Count, vectors_option
from goldenwire.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from goldenwire.judge import NotAsked, Question
    from goldenwire.properties import Property
    from goldenwire.protocol import Operation
    from goldenwire.results.samples import Sample
    from goldenwire.testing import Codec

Function = TypeVar("Function", bound=Callable[..., Any])


def case_options(function: Function) -> Function:
    """Add CASE, COMMAND, and the options that say which question of CASE is meant."""
    from goldenwire.run import SEED

    for decorate in (
        click.argument("command", nargs=-1, type=click.UNPROCESSED),
        click.argument("case", shell_complete=cases),
        vectors_option,
        click.option("--seed", type=Count(0, LARGEST), default=SEED, metavar="N", help="The same for its seed."),
        click.option("--examples", type=Count(1), default=100, metavar="N",
                     help="If CASE is a property: the examples of the run that failed.", show_default=True),
        click.option("--known-failures", type=IN, metavar="FILE",
                     help="If CASE is a property: take its counterexample from FILE."),
        click.option("--operation", multiple=True, type=click.Choice(["decode", "encode", "transcode"]),
                     help="Only this operation; repeatable."),
    ):  # fmt: skip
        function = decorate(function)
    return function


class Wanted(NamedTuple):
    """The choice that the options of `case_options` make."""

    case: str
    operations: "Sequence[Operation]"
    known_failures: Path | None
    examples: int
    seed: int

    @classmethod
    def of(cls, params: dict[str, Any]) -> "Wanted":
        return cls(*(params[name] for name in ("case", "operation", "known_failures", "examples", "seed")))


# Starts the codec in a process of its own, in which counterexamples of properties are looked for.
Start = Callable[[], "AbstractContextManager[Codec]"]


def find_questions(wanted: Wanted, codec: "Codec", start: Start) -> "list[Question]":
    """Return the questions of a case that the codec's declarations allow. Raises UserError if there are none."""
    from goldenwire.corpus.vector import CANARY
    from goldenwire.judge import questions, referee
    from goldenwire.properties import PREFIX
    from goldenwire.sweeps import PREFIX as SWEEP

    first, _, rest = wanted.case.partition("/")
    if first == PREFIX:
        return [_counterexample(wanted, rest.partition("/")[0], start)]
    if first == SWEEP:
        return _failures_of_sweep(wanted, rest.partition("/")[0], start)
    made_up = rest.partition("/")[0] == CANARY
    vector = referee.canaries(first, codec.trees)["nonce"] if made_up else codec.trees.find(wanted.case)
    missing: Counter[NotAsked] = Counter()
    found = list(questions([vector], {first: codec.terms(first)}, wanted.operations, missing))
    if not found and missing:
        raise UserError(f"{wanted.case} is not asked: {', '.join(word for word, *_ in missing)} not declared")
    if not found:
        raise UserError(f"{wanted.case} has no {' or '.join(wanted.operations)}, only {', '.join(vector.operations)}")
    return found


def _failures_of_sweep(wanted: Wanted, format: str, start: Start) -> "list[Question]":
    """Return the smallest request that fails in each operation of a sweep's case. Raises UserError if none does."""
    from goldenwire.judge import referee
    from goldenwire.sweeps import Sweeps, simplest_failures

    with start() as codec:
        trees, terms = codec.trees, codec.terms(format)
        sweeps = Sweeps(trees.root(format), format)
        if wanted.case not in (known := sweeps.cases()):
            raise UserError(f"there is no sweep {wanted.case}{did_you_mean(wanted.case, known)}")
        bases = {vector.id: vector for vector in trees.load(format)}
        failed = simplest_failures(sweeps, codec.subject, terms, referee.decode, bases=bases, case=wanted.case)
    found = [question for question in failed if question.operation in (wanted.operations or [question.operation])]
    if not found:
        raise UserError(f"{wanted.case}: no request fails")
    return found


def _counterexample(wanted: Wanted, format: str, start: Start) -> "Question":
    """Return the question of a property's counterexample. Raises UserError if there is none."""
    from goldenwire import properties
    from goldenwire.results import samples

    property = _find_property(wanted.case, format)
    sample = _known_sample(wanted) if wanted.known_failures else _search(wanted, format, start)
    return samples.question(sample, properties.template(property, format))


def _find_property(case: str, format: str) -> "Property":
    from goldenwire import properties

    known = {property.case(format): property for property in properties.for_format(format)}
    if case not in known:
        raise UserError(f"there is no property {case}{did_you_mean(case, known)}")
    return known[case]


def _known_sample(wanted: Wanted) -> "Sample":
    from goldenwire.results import known_failures

    assert wanted.known_failures is not None, "the caller has looked"
    sample = known_failures.read(wanted.known_failures).samples.get(wanted.case)
    if sample is None:
        raise UserError(f"{wanted.known_failures} has no counterexample of {wanted.case}")
    return sample


def _search(wanted: Wanted, format: str, start: Start) -> "Sample":
    """Return the counterexample that a run with these examples finds."""
    from goldenwire import properties
    from goldenwire.judge import referee

    with start() as codec:
        played = properties.run(
            format, codec.subject, codec.terms(format), referee.decode,
            examples=wanted.examples, seed=wanted.seed, only={wanted.case},
        )  # fmt: skip
        finding = next(played, None)
    if finding is None:
        raise UserError(f"{wanted.case} is not asked: its operation is not declared")
    if finding.sample is None:
        raise UserError(f"{wanted.case} has no counterexample: {finding.finding}, {finding.why}")
    return finding.sample
