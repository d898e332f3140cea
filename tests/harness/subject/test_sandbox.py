"""A codec in a sandbox: its forbidden and its allowed actions, and its end, reported as outside."""

import ctypes
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from goldenwire.cli import cli
from goldenwire.protocol import Request
from goldenwire.subject import Limits, OneShot, Pool, calls, child, no_sandbox, sandbox
from goldenwire.subject.keeper import Keeper
from miniatures import HERE, is_hidden

pytestmark = pytest.mark.usefixtures("nothing_left")

Miniature = Callable[..., list[str]]
BAD = Request("decode", "daphne", b"\xba\xd0")
HARMLESS = {"write_to_tmp", "fork_away", "make_threads", "pair_up"}
HARMFUL = {
    "write_beside", "delete", "phone", "phone_at_home", "phone_beside", "phone_from_a_pair", "fill_a_pipe",
    "tell_a_secret", "signal", "pry", "look_into_tmp",
}  # fmt: skip
# Actions that another sandbox around the tests, or an older kernel, may forbid as well.
FORBIDDEN_HERE_AND_THERE = {
    "phone_the_host", "move_house", "send_a_child_to_another_house", "send_a_child_by_another_door", "hide_a_key",
    "make_a_ring",
}  # fmt: skip
MARK = ("GOLDENWIRE_TEST",)  # marks the processes for which `nothing_left` looks
LACKING = no_sandbox()
needs_one = pytest.mark.skipif(bool(LACKING), reason=f"no sandbox: {LACKING}")


@pytest.fixture
def house() -> Iterator[list[str]]:
    """Create the burglar's targets: a file, a port and a listening socket, and this process; yield their names.

    Beside the file are two more sockets and a pipe with a reader.
    """
    folder = Path(tempfile.mkdtemp(prefix=".house-", dir=HERE))  # not in /tmp, which is hidden
    file = folder / "silver"
    file.write_text("spoons")
    name = f"goldenwire-{os.getpid()}"
    os.mkfifo(folder / "pipe")
    with ExitStack() as open:
        port = open.enter_context(socket.create_server(("127.0.0.1", 0)))
        for place in (f"\0{name}", str(folder / "stream")):
            line = open.enter_context(socket.socket(socket.AF_UNIX))
            line.bind(place)
            line.listen()
        open.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)).bind(str(folder / "datagram"))
        open.callback(os.close, os.open(folder / "pipe", os.O_RDONLY | os.O_NONBLOCK))
        yield [str(file), str(port.getsockname()[1]), name, str(os.getpid())]
    shutil.rmtree(folder)


def has_landlock() -> bool:
    """Return whether the kernel has Landlock: it tells the version."""
    return bool(ctypes.CDLL(None).syscall(sandbox.LANDLOCK_CREATE, None, 0, 1) > 0)


def deeds(house: list[str], sandbox: bool) -> set[str]:
    with Pool([sys.executable, "-S", str(HERE / "burglar.py"), *house], Limits(sandbox=sandbox, env=MARK)) as pool:
        return set(msgspec.json.decode(pool.ask(BAD).value or b"[]"))


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "hush")


def test_outside_a_codec_can_do_what_who_runs_it_can(house: list[str]) -> None:
    assert deeds(house, sandbox=False) - FORBIDDEN_HERE_AND_THERE == HARMFUL | HARMLESS


@needs_one
def test_in_a_sandbox_a_codec_deletes_nothing_phones_nobody_and_meets_nobody(house: list[str]) -> None:
    pipes_are_open = is_hidden(HERE) or not has_landlock()
    assert deeds(house, sandbox=True) == (HARMLESS | {"fill_a_pipe"} if pipes_are_open else HARMLESS)
    assert Path(house[0]).read_text() == "spoons"


ENVIRONMENTS: dict[str, tuple[Limits, set[str]]] = {
    "outside": (Limits(), {"PATH", "HOME=/root", "LANG", "LC_TIME", "SECRET", "OTHER"}),
    "in a sandbox": (Limits(sandbox=True), {"PATH", "HOME=/tmp", "LANG", "LC_TIME"}),
    "with another variable": (Limits(sandbox=True, env=("OTHER",)), {"PATH", "HOME=/tmp", "LANG", "LC_TIME", "OTHER"}),
    "with its home": (Limits(sandbox=True, env=("HOME",)), {"PATH", "HOME=/root", "LANG", "LC_TIME"}),
}


@pytest.mark.parametrize(
    ("limits", "expected"),
    [pytest.param(*row, id=name, marks=[needs_one] * row[0].sandbox) for name, row in ENVIRONMENTS.items()],
)
def test_a_codec_in_a_sandbox_has_a_bare_environment(
    limits: Limits, expected: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in set(os.environ) - {"PATH"}:
        monkeypatch.delenv(name)
    for name, word in {"HOME": "/root", "LANG": "C", "LC_TIME": "C", "SECRET": "hush", "OTHER": "one"}.items():
        monkeypatch.setenv(name, word)
    with closing(Keeper()) as keeper:
        codec = child.Child(keeper, child.command_line(["env"], limits.sandbox), limits)
        with closing(codec):
            os.set_blocking(codec.stdout, True)
            said = b"".join(iter(lambda: os.read(codec.stdout, 1 << 16), b"")).decode()
    found = {line if line.startswith("HOME") else line.partition("=")[0] for line in said.splitlines()}
    # Python sets the first in locales without UTF-8, readline the others.
    assert found - {"LC_CTYPE", "COLUMNS", "LINES"} == expected


WRONG_NAMES = {
    "outside": (["--env", "HOME"], "--env is for --sandbox: outside, the codec has the whole environment"),
    "no variable": (["--sandbox", "--env", "NO_SUCH"], "--env NO_SUCH: there is no such variable"),
    "a value": (["--sandbox", "--env", "HOME=/root"], "--env HOME=/root: there is no such variable; set it, and give"),
}


@pytest.mark.parametrize(("words", "sentence"), WRONG_NAMES.values(), ids=WRONG_NAMES)
def test_a_variable_that_cannot_be_passed_on_is_told(
    words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goldenwire.subject.no_sandbox", str)
    done = CliRunner().invoke(cli, ["smoke", *words, "--", "true"])
    assert (done.exit_code, sentence in done.output) == (2, True)


@needs_one
@pytest.mark.parametrize("folder", ["/tmp", "/dev/shm"])
def test_what_lies_in_the_folders_of_a_sandbox_is_bounded_as_memory_is(folder: str) -> None:
    words = ["sh", "-c", f"head -c 40000000 /dev/zero > {folder}/file; wc -c < {folder}/file"]
    limits = Limits(sandbox=True, memory_mib=32)
    with (
        closing(Keeper()) as keeper,
        closing(child.Child(keeper, child.command_line(words, sandbox=True), limits)) as codec,
    ):
        os.set_blocking(codec.stdout, True)
        assert int(b"".join(iter(lambda: os.read(codec.stdout, 1 << 16), b""))) == 32 << 20


def answer(program: bytes, machine: int, number: int, *words: int) -> int:
    """Return the filter's result for a call, evaluated as the kernel does."""
    told = [number, machine, 0, 0, *(half for word in (*words, 0, 0)[:2] for half in (word & 0xFFFFFFFF, word >> 32))]
    lines = [program[at : at + 8] for at in range(0, len(program), 8)]
    at = held = 0
    while True:
        code, then, otherwise = int.from_bytes(lines[at][:2], "little"), lines[at][2], lines[at][3]
        value = int.from_bytes(lines[at][4:], "little")
        at += 1
        match code:
            case calls.LOAD:
                held = told[value // 4]
            case calls.AND:
                held &= value
            case calls.RETURN:
                return value
            case calls.EQUAL:
                at += then if held == value else otherwise
            case calls.AT_LEAST:
                at += then if held >= value else otherwise
            case calls.ANY_OF:
                at += then if held & value else otherwise


@pytest.mark.parametrize("machine", calls.MACHINES)
def test_the_filter_refuses_what_it_is_to_refuse_and_nothing_else(machine: str) -> None:
    known, numbers = calls.MACHINES[machine]
    at = dict(zip(calls.NAMES, numbers, strict=True))
    program = calls.build_filter(machine)

    def refused(name: str, *words: int) -> bool:
        return answer(program, known, at[name], *words) != calls.ALLOW

    assert [family for family in range(50) if not refused("socket", family, 1)] == [2, 10]
    assert [kind for kind in range(1, 11) if not refused("socketpair", 1, kind | 0o2000000)] == [1, 5]
    assert not refused("clone", 17)
    assert not refused("clone", 0x3D0F00)  # a thread
    assert all(refused("clone", 17 | 1 << bit) for bit in (17, 25, 26, 27, 28, 29, 30))
    assert all(refused(name) for name in calls.NAMES[3:])
    others = set(range(470)) - set(numbers)
    assert {answer(program, known, number) for number in others} == {calls.ALLOW}
    assert answer(program, known ^ 1, 0) != calls.ALLOW  # of a 32-bit program
    if machine == "x86_64":
        assert answer(program, known, calls.X32 | 1) != calls.ALLOW


def test_where_the_calls_of_a_machine_are_not_known_there_is_no_filter() -> None:
    assert calls.build_filter("vax") == b""


# The process that starts the sandbox waits until its first process has removed all devices.
SLOW_START = f"""
import runpy, sys, time
made = runpy.run_path({str(Path(child.__file__).with_name("sandbox.py"))!r})["main"].__globals__
attribute, let_go = made["_set_mount_flags"], made["_release_pipes"]
def slow_attribute(*words):
    attribute(*words)
    time.sleep(0.2 * (words[0] == "/"))
def slow_let_go(*words):
    time.sleep(0.1)
    let_go(*words)
made["_set_mount_flags"], made["_release_pipes"] = slow_attribute, slow_let_go
made["main"](["true"])
"""


@needs_one
def test_a_sandbox_is_made_whoever_is_slow() -> None:
    done = subprocess.run([sys.executable, "-c", SLOW_START], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.fast("nothing", "exit 3")
@needs_one
@pytest.mark.parametrize(
    ("name", "observed"),
    [
        ("nothing", "value"), ("die by SIGSEGV", "crashed SIGSEGV"), ("exit 3", "crashed exit 3"), ("hang", "hung"),
        ("spins", "crashed SIGXCPU"), ("memory balloon", "out-of-memory"), ("closes its output", "garbled"),
        ("fork storm", "hung"), ("grandchild escapes", "crashed exit 3"), ("a hundred processes", "crashed processes"),
    ],
)  # fmt: skip
def test_the_end_of_a_codec_is_told_as_outside(name: str, observed: str, miniature: Miniature) -> None:
    patience = 0.5 if observed in ("hung", "garbled") else 60
    limits = Limits(sandbox=True, env=MARK, timeout=patience, memory_mib=256, cpu=1, processes=50)
    with Pool(miniature("codec", name), limits) as pool:
        assert f"{pool.ask(BAD).summary()} ".startswith(f"{observed} ")


@needs_one
def test_a_codec_of_one_case_runs_in_a_sandbox(miniature: Miniature) -> None:
    with OneShot(miniature("oneshot", "reply and exit 3"), Limits(sandbox=True, env=MARK)) as codec:
        assert codec.ask(BAD).summary() == "crashed exit 3"
        assert codec.ask(Request("decode", "daphne", b"")).kind == "value"


CHECK = [sys.executable, "-m", "goldenwire", "check", "daphne", "--select", "daphne/dense", "--examples", "0"]


@pytest.mark.slow
@needs_one
def test_the_reference_conforms_in_a_sandbox() -> None:
    done = subprocess.run([*CHECK, "--sandbox", "--jobs", "1"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


REFUSALS = {
    "another system": ("goldenwire.system.LINUX = False", "this is another system"),
    "namespaces are forbidden": (
        "goldenwire.subject.child.SANDBOX = ('sh', '-c', 'echo \"[Errno 1] Operation not permitted\" >&2; exit 125')",
        "the system does not allow it: [Errno 1] Operation not permitted",
    ),
}


@pytest.mark.parametrize(("lacking", "sentence"), REFUSALS.values(), ids=REFUSALS)
def test_where_there_can_be_no_sandbox_it_is_refused(lacking: str, sentence: str) -> None:
    program = (
        f"import goldenwire.subject.child, goldenwire.system; {lacking}; from goldenwire.__main__ import main; main()"
    )
    words = [sys.executable, "-c", program, *CHECK[3:], "--sandbox"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_what_the_kernel_forbids_is_told(tmp_path: Path) -> None:
    """A user namespace without a mapped user cannot create another, as in many containers."""
    words = ["unshare", "--user", *child.SANDBOX]
    if shutil.which("unshare") is None or LACKING:
        pytest.skip("this system has no namespaces for users")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, "namespaces of its own" in done.stderr) == (125, True)
