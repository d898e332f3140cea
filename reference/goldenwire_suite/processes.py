"""Processes of Python that share work, as `multiprocessing` starts them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

VARIABLE = "PYTHONSAFEPATH"


@contextmanager
def safe_path() -> Iterator[None]:
    """Keep a Python that is started inside the block from importing modules of the current folder.

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
