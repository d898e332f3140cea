"""Sweeps: edits and their application, traps, the file of each format."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from goldenwire.formats import trees
from goldenwire.sweeps.reading import Sweeps
from goldenwire_reference.errors import DecodeError
from goldenwire_reference.formats import FORMATS, load
from goldenwire_reference.reader import Field
from goldenwire_suite.policies import Consulted
from goldenwire_suite.suite import suite_of
from goldenwire_suite.sweeps import traps, walks
from goldenwire_suite.sweeps.choice import BUDGETS
from goldenwire_suite.sweeps.edits import Edit, RequestBase, apply, bytes_edit, is_planned, parts, pointer
from goldenwire_suite.sweeps.outcomes import Accepted, ExpectedRejection, ReferenceOutcomes

BASE = RequestBase(
    "f/a/one", bytes.fromhex("0102030405"), {"value": {"a": ["1", "2"], "b/c": "x"}, "context": {"type": "int8"}}
)

APPLIED: dict[str, tuple[Edit, bytes, dict[str, Any]]] = {
    "bytes-replaced": ((1, 2, "ff"), bytes.fromhex("01ff0405"), {}),
    "bytes-inserted": ((5, 0, "00"), bytes.fromhex("010203040500"), {}),
    "bytes-cut": ((2, 3, ""), bytes.fromhex("0102"), {}),
    "two-edits": (((1, 2, "ff"), (4, 0, "00")), bytes.fromhex("01ff040005"), {}),
    "two-edits-that-change-the-length": (((0, 1, ""), (3, 2, "0a0b0c")), bytes.fromhex("02030a0b0c"), {}),
    "byte-repeated": ((1, "*", 4), bytes.fromhex("0102020202030405"), {}),
    "leaf-replaced": (("/value/a/1", "9"), BASE.data or b"", {"value": {"a": ["1", "9"], "b/c": "x"}}),
    "leaf-of-an-escaped-name": (("/value/b~1c", None), BASE.data or b"", {"value": {"a": ["1", "2"], "b/c": None}}),
    "member-added": (("/value/d", []), BASE.data or b"", {"value": {"a": ["1", "2"], "b/c": "x", "d": []}}),
    "member-removed": (("/value/a",), BASE.data or b"", {"value": {"b/c": "x"}}),
    "item-removed": (("/value/a/0",), BASE.data or b"", {"value": {"a": ["2"], "b/c": "x"}}),
    "whole-replaced": (("/context", "x"), BASE.data or b"", {"context": "x"}),
    "whole-removed": (("/context",), BASE.data or b"", {"context": None}),
    "list-repeated": (("/value/a", "*", 5), BASE.data or b"", {"value": {"a": ["1", "2"] * 3, "b/c": "x"}}),
    "text-repeated": (("/context/type", "*", 8), BASE.data or b"", {"context": {"type": "int8int8"}}),
}


@pytest.mark.parametrize(("edit", "data", "changed"), APPLIED.values(), ids=APPLIED.keys())
def test_an_edit_is_applied(edit: Edit, data: bytes, changed: dict[str, Any]) -> None:
    found = apply(BASE, edit)
    assert found.data == data
    assert {name: found.members.get(name) for name in BASE.members} == {**BASE.members, **changed}


def test_a_spelled_member_keeps_its_meaning() -> None:
    found = apply(BASE, ("context", '{ "type": "int8" }'))
    assert (found.members, found.changed, found.text) == (BASE.members, "context", '{ "type": "int8" }')


MISFITS: dict[str, Edit] = {
    "beyond-the-bytes": (4, 2, "00"),
    "no-such-item": ("/value/a/7", "1"),
    "no-such-member": ("/value/z/0", "1"),
    "no-such-text": ("plan", "[]"),
    "nothing-to-repeat": ("/value/b~1c/0", "*", 4),
    "not-hex": (0, 1, "zz"),
    "no-byte-to-repeat": (5, "*", 4),
    "no-edit": (),
}


@pytest.mark.parametrize("edit", MISFITS.values(), ids=MISFITS.keys())
def test_an_edit_without_a_place_is_an_error(edit: Edit) -> None:
    with pytest.raises((LookupError, ValueError, TypeError)):
        apply(BASE, edit)


def test_the_base_of_an_edit_stays_as_it_is() -> None:
    before = json.dumps(BASE.members)
    for edit, _, _ in APPLIED.values():
        apply(BASE, edit)
    assert json.dumps(BASE.members) == before


@pytest.mark.parametrize("path", [("value",), ("value", "a", 0), ("value", "b/c"), ("value", "~", "")])
def test_a_pointer_names_the_place_it_was_made_of(path: tuple[str | int, ...]) -> None:
    base = RequestBase("f/a/two", None, {"value": {"a": ["1"], "b/c": "x", "~": {"": "y"}}})
    assert dict(parts(apply(base, (pointer(path), "new")).members))[path] == "new"


CHANGED: dict[str, tuple[str, str, Edit]] = {
    "inside": ("01020304", "01ff0304", (1, 1, "ff")),
    "longer": ("010203", "01020203", (2, 0, "02")),
    "shorter": ("01020203", "010203", (2, 1, "")),
    "at-the-ends": ("010203", "ff02fe", (0, 3, "ff02fe")),
    "behind-the-end": ("01", "0102", (1, 0, "02")),
    "not-at-all": ("0102", "0102", (2, 0, "")),
}


@pytest.mark.parametrize(("old", "new", "edit"), CHANGED.values(), ids=CHANGED.keys())
def test_the_edit_between_two_inputs_leads_from_one_to_the_other(old: str, new: str, edit: Edit) -> None:
    assert bytes_edit(bytes.fromhex(old), bytes.fromhex(new)) == edit
    assert apply(RequestBase("f/a/one", bytes.fromhex(old), {}), edit).data == bytes.fromhex(new)


CONTEXTS: dict[str, tuple[dict[str, Any], list[Edit]]] = {
    "another-value": ({"mode": "partial", "type": "int8"}, [("/context/mode",), ("/context/mode", "full")]),
    "none-yet": ({"type": "int8"}, [("/context/mode", "full"), ("/context/mode", "partial")]),
}


@pytest.mark.parametrize(("context", "edits"), CONTEXTS.values(), ids=CONTEXTS.keys())
def test_a_member_of_the_context_gets_each_of_its_other_values(context: dict[str, Any], edits: list[Edit]) -> None:
    base = RequestBase("f/a/one", b"", {"context": context})
    found = walks.of_other_contexts(base, "decode", "TRAILING", {"mode": ["", '"full"', '"partial"']})
    assert [one.edit for one in found] == edits


def test_a_place_that_comes_again_in_a_text_is_of_another_kind() -> None:
    base = RequestBase("f/a/one", b"", {"context": {"type": "(a, b, c)"}})
    asked: Counter[str] = Counter()
    for one in walks.of_contexts(base, "decode", lambda _sweep, place: not asked[place]):
        asked[one.place] += one.trap == "deleted"
    assert (asked["decode /type a, "], asked["decode /type a,  again"]) == (1, 1)


def test_only_edits_of_the_plan_are_asked_with_it() -> None:
    edits: list[Edit] = [("/plan/0", "x"), ("plan", "[]"), ("/value", "x"), ("value", "1"), ("/planet", "x")]
    assert [is_planned(edit) for edit in edits] == [True, True, False, False, False]


SPELLED = {
    "nested": {"b": ["x", {"a": "é"}], "a": None},
    "escapes": {"t": 'quote " back \\ line \n nul \0 slash / astral \U0001f600'},
    "text": "plain",
}


@pytest.mark.parametrize("value", SPELLED.values(), ids=SPELLED.keys())
def test_a_spelling_means_the_same(value: Any) -> None:
    found = list(traps.spelled(value))
    assert found
    assert all(json.loads(text) == value for _, text in found)


SURROGATE_PAIR = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]")
PLACES_OF_SPELLING = {
    "in the basic plane": ({"str": "\uffff"}, "value"),
    "beyond it": ({"str": "\U00010000"}, "value with surrogate pairs"),
    "beyond it, in a name": ({"\U0010ffff": None}, "value with surrogate pairs"),
}


@pytest.mark.parametrize(("value", "place"), PLACES_OF_SPELLING.values(), ids=PLACES_OF_SPELLING.keys())
def test_a_member_with_surrogate_pairs_is_another_place_to_spell(value: Any, place: str) -> None:
    base = RequestBase("f/a/one", None, {"value": value})
    found = list(walks.of_spelling(base, "encode", ["value"], lambda *asked: asked == ("spelling", f"encode {place}")))
    assert {one.place for one in found} == {place}
    assert any("\\u" in str(one.edit) for one in found)


KINDS = {
    "integer": (traps.integers, "7", ("-9223372036854775809", "18446744073709551616", "-0", "1\n", "07", "-07")),
    "float": (traps.floats, "0x3ff0000000000000", ("0x7ff0000000000001", "0x0000000000000001", "0xc340000000000001")),
    "octets": (traps.octets, "0102", ("c00102", "01023d", "01020a", "010")),
    "text": (traps.texts, "a1", ("\ufeff", "__proto__", "a13", "A1", "a1\0")),
}


@pytest.mark.parametrize(("kind", "old", "some"), KINDS.values(), ids=KINDS.keys())
def test_a_kind_of_leaf_has_its_traps(kind: Any, old: str, some: tuple[str, ...]) -> None:
    found = {new for _, new in kind(old)}
    assert found.issuperset(some)
    assert all(isinstance(new, str) for new in found)


def test_a_byte_has_every_bit_flipped_and_is_deleted_doubled_and_the_last() -> None:
    found = {edit for _, edit in traps.bytes_at(b"\x41\x42\x43", 1)}
    assert found.issuperset({(1, 1, f"{0x42 ^ 1 << bit:02x}") for bit in range(8)})
    assert found.issuperset({(1, 1, ""), (1, 0, "42"), (1, 2, ""), (1, 0, "0d0a")})


def test_a_field_has_numbers_in_both_byte_orders() -> None:
    found = {edit for _, edit in traps.field_at(bytes.fromhex("00010000"), 0, 4)}
    assert found.issuperset(
        {(0, 4, "00000080"), (0, 4, "80000000"), (0, 4, "ff000000"), (0, 4, ""), (0, 0, "00010000")}
    )


def test_a_field_has_negative_numbers_at_the_ends_of_narrower_widths() -> None:
    found = {edit for _, edit in traps.field_at(bytes(4), 0, 4)}
    assert found.issuperset({(0, 4, "fffffffe"), (0, 4, "fffffeff"), (0, 4, "7fffffff"), (0, 4, "ffff7fff")})


BESIDE = {
    "of-one-size": (0, {(0, 3, "030201"), (0, 2, "0201"), (0, 1, "02"), (0, 1, "82")}),
    "of-several-sizes": (2, {(2, 4, "04050603"), (2, 5, "07040506" + "03")}),
    "the-last": (4, set()),
}


@pytest.mark.parametrize(("number", "edits"), BESIDE.values(), ids=BESIDE.keys())
def test_a_field_is_edited_by_the_two_behind_it(number: int, edits: set[Edit]) -> None:
    data, fields = bytes.fromhex("01020304050607"), [(0, 1), (1, 1), (2, 1), (3, 3), (6, 1)]
    assert {edit for _, edit in traps.beside(data, fields, number)} == edits


LISTS: dict[str, tuple[list[Any], list[Any]]] = {
    "of-one": (["7"], [[], ["7", "7"]]),
    "of-integers": (["7", "-8", "9"], [["-8", "-8", "9"], ["7", "-7", "9"], ["9", "-8", "7"], ["-8", "9"]]),
    "of-floats": (["0x3c00", "0xbc00"], [["0x3c00", "0xbc00", "0xbc00"], ["0xbc00", "0x3c00"], ["0x0000", "0x8000"]]),
    "of-texts": (
        ["a", "b"],
        [["b,a", "b"], ["a", "a\0b"], [{"utf8": "61c3"}, {"utf8": "a962"}]],
    ),
}


@pytest.mark.parametrize(("old", "some"), LISTS.values(), ids=LISTS.keys())
def test_a_list_has_edits_of_items_by_their_neighbours(old: list[Any], some: list[Any]) -> None:
    found = [new for _, new in traps.lists(old)]
    assert all(one in found for one in some)


# A list, and what its second item becomes: the first but for its first part, and but for its last part.
NEAR: dict[str, tuple[list[Any], list[Any]]] = {
    "integers": (["17", "2", "3"], [["17", "27", "3"], ["17", "18", "3"]]),
    "a-negative-integer": (["-1"], [["-1", "0"]]),
    "floats": (["0x3c00"], [["0x3c00", "0xbc00"], ["0x3c00", "0x3c01"]]),
    "octets": (["61ff"], [["61ff", "60ff"], ["61ff", "61fe"]]),
    "texts": (["xyz", "b"], [["xyz", "yyz"], ["xyz", "xy{"]]),
    "objects": ([{"a": "xy", "b": [True, None]}], [[{"a": "xy", "b": [True, None]}, {"a": "yy", "b": [True, None]}],
                                                   [{"a": "xy", "b": [True, None]}, {"a": "xy", "b": [False, None]}]]),
    "nothing": ([None], []),
}  # fmt: skip


@pytest.mark.parametrize(("old", "due"), NEAR.values(), ids=NEAR.keys())
def test_the_second_item_of_a_list_becomes_nearly_the_first(old: list[Any], due: list[Any]) -> None:
    found = [new for trap, new in traps.lists(old) if trap.startswith("second differs")]
    assert [new for number, new in enumerate(found) if new not in found[:number]] == due


ENDS_OF_NUMBERS = {"of-the-last-digit": (2, True), "of-a-digit-before": (1, False), "of-a-letter": (0, False)}


@pytest.mark.parametrize(("at", "has"), ENDS_OF_NUMBERS.values(), ids=ENDS_OF_NUMBERS.keys())
def test_a_number_in_a_text_gets_an_exponent(at: int, has: bool) -> None:
    assert (("e1 after", (at + 1, 0, "6531")) in traps.bytes_at(b"a12,", at)) is has


NUMBERS_IN_FEWER_BITS: dict[str, tuple[Any, Any]] = {
    "in-a-text": (traps.bytes_at(b"a12,", 1), (1, 2, b"4294967308".hex())),
    "in-a-field": (traps.field_at(b"\1\2\0\0\0\0\0\0", 0, 8), (0, 8, "0102000001000000")),
    "in-a-request": (traps.integers("-7"), "4294967289"),
}


@pytest.mark.parametrize(("found", "edit"), NUMBERS_IN_FEWER_BITS.values(), ids=NUMBERS_IN_FEWER_BITS.keys())
def test_a_number_becomes_one_that_is_its_own_in_fewer_bits(found: Iterator[traps.Trap], edit: Any) -> None:
    assert edit in [new for name, new in found if "its own and 2^32" in name]


# A field's name, and its kind.
KINDS_OF_FIELDS = {
    "first-of-all": ("block[0].value[0,0]", "block#.value#+ "),
    "first-row": ("block[1].value[0,12]", "block@.value#@ "),
    "first-column": ("block[0].value[3,0]", "block#.value@# "),
    "one-index": ("label[2].text", "label@.text "),
    "a-range": ("row.rest[..]", "row.rest@ "),
}


@pytest.mark.parametrize(("name", "kind"), KINDS_OF_FIELDS.values(), ids=KINDS_OF_FIELDS.keys())
def test_each_index_of_a_field_is_the_first_or_another(name: str, kind: str) -> None:
    base = RequestBase("f/a/one", b"\x07", {})
    places = {one.place for one in walks.of_bytes(base, lambda: [Field(0, 1, name, "7")], lambda *_: True)}
    assert f"{kind} of 1" in places


ESCAPES = {
    "the-first-digit": (3, "\\a11"),
    "a-later-digit": (4, "111"),
    "the-letter": (2, "\\\\a1"),
}


@pytest.mark.parametrize(("at", "kind"), ESCAPES.values(), ids=ESCAPES.keys())
def test_a_backslash_is_a_neighbour_of_what_it_escapes(at: int, kind: str) -> None:
    base = RequestBase("f/a/one", None, {"context": {"type": r"'\u0019'"}})
    edits = [one for one in walks.of_contexts(base, "decode", lambda *_: True) if one.trap == "deleted"]
    assert edits[at].place == f"decode /type {kind}"


def test_bytes_are_put_behind_the_last_one() -> None:
    assert {(2, 0, "00"), (2, 0, "20"), (2, 0, "0a")} <= {edit for _, edit in traps.appended(b"ab")}


KINDS_OF_PARTS: dict[str, tuple[Any, list[Any]]] = {
    "integer": ("7", [["7"]]),
    "list-of-one": (["7"], ["7", [["7"]]]),
}


@pytest.mark.parametrize(("part", "others"), KINDS_OF_PARTS.values(), ids=KINDS_OF_PARTS.keys())
def test_a_part_is_taken_for_another_kind(part: Any, others: list[Any]) -> None:
    found = [one.edit for one in walks.of_requests(RequestBase("f/a/one", b"", {"value": part}), lambda *_: True)]
    assert all(("/value", other) in found for other in others)


def test_the_first_item_and_later_ones_are_of_different_kinds() -> None:
    base = RequestBase("f/a/one", b"", {"value": ["7", "8", "9"]})
    places = {one.place for one in walks.of_requests(base, lambda *_: True)}
    assert places == {"value  list", "value /# integer", "value /@ integer"}


ROW = {"type": "int8", "told": "of no word", "cells": ["0", "1"], "rows": "1"}
# A value, its context, and the kinds of places of the integers in it.
TYPED: dict[str, tuple[Any, Any, set[str]]] = {
    "the whole value": ("7", {"type": "int8"}, {"value  integer int8"}),
    "within a list": (ROW, None, {"value /cells/# integer int8", "value /cells/@ integer int8", "value /rows integer"}),
    "not of the context": (["7"], {"type": "int8"}, {"value /# integer"}),
}  # fmt: skip


@pytest.mark.parametrize(("value", "context", "expected"), TYPED.values(), ids=TYPED.keys())
def test_the_type_of_a_number_is_part_of_its_kind_of_place(value: Any, context: Any, expected: set[str]) -> None:
    base = RequestBase("f/a/one", b"", {"value": value, "context": context})
    places = {one.place for one in walks.of_requests(base, lambda *_: True)}
    assert {place for place in places if " integer" in place} == expected


def test_lookups_of_disabled_checks_are_remembered() -> None:
    off = Consulted({"utf8": None})
    assert ("utf8" in off, "count" in off, off["utf8"], bool(off)) == (True, False, None, True)
    assert list(off.names) == ["utf8", "count"]
    assert bool(Consulted({}))


@pytest.mark.parametrize("format", FORMATS)
def test_the_sweeps_of_a_format_cover_its_features_and_fit_their_bases(format: str) -> None:
    tree = trees(None)
    sweeps = Sweeps(tree.root(format), format)
    bases = {vector.id: vector for vector in tree.load(format)}
    asked = list(sweeps.requests(bases, sweeps.cases()))
    assert len(asked) > 10_000
    assert {swept.line.sweep for swept in asked} <= BUDGETS.keys()
    assert {swept.line.operation for swept in asked} == {"decode", "encode"}
    accepted = sum(swept.line.accepted is not None for swept in asked)
    assert 0.2 < accepted / len(asked) < 0.8
    spelled = [str(swept.edit[-1]) for swept in asked if swept.line.sweep == "spelling"]
    assert sum(bool(SURROGATE_PAIR.search(text)) for text in spelled) > 8
    for swept in asked[::40]:
        swept.request()
    swept_features = {swept.base.vector.feature for swept in asked}
    small = {vector.feature for vector in bases.values() if vector.verdict == "accept" and len(vector.octets) < 100}
    assert len(swept_features & small) > len(small) // 2 > 0


@pytest.mark.parametrize("format", FORMATS)
def test_pairs_have_two_defects_of_which_the_first_is_expected(format: str) -> None:
    tree = trees(None)
    sweeps = Sweeps(tree.root(format), format)
    bases = {vector.id: vector for vector in tree.load(format)}
    pairs = [swept for swept in sweeps.requests(bases, sweeps.cases()) if swept.line.sweep == "pairs"]
    assert len(pairs) > 100
    reference = ReferenceOutcomes(load(format))
    for swept in pairs[::10]:
        assert swept.line.needs == ("order",)
        base = swept.base.base
        alone = [reference.decoding(apply(base, tuple(edit))) for edit in swept.edit]
        codes = [found.result.code for found in alone if found and isinstance(found.result, ExpectedRejection)]
        assert len(codes) == 2
        assert all(codes)
        assert swept.line.rejected in codes
        with pytest.raises(DecodeError) as refused:
            load(format).decode(swept.base.octets(swept.edit), base.members.get("context"))
        assert (refused.value.code, refused.value.offset) == (swept.line.rejected, swept.line.offset)


def test_a_format_that_declares_no_strategies_has_outcomes() -> None:
    fmt = load("msgpack")
    assert suite_of(fmt).strategies() is not None
    found = ReferenceOutcomes(fmt).decoding(apply(RequestBase("msgpack/a/b", b"\x01", {}), (0, 1, "02")))
    assert found is not None
    assert isinstance(found.result, Accepted)
