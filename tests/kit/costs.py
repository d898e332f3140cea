"""The requests and inputs that cost the reference most, and their costs: `python -m kit.costs` prints the tables.

A request may take at most 1 s of processor time, and 64 MiB plus 16 times the octets of request and reply. An input
of 16 KiB, which is more than a fuzzer makes, may take a decoder at most 50 ms on an idle core. The inputs below come
near that, or exceed it on a busy machine; they take 2 to 5 microseconds an octet, at any size.

The times are for a machine on which a bare loop turns 100 million times a second, and are longer on a slower one.
"""

import json
import math
import os
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from goldenwire_reference import formats
from goldenwire_reference.dspack import fields as fields_of
from goldenwire_reference.dspack import schema
from goldenwire_reference.dspack.tables import MAX_META
from goldenwire_reference.dynd import types
from goldenwire_reference.formats import FORMATS

Json = Any
MIB = 1 << 20
SECONDS, ROOM, TIMES = 1.0, 64, 16
TURN, TURNS = 10e-9, 500_000
HUGE, DEEP, LONGEST = 1 << 20, 100_000, 65535


def pace() -> float:
    """Return by what factor a bare loop is slower than on the machine for which the bounds are; at least 1."""
    least = math.inf
    for _ in range(3):
        began = time.process_time()
        for _ in range(TURNS):
            pass
        least = min(least, time.process_time() - began)
    return max(1.0, least / (TURNS * TURN))


class Cost(NamedTuple):
    """The cost of a request: processor seconds, MiB added, octets of request and reply; and the reply's beginning."""

    seconds: float
    mib: float
    octets: int
    reply: str

    def cheap(self, times: float) -> bool:
        """Return True if the cost is within the bounds, with so many times the seconds."""
        return self.seconds <= times * SECONDS and self.mib <= self.allowed

    @property
    def allowed(self) -> float:
        """Return how many MiB the request may cost."""
        return ROOM + TIMES * self.octets / MIB


def matrix(kind: str, rows: int, columns: int, type: str, cells: Json = ()) -> Json:
    return {"kind": kind, "rows": str(rows), "columns": str(columns), "type": type, "cells": list(cells)}


def daphne(kind: int, rows: int, columns: int, value_type: int, rest: bytes) -> bytes:
    return struct.pack("<BBQQB", 1, kind, rows, columns, value_type) + rest


def block(rows: int, columns: int, kind: int, rest: bytes) -> bytes:
    return struct.pack("<QQIIB", 0, 0, rows, columns, kind) + rest


def decode(data: bytes, context: Json = None) -> Json:
    return {"op": "decode", "bytes": data.hex(), **({} if context is None else {"context": context})}


def encode(value: Json, context: Json = None, plan: Json = None) -> Json:
    given = {"value": value, "context": context, "plan": plan}
    return {"op": "encode", **{name: part for name, part in given.items() if part is not None or name == "value"}}


def nested(depth: int, inner: Json, wrap: Callable[[Json], Json]) -> Json:
    for _ in range(depth):
        inner = wrap(inner)
    return inner


def typed(text: str) -> Json:
    return {"type": text}


JSON, PACK = {"carrier": "json"}, {"carrier": "msgpack"}
ROW, SCHEMA = {"scope": "row"}, {"scope": "schema"}


def fields(text: str) -> str:
    """Return the longest schema made of these fields."""
    return "!" + text * ((MAX_META - 1) // len(text))


def data_set(schema: str) -> Json:
    return {"schema": schema, "description": "", "meta": {"map": {}}, "rows": []}


REQUESTS: dict[str, tuple[str, Json]] = {
    "an empty matrix of 2^63 x 2^63": ("daphne", encode(matrix("DenseMatrix", 2**63, 2**63, "double"))),
    "empty rows, 2^22 of them": ("daphne", encode(matrix("CSRMatrix", 2**22, 1, "uint8"))),
    "empty rows, 10^14 of them": ("daphne", encode(matrix("CSRMatrix", 10**14, 1, "uint8"))),
    "one row of 2^44": ("daphne", encode(matrix("CSRMatrix", 1, 2**44, "uint8"))),
    "zeros, 2^21 of them": ("daphne", encode(matrix("DenseMatrix", 2**21, 1, "double"))),
    "cells, 2^14 of them": ("daphne", encode(matrix(
        "DenseMatrix", 2**14, 1, "uint8", [[str(row), "0", "1"] for row in range(2**14)]))),
    "blocks of a plan, 2^12 of them": ("daphne", encode(matrix("DenseMatrix", 2**12, 1, "uint8"), None, [
        {"rx": str(row), "cx": "0", "rows": "1", "columns": "1", "block": "empty"} for row in range(2**12)])),
    "long blocks between 2^13 cells": ("daphne", decode(daphne(1, 2**14, 2**21, 1, b"".join(
        struct.pack("<QQIIB", row, 5 * start, 1, 2**20 if start else 1, 0)
        for start in (0, 1) for row in range(start, 2**14, 2))))),
    "2^32 rows that are not there": ("daphne", decode(daphne(1, 2**32 - 1, 1, 1, block(2**32 - 1, 1, 1, b"\1")))),
    "labels that are not there": ("daphne", decode(struct.pack("<BBQQ", 1, 3, 1, 2**40))),
    "cells of a byte, 2^18": ("daphne", decode(daphne(1, 2**18, 1, 1, block(2**18, 1, 1, b"\1" + b"\1" * 2**18)))),
    "noise of 1 MiB for DAPHNE": ("daphne", decode(b"\1" * HUGE)),
    "a type string of 1 MiB": ("dynd", decode(b"", typed("(" * HUGE))),
    "a type string of 2^16 - 1": ("dynd", decode(b"", typed("(" * LONGEST))),
    "options of nothing, 10^4": ("dynd", decode(b"", typed(f"({', '.join(['?()'] * (LONGEST // 5))})"))),
    "tuples of tuples, 10^4": ("dynd", decode(b"", typed(f"({', '.join(['(())'] * (LONGEST // 6))})"))),
    "names, 5,000 of a struct": ("dynd", decode(b"", typed(f"{{{', '.join(f'a{n}: ()' for n in range(5000))}}}"))),
    "a name of 2^15 escapes": ("dynd", decode(b"", typed("{'" + r"\n" * (LONGEST // 2 - 5) + "': ()}"))),
    "a tuple of 2^14 fields": ("dynd", decode(b"", typed(f"({', '.join(['bool'] * 2**14)})"))),
    "2^62 fields of nothing": ("dynd", decode(b"", typed("4611686018427387904 * void"))),
    "2^62 items of nothing": ("dynd", decode(b"\x1b\x40" + bytes(7), typed("var * void"))),
    "2^62 items to write": ("dynd", encode([], typed("4611686018427387904 * void"))),
    "2^20 items of nothing, stored in another order": ("dynd", decode(b"", {
        **typed("storage[1024 * 1023 * void, axis=[1, 0]]"), "profile": "storage"})),
    "2^20 items of nothing, of 61 dimensions": ("dynd", decode(b"", {
        **typed(f"storage[{'1 * ' * 60}1048000 * void, axis=[60, {', '.join(map(str, range(60)))}]]"),
        "profile": "storage"})),
    "dimensions, 64 of 2^31": ("dynd", decode(b"", typed("2147483648 * " * 64 + "bool"))),
    "noise of 1 MiB for DyND": ("dynd", decode(b"\1" * HUGE, typed("var * var * uint8"))),
    "a schema of 1 MiB": ("dspack", decode(b"", {**ROW, "schema": "!" + "B" * HUGE})),
    "a schema of 1 MiB, in the scope schema": ("dspack", decode(b"!" + b"B" * HUGE, SCHEMA)),
    "a schema of 1 MiB, in a file": ("dspack", encode([data_set("!" + "B" * HUGE)])),
    "fields, 2^17 of a schema": ("dspack", decode(b"", {**ROW, "schema": fields("B")})),
    "lengths, 2^16 of a schema": ("dspack", decode(b"", {**ROW, "schema": fields("1s")})),
    "lists, 2^16 of a schema": ("dspack", decode(b"", {**ROW, "schema": fields(":B")})),
    "names, 10^4 of a schema": ("dspack", decode(b"", {**ROW, "schema": "!" + "".join(
        f"B(a{n})" for n in range(14_000))})),
    "default names, 10^4 of a schema": ("dspack", decode(b"", {**ROW, "schema": "!" + "".join(
        f"B(f{n})" for n in range(1, 14_000))})),
    "a name in a schema, of 2^17": ("dspack", decode(b"", {**ROW, "schema": f"!B({'a' * (MAX_META - 4)})"})),
    "an open note of 2^17": ("dspack", decode(b"", {**ROW, "schema": f"!B(a{' ' * (MAX_META - 4)}"})),
    "spacing of 2^17": ("dspack", decode(b"", {**ROW, "schema": f"!2{' ' * (MAX_META - 3)}~"})),
    "a schema of 2^17, wrong at its end": ("dspack", decode(b"", {**ROW, "schema": f"!{'B' * (MAX_META - 2)}("})),
    "a schema of 2^17, in the scope schema": ("dspack", decode(fields("B").encode(), SCHEMA)),
    "a schema of 2^17, partial": ("dspack", decode(b"", {**ROW, "schema": fields("B"), "mode": "partial"})),
    "a row of 2^17 fields": ("dspack", decode(bytes(MAX_META - 1), {**ROW, "schema": fields("B")})),
    "a row of 2^17 fields, to write": ("dspack", encode(["0"] * (MAX_META - 1), {**ROW, "schema": fields("B")})),
    "no values for 2^17 fields": ("dspack", encode([], {**ROW, "schema": fields("B")})),
    "names that 10^4 fields have not": ("dspack", encode(
        {f"g{n}": "0" for n in range(14_000)}, {**ROW, "schema": fields("B")})),
    "items of a list, 2^18": ("dspack", decode(b"\0\4\0\0" + bytes(2**18), {**ROW, "schema": "!4~:B"})),
    "a text of 2^31 that is not there": ("dspack", decode(b"\1", {**ROW, "schema": "!2147483647s"})),
    "meta of 10^5 levels": ("dspack", decode(b"\x91" * DEEP)),
    "noise of 1 MiB for DataSetPack": ("dspack", decode(b"\1" * HUGE)),
    "arrays of 10^5 levels": ("sciserialize", decode(b"[" * DEEP, JSON)),
    "packed arrays of 10^5 levels": ("sciserialize", decode(b"\x91" * DEEP, PACK)),
    "an array of 2^32 that is not there": ("sciserialize", decode(b"\xdd\xff\xff\xff\xff", PACK)),
    "a map of 2^32 that is not there": ("sciserialize", decode(b"\xdf\xff\xff\xff\xff", PACK)),
    "octets of 2^32 that are not there": ("sciserialize", decode(b"\xc6\xff\xff\xff\xff", PACK)),
    "a number of 10^6 digits": ("sciserialize", decode(b"9" * 10**6, JSON)),
    "a number of 10^6 digits, small": ("sciserialize", decode(b"0." + b"0" * 10**6 + b"1", JSON)),
    "an exponent of 10^6 digits": ("sciserialize", decode(b"1e" + b"9" * 10**6, JSON)),
    "nulls, 2^17 of them": ("sciserialize", decode(b"\xdd\0\2\0\0" + b"\xc0" * 2**17, PACK)),
    "a shape of 2^31 x 2^31 x 0": ("sciserialize", decode(
        b'{"__type__":"ndarray","bytes":{"__base64__":""},"dtype":"float64","shape":[2147483648,2147483648,0]}', JSON)),
    "a shape of 2^31 x 2^31": ("sciserialize", encode(
        {"ndarray": {"dtype": "bool", "shape": ["2147483648", "2147483648"], "elements": []}}, JSON)),
    "lists to write, of many levels": ("sciserialize", encode(nested(400, None, lambda at: {"array": [at]}), JSON)),
    "noise of 1 MiB for SciSerialize": ("sciserialize", decode(b"\1" * HUGE, PACK)),
}  # fmt: skip


OCTETS, MILLISECONDS = 1 << 14, 50


def packed(count: int, items: bytes, first: int = 0xDD) -> bytes:
    """Return an array of MessagePack, or a map if `first` is 0xDF."""
    return struct.pack(">BI", first, count) + items


def keys_of_keys(levels: int) -> bytes:
    """Return a map with a key that is such a map, and another key that contains it."""
    inner = b"\xc0"
    for _ in range(levels):
        inner = b"\x82" + inner + b"\xc0\x91" + inner + b"\xc0"
    return inner


def frame(columns: int, block: bytes) -> bytes:
    """Return a frame of one row whose columns have all value types in turn."""
    types = (bytes(range(1, 11)) * columns)[:columns]
    return struct.pack("<BBQQ", 1, 3, 1, columns) + types + bytes(2 * columns) + block


def meta(schema: str, user: bytes = b"\x80") -> bytes:
    """Return the head of a data set."""
    octets = schema.encode()
    head = b"\x84\xa7version\1\xa6schema\xda" + struct.pack(">H", len(octets)) + octets
    whole = head + b"\xabdescription\xa0\xa4meta" + user
    return struct.pack(">H", len(whole)) + whole


def row(octets: bytes) -> bytes:
    return struct.pack(">I", len(octets)) + octets


def various(digits: int, text: str) -> bytes:
    """Return as many copies of text as fit, each with another number of so many digits."""
    return "".join(
        text.format(10 ** (digits - 1) + n) for n in range(OCTETS // len(text.format("9" * digits)))
    ).encode()


INPUTS: dict[str, tuple[str, bytes, Json]] = {
    "cells of a byte": ("daphne", daphne(1, 16320, 1, 10, block(16320, 1, 1, b"\1" * 16321)), None),
    "a cell a block": ("daphne", daphne(1, 600, 1, 1, b"".join(
        struct.pack("<QQIIBBB", n, 0, 1, 1, 1, 1, 1) for n in range(600))), None),
    "columns of all types": ("daphne", frame(4000, block(1, 4000, 1, b"\1" * 4001)), None),
    "columns of all types, sparse": ("daphne", frame(1200, block(1, 1200, 3, struct.pack("<BI", 1, 1200) + b"".join(
        struct.pack("<IIB", 0, n, 1) for n in range(1200)))), None),
    "tuples of a truth value": ("dynd", b"\1" * OCTETS, typed(f"{OCTETS} * (bool)")),
    "empty strings": ("dynd", bytes(OCTETS), typed(f"{OCTETS} * string")),
    "empty lists": ("dynd", bytes(OCTETS), typed(f"{OCTETS} * var * bool")),
    "types": ("dynd", various(4, "\x0b{} * void"), typed(f"{OCTETS // 12} * type")),
    "strings in another order": ("dynd", bytes(OCTETS), {
        **typed("storage[128 * 128 * string, axis=[1, 0]]"), "profile": "storage"}),
    "fields and a row of them": ("dspack", meta("!" + "B" * 8000) + row(bytes(8000)), None),
    "fields with names": ("dspack", meta("!" + various(5, "B(a{})").decode()), None),
    "a list of empty strings": ("dspack", meta("!4~:~s") + row(struct.pack(">I", OCTETS) + bytes(OCTETS)), None),
    "a list of truth values": ("dspack", meta("!4~:?") + row(struct.pack(">I", OCTETS) + bytes(OCTETS)), None),
    "empty maps of a meta": ("dspack", meta("!B", b"\x81\xa1a" + packed(OCTETS, b"\x80" * OCTETS)), None),
    "a schema by itself": ("dspack", b"!" + b"B" * OCTETS, SCHEMA),
    "arrays of many levels": ("sciserialize", b"[" + b",".join([b"[" * 90 + b"]" * 90] * 90) + b"]", JSON),
    "numbers": ("sciserialize", b"[" + b"1," * (OCTETS // 2) + b"1]", JSON),
    "empty arrays, packed": ("sciserialize", packed(OCTETS, b"\x90" * OCTETS), PACK),
    "empty maps, packed": ("sciserialize", packed(OCTETS, b"\x80" * OCTETS), PACK),
    "empty arrays": ("msgpack", packed(OCTETS, b"\x90" * OCTETS), None),
    "empty maps": ("msgpack", packed(OCTETS, b"\x80" * OCTETS), None),
    "keys that are numbers": ("msgpack", packed(OCTETS // 4, b"".join(
        struct.pack(">BHB", 0xCD, 300 + n, 0xC0) for n in range(OCTETS // 4)), 0xDF), None),
    "keys that are long arrays": ("msgpack", packed(60, b"".join(
        b"\xdc\x00\xfa" + b"\1" * 249 + bytes([n]) + b"\xc0" for n in range(60)), 0xDF), None),
    "keys that hold maps with such keys": ("msgpack", keys_of_keys(11), None),
}  # fmt: skip


def milliseconds(format: str, data: bytes, context: Json) -> float:
    """Return the shortest time that the decoder takes for an input whose schema or type is not cached."""
    read, least = formats.load(format).decode, math.inf
    for _ in range(4):
        for forget in (schema._parse, fields_of._draft, types._parse):
            forget.cache_clear()
        began = time.process_time()
        read(data, context)
        least = min(least, time.process_time() - began)
    return 1000 * least


class Server:
    """`goldenwire serve`, with its costs measured."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "goldenwire", "serve"]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._number = 0
        for format in FORMATS:  # imports and one-time initialisation do not count
            self.cost(format, decode(b"", typed("var * bool") if format == "dynd" else None))

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def cost(self, format: str, request: Json) -> Cost:
        """Return the cost of the request. Raises EOFError if the server exits."""
        assert self._process.stdin
        assert self._process.stdout
        self._number += 1
        line = json.dumps({"id": self._number, "format": format, **request}).encode() + b"\n"
        Path(f"/proc/{self._process.pid}/clear_refs").write_text("5")
        held, began = self._peak(), self._seconds()
        self._process.stdin.write(line)
        self._process.stdin.flush()
        reply = self._process.stdout.readline()
        if not reply:
            raise EOFError(f"the server ended with {self._process.wait()}")
        said = reply.decode().partition(",")[2][:60].rstrip()
        return Cost(self._seconds() - began, self._peak() - held, len(line) + len(reply), said)

    def _peak(self) -> float:
        text = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(text.partition("VmHWM:")[2].split()[0]) / 1024

    def _seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Print the tables; return 1 if a request or an input costs too much."""
    expensive, slower = 0, pace()
    with Server() as server:
        for name, (format, request) in REQUESTS.items():
            cost = server.cost(format, request)
            good = cost.cheap(slower)
            expensive += not good
            sys.stdout.write(
                f"{format:<13} {name:<36} {cost.octets / MIB:6.1f} MiB asked and said {cost.seconds:5.2f} s "
                f"{cost.mib:6.1f} of {cost.allowed:6.1f} MiB  {cost.reply}{'' if good else '  TOO EXPENSIVE'}\n"
            )
            sys.stdout.flush()
    for name, (format, data, context) in INPUTS.items():
        taken = milliseconds(format, data, context)
        good = taken <= slower * MILLISECONDS
        expensive += not good
        sys.stdout.write(
            f"{format:<13} {name:<36} {len(data) / 1024:6.1f} KiB {taken:6.1f} ms{'' if good else '  TOO EXPENSIVE'}\n"
        )
        sys.stdout.flush()
    slow = "" if slower == 1 else f", where a bare loop takes {slower:.1f} times as long as where the bounds were set"
    sys.stdout.write(f"{len(REQUESTS)} requests, {len(INPUTS)} inputs; {expensive} are too expensive{slow}\n")
    return 1 if expensive else 0


if __name__ == "__main__":
    sys.exit(main())
