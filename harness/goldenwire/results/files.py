"""Files that are put in place whole or not at all."""

import os
from pathlib import Path

from goldenwire.errors import UserError


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that its name stands for the old text or the new, whole. Raises UserError.

    What is not Unicode, of a file's name for instance, is written out.
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
