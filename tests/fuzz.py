"""`make fuzz MINUTES=n`: every reader of foreign bytes, fed by coverage. A crash is anything but the declared error.

Inputs that are worth keeping lie in .fuzz/TARGET, and the next run begins with them; what crashes lies in
.fuzz/crashes. An input may take TIME seconds, and its process MEMORY MiB.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

KEPT = Path(".fuzz")
TIME, MEMORY = 1, 1024
SEEDS = 300  # vectors of a format that a new corpus begins with
FORMATS = ("daphne", "dynd", "dspack", "sciserialize")

Reader = Callable[[bytes], object]


def decoder(name: str) -> Reader:
    """Decodes under the context of one vector after the other, which the first octet chooses."""
    from goldenwire import vectors
    from goldenwire_reference import formats
    from goldenwire_reference.errors import DecodeError

    format = formats.load(name)
    contexts = list({repr(vector.context): vector.context for vector in vectors.load(name)}.values())

    def read(data: bytes) -> None:
        with suppress(DecodeError):
            format.decode(data[1:], contexts[(data or b"\0")[0] % len(contexts)])

    return read


def encoder(name: str) -> Reader:
    """Encodes values in the neutral notation, made from JSON."""
    import msgspec

    from goldenwire_reference import formats
    from goldenwire_reference.errors import EncodeError

    format = formats.load(name)

    def read(data: bytes) -> None:
        try:
            given = msgspec.json.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return
        if isinstance(given, dict):
            with suppress(EncodeError):
                format.encode(given.get("value"), given.get("context"), given.get("plan"))

    return read


def declared(read: Callable[[bytes], object], *errors: type[Exception]) -> Reader:
    """The reader, without its declared errors."""

    def reader(data: bytes) -> None:
        with suppress(*errors):
            read(data)

    return reader


def text(read: Callable[[str], object]) -> Callable[[bytes], object]:
    """A reader of text as one of bytes."""
    return lambda data: read(data.decode(errors="replace"))


def filed(read: Callable[[Path], object]) -> Callable[[bytes], object]:
    """A reader of a file as one of bytes."""
    import os

    path = Path(f"/dev/shm/goldenwire-fuzz-{os.getpid()}")

    def reader(data: bytes) -> object:
        path.write_bytes(data)
        return read(path)

    return reader


def reader(target: str) -> Reader:
    """What the target feeds."""
    from goldenwire.corpus import plainyaml
    from goldenwire.display.ruler import layout
    from goldenwire.errors import UserError
    from goldenwire.protocol import Garbled, read_call, read_hello, read_reply
    from goldenwire.results import known_failures, read

    kind, _, name = target.partition("-")
    if kind in ("decode", "encode"):
        return (decoder if kind == "decode" else encoder)(name)
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
TARGETS = (*(f"decode-{name}" for name in FORMATS), *OTHERS)  # encode-FORMAT has to be named


def seeds(target: str) -> Iterator[bytes]:
    """What a new corpus begins with."""
    import msgspec

    from goldenwire import vectors

    kind, _, name = target.partition("-")
    for vector in list(vectors.load(name if name in FORMATS else "daphne"))[:SEEDS]:
        asked = {"value": vector.value, "context": vector.context, "plan": vector.plan}
        yield {
            "decode": b"\0" + (vector.data or b""),
            "encode": msgspec.json.encode(asked),
            "reply": b'{"id":1,"value":%b}' % msgspec.json.encode(vector.value),
            "layout": vector.record.layout.encode(),
        }.get(kind, b"format: daphne\nentries: []\n")


def fuzz(target: str, seconds: int) -> None:
    """Feed one target in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["goldenwire", "goldenwire_reference"]):
        read: Any = reader(target)
    corpus = KEPT / target
    if not corpus.exists():
        corpus.mkdir(parents=True)
        for number, seed in enumerate(seeds(target)):
            (corpus / f"seed-{number}").write_bytes(seed)
    (KEPT / "crashes").mkdir(exist_ok=True)
    options = [f"-max_total_time={seconds}", f"-timeout={TIME}", f"-rss_limit_mb={MEMORY}", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options, f"-artifact_prefix={KEPT}/crashes/{target}-", str(corpus)], read)
    atheris.Fuzz()


def main() -> int:
    """Share the minutes among the targets; 1 if one has crashed."""
    if sys.argv[1] == "--target":
        fuzz(sys.argv[2], int(sys.argv[3]))
    minutes, chosen = float(sys.argv[1]), sys.argv[2:] or TARGETS
    crashed = False
    for target in chosen:
        began = time.monotonic()
        words = [sys.executable, __file__, "--target", target, str(max(1, int(minutes * 60 / len(chosen))))]
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
        stats = dict(line.split(": ", 1) for line in done.stderr.splitlines() if line.startswith("stat::"))
        inputs, peak = (stats.get(f"stat::{name}", "?").strip() for name in ("number_of_executed_units", "peak_rss_mb"))
        sys.stdout.write(f"{target:<22} {inputs:>10} inputs in {time.monotonic() - began:.0f} s, at most {peak} MiB\n")
        if done.returncode:
            crashed = True
            told = [*done.stdout.splitlines()[-20:], *done.stderr.splitlines()[-12:]]
            sys.stdout.write("".join(f"    {line:.200}\n" for line in told))
        sys.stdout.flush()
    return int(crashed)


if __name__ == "__main__":
    sys.exit(main())
