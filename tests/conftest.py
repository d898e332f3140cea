"""Options of the tests, and generous deadlines for tests that draw examples, since the machine may be busy."""

import gc
import os
import signal
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from goldenwire.corpus import reading
from goldenwire.corpus.files import text
from goldenwire.corpus.vector import CaseRecord, FormatFacts
from goldenwire.system import cores

# The tests start hundreds of processes that multiply no matrix: numpy's threads would be a third of each start-up.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The build cache of the user stays as it is, and is not trusted.
CACHE = tempfile.TemporaryDirectory(prefix="goldenwire-cache-")
os.environ["XDG_CACHE_HOME"] = CACHE.name

# A shell starts background jobs with interrupts ignored; the processes that tests interrupt would inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

collect_ignore = ["kit/track"]  # a package of its own, tested where it is installed

settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep all that is collected out of the search for garbage, which would take a third of the time of collecting."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before -m selects tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark as slow the rows of each `fast` table whose ids contain none of the mark's words."""
    fit: dict[tuple[str, str], bool] = {}  # by table and word: whether some row has it
    for item in items:
        fast = item.get_closest_marker("fast")
        if fast:
            table, _, id = item.nodeid.partition("[")
            fits = {(table, word): word in id.removesuffix("]") for word in fast.args}
            fit |= {key: fit.get(key, False) or found for key, found in fits.items()}
            if not any(fits.values()):
                item.add_marker("slow")
    missing = [f"{table} has no row with {word!r}" for (table, word), found in fit.items() if not found]
    if missing and not any("::" in word for word in config.args):  # otherwise only single rows were collected
        raise pytest.UsageError("\n".join(missing))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than cores, since some tests wait for a browser, a time limit or a package."""
    return cores() + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--case", action="append", metavar="GLOB", help="of tests that pass over many cases, these alone")


@pytest.fixture(scope="session", autouse=True)
def _features_read_once() -> Iterator[None]:
    """Read a feature file again only if its text is another one, since hundreds of tests load the kit's own vectors."""
    known: dict[Path, tuple[str, FormatFacts, tuple[CaseRecord, ...]]] = {}
    read = reading.read_feature

    def read_once(path: Path, facts: FormatFacts, only: str = "") -> tuple[CaseRecord, ...]:
        if only:
            return read(path, facts, only)
        content = text(path)
        if (found := known.get(path)) is None or found[:2] != (content, facts):
            known[path] = found = (content, facts, read(path, facts))
        return found[2]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "read_feature", read_once)
        yield
