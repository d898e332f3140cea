"""The requirements that examples of DAPHNE are said to exercise, against those that vectors cite."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from goldenwire import corpus
from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire_reference import requirements
from goldenwire_reference.formats import load
from goldenwire_reference.reader import Field
from goldenwire_suite.daphne import strategies as daphne
from goldenwire_suite.daphne.strategies import coverage as daphne_coverage
from goldenwire_suite.daphne.strategies.objects import TYPES
from goldenwire_suite.strategies import Encodings, Example
from goldenwire_suite.strategies.numbers import float_kind
from kit.sampling import draw

DAPHNE = load("daphne")
POLICIES = {key: policy.reference for key, policy in DAPHNE.declaration.policies.items()}
ZERO = {"kind": "DenseMatrix", "rows": "1", "columns": "1", "type": "uint8", "cells": []}


def exercised(example: Example, data: bytes) -> set[str]:
    return set(daphne.exercised(example, DAPHNE.explain(data).fields))


def ids_of(words: str) -> set[str]:
    return {f"DAPHNE-{word}" for word in words.split()}


@cache
def vectors(verdict: str) -> list[LoadedVector]:
    return [vector for vector in corpus.load("daphne", root=corpus.root(None)) if vector.verdict == verdict]


@cache
def cited() -> set[str]:
    """Return the requirements cited by vectors of accepted bytes."""
    return {id for vector in vectors("accept") for id in vector.requirements}


@cache
def counts() -> Counter[str]:
    """Count how many of 1,000 draws exercise each requirement."""
    drawn: Counter[str] = Counter()
    kinds: tuple[Encodings, ...] = ("any", "any", "other", "reordered")
    for number, (operation, kind) in enumerate(product(("decode", "encode"), kinds), 1):  # a seed each
        some = draw(daphne.examples(operation, ("plans", "canonical"), POLICIES, kind), 125, number)
        drawn.update(id for e in some for id in exercised(e, DAPHNE.encode(e.value, None, e.plan)))
    return drawn


@pytest.mark.slow
def test_each_requirement_of_accepted_vectors_is_exercised() -> None:
    assert {id for id in cited() if not counts()[id]} == set(daphne_coverage.WITHOUT_DRAW)


@pytest.mark.slow
def test_only_what_is_in_the_specification_is_exercised() -> None:
    assert set(counts()) <= set(requirements.load("daphne"))


@pytest.mark.slow
def test_what_is_not_of_every_example_is_told_apart() -> None:
    of_any_block = ids_of("BODY-01 BLK-01 BLK-02 BLK-03")
    assert {id for id, count in counts().items() if count == 1000} == of_any_block | ids_of(daphne_coverage.ALWAYS)


def given() -> Iterator[tuple[LoadedVector, Example]]:
    """Yield the accepted vectors as examples, without those that no plan produces."""
    for vector in vectors("accept"):
        if vector.plan != ABSENT or vector.canonical:
            value = json.loads(bytes(vector.value))
            plan = None if vector.canonical else json.loads(bytes(vector.plan))
            yield vector, Example(value, plan, None, value, ())


# Requirements for which the tables ask more than some citing vectors have: something that they alone decide.
STRICTER = """
    BLK-06 BLK-07 CAN-05 CSR-10 DEN-02 DT-07 ENC-06 LBL-03 LBL-05 LBL-06 LIM-02
"""


@pytest.mark.slow
def test_a_requirement_is_exercised_by_vectors_made_for_it() -> None:
    found: dict[str, set[bool]] = {}
    for vector, example in given():
        ids = exercised(example, vector.data or b"")
        for id in vector.requirements:
            found.setdefault(id, set()).add(id in ids)
    assert {id for id, claims in found.items() if True not in claims} == set(daphne_coverage.WITHOUT_DRAW)
    assert {id for id, claims in found.items() if False in claims} == ids_of(STRICTER)
    assert cited() - set(found) == {"DAPHNE-VTX-11"}  # whose NaNs cannot be given in a request


# Policies at a choice other than the reference's, for which no examples are drawn.
BY_POLICY: dict[str, tuple[str, str, str]] = {
    "a label of octets": ("label-encoding", "opaque", "LBL-08"),
    "no block": ("empty-body", "accept", "BODY-06"),
    "a zero in a csr block": ("stored-zero", "keep", "CSR-14"),
    "a zero in a coo block": ("stored-zero", "keep", "COO-15"),
}


@pytest.mark.parametrize("thing", BY_POLICY)
def test_what_only_some_decoders_accept_is_understood(thing: str) -> None:
    policy, choice, id = BY_POLICY[thing]
    off = DAPHNE.off({f"daphne.{policy}": choice})
    of_it = [vector for vector in vectors("either") if ids_of(id) <= set(vector.requirements)]
    assert of_it
    for vector in of_it:
        if vector.outcomes[choice].code:
            continue  # refused in any case, for its other defect
        fields: list[Field] = []
        value, plan = DAPHNE.codec.read(vector.data or b"", None, off, fields)
        assert ids_of(id) <= set(daphne.exercised(Example(value, plan, None, value, ()), fields))


SIMPLE = """
    BLK-01 BLK-02 BLK-03 BLK-05 BODY-01 BODY-02 CAN-01 CAN-02 CAN-03 DEC-01 DEN-01 DEN-03 DT-01 DT-04 ENC-01 ENC-03
    GEN-01 GEN-02 GEN-03 GEN-06 HDR-01 HDR-03 HDR-04 HDR-05 HDR-06 MAT-01 PART-05 VT-01 VT-11
"""


def test_the_simplest_example_rests_on_little() -> None:
    found = exercised(Example(ZERO, None, None, ZERO, ()), DAPHNE.encode(ZERO))
    assert found == ids_of(SIMPLE)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("float", "0x3f800000", ""),
        ("float", "0x00000000", ""),
        ("float", "0x80000000", "-0.0"),
        ("float", "0x00000001", "subnormal"),
        ("float", "0x00800000", ""),
        ("float", "0x7f7fffff", ""),
        ("float", "0x7f800000", "infinity"),
        ("float", "0xff800000", "infinity"),
        ("float", "0x7f800001", "signalling NaN"),
        ("float", "0xffc00000", "quiet NaN"),
        ("double", "0x800fffffffffffff", "subnormal"),
        ("double", "0x7ff8000000000000", "quiet NaN"),
        ("double", "0x7ff7ffffffffffff", "signalling NaN"),
    ],
)
def test_special_floats_are_told_apart(name: str, text: str, kind: str) -> None:
    assert float_kind(TYPES[name], text) == kind
