"""Readers of foreign bytes, by the names of the fuzzer's targets, and the seeds of each corpus.

A reader ignores its declared errors; any other exception is a crash.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from goldenwire_reference.formats import FORMATS

HUGE = {"dspack": (MemoryError,)}  # ten characters of a schema may ask for a row of 2 GiB, and no limit is allowed
SEEDS = 300  # vectors of a format in a new corpus

Reader = Callable[[bytes], object]


def decoder(name: str) -> Reader:
    """Decode in the context of one of the vectors, chosen by the first octet."""
    from goldenwire import vectors
    from goldenwire_reference import formats
    from goldenwire_reference.errors import DecodeError, UnsupportedError

    format = formats.load(name)
    contexts = list({repr(vector.context): vector.context for vector in vectors.load(name)}.values())

    def read(data: bytes) -> None:
        with suppress(DecodeError, UnsupportedError):
            format.decode(data[1:], contexts[(data or b"\0")[0] % len(contexts)])

    return read


def encoder(name: str) -> Reader:
    """Encode values in the neutral notation, made from JSON."""
    import msgspec

    from goldenwire_reference import formats
    from goldenwire_reference.errors import EncodeError, NotationError, UnsupportedError

    format = formats.load(name)

    def read(data: bytes) -> None:
        try:
            given = msgspec.json.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return
        if isinstance(given, dict):
            with suppress(EncodeError, NotationError, UnsupportedError, *HUGE.get(name, ())):
                format.encode(given.get("value"), given.get("context"), given.get("plan"))

    return read


def grammar(name: str) -> Reader:
    """Read type strings of DyND (the wire's, the profile's, a person's), or schemas of DataSetPack."""
    from goldenwire_reference.dspack import schema
    from goldenwire_reference.dynd import types

    return {
        "dynd": declared(text(types.parse), types.TypeStringError),
        "storage": declared(text(lambda given: types.parse(given, storage=True)), types.TypeStringError),
        "people": declared(text(types.read), types.TypeStringError),
        "dspack": declared(text(schema.parse), schema.SchemaError),
    }[name]


JSON: tuple[Any, ...] = (
    None,
    True,
    {},
    [],
    "",
    "0",
    "-1",
    "9" * 20,
    "0x7ff8000000000000",
    "nan",
    {"utf8": "ff"},
    1,
    1.5,
)


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Return JSON with some parts replaced, removed or repeated; if it is not JSON, bytes mutated by libFuzzer."""
    import atheris
    import msgspec

    draw = random.Random(seed)
    try:
        root = [msgspec.json.decode(data)]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return bytes(atheris.Mutate(data, most))
    places = list(_places(root))
    for _ in range(draw.choice((1, 1, 2, 4))):
        holder, key = draw.choice(places)
        other, its = draw.choice(places)
        with suppress(LookupError):  # an earlier change has removed it
            match draw.randrange(5):
                case 0:
                    del holder[key]
                case 1:
                    holder[key] = other[its]
                case 2 if isinstance(holder, list):
                    holder.insert(key, holder[key])
                case 3 if isinstance(holder[key], str):
                    changed = bytes(atheris.Mutate(holder[key].encode(errors="replace"), len(holder[key]) + 8))
                    holder[key] = changed.decode(errors="replace")
                case _:
                    holder[key] = draw.choice(JSON)
    try:
        made = msgspec.json.encode(root[0] if root else None)
    except (msgspec.MsgspecError, RecursionError, ValueError):  # a part now contains itself
        return data
    return made if len(made) <= most else data


def _places(holder: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a JSON value, as the container and the key in it."""
    for key, part in holder.items() if isinstance(holder, dict) else enumerate(holder):
        yield holder, key
        if isinstance(part, dict | list):
            yield from _places(part)


def declared(read: Callable[[bytes], object], *errors: type[Exception]) -> Reader:
    """Return the reader without its declared errors."""

    def reader(data: bytes) -> None:
        with suppress(*errors):
            read(data)

    return reader


def text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """Convert a reader of text to one of bytes."""
    return lambda data: read(data.decode(errors="replace"))


def filed(read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """Convert a reader of a file to one of bytes."""
    import os

    path = Path(f"/dev/shm/goldenwire-fuzz-{os.getpid()}")

    def reader(data: bytes) -> object:
        path.write_bytes(data)
        return read(path)

    return reader


def reader(target: str) -> Reader:
    """Return the reader of a target."""
    from goldenwire.corpus import plainyaml
    from goldenwire.display.ruler import layout
    from goldenwire.errors import UserError
    from goldenwire.protocol import Garbled, read_call, read_hello, read_reply
    from goldenwire.results import known_failures, read

    kind, _, name = target.partition("-")
    if made := {"decode": decoder, "encode": encoder, "grammar": grammar}.get(kind):
        return made(name)
    return {
        "yaml": declared(text(plainyaml.parse), plainyaml.PlainYamlError),
        "reply": declared(read_reply, Garbled),
        "hello": declared(read_hello, Garbled),
        "call": declared(read_call, Garbled),
        "layout": declared(text(layout), UserError),
        "results": declared(filed(read), UserError),
        "known": declared(filed(known_failures.read), UserError),
    }[target]


OTHERS = ("yaml", "reply", "hello", "call", "layout", "results", "known")
GRAMMARS = ("dynd", "storage", "people", "dspack")
TARGETS = (
    *(f"decode-{name}" for name in FORMATS),
    *(f"encode-{name}" for name in FORMATS),
    *(f"grammar-{name}" for name in GRAMMARS),
    *OTHERS,
)


def seeds(target: str) -> Iterator[bytes]:
    """Yield the inputs with which a new corpus begins."""
    import msgspec

    from goldenwire import vectors

    kind, _, name = target.partition("-")
    if kind == "grammar":
        yield from {text.encode() for text in _texts("dspack" if name == "dspack" else "dynd")}
        return
    for vector in list(vectors.load(name if name in FORMATS else "daphne"))[:SEEDS]:
        asked = {"value": vector.value, "context": vector.context, "plan": vector.plan}
        yield {
            "decode": b"\0" + (vector.data or b""),
            "encode": msgspec.json.encode(asked),
            "reply": b'{"id":1,"value":%b}' % msgspec.json.encode(vector.value),
            "layout": vector.record.layout.encode(),
        }.get(kind, b"format: daphne\nentries: []\n")


def _texts(format: str) -> Iterator[str]:
    """Return the schemas or type strings of a format's vectors."""
    from goldenwire import vectors

    for vector in vectors.load(format):
        for part in (vector.context, *(vector.value if isinstance(vector.value, list) else [])):
            for name in ("type", "schema", "schemas"):
                found = part.get(name) if isinstance(part, dict) else None
                yield from (one for one in (found if isinstance(found, list) else [found]) if isinstance(one, str))
