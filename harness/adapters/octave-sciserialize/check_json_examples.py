"""Puts the specification's worked examples in JSON to a codec of the core: `check_json_examples.py -- COMMAND`.

Standard library only, and independent of goldenwire's harness: bytes and values come from spec.md alone. Bytes and
values are decoded, encoded and transcoded; what was written is read again by the codec itself.
"""

from __future__ import annotations

import argparse
import json
import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

Json = Any

EXAMPLE = re.compile(r"^### Example (\d+): (.*?)$(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```(hex|json)\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """One worked example: its number and title, its bytes, and what is said about them."""

    title: str
    data: bytes
    expected: dict[str, Json]


class Codec:
    """A codec as a child process that answers JSON Lines."""

    def __init__(self, command: list[str]) -> None:
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.policies = self.ask(op="hello", protocol=1)["formats"]["sciserialize"]["policies"]

    def ask(self, **request: Json) -> Json:
        """Returns the reply to one request, without its id; raises EOFError if the codec is gone."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        request = {"id": 1, **request, "format": "sciserialize", "context": {"carrier": "json"}}
        self._child.stdin.write(json.dumps(request, ensure_ascii=False) + "\n")
        self._child.stdin.flush()
        line = self._child.stdout.readline()
        if not line:
            raise EOFError(f"the codec ended while it was asked {json.dumps(request)}")
        return {key: member for key, member in json.loads(line).items() if key != "id"}

    def close(self) -> int:
        """Ends the conversation and returns the codec's exit status."""
        assert self._child.stdin is not None
        self._child.stdin.close()
        return self._child.wait()


def examples(spec: str) -> Iterator[Example]:
    """Yields the examples of the specification's text that are about the core in JSON."""
    for number, title, body in EXAMPLE.findall(spec):
        fences = dict(FENCE.findall(body))
        digits = "".join(line.partition("#")[0] for line in fences["hex"].splitlines())
        expected = json.loads(fences["json"])
        if expected["context"] == {"carrier": "json"} and "dataframe" not in json.dumps(expected.get("value")):
            yield Example(f"example {number}: {title}", bytes.fromhex(digits), expected)


def doubled(value: Json) -> Json:
    """Returns a value with its integers as doubles, for comparison."""
    if isinstance(value, dict):
        number = value.get("number")
        if number is not None and not number.startswith("0x"):
            return {"number": f"0x{struct.pack('>d', float(number)).hex()}"}
        return {key: doubled(member) for key, member in value.items()}
    return [doubled(item) for item in value] if isinstance(value, list) else value


def check(codec: Codec, example: Example) -> Iterator[str]:
    """Yields what is wrong with the codec's answers about one example."""
    expected = example.expected
    if expected["verdict"] == "either":
        expected = expected["outcomes"][codec.policies[expected["policy"]]]
    answers = {op: codec.ask(op=op, bytes=example.data.hex()) for op in ("decode", "transcode")}
    if "value" in expected:
        answers["encode"] = codec.ask(op="encode", value=expected["value"])
    for op, reply in answers.items():
        if "value" not in expected:
            right = list(reply) == ["rejected"]
        else:
            seen = reply if op == "decode" else codec.ask(op="decode", bytes=reply.get("bytes", ""))
            right = "value" in seen and doubled(seen["value"]) == doubled(expected["value"])
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
    codec = Codec(options.command)
    problems = [problem for example in found for problem in check(codec, example)]
    if not found:
        problems.append(f"{options.spec} has no examples")
    if codec.close() != 0:
        problems.append("the codec's exit status is not 0")
    sys.stdout.write("".join(f"{problem}\n" for problem in problems))
    sys.stdout.write(f"{len(found)} worked examples in JSON, {len(problems)} problem(s)\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
