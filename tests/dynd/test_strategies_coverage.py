"""The requirements that examples of DyND are said to exercise, against those that vectors cite."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from dynd.test_strategies import DYND, bytes_of, examples
from goldenwire import corpus
from goldenwire.corpus.vector import LoadedVector
from goldenwire_reference import requirements
from goldenwire_suite.dynd import strategies as dynd
from goldenwire_suite.dynd.strategies.coverage import WITHOUT_DRAW
from goldenwire_suite.dynd.strategies.values import OptionNan
from goldenwire_suite.strategies import Example


@cache
def vectors() -> list[LoadedVector]:
    return [vector for vector in corpus.load("dynd", root=corpus.root(None)) if vector.verdict == "accept"]


@cache
def exercises() -> Counter[str]:
    return Counter(
        id
        for codec in ("decode", "encode")
        for example in examples(codec)
        for id in exercised(example, bytes_of(example))
    )


@pytest.mark.slow
def test_each_requirement_of_accepted_vectors_is_exercised() -> None:
    cited = {id for vector in vectors() for id in vector.requirements}
    assert cited - set(exercises()) == set(WITHOUT_DRAW)


@pytest.mark.slow
def test_only_what_is_in_the_specification_is_exercised() -> None:
    assert set(exercises()) <= set(requirements.load("dynd"))


def ids_of(words: str) -> set[str]:
    return {f"DYND-{word}" for word in words.split()}


def exercised(example: Example, data: bytes) -> set[str]:
    return set(dynd.exercised(example, DYND.explain(data, example.context).fields))


def claims() -> Iterator[tuple[str, bool]]:
    """Yield each requirement that a vector cites, and whether the vector as an example is said to exercise it."""
    for vector in vectors():
        context, data = json.loads(bytes(vector.context)), vector.data or b""
        value = DYND.decode(data, context)  # encoders may be given it in another form
        found = exercised(Example(value, None, context, value, ()), data)
        yield from ((id, id in found) for id in vector.requirements)


# Requirements for which the tables ask more than some citing vectors have: something that they alone decide.
STRICTER = "CAS-02 CBOR-07 FLT-02 LIM-01 LIM-02 NEST-01 OPT-08 SER-02 STORAGE-05 STR-02 STR-03 STRUCT-04 TYPE-04"


@pytest.mark.slow
def test_a_requirement_is_exercised_by_vectors_made_for_it() -> None:
    found = set(claims())
    ids = {id for id, _ in found}
    assert {id for id in ids if (id, True) not in found} == set()
    assert {id for id in ids if (id, False) in found} == ids_of(STRICTER)


@pytest.mark.slow
def test_what_is_not_of_every_example_is_told_apart() -> None:
    assert {id for id, count in exercises().items() if count == 1000} == ids_of("DEC-01 DES-01 ENC-01 UNIQ-01 UNIQ-02")


EXERCISED: dict[str, tuple[Any, Any, str | None, str]] = {
    "bool": ("bool", True, None, "BOOL-01 SER-01"),
    "bool as CBOR": ("array[bool]", {"type": "bool", "value": True}, "cbor", "CBOR-02 CBOR-06"),
    "int8 as CBOR": ("array[Any]", {"type": "int8", "value": "5"}, "cbor", "CBOR-03 CBOR-07 INT-01 TYPE-02"),
    "beside the sentinel": ("?int8", ["-127"], None, "OPT-01 OPT-02 OPT-05 INT-01"),
    "shared target": ("2 * pointer[int16]", ["5", "5"], None, "PTR-01 PTR-02 DIM-01 END-01 NEST-01"),
    "transposed": ("storage[2 * 2 * int8, axis=[1, 0]]", [["1", "2"], ["3", "4"]], "storage", "STORAGE-01 STORAGE-02"),
    "greatest dimension": ("type", f"{2**63 - 1} * int8", None, "TYPE-01 TYPE-02 DIM-04 LIM-03"),
}
NOT_EXERCISED: dict[str, tuple[Any, Any, str | None, str]] = {
    "bool": ("bool", True, None, "INT-01 TYPE-02 CBOR-01 END-01 VARINT-01"),
    "bool as CBOR": ("array[bool]", {"type": "bool", "value": True}, "cbor", "BOOL-01 ARR-01 TYPE-02 CBOR-03"),
    "far from the sentinel": ("?int8", ["5"], None, "OPT-05 OPT-03"),
    "targets of their own": ("2 * pointer[int16]", ["5", "6"], None, "PTR-02"),
    "palindrome": ("int16", "257", None, "END-01"),
    "one row": ("storage[1 * 2 * int8, axis=[1, 0]]", [["1", "2"]], "storage", "STORAGE-02 DIM-02"),
}


def exercised_by(type: str, value: Any, profile: str | None) -> set[str]:
    context = {"type": type} | ({"profile": profile} if profile else {})
    example = Example(value, None, context, value, ())
    return exercised(example, bytes_of(example))


@pytest.mark.parametrize("name", EXERCISED)
def test_an_example_is_about_what_is_in_it(name: str) -> None:
    type, value, profile, ids = EXERCISED[name]
    assert ids_of(ids) <= exercised_by(type, value, profile)


@pytest.mark.parametrize("name", NOT_EXERCISED)
def test_an_example_is_not_about_what_is_not_in_it(name: str) -> None:
    type, value, profile, ids = NOT_EXERCISED[name]
    assert not ids_of(ids) & exercised_by(type, value, profile)


def test_a_nan_in_an_option_is_about_its_policy() -> None:
    value = [OptionNan("0x7fc00000")]
    example = Example(value, None, {"type": "?float32"}, value, (), bytes.fromhex("0000c07f"))
    assert "DYND-OPT-06" in dynd.exercised(example, ())
