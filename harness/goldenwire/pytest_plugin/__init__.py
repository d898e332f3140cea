"""The pytest plugin: `pytest --goldenwire-format daphne --goldenwire-codec ./my-codec` runs each question as a test.

pytest loads this module in every project in which the kit is installed, so it imports only pytest; the rest is imported
when an option or a fixture needs it.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from goldenwire.pytest_plugin import options

if TYPE_CHECKING:
    from goldenwire.testing import Codec

SUITE = "goldenwire-conformance"  # the plugin that asks the questions
NOTE = "goldenwire"  # key of the data that this plugin gives to a worker of pytest-xdist


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and ini keys; they have no effect unless a call asks for the suite or the codec."""
    options.add(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Register the suite if the call asks for it: `--goldenwire-format FORMAT`, or a path such as goldenwire/daphne."""
    config.addinivalue_line("markers", "goldenwire: a question of the conformance suite")
    is_worker = NOTE in getattr(config, "workerinput", {})
    if (is_worker or options.is_asked(config)) and options.value(config, "format"):
        from goldenwire.pytest_plugin.session import Conformance

        config.pluginmanager.register(Conformance(config), SUITE)


def pytest_report_header(config: pytest.Config) -> str | None:
    """Return a header with the codec that the fixture `goldenwire_codec` runs; the suite has its own header."""
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
    from goldenwire.testing import CodecFailed, running

    try:
        with running(goldenwire_command, **options.limits(pytestconfig)) as codec:
            yield codec
    except (UserError, CodecFailed) as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None
