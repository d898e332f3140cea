"""The requirements that examples of DataSetPack are said to exercise, against those that vectors cite."""

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache

import pytest

from goldenwire import corpus
from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire_reference import requirements
from goldenwire_reference.formats import load
from goldenwire_suite.dspack import strategies as dspack
from goldenwire_suite.dspack.strategies import coverage as dspack_coverage
from goldenwire_suite.strategies import Encodings, Example
from kit.sampling import draw

DSPACK = load("dspack")
POLICIES = {key: policy.reference for key, policy in DSPACK.declaration.policies.items()}
FILE = {"scope": "file"}


def exercised(example: Example) -> set[str]:
    data = DSPACK.encode(example.value, example.context) if example.data is None else example.data
    return set(dspack.exercised(example, DSPACK.explain(data, example.context).fields))


def ids_of(words: str) -> set[str]:
    return {f"DSPACK-{word}" for word in words.split()}


@cache
def accepted() -> list[LoadedVector]:
    return [vector for vector in corpus.load("dspack", root=corpus.root(None)) if vector.verdict == "accept"]


@cache
def cited() -> set[str]:
    """Return the requirements cited by vectors of accepted input."""
    return {id for vector in accepted() for id in vector.requirements}


@cache
def counts() -> Counter[str]:
    """Count how many of 1,000 draws exercise each requirement."""
    kinds: tuple[tuple[str, Encodings, int], ...] = (
        ("decode", "any", 250), ("decode", "any", 250), ("decode", "reordered", 100), ("encode", "any", 200),
        ("encode", "any", 200),
    )  # fmt: skip
    drawn: Counter[str] = Counter()
    for number, (operation, kind, count) in enumerate(kinds, 1):  # a seed each
        some = draw(dspack.examples(operation, tuple(DSPACK.declaration.features), POLICIES, kind), count, number)
        drawn.update(id for example in some for id in exercised(example))
    return drawn


@pytest.mark.slow
def test_each_requirement_of_accepted_vectors_is_exercised() -> None:
    assert {id for id in cited() if not counts()[id]} == set(dspack_coverage.WITHOUT_DRAW)


@pytest.mark.slow
def test_only_what_is_in_the_specification_is_exercised() -> None:
    assert set(counts()) <= set(requirements.load("dspack"))


EVERY = "SCHEMA-01 SCHEMA-02 SCOPE-01 SCOPE-05 DEC-01"


@pytest.mark.slow
def test_what_is_not_of_every_example_is_told_apart() -> None:
    assert {id for id, count in counts().items() if count == 1000} == ids_of(EVERY)


# Requirements for which the tables ask more than some citing vectors have: something that they alone decide.
STRICTER = """
    FLAG-05 FLAG-06 LIM-03 LIM-04 LIST-06 LIST-07 LIST-10 LIST-11 META-09 SCHEMA-14 SCHEMA-15 SCHEMA-16 SCHEMA-20
    SCHEMA-24 STR-07 TYPE-20 UNPACK-04
"""


def given(vector: LoadedVector) -> Example:
    """Return a vector as an example."""
    context = FILE if vector.context == ABSENT else json.loads(bytes(vector.context))
    data = vector.data or b""
    spelled = None if vector.canonical and "encode" in vector.operations else data
    return Example(json.loads(bytes(vector.value)), None, context, DSPACK.decode(data, context), (), spelled)


@pytest.mark.slow
def test_a_requirement_is_exercised_by_vectors_made_for_it() -> None:
    found: dict[str, set[bool]] = {}
    for vector in accepted():
        ids = exercised(given(vector))
        for id in vector.requirements:
            found.setdefault(id, set()).add(id in ids)
    assert {id for id, claims in found.items() if True not in claims} == set(dspack_coverage.WITHOUT_DRAW)
    assert {id for id, claims in found.items() if claims == {True, False}} == ids_of(STRICTER)


def spelled(schema: str, data: str, *row: object, **more: str) -> Example:
    value = list(row)
    return Example(value, None, {"scope": "row", "schema": schema, **more}, value, (), bytes.fromhex(data))


# Requirements that other examples of the same kind do not exercise.
TELLING: dict[str, tuple[Example, str, str]] = {
    "alignment": (spelled("@BH", "01ff0200", "1", "2"), "FLAG-06 FLAG-07", "FLAG-04 FLAG-05"),
    "no gap": (spelled("@HB", "010002", "1", "2"), "ROW-05", "FLAG-06 FLAG-07"),
    "a native size": (spelled("@l", "0100000000000000", "1"), "FLAG-05 TYPE-10", "FLAG-06"),
    "a wide prefix": (spelled("!2~s", "000161", "61"), "FLAG-08 STR-04", "STR-03 FLAG-01"),
    "a narrow prefix": (spelled("!~s", "0161", "61"), "STR-03", "FLAG-08 STR-04"),
    "zeros behind a string": (spelled("!~S", "026100", "61"), "STR-07", "LIST-01"),
    "no zeros": (spelled("!~S", "0161", "61"), "TYPE-18", "STR-07 TYPE-25"),
    "padding": (spelled("!2S", "6100", "61"), "TYPE-25 STR-02", "STR-03"),
    "a full string": (spelled("!2s", "6161", "6161"), "STR-06", "STR-05 TYPE-25"),
    "an empty list": (spelled("!:H", "00", []), "LIST-12 LIST-01", "LIST-06 LIST-11 FLAG-01"),
    "one item": (spelled("!1:B", "07", ["7"]), "LIST-10 LIST-03", "LIST-01 LIST-06"),
    "lists that differ": (spelled("!:B:B", "010700", ["7"], []), "DEC-04", "LIST-03"),
    "a rest": (spelled("!B8~:Q", "07" + "ff" * 8, "7", mode="partial"), "UNPACK-03 UNPACK-04 LIM-02", "UNPACK-02"),
    "no rest": (spelled("!B~s", "07", "7", mode="partial"), "UNPACK-01 UNPACK-03 SCOPE-04", "UNPACK-04 LIM-02"),
    "any other NaN": (spelled("!f", "ffc00000", {"nan": "8"}), "TYPE-16 TYPE-14 FLAG-01", "TYPE-15 ENC-01"),
    "a plain float": (spelled("<f", "0000803f", "0x3f800000"), "TYPE-14 FLAG-02", "TYPE-16 FLAG-01"),
}


@pytest.mark.parametrize("thing", TELLING)
def test_requirements_are_told_apart(thing: str) -> None:
    example, shown, hidden = TELLING[thing]
    assert DSPACK.decode(example.data or b"", example.context) == [
        "0x7fc00000" if atom == {"nan": "8"} else atom for atom in example.value
    ]
    found = exercised(example)
    assert ids_of(shown) <= found
    assert not ids_of(hidden) & found


SIMPLE = """
    API-02 API-05 DEC-01 ENC-01 ENC-03 META-01 META-02 META-05 META-06 META-09 META-10 META-12 META-16 META-19 ROW-01
    ROW-04 ROW-07 SCHEMA-01 SCHEMA-02 SCHEMA-03 SCHEMA-05 SCHEMA-16 SCOPE-01 SCOPE-05 SET-03 TYPE-04 UNPACK-02
"""


def test_the_simplest_example_rests_on_little() -> None:
    [example] = draw(dspack.examples("encode"), 1)
    assert exercised(example) == ids_of(SIMPLE)


def let_in(vector: LoadedVector, policies: Mapping[str, str]) -> bool:
    """Return whether the vector's outcome hangs on a policy and, with these choices, is a value."""
    return vector.verdict == "either" and vector.outcomes[policies[vector.policy]].code == ()


@pytest.mark.fast("META-13", "SCHEMA-26")
@pytest.mark.parametrize("id", ["META-13", "META-14", "META-15", "STR-10", "SCHEMA-26"])
def test_what_only_some_decoders_accept_is_understood(id: str) -> None:
    lenient = {key: policy.choices[1] for key, policy in DSPACK.declaration.policies.items()}
    vectors = [vector for vector in corpus.load("dspack", root=corpus.root(None)) if let_in(vector, lenient)]
    # Vectors that need `order` have a second defect, which every decoder reports.
    of_it = [v for v in vectors if v.data and "order" not in v.needs and ids_of(id) <= set(v.requirements)]
    assert of_it
    for vector in of_it:
        context = FILE if vector.context == ABSENT else json.loads(bytes(vector.context))
        value = DSPACK.decode(vector.data or b"", context, policies=lenient)
        assert ids_of(id) <= exercised(Example(value, None, context, value, (), vector.data))
