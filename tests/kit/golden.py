"""The vectors as any YAML reader reads them, for the oracles, which share nothing with the kit.

The kit's own reader is ten times as fast and gives the same as PyYAML: `harness/corpus/test_corpus.py` shows it.
"""

import functools
from pathlib import Path
from typing import Any

import pytest

from goldenwire.corpus import plainyaml

VECTORS = Path(__file__).parents[2] / "vectors"
LARGE = 4096  # characters of a case's values, or bytes; larger cases run in `make test-long`
SLOW = pytest.mark.slow
MANY = 10_000  # items; longer lists have only items of the same kind

Case = dict[str, Any]


@functools.cache
def cases_of(format: str) -> dict[str, Case]:
    """Return the cases of a format by their ids."""
    files = sorted((VECTORS / format).glob("*.yaml"))
    return {case["id"]: case for path in files for case in plainyaml.parse(path.read_text("utf-8"))["cases"]}


@functools.cache
def large(format: str) -> frozenset[str]:
    """Return the ids of slow cases: those with many bytes, or values that are long texts."""
    return frozenset(id for id, case in cases_of(format).items() if _size(case) > LARGE)


def marks(case: Case) -> list[pytest.MarkDecorator]:
    """Return the mark of a case if it is slow."""
    return [SLOW] * (case["id"] in large(case["id"].partition("/")[0]))


def has_many_items(case: Case) -> bool:
    """Return True if its values have so many items that most of them add nothing to a test of the notation."""
    return sum(text.count(", ") for text in map(repr, _values(case))) > MANY


def _size(case: Case) -> int:
    return int(case.get("bytes", {}).get("size", 0)) + len(repr(_values(case)))


def _values(case: Case) -> list[Any]:
    return [case.get("context"), case.get("value"), case.get("plan"), case.get("outcomes")]
