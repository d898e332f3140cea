"""Puts random schemas, rows, data sets and damage to a codec of DataSetPack.

    check_dspack_properties.py [--seed N] [--count N] -- COMMAND

Standard library only. What bytes a value has is worked out in dspack_samples.py, a second time and in another way.
"""

from __future__ import annotations

import argparse
import random
import struct
import sys
from collections.abc import Iterator
from typing import Any

from check_dspack_examples import Codec  # beside this script
from dspack_samples import data_set, row, table  # beside this script

Json = Any
Problem = str

DECODER = {"TRUNCATED", "META", "VERSION", "SCHEMA", "ROW", "FIELD"}
ENCODER = {"SCHEMA", "VALUE", "LENGTH", "ARITY"}
WRONG = [
    None,
    True,
    "5",
    "-1",
    "0x7f7fffff",
    "0x47efffffffffffff",
    "00",
    "0",
    "",
    [],
    ["1"],
    {},
    {"text": "é"},
    {"utf8": "ff"},
]


def expect(what: str, reply: Json, **answer: Json) -> Iterator[Problem]:
    if reply != {"id": 1, **answer}:
        yield f"{what}: expected {answer}, found {reply}"


def check_row(codec: Codec, rng: random.Random) -> Iterator[Problem]:
    """Yields what is wrong with a random schema and a row under it."""
    schema = table(rng)
    said = {"flag": schema.flag, "fields": [item.said for item in schema.fields]}
    yield from expect("schema", codec.decode(schema.text.encode(), {"scope": "schema"}), value=said)
    data, values, first = row(rng, schema)
    context = {"scope": "row", "schema": schema.text}
    if not data:
        return
    yield from expect(f"encode row {context}", codec.encode(values, context), bytes=data.hex())
    names = [item.said["name"] for item in schema.fields if item.kind != "x"]
    members = list(zip(names, values, strict=True))
    rng.shuffle(members)
    yield from expect(f"encode by name {context}", codec.encode(dict(members), context), bytes=data.hex())
    yield from expect(f"decode row {context}", codec.decode(data, context), value=values)
    yield from expect(f"transcode row {context}", codec.transcode(data, context), bytes=data.hex())
    yield from expect("partial", codec.decode(data, {**context, "mode": "partial"}), value=values[:first])
    yield from check_any(codec, damaged(rng, data), context)
    yield from check_refusable(codec, spoilt(rng, values), context)
    yield from check_any(codec, damaged(rng, schema.text.encode()), {"scope": "schema"})


def check_file(codec: Codec, rng: random.Random) -> Iterator[Problem]:
    """Yields what is wrong with a random input."""
    sets = [data_set(rng) for _ in range(rng.choice([1, 1, 2, 3]))]
    value, data = [value for value, _ in sets], bytes(4).join(octets for _, octets in sets)
    context = {"scope": "file"}
    yield from expect("encode file", codec.encode(value, context), bytes=data.hex())
    yield from expect("decode file", codec.decode(data, context), value=value)
    yield from expect("decode file with a marker", codec.decode(data + bytes(4), context), value=value)
    yield from expect("transcode file", codec.transcode(data + bytes(4), context), bytes=data.hex())
    yield from check_any(codec, damaged(rng, data), context)
    yield from check_refusable(codec, spoilt(rng, value), context)


def check_rounding(codec: Codec, rng: random.Random) -> Iterator[Problem]:
    """Yields what is wrong with doubles given for f, many of them half way between two of its numbers."""
    bits = rng.choice([rng.getrandbits(64), rng.randrange(870, 1152) << 52 | rng.getrandbits(24) << 28])
    bits = (bits + rng.randint(-1, 1)) % (1 << 64) if rng.random() < 0.2 else bits
    bits = bits % (1 << 63) | rng.getrandbits(1) << 63
    if bits % (1 << 63) > 0x7FF << 52:
        return  # a NaN
    reply = codec.encode([f"0x{bits:016x}"], {"scope": "row", "schema": "!f"})
    try:
        rounded = struct.pack(">f", struct.unpack(">d", bits.to_bytes(8, "big"))[0])
    except OverflowError:
        if reply.get("rejected", {}).get("code") != "VALUE":
            yield f"{bits:x} for f: {reply}"
    else:
        yield from expect(f"{bits:x} for f", reply, bytes=rounded.hex())


def check_meta_length(codec: Codec) -> Iterator[Problem]:
    """Yields what is wrong with meta blocks at the ends of meta_length's forms."""
    heads = {65534: "fffe", 65535: "ffff0000", 65536: "ffff0001", 131070: "ffffffff"}
    for size in (*heads, 131071):
        description = "x" * (size - 39 - (2 if size < 65536 + 41 else 4))
        value = {"schema": "!B", "description": description, "meta": {"map": {}}, "rows": []}
        reply = codec.encode([value], {"scope": "file"})
        if size not in heads:
            if reply.get("rejected", {}).get("code") != "LENGTH":
                yield f"meta block of {size} octets: {str(reply)[:200]}"
        elif not str(reply.get("bytes")).startswith(heads[size]):
            yield f"meta block of {size} octets: {str(reply)[:200]}"
        else:
            found = codec.decode(bytes.fromhex(reply["bytes"]), {"scope": "file"})
            if found["value"][0]["description"] != description:
                yield f"meta block of {size} octets: {str(found)[:200]}"


def check_nonsense(codec: Codec) -> Iterator[Problem]:
    """Yields what is wrong with replies to lines that ask nothing: each has one, and it is a failure or a no."""
    lines = ["x", "[]", "{}", '"\\u0000', '{"id":1}', '{"id":1,"op":5}', '{"id":1,"op":"decode","format":"dspack"}']
    lines += [
        "[" * 5000,
        '{"id":1,"op":"encode","format":"dspack"}',
        '{"id":1,"op":"decode","format":"daphne","bytes":""}',
    ]
    for line in lines:
        reply = codec.say(line)
        if not {"failed", "unsupported"} & set(reply):
            yield f"{line[:80]}: {reply}"


def damaged(rng: random.Random, data: bytes) -> bytes:
    """Returns the bytes with one to three changes."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(data))
        size, octet = rng.choice([0, 1, 1, 4]), rng.choice([0, 1, 0x7F, 0x80, 0xC1, 0xFF, rng.randrange(256)])
        octets = rng.choice(
            [b"", bytes([octet]), rng.choice(b"0123456789~:(xsP@ )\xc3").to_bytes(1, "big"), b"\xff" * 8]
        )
        data = data[:at] + octets + data[at + size :] if rng.random() < 0.9 else data[:at]
    return data


def spoilt(rng: random.Random, value: Json) -> Json:
    """Returns a value with something else in one place."""
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return rng.choice([value[:at], [*value[:at], spoilt(rng, value[at]), *value[at + 1 :]]])
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        return {**value, key: spoilt(rng, value[key])}
    return rng.choice(WRONG)


def check_any(codec: Codec, data: bytes, context: Json) -> Iterator[Problem]:
    """Yields what is wrong with the answers about any bytes."""
    reply = codec.decode(data, context)
    where = f"{context} {data.hex()}"
    if "value" not in reply:
        yield from check_refusal(reply, DECODER, len(context.get("schema", "")) + len(data), where)
        return
    if context["scope"] == "schema":
        return
    partial = codec.decode(data, {**context, "mode": "partial"})
    if "value" not in partial:
        yield f"{where}: partial gives {partial}, full {reply}"
    canonical = codec.transcode(data, context)
    if "bytes" not in canonical:
        yield f"{where}: transcode gives {canonical}, decode {reply}"
        return
    octets = bytes.fromhex(canonical["bytes"])
    yield from expect(f"{where}: transcoded twice", codec.transcode(octets, context), bytes=octets.hex())
    if "0x7f" not in str(reply) and "0xff" not in str(reply):  # NaNs become one
        yield from expect(f"{where}: encoded again", codec.encode(reply["value"], context), bytes=octets.hex())
        yield from expect(f"{where}: decoded again", codec.decode(octets, context), value=reply["value"])


def check_refusable(codec: Codec, value: Json, context: Json) -> Iterator[Problem]:
    """Yields what is wrong with the answer about any value."""
    reply = codec.encode(value, context)
    if "bytes" not in reply:
        yield from check_refusal(reply, ENCODER, None, f"{context} {value}")


def check_refusal(reply: Json, codes: set[str], most: int | None, where: str) -> Iterator[Problem]:
    refusal = reply.get("rejected", {})
    offset = refusal.get("offset")
    if refusal.get("code") not in codes or (offset is not None if most is None else not 0 <= offset <= most):
        yield f"{where}: {reply}"


def main() -> int:
    """Returns 0 if everything random comes out right, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="how many rows, and how many inputs")
    parser.add_argument("command", nargs="+", help="the codec")
    options = parser.parse_args()
    rng, codec = random.Random(options.seed), Codec(options.command)
    problems = [*check_meta_length(codec), *check_nonsense(codec)]
    checks = (check_row, check_file, check_rounding)
    problems += [problem for _ in range(options.count) for check in checks for problem in check(codec, rng)]
    if codec.close() != 0:
        problems.append("the codec's exit status is not 0")
    sys.stdout.write("".join(f"{problem[:2000]}\n" for problem in problems[:20]))
    sys.stdout.write(f"{options.count} rows, {options.count} inputs, seed {options.seed}: {len(problems)} problem(s)\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
