"""Sweeps in `goldenwire check`: selected, left out, known to fail, saved, repeated."""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldenwire import corpus
from goldenwire.cli import cli
from harness import trees
from miniatures import command

CASE = "sweep/msgpack/bytes.timestamps"
WRONG = command("mutated", "msgpack", "seconds-signed")
FEATURES = "timestamps", "scalars", "ends"  # the last two have the canaries


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a tree of a few features of MessagePack and their sweeps."""
    root = trees.part_of_the_kits(tmp_path_factory.mktemp("tree"), "msgpack", *FEATURES)
    head, *lines = (corpus.bundled() / "msgpack.sweeps").read_bytes().splitlines(keepends=True)
    kept = [line for line in lines if json.loads(line)["base"].partition("/")[0] in FEATURES]
    (root / "msgpack.sweeps").write_bytes(b"".join([head, *kept]))
    return root


pytestmark = pytest.mark.usefixtures("few_vectors")


def check(*words: str | Path, codec: list[str] | None = None) -> Result:
    selected = () if "--select" in words else ("--select", CASE)
    return CliRunner().invoke(
        cli, ["check", "msgpack", "--examples", "0", *selected, *map(str, words), "--", *(codec or WRONG)]
    )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the files that a check of the wrong codec writes."""
    return tmp_path_factory.mktemp("files")


@pytest.fixture(scope="module")
def failed(tree: Path, files: Path) -> Result:
    """Check the wrong codec, with all files that a check writes."""
    written = {"write-known-failures": "known.yaml", "results": "r.jsonl"}
    names = [word for option, name in written.items() for word in (f"--{option}", files / name)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GOLDENWIRE_VECTORS", str(tree))
        return check("--save-failures", files / "found", *names)


def test_a_failure_is_shown_with_its_request_and_the_command_that_repeats_it(failed: Result) -> None:
    assert failed.exit_code == 1
    assert f"FAIL {CASE} decode (strict)" in failed.output
    assert "msgpack/timestamps/" in failed.output
    assert "fail, and this is the smallest" in failed.output
    again = next(line for line in failed.output.splitlines() if line.startswith("  again"))
    words = shlex.split(again)[2:]
    assert words[:3] == ["check", "msgpack", "--select"]
    repeated = CliRunner().invoke(cli, words)
    assert (repeated.exit_code, f"FAIL {CASE} decode" in repeated.output) == (1, True)


@pytest.mark.slow
def test_a_failure_among_all_edits_is_repeated_among_all_edits() -> None:
    failed = check("--sweeps", "all", "--select", CASE)
    assert failed.exit_code == 1
    again = next(line for line in failed.output.splitlines() if line.startswith("  again"))
    assert "--sweeps all" in again


@pytest.mark.slow
def test_a_failure_that_is_known_passes_and_one_that_is_mended_does_not(failed: Result, files: Path) -> None:
    known = files / "known.yaml"
    assert failed.exit_code == 1
    assert CASE in known.read_text()
    assert check("--known-failures", known).exit_code == 0
    assert check("--known-failures", known, codec=command("mutated", "msgpack", "none")).exit_code == 1


@pytest.mark.usefixtures("failed")
def test_a_failure_is_saved_as_a_vector_which_fails_too(files: Path) -> None:
    [feature] = (files / "found" / "msgpack").glob("*.yaml")
    assert "bytes.timestamps-" in feature.read_text()
    replayed = check("--vectors", files / "found", "--select", "msgpack/found")
    assert (replayed.exit_code, "1 failed" in replayed.output) == (1, True)


@pytest.mark.usefixtures("failed")
def test_results_keep_the_sums_of_sweeps(files: Path) -> None:
    footer = json.loads((files / "r.jsonl").read_text().splitlines()[-1])
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
