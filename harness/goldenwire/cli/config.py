"""The configuration of `check`: its options, typed, once the command line and a run to resume are read."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct

from goldenwire import limits
from goldenwire.corpus.vector import Level
from goldenwire.errors import UserError
from goldenwire.protocol import Operation

if TYPE_CHECKING:
    from goldenwire.results.resumed import Resumed
    from goldenwire.run import Options
    from goldenwire.sweeps import Sweeps


class Views(Struct, frozen=True, kw_only=True):
    """The ways in which a run is shown; `all_`, `quiet` and `verbose` are of the terminal."""

    level: Level = "strict"
    junit: Path | None = None
    html: Path | None = None
    badge: Path | None = None
    markdown: Path | None = None
    baseline: Path | None = None
    annotations: str | None = None
    all_: bool = False
    quiet: bool = False
    verbose: bool = False

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> Self:
        """Return the options among the parameters of a command; the others are left out."""
        return cls(**{name: params[name] for name in cls.__struct_fields__ if name in params})

    @property
    def verbosity(self) -> int:
        """-1 for the sums only, 1 for a line for every finding, else 0."""
        return self.verbose - self.quiet

    def written(self) -> tuple[Path | None, ...]:
        """Return the files to be written, None for each that is not asked for."""
        return self.junit, self.html, self.badge, self.markdown

    def check_files(self) -> None:
        """Raise UserError if an output file has no folder, or a baseline has no use or would be overwritten."""
        paths = [path for path in self.written() if path]
        for path in paths:
            if not path.parent.is_dir():
                raise UserError(f"{path}: there is no folder {path.parent}")
        baseline = self.baseline
        if baseline and not self.markdown:
            raise UserError("--baseline: what has changed since is told in --markdown FILE; name that too")
        if baseline and any(path.exists() and path.samefile(baseline) for path in paths):
            raise UserError(
                f"--baseline {baseline}: this run writes the same file; keep the earlier one under another name"
            )


class Config(Views, frozen=True, kw_only=True):
    """The options of one check. Limits are in the units of their options; `resumed` is the run to resume, if any."""

    format: str
    command: tuple[str, ...] = ()
    vectors: Path | None = None
    # what is asked
    select: tuple[str, ...] = ()
    requirement: tuple[str, ...] = ()
    operation: tuple[Operation, ...] = ()
    no_vectors: bool = False
    sweeps: str = "chosen"
    no_sweeps: bool = False
    after: tuple[str, ...] = ()
    examples: int = 100
    seed: str | None = None
    complete: bool = False
    fail_fast: bool = False
    # how the codec is run
    one_shot: bool = False
    jobs: int | None = None
    window: int = 256
    timeout: float = 5.0
    memory: int = limits.MEMORY.default
    cpu: int = limits.CPU.default
    files: int = limits.FILES.default
    file_size: int = limits.FILE_SIZE.default
    processes: int = limits.PROCESSES.default
    sandbox: bool = False
    env: tuple[str, ...] = ()
    # what is read and written
    known_failures: Path | None = None
    write_known_failures: Path | None = None
    save_failures: Path | None = None
    results: Path | None = None
    show_request: bool = False
    resumed: "Resumed | None" = None

    @property
    def everything(self) -> bool:
        """True if all formats are checked that the codec and the vectors have."""
        return self.format == "all"

    def written(self) -> tuple[Path | None, ...]:
        return *super().written(), self.results, self.write_known_failures

    def options(self) -> "Options":
        """Return the part of the options that the run needs. Raises UserError for a seed or --after without use."""
        from goldenwire.run import Options

        if self.after and not self.select:
            raise UserError("--after: name the case that is asked after it with --select")
        return Options(
            level=self.level,
            select=self.select,
            requirement=self.requirement,
            operation=self.operation,
            vectors=not self.no_vectors,
            sweeps=not (self.no_vectors or self.no_sweeps or self.requirement or self.after),
            examples=self._examples,
            seed=read_seed(self.seed),
            database=Path(".goldenwire/examples") if self.seed == "random" else None,
            fail_fast=self.fail_fast,
            requests=self.show_request,
            everything=self.all_,
        )

    def sweeps_of(self, root: Path, format: str) -> "Sweeps":
        """Return the sweeps of a format that are asked, of the tree with that root."""
        from goldenwire.sweeps import Sweeps

        if self.sweeps == "chosen":
            return Sweeps(root, format)
        from goldenwire.sweeps.every import EverySweep

        return EverySweep(root, format)

    @property
    def _examples(self) -> int:
        """The number of examples; with --after, there are none unless a property is named."""
        named = any(glob.startswith("property/") for glob in self.select)
        return self.examples if named or not self.after else 0

    def stored(self, seed: int) -> dict[str, Any]:
        """Return the options that a results file keeps, by their names on the command line."""
        kept = {name.replace("_", "-"): getattr(self, name) for name in KEPT}
        vectors = str(self.vectors) if self.vectors else None
        kept["examples"] = self._examples
        return kept | {"no-vectors": self.no_vectors, "no-sweeps": self.no_sweeps, "seed": seed, "vectors": vectors}


# Options that a results file keeps: those that affect what is asked, or how.
KEPT = (
    "level", "select", "requirement", "operation", "sweeps", "after", "examples", "timeout", "memory", "cpu", "files",
    "file_size", "processes", "sandbox", "env", "window", "fail_fast", "one_shot", "complete",
)  # fmt: skip


def read_seed(word: str | None) -> int:
    """Return the seed for the value of --seed. Raises UserError."""
    import secrets

    from goldenwire.run import SEED

    if word is None:
        return SEED
    if word == "random":
        return secrets.randbits(32)
    if not word.isascii() or not word.isdigit() or len(word) > 18:
        raise UserError(f"--seed {word}: expected a number or the word random")
    return int(word)
