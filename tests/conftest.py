"""Options of the tests."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--case", action="append", metavar="GLOB", help="of tests that pass over many cases, these alone")
