"""A codec that echoes the bytes member as the value, with the standard library's json: the Python child of the bench.

`echo.py [MICROSECONDS]`; the microseconds are burnt in every case, as a slow codec does.
"""

import json
import sys
import time

HELLO = {
    "protocol": 1,
    "codec": {"name": "echo", "version": "1", "language": "Python"},
    "formats": {"daphne": {"operations": ["decode"]}},
}


def main(microseconds: float = 0) -> None:
    output = sys.stdout.buffer
    for line in sys.stdin.buffer:
        request = json.loads(line)
        burn(microseconds)
        reply = {"id": request["id"], "value": request["bytes"]} if "id" in request else HELLO
        output.write(json.dumps(reply).encode() + b"\n")
        output.flush()


def burn(microseconds: float) -> None:
    until = time.perf_counter() + microseconds / 1e6
    while time.perf_counter() < until:
        pass


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
