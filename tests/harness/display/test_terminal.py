"""Colour is used on terminals, unless it is requested or refused; lines are wrapped to a width."""

import re

import pytest

from goldenwire.display.terminal import Terminal
from goldenwire.display.text import fold, tail, without_figures


@pytest.mark.parametrize(
    ("given", "colour"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": ""}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colour_can_be_forced(monkeypatch: pytest.MonkeyPatch, given: dict[str, str], colour: bool) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert Terminal().colour is colour


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("short", ["short"]),
        ("  one two three", ["  one two", "    three"]),
        ("abcdefghijklmno", ["abcdefghij", "  klmno"]),
        ("\x1b[31mone\x1b[0m two", ["\x1b[31mone\x1b[0m two"]),
        ("", [""]),
    ],
)
def test_a_line_is_folded(line: str, lines: list[str]) -> None:
    assert fold(line, 10) == lines


@pytest.mark.parametrize("width", [10, 20, 79])
def test_no_line_is_wider_and_nothing_is_lost(width: int) -> None:
    line = "  expected  " + "x" * 150 + " \x1b[1mbold\x1b[0m " + "word " * 20
    folded = fold(line, width)
    assert max(len(re.sub(r"\x1b\[[0-9]+m", "", part)) for part in folded) <= width
    assert "".join(folded).replace(" ", "") == line.replace(" ", "")


@pytest.mark.parametrize(
    ("text", "limit", "end"),
    [("a\nb\nc", 9, "a\nb\nc"), ("first\nsecond", 8, "second"), ("first\nsecond", 6, "second"), ("abc", 2, "bc")],
)
def test_the_end_of_a_log_begins_with_a_line(text: str, limit: int, end: str) -> None:
    assert tail(text, limit) == end


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("at byte 51, found 18 more", "at byte # found # more"),
        ("int32 and 0x1f", "int32 and #"),
        ("cells[3][2]", "cells[#][#]"),
        ("-1.5 is not 2", "# is not #"),
    ],
)
def test_figures_are_taken_out(text: str, without: str) -> None:
    assert without_figures(text) == without
