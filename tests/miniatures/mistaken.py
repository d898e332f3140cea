"""The reference with one mistake, run as a codec: `python mistaken.py MISTAKE [WORD...]`."""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from goldenwire.protocol import Rejected, Unsupported
from goldenwire.protocol.serve import Reference, serve

Json = Any
# The first bytes of dense matrices of 2 x 3 int32, which some mistakes affect.
BAD = bytes([1, 1]) + (2).to_bytes(8, "little") + (3).to_bytes(8, "little") + bytes([7])


class Mistaken(Reference):
    """The reference with one mistake."""

    def __init__(self, mistake: str) -> None:
        super().__init__(() if mistake == "no-json" else ("daphne",))
        self._mistake = mistake

    def hello(self) -> dict[str, Json]:
        said = super().hello()
        if change := HELLOS.get(self._mistake):
            change(said["formats"])
        return said

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        def truly() -> Json:
            if self._mistake == "no-json" and context == {"carrier": "json"}:
                raise Rejected("SYNTAX", 0, "not MessagePack")
            return Reference.decode(self, format, data, context)

        decode = DECODERS.get(self._mistake)
        return decode(data, truly) if decode else truly()

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        data = super().encode(format, value, context, plan)
        encode = ENCODERS.get(self._mistake)
        return encode(data) if encode else data


def off_by_one(data: bytes, value: Callable[[], Json]) -> Json:
    """Return one more row than there are."""
    found = value()
    return {**found, "rows": "3"} if data.startswith(BAD) else found


def off_by_one_always(_: bytes, value: Callable[[], Json]) -> Json:
    found = value()
    return {**found, "rows": str(int(found["rows"]) + 1)}


def crash(data: bytes, value: Callable[[], Json]) -> Json:
    if data.startswith(BAD):
        sys.stderr.write("about to fall over\n")
        os.abort()
    return value()


def hang(data: bytes, value: Callable[[], Json]) -> Json:
    parent = os.getppid()
    while data.startswith(BAD) and os.getppid() == parent:
        time.sleep(0.1)
    return value()


def reject_all(*_: object) -> Json:
    raise Rejected("VERSION", 0, "no")


def accept_all(_: bytes, value: Callable[[], Json]) -> Json:
    try:
        return value()
    except Rejected:
        return {"kind": "DenseMatrix", "rows": "1", "columns": "1", "type": "uint8", "cells": []}


def trailing_ignored(_: bytes, value: Callable[[], Json]) -> Json:
    """Accept bytes after the object: a mistake at level strict alone."""
    try:
        return value()
    except Rejected as refusal:
        if refusal.code != "TRAILING":
            raise
        return {}


def three_bugs(data: bytes, value: Callable[[], Json]) -> Json:
    """Return one more row for one kind of matrix, accept trailing bytes, and read every int64 as unsigned."""
    found = trailing_ignored(data, lambda: off_by_one(data, value))
    if found.get("type") == "int64":
        found["cells"] = [[row, column, str(int(atom) % 2**64)] for row, column, atom in found["cells"]]
    return found


def unsupported(*_: object) -> Json:
    raise Unsupported("not written yet")


def flaky(data: bytes, value: Callable[[], Json]) -> Json:
    """Return a wrong value if something else was asked before."""
    global _before
    before, _before = _before, data
    found = value()
    return {**found, "rows": "77"} if data.startswith(BAD) and before is not None else found


_before: bytes | None = None


def loud(data: bytes, value: Callable[[], Json]) -> Json:
    """Log each request, and fail on some of them with a traceback."""
    sys.stderr.write(f"asked for {data[:25].hex()}\n")
    if data.startswith(BAD):
        raise LookupError("no such thing\nas this")
    return value()


def loud_and_dying(data: bytes, value: Callable[[], Json]) -> Json:
    """Log each request, and exit on some of them."""
    sys.stderr.write(f"asked for {data[:25].hex()}\n")
    sys.stderr.flush()
    if data.startswith(BAD):
        os._exit(7)
    return value()


def partial(_: bytes, value: Callable[[], Json]) -> Json:
    """Decline int32 and double."""
    found = value()
    declined = {found.get("type"), *found.get("types", ())} & {"int32", "double"}
    if declined:
        raise Unsupported(f"{min(declined)} is not written yet")
    return found


DECODERS: dict[str, Callable[[bytes, Callable[[], Json]], Json]] = {
    "off-by-one": off_by_one,
    "off-by-one-always": off_by_one_always,
    "crash": crash,
    "hang": hang,
    "reject-all": reject_all,
    "accept-all": accept_all,
    "trailing-ignored": trailing_ignored,
    "unsupported": unsupported,
    "partial": partial,
    "flaky": flaky,
    "loud": loud,
    "loud-and-dying": loud_and_dying,
    "three-bugs": three_bugs,
}
ENCODERS: dict[str, Callable[[bytes], bytes]] = {"last-byte": lambda data: data[:-1] + bytes([data[-1] ^ 1])}
HELLOS: dict[str, Callable[[dict[str, Json]], object]] = {
    "no-features": lambda formats: formats["daphne"].update(features=[], policies={}),
    "decode-only": lambda formats: formats["daphne"].update(operations=["decode"]),
    "unsupported": lambda formats: formats["daphne"].update(operations=["decode"]),
    "lies": lambda formats: formats["daphne"].update(features=["plan"]),
    "no-json": lambda formats: (
        [formats.pop(name) for name in list(formats) if name != "sciserialize"]
        + [formats["sciserialize"]["features"].remove("json")]
    ),
}

if __name__ == "__main__":
    sys.exit(serve(lambda: Mistaken(sys.argv[1]), sys.argv[2:]))
