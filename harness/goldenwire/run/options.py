"""The options of a run: the parts of the suite that are asked, and the settings that affect the results."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from goldenwire import formats
from goldenwire.corpus.vector import Level
from goldenwire.errors import UserError, did_you_mean
from goldenwire.protocol import Operation
from goldenwire.sequences import SavedSequences
from goldenwire.sweeps import Sweeps

SEED = 20240229


class Options(Struct, frozen=True, kw_only=True):
    """The selected parts of the suite, and the settings that affect the results."""

    level: Level = "strict"
    select: tuple[str, ...] = ()
    requirement: tuple[str, ...] = ()
    operation: tuple[Operation, ...] = ()
    vectors: bool = True
    sweeps: bool = False
    examples: int = 100
    seed: int = SEED
    database: Path | None = None  # folder in which properties store failing examples, if any
    fail_fast: bool = False
    requests: bool = False  # whether findings other than passes include their request
    everything: bool = False  # whether each failure is shown, and so asked again

    @property
    def narrowed(self) -> bool:
        """Return whether some of the vectors' questions are left out."""
        return bool(self.select or self.requirement or self.operation) or not self.vectors

    def properties(self, format: str) -> list[str]:
        """Return the ids of the format's properties that are run."""
        from goldenwire import properties

        if not self.examples:
            return []
        return properties.cases(format, select=self.select, requirement=self.requirement, operation=self.operation)

    def constructs(self, format: str) -> list[str]:
        """Return the ids of the format's constructs that are asked for, together with properties."""
        from goldenwire import scale

        return scale.cases(formats.load(format), self.select, self.requirement) if self.examples else []

    def matched_by_properties(self, formats: Iterable[str]) -> list[str]:
        """Return the globs and requirements that match a property or construct, so that no vector has to match them."""
        if not self.examples:
            return []
        known = list(formats)
        globs = [w for w in self.select if any(_beside_vectors(format, select=[w]) for format in known)]
        ids = [w for w in self.requirement if any(_beside_vectors(format, requirement=[w]) for format in known)]
        return globs + ids

    def swept(self, sweeps: Sweeps) -> list[str]:
        """Return the ids of the cases of a format's sweeps that are asked."""
        return sweeps.cases(select=self.select, operation=self.operation) if self.sweeps else []

    def matched_by_sweeps(self, sweeps: Iterable[Sweeps]) -> list[str]:
        """Return the globs that match a case of the sweeps, so that no vector needs to match them."""
        known = list(sweeps) if self.sweeps else []
        return [glob for glob in self.select if any(one.cases(select=[glob]) for one in known)]

    def replayed(self, saved: SavedSequences) -> list[str]:
        """Return the ids of the saved sequences that are asked."""
        if not self.vectors:
            return []
        return saved.cases(select=self.select, requirement=self.requirement, operation=self.operation)

    def matched_by_sequences(self, saved: SavedSequences) -> list[str]:
        """Return the globs that match a saved sequence, so that no vector needs to match them."""
        return [glob for glob in self.select if saved.cases(select=[glob])]

    def check(self, formats: Iterable[str]) -> None:
        """Raise UserError if a word selects no property when vectors, which check their own, are left out."""
        if self.vectors:
            return
        from goldenwire import properties

        known, matched = list(formats), self.matched_by_properties(formats)
        cases = [case for format in known for case in _beside_vectors(format)]
        ids = [id for format in known for property in properties.for_format(format) for id in property.requirements]
        for option, words, there in (("select", self.select, cases), ("requirement", self.requirement, ids)):
            for word in words:
                if word not in matched:
                    raise UserError(f"--{option} {word} selects no property{did_you_mean(word, there)}")
        if not any(self.properties(format) or self.constructs(format) for format in known):
            raise UserError("nothing is selected: no vectors (--no-vectors), and no property")


def _beside_vectors(format: str, **filters: Sequence[str]) -> list[str]:
    """Return the ids of the format's properties and constructs that match the filters."""
    from goldenwire import properties, scale

    return [*properties.cases(format, **filters), *scale.cases(formats.load(format), **filters)]
