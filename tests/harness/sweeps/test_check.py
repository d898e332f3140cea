"""Sweeps in `goldenwire check`: selected, left out, known to fail, saved, repeated."""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldenwire.cli import cli
from miniatures import command

CASE = "sweep/msgpack/bytes.timestamps"
WRONG = command("mutated", "msgpack", "seconds-signed")


def check(*words: str | Path, codec: list[str] | None = None) -> Result:
    selected = () if "--select" in words else ("--select", CASE)
    return CliRunner().invoke(
        cli, ["check", "msgpack", "--examples", "0", *selected, *map(str, words), "--", *(codec or WRONG)]
    )


def test_a_failure_is_shown_with_its_request_and_the_command_that_repeats_it() -> None:
    done = check()
    assert done.exit_code == 1
    assert f"FAIL {CASE} decode (strict)" in done.output
    assert "msgpack/timestamps/" in done.output
    assert "fail, and this is the smallest" in done.output
    again = next(line for line in done.output.splitlines() if line.startswith("  again"))
    words = shlex.split(again)[2:]
    assert words[:3] == ["check", "msgpack", "--select"]
    repeated = CliRunner().invoke(cli, words)
    assert (repeated.exit_code, f"FAIL {CASE} decode" in repeated.output) == (1, True)


def test_a_failure_among_all_edits_is_repeated_among_all_edits() -> None:
    failed = check("--sweeps", "all", "--select", CASE)
    assert failed.exit_code == 1
    again = next(line for line in failed.output.splitlines() if line.startswith("  again"))
    assert "--sweeps all" in again


def test_a_failure_that_is_known_passes_and_one_that_is_mended_does_not(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    assert check("--write-known-failures", known).exit_code == 1
    assert CASE in known.read_text()
    assert check("--known-failures", known).exit_code == 0
    assert check("--known-failures", known, codec=command("mutated", "msgpack", "none")).exit_code == 1


def test_a_failure_is_saved_as_a_vector_which_fails_too(tmp_path: Path) -> None:
    check("--save-failures", tmp_path / "found")
    [feature] = (tmp_path / "found" / "msgpack").glob("*.yaml")
    assert "bytes.timestamps-" in feature.read_text()
    replayed = check("--vectors", tmp_path / "found", "--select", "msgpack/found")
    assert (replayed.exit_code, "1 failed" in replayed.output) == (1, True)


def test_results_keep_the_sums_of_sweeps(tmp_path: Path) -> None:
    check("--results", tmp_path / "r.jsonl")
    footer = json.loads((tmp_path / "r.jsonl").read_text().splitlines()[-1])
    assert footer["sweeps"]["strict"]["fail"] == 1
    assert footer["scope"]["sweeps"]["strict"]["answered"] == 1


LEFT_OUT = {
    "no-sweeps": ["--no-sweeps"],
    "no-vectors": ["--no-vectors"],
    "requirement": ["--requirement", "MSGPACK-TIME-01"],
}


@pytest.mark.parametrize("words", LEFT_OUT.values(), ids=LEFT_OUT.keys())
def test_a_glob_of_sweeps_selects_nothing_if_they_are_left_out(words: list[str]) -> None:
    done = check(*words)
    assert done.exit_code == 2
    assert "sweep" in done.output
