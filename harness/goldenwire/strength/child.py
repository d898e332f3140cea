"""Serve the reference codec of one format with one mutant: `python -P -m goldenwire.strength.child`.

The mutant comes in the environment (GOLDENWIRE_MUTANT, JSON): its format, module, offset and texts. The changed source
is never written to the disk or to Python's bytecode cache.
"""

import json
import os
import sys
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_loader
from types import ModuleType

VARIABLE = "GOLDENWIRE_MUTANT"


class _Changed(MetaPathFinder, Loader):
    """An importer that loads one module with its source changed, and leaves all others to Python."""

    def __init__(self, module: str, source: str, path: str) -> None:
        self._module, self._source, self._path = module, source, path

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        if fullname != self._module:
            return None
        return spec_from_loader(fullname, self, origin=self._path, is_package=self._path.endswith("__init__.py"))

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = self._path
        exec(compile(self._source, self._path, "exec"), module.__dict__)


def plant(module: str, start: int, old: str, new: str) -> None:
    """Make later imports of the module load it with this change. Raises ValueError if its source differs."""
    spec = find_spec(module)
    if spec is None or not spec.origin:
        raise ValueError(f"there is no source of {module}")
    with open(spec.origin, encoding="utf-8") as file:  # noqa: PTH123 - pathlib would be an extra import
        source = file.read()
    if source[start : start + len(old)] != old:
        raise ValueError(f"{module} has no {old!r} at character {start}")
    for name in [name for name in sys.modules if name == module or name.startswith(f"{module}.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Changed(module, source[:start] + new + source[start + len(old) :], spec.origin))


def main() -> int:
    from goldenwire.protocol.serve import Reference, serve

    told = json.loads(os.environ[VARIABLE])
    package = told["module"].rpartition(".")[0]
    plant(told["module"], told["start"], told["old"], told["new"])
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]  # find_spec has imported the package, perhaps with the unchanged module
    return serve(partial(Reference, [told["format"]]))


if __name__ == "__main__":
    sys.exit(main())
