"""Values with an edit or two, of every format: what is asked of them, and what is left open."""

from itertools import islice
from typing import Any

import pytest

from goldenwire import properties, vectors
from goldenwire.judge import Question, Terms
from goldenwire.properties import outcome
from goldenwire.properties.posing import Setting
from goldenwire.results import samples
from goldenwire_reference import formats
from goldenwire_reference.drawing import Example, build_of, sampled
from goldenwire_reference.drawing.edited import Edited

NAME = "agree-on-edited-values"
MANY = 100


def setting(format: str) -> Setting:
    """A codec with the reference's features and choices."""
    known = formats.load(format)
    choices = {key: policy.reference for key, policy in known.policies.items()}
    declared = Terms(("encode",), tuple(known.features), choices, {})
    return Setting(known, declared, properties.blank(own(format), format))


def own(format: str) -> Any:
    return next(property for property in properties.for_format(format) if property.name == NAME)


def drawn(format: str) -> list[Edited]:
    build = build_of(own(format).draw(setting(format)))
    assert build
    return [edited for edited, _ in islice(sampled(build, format), MANY)]


@pytest.mark.parametrize("format", formats.FORMATS)
def test_one_part_is_another_one_and_the_outcome_is_known_of_most(format: str) -> None:
    asked: list[Question] = []
    for edited in drawn(format):
        one, other = edited.example, edited.of
        assert (one.value, one.plan) != (other.value, other.plan)
        assert " becomes " in edited.edit
        if posed := own(format).pose(setting(format), edited):
            asked.append(posed.question)
    assert len(asked) > MANY / 2
    assert {question.vector.verdict for question in asked} == {"accept", "reject"}
    for question in asked:
        again = samples.question(samples.from_question(question), setting(format).blank)
        assert again.request() == question.request()


@pytest.mark.long
@pytest.mark.parametrize("format", formats.FORMATS)
def test_of_what_policies_decide_on_writing_the_class_is_known(format: str) -> None:
    decided = outcome.decided(formats.load(format))
    for vector in vectors.load(format):
        given = vector.record
        if given.verdict == "either" and "encode" in given.operations:
            codes = {code for each in given.outcomes.values() for code in each.code if not code.startswith("LIMIT")}
            assert codes <= decided, given.id


def example(value: Any, context: Any = None, plan: Any = None) -> Example:
    return Example(value, plan, context, value, ())


def matrix(rows: str, cell: str) -> Any:
    return {"kind": "DenseMatrix", "rows": rows, "columns": "1", "type": "int8", "cells": [["0", "0", cell]]}


WHOLE = [{"rx": "0", "cx": "0", "rows": "1", "columns": "1", "block": "dense", "type": "int8", "order": "rowmajor"}]
TWICE = {"map": [[None, None], [None, None]]}


@pytest.mark.parametrize(
    ("format", "given", "choices", "due"),
    [
        ("daphne", example(matrix("1", "127")), {}, "accept"),
        ("daphne", example(matrix("1", "128")), {}, "reject"),
        ("daphne", example(matrix("1", "127"), plan=WHOLE[:0]), {}, "reject"),
        ("daphne", example(matrix(str(1 << 64), "1")), {}, None),
        ("msgpack", example({"int": str(1 << 64)}), {}, "reject"),
        ("msgpack", example({"int": str(1 << 64)}), {"msgpack.duplicate-keys": "keep"}, "reject"),
        ("msgpack", example({"int": "1"}), {"msgpack.duplicate-keys": "keep"}, None),
        ("msgpack", example(TWICE), {}, "reject"),
        ("msgpack", example(TWICE), {"msgpack.duplicate-keys": "keep"}, None),
        ("msgpack", example({"integer": "1"}), {}, None),
    ],
    ids=[
        "within its type", "beyond its type", "no blocks", "a limit", "no form", "no form, whatever is chosen",
        "another choice", "a policy", "a policy, chosen otherwise", "no notation",
    ],
)  # fmt: skip
def test_what_limits_policies_and_notation_decide_is_left_open(
    format: str, given: Example, choices: dict[str, str], due: str | None
) -> None:
    asked = setting(format)
    vector = outcome.of_value(asked.format, asked.blank, given, {**asked.declared.policies, **choices})
    assert (vector and vector.verdict) == due
