"""A codec in a sandbox: what it cannot do there, what it still can, and that its end is told as outside."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from goldenwire.protocol import Request
from goldenwire.subject import Limits, OneShot, Pool, child, no_sandbox
from miniatures import HERE

pytestmark = pytest.mark.usefixtures("nothing_left")

Miniature = Callable[..., list[str]]
BAD = Request("decode", "daphne", b"\xba\xd0")
EVERYTHING = {
    "write_beside", "delete", "phone", "phone_at_home", "signal", "pry", "look_into_tmp", "write_to_tmp", "fork_away",
}  # fmt: skip
LACKING = no_sandbox()
needs_one = pytest.mark.skipif(bool(LACKING), reason=f"no sandbox: {LACKING}")


@pytest.fixture
def house() -> Iterator[list[str]]:
    """What a burglar is told: a file, a port and a socket on which somebody listens, and this process."""
    folder = Path(tempfile.mkdtemp(prefix=".house-", dir=HERE))  # not in /tmp, which is hidden
    file = folder / "silver"
    file.write_text("spoons")
    name = f"goldenwire-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as port, socket.socket(socket.AF_UNIX) as line:
        line.bind(f"\0{name}")
        line.listen()
        yield [str(file), str(port.getsockname()[1]), name, str(os.getpid())]
    shutil.rmtree(folder)


def deeds(house: list[str], sandbox: bool) -> set[str]:
    with Pool([sys.executable, "-S", str(HERE / "burglar.py"), *house], Limits(sandbox=sandbox)) as pool:
        return set(msgspec.json.decode(pool.ask(BAD).value or b"[]"))


def test_outside_a_codec_can_do_what_who_runs_it_can(house: list[str]) -> None:
    assert deeds(house, sandbox=False) == EVERYTHING


@needs_one
def test_in_a_sandbox_a_codec_deletes_nothing_phones_nobody_and_meets_nobody(house: list[str]) -> None:
    assert deeds(house, sandbox=True) == {"write_to_tmp", "fork_away"}
    assert Path(house[0]).read_text() == "spoons"


# Has the one who starts the sandbox wait until its first process has taken all devices away.
SLOW_START = f"""
import runpy, sys, time
made = runpy.run_path({str(Path(child.__file__).with_name("sandbox.py"))!r})["main"].__globals__
attribute, let_go = made["_attribute"], made["_let_go"]
def slow_attribute(*words):
    attribute(*words)
    time.sleep(0.2 * (words[0] == "/"))
def slow_let_go(*words):
    time.sleep(0.1)
    let_go(*words)
made["_attribute"], made["_let_go"] = slow_attribute, slow_let_go
made["main"](["true"])
"""


@needs_one
def test_a_sandbox_is_made_whoever_is_slow() -> None:
    done = subprocess.run([sys.executable, "-c", SLOW_START], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.soon("hundred", "escapes", "nothing", "exit 3", "hang", "closes")
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
    limits = Limits(sandbox=True, timeout=patience, memory_mib=256, cpu=1, processes=50)
    with Pool(miniature("codec", name), limits) as pool:
        assert f"{pool.ask(BAD).summary()} ".startswith(f"{observed} ")


@needs_one
def test_a_codec_of_one_case_runs_in_a_sandbox(miniature: Miniature) -> None:
    with OneShot(miniature("oneshot", "reply and exit 3"), Limits(sandbox=True)) as codec:
        assert codec.ask(BAD).summary() == "crashed exit 3"
        assert codec.ask(Request("decode", "daphne", b"")).kind == "value"


CHECK = [sys.executable, "-m", "goldenwire", "check", "daphne", "--select", "daphne/dense", "--examples", "0"]


@pytest.mark.long
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
    """In a user namespace without a user no other one can be made, as in many a container."""
    words = ["unshare", "--user", *child.SANDBOX]
    if shutil.which("unshare") is None or LACKING:
        pytest.skip("this system has no namespaces for users")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, "namespaces of its own" in done.stderr) == (125, True)
