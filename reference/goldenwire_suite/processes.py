"""Processes of Python that share work, as `multiprocessing` starts them."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from threading import Thread

VARIABLE = "PYTHONSAFEPATH"
STEP = 0.2  # seconds within which a worker notices that it is not wanted any more


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


@contextmanager
def workers(most: int) -> Iterator[Executor]:
    """Yield as many processes as there are cores, `most` at most. They end with the block, and with this process."""
    with safe_path():
        given_up = multiprocessing.Event()
        pool = ProcessPoolExecutor(min(most, os.cpu_count() or 1), initializer=_begin, initargs=(given_up,))
        try:
            yield pool
        except BaseException:
            given_up.set()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(given_up: Event) -> None:
    """Leave an interrupt to the process that has started this one, and end when that one gives up or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_watch, args=(given_up,), daemon=True).start()


def _watch(given_up: Event) -> None:
    parent = multiprocessing.parent_process()
    while not given_up.wait(STEP) and parent and parent.is_alive():
        pass
    os._exit(1)
