"""SECURITY.md names the tests that show its promises, each a test that there is."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "SECURITY.md").read_text()
ROWS = [row for row in PAGE.splitlines() if row.startswith("| ") and not row.startswith("| ---")]
HEADS = [row for row in ROWS if row.endswith("| shown by |")]
NAMED = re.compile(r"`(test_\w+(?:\.py)?)`")


@cache
def known_tests() -> frozenset[str]:
    """Return the names of all test functions, and of the files that have any."""
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        names = {node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)}
        functions = {name for name in names if name.startswith("test_")}
        found |= functions | ({path.name} if functions else set())
    return frozenset(found)


@pytest.mark.parametrize("row", [row for row in ROWS if row not in HEADS], ids=lambda row: row[2:40])
def test_each_promise_names_tests_that_there_are(row: str) -> None:
    named = NAMED.findall(row.rsplit(" | ", 1)[1])
    assert named
    assert set(named) <= known_tests()


def test_the_page_names_no_test_that_there_is_not() -> None:
    assert set(NAMED.findall(PAGE)) <= known_tests()
    assert len(HEADS) == 4
