"""A codec that loses the cells of CSR matrices, and that a test can pause: `python held.py FOLDER`.

While FOLDER contains a file `hold`, it answers nothing; at its first request it makes a file of its own there.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

from goldenwire.protocol.serve import Reference, serve

Json = Any


class Held(Reference):
    """The reference with one bug, and a pause."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._parent = os.getppid()
        self._format("daphne")  # before hello, so that no case has to wait for it

    def hello(self) -> dict[str, Json]:
        said = super().hello()
        return {**said, "formats": {"daphne": said["formats"]["daphne"]}}

    def decode(self, format: str, data: bytes, context: Json) -> Json:
        while (self._folder / "hold").exists() and os.getppid() == self._parent:
            (self._folder / f"asked-{os.getpid()}").touch()
            time.sleep(0.01)
        value = super().decode(format, data, context)
        return {**value, "cells": []} if value["kind"] == "CSRMatrix" else value


if __name__ == "__main__":
    sys.exit(serve(lambda: Held(Path(sys.argv[1]))))
