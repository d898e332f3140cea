"""Workers end with the process that has started them, however it ends."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

SCRIPT = """
import os, sys, time
from goldenwire_suite.processes import workers

def work(_):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(600)

if __name__ == "__main__":
    with workers(2) as pool:
        list(pool.map(work, [1, 2, 3]))
"""
PATIENCE = 30  # seconds; workers look five times a second


def is_alive(pid: int) -> bool:
    """Return whether a process is there, and no zombie."""
    with suppress(OSError):
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.fast("SIGTERM")
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("word", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_workers_end_with_the_process_that_started_them(tmp_path: Path, word: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        assert parent.stdout
        pids = [int(parent.stdout.readline()) for _ in range(min(2, os.cpu_count() or 1))]
        parent.send_signal(getattr(signal, word))
        parent.wait(PATIENCE)
        until = time.monotonic() + PATIENCE
        while any(map(is_alive, pids)) and time.monotonic() < until:
            time.sleep(0.05)
        assert not any(map(is_alive, pids))
