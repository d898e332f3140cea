"""Every case of every format as a record: its file, its base, its level, its layout."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from kit import golden, spec_text
from kit.each import each
from kit.golden import VECTORS, Case, cases_of, has_bytes, layout, octets

FORMATS = sorted(path.name for path in VECTORS.iterdir() if path.is_dir())


def cases(wanted: Callable[[Case], bool]) -> list[Any]:
    return [case for format in FORMATS for case in golden.params(format, wanted)]


@pytest.mark.parametrize("format", FORMATS)
def test_there_are_vectors_of_every_verdict(format: str) -> None:
    assert {case["verdict"] for case in cases_of(format).values()} - {"decline"} == {"accept", "reject", "either"}


def test_a_decline_is_not_read_and_so_has_no_layout() -> None:
    declines = [case for name in FORMATS for case in cases_of(name).values() if case["verdict"] == "decline"]
    assert declines
    assert not any("layout" in case for case in declines)


@each("case", cases(has_bytes))
def test_file_has_the_recorded_size_and_hash(case: Case) -> None:
    data = octets(case)
    assert (len(data), hashlib.sha256(data).hexdigest()) == (case["bytes"]["size"], case["bytes"]["sha256"])


@each("case", cases(lambda case: case.get("base") is not None))
def test_a_base_is_accepted_and_differs(case: Case) -> None:
    base = cases_of(case["id"].partition("/")[0])[case["base"]]
    assert base["verdict"] == "accept"
    told_apart = ("context", "edit") if has_bytes(case) else ("context", "value", "plan")
    assert [case.get(key) for key in told_apart] != [base.get(key, []) for key in told_apart]


@each("case", cases(lambda case: True))
def test_level_follows_from_the_origins_of_the_requirements(case: Case) -> None:
    assert case["level"] == spec_text.level(case["id"].partition("/")[0], case["requirements"])


@each("case", cases(lambda case: "layout" in case))
def test_layout_tiles_the_file(case: Case) -> None:
    data, end = octets(case), 0
    for offset, size, _, shown in layout(case):
        assert offset == end
        end += size
        first, _, last = shown.partition("..")
        assert data[offset:end].hex().startswith(first)
        assert data[offset:end].hex().endswith(last)
    assert end == len(data)
