"""What `check` writes while a run goes on and when it ends: the terminal, results, JUnit XML, known failures."""

import gc
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldenwire import corpus
from goldenwire.cli.screen import Screen
from goldenwire.corpus.vector import Manifest
from goldenwire.errors import UserError
from goldenwire.judge import referee
from goldenwire.report.text import TextReport
from goldenwire.results import Finding, Footer, Header, RunResult, Writer, known_failures
from goldenwire.results.known_failures import KnownFailures, Recorder
from goldenwire.run import Run


class Outputs:
    """The outputs that the options ask for. Raises UserError where a file cannot be read or written."""

    def __init__(self, asked: Mapping[str, Any], formats: list[str]) -> None:
        self._level = asked["level"]
        self._verbosity = asked["verbose"] - asked["quiet"]
        self._results: Path | None = asked["results"]
        self._junit: Path | None = asked["junit"]
        for path in filter(None, (self._results, self._junit, asked["write_known_failures"])):
            if not path.parent.is_dir():
                raise UserError(f"{path}: there is no folder {path.parent}")
        self.known = _known(asked["known_failures"], formats)
        self.recorder = _recorder(asked["write_known_failures"], formats, self.known)
        self._record_file: Path | None = asked["write_known_failures"]
        self._saved = _saved(asked["save_failures"])

    def drive(self, run: Run, began: Header, root: Path, manifest: Manifest) -> Footer:
        """Take the run from its beginning to its end. An interrupt ends it early; what was found is kept."""
        gc.freeze()  # what is loaded by now stays; to search it again and again for garbage costs 0.5 us a case
        trouble: UserError | None = None
        kept: list[Finding] = []
        with Writer(self._results) as writer, Screen(_total(run, manifest)) as screen:
            report = TextReport(
                referee.sentence, level=self._level, verbosity=self._verbosity, colour=bool(screen.colour)
            )
            writer.write(began)
            writer.flush()
            screen.print(report.begin(began))
            try:
                for _ in run.canaries():
                    pass
                screen.print(report.unmask(run.unmasked))
                for finding in run.findings():
                    writer.write(finding)
                    if finding.finding != "pass" or self._verbosity > 0:
                        screen.print(report.show(finding))
                    if screen.terminal:
                        screen.advance(finding.case, finding.operation == COUNTED)
                    if self._saved:
                        self._saved.add(finding)
                    if self._junit:
                        kept.append(finding)
            except KeyboardInterrupt:
                run.stopped = "interrupted"
            except UserError as error:
                trouble, run.stopped = error, str(error)
            footer = run.footer(self._stale(run, root, manifest))
            writer.write(footer)
            screen.clear()
            screen.print(report.end(footer, run.tally.features))
        self._finish(run, RunResult(began, kept, footer))
        if trouble:
            raise trouble
        return footer

    def _stale(self, run: Run, root: Path, manifest: Manifest) -> list[str]:
        """Known failures that nothing was found for, where the run came to its end."""
        if self.known is None or run.stopped:
            return []
        from goldenwire import properties

        options = run.options
        vectors = corpus.load(*run.agreed, root=root, known=manifest, data=False)
        existing = {vector.id: not options.narrowed for vector in vectors}
        for format in run.agreed:
            asked = options.properties(format)
            existing |= {case: case in asked for case in properties.cases(format)}
        return self.known.stale(existing)

    def _finish(self, run: Run, result: RunResult) -> None:
        if self._junit:
            from goldenwire.report.junit import junit

            _put(self._junit, junit(result))
        if self._saved and (count := self._saved.write()):
            print(f"{count:,} failures are saved in {self._saved.folder}; --vectors tries them again")  # noqa: T201
        if self.recorder and self._record_file:
            count = self.recorder.write(narrowed=run.options.narrowed or bool(run.stopped))
            print(f"{count:,} known failures are in {self._record_file}; give each its kind and reason")  # noqa: T201


if TYPE_CHECKING:
    from goldenwire.results.saved import SavedFailures

# Progress is counted in decoded vectors, which are nearly all.
COUNTED = "decode"


def _total(run: Run, manifest: Manifest) -> int | None:
    """About how many findings of the operation that is counted will come; None where there is no telling."""
    if run.options.narrowed or any(COUNTED not in declared.operations for declared in run.agreed.values()):
        return None
    facts = [manifest.facts(format).vectors for format in run.agreed]
    return sum(vectors.get(verdict, 0) for vectors in facts for verdict in ("accept", "reject", "either"))


def _known(path: Path | None, formats: list[str]) -> KnownFailures | None:
    return known_failures.checked(known_failures.read(path), formats, path) if path else None


def _recorder(path: Path | None, formats: list[str], known: KnownFailures | None) -> Recorder | None:
    """Kinds and reasons come from the known failures that are given, else from the file that will be replaced."""
    if path is None:
        return None
    if len(formats) != 1:
        raise UserError("--write-known-failures: a file is of one format; name it instead of all")
    before = known or (known_failures.read(path) if path.exists() else None)
    return Recorder(path, formats[0], before)


def _saved(folder: Path | None) -> "SavedFailures | None":
    if folder is None:
        return None
    from goldenwire.results.saved import SavedFailures

    return SavedFailures(folder)


def _put(path: Path, text: str) -> None:
    """Write a file whole."""
    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)
