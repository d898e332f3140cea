"""The pytest plugin: `pytest --goldenwire-format daphne --goldenwire-codec ./my-codec` asks a codec, a test a question.

pytest loads this module in every project where the kit is installed, so it imports nothing but pytest; the rest comes
when an option or a fixture asks for it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from goldenwire.pytest_plugin import options

if TYPE_CHECKING:
    from goldenwire.testing import Codec

SUITE = "goldenwire-conformance"  # the plugin that asks the questions
NOTE = "goldenwire"  # what a worker of pytest-xdist is given by this plugin


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options and ini keys; none of them does anything unless a call asks for the suite, or for the codec."""
    options.add(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Load the rest where the call asks for it: `--goldenwire-format FORMAT`, or a path such as goldenwire/daphne."""
    config.addinivalue_line("markers", "goldenwire: a question of the conformance suite")
    is_worker = NOTE in getattr(config, "workerinput", {})
    if (is_worker or options.is_asked(config)) and options.value(config, "format"):
        from goldenwire.pytest_plugin.session import Conformance

        config.pluginmanager.register(Conformance(config), SUITE)


def pytest_report_header(config: pytest.Config) -> str | None:
    """The codec that the fixture `goldenwire_codec` runs; the suite has a header of its own."""
    if not options.is_named(config) or config.pluginmanager.hasplugin(SUITE):
        return None
    return f"goldenwire: the codec is {ascii(options.value(config, 'codec'))[1:-1]}"


@pytest.fixture(scope="session")
def goldenwire_command(pytestconfig: pytest.Config) -> list[str]:
    """The words of --goldenwire-codec; override it in conftest.py to name the codec of `goldenwire_codec` there."""
    try:
        return options.command(pytestconfig)
    except pytest.UsageError as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None


@pytest.fixture(scope="session")
def goldenwire_codec(goldenwire_command: list[str], pytestconfig: pytest.Config) -> "Iterator[Codec]":
    """The running codec, with the methods `decode`, `encode` and `transcode` (goldenwire.testing.Codec)."""
    from goldenwire.errors import UserError
    from goldenwire.testing import running

    try:
        with running(goldenwire_command, **options.limits(pytestconfig)) as codec:
            yield codec
    except UserError as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
