"""SciSerialize's strategies: every example has one right answer, all forms occur, and all processes draw the same."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import find, settings
from msgspec import Raw

from goldenwire.judge.equality import same
from goldenwire_reference.formats import load
from goldenwire_suite.sciserialize import strategies as sciserialize
from goldenwire_suite.sciserialize.strategies.arrays import LARGE
from goldenwire_suite.sciserialize.strategies.coverage import REQUIREMENTS
from goldenwire_suite.sciserialize.strategies.facts import Token, TreeFacts
from goldenwire_suite.sciserialize.strategies.rules import EXACT, PLAIN
from goldenwire_suite.strategies import Encodings, Example
from goldenwire_suite.suite import suite_of
from kit.each import each
from kit.sampling import draw

Json = Any

SCISERIALIZE = load("sciserialize")
FEATURES = tuple(SCISERIALIZE.declaration.features)
REFERENCE = {key: policy.reference for key, policy in SCISERIALIZE.declaration.policies.items()}
# The other choice of each policy; for big-integer the most different one.
CONTRARY = {
    key: policy.choices[policy.choices[0] == policy.reference]
    for key, policy in SCISERIALIZE.declaration.policies.items()
}
CONTRARY["sciserialize.big-integer"] = "double"
CHOICES = [{key: choice} for key, policy in SCISERIALIZE.declaration.policies.items() for choice in policy.choices]
KINDS: tuple[Encodings, ...] = tuple(kind for kind in get_args(Encodings) if kind != "unwritten")  # all is written


class Codec(tuple[str, tuple[str, ...], dict[str, str], Encodings]):
    """A declaration, from which follows what a codec is asked: operation, features, policies, encodings."""

    __slots__ = ()


def codecs() -> Iterator[tuple[str, Codec]]:
    for kind in KINDS:
        yield f"decode {kind}", Codec(("decode", FEATURES, REFERENCE, kind))
        yield f"decode {kind}, contrary", Codec(("decode", FEATURES, CONTRARY, kind))
    yield "transcode", Codec(("transcode", FEATURES, {}, "any"))
    yield "encode", Codec(("encode", FEATURES, REFERENCE, "any"))
    yield "encode, contrary", Codec(("encode", FEATURES, CONTRARY, "canonical"))
    for choice in CHOICES:
        [(key, word)] = choice.items()
        yield f"decode, {key.partition('.')[2]} {word}", Codec(("decode", FEATURES, choice, "any"))
    for names in ("json", "msgpack", "json dataframe", "msgpack unique_set", "json maskedarray", "msgpack object"):
        yield f"decode, {names}", Codec(("decode", tuple(names.split()), {}, "any"))
        yield f"encode, {names}", Codec(("encode", (*names.split(), "canonical"), {}, "any"))


CODECS = dict(codecs())


@cache
def examples(codec: str, count: int = 40, number: int = 1) -> list[Example]:
    return draw(sciserialize.examples(*CODECS[codec]), count, number)


def canonical(example: Example) -> bytes:
    return SCISERIALIZE.encode(example.value, example.context, example.plan)


def bytes_of(example: Example) -> bytes:
    return canonical(example) if example.data is None else example.data


def raw(value: Json) -> Raw:
    return Raw(json.dumps(value).encode())


def decoded(example: Example, policies: dict[str, str]) -> Json:
    return SCISERIALIZE.decode(bytes_of(example), example.context, policies=policies)


# Settled


@pytest.mark.fast("contrary")
@pytest.mark.parametrize("others", [REFERENCE, CONTRARY], ids=["as the reference", "contrary"])
@each("codec", CODECS)
def test_every_draw_means_its_value_whatever_is_not_declared(codec: str, others: dict[str, str]) -> None:
    policies = others | CODECS[codec][2]
    wrong = [
        example
        for example in examples(codec)
        if not same(
            raw(example.delivered), raw(decoded(example, policies)), load("sciserialize").declaration.comparison
        )
    ]
    assert not wrong


@each("codec", CODECS)
def test_every_value_has_a_canonical_encoding_that_the_writers_know(codec: str) -> None:
    carrier = [example.context["carrier"] for example in examples(codec)]
    written = [sciserialize.written(e.value, word, PLAIN) for e, word in zip(examples(codec), carrier, strict=True)]
    assert written == [canonical(example) for example in examples(codec)]


@each("codec", CODECS)
def test_nothing_is_needed_that_is_not_declared(codec: str) -> None:
    operation, features, _, _ = CODECS[codec]
    for example in examples(codec):
        assert set(example.needs) <= set(features)
        assert {example.context["carrier"], *example.context.get("extensions", ())} <= set(example.needs)
        assert example.plan is None
        assert operation != "encode" or example.data is None


NOTHING: dict[str, tuple[str, tuple[str, ...], Encodings]] = {
    "no feature": ("decode", (), "any"),
    "no carrier": ("decode", ("dataframe", "canonical"), "any"),
    "other to encode": ("encode", FEATURES, "other"),
    "spelling to encode": ("encode", FEATURES, "respelled"),
    "order to encode": ("encode", FEATURES, "reordered"),
    "what nothing encodes": ("decode", FEATURES, "unwritten"),
}


@pytest.mark.parametrize("name", NOTHING)
def test_what_there_is_not_is_not_drawn(name: str) -> None:
    operation, features, kind = NOTHING[name]
    assert sciserialize.examples(operation, features, REFERENCE, kind).is_empty


@pytest.mark.parametrize("choice", [REFERENCE, CONTRARY], ids=["reference", "contrary"])
@pytest.mark.parametrize("kind", ["other", "respelled", "reordered"])
def test_other_spellings_are_not_the_canonical_one(kind: Encodings, choice: dict[str, str]) -> None:
    name = f"decode {kind}" + (", contrary" if choice is CONTRARY else "")
    assert all(example.data not in {None, canonical(example)} for example in examples(name, 200))


def test_reordered_is_canonical_but_for_the_order() -> None:
    for example in examples("decode reordered", 200):
        assert sorted(example.data or b"") == sorted(canonical(example))


def test_respelled_has_the_order_of_the_canonical_one() -> None:
    for example in examples("decode respelled", 200):
        assert all(list(members) == sorted(members) for members in facts(example).objects)


def test_canonical_is_written_by_the_reference() -> None:
    assert {example.data for example in examples("decode canonical")} == {None}


@pytest.mark.parametrize("codec", ["decode canonical", "decode other", "transcode"])
def test_what_is_read_of_a_draw_is_delivered_as_it_is(codec: str) -> None:
    values = [decoded(example, CODECS[codec][2]) for example in examples(codec)]
    assert [sciserialize.delivered(value, None, {}) for value in values] == values


def test_any_nan_may_be_delivered_for_a_number_by_itself() -> None:
    policies = {"sciserialize.non-finite": "keep"}
    value = SCISERIALIZE.decode(bytes.fromhex("92cb7ff800000000000101"), {"carrier": "msgpack"}, policies=policies)
    assert sciserialize.delivered(value, None, policies) == {"array": [{"number": {"nan": "16"}}, {"number": "1"}]}


# Policies: how the bytes show what a policy decides, and the choices under which examples may have it.


def facts(example: Example, *, traced: bool = False) -> TreeFacts:
    data = bytes_of(example)
    return TreeFacts(example, data, SCISERIALIZE.explain(data, example.context).fields if traced else ())


def shows(id: str) -> Callable[[Example], bool]:
    return lambda example: bool(REQUIREMENTS[id](facts(example)))


def has_minus_zero(example: Example) -> bool:
    return "-0" in facts(example).tokens if example.context["carrier"] == "json" else False


def has_large_shape(example: Example) -> bool:
    shapes = [tuple(map(int, array["shape"])) for array in facts(example).arrays]
    return any(shape in LARGE for shape in shapes)


def has_float_for_integer(example: Example) -> bool:
    members = [found[name] for found in facts(example).tagged("timedelta") for name in ("days", "seconds", "microsec")]
    sizes = [size for found in facts(example).objects if "__type__" in found for size in found.get("shape", ())]
    return any(isinstance(value, float) or not str(value).lstrip("-").isdecimal() for value in (*members, *sizes))


SETTLED: dict[str, tuple[Callable[[Example], bool], str, set[str]]] = {
    "big integers": (shows("JSON-08"), "big-integer", {"exact"}),
    "minus zero": (has_minus_zero, "minus-zero", {"integer", "float"}),
    "wide date-times": (shows("DT-10"), "isostr", {"wide"}),
    "short dtypes": (shows("ND-14"), "dtype-alias", {"accept"}),
    "byte order marks": (shows("JSON-19"), "bom", {"ignore"}),
    "large shapes": (has_large_shape, "large-shape", {"accept"}),
    "integral doubles": (has_float_for_integer, "integral-float", {"accept"}),
}


@pytest.mark.parametrize(
    "thing", [pytest.param(thing, marks=[] if thing == "minus zero" else pytest.mark.slow) for thing in SETTLED]
)
def test_what_a_policy_decides_is_drawn_only_where_it_is_declared(thing: str) -> None:
    is_there, policy, settled = SETTLED[thing]
    for choice in SCISERIALIZE.declaration.policies[f"sciserialize.{policy}"].choices:
        drawn = draw(sciserialize.examples("decode", FEATURES, {f"sciserialize.{policy}": choice}, "other"), 300)
        assert any(map(is_there, drawn)) == (choice in settled), choice
    assert not any(map(is_there, examples("transcode", 200)))


@pytest.mark.parametrize("carrier", ["json", "msgpack"])
def test_integers_may_be_rounded_where_that_is_declared(carrier: str) -> None:
    drawn = draw(sciserialize.examples("decode", (carrier,), {"sciserialize.big-integer": "double"}, "other"), 400)
    found = [e for e in drawn if any(abs(int(token)) > EXACT for token in integers(e))]
    assert found


def integers(example: Example) -> list[str]:
    """Return the integer tokens of JSON, or the integers of MessagePack."""
    stored = facts(example).stored
    return [str(item) for item in stored if type(item) in {int, Token} and str(item).lstrip("-").isdecimal()]


# Simple


MINIMAL: dict[Encodings, tuple[Json, bytes | None]] = {
    "canonical": (None, None),
    "any": (None, None),
    "other": (None, b" null\n"),
    "respelled": (None, b" null\n"),
    "reordered": ({"map": [["a", None], ["b", None]]}, b'{"b":null,"a":null}'),
}


@pytest.mark.fast("canonical")
@pytest.mark.parametrize("kind", KINDS)
def test_the_simplest_example_is_simple(kind: Encodings) -> None:
    strategy = sciserialize.examples("decode", FEATURES, REFERENCE, kind)
    found = find(strategy, lambda _: True, settings=settings(database=None, derandomize=True))
    value, data = MINIMAL[kind]
    assert found == Example(value, None, {"carrier": "json"}, value, ("json",), data)


@pytest.mark.fast("timedelta")
@pytest.mark.parametrize("word", ["float16", "timedelta", "maskedarray", "0x8000000000000000"])
def test_a_failure_shrinks_to_what_is_at_fault(word: str) -> None:
    strategy = sciserialize.examples("decode", FEATURES, {}, "canonical")
    patient = settings(database=None, max_examples=2000)
    sizes = []
    for seed in (1, 2):  # a single start may end at an example that no single step makes smaller
        found = find(strategy, lambda e: word in json.dumps(e.value), settings=patient, random=Random(seed))
        sizes.append(len(json.dumps(found.value)))
    assert min(sizes) < 120


def test_the_registry_finds_the_strategies() -> None:
    assert suite_of(load("sciserialize")).strategies().examples is sciserialize.examples


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("2015-02-18T21:40:23.500000+00:00", True),
        ("2015-02-18T21:40:23Z", False),  # CANON-06 has another spelling
        ("2015-02-18 21:40:23", False),  # only in the wide grammar
        ("2015-02-30T21:40:23", True),
        ("now", True),
    ],
)
def test_a_date_time_is_asked_in_its_one_spelling_or_in_none(text: str, may: bool) -> None:
    assert sciserialize.occurs({"datetime": text}) is may
