"""A codec that echoes the bytes member as the value, with json or msgspec: the Python child of the bench.

`echo.py json|msgspec [MICROSECONDS]`; the microseconds are burnt in every case, as a slow codec does.
"""

import sys
import time

HELLO = {
    "protocol": 1,
    "codec": {"name": "echo", "version": "1", "language": "Python"},
    "formats": {"daphne": {"operations": ["decode"]}},
}


def main(library: str, microseconds: float = 0) -> None:
    if library == "msgspec":
        from msgspec.json import decode as loads
        from msgspec.json import encode as dumps
    else:
        import json

        loads = json.loads

        def dumps(message: object) -> bytes:
            return json.dumps(message).encode()

    output = sys.stdout.buffer
    for line in sys.stdin.buffer:
        request = loads(line)
        burn(microseconds)
        reply = {"id": request["id"], "value": request["bytes"]} if "id" in request else HELLO
        output.write(dumps(reply) + b"\n")
        output.flush()


def burn(microseconds: float) -> None:
    until = time.perf_counter() + microseconds / 1e6
    while time.perf_counter() < until:
        pass


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:]))
