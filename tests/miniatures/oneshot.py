"""A tiny one-shot codec that misbehaves in one way if its input begins with the octets ba d0.

Run as `python -I -S oneshot.py MISBEHAVIOUR OPERATION FORMAT [CONTEXT]`; a good reply echoes the input.
"""

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:  # codec.py tells how long these take
    import signal
    from collections.abc import Callable
    from functools import partial
else:
    import _signal as signal
    from _functools import partial

HELLO = (
    '{"protocol":1,"codec":{"name":"miniature","version":"1","language":"Python"},'
    '"formats":{"daphne":{"operations":["decode","encode","transcode"]}}}'
)
GOOD = '{"value":{"op":"%s","format":"%s","context":"%s","input":"%s"}}\n'


def write(text: str) -> None:
    left = memoryview(text.encode())
    while left:
        left = left[os.write(1, left) :]


def sleep() -> None:
    while True:
        time.sleep(60)


def storm() -> None:
    for _ in range(20):
        if os.fork() == 0:
            sleep()
    sleep()


def grandchild() -> None:
    if os.fork() == 0:
        sleep()
    write('{"id":7,"unsupported":"held"}')


def flood() -> None:
    while True:
        write("x" * 65536)


def reply_and_exit_3() -> None:
    write('{"rejected":{}}')
    os._exit(3)


def balloon() -> None:
    held = []
    while True:
        held.append(bytearray(1 << 24))


def write_and(text: str, then: "Callable[[], object]") -> "Callable[[], object]":
    def do() -> None:
        write(text)
        then()

    return do


def close_and_sleep() -> None:
    write('{"rejected":{}}')
    os.close(1)
    sleep()


REPLY = '{"rejected":{}}'
MISBEHAVIOURS: "dict[str, Callable[[], object]]" = {
    "a reply, then silence": write_and(REPLY, sleep),
    "a reply, then garbage": lambda: write(REPLY + "\nbye"),
    "a reply, then NULs": lambda: write(REPLY + "\0"),
    "half a reply": lambda: write('{"rejec'),
    "closes its output and stays": close_and_sleep,
    "empty lines": lambda: write("\n\n\n"),
    "white space around": lambda: write("\n  " + REPLY + "\r\n\t\n"),
    "a byte order mark": lambda: write("\ufeff" + REPLY),
    "nothing": lambda: write('{\n  "value": "pretty"\n}\n\n'),
    "rejects": lambda: write('{"rejected":{"code":"VERSION","offset":0}}'),
    "die by SIGSEGV": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "reply and exit 3": reply_and_exit_3,
    "silent": lambda: None,
    "garbage": lambda: write("Traceback (most recent call last):"),
    "two replies": lambda: write('{"rejected":{}}\n{"rejected":{}}\n'),
    "hang": sleep,
    "fork storm": storm,
    "grandchild holds the pipes": grandchild,
    "flood": flood,
    "memory balloon": balloon,
}


def shared(misbehaviour: str, given: str) -> None:
    """Misbehave as codecs in long-lived processes do, in the only case."""
    sys.path.insert(0, os.path.dirname(__file__))  # noqa: PTH120
    import codec  # type: ignore[import-not-found]

    codec.MISBEHAVIOURS[misbehaviour](1, given)


def main(misbehaviour: str, op: str, format: str = "", context: str = "") -> None:
    if op == "hello":
        write(HELLO)
        return
    if misbehaviour == "does not read":
        write('{"unsupported":"not reading"}')
        return
    given = sys.stdin.buffer.read()
    if given.startswith(b"\xba\xd0"):
        MISBEHAVIOURS.get(misbehaviour, partial(shared, misbehaviour, given.hex()))()
    else:
        write(GOOD % (op, format, context, given.hex()))


if __name__ == "__main__":
    main(*sys.argv[1:])
