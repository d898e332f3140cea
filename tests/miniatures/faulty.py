"""The reference of DAPHNE with a fault that is no mistake of value: `python faulty.py FAULT [WORD...]`.

It breaks down, answers all requests alike, declines some, or declares something else. Mistakes of value are curated
mutations (`mutated.py`).
"""

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from goldenwire.protocol import Rejected, Unsupported
from goldenwire.protocol.serve import Reference, serve

Json = Any
# The first bytes of dense matrices of 2 x 3 int32, which some faults affect.
BAD = bytes([1, 1]) + (2).to_bytes(8, "little") + (3).to_bytes(8, "little") + bytes([7])


class Faulty(Reference):
    """The reference with one fault."""

    def __init__(self, fault: str) -> None:
        super().__init__(() if fault == "no-json" else ("daphne",))
        self._fault = fault

    def hello(self) -> dict[str, Json]:
        said = super().hello()
        if change := HELLOS.get(self._fault):
            change(said["formats"])
        return said

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        def truly() -> Json:
            if self._fault == "no-json" and context == {"carrier": "json"}:
                raise Rejected("SYNTAX", 0, "not MessagePack")
            return Reference.decode(self, format, data, context)

        decode = DECODERS.get(self._fault)
        return decode(data, truly) if decode else truly()

    def encode(self, format: str, value: Json, context: Json, plan: Json) -> bytes:
        if self._fault in DECLINES:
            with suppress(AttributeError, KeyError, TypeError, ValueError):  # the reference refuses these
                DECLINES[self._fault](value)
        return super().encode(format, value, context, plan)


# Faults in decoding


def crash(data: bytes, value: Callable[[], Json]) -> Json:
    if data.startswith(BAD):
        sys.stderr.write("about to fall over\n")
        os.abort()
    return value()


def hang(data: bytes, value: Callable[[], Json]) -> Json:
    wait_while(data.startswith(BAD))
    return value()


def crash_without_cells(data: bytes, value: Callable[[], Json]) -> Json:
    if is_without_cells(data):
        os.abort()
    return value()


def hang_without_cells(data: bytes, value: Callable[[], Json]) -> Json:
    wait_while(is_without_cells(data))
    return value()


def no_memory_without_cells(data: bytes, value: Callable[[], Json]) -> Json:
    if is_without_cells(data):
        bytes(1 << 45)
    return value()


def wait_while(affected: bool) -> None:
    """Wait until the harness is gone, if the request is affected."""
    parent = os.getppid()
    while affected and os.getppid() == parent:
        time.sleep(0.1)


def is_without_cells(data: bytes) -> bool:
    """Return whether the header has no rows or no columns."""
    return len(data) > 18 and (not any(data[2:10]) or not any(data[10:18]))


def reject_all(*_: object) -> Json:
    raise Rejected("VERSION", 0, "no")


def accept_all(_: bytes, value: Callable[[], Json]) -> Json:
    try:
        return value()
    except Rejected:
        return {"kind": "DenseMatrix", "rows": "1", "columns": "1", "type": "uint8", "cells": []}


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
    "crash": crash,
    "hang": hang,
    "crash-without-cells": crash_without_cells,
    "hang-without-cells": hang_without_cells,
    "no-memory-without-cells": no_memory_without_cells,
    "reject-all": reject_all,
    "accept-all": accept_all,
    "unsupported": unsupported,
    "partial": partial,
    "flaky": flaky,
    "loud": loud,
    "loud-and-dying": loud_and_dying,
}

# Values that are not encoded


def frames(value: Json) -> None:
    if value["kind"] == "Frame":
        raise Unsupported("no frames")


def many_blocks(value: Json) -> None:
    if value["kind"] == "Frame" and int(value["columns"]) > 1 and int(value["rows"]):
        raise Rejected("LIMIT", None, "one block only")


DECLINES: dict[str, Callable[[Json], object]] = {
    "frames-unsupported": frames,
    "single-block": many_blocks,
    "encode-unsupported": unsupported,
}

# Declarations

HELLOS: dict[str, Callable[[dict[str, Json]], object]] = {
    "no-features": lambda formats: formats["daphne"].update(features=[], policies={}),
    "single-block": lambda formats: formats["daphne"].update(features=["single-block"], policies={}),
    "decode-only": lambda formats: formats["daphne"].update(operations=["decode"]),
    "unsupported": lambda formats: formats["daphne"].update(operations=["decode"]),
    "lies": lambda formats: formats["daphne"].update(features=["plan"]),
    "no-json": lambda formats: (
        [formats.pop(name) for name in list(formats) if name != "sciserialize"]
        + [formats["sciserialize"]["features"].remove("json")]
    ),
}
FAULTS = {*DECODERS, *DECLINES, *HELLOS}

if __name__ == "__main__":
    sys.exit(serve(lambda: Faulty(sys.argv[1]), sys.argv[2:]))
