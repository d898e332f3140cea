"""Mutants that no codec's answer can show, each with a sentence: read from `equivalent.yaml` in the format's package.

- mutant: m1a2b3c4d5            # one mutant, by its id
  what: plan.canonical, > became >=
  why: the two limits differ by one block, and no request comes near
- function: decode_block._order # all mutants of a function, or of a module
  why: it recovers the plan of bytes, which no codec delivers
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from goldenwire.corpus import plainyaml
from goldenwire.errors import UserError
from goldenwire.strength.mutants import Mutant

FILE = "equivalent.yaml"
Line = Annotated[str, Meta(pattern=r"^[^\n]+$")]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """Mutants that are left out, and why."""

    why: Line
    mutant: str = ""
    what: str = ""
    function: str = ""
    module: str = ""

    def __post_init__(self) -> None:
        if len([name for name in (self.mutant, self.function, self.module) if name]) != 1:
            raise ValueError("an entry is of a mutant, of a function or of a module")

    def covers(self, mutant: Mutant) -> bool:
        """Whether it speaks of this mutant."""
        module = mutant.module.rpartition(".")[2]
        if self.mutant:
            return mutant.id == self.mutant
        if self.module:
            return module == self.module
        place = f"{module}.{mutant.function}"
        return place == self.function or place.startswith(f"{self.function}.")


class Equivalents:
    """The entries of a format; remembers which of them met a mutant."""

    def __init__(self, entries: Iterable[Entry], path: Path) -> None:
        self._entries, self._path = list(entries), path
        self._met: set[int] = set()

    def why(self, mutant: Mutant) -> str:
        """Why the mutant is left out; empty if it is not."""
        for number, entry in enumerate(self._entries):
            if entry.covers(mutant):
                self._met.add(number)
                return entry.why
        return ""

    def idle(self) -> list[str]:
        """The entries that no mutant met, as sentences."""
        return [
            f"{self._path.name}: there is no mutant {entry.mutant or entry.function or entry.module} ({entry.why})"
            for number, entry in enumerate(self._entries)
            if number not in self._met
        ]


def read(folder: Path) -> Equivalents:
    """The equivalents in a format's folder; none where there is no such file. Raises UserError."""
    path = folder / FILE
    if not path.is_file():
        return Equivalents((), path)
    try:
        tree = plainyaml.parse(path.read_text(encoding="utf-8"))
        return Equivalents(msgspec.convert(tree, list[Entry]), path)
    except (plainyaml.PlainYamlError, msgspec.ValidationError) as error:
        raise UserError(f"{path}: {error}") from None
