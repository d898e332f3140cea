"""Failures as annotations of a CI service: one per cause, at most MOST, since the service shows no more."""

import secrets
from typing import Self

from goldenwire.corpus.vector import Level
from goldenwire.display.door import command, print_line, print_lines
from goldenwire.escapes import one_line
from goldenwire.report import closing
from goldenwire.results import Finding, Footer, Record
from goldenwire.results.causes import Firsts
from goldenwire.results.records import BAD

MOST = 10  # annotations of one step that GitHub shows
DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = DATA | str.maketrans({":": "%3A", ",": "%2C"})


class GitHubAnnotations:
    """Print GitHub workflow commands once a run's footer has arrived.

    Until then the service ignores commands in the output, because a codec can influence what is printed.
    """

    def __init__(self, level: Level) -> None:
        self._level = level
        self._firsts = Firsts(MOST)
        self._token = secrets.token_hex(16)

    def __enter__(self) -> Self:
        print_line(command(f"::stop-commands::{self._token}"))
        return self

    def take(self, record: Record) -> None:
        """Collect failures; print the annotations when the footer arrives."""
        match record:
            case Finding() if record.finding in BAD:
                self._firsts.take(record)
            case Footer():
                self._resume()
                print_lines(map(command, self._lines(record)))

    def _lines(self, footer: Footer) -> list[str]:
        troubles = [error(name, one_line(sentence)) for name, sentence in closing.troubles(footer, self._level)]
        causes = [annotation(finding, more) for finding, more in self._firsts.items()]
        return [*troubles, *causes][:MOST]

    def _resume(self) -> None:
        if self._token:
            print_line(command(f"::{self._token}::"))
            self._token = ""

    def __exit__(self, *_: object) -> None:
        self._resume()


def annotation(finding: Finding, more: int) -> str:
    """Return the annotation for a cause: its first failure and the number of similar ones."""
    seen = [f"expected: {finding.expected}", f"observed: {finding.observed}"] if finding.expected else []
    alike = [f"{more:,} more like it"] if more else []
    lines = [finding.summary, ", ".join(finding.requirements), finding.why, *seen, *alike]
    return error(f"{finding.case} {finding.operation}", "\n".join(map(one_line, filter(None, lines))))


def error(title: str, message: str) -> str:
    """Return the workflow command that shows an error."""
    return f"::error title={one_line(title).translate(PROPERTY)}::{message.translate(DATA)}"


KINDS = {"github": GitHubAnnotations}
