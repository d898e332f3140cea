"""The trial of the rows of the table; `python -m miniatures.trial [WORD]` prints them with figures.

For every misbehaviour in the bad case: it is observed as expected and no other case fails, each case has one finding,
the run ends with the exit code of the row, no process of the codec is left, and the harness has used at most 64 MiB
and three times the largest reply.
"""

import os
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from msgspec import Raw

from goldenwire.corpus.vector import LoadedVector
from goldenwire.judge import Terms
from goldenwire.results import Finding, Footer, Header, exit_code
from goldenwire.results.gate import Gate
from goldenwire.run import Options, Run
from goldenwire.subject import CannotRun, Limits, OneShot, Pool
from miniatures import HERE, table

CASES, BAD = 7, 3  # the number of cases, and which of them is the bad one
MIB = 1 << 20
BOUND = 64  # MiB that the harness may grow by, besides three times the largest reply
LINE = 4  # MiB of a line
PATIENCE = 0.4  # seconds for a case where only a time-out shows the defect
LAST = 30.0  # seconds after which all processes must be gone: the machine may be busy
TERMS = Terms(("decode",), (), {}, {})


class Outcome(NamedTuple):
    """The results of a row.

    The observation of the bad case, other findings that do not pass, whether each case has one finding, the exit code,
    command lines of processes that are left, growth of the harness in MiB, seconds.
    """

    observed: str
    others: tuple[str, ...]
    whole: bool
    code: int
    left: tuple[str, ...]
    mib: float
    seconds: float


def command(row: table.Row) -> list[str]:
    """Return the command line of the row's miniature."""
    if row.way.startswith("python"):
        return [f"python:objects:bad.{row.name}"]
    if row.way.startswith("hello"):
        return (table.HELLOS if row.way == "hello" else table.HELLOS_OF_ONE_SHOTS)[row.name][0]
    return [sys.executable, "-I", "-S", str(HERE / f"{'oneshot' if row.way == 'one-shot' else 'codec'}.py"), row.name]


def limits(row: table.Row) -> Limits:
    """Return tight limits, with a short time-out only for rows that need one: the machine may be busy."""
    slow = row.observed.startswith("hung") or row.name in SILENT
    patience = PATIENCE + 1.6 * row.way.startswith("python")  # Python takes its time to start
    return Limits(
        timeout=patience if slow else 20, startup=PATIENCE if f"{PATIENCE} s" in row.observed else 60,
        memory_mib=256, output_mib=LINE, window=4, cpu=1, files=64, file_mib=2, processes=50,
    )  # fmt: skip


SILENT = ("closes its input", "closes its output", "stops its guard", "leave_a_thread")


def try_out(row: table.Row) -> Outcome:
    """Run the row in this process and return its outcome."""
    make = OneShot if row.way.endswith("one-shot") else Pool
    began = time.monotonic()
    with _marked() as mark, _path():
        _reset_peak()
        before = _peak()
        try:
            with make(command(row), limits(row)) as codec:
                found, footer = _played(Run(
                    codec, {"daphne": TERMS}, Options(examples=0), header=HEADER, vectors=_vectors(row),
                    referee=_nobody, canaries={},
                ))  # fmt: skip
            bad = next((one for one in found if one.case == _id(BAD)), None)
            observed = "nothing" if bad is None else str(bad.observation or bad.finding)
            others = tuple(f"{one.case} {one.observation}" for one in found if one is not bad and one.finding != "pass")
            whole, code = len({one.case for one in found}) == len(found) == CASES, exit_code(footer, "strict")
        except CannotRun as error:
            observed, others, whole, code = str(error), (), True, 2
        return Outcome(observed, others, whole, code, _left(mark), _peak() - before, time.monotonic() - began)


def _played(run: Run) -> tuple[list[Finding], Footer]:
    _, _, *found, footer = Gate("strict", run.known, stop=run.stop)(run.records())
    assert isinstance(footer, Footer)
    return [one for one in found if isinstance(one, Finding)], footer


HEADER = Header(
    kit="", vectors={}, codec={}, command=(), formats=("daphne",), undeclared={}, options={}, platform={}, started="",
)  # fmt: skip


def _nobody(*_: object, **__: object) -> Raw:
    raise AssertionError("nothing that was decoded is read again")


def _id(number: int) -> str:
    return f"daphne/hostile/{number}"


ANSWERS = {"one-shot": b'{"op":"decode","format":"daphne","context":"","input":"%b"}'}


def _vectors(row: table.Row) -> Iterator[LoadedVector]:
    for number in range(CASES):
        data = (b"\xba\xd0" if number == BAD else b"\0\0") + bytes([number])
        value = Raw(ANSWERS.get(row.way, b'{"echo":"%b"}') % data.hex().encode())
        yield LoadedVector(
            id=_id(number), summary="", requirements=(), level="strict", verdict="accept", operations=("decode",),
            value=value, data=data, format="daphne", feature="hostile",
        )  # fmt: skip


@contextmanager
def _marked() -> Iterator[bytes]:
    """Mark the environment of all processes started within."""
    mark = str(uuid.uuid4())
    os.environ["GOLDENWIRE_ROW"] = mark
    yield f"GOLDENWIRE_ROW={mark}".encode()
    del os.environ["GOLDENWIRE_ROW"]


@contextmanager
def _path() -> Iterator[None]:
    """Make the miniatures importable for Python codecs started within."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HERE), before)))
    yield
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


def _left(mark: bytes) -> tuple[str, ...]:
    until = time.monotonic() + LAST
    while (left := tuple(_running(mark))) and time.monotonic() < until:
        time.sleep(0.01)
    return left


def _running(mark: bytes) -> Iterator[str]:
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes() and process.name != str(os.getpid()):
                yield (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue


def _reset_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def _peak() -> float:
    """Return the peak memory of this process since the reset, in MiB."""
    text = Path("/proc/self/status").read_text()
    return int(text.partition("VmHWM:")[2].split()[0]) / 1024


def main() -> int:
    """Print the table with its figures; return 1 if a row does not hold."""
    chosen = [row for row in table.ROWS if not sys.argv[1:] or any(word in row.id for word in sys.argv[1:])]
    wrong = 0
    for row in chosen:
        seen = try_out(row)
        good = holds(row, seen)
        wrong += not good
        sys.stdout.write(
            f"{row.id:<60.60} {seen.observed:<26.26} {len(seen.others):>2} {seen.code} {len(seen.left):>2} "
            f"{seen.mib:>6.1f} MiB {seen.seconds:>5.1f} s{'' if good else '  WRONG'}\n"
        )
        sys.stdout.flush()
    sys.stdout.write(f"{len(chosen)} behaviours, {wrong} of which are not as they should be\n")
    return 1 if wrong else 0


def holds(row: table.Row, seen: Outcome) -> bool:
    """Return True if the outcome is the one that the row expects."""
    as_due = (
        row.observed in seen.observed
        if row.way.startswith("hello")
        else f"{seen.observed} ".startswith(f"{row.observed} ")
    )
    return (
        as_due
        and (seen.others, seen.whole, seen.code, seen.left) == ((), True, row.code, ())
        and seen.mib < BOUND + 3 * LINE
    )


if __name__ == "__main__":
    sys.exit(main())
