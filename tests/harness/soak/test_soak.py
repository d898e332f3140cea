"""Soaks on this machine: how failures are told apart, the journal, and rounds that survive their workers."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from goldenwire import results
from goldenwire.errors import UserError
from goldenwire.judge.reasons import (
    FoundInRounds,
    InvalidBytes,
    KeptExample,
    NoResult,
    NotCanonical,
    ShrinkingStopped,
    Shrunk,
    ValueDiffers,
)  # fmt: skip
from goldenwire.results import Finding
from goldenwire.results.samples import Sample
from goldenwire.soak import cluster, state
from goldenwire.soak.coverage import EVERY
from goldenwire.soak.failures import key, size
from goldenwire.soak.journal import Journal, JournalError
from goldenwire.soak.local import TRIES, Workers
from goldenwire.soak.rounds import Job, Round, RoundOutcome, Settings, play
from goldenwire.soak.screen import clock
from goldenwire.soak.state import SoakState, replay
from goldenwire.system import ENDINGS
from harness.soak.soaks import (
    DECODE,
    ENCODE,
    asked,
    failed,
    held,
    journal,
    numbers,
    settings,
    soak,
    wait,
    write_tree,
)
from miniatures import daphne_with

BUG = "values-big-endian"  # which affects most examples


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tree(tmp_path_factory.mktemp("tree"))


@pytest.fixture(autouse=True)
def _vectors(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLDENWIRE_VECTORS", str(tree))


# Distinguishing failures

PARTS, OTHER_PARTS = ("version", "block[].type"), ("version", "block[].type", "block[].value[]")
CELL = "cells[#][#]"
SHRUNK, UNSHRUNK = Shrunk(3, 500, 44, 0), ShrinkingStopped("60 s")
BROKEN_BYTES = Sample("decode", "accept", ("DAPHNE-DEC-02",), "01", edit="bit 0 is flipped at byte 0 of 00")


def refused(message: str) -> InvalidBytes:
    return InvalidBytes("TRAILING", 51, message)


SAME = {
    "another digest of the value": (failed(), failed(seen="value 4fd08b2a48a3")),
    "other numbers": (failed(refused("found 18")), failed(refused("found 1"))),
    "other quoted text": (failed(refused("no label 'a'")), failed(refused("no label 'b c'"))),
    "come by otherwise": (failed(ValueDiffers(), SHRUNK), failed(ValueDiffers(), KeptExample())),
    "another index": (failed(place="block[0].entry[0].value"), failed(place="block[0].entry[12].value")),
    "other parts, not shrunk": (
        failed(ValueDiffers(), SHRUNK, UNSHRUNK, fields=PARTS),
        failed(ValueDiffers(), SHRUNK, UNSHRUNK, fields=OTHER_PARTS),
    ),
    "other parts, of broken bytes": (
        failed(place=CELL, fields=PARTS, sample=BROKEN_BYTES),
        failed(place=CELL, fields=OTHER_PARTS, sample=BROKEN_BYTES),
    ),
    "other parts, of a field": (
        failed(NotCanonical(), place="version", fields=PARTS),
        failed(NotCanonical(), place="version", fields=OTHER_PARTS),
    ),
}  # fmt: skip
DIFFERENT = {
    "observation": (failed(seen="crashed SIGABRT"), failed(seen="crashed SIGSEGV")),
    "reason": (failed(), failed(NoResult("a value", "hung"))),
    "message of a failure": (
        failed(seen="failed", observed="failed: KeyError: 3"), failed(seen="failed", observed="failed: IndexError: 3")
    ),
    "field": (failed(NotCanonical(), place="entry.value"), failed(NotCanonical(), place="entry.column")),
    "path": (failed(place=CELL, fields=PARTS), failed(place="rows", fields=PARTS)),
    "parts of the bytes": (failed(place=CELL, fields=PARTS), failed(place=CELL, fields=OTHER_PARTS)),
    "parts where nothing is compared": (failed(fields=PARTS), failed(fields=OTHER_PARTS)),
}  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_failures_are_the_same_whatever_depends_on_the_example(one: Finding, other: Finding) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_failures_are_told_apart_by(one: Finding, other: Finding) -> None:
    assert key(one) != key(other)


def test_requirements_tell_failures_apart() -> None:
    assert key(failed()) != key(msgspec.structs.replace(failed(), requirements=("DAPHNE-DEC-02",)))


def sampled(octets: int, *, value: str = "1", **members: Any) -> Finding:
    """Return a failure whose example has so many bytes."""
    sample = Sample("decode", "accept", ("DAPHNE-DEC-01",), "00" * octets, value=msgspec.Raw(value.encode()))
    return failed(**members, sample=sample)


def test_the_smaller_example_has_fewer_bytes_and_then_less_text() -> None:
    assert sorted([(3, "1"), (2, "111"), (2, "1")], key=lambda it: size(sampled(it[0], value=it[1]))) == [
        (2, "1"),
        (2, "111"),
        (3, "1"),
    ]


# The state


def outcome(number: int, finding: Finding | None = None, **members: Any) -> RoundOutcome:
    """Return a round of the first case, which held or found something."""
    word, found = ("fail", key(finding)) if finding else ("pass", ())
    given = {"word": word, "key": found, "finding": finding, **members}
    return RoundOutcome(number, DECODE, 1 + number, **given)


def test_a_failure_that_is_met_again_is_counted_and_keeps_its_smallest_example() -> None:
    soaked = SoakState(settings())
    kept = [soaked.add(outcome(number, sampled(octets))).finding for number, octets in enumerate((9, 5, 7))]
    [failure] = soaked.standing
    assert (failure.rounds, failure.number, failure.seed, size(failure.finding)[0]) == (3, 1, 2, 5)
    assert [finding is None for finding in kept] == [False, False, True]


def test_a_failure_goes_away_and_comes_back() -> None:
    soaked = SoakState(settings())
    soaked.add(outcome(0, sampled(3)))
    [again] = soaked.again()
    stood = [len(soaked.standing)]
    for finding in (None, sampled(3)):
        soaked.add(outcome(0, finding, again=again.again))
        stood.append(len(soaked.standing))
    assert (again.number, again.sample, stood) == (0, sampled(3).sample, [1, 0, 1])
    assert soaked.failures[again.again].rounds == 1


def test_of_very_many_failures_the_later_are_told_apart_coarsely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "MANY", 3)
    soaked = SoakState(settings())
    for number in range(9):
        soaked.add(outcome(number, failed(refused("x" * number))))
    assert [failure.rounds for failure in soaked.failures.values()] == [1, 1, 1, 6]


def test_rounds_are_given_once_and_those_left_out_come_first() -> None:
    soaked = replay(settings(), [outcome(0), outcome(2)])
    fresh = soaked.fresh()
    assert [next(fresh).number for _ in range(4)] == [1, 3, 4, 5]


def test_a_round_is_a_property_and_a_seed() -> None:
    assert [(settings().case(n), settings().seed_of(n)) for n in range(3)] == [(DECODE, 1), (ENCODE, 1), (DECODE, 2)]


# The journal


def write_journal(folder: Path, *outcomes: RoundOutcome) -> Path:
    with Journal(folder) as opened:
        opened.begin(settings())
        for each in outcomes:
            opened.add(each)
        return opened.path


def test_a_journal_is_read_back(tmp_path: Path) -> None:
    rounds = [outcome(0), outcome(1, sampled(3), coverage={"DAPHNE-DEN-01": 2})]
    write_journal(tmp_path, *rounds)
    with Journal(tmp_path) as opened:
        assert (opened.settings(), list(opened.outcomes())) == (settings(), rounds)


@pytest.mark.parametrize("kept", [2, 20, -1], ids=["a little", "some", "all but the line feed"])
def test_a_torn_last_line_is_taken_away_and_its_round_is_given_again(tmp_path: Path, kept: int) -> None:
    path = write_journal(tmp_path, outcome(0), outcome(1))
    whole, last = path.read_bytes().splitlines(keepends=True)[:-1], path.read_bytes().splitlines(keepends=True)[-1]
    path.write_bytes(b"".join(whole) + last[:kept])
    with Journal(tmp_path) as opened:
        opened.begin(settings())
        again = next(replay(settings(), opened.outcomes()).fresh())
        opened.add(outcome(again.number))
    assert numbers(tmp_path) == [0, 1]


def test_a_journal_whose_first_line_is_torn_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").write_bytes(b'{"record":"sett')
    write_journal(tmp_path, outcome(0))
    assert numbers(tmp_path) == [0]


BROKEN = {
    "no JSON": (1, b"boo\n", "line 2: not a record of a soak's journal"),
    "a second header": (1, msgspec.json.encode(settings()) + b"\n", "line 2: settings are on the first line"),
    "no header": (0, msgspec.json.encode(outcome(0)) + b"\n", "line 1: settings are on the first line"),
}


@pytest.mark.parametrize(("at", "line", "says"), BROKEN.values(), ids=BROKEN.keys())
def test_a_journal_that_is_none_is_an_error(tmp_path: Path, at: int, line: bytes, says: str) -> None:
    path = write_journal(tmp_path, outcome(0))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:at], line, *lines[at:]]))
    with Journal(tmp_path) as opened, pytest.raises(JournalError, match=says):
        list(opened.outcomes())


CHANGES: dict[str, tuple[dict[str, Any], str]] = {
    "codec": ({"codec": {"name": "another", "version": "2", "language": "Python"}}, "another codec"),
    "command": ({"command": ("./other",)}, "another command"),
    "vectors": ({"vectors": "decaf"}, "another content of the vectors"),
    "properties": ({"cases": (DECODE,)}, "another choice of properties"),
    "features": ({"declared": {}}, "another declaration of the codec"),
    "examples": ({"examples": 7}, "another number of examples: 20, and now 7"),
    "seed": ({"seed": 2}, "another seed: 1, and now 2"),
    "timeout": ({"timeout": 1.0}, "another timeout: 5.0, and now 1.0"),
    "packages": ({"packages": {}}, "another version of goldenwire or Hypothesis"),
}


@pytest.mark.parametrize(("changes", "says"), CHANGES.values(), ids=CHANGES.keys())
def test_a_journal_of_other_settings_is_an_error(tmp_path: Path, changes: dict[str, Any], says: str) -> None:
    write_journal(tmp_path)
    with Journal(tmp_path) as opened, pytest.raises(JournalError, match=says):
        opened.begin(settings(**changes))


def test_a_journal_is_one_soaks_at_a_time(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(JournalError, match="another soak is writing it"), Journal(tmp_path):
        pass


# Rounds


def played(given: Settings, number: int) -> RoundOutcome:
    return msgspec.json.decode(play(msgspec.json.encode(Job(given, Round(number)))), type=RoundOutcome)


@pytest.mark.slow
def test_a_round_comes_out_the_same_every_time() -> None:
    found = [played(settings(daphne_with(BUG), cases=(DECODE,), examples=100), 3) for _ in range(2)]
    one, other = (msgspec.structs.replace(each, seconds=0.0) for each in found)
    assert one == other
    assert (one.word, one.seed, one.finding is not None) == ("fail", 4, True)


def test_one_example_in_so_many_is_looked_at_for_coverage() -> None:
    found = played(settings(cases=(DECODE,)), 0)
    assert (found.word, found.examples, found.coverage["DAPHNE-DEC-01"]) == ("pass", 20, 20 // EVERY)


TROUBLES = {
    "no such command": (["./no-such-codec"], {}, "there is no such command"),
    "another codec": (None, {"codec": {"name": "mine", "version": "2", "language": "C"}}, "; expected mine 2"),
}


@pytest.mark.parametrize(("command", "changes", "says"), TROUBLES.values(), ids=TROUBLES.keys())
def test_a_codec_that_cannot_be_asked_is_trouble(command: list[str] | None, changes: dict[str, Any], says: str) -> None:
    assert says in "\n".join(played(settings(command, **changes), 0).trouble)


def test_a_line_after_the_last_answer_fails_a_round() -> None:
    chatty = ["sh", "-c", f"{shlex.join(daphne_with())}; sleep 0.2; echo bye"]
    found = played(settings(chatty, cases=(DECODE,)), 0)
    assert found.finding
    assert (found.word, str(found.finding.observation)) == ("fail", "garbled")


# Workers


def taken(players: Workers, count: int) -> list[RoundOutcome]:
    """Return the next rounds, as many as `count`."""
    found: list[RoundOutcome] = []

    def come() -> bool:
        found.extend(filter(None, [players.take(0.1)]))
        return len(found) == count

    wait(come, "rounds")
    return found


def children(process: int) -> list[int]:
    """Return the processes started by a process."""
    return [int(word) for path in Path(f"/proc/{process}/task").glob("*/children") for word in path.read_text().split()]


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_left")
def test_a_worker_that_is_killed_loses_no_round(tmp_path: Path) -> None:
    (tmp_path / "hold").touch()
    codec = {"name": "goldenwire reference", "version": "0.1.0", "language": "Python"}
    before = set(children(os.getpid()))
    with Workers(1) as players:
        for number in range(3):
            players.submit(Job(settings(held(tmp_path), codec=codec, cases=(DECODE,)), Round(number)))
        wait(lambda: asked(tmp_path), "a question")
        [worker] = set(children(os.getpid())) - before
        os.kill(worker, signal.SIGKILL)
        (tmp_path / "hold").unlink()
        found = taken(players, 3)
        assert ([each.trouble for each in found], sorted(each.number for each in found)) == ([()] * 3, [0, 1, 2])
        assert players.lost == 1


KILLER = """
import os, pathlib
pid = os.getppid()  # the guard; then the keeper, then the worker
for _ in range(2):
    pid = int(pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
os.kill(pid, 9)
"""


@pytest.mark.slow
def test_a_round_that_ends_worker_after_worker_is_given_up() -> None:
    killer = [sys.executable, "-c", KILLER]
    with Workers(1) as players:
        players.submit(Job(settings(killer), Round(5)))
        with pytest.raises(UserError, match=f"round 5 ended its worker {TRIES} times"):
            taken(players, 1)


# From end to end


def short(folder: Path, *words: str | Path) -> list[str | Path]:
    """Return the options of a short soak."""
    return ["--minutes", "0.01", "--jobs", "1", "--examples", "60", "--state", folder, *words]


@pytest.mark.slow
def test_a_soak_finds_a_mutation_and_goes_on_where_it_left_off(tmp_path: Path) -> None:
    words = short(tmp_path / "state", "--select", DECODE, "--select", ENCODE, "--results", tmp_path / "results.jsonl")
    command = daphne_with(BUG)
    first = soak(*words, "--jobs", "2", command=command)
    assert first.exit_code == 1, first.output
    for says in (
        f"FAIL {DECODE} decode (strict)",
        f"again     goldenwire check daphne --select {DECODE} --examples 60 --seed ",
        "requirements, and how many examples exercised them",
        "It does not conform at level strict.",
    ):
        assert says in first.output
    found = results.read(tmp_path / "results.jsonl")
    failures = [finding for finding in found.findings if finding.finding == "fail"]
    assert [failure.case for failure in failures] == [DECODE]
    assert isinstance(failures[0].reasons[-1], FoundInRounds)
    assert (found.footer.complete, found.header.options["soak"]) == (True, True)

    rounds = numbers(tmp_path / "state")
    second = soak(*words, command=command)
    assert (second.exit_code, f"so far {len(rounds)} rounds" in second.output) == (1, True), second.output
    later = journal(tmp_path / "state")[len(rounds) :]
    assert {each.number for each in later if each.again} <= set(rounds)
    assert [bool(each.again) for each in later].count(True) == 1
    assert numbers(tmp_path / "state") == list(range(len(numbers(tmp_path / "state"))))


@pytest.mark.slow
def test_a_failure_that_does_not_come_again_is_said_and_not_counted(tmp_path: Path) -> None:
    program = tmp_path / "codec.py"
    words = short(tmp_path / "state", "--select", DECODE)
    codes = []
    for bug in (BUG, "none"):
        _, mutated, *given = daphne_with(bug)
        program.write_text(
            f"import runpy, sys\nsys.argv[1:] = {given!r}\nrunpy.run_path({mutated!r}, run_name='__main__')\n"
        )
        result = soak(*words, command=[sys.executable, str(program)])
        codes.append(result.exit_code)
    assert codes == [1, 0], result.output
    assert f"a failure of {DECODE} did not come again" in result.output


@pytest.mark.slow
def test_known_failures_are_known(tmp_path: Path) -> None:
    known = tmp_path / "known.yaml"
    entry = f"- kind: todo\n  reason: the other way round\n  cases:\n    {DECODE} decode: value\n"
    known.write_text(f"format: daphne\nentries:\n{entry}")
    words = short(tmp_path / "state", "--select", DECODE, "--known-failures", known)
    result = soak(*words, command=daphne_with(BUG))
    assert (result.exit_code, "1 known to fail: todo: the other way round" in result.output) == (0, True), result.output


MISTAKES: dict[str, tuple[list[str], str]] = {
    "no such format": (["--minutes", "1"], "there is no format 'dafne'; did you mean daphne?"),
    "nothing selected": (["--minutes", "1", "--select", "daphne/dense"], "--select daphne/dense selects no property"),
    "no such requirement": (["--minutes", "1", "--requirement", "X-01"], "--requirement X-01 selects no property"),
    "nothing left": (
        ["--minutes", "1", "--select", DECODE, "--operation", "encode"],
        "no property is selected",
    ),
    "no time": (["--minutes", "0"], "Invalid value for '--minutes'"),
    "no folder": (["--minutes", "1", "--results", "none/r.jsonl"], "there is no folder none"),
    "no codec": (["--minutes", "1"], "there is no such command"),
    "no scheduler": (["--minutes", "1", "--scheduler", "tcp://127.0.0.1:1"], "no scheduler answers there"),
    "no address": (["--minutes", "1", "--scheduler", "foo://a"], "not an address: unknown address scheme 'foo'"),
}


@pytest.mark.fast("no codec", "no address", "no such", "nothing", "no time", "no folder")
@pytest.mark.parametrize(("words", "says"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], says: str, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 0.5)
    format = "dafne" if "no such format" in request.node.name else "daphne"
    result = soak(*words, "--state", tmp_path, command=["./no-such-codec"], format=format)
    assert (result.exit_code, says in result.output, "Traceback" in result.output) == (2, True, False), result.output


def test_a_cluster_needs_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = soak("--minutes", "1", "--scheduler", "tcp://a:1", "--state", tmp_path, command=["./codec"])
    assert (result.exit_code, "pip install distributed" in result.output) == (2, True), result.output


def test_a_soak_of_other_settings_is_told_in_a_sentence(tmp_path: Path) -> None:
    write_journal(tmp_path)
    result = soak(*short(tmp_path), command=daphne_with())
    assert (result.exit_code, "is of a soak with another content of the vectors" in result.output) == (2, True)


def start(folder: Path, stdout: int, **variables: str) -> "subprocess.Popen[bytes]":
    """Start a long soak of a held codec."""
    words = ["--minutes", "10", "--jobs", "1", "--timeout", "100", "--state", folder, "--select", DECODE]
    words += ["--results", folder / "results.jsonl", "--", *held(folder)]
    command = [sys.executable, "-m", "goldenwire", "soak", "daphne", *map(str, words)]
    return subprocess.Popen(command, stdout=stdout, env={**os.environ, **variables})


@pytest.mark.slow
@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("how", [signal.SIGINT, *ENDINGS], ids=lambda how: how.name)
def test_an_interrupt_keeps_what_was_found_and_leaves_nothing_running(tmp_path: Path, how: signal.Signals) -> None:
    (tmp_path / "hold").touch()
    with start(tmp_path, subprocess.PIPE) as process:
        wait(lambda: asked(tmp_path), "a question")
        process.send_signal(how)
        said, _ = process.communicate()
    assert process.returncode == 130, said.decode()
    assert "The run is not complete (interrupted)." in said.decode()
    assert results.read(tmp_path / "results.jsonl").footer.stopped == "interrupted"


@pytest.mark.slow
def test_a_terminal_sees_how_far_it_is(tmp_path: Path) -> None:
    (tmp_path / "hold").touch()
    ours, theirs = os.openpty()
    seen = bytearray()

    def shown() -> bool:
        seen.extend(os.read(ours, 4096))
        return b"distinct failures" in seen and b" left" in seen

    with start(tmp_path, theirs, TERM="xterm", COLUMNS="200") as process:
        os.close(theirs)
        wait(shown, "the progress")
        process.send_signal(signal.SIGINT)
        (tmp_path / "hold").unlink()
        drain: Callable[[], bytes] = lambda: os.read(ours, 4096)  # noqa: E731
        try:
            while drain():
                pass
        except OSError:  # the other end is closed
            pass
        process.wait()
    os.close(ours)
    assert process.returncode == 130


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (61.9, "1:01"), (3723, "1:02:03")], ids=["none", "minute", "hour"]
)
def test_time_is_told_like_a_clock(seconds: float, text: str) -> None:
    assert clock(seconds) == text


def test_help_imports_nothing_heavy() -> None:
    heavy = ("numpy", "hypothesis", "rich", "distributed", "msgspec", "goldenwire_reference", "goldenwire_suite")
    program = (
        "import sys; from click.testing import CliRunner; from goldenwire.cli import cli; "
        "code = CliRunner().invoke(cli, ['soak', '--help']).exit_code; "
        f"print(code, [name for name in {heavy!r} if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout == "0 []\n"
