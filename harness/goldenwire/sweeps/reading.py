"""Read the sweeps of a format: lines of edits with their outcomes, and the requests that they make of base vectors."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from goldenwire.corpus import CorpusError, matches, read_regular_file
from goldenwire.corpus.vector import ABSENT, LoadedVector
from goldenwire.protocol import Operation, Request, one_line
from goldenwire_suite.sweeps.edits import MEMBERS, Edit, RequestBase, apply, is_planned

PREFIX = "sweep"  # case ids are sweep/FORMAT/SWEEP.FEATURE
VERSION = 1


class SweepHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the version of the file, the format, and the number of requests of each sweep."""

    sweeps: int
    format: str
    requests: dict[str, int]


class SweepLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Edits of one base with one kind of outcome: `accepted` with a digest for each, or `rejected`.

    `rejected` is a class that binds with its `offset`, or empty if only the rejection binds. `open`: the outcome holds
    under the reference's own policies. Codecs that do not declare the features in `needs` are not asked.
    """

    sweep: str
    base: str
    operation: Operation
    edits: tuple[tuple[Any, ...], ...]
    accepted: tuple[str, ...] | None = None
    rejected: str | None = None
    offset: int | None = None
    open: bool = False
    needs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.accepted is None) == (self.rejected is None):
            raise ValueError("edits are either accepted or rejected")
        if self.accepted is not None and len(self.accepted) != len(self.edits):
            raise ValueError("there must be a digest for each edit that is accepted")


class BaseVector:
    """A vector whose request is edited."""

    def __init__(self, vector: LoadedVector) -> None:
        self.vector = vector

    @cached_property
    def base(self) -> RequestBase:
        """The request as edits know it."""
        texts = ((name, getattr(self.vector, name)) for name in MEMBERS)
        members = {name: msgspec.json.decode(raw) for name, raw in texts if raw != ABSENT}
        return RequestBase(self.vector.id, self.vector.data, members)

    def texts(self, operation: Operation, edit: Edit) -> dict[str, Raw]:
        """Return the members of the request that the edit makes, as JSON texts. Raises CorpusError."""
        edited = self._edited(edit)
        names = ("context",) if operation != "encode" else MEMBERS if is_planned(edit) else MEMBERS[:2]
        known = {*edited.members, edited.changed}
        given = {name: getattr(self.vector, name) for name in names if name in known}
        if edited.changed in given:
            text = edited.text.encode() if edited.text else msgspec.json.encode(edited.members[edited.changed])
            given[edited.changed] = Raw(one_line(text))  # as it is asked, and kept in results
        return given

    def octets(self, edit: Edit) -> bytes:
        """Return the bytes that the edit makes. Raises CorpusError."""
        return self._edited(edit).data or b""

    def _edited(self, edit: Edit) -> Any:
        try:
            return apply(self.base, edit)
        except (LookupError, ValueError, TypeError) as error:
            raise CorpusError(
                f"{self.vector.format}.sweeps", self.vector.id, f"an edit does not fit: {error}"
            ) from None


class SweptRequest(Struct, frozen=True, gc=False):
    """One question of a sweep: an edit of a base, with its golden outcome."""

    line: SweepLine
    number: int
    base: BaseVector

    @property
    def edit(self) -> Edit:
        """The edit."""
        return self.line.edits[self.number]

    @property
    def digest(self) -> str:
        """The digest of the accepted value or bytes; empty for a rejection."""
        return self.line.accepted[self.number] if self.line.accepted is not None else ""

    @property
    def planned(self) -> bool:
        """True if the request has a plan."""
        return self.line.operation == "encode" and is_planned(self.edit)

    @property
    def case(self) -> str:
        """The id of the case that it belongs to."""
        return case_of(self.base.vector.format, self.line)

    def request(self) -> Request:
        """Return the request. Raises CorpusError if the edit does not fit the base."""
        operation, format = self.line.operation, self.base.vector.format
        texts = self.base.texts(operation, self.edit)
        data = self.base.octets(self.edit) if operation != "encode" else None
        return Request(operation, format, data, texts.get("value"), texts.get("plan"), texts.get("context"))


def case_of(format: str, line: SweepLine) -> str:
    """Return the case id of a line."""
    return f"{PREFIX}/{format}/{line.sweep}.{line.base.partition('/')[0]}"


class Sweeps:
    """The sweeps of one format. A tree without a file of them has none."""

    def __init__(self, root: Path, format: str) -> None:
        self.format = format
        self._path = root / f"{format}.sweeps"

    @cached_property
    def lines(self) -> tuple[SweepLine, ...]:
        """The lines of the file. Raises CorpusError."""
        if not self._path.is_file():
            return ()
        head, *lines = read_regular_file(self._path).splitlines() or [b""]
        known = self._typed(1, head, SweepHead)
        if known.sweeps != VERSION:
            raise CorpusError(self._path, "", f"sweeps of version {known.sweeps}, and this kit reads {VERSION}")
        return tuple(self._typed(number, line, SweepLine) for number, line in enumerate(lines, 2))

    def _typed(self, number: int, line: bytes, record: type[Any]) -> Any:
        try:
            return msgspec.json.decode(line, type=record)
        except msgspec.DecodeError as error:
            raise CorpusError(self._path, "", f"line {number}: {error}") from None

    def cases(self, *, select: Iterable[str] = (), operation: Collection[str] = ()) -> list[str]:
        """Return the ids of the cases that match a glob of `select` and have one of the operations."""
        globs = tuple(select)
        found = {
            case_of(self.format, line): None for line in self.lines if not operation or line.operation in operation
        }
        return [case for case in found if not globs or any(matches(case, glob) for glob in globs)]

    def questions(self, cases: Collection[str]) -> set[tuple[str, Operation]]:
        """Return the cases with their operations."""
        named = ((case_of(self.format, line), line.operation) for line in self.lines)
        return {(case, operation) for case, operation in named if case in cases}

    def of(self, bases: Mapping[str, LoadedVector], operation: Operation) -> Iterator[SweptRequest]:
        """Yield the requests of an operation that edit one of these vectors."""
        known = {id: BaseVector(vector) for id, vector in bases.items()}
        for line in self.lines:
            base = known.get(f"{self.format}/{line.base}")
            if base and line.operation == operation:
                yield from (SweptRequest(line, number, base) for number in range(len(line.edits)))

    def groups(self, cases: Iterable[str]) -> list[list[str]]:
        """Return the cases in groups, of which each is asked as a whole."""
        return [list(cases)]

    def requests(self, bases: Mapping[str, LoadedVector], wanted: Collection[str]) -> Iterator[SweptRequest]:
        """Yield the requests of the wanted cases. Raises CorpusError if a base does not exist."""
        known: dict[str, BaseVector] = {}
        for line in self.lines:
            if case_of(self.format, line) in wanted:
                id = f"{self.format}/{line.base}"
                if id not in known:
                    if id not in bases:
                        raise CorpusError(self._path, "", f"there is no case {id}")
                    known[id] = BaseVector(bases[id])
                yield from (SweptRequest(line, number, known[id]) for number in range(len(line.edits)))

    @cached_property
    def bases(self) -> set[str]:
        """The ids of the vectors that are edited."""
        return {f"{self.format}/{line.base}" for line in self.lines}

    def edits(self, vector: LoadedVector) -> bool:
        """Return whether the vector is edited."""
        return vector.id in self.bases
