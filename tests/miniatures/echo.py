"""A codec that echoes the bytes member as the value, with the standard library's json: Python child of the benchmarks.

`echo.py [MICROSECONDS [HOW]]`: each case takes so many microseconds, as in a slow codec: in a busy loop by the clock,
computing for so much processor time, or asleep.
"""

import json
import sys
import time
from collections.abc import Callable

HELLO = {
    "protocol": 1,
    "codec": {"name": "echo", "version": "1", "language": "Python"},
    "formats": {"daphne": {"operations": ["decode"]}},
}


def main(microseconds: str = "0", how: str = "burnt") -> None:
    spend, expected = HOW[how], float(microseconds)
    output = sys.stdout.buffer
    for line in sys.stdin.buffer:
        request = json.loads(line)
        spend(expected)
        reply = {"id": request["id"], "value": request["bytes"]} if "id" in request else HELLO
        output.write(json.dumps(reply).encode() + b"\n")
        output.flush()


def burn(microseconds: float, clock: Callable[[], float] = time.perf_counter) -> None:
    until = clock() + microseconds / 1e6
    while clock() < until:
        pass


def compute(microseconds: float) -> None:
    burn(microseconds, time.process_time)


def sleep(microseconds: float) -> None:
    time.sleep(microseconds / 1e6)


HOW = {"burnt": burn, "computed": compute, "slept": sleep}

if __name__ == "__main__":
    main(*sys.argv[1:])
