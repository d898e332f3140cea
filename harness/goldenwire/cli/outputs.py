"""The outputs of `check` and `report`: the consumers that the options ask for, and the run played to them."""

import gc
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goldenwire.corpus.trees import Trees
from goldenwire.display.door import print_line
from goldenwire.errors import UserError
from goldenwire.judge import referee
from goldenwire.report.terminal import COUNTED, TerminalReport
from goldenwire.results import Footer, Writer, known_failures
from goldenwire.results.gate import Gate
from goldenwire.results.known_failures import KnownFailures
from goldenwire.results.resumed import Resumed
from goldenwire.results.stream import Consumer, play
from goldenwire.run import Run

if TYPE_CHECKING:
    from goldenwire.results.recording import Recorder
    from goldenwire.results.saved import SavedFailures


# Options that name an output file.
WRITTEN = ("results", "junit", "html", "badge", "markdown", "write_known_failures")


def check_files(params: Mapping[str, Any]) -> None:
    """Raise UserError if an output file has no folder, or a baseline has no use or would be overwritten."""
    paths = [path for name in WRITTEN if (path := params.get(name))]
    for path in paths:
        if not path.parent.is_dir():
            raise UserError(f"{path}: there is no folder {path.parent}")
    baseline = params.get("baseline")
    if baseline and not params["markdown"]:
        raise UserError("--baseline: what has changed since is told in --markdown FILE; name that too")
    if baseline and any(path.exists() and path.samefile(baseline) for path in paths):
        raise UserError(
            f"--baseline {baseline}: this run writes the same file; keep the earlier one under another name"
        )


class Outputs:
    """The outputs that the options ask for. Raises UserError if a file cannot be read or written."""

    def __init__(self, params: Mapping[str, Any], formats: list[str]) -> None:
        self._params = params
        check_files(params)
        self.resumed: Resumed | None = params.get("resumed")
        self.known = _known(params["known_failures"], formats)
        self._recorder = _recorder(params["write_known_failures"], formats, self.known)
        self._saved = _saved(params["save_failures"])

    def play(self, run: Run, trees: Trees) -> Footer:
        """Play the run to the outputs and return its footer. An interrupt ends the run early; its findings are kept.

        Raises the error that ended the run, if any.
        """
        gc.freeze()  # loaded objects stay alive; searching them for garbage over and over costs 0.5 us a case
        gc.set_threshold(10_000)  # and new objects are trees, which have no cycles
        gate = Gate(
            self._params["level"],
            self.known,
            lambda: run.existing(trees),
            complete=self._params["complete"],
            fail_fast=self._params["fail_fast"],
            stop=run.stop,
            stored=len(self.resumed.findings) if self.resumed else 0,
        )
        consumers: list[Consumer] = views(self._params, _total(run, trees))
        consumers += [consumer for consumer in (self._saved, self._recorder) if consumer]
        if self._params["results"]:
            consumers.insert(0, self._writer(self._params["results"]))
        records = self.resumed.then(run.records()) if self.resumed else run.records()
        footer = play(gate(records), consumers, lambda: run.stop("interrupted"))
        if run.trouble:
            raise run.trouble
        return footer

    def _writer(self, path: Path) -> Writer:
        return Writer(path, kept=self.resumed.kept, size=self.resumed.size) if self.resumed else Writer(path)


def views(params: Mapping[str, Any], total: int | None = None) -> list[Consumer]:
    """Return the consumers that show a run, new or stored: the terminal, and the views that are asked for."""
    verbosity = params["verbose"] - params["quiet"]
    shown = {"level": params["level"], "verbosity": verbosity, "everything": params["all_"]}
    found: list[Consumer] = [TerminalReport(referee.sentence, **shown, total=total)]
    if params["junit"]:
        from goldenwire.report.junit import JUnitFile

        found.append(JUnitFile(params["junit"]))
    if params.get("html"):
        from goldenwire.report.html import HtmlFile

        found.append(HtmlFile(params["html"]))
    if params.get("badge"):
        from goldenwire.report.badge import BadgeFile

        found.append(BadgeFile(params["badge"], params["level"]))
    if params.get("markdown"):
        from goldenwire.report.markdown import MarkdownFile

        found.append(MarkdownFile(params["markdown"], params["level"], params["baseline"]))
    if params.get("annotations"):
        from goldenwire.report import annotations

        found.append(annotations.KINDS[params["annotations"]](params["level"]))
    return found


def _total(run: Run, trees: Trees) -> int | None:
    """Return about how many findings of the operation COUNTED will come; None if it cannot be told."""
    if run.options.narrowed or any(COUNTED not in declared.operations for declared in run.agreed.values()):
        return None
    facts = [trees.facts(format).vectors for format in run.agreed]
    return sum(vectors.get(verdict, 0) for vectors in facts for verdict in ("accept", "reject", "either"))


def _known(path: Path | None, formats: list[str]) -> KnownFailures | None:
    return known_failures.checked(known_failures.read(path), formats, path) if path else None


def _recorder(path: Path | None, formats: list[str], known: KnownFailures | None) -> "Recorder | None":
    """Return the recorder. Kinds and reasons come from the given known failures, else from the file to be replaced.

    Raises UserError if the run has several formats.
    """
    if path is None:
        return None
    if len(formats) != 1:
        raise UserError("--write-known-failures: a file is of one format; name it instead of all")
    from goldenwire.results.recording import Recorder

    before = known or (known_failures.read(path) if path.exists() else None)
    return Recorder(path, formats[0], before, print_line)


def _saved(folder: Path | None) -> "SavedFailures | None":
    if folder is None:
        return None
    from goldenwire.results.saved import SavedFailures

    return SavedFailures(folder, print_line)
