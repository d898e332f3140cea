"""A decode that fails is shown with the field of the input that the differing value came from."""

from typing import Any

import msgspec
import pytest

from goldenwire.formats import trees
from goldenwire.judge import referee, source
from goldenwire.judge.source import at_place, first_difference, source_lines
from goldenwire.protocol import Observation
from harness.toy import raw, rejected, value


def nest(levels: int, leaf: str) -> Any:
    """Return a leaf within so many lists, which is deeper than Python calls functions."""
    tree: Any = leaf
    for _ in range(levels):
        tree = [tree]
    return tree


DIFFERENCES: dict[str, tuple[Any, Any, tuple[str | int, ...] | None]] = {
    "equal": ({"a": ["1"]}, {"a": ["1"]}, None),
    "a member": ({"a": "1", "b": "2"}, {"a": "1", "b": "3"}, ("b",)),
    "an item of a member": ({"a": ["1", ["2"]]}, {"a": ["1", ["3"]]}, ("a", 1, 0)),
    "other members": ({"a": "1"}, {"b": "1"}, ()),
    "fewer items": (["1", "2"], ["1"], ()),
    "fewer items in a member": ({"a": ["1", "2"]}, {"a": ["1"]}, ("a",)),
    "another kind": ("1", ["1"], ()),
    "another kind that is equal": (True, 1, ()),
    "an equal part first": ([["1"], {"a": "2"}], [["1"], {"a": "3"}], (1, "a")),
    "deep": (nest(2000, "1"), nest(2000, "2"), (0,) * 2000),
}


@pytest.mark.parametrize(("wanted", "got", "path"), DIFFERENCES.values(), ids=DIFFERENCES)
def test_the_first_difference_has_a_path(wanted: Any, got: Any, path: tuple[str | int, ...] | None) -> None:
    assert first_difference(wanted, got) == path


def test_a_place_that_is_not_there_has_no_value() -> None:
    assert at_place({"a": ["1"]}, ("a", 0)) == "1"
    assert at_place({"a": ["1"]}, ("a", 1)) is None
    assert at_place("1", ("a",)) is None


def changed(id: str, *path: str | int, to: Any) -> Observation:
    """Return the right value of a case, with another part at a path."""
    tree = msgspec.json.decode(trees(None).find(id).value)
    holder = at_place(tree, path[:-1])
    holder[path[-1]] = to
    return value(tree)


DENSE = "daphne/dense/int32-2x3"
# The case, what the codec did, and the lines.
SOURCES: dict[str, tuple[str, Observation, tuple[str, ...]]] = {
    "a cell": (
        DENSE, changed(DENSE, "cells", 2, 2, to="7"),
        ("read from block[0].value[0,2] (byte 53, 4 bytes)", "  input    03000000 = 3"),
    ),
    "a type": (
        DENSE, changed(DENSE, "type", to="uint8"),
        ("read from value-type (byte 18, 1 byte)", "  input    07 = 7 int32"),
    ),
    "a refusal": (
        DENSE, rejected("BOUNDS", 20),
        ("at byte 20, in block[0].rx (byte 19, 8 bytes)", "  input    0000000000000000 = 0", "             ^^"),
    ),
    "a refusal in an item": (
        "msgpack/arrays/two", rejected("VALUE", 2),
        ("at byte 2, in value[1] (byte 2, 1 byte): item 2 of 2", "  input    02 = fixint 2", "           ^^"),
    ),
    "a refusal in a field of an item": (
        "daphne/frame/label-bytes-not-characters", rejected("LABEL", 22),
        ("at byte 22, in label[0].text (byte 22, 9 bytes): item 1 of 2, field text",
         "  input    e697a5e69cace8aa9e = '\\u65e5\\u672c\\u8a9e'", "           ^^"),
    ),
    "an item that should have been refused": (
        "dynd/bool/byte-02-in-a-row", value(["1"]), ("the defect is at byte 1, in value[1]: item 2",),
    ),
    "another item than the one that is due": (
        "daphne/coo-rejects/column-4294967295", rejected("BOUNDS", 61),
        ("the defect is at byte 53, in block[0].entry[0].column: item 1 of 3, field column",
         "the codec names byte 61, in block[0].entry[1].row: item 2 of 3, field row"),
    ),
    "an item with another offset": (
        "msgpack/ends/document-24", rejected("TRUNCATED", 22),
        ("the defect is at byte 23, after value[3]: item 4 of 13",
         "the codec names byte 22, in value[3]: item 4 of 13"),
    ),
    "a defect in no item": ("daphne/frame-rejects/value-type-129-in-column-0", rejected("BOUNDS"), ()),
    "a refusal behind the end": (DENSE, rejected("TRUNCATED", 1000), ()),
    "a refusal without an offset": (DENSE, rejected("TRUNCATED"), ()),
    "a crash": (DENSE, Observation("crashed"), ()),
    "a value that is no JSON": (DENSE, Observation("value", msgspec.Raw(b"\xff")), ()),
    "bad bytes": ("daphne/truncation/dense-before-version", value("x"), ()),
    "a list of another length": (DENSE, changed(DENSE, "cells", to=[]), ()),
    "an item of an array": (
        "msgpack/arrays/two", changed("msgpack/arrays/two", "array", 1, "int", to="7"),
        ("read from value[1] (byte 2, 1 byte)", "  input    02 = fixint 2"),
    ),
    "the whole of one field": (
        "msgpack/floats/one", value({"int": "1"}),
        ("read from value (byte 0, 9 bytes)", "  input    cb3ff0000000000000 = float 1.0"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("case", "seen", "lines"), SOURCES.values(), ids=SOURCES)
def test_the_field_that_the_value_came_from_is_shown(case: str, seen: Observation, lines: tuple[str, ...]) -> None:
    assert source_lines(trees(None).find(case), seen, referee.decode) == lines


def test_a_long_input_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "OCTETS", 10)
    assert source_lines(trees(None).find(DENSE), value(raw("x")), referee.decode) == ()


def test_a_wrong_leaf_behind_all_fields_that_are_tried_has_none() -> None:
    id = "sciserialize/containers/depth-128-map-json"
    path: list[str | int] = []
    tree = msgspec.json.decode(trees(None).find(id).value)
    while isinstance(tree, dict | list):
        key = next(reversed(tree)) if isinstance(tree, dict) else len(tree) - 1
        tree = tree[key]
        path.append(key)
    assert source_lines(trees(None).find(id), changed(id, *path, to="7"), referee.decode) == ()
