"""The worked examples of spec.md: printed for programs, and asked before all vectors."""

import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from goldenwire import formats
from goldenwire.cli import cli
from goldenwire.judge import examples
from goldenwire_reference.formats import FORMATS
from kit import spec_text

REFERENCE = (sys.executable, "-m", "goldenwire", "serve", "--format")


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, words)
    return done.exit_code, done.output


def headings(format: str) -> list[str]:
    return re.findall(r"^### Example (\d+: .*)$", spec_text.text(format), re.M)


@pytest.mark.parametrize("format", FORMATS)
def test_every_example_is_a_line_in_the_order_of_the_text(format: str) -> None:
    code, output = run("spec", format, "--examples")
    found = [json.loads(line) for line in output.splitlines()]
    assert (code, [f"{one['example']}: {one['title']}" for one in found]) == (0, headings(format))
    told = spec_text.examples(format)  # read from the text by code that shares nothing with the kit's
    assert [f"{one['example']}-{one['title'].replace(' ', '-')}" for one in found] == list(told)
    for one, (data, outcome) in zip(found, told.values(), strict=True):
        assert one["bytes"] == data.hex()
        for member in ("context", "verdict", "value", "policy", "canonical", "plan"):
            assert one.get(member) == outcome.get(member)
        assert one.get("rejected", {}) == {key: outcome[key] for key in ("code", "offset") if key in outcome}
        assert [*one.get("outcomes", {})] == [*outcome.get("outcomes", {})]


@pytest.mark.fast("msgpack", "daphne")
@pytest.mark.parametrize("format", FORMATS)
def test_the_reference_answers_every_example(format: str) -> None:
    code, output = run("smoke", "--examples-of-spec", "--", *REFERENCE, format)
    lines = output.splitlines()
    assert (code, lines[-1]) == (0, "The adapter is sound.")
    asked = [line for line in lines if " of Example " in line]
    assert {line.split()[0] for line in asked} == {"ok"}
    numbers = [int(line.split(" of Example ")[1].partition(":")[0]) for line in asked]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) == len(headings(format))


def test_an_example_is_asked_only_of_who_declares_what_it_needs() -> None:
    needs = {
        one.summary: set(one.needs) for one in examples.vectors("sciserialize", formats.trees().facts("sciserialize"))
    }
    assert needs["the duration of the draft in MessagePack"] == {"msgpack"}
    assert needs["a set"] == {"json", "unique_set"}
    assert needs["a data frame"] == needs["a data frame with a label too few"] == {"json", "dataframe"}


CODEC = """
import sys
from goldenwire.protocol import Unsupported
from goldenwire.protocol.serve import Reference, serve

class Codec(Reference):
    def decode(self, format, data, context):
        if len(data) > {most}:
            raise Unsupported("not written yet")
        value = super().decode(format, data, context)
        return {wrong} if value.get("kind") == "Frame" else value
    def encode(self, *request): raise Unsupported("not written yet")
    def transcode(self, *request): raise Unsupported("not written yet")

sys.exit(serve(lambda: Codec(["daphne"])))
"""
PARTIAL = {
    "a part": (60, "value", 0, "The adapter is sound in what it answers."),
    "nothing but a refusal": (0, "value", 0, "The adapter is sound in what it answers."),
    "nothing at all": (-1, "value", 1, "The adapter is not sound yet."),
    "a mistake": (60, "{**value, 'rows': '7'}", 1, "The first mistake, decode of daphne/spec/example-16:"),
}


@pytest.mark.fast("a mistake", "a part")
@pytest.mark.parametrize(("most", "wrong", "code", "says"), PARTIAL.values(), ids=PARTIAL)
def test_what_is_declined_is_no_mistake_but_a_wrong_answer_is(
    most: int, wrong: str, code: int, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "codec.py"
    path.write_text(CODEC.replace("{most}", str(most)).replace("{wrong}", wrong))
    found, output = run("smoke", "--examples-of-spec", "--", sys.executable, str(path))
    assert (found, says in output) == (code, True), output
