"""MessagePack's strategies: every example has one right answer, all forms occur, in the encodings asked for."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest
from msgspec import Raw

from goldenwire import corpus
from goldenwire.judge.equality import same
from goldenwire_reference import requirements
from goldenwire_reference.formats import load
from goldenwire_suite.msgpack import strategies as msgpack
from goldenwire_suite.msgpack.strategies.coverage import REQUIREMENTS, WITHOUT_DRAW, ItemFacts
from goldenwire_suite.msgpack.strategies.spelling import PLAIN, write
from goldenwire_suite.msgpack.strategies.values import DEPTH, levels
from goldenwire_suite.strategies import Encodings, Example
from kit.each import each
from kit.sampling import draw

Json = Any

MSGPACK = load("msgpack")
FEATURES = tuple(MSGPACK.declaration.features)
REFERENCE = {key: policy.reference for key, policy in MSGPACK.declaration.policies.items()}
# Another choice of each policy.
CONTRARY = {
    key: next(one for one in policy.choices if one != policy.reference)
    for key, policy in MSGPACK.declaration.policies.items()
}
CHOICES = [{key: choice} for key, policy in MSGPACK.declaration.policies.items() for choice in policy.choices]
KINDS: tuple[Encodings, ...] = tuple(kind for kind in get_args(Encodings) if kind != "unwritten")  # all is written

Codec = tuple[str, tuple[str, ...], dict[str, str], Encodings]


def codecs() -> Iterator[tuple[str, Codec]]:
    """Yield declarations, from which follows what a codec is asked: operation, features, policies, encodings."""
    for kind in KINDS:
        yield f"decode {kind}", ("decode", FEATURES, REFERENCE, kind)
        yield f"decode {kind}, contrary", ("decode", FEATURES, CONTRARY, kind)
    yield "transcode", ("transcode", FEATURES, {}, "any")
    yield "encode", ("encode", FEATURES, REFERENCE, "any")
    yield "encode, contrary", ("encode", FEATURES, CONTRARY, "canonical")
    yield "encode, undeclared", ("encode", (), {}, "any")
    for choice in CHOICES:
        [(key, word)] = choice.items()
        yield f"decode, {key.partition('.')[2]} {word}", ("decode", FEATURES, choice, "any")


CODECS = dict(codecs())


@cache
def examples(codec: str, count: int = 60, number: int = 1) -> list[Example]:
    return draw(msgpack.examples(*CODECS[codec]), count, number)


def bytes_of(example: Example) -> bytes:
    return write(example.value, PLAIN) if example.data is None else example.data


def raw(value: Json) -> Raw:
    return Raw(json.dumps(value).encode())


# --- settled --------------------------------------------------------------------------------------


@pytest.mark.fast("contrary")
@pytest.mark.parametrize("others", [REFERENCE, CONTRARY], ids=["as the reference", "contrary"])
@each("codec", CODECS)
def test_every_draw_means_its_value_whatever_is_not_declared(codec: str, others: dict[str, str]) -> None:
    policies = others | CODECS[codec][2]
    wrong = [
        example
        for example in examples(codec)
        if not same(raw(example.delivered), raw(MSGPACK.decode(bytes_of(example), policies=policies)))
    ]
    assert not wrong


@pytest.mark.parametrize("codec", [codec for codec in CODECS if "contrary" not in codec])
def test_every_value_that_all_may_write_has_the_canonical_encoding_of_the_writer(codec: str) -> None:
    usual = [example for example in examples(codec) if '"utf8"' not in json.dumps(example.value)]
    assert [write(example.value, PLAIN) for example in usual] == [MSGPACK.encode(example.value) for example in usual]


@pytest.mark.parametrize("codec", CODECS)
def test_an_encoder_is_given_values_alone(codec: str) -> None:
    assert all(example.plan is None and example.context is None for example in examples(codec))
    assert "encode" not in codec or all(example.data is None for example in examples(codec))


@pytest.mark.parametrize("kind", ["other", "respelled", "reordered"])
def test_other_encodings_are_not_the_canonical_one(kind: str) -> None:
    assert all(example.data != write(example.value, PLAIN) for example in examples(f"decode {kind}"))


def test_what_is_reordered_is_as_long_as_the_canonical_encoding() -> None:
    assert all(len(bytes_of(example)) == len(write(example.value, PLAIN)) for example in examples("decode reordered"))


@pytest.mark.parametrize(
    ("operation", "kind"),
    [("decode", "unwritten"), ("encode", "other"), ("encode", "respelled"), ("encode", "reordered")],
)
def test_there_are_no_encodings_that_nobody_can_be_asked_for(operation: str, kind: Encodings) -> None:
    assert msgpack.examples(operation, FEATURES, REFERENCE, kind).is_empty


def test_what_is_broken_later_is_not_deep() -> None:
    """Keep examples shallow: an edit or a splice must not lead to a depth that only some codecs accept."""
    assert max(levels(example.value) for example in examples("decode any", 300)) < DEPTH // 2


@pytest.mark.parametrize(
    ("policies", "tag"),
    [({"msgpack.timestamp": "value"}, "timestamp"), ({"msgpack.invalid-utf8": "keep"}, "utf8")],
    ids=["timestamps", "no-text"],
)
def test_what_a_policy_settles_is_drawn_where_it_is_declared(policies: dict[str, str], tag: str) -> None:
    declared = draw(msgpack.examples("decode", FEATURES, policies, "any"), 300, 2)
    undeclared = draw(msgpack.examples("decode", FEATURES, {}, "any"), 300, 2)
    assert any(f'"{tag}"' in json.dumps(example.value) for example in declared)
    assert not any(f'"{tag}"' in json.dumps(example.value) for example in undeclared)


# --- all forms occur ------------------------------------------------------------------------------


@cache
def all_facts() -> list[ItemFacts]:
    """Return the facts of 1,000 draws for a codec that declares everything."""
    kinds: tuple[tuple[str, Encodings], ...] = (("decode", "any"), ("encode", "any"), ("decode", "reordered"))
    return [
        ItemFacts(example, bytes_of(example), MSGPACK.explain(bytes_of(example)).fields)
        for number, ((operation, kind), count) in enumerate(zip(kinds, (500, 300, 200), strict=True), 1)
        for example in draw(msgpack.examples(operation, FEATURES, REFERENCE, kind), count, number)
    ]


@pytest.mark.slow
def test_every_requirement_with_an_accepted_vector_is_exercised() -> None:
    vectors = corpus.load("msgpack", root=corpus.root(None), data=False)
    accepted = {id for vector in vectors if vector.verdict == "accept" for id in vector.requirements}
    exercised = Counter(id for facts in all_facts() for id, shows in REQUIREMENTS.items() if shows(facts))
    assert accepted - {f"MSGPACK-{id}" for id in exercised} == set(WITHOUT_DRAW)
    assert set(REQUIREMENTS) == set(exercised)


def test_what_is_exercised_is_required() -> None:
    assert {f"MSGPACK-{id}" for id in REQUIREMENTS} <= set(requirements.load("msgpack"))


@pytest.mark.slow
def test_no_form_is_left_out() -> None:
    met = set[int]().union(*(facts.firsts for facts in all_facts()))
    assert {octet for octet in range(0xC0, 0xE0) if octet not in met} == {0xC1}


# A value, its octets if not the canonical ones, requirements that it exercises, and some that it does not.
ABOUT: dict[str, tuple[Json, str, str, str]] = {
    "nil": (None, "", "NIL-01 GEN-01", "INT-01 MAP-01 GEN-03 CANON-02"),
    "fixint": ({"int": "5"}, "", "INT-01 CANON-02", "INT-03 INT-02 GEN-03 CANON-09"),
    "uint-8": ({"int": "5"}, "cc05", "INT-03 GEN-03", "INT-01 CANON-02"),
    "tied": ({"int": "1000"}, "", "INT-03 CANON-09 GEN-02", "INT-05 INT-04"),
    "float-32": ({"float": "0x3ff0000000000000"}, "ca3f800000", "FLOAT-01 FLOAT-03 GEN-03", "FLOAT-02 CANON-07"),
    "nan": ({"float": "0x7ff8000000000000"}, "", "FLOAT-05 FLOAT-02", "FLOAT-04 FLOAT-06"),
    "minus-zero": ({"float": "0x8000000000000000"}, "", "FLOAT-04", "FLOAT-05 FLOAT-06"),
    "text": ({"str": "é"}, "", "STR-01 STR-02", "STR-03 BIN-01"),
    "close-keys": ({"map": [[{"int": "1"}, None], [{"str": "1"}, None]]}, "", "MAP-04 MAP-02 CANON-08", "MAP-03"),
    "order": ({"map": [[{"str": "a"}, None], [{"str": "b"}, None]]}, "82a162c0a161c0", "MAP-03", "MAP-02 CANON-08"),
    "timestamp": ({"timestamp": ["-1", "1"]}, "", "TIME-03 TIME-10 TIME-08 CANON-06", "TIME-01 TIME-02 EXT-04"),
}  # fmt: skip


@pytest.mark.parametrize("name", ABOUT)
def test_an_example_is_about_what_is_in_it(name: str) -> None:
    value, digits, about, other = ABOUT[name]
    example = Example(value, None, None, value, (), bytes.fromhex(digits) if digits else None)
    found = set(msgpack.exercised(example, MSGPACK.explain(bytes_of(example)).fields))
    assert {f"MSGPACK-{id}" for id in about.split()} <= found
    assert not {f"MSGPACK-{id}" for id in other.split()} & found


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: " ".join(choice.values()))
def test_the_reference_writes_what_is_drawn_in_its_own_encoding_whatever_a_codec_keeps(choice: dict[str, str]) -> None:
    for example in draw(msgpack.examples("decode", FEATURES, choice, "canonical"), 100):
        assert MSGPACK.encode(example.value, None) == example.encoded(MSGPACK)
