"""The vectors as any YAML reader reads them, for the oracles, which share nothing with the kit.

The kit's own reader is ten times as fast and gives the same as PyYAML: `harness/corpus/test_corpus.py` shows it.
"""

import functools
from collections.abc import Callable, Iterator, Mapping
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


def params(format: str, wanted: Callable[[Case], bool]) -> list[Any]:
    """Return the wanted cases of a format as parameters."""
    return [pytest.param(case, id=id, marks=marks(case)) for id, case in cases_of(format).items() if wanted(case)]


def outcomes(format: str) -> Iterator[tuple[Case, str]]:
    """Yield the cases that a policy decides, with each of its choices."""
    for case in cases_of(format).values():
        for choice in case.get("outcomes", ()):
            yield case, choice


def outcome_params(
    format: str, wanted: Callable[[Case], bool], unjudged: Mapping[tuple[str, str], str] = {}
) -> list[Any]:
    """Return the cases that a policy decides, with each choice; `unjudged` are policies and choices, with reasons."""
    xfails = {pair: [pytest.mark.xfail(reason=reason)] for pair, reason in unjudged.items()}
    return [
        pytest.param(
            case, choice, id=f"{case['id']}={choice}", marks=[*marks(case), *xfails.get((case["policy"], choice), ())]
        )
        for case, choice in outcomes(format)
        if wanted(case)
    ]


def has_bytes(case: Case) -> bool:
    return "bytes" in case


def asks(operation: str, verdict: str = "") -> Callable[[Case], bool]:
    """Return whether a case asks for an operation, with this verdict if one is given."""
    return lambda case: operation in case["operations"] and (not verdict or case["verdict"] == verdict)


def octets(case: Case) -> bytes:
    """Return the bytes of a case, from its file."""
    return Path(VECTORS / case["id"].partition("/")[0] / case["bytes"]["file"]).read_bytes()


def layout(case: Case) -> Iterator[tuple[int, int, str, str]]:
    """Yield offset, size, name and hexadecimal octets of each line."""
    for line in case["layout"].splitlines():
        offset, size, name, shown = line.split(" ")[:4]
        yield int(offset), int(size), name, shown


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
