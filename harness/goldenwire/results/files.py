"""Files that are replaced atomically."""

import os
from pathlib import Path

from goldenwire.errors import UserError


def write_atomically(path: Path, text: str) -> None:
    """Write a file atomically: its name stands for the complete old text or the complete new one. Raises UserError.

    Characters that UTF-8 cannot encode, as from a file's name, are escaped.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            with new.open("w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
