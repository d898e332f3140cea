"""Outputs that are written whole: files are replaced, links and pipes are not."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from goldenwire.errors import UserError
from goldenwire.results.files import write_atomically


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    path.chmod(0o640)
    write_atomically(path, "new \udcff\n")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new \\udcff\n", 0o640)
    assert [one.name for one in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("exists", [True, False], ids=["file", "nothing"])
def test_what_a_link_leads_to_is_written(tmp_path: Path, exists: bool) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    if exists:
        target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, "new")
    assert (link.is_symlink(), target.read_text()) == (True, "new")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        write_atomically(pipe, "new")
        assert reader.stdout
        assert reader.stdout.read() == b"new"
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="open files have no names")
def test_a_pipe_without_a_name_is_written_to_as_a_shell_hands_it_over() -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as read, os.fdopen(writer, "wb") as end:
        write_atomically(Path(f"/dev/fd/{writer}"), "new")
        end.close()
        assert read.read() == b"new"


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no device that is full")
def test_a_device_that_takes_nothing_is_told(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/full")
    with pytest.raises(UserError, match="No space left on device"):
        write_atomically(link, "new")
    assert Path("/dev/full").is_char_device()


def test_a_file_that_is_read_only_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda place, mode: False)  # root may write anything
    with pytest.raises(UserError, match="it is read-only"):
        write_atomically(path, "new")
    assert path.read_text() == "old"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No such file or directory"):
        write_atomically(tmp_path / "none" / "out", "new")
