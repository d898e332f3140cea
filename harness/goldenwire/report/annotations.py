"""Failures as annotations of a CI service: one for each cause, a few at most, since no more of them are shown."""

import secrets
from typing import Self

from goldenwire.corpus.vector import Level
from goldenwire.display import door
from goldenwire.display.text import printable
from goldenwire.report import closing
from goldenwire.report.text import BAD
from goldenwire.results import Finding, Footer, Record
from goldenwire.results.causes import Firsts

MOST = 10  # of a step that GitHub shows
DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = DATA | str.maketrans({":": "%3A", ",": "%2C"})


class GitHubAnnotations:
    """Prints workflow commands of GitHub when a run's footer has come.

    Until then the service is told to obey nothing that is printed, since a codec has its say in it.
    """

    def __init__(self, level: Level) -> None:
        self._level = level
        self._firsts = Firsts(MOST)
        self._token = secrets.token_hex(16)

    def __enter__(self) -> Self:
        door.print_lines([f"::stop-commands::{self._token}"])
        return self

    def take(self, record: Record) -> None:
        """Note what fails; the footer makes annotations of it."""
        match record:
            case Finding() if record.finding in BAD:
                self._firsts.take(record)
            case Footer():
                self._resume()
                door.print_lines(self._lines(record))

    def _lines(self, footer: Footer) -> list[str]:
        troubles = [error(name, sentence) for name, sentence in closing.troubles(footer, self._level)]
        causes = [annotation(finding, more) for finding, more in self._firsts.items()]
        return [*troubles, *causes][:MOST]

    def _resume(self) -> None:
        if self._token:
            door.print_lines([f"::{self._token}::"])
            self._token = ""

    def __exit__(self, *_: object) -> None:
        self._resume()


def annotation(finding: Finding, more: int) -> str:
    """The annotation of a cause: its first failure, and how many there are like it."""
    seen = [f"expected: {finding.expected}", f"observed: {finding.observed}"] if finding.expected else []
    alike = [f"{more:,} more like it"] if more else []
    lines = [finding.summary, ", ".join(finding.requirements), finding.why, *seen, *alike]
    return error(f"{finding.case} {finding.operation}", "\n".join(map(printable, filter(None, lines))))


def error(title: str, message: str) -> str:
    """The workflow command that shows an error."""
    return f"::error title={printable(title).translate(PROPERTY)}::{message.translate(DATA)}"


KINDS = {"github": GitHubAnnotations}
