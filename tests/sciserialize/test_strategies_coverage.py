"""All forms in 1,000 draws of SciSerialize, and the requirements that examples are said to exercise."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from goldenwire import corpus
from goldenwire_reference import requirements
from goldenwire_suite.sciserialize import strategies as sciserialize
from goldenwire_suite.sciserialize.strategies.arrays import DTYPES
from goldenwire_suite.sciserialize.strategies.coverage import REQUIREMENTS, WITHOUT_DRAW
from goldenwire_suite.sciserialize.strategies.facts import TreeFacts
from goldenwire_suite.sciserialize.strategies.forms import levels, reduced
from goldenwire_suite.sciserialize.strategies.rules import DEPTH, PLAIN
from goldenwire_suite.strategies import Encodings, Example
from kit.sampling import draw
from sciserialize.test_strategies import FEATURES, REFERENCE, SCISERIALIZE, bytes_of, examples, facts

Json = Any


@cache
def all_examples() -> list[Example]:
    """Return 1,000 draws for a codec that declares everything."""
    kinds: tuple[tuple[str, Encodings], ...] = (("decode", "any"), ("encode", "any"), ("decode", "reordered"))
    return [
        example
        for number, ((operation, kind), count) in enumerate(zip(kinds, (500, 300, 200), strict=True), 1)
        for example in draw(sciserialize.examples(operation, FEATURES, REFERENCE, kind), count, number)
    ]


@cache
def exercises() -> Counter[str]:
    return Counter(
        id
        for example in all_examples()
        for id in sciserialize.exercised(example, SCISERIALIZE.explain(bytes_of(example), example.context).fields)
    )


@pytest.mark.slow
def test_every_requirement_with_an_accepted_vector_is_exercised() -> None:
    vectors = corpus.load("sciserialize", root=corpus.root(None), data=False)
    accepted = {id for vector in vectors if vector.verdict == "accept" for id in vector.requirements}
    assert accepted - set(exercises()) == set(WITHOUT_DRAW)


@pytest.mark.slow
def test_what_is_exercised_is_required() -> None:
    assert {f"SCISERIALIZE-{id}" for id in REQUIREMENTS} <= set(requirements.load("sciserialize"))


def array(dtype: str, shape: list[str], *elements: Json) -> Json:
    return {"ndarray": {"dtype": dtype, "shape": shape, "elements": list(elements)}}


# A value, its carrier, its bytes if not the canonical ones, requirements that it exercises, and some that it does not.
ABOUT: dict[str, tuple[Json, str, bytes | None, str, str]] = {
    "null": (None, "json", None, "JSON-04 JSON-16 GEN-12", "JSON-02 JSON-05 TAG-01 CANON-01 MP-01 GEN-11 JSON-17"),
    "1.0 as 1e0": ({"array": [{"number": "1"}]}, "json", b"[1e0]", "JSON-02 JSON-17", "JSON-16 GEN-12 JSON-03"),
    "space": ({"array": []}, "json", b"[ ]", "JSON-16", "JSON-02 JSON-17 JSON-05"),
    "a zero that is none": ({"number": "0"}, "json", b"1e-400", "JSON-07", "GEN-12"),
    "a zero": ({"number": "0"}, "json", b"0.0", "JSON-02", "JSON-07"),
    "two keys": ({"map": [["a", None], ["b", None]]}, "json", b'{"b":null,"a":null}', "GEN-11", "CANON-01 JSON-09"),
    "keys alike": ({"map": [["a\u0308", None], ["ä", None]]}, "msgpack", None, "MP-09 CANON-01", "JSON-09 GEN-11"),
    "longer": ({"number": "1"}, "msgpack", b"\xcc\x01", "MP-05", "MP-04 MP-14 CANON-05"),
    "str 8": ({"str": "a"}, "msgpack", b"\xd9\x01a", "MP-05 MP-06 MP-02", "MP-01 CANON-05"),
    "float 32": ({"number": "0x3ff0000000000000"}, "msgpack", bytes.fromhex("ca3f800000"), "MP-04", "MP-14 MP-05"),
    "palindrome": (array("int16", ["1"], "257"), "json", None, "ND-01 ND-05", "ND-04 ND-03 ND-09 BA-01"),
    "nan": (array("float16", ["1"], "0x7e01"), "json", None, "ND-09 ND-17 ND-04", "ND-10 ND-08 JSON-14"),
    "no dimension": (array("bool", [], True), "msgpack", None, "ND-07 BA-01 MP-03", "ND-08 ND-04 DF-01 DT-01"),
    "naive": ({"datetime": "2015-02-18T21:40:23"}, "json", None, "DT-04 DT-06 CANON-06", "DT-05 DT-03 DT-10 TD-01"),
    "text": ({"str": "2015-02-18T21:40:23"}, "json", None, "DT-09 JSON-03", "DT-01 DT-04 TAG-01"),
    "normalised": ({"timedelta": ["0", "1", "0"]}, "json", None, "TD-01 TD-03 CANON-07", "TD-04 TD-05"),
}  # fmt: skip


@pytest.mark.parametrize("name", ABOUT)
def test_an_example_is_about_what_is_in_it(name: str) -> None:
    value, carrier, data, about, other = ABOUT[name]
    example = Example(value, None, {"carrier": carrier}, value, (carrier,), data)
    found = set(sciserialize.exercised(example, SCISERIALIZE.explain(bytes_of(example), example.context).fields))
    assert {f"SCISERIALIZE-{id}" for id in about.split()} <= found
    assert not {f"SCISERIALIZE-{id}" for id in other.split()} & found


@cache
def met() -> tuple[Counter[object], Counter[object]]:
    """Count the kinds of values, and the kinds of bytes, in all examples."""
    values: Counter[object] = Counter()
    stored: Counter[object] = Counter()
    more = (example for kind in ("other", "respelled", "reordered") for example in examples(f"decode {kind}", 200))
    for example in (*all_examples(), *more):
        found = facts(example, traced=True)
        values.update(things(found))
        stored.update(found.codes)
        stored.update(escape.decode() for escape in found.escapes)
    return values, stored


def things(found: TreeFacts) -> Iterator[object]:
    yield from (spot.kind for spot in found.spots)
    yield from (array["dtype"] if array["elements"] else "no elements" for array in found.arrays)
    yield from (f"{len(array['shape'])} dimensions" for array in found.arrays)
    yield from (f"text of {len(text.encode())}" for text in found.texts)
    yield from (f"{len(content)} items" for content in found.of("array"))
    yield from (f"{len(content)} pairs" for content in found.of("map"))
    yield from (f"{len(content) // 2} octets" for content in found.of("bin"))
    yield levels(reduced(found.value, PLAIN), found.carrier) == DEPTH and "deepest"
    yield from (
        kind for frame in found.of("dataframe") for label in frame["rows"] for kind in [f"label {next(iter(label))}"]
    )


THERE: dict[str, set[object]] = {
    "kinds": {
        "constant", "number", "str", "bin", "array", "map", "datetime", "timedelta", "ndarray", "dataframe",
        "unique_set", "maskedarray",
    },
    "dtypes": {*DTYPES, "object", "no elements"},
    "dimensions": {f"{rank} dimensions" for rank in (0, 1, 2, 3, 5, 15, 16, 32)},
    "texts": {f"text of {size}" for size in (0, 1, 31, 32, 255, 256)},
    "sizes": {f"{size} {what}" for what in ("items", "pairs") for size in (0, 1, 15, 16)},
    "octets": {f"{size} octets" for size in (0, 1, 2, 3, 31, 255, 256)},
    "depth": {"deepest"},
    "labels": {"label str", "label number", "label datetime"},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("aspect", THERE)
def test_nothing_is_left_out(aspect: str) -> None:
    assert {thing for thing in THERE[aspect] if not met()[0][thing]} == set()


@pytest.mark.slow
def test_no_form_of_messagepack_is_left_out() -> None:
    assert {code for code in range(0xC0, 0xE0) if not met()[1][code]} == {0xC1, *range(0xC7, 0xCA), *range(0xD4, 0xD9)}


@pytest.mark.slow
def test_no_escape_of_json_is_left_out() -> None:
    escapes = {escape for escape in met()[1] if isinstance(escape, str)}
    assert {f"\\{char}" for char in '"\\/bfnrt'} <= escapes
    for form in ("0000", "0061", "[dD]83[dD]", "[dD][eE]00", "[a-z0-9]*[a-f][a-z0-9]*", "[A-Z0-9]*[A-F][A-Z0-9]*"):
        assert any(re.fullmatch(form, escape) for escape in escapes), form
