"""The vectors as any reader of YAML has them, for the oracles, which share nothing with the kit.

The kit's own reader, which is tenfold as fast, delivers what PyYAML does: `harness/corpus/test_corpus.py` shows it.
"""

import functools
from pathlib import Path
from typing import Any

import pytest

from goldenwire.corpus import plainyaml

VECTORS = Path(__file__).parents[2] / "vectors"
LARGE = 4096  # characters of a case's values, or bytes, beyond which it waits for `make test-long`
MANY = 10_000  # items, beyond which all are alike

Case = dict[str, Any]


@functools.cache
def cases_of(format: str) -> dict[str, Case]:
    """The cases of a format by their ids."""
    files = sorted((VECTORS / format).glob("*.yaml"))
    return {case["id"]: case for path in files for case in plainyaml.parse(path.read_text("utf-8"))["cases"]}


@functools.cache
def large(format: str) -> frozenset[str]:
    """The ids of the cases that take long: those of many bytes, or of values that are long texts."""
    return frozenset(id for id, case in cases_of(format).items() if _size(case) > LARGE)


def marks(case: Case) -> list[pytest.MarkDecorator]:
    """The mark of a case that takes long."""
    return [pytest.mark.long] * (case["id"] in large(case["id"].partition("/")[0]))


def has_many_items(case: Case) -> bool:
    """Whether its values have so many items that they say no more of a notation than a few do."""
    return sum(text.count(", ") for text in map(repr, _values(case))) > MANY


def _size(case: Case) -> int:
    return int(case.get("bytes", {}).get("size", 0)) + len(repr(_values(case)))


def _values(case: Case) -> list[Any]:
    return [case.get("context"), case.get("value"), case.get("plan"), case.get("outcomes")]
