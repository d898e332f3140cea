"""What the oracles need that pip does not install."""

import os

import pytest

from daphne.oracle import structure as daphne_structure
from daphne.oracle.kaitai.compiler import KaitaiUnavailableError


@pytest.fixture(scope="session")
def kaitai() -> None:
    """Compiles the grammar once. Without Node the tests that need it are skipped, but never where CI runs them."""
    try:
        daphne_structure.grammar()
    except KaitaiUnavailableError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
