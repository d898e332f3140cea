"""Sequences that `check --save-failures` has kept: each is a case, which `check --vectors` asks again."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from goldenwire import corpus
from goldenwire.corpus.reading import matches
from goldenwire.errors import UserError
from goldenwire.judge import Question
from goldenwire.results.saved import SEQUENCES, SequenceRecord
from goldenwire.sequences.naming import Build, Find, question_of


class SavedSequence(NamedTuple):
    """A line of the file: its place, the id of its case, and its questions by name."""

    place: str
    case: str
    record: SequenceRecord

    @property
    def format(self) -> str:
        """The format of the question that is judged."""
        return self.record.format

    @property
    def operation(self) -> str:
        """The operation of the question that is judged."""
        return self.record.question.partition(" ")[0]


class SavedSequences:
    """The sequences in a folder; none if it has no such file. Raises UserError.

    `find` returns the vector of an id, of the folder or of the kit.
    """

    def __init__(self, folder: Path, find: Find) -> None:
        self._find = find
        path = folder / SEQUENCES
        self._all = list(_read(path)) if path.exists() or path.is_symlink() else []

    def cases(
        self, *, select: Iterable[str] = (), requirement: Collection[str] = (), operation: Collection[str] = ()
    ) -> list[str]:
        """Return the ids of the cases that match a glob of `select` and ask one of the operations.

        They rest on no requirement, so `requirement` leaves them out.
        """
        globs = tuple(select)
        found = [one for one in self._all if not requirement and (not operation or one.operation in operation)]
        return [one.case for one in found if not globs or any(matches(one.case, glob) for glob in globs)]

    def chosen(self, cases: Collection[str]) -> Iterator[SavedSequence]:
        """Yield the sequences of these cases."""
        return (one for one in self._all if one.case in cases)

    def questions(self, sequence: SavedSequence, build: Build) -> list[Question] | None:
        """Return its questions in order, the one that is judged last; None if the codec is not asked one of them.

        Raises UserError, which names the line.
        """
        try:
            found = [question_of(words, self._find, build) for words in sequence.record.words]
        except UserError as error:
            raise UserError(f"{sequence.place}: {error.lines[0]}", *error.lines[1:]) from None
        asked = [question for question in found if question]
        return asked if len(asked) == len(found) else None


def _read(path: Path) -> Iterator[SavedSequence]:
    """Yield the sequences of a file, each once. Raises UserError, which names the line."""
    for number, line in enumerate(dict.fromkeys(corpus.read_regular_file(path).splitlines()), 1):
        place = f"{path}, line {number}"
        try:
            record = msgspec.json.decode(line, type=SequenceRecord)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise UserError(f"{place}: not a sequence of questions: {error}") from None
        yield SavedSequence(place, record.case, record)
