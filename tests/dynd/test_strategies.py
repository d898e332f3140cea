"""DyND's strategies: every example is legal, every form occurs, and draws are the same in every process."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import find, settings

from goldenwire_reference.dynd import model
from goldenwire_reference.dynd.primitives import PRIMITIVES, FixedBytes, Type
from goldenwire_reference.dynd.tables import TYPE_LENGTH
from goldenwire_reference.formats import load
from goldenwire_suite import strategies
from goldenwire_suite.dynd import strategies as dynd
from goldenwire_suite.dynd.strategies.cbor import choose_carried
from goldenwire_suite.dynd.strategies.limits import BEYOND, choose_beyond, choose_deep, choose_limit
from goldenwire_suite.dynd.strategies.types import TypeRules
from goldenwire_suite.dynd.strategies.visits import SIMPLE, Visit, contents, nodes, type_of
from goldenwire_suite.strategies import Encodings, Example
from kit.sampling import draw

DYND = load("dynd")
REFERENCE = {key: policy.reference for key, policy in DYND.declaration.policies.items()}
LENIENT = {"dynd.option-nan": "available", "dynd.limits": "accept"}
BOTH = ("storage", "cbor")
ENCODINGS: tuple[Encodings, ...] = ("canonical", "other", "respelled", "reordered", "any")
# Declarations of codecs, from which follows what they are asked: operation, features, policies, encodings.
CODECS: dict[str, tuple[str, tuple[str, ...], dict[str, str], Encodings]] = {
    "decode": ("decode", BOTH, REFERENCE, "any"),
    "decode, core": ("decode", (), {}, "any"),
    "decode, storage": ("decode", ("storage",), {}, "any"),
    "decode, cbor": ("decode", ("cbor",), {}, "any"),
    "decode, NaNs available": ("decode", BOTH, {"dynd.option-nan": "available"}, "any"),
    "decode, limits passed": ("decode", BOTH, {"dynd.limits": "accept"}, "any"),
    "decode, canonical": ("decode", BOTH, LENIENT, "canonical"),
    "transcode": ("transcode", BOTH, LENIENT, "any"),
    "encode": ("encode", BOTH, REFERENCE, "any"),
    "encode, lenient": ("encode", BOTH, LENIENT, "any"),
}


@cache
def examples(codec: str) -> list[Example]:
    """Return 500 draws for a codec whose draws are counted, fewer for others; each codec has other draws."""
    number = list(CODECS).index(codec) + 1
    return draw(dynd.examples(*CODECS[codec]), 500 if codec in {"decode", "encode"} else 150, number)


def bytes_of(example: Example) -> bytes:
    return DYND.encode(example.value, example.context) if example.data is None else example.data


# Legal


@pytest.mark.fast("decode, limits passed", "decode, cbor", "encode, lenient")
@pytest.mark.parametrize("codec", CODECS)
def test_the_reference_reads_every_draw_as_the_value_it_is(codec: str) -> None:
    policies = CODECS[codec][2]
    wrong = [
        example
        for example in examples(codec)
        if DYND.decode(bytes_of(example), example.context, policies=policies) != example.delivered
    ]
    assert not wrong


@pytest.mark.fast("limits passed", "decode, cbor", "encode, lenient")
@pytest.mark.parametrize("codec", CODECS)
def test_bytes_are_given_only_where_a_policy_lets_them_pass(codec: str) -> None:
    given_bytes = [example for example in examples(codec) if example.data is not None]
    refused = [example for example in given_bytes if DYND.explain(bytes_of(example), example.context).error]
    settled = codec in {"decode, NaNs available", "decode, limits passed"}
    assert (given_bytes == refused, bool(given_bytes)) == (True, settled)


@pytest.mark.fast("transcode", "decode, ")
@pytest.mark.parametrize("codec", CODECS)
def test_profiles_are_those_that_are_declared(codec: str) -> None:
    declared = {None, *CODECS[codec][1]}
    assert {example.context.get("profile") for example in examples(codec)} == declared
    assert all(example.needs == tuple(filter(None, [example.context.get("profile")])) for example in examples(codec))


@pytest.mark.parametrize("encodings", ENCODINGS)
def test_a_value_has_one_serialization(encodings: Encodings) -> None:
    assert dynd.examples(encodings=encodings).is_empty == (encodings not in {"canonical", "any"})


@pytest.mark.parametrize("choose_typed", [choose_deep, choose_limit], ids=["deep", "limit"])
def test_bytes_at_a_limit_are_those_of_the_reference(choose_typed: Callable[[strategies.Choose], Any]) -> None:
    for type, value, data in draw(strategies.built(choose_typed), 100):
        assert DYND.encode(value, {"type": str(type)}) == data


def test_what_passes_a_limit_is_refused_by_who_refuses_that() -> None:
    for type, _, data in draw(strategies.built(choose_beyond), 60):
        error = DYND.explain(data, {"type": str(type)}).error
        assert error is not None
        assert error.code.startswith("LIMIT_")


# The simplest


def test_the_simplest_example_is_minimal() -> None:
    assert draw(dynd.examples(features=BOTH), 1) == [Example(False, None, {"type": "bool"}, False, ())]


def test_what_is_shrunk_is_small() -> None:
    found = find(
        dynd.examples(features=BOTH),
        lambda example: "pointer" in example.context["type"],
        settings=settings(database=None, derandomize=True, max_examples=1000),
    )
    assert len(repr(found.context) + repr(found.value)) < 60


# All forms occur


def visits() -> Iterator[Visit]:
    return (
        visit for codec in ("decode", "encode") for example in examples(codec) for visit in contents(example).visits
    )


@cache
def types(storage: bool) -> list[str]:
    return draw(dynd.types(TypeRules(storage)), 600)


def parts(storage: bool = False) -> Iterator[Type]:
    return (node for text in types(storage) for node in nodes(type_of(text)))


CONSTRUCTORS = {
    model.Fixed, model.Var, model.Tuple, model.Struct, model.Option, model.Pointer, model.Array, model.Storage,
}  # fmt: skip
# All the forms that exist, each of which occurred in hundreds of draws.
COVERAGE: dict[str, tuple[set[Any], Callable[[], Iterator[Any]]]] = {
    "types without parts": (
        {*PRIMITIVES, "()", "{}", "array[Any]"},
        lambda: (str(visit.type) for visit in visits()),
    ),
    "constructors": ({*CONSTRUCTORS, FixedBytes}, lambda: (node.__class__ for node in parts(True))),
    "constructors in constructors": (
        {(one, other) for one, other in product(CONSTRUCTORS - {model.Storage}, repeat=2)}
        - {(model.Option, model.Option)},
        lambda: ((node.__class__, part.__class__) for node in parts() for part in node.parts),
    ),
    "counts": (
        {0, 1, 2, 127, 128, 300, 1000},
        lambda: (len(visit.value) for visit in visits() if isinstance(visit.type, model.Var)),
    ),
    "levels": ({8, 16, 32, 63, 64}, lambda: (visit.level for visit in visits())),
    "axes": (
        {2, 3, 4},
        lambda: (len(node.axis) for node in parts(True) if isinstance(node, model.Storage)),
    ),
    "carried as CBOR": (
        {*SIMPLE, "others"},
        lambda: (
            carried.value["type"] if carried.value["type"] in SIMPLE else "others"
            for carried in draw(strategies.built(choose_carried), 300)
        ),
    ),
}  # fmt: skip


@pytest.mark.fast("counts", "axes", "levels")
@pytest.mark.parametrize("aspect", COVERAGE)
def test_nothing_is_left_out(aspect: str) -> None:
    there, met = COVERAGE[aspect]
    counts = Counter(met())
    assert {thing for thing in there if not counts[thing]} == set()


def test_nans_in_options_are_drawn_where_they_are_available() -> None:
    nans = [example for example in examples("decode, NaNs available") if "OptionNan" in classes(example.value)]
    assert nans
    assert not any("OptionNan" in classes(example.value) for example in examples("decode"))


def classes(value: Any) -> set[str]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {value.__class__.__name__, *(name for part in parts for name in classes(part))}


@pytest.mark.slow
def test_limits_are_passed_by_as_much_as_every_codec_has_to_bear() -> None:
    drawn = draw(strategies.built(choose_beyond), 200)
    assert set(BEYOND) <= {type_of(value if str(type) == "type" else str(type)).depth for type, value, _ in drawn}
    assert 2 * TYPE_LENGTH.most in {len(value) for type, value, _ in drawn if str(type) == "type"}
