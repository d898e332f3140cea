"""Puts the specification's worked examples to a codec: `check_sciserialize_examples.py [--spec spec.md] -- COMMAND`.

Standard library only, and independent of goldenwire's harness: bytes and values come from spec.md alone.
Every example is put twice, over the conversation in lines and to a process of its own.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

Json = Any
Problem = str

EXAMPLE = re.compile(r"^### Example (\d+): (.*?)$(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```(hex|json)\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """One worked example: its number and title, its bytes, and what is said about them."""

    title: str
    data: bytes
    expected: dict[str, Json]


class Loop:
    """A codec as a child process that answers JSON Lines."""

    def __init__(self, command: list[str]) -> None:
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.hello = self._ask(op="hello", protocol=1)

    def _ask(self, **request: Json) -> Json:
        """Returns the reply to one request; raises EOFError if the codec is gone."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps(request) + "\n")
        self._child.stdin.flush()
        line = self._child.stdout.readline()
        if not line:
            raise EOFError(f"the codec ended while it was asked {json.dumps(request)}")
        return json.loads(line)

    def answer(self, op: str, context: Json, argument: Json) -> Json:
        """Returns the reply to a request, without its id; the argument is bytes, or a value to encode."""
        member = {"bytes": argument.hex()} if isinstance(argument, bytes) else {"value": argument}
        reply = self._ask(id=1, op=op, format="sciserialize", context=context, **member)
        assert reply.pop("id") == 1
        return reply

    def close(self) -> int:
        """Ends the conversation and returns the codec's exit status."""
        assert self._child.stdin is not None
        self._child.stdin.close()
        return self._child.wait()


class OneShot:
    """A codec as a process for each request."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self.hello = self._run(["hello"], b"")

    def _run(self, arguments: list[str], data: bytes) -> Json:
        done = subprocess.run([*self._command, *arguments], input=data, capture_output=True, check=True)
        return json.loads(done.stdout)

    def answer(self, op: str, context: Json, argument: Json) -> Json:
        """Returns the reply to a request; the argument is bytes, or a value to encode."""
        data = argument if isinstance(argument, bytes) else json.dumps({"value": argument}).encode()
        return self._run([op, "sciserialize", json.dumps(context)], data)


def examples(spec: str) -> Iterator[Example]:
    """Yields the examples of the specification's text."""
    for number, title, body in EXAMPLE.findall(spec):
        fences = dict(FENCE.findall(body))
        digits = "".join(line.partition("#")[0] for line in fences["hex"].splitlines())
        yield Example(f"example {number}: {title}", bytes.fromhex(digits), json.loads(fences["json"]))


def check(codec: Loop | OneShot, example: Example) -> Iterator[Problem]:
    """Yields what is wrong with the codec's answers about one example."""
    declared = codec.hello["formats"]["sciserialize"]
    data, expected, context = example.data, example.expected, example.expected["context"]
    if expected["verdict"] == "either":
        expected = expected["outcomes"][declared["policies"][expected["policy"]]]
    answers = {op: codec.answer(op, context, data) for op in ("decode", "transcode")}
    if "value" in expected:
        answers["encode"] = codec.answer("encode", context, expected["value"])
    for op, reply in answers.items():
        if "value" not in expected:
            found = reply.get("rejected", {})
            right = found.get("code") in expected["code"] and found.get("offset") == expected["offset"]
        elif op == "decode":
            right = reply == {"value": expected["value"]}
        elif expected.get("canonical", False):
            right = reply == {"bytes": data.hex()}
        else:
            written = bytes.fromhex(reply.get("bytes", ""))
            right = codec.answer("decode", context, written) == {"value": expected["value"]}
        if not right:
            yield f"{example.title}: {op} gives {json.dumps(reply)}"


def main() -> int:
    """Returns 0 if all examples come out as the specification says, 1 otherwise."""
    spec = Path(__file__).resolve().parents[3] / "reference" / "goldenwire_reference" / "sciserialize" / "spec.md"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spec", type=Path, default=spec, help="the specification (default: the repository's)")
    parser.add_argument("command", nargs="+", help="the codec")
    options = parser.parse_args()
    found = list(examples(options.spec.read_text(encoding="utf-8")))
    doors: tuple[Callable[[list[str]], Loop | OneShot], ...] = (Loop, OneShot)
    codecs = [door(options.command) for door in doors]
    problems = [problem for codec in codecs for example in found for problem in check(codec, example)]
    if not found:
        problems.append(f"{options.spec} has no examples")
    if any(codec.close() != 0 for codec in codecs if isinstance(codec, Loop)):
        problems.append("the codec's exit status is not 0")
    sys.stdout.write("".join(f"{problem}\n" for problem in problems))
    sys.stdout.write(f"{len(found)} worked examples, {len(problems)} problem(s)\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
