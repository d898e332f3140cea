"""Options of the tests, and time for whatever draws examples: the machine may be busy."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

# Hundreds of processes start here that multiply no matrix: threads for it cost each a third of its start.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell starts what runs in its background with interrupts ignored, and so would every process that a test interrupts.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = ["kit/track"]  # a package of its own, tested where it is installed

settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a table that is marked `soon`, the rows that have none of the mark's words in their ids are long."""
    fit: dict[tuple[str, str], bool] = {}  # a test's table and a word: whether some row has it
    for item in items:
        soon = item.get_closest_marker("soon")
        if soon:
            table, _, id = item.nodeid.partition("[")
            fits = {(table, word): word in id.removesuffix("]") for word in soon.args}
            fit |= {key: fit.get(key, False) or found for key, found in fits.items()}
            if not any(fits.values()):
                item.add_marker("long")
    missing = [f"{table} has no row with {word!r}" for (table, word), found in fit.items() if not found]
    if missing and not any("::" in word for word in config.args):  # else some rows alone were collected
        raise pytest.UsageError("\n".join(missing))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--case", action="append", metavar="GLOB", help="of tests that pass over many cases, these alone")
