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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--case", action="append", metavar="GLOB", help="of tests that pass over many cases, these alone")
