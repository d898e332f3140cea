"""The differences between two runs of a codec, question by question, and the cause of each.

The findings of both are kept in a temporary database on disk, so that memory does not grow with them.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self, get_args

from msgspec import Struct

from goldenwire import system
from goldenwire.errors import UserError
from goldenwire.results import known_failures
from goldenwire.results.known_failures import KnownFailures
from goldenwire.results.records import Finding, Footer, Header, Record
from goldenwire.results.scope import SWEEPS
from goldenwire.results.stored import stored

Kind = Literal["broken", "declined", "gone", "changed", "fixed", "answered", "new"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Cause = Literal["codec", "vectors", "codec or kit", "options", "an early end"]

BATCH = 5000  # rows that are written at once
GOOD = {"pass", "unspecified", "unexpected-pass"}
DECLINED = "declined"
# Options that affect what is asked, or how; the others affect only what is shown.
ASKING = (
    "select", "requirement", "operation", "no-vectors", "sweeps", "no-sweeps", "examples", "seed", "timeout", "memory",
    "window", "one-shot",
)  # fmt: skip
DRAWING = ("examples", "seed")
Row = tuple[str, str, str, str, str, str]  # case, operation, state, observation, why, digest


class ResultChange(Struct, frozen=True):
    """A question with different results: the result in each run, and the cause of the change."""

    kind: Kind
    cause: Cause
    case: str
    operation: str
    was: str = ""
    now: str = ""
    worse: bool = False


class Side(NamedTuple):
    """One side of the comparison: a run, or the known failures that stand for one."""

    path: Path
    header: Header | None
    known: KnownFailures | None
    stopped: str = ""  # why the run is not complete

    @property
    def kit(self) -> str:
        """The kit's version; empty if it is not known."""
        if self.header:
            return self.header.kit
        return self.known.comparison.baseline.kit if self.known and self.known.comparison else ""

    @property
    def content(self) -> str:
        """The hash of the vectors' content; empty if it is not known."""
        if self.header:
            return str(self.header.vectors.get("content", ""))
        return self.known.comparison.baseline.vectors if self.known and self.known.comparison else ""


class Diff:
    """Two runs side by side. A context manager, which holds the database.

    Raises UserError if a file is neither results nor known failures, or if both are known failures.
    """

    def __init__(self, old: Path, new: Path) -> None:
        self._base = sqlite3.connect("")  # on disk, until it is closed
        self._base.execute("pragma cache_size = -16384")
        self.old, self.new = self._take("old", old), self._take("new", new)
        if self.old.known and self.new.known:
            raise UserError(f"{old} and {new} are both known failures; one of the two has to be a results file")
        for side, other in ((self.old, "new"), (self.new, "old")):
            if side.known:
                self._fill("new" if other == "old" else "old", self._stand_in(side.known, other))
        self.moved = _moved(self.old, self.new)
        self.counts: Counter[tuple[Kind, Cause]] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._base.close()

    def _take(self, name: str, path: Path) -> Side:
        """Read one file."""
        self._base.execute(
            f"create table {name} (case_ text, operation text, state text, observation text, why text, digest text, "
            "primary key (case_, operation)) without rowid"
        )
        if not _is_results(path):
            return Side(path, None, _read_known(path))
        records, stopped = stored(path), list[str]()
        header = next(records)
        assert isinstance(header, Header), "the first record is"
        self._fill(name, _rows_of(records, stopped.append))
        return Side(path, header, None, *stopped)

    def _fill(self, name: str, rows: Iterable[Row]) -> None:
        source = iter(rows)
        while some := list(islice(source, BATCH)):
            self._base.executemany(f"insert or replace into {name} values (?, ?, ?, ?, ?, ?)", some)

    def _stand_in(self, known: KnownFailures, other: str) -> Iterator[Row]:
        """Yield rows that stand for the run behind known failures, for the other run's questions and for its own."""
        comparison = known.comparison
        met = set()
        for case, operation, state, observation, _, digest in self._rows(f"select * from {other}"):
            seen = Finding(case, operation, "pass", "draft", (), digest=digest)
            same = digest if comparison is None or comparison.has(digest) else ""
            if entry := known.known.get((case, operation)):
                met.add((case, operation))
                recorded = entry[0]
                alike = state not in GOOD and f"{observation} ".startswith(f"{recorded} ")
                yield case, operation, "known-failure", observation if alike else recorded, entry[1].reason, same
            elif comparison and (reason := comparison.known(seen)):
                yield case, operation, DECLINED, "unsupported", reason.reason, same
            else:
                yield case, operation, "pass", "", "", same
        for (case, operation), (recorded, why) in known.known.items():
            if (case, operation) not in met:
                yield case, operation, "known-failure", recorded, why.reason, ""

    def _rows(self, query: str) -> Iterator[Any]:
        with closing(self._base.cursor()) as cursor:
            yield from cursor.execute(query)

    def changes(self) -> Iterator[ResultChange]:
        """Yield the changes by kind and then by case; `counts` grows with them."""
        self._base.execute("create table if not exists changes (kind, case_, operation, w, x, y, z, p, q, r, s)")
        self._base.execute("delete from changes")
        source = self._differing()
        while some := list(islice(source, BATCH)):
            self._base.executemany(f"insert into changes values ({', '.join('?' * 11)})", some)
        for number, case, operation, *states in self._rows("select * from changes order by 1, 2, 3"):
            change = self._change(KINDS[number], case, operation, states[:4], states[4:])
            self.counts[change.kind, change.cause] += 1
            yield change

    def _differing(self) -> Iterator[tuple[Any, ...]]:
        """Yield the questions with different results: the index of the kind, the question, both results."""
        members = ("state", "observation", "why", "digest")
        columns = ", ".join(f"{side}.{name}" for side in ("old", "new") for name in members)
        same = "old.case_ = new.case_ and old.operation = new.operation"
        found = f"""
            select old.case_, old.operation, {columns} from old left join new on {same}
            where new.state is null or old.state != new.state or old.observation != new.observation
            union all
            select new.case_, new.operation, {columns} from new left join old on {same} where old.state is null"""
        for case, operation, *states in self._rows(found):
            if kind := _kind(states[:4], states[4:]):
                yield KINDS.index(kind), case, operation, *states

    def _change(self, kind: Kind, case: str, operation: str, was: list[Any], now: list[Any]) -> ResultChange:
        cause = self._cause(kind, case, was, now)
        worse = kind in {"broken", "declined"} or (kind == "gone" and cause not in {"vectors", "options"})
        worse = worse or (kind in {"answered", "new"} and _bad(now[0]) and cause != "vectors")
        return ResultChange(kind, cause, case, operation, _told(was), _told(now), worse)

    def _cause(self, kind: Kind, case: str, was: list[Any], now: list[Any]) -> Cause:
        """Return the cause of a change: a changed case, another selection or seed, a run's early end, or the codec."""
        vectors = self.old.content != self.new.content
        drawn = case.startswith("property/")
        if kind in {"gone", "new"}:
            if self._chosen_otherwise():
                return "options"
            if vectors and not drawn and not self._on_both_sides(case):
                return "vectors"
            if (self.new if kind == "gone" else self.old).stopped:
                return "an early end"
        elif drawn and any(name in self.moved.options for name in DRAWING):
            return "options"
        elif vectors and (was[3] != now[3] or case.startswith(SWEEPS)):
            return "vectors"
        return "codec or kit" if self.old.kit != self.new.kit else "codec"

    def _chosen_otherwise(self) -> bool:
        return any(name in self.moved.options for name in ASKING[:6])

    def _on_both_sides(self, case: str) -> bool:
        """Return whether both runs asked any question of the case."""
        query = "select exists (select 1 from old where case_ = ?1) and exists (select 1 from new where case_ = ?1)"
        return bool(self._base.execute(query, (case,)).fetchone()[0])


class Moved(Struct, frozen=True):
    """The differences between the settings of the two runs, each as a pair of old and new."""

    kit: tuple[str, str] | None = None
    vectors: tuple[str, str] | None = None
    codec: tuple[str, str] | None = None
    options: dict[str, tuple[Any, Any]] = {}
    declared: tuple[str, ...] = ()
    incomplete: tuple[str, ...] = ()  # runs that are not complete, as sentences


def _moved(old: Side, new: Side) -> Moved:
    def pair(one: str, other: str) -> tuple[str, str] | None:
        return (one, other) if one and other and one != other else None

    kit, vectors = pair(old.kit, new.kit), pair(old.content, new.content)
    incomplete = tuple(
        f"{side.path} is not complete ({side.stopped}), and is compared as far as it goes"
        for side in (old, new)
        if side.stopped
    )
    if not (old.header and new.header):
        return Moved(kit, vectors, incomplete=incomplete)
    codecs = (" ".join(side.codec[name] for name in ("name", "version")) for side in (old.header, new.header))
    was, now = old.header.options, new.header.options
    options = {name: (was.get(name), now.get(name)) for name in ASKING if was.get(name) != now.get(name)}
    return Moved(kit, vectors, pair(*codecs), options, tuple(_declared(old.header, new.header)), incomplete)


def _declared(old: Header, new: Header) -> Iterator[str]:
    for format in old.declared.keys() & new.declared.keys():
        was, now = old.declared[format], new.declared[format]
        for word, names in (("operation", "operations"), ("feature", "features")):
            before, after = set(was[names]), set(now[names])
            yield from (f"{format}: the {word} {name} is no longer declared" for name in sorted(before - after))
            yield from (f"{format}: the {word} {name} is declared now" for name in sorted(after - before))
        for policy in sorted(was["policies"].keys() | now["policies"].keys()):
            one, other = (side["policies"].get(policy, "left open") for side in (was, now))
            if one != other:
                yield f"{format}: the policy {policy} was {one}, and is {other}"


def check(path: Path) -> None:
    """Raise UserError if a file is neither results nor known failures, judging by its beginning."""
    if _is_results(path):
        next(stored(path))
    else:
        _read_known(path)


def _read_known(path: Path) -> KnownFailures:
    """Read a file that does not begin as results do. Raises UserError, which says how it was read."""
    try:
        return known_failures.read(path)
    except known_failures.KnownFailuresError as error:
        read_as = "It is read as known failures, since it does not begin with { as a results file does."
        raise UserError(*error.lines, read_as) from None


def _is_results(path: Path) -> bool:
    try:
        with system.open_regular(path) as file:
            return file.read(1) == b"{"
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None


def _rows_of(records: Iterable[Record], stopped: Callable[[str], object]) -> Iterator[Row]:
    """Yield the rows of a run's findings; `stopped` is called with the reason if the run is not complete."""
    for record in records:
        if isinstance(record, Finding):
            yield _row(record)
        elif isinstance(record, Footer) and not record.complete:
            stopped(record.stopped)


def _row(finding: Finding) -> Row:
    state = DECLINED if finding.is_declined else finding.finding
    why = "" if finding.finding == "pass" else finding.observed if finding.declined else finding.why
    return finding.case, finding.operation, state, str(finding.observation or ""), why, finding.digest


def _bad(state: str | None) -> bool:
    return state is not None and state not in GOOD and state != DECLINED


def _kind(was: list[Any], now: list[Any]) -> Kind | None:
    """Return the kind of change of a question; None if the result is the same."""
    if was[0] is None:
        return "new"
    if now[0] is None:
        return "gone"
    states = [("declined" if side[0] == DECLINED else "bad" if _bad(side[0]) else "good") for side in (was, now)]
    if states == ["bad", "bad"]:
        return "changed" if was[1] != now[1] else None
    return BECAME.get((states[0], states[1]))


BECAME: dict[tuple[str, str], Kind] = {
    ("good", "bad"): "broken",
    ("bad", "good"): "fixed",
    ("good", "declined"): "declined",
    ("bad", "declined"): "declined",
    ("declined", "good"): "answered",
    ("declined", "bad"): "answered",
}


def _told(side: list[Any]) -> str:
    state, observation, why, _ = side
    if state is None:
        return ""
    if state == DECLINED:
        return f"declined: {why}" if why else "declined"
    return f"{state} ({observation}): {why}" if observation else state
