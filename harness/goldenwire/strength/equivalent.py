"""Mutants that no answer of a codec can reveal, each with a reason: `equivalent.yaml` in the codec's folder.

- why: "the two limits differ by one block, and no request comes near"
  kind: equivalent
  mutants:
    - "plan.py canonical: if size > LIMIT: -> if size >= LIMIT:"
- why: "no codec gives plans back"
  kind: unreachable
  mutants:
    - "decode_block.py _order"

A mutant is named by its file, its function (`Class.method`; omitted for lines of the module) and its change: the lines
before and after with an arrow between them, each with its white space collapsed. `goldenwire strength FORMAT --entries`
prints these names. A piece of code in place of the change, `plan.py canonical: size > LIMIT`, means all mutants within
that code, wherever the function has it. An entry with neither means all mutants of the function or class, and one
without a function all of the file. There are no line numbers, so a name stays valid while the rest of the file is
edited.

kind: `equivalent`: no request has a different answer; `unreachable`: no request reaches the code; `performance`: the
answers are the same but take longer.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from goldenwire import system
from goldenwire.corpus import plainyaml
from goldenwire.errors import UserError
from goldenwire.strength.trial import MutantVerdict
from goldenwire_suite.mutations.engine import Mutant, one_line

FILE = "equivalent.yaml"
ARROW = " -> "
Line = Annotated[str, Meta(pattern=r"^[^\n]+\Z")]
Kind = Literal["equivalent", "unreachable", "performance"]


NAME = re.compile(r"^(?P<file>\S+?)(?: (?P<function>[^\s:]\S*?))?(?:: (?P<change>\S.*))?\Z")


class _Group(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the file: names of mutants that may survive for the same reason."""

    why: Line
    kind: Kind
    mutants: Annotated[list[Annotated[str, Meta(pattern=NAME.pattern)]], Meta(min_length=1)]


@dataclass(frozen=True)
class EquivalentEntry:
    """A mutant, or all mutants of a place, that may survive, and the reason.

    `change` is a mutant's change, or the code within which all mutants are meant.
    """

    file: str
    kind: Kind
    why: str
    function: str = ""
    change: str = ""

    def covers(self, mutant: Mutant) -> bool:
        """Return whether the entry covers this mutant."""
        if self.change:
            named = one_line(self.change)
            here = (self.file, self.function) == (mutant.file, mutant.function)
            return here and (_is_within(mutant, named) if self.is_of_code else mutant.change == named)
        inside = not self.function or f"{mutant.function}.".startswith(f"{self.function}.")
        return mutant.file == self.file and inside

    @property
    def is_of_code(self) -> bool:
        """True if the entry names a piece of code, not one change."""
        return bool(self.change) and ARROW not in self.change

    @property
    def place(self) -> str:
        """The place of the mutants, for messages."""
        return ", ".join(filter(None, (self.file, self.function, self.change)))


def _is_within(mutant: Mutant, code: str) -> bool:
    """Return whether the mutant changes nothing but this code in its lines."""
    before, after = one_line(mutant.before), one_line(mutant.after)
    return any(
        len(before) - len(code) <= len(after)
        and after.startswith(before[: found.start()])
        and after.endswith(before[found.start() + len(code) :])
        for found in re.finditer(f"(?={re.escape(code)})", before)
    )


class Equivalents:
    """The entries of a file."""

    def __init__(self, entries: Iterable[EquivalentEntry] = ()) -> None:
        self.entries = list(entries)

    def entry(self, mutant: Mutant) -> EquivalentEntry | None:
        """Return the first entry that covers the mutant, or None."""
        return next((entry for entry in self.entries if entry.covers(mutant)), None)

    def stale(self, everything: Iterable[Mutant], verdicts: Mapping[Mutant, MutantVerdict]) -> Iterator[str]:
        """Yield a sentence for each stale entry: there is no such mutant, or all of its mutants are killed.

        Of the mutants within a piece of code, none may be killed. `verdicts` are those of the mutants that were tried.
        A `performance` mutant may be killed by a timeout.
        """
        about: list[list[MutantVerdict | None]] = [[] for _ in self.entries]
        for mutant in everything:
            for entry, found in zip(self.entries, about, strict=True):
                if entry.covers(mutant):
                    found.append(verdicts.get(mutant))
        for entry, found in zip(self.entries, about, strict=True):
            if not found:
                yield f"there is no such mutant: {entry.place} ({entry.why})"
            elif (any if entry.is_of_code else all)(verdict and _refutes(entry, verdict) for verdict in found):
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
        groups = msgspec.convert(tree or [], list[_Group])
    except (plainyaml.PlainYamlError, msgspec.ValidationError) as error:
        raise UserError(f"{path}: {error}") from None
    return Equivalents(_entry(name, group) for group in groups for name in group.mutants)


def _entry(name: str, group: _Group) -> EquivalentEntry:
    found = NAME.match(name)
    assert found  # the type of the file's parts has the pattern
    return EquivalentEntry(found["file"], group.kind, group.why, found["function"] or "", found["change"] or "")


def skeleton(mutants: Iterable[Mutant]) -> Iterator[str]:
    """Yield an entry for these mutants, in which reason and kind are still to be filled in."""
    names = [f"{' '.join(filter(None, (mutant.file, mutant.function)))}: {mutant.change}" for mutant in mutants]
    if names:
        yield "- why:"
        yield f"  kind:  # {', '.join(get_args(Kind))}"
        yield "  mutants:"
        yield from (f"    - {json.dumps(name, ensure_ascii=False)}" for name in names)
