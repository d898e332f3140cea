"""One case under a debugger: asked in this process, or printed for a program's own debugger."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from goldenwire.cli import cli
from goldenwire.protocol import read_call

pytestmark = pytest.mark.usefixtures("few_vectors")

CODEC = """
import sys
from goldenwire.protocol.serve import Reference

class Codec(Reference):
    def __init__(self):
        super().__init__(["daphne"])

    def decode(self, format, data, context):
        value = super().decode(format, data, context)
        return value if value["rows"] != "2" else self.{mistake}(value)

    def right(self, value):
        return value

    def wrong(self, value):
        return {**value, "rows": "7"}

    def crash(self, value):
        rows = int(value["rows"])
        raise IndexError(rows)

    def leave(self, value):
        sys.exit(3)

    def stop(self, value):
        breakpoint()
        return value

    def shout(self, value):
        print("shouted")
        return value
"""
CASE = "daphne/dense/int32-2x3"
PROPERTY = "property/daphne/decode-reference-encoding"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the current folder, with a codec for each mistake in it."""
    for mistake in ("right", "wrong", "crash", "leave", "stop", "shout"):
        tmp_path.joinpath(f"debugged_{mistake}.py").write_text(CODEC.replace("{mistake}", mistake))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("debugged_")]:
        del sys.modules[name]


def debug(mistake: str, *words: str, case: str = CASE) -> Result:
    return CliRunner().invoke(cli, ["debug", case, *words, "--", f"python:debugged_{mistake}:Codec"])


MADE_UP = "daphne/canary/nonce"
ENDS = {
    "right": ("right", CASE, 0, f"PASS {CASE} decode"),
    "a wrong value": ("wrong", CASE, 1, 'rows: expected "2", found "7"'),
    "its requirement": ("wrong", CASE, 1, "DAPHNE-DEN-02: The values of a dense block"),
    "an exception": ("crash", CASE, 1, "observed  failed: IndexError: 2"),
    "an exit": ("leave", CASE, 1, "it ends its process with status 3"),
    "output": ("shout", CASE, 0, "shouted\n"),
    "a value made up": ("right", MADE_UP, 0, f"PASS {MADE_UP} decode"),
}


@pytest.mark.parametrize(("mistake", "case", "code", "says"), ENDS.values(), ids=ENDS)
def test_a_case_is_asked_in_this_process(mistake: str, case: str, code: int, says: str, folder: Path) -> None:
    done = debug(mistake, "--operation", "decode", case=case)
    assert (done.exit_code, says in done.output) == (code, True), done.output


# What is typed into pdb, in a process of its own, as click's runner gives pdb the streams of the test.
TYPED = {
    "breakpoint()": ("stop", "", "p value['kind'] * 2\nc\n", 0, "'DenseMatrixDenseMatrix'"),
    "breakpoint() and q": ("stop", "", "q\n", 130, "-> return value"),
    "--trace": ("right", "--trace", "next\np value['type'] * 2\nc\n", 0, "'int32int32'"),
    "--trace and q": ("right", "--trace", "q\n", 130, "decode()"),
    "--pdb": ("crash", "--pdb", "p rows + 40\nq\n", 1, "(Pdb) 42"),
    "--pdb without an exception": ("wrong", "--pdb", "", 1, "--trace stops on its first line"),
}


@pytest.mark.fast("breakpoint() and q", "--trace and q")
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("mistake", "option", "typed", "code", "says"), TYPED.values(), ids=TYPED)
def test_pdb_stops_in_the_codec(mistake: str, option: str, typed: str, code: int, says: str) -> None:
    words = ["debug", CASE, "--operation", "decode", *option.split(), "--", f"python:debugged_{mistake}:Codec"]
    done = subprocess.run(
        [sys.executable, "-m", "goldenwire", *words],
        input=typed,
        text=True,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, says in done.stdout) == (code, True), done.stdout + done.stderr


def test_a_property_is_asked_for_its_counterexample(folder: Path) -> None:
    done = debug("wrong", case=PROPERTY)
    assert (done.exit_code, 'rows: expected "2", found "7"' in done.output) == (1, True), done.output
    again = f"goldenwire check daphne --select {PROPERTY} --examples 100 --seed "
    assert again in done.output


SWEEPS = {
    "a failure": ("bytes.dense", 1, "rows: expected "),
    "no such sweep": ("bytes.fram", 2, "did you mean sweep/daphne/bytes.frame?"),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("sweep", "code", "says"), SWEEPS.values(), ids=SWEEPS)
def test_a_sweep_is_asked_for_its_smallest_failure(
    sweep: str, code: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOLDENWIRE_VECTORS")  # a part of the vectors has no sweeps
    done = debug("wrong", "--operation", "decode", case=f"sweep/daphne/{sweep}")
    assert (done.exit_code, says in done.output) == (code, True), done.output


@pytest.mark.slow
def test_a_counterexample_of_known_failures_is_asked_without_a_search(folder: Path, tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    words = ("--select", PROPERTY, "--write-known-failures", str(known), "--", "python:debugged_wrong:Codec")
    CliRunner().invoke(cli, ["check", "daphne", *words])
    done = debug("right", "--known-failures", str(known), case=PROPERTY)
    assert (done.exit_code, f"PASS {PROPERTY} decode" in done.output) == (0, True), done.output
    done = debug("right", "--known-failures", str(known), case="property/daphne/refuse-every-prefix")
    assert (done.exit_code, "has no counterexample" in done.output) == (2, True), done.output


REFUSED: dict[str, tuple[list[str], str]] = {
    "a program": (["debug", CASE, "--", "./codec"], f"goldenwire ask {CASE} -- ./codec > request.jsonl"),
    "a program in an operation": (
        ["debug", CASE, "--operation", "encode", "--", "./codec"],
        f"goldenwire ask {CASE} --operation encode -- ./codec > request.jsonl",
    ),
    "no such case": (["debug", "daphne/dense/int32-2x4"], "did you mean daphne/dense/int32-2x3?"),
    "no such format": (["ask", "dafne/dense/int8"], "there is no format 'dafne'"),
    "no such property": (["debug", "property/daphne/nothing"], "there is no property property/daphne/nothing"),
    "no such module": (["debug", CASE, "--", "python:nowhere:codec"], "cannot import `nowhere`"),
    "no name of an object": (["debug", CASE, "--", "python:nowhere"], "does not name a Python codec"),
    "only an operation that it lacks": (["ask", "daphne/header/version-2", "--operation", "encode"], "has no encode"),
    "a property without a codec": (["ask", PROPERTY, "--examples", "1"], "has no counterexample: pass"),
    "one shot for several": (["ask", CASE, "--one-shot"], "add --operation"),
}


@pytest.mark.parametrize(("words", "says"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_asked_is_said_in_a_sentence(words: list[str], says: str, folder: Path) -> None:
    done = CliRunner().invoke(cli, words)
    assert (done.exit_code, says in done.output, "Traceback" in done.output) == (2, True, False), done.output


def test_a_codec_that_cannot_be_made_shows_where(folder: Path) -> None:
    folder.joinpath("debugged_bad.py").write_text("class Codec:\n    def __init__(self):\n        [][7]\n")
    done = debug("bad")
    assert (done.exit_code, "the codec cannot be run: IndexError" in done.output) == (2, True)
    assert "debugged_bad.py" in done.output


def ask(*words: str) -> list[str]:
    done = CliRunner().invoke(cli, ["ask", *words])
    assert done.exit_code == 0, done.output
    return done.output.splitlines()


def test_the_requests_of_a_case_are_printed_as_a_codec_reads_them() -> None:
    hello, *requests = ask(CASE)
    assert json.loads(hello) == {"op": "hello", "protocol": 1}
    assert [json.loads(line)["op"] for line in requests] == ["decode", "encode", "transcode"]
    assert [read_call(line.encode()).id for line in requests] == [1, 2, 3]  # type: ignore[union-attr]


def test_a_codec_is_asked_what_it_declares(folder: Path) -> None:
    less = """
    def hello(self):
        formats = {"daphne": {"operations": ["decode"]}}
        return {**super().hello(), "formats": formats}
"""
    folder.joinpath("debugged_less.py").write_text(CODEC.replace("{mistake}", "right") + less)
    _, *requests = ask(CASE, "--", "python:debugged_less:Codec")
    assert [json.loads(line)["op"] for line in requests] == ["decode"]


def test_a_one_shot_codec_gets_the_octets(tree: Path) -> None:
    words = [sys.executable, "-m", "goldenwire", "ask", CASE, "--operation", "decode", "--one-shot"]
    done = subprocess.run(words, capture_output=True, check=True)
    assert done.stdout == tree.joinpath(f"{CASE}.bin").read_bytes()
    assert done.stderr == b"the words after the codec's command: decode daphne\n"
