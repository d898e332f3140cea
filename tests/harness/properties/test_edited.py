"""Values of every format with one or two edits: the questions about them, and the unspecified ones."""

from itertools import islice
from typing import Any

import pytest

from goldenwire import properties, vectors
from goldenwire.judge import Question, Terms
from goldenwire.properties import outcome
from goldenwire.properties.question_builders import CodecUnderTest
from goldenwire.results import samples
from goldenwire_reference import formats
from goldenwire_suite.strategies import Example, build_of, sampled
from goldenwire_suite.strategies.edited import Edited

NAME = "agree-on-edited-values"
MANY = 100


def setting(format: str) -> CodecUnderTest:
    """Return the setting for a codec with the reference's features and choices."""
    known = formats.load(format)
    choices = {key: policy.reference for key, policy in known.declaration.policies.items()}
    declared = Terms(("encode",), tuple(known.declaration.features), choices, {})
    return CodecUnderTest(known, declared, properties.template(own(format), format))


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
        if built_question := own(format).build_question(setting(format), edited):
            asked.append(built_question.question)
    assert len(asked) > MANY / 2
    assert {question.vector.verdict for question in asked} == {"accept", "reject"}
    for question in asked:
        again = samples.question(samples.from_question(question), setting(format).template)
        assert again.request() == question.request()


@pytest.mark.slow
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

# SciSerialize: an array that must be refused, and values that never occur beside it.
REFUSED = {"ndarray": {"dtype": "int8", "shape": ["2"], "elements": []}}
MOMENT = "2015-02-18T21:40:23"


def labelled(label: Any) -> Any:
    return {"dataframe": {"dtype": "int8", "columns": [label], "rows": [{"str": "a"}], "elements": ["1"]}}


def objects(element: Any) -> Any:
    return {"ndarray": {"dtype": "object", "shape": ["1"], "elements": [element]}}


STRANGE = {
    "no pair": {"map": [["a", None], None]},
    "a pair of three": {"map": [["a", None, None]]},
    "no value": {"array": ["a"]},
    "no tag": {"unique_set": [{}]},
    "an unknown tag": {"text": "a"},
    "a leading zero": {"number": "01"},
    "a double in capitals": {"number": "0x3FF0000000000000"},
    "no text": {"str": None},
    "half an octet": {"bin": "0"},
    "a duration of two": {"timedelta": ["0", "0"]},
    "a dtype of null": {"ndarray": {"dtype": None, "shape": [], "elements": ["1"]}},
    "no shape": {"ndarray": {"dtype": "int8", "elements": ["1"]}},
    "a dimension that is null": {"ndarray": {"dtype": "int8", "shape": [None], "elements": ["1"]}},
    "an object that is no value": objects("1"),
    "a mask of null": {
        "maskedarray": {"dtype": "int8", "shape": [], "elements": ["1"], "mask": None, "fill": {"number": "0"}}
    },
    "a date-time of other spelling": {"datetime": f"{MOMENT}.5"},
    "an integral double as label": labelled({"number": "0x3ff0000000000000"}),
}
USUAL = {
    "text that is given by its octets": {"utf8": "61"},
    "a key that is text given by its octets": {"map": [[{"utf8": "61"}, None]]},
    "a date-time": {"datetime": f"{MOMENT}.500000+00:00"},
    "no date-time": {"datetime": "2015-02-30"},
    "a label with a fraction": labelled({"number": "0x3ff8000000000000"}),
    "a label beyond integers": labelled({"number": "0x7e37e43c8800759c"}),
    "an integer as label": labelled({"number": "1"}),
    "a key that is no text": {"map": [[{"utf8": "ff"}, None]]},
    "text that is none": {"utf8": "ff"},
    "a key twice": {"map": [["a", None], ["a", None]]},
    "elements of any kind": {"ndarray": {"dtype": "bool", "shape": ["2"], "elements": [["1", None], {"str": "a"}]}},
    "a mask of any kind": {
        "maskedarray": {"dtype": "int8", "shape": [], "elements": ["1"], "mask": ["1"], "fill": {"str": "a"}}
    },
    "an object": objects({"number": "1"}),
    "a set": {"unique_set": [None, True]},
    "an unknown object": {"unknown": [["a", {"bin": "00"}]]},
    "a long duration": {"timedelta": ["1", "-1", "1000000000000"]},
}


@pytest.mark.parametrize(
    ("value", "due"),
    [*((value, None) for value in STRANGE.values()), *((value, "reject") for value in USUAL.values())],
    ids=[*STRANGE, *USUAL],
)
@pytest.mark.parametrize("backwards", [False, True], ids=["after", "before"])
def test_what_does_not_occur_is_left_open_beside_what_is_refused(value: Any, due: str | None, backwards: bool) -> None:
    asked = setting("sciserialize")
    both = [value, REFUSED] if backwards else [REFUSED, value]
    vector = outcome.of_value(asked.format, asked.template, example({"array": both}), asked.declared.policies)
    assert (vector and vector.verdict) == due


def test_a_date_time_in_another_spelling_is_left_open_where_it_is_written() -> None:
    asked = setting("sciserialize")
    found = [
        outcome.of_value(asked.format, asked.template, example({"datetime": MOMENT + more}), asked.declared.policies)
        for more in ("", ".000001", "+00:00", ".5", "Z", "+01", ".000000")
    ]
    assert [vector and vector.verdict for vector in found] == ["accept"] * 3 + [None] * 4


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
    vector = outcome.of_value(asked.format, asked.template, given, {**asked.declared.policies, **choices})
    assert (vector and vector.verdict) == due
