"""Many mutants, several at a time, each in a process of its own; what came of them is kept in a file to go on from."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import msgspec
from msgspec import Struct

from goldenwire.errors import UserError
from goldenwire.strength.mutants import Mutant, of_modules
from goldenwire.strength.trial import Means, Suite, Verdict, declared
from goldenwire.subject import Limits

LIMITS = Limits(timeout=2.0, memory_mib=1024)
APART = {"catalogue", "strategies", "misreadings"}  # packages of a format that are no codec


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the state file: what came of a mutant, with vectors of this content."""

    content: str
    mutant: str
    means: Means
    fate: str
    by: str = ""
    how: str = ""


def mutants(format: str) -> list[Mutant]:
    """All mutants of the modules that the format's codec consists of."""
    from goldenwire import formats

    known = formats.load(format)
    package = import_module(known.home)
    modules = [f"{known.home}.{info.name}" for info in iter_modules(package.__path__) if info.name not in APART]
    return of_modules(sorted(modules), known.codes)


def sampled(everything: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """So many of the mutants, the same ones in every run, in the order of the text; all if there are no more.

    Which ones hangs on their ids alone, so that an edit of the codec changes few of them.
    """
    drawn = sorted(everything, key=lambda mutant: sha256(f"{seed} {mutant.id}".encode()).digest())
    chosen = {mutant.id for mutant in drawn[:number]}
    return [mutant for mutant in everything if mutant.id in chosen]


class State:
    """What is known of mutants from earlier runs, in a file that grows line by line."""

    def __init__(self, path: Path | None, content: str) -> None:
        self._path, self._content = path, content
        self.known: dict[tuple[str, Means], Verdict] = {}
        self.killers: dict[str, str] = {}  # the case that killed a mutant, with whatever vectors
        for kept in _lines(path) if path else ():
            if kept.fate == "killed":
                self.killers[kept.mutant] = kept.by
            if kept.content == content:
                self.known[kept.mutant, kept.means] = Verdict(kept.fate, kept.by, kept.how)  # type: ignore[arg-type]

    def keep(self, mutant: Mutant, means: Means, verdict: Verdict) -> None:
        """Note a verdict."""
        self.known[mutant.id, means] = verdict
        if self._path:
            line = msgspec.json.encode(Kept(self._content, mutant.id, means, *verdict)) + b"\n"
            with self._path.open("ab") as file:
                file.write(line)


def _lines(path: Path) -> Iterator[Kept]:
    if not path.exists():
        return
    for number, line in enumerate(path.read_bytes().splitlines(keepends=True), 1):
        if line.endswith(b"\n"):  # the last one may be torn
            try:
                yield msgspec.json.decode(line, type=Kept)
            except msgspec.ValidationError as error:
                raise UserError(f"{path}, line {number}: not a line of `goldenwire strength`: {error}") from None


def run(
    format: str, chosen: Sequence[Mutant], means: Means, state: State, options: Mapping[str, Any]
) -> Iterator[tuple[Mutant, Verdict]]:
    """Each mutant with its verdict, as they come; those that are known already first."""
    left = []
    for mutant in chosen:
        if verdict := state.known.get((mutant.id, means)):
            yield mutant, verdict
        else:
            left.append(mutant)
    if not left:
        return
    with ProcessPoolExecutor(options["jobs"], initializer=_begin, initargs=(format, options["vectors"])) as workers:
        how = options["examples"], options["seed"]
        asked = {workers.submit(_try, mutant, means, state.killers.get(mutant.id, ""), *how): mutant for mutant in left}
        try:
            for done in as_completed(asked):
                mutant, verdict = asked[done], done.result()
                state.keep(mutant, means, verdict)
                yield mutant, verdict
        except BaseException:
            workers.shutdown(wait=False, cancel_futures=True)
            raise


_suite: Suite | None = None


def _begin(format: str, option: Path | None) -> None:
    """Load the suite, once in each worker."""
    from goldenwire import formats

    global _suite  # noqa: PLW0603 - a worker has one suite
    trees = formats.trees(option)
    _suite = Suite(format, trees.load(format), declared(format), trees.facts(format))


def _try(mutant: Mutant, means: Means, killer: str, examples: int, seed: int) -> Verdict:
    assert _suite is not None, "the worker has begun"
    if means == "properties":
        return _suite.try_properties(mutant, LIMITS, examples, seed)
    return _suite.try_vectors(mutant, LIMITS, [killer.partition(" ")[0]] if killer else ())


def matrix(
    format: str, chosen: Sequence[Mutant], options: Mapping[str, Any]
) -> tuple[dict[Mutant, list[str]], list[str]]:
    """All cases that kill each mutant, and the ids of all cases that are asked."""
    with ProcessPoolExecutor(options["jobs"], initializer=_begin, initargs=(format, options["vectors"])) as workers:
        kills = dict(zip(chosen, workers.map(_killers, chosen), strict=True))
        return kills, workers.submit(_cases).result()


def _killers(mutant: Mutant) -> list[str]:
    assert _suite is not None, "the worker has begun"
    return _suite.killers(mutant, LIMITS)


def _cases() -> list[str]:
    assert _suite is not None, "the worker has begun"
    return list(dict.fromkeys(question.vector.id for question in _suite.questions()))
