"""Mutants that no answer of a codec can reveal, each with a reason: `equivalent.yaml` in the format's package.

- file: plan.py                      # the module of the codec
  function: canonical                # as `strength` prints it: Class.method; omitted for module-level lines
  change: "if size > LIMIT: -> if size >= LIMIT:"
  kind: equivalent
  why: the two limits differ by one block, and no request comes near
- {file: decode_block.py, function: _order, kind: unreachable, why: no codec gives plans back}

`change` holds the lines before and after with an arrow between them, each with its white space collapsed, as
`goldenwire strength FORMAT --entries` writes them for survivors. Without `change` the entry covers all mutants of the
function or class, and without a function all of the file. It has no line numbers, so it stays valid while the rest of
the file is edited, and becomes stale when the lines themselves change.

kind: `equivalent`: no request has a different answer; `unreachable`: no request reaches the code; `performance`: the
answers are the same but take longer.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from goldenwire import system
from goldenwire.corpus import plainyaml
from goldenwire.errors import UserError
from goldenwire.strength.mutants import Mutant, one_line
from goldenwire.strength.trial import MutantVerdict

FILE = "equivalent.yaml"
Line = Annotated[str, Meta(pattern=r"^[^\n]+\Z")]
Kind = Literal["equivalent", "unreachable", "performance"]


class EquivalentEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """Mutants that may survive: their place, and the reason."""

    file: Line
    kind: Kind
    why: Line
    function: str = ""
    change: str = ""

    def covers(self, mutant: Mutant) -> bool:
        """Return whether the entry covers this mutant."""
        if self.change:
            places = (self.file, self.function, one_line(self.change))
            return places == (mutant.file, mutant.function, mutant.change)
        inside = not self.function or f"{mutant.function}.".startswith(f"{self.function}.")
        return mutant.file == self.file and inside

    @property
    def place(self) -> str:
        """The place of the mutants, for messages."""
        return ", ".join(filter(None, (self.file, self.function, self.change)))


class Equivalents:
    """The entries of a file."""

    def __init__(self, entries: Iterable[EquivalentEntry] = ()) -> None:
        self.entries = list(entries)

    def entry(self, mutant: Mutant) -> EquivalentEntry | None:
        """Return the first entry that covers the mutant, or None."""
        return next((entry for entry in self.entries if entry.covers(mutant)), None)

    def stale(self, everything: Iterable[Mutant], verdicts: Mapping[Mutant, MutantVerdict]) -> Iterator[str]:
        """Yield a sentence for each stale entry: there is no such mutant, or all of its mutants are killed.

        `verdicts` are those of the mutants that were tried. A `performance` mutant may be killed by a timeout.
        """
        about: list[list[MutantVerdict | None]] = [[] for _ in self.entries]
        for mutant in everything:
            for entry, found in zip(self.entries, about, strict=True):
                if entry.covers(mutant):
                    found.append(verdicts.get(mutant))
        for entry, found in zip(self.entries, about, strict=True):
            if not found:
                yield f"there is no such mutant: {entry.place} ({entry.why})"
            elif all(verdict and _refutes(entry, verdict) for verdict in found):
                yield f"it is killed after all: {entry.place} ({entry.why})"


def _refutes(entry: EquivalentEntry, verdict: MutantVerdict) -> bool:
    """Return whether the mutant was killed, not counting a timeout of a `performance` mutant."""
    return verdict.fate == "killed" and not (entry.kind == "performance" and verdict.how.startswith("hung"))


def read(folder: Path) -> Equivalents:
    """Return the entries in a folder; empty if there is no such file. Raises UserError."""
    path = folder / FILE
    if not path.is_file():
        return Equivalents()
    try:
        tree = plainyaml.parse(system.read_regular(path).decode())
        return Equivalents(msgspec.convert(tree or [], list[EquivalentEntry]))
    except (plainyaml.PlainYamlError, msgspec.ValidationError) as error:
        raise UserError(f"{path}: {error}") from None


def skeleton(mutants: Iterable[Mutant]) -> Iterator[str]:
    """Yield entries for these mutants, in which kind and reason are still to be filled in."""
    for mutant in mutants:
        yield f"- file: {mutant.file}"
        if mutant.function:
            yield f"  function: {mutant.function}"
        yield f"  change: {json.dumps(mutant.change, ensure_ascii=False)}"
        yield f"  kind:   # {', '.join(get_args(Kind))}"
        yield "  why:"
