"""The pytest plugin: `pytest --goldenwire-format daphne --goldenwire-codec ./my-codec` asks a codec, a test a question.

pytest loads this module in every project where the kit is installed, so it imports nothing but pytest; the rest comes
when an option or a fixture asks for it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from goldenwire.pytest_plugin.options import OPTIONS, command, limits

if TYPE_CHECKING:
    from goldenwire.testing import Codec


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options; none of them does anything without --goldenwire-format, or the fixture goldenwire_codec."""
    group = parser.getgroup("goldenwire", "goldenwire: conformance of a codec with its wire format")
    for name, settings in OPTIONS.items():
        group.addoption(f"--goldenwire-{name}", dest=f"goldenwire_{name.replace('-', '_')}", **settings)


def pytest_configure(config: pytest.Config) -> None:
    """Load the rest where a format is asked for."""
    config.addinivalue_line("markers", "goldenwire: a question of the conformance suite")
    if config.option.goldenwire_format:
        from goldenwire.pytest_plugin.session import Conformance

        config.pluginmanager.register(Conformance(config), "goldenwire-conformance")


@pytest.fixture(scope="session")
def goldenwire_command(pytestconfig: pytest.Config) -> list[str]:
    """The words of --goldenwire-codec; override it in conftest.py to name the codec of `goldenwire_codec` there."""
    return command(pytestconfig)


@pytest.fixture(scope="session")
def goldenwire_codec(goldenwire_command: list[str], pytestconfig: pytest.Config) -> "Iterator[Codec]":
    """The running codec, with the methods `decode`, `encode` and `transcode` (goldenwire.testing.Codec)."""
    from goldenwire.errors import UserError
    from goldenwire.testing import running

    try:
        with running(goldenwire_command, **limits(pytestconfig)) as codec:
            yield codec
    except UserError as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
