"""Puts goldenwire's questions to SciSerialize from PyPI, through its public dumps, loads, packb and unpackb.

README.md tells what counts as a refusal of the codec's, and how its objects become values.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads reserve more memory than the harness allows

from notation import NoNotationError, describe  # beside this file
from objects import Json, UnsupportedError, build

msgpack: Any = importlib.import_module("msgpack")
sciserialize: Any = importlib.import_module("sciserialize")

# What stands for a deliberate no; every other exception is a mishap.
REFUSALS = (ValueError, KeyError, OverflowError, msgpack.UnpackException, msgpack.PackException)
CODECS_DEPTH, OUR_DEPTH = sys.getrecursionlimit(), 50_000

HELLO = {
    "protocol": 1,
    "codec": {"name": "SciSerialize", "version": sciserialize.__version__, "language": "Python"},
    "formats": {
        "sciserialize": {
            "operations": ["decode", "encode", "transcode"],
            "features": ["json", "msgpack", "dataframe", "unique_set", "maskedarray", "object"],
            "policies": {
                "sciserialize.unknown-type": "keep",
                "sciserialize.minus-zero": "integer",
                "sciserialize.non-finite": "keep",
                "sciserialize.isostr": "wide",
                "sciserialize.dtype-alias": "accept",
                "sciserialize.bom": "ignore",
            },
        }
    },
}


class RefusedError(Exception):
    """The codec said no."""


class FailedError(Exception):
    """The codec came to grief."""


def read(data: bytes, carrier: str) -> Any:
    """Returns the objects that the codec makes of the bytes; raises RefusedError or FailedError."""
    return ask(sciserialize.loads if carrier == "json" else sciserialize.unpackb, data)


def write(value: Any, carrier: str) -> bytes:
    """Returns what the codec writes for objects; raises RefusedError or FailedError."""
    if carrier == "json":
        document: str = ask(sciserialize.dumps, value)
        return document.encode("utf-8", "surrogatepass")
    packed: bytes = ask(sciserialize.packb, value)
    return packed


def ask(function: Callable[[Any], Any], argument: Any) -> Any:
    """Returns what the codec's function returns, called under Python's ordinary limit of recursion."""
    try:
        with depth(CODECS_DEPTH):
            return function(argument)
    except REFUSALS as error:
        raise RefusedError(words(error)) from error
    except Exception as error:
        raise FailedError(words(error)) from error


@contextmanager
def depth(limit: int) -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def words(error: Exception) -> str:
    return f"{type(error).__name__}: {error!s:.200}"


def transcode(data: bytes, carrier: str) -> bytes:
    """Returns what the codec writes for what it read; that it cannot write it is no judgement of the bytes."""
    value = read(data, carrier)
    try:
        return write(value, carrier)
    except RefusedError as error:
        raise FailedError(f"it reads this, and cannot write it again: {error}") from error


def answer(operation: str, data: bytes, value: Json, context: Json) -> Json:
    """Returns the reply to one request, without its id."""
    carrier = (context or {"carrier": "json"})["carrier"]
    try:
        if operation == "decode":
            return {"value": describe(read(data, carrier))}
        if operation == "transcode":
            return {"bytes": transcode(data, carrier).hex()}
        return {"bytes": write(build(value), carrier).hex()}
    except RefusedError as error:
        return {"rejected": {"message": str(error)}}
    except UnsupportedError as error:
        return {"unsupported": str(error)}
    except (FailedError, NoNotationError) as error:
        return {"failed": str(error)}


def converse() -> None:
    """Answers requests, a line each, until the input ends."""
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["op"] == "hello":
            reply: Json = HELLO
        else:
            data = bytes.fromhex(request.get("bytes", ""))
            context = request.get("context")
            reply = {"id": request["id"], **answer(request["op"], data, request.get("value"), context)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


def answer_once(operation: str, context: Json) -> None:
    """Answers what the command line asks, with the bytes or the request on standard input."""
    reply: Json = HELLO
    if operation != "hello":
        data = sys.stdin.buffer.read()
        value = json.loads(data)["value"] if operation == "encode" else None
        reply = answer(operation, data, value, context)
    sys.stdout.write(json.dumps(reply) + "\n")


if __name__ == "__main__":
    sys.setrecursionlimit(OUR_DEPTH)
    if len(sys.argv) > 1:
        answer_once(sys.argv[1], json.loads(sys.argv[3]) if len(sys.argv) > 3 else None)
    else:
        converse()
