"""A fixture for the tools of the oracles that pip does not install."""

import os

import pytest

from daphne.oracle import structure as daphne_structure
from daphne.oracle.kaitai.compiler import KaitaiUnavailableError


@pytest.fixture(scope="session")
def kaitai() -> None:
    """Compile the grammar once. Without Node the tests that need it are skipped, except in CI, where they fail."""
    try:
        daphne_structure.grammar()
    except KaitaiUnavailableError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
