"""Serve a Python object as a codec in its own process: `python -P -m goldenwire.protocol.python_child MODULE:OBJECT`.

The codec is imported from the current folder first, but the kit's own modules are not.
"""

import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from goldenwire.protocol.serve import serve


def load(name: str) -> Any:
    """Return the object named by `package.module:object`; a class or a factory function is called.

    Raises SystemExit with a message if there is none.
    """
    module_name, _, path = name.partition(":")
    if not module_name or not path:
        raise SystemExit(f"`{name}` does not name a Python codec: write python:package.module:object")
    try:
        found: Any = import_module(module_name)
    except Exception as error:
        raise SystemExit(f"cannot import `{module_name}`: {type(error).__name__}: {error}{_place(error)}") from None
    for part in path.split("."):
        if not hasattr(found, part):
            raise SystemExit(f"`{module_name}` has no `{path}`")
        found = getattr(found, part)
    if callable(found) and (isinstance(found, type) or not hasattr(found, "hello")):
        found = found()
    if not callable(getattr(found, "hello", None)):
        raise SystemExit(f"`{name}` is not a codec: it has no method `hello`")
    return found


def _place(error: Exception) -> str:
    """Return the file and line of the error, if it is in the codec and not in the import machinery."""
    trace, place = error.__traceback__, ""
    while trace:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith("<frozen") and "importlib" not in file and file != __file__:
            place = f" ({file}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return place


def main(words: Sequence[str]) -> int:
    """Serve the object that the first word names."""
    if not words:
        raise SystemExit("usage: python -m goldenwire.protocol.python_child MODULE:OBJECT [OPERATION FORMAT [CONTEXT]]")
    with contextlib.suppress(OSError):  # the current folder was deleted
        sys.path.insert(0, os.getcwd())  # noqa: PTH109 - nothing else needs pathlib
    return serve(lambda: load(words[0]), words[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
