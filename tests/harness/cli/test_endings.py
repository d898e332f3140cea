"""A command asked to end exits with code 130 quickly and leaves nothing behind, not even if it is killed."""

import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("few_vectors", "nothing_left")

# A codec that never answers hello.
SILENT = ["sh", "-c", "touch under-way; exec sleep 1000"]
# A codec whose build never ends, from the first or a later time on.
MAKEFILE = """
all:
\t@echo >> {folder}/builds; [ `wc -l < {folder}/builds` -lt {times} ] || {{ touch {folder}/under-way; sleep 1000; }}
print-command:
\t@echo {python} -m goldenwire serve --format daphne
"""
BUILT = ["strength", "daphne", "--jobs", "1", "--codec", "codec"]
COMMANDS = {
    "smoke": ["smoke", "--", *SILENT],
    "smoke --one-shot": ["smoke", "--one-shot", "--", *SILENT],
    "check": ["check", "daphne", "--", *SILENT],
    "interop": ["interop", "daphne", "--codec", "reference", "--codec", f"silent={shlex.join(SILENT)}"],
    "strength": ["strength", "daphne", "--jobs", "2", "--state", "under-way"],
    "strength, first build": [*BUILT, "--sample", "1"],
    "strength, third build": [*BUILT, "--sample", "3"],
}
ENDINGS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]
ROWS = [
    *((by, "smoke") for by in ENDINGS),
    *((signal.SIGTERM, name) for name in COMMANDS if name != "smoke"),
    *((signal.SIGKILL, name) for name in COMMANDS),
]


def ended(words: list[str], by: signal.Signals, folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Return the exit code and the log of a command that gets the signal once it is under way."""
    (folder / "tmp").mkdir()
    (folder / "codec").mkdir()
    (folder / "codec" / "codec.c").write_text("int f(int a) { return a < 1; }\n")
    makefile = MAKEFILE.format(folder=folder, times=words[-1], python=sys.executable)
    (folder / "codec" / "Makefile").write_text(makefile)
    monkeypatch.setenv("TMPDIR", str(folder / "tmp"))
    with subprocess.Popen(
        [sys.executable, "-m", "goldenwire", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        until = time.monotonic() + 100
        while not (folder / "under-way").exists() and process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        process.send_signal(by)
        try:
            _, errors = process.communicate(timeout=30)
        finally:
            process.kill()
    return process.returncode, errors.decode().strip()


@pytest.mark.fast("SIGINT-smoke")
@pytest.mark.parametrize(
    ("by", "words"), [pytest.param(by, COMMANDS[name], id=f"{by.name}-{name}") for by, name in ROWS]
)
def test_a_command_ends_when_it_is_asked_to_and_nothing_is_left(
    by: signal.Signals, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = -signal.SIGKILL if by is signal.SIGKILL else 130
    assert ended(words, by, tmp_path, monkeypatch) == (expected, "")
    if by is not signal.SIGKILL:
        assert not list((tmp_path / "tmp").iterdir())


LOCKED_OUT = """
import sys, threading
from goldenwire import __main__, cli
threading.Thread(target=threading.Event().wait).start()
def interrupted():
    print("so far", end="")
    {}
cli.cli = interrupted
__main__.main()
"""


@pytest.mark.parametrize("how", ["raise KeyboardInterrupt", "sys.exit(130)"])
def test_an_interrupted_command_waits_for_no_thread(how: str) -> None:
    """An interrupt during an import may leave the import lock taken, so that a thread never ends."""
    words = [sys.executable, "-c", LOCKED_OUT.format(how)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (130, "so far", "")


UNRAISABLE = """
import os, time, weakref
from goldenwire import __main__, cli, system

def signalled(*_):
    os.kill(os.getpid(), {by})
    for _ in range(10_000):  # the interrupt is raised here, where Python ignores it
        pass

class Thing:
    {method} = signalled

def command():
    with system.terminable():
        thing = Thing()
        reference = weakref.ref(thing, signalled)
        del thing
        time.sleep(60)
        print("not interrupted")

cli.cli = command
__main__.main()
"""


@pytest.mark.parametrize("method", ["__del__", "other"])
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_that_python_ignores_is_raised_again(by: signal.Signals, method: str) -> None:
    """Each import has a weak reference with a callback, in which exceptions are ignored."""
    words = [sys.executable, "-c", UNRAISABLE.format(by=by.value, method=method)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=100)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
