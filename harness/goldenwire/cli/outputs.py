"""The outputs of `check` and `report`: the consumers that the options ask for, and the run whose records they take."""

import gc
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from goldenwire.cli.config import Config, Views
from goldenwire.corpus.trees import Trees
from goldenwire.corpus.vector import VERDICTS
from goldenwire.display.door import print_line
from goldenwire.errors import UserError
from goldenwire.judge import referee
from goldenwire.report.terminal import COUNTED, TerminalReport
from goldenwire.results import Footer, RecordWriter, known_failures
from goldenwire.results.gate import Gate
from goldenwire.results.known_failures import KnownFailures
from goldenwire.results.stream import Consumer, play

if TYPE_CHECKING:
    from goldenwire.results.recording import Recorder
    from goldenwire.results.saved import SavedFailures
    from goldenwire.run import Run


class Outputs:
    """The outputs that the options ask for. Raises UserError if a file cannot be read or written."""

    def __init__(self, config: Config, formats: list[str]) -> None:
        self._config = config
        config.check_files()
        self.known = _known(config.known_failures, formats)
        self._recorder = _recorder(config.write_known_failures, formats, self.known)
        self._saved = _saved(config.save_failures)

    def play(self, run: "Run", trees: Trees) -> Footer:
        """Pass the records of the run to the outputs and return its footer.

        An interrupt ends the run early; its findings are kept. Raises the error that ended the run, if any.
        """
        gc.freeze()  # loaded objects stay alive; searching them for garbage over and over costs 0.5 us a case
        gc.set_threshold(10_000)  # and new objects are trees, which have no cycles
        config, resumed = self._config, self._config.resumed
        gate = Gate(
            config.level,
            self.known,
            lambda: run.existing(trees),
            complete=config.complete,
            fail_fast=config.fail_fast,
            stop=run.stop,
            stored=len(resumed.findings) if resumed else 0,
        )
        consumers: list[Consumer] = views(config, _total(run, trees), lambda: run.trouble is not None)
        consumers += [consumer for consumer in (self._saved, self._recorder) if consumer]
        if config.results:
            kept = {"kept": resumed.kept, "size": resumed.size} if resumed else {}
            consumers.insert(0, RecordWriter(config.results, **kept))
        records = resumed.then(run.records()) if resumed else run.records()
        footer = play(gate(records), consumers, lambda: run.stop("interrupted"))
        if run.trouble:
            raise run.trouble
        return footer


def views(asked: Views, total: int | None = None, has_error: Callable[[], bool] = bool) -> list[Consumer]:
    """Return the consumers that show a run, new or stored: the terminal, and the views that are asked for."""
    shown = {"level": asked.level, "verbosity": asked.verbosity, "everything": asked.all_}
    found: list[Consumer] = [TerminalReport(referee.sentence, **shown, total=total, has_error=has_error)]
    if asked.junit:
        from goldenwire.report.junit import JUnitFile

        found.append(JUnitFile(asked.junit))
    if asked.html:
        from goldenwire.report.html import HtmlFile

        found.append(HtmlFile(asked.html))
    if asked.badge:
        from goldenwire.report.badge import BadgeFile

        found.append(BadgeFile(asked.badge, asked.level))
    if asked.markdown:
        from goldenwire.report.markdown import MarkdownFile

        found.append(MarkdownFile(asked.markdown, asked.level, asked.baseline))
    if asked.annotations:
        from goldenwire.report import annotations

        found.append(annotations.KINDS[asked.annotations](asked.level))
    return found


def _total(run: "Run", trees: Trees) -> int | None:
    """Return the approximate number of findings of the operation COUNTED; None if it is unknown."""
    if run.options.narrowed or any(COUNTED not in declared.operations for declared in run.negotiated.values()):
        return None
    facts = [trees.facts(format).vectors for format in run.negotiated]
    return sum(vectors.get(verdict, 0) for vectors in facts for verdict in VERDICTS)


def _known(path: Path | None, formats: list[str]) -> KnownFailures | None:
    return known_failures.checked(known_failures.read(path), formats, path) if path else None


def _recorder(path: Path | None, formats: list[str], known: KnownFailures | None) -> "Recorder | None":
    """Return the recorder. Kinds and reasons come from the given known failures, else from the file to be replaced.

    Raises UserError if the run has several formats.
    """
    if path is None:
        return None
    if len(formats) != 1:
        raise UserError("--write-known-failures: a file holds the failures of one format; name it instead of all")
    from goldenwire.results.recording import Recorder

    before = known or (known_failures.read(path) if path.exists() else None)
    return Recorder(path, formats[0], before, print_line)


def _saved(folder: Path | None) -> "SavedFailures | None":
    if folder is None:
        return None
    from goldenwire.results.saved import SavedFailures

    return SavedFailures(folder, print_line)
