"""The targets of mutation: the reference codec of a format, or a codec in another language that is built with make."""

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory
from typing import Protocol

from goldenwire import formats, system
from goldenwire.errors import UserError
from goldenwire.strength import textual
from goldenwire.strength.builds import Builder, Built, builder
from goldenwire.strength.child import VARIABLE
from goldenwire_suite.mutations.engine import Mutant, of_modules, source_of
from goldenwire_suite.suite import suite_folder

APART = {"suite", "catalogue", "strategies", "mutations", "misreadings", "library"}  # what is not the codec
QUICK = ("CXXFLAGS=-O0", "CFLAGS=-O1")  # settings that shorten a mutant's build


class StillbornError(Exception):
    """The changed source does not build."""


class Target(Protocol):
    """A codec whose sources are mutated."""

    format: str
    name: str
    home: Path  # the folder of its equivalent.yaml

    def mutants(self) -> list[Mutant]:
        """Return all mutants of its sources."""

    def digest(self) -> str:
        """Return a hash of its sources."""

    def ready(self) -> AbstractContextManager["Workshop"]:
        """Return a context with a workshop for mutants."""


class Workshop(Protocol):
    """A workshop that makes mutants of a target, one at a time."""

    def command(self) -> list[str]:
        """Return the command line of the unchanged codec."""

    def planted(self, mutant: Mutant) -> AbstractContextManager[list[str]]:
        """Return a context with the command line of the mutated codec. Raises StillbornError."""


class ReferenceTarget:
    """The reference codec; its mutants need no folder, because the process that serves it makes the change."""

    def __init__(self, format: str) -> None:
        self._format = formats.load(format)
        self.format, self.name = self._format.name, "the reference"
        self.home = suite_folder(self._format)

    def mutants(self) -> list[Mutant]:
        return of_modules(self._modules(), self._format.codec.codes)

    def digest(self) -> str:
        return _digest(source_of(module) for module in self._modules())

    def _modules(self) -> list[str]:
        home = self._format.home
        package = import_module(home)
        return sorted(f"{home}.{info.name}" for info in iter_modules(package.__path__) if info.name not in APART)

    @contextmanager
    def ready(self) -> "Iterator[Workshop]":
        yield self

    def command(self) -> list[str]:
        return system.python_module("goldenwire", "serve", "--format", self.format)

    @contextmanager
    def planted(self, mutant: Mutant) -> Iterator[list[str]]:
        told = {"format": self.format, **{name: getattr(mutant, name) for name in ("module", "start", "old", "new")}}
        yield ["env", f"{VARIABLE}={json.dumps(told)}", *system.python_module("goldenwire.strength.child")]


class FolderTarget:
    """A codec of the format in a folder, whose Makefile builds it and has the target print-command."""

    def __init__(self, format: str, folder: Path) -> None:
        if not (folder / "Makefile").is_file():
            raise UserError(f"{folder} has no Makefile that builds a codec")
        self.format, self.name, self.home = format, folder.resolve().name, folder

    def mutants(self) -> list[Mutant]:
        found = textual.of_folder(self.home, formats.load(self.format).codec.codes)
        if not found:
            raise UserError(f"{self.home} has no sources of {', '.join(textual.SOURCES)}")
        return found

    def digest(self) -> str:
        return _digest(
            system.read_regular(path).decode() for path in sorted(self.home.iterdir()) if path.suffix in textual.SOURCES
        )

    @contextmanager
    def ready(self) -> "Iterator[Workshop]":
        with TemporaryDirectory(prefix=f"{self.name}-") as place, builder() as make:
            try:
                copy = _Copy(self.home, Path(place), make)
            except StillbornError as error:
                raise UserError(f"{self.home} does not build:", *str(error).splitlines()) from None
            yield copy


class _Copy:
    """A copy of the codec's folder, built once; a mutant changes one file of it and is built incrementally."""

    def __init__(self, home: Path, place: Path, builder: Builder) -> None:
        self._builder = builder
        self._folder, self._built = place / home.name, place / "as-built"
        shutil.copytree(home, self._folder, ignore=shutil.ignore_patterns("build", "__pycache__"))
        self._make()
        if (self._folder / "build").is_dir():
            shutil.copytree(self._folder / "build", self._built)

    def command(self) -> list[str]:
        done = self._run("print-command")
        return done.stdout.split()

    @contextmanager
    def planted(self, mutant: Mutant) -> Iterator[list[str]]:
        path = self._folder / mutant.file
        source, times = path.read_text(encoding="utf-8"), path.stat()
        path.write_text(mutant.applied(source), encoding="utf-8")
        try:
            self._make()
            yield self.command()
        finally:
            path.write_text(source, encoding="utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            if self._built.is_dir():
                shutil.rmtree(self._folder / "build", ignore_errors=True)
                shutil.copytree(self._built, self._folder / "build")  # keeps the times: only changed files are rebuilt

    def _make(self) -> None:
        try:
            done = self._run("all")
        except TimeoutError as error:
            raise StillbornError(str(error)) from None
        if done.status:
            raise StillbornError(done.stderr.strip()[-200:])

    def _run(self, goal: str) -> Built:
        return self._builder.run(["make", "-s", "--no-print-directory", "-C", str(self._folder), *QUICK, goal])


def _digest(texts: Iterable[str]) -> str:
    return sha256("\0".join(texts).encode()).hexdigest()[:16]
