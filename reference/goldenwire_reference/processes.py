"""Processes of Python that share work, as `multiprocessing` starts them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

VARIABLE = "PYTHONSAFEPATH"


@contextmanager
def safe_path() -> Iterator[None]:
    """Within, a Python that is started takes no module from the current folder, which may be a stranger's.

    Where processes are not forked, `multiprocessing` starts each with `python -c`, which looks there first.
    """
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before
