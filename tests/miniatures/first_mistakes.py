"""First mistakes of authors of adapters, as codecs: `python first_mistakes.py MISTAKE`.

Each implements the protocol with the reference and spoils a line, or dies as a runtime does.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from goldenwire.protocol import read_call
from goldenwire.protocol.serve import Reference, answer

Json = Any
Spoil = Callable[[Json], str]  # returns the line to write for a reply


def changed(**members: Json) -> Spoil:
    """Change members of the reply; None removes one."""
    return lambda reply: json.dumps({name: m for name, m in {**reply, **members}.items() if m is not None})


def instead(text: str) -> Spoil:
    return lambda _: text


def base64(reply: Json) -> str:
    return json.dumps({"id": reply["id"], "bytes": "AQH/=="})


def numbers(reply: Json) -> str:
    text = json.dumps(reply)
    return text.replace('"rows": "', '"rows": ').replace('", "columns"', ', "columns"')


def late(reply: Json) -> str:
    time.sleep(30)
    return json.dumps(reply)


def ends(status: int) -> Spoil:
    """Write the reply and exit."""

    def end(reply: Json) -> str:
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()
        os._exit(status)

    return end


def dies(words: str, status: int) -> Spoil:
    """Exit with the message of a runtime that may not reserve its memory."""

    def die(_: Json) -> str:
        sys.stderr.write(words)
        sys.stderr.flush()
        os._exit(status)

    return die


def operations(reply: Json) -> str:
    return json.dumps({**reply, "formats": {"daphne": {"operations": ["read", "write"]}}})


JVM = "Error occurred during initialization of VM\nCould not reserve enough space for 4194304KB object heap\n"
NODE = "#\n# Fatal process out of memory: Failed to reserve virtual memory for CodeRange\n#\n"
GO = "fatal error: failed to reserve page summary memory\n\nruntime stack:\n"
ASAN = "==1==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 bytes at address 2008fff7000 (errno: 12)\n"
HELLO: dict[str, Spoil] = {
    "protocol as a string": changed(protocol="1"),
    "hello without formats": changed(formats=None),
    "other operations": operations,
    "a banner": lambda reply: f"My codec 1.0, ready\n{json.dumps(reply)}",
    "no flush": late,
    "the JVM": dies(JVM, 1),
    "Node": dies(NODE, 133),
    "Go": dies(GO, 2),
    "a sanitizer": dies(ASAN, 1),
    "a byte order mark": lambda reply: f"\ufeff{json.dumps(reply)}",
}
REPLY: dict[str, Spoil] = {
    "id as a string": lambda reply: json.dumps({**reply, "id": str(reply["id"])}),
    "no id": changed(id=None),
    "always the same id": changed(id=77),
    "what is logged": lambda reply: f"decoding...\n{json.dumps(reply)}",
    "Python's dictionary": str,
    "several lines": lambda reply: json.dumps(reply, indent=1),
    "base64": base64,
    "a result of its own": lambda reply: json.dumps({"id": reply["id"], "result": 1}),
    "two answers": changed(failed="no"),
    "rejected as a string": lambda reply: json.dumps({"id": reply["id"], "rejected": "bad magic"}),
    "numbers as numbers": numbers,
    "no flush later": late,
    "an end after one answer": ends(0),
    "a nonzero exit after a good answer": ends(3),
}


# What it declares, since every wrong answer costs a restart: decoding; for bytes that it writes, encoding.
DECLARED = {"none": ["decode", "encode", "transcode"], "base64": ["encode"]}


def main(mistake: str) -> None:
    codec = Reference(["daphne"])
    for line in sys.stdin.buffer:
        call = read_call(line)
        reply = json.loads(answer(codec, call))
        spoils = HELLO if "protocol" in reply else REPLY
        if "protocol" in reply:
            reply["formats"]["daphne"]["operations"] = DECLARED.get(mistake, ["decode"])
        spoil = spoils.get(mistake, json.dumps)
        sys.stdout.write(spoil(reply) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
