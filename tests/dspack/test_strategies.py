"""DataSetPack's strategies: examples are legal and of their kind, all forms occur, and all processes draw the same."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import msgpack
import pytest
from hypothesis import find, settings
from hypothesis import strategies as st
from msgspec import Raw

from goldenwire.judge.equality import same
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.formats import load
from goldenwire_suite.dspack import strategies as dspack
from goldenwire_suite.dspack.strategies.choices import Choices, canonical
from goldenwire_suite.dspack.strategies.files import BLOCKS, FileRules, choose_sets, to_request
from goldenwire_suite.dspack.strategies.meta import levels, nodes
from goldenwire_suite.dspack.strategies.packed import ObjectWriter
from goldenwire_suite.dspack.strategies.schemas import FLAGS, TYPES, from_text
from goldenwire_suite.dspack.strategies.spellings import MARKER, write_file
from goldenwire_suite.strategies import Encodings, Example, built
from kit.each import each
from kit.sampling import draw

Json = Any

DSPACK = load("dspack")
POLICIES = {key: policy.reference for key, policy in DSPACK.declaration.policies.items()}
LENIENT = {key: policy.choices[1] for key, policy in DSPACK.declaration.policies.items()}
FEATURES = tuple(DSPACK.declaration.features)
KINDS: tuple[Encodings, ...] = ("canonical", "other", "respelled", "reordered", "any")
# Declarations of codecs, from which follows what they are asked: operation, features, policies.
CODECS: dict[str, tuple[str, tuple[str, ...], dict[str, str]]] = {
    "decode": ("decode", FEATURES, POLICIES),
    "encode": ("encode", FEATURES, POLICIES),
    "transcode": ("transcode", FEATURES, POLICIES),
    "decode, no policies": ("decode", (), {}),
    "encode, no features": ("encode", (), {}),
    "encode, text": ("encode", ("text",), {}),
    "encode, rows-by-name": ("encode", ("rows-by-name",), {}),
    "decode, lenient": ("decode", (), LENIENT),
    "transcode, lenient": ("transcode", (), LENIENT),
    **{
        f"decode, {key.removeprefix('dspack.')}: {choice}": ("decode", (), {key: choice})
        for key, policy in DSPACK.declaration.policies.items()
        for choice in policy.choices
    },
}
WRITERS = [codec for codec, (operation, _, _) in CODECS.items() if operation == "encode"]
NOTHING = list(product(WRITERS, ("other", "respelled", "reordered")))
DRAWN = [pair for pair in product(CODECS, KINDS) if pair not in NOTHING]
QUICK = {"decode", "encode", "transcode", "decode, lenient", "transcode, lenient"}
PAIRS = [pytest.param(*pair, marks=[] if pair[0] in QUICK else pytest.mark.slow) for pair in DRAWN]


@cache
def examples(codec: str, kind: Encodings) -> list[Example]:
    """Draw examples; most of them for codecs that declare much."""
    much = {("decode", "any"): 600, ("decode, lenient", "any"): 200, ("encode", "any"): 300, ("transcode", "any"): 60}
    return draw(dspack.examples(*CODECS[codec], kind), much.get((codec, kind), 20))


def encoded(example: Example) -> bytes:
    return DSPACK.encode(example.value, example.context) if example.data is None else example.data


def raw(value: Json) -> Raw:
    return Raw(json.dumps(value).encode())


def scope(example: Example) -> str:
    return ", ".join(word for name, word in example.context.items() if name != "schema")


# The kinds


@pytest.mark.parametrize(("codec", "kind"), PAIRS)
def test_the_reference_delivers_what_is_said_of_every_draw(codec: str, kind: Encodings) -> None:
    policies = CODECS[codec][2]
    assert not [
        example
        for example in examples(codec, kind)
        if not same(raw(example.delivered), raw(DSPACK.decode(encoded(example), example.context, policies=policies)))
    ]


@pytest.mark.parametrize(("codec", "kind"), NOTHING)
def test_an_encoder_is_asked_for_canonical_encodings_alone(codec: str, kind: Encodings) -> None:
    assert dspack.examples(*CODECS[codec], kind).is_empty


@pytest.mark.parametrize("codec", CODECS)
def test_canonical_encodings_are_left_to_the_reference(codec: str) -> None:
    assert {(example.data, example.plan) for example in examples(codec, "canonical")} == {(None, None)}


@pytest.mark.slow
@each(("codec", "kind"), [(codec, kind) for codec, kind in DRAWN if kind not in {"canonical", "any"}])
def test_what_is_not_canonical_has_other_bytes_of_a_value_that_has_canonical_ones(codec: str, kind: Encodings) -> None:
    for example in examples(codec, kind):
        plain = DSPACK.encode(example.value, example.context)
        assert example.data not in {None, plain}
        assert same(raw(example.delivered), raw(DSPACK.decode(plain, example.context)))


@pytest.mark.parametrize("codec", ["decode", "decode, lenient", "transcode"])
def test_what_is_reordered_has_the_same_octets_in_another_order(codec: str) -> None:
    for example in examples(codec, "reordered"):
        plain = DSPACK.encode(example.value, example.context)
        assert sorted(example.data or b"") == sorted(plain)
        assert len(example.data or b"") == len(plain)


def keys(data: bytes) -> Iterator[list[str]]:
    """Yield the keys of every map in the meta block at the beginning of an input, inner maps first."""
    found: list[list[str]] = []
    first = int.from_bytes(data[:2], "big")
    block = data[2 : 2 + first] if first < 65535 else data[4 : 4 + first + int.from_bytes(data[2:4], "big")]
    msgpack.unpackb(block, object_pairs_hook=lambda pairs: found.append([key for key, _ in pairs]))
    yield from found


def in_order(keys: list[str]) -> bool:
    return keys == ["version", "schema", "description", "meta"] or keys == sorted(keys, key=str.encode)


@pytest.mark.parametrize(
    ("kind", "orders"), [("respelled", {True}), ("reordered", {True, False}), ("other", {True, False})]
)
def test_only_what_is_reordered_has_keys_in_another_order(kind: Encodings, orders: set[bool]) -> None:
    drawn = (example for example in examples("decode", kind) if example.context["scope"] == "file")
    assert {in_order(found) for example in drawn for found in keys(example.data or b"")} == orders


@pytest.mark.parametrize(("codec", "writes"), [("decode", False), ("transcode", True), ("encode", True)])
def test_what_nobody_encodes_is_for_those_who_only_read(codec: str, writes: bool) -> None:
    seen = {scope(example) for example in examples(codec, "any")}
    assert seen == ({"file", "row"} if writes else {"file", "row", "schema", "file, partial", "row, partial"})


def test_nothing_but_nans_makes_a_difference_to_a_decoder() -> None:
    for example in examples("decode", "canonical"):
        assert same(raw(example.delivered), raw(example.value))


# Choices left to a codec


REFUSED = {
    "DSPACK-META-13": ("duplicate-meta-key", "last"),
    "DSPACK-META-14": ("meta-utf8", "keep"),
    "DSPACK-META-15": ("meta-depth", "accept"),
    "DSPACK-STR-10": ("pascal-overrun", "clamp"),
    "DSPACK-SCHEMA-26": ("duplicate-names", "keep"),
}


def refused_by(drawn: list[Example]) -> set[str]:
    """Return the requirements for which the reference refuses examples."""
    found = set()
    for example in drawn:
        try:
            DSPACK.decode(encoded(example), example.context)
        except DecodeError as error:
            found.add(error.requirement)
    return found


@pytest.mark.fast("STR-10", "SCHEMA-26")
@pytest.mark.parametrize("requirement", REFUSED)
def test_a_codec_that_declares_to_accept_more_is_given_it(requirement: str) -> None:
    policy, choice = REFUSED[requirement]
    drawn = draw(dspack.examples("decode", (), {f"dspack.{policy}": choice}, "any"), 400)
    assert refused_by(drawn) == {requirement}


@pytest.mark.parametrize(
    ("codec", "kind"), [("decode", "any"), ("decode, no policies", "any"), ("decode, no policies", "other")]
)
def test_others_are_given_what_the_reference_takes(codec: str, kind: Encodings) -> None:
    assert not refused_by(examples(codec, kind))


# Members and forms that only encoders are given


def words(example: Example) -> Iterator[str]:
    value = example.value
    rows = [value] if example.context["scope"] == "row" else [row for one in value for row in one["rows"]]
    yield from ("by name" for row in rows if isinstance(row, dict))
    yield from ("text" for row in rows if '{"text"' in json.dumps(row))
    if example.context["scope"] == "file":
        yield from ("implied" for one in value if "version" not in one or "fields" not in one)
        yield from (
            "members" for one in value if list(one["meta"]["map"]) != sorted(one["meta"]["map"], key=str.encode)
        )


@pytest.mark.parametrize(
    ("codec", "said"),
    [
        ("encode", {"by name", "text", "implied", "members"}),
        ("encode, no features", {"implied", "members"}),
        ("encode, text", {"text", "implied", "members"}),
        ("encode, rows-by-name", {"by name", "implied", "members"}),
        ("decode", set()),
        ("transcode", set()),
    ],
)
def test_values_are_given_in_words_that_are_declared(codec: str, said: set[str]) -> None:
    drawn = draw(dspack.examples(*CODECS[codec], "any"), 350 if codec in WRITERS else 100)
    assert {word for example in drawn if "mode" not in example.context for word in words_if_any(example)} == said


def words_if_any(example: Example) -> Iterator[str]:
    return iter(()) if example.context["scope"] == "schema" else words(example)


# The writer


@pytest.mark.parametrize("number", [1, 2])
def test_the_writer_agrees_with_the_reference(number: int) -> None:
    for sets in draw(built(choose_sets), 200, number):
        assert write_file(sets) == DSPACK.encode(to_request(sets))


@pytest.mark.parametrize(
    ("tree", "forms"),
    [
        ({"int": "1"}, "01 cc01 cd0001 ce00000001 cf0000000000000001 d001 d10001 d200000001 d30000000000000001"),
        ({"int": "-1"}, "ff d0ff d1ffff d2ffffffff d3ffffffffffffffff"),
        ({"int": "-33"}, "d0df d1ffdf d2ffffffdf d3ffffffffffffffdf"),
        ({"int": "128"}, "cc80 cd0080 ce00000080 cf0000000000000080 d10080 d200000080 d30000000000000080"),
        ({"int": str(2**64 - 1)}, "cfffffffffffffffff"),
        ({"float": "0x3ff8000000000000"}, "cb3ff8000000000000 ca3fc00000"),
        ({"float": "0x3fb999999999999a"}, "cb3fb999999999999a"),
        ({"float": "0x7fe0000000000000"}, "cb7fe0000000000000"),
        ({"str": "a"}, "a161 d90161 da000161 db0000000161"),
        ({"utf8": "ff"}, "a1ff d901ff da0001ff db00000001ff"),
        ({"bin": "00"}, "c40100 c5000100 c60000000100"),
        ({"array": [None]}, "91c0 dc0001c0 dd00000001c0"),
        ({"map": {}}, "80 de0000 df00000000"),
        (True, "c3"),
    ],
    ids=str,
)
def test_messagepack_is_written_in_every_form(tree: Json, forms: str) -> None:
    count = len(forms.split())
    written = [ObjectWriter(Choices({0: form}), FileRules().loose).value(tree).hex() for form in range(count)]
    assert written == forms.split()
    assert ObjectWriter(canonical, FileRules().loose).value(tree).hex() == written[0]


# All forms occur


def heads(example: Example) -> Iterator[int]:
    """Yield the first octets of the objects in the meta."""
    data = encoded(example)
    for field in DSPACK.explain(data, example.context).fields:
        if ".meta." in field.name:
            yield data[field.offset]


def seen_schemas() -> Iterator[Any]:
    for codec in ("decode", "encode"):
        for example in examples(codec, "any"):
            texts = [example.context["schema"]] if "schema" in example.context else []
            texts += [one["schema"] for one in example.value] if scope(example).startswith("file") else []
            yield from map(from_text, texts)


def forms() -> Iterator[tuple[str, str]]:
    for schema in seen_schemas():
        for field in schema.fields:
            yield str(field.count), str(field.length)


def sizes() -> Iterator[str]:
    for example in (example for codec in ("decode", "encode") for example in examples(codec, "any")):
        if example.context != {"scope": "file"}:
            continue
        block = int.from_bytes(encoded(example)[:2], "big")
        yield "escape" if block == BLOCKS[1] else "no escape"
        yield from (f"{name} sets" for name, count in (("two", 2), ("forty", 40)) if len(example.value) == count)
        for one in example.delivered:
            yield from (f"{rows} rows" for rows in (0, 1, 300) if len(one["rows"]) == rows)
            yield from ("16 levels",) if levels(one["meta"]) == 16 else ()
            yield from ("a NaN in the meta",) if {"float": {"nan": "16"}} in nodes(one["meta"]) else ()
            yield from ("a NaN in a row",) if '{"nan":' in json.dumps(one["rows"]) else ()
        yield "marker" if encoded(example).endswith(MARKER) else "no marker"


SPREAD = ("None", "1", "3", "300", *(f"{width}~" for width in range(1, 9)))
# All the forms that exist, each of which occurred.
COVERAGE: dict[str, tuple[set[object], Callable[[], Iterator[object]]]] = {
    "flags": (set(FLAGS), lambda: (schema.flag for schema in seen_schemas())),
    "types": (set(TYPES), lambda: (field.type for schema in seen_schemas() for field in schema.fields)),
    "counts": (set(SPREAD), lambda: (count for count, _ in forms())),
    "lengths": (set(SPREAD), lambda: (length for _, length in forms())),
    "lists of strings": (
        set(product((False, True), repeat=2)),
        lambda: (("~" in count, "~" in length) for count, length in forms() if "None" not in {count, length}),
    ),
    "forms of messagepack": (
        {0, 0x80, 0x90, 0xA0, *range(0xC4, 0xC7), *range(0xCA, 0xD4), *range(0xD9, 0xE0), 0xFF, 0xC0, 0xC2, 0xC3},
        lambda: (head for kind in ("any", "other") for example in examples("decode", kind) for head in heads(example)),
    ),
    "sizes": (
        {
            "escape", "no escape", "two sets", "forty sets", "0 rows", "1 rows", "300 rows", "16 levels", "marker",
            "no marker", "a NaN in the meta", "a NaN in a row",
        },
        sizes,
    ),
}  # fmt: skip


@pytest.mark.parametrize("aspect", COVERAGE)
def test_nothing_is_left_out(aspect: str) -> None:
    there, met = COVERAGE[aspect]
    counts = Counter(met())
    assert {thing for thing in there if not counts[thing]} == set()


# The simplest


ONE = {"version": "1", "schema": "!B", "fields": [{"name": "f1", "note": None}], "description": "", "meta": {"map": {}}}


@pytest.mark.parametrize(
    ("codec", "kind"), [("decode", "any"), ("encode", "any"), ("transcode", "any"), ("decode", "canonical")]
)
def test_the_first_example_is_the_simplest(codec: str, kind: Encodings) -> None:
    value = [{**ONE, "rows": [["0"]]}]
    assert draw(dspack.examples(*CODECS[codec], kind), 1) == [Example(value, None, {"scope": "file"}, value, ())]


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (
            "other",
            "0027 84a776657273696f6e01a6736368656d61a22142ab6465736372697074696f6ea0a46d65746180 00000001 00 00000000",
        ),
        (
            "reordered",
            "0027 84a776657273696f6e01a6736368656d61a22142a46d65746180ab6465736372697074696f6ea0 00000001 00",
        ),
    ],
)
def test_the_first_example_of_other_bytes_differs_in_one_thing(kind: Encodings, data: str) -> None:
    [example] = draw(dspack.examples("decode", (), {}, kind), 1)
    assert example.data == bytes.fromhex(data)


def simplest(strategy: st.SearchStrategy[Any], shows: Callable[[Any], bool]) -> Any:
    return find(strategy, shows, settings=settings(max_examples=1000, database=None, derandomize=True, deadline=None))


@pytest.mark.fast("rows", "a marker")
@pytest.mark.parametrize(
    ("kind", "shows", "schema"),
    [
        ("canonical", lambda example: "Q" in example.value[0]["schema"], "!Q"),
        ("canonical", lambda example: len(example.value[0]["rows"]) > 1, "!B"),
        ("other", lambda example: example.data.endswith(MARKER), "!B"),
    ],
    ids=["a type", "rows", "a marker"],
)
def test_what_fails_shrinks(kind: Encodings, shows: Callable[[Example], bool], schema: str) -> None:
    found = simplest(
        dspack.examples("decode", (), {}, kind), lambda example: scope(example) == "file" and shows(example)
    )
    assert [one["schema"] for one in found.value] == [schema]


# Single functions


def test_schemas_are_legal() -> None:
    assert all(from_text(text).text == text for text in draw(dspack.schemas(), 100))


@pytest.mark.parametrize("schema", ["!B", "@ B 2~:Q f(x)", "<3:~s 5p x ~S", "=300:d"])
def test_rows_are_those_of_their_schema(schema: str) -> None:
    context = {"scope": "row", "schema": schema}
    for row in draw(dspack.rows(schema), 50):
        assert DSPACK.decode(DSPACK.encode(row, context), context) == row


@pytest.mark.parametrize("schema", ["!", " < ", "!2147483647:Q", "!B 1000000000s"])
def test_there_are_no_rows_where_there_can_be_none(schema: str) -> None:
    assert dspack.rows(schema).is_empty


def test_files_are_legal() -> None:
    assert all(DSPACK.decode(DSPACK.encode(value)) == value for value in draw(dspack.files(), 100))


def test_user_meta_is_legal() -> None:
    for meta in draw(dspack.metas(), 100):
        value = [{**ONE, "meta": meta, "rows": []}]
        assert DSPACK.decode(DSPACK.encode(value)) == value


NAN32, NAN64 = "0x7fc00000", "0x7ff8000000000000"


@pytest.mark.parametrize(
    ("value", "due"),
    [
        ([NAN32, [NAN64, "0x0000000000000000"], "ff"], [{"nan": "8"}, [{"nan": "16"}, "0x0000000000000000"], "ff"]),
        ([], []),
        ({"flag": "!", "fields": []}, {"flag": "!", "fields": []}),
        (
            [{**ONE, "description": NAN32, "rows": [[NAN32], []]}],
            [{**ONE, "description": NAN32, "rows": [[{"nan": "8"}], []]}],
        ),
        (
            [{**ONE, "meta": {"map": {"a": {"float": NAN64}, "b": {"array": [{"str": NAN64}, None]}}}, "rows": []}],
            [
                {
                    **ONE,
                    "meta": {"map": {"a": {"float": {"nan": "16"}}, "b": {"array": [{"str": NAN64}, None]}}},
                    "rows": [],
                }
            ],
        ),
    ],
    ids=["a row", "no values", "a schema", "a data set", "user meta"],
)
def test_any_nan_may_be_delivered_for_a_nan(value: Json, due: Json) -> None:
    assert dspack.delivered(value, None, {}) == due


def test_what_nothing_encodes_is_read_in_part_or_as_a_schema() -> None:
    """Test the kind "unwritten": a partial example has a twin that is unpacked in full."""
    drawn = draw(dspack.examples("decode", (), POLICIES, "unwritten"), 300)
    partial = [example for example in drawn if example.context.get("mode") == "partial"]
    assert len(partial) > 50
    assert {example.context["scope"] for example in drawn} == {"file", "row", "schema"}
    for example in drawn:
        assert same(raw(example.delivered), raw(DSPACK.decode(encoded(example), example.context)))
    assert all(example.twin and "mode" not in example.twin.context for example in partial)
    assert dspack.examples("transcode", (), POLICIES, "unwritten").is_empty
