"""Run many mutants, several at a time, each in a separate process; store the verdicts so that a run can be resumed."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from multiprocessing import active_children, get_start_method
from multiprocessing.util import Finalize
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Self

import msgspec
from msgspec import Struct

from goldenwire import formats, system
from goldenwire.errors import UserError
from goldenwire.strength.builds import end_builds
from goldenwire.strength.target import StillbornError, Target, Workshop
from goldenwire.strength.trial import Fate, Means, MutantSuite, MutantVerdict
from goldenwire.sweeps import Sweeps
from goldenwire_suite.mutations.engine import Mutant
from goldenwire_suite.processes import safe_path


class StoredVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the state file: the verdict on a mutant, with this content of vectors and codec."""

    content: str
    mutant: str
    means: Means
    fate: Fate
    by: str = ""
    how: str = ""


def sampled(everything: Sequence[Mutant], number: int, seed: int) -> list[Mutant]:
    """Return a sample of the mutants, the same in every run, in the order of the text; all if there are no more.

    The choice depends on their ids alone, so that an edit of the codec changes little of it.
    """
    drawn = sorted(everything, key=lambda mutant: sha256(f"{seed} {mutant.id}".encode()).digest())
    chosen = {mutant.id for mutant in drawn[:number]}
    return [mutant for mutant in everything if mutant.id in chosen]


class VerdictFile:
    """The verdicts of earlier runs, in a file that is appended to line by line."""

    def __init__(self, path: Path | None, content: str) -> None:
        self._path, self._content = path, content
        self.known: dict[tuple[str, Means], MutantVerdict] = {}
        self.killers: dict[str, str] = {}  # the case that killed a mutant, with any content of the vectors
        for kept in _lines(path) if path else ():
            if kept.fate == "killed":
                self.killers[kept.mutant] = kept.by
            if kept.content == content:
                self.known[kept.mutant, kept.means] = MutantVerdict(kept.fate, kept.by, kept.how)

    def keep(self, mutant: Mutant, means: Means, verdict: MutantVerdict) -> None:
        """Store a verdict."""
        self.known[mutant.id, means] = verdict
        if self._path:
            line = msgspec.json.encode(StoredVerdict(self._content, mutant.id, means, *verdict)) + b"\n"
            with self._path.open("ab") as file:
                file.write(line)


def _lines(path: Path) -> Iterator[StoredVerdict]:
    if not path.exists():
        return
    for number, line in enumerate(system.read_regular(path).splitlines(keepends=True), 1):
        if line.endswith(b"\n"):  # the last one may be torn
            try:
                yield msgspec.json.decode(line, type=StoredVerdict)
            except msgspec.ValidationError as error:
                raise UserError(f"{path}, line {number}: not a line of `goldenwire strength`: {error}") from None


class Origin(NamedTuple):
    """The origin of a worker: its parent, the folder for the temporary files of both, and the environment of codecs."""

    process: int
    place: str
    environment: dict[str, str]


class Crew:
    """Processes that try mutants of one target, each with its own workshop and suite. A context manager.

    They end with it: when it is left, also by an exception, and when this process is killed.
    """

    def __init__(self, target: Target, vectors: Path | None, jobs: int, *, sweeps: bool = False) -> None:
        self._target, self._vectors, self._jobs, self._sweeps = target, vectors, jobs, sweeps
        self._rest = ExitStack()

    def __enter__(self) -> Self:
        with self._target.ready() as workshop:
            suite = _loaded(self._target, self._vectors, workshop)
        self.excluded = suite.excluded
        self.cases = list(dict.fromkeys(question.vector.id for question in suite.questions()))
        place = self._rest.enter_context(TemporaryDirectory(prefix="goldenwire-strength-", ignore_cleanup_errors=True))
        told = (Origin(os.getpid(), place, dict(os.environ)), self._target, self._vectors, suite.excluded, self._sweeps)
        self._rest.enter_context(safe_path())
        self._workers = ProcessPoolExecutor(self._jobs, initializer=_begin, initargs=told)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        with self._rest:
            for worker in active_children() if error else ():
                worker.terminate()
            self._workers.shutdown(cancel_futures=True)

    def run(
        self, chosen: Sequence[Mutant], means: Means, state: VerdictFile, examples: int = 100, seed: int = 0
    ) -> Iterator[tuple[Mutant, MutantVerdict]]:
        """Yield each mutant with its verdict, in order of completion; first those known already."""
        left = []
        for mutant in chosen:
            if verdict := state.known.get((mutant.id, means)):
                yield mutant, verdict
            else:
                left.append(mutant)
        asked = {
            self._workers.submit(_try, mutant, means, state.killers.get(mutant.id, ""), examples, seed): mutant
            for mutant in left
        }
        for done in as_completed(asked):
            mutant, verdict = asked[done], done.result()
            state.keep(mutant, means, verdict)
            yield mutant, verdict

    def matrix(self, chosen: Sequence[Mutant]) -> dict[Mutant, list[str]]:
        """Return all cases that kill each mutant."""
        return dict(zip(chosen, self._workers.map(_killers, chosen), strict=True))


_suite: MutantSuite
_workshop: Workshop
_rest = ExitStack()  # cleaned up when a worker ends


def _begin(origin: Origin, target: Target, vectors: Path | None, excluded: frozenset[str], sweeps: bool) -> None:
    """Create workshop and suite, once in each worker. It ends with its parent, which alone handles interrupts."""
    global _suite, _workshop  # noqa: PLW0603 - a worker has one of each
    os.setpgid(0, 0)
    for number in (signal.SIGINT, *system.ENDINGS):
        signal.signal(number, partial(_end, origin.place))
    system.end_with(os.getppid() if get_start_method() == "forkserver" else origin.process)
    os.environ.clear()
    os.environ.update(origin.environment)
    tempfile.tempdir = origin.place
    _workshop = _rest.enter_context(target.ready())
    Finalize(None, _rest.close, exitpriority=1)
    _suite = _loaded(target, vectors, _workshop, excluded, sweeps=sweeps)


def _end(place: str, number: int, frame: object) -> None:
    """End this worker and the builds that it started; the processes of codecs notice that it is gone."""
    for ignored in (signal.SIGINT, *system.ENDINGS):
        signal.signal(ignored, signal.SIG_IGN)
    end_builds()
    shutil.rmtree(place, ignore_errors=True)  # an early end of one worker means that all of them end
    os._exit(1)


def _loaded(
    target: Target,
    vectors: Path | None,
    workshop: Workshop,
    excluded: frozenset[str] | None = None,
    *,
    sweeps: bool = False,
) -> MutantSuite:
    trees, format = formats.trees(vectors), target.format
    swept = Sweeps(trees.root(format), format) if sweeps else None
    return MutantSuite(format, trees.load(format), trees.facts(format), workshop.command(), excluded, sweeps=swept)


def _try(mutant: Mutant, means: Means, killer: str, examples: int, seed: int) -> MutantVerdict:
    try:
        with _workshop.planted(mutant) as command:
            if means == "properties":
                return _suite.try_properties(command, examples, seed)
            if means == "sweeps":
                return _suite.try_sweeps(command)
            return _suite.try_vectors(command, [killer.partition(" ")[0]] if killer else ())
    except StillbornError as error:
        return MutantVerdict("stillborn", how=str(error))


def _killers(mutant: Mutant) -> list[str]:
    try:
        with _workshop.planted(mutant) as command:
            return _suite.killers(command)
    except StillbornError:
        return []
