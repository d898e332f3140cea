"""The reference of one format as a codec of some operations, one of which it answers wrongly.

`python wrong.py FORMAT OPERATIONS [OPERATION WAY]`: `python wrong.py daphne decode,encode decode "an answer twice"`.
"""

import os
import sys
from collections.abc import Callable
from typing import Any

from goldenwire.protocol import HelloCall, read_call
from goldenwire.protocol.serve import Reference, answer

Json = Any
# A wrong answer: the text to write for the id of a request and its true reply.
Way = Callable[[bytes, bytes], bytes]


def says(form: bytes) -> Way:
    """Return a line that has the request's id for ID and the true reply for REPLY."""
    return lambda id, reply: form.replace(b"ID", id).replace(b"REPLY", reply) + b"\n"


TWO_LINES: dict[str, Way] = {
    "the reply broken in two": lambda _, reply: reply[: len(reply) // 2] + b"\n" + reply[len(reply) // 2 :] + b"\n",
    "an answer twice": says(b"REPLY\nREPLY"),
    "a line behind": says(b"REPLY\nand more"),
    "an empty line behind": says(b"REPLY\n"),
    "a reply without an id behind": says(b'REPLY\n{"value":1}'),
    "a reply to nobody behind": says(b'REPLY\n{"id":123456789,"value":1}'),
    "a line in front": says(b"wait\nREPLY"),
    "half a line behind": lambda _, reply: reply + b"\nand more",
}
WAYS: dict[str, Way] = {
    **TWO_LINES,
    "an empty line": says(b""),
    "no JSON": says(b"Segmentation fault"),
    "a list": says(b"[]"),
    "an id alone": says(b'{"id":ID}'),
    "a value of null": says(b'{"id":ID,"value":null}'),
    "a value of nothing": says(b'{"id":ID,"value":{}}'),
    "a value of a number": says(b'{"id":ID,"value":1e999}'),
    "a value without an end": says(b'{"id":ID,"value":{'),
    "a deep value": says(b'{"id":ID,"value":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    "half a surrogate pair": says(b'{"id":ID,"value":"\\ud800"}'),
    "no bytes": says(b'{"id":ID,"bytes":""}'),
    "an octet": says(b'{"id":ID,"bytes":"00"}'),
    "half an octet": says(b'{"id":ID,"bytes":"0"}'),
    "a bare refusal": says(b'{"id":ID,"rejected":{}}'),
    "a refusal far away": says(b'{"id":ID,"rejected":{"code":"VALUE","offset":9223372036854775807}}'),
    "a decline": says(b'{"id":ID,"unsupported":""}'),
    "a failure": says(b'{"id":ID,"failed":""}'),
    "another id": says(b'{"id":ID0,"value":{}}'),
    "no id": says(b'{"value":{}}'),
    "no UTF-8": says(b'{"id":ID,"value":"\xff"}'),
}


def write(data: bytes) -> None:
    """Write all of the data to standard output at once."""
    left = memoryview(data)
    while left:
        left = left[os.write(1, left) :]


class Partial(Reference):
    """The reference of a format, declaring only some operations."""

    def __init__(self, format: str, operations: list[str]) -> None:
        super().__init__([format])
        self._operations = operations

    def hello(self) -> dict[str, Json]:
        said = super().hello()
        formats = {name: {**support, "operations": self._operations} for name, support in said["formats"].items()}
        return {**said, "formats": formats}


def main(format: str, operations: str, operation: str = "", way: str = "") -> None:
    """Answer requests until the end of input."""
    codec = Partial(format, operations.split(","))
    for line in sys.stdin.buffer:
        call = read_call(line)
        reply = answer(codec, call)
        if not isinstance(call, HelloCall) and type(call).__name__ == f"{operation.capitalize()}Call":
            write(WAYS[way](b"%d" % call.id, reply))
        else:
            write(reply + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
