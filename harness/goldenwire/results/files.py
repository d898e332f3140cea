"""Files that are replaced atomically."""

import os
import stat
from pathlib import Path

from goldenwire.errors import UserError


def write_atomically(path: Path, text: str) -> None:
    """Write a file atomically: its name stands for the complete old text or the complete new one. Raises UserError.

    A link stays one, and what it leads to is written; a device or a pipe is written to. Characters that UTF-8 cannot
    encode, as from a file's name, are escaped.
    """
    try:
        mode = path.stat().st_mode if path.exists() else stat.S_IFREG
        if stat.S_ISREG(mode):
            _replace(path.resolve(), text, stat.S_IMODE(mode))
        else:
            _write(path, text)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None


def _replace(path: Path, text: str, mode: int) -> None:
    """Replace a file by a new one with the mode of the old one, if there is one; one that is read-only stays."""
    if mode and not os.access(path, os.W_OK):
        raise PermissionError(0, "it is read-only")
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        _write(new, text, is_kept=True)
        if mode:
            new.chmod(mode)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def _write(path: Path, text: str, *, is_kept: bool = False) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)
        file.flush()
        if is_kept:
            os.fsync(file.fileno())
