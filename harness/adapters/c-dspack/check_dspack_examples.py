"""Puts the worked examples of DataSetPack's specification to a codec.

    check_dspack_examples.py [--spec spec.md] -- COMMAND

Standard library only, and independent of goldenwire's harness: bytes, contexts and values come from spec.md alone.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

Json = Any
Problem = str

EXAMPLE = re.compile(r"^### Example (\d+): (.*?)$(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```(hex|json)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAN = {10: (0xFF << 23, (1 << 23) - 1), 18: (0x7FF << 52, (1 << 52) - 1)}


class Codec:
    """A codec as a child process that answers JSON Lines."""

    def __init__(self, command: list[str]) -> None:
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        hello = self.ask(op="hello", protocol=1)
        self.policies: dict[str, str] = hello["formats"]["dspack"]["policies"]

    def ask(self, **request: Json) -> Json:
        """Returns the reply to one request; raises EOFError if the codec is gone."""
        return self.say(json.dumps(request, ensure_ascii=False))

    def say(self, line: str) -> Json:
        """Returns the reply to a line, whatever it is; raises EOFError if the codec is gone."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(line + "\n")
        self._child.stdin.flush()
        reply = self._child.stdout.readline()
        if not reply:
            raise EOFError(f"the codec ended while it was asked {line[:1000]}")
        return json.loads(reply)

    def decode(self, data: bytes, context: Json) -> Json:
        """Returns the reply to a request to decode."""
        return self.ask(id=1, op="decode", format="dspack", bytes=data.hex(), context=context)

    def transcode(self, data: bytes, context: Json) -> Json:
        """Returns the reply to a request to transcode."""
        return self.ask(id=1, op="transcode", format="dspack", bytes=data.hex(), context=context)

    def encode(self, value: Json, context: Json) -> Json:
        """Returns the reply to a request to encode."""
        return self.ask(id=1, op="encode", format="dspack", value=value, context=context)

    def close(self) -> int:
        """Ends the conversation and returns the codec's exit status."""
        assert self._child.stdin is not None
        self._child.stdin.close()
        return self._child.wait()


class Example(NamedTuple):
    """One worked example: its number and title, its bytes, and what is said about them."""

    title: str
    data: bytes
    expected: dict[str, Json]


def examples(spec: str) -> Iterator[Example]:
    """Yields the examples of the specification's text."""
    for number, title, body in EXAMPLE.findall(spec):
        fences = dict(FENCE.findall(body))
        digits = "".join(line.partition("#")[0] for line in fences["hex"].splitlines())
        yield Example(f"example {number}: {title}", bytes.fromhex(digits), json.loads(fences["json"]))


def same(found: Json, expected: Json) -> bool:
    """Says whether a value is the expected one.

    `{"nan":"8"}` in it stands for any NaN of 8 digits, and members have an order.
    """
    if isinstance(expected, dict) and expected.keys() == {"nan"}:
        if not isinstance(found, str) or len(found) != 2 + int(expected["nan"]):
            return False
        exponent, fraction = NAN[len(found)]
        return int(found, 16) & exponent == exponent and int(found, 16) & fraction != 0
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(same, found, expected))
    if isinstance(expected, dict):
        return list(found) == list(expected) and all(same(found[key], expected[key]) for key in expected)
    return bool(found == expected)


def is_encoded(context: Json) -> bool:
    """Says whether there is encoding and transcoding in a context."""
    return context["scope"] != "schema" and "mode" not in context


def check_accepted(codec: Codec, data: bytes, expected: dict[str, Json]) -> Iterator[Problem]:
    """Yields what is wrong with the answers about bytes that hold `expected["value"]`."""
    value, context = expected["value"], expected["context"]
    decoded = codec.decode(data, context)
    if not same(decoded.get("value"), value):
        yield f"decode gives {decoded}"
    if not is_encoded(context):
        return
    transcoded = codec.transcode(data, context)
    if not same(codec.decode(bytes.fromhex(transcoded.get("bytes", "")), context).get("value"), value):
        yield f"transcode gives {transcoded}"
    if "canonical" in expected:
        encoded = codec.encode(value, context)
        if (encoded.get("bytes") == data.hex()) != expected["canonical"] or encoded != transcoded:
            yield f"encode gives {encoded}, transcode {transcoded}"


def check_rejected(codec: Codec, data: bytes, expected: dict[str, Json]) -> Iterator[Problem]:
    """Yields what is wrong with the answers about bytes to be rejected."""
    replies = [codec.decode(data, expected["context"])]
    if is_encoded(expected["context"]):
        replies.append(codec.transcode(data, expected["context"]))
    for reply in replies:
        rejected = reply.get("rejected", {})
        if rejected.get("code") not in expected["code"] or rejected.get("offset") != expected["offset"]:
            yield f"expected {expected['code']} at {expected['offset']}, found {reply}"


def check(codec: Codec, example: Example) -> list[Problem]:
    """Returns what is wrong with the codec's answers about one example."""
    expected = example.expected
    if expected["verdict"] == "either":
        expected = {**expected["outcomes"][codec.policies[expected["policy"]]], "context": expected["context"]}
    judge = check_accepted if "value" in expected else check_rejected
    return list(judge(codec, example.data, expected))


def main() -> int:
    """Returns 0 if all examples come out as the specification says, 1 otherwise."""
    spec = Path(__file__).resolve().parents[3] / "reference" / "goldenwire_reference" / "dspack" / "spec.md"
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--spec", type=Path, default=spec, help="the specification (default: the repository's)")
    parser.add_argument("command", nargs="+", help="the codec")
    options = parser.parse_args()
    codec = Codec(options.command)
    found = list(examples(options.spec.read_text(encoding="utf-8")))
    problems = [f"{example.title}: {problem}" for example in found for problem in check(codec, example)]
    if not found:
        problems.append(f"{options.spec} has no examples")
    if codec.close() != 0:
        problems.append("the codec's exit status is not 0")
    sys.stdout.write("".join(f"{problem}\n" for problem in problems))
    sys.stdout.write(f"{len(found)} worked examples, {len(problems)} problem(s)\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
