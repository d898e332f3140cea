"""A worker on this machine: `python -m goldenwire.soak.worker` reads a job a line and writes an outcome a line."""

import os
import signal
import sys
from threading import Thread
from time import sleep

from goldenwire.soak.rounds import play

LOOK = 0.5  # seconds between looks at whether who started it is there still


def main() -> int:
    """Play until the end of input. Ends at once, and its codec with it, when it is terminated or left alone."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    Thread(target=_mind, args=(os.getppid(),), daemon=True).start()
    try:
        for job in sys.stdin.buffer:
            sys.stdout.buffer.write(play(job) + b"\n")
            sys.stdout.buffer.flush()
    except (KeyboardInterrupt, BrokenPipeError):
        return 1
    return 0


def _mind(parent: int) -> None:
    """End this process when its parent has died; in the middle of a round it would notice only behind it."""
    while os.getppid() == parent:
        sleep(LOOK)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
