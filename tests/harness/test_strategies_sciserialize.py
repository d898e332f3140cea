"""What the strategies of SciSerialize draw: settled, everything that there is, and the same in every process."""

import json
import re
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import find, settings
from hypothesis import strategies as st
from msgspec import Raw

from goldenwire import corpus, strategies
from goldenwire.equality import same
from goldenwire.strategies import Encodings, Example, sciserialize
from goldenwire.strategies.sciserialize_arrays import DTYPES, LARGE, palette
from goldenwire.strategies.sciserialize_coverage import REQUIREMENTS, WITHOUT_DRAW
from goldenwire.strategies.sciserialize_facts import Facts, Token
from goldenwire.strategies.sciserialize_forms import ALIASES, levels, packed, reduced
from goldenwire.strategies.sciserialize_numbers import float_tokens, packings, tokens
from goldenwire.strategies.sciserialize_rules import DEPTH, EXACT, PLAIN, Numeral, Rules, thrifty
from goldenwire.strategies.sciserialize_times import spelled_moment, spelled_span
from goldenwire.strategies.sciserialize_trees import arranged, doubles
from goldenwire_reference import requirements
from goldenwire_reference.formats import load
from goldenwire_reference.sciserialize import isostr
from goldenwire_reference.sciserialize.tables import DTYPE_ALIASES
from harness.test_strategies import draw

Json = Any

SCISERIALIZE = load("sciserialize")
FEATURES = tuple(SCISERIALIZE.features)
REFERENCE = {key: policy.reference for key, policy in SCISERIALIZE.policies.items()}
# The other choice of each; of big-integer, what most differs.
CONTRARY = {key: policy.choices[policy.choices[0] == policy.reference] for key, policy in SCISERIALIZE.policies.items()}
CONTRARY["sciserialize.big-integer"] = "double"
CHOICES = [{key: choice} for key, policy in SCISERIALIZE.policies.items() for choice in policy.choices]
KINDS: tuple[Encodings, ...] = get_args(Encodings)


class Codec(tuple[str, tuple[str, ...], dict[str, str], Encodings]):
    """What a codec declares, and so what it is asked: operation, features, policies, and which encodings."""

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


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("others", [REFERENCE, CONTRARY], ids=["as the reference", "contrary"])
def test_every_draw_means_its_value_whatever_is_not_declared(codec: str, others: dict[str, str]) -> None:
    policies = others | CODECS[codec][2]
    wrong = [
        example for example in examples(codec) if not same(raw(example.delivered), raw(decoded(example, policies)))
    ]
    assert not wrong


@pytest.mark.parametrize("codec", CODECS)
def test_every_value_has_a_canonical_encoding_that_the_writers_know(codec: str) -> None:
    carrier = [example.context["carrier"] for example in examples(codec)]
    written = [sciserialize.written(e.value, word, PLAIN) for e, word in zip(examples(codec), carrier, strict=True)]
    assert written == [canonical(example) for example in examples(codec)]


@pytest.mark.parametrize("codec", CODECS)
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
    assert sciserialize.delivered(value, None, policies) == {"array": [{"number": "nan"}, {"number": "1"}]}


# What a policy decides: how bytes show it, and the choices that settle it.


def facts(example: Example, *, traced: bool = False) -> Facts:
    data = bytes_of(example)
    return Facts(example, data, SCISERIALIZE.explain(data, example.context).fields if traced else ())


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


@pytest.mark.parametrize("thing", SETTLED)
def test_what_a_policy_decides_is_drawn_only_where_it_is_declared(thing: str) -> None:
    is_there, policy, settled = SETTLED[thing]
    for choice in SCISERIALIZE.policies[f"sciserialize.{policy}"].choices:
        drawn = draw(sciserialize.examples("decode", FEATURES, {f"sciserialize.{policy}": choice}, "other"), 300)
        assert any(map(is_there, drawn)) == (choice in settled), choice
    assert not any(map(is_there, examples("transcode", 200)))


@pytest.mark.parametrize("carrier", ["json", "msgpack"])
def test_integers_may_be_rounded_where_that_is_declared(carrier: str) -> None:
    drawn = draw(sciserialize.examples("decode", (carrier,), {"sciserialize.big-integer": "double"}, "other"), 400)
    found = [e for e in drawn if any(abs(int(token)) > EXACT for token in integers(e))]
    assert found


def integers(example: Example) -> list[str]:
    """The integer tokens of JSON, or the integers of MessagePack."""
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


@pytest.mark.parametrize("kind", KINDS)
def test_the_simplest_example_is_simple(kind: Encodings) -> None:
    strategy = sciserialize.examples("decode", FEATURES, REFERENCE, kind)
    found = find(strategy, lambda _: True, settings=settings(database=None, derandomize=True))
    value, data = MINIMAL[kind]
    assert found == Example(value, None, {"carrier": "json"}, value, ("json",), data)


@pytest.mark.parametrize("word", ["float16", "timedelta", "maskedarray", "0x8000000000000000"])
def test_a_failure_shrinks_to_what_is_at_fault(word: str) -> None:
    strategy = sciserialize.examples("decode", FEATURES, {}, "canonical")
    patient = settings(database=None, derandomize=True, max_examples=2000)
    found = find(strategy, lambda e: word in json.dumps(e.value), settings=patient)
    assert len(json.dumps(found.value)) < 120


# The public parts


@pytest.mark.parametrize("carrier", ["json", "msgpack"])
def test_spellings_of_a_tree_mean_it(carrier: str) -> None:
    spellings = sciserialize.json_spellings if carrier == "json" else sciserialize.msgpack_spellings
    context = {"carrier": carrier, "extensions": ["maskedarray", "object", "unique_set"]}
    drawn = draw(sciserialize.trees().flatmap(lambda tree: st.tuples(st.just(tree), spellings(tree))), 200)
    assert all(same(raw(tree), raw(SCISERIALIZE.decode(data, context))) for tree, data in drawn)


@pytest.mark.parametrize("bits", doubles())
def test_every_token_of_a_double_is_one_that_is_read_as_it(bits: str) -> None:
    [value] = struct.unpack(">d", bytes.fromhex(bits[2:]))
    found = list(float_tokens(value))
    assert [struct.pack(">d", float(token)) for token in found] == [bytes.fromhex(bits[2:])] * len(found)
    assert all(re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", token) for token in found)
    assert all(re.search(r"[.eE]", token) for token in found)
    assert len(set(found)) >= 5


NUMERALS: dict[str, tuple[Numeral, Rules, list[str]]] = {
    "integer": (Numeral(5), Rules(), ["5", "5.0", "5e0", "5.0E+000", "5e0"]),
    "dimension": (Numeral(5, whole=True), Rules(), ["5"]),
    "dimension, doubles taken": (Numeral(5, whole=True), Rules(integral_floats=True), ["5", "5.0"]),
    "zero": (Numeral(0), Rules(minus_zero="integer"), ["0", "-0", "0.0", "1e-400"]),
    "minus zero": (Numeral(-0.0), Rules(minus_zero="float"), ["-0.0", "-0", "-1e-400"]),
    "minus zero, undeclared": (Numeral(-0.0), Rules(), ["-0.0", "-1e-400"]),
    "dimension of minus zero": (Numeral(0, whole=True), Rules(minus_zero="float"), ["0"]),
    "beyond 53 bits": (Numeral(2**53 + 1), Rules(big="exact"), ["9007199254740993"]),
}


@pytest.mark.parametrize("name", NUMERALS)
def test_tokens_of_a_number_begin_with_the_canonical_one(name: str) -> None:
    numeral, rules, expected = NUMERALS[name]
    found = list(tokens(numeral, rules))
    assert found[: len(expected)] == expected
    assert numeral.whole <= all(float(token) == numeral.value for token in found)


def test_an_integer_rounds_to_the_double_that_a_policy_makes_of_it() -> None:
    found = [int(token) for token in tokens(Numeral(2.0**60), Rules(big="double")) if token.isdecimal()]
    assert found == [2**60, 2**60 + 128, 2**60 + 64]
    assert {float(number) for number in found} == {2.0**60}


def test_a_number_has_all_forms_of_messagepack() -> None:
    assert [form[0] for form in packings(Numeral(1), Rules())] == [
        0x01, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xCB, 0xCA,
    ]  # fmt: skip
    assert [form[0] for form in packings(Numeral(-0.0), Rules())] == [0xCB, 0xCA]
    assert [form[0] for form in packings(Numeral(0.1), Rules())] == [0xCB]


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize(
    "text", ["2015-02-18T21:40:23", "0001-01-01T00:00:00.500000+00:00", "9999-12-31T23:59:59-08:00"]
)
def test_every_spelling_of_a_date_time_is_one(text: str, wide: bool) -> None:
    found = {
        spelled_moment(text, thrifty(lambda n, at=at: at % n, 8), Rules(wide_isostr=wide))  # type: ignore[misc]
        for at in range(100)
    }
    parse = isostr.parse_wide if wide else isostr.parse
    assert {moment.isoformat() for moment in map(parse, found) if moment} == {text}
    assert all(map(parse, found))
    assert len(found) > 1


@pytest.mark.parametrize("parts", [(0, 0, 0), (-1, 86_399, 999_999), (999_999_999, 86_399, 999_999)])
@pytest.mark.parametrize("big", ["", "exact"])
def test_every_spelling_of_a_duration_adds_up(parts: tuple[int, int, int], big: str) -> None:
    picks = [iter(ways) for ways in product(range(6), range(6))]
    found = {spelled_span(list(map(str, parts)), lambda _, ways=ways: next(ways), Rules(big=big)) for ways in picks}  # type: ignore[misc]
    assert {(days * 86_400 + seconds) * 10**6 + more for days, seconds, more in found} == {
        (parts[0] * 86_400 + parts[1]) * 10**6 + parts[2]
    }
    assert len(found) > 10
    assert max(abs(part) for span in found for part in span) <= (2**63 if big else EXACT)


def test_short_names_of_dtypes_are_those_of_the_specification() -> None:
    assert {alias: name for name, aliases in ALIASES.items() for alias in aliases} == DTYPE_ALIASES


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_palette_is_of_elements_that_differ(dtype: str) -> None:
    elements = list(palette(dtype))
    value = {"ndarray": {"dtype": dtype, "shape": [str(len(elements))], "elements": elements}}
    assert SCISERIALIZE.decode(SCISERIALIZE.encode(value)) == value
    assert dtype == "bool" or len({packed(dtype, [element]) for element in elements}) > 8


ONE, TEN = {"number": "1"}, {"number": "10"}
ARRANGED: dict[str, tuple[list[Json], list[Json]]] = {
    "in order": ([{"str": "b"}, {"str": "a"}], [{"str": "a"}, {"str": "b"}]),
    "equal numbers": ([ONE, {"number": "0x3ff0000000000000"}, True], [{"number": "0x3ff0000000000000"}, True]),
    "zeros": ([{"number": "0"}, {"number": "0x8000000000000000"}], [{"number": "0x8000000000000000"}, {"number": "0"}]),
    "equal sets": (
        [
            {"unique_set": [{"array": [TEN]}, {"array": [ONE]}]},
            {"unique_set": [{"array": [{"number": "0x3ff0000000000000"}]}, {"array": [TEN]}]},
        ],
        [{"unique_set": [{"array": [{"number": "0x3ff0000000000000"}]}, {"array": [TEN]}]}],
    ),
}


@pytest.mark.parametrize("name", ARRANGED)
def test_elements_of_a_set_differ_and_are_in_order(name: str) -> None:
    given, expected = ARRANGED[name]
    assert arranged(given) == expected


# Everything that there is


@cache
def all_examples() -> list[Example]:
    """1,000 draws for a codec that declares all."""
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


def test_every_requirement_with_an_accepted_vector_is_exercised() -> None:
    vectors = corpus.load("sciserialize", root=corpus.root(None), data=False)
    accepted = {id for vector in vectors if vector.verdict == "accept" for id in vector.requirements}
    assert accepted - set(exercises()) == set(WITHOUT_DRAW)


def test_what_is_exercised_is_required() -> None:
    assert {f"SCISERIALIZE-{id}" for id in REQUIREMENTS} <= set(requirements.load("sciserialize"))


def array(dtype: str, shape: list[str], *elements: Json) -> Json:
    return {"ndarray": {"dtype": dtype, "shape": shape, "elements": list(elements)}}


# A value, its carrier, its bytes if they are not the canonical ones; what it is about, and what it is not.
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
    """What all examples hold: things of the values, things of the bytes."""
    values: Counter[object] = Counter()
    stored: Counter[object] = Counter()
    more = (example for kind in ("other", "respelled", "reordered") for example in examples(f"decode {kind}", 200))
    for example in (*all_examples(), *more):
        found = facts(example, traced=True)
        values.update(things(found))
        stored.update(found.codes)
        stored.update(escape.decode() for escape in found.escapes)
    return values, stored


def things(found: Facts) -> Iterator[object]:
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


@pytest.mark.parametrize("aspect", THERE)
def test_nothing_is_left_out(aspect: str) -> None:
    assert {thing for thing in THERE[aspect] if not met()[0][thing]} == set()


def test_no_form_of_messagepack_is_left_out() -> None:
    assert {code for code in range(0xC0, 0xE0) if not met()[1][code]} == {0xC1, *range(0xC7, 0xCA), *range(0xD4, 0xD9)}


def test_no_escape_of_json_is_left_out() -> None:
    escapes = {escape for escape in met()[1] if isinstance(escape, str)}
    assert {f"\\{char}" for char in '"\\/bfnrt'} <= escapes
    for form in ("0000", "0061", "[dD]83[dD]", "[dD][eE]00", "[a-z0-9]*[a-f][a-z0-9]*", "[A-Z0-9]*[A-F][A-Z0-9]*"):
        assert any(re.fullmatch(form, escape) for escape in escapes), form


# The same in every process

SCRIPT = """
import hashlib, sys
from hypothesis import Phase, given, seed, settings
from goldenwire.strategies import sciserialize
if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])
    import constants
drawn = []
@settings(max_examples=200, phases=[Phase.generate], database=None)
@seed("a seed")
@given(sciserialize.examples("decode", ("json", "msgpack", "dataframe", "unique_set", "maskedarray", "object")))
def collect(example):
    drawn.append(example)
collect()
print(hashlib.sha256(repr(drawn).encode()).hexdigest())
"""


def test_modules_that_happen_to_be_loaded_change_no_draw(tmp_path: Any) -> None:
    (tmp_path / "constants.py").write_text(f"NUMBERS = {list(range(100, 1000))}")
    digests = [
        subprocess.run([sys.executable, "-c", SCRIPT, *words], capture_output=True, check=True, cwd=tmp_path).stdout
        for words in ([], [str(tmp_path)])
    ]
    assert digests[0] == digests[1]


def test_a_thrifty_pick_draws_so_many_times_at_most() -> None:
    drawn: list[int] = []

    def pick(n: int) -> int:
        drawn.append(n)
        return n - 1

    again = thrifty(pick, 5)
    assert all(again(n) in range(n) for n in (1, 2, 3, 100, 7, 9, 13, 100, 2, 1, 50))
    assert drawn == [2, 3, 100, 7, 9]


def test_the_registry_finds_the_strategies() -> None:
    assert strategies.load("sciserialize").examples is sciserialize.examples
