"""Misbehaving codecs: the responsible case is named, every other case gets its value, no process is left running."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from goldenwire.protocol import Observation, Request
from goldenwire.subject import CannotRun, Limits, Pool, keeper, unenforced
from goldenwire.subject.keeper import Keeper
from miniatures import table, trial

pytestmark = pytest.mark.usefixtures("nothing_left")

Miniature = Callable[..., list[str]]
COUNT = 30
POSITIONS = (0, 14, COUNT - 1)

# The observation for each misbehaviour; repeated members in a value are found by the judge.
EXPECTED = {
    name: observed.replace("pass", "value")
    for name, (observed, _) in table.SHARED.items()
    if not name.startswith("a member twice")
}
OWN_WORDS = ("value", "failed", "bytes", "rejected", "unsupported")


def silent(name: str) -> bool:
    """Return whether only a timeout reveals the misbehaviour."""
    return EXPECTED[name] == "hung" or name in trial.SILENT


def positions(name: str) -> tuple[int, ...]:
    """Return the positions at which to try it; timeouts are slow, and no reply can overtake the last one."""
    if silent(name) and name != "hang":
        return (14,)
    return POSITIONS[:-1] if name == "late id" else POSITIONS


def limits(name: str, window: int = 8, jobs: int = 1) -> Limits:
    """Return limits with short timeouts only where necessary, because the machine may be busy."""
    timeout = 0.5 if silent(name) else 60
    return Limits(
        timeout=timeout,
        memory_mib=256,
        output_mib=4,
        window=window,
        jobs=jobs,
        cpu=1,
        files=64,
        file_mib=2,
        processes=50,
    )


def question(number: int, bad: bool = False) -> Request:
    return Request("decode", "daphne", (b"\xba\xd0" if bad else b"\x00\x00") + number.to_bytes(2, "big"))


def answer(number: int) -> bytes:
    return b'{"echo":"0000%04x"}' % number


def ask(command: list[str], bad: set[int], limits: Limits, count: int = COUNT) -> tuple[dict[int, Observation], Pool]:
    """Return the observations for `count` cases, of which those in `bad` trigger the misbehaviour, and the pool."""
    with Pool(command, limits) as pool:
        seen = list(pool.run((number, question(number, number in bad)) for number in range(count)))
    assert len(seen) == count
    return dict(seen), pool


def assert_good(seen: dict[int, Observation], bad: set[int]) -> None:
    good = {number: observation.value for number, observation in seen.items() if number not in bad}
    assert {number: value and bytes(value) for number, value in good.items()} == {n: answer(n) for n in good}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "position"),
    [(name, position) for name in EXPECTED for position in positions(name)],
)
def test_the_case_that_did_it_is_named_and_no_other_suffers(name: str, position: int, miniature: Miniature) -> None:
    expected = EXPECTED[name]
    seen, pool = ask(miniature("codec", name), {position}, limits(name))
    assert f"{seen[position].summary()} ".startswith(f"{expected} ")
    assert_good(seen, {position})
    died = expected.partition(" ")[0] not in OWN_WORDS
    alone = 2 * (expected == "garbled")  # this case and a neighbour may be asked in fresh processes
    assert pool.restarts - (died and position < COUNT - 1) in range(alone + 1)


@pytest.mark.fast("exit 3-1-1", "die by SIGSEGV-2-64", "repeated id-2-2")
@pytest.mark.parametrize("window", [1, 2, 64])
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("name", ["exit 3", "die by SIGSEGV", "garbage", "repeated id", "fails"])
def test_many_bad_cases_are_each_named(name: str, jobs: int, window: int, miniature: Miniature) -> None:
    bad = {0, 1, 7, 20, 21, 22, 59}
    seen, _ = ask(miniature("codec", name), bad, limits(name, window, jobs), count=60)
    assert {f"{seen[number].summary()} ".startswith(f"{EXPECTED[name]} ") for number in bad} == {True}
    assert_good(seen, bad)


@pytest.mark.fast("hang-no reply", "no id", "empty line", "exit 3")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("die by SIGSEGV", "it was killed by SIGSEGV (Segmentation fault)"),
        ("exit 3", "it exited with status 3"),
        ("half a line, then exit", 'it exited with status 0 in the middle of a line: `{"id":`'),
        ("hang", "no reply within 0.5 s"),
        ("half a line, then hang", 'no reply within 0.5 s, only half a line: `{"id":`'),
        ("flood without line feeds", "bytes without a line feed: `xxxxxxxx"),
        ("garbage", "not JSON: JSON is malformed: invalid character (byte 0): `Segmentation fault (core dumped)`"),
        ("empty line", "an empty line"),
        ("bad UTF-8", "not UTF-8"),
        ("unknown member", "Object contains unknown field `note`"),
        ("two answers", "expected exactly one of value, bytes, rejected, unsupported, failed, found value, bytes"),
        ("no answer", "failed, found none"),
        ("a million brackets", "JSON nested too deeply"),
        ("wrong id", "it wrote a reply to request 123456 when 1 was expected"),
        ("no id", "it wrote a reply without an id when 1 was expected"),
        ("a line after the answer", "it wrote a line that answers no request: not JSON"),
        ("the rest of a line after the answer", "it went on after its answer: `and more`"),
        ("repeated id", "it answered request 2 again"),
        ("memory balloon", "it exited with status 1, out of 256 MiB of memory"),
        ("closes its input", "it closed its standard input and lived on"),
        ("closes its output", "it closed its standard output and lived on"),
        ("fails", "assertion 7"),
        ("a hundred processes", "processes, of which --processes allows 50"),
        ("spins", "it used 1 s of processor time, the limit of --cpu"),
        ("fills the disk", "as it wrote more than 2 MiB to a file, the limit of --file-size"),
        ("opens files", "it exited with status 1, out of 64 open files, the limit of --files"),
    ],
)
def test_the_detail_is_a_sentence_for_people(name: str, words: str, miniature: Miniature) -> None:
    seen, _ = ask(miniature("codec", name), {1}, limits(name), count=4)
    assert words in seen[1].detail


@pytest.mark.parametrize(
    ("name", "tail"),
    [("fails", "something went wrong"), ("bad_alloc", "std::bad_alloc"), ("endless log", "log log log")],
)
def test_the_end_of_stderr_is_kept(name: str, tail: str, miniature: Miniature) -> None:
    seen, _ = ask(miniature("codec", name), {1}, limits(name), count=3)
    assert tail in seen[1].stderr
    assert len(seen[1].stderr) <= 4096


MEASURE = """
import resource, sys
from goldenwire.protocol import Request
from goldenwire.subject import Limits, Pool
with Pool(sys.argv[1:], Limits(output_mib=8, timeout=60)) as pool:
    pool.ask(Request("decode", "daphne", b"good"))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(pool.ask(Request("decode", "daphne", b"\\xba\\xd0")).kind)
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.fast("flood")
@pytest.mark.parametrize(
    ("name", "kind", "mib"),
    [("huge log", "value", 4), ("flood of lines", "garbled", 4), ("flood without line feeds", "flooded", 24)],
)
def test_the_memory_of_the_harness_is_bounded(name: str, kind: str, mib: int, miniature: Miniature) -> None:
    """The huge log is 1 GiB on stderr; the flood is stopped at 8 MiB, of which memory may hold two copies."""
    command = [sys.executable, "-c", MEASURE, *miniature("codec", name)]
    observed, grown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert observed == kind
    assert int(grown) <= mib


@pytest.mark.slow
def test_a_codec_that_dies_in_every_case_is_started_for_each(miniature: Miniature) -> None:
    seen, pool = ask(miniature("codec", "exit 3"), set(range(COUNT)), limits("exit 3"))
    assert {observation.summary() for observation in seen.values()} == {"crashed exit 3"}
    assert pool.restarts == COUNT - 1


def test_what_a_system_does_not_enforce_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unenforced() == []
    monkeypatch.delattr("resource.prlimit")
    monkeypatch.setattr("pathlib.Path.exists", lambda _: False)
    assert len(unenforced()) == 2


SLOW_LIMITS = """
import resource, sys, time

def slow(set):
    def wait_and_set(*words):
        time.sleep(0.1)
        return set(*words)
    return wait_and_set

resource.prlimit, resource.setrlimit = slow(resource.prlimit), slow(resource.setrlimit)
"""


def test_limits_hold_before_the_first_instruction_of_a_codec(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shell prints its limits at once, while they are set slowly; a child of it would keep those it has."""
    monkeypatch.setattr(keeper, "PROGRAM", SLOW_LIMITS + keeper.PROGRAM)
    with closing(Keeper()) as started_by:
        started = started_by.start(["sh", "-c", "ulimit -c; ulimit -v; ulimit -n"], Limits(memory_mib=256).rlimits(), 0)
        with os.fdopen(started.stdout, "rb") as told:
            assert told.read() == b"0\n262144\n1024\n"
        started.guard.close()
        os.close(started.stdin)
        os.close(started.stderr)


STARTS = {
    "no such command": (["goldenwire-nothing"], "`goldenwire-nothing` cannot be started: there is no such command, or"),
    "no such file": (["./nothing"], "`./nothing` cannot be started: there is no such command, or no such interpreter"),
    "no such interpreter": (["./orphan"], "`./orphan` cannot be started: there is no such command, or no such interp"),
    "a file that is no folder": (["./plain/codec"], "`./plain/codec` cannot be started: Not a directory"),
    "not executable": (["./plain"], "`./plain` cannot be started: Permission denied"),
    "no program": (["./text"], "`./text` cannot be started: Exec format error"),
    "a folder": (["."], "`.` cannot be started: it is a folder, not a program"),
    "no words": ([""], "`''` cannot be started: there is no such command, or no such interpreter"),
    "a word that is none": (["true", "\ud800"], "cannot be started: Invalid argument"),
    "too many words": (["true", *["x" * 100_000] * 100], "cannot be started: Argument list too long"),
}


@pytest.mark.parametrize(("words", "sentence"), STARTS.values(), ids=STARTS)
def test_why_a_command_does_not_start_is_told(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text, mode in (("plain", "", 0o600), ("text", "words", 0o700), ("orphan", "#!/no/such\n", 0o700)):
        Path(name).write_text(text)
        Path(name).chmod(mode)
    with closing(Keeper()) as started_by, pytest.raises(CannotRun) as refused:
        started_by.start(words, Limits().rlimits(), 0)
    assert sentence in refused.value.sentence


def test_a_command_is_found_where_a_shell_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are not executable, or in place of a folder, do not hide later entries in PATH."""
    for folder, mode in (("first", 0o600), ("second", 0o700)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "codec").write_text("#!/bin/sh\necho here\n")
        (tmp_path / folder / "codec").chmod(mode)
    (tmp_path / "file").touch()
    monkeypatch.setenv("PATH", os.pathsep.join(str(tmp_path / folder) for folder in ("file", "first", "second")))
    with closing(Keeper()) as started_by:
        started = started_by.start(["codec"], [], 0)
        assert os.read(started.stdout, 100) == b"here\n"
        started.guard.close()
        for pipe in (started.stdin, started.stdout, started.stderr):
            os.close(pipe)


@pytest.mark.slow
def test_without_the_means_of_linux_the_group_is_ended(miniature: Miniature, monkeypatch: pytest.MonkeyPatch) -> None:
    """The keeper starts without child subreaper, pidfd, waitid and prlimit, as on macOS."""
    lacking = "import os, resource, guard; del os.pidfd_open, os.waitid, resource.prlimit; guard._prctl = None"
    monkeypatch.setattr(keeper, "PROGRAM", keeper.PROGRAM.replace("import guard", lacking))
    for name in ("exit 3", "fork storm", "hang", "garbage"):
        seen, _ = ask(miniature("codec", name), {2}, limits(name), count=5)
        assert f"{seen[2].summary()} ".startswith(f"{EXPECTED[name]} ")
        assert_good(seen, {2})


def test_a_keeper_whose_start_was_interrupted_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise closing it waits in vain, and kills it after a while."""
    popen, pairs, begun = subprocess.Popen, socket.socketpair, list[subprocess.Popen[bytes]]()

    class Interrupted(socket.socket):
        def close(self) -> None:
            super().close()
            raise KeyboardInterrupt

    def begin(*words: Any, **options: Any) -> subprocess.Popen[bytes]:
        begun.append(popen(*words, **options))
        return begun[0]

    def interrupted() -> tuple[socket.socket, socket.socket]:
        ours, theirs = pairs()
        return ours, Interrupted(fileno=theirs.detach())

    monkeypatch.setattr(keeper, "PATIENCE", 2.0)
    monkeypatch.setattr(socket, "socketpair", interrupted)
    monkeypatch.setattr(subprocess, "Popen", begin)
    with pytest.raises(KeyboardInterrupt), closing(Keeper()) as started_by:
        started_by.prepare()
    assert begun[0].wait(0) == 0
