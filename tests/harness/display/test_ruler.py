"""Every byte of an input has a name, and the place of a defect is marked."""

import pytest
from msgspec import Raw

from goldenwire.display.door import shown
from goldenwire.display.ruler import PALETTE, Range, annotate, colours, folded, hexdump, layout
from goldenwire.display.text import ESCAPE, hexed, printable, short
from goldenwire.judge.difference import diff_values
from harness import toy


def test_every_byte_stands_on_one_line() -> None:
    named = [Range(0, 1, "version", "1"), Range(3, 2, "rows", "a\x1bb")]
    assert list(annotate(bytes(range(7)), named)) == [
        "offset  size  field       bytes  meaning",
        "     0     1  version     00     1",
        "     1     2  (not read)  0102",
        "     3     2  rows        0304   a\\x1bb",
        "     5     2  (not read)  0506",
    ]


def test_fields_of_one_kind_have_one_colour() -> None:
    names = ["version", "cell[0].value", "cell[1].value", "(not read)", "rows", "version"]
    assert colours([Range(0, 1, name, "") for name in names]) == [1, 2, 2, 0, 3, 1]


def test_colours_come_round_again() -> None:
    found = colours([Range(0, 1, f"field-{letter}", "") for letter in "abcdefghijklm"])
    assert found == [*range(1, len(PALETTE) + 1), 1, 2, 3]


def test_a_terminal_gets_the_fields_in_colours() -> None:
    plain = list(annotate(b"ab", [Range(0, 1, "version", "1")]))
    painted = list(map(shown, annotate(b"ab", [Range(0, 1, "version", "1")], colour=True)))
    assert [ESCAPE.sub("", line) for line in painted] == plain
    assert painted[1] == f"     0     1  \x1b[{PALETTE[0]}mversion     61   \x1b[0m  1"
    assert painted[2] == plain[2]  # bytes that no field covers


def test_no_bytes_need_no_names() -> None:
    assert list(annotate(b"", [])) == ["offset  size  field  bytes  meaning"]


def test_long_ranges_are_shown_by_their_beginning() -> None:
    assert list(annotate(bytes(30), [Range(0, 30, "cells", "")]))[1].split("  ")[-1] == "0" * 24 + " … (30 bytes)"


def test_many_ranges_of_a_kind_are_folded() -> None:
    named = [Range(0, 1, "version", "")] + [Range(1 + 2 * i, 2, f"cell[{i}].value", "") for i in range(1000)]
    shown = folded(named)
    assert len(shown) == 1 + 64 + 1
    assert shown[33] == Range(1 + 64, 2 * (1000 - 64), "(936 more like these)", "")
    assert folded(named[:65]) == named[:65]


@pytest.mark.parametrize(
    ("size", "at", "length", "lines"),
    [
        (3, 1, 1, ["00000000  00 01 02                                         ...", "             ^^"]),
        (3, 1, 2, ["00000000  00 01 02                                         ...", "             ^^ ^^"]),
        (3, 3, 1, ["00000000  00 01 02                                         ...", "                   ^^"]),
        (0, 0, 1, ["00000000", "          ^^"]),
        (16, 16, 4, ["00000000  00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f  ................", "00000010",
                     "          ^^ ^^ ^^ ^^"]),
        (2, 10, 1, ["00000000  00 01                                            ..",
                    "                                        ^^"]),
    ],
)  # fmt: skip
def test_a_place_is_marked_in_its_row(size: int, at: int, length: int, lines: list[str]) -> None:
    assert list(hexdump(bytes(range(size)), at, length)) == lines


def test_a_row_before_and_after_the_place_are_shown() -> None:
    assert [line[:8].strip() for line in hexdump(bytes(100), 50)] == ["00000020", "00000030", "", "00000040"]


def test_a_layout_reads_back_as_ranges() -> None:
    text = "0 1 version 01 = 1\n1 8 block[0].rx 0000..00 = x = y\n9 0 label\n"
    assert layout(text) == [
        Range(0, 1, "version", "1"),
        Range(1, 8, "block[0].rx", "x = y"),
        Range(9, 0, "label", ""),
    ]


@pytest.mark.parametrize(
    ("wanted", "got", "lines"),
    [
        ({"a": "1"}, {"a": "2"}, ['a: expected "1", found "2"']),
        ({"a": "1"}, {"a": 1}, ['a: expected "1", found 1']),
        ({"a": "1"}, {}, ['a: missing, expected "1"']),
        ({}, {"a\x1b": "1"}, ['a\\x1b: unexpected, "1"']),
        ({"a": {"b": ["1", "2"]}}, {"a": {"b": ["1", "3"]}}, ['a.b[1]: expected "2", found "3"']),
        (["1", "2", "2"], ["2", "4"], ["value: expected 3 items, found 2", '  missing    "1"', '  missing    "2"',
                                       '  unexpected "4"']),
        ("1", "2", ['value: expected "1", found "2"']),
        (True, 1, ["value: expected true, found 1"]),
        (None, [], ["value: expected null, found []"]),
        (["0"] * 30, ["1"] * 30, [*(f'[{i}]: expected "0", found "1"' for i in range(10)), "and 20 more differences"]),
    ],
)  # fmt: skip
def test_values_part_in_these_places(wanted: object, got: object, lines: list[str]) -> None:
    assert list(diff_values(toy.raw(wanted), toy.raw(got)).lines) == lines


def test_a_value_that_is_no_json_is_said_to_be_so() -> None:
    [line] = diff_values(toy.raw(["1"]), Raw(b'["1')).lines
    assert line.startswith("the value cannot be compared: ")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb", "a\tb"),
        ("\x00\n", "\\x00\\n"),
        ("\u2028", "\\u2028"),
        ("é", "é"),
        ("\x9b", "\\x9b"),
        ("\ufeff", "\\ufeff"),
    ],
)
def test_control_characters_are_written_out(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_long_texts_and_bytes_lose_their_middle() -> None:
    assert short("x" * 200) == "x" * 106 + " … " + "x" * 40 + " (200 characters)"
    assert hexed(bytes(50)) == "00" * 40 + " … (50 bytes)"
    assert hexed(b"") == "(no bytes)"
