"""Other operating systems, simulated on Linux: what they lack is removed before goldenwire is imported."""

import subprocess
import sys
from pathlib import Path

import pytest

WINDOWS = """
import os, select, signal, sys
sys.modules["fcntl"] = sys.modules["resource"] = None
for name in ("O_NOFOLLOW", "O_NONBLOCK", "sched_getaffinity", "fork"):
    delattr(os, name)
for name in ("SIGHUP", "SIGQUIT", "SIGKILL", "SIGPIPE", "SIGXFSZ"):
    delattr(signal, name)
del select.poll
"""
MACOS = """
import fcntl, os, resource
for module, names in ((os, ("sched_getaffinity", "pidfd_open")), (resource, ("prlimit",)), (fcntl, ("F_SETPIPE_SZ",))):
    for name in names:
        delattr(module, name)
"""
SMALL = ["--select", "daphne/dense/one-row", "--examples", "0", "--jobs", "1"]


def run(lacking: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command on a system that lacks something."""
    program = f"{lacking}\nfrom goldenwire.__main__ import main\nmain()"
    return subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [["vectors", "list", "daphne"], ["spec", "daphne"], ["protocol"]], ids=" ".join)
def test_on_windows_what_runs_no_codec_works(words: list[str]) -> None:
    done = run(WINDOWS, *words)
    assert (done.returncode, done.stderr, bool(done.stdout)) == (0, "", True)


@pytest.mark.slow
def test_on_windows_results_are_read(tmp_path: Path) -> None:
    results = tmp_path / "results"
    run("", "check", "daphne", *SMALL, "--results", str(results))
    done = run(WINDOWS, "report", str(results))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["check", "smoke", "soak", "strength"])
def test_on_windows_codecs_are_not_run_and_that_is_said(command: str) -> None:
    done = run(WINDOWS, command, "daphne")
    assert (done.returncode, "on Windows, run goldenwire in WSL" in done.stderr) == (2, True)
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_on_macos_what_is_not_enforced_is_said_at_start() -> None:
    done = run(MACOS, "check", "daphne", *SMALL)
    assert done.returncode == 0
    assert done.stderr.startswith("Note: --memory, --cpu, --files, --file-size are not enforced: ")


@pytest.mark.slow
def test_on_linux_everything_is_enforced() -> None:
    assert run("", "check", "daphne", *SMALL).stderr == ""
