"""Constructs in `check`: asked after the properties, judged, shown, selected and known to fail like vectors."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldenwire import results
from goldenwire.cli import cli

SELECTED = ("--select", "msgpack/scale/array", "--select", "msgpack/scale/deep-arrays")
LOSES = """
import sys
from goldenwire.protocol.serve import Reference, serve

class Loses(Reference):
    def decode(self, format, data, context):
        return {"array": []} if len(data) > 1000 else super().decode(format, data, context)

sys.exit(serve(Loses, sys.argv[1:]))
"""


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["check", "msgpack", *map(str, words)])


@pytest.fixture
def codec(tmp_path: Path) -> tuple[str, Path]:
    """Return the command of a codec that loses the items of long arrays."""
    path = tmp_path / "codec.py"
    path.write_text(LOSES)
    return sys.executable, path


def test_constructs_follow_the_properties(tmp_path: Path) -> None:
    property = "property/msgpack/decode-reference-encoding"
    done = run(*SELECTED, "--select", property, "--examples", 2, "--results", tmp_path / "results.jsonl")
    assert done.exit_code == 0, done.output
    found = results.read(tmp_path / "results.jsonl").findings
    assert [(one.case, one.operation) for one in found] == [
        (property, "decode"),
        *(("msgpack/scale/array", operation) for operation in ("decode", "encode", "transcode")),
        *(("msgpack/scale/deep-arrays", operation) for operation in ("decode", "transcode")),
    ]
    assert "in what was selected: of properties 6 of 6" in done.output


def test_constructs_are_left_out_with_the_properties(tmp_path: Path) -> None:
    done = run("--select", "msgpack/scalars/*", "--examples", 0, "--results", tmp_path / "results.jsonl")
    cases = {one.case for one in results.read(tmp_path / "results.jsonl").findings}
    assert not any("/scale/" in case for case in cases), done.output


@pytest.mark.slow
def test_a_wrong_answer_fails_and_can_be_asked_again_and_known(codec: tuple[str, Path], tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    done = run(*SELECTED, "--write-known-failures", known, "--", *codec)
    assert "FAIL msgpack/scale/array decode (draft)\n  2,620 integers in an array\n" in done.output
    assert "--select msgpack/scale/array --operation decode -- " in done.output
    gated = run(*SELECTED, "--known-failures", known, "--", *codec)
    assert gated.exit_code == 0, gated.output
    assert "nothing fails except known failures" in gated.output
    other = run("--select", "msgpack/scale/map", "--known-failures", known)
    assert other.exit_code == 0, other.output  # what was not asked is not out of date
