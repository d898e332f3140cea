"""A worker on this machine: `python -P -m goldenwire.soak.worker` reads a job a line and writes an outcome a line."""

import os
import signal
import sys

from goldenwire import system
from goldenwire.soak.rounds import play


def main() -> int:
    """Play rounds until the end of input. Stop at once, together with the codec, if terminated or orphaned."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    system.end_with(os.getppid())
    try:
        for job in sys.stdin.buffer:
            sys.stdout.buffer.write(play(job) + b"\n")
            sys.stdout.buffer.flush()
    except (KeyboardInterrupt, BrokenPipeError):
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
