"""DAPHNE's strategies by kind of encoding: each example is legal and of its kind, and every form occurs."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest
from msgspec import Raw

from goldenwire.judge.equality import same
from goldenwire_reference.formats import load
from goldenwire_suite.daphne import strategies as daphne
from goldenwire_suite.daphne.strategies.encodings import is_canonical
from goldenwire_suite.daphne.strategies.objects import TYPES, from_json
from goldenwire_suite.strategies import Encodings, Example
from kit.sampling import draw

Json = Any

DAPHNE = load("daphne")
POLICIES = {key: policy.reference for key, policy in DAPHNE.declaration.policies.items()}
KINDS_OF_OBJECTS = ("DenseMatrix", "CSRMatrix", "Frame")
KINDS: tuple[Encodings, ...] = ("canonical", "other", "respelled", "reordered", "any")
# Declarations of codecs, from which follows what they are asked: operation, features, policies.
CODECS: dict[str, tuple[str, tuple[str, ...], dict[str, str]]] = {
    "decode": ("decode", (), POLICIES),
    "decode, a thousand": ("decode", (), POLICIES),
    "encode": ("encode", ("plans", "canonical"), POLICIES),
    "transcode": ("transcode", (), POLICIES),
    "decode, no policies": ("decode", (), {}),
    "decode, single-block": ("decode", ("single-block",), POLICIES),
    "encode, no plans": ("encode", ("canonical",), {}),
    "encode, single-block": ("encode", ("plans", "single-block"), {}),
    **{
        f"decode, {key.removeprefix('daphne.')}: {choice}": ("decode", (), {key: choice})
        for key, policy in DAPHNE.declaration.policies.items()
        for choice in policy.choices
    },
}
# Pairs without examples.
NOTHING: set[tuple[str, Encodings]] = {
    ("encode, no plans", "other"),
    ("encode, no plans", "respelled"),
    ("encode, no plans", "reordered"),
    ("decode, single-block", "reordered"),
    ("encode, single-block", "reordered"),
}
DRAWN = [pair for pair in product(CODECS, KINDS) if pair not in NOTHING]
QUICK = {
    "decode",
    "encode",
    "transcode",
    "decode, single-block",
    "encode, no plans",
}  # draws for the others differ little
PAIRS = [pytest.param(*pair, marks=[] if pair[0] in QUICK else pytest.mark.slow) for pair in DRAWN]


def codecs_of(kind: Encodings) -> list[Any]:
    """Return as parameters the codecs that are asked encodings of a kind."""
    return [pytest.param(pair.values[0], marks=pair.marks) for pair in PAIRS if pair.values[1] == kind]


@cache
def examples(codec: str, kind: Encodings) -> list[Example]:
    """Draw examples; most of them for decoders that declare much, and for the tests that all forms occur."""
    return draw(
        daphne.examples(*CODECS[codec], kind),
        {"decode, a thousand": 1000, "decode": 200, "encode": 200}.get(codec, 100),
    )


@cache
def written(codec: str, kind: Encodings) -> list[bytes]:
    """Return the bytes of the examples."""
    return [DAPHNE.encode(example.value, None, example.plan) for example in examples(codec, kind)]


def raw(value: Json) -> Raw:
    return Raw(json.dumps(value).encode())


def blocks(example: Example) -> Json:
    """Return the blocks of the example's bytes in the notation of plans, with nothing left out."""
    return DAPHNE.plan(DAPHNE.encode(example.value, None, example.plan))


def canonical_size(value: Json) -> int:
    """Return the size of the canonical encoding without encoding; for huge objects a lower bound."""
    rows, columns, cells = int(value["rows"]), int(value["columns"]), len(value["cells"])
    if value["kind"] == "Frame":
        head = 18 + columns + sum(2 + len(label.encode()) for label in value["labels"])
        return head + (26 * columns + rows * sum(map(size, value["types"])) if rows * columns else 26)
    if value["kind"] == "CSRMatrix":
        return 53 + 4 * rows + cells * (4 + size(value["type"]))
    return 45 + rows * columns * size(value["type"])


def size(name: str) -> int:
    return TYPES[name].width // 8


# The kinds


@pytest.mark.fast("transcode", "single-block", "no plans", "decode-reordered", "encode-canonical")
@pytest.mark.parametrize(("codec", "kind"), PAIRS)
def test_the_reference_reads_what_it_writes_of_every_draw(codec: str, kind: Encodings) -> None:
    pairs = zip(examples(codec, kind), written(codec, kind), strict=True)
    assert not [example for example, data in pairs if not same(raw(example.delivered), raw(DAPHNE.decode(data)))]


@pytest.mark.parametrize(("codec", "kind"), sorted(NOTHING))
def test_what_a_codec_cannot_be_asked_is_not_drawn(codec: str, kind: Encodings) -> None:
    assert daphne.examples(*CODECS[codec], kind).is_empty


@pytest.mark.parametrize("codec", codecs_of("canonical"))
def test_the_canonical_encoding_has_no_plan(codec: str) -> None:
    assert {example.plan is None for example in examples(codec, "canonical")} == {True}


@pytest.mark.parametrize(("codec", "kind"), [pair for pair in PAIRS if pair.values[1] not in {"canonical", "any"}])
def test_what_is_not_canonical_has_other_bytes(codec: str, kind: Encodings) -> None:
    pairs = zip(examples(codec, kind), written(codec, kind), strict=True)
    alike = ((example, data) for example, data in pairs if len(data) == canonical_size(example.value))
    assert not [example for example, data in alike if DAPHNE.encode(example.value) == data]


def test_the_canonical_encoding_is_told_from_others() -> None:
    """Compare bytes alone, however a plan names its types and orders."""
    pairs = zip(examples("decode", "any"), written("decode", "any"), strict=True)
    planned = [(example, data) for example, data in pairs if example.plan is not None]
    told = [is_canonical(from_json(example.value), example.plan) for example, _ in planned]
    seen = [len(data) == canonical_size(e.value) and DAPHNE.encode(e.value) == data for e, data in planned]
    assert told == seen
    assert set(told) == {True, False}


@pytest.mark.parametrize("codec", codecs_of("respelled"))
def test_what_is_respelled_has_the_canonical_order(codec: str) -> None:
    for example in examples(codec, "respelled"):
        corners = [(int(block["rx"]), int(block["cx"])) for block in example.plan]
        assert corners == sorted(corners)
        assert not any("order" in block for block in example.plan)


@pytest.mark.parametrize("codec", codecs_of("reordered"))
def test_what_is_reordered_is_so_in_nothing_else(codec: str) -> None:
    for example, data in zip(examples(codec, "reordered"), written(codec, "reordered"), strict=True):
        plan = sorted(example.plan, key=lambda block: (int(block["rx"]), int(block["cx"])))
        in_order = [{name: word for name, word in block.items() if name != "order"} for block in plan]
        ascending = DAPHNE.encode(example.value, None, in_order)
        assert data != ascending
        assert Counter(data) == Counter(ascending)
        twin = example.twin or example._replace(plan=None)
        assert twin.encoded(DAPHNE) == ascending
        assert twin.delivered == example.delivered


@pytest.mark.parametrize("kind", ["canonical", "other", "respelled"])
@pytest.mark.parametrize("codec", ["decode, single-block", "encode, single-block"])
def test_a_codec_of_single_blocks_is_given_no_more(codec: str, kind: Encodings) -> None:
    assert {len(blocks(example)) for example in examples(codec, kind)} == {1}
    assert {example.needs for example in examples(codec, kind)} == {()}


@pytest.mark.slow
def test_what_needs_many_blocks_says_so() -> None:
    told = {(len(blocks(e)) > 1, e.needs) for kind in KINDS for e in examples("decode, a thousand", kind)}
    assert told == {(True, ("many-blocks",)), (False, ())}


def test_huge_objects_are_not_to_be_transcoded() -> None:
    """Exclude huge objects from transcoding: the canonical encoding of some exceeds any memory."""
    decoded, transcoded = (max(map(area, examples(codec, "other"))) for codec in ("decode", "transcode"))
    assert decoded >= 2**32
    assert transcoded <= 2**20


def area(example: Example) -> int:
    return int(example.value["rows"]) * int(example.value["columns"])


def test_any_encoding_is_what_is_drawn_unless_said_otherwise() -> None:
    assert draw(daphne.examples(*CODECS["transcode"]), 100) == examples("transcode", "any")


@pytest.mark.parametrize(
    ("kind", "count"), [("canonical", 1), ("other", 4), ("respelled", 4), ("reordered", 0), ("any", 4)], ids=KINDS
)
def test_an_object_of_one_cell_has_plans_of_each_kind_but_one(kind: Encodings, count: int) -> None:
    value = {"kind": "CSRMatrix", "rows": "1", "columns": "1", "type": "uint8", "cells": []}
    plans = daphne.plans(value, encodings=kind)
    layouts = set() if plans.is_empty else {plan and plan[0]["block"] for plan in draw(plans, 100)}
    assert len(layouts) == count


# The simplest

ZERO = {"kind": "DenseMatrix", "rows": "1", "columns": "1", "type": "uint8", "cells": []}
WHOLE = {"rx": "0", "cx": "0", "rows": "1", "columns": "1", "block": "coo"}
UPPER, LOWER = ({**WHOLE, "rx": row, "block": "dense"} for row in "01")
SIMPLEST: dict[Encodings, tuple[Json, Json]] = {
    "canonical": (ZERO, None),
    "other": (ZERO, [WHOLE]),
    "respelled": (ZERO, [WHOLE]),
    "reordered": ({**ZERO, "rows": "2"}, [LOWER, UPPER]),
    "any": (ZERO, None),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_simplest_example_is_simple(kind: Encodings) -> None:
    [found] = draw(daphne.examples(encodings=kind), 1)
    assert (found.value, found.plan) == SIMPLEST[kind]


# All forms occur


def ways_to_reorder(example: Example) -> Iterator[str]:
    kind, several = example.value["kind"], len(example.plan) > 1
    corners = [(int(block["rx"]), int(block["cx"])) for block in example.plan]
    if kind == "Frame":
        yield "columns of a frame" if example.value["columns"] != "1" else "parts of a column"
    elif several:
        yield f"parts of a {kind}"
    if several and all(one > other for one, other in pairwise(corners)):
        yield "backwards"
    elif several and corners != sorted(corners):
        yield "in disorder"
    for block in example.plan:
        if "order" in block:
            word = block["order"] if isinstance(block["order"], str) else "ranks"
            yield f"entries of {'several blocks' if several else 'one block'}, {word}"


def ways_to_differ(example: Example) -> Iterator[str]:
    kind, names = example.value["kind"], ("block", "type", "order")
    wanted, had = (
        [tuple(str(block.get(name)) for name in names) for block in blocks(some)]
        for some in (example._replace(plan=None), example)
    )
    if len(wanted) == len(had) == 1:
        differ = (name for name, one, other in zip(names, wanted[0], had[0], strict=True) if one != other)
        yield f"{kind}: {' and '.join(differ)} of one"
    else:
        yield f"{kind}: {'order of' if Counter(wanted) == Counter(had) else 'other'} blocks"


COVERAGE: dict[str, tuple[set[str], Callable[[], Iterator[str]]]] = {
    "what is reordered": (
        {
            "columns of a frame", "parts of a column", "parts of a DenseMatrix", "parts of a CSRMatrix",
            "backwards", "in disorder", "entries of one block, desc", "entries of one block, ranks",
            "entries of several blocks, desc", "entries of several blocks, ranks",
        },
        lambda: (word for example in examples("decode, a thousand", "reordered") for word in ways_to_reorder(example)),
    ),
    "what is other": (
        {
            *(f"{kind}: {what} of one" for kind in KINDS_OF_OBJECTS for what in ("block", "type", "block and type")),
            *(f"{kind}: other blocks" for kind in KINDS_OF_OBJECTS),
            "CSRMatrix: order of one", "Frame: order of blocks",
        },
        lambda: (
            word
            for codec, kind in DRAWN
            if kind == "other"
            for example in examples(codec, kind)
            if canonical_size(example.value) < 20_000
            for word in ways_to_differ(example)
        ),
    ),
    "what is canonical": (
        {f"{kind}, {cells}" for kind in KINDS_OF_OBJECTS for cells in ("cells", "no cells")},
        lambda: (
            f"{example.value['kind']}, {'cells' if area(example) else 'no cells'}"
            for codec in ("decode", "decode, single-block")
            for example in examples(codec, "canonical")
        ),
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("aspect", COVERAGE)
def test_nothing_is_left_out(aspect: str) -> None:
    there, met = COVERAGE[aspect]
    assert there - set(met()) == set()
