"""The journal of a soak: one line for its settings, then one for each round, on disk before the next one starts.

It is JSON Lines and valid up to the last line. A line torn by a crash is removed, and its round is played again. Only
one soak at a time can open a journal.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import msgspec

from goldenwire import system
from goldenwire.errors import UserError
from goldenwire.soak.rounds import RoundOutcome, Settings

NAME = "journal.jsonl"
WIDTH = 60  # characters of a setting shown in a message
_decode = msgspec.json.Decoder(Settings | RoundOutcome).decode


class JournalError(UserError):
    """A journal that cannot be resumed: the file and a sentence."""


class Journal:
    """The journal in a folder. A context manager; inside it the journal is open and locked against other soaks."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self._file: BinaryIO

    def __enter__(self) -> Self:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab+", buffering=0)
            system.check_regular(self._file.fileno(), self.path)
        except OSError as error:
            raise JournalError(f"{self.path}: {error.strerror}") from None
        try:
            system.lock(self._file)
        except BlockingIOError:
            self._file.close()
            raise JournalError(f"{self.path}: another soak is writing it; give this one a --state of its own") from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def settings(self) -> Settings | None:
        """Return the settings of the soak so far; None if the journal is new."""
        return next((record for record in self._records() if isinstance(record, Settings)), None)

    def outcomes(self) -> Iterator[RoundOutcome]:
        """Yield the rounds so far."""
        return (record for record in self._records() if isinstance(record, RoundOutcome))

    def begin(self, settings: Settings) -> None:
        """Start or resume the journal with these settings. Raises JournalError if it has other settings."""
        before = self.settings()
        if before is None:
            self._file.truncate(0)
            self._append(settings)
            return
        for name in settings.__struct_fields__:
            was, now = getattr(before, name), getattr(settings, name)
            if was != now:
                raise JournalError(
                    f"{self.path} is of a soak with another {WORDS.get(name, name)}: {_short(was)}, and now "
                    f"{_short(now)}; name another folder with --state, or remove this one"
                )
        self._file.truncate(self._whole())

    def add(self, outcome: RoundOutcome) -> None:
        """Store a round; it is on disk on return."""
        self._append(outcome)

    def _append(self, record: Settings | RoundOutcome) -> None:
        try:
            view = memoryview(msgspec.json.encode(record) + b"\n")
        except UnicodeEncodeError as error:
            raise JournalError(f"{self.path}: a soak keeps no word that is not UTF-8, as {error.object}") from None
        while view:
            view = view[self._file.write(view) :]
        os.fsync(self._file.fileno())

    def _whole(self) -> int:
        """Return how many bytes are complete lines."""
        self._file.seek(0)
        return sum(len(line) for line in self._file if line.endswith(b"\n"))

    def _records(self) -> Iterator[Settings | RoundOutcome]:
        self._file.seek(0)
        for number, line in enumerate(self._file, 1):
            if line.endswith(b"\n"):
                yield self._record(number, line)

    def _record(self, number: int, line: bytes) -> Settings | RoundOutcome:
        try:
            record: Settings | RoundOutcome = _decode(line)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise JournalError(f"{self.path}, line {number}: not a record of a soak's journal: {error}") from None
        if isinstance(record, Settings) != (number == 1):
            raise JournalError(f"{self.path}, line {number}: settings are on the first line, and nowhere else")
        return record


WORDS = {
    "packages": "version of goldenwire or Hypothesis",
    "vectors": "content of the vectors",
    "declared": "declaration of the codec",
    "cases": "choice of properties",
    "examples": "number of examples",
    "one_shot": "word on --one-shot",
}


def _short(setting: Any) -> str:
    text = msgspec.json.encode(setting, order="sorted").decode()
    return text if len(text) <= WIDTH else f"{text[:WIDTH]}…"
