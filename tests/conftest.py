"""Options of the tests."""

import pytest

collect_ignore = ["kit/track"]  # a package of its own, tested where it is installed


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--case", action="append", metavar="GLOB", help="of tests that pass over many cases, these alone")
