"""A file named by the user is read only if it is regular: no command waits for a pipe, or reads an endless device."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from goldenwire import system

READS = {
    "known failures": ["check", "daphne", "--select", "daphne/dense", "--examples", "0", "--known-failures", "FILE"],
    "written known failures": ["check", "daphne", "--write-known-failures", "FILE", "--", "true"],
    "known failures of interop": ["interop", "daphne", "--codec", "reference", "--known-failures", "FILE"],
    "known failures of a soak": ["soak", "daphne", "--minutes", "0.001", "--known-failures", "FILE"],
    "a run to go on with": ["check", "--resume", "FILE"],
    "results": ["report", "FILE"],
    "results to compare with": ["check", "daphne", "--baseline", "FILE", "--markdown", "out.md"],
    "two runs": ["diff", "FILE", "FILE"],
    "bytes to explain": ["explain", "daphne", "FILE"],
    "verdicts on mutants": ["strength", "daphne", "--sample", "1", "--state", "FILE"],
    "a journal": ["soak", "daphne", "--minutes", "0.001", "--state", "."],
}


@pytest.mark.fast("written known failures-pipe", "two runs-pipe", "bytes to explain-device")
@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize("words", READS.values(), ids=READS)
def test_what_is_no_regular_file_is_not_read(words: list[str], kind: str, few_vectors: None, tmp_path: Path) -> None:
    file = tmp_path / "journal.jsonl"
    if kind == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to("/dev/zero")
    command = [sys.executable, "-m", "goldenwire", *(word.replace("FILE", file.name) for word in words)]
    limited = f'ulimit -v {2 << 20}; exec "$@"'
    done = subprocess.run(
        ["sh", "-c", limited, "sh", *command], cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "not a regular file" in done.stderr or "there is no such file" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_link_to_a_file_is_followed_and_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("words")
    (tmp_path / "link").symlink_to("file")
    assert system.read_regular(tmp_path / "link") == b"words"
    os.truncate(tmp_path / "file", system.LARGEST + 1)  # a sparse file
    with pytest.raises(OSError, match="the file has 268,435,457 bytes, more than 268,435,456"):
        system.read_regular(tmp_path / "link")
